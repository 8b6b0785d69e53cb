// SPDX-License-Identifier: Apache-2.0
//
// Rows of the tile file.

package weft_za_pkg;

  // The row of ZA that is row i of the `rows` that an outer product takes at once, of a tile of
  // 64-bit (wide) or of 32-bit elements. It may lie beyond ZA.

  function automatic logic [10:0] row_of_tile(logic wide, logic [7:0] slice, logic [3:0] tile,
                                              int unsigned rows, logic [7:0] i);
    logic [7:0] row;
    row = (slice & ~8'(rows - 1)) | i;
    return wide ? {row, 3'd0} | (11'(tile) & 11'd7) : {1'b0, row, 2'd0} | (11'(tile) & 11'd3);
  endfunction

endpackage
