// SPDX-License-Identifier: Apache-2.0
//
// A core for AMX's instructions: weft_amx makes words of SME of them, weft_sme_core executes these.
// X is Z0 to Z7, Y is Z8 to Z15, Z is ZA; instructions are AMX's at Svl 512.
//
//      in op, operand --> [ weft_amx ] -- word, Xn, Xm, slice, FPCR --> [ weft_sme_core ] --> memory
//                                                                              |
//      ends: instructions that are done, in order <-- [ last words by tag ] <--+ commits
//
// The address of a word is its Xn. The host sends nothing that memory refuses. Before it reads or
// writes what the core's loads and stores share it waits for idle_o, without a line of a store.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_amx_core #(
  parameter int unsigned Svl          = 512,
  parameter int unsigned RowsPerCycle = 16,
  parameter int unsigned Commit       = 4,
  parameter int unsigned PhysZ        = 96,
  parameter int unsigned PhysP        = 32,
  parameter int unsigned Queue        = 32,
  parameter int unsigned Window       = 128,
  parameter int unsigned AddrBits     = 48,
  parameter int unsigned Gates        = `WEFT_GATES,
  localparam int unsigned TagBits    = $clog2(Window),
  localparam int unsigned CommitBits = $clog2(Commit + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // Instructions, as weft_amx takes them.
  input  logic [1:0]            in_valid_i,
  output logic [1:0]            in_ready_o,
  input  logic [1:0][4:0]       in_op_i,
  input  logic [1:0][63:0]      in_operand_i,
  output logic [1:0]            in_refused_o,
  output logic [1:0]            in_empty_o,
  output logic [CommitBits-1:0] ends_o,       // instructions with words whose last one commits

  // Memory, as weft_sme_core has it.
  output logic                  load_valid_o,
  input  logic                  load_ready_i,
  output logic [TagBits-1:0]    load_tag_o,
  output logic [AddrBits-7:0]   load_line_o,
  output logic                  load_two_o,
  input  logic                  answer_valid_i,
  input  logic [TagBits-1:0]    answer_tag_i,
  input  logic [1023:0]         answer_lines_i,

  input  logic                  store_ready_i,
  output logic                  store_valid_o,
  output logic [AddrBits-7:0]   store_line_o,
  output logic [63:0]           store_bytes_o,
  output logic [511:0]          store_data_o,

  output logic                  flags_valid_o, // of a word
  output logic [7:0]            flags_o,       // of FPSR that it raises

  output logic                  on_o,          // AMX, behind the instructions that were taken
  output logic                  idle_o         // nothing is under way
);

  localparam logic [3:0] Length = 4'(Svl / 128 - 1);

  logic [1:0]               valid, ready, last;
  logic [1:0][31:0]         word, fpcr;
  logic [1:0][63:0]         a, b;
  logic [1:0][7:0]          slice;
  logic [1:0][AddrBits-1:0] address;
  weft_amx #(
    .AddrBits(AddrBits)
  ) u_front (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_op_i,
    .in_operand_i,
    .in_refused_o,
    .in_empty_o,
    .out_valid_o (valid),
    .out_ready_i (ready),
    .out_word_o  (word),
    .out_a_o     (a),
    .out_b_o     (b),
    .out_slice_o (slice),
    .out_fpcr_o  (fpcr),
    .out_last_o  (last),
    .on_o
  );
  assign address = {a[1][AddrBits-1:0], a[0][AddrBits-1:0]};

  logic [TagBits-1:0]    tag, unused_result_tag;
  logic [CommitBits-1:0] commits;
  logic [63:0]           unused_x;
  logic [3:0]            unused_nzcv;
  logic [1:0]            unused_svcr;
  logic                  idle;
  weft_sme_core #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle), .Dispatch(2), .Commit(Commit), .PhysZ(PhysZ),
    .PhysP(PhysP), .Queue(Queue), .Window(Window), .AddrBits(AddrBits), .Gates(Gates)
  ) u_core (
    .clk_i,
    .rst_ni,
    .smcr_len_i      (Length),
    .zcr_len_i       (Length),
    .in_valid_i      (valid),
    .in_ready_o      (ready),
    .in_word_i       (word),
    .in_address_i    (address),
    .in_a_i          (a),
    .in_b_i          (b),
    .in_slice_i      (slice),
    .in_fpcr_i       (fpcr),
    .in_tag_o        (tag),
    .load_valid_o,
    .load_ready_i,
    .load_tag_o,
    .load_line_o,
    .load_two_o,
    .answer_valid_i,
    .answer_tag_i,
    .answer_lines_i,
    .answer_missing_i(2'b00),
    .store_ready_i,
    .store_valid_o,
    .store_line_o,
    .store_bytes_o,
    .store_data_o,
    .result_valid_o  (flags_valid_o),
    .result_tag_o    (unused_result_tag),
    .result_x_o      (unused_x),
    .result_nzcv_o   (unused_nzcv),
    .result_fpsr_o   (flags_o),
    .commits_o       (commits),
    .svcr_o          (unused_svcr),
    .idle_o          (idle)
  );
  assign idle_o = idle && !valid[0];

  // Words commit in order: which of them is its instruction's last one.

  logic [Window-1:0]  last_q;
  logic [TagBits-1:0] oldest_q, second;
  assign second = tag + 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) oldest_q <= '0;
    else oldest_q <= oldest_q + TagBits'(commits);
  end
  always_ff @(posedge clk_i) begin
    if (valid[0] && ready[0]) last_q[tag] <= last[0];
    if (valid[1] && ready[1]) last_q[second] <= last[1];
  end
  logic [TagBits-1:0] committed;
  always_comb begin
    ends_o    = '0;
    committed = oldest_q;
    for (int unsigned c = 0; c < Commit; c++) begin
      if (CommitBits'(c) < commits) ends_o = ends_o + CommitBits'(last_q[committed]);
      committed = committed + 1'b1;
    end
  end

  logic unused;
  assign unused = ^{unused_result_tag, unused_x, unused_nzcv, unused_svcr};

  `WEFT_ASSERT(SecondBehindFirst, ready[1] && valid[1] |-> ready[0] && valid[0])

endmodule
