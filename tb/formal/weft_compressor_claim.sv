// SPDX-License-Identifier: Apache-2.0
//
// A row of full adders keeps the sum, modulo 2^Width.

module weft_compressor_claim #(
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] y_i,
  input  logic [Width-1:0] z_i,
  output logic             holds_o
);

  logic [Width-1:0] sum, carry;
  weft_compressor #(.Width(Width)) u_compressor (
    .x_i, .y_i, .z_i, .sum_o(sum), .carry_o(carry)
  );
  assign holds_o = sum + carry == x_i + y_i + z_i;

endmodule
