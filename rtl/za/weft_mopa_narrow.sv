// SPDX-License-Identifier: Apache-2.0
//
// Unpacks a binary16 or bfloat16 operand to a common form.
//
//      binary16   s eeeee    ffffffffff     exponent + 112
//      bfloat16   s eeeeeeee fffffff        exponent
//      sig        1.ffffffffff, normalised; the exponent, biased by 127 + 16, follows
//
// Combinational.

module weft_mopa_narrow
  import weft_mopa_pkg::*;
#(
  parameter int unsigned Gates = 0
) (
  input  logic        brain_i,  // bfloat16
  input  logic        flush_i,  // subnormals are zeros
  input  logic [15:0] number_i,
  output narrow_t     narrow_o
);

  logic [7:0]  exp;
  logic [9:0]  frac;
  logic        normal, ones;
  assign exp    = brain_i ? number_i[14:7] : {3'b0, number_i[14:10]};
  assign frac   = brain_i ? {number_i[6:0], 3'b0} : number_i[9:0];
  assign normal = |exp;
  assign ones   = &number_i[14:10] && (!brain_i || &number_i[9:7]);

  logic [10:0] sig;
  logic [3:0]  zeros;
  assign sig = {normal, frac & {10{normal || !flush_i}}};
  weft_lzc #(.Width(11), .Gates(Gates != 0)) u_count (.word_i(sig), .zeros_o(zeros));

  assign narrow_o = '{
    sign: number_i[15],
    inf:  ones && ~|frac,
    nan:  ones && |frac,
    exp:  (brain_i ? 9'd16 : 9'd128) + 9'(exp) + 9'(!normal) - 9'(zeros),
    sig:  sig << zeros
  };

endmodule
