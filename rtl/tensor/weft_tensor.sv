// SPDX-License-Identifier: Apache-2.0
//
// Tensor core: D = A * B, or D = A * B + C, on a systolic array of Rows x Cols.
//
//     Type Float    P, by default that of the index Profile into the table of
//                   weft_dpa_profiles_pkg: blocks of Lanes products in the order k = 0, 1, ...,
//                   each with the sum before it as C
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
// A command gives the flow (weft_tensor_pkg::flow_e), M, N, K (1 to 65535 each), the order of A and
// B in memory, and whether C is read; C may be a single row, a bias, from which every row of D
// starts. The hardware walks over the tiles. Matrices whose sizes are not multiples of the array's
// need no padding by software: elements of A, B and C beyond an edge are read and never used.
//
// Memory ports count words from 0; the memory system adds a base. A word holds the data that enter
// or leave the array in one step. Every matrix is stored in panels as wide as the array, row by
// row:
//
//     A   word p * K + k   column k of rows    p * Rows ..   lane i: A[p * Rows + i][k]
//     A   word p * M + m   row m    of columns p * Rows ..   lane i: A[m][p * Rows + i]   by rows
//     B   word p * K + k   row k    of columns p * Cols ..   lane j: B[k][p * Cols + j]
//     B   word p * N + n   column n of rows    p * Cols ..   lane i: B[p * Cols + i][n]   by columns
//     C   word p * M + m   row m    of columns p * Cols ..   lane j: C[m][p * Cols + j]
//     C   word p           the row  of columns p * Cols ..   lane j: C[p * Cols + j]      a row
//     D   word p * M + m   row m    of columns p * Cols ..   lane j, with strobes
//
// The array takes B in the first form, A in the first form where sums stay (output-stationary) and
// in the second where sums pass (weight-stationary, bidirectional). With Transposes,
// cmd_a_by_rows_i and cmd_b_by_columns_i give the order of the operands, and an operand in the
// other order is transposed on its way into the array (weft_tensor_turn). Lane 0 is in the low
// bits. If a step adds up several products (Lanes > 1), k counts steps, and a lane holds Lanes
// neighbours along K, the first one in the low bits, with their block scales above them if the
// profile has scales; elements beyond K are never used. A request or a result word waits on its
// port until it is taken. Answers come in order, any number of cycles after their request; they are
// always taken.
//
// With Sparse, A may be 2:4 sparse: two of each four neighbours k = 4g .. 4g + 3 of a row are
// stored, and the product takes half of the steps. K is then a multiple of 4.
//
//     A   step 2g + h    lane: {index, 2 bits, element}: A[.][4g + index], the h-th that is there
//     B   word g         lane: B[4g + 3] .. B[4g], of the same column; serves two steps
//
// The stored elements are multiplied, zero or not, in their order. If A is not sparse, its lanes
// have room for an index, which is ignored, and a word of B serves four steps.
//
// With Epilogue, sums are scaled, rectified and narrowed on their way to memory (weft_epilogue); a
// result is in the low bits of its lane. This takes two more cycles.
//
// cmd_ready_o is low while a command runs, and for one cycle while Auto chooses. done_o is high in
// the cycle that takes the last word of D; the next command can be given one cycle later.
//
// A command with cmd_overlap_i is taken sooner, while issued_o is high: all operands of the last
// command have entered the array and its results leave. At most one command follows in this way.
// Its flow must be that of the last one, and where sums stay, its K at least Rows steps; another
// command waits for done_o, which belongs to the older of two commands. A missing operand stalls the
// results of both, so no operand of the new command may depend on a result that has not left.
//
// With memories that answer one cycle after the request and never stall, done_o is high this number
// of cycles after the cycle that takes the command:
//
//     (tiles - 1) * max(K, Rows) + K + 2 * Rows + Cols + 2                          if sums stay
//     sum over all blocks of max(rows, Rows) - max(rows, Rows) + rows of the last one
//       + 2 * Rows + Cols + 4                                                        if they pass
//
// with blocks and rows as in weft_tensor_ws, if no operand is transposed on its way.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_tensor
  import weft_tensor_pkg::*;
