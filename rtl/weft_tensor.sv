// SPDX-License-Identifier: Apache-2.0
//
// Tensor core: D = A * B, or D = A * B + C, on a systolic array of Rows x Cols.
//
//     Type Float    the arithmetic of Profile, a place in the table of weft_dpa_profiles_pkg: blocks of
//                   so many products in the order k = 0, 1, ..., each with the sum before it as C
//     else          integers (weft_tensor_pkg::type_e), modulo 2^32 or 2^64
//
//                         B        C
//                         |        |
//                     [ reader ][ reader ]
//     cmd -> [ os | ws ]   |     |
//                |      +--------------+
//     A --[ reader ]--->|    array     |---.
//                       +--------------+   |  partial sums
//                              |   ^-------'
//                         [ writer ]---> D
//
// A command gives the flow (weft_tensor_pkg::flow_e), M, N, K (1 to 65535 each) and whether C is
// read. The hardware walks over the tiles; matrices whose edges are no multiple of the array need
// no padding by software: what lies beyond an edge is read (A, B, C) and never used.
//
// Memory ports count words from 0; whoever connects a memory adds its base. One word is what enters
// or leaves the array in one step. Every matrix lies in panels as wide as the array, row upon row:
//
//     A   word p * K + k    column k of rows    p * Rows ..     lane i: A[p * Rows + i][k]
//     A   word p * M + m    row m    of columns p * Rows ..     lane i: A[m][p * Rows + i]   sums pass
//     B   word p * K + k    row k    of columns p * Cols ..     lane j: B[k][p * Cols + j]
//     C   word p * M + m    row m    of columns p * Cols ..     lane j: C[m][p * Cols + j]
//     D   word p * M + m    row m    of columns p * Cols ..     lane j, with strobes
//
// The first form of A is for the flow whose sums stay, the second for those whose sums pass. Lane 0
// is in the low bits. Where a step adds up several products (Lanes), k counts steps, and a lane is
// so many neighbours of K, the first one in the low bits; those beyond K are never used. A request
// or a result word waits on its port until it is taken. Answers come in order, any number of cycles
// after their request; they are always taken.
//
// cmd_ready_o is low while a command runs. done_o is high in the cycle in which the last word of D
// is taken; the next command can be given in the cycle after. With memories that answer one cycle
// after the request and never stall, that cycle is, after the one in which the command was taken,
//
//     (tiles - 1) * max(K, Rows) + K + 2 * Rows + Cols + 2                          if sums stay
//     sum over all blocks of max(rows, turn) - max(rows, turn) + rows of the last one
//       + 2 * Rows + Cols + 5                                                        if they pass
//
// with blocks, rows and turn as weft_tensor_ws has them.

