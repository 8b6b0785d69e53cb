// SPDX-License-Identifier: Apache-2.0
//
// The instructions of weft_stream_state, as Arm encodes them. Another word does nothing.
//
// Source: Arm Architecture Reference Manual Supplement, the Scalable Matrix Extension, DDI 0616.

module weft_stream_state_decode
  import weft_stream_state_pkg::*;
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
      // SMSTART, SMSTOP name one bit of SVCR or both.
      32'b11010101_00000011_0100001?_01111111,
      32'b11010101_00000011_010001??_01111111: {inst_o.write_za, inst_o.write_sm} = word_i[10:9];
      // MSR, MRS.
      32'b11010101_00011011_01000010_010?????:
        {inst_o.write_za, inst_o.write_sm, inst_o.from_a} = '1;
      32'b11010101_00111011_01000010_010?????: inst_o.read_svcr = 1'b1;
      // ADDVL, ADDPL, ADDSVL, ADDSPL; RDVL, RDSVL.
      32'b00000100_0?1?????_0101????_????????: inst_o.add  = 1'b1;
      32'b00000100_10111111_0101????_????????: inst_o.read = 1'b1;
      default: known_o = 1'b0;
    endcase
  end

endmodule