#(
  parameter  int unsigned Type        = 32'(Float),  // a type_e
  parameter  int unsigned Profile     = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),
  parameter  weft_dpa_pkg::profile_t P = weft_dpa_profiles_pkg::Profiles[Profile],
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned Streams     = 1,     // 1: weight-stationary and bidirectional flows too
  parameter  int unsigned Transposes  = 0,     // 1: operands in the other order, and flow Auto;
                                               // Rows = Cols, a power of two that divides PartialRows
  parameter  int unsigned Sparse      = 0,     // 1: A may be 2:4 sparse; one product a step, not
                                               // Transposes; with Streams, Rows a multiple of 4
  parameter  int unsigned Epilogue    = 0,     // 1: sums may be scaled, rectified and narrowed
  parameter  int unsigned PartialRows = 64,    // partial sums that can wait below each column
  parameter  int unsigned BufferDepth = 4,     // words of each operand read ahead, at least 3
  parameter  int unsigned Gates       = `WEFT_GATES,
  localparam bit          IsFloat     = type_e'(Type) == Float,
  localparam int unsigned Lanes       = IsFloat ? P.lanes : 1,  // products per step
  localparam int unsigned AElement    = element_bits(type_e'(Type), P.a.width),
  localparam int unsigned BElement    = element_bits(type_e'(Type), P.b.width),
  localparam int unsigned Scales      = IsFloat && P.scale_block != 0 ? P.lanes / P.scale_block : 0,
  localparam int unsigned ScaleBits   = IsFloat ? P.scale_exp_bits + P.scale_frac_bits : 0,
  localparam int unsigned ABits       = Lanes * AElement + Scales * ScaleBits  // a lane of a word
                                      + (Sparse != 0 ? 2 : 0),
  localparam int unsigned BBits       = Lanes * BElement * (Sparse != 0 ? 4 : 1)
                                      + Scales * ScaleBits,
  localparam int unsigned ResultBits  = sum_bits(type_e'(Type), 1 + P.c_exp_bits + P.c_frac_bits),
  localparam int unsigned TailBits    = Lanes > 1 ? $clog2(Lanes) : 1,
  localparam int unsigned RowBits     = $clog2(PartialRows),
  localparam int unsigned TurnBits    = Rows > 1 ? $clog2(Rows) : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic                        cmd_valid_i,
  output logic                        cmd_ready_o,
  input  logic [2:0]                  cmd_flow_i,          // a flow_e
  input  logic [DimBits-1:0]          cmd_m_i,
  input  logic [DimBits-1:0]          cmd_n_i,
  input  logic [DimBits-1:0]          cmd_k_i,
  input  logic                        cmd_a_by_rows_i,     // without Transposes: high if sums pass
  input  logic                        cmd_b_by_columns_i,  // without Transposes: low
  input  logic                        cmd_sparse_a_i,      // without Sparse: low
  input  logic                        cmd_preload_i,
  input  logic                        cmd_c_is_row_i,
  input  logic [1:0]                  cmd_output_i,        // a weft_epilogue_pkg::output_e
  input  logic                        cmd_relu_i,
  input  logic [31:0]                 cmd_scale_i,         // an FP32 number
  input  logic                        cmd_overlap_i,       // while results of the last one leave

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
  output logic                        issued_o,  // a command with overlap can be taken
  output logic                        done_o     // of the oldest command
);

  typedef logic [Rows*ABits-1:0] a_word_t;
  typedef logic [Cols*BBits-1:0] b_word_t;
  typedef logic [Cols*ResultBits-1:0]  c_word_t;

  // The command, from the cycle in which it is taken until it is done.

  logic                start, busy_q, chosen, follows;
  logic                leaves_q;  // results of the command before are left
  logic                enters;    // operands of the command have yet to enter the array
  flow_e               flow;
  command_t            command, command_q;
  layout_t             layout, layout_q;
  dim_t                steps;   // K in steps of the array
  logic [TailBits-1:0] tail_q;  // elements of the last step, 0: all
  assign steps       = Sparse != 0 && cmd_sparse_a_i ? cmd_k_i >> 1
                     : dim_t'((17'(cmd_k_i) + 17'(Lanes - 1)) / 17'(Lanes));
  assign issued_o    = busy_q && !leaves_q && !enters;
  assign follows     = issued_o && cmd_valid_i && cmd_overlap_i && cmd_flow_i == 3'(command_q.flow)
                       && (flow_e'(cmd_flow_i) != OutputStationary || steps >= dim_t'(Rows));
  assign cmd_ready_o = busy_q ? follows : chosen;
  assign busy_o      = busy_q;
  assign start       = cmd_valid_i && cmd_ready_o;
  assign command     = start ? '{flow: flow, m: cmd_m_i, n: cmd_n_i, k: steps,
                                 preload: cmd_preload_i}
                             : command_q;
  assign layout      = start ? '{a_by_rows: cmd_a_by_rows_i, b_by_columns: cmd_b_by_columns_i,
                                 sparse_a: cmd_sparse_a_i, c_is_row: cmd_c_is_row_i}
                             : layout_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q   <= 1'b0;
      leaves_q <= 1'b0;
    end else begin
      if (start) busy_q <= 1'b1;
      else if (done_o && !leaves_q) busy_q <= 1'b0;
      leaves_q <= (leaves_q || (start && busy_q)) && !done_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      command_q <= command;
      layout_q  <= layout;
      tail_q    <= TailBits'(cmd_k_i % DimBits'(Lanes));
    end
  end

  if (Streams != 0 && Transposes != 0) begin : gen_choose
    logic  answered;
    flow_e answer;
    weft_tensor_choose #(.Rows(Rows)) u_choose (
      .clk_i, .rst_ni,
      .ask_i   (cmd_valid_i && !busy_q && cmd_flow_i == Auto),
      .m_i     (cmd_m_i),
      .k_i     (steps),
      .chosen_o(answered),
      .flow_o  (answer)
    );
    assign chosen = !(cmd_valid_i && cmd_flow_i == Auto) || answered;
    assign flow   = cmd_flow_i == Auto ? answer : flow_e'(cmd_flow_i);
  end else begin : gen_no_choice
    assign chosen = 1'b1;
    assign flow   = flow_e'(cmd_flow_i);
  end

  // The parameters of the walks over the blocks, for each flow. The cycle of the start loads
  // dimensions only; steps, strides and all that chooses come from registers.

  logic  stream, stream_q;
  dim_t  row_chunk, depth_chunk;
  assign stream      = Streams != 0 && command.flow != OutputStationary;
  assign row_chunk   = stream_q ? dim_t'(PartialRows) : dim_t'(Rows);
  assign depth_chunk = stream_q ? dim_t'(Rows) : command_q.k;

  // The operands to transpose, and the walks over them in memory order.

  logic  turn_a, turn_b;
  addr_t row_stride_a;
  assign turn_a = Transposes != 0 && layout_q.a_by_rows != stream_q;
  assign turn_b = Transposes != 0 && layout_q.b_by_columns;
  always_comb begin
    if (layout_q.a_by_rows) row_stride_a = addr_t'(row_chunk);
    else if (stream_q) row_stride_a = addr_t'(PartialRows / Rows) * addr_t'(command_q.k);
    else row_stride_a = addr_t'(command_q.k);
  end

  // The dimensions of B in words of its memory, which may serve several steps.
  dim_t k_b, k_b_held, depth_chunk_b;
  if (Sparse != 0) begin : gen_depth_b
    function automatic dim_t words_of(dim_t k, logic sparse);
      return sparse ? dim_t'((17'(k) + 17'd1) >> 1) : dim_t'((17'(k) + 17'd3) >> 2);
    endfunction
    assign k_b           = words_of(command.k, layout.sparse_a);
    assign k_b_held      = words_of(command_q.k, layout_q.sparse_a);
    assign depth_chunk_b = !stream_q ? k_b_held : dim_t'(layout_q.sparse_a ? Rows / 2 : Rows / 4);
  end else begin : gen_same_depth_b
    assign k_b           = command.k;
    assign k_b_held      = command_q.k;
    assign depth_chunk_b = turn_b ? dim_t'(Rows) : depth_chunk;
  end
  always_ff @(posedge clk_i) stream_q <= stream;

  // Operand buffers.

  logic    a_there, b_there, a_valid, b_valid, c_valid;
  logic    a_taken, b_taken, a_ready, b_ready, c_ready;
  logic    a_last, b_last;
  logic    b_served;  // a word of B has served all of its steps
  dim_t    a_count, b_count;
  a_word_t a_read, a_lying, a_word, a_turned;
  b_word_t b_read, b_lying, b_word;
  c_word_t c_word;

  weft_tensor_reader #(
    .Rows(Rows), .Cols(Cols), .Depth(BufferDepth), .Turns(Transposes != 0), .word_t(a_word_t)
  ) u_read_a (
    .clk_i,
    .rst_ni,
    .start_i         (start),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             (command.k),
    .row_chunk_i     (row_chunk),
    .depth_chunk_i   (turn_a ? dim_t'(Rows) : depth_chunk),
    .row_stride_i    (row_stride_a),
    .col_stride_i    ('0),
    .depth_stride_i  (layout_q.a_by_rows ? addr_t'(command_q.m) : addr_t'(Rows)),
    .words_i         (layout_q.a_by_rows ? EachRow : EachStep),
    .same_word_i     (1'b0),
    .by_pieces_i     (turn_a && stream_q),
    .piece_stride_i  (addr_t'(command_q.k)),
    .req_valid_o     (a_req_valid_o),
    .req_ready_i     (a_req_ready_i),
    .req_addr_o      (a_req_addr_o),
    .rsp_valid_i     (a_rsp_valid_i),
    .rsp_data_i      (a_rsp_data_i),
    .word_valid_o    (a_there),
    .word_ready_i    (a_taken),
    .word_o          (a_lying),
    .piece_last_o    (a_last),
    .piece_turned_o  (a_count)
  );

  weft_tensor_reader #(
    .Rows(Rows), .Cols(Cols), .Depth(BufferDepth), .Turns(Transposes != 0), .word_t(b_word_t)
  ) u_read_b (
    .clk_i,
    .rst_ni,
    .start_i         (start),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             (k_b),
    .row_chunk_i     (row_chunk),
    .depth_chunk_i   (depth_chunk_b),
    .row_stride_i    ('0),
    .col_stride_i    (turn_b ? addr_t'(Cols) : addr_t'(k_b_held)),
    .depth_stride_i  (turn_b ? addr_t'(command_q.n) : addr_t'(depth_chunk_b)),
    .words_i         (turn_b ? EachCol : EachStep),
    .same_word_i     (1'b0),
    .by_pieces_i     (1'b0),
    .piece_stride_i  ('0),
    .req_valid_o     (b_req_valid_o),
    .req_ready_i     (b_req_ready_i),
    .req_addr_o      (b_req_addr_o),
    .rsp_valid_i     (b_rsp_valid_i),
    .rsp_data_i      (b_rsp_data_i),
    .word_valid_o    (b_there),
    .word_ready_i    (b_taken && b_served),
    .word_o          (b_lying),
    .piece_last_o    (b_last),
    .piece_turned_o  (b_count)
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
    .row_stride_i    (layout_q.c_is_row ? '0 : addr_t'(row_chunk)),
    .col_stride_i    (layout_q.c_is_row ? addr_t'(1) : addr_t'(command_q.m)),
    .depth_stride_i  ('0),
    .words_i         (EachRow),
    .same_word_i     (layout_q.c_is_row),
    .by_pieces_i     (1'b0),
    .piece_stride_i  ('0),
    .req_valid_o     (c_req_valid_o),
    .req_ready_i     (c_req_ready_i),
    .req_addr_o      (c_req_addr_o),
    .rsp_valid_i     (c_rsp_valid_i),
    .rsp_data_i      (c_rsp_data_i),
    .word_valid_o    (c_valid),
    .word_ready_i    (c_ready),
    .word_o          (c_word),
    .piece_last_o    (),
    .piece_turned_o  ()
  );

  if (Transposes != 0) begin : gen_turn
    if (Sparse != 0) begin : gen_sparse
      $error("weft_tensor: Transposes and Sparse exclude each other");
    end
    weft_tensor_turn #(
      .Lanes(Rows), .data_t(logic [ABits-1:0])
    ) u_turn_a (
      .clk_i, .rst_ni, .turn_i(turn_a),
      .in_valid_i(a_there), .in_ready_o(a_taken), .in_data_i(a_lying),
      .in_last_i(a_last), .in_turned_i(a_count),
      .out_valid_o(a_valid), .out_ready_i(a_ready), .out_data_o(a_read)
    );
    weft_tensor_turn #(
      .Lanes(Cols), .data_t(logic [BBits-1:0])
    ) u_turn_b (
      .clk_i, .rst_ni, .turn_i(turn_b),
      .in_valid_i(b_there), .in_ready_o(b_taken), .in_data_i(b_lying),
      .in_last_i(b_last), .in_turned_i(b_count),
      .out_valid_o(b_valid), .out_ready_i(b_ready), .out_data_o(b_read)
    );
    if (Rows != Cols || 1 << $clog2(Rows) != Rows || PartialRows % Rows != 0) begin : gen_bad
      $error("weft_tensor: Transposes wants Rows = Cols, a power of two that divides PartialRows");
    end
  end else begin : gen_no_turn
    assign a_valid = a_there;
    assign a_taken = a_ready;
    assign a_read  = a_lying;
    assign b_valid = b_there;
    assign b_taken = b_ready;
    assign b_read  = b_lying;
    logic unused;
    assign unused = ^{a_last, a_count, b_last, b_count};
    `WEFT_ASSERT(OperandsLieAsTaken,
                 start |-> cmd_a_by_rows_i == stream && !cmd_b_by_columns_i)
  end

  logic [Rows-1:0] a_ends;
  logic            b_ends;
  if (Sparse != 0) begin : gen_sparse
    if (Lanes != 1 || (Streams != 0 && Rows % 4 != 0)) begin : gen_bad
      $error("weft_tensor: Sparse wants one product a step, and with Streams Rows a multiple of 4");
    end
    weft_tensor_index #(
      .Rows(Rows), .Bits(AElement)
    ) u_index (
      .clk_i,
      .start_i (start),
      .sparse_i(layout.sparse_a),
      .stream_i(stream),
      .a_i     (a_read),
      .a_o     (a_word),
      .step_i  (b_ready),
      .ends_i  (b_ends),
      .served_o(b_served)
    );
    assign b_word = b_read;
    logic unused;
    assign unused = ^{a_ends, tail_q};
  end else begin : gen_dense
    weft_tensor_tail #(
      .Lanes(Rows), .Elements(Lanes), .Bits(AElement), .Scales(Scales), .ScaleBits(ScaleBits)
    ) u_tail_a (
      .ends_i(a_ends), .count_i(tail_q), .word_i(a_read), .word_o(a_word)
    );
    weft_tensor_tail #(
      .Lanes(Cols), .Elements(Lanes), .Bits(BElement), .Scales(Scales), .ScaleBits(ScaleBits)
    ) u_tail_b (
      .ends_i({Cols{b_ends}}), .count_i(tail_q), .word_i(b_read), .word_o(b_word)
    );
    assign b_served = 1'b1;
    `WEFT_ASSERT(AIsDense, start |-> !cmd_sparse_a_i)
  end

  // Dataflow, array, results. At most one of the two controllers is busy.

  logic                advance, blocked, bottom_last;
  control_t [Rows-1:0] control;
  logic                write;
  addend_e             addend;
  logic [RowBits-1:0]  write_row, read_row;
  c_word_t             row;
  phase_e              phase;

  logic                os_advance, os_ready, os_c_ready, os_ends, os_enters;
  control_t [Rows-1:0] os_control;
  phase_e              os_phase;

  weft_tensor_os #(
    .Rows(Rows), .Cols(Cols)
  ) u_os (
    .clk_i,
    .rst_ni,
    .start_i         (start && !stream),
    .follows_i       (busy_q),
    .m_i             (command.m),
    .n_i             (command.n),
    .k_i             (command_q.k),
    .preload_i       (command_q.preload),
    .busy_i          (busy_q && !stream_q),
    .operands_valid_i(a_valid && b_valid),
    .operands_ready_o(os_ready),
    .preload_valid_i (c_valid),
    .preload_ready_o (os_c_ready),
    .blocked_i       (blocked),
    .advance_o       (os_advance),
    .control_o       (os_control),
    .ends_o          (os_ends),
    .enters_o        (os_enters),
    .phase_o         (os_phase)
  );

  if (Streams != 0) begin : gen_streams
    logic                ws_advance, ws_a_ready, ws_b_ready, ws_c_ready, ws_b_ends, ws_enters;
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
      .follows_i  (busy_q),
      .m_i        (command.m),
      .n_i        (command.n),
      .k_i        (command.k),
      .flow_i     (command_q.flow),
      .preload_i  (command_q.preload),
      .busy_i     (busy_q && stream_q),
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
      .addend_o   (addend),
      .read_row_o (read_row),
      .enters_o   (ws_enters),
      .phase_o    (ws_phase)
    );

    weft_tensor_rotate #(
      .data_t(logic [ABits-1:0]), .Lanes(Rows)
    ) u_turn (
      .in_data_i(a_word), .by_i(turn), .out_data_o(a_turned)
    );

    assign advance = stream_q ? ws_advance : os_advance;
    assign control = stream_q ? ws_control : os_control;
    assign a_ready = stream_q ? ws_a_ready : os_ready;
    assign b_ready = stream_q ? ws_b_ready : os_ready;
    assign c_ready = stream_q ? ws_c_ready : os_c_ready;
    assign a_ends  = stream_q ? ws_a_ends : {Rows{os_ends}};
    assign b_ends  = stream_q ? ws_b_ends : os_ends;
    assign phase   = stream_q ? ws_phase : os_phase;
    assign enters  = stream_q ? ws_enters : os_enters;
  end else begin : gen_no_streams
    assign {write, write_row, read_row} = '0;
    assign addend   = Fresh;
    assign advance  = os_advance;
    assign control  = os_control;
    assign a_ready  = os_ready;
    assign b_ready  = os_ready;
    assign c_ready  = os_c_ready;
    assign a_ends   = {Rows{os_ends}};
    assign b_ends   = os_ends;
    assign phase    = os_phase;
    assign enters   = os_enters;
    assign a_turned = a_word;
  end

  weft_tensor_array #(
    .Type(type_e'(Type)), .P(P), .Sparse(Sparse != 0),
    .ABits(ABits), .BBits(BBits), .ResultBits(ResultBits), .Rows(Rows), .Cols(Cols),
    .Streams(Streams != 0), .PartialRows(PartialRows), .Gates(Gates)
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
    .addend_i     (addend),
    .read_row_i   (read_row),
    .bottom_last_o(bottom_last),
    .d_o          (row)
  );

  // A command's results begin when the last one of the command before has left the writer.

  logic            sum_valid, sum_ready, sum_last;
  logic            writes_q, waits_q, write_start;  // results are left; a command waits for that
  dim_t            written_m_q, written_n_q;
  addr_t           sum_addr;
  logic [Cols-1:0] sum_strb;
  c_word_t         sum_data;
  assign write_start = (start || waits_q) && (!writes_q || (sum_valid && sum_ready && sum_last));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      writes_q <= 1'b0;
      waits_q  <= 1'b0;
    end else begin
      waits_q <= (start || waits_q) && !write_start;
      if (write_start) writes_q <= 1'b1;
      else if (sum_valid && sum_ready && sum_last) writes_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (write_start) begin
      written_m_q <= command.m;
      written_n_q <= command.n;
    end
  end

  weft_tensor_writer #(
    .Rows(Rows), .Cols(Cols), .result_t(logic [ResultBits-1:0])
  ) u_writer (
    .clk_i,
    .rst_ni,
    .start_i      (write_start),
    .m_i          (command.m),
    .n_i          (write_start ? command.n : written_n_q),
    .row_chunk_i  (row_chunk),
    .col_stride_i (addr_t'(written_m_q)),
    .stream_i     (stream_q),
    .advance_i    (advance),
    .bottom_last_i(bottom_last),
    .row_i        (row),
    .blocked_o    (blocked),
    .d_valid_o    (sum_valid),
    .d_ready_i    (sum_ready),
    .d_addr_o     (sum_addr),
    .d_strb_o     (sum_strb),
    .d_data_o     (sum_data),
    .d_last_o     (sum_last)
  );

  logic d_last;
  if (Epilogue != 0) begin : gen_epilogue
    epilogue_t epilogue_q, next_q, next;
    assign next = start ? '{result: cmd_output_i, relu: cmd_relu_i, scale: cmd_scale_i} : next_q;
    always_ff @(posedge clk_i) begin
      next_q <= next;
      if (write_start) epilogue_q <= next;
    end
    weft_tensor_epilogue #(
      .Cols(Cols), .ResultBits(ResultBits), .SumExp(IsFloat ? P.c_exp_bits : 0)
    ) u_epilogue (
      .clk_i, .rst_ni,
      .epilogue_i (epilogue_q),
      .in_valid_i (sum_valid), .in_ready_o (sum_ready), .in_last_i (sum_last),
      .in_addr_i  (sum_addr),  .in_strb_i  (sum_strb),  .in_data_i (sum_data),
      .out_valid_o(d_valid_o), .out_ready_i(d_ready_i), .out_last_o(d_last),
      .out_addr_o (d_addr_o),  .out_strb_o (d_strb_o),  .out_data_o(d_data_o)
    );
  end else begin : gen_sums
    assign d_valid_o = sum_valid;
    assign sum_ready = d_ready_i;
    assign d_last    = sum_last;
    assign d_addr_o  = sum_addr;
    assign d_strb_o  = sum_strb;
    assign d_data_o  = sum_data;
    logic unused;
    assign unused = ^{cmd_output_i, cmd_relu_i, cmd_scale_i};
    `WEFT_ASSERT(SumsAsTheyAre, start |-> cmd_output_i == '0 && !cmd_relu_i)
  end
  assign done_o = d_valid_o && d_ready_i && d_last;

  `WEFT_ASSERT(FlowIsBuiltIn, start |-> flow != Auto && (Streams != 0 || flow == OutputStationary))
  `WEFT_ASSERT(SparseInFours, start && cmd_sparse_a_i |-> cmd_k_i[1:0] == '0)
  `WEFT_ASSERT(SumsStayInOneFlowOnly, busy_q && !stream_q |-> command_q.flow == OutputStationary)
  `WEFT_ASSERT(NoEmptyCommand, start |-> cmd_m_i != '0 && cmd_n_i != '0 && cmd_k_i != '0)

endmodule
