// SPDX-License-Identifier: Apache-2.0
//
// weft_lzc: both ways of writing it count the zeros above the leading one.

module weft_lzc_claim #(
  parameter  int unsigned Width  = 52,
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width-1:0] word_i,
  output logic             holds_o
);

  logic [CountW-1:0] tree, halves, zeros;
  weft_lzc #(.Width(Width), .Gates(1'b1)) u_tree   (.word_i, .zeros_o(tree));
  weft_lzc #(.Width(Width), .Gates(1'b0)) u_halves (.word_i, .zeros_o(halves));

  always_comb begin
    zeros = tree;
    for (int unsigned i = 0; i < Width; i++) if (word_i[i]) zeros = CountW'(Width - 1 - i);
  end
  assign holds_o = tree == halves & tree == zeros;

endmodule
