// SPDX-License-Identifier: Apache-2.0
//
// weft_add_late's network is a + b + late, and its top bit that of a + b.

module weft_add_late_claim #(
  parameter int unsigned Width = 53
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             late_i,
  output logic             holds_o
);

  logic             top;
  logic [Width-1:0] sum, early;
  weft_add_late #(.Width(Width), .Gates(1'b1)) u_add (
    .a_i, .b_i, .late_i, .top_o(top), .sum_o(sum)
  );
  assign early   = a_i + b_i;
  assign holds_o = top == early[Width-1] & sum == early + Width'(late_i);

endmodule
