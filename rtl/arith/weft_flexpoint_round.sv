// SPDX-License-Identifier: Apache-2.0
//
// A Flexpoint significand from an exact integer: exact / 2^distance, rounded to nearest even and
// saturated.
//
//            exact AccBits                      distance
//      +-------------+--------------------------------+---+
//      | shift right, arithmetic: SigBits - 1 + AccBits   |   iii...i . h | sticky
//      +-------------+------------------------------------+
//      +-------------+------------------------------------+
//      | round to nearest even, saturate                  |--> significand, |significand|, overflow
//      +--------------------------------------------------+
//
// An infinite value saturates by the sign of exact. Combinational.

module weft_flexpoint_round #(
  parameter int unsigned SigBits   = 16,
  parameter int unsigned AccBits   = 48,
  parameter int unsigned DistanceW = 10  // signed; also a bit more than a shift by all bits needs
) (
  input  logic signed [AccBits-1:0]   exact_i,
  input  logic signed [DistanceW-1:0] distance_i,
  input  logic                        infinite_i,
  output logic [SigBits-1:0]          sig_o,
  output logic [SigBits-1:0]          size_o,      // all bits: of the smallest significand, too
  output logic                        overflow_o
);

  localparam int unsigned Window = SigBits - 1 + AccBits;
  localparam int unsigned ShiftW = $clog2(Window + 1);

  typedef logic signed [DistanceW-1:0] distance_t;

  // The value starts SigBits - 1 places left of its position at distance 0. Further left, it is out
  // of range unless it is zero.

  distance_t         places;
  logic              above;
  logic [ShiftW-1:0] shift;
  assign places = distance_i + distance_t'(SigBits - 1);
  assign above  = places < 0;
  assign shift  = (places >= distance_t'(Window) ? ShiftW'(Window) : places[ShiftW-1:0])
                & {ShiftW{!above}};

  // One extra bit holds the half.
  logic signed [Window:0] window, shifted;
  logic                   half, sticky;
  assign window  = {exact_i, {SigBits{1'b0}}};
  assign shifted = window >>> shift;
  assign half    = shifted[0];
  assign sticky  = (window & ~({(Window+1){1'b1}} << shift)) != '0;

  // Round and saturate. With one bit more than the significand's, rounding cannot hide an overflow.

  logic               top, up, in_range;
  logic [SigBits:0]   rounded;
  logic [SigBits-1:0] limit;
  assign top        = window[Window];
  assign up         = half & (sticky | shifted[1]);
  assign rounded    = shifted[SigBits+1:1] + (SigBits+1)'(up);
  assign in_range   = shifted[Window:SigBits+1] == {(AccBits-1){top}}
                    & rounded[SigBits] == rounded[SigBits-1];
  assign overflow_o = infinite_i | !in_range | (above & exact_i != '0);
  assign limit      = {top, {(SigBits-1){!top}}};
  assign sig_o      = overflow_o ? limit : rounded[SigBits-1:0];
  assign size_o     = (sig_o ^ {SigBits{sig_o[SigBits-1]}}) + SigBits'(sig_o[SigBits-1]);

endmodule
