// SPDX-License-Identifier: Apache-2.0
//
// Multiply-add of the INT8 array: d = c + a * b, two's complement, modulo 2^32. Combinational.

module weft_tensor_mac_int8 (
  input  logic signed [7:0]  a_i,
  input  logic signed [7:0]  b_i,
  input  logic signed [31:0] c_i,
  output logic signed [31:0] d_o
);

  assign d_o = c_i + 32'(a_i) * 32'(b_i);

endmodule
