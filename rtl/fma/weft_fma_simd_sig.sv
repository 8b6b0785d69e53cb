// SPDX-License-Identifier: Apache-2.0
//
// The significands of a word of numbers, seven bits per slot, at the top of each lane below a zero.
//
//      number        | sign | exponent | fraction |
//
//      significand   |  0  |  normal  | fraction | 0 0 ... |
//
// In a lane of k slots, each format's hidden bit is thus at bit 7k - 2, and the two top bits of a
// product of 14k bits are zero. Combinational.

module weft_fma_simd_sig
  import weft_fma_simd_pkg::*;
(
  input  modes_t   mode_i,
  input  numbers_t numbers_i,
  input  slots_t   normal_i,
  output high_t    sig_o
);

  logic [Modes-1:0][7*Slots-1:0] sig;  // wires for each mode
  for (genvar m = 0; m < Modes; m++) begin : gen_mode
    localparam int unsigned Lane = LaneSlots[m];
    localparam int unsigned Frac = FracBits[m];
    for (genvar s = Lane - 1; s < Slots; s += Lane) begin : gen_lane
      assign sig[m][7*(s+1)-1 -: 7*Lane] = {
        1'b0,
        normal_i[s],
        numbers_i[8*(s+1)-2-ExpBits[m] -: Frac],
        {(7*Lane-2-Frac){1'b0}}
      };
    end
  end

  logic unused;
  assign unused = ^numbers_i[8*Slots-1 -: 5];  // sign and exponent in every mode

  always_comb begin
    sig_o = '0;
    for (int m = 0; m < Modes; m++) sig_o |= sig[m] & {(7*Slots){mode_i[m]}};
  end

endmodule
