// SPDX-License-Identifier: Apache-2.0
//
// Rounds a normalised significand under the controls of FPCR. Tininess detection, flushing,
// overflow to infinity and the sign of NaN are inputs, whereas weft_round has them as parameters.
// Combinational.

module weft_mopa_round
  import weft_float_pkg::*;
  import weft_mopa_pkg::*;
#(
  parameter int unsigned ExpBits  = 8,
  parameter int unsigned FracBits = 23
) (
  input  control_t                  control_i,
  input  logic                      sign_i,
  input  logic                      inf_i,
  input  logic                      nan_i,
  input  logic [ExpBits+1:0]        exp_i,
  input  logic [FracBits:0]         sig_i,
  input  logic                      half_i,
  input  logic                      quarter_i,
  input  logic                      sticky_i,  // bits below the half, including the quarter
  output logic [ExpBits+FracBits:0] number_o
);

  localparam int unsigned Width = ExpBits + FracBits;

  logic [Width-1:0] magnitude;
  flags_t           flags;
  weft_round #(.ExpBits(ExpBits), .FracBits(FracBits)) u_round (
    .round_i(control_i.round), .sign_i, .inf_i, .nan_i, .exp_i, .sig_i, .half_i, .quarter_i,
    .sticky_i, .magnitude_o(magnitude), .flags_o(flags)
  );

  // A subnormal is tiny, unless tininess is detected after rounding, and rounding with an unbounded
  // exponent gives the smallest normal number.
  logic tiny;
  assign tiny = !sig_i[FracBits] && !inf_i && !nan_i
              && !(control_i.tiny_after && flags.inexact && !flags.underflow);

  // Infinity is the code after the largest number.
  logic to_infinity;
  assign to_infinity = flags.overflow && control_i.ranged;

  localparam logic [Width-1:0] Infinity = {{ExpBits{1'b1}}, {FracBits{1'b0}}};
  assign number_o = {
    nan_i ? control_i.negative_nan : sign_i,
    ((magnitude & {Width{!to_infinity}}) | (Infinity & {Width{to_infinity}}))
      & {Width{!(tiny && control_i.flush_out)}}
  };

  logic unused;
  assign unused = ^{flags, control_i};

endmodule
