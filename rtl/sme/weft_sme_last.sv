// SPDX-License-Identifier: Apache-2.0
//
// Where the element of LASTA and LASTB begins: the one behind the last active element, modulo the
// vector, or the last active element itself, else the vector's last. FMOV takes the first element.
// Combinational.

module weft_sme_last
  import weft_sme_pkg::*;
#(
  parameter  int unsigned N    = 64,
  localparam int unsigned LogN = $clog2(N)
) (
  input  uop_t            uop_i,
  input  logic [3:0]      vl_i,
  input  logic [N-1:0]    governing_i,
  output logic [LogN-1:0] at_o,
  output logic            none_o  // is active
);

  typedef logic [LogN-1:0] byte_no_t;

  logic [N-1:0] actives;
  byte_no_t     zeros;  // above the last active byte, or byte 0
  byte_no_t     last, length, bytes;
  assign actives = governing_i & {(N/8){lowest_bytes(uop_i.size)}} & ~({N{1'b1}} << (9'd1 << vl_i));
  weft_lzc #(.Width(N - 1), .Gates(1'b0)) u_last (.word_i(actives[N-1:1]), .zeros_o(zeros));
  assign last    = byte_no_t'(N - 1) - zeros;
  assign length  = byte_no_t'(9'd1 << vl_i);
  assign bytes   = byte_no_t'(1) << uop_i.size;

  assign none_o = actives == '0;

  always_comb begin
    at_o = '0;
    if (uop_i.governed || uop_i.conditional) begin
      if (uop_i.lastb) at_o = actives == '0 ? length - bytes : last;
      else if (actives != '0) at_o = (last + bytes) & (length - byte_no_t'(1));
    end
  end

endmodule
