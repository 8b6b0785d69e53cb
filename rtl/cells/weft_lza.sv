// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero anticipation: how far left the sum of two words can be shifted, computed before the
// sum.
//
// The sum of a and b, of either sign, is a number with digits 1, 0 and -1; t, g and z mean that a
// bit pair is 01 or 10, 11, or 00. An indicator f has its leading one at the sum's leading digit,
// or one place to its left:
//
//      f[i] =  t[i+1] & (g[i] & ~z[i-1] | z[i] & ~g[i-1])
//           | ~t[i+1] & (z[i] & ~z[i-1] | g[i] & ~g[i-1])
//
// zeros_o counts from the top: the leading one of |a + b + carry|, Width bits, is at Width - 1 - zeros_o
// or one place further right. Source: M. S. Schmookler and K. J. Nowka,
// Leading Zero Anticipation and Detection, ARITH 2001. Combinational.

module weft_lza #(
  parameter  int unsigned Width  = 52,
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width:0]    a_i,
  input  logic [Width:0]    b_i,
  input  logic              sign_i,   // sign of the sum's next higher digit: 1 in a subtraction
  input  logic              carry_i,  // into the last place
  output logic [CountW-1:0] zeros_o
);

  logic [Width:1]   t;
  logic [Width-1:0] g, z;
  assign t = {a_i[Width] ^ b_i[Width] ^ sign_i, a_i[Width-1:1] ^ b_i[Width-1:1]};
  assign g = a_i[Width-1:0] & b_i[Width-1:0];
  assign z = ~(a_i[Width-1:0] | b_i[Width-1:0]);

  logic [Width-1:0] g_below, z_below, f;
  assign g_below = {g[Width-2:0], carry_i};
  assign z_below = {z[Width-2:0], !carry_i};
  assign f = (t  & ((g & ~z_below) | (z & ~g_below)))
           | (~t & ((z & ~z_below) | (g & ~g_below)))
           | {~t[Width] & t[Width-1], {(Width-1){1'b0}}};

  weft_lzc #(.Width(Width)) u_count (.word_i(f), .zeros_o(zeros_o));

endmodule
