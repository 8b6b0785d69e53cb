// SPDX-License-Identifier: Apache-2.0
//
// An element's highest bit in all of its bits. Combinational.

module weft_sme_mask
  import weft_sme_pkg::*;
(
  input  logic [2:0] size_i,
  input  beat_t      high_i,  // the highest bit of every element
  input  beat_t      x_i,
  output beat_t      mask_o
);

  beat_t top, low;
  assign top = x_i & high_i;
  always_comb begin
    case (size_i)
      B:       low = top >> 7;
      H:       low = top >> 15;
      S:       low = top >> 31;
      default: low = top >> 63;
    endcase
  end
  assign mask_o = top | (top - low);

endmodule
