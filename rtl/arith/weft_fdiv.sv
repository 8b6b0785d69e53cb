// SPDX-License-Identifier: Apache-2.0
//
// Floating-point divider and square root: result = round(a / b) or round(sqrt(a)), two bits a cycle.
//
// Rounding, flags, NaN, infinities and subnormals follow IEEE 754; every NaN result is the
// canonical quiet NaN. A finite number over zero is infinity and raises divide by zero.
//
//            a            b
//            |            |
//      [ unpack, leading one to the top ]-----> NaN, infinities, zeros: the result at once
//            |            |
//        remainder     divisor
//            |            |
//      +-->[ weft_fdiv_digit ]--+               a cycle a digit
//      |         |              |
//      +---------+              |
//            |                  |
//      [ remainder's sign ]  q, q - 1           a cycle
//            |                  |
//            +-->[ select ]-----+
//                               |               a cycle
//          [ normalise, to a subnormal's place ]
//                               |
//                        [ round, pack ] --> result, flags
//
// One operation runs at a time. Its operands are taken in cycle 0; the result is there in cycle
// D + 3 with D digits, in cycle 1 if no digit is needed, and stays until it is taken, in the cycle
// that may take the next operands.
//
//      digits          FracBits = 2     3     7     10     23     52
//      quotient                   3     4     6      7     14     28         (FracBits + 5) / 2
//      root                       2     3     5      6     13     27         one less
//
// A quotient of significands between 1/2 and 1 begins as a quarter of it, between 1/8 and 1/2. A
// root's radicand lies between 1/4 and 1. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_fdiv
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter int unsigned Infinities = 1,  // 0: OCP E4M3
  parameter int unsigned TinyBefore = 0,  // 1: underflow is detected before rounding
  parameter int unsigned FlushIn    = 0,  // 1: subnormal operands count as zeros
  parameter int unsigned FlushOut   = 0,  // 1: tiny results become zeros
  parameter int unsigned Gates      = `WEFT_GATES,
  localparam int unsigned Width     = 1 + ExpBits + FracBits
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_root_i,  // sqrt(a) instead of a / b
  input  logic [2:0]       in_round_i,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_result_o,
  output logic [4:0]       out_flags_o
);

  localparam int unsigned Sig    = FracBits + 1;
  localparam int unsigned Digits = (FracBits + 5) / 2;  // of a quotient
  localparam int unsigned Places = Digits < 4 ? 8 : 2 * Digits;
  localparam int unsigned Low    = Places - 2 * Digits;
  localparam int unsigned ExpW   = (ExpBits > $clog2(Sig) ? ExpBits : $clog2(Sig)) + 3;

  typedef logic signed [ExpW-1:0] exp_t;
  typedef logic [Places:0]        word_t;

  typedef enum logic [2:0] {Idle, Divide, Resolve, Place, Done} state_e;

  state_e state_d, state_q;
  logic   takes;
  assign in_ready_o  = state_q == Idle | (state_q == Done & out_ready_i);
  assign out_valid_o = state_q == Done;
  assign takes       = in_valid_i & in_ready_o;

  // Operands, and results that need no digits.

  logic           is_nan, is_inf, is_zero, sign, invalid, by_zero, special, odd;
  logic [Sig-1:0] a_sig, b_sig;
  exp_t           exp_of;
  weft_fdiv_operands #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities), .Flush(FlushIn),
    .ExpW(ExpW), .Gates(Gates)
  ) u_operands (
    .reciprocal_i(1'b0), .root_i(in_root_i), .a_i(in_a_i), .b_i(in_b_i),
    .nan_o(is_nan), .inf_o(is_inf), .zero_o(is_zero), .sign_o(sign), .invalid_o(invalid),
    .by_zero_o(by_zero), .a_sig_o(a_sig), .b_sig_o(b_sig), .odd_o(odd), .exp_o(exp_of)
  );
  assign special = is_nan | is_inf | is_zero;

  typedef struct packed {
    logic   root;
    round_e round;
    logic   sign, is_nan, is_inf, is_zero, invalid, by_zero;
    exp_t   exp;  // biased exponent of a result whose first bit is a one
  } about_t;

  about_t about_d, about_q;
  assign about_d = '{
    root:    in_root_i,
    round:   round_e'(in_round_i),
    sign:    sign & !is_nan,
    is_nan:  is_nan,
    is_inf:  is_inf,
    is_zero: is_zero,
    invalid: invalid,
    by_zero: by_zero,
    exp:     exp_of
  };

  // Digits.

  word_t             sum_q, carry_q, q_q, qm_q, here_q;
  word_t             sum_first, sum_next, carry_next, q_next, qm_next;
  logic [Places-1:0] divisor_q;
  logic              last;
  weft_fdiv_digit #(
    .Places(Places)
  ) u_digit (
    .root_i   (about_q.root),
    .sum_i    (sum_q),
    .carry_i  (carry_q),
    .divisor_i(divisor_q),
    .q_i      (q_q),
    .qm_i     (qm_q),
    .here_i   (here_q),
    .sum_o    (sum_next),
    .carry_o  (carry_next),
    .q_o      (q_next),
    .qm_o     (qm_next)
  );
  assign last = about_q.root ? here_q[Low+2] : here_q[Low];

  // The first remainder: a quarter of the dividend, or half of the radicand less one, which is
  // 1/2 f with an odd exponent and 1/4 f with an even one.
  word_t radicand;
  assign radicand  = word_t'({a_sig, 1'b0}) << (Places - Sig - 3 + 32'(odd));
  assign sum_first = in_root_i ? {2'b11, {(Places-1){1'b0}}} + radicand
                               : {3'b000, a_sig, {(Places-Sig-2){1'b0}}};

  always_ff @(posedge clk_i) begin
    if (takes) begin
      about_q   <= about_d;
      divisor_q <= {b_sig, {(Places-Sig){1'b0}}};
      sum_q     <= sum_first;
      carry_q   <= '0;
      q_q       <= {in_root_i, {Places{1'b0}}};
      qm_q      <= {!in_root_i, {Places{1'b0}}};
      here_q    <= word_t'(1) << (Places - 2);
    end else if (state_q == Divide) begin
      sum_q     <= sum_next;
      carry_q   <= carry_next;
      q_q       <= q_next;
      qm_q      <= qm_next;
      here_q    <= here_q >> 2;
    end
  end

  // Resolve: a negative remainder belongs to a result one lower.

  word_t             rest;
  logic [Places-1:0] digits_q;
  logic              inexact_q;
  assign rest = sum_q + carry_q;
  always_ff @(posedge clk_i) begin
    if (state_q == Resolve) begin
      digits_q  <= rest[Places] ? qm_q[Places-1:0] : q_q[Places-1:0];
      inexact_q <= rest != '0;
    end
  end

  // Place: the first bit of a root is a one, of a quotient the second or third.

  typedef struct packed {
    logic [ExpBits+1:0] exp;
    logic [Sig-1:0]     sig;
    logic               half, quarter, sticky;
  } placed_t;

  placed_t           placed_d, placed_q;
  logic [Places-1:0] first;
  assign first = about_q.root ? digits_q : digits_q << 1;
  weft_fdiv_place #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Places(Places), .ExpW(ExpW)
  ) u_place (
    .exp_i(about_q.exp), .word_i(first), .inexact_i(inexact_q),
    .exp_o(placed_d.exp), .sig_o(placed_d.sig), .half_o(placed_d.half),
    .quarter_o(placed_d.quarter), .sticky_o(placed_d.sticky)
  );
  always_ff @(posedge clk_i) begin
    if (state_q == Place) placed_q <= placed_d;
  end

  // Round.

  logic [Width-2:0] magnitude;
  flags_t           flags;
  weft_round #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .TinyBefore(TinyBefore != 0), .Flush(FlushOut != 0)
  ) u_round (
    .round_i(about_q.round), .sign_i(about_q.sign),
    .inf_i(about_q.is_inf), .nan_i(about_q.is_nan),
    .exp_i(placed_q.exp), .sig_i(placed_q.sig), .half_i(placed_q.half),
    .quarter_i(placed_q.quarter), .sticky_i(placed_q.sticky),
    .magnitude_o(magnitude), .flags_o(flags)
  );

  always_comb begin
    out_result_o = {about_q.sign, magnitude & {(Width-1){!about_q.is_zero}}};
    out_flags_o  = flags & {5{!about_q.is_zero}};
    if (about_q.invalid) out_flags_o |= 5'b10000;
    if (about_q.by_zero) out_flags_o |= 5'b01000;
  end

  // Control.

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    ;
      Divide:  if (last) state_d = Resolve;
      Resolve: state_d = Place;
      Place:   state_d = Done;
      Done:    if (out_ready_i) state_d = Idle;
      default: ;
    endcase
    if (takes) state_d = special ? Done : Divide;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= state_d;
  end

endmodule
