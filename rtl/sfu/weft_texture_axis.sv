// SPDX-License-Identifier: Apache-2.0
//
// A coordinate of one axis, brought into range and in fixed point; and from there the two texels
// beside a position and the weight of the second.
//
//      coordinate, binary32
//      +----------------+
//      | shift          |  24 places below the point, cut off toward zero; modulo 2
//      +----------------+
//      | wrap, mirror,  |  [0, 1); [0, 1]
//      | clamp, border  |  [0, 1]; [-1, 2]
//      +-------+--------+
//              | ranged_o 27
//              | ranged_i
//      +-------+--------+
//      | times size     |  rounded to 8 places below the point, ties up; less half a texel
//      +---+--------+---+
//          |        | 8
//        index    weight
//      +---+------------+
//      | index + 1; the |
//      | other edge, or |
//      | the same, or   |
//      | outside        |
//      +----------------+
//
// Combinational.

module weft_texture_axis
  import weft_texture_pkg::*;
(
  input  logic [31:0]               coordinate_i,
  input  mode_e                     mode_i,
  output logic signed [RangedW-1:0] ranged_o,

  input  logic signed [RangedW-1:0] ranged_i,
  input  mode_e                     ranged_mode_i,
  input  logic [SideW-1:0]          size_i,        // 1 to 2^14
  output pair_t                     pair_o
);

  localparam logic signed [RangedW-1:0] One = RangedW'(1) << PlaceBits;

  // The significand, so that its places below the point are above bit 24; bit 24 of them is 1.
  logic [7:0]                field, left;
  logic [2*PlaceBits:0]      wide;
  logic [PlaceBits:0]        magnitude;
  logic                      sign, far;
  logic signed [RangedW-1:0] t;
  assign sign      = coordinate_i[31];
  assign field     = coordinate_i[30:23];
  assign left      = field - 8'd102;
  assign wide      = (2*PlaceBits+1)'({1'b1, coordinate_i[22:0]}) << left;
  assign magnitude = wide[PlaceBits +: PlaceBits+1]
                   & {(PlaceBits+1){field >= 8'd102 && field != '1}};
  assign far       = field[7] && field != '1;  // at least 2
  assign t         = sign ? -RangedW'(magnitude) : RangedW'(magnitude);

  logic [PlaceBits:0] mirrored;
  assign mirrored = t[PlaceBits] ? -t[PlaceBits:0] : t[PlaceBits:0];
  always_comb begin
    case (mode_i)
      Wrap:    ranged_o = RangedW'(t[PlaceBits-1:0]);
      Mirror:  ranged_o = RangedW'(mirrored);
      Clamp:   ranged_o = sign ? '0 : far || magnitude[PlaceBits] ? One : t;
      default: ranged_o = sign ? (far || magnitude[PlaceBits] ? -One : t) : far ? One <<< 1 : t;
    endcase
  end

  // The position in texels, 8 places below the point.
  localparam int unsigned ProductW  = RangedW + SideW;
  localparam int unsigned Cut       = PlaceBits - WeightBits;
  localparam int unsigned PositionW = ProductW - Cut;
  localparam int unsigned IndexW    = PositionW - WeightBits;
  logic signed [ProductW-1:0]  product;
  logic signed [PositionW-1:0] position;
  logic signed [IndexW-1:0]    first, second, size;
  assign product  = ProductW'(ranged_i) * ProductW'(signed'({1'b0, size_i}))
                  + (ProductW'(1) << (Cut - 1));
  assign position = product[ProductW-1:Cut] - (PositionW'(1) << (WeightBits - 1));
  assign first    = position[PositionW-1:WeightBits];
  assign second   = first + IndexW'(1);
  assign size     = IndexW'(size_i);

  logic [SideW-2:0] last;
  assign last = (SideW-1)'(size_i - SideW'(1));

  logic border, wraps, first_below, first_beyond, second_below, second_beyond;
  assign border        = ranged_mode_i == Border;
  assign wraps         = ranged_mode_i == Wrap;
  assign first_below   = first < 0;
  assign first_beyond  = first >= size;
  assign second_below  = second < 0;
  assign second_beyond = second >= size;
  always_comb begin
    pair_o.weight         = position[WeightBits-1:0];
    pair_o.first_outside  = border && (first_below || first_beyond);
    pair_o.second_outside = border && (second_below || second_beyond);
    pair_o.first          = first_below ? (wraps ? last : '0) : first[SideW-2:0];
    pair_o.second         = second_beyond ? (wraps ? '0 : last) : second[SideW-2:0];
    if (pair_o.first_outside) pair_o.first = '0;
    if (pair_o.second_outside) pair_o.second = '0;
  end

  logic unused;
  assign unused = ^{product[Cut-1:0], wide[PlaceBits-1:0]};

endmodule
