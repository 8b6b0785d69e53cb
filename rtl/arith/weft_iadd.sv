// SPDX-License-Identifier: Apache-2.0
//
// Integer adder: a + b + carry or a - b - carry, modulo 2^Width, with its flags.
//
//      a       b ^ subtract     carry ^ subtract
//      |            |                 |              a - b - borrow = a + ~b + !borrow
//    +-+------------+-+               |
//    | adder of Kind  +---------------+ c_0
//    +-+------------+-+
//      |            |                                k = Width
//     sum          c_k
//
//     carry    = c_k ^ subtract       out of an addition, or the borrow of a subtraction
//     overflow = c_k ^ c_(k-1)        the sum of two's complement numbers does not fit
//     zero     = no bit of the sum is set
//     negative = its highest bit
//
// When subtracting, the carry in and out is a borrow, as in PTX's addc and subc and x86's adc and
// sbb: wide numbers are added and subtracted word by word with the same wire between words.
//
//   Kind                   carries                                            levels for Width bits
//   0  weft_iadd_ripple    from bit to bit through full adders                Width
//   1  weft_iadd_select    blocks for both carries in, then choose            about sqrt(2 Width)
//   2  weft_iadd_lookahead generate and propagate of groups of four, a tree   2 log4(Width)
//   3  weft_iadd_prefix    Kogge-Stone: every carry by doubling its reach     log2(Width)
//
// Elastic pipeline: with Pipe[0] a register holds the result, else wires connect the streams. An
// item may enter every cycle. Width is from 1 to 64.
//
// Source: B. Parhami, Computer Arithmetic, 2nd edition, chapters 5 to 7.

module weft_iadd #(
  parameter int unsigned Width = 32,
  parameter int unsigned Kind  = 3,
  parameter int unsigned Pipe  = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,
  input  logic             in_carry_i,
  input  logic             in_subtract_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_sum_o,
  output logic             out_carry_o,
  output logic             out_overflow_o,
  output logic             out_zero_o,
  output logic             out_negative_o
);

  typedef struct packed {
    logic [Width-1:0] sum;
    logic             carry;
    logic             overflow;
    logic             zero;
    logic             negative;
  } result_t;

  logic [Width-1:0] b, sum;
  logic             c_0, c_k;
  assign b   = in_b_i ^ {Width{in_subtract_i}};
  assign c_0 = in_carry_i ^ in_subtract_i;

  if (Kind == 0) begin : gen_ripple
    weft_iadd_ripple #(.Width(Width)) u_add (
      .a_i(in_a_i), .b_i(b), .carry_i(c_0), .sum_o(sum), .carry_o(c_k)
    );
  end else if (Kind == 1) begin : gen_select
    weft_iadd_select #(.Width(Width)) u_add (
      .a_i(in_a_i), .b_i(b), .carry_i(c_0), .sum_o(sum), .carry_o(c_k)
    );
  end else if (Kind == 2) begin : gen_lookahead
    weft_iadd_lookahead #(.Width(Width)) u_add (
      .a_i(in_a_i), .b_i(b), .carry_i(c_0), .sum_o(sum), .carry_o(c_k)
    );
  end else begin : gen_prefix
    weft_iadd_prefix #(.Width(Width)) u_add (
      .a_i(in_a_i), .b_i(b), .carry_i(c_0), .sum_o(sum), .carry_o(c_k)
    );
  end

  // The carry into the highest bit is the difference between the sum bit and the half sum.
  logic    c_k_1;
  result_t result, out;
  assign c_k_1  = in_a_i[Width-1] ^ b[Width-1] ^ sum[Width-1];
  assign result = {sum, c_k ^ in_subtract_i, c_k ^ c_k_1, sum == '0, sum[Width-1]};

  weft_pipe_reg #(
    .data_t(result_t), .Enable(Pipe[0])
  ) u_result (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_data_i  (result),
    .out_valid_o,
    .out_ready_i,
    .out_data_o (out)
  );

  assign {out_sum_o, out_carry_o, out_overflow_o, out_zero_o, out_negative_o} = out;

endmodule
