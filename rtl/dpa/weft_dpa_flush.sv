// SPDX-License-Identifier: Apache-2.0
//
// A number. With Flush, a subnormal becomes a zero of its sign or, with Plus, +0. Combinational.

module weft_dpa_flush #(
  parameter int unsigned ExpBits  = 8,
  parameter int unsigned FracBits = 23,
  parameter bit          Flush    = 1'b1,
  parameter bit          Plus     = 1'b0
) (
  input  logic [ExpBits+FracBits:0] number_i,
  output logic [ExpBits+FracBits:0] number_o
);

  logic                sign;
  logic [ExpBits-1:0]  exp;
  logic [FracBits-1:0] frac;
  assign {sign, exp, frac} = number_i;

  logic flushed;
  assign flushed  = Flush & (~|exp) & (|frac);
  assign number_o = {sign & !(flushed & Plus), exp, frac & {FracBits{!flushed}}};

endmodule
