// SPDX-License-Identifier: Apache-2.0
//
// The first element of x in all places of a beat. Combinational.

module weft_sme_repeat
  import weft_sme_pkg::*;
(
  input  logic [2:0] size_i,
  input  beat_t      x_i,
  output beat_t      repeated_o
);

  always_comb begin
    case (size_i)
      B:       repeated_o = {8{x_i[7:0]}};
      H:       repeated_o = {4{x_i[15:0]}};
      S:       repeated_o = {2{x_i[31:0]}};
      default: repeated_o = x_i;
    endcase
  end

endmodule
