// SPDX-License-Identifier: Apache-2.0
//
// Division and roots by multiply-adds: result = round(a / b), sqrt(a), 1 / a or 1 / sqrt(a), exact
// but for one rounding, from an approximation of the special function unit.
//
// Rounding, flags, NaN, infinities and subnormals follow IEEE 754; every NaN result is the
// canonical quiet NaN. 1 / +-0 and 1 / sqrt(+-0) are infinite and raise divide by zero.
//
//      a, b
//       |
//      [ weft_fdiv_operands ]-----------------> NaN, infinities, zeros: the result at once
//       | significands from 1 on, below 2, of a root below 4
//       |
//      [ weft_sfu: y ~ 1 / b or 1 / sqrt(a) ]
//       |
//      [ weft_fma, two bits wider than the result ]<--+
//       |    q = a y; r = a - b q; q = q + r y; r     |  a step, one after the other
//       +---------------------------------------------+
//       | q, and the sign of its exact remainder
//      [ weft_fdiv_place ]                            a cycle
//       |
//      [ weft_round ] --> result, flags
//
// The steps are in weft_fdiv_seq_pkg. The last estimate is within a unit of its last place of the
// true value, which is why the remainder's sign is all that rounding needs of the rest:
// docs/unit/fdiv_seq.md proves it.
//
// One operation runs at a time: a cycle to take the operands; for the approximation and each
// multiply-add the latency of its unit and a cycle to store its result; a cycle to place. The
// result stays until it is taken, in the cycle that may take the next operands.
//
//      multiply-adds     a / b  sqrt(a)  1 / a  1 / sqrt(a)
//      FracBits <= 23        4        4      3            7
//      FracBits >  23        6        6      5           10
//
// Source: P. Markstein, Computation of Elementary Functions on the IBM RISC System/6000 Processor,
// IBM JRD 1990, for corrections by exact remainders. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_fdiv_seq
  import weft_float_pkg::*, weft_fdiv_seq_pkg::*;
