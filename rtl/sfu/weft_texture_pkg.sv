// SPDX-License-Identifier: Apache-2.0
//
// Widths and codes of texture sampling.

package weft_texture_pkg;

  // Coordinates outside of [0, 1].
  typedef enum logic [1:0] {
    Wrap,    // repeats the picture
    Clamp,   // the nearest texel of the edge
    Mirror,  // repeats it, every other one mirrored
    Border   // texels outside are the border's colour
  } mode_e;

  localparam int unsigned PlaceBits  = 24;             // of a coordinate below the point
  localparam int unsigned WeightBits = 8;
  localparam int unsigned SideW      = 15;             // bits of a side in texels
  localparam int unsigned RangedW    = PlaceBits + 3;  // of a coordinate in range

  // Two neighbours on an axis.
  typedef struct packed {
    logic [SideW-2:0]      first, second;
    logic                  first_outside, second_outside;  // then the index is 0
    logic [WeightBits-1:0] weight;                         // of the second
  } pair_t;

  localparam int unsigned Channels = 4;   // of a texel of 4 x 8 bits
  localparam int unsigned ChannelW = 8;
  localparam int unsigned RowW     = 17;  // bits of a channel in a row's sum
  localparam int unsigned ColumnW  = 25;  // in a column's sum

endpackage
