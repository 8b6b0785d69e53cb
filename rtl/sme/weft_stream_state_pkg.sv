// SPDX-License-Identifier: Apache-2.0
//
// Where an instruction may be executed, and why it may not: the same names and codes as in
// sim/golden/sme.hpp and sim/golden/stream_state.hpp. And an instruction, decoded.

package weft_stream_state_pkg;

  typedef enum logic [2:0] {
    Anywhere     = 3'd0,
    NonStreaming = 3'd1,
    Streaming    = 3'd2,
    Za           = 3'd3,
    StreamingZa  = 3'd4
  } legal_e;

  typedef enum logic [1:0] {
    Allowed        = 2'd0,
    NeedsStreaming = 2'd1,
    NeedsZa        = 2'd2,
    NotInStreaming = 2'd3
  } illegal_e;

  typedef struct packed {
    logic       write_sm;    // SVCR's bits, with bits of a or one value for both
    logic       write_za;
    logic       from_a;
    logic       value;
    logic       read_svcr;   // MRS
    logic       add;         // ADDVL, ADDPL, ADDSVL, ADDSPL
    logic       read;        // RDVL, RDSVL
    logic       streaming;   // a multiple of SVL, not of VL
    logic       predicates;  // of predicates' lengths, not of vectors'
    logic [5:0] imm;         // the multiple, signed
  } instruction_t;

endpackage