#(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter int unsigned Infinities = 1,  // 0: OCP E4M3
  parameter int unsigned TinyBefore = 0,  // 1: underflow is detected before rounding
  parameter int unsigned FlushIn    = 0,  // 1: subnormal operands count as zeros
  parameter int unsigned FlushOut   = 0,  // 1: tiny results become zeros
  parameter int unsigned Build      = 1,  // tables of weft_sfu
  parameter int unsigned SfuPipe    = 0,  // registers of weft_sfu
  parameter int unsigned FmaPipe    = 0,  // registers of weft_fma
  parameter int unsigned Gates      = `WEFT_GATES,
  localparam int unsigned Width     = 1 + ExpBits + FracBits
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [1:0]       in_op_i,
  input  logic [2:0]       in_round_i,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_result_o,
  output logic [4:0]       out_flags_o
);

  localparam int unsigned Sig    = FracBits + 1;
  localparam int unsigned Places = Sig + 3;
  localparam int unsigned ExpW   = (ExpBits > $clog2(Sig) ? ExpBits : $clog2(Sig)) + 3;

  // The format of the steps. Significands wider than weft_sfu's take one more correction.
  localparam int unsigned Wide   = FracBits > 23 ? 1 : 0;
  localparam int unsigned FracW  = FracBits + 2;
  localparam int unsigned InnerE = 8 + Wide;
  localparam int unsigned Inner  = 1 + InnerE + FracW;
  localparam logic [InnerE-1:0] Bias = {1'b0, {(InnerE-1){1'b1}}};

  typedef logic signed [ExpW-1:0] exp_t;
  typedef logic [Inner-1:0]       inner_t;

  typedef enum logic [2:0] {Idle, Issue, Wait, Place, Done} state_e;

  state_e state_d, state_q;
  logic   takes;
  assign in_ready_o  = state_q == Idle | (state_q == Done & out_ready_i);
  assign out_valid_o = state_q == Done;
  assign takes       = in_valid_i & in_ready_o;

  // Operands, and results that need no steps.

  typedef struct packed {
    div_op_e op;
    round_e  round;
    logic    sign, is_nan, is_inf, is_zero, invalid, by_zero;
    exp_t    exp;  // biased exponent of a result from 1 on, below 2
  } about_t;

  about_t         about_d, about_q;
  logic           is_nan, is_inf, is_zero, sign, invalid, by_zero, special, odd;
  logic [Sig-1:0] a_sig, b_sig;
  exp_t           exp_of;
  weft_fdiv_operands #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities), .Flush(FlushIn),
    .ExpW(ExpW), .Gates(Gates)
  ) u_operands (
    .reciprocal_i(in_op_i[1]), .root_i(in_op_i[0]), .a_i(in_a_i), .b_i(in_b_i),
    .nan_o(is_nan), .inf_o(is_inf), .zero_o(is_zero), .sign_o(sign), .invalid_o(invalid),
    .by_zero_o(by_zero), .a_sig_o(a_sig), .b_sig_o(b_sig), .odd_o(odd), .exp_o(exp_of)
  );
  assign special = is_nan | is_inf | is_zero;
  assign about_d = '{
    op:      div_op_e'(in_op_i),
    round:   round_e'(in_round_i),
    sign:    sign & !is_nan,
    is_nan:  is_nan,
    is_inf:  is_inf,
    is_zero: is_zero,
    invalid: invalid,
    by_zero: by_zero,
    exp:     exp_of
  };

  // Steps.

  inner_t     a_q, b_q, y_q, q_q, r_q;
  kind_e      kind_q;
  logic [1:0] left_q;  // corrections
  step_t      now;
  assign now = step(about_q.op, kind_q);

  inner_t sources [7];
  assign sources[A]   = a_q;
  assign sources[B]   = b_q;
  assign sources[Y]   = y_q;
  assign sources[H]   = {1'b0, y_q[Inner-2:FracW] - InnerE'(1), y_q[FracW-1:0]};
  assign sources[Q]   = q_q;
  assign sources[R]   = r_q;
  assign sources[One] = {1'b0, Bias, {FracW{1'b0}}};

  // The approximation reads binary32 from 1 on, below 2 or 4, and gives it from 1/2 to 1.
  inner_t      of;
  logic [22:0] of_frac;
  logic [31:0] found;
  inner_t      seed;
  assign of = about_q.op[0] ? a_q : b_q;
  if (FracW >= 23) begin : gen_cut
    assign of_frac = of[FracW-1 -: 23];
    assign seed    = {1'b0, Bias[InnerE-1:1], found[23], found[22:0], {(FracW-23){1'b0}}};
  end else begin : gen_fill
    assign of_frac = {of[FracW-1:0], {(23-FracW){1'b0}}};
    assign seed    = {1'b0, Bias[InnerE-1:1], found[23], found[22 -: FracW]};
  end

  logic       issues;
  logic       sfu_ready, sfu_valid, fma_ready, fma_valid;
  inner_t     fma_result;
  logic [4:0] fma_flags;
  assign issues = state_q == Issue;

  weft_sfu #(.Build(Build), .Pipe(SfuPipe), .Gates(Gates)) u_sfu (
    .clk_i, .rst_ni,
    .in_valid_i(issues & kind_q == Seed), .in_ready_o(sfu_ready),
    .in_op_i(about_q.op[0] ? weft_sfu_pkg::Rsqrt : weft_sfu_pkg::Rcp),
    .in_a_i({1'b0, of[Inner-2], {7{!of[Inner-2]}}, of_frac}),
    .in_b_i('0), .in_c_i('0), .in_x_i('0), .in_y_i('0),
    .out_valid_o(sfu_valid), .out_ready_i(1'b1), .out_result_o(found)
  );

  weft_fma #(
    .ExpA(InnerE), .FracA(FracW), .ExpC(InnerE), .FracC(FracW), .Pipe(FmaPipe), .Gates(Gates)
  ) u_fma (
    .clk_i, .rst_ni,
    .in_valid_i(issues & kind_q != Seed), .in_ready_o(fma_ready),
    .in_op_i(now.operation), .in_round_i(NearEven),
    .in_a_i(sources[now.x]), .in_b_i(sources[now.y]), .in_c_i(sources[now.z]),
    .out_valid_o(fma_valid), .out_ready_i(1'b1), .out_result_o(fma_result), .out_flags_o(fma_flags)
  );

  logic stores, corrected;
  assign stores    = sfu_valid | fma_valid;
  assign corrected = left_q == '0;

  always_ff @(posedge clk_i) begin
    if (takes) begin
      about_q <= about_d;
      a_q     <= {1'b0, in_op_i[0] & odd, {(InnerE-1){!(in_op_i[0] & odd)}}, a_sig[Sig-2:0], 2'b0};
      b_q     <= {1'b0, Bias, b_sig[Sig-2:0], 2'b0};
      kind_q  <= Seed;
      left_q  <= 2'(1 + Wide);
    end else if (stores) begin
      kind_q <= next_kind(about_q.op, kind_q, corrected);
      if (kind_q == Correct) left_q <= left_q - 2'd1;
      if (sfu_valid) y_q <= seed;
      if (now.to == Q) q_q <= sfu_valid ? seed : fma_result;
      if (now.to == R) r_q <= fma_result;
      if (now.to == B) b_q <= fma_result;
    end
  end

  // Place: the true value lies between the estimate and its neighbour on the remainder's side. The
  // last bit is a one unless the remainder is zero. The estimate is from 1/2 on, below 2.

  logic              is_inexact, is_above;
  logic [Places-1:0] word;
  exp_t              word_exp;
  assign is_inexact = |r_q[Inner-2:0];
  assign is_above   = is_inexact & r_q[Inner-1];
  assign word       = {{1'b1, q_q[FracW-1:0]} - (Places-1)'(is_above), is_inexact};
  assign word_exp   = about_q.exp - exp_t'({1'b0, !q_q[FracW]});

  typedef struct packed {
    logic [ExpBits+1:0] exp;
    logic [Sig-1:0]     sig;
    logic               half, quarter, sticky;
  } placed_t;

  placed_t placed_d, placed_q;
  weft_fdiv_place #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Places(Places), .ExpW(ExpW)
  ) u_place (
    .exp_i(word_exp), .word_i(word), .inexact_i(1'b0),
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
      Idle:        ;
      Issue, Wait: begin
        if (stores) state_d = is_last(about_q.op, kind_q, corrected) ? Place : Issue;
        else state_d = Wait;
      end
      Place:       state_d = Done;
      Done:        if (out_ready_i) state_d = Idle;
      default:     ;
    endcase
    if (takes) state_d = special ? Done : Issue;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= state_d;
  end

  logic unused;
  assign unused = ^{sfu_ready, fma_ready, fma_flags, of, found, a_sig[Sig-1], b_sig[Sig-1], q_q};

endmodule
