// SPDX-License-Identifier: Apache-2.0
//
// Streaming state: SVCR, which is PSTATE.SM and PSTATE.ZA; the lengths of vectors; what is legal.
//
//      SMSTART, SMSTOP, MSR SVCR    write SVCR       MRS SVCR          scalar = SVCR
//      ADDVL,  ADDPL                scalar = a + imm * VL, a + imm * VL / 8
//      ADDSVL, ADDSPL               scalar = a + imm * SVL, a + imm * SVL / 8
//      RDVL,   RDSVL                scalar = imm * VL, imm * SVL         in bytes
//
//      in word, a --> [ SVCR ] ----------------+---> sm, za, legal --> illegal
//                        | changes             v
//                        v                [ lengths ] <-- smcr_len, zcr_len
//              zero_vectors, zero_za           |
//                                              +---> svl, vl --> [ << ] --> [ + ] --> out scalar
//
// One A64 instruction word a cycle; the scalar is at the output in the next one. known_o says
// whether in_word_i is an instruction of the unit; another word does nothing. In the cycle that
// takes the word, zero_vectors_o says that PSTATE.SM changes: Z0-Z31, P0-P15 and FFR become zero,
// FPSR 0x0800009f. zero_za_o says that PSTATE.ZA does: ZA becomes zero. Without a change neither
// does.
//
// LEN asks for (LEN + 1) * 128 bits and gets the largest power of two that is not more, nor more
// than Svl in streaming mode and Nsvl outside. svl_o and vl_o are log2 of bytes. A length may
// change when nothing is in use: software's rule, and here too.
//
// illegal_o says for an instruction of class legal_i why it may not be executed now. Reset leaves
// SM = ZA = 0.
//
// Source: Arm Architecture Reference Manual Supplement, the Scalable Matrix Extension, DDI 0616.

module weft_stream_state
  import weft_stream_state_pkg::*;
#(
  parameter int unsigned Svl  = 512,  // powers of two, 128 to 2048
  parameter int unsigned Nsvl = 128
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic [3:0]  smcr_len_i,
  input  logic [3:0]  zcr_len_i,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [31:0] in_word_i,
  input  logic [63:0] in_a_i,
  output logic        known_o,

  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_scalar_o,

  output logic        sm_o,
  output logic        za_o,
  output logic [3:0]  svl_o,
  output logic [3:0]  vl_o,
  output logic        zero_vectors_o,
  output logic        zero_za_o,

  input  logic [2:0]  legal_i,        // weft_stream_state_pkg::legal_e
  output logic [1:0]  illegal_o       // weft_stream_state_pkg::illegal_e
);

  instruction_t inst;
  logic [63:0]  scalar;
  weft_stream_state_decode u_decode (.word_i(in_word_i), .inst_o(inst), .known_o);

  weft_stream_state_core #(
    .Svl(Svl), .Nsvl(Nsvl)
  ) u_core (
    .clk_i, .rst_ni, .smcr_len_i, .zcr_len_i,
    .in_valid_i(in_valid_i && in_ready_o), .in_inst_i(inst), .in_a_i, .out_scalar_o(scalar),
    .sm_o, .za_o, .svl_o, .vl_o, .zero_vectors_o, .zero_za_o, .legal_i(legal_e'(legal_i)),
    .illegal_o
  );

  weft_pipe_reg #(
    .data_t(logic [63:0])
  ) u_scalar (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i(scalar),
    .out_valid_o, .out_ready_i, .out_data_o(out_scalar_o)
  );

endmodule
