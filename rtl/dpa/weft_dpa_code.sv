// SPDX-License-Identifier: Apache-2.0
//
// A rounded result with a profile's codes: overflow gives infinity in every direction, and NaN is
// the profile's. Combinational.

module weft_dpa_code
  import weft_float_pkg::*;
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P     = weft_dpa_profiles_pkg::Profiles[0],
  localparam int unsigned Width = 1 + P.c_exp_bits + P.c_frac_bits
) (
  input  logic [Width-1:0] number_i,
  input  logic             overflow_i,
  output logic [Width-1:0] number_o
);

  localparam logic [Width-2:0] Infinity = {{P.c_exp_bits{1'b1}}, {P.c_frac_bits{1'b0}}};

  localparam logic [Width-2:0] Quiet    = Infinity | (Width-1)'(1) << (P.c_frac_bits - 1);

  // The rounder's codes: its one NaN, and on overflow infinity or the largest number.
  if (P.round == 3'(NearEven) && Width'(P.nan) == {1'b0, Quiet}) begin : gen_same
    assign number_o = number_i;
    logic unused;
    assign unused = overflow_i;
  end else begin : gen_other
    logic             is_nan;
    logic [Width-1:0] number;
    assign is_nan   = number_i[Width-2:0] > Infinity;
    assign number   = {number_i[Width-1], (number_i[Width-2:0] & {(Width-1){!overflow_i}})
                                        | (Infinity & {(Width-1){overflow_i}})};
    assign number_o = (number & {Width{!is_nan}}) | (Width'(P.nan) & {Width{is_nan}});
  end

endmodule
