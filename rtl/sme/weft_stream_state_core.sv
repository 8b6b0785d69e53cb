// SPDX-License-Identifier: Apache-2.0
//
// weft_stream_state behind its decoder: SVCR, lengths, legality. The scalar is there in the cycle
// of the instruction; SVCR changes at its end, if it is valid.

module weft_stream_state_core
  import weft_stream_state_pkg::*;
#(
  parameter int unsigned Svl  = 512,
  parameter int unsigned Nsvl = 128
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic [3:0]   smcr_len_i,
  input  logic [3:0]   zcr_len_i,

  input  logic         in_valid_i,
  input  instruction_t in_inst_i,
  input  logic [63:0]  in_a_i,
  output logic [63:0]  out_scalar_o,

  output logic         sm_o,
  output logic         za_o,
  output logic [3:0]   svl_o,
  output logic [3:0]   vl_o,
  output logic         zero_vectors_o,
  output logic         zero_za_o,

  input  legal_e       legal_i,
  output logic [1:0]   illegal_o       // illegal_e
);

  // SVCR.

  logic sm_q, za_q, sm_d, za_d;
  assign sm_d = !in_inst_i.write_sm ? sm_q : in_inst_i.from_a ? in_a_i[0] : in_inst_i.value;
  assign za_d = !in_inst_i.write_za ? za_q : in_inst_i.from_a ? in_a_i[1] : in_inst_i.value;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {za_q, sm_q} <= '0;
    else if (in_valid_i) {za_q, sm_q} <= {za_d, sm_d};
  end

  assign sm_o           = sm_q;
  assign za_o           = za_q;
  assign zero_vectors_o = in_valid_i && sm_d != sm_q;
  assign zero_za_o      = in_valid_i && za_d != za_q;

  // Lengths.

  function automatic logic [3:0] log_bytes(logic [3:0] len, int unsigned largest);
    logic [3:0] asked, most;
    asked = &len ? 4'd8 : len >= 4'd7 ? 4'd7 : len >= 4'd3 ? 4'd6 : len >= 4'd1 ? 4'd5 : 4'd4;
    most  = 4'($clog2(largest / 8));
    return asked < most ? asked : most;
  endfunction

  assign svl_o = log_bytes(smcr_len_i, Svl);
  assign vl_o  = sm_q ? svl_o : log_bytes(zcr_len_i, Nsvl);

  logic [63:0] imm, scaled;
  assign imm    = 64'(signed'(in_inst_i.imm));
  assign scaled = imm << ((in_inst_i.streaming ? svl_o : vl_o)
                          - (in_inst_i.predicates ? 4'd3 : 4'd0));
  assign out_scalar_o = ((in_a_i & {64{in_inst_i.add}})
                         + (scaled & {64{in_inst_i.add || in_inst_i.read}}))
                      | {62'd0, {za_q, sm_q} & {2{in_inst_i.read_svcr}}};

  always_comb begin
    illegal_o = Allowed;
    if (legal_i inside {Streaming, StreamingZa} && !sm_q) illegal_o = NeedsStreaming;
    else if (legal_i inside {Za, StreamingZa} && !za_q) illegal_o = NeedsZa;
    else if (legal_i == NonStreaming && sm_q) illegal_o = NotInStreaming;
  end

endmodule
