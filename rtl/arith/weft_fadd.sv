// SPDX-License-Identifier: Apache-2.0
//
// Floating-point adder: result = round(a + b) or round(a - b).
//
// Rounding, flags, NaN, infinities and subnormals follow IEEE 754; every NaN result is the
// canonical quiet NaN.
//
//            a              b
//            +------+-------+
//                   |  compare, swap: the larger magnitude first
//        larger     |     smaller
//          |     exponents   |
//          |    difference   |
//          |        |   +----+-----------+
//          |        +-->| align          |     p + 3 bits, the last one sticky:
//          |            +----+-----------+
//          |                 | complement       1.ffff...f 0 0 0     larger
//       +--+-----------------+--+               0.001ff...f f f s    smaller, shifted
//       | add                   |
//       +----------+------------+             a carry makes it p + 4
//                  |  count leading zeros
//       +----------+------------+
//       | normalise             |             as far as the exponent goes
//       +----------+------------+
//       | round, pack, select   |
//       +-----------------------+
//
// The larger magnitude is the minuend, so no difference is negative. Three bits below the last place
// are enough: if the difference loses more than one leading place, the exponents differed by one at
// most and nothing was shifted out.
//
// No sum underflows but by FlushOut: the operands are multiples of the smallest subnormal number, so
// a sum below the normal numbers is exact, and tininess is the same before and after rounding.
//
// Elastic pipeline: Pipe has one bit for each possible register: at the input, behind alignment,
// behind addition, at the output. The latency in cycles is the number of bits set; an item may
// enter every cycle. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_fadd
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter int unsigned Infinities = 1,  // 0: OCP E4M3
  parameter int unsigned FlushIn    = 0,  // 1: subnormal operands count as zeros
  parameter int unsigned FlushOut   = 0,  // 1: tiny results become zeros
  parameter int unsigned Pipe       = 0,  // bit mask, 0 to 15
  parameter int unsigned Gates      = `WEFT_GATES,
  localparam int unsigned Width     = 1 + ExpBits + FracBits
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_subtract_i,
  input  logic [2:0]       in_round_i,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_result_o,
  output logic [4:0]       out_flags_o
);

  localparam int unsigned Sig    = FracBits + 1;
  localparam int unsigned SumW   = Sig + 4;  // carry, significand, three bits below
  localparam int unsigned CountW = $clog2(SumW + 1);

  typedef logic [ExpBits-1:0] exp_t;

  typedef struct packed {
    logic             subtract;
    round_e           round;
    logic [Width-1:0] a, b;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_subtract_i, in_round_i, in_a_i, in_b_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Compare and swap, then unpack.

  logic [Width-1:0] b, larger, smaller;
  logic             swap;
  assign b       = {s0.b[Width-1] ^ s0.subtract, s0.b[Width-2:0]};
  assign swap    = s0.b[Width-2:0] > s0.a[Width-2:0];
  assign larger  = (s0.a & {Width{!swap}}) | (b & {Width{swap}});
  assign smaller = (b & {Width{!swap}}) | (s0.a & {Width{swap}});

  logic           l_sign, l_inf, l_nan, l_signalling;
  logic           r_sign, r_inf, r_nan, r_signalling;
  exp_t           l_exp, r_exp;
  logic [Sig-1:0] l_sig, r_sig;
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0), .Flush(FlushIn != 0)
  ) u_unpack_larger (
    .number_i(larger), .sign_o(l_sign), .exp_o(l_exp), .sig_o(l_sig), .zero_o(),
    .inf_o(l_inf), .nan_o(l_nan), .signalling_o(l_signalling)
  );
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0), .Flush(FlushIn != 0)
  ) u_unpack_smaller (
    .number_i(smaller), .sign_o(r_sign), .exp_o(r_exp), .sig_o(r_sig), .zero_o(),
    .inf_o(r_inf), .nan_o(r_nan), .signalling_o(r_signalling)
  );

  logic effective_subtract, inf_minus_inf, is_nan;
  assign effective_subtract = l_sign ^ r_sign;
  assign inf_minus_inf      = l_inf & r_inf & effective_subtract;
  assign is_nan             = l_nan | r_nan | inf_minus_inf;

  // Align. The last bit is one if any lost bit is one.

  localparam int unsigned AlignW = Sig + 3;
  exp_t              difference;
  logic [AlignW-1:0] unaligned, aligned;
  logic              lost;
  assign difference = l_exp - r_exp;
  assign unaligned  = {r_sig, 3'b0};
  assign lost       = (unaligned & ~({AlignW{1'b1}} << difference)) != '0;
  assign aligned    = (unaligned >> difference) | AlignW'(lost);

  typedef struct packed {
    round_e round;
    logic   sign, effective_subtract;
    logic   is_nan, is_inf, invalid;
    exp_t   exp;
  } about_t;

  typedef struct packed {
    about_t            about;
    logic [Sig-1:0]    larger;
    logic [AlignW-1:0] smaller;
  } aligned_t;

  logic     s1_valid, s1_ready;
  aligned_t s1_d, s1;
  assign s1_d = '{
    about: '{
      round:              s0.round,
      sign:               l_sign,
      effective_subtract: effective_subtract,
      is_nan:             is_nan,
      is_inf:             l_inf & !is_nan,
      invalid:            l_signalling | r_signalling | inf_minus_inf,
      exp:                l_exp
    },
    larger:  l_sig,
    smaller: aligned
  };
  weft_pipe_reg #(.data_t(aligned_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Add, or add the complement and one.

  typedef struct packed {
    about_t          about;
    logic [SumW-1:0] sum;
  } added_t;

  logic [SumW-1:0] complement;
  assign complement = {1'b0, s1.smaller} ^ {SumW{s1.about.effective_subtract}};

  logic   s2_valid, s2_ready, sum_top;
  added_t s2_d, s2;
  assign s2_d.about = s1.about;
  weft_add_late #(.Width(SumW), .Gates(Gates != 0)) u_add (
    .a_i({1'b0, s1.larger, 3'b0}), .b_i(complement), .late_i(s1.about.effective_subtract),
    .top_o(sum_top), .sum_o(s2_d.sum)
  );
  weft_pipe_reg #(.data_t(added_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  logic unused;
  assign unused = sum_top;

  // Normalise, at most down to the exponent of subnormals.

  logic [CountW-1:0] zeros, shift;
  logic [SumW-1:0]   normal;
  weft_lzc #(.Width(SumW), .Gates(Gates != 0)) u_count (.word_i(s2.sum), .zeros_o(zeros));
  assign shift  = s2.about.exp < ExpBits'(zeros) ? CountW'(s2.about.exp) : zeros;
  assign normal = s2.sum << shift;

  // Round and select. An exact zero difference is -0 in direction Down.

  logic is_zero, sign;
  assign is_zero = s2.sum == '0;
  assign sign    = !s2.about.is_nan
                 & (is_zero & s2.about.effective_subtract & !s2.about.is_inf
                      ? s2.about.round == Down : s2.about.sign);

  logic [Width-2:0] magnitude;
  flags_t           flags;
  weft_round #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .Flush(FlushOut != 0)
  ) u_round (
    .round_i(s2.about.round), .sign_i(sign), .inf_i(s2.about.is_inf), .nan_i(s2.about.is_nan),
    .exp_i((ExpBits+2)'(s2.about.exp) - (ExpBits+2)'(shift) + (ExpBits+2)'(1)),
    .sig_i(normal[SumW-1:4]), .half_i(normal[3]), .quarter_i(normal[2]), .sticky_i(|normal[2:0]),
    .magnitude_o(magnitude), .flags_o(flags)
  );

  weft_pipe_reg #(.data_t(logic [Width+4:0]), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready),
    .in_data_i({sign, magnitude, flags | {s2.about.invalid, 4'b0}}),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
