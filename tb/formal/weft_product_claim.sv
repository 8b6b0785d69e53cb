// SPDX-License-Identifier: Apache-2.0
//
// weft_booth's words, added up by weft_csa_tree, are a * b: in one piece, so for short words only.

module weft_product_claim #(
  parameter  int unsigned WidthA = 8,
  parameter  int unsigned WidthB = 8,
  parameter  bit          Signed = 1'b0,
  localparam int unsigned Width  = WidthA + WidthB
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  output logic              holds_o
);

  localparam int unsigned Words = Signed ? (WidthB + 1) / 2 + 1 : WidthB / 2 + 1;

  logic [Width-1:0] words [Words];
  weft_booth #(.WidthA(WidthA), .WidthB(WidthB), .Signed(Signed), .Width(Width)) u_booth (
    .a_i, .b_i, .words_o(words)
  );

  logic [Width-1:0] sum, carry;
  weft_csa_tree #(.N(Words), .Width(Width)) u_tree (
    .words_i(words), .keep_i('1), .sum_o(sum), .carry_o(carry)
  );

  logic [Width-1:0] a, b;
  assign a = {{WidthB{Signed & a_i[WidthA-1]}}, a_i};
  assign b = {{WidthA{Signed & b_i[WidthB-1]}}, b_i};

  assign holds_o = sum + carry == Width'(a * b);

endmodule
