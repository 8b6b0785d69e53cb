// SPDX-License-Identifier: Apache-2.0
//
// One part of each element of a beat, in the element's low bits, and as a number of the element's
// size: binary16 and bfloat16 become binary32. Combinational.

module weft_sme_core_part
  import weft_sme_pkg::*;
(
  input  beat_t      beat_i,
  input  logic       words_i,  // elements of 32 bits, otherwise of 64
  input  logic       bytes_i,  // parts of 8 bits, otherwise of 16
  input  logic [1:0] part_i,
  input  logic       floats_i,
  input  logic       brain_i,
  input  logic       flush_i,  // subnormal binary16 counts as zero
  output beat_t      bits_o,
  output beat_t      number_o
);

  beat_t shifted, mask, single;
  assign shifted = beat_i >> ({4'b0, part_i} << (bytes_i ? 3 : 4));
  always_comb begin
    case ({words_i, bytes_i})
      2'b11:   mask = 64'h0000_00ff_0000_00ff;
      2'b10:   mask = 64'h0000_ffff_0000_ffff;
      default: mask = 64'h0000_0000_0000_ffff;
    endcase
  end
  assign bits_o = shifted & mask;
  weft_sme_widen u_widen (.odd_i(1'b0), .flush_i, .beat_i(bits_o), .beat_o(single));
  assign number_o = !floats_i ? bits_o : brain_i ? bits_o << 16 : single;

endmodule
