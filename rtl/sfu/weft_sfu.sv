// SPDX-License-Identifier: Apache-2.0
//
// Special function unit: 1/x, 1/sqrt(x), sqrt(x), 2^x, log2(x), sin(x), cos(x), tanh(x) in binary32
// by quadratic interpolation in a table, and planar interpolation U(x, y) = U0 + Ux * x + Uy * y on
// the same multipliers.
//
//      f(X) ~ C0 + C1 * t + C2 * t^2 (+ C3 * V(t)),    X = {upper: which row, lower: t}
//
//                 a            b, c, x, y
//                 |               |
//      +----------+---------------+-----+
//      | unpack        a * 2/pi         |          special cases
//      +----------+---------------+-----+
//      | reduce the range, align slopes |
//      +----------+---------------+-----+
//          upper  |     lower     |
//      +----------+----+    +-----+-----+
//      | ROM           |    | square, V |
//      +--+---+---+--+-+    +--+-----+--+
//        C0  C1  C2 C3   t    t^2    V
//      +--+---+---+--+---+-----+-----+--+
//      | Booth rows, carry-save tree    |          C0 has the function's bias
//      +----------------+---------------+
//      | add                            |
//      +----------------+---------------+
//      | multiply by a factor (Relative)|
//      +----------------+---------------+
//      | normalise, round, pack, select |
//      +----------------+---------------+
//
// The operations are weft_sfu_pkg::op_e. Build selects one of three sets of tables: rows of three
// coefficients; fewer rows with a fourth one, the factor of a small odd function of t; more of these
// for smaller errors. With Relative, sin below 1 and lg2 from 1/2 to 3/2 are x * (sin(x) / x) and
// d * (log2(1 + d) / d), d = x - 1, the ratio from a table: the error is relative to the result.
// With Ftz, subnormal operands and results are zeros of their sign, like PTX's .ftz.
// docs/unit/sfu.md has the bounds.
//
// Elastic pipeline: Pipe has one bit for each possible register: at the input; behind unpacking and
// the product with 2/pi; behind range reduction; behind the ROM and the square; behind the
// carry-save tree; behind the addition; at the output; the last bit, 7, behind the product with the
// factor. The latency in cycles is the number of bits set; an item may enter every cycle. Gates: see
// weft_gates.svh.
//
// Source: J.-A. Pineiro, S. F. Oberman, J.-M. Muller and J. D. Bruguera, High-Speed Function
// Approximation Using a Minimax Quadratic Interpolator, IEEE TC 2005; S. F. Oberman and M. Y. Siu, A
// High-Performance Area-Efficient Multifunction Interpolator, ARITH 2005.

