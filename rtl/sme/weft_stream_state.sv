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

  // Decode.

  logic start_stop, msr, mrs, add, read;
  always_comb begin
    {start_stop, msr, mrs, add, read} = '0;
    unique casez (in_word_i)
      32'b11010101_00000011_0100001?_01111111,
      32'b11010101_00000011_010001??_01111111: start_stop = 1'b1;
      32'b11010101_00011011_01000010_010?????: msr = 1'b1;
      32'b11010101_00111011_01000010_010?????: mrs = 1'b1;
      32'b00000100_0?1?????_0101????_????????: add = 1'b1;
      32'b00000100_10111111_0101????_????????: read = 1'b1;
      default: ;
    endcase
  end
  assign known_o = start_stop || msr || mrs || add || read;

  // SVCR. SMSTART and SMSTOP name one bit of it or both.

  logic sm_q, za_q, sm_d, za_d, takes;
  assign takes = in_valid_i && in_ready_o;
  always_comb begin
    {za_d, sm_d} = {za_q, sm_q};
    if (msr) {za_d, sm_d} = in_a_i[1:0];
    if (start_stop && in_word_i[9]) sm_d = in_word_i[8];
    if (start_stop && in_word_i[10]) za_d = in_word_i[8];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {za_q, sm_q} <= '0;
    else if (takes) {za_q, sm_q} <= {za_d, sm_d};
  end

  assign sm_o           = sm_q;
  assign za_o           = za_q;
  assign zero_vectors_o = takes && sm_d != sm_q;
  assign zero_za_o      = takes && za_d != za_q;

  // Lengths.

  function automatic logic [3:0] log_bytes(logic [3:0] len, int unsigned largest);
    logic [3:0] asked, most;
    asked = &len ? 4'd8 : len >= 4'd7 ? 4'd7 : len >= 4'd3 ? 4'd6 : len >= 4'd1 ? 4'd5 : 4'd4;
    most  = 4'($clog2(largest / 8));
    return asked < most ? asked : most;
  endfunction

  assign svl_o = log_bytes(smcr_len_i, Svl);
  assign vl_o  = sm_q ? svl_o : log_bytes(zcr_len_i, Nsvl);

  // The immediate, of 6 bits with a sign, is in 10:5; bit 11 means SVL, bit 22 predicates' lengths.

  logic [63:0] imm, scaled, scalar;
  assign imm    = 64'(signed'(in_word_i[10:5]));
  assign scaled = imm << ((in_word_i[11] ? svl_o : vl_o) - (in_word_i[22] ? 4'd3 : 4'd0));
  assign scalar = ((in_a_i & {64{add}}) + (scaled & {64{add || read}}))
                | {62'd0, {za_q, sm_q} & {2{mrs}}};

  weft_pipe_reg #(
    .data_t(logic [63:0])
  ) u_scalar (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i(scalar),
    .out_valid_o, .out_ready_i, .out_data_o(out_scalar_o)
  );

  always_comb begin
    illegal_o = Allowed;
    if (legal_i inside {Streaming, StreamingZa} && !sm_q) illegal_o = NeedsStreaming;
    else if (legal_i inside {Za, StreamingZa} && !za_q) illegal_o = NeedsZa;
    else if (legal_i == NonStreaming && sm_q) illegal_o = NotInStreaming;
  end

endmodule
