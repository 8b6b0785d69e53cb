// SPDX-License-Identifier: Apache-2.0
//
// Unpacks a binary32 number. A subnormal is normalised, or becomes zero (Flush).
//
//      f                                  0.000ff...f
//      +-----------+                          |
//      | count     |  zeros of a subnormal    |  zeros + 1
//      | leading 0 |                          |
//      +-----+-----+                          v
//            +------> shift left --------> 1.ff...f000    exponent -126 - (zeros + 1)
//
// Combinational.

module weft_sfu_unpack
  import weft_sfu_pkg::*;
#(
  parameter bit Flush = 1'b0,
  parameter bit Gates = 1'b1
) (
  input  logic [31:0] bits_i,
  output number_t     number_o
);

  logic [7:0]  field;
  logic [22:0] frac;
  logic        least, most, any;
  assign field = bits_i[30:23];
  assign frac  = bits_i[22:0];
  assign least = field == '0;
  assign most  = &field;
  assign any   = |frac;

  // The shift of a subnormal number moves its leading one to the hidden bit's place.
  logic [4:0]  shift;
  logic [22:0] shifted;
  if (Flush) begin : gen_flush
    assign shift   = '0;
    assign shifted = frac;
  end else begin : gen_normalise
    logic [4:0] zeros;
    weft_lzc #(.Width(23), .Gates(Gates)) u_count (.word_i(frac), .zeros_o(zeros));
    assign shift   = (zeros + 5'd1) & {5{least & any}};
    assign shifted = frac << shift;
  end

  logic zero, subnormal;
  assign zero      = least & (Flush || !any);
  assign subnormal = least & !zero;
  assign number_o = '{
    sign:     bits_i[31],
    zero:     zero,
    infinite: most & !any,
    nan:      most & any,
    exp:      9'(field) - 9'd127 + 9'(subnormal) - 9'(shift),
    frac:     shifted & {23{!zero}}
  };

endmodule
