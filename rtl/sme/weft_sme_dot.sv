// SPDX-License-Identifier: Apache-2.0
//
// Sums of four products, modulo the element: c and a's four quarters by b's. Combinational.
//
//      S    2 x (4 products of 8 by 8 bits)
//      D    1 x (4 products of 16 by 16 bits)

module weft_sme_dot
  import weft_sme_pkg::*;
(
  input  logic  wide_i,        // D
  input  logic  a_unsigned_i,
  input  logic  b_unsigned_i,
  input  beat_t a_i,
  input  beat_t b_i,
  input  beat_t c_i,
  output beat_t sum_o
);

  // With a sign, bytes for S, halfwords for D; of those the last four stay unused.
  logic signed [16:0] a [8], b [8];
  always_comb begin
    for (int i = 0; i < 8; i++) begin
      a[i] = wide_i ? {!a_unsigned_i && a_i[16*(i%4)+15], a_i[16*(i%4)+:16]}
                    : 17'(signed'({!a_unsigned_i && a_i[8*i+7], a_i[8*i+:8]}));
      b[i] = wide_i ? {!b_unsigned_i && b_i[16*(i%4)+15], b_i[16*(i%4)+:16]}
                    : 17'(signed'({!b_unsigned_i && b_i[8*i+7], b_i[8*i+:8]}));
    end
  end

  logic signed [35:0] sums [2];
  always_comb begin
    for (int e = 0; e < 2; e++) begin
      sums[e] = '0;
      for (int k = 0; k < 4; k++) sums[e] += 36'(a[4*e+k]) * 36'(b[4*e+k]);
    end
    sum_o = wide_i ? c_i + 64'(sums[0])
                   : {c_i[63:32] + 32'(sums[1]), c_i[31:0] + 32'(sums[0])};
  end

endmodule