`include "weft_assert.svh"

module weft_tensor
  import weft_tensor_pkg::*;
#(
  parameter  int unsigned Type        = 32'(Float),  // a type_e
  parameter  int unsigned Profile     = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned Streams     = 1,     // 1: the flows in which sums pass are built in, too
  parameter  int unsigned PartialRows = 64,    // sums of a column that can wait below the array
  parameter  int unsigned BufferDepth = 4,     // words of each operand read ahead, 3 at least
  localparam bit          IsFloat     = type_e'(Type) == Float,
  localparam weft_dpa_pkg::profile_t P = weft_dpa_profiles_pkg::Profiles[Profile],
  localparam int unsigned Lanes       = IsFloat ? P.lanes : 1,  // products of a step
  localparam int unsigned ABits       = IsFloat ? P.lanes * P.a.width : integer_bits(type_e'(Type)),
  localparam int unsigned BBits       = IsFloat ? P.lanes * P.b.width : integer_bits(type_e'(Type)),
  localparam int unsigned ResultBits  = IsFloat ? 1 + P.c_exp_bits + P.c_frac_bits
                                      : type_e'(Type) == Int16 ? 64 : 32,
  localparam int unsigned TailBits    = Lanes > 1 ? $clog2(Lanes) : 1,
  localparam int unsigned RowBits     = $clog2(PartialRows),
  localparam int unsigned TurnBits    = Rows > 1 ? $clog2(Rows) : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic                        cmd_valid_i,
  output logic                        cmd_ready_o,
  input  logic [1:0]                  cmd_flow_i,  // a flow_e
  input  logic [DimBits-1:0]          cmd_m_i,
  input  logic [DimBits-1:0]          cmd_n_i,
  input  logic [DimBits-1:0]          cmd_k_i,
  input  logic                        cmd_preload_i,

  output logic                        a_req_valid_o,
  input  logic                        a_req_ready_i,
  output logic [AddrBits-1:0]         a_req_addr_o,
  input  logic                        a_rsp_valid_i,
  input  logic [Rows*ABits-1:0] a_rsp_data_i,

  output logic                        b_req_valid_o,
  input  logic                        b_req_ready_i,
  output logic [AddrBits-1:0]         b_req_addr_o,
  input  logic                        b_rsp_valid_i,
  input  logic [Cols*BBits-1:0] b_rsp_data_i,

  output logic                        c_req_valid_o,
  input  logic                        c_req_ready_i,
  output logic [AddrBits-1:0]         c_req_addr_o,
  input  logic                        c_rsp_valid_i,
  input  logic [Cols*ResultBits-1:0]  c_rsp_data_i,

  output logic                        d_valid_o,
  input  logic                        d_ready_i,
  output logic [AddrBits-1:0]         d_addr_o,
  output logic [Cols-1:0]             d_strb_o,
  output logic [Cols*ResultBits-1:0]  d_data_o,

  output logic                        busy_o,
  output logic                        done_o
);

  typedef logic [Rows*ABits-1:0] a_word_t;
  typedef logic [Cols*BBits-1:0] b_word_t;
  typedef logic [Cols*ResultBits-1:0]  c_word_t;

  // The command, from the cycle in which it is taken until it is done.

  logic                start, busy_q;
  command_t            command, command_q;
  dim_t                steps;   // K in steps of the array
  logic [TailBits-1:0] tail_q;  // elements of the last one, 0: all
  assign steps       = dim_t'((17'(cmd_k_i) + 17'(Lanes - 1)) >> $clog2(Lanes));
  assign cmd_ready_o = !busy_q;
  assign busy_o      = busy_q;
  assign start       = cmd_valid_i && cmd_ready_o;
  assign command     = start ? '{flow: flow_e'(cmd_flow_i), m: cmd_m_i, n: cmd_n_i, k: steps,
                                 preload: cmd_preload_i}
                             : command_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (start) busy_q <= 1'b1;
    else if (done_o) busy_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      command_q <= command;
      tail_q    <= TailBits'(cmd_k_i);
    end
  end

  // How the walks over the blocks differ between the flows.

  logic  stream, stream_q;  // the array sees the register only, and moves nothing before it is set
  dim_t  row_chunk, depth_chunk;
  assign stream      = Streams != 0 && command.flow != OutputStationary;
  assign row_chunk   = stream ? dim_t'(PartialRows) : dim_t'(Rows);
  assign depth_chunk = stream ? dim_t'(Rows) : command.k;
  always_ff @(posedge clk_i) stream_q <= stream;

  // Operand buffers.

  logic    a_valid, b_valid, c_valid, a_ready, b_ready, c_ready;
  a_word_t a_read, a_word, a_turned;
  b_word_t b_read, b_word;
  c_word_t c_word;

  weft_tensor_reader #(
    .Cols(Cols), .Depth(BufferDepth), .word_t(a_word_t)
  ) u_read_a (
    .clk_i,
    .rst_ni,
    .start_i         (start),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             (command.k),
    .row_chunk_i     (row_chunk),
    .depth_chunk_i   (depth_chunk),
    .row_stride_i    (stream ? addr_t'(row_chunk) : addr_t'(command.k)),
    .col_stride_i    ('0),
    .depth_stride_i  (addr_t'(command.m)),
    .words_are_rows_i(stream),
    .req_valid_o     (a_req_valid_o),
    .req_ready_i     (a_req_ready_i),
    .req_addr_o      (a_req_addr_o),
    .rsp_valid_i     (a_rsp_valid_i),
    .rsp_data_i      (a_rsp_data_i),
    .word_valid_o    (a_valid),
    .word_ready_i    (a_ready),
    .word_o          (a_read)
  );

  weft_tensor_reader #(
    .Cols(Cols), .Depth(BufferDepth), .word_t(b_word_t)
  ) u_read_b (
    .clk_i,
    .rst_ni,
    .start_i         (start),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             (command.k),
    .row_chunk_i     (row_chunk),
    .depth_chunk_i   (depth_chunk),
    .row_stride_i    ('0),
    .col_stride_i    (addr_t'(command.k)),
    .depth_stride_i  (addr_t'(Rows)),
    .words_are_rows_i(1'b0),
    .req_valid_o     (b_req_valid_o),
    .req_ready_i     (b_req_ready_i),
    .req_addr_o      (b_req_addr_o),
    .rsp_valid_i     (b_rsp_valid_i),
    .rsp_data_i      (b_rsp_data_i),
    .word_valid_o    (b_valid),
    .word_ready_i    (b_ready),
    .word_o          (b_read)
  );

  weft_tensor_reader #(
    .Cols(Cols), .Depth(BufferDepth), .word_t(c_word_t)
  ) u_read_c (
    .clk_i,
    .rst_ni,
    .start_i         (start && command.preload),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             ('0),
    .row_chunk_i     (row_chunk),
    .depth_chunk_i   ('0),
    .row_stride_i    (addr_t'(row_chunk)),
    .col_stride_i    (addr_t'(command.m)),
    .depth_stride_i  ('0),
    .words_are_rows_i(1'b1),
    .req_valid_o     (c_req_valid_o),
    .req_ready_i     (c_req_ready_i),
    .req_addr_o      (c_req_addr_o),
    .rsp_valid_i     (c_rsp_valid_i),
    .rsp_data_i      (c_rsp_data_i),
    .word_valid_o    (c_valid),
    .word_ready_i    (c_ready),
    .word_o          (c_word)
  );

  logic [Rows-1:0] a_ends;
  logic            b_ends;
  weft_tensor_tail #(
    .Lanes(Rows), .Elements(Lanes), .Bits(ABits / Lanes)
  ) u_tail_a (
    .ends_i(a_ends), .count_i(tail_q), .word_i(a_read), .word_o(a_word)
  );
  weft_tensor_tail #(
    .Lanes(Cols), .Elements(Lanes), .Bits(BBits / Lanes)
  ) u_tail_b (
    .ends_i({Cols{b_ends}}), .count_i(tail_q), .word_i(b_read), .word_o(b_word)
  );

  // Dataflow, array, results. Of the two controllers, one is busy.

  logic                advance, blocked, bottom_last;
  control_t [Rows-1:0] control;
  logic                write, read;
  logic [RowBits-1:0]  write_row, read_row;
  c_word_t             row;
  phase_e              phase;

  logic                os_advance, os_ready, os_c_ready, os_ends;
  control_t [Rows-1:0] os_control;
  phase_e              os_phase;

  weft_tensor_os #(
    .Rows(Rows), .Cols(Cols)
  ) u_os (
    .clk_i,
    .rst_ni,
    .start_i         (start && !stream),
    .command_i       (command),
    .busy_i          (busy_q && !stream),
    .operands_valid_i(a_valid && b_valid),
    .operands_ready_o(os_ready),
    .preload_valid_i (c_valid),
    .preload_ready_o (os_c_ready),
    .blocked_i       (blocked),
    .advance_o       (os_advance),
    .control_o       (os_control),
    .ends_o          (os_ends),
    .phase_o         (os_phase)
  );

  if (Streams != 0) begin : gen_streams
    logic                ws_advance, ws_a_ready, ws_b_ready, ws_c_ready, ws_b_ends;
    logic [Rows-1:0]     ws_a_ends;
    control_t [Rows-1:0] ws_control;
    logic [TurnBits-1:0] turn;
    phase_e              ws_phase;

    weft_tensor_ws #(
      .Rows(Rows), .Cols(Cols), .PartialRows(PartialRows)
    ) u_ws (
      .clk_i,
      .rst_ni,
      .start_i    (start && stream),
      .command_i  (command),
      .busy_i     (busy_q && stream),
      .a_valid_i  (a_valid),
      .a_ready_o  (ws_a_ready),
      .b_valid_i  (b_valid),
      .b_ready_o  (ws_b_ready),
      .c_valid_i  (c_valid),
      .c_ready_o  (ws_c_ready),
      .blocked_i  (blocked),
      .advance_o  (ws_advance),
      .control_o  (ws_control),
      .a_ends_o   (ws_a_ends),
      .b_ends_o   (ws_b_ends),
      .turn_o     (turn),
      .write_o    (write),
      .write_row_o(write_row),
      .read_o     (read),
      .read_row_o (read_row),
      .phase_o    (ws_phase)
    );

    weft_tensor_rotate #(
      .data_t(logic [ABits-1:0]), .Lanes(Rows)
    ) u_turn (
      .in_data_i(a_word), .by_i(turn), .out_data_o(a_turned)
    );

    assign advance = stream ? ws_advance : os_advance;
    assign control = stream ? ws_control : os_control;
    assign a_ready = stream ? ws_a_ready : os_ready;
    assign b_ready = stream ? ws_b_ready : os_ready;
    assign c_ready = stream ? ws_c_ready : os_c_ready;
    assign a_ends  = stream ? ws_a_ends : {Rows{os_ends}};
    assign b_ends  = stream ? ws_b_ends : os_ends;
    assign phase   = stream ? ws_phase : os_phase;
  end else begin : gen_no_streams
    assign {write, write_row, read, read_row} = '0;
    assign advance  = os_advance;
    assign control  = os_control;
    assign a_ready  = os_ready;
    assign b_ready  = os_ready;
    assign c_ready  = os_c_ready;
    assign a_ends   = {Rows{os_ends}};
    assign b_ends   = os_ends;
    assign phase    = os_phase;
    assign a_turned = a_word;
  end

  weft_tensor_array #(
    .Type(type_e'(Type)), .Profile(Profile),
    .ABits(ABits), .BBits(BBits), .ResultBits(ResultBits), .Rows(Rows), .Cols(Cols),
    .Streams(Streams != 0), .PartialRows(PartialRows)
  ) u_array (
    .clk_i,
    .rst_ni,
    .advance_i    (advance),
    .stream_i     (stream_q),
    .control_i    (control),
    .a_i          (a_turned),
    .b_valid_i    (b_ready),
    .b_i          (b_word),
    .c_i          (c_ready ? c_word : '0),
    .write_i      (write),
    .write_row_i  (write_row),
    .read_i       (read),
    .read_row_i   (read_row),
    .bottom_last_o(bottom_last),
    .d_o          (row)
  );

  weft_tensor_writer #(
    .Rows(Rows), .Cols(Cols), .result_t(logic [ResultBits-1:0])
  ) u_writer (
    .clk_i,
    .rst_ni,
    .start_i      (start),
    .m_i          (command.m),
    .n_i          (command.n),
    .row_chunk_i  (row_chunk),
    .stream_i     (stream),
    .advance_i    (advance),
    .bottom_last_i(bottom_last),
    .row_i        (row),
    .blocked_o    (blocked),
    .d_valid_o,
    .d_ready_i,
    .d_addr_o,
    .d_strb_o,
    .d_data_o,
    .done_o
  );

  `WEFT_ASSERT(FlowIsBuiltIn, start |-> Streams != 0 || cmd_flow_i == OutputStationary)
  `WEFT_ASSERT(NoEmptyCommand, start |-> cmd_m_i != '0 && cmd_n_i != '0 && cmd_k_i != '0)

endmodule
