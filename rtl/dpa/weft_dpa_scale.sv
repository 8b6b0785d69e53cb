// SPDX-License-Identifier: Apache-2.0
//
// The product of two block scales, which are unsigned numbers; the code of all ones is NaN.
//
//      +----------+-----------+
//      | exponent | fraction  |       without a fraction, powers of two; else subnormals too
//      +----------+-----------+
//
// The exponent is modulo 2^ExpW, not biased; the significand ii.ffffff has twice the fraction bits.
// Combinational.

module weft_dpa_scale #(
  parameter int unsigned ExpBits  = 8,
  parameter int unsigned FracBits = 0,
  parameter int unsigned ExpW     = 10,
  localparam int unsigned Width   = ExpBits + FracBits,
  localparam int unsigned SigW    = 2 + 2 * FracBits
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [ExpW-1:0]  exp_o,
  output logic [SigW-1:0]  sig_o,
  output logic             nan_o
);

  localparam int Bias = (1 << (ExpBits - 1)) - 1;

  logic [ExpBits-1:0] a_exp, b_exp;
  assign a_exp = a_i[Width-1:FracBits];
  assign b_exp = b_i[Width-1:FracBits];

  if (FracBits == 0) begin : gen_powers
    assign exp_o = ExpW'(a_exp) + ExpW'(b_exp) - ExpW'(2 * Bias);
    assign sig_o = SigW'(1);
  end else begin : gen_numbers
    assign exp_o = ExpW'(a_exp) + ExpW'(b_exp) + ExpW'(~|a_exp) + ExpW'(~|b_exp) - ExpW'(2 * Bias);
    assign sig_o = SigW'({|a_exp, a_i[FracBits-1:0]}) * SigW'({|b_exp, b_i[FracBits-1:0]});
  end
  assign nan_o = &a_i | &b_i;

endmodule
