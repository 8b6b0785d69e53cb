// SPDX-License-Identifier: Apache-2.0
//
// Integer multiplier: a * b in 2 Width bits, as a low and a high word; each operand is signed, in
// two's complement, or unsigned, as the operation says.
//
//      a, a_signed         b, b_signed
//         |                   |
//    [ one more bit: the sign, or zero ]        Width + 1 bits, two's complement
//         |                   |
//         |___________________|---------------- Pipe[0]
//         |                   |
//    [ weft_booth ]                             floor(Width / 2) + 2 words of 2 Width bits
//      | | | ... |
//    [ weft_csa_tree ]                          3:2 compressors, a Wallace tree
//         |   |
//         |___|-------------------------------- Pipe[1]
//         |   |
//   [ weft_iadd_prefix ]                        modulo 2^(2 Width): exact for all operands
//           |
//           |---------------------------------- Pipe[2]
//         high, low
//
// The two extra bits let one array compute all four kinds of product; the sign needs no correction
// afterwards. The low word is the same for all of them. The last adder is the one with the fewest
// levels.
//
// Elastic pipeline: Pipe has one bit for each possible register. The latency in cycles is the
// number of bits set; an item may enter every cycle. Width is from 5 to 64. Gates chooses how the
// product is written: 1, the default in synthesis, as these networks; 0, the default in simulation,
// as operators on words.
//
// Source: A. D. Booth, 1951; C. S. Wallace, 1964.

`include "weft_gates.svh"

module weft_imul #(
  parameter int unsigned Width = 32,
  parameter int unsigned Pipe  = 6,
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_a_i,
  input  logic [Width-1:0] in_b_i,
  input  logic             in_a_signed_i,
  input  logic             in_b_signed_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_low_o,
  output logic [Width-1:0] out_high_o
);

  typedef struct packed {
    logic [Width:0] a;
    logic [Width:0] b;
  } operands_t;

  typedef logic [2*Width-1:0] product_t;

  typedef struct packed {
    product_t sum;
    product_t carry;
  } words_t;

  // Operands with one more bit.

  operands_t in, operands;
  logic      operands_valid, operands_ready;
  assign in.a = {in_a_signed_i && in_a_i[Width-1], in_a_i};
  assign in.b = {in_b_signed_i && in_b_i[Width-1], in_b_i};

  weft_pipe_reg #(
    .data_t(operands_t), .Enable(Pipe[0])
  ) u_operands (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_data_i  (in),
    .out_valid_o(operands_valid),
    .out_ready_i(operands_ready),
    .out_data_o (operands)
  );

  // Partial products, and the two words to which the tree reduces them.

  words_t tree, words;
  logic   words_valid, words_ready;

  if (Gates != 0) begin : gen_tree
    localparam int unsigned Words = (Width + 2) / 2 + 1;

    product_t partial [Words];
    weft_booth #(.WidthA(Width + 1), .WidthB(Width + 1), .Signed(1'b1), .Width(2 * Width)) u_booth (
      .a_i(operands.a), .b_i(operands.b), .words_o(partial)
    );
    weft_csa_tree #(.N(Words), .Width(2 * Width)) u_tree (
      .words_i(partial), .keep_i('1), .sum_o(tree.sum), .carry_o(tree.carry)
    );
  end else begin : gen_operator
    assign tree.sum   = (2*Width)'($signed(operands.a)) * (2*Width)'($signed(operands.b));
    assign tree.carry = '0;
  end

  weft_pipe_reg #(
    .data_t(words_t), .Enable(Pipe[1])
  ) u_words (
    .clk_i,
    .rst_ni,
    .in_valid_i (operands_valid),
    .in_ready_o (operands_ready),
    .in_data_i  (tree),
    .out_valid_o(words_valid),
    .out_ready_i(words_ready),
    .out_data_o (words)
  );

  // Their sum.

  product_t product;

  if (Gates != 0) begin : gen_prefix
    logic unused;  // the carry out of the product
    weft_iadd_prefix #(.Width(2 * Width)) u_add (
      .a_i(words.sum), .b_i(words.carry), .carry_i(1'b0), .sum_o(product), .carry_o(unused)
    );
  end else begin : gen_operator_add
    assign product = words.sum + words.carry;
  end

  weft_pipe_reg #(
    .data_t(product_t), .Enable(Pipe[2])
  ) u_product (
    .clk_i,
    .rst_ni,
    .in_valid_i (words_valid),
    .in_ready_o (words_ready),
    .in_data_i  (product),
    .out_valid_o,
    .out_ready_i,
    .out_data_o ({out_high_o, out_low_o})
  );

endmodule
