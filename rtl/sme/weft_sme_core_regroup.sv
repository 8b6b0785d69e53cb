// SPDX-License-Identifier: Apache-2.0
//
// ZIP and UZP of two or four vectors: one of the results. Combinational.
//
//      ZIP      a0 b0 c0 d0 a1 b1 ..., in as many vectors
//      UZP      a0 a4 a8 ... b0 b4 ... | a1 a5 ... | a2 a6 ... | a3 a7 ...     of four

module weft_sme_core_regroup
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  input  uop_t                uop_i,
  input  logic [3:0]          vl_i,  // log2 of the bytes of a vector
  input  logic [1:0]          reg_i, // the number of the result
  input  logic [3:0][Svl-1:0] z_i,
  output logic [Svl-1:0]      z_o
);

  localparam int unsigned Lengths = $clog2(N) - LeastLength + 1;

  // The vectors one behind the other, and element by element.
  logic [4*Svl-1:0] joined, zipped;
  logic [Svl-1:0]   unzipped;
  logic [4*N-1:0]   unused_written;
  weft_sme_core_interleave #(
    .Svl(Svl), .Sizes(5)
  ) u_interleave (
    .regs_i(uop_i.regs), .size_i(uop_i.size),
    .vectors_i(z_i), .active_i('0), .memory_o(zipped), .written_o(unused_written),
    .memory_i(joined), .reg_i, .vector_o(unzipped)
  );

  logic [Lengths-1:0][4*Svl-1:0] joined_of;
  logic [Lengths-1:0][Svl-1:0]   result_of;
  for (genvar l = 0; l < int'(Lengths); l++) begin : gen_length
    localparam int unsigned Bits = 8 << (l + int'(LeastLength));
    always_comb begin
      joined_of[l] = '0;
      result_of[l] = '0;
      for (int unsigned k = 0; k < 4; k++) begin
        joined_of[l][Bits*k +: Bits] = z_i[k][Bits-1:0];
        if (reg_i == 2'(k)) result_of[l][Bits-1:0] = zipped[Bits*k +: Bits];
      end
      if (permute_e'(uop_i.op) == Uzp) result_of[l][Bits-1:0] = unzipped[Bits-1:0];
    end
  end
  always_comb begin
    joined = '0;
    z_o    = '0;
    for (int unsigned l = 0; l < Lengths; l++) begin
      if (vl_i == 4'(l + LeastLength)) begin
        joined = joined_of[l];
        z_o    = result_of[l];
      end
    end
  end

  logic unused;
  assign unused = ^unused_written;

endmodule
