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

  // Bytes for S, halfwords for D, with a sign.
  function automatic logic signed [16:0] quarter(beat_t x, int unsigned i, logic is_unsigned);
    if (wide_i) return {!is_unsigned && x[16*(i%4)+15], x[16*(i%4)+:16]};
    return 17'(signed'({!is_unsigned && x[8*i+7], x[8*i+:8]}));
  endfunction

  logic signed [35:0] sums [2];
  always_comb begin
    for (int unsigned e = 0; e < 2; e++) begin
      sums[e] = '0;
      for (int unsigned k = 0; k < 4; k++)
        sums[e] += 36'(quarter(a_i, 4*e+k, a_unsigned_i)) * 36'(quarter(b_i, 4*e+k, b_unsigned_i));
    end
    sum_o = wide_i ? c_i + 64'(sums[0])
                   : {c_i[63:32] + 32'(sums[1]), c_i[31:0] + 32'(sums[0])};
  end

endmodule
