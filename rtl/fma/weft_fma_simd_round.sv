// SPDX-License-Identifier: Apache-2.0
//
// A lane's rounding decisions, as in weft_round, for each format that fits in Lane slots: whether
// the magnitude is incremented, whether a code replaces it, the sign and the flags. Combinational.

module weft_fma_simd_round
  import weft_float_pkg::*;
  import weft_fma_simd_pkg::*;
#(
  parameter int unsigned Lane = 8
) (
  input  modes_t          mode_i,
  input  round_e          round_i,
  input  logic            subtract_i,
  input  logic            addend_wins_i,
  input  about_t          about_i,
  input  logic [ExpW-1:0] exp_i,        // not negative
  input  logic            normal_i,
  input  logic            frac_any_i,   // a one in the fraction
  input  logic            frac_full_i,  // all ones except in its last place
  input  logic            last_i,       // the fraction's last place
  input  logic            half_i,
  input  logic            quarter_i,
  input  logic            sticky_i,     // bits below the half, including the quarter
  output logic            sign_o,
  output logic            up_o,
  output logic            coded_o,      // a code replaces the magnitude:
  output logic            nan_o,        // the quiet NaN,
  output logic            to_inf_o,     // infinity, else the largest number
  output flags_t          flags_o
);

  // An exact zero difference is -0 in direction Down.
  logic zero, sum_sign;
  assign zero     = !(normal_i | frac_any_i | half_i | sticky_i);
  assign sum_sign = zero & subtract_i ? round_i == Down
                  : addend_wins_i ? about_i.addend_sign : about_i.product_sign;
  assign sign_o   = about_i.is_inf ? about_i.inf_sign : sum_sign & !about_i.is_nan;

  logic away, inexact;
  weft_rounds_up u_up (
    .round_i, .sign_i(sign_o), .last_i, .half_i, .rest_i(sticky_i),
    .away_o(away), .inexact_o(inexact), .up_o
  );

  // If rounded one place lower, 0.11...1 and a half would become 1.0, which is not tiny.
  logic up_lower, tiny;
  assign up_lower = (round_i == NearEven & half_i & quarter_i)
                  | (round_i == NearAway & half_i & quarter_i)
                  | (away & half_i & sticky_i);
  assign tiny     = !normal_i & !(frac_full_i & last_i & up_lower);

  // The exponent's field, and the bits above it.
  logic above, ones, ones_but_last;
  always_comb begin
    logic [ExpW-1:0] field;
    field = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      if (LaneSlots[m] <= Lane) field |= ExpW'((1 << ExpBits[m]) - 1) & {ExpW{mode_i[m]}};
    end
    above         = |(exp_i & ~field);
    ones_but_last = &(exp_i[ExpW-1:1] | ~field[ExpW-1:1]);
    ones          = ones_but_last & exp_i[0];
  end

  // The value is past the largest number, or at it and rounded up. E4M3's largest code is all ones
  // but the last.
  logic finite, past, at, overflow;
  assign finite   = !(about_i.is_inf | about_i.is_nan);
  assign past     = above | (ones & (!mode_i[E4m3] | (frac_full_i & last_i)));
  assign at       = frac_full_i
                  & (mode_i[E4m3] ? ones & !last_i : ones_but_last & !exp_i[0] & last_i);
  assign overflow = finite & normal_i & (past | (at & up_o));

  assign coded_o  = !finite | overflow;
  assign nan_o    = about_i.is_nan;
  assign to_inf_o = !finite | (round_i == NearEven) | (round_i == NearAway) | away;
  assign flags_o  = '{
    invalid:   about_i.invalid,
    overflow:  overflow,
    underflow: finite & tiny & inexact,
    inexact:   finite & (inexact | overflow),
    default:   1'b0
  };

endmodule
