// SPDX-License-Identifier: Apache-2.0
//
// Parallel-prefix adder, Kogge-Stone: all carries at once; each level doubles the span of each
// carry.
//
//    bit       7    6    5    4    3    2    1    0
//    level 1   7:6  6:5  5:4  4:3  3:2  2:1  1:0  0     the bits that a pair (g, p) is about:
//    level 2   7:4  6:3  5:2  4:1  3:0  2:0  1:0  0     they generate a carry, or propagate one
//    level 3   7:0  6:0  5:0  4:0  3:0  2:0  1:0  0
//
//    a pair and the one below it    g = g_high | p_high & g_low
//                                   p = p_high & p_low
//    at the end                     g is the carry out of its bit; sum = a ^ b ^ carries
//
// log2(Width) levels, fan-out 2, about Width log2(Width) pairs; a level is one operation on words.
// Combinational. Source: P. M. Kogge and H. S. Stone, 1973.

module weft_iadd_prefix #(
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o,
  output logic             carry_o
);

  always_comb begin
    logic [Width-1:0] half, g, p;
    half = a_i ^ b_i;
    p    = half;
    g    = (a_i & b_i) | (half & Width'(carry_i));  // the carry in is generated in bit 0
    for (int d = 1; d < Width; d *= 2) begin
      g |= p & (g << d);
      p &= p << d;
    end
    sum_o   = half ^ (g << 1) ^ Width'(carry_i);
    carry_o = g[Width-1];
  end

endmodule