`include "weft_gates.svh"

module weft_sfu
  import weft_sfu_pkg::*;
#(
  parameter int unsigned Build    = 1,  // 0 quadratic, 1 cubic, 2 fine
  parameter int unsigned Relative = 0,
  parameter int unsigned Ftz      = 0,
  parameter int unsigned Pipe     = 0,  // bit mask, 0 to 255
  parameter int unsigned Gates    = `WEFT_GATES
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  logic [3:0]        in_op_i,
  input  logic [31:0]       in_a_i,
  input  logic [31:0]       in_b_i,
  input  logic [31:0]       in_c_i,
  input  logic [XyBits-1:0] in_x_i,
  input  logic [XyBits-1:0] in_y_i,

  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [31:0]       out_result_o
);

  localparam int unsigned Places = weft_sfu_model_pkg::Places[Build];

  // Operands.

  typedef struct packed {
    op_e               op;
    logic [31:0]       a, b, c;
    logic [XyBits-1:0] x, y;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_op_i, in_a_i, in_b_i, in_c_i, in_x_i, in_y_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Unpack. The product with 2/pi needs no normalised operand: sin and cos of small operands are
  // trivial.

  typedef struct packed {
    op_e               op;
    number_t           a, b, c;
    logic [31:0]       a_bits;
    logic [63:0]       turns;
    logic [XyBits-1:0] x, y;
  } unpacked_t;

  logic      s1_valid, s1_ready;
  unpacked_t s1;
  number_t     a, b, c;
  logic [63:0] turns;
  weft_sfu_unpack #(.Flush(Ftz != 0), .Gates(Gates != 0)) u_unpack_a (
    .bits_i(s0.a), .number_o(a)
  );
  weft_sfu_unpack #(.Flush(1'b1)) u_unpack_b (.bits_i(s0.b), .number_o(b));
  weft_sfu_unpack #(.Flush(1'b1)) u_unpack_c (.bits_i(s0.c), .number_o(c));
  weft_sfu_turns #(.Gates(Gates != 0)) u_turns (
    .sig_i({1'b1, s0.a[22:0]}), .turns_o(turns)
  );
  unpacked_t s1_d;
  assign s1_d = '{
    op: s0.op, a: a, b: b, c: c, a_bits: {s0.a[31], s0.a[30:0] & {31{!a.zero}}}, turns: turns,
    x: s0.x, y: s0.y
  };
  weft_pipe_reg #(.data_t(unpacked_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Reduce the range.

  logic     s2_valid, s2_ready;
  reduced_t s2_d, s2;
  weft_sfu_range #(.Places(Places), .Relative(Relative)) u_range (
    .op_i(s1.op), .a_i(s1.a), .a_bits_i(s1.a_bits), .turns_i(s1.turns), .b_i(s1.b), .c_i(s1.c),
    .x_i(s1.x), .y_i(s1.y), .reduced_o(s2_d)
  );
  weft_pipe_reg #(.data_t(reduced_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Coefficients, the position within the segment, and its square.

  logic      s3_valid, s3_ready;
  products_t s3_d, s3;
  weft_sfu_products #(.Build(Build), .Relative(Relative), .Gates(Gates != 0)) u_products (
    .reduced_i(s2), .products_o(s3_d)
  );
  weft_pipe_reg #(.data_t(products_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // Multiply and sum.

  logic        s4_valid, s4_ready;
  carry_save_t s4_d, s4;
  assign s4_d.about = s3.about;
  assign s4_d.scale = s3.scale;
  weft_sfu_tree #(.Gates(Gates != 0)) u_tree (
    .added_i(s3.added), .left_a_i(s3.left_a), .left_b_i(s3.left_b), .right_a_i(s3.right_a),
    .right_b_i(s3.right_b), .cubic_i(s3.cubic), .sum_o(s4_d.sum), .carry_o(s4_d.carry)
  );
  weft_pipe_reg #(.data_t(carry_save_t), .Enable(Pipe[4])) u_stage_4 (
    .clk_i, .rst_ni,
    .in_valid_i(s3_valid), .in_ready_o(s3_ready), .in_data_i(s4_d),
    .out_valid_o(s4_valid), .out_ready_i(s4_ready), .out_data_o(s4)
  );

  logic    s5_valid, s5_ready, sum_top;
  summed_t s5_d, s5;
  assign s5_d.about = s4.about;
  assign s5_d.scale = s4.scale;
  weft_add_late #(.Width(SumW), .Gates(Gates != 0)) u_add (
    .a_i(s4.sum), .b_i(s4.carry), .late_i(1'b0), .top_o(sum_top), .sum_o(s5_d.sum)
  );
  weft_pipe_reg #(.data_t(summed_t), .Enable(Pipe[5])) u_stage_5 (
    .clk_i, .rst_ni,
    .in_valid_i(s4_valid), .in_ready_o(s4_ready), .in_data_i(s5_d),
    .out_valid_o(s5_valid), .out_ready_i(s5_ready), .out_data_o(s5)
  );

  logic unused;
  assign unused = sum_top;

  // Multiply a ratio by its factor.

  logic    s7_valid, s7_ready;
  scaled_t s7_d, s7;
  assign s7_d.about = s5.about;
  if (Relative != 0) begin : gen_ratio
    weft_sfu_ratio #(.Places(Places), .Gates(Gates != 0)) u_ratio (
      .scale_i(s5.scale), .sum_i(s5.sum), .sum_o(s7_d.sum)
    );
  end else begin : gen_no_ratio
    assign s7_d.sum = s5.sum;
    logic unused_scale;
    assign unused_scale = ^s5.scale;
  end
  weft_pipe_reg #(.data_t(scaled_t), .Enable(Pipe[7])) u_stage_7 (
    .clk_i, .rst_ni,
    .in_valid_i(s5_valid), .in_ready_o(s5_ready), .in_data_i(s7_d),
    .out_valid_o(s7_valid), .out_ready_i(s7_ready), .out_data_o(s7)
  );

  // Normalise, round, pack, select.

  logic [31:0] result;
  weft_sfu_pack #(.Places(Places), .Ftz(Ftz != 0), .Gates(Gates != 0)) u_pack (
    .about_i(s7.about), .sum_i(s7.sum), .result_o(result)
  );
  weft_pipe_reg #(.data_t(logic [31:0]), .Enable(Pipe[6])) u_stage_6 (
    .clk_i, .rst_ni,
    .in_valid_i(s7_valid), .in_ready_o(s7_ready), .in_data_i(result),
    .out_valid_o, .out_ready_i, .out_data_o(out_result_o)
  );

endmodule
