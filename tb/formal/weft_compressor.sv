// SPDX-License-Identifier: Apache-2.0
//
// A row of full adders: three words to two.

module weft_compressor #(
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] y_i,
  input  logic [Width-1:0] z_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] carry_o
);

  assign sum_o   = x_i ^ y_i ^ z_i;
  assign carry_o = ((x_i & y_i) | (z_i & (x_i ^ y_i))) << 1;

endmodule
