// SPDX-License-Identifier: Apache-2.0
//
// The class of a word as weft_sme_decode sees it: whether a unit executes it, and where it is legal.
// Combinational.

module weft_sme_word
  import weft_sme_pkg::*;
(
  input  logic [31:0] word_i,
  output logic        host_o,    // the word is not this unit's
  output logic        none_o,    // a reserved encoding
  output logic [2:0]  legal_o,   // weft_stream_state_pkg::legal_e
  output logic        memory_o   // a load or store of a vector register
);

  // verilator lint_off UNUSEDSIGNAL
  uop_t                                uop;
  weft_pred_pkg::instruction_t         pred;
  weft_stream_state_pkg::instruction_t state;
  // verilator lint_on UNUSEDSIGNAL

  weft_sme_decode u_decode (.word_i, .uop_o(uop), .pred_o(pred), .state_o(state));

  assign host_o   = uop.unit == Host;
  assign none_o   = uop.unit == NoEncoding;
  assign legal_o  = uop.legal;
  assign memory_o = uop.unit inside {Load, Store} && uop.one;

endmodule
