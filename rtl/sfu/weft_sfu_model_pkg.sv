// SPDX-License-Identifier: Apache-2.0
//
// Written by scripts/gen_sfu_tables from scripts/sfu_tables.json;
// docs/unit/sfu_tables.md describes the search.
//
// Parameters of the tables for the data path of the special function unit.

package weft_sfu_model_pkg;

  // Places that sum and coefficients of a build have below those of docs/unit/sfu_tables.md, and the
  // most of them: quadratic, cubic, fine.
  localparam int unsigned Places [3] = '{0, 0, 1};
  localparam int unsigned MostPlaces = 1;

  // The bits of the fraction that tanh uses.
  localparam logic [22:0] TanhMask = 23'h7fff00;

  // The widest segments are 2^-Smallest[Build][function] of a part.
  localparam int unsigned Smallest [3][9] = '{
    '{6, 5, 5, 6, 6, 6, 1, 4, 7},  // quadratic
    '{5, 5, 4, 5, 5, 6, 1, 4, 6},  // cubic
    '{5, 5, 4, 5, 5, 6, 1, 4, 6}  // fine
  };

  // The cubic correction: 63 / 0.7071 * (1.5 * y - y^3) at y = (u + 1/2) / 64.
  localparam logic [5:0] CubicV [64] = '{
    6'd1, 6'd3, 6'd5, 6'd7, 6'd9, 6'd11, 6'd13, 6'd16,
    6'd18, 6'd20, 6'd22, 6'd23, 6'd25, 6'd27, 6'd29, 6'd31,
    6'd33, 6'd35, 6'd36, 6'd38, 6'd40, 6'd42, 6'd43, 6'd45,
    6'd46, 6'd48, 6'd49, 6'd50, 6'd52, 6'd53, 6'd54, 6'd55,
    6'd56, 6'd57, 6'd58, 6'd59, 6'd60, 6'd60, 6'd61, 6'd62,
    6'd62, 6'd62, 6'd63, 6'd63, 6'd63, 6'd63, 6'd63, 6'd63,
    6'd63, 6'd62, 6'd62, 6'd61, 6'd60, 6'd60, 6'd59, 6'd58,
    6'd57, 6'd55, 6'd54, 6'd53, 6'd51, 6'd49, 6'd48, 6'd46
  };

endpackage
