// SPDX-License-Identifier: Apache-2.0
//
// Rounds a magnitude to an integer in two's complement, and saturates it.
//
//      magnitude  iii...i . h | sticky
//
//      positive    magnitude + up
//      negative  -(magnitude + up)  =  ~magnitude + !up         so one adder rounds and negates
//
// A value out of range after rounding gives the nearest representable integer, and invalid; so does
// an infinity. NaN counts as +infinity, as in RISC-V. Combinational.

module weft_fcvt_int
  import weft_float_pkg::*;
#(
  parameter int unsigned Bits = 32
) (
  input  round_e          round_i,
  input  logic            unsigned_i,
  input  logic            sign_i,
  input  logic            beyond_i,  // infinite, NaN, or 2^Bits and more
  input  logic [Bits-1:0] magnitude_i,
  input  logic            half_i,
  input  logic            sticky_i,
  output logic [Bits-1:0] int_o,
  output flags_t          flags_o
);

  logic inexact, up;
  weft_rounds_up u_up (
    .round_i, .sign_i, .last_i(magnitude_i[0]), .half_i, .rest_i(sticky_i),
    .away_o(), .inexact_o(inexact), .up_o(up)
  );

  logic            plus_1;
  logic [Bits-1:0] rounded;
  assign plus_1  = up ^ sign_i;
  assign rounded = (magnitude_i ^ {Bits{sign_i}}) + Bits'(plus_1);

  logic top, ones, any;  // ones: the adder carries into the top
  assign top  = magnitude_i[Bits-1];
  assign ones = &magnitude_i[Bits-2:0] & up;
  assign any  = |magnitude_i[Bits-2:0] | up;

  logic out_of_range;
  always_comb begin
    unique case ({unsigned_i, sign_i})
      2'b00: out_of_range = beyond_i | top | ones;    // 2^(Bits-1) and more
      2'b01: out_of_range = beyond_i | (top & any);   // below -2^(Bits-1)
      2'b10: out_of_range = beyond_i | (top & ones);  // 2^Bits and more
      2'b11: out_of_range = beyond_i | top | any;     // below 0
    endcase
  end

  logic [Bits-1:0] limit;
  assign limit = {sign_i ^ unsigned_i, {(Bits-1){!sign_i}}};

  assign int_o   = out_of_range ? limit : rounded;
  assign flags_o = '{invalid: out_of_range, inexact: inexact & !out_of_range, default: 1'b0};

endmodule
