// SPDX-License-Identifier: Apache-2.0
//
// Integers of two or four vectors to one vector of narrower ones, the nearest where they do not fit.
// Combinational.
//
//      vectors   bytes of an element   result, and interleaved
//      2         4 to 2                a0 a1 a2 ... | b0 b1 ...             a0 b0 a1 b1 ...
//      4         4 to 1, 8 to 2        a0 a1 ... | b0 ... | c0 ... | d0 ... a0 b0 c0 d0 a1 ...

module weft_sme_core_narrow
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  input  uop_t                uop_i,
  input  logic [3:0]          vl_i, // log2 of the bytes of a vector
  input  logic [3:0][Svl-1:0] z_i,
  output logic [Svl-1:0]      z_o
);

  localparam int unsigned Lengths = $clog2(N) - LeastLength + 1;

  logic  four, to_bytes, is_signed, to_signed;
  beat_t most;
  assign four      = uop_i.regs == 2'd3;
  assign to_bytes  = uop_i.size == B;
  assign is_signed = !uop_i.unsigned_n;
  assign to_signed = is_signed && !uop_i.unsigned_m;
  assign most      = element_ones(uop_i.size) >> to_signed;

  // The nearest number to one with its highest bit in all above; the least one is -most - 1.
  function automatic logic [15:0] nearest(beat_t x);
    logic negative;
    negative = is_signed && x[63];
    if (negative && !to_signed) return '0;
    return 16'(((x ^ {64{negative}}) & ~most) == '0 ? x : most ^ {64{negative}});
  endfunction

  logic [3:0][N/4-1:0][15:0] of_words;
  logic [3:0][N/8-1:0][15:0] of_doublewords;
  always_comb begin
    for (int unsigned k = 0; k < 4; k++) begin
      for (int unsigned i = 0; i < N / 4; i++)
        of_words[k][i] = nearest({{32{z_i[k][32*i + 31]}}, z_i[k][32*i +: 32]});
      for (int unsigned i = 0; i < N / 8; i++) of_doublewords[k][i] = nearest(z_i[k][64*i +: 64]);
    end
  end

  logic [Svl-1:0]              interleaved;
  logic [Lengths-1:0][Svl-1:0] joined;
  always_comb begin
    interleaved = '0;
    for (int unsigned k = 0; k < 4; k++) begin
      for (int unsigned i = 0; i < N / 4; i++) begin
        if (to_bytes) interleaved[32*i + 8*k +: 8] = of_words[k][i][7:0];
        else if (!four && k < 2) interleaved[32*i + 16*k +: 16] = of_words[k][i];
      end
      for (int unsigned i = 0; i < N / 8; i++) begin
        if (!to_bytes && four) interleaved[64*i + 16*k +: 16] = of_doublewords[k][i];
      end
    end
  end
  for (genvar l = 0; l < int'(Lengths); l++) begin : gen_length
    localparam int unsigned Bytes = 1 << (l + int'(LeastLength));
    always_comb begin
      joined[l] = '0;
      for (int unsigned k = 0; k < 4; k++) begin
        for (int unsigned i = 0; i < Bytes / 4; i++) begin
          if (to_bytes) joined[l][2*Bytes*k + 8*i +: 8] = of_words[k][i][7:0];
          else if (!four && k < 2) joined[l][4*Bytes*k + 16*i +: 16] = of_words[k][i];
        end
        for (int unsigned i = 0; i < Bytes / 8; i++) begin
          if (!to_bytes && four) joined[l][2*Bytes*k + 16*i +: 16] = of_doublewords[k][i];
        end
      end
    end
  end
  always_comb begin
    z_o = '0;
    for (int unsigned l = 0; l < Lengths; l++)
      if (vl_i == 4'(l + LeastLength)) z_o = uop_i.interleaved ? interleaved : joined[l];
    for (int unsigned i = 0; i < N; i++) if (i >= 32'd1 << vl_i) z_o[8*i +: 8] = '0;
  end

endmodule
