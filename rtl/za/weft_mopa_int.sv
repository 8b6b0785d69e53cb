// SPDX-License-Identifier: Apache-2.0
//
// Sums of four products: of bytes to two 32-bit words, or (wide) of 16-bit numbers to one 64-bit
// word.
//
//      a    a7 a6 a5 a4 | a3 a2 a1 a0         wide   a3    a2    a1    a0
//      b    b7 b6 b5 b4 | b3 b2 b1 b0                b3    b2    b1    b0
//      sum  a7 b7 + ... | a3 b3 + ... + a0 b0        a3 b3 + a2 b2 + a1 b1 + a0 b0
//
// Either operand is signed or unsigned. With Pairs there are sums of two products, too, of 16-bit
// numbers to two 32-bit words. Combinational.

module weft_mopa_int #(
  parameter bit Pairs = 1'b0
) (
  input  logic        wide_i,
  input  logic        pairs_i,
  input  logic        a_unsigned_i,
  input  logic        b_unsigned_i,
  input  logic [63:0] a_i,
  input  logic [63:0] b_i,
  output logic [63:0] sum_o
);

  logic signed [19:0] bytes [2];
  always_comb begin
    for (int h = 0; h < 2; h++) begin
      bytes[h] = '0;
      for (int k = 0; k < 4; k++) begin
        bytes[h] += 20'($signed({a_i[32*h+8*k+7] && !a_unsigned_i, a_i[32*h+8*k+:8]}))
                  * 20'($signed({b_i[32*h+8*k+7] && !b_unsigned_i, b_i[32*h+8*k+:8]}));
      end
    end
  end

  logic signed [35:0] pair [2], halves;
  always_comb begin
    pair = '{default: '0};
    for (int k = 0; k < 4; k++) begin
      pair[k/2] += 36'($signed({a_i[16*k+15] && !a_unsigned_i, a_i[16*k+:16]}))
              * 36'($signed({b_i[16*k+15] && !b_unsigned_i, b_i[16*k+:16]}));
    end
    halves = pair[0] + pair[1];
  end

  logic [63:0] words;
  assign words = Pairs && pairs_i ? {pair[1][31:0], pair[0][31:0]}
                                  : {32'(bytes[1]), 32'(bytes[0])};
  assign sum_o = wide_i ? 64'(halves) : words;

  logic unused;
  assign unused = pairs_i;

endmodule
