// SPDX-License-Identifier: Apache-2.0
//
// Logic and shifts on words of Width bits, as PTX defines them.
//
//   And, Or, Xor    a & b, a | b, a ^ b                Shl            a << n
//   Not             ~a                                 ShrLogical     a >> n, zeros come in
//   Cnot            a == 0: one or zero                ShrArithmetic  a >> n, the sign comes in
//   ShfLeft         the high word of {b, a} << n       ShfRight       the low word of {b, a} >> n
//
// n is the amount, limited to Width; for ShfLeftWrap and ShfRightWrap, the amount modulo Width. One
// funnel shifter does all shifts:
//
//     op               high     low
//     Shl              a        0                2 Width bits, {high, low}
//     ShrLogical       0        a
//     ShrArithmetic    signs    a
//     ShfLeft, Right   b        a
//                      |________|
//             [ >> 1 if to the left ]            2 Width - 1 bits
//             [ >> n, or ~n if left ]            steps of Width / 2, ..., 2, 1
//                         |                      Width bits
//             [ high or low if n = Width ]
//
// A left shift by n is a right shift by Width - n = 1 + ~n, modulo Width.
//
// Elastic pipeline: with Pipe[0] a register holds the result, else wires connect the streams. An
// item may enter every cycle. Width is a power of two from 2 to 64.
//
// Source: NVIDIA, PTX ISA: and, or, xor, not, cnot, shl, shr, shf.

module weft_logic
  import weft_logic_pkg::*;
#(
  parameter int unsigned Width = 32,
  parameter int unsigned Pipe  = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [3:0]       in_op_i,      // weft_logic_pkg::op_e
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,
  input  logic [31:0]      in_amount_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_result_o
);

  localparam int unsigned AmountBits = $clog2(Width);

  typedef logic [Width-1:0] word_t;

  // a | b is a & b or a ^ b, and ~a is a ^ ones.

  word_t both, differ, bitwise;
  assign both    = in_a_i & in_b_i;
  assign differ  = in_a_i ^ (in_b_i | {Width{in_op_i == Not}});
  assign bitwise = (both & {Width{in_op_i inside {And, Or}}})
                 | (differ & {Width{in_op_i inside {Or, Xor, Not}}})
                 | Width'(in_op_i == Cnot && in_a_i == '0);

  // The words to shift, and the distance.

  logic shift, funnel, right, full;
  assign shift  = in_op_i inside {[Shl:ShfRightWrap]};
  assign funnel = in_op_i[3];
  assign right  = in_op_i[1];
  assign full   = |in_amount_i[31:AmountBits] && !(funnel && in_op_i[0]);

  word_t high, low;
  assign high = (in_b_i & {Width{funnel}})
              | (in_a_i & {Width{in_op_i == Shl}})
              | {Width{in_op_i == ShrArithmetic && in_a_i[Width-1]}};
  assign low  = in_a_i & {Width{funnel || right}};

  // The funnel shifter. The longest step comes first: the next ones have fewer bits to move.

  logic [2*Width-2:0]    source;
  logic [AmountBits-1:0] n;
  word_t                 shifted, beyond;
  assign source = right ? {high[Width-2:0], low} : {high, low[Width-1:1]};
  assign n      = in_amount_i[AmountBits-1:0] ^ {AmountBits{!right}};
  assign beyond = right ? high : low;

  always_comb begin
    logic [2*Width-2:0] x;
    x = source;
    for (int i = AmountBits - 1; i >= 0; i--) x = n[i] ? x >> (2 ** i) : x;
    shifted = x[Width-1:0];
  end

  word_t result;
  assign result = bitwise
                | (shifted & {Width{shift && !full}})
                | (beyond & {Width{shift && full}});

  weft_pipe_reg #(
    .data_t(word_t), .Enable(Pipe[0])
  ) u_result (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_data_i  (result),
    .out_valid_o,
    .out_ready_i,
    .out_data_o (out_result_o)
  );

endmodule
