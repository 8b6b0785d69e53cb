// SPDX-License-Identifier: Apache-2.0
//
// Floating-point multiplier: result = round(a * b).
//
// Rounding, flags, NaN, infinities and subnormals follow IEEE 754; every NaN result is the
// canonical quiet NaN.
//
//       signs      exponents            a          b
//         |            |                |          |
//       [ ^ ]     [ + - bias ]    +-----+----------+-----+
//         |            |          | Booth rows, tree     |
//         |            |          +-----------+----------+
//         |            |          | add                  |     2p bits: xx.ffff...f
//         |            |          +-----------+----------+
//         |            +--------------------->|  count leading zeros
//         |                       +-----------+----------+
//         |                       | normalise            |     left for subnormal operands,
//         |                       +-----------+----------+     right for subnormal results
//         |                       | round, pack, select  |
//         +---------------------->+----------------------+
//
// The product's top bit has the exponent a + b - bias + 1. If this is a normal number's exponent,
// the product moves left over its leading zeros, at most down to the least exponent; else it moves
// right to the exponent of subnormals.
//
// Elastic pipeline: Pipe has one bit for each possible register: at the input, behind the
// carry-save tree, behind addition, at the output. The latency in cycles is the number of bits set;
// an item may enter every cycle. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_fmul
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter int unsigned Infinities = 1,  // 0: OCP E4M3
  parameter int unsigned TinyBefore = 0,  // 1: underflow is detected before rounding
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
  input  logic [2:0]       in_round_i,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_result_o,
  output logic [4:0]       out_flags_o
);

  localparam int unsigned Sig     = FracBits + 1;
  localparam int unsigned Product = 2 * Sig;
  localparam int unsigned TreeW   = Product + 1;  // room for the Booth rows' ones
  localparam int unsigned CountW  = $clog2(Product + 1);
  localparam int          Bias    = (1 << (ExpBits - 1)) - 1;

  typedef logic signed [ExpBits+1:0] exp_t;

  typedef struct packed {
    round_e           round;
    logic [Width-1:0] a, b;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_round_i, in_a_i, in_b_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Unpack.

  logic               a_sign, a_zero, a_inf, a_nan, a_signalling;
  logic               b_sign, b_zero, b_inf, b_nan, b_signalling;
  logic [ExpBits-1:0] a_exp, b_exp;
  logic [Sig-1:0]     a_sig, b_sig;
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0), .Flush(FlushIn != 0)
  ) u_unpack_a (
    .number_i(s0.a), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig), .zero_o(a_zero),
    .inf_o(a_inf), .nan_o(a_nan), .signalling_o(a_signalling)
  );
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0), .Flush(FlushIn != 0)
  ) u_unpack_b (
    .number_i(s0.b), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig), .zero_o(b_zero),
    .inf_o(b_inf), .nan_o(b_nan), .signalling_o(b_signalling)
  );

  logic inf_by_zero, is_nan;
  assign inf_by_zero = (a_inf & b_zero) | (a_zero & b_inf);
  assign is_nan      = a_nan | b_nan | inf_by_zero;

  typedef struct packed {
    round_e round;
    logic   sign, is_nan, is_inf, invalid;
    exp_t   exp;  // exponent of the product's top bit
  } about_t;

  // Multiply in carry-save form.

  typedef struct packed {
    about_t           about;
    logic [TreeW-1:0] sum, carry;
  } multiplied_t;

  logic        s1_valid, s1_ready;
  multiplied_t s1_d, s1;
  assign s1_d.about = '{
    round:   s0.round,
    sign:    (a_sign ^ b_sign) & !is_nan,
    is_nan:  is_nan,
    is_inf:  (a_inf | b_inf) & !is_nan,
    invalid: a_signalling | b_signalling | inf_by_zero,
    exp:     exp_t'(a_exp) + exp_t'(b_exp) + exp_t'(1 - Bias)
  };
  weft_mul_add_tree #(
    .WidthA(Sig), .WidthB(Sig), .Low(0), .Width(TreeW), .Gates(Gates != 0)
  ) u_tree (
    .a_i(a_sig), .b_i(b_sig), .addend_i('0), .sum_o(s1_d.sum), .carry_o(s1_d.carry)
  );
  weft_pipe_reg #(.data_t(multiplied_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Add.

  typedef struct packed {
    about_t             about;
    logic [Product-1:0] product;
  } added_t;

  logic   s2_valid, s2_ready, top;
  added_t s2_d, s2;
  assign s2_d.about = s1.about;
  weft_add_late #(.Width(Product), .Gates(Gates != 0)) u_add (
    .a_i(s1.sum[Product-1:0]), .b_i(s1.carry[Product-1:0]), .late_i(1'b0),
    .top_o(top), .sum_o(s2_d.product)
  );
  weft_pipe_reg #(.data_t(added_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  logic unused;
  assign unused = ^{top, s1.sum[TreeW-1], s1.carry[TreeW-1]};

  // Normalise.

  logic              below;  // the exponent is below that of normal numbers
  exp_t              room, depth;
  logic [CountW-1:0] zeros, left, right;
  assign below = s2.about.exp < 1;
  assign room  = s2.about.exp - exp_t'(1);
  assign depth = exp_t'(1) - s2.about.exp;
  weft_lzc #(.Width(Product), .Gates(Gates != 0)) u_count (.word_i(s2.product), .zeros_o(zeros));
  assign left  = room < exp_t'(zeros) ? CountW'(room) : zeros;
  assign right = depth > exp_t'(Product) ? CountW'(Product) : CountW'(depth);

  logic               lost;
  logic [Product-1:0] normal;
  assign lost   = below & (s2.product & ~({Product{1'b1}} << right)) != '0;
  assign normal = below ? s2.product >> right : s2.product << left;

  // Round and select.

  logic [Width-2:0]   magnitude;
  flags_t             flags;
  logic [ExpBits+1:0] exp;
  logic [Sig+1:0]     kept;
  assign exp  = (s2.about.exp - exp_t'(left)) & {(ExpBits+2){!below}};
  assign kept = normal[Product-1 -: Sig+2];
  weft_round #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .TinyBefore(TinyBefore != 0), .Flush(FlushOut != 0)
  ) u_round (
    .round_i(s2.about.round), .sign_i(s2.about.sign),
    .inf_i(s2.about.is_inf), .nan_i(s2.about.is_nan),
    .exp_i(exp), .sig_i(kept[Sig+1:2]), .half_i(kept[1]), .quarter_i(kept[0]),
    .sticky_i(kept[0] | |normal[Product-Sig-3:0] | lost),
    .magnitude_o(magnitude), .flags_o(flags)
  );

  weft_pipe_reg #(.data_t(logic [Width+4:0]), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready),
    .in_data_i({s2.about.sign, magnitude, flags | {s2.about.invalid, 4'b0}}),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
