// SPDX-License-Identifier: Apache-2.0
//
// Unpacks a floating-point number.
//
//      +------+----------+-----------+
//      | sign | exponent | fraction  |      significand = {exponent != 0, fraction}
//      +------+----------+-----------+
//
// The exponent stays biased; that of zeros and subnormals is 1, like the smallest normal number's.
// Infinities = 0 is OCP's E4M3: numbers up to the largest exponent, and one quiet NaN, all ones.
// With Flush, subnormals are zeros. Significand and exponent of infinities and NaN have no meaning.
// Source: IEEE 754-2019, 3.4. Combinational.

module weft_float_unpack #(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter bit          Infinities = 1'b1,
  parameter bit          Flush      = 1'b0
) (
  input  logic [ExpBits+FracBits:0] number_i,
  output logic                      sign_o,
  output logic [ExpBits-1:0]        exp_o,
  output logic [FracBits:0]         sig_o,
  output logic                      zero_o,
  output logic                      inf_o,
  output logic                      nan_o,
  output logic                      signalling_o
);

  logic [ExpBits-1:0]  exp;
  logic [FracBits-1:0] frac;
  assign {sign_o, exp, frac} = number_i;

  logic normal, exp_ones, frac_zero;
  assign normal    = |exp;
  assign exp_ones  = &exp;
  assign frac_zero = ~|frac;

  assign exp_o  = {exp[ExpBits-1:1], exp[0] | !normal};
  assign sig_o  = {normal, frac & {FracBits{normal | !Flush}}};
  assign zero_o = !normal & (frac_zero | Flush);

  if (Infinities) begin : gen_ieee
    assign inf_o        = exp_ones & frac_zero;
    assign nan_o        = exp_ones & !frac_zero;
    assign signalling_o = nan_o & !frac[FracBits-1];
  end else begin : gen_finite
    assign inf_o        = 1'b0;
    assign nan_o        = exp_ones & (&frac);
    assign signalling_o = 1'b0;
  end

endmodule
