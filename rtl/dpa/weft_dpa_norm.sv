// SPDX-License-Identifier: Apache-2.0
//
// Normalises a sum in two's complement for rounding: sign, significand, half, quarter, sticky.
//
//      magnitude    0000001x.xxxxxxxx         Width bits, the top one worth 2^top in C's bias
//         << zeros, or as far as subnormals are
//      normal       1xxxx...x h q s           Frac + 1 bits, half, quarter, the rest
//
// The sum's exponent field is top less the shift. With Tiny, top can be below the smallest
// exponent: the magnitude first shifts right by the difference, and the bits that it loses are
// sticky. Combinational.

module weft_dpa_norm #(
  parameter int unsigned Width = 31,
  parameter int unsigned Frac  = 23,
  parameter int unsigned ExpW  = 10,
  parameter bit          Tiny  = 1'b0,  // top may be below 1
  parameter bit          Gates = 1'b1
) (
  input  logic [Width-1:0]       sum_i,
  input  logic signed [ExpW-1:0] top_i,
  output logic                   sign_o,
  output logic [ExpW-1:0]        exp_o,
  output logic [Frac:0]          sig_o,
  output logic                   half_o,
  output logic                   quarter_o,
  output logic                   sticky_o  // bits below the half, including the quarter
);

  localparam int unsigned CountW = $clog2(Width + 1);
  localparam int unsigned Normal = Width > Frac + 4 ? Width : Frac + 4;

  logic [Width-1:0] magnitude;
  assign sign_o    = sum_i[Width-1];
  assign magnitude = (sum_i ^ {Width{sign_o}}) + Width'(sign_o);

  logic [CountW-1:0] zeros, room, shift;
  weft_lzc #(.Width(Width), .Gates(Gates)) u_zeros (.word_i(magnitude), .zeros_o(zeros));

  logic [Width-1:0] placed;
  logic             lost;
  logic [ExpW-1:0]  top, left;
  if (Tiny) begin : gen_tiny
    logic              below, far;
    logic [ExpW-1:0]   missing;
    logic [CountW-1:0] down;
    logic [Width-1:0]  stays;
    assign below   = top_i < ExpW'(1);
    assign missing = (ExpW'(1) - top_i) & {ExpW{below}};
    assign far     = |missing[ExpW-1:CountW];
    assign down    = missing[CountW-1:0];
    assign placed  = (magnitude >> down) & {Width{!far}};
    assign stays   = ({Width{1'b1}} << down) & {Width{!far}};
    assign lost    = |(magnitude & ~stays);
    assign top     = below ? ExpW'(1) : top_i;
  end else begin : gen_normal
    assign placed = magnitude;
    assign lost   = 1'b0;
    assign top    = top_i;
  end
  assign left  = top - ExpW'(1);
  assign room  = left[CountW-1:0] | {CountW{|left[ExpW-1:CountW]}};
  assign shift = zeros < room ? zeros : room;

  logic [Normal-1:0] normal;
  assign normal = Normal'(placed) << (Normal - Width) << shift;
  assign {sig_o, half_o, quarter_o} = normal[Normal-1 -: Frac+3];
  assign sticky_o = quarter_o | (|normal[Normal-Frac-4:0]) | lost;
  assign exp_o    = top - ExpW'(shift);

endmodule
