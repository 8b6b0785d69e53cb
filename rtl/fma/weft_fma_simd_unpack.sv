// SPDX-License-Identifier: Apache-2.0
//
// Unpacks a lane's number, as weft_float_unpack does, for each format that fits in Lane slots.
// Numbers are aligned to the top, and so are the masks of a format's exponent, fraction and quiet
// bit. Combinational.

module weft_fma_simd_unpack
  import weft_fma_simd_pkg::*;
#(
  parameter  int unsigned Lane = 8,
  parameter  int unsigned Exp  = 11,  // bits of the widest exponent
  localparam int unsigned Width = 8 * Lane
) (
  input  modes_t           mode_i,
  input  logic [Width-1:0] exp_mask_i,
  input  logic [Width-1:0] frac_mask_i,
  input  logic [Width-1:0] quiet_mask_i,
  input  logic [Width-1:0] number_i,
  output logic             sign_o,
  output logic [Exp-1:0]   exp_o,  // biased; 1 for zeros and subnormals
  output logic             normal_o,
  output logic             zero_o,
  output logic             inf_o,
  output logic             nan_o,
  output logic             signalling_o
);

  assign sign_o = number_i[Width-1];

  logic exp_ones, frac_zero, finite_nan;
  assign normal_o   = |(number_i & exp_mask_i);
  assign exp_ones   = &(number_i | ~exp_mask_i);
  assign frac_zero  = ~|(number_i & frac_mask_i);
  assign finite_nan = &number_i[Width-2 -: 7];

  // E4M3 has no infinities and a single NaN.
  assign zero_o       = !normal_o & frac_zero;
  assign inf_o        = exp_ones & frac_zero & !mode_i[E4m3];
  assign nan_o        = mode_i[E4m3] ? finite_nan : exp_ones & !frac_zero;
  assign signalling_o = nan_o & !mode_i[E4m3] & ~|(number_i & quiet_mask_i);

  always_comb begin
    exp_o = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      if (LaneSlots[m] <= Lane) begin
        exp_o |= Exp'(number_i[Width-2:0] >> (Width - 1 - ExpBits[m]))
               & Exp'((1 << ExpBits[m]) - 1) & {Exp{mode_i[m]}};
      end
    end
    exp_o[0] |= !normal_o;
  end

endmodule
