// SPDX-License-Identifier: Apache-2.0
//
// a * b * 2^Low + addend as two words with that sum modulo 2^Width: the addend is one more row
// beside the multiplier's partial products in one carry-save tree.
//
//        a        b
//        |        |
//     +--+--------+--+
//     | weft_booth   |      addend
//     +--+-+-+-+-+-+-+        |           Width / 2 rows, the addend last: it joins the tree late
//        | | | | | |          |
//     +--+-+-+-+-+-+----------+--+
//     | weft_csa_tree            |
//     +-----------+--------------+
//                sum, carry
//
// Unsigned. Combinational.

module weft_mul_add_tree #(
  parameter int unsigned WidthA = 24,
  parameter int unsigned WidthB = 24,
  parameter int unsigned Low    = 2,
  parameter int unsigned Width  = 53,
  parameter bit          Gates  = 1'b1  // 0: the same by the language's operators
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  input  logic [Width-1:0]  addend_i,
  output logic [Width-1:0]  sum_o,
  output logic [Width-1:0]  carry_o
);

  if (Gates) begin : gen_tree
    localparam int unsigned Rows = WidthB / 2 + 1;

    logic [Width-Low-1:0] multiples [Rows];
    weft_booth #(.WidthA(WidthA), .WidthB(WidthB), .Width(Width - Low)) u_booth (
      .a_i, .b_i, .words_o(multiples)
    );

    logic [Width-1:0] rows [Rows+1];
    always_comb begin
      for (int i = 0; i < Rows; i++) rows[i] = {multiples[i], {Low{1'b0}}};
      rows[Rows] = addend_i;
    end
    weft_csa_tree #(.N(Rows + 1), .Width(Width)) u_tree (
      .words_i(rows), .keep_i('1), .sum_o, .carry_o
    );
  end else begin : gen_operators
    logic [WidthA+WidthB-1:0] product;
    assign product = (WidthA+WidthB)'(a_i) * (WidthA+WidthB)'(b_i);
    assign sum_o   = {{(Width-Low-WidthA-WidthB){1'b0}}, product, {Low{1'b0}}};
    assign carry_o = addend_i;
  end

endmodule
