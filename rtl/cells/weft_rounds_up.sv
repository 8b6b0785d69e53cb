// SPDX-License-Identifier: Apache-2.0
//
// Whether a number with lost bits is rounded to the next magnitude, for each direction.
//
//      magnitude  m ... m l | h r r ... r      l: last_i, h: half_i, rest_i: a one below h
//
// Combinational. Source: IEEE 754-2019, 4.3; Odd is von Neumann's jamming.

module weft_rounds_up
  import weft_float_pkg::*;
(
  input  round_e round_i,
  input  logic   sign_i,
  input  logic   last_i,
  input  logic   half_i,
  input  logic   rest_i,
  output logic   away_o,     // the direction is away from zero, regardless of lost bits
  output logic   inexact_o,  // a lost bit is one
  output logic   up_o
);

  assign away_o    = (round_i == Down & sign_i) | (round_i == Up & !sign_i);
  assign inexact_o = half_i | rest_i;
  assign up_o      = (round_i == NearEven & half_i & (rest_i | last_i))
                   | (round_i == NearAway & half_i)
                   | (away_o & inexact_o)
                   | (round_i == Odd & inexact_o & !last_i);

endmodule
