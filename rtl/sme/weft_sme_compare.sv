// SPDX-License-Identifier: Apache-2.0
//
// x - y and x < y of unsigned numbers, element by element. Combinational.

module weft_sme_compare
  import weft_sme_pkg::*;
(
  input  logic [2:0] size_i,
  input  beat_t      high_i,       // the highest bit of every element
  input  beat_t      x_i,
  input  beat_t      y_i,
  output beat_t      difference_o,
  output beat_t      less_o        // all bits of an element, or none
);

  beat_t borrow;
  assign difference_o = ((x_i | high_i) - (y_i & ~high_i)) ^ (~(x_i ^ y_i) & high_i);
  assign borrow       = (~x_i & y_i) | (~(x_i ^ y_i) & difference_o);
  weft_sme_mask u_less (.size_i, .high_i, .x_i(borrow), .mask_o(less_o));

endmodule
