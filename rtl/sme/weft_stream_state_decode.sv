// SPDX-License-Identifier: Apache-2.0
//
// The instructions of weft_stream_state, as Arm encodes them. Another word does nothing.
//
// Source: Arm Architecture Reference Manual Supplement, the Scalable Matrix Extension, DDI 0616.

module weft_stream_state_decode
  import weft_sme_encodings_pkg::*, weft_stream_state_pkg::*;
(
  input  logic [31:0]  word_i,
  output instruction_t inst_o,
  output logic         known_o
);

  always_comb begin
    known_o           = 1'b1;
    inst_o            = '0;
    inst_o.value      = word_i[8];
    inst_o.streaming  = word_i[11];
    inst_o.predicates = word_i[22];
    inst_o.imm        = word_i[10:5];
    unique casez (word_i)
      SmstartSm, SmstartZa: {inst_o.write_za, inst_o.write_sm} = word_i[10:9];  // SMSTOP too
      MsrSvcr: {inst_o.write_za, inst_o.write_sm, inst_o.from_a} = '1;
      MrsSvcr: inst_o.read_svcr = 1'b1;
      AddvlOrAddsvl: inst_o.add = 1'b1;
      RdvlOrRdsvl: inst_o.read = 1'b1;
      default: known_o = 1'b0;
    endcase
  end

endmodule
