// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero anticipation: how far left the sum of two words can be shifted, known before it is.
//
// The sum of a and b, of either sign, as digits of 1, 0 and -1; t, g and z say that a bit pair is 01
// or 10, 11, or 00. An indicator f has its leading one where the sum's leading digit is, or one place
// to the left of it:
//
//      f[i] =  t[i+1] & (g[i] & ~z[i-1] | z[i] & ~g[i-1])
//           | ~t[i+1] & (z[i] & ~z[i-1] | g[i] & ~g[i-1])
//
// The marker, one bit, ends the count where the exponent of subnormals begins. zeros_o counts from
// the top: the leading one of |a + b + carry_i|, Width bits, is at Width - 1 - zeros_o or one place
// further right, or, with the marker, further right. Source: M. S. Schmookler and K. J. Nowka,
// Leading Zero Anticipation and Detection, ARITH 2001. Combinational.

module weft_lza #(
  parameter  int unsigned Width  = 52,
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width:0]    a_i,
  input  logic [Width:0]    b_i,
  input  logic              sign_i,   // of the sum's next higher digit: 1 in a subtraction
  input  logic              carry_i,  // into the last place
  input  logic [Width-1:0]  marker_i,
  output logic [CountW-1:0] zeros_o
);

  logic [Width:0] t, g, z;
  assign t = {a_i[Width] ^ b_i[Width] ^ sign_i, a_i[Width-1:0] ^ b_i[Width-1:0]};
  assign g = a_i & b_i;
  assign z = ~(a_i | b_i);

  logic [Width-1:0] g_below, z_below, f;
  assign g_below = {g[Width-2:0], carry_i};
  assign z_below = {z[Width-2:0], !carry_i};
  assign f = (t[Width:1]  & ((g[Width-1:0] & ~z_below) | (z[Width-1:0] & ~g_below)))
           | (~t[Width:1] & ((z[Width-1:0] & ~z_below) | (g[Width-1:0] & ~g_below)));

  logic unused;
  assign unused = g[Width] ^ z[Width];

  weft_lzc #(.Width(Width)) u_count (.word_i(f | marker_i), .zeros_o(zeros_o));

endmodule
