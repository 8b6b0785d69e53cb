// SPDX-License-Identifier: Apache-2.0
//
// Rounds a normalised significand, packs it, and raises the flags.
//
//      significand  1.ffff...f g h | sticky     g: half a unit, h: a quarter, only for tininess
//
//      magnitude    { exponent, ffff...f } + up
//
// A carry out of the fraction adds one to the exponent. Without a leading one, the number is zero
// or subnormal and its exponent field zero. Overflow gives infinity or the largest number,
// depending on the direction. Without infinities (OCP's E4M3), the code after the largest number is
// NaN.
//
// Underflow is an inexact result below the smallest normal number, compared after rounding with an
// unbounded exponent, or before rounding (TinyBefore). With Flush, such results, exact or not, are
// zeros. Source: IEEE 754-2019, 4.3 and 7. Combinational.

module weft_round
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter bit          Infinities = 1'b1,
  parameter bit          TinyBefore = 1'b0,
  parameter bit          Flush      = 1'b0,
  parameter bit          Gates      = 1'b1   // 0: the same with one addition and a choice by `if`
) (
  input  round_e                    round_i,
  input  logic                      sign_i,
  input  logic                      inf_i,  // an exact infinity instead
  input  logic                      nan_i,  // the quiet NaN instead
  input  logic [ExpBits+1:0]        exp_i,  // not negative
  input  logic [FracBits:0]         sig_i,
  input  logic                      half_i,
  input  logic                      quarter_i,
  input  logic                      sticky_i,  // bits below the half, including the quarter
  output logic [ExpBits+FracBits-1:0] magnitude_o,
  output flags_t                    flags_o
);

  localparam int unsigned Width = ExpBits + FracBits;

  logic away, inexact, up;
  weft_rounds_up u_up (
    .round_i, .sign_i, .last_i(sig_i[0]), .half_i, .rest_i(sticky_i),
    .away_o(away), .inexact_o(inexact), .up_o(up)
  );

  // If rounded one place lower, 0.11...1 and a half would become 1.0, which is not tiny.
  logic subnormal, up_lower, tiny;
  assign subnormal = !sig_i[FracBits];
  assign up_lower  = (round_i == NearEven & half_i & quarter_i)
                   | (round_i == NearAway & half_i & quarter_i)
                   | (away & half_i & sticky_i);
  assign tiny = subnormal & (TinyBefore | !(&sig_i[FracBits-1:0] & up_lower));

  // The first code that is not a number, and the largest number below it.
  localparam logic [Width-1:0] Beyond =
    Infinities ? {{ExpBits{1'b1}}, {FracBits{1'b0}}} : {Width{1'b1}};
  localparam logic [Width-1:0] Quiet = Width'(1) << (FracBits - 1);

  logic finite, overflow, flushed, to_infinity, normal;
  assign finite = !(inf_i | nan_i);
  assign normal = sig_i[FracBits];

  logic [Width-1:0] rounded;
  if (Gates) begin : gen_select
    // The value is past the largest number, or at it and rounded up.
    logic [Width-1:0] magnitude, magnitude_plus_1;
    logic             past, at;
    assign magnitude = {exp_i[ExpBits-1:0] & {ExpBits{normal}}, sig_i[FracBits-1:0]};
    assign magnitude_plus_1 = magnitude + Width'(1);
    assign rounded  = (magnitude & {Width{!up}}) | (magnitude_plus_1 & {Width{up}});
    assign past     = normal & (|exp_i[ExpBits+1:ExpBits] | magnitude >= Beyond);
    assign at       = normal & magnitude == Beyond - Width'(1);
    assign overflow = finite & (past | (at & up));
  end else begin : gen_operators
    logic [Width+1:0] magnitude;
    assign magnitude = {exp_i & {(ExpBits+2){normal}}, sig_i[FracBits-1:0]} + (Width+2)'(up);
    assign rounded   = magnitude[Width-1:0];
    assign overflow  = finite & magnitude >= (Width+2)'(Beyond);
  end
  assign flushed  = finite & Flush & tiny & (inexact | |sig_i);
  assign to_infinity = !finite | (round_i == NearEven) | (round_i == NearAway) | away;

  logic             coded;
  logic [Width-1:0] code;
  assign coded = !finite | overflow;
  assign code  = (to_infinity ? Beyond : Beyond - Width'(1)) | (Quiet & {Width{nan_i}});
  if (Gates) begin : gen_masks
    assign magnitude_o = (rounded & {Width{!coded & !flushed}}) | (code & {Width{coded}});
  end else begin : gen_choice
    always_comb begin
      magnitude_o = flushed ? '0 : rounded;
      if (coded) magnitude_o = code;
    end
  end
  assign flags_o = '{
    overflow:  overflow,
    underflow: (finite & tiny & inexact) | flushed,
    inexact:   (finite & inexact) | overflow | flushed,
    default:   1'b0
  };

endmodule
