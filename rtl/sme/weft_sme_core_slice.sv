// SPDX-License-Identifier: Apache-2.0
//
// The number of slice K of a uop of weft_sme_core: one slice, or uop_i.regs + 1 slices of a tile
// from a multiple on, or rows of ZA as far apart as ZA has room for. Combinational.
//
//      one slice       slice + offset
//      of a tile       slice / n * n + offset + K                        n = regs + 1
//      rows of ZA      (slice + offset) mod (rows / n) + K * rows / n, the first of its neighbours
//
// The number may be that of no slice of the tile: its low bits say which one.

module weft_sme_core_slice
  import weft_sme_pkg::*;
#(
  parameter int unsigned K = 0
) (
  // verilator lint_off UNUSEDSIGNAL
  input  uop_t       uop_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic [3:0] svl_i,   // log2 of the rows of ZA
  input  logic [7:0] slice_i, // register; the number in the word is added
  output logic [7:0] number_o
);

  logic [7:0] offset, sum, apart;
  assign offset = {4'b0, uop_i.imm[3:0] & (4'hf >> uop_i.size)};
  assign sum    = (uop_i.row ? slice_i : slice_i & ~{6'b0, uop_i.regs}) + offset;
  assign apart  = 8'(9'd1 << svl_i >> (uop_i.regs[1] ? 2'd2 : 2'(uop_i.regs[0])));
  assign number_o = uop_i.regs == '0 && uop_i.neighbours == '0 ? sum
                  : uop_i.row ? (sum & (apart - 8'd1) & ~{6'd0, uop_i.neighbours})
                                + 8'(8'(K) * apart)
                              : sum + 8'(K);

endmodule
