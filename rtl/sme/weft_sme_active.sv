// SPDX-License-Identifier: Apache-2.0
//
// Active bytes of a beat: all bytes of an element or none, as the governing predicate says. Without
// a predicate every byte is active, or the first ones are. Combinational.

module weft_sme_active
  import weft_sme_pkg::*;
#(
  parameter  int unsigned N     = 64,
  localparam int unsigned BeatW = $clog2(N / 8)
) (
  input  uop_t             uop_i,
  input  logic [3:0]       vl_i,
  input  logic [BeatW-1:0] beat_i,
  input  logic [BeatW+2:0] byte_i,      // an element's first byte
  input  logic [N-1:0]     governing_i,
  output bytes_t           active_o,
  output beat_t            bits_o,      // active_o, eight bits a byte
  output logic             element_o
);

  typedef logic [BeatW-1:0] beat_no_t;

  bytes_t [N/8-1:0] beats;
  beat_no_t         at;
  bytes_t           beat;
  logic [2:0]       size;
  assign beats     = governing_i;
  assign at        = beat_i & ~beat_no_t'(uop_i.size == Q);
  assign beat      = beats[at];
  assign element_o = governing_i[byte_i];
  assign size      = uop_i.size;

  always_comb begin
    unique case (size)
      B:       active_o = beat;
      H:       active_o = {{2{beat[6]}}, {2{beat[4]}}, {2{beat[2]}}, {2{beat[0]}}};
      S:       active_o = {{4{beat[4]}}, {4{beat[0]}}};
      default: active_o = {8{beat[0]}};
    endcase
    if (!uop_i.governed) begin
      active_o = 8'hff;
      if (uop_i.predicate && vl_i == 4'd5) active_o = 8'h0f;
      if (uop_i.predicate && vl_i == 4'd4) active_o = 8'h03;
      if (uop_i.one) begin
        if (!(uop_i.unit inside {Load, Store})) active_o = 8'hff >> (4'd8 - (4'd1 << size));
        else if (uop_i.imm[4:3] == '0) active_o = ~(8'hff << uop_i.imm[2:0]);
      end
    end
    for (int i = 0; i < 8; i++) bits_o[8*i+:8] = {8{active_o[i]}};
  end

endmodule
