// SPDX-License-Identifier: Apache-2.0
//
// Digits of a quotient or a square root: cycles that weft_sme_divide takes for an element of
// 2^size_i bytes behind the one that takes it; a conversion takes none. Combinational.

module weft_sme_digits
  import weft_sme_pkg::*;
(
  input  serial_e    op_i,
  input  logic [2:0] size_i,
  output logic [6:0] digits_o
);

  always_comb begin
    unique case (op_i)
      Idiv:    digits_o = size_i == S ? 7'd32 : 7'd64;
      Fdiv:    digits_o = size_i == H ? 7'd13 : size_i == S ? 7'd26 : 7'd55;
      Fsqrt:   digits_o = size_i == H ? 7'd12 : size_i == S ? 7'd25 : 7'd54;
      default: digits_o = '0;
    endcase
  end

endmodule
