// SPDX-License-Identifier: Apache-2.0
//
// Carry-lookahead adder: groups of four, groups of four groups, and so on.
//
// A group generates a carry (g) or propagates one (p). Up the tree, a group's pair is computed from
// those of its four parts; down the tree, its carry in gives the carries in of its parts:
//
//    bits   15..12   11..8    7..4    3..0        g, p = a & b, a ^ b
//           [ 4 ]    [ 4 ]    [ 4 ]   [ 4 ]
//            g p      g p      g p     g p        g = g3 | p3 (g2 | p2 (g1 | p1 g0))
//             \        \       /       /          p = p3 p2 p1 p0
//            [      lookahead of 4      ]
//             /        /       \       \          c1 = g0 | p0 c
//           c_12      c_8      c_4     c_0        c2 = g1 | p1 c1, c3 = g2 | p2 c2
//
// The pairs of a level share one word, each at its group's lowest bit, so that a step of all groups
// of a level is one operation on words. There are log4(Width) levels up and log4(Width) down.
// Combinational. Source: A. Weinberger and J. L. Smith, 1958; the group is the 74182.

module weft_iadd_lookahead #(
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o,
  output logic             carry_o
);

  localparam int unsigned Levels = Width > 1 ? ($clog2(Width) + 1) / 2 : 1;
  localparam int unsigned Bits   = 4 ** Levels;

  typedef logic [Bits-1:0] word_t;

  logic [Width-1:0] both, equal;
  assign both  = a_i & b_i;
  assign equal = ~(a_i ^ b_i);

  always_comb begin
    word_t g [Levels+1];
    word_t p [Levels+1];
    word_t c, first;
    int    s;
    g[0] = Bits'(both);
    p[0] = ~Bits'(equal);  // bits above Width propagate the carry
    for (int l = 0; l < Levels; l++) begin
      s      = 4 ** l;
      g[l+1] = g[l];
      for (int i = 1; i < 4; i++) g[l+1] = (g[l] >> (i * s)) | ((p[l] >> (i * s)) & g[l+1]);
      p[l+1] = p[l] & (p[l] >> s) & (p[l] >> (2 * s)) & (p[l] >> (3 * s));
    end
    carry_o = g[Levels][0] | (p[Levels][0] & carry_i);

    // `first` marks the lowest bits of the groups whose carries are known.
    c     = Bits'(carry_i);
    first = Bits'(1'b1);
    for (int l = Levels - 1; l >= 0; l--) begin
      s = 4 ** l;
      for (int i = 0; i < 3; i++) c |= ((g[l] | (p[l] & c)) & (first << (i * s))) << s;
      first |= (first << s) | (first << (2 * s)) | (first << (3 * s));
    end
    sum_o = Width'(p[0] ^ c);
  end

endmodule
