// SPDX-License-Identifier: Apache-2.0
//
// Tensor core: D = A * B, or D = A * B + C, on an output-stationary systolic array of Rows x Cols.
//
//     Type Fp16    A, B FP16; C, D FP32; each product is one fused multiply-add, in the order k = 0, 1, ...
//     Type Int8    A, B INT8; C, D INT32; modulo 2^32
//
//                         B        C
//                         |        |
//                     [ reader ][ reader ]
//     cmd ---> [ os ]      |     |
//                |      +--------------+
//     A --[ reader ]--->|    array     |
//                       +--------------+
//                              |
//                         [ writer ]---> D
//
// A command gives M, N, K (1 to 65535 each) and whether C is read. The hardware walks over the tiles;
// matrices whose edges are no multiple of the array need no padding by software: what lies beyond an
// edge is read (A, B, C) and never used.
//
// Memory ports count words from 0; whoever connects a memory adds its base. One word is what enters
// or leaves the array in one step:
//
//     A   word p * K + k           column k of rows    p * Rows ..      lane i: A[p * Rows + i][k]
//     B   word p * K + k           row k    of columns p * Cols ..      lane j: B[k][p * Cols + j]
//     C   word t * Rows + r        row r    of tile t                   lane j
//     D   word t * Rows + r        row r    of tile t, with strobes     lane j
//
// with panels p, and tiles t counted along the rows. Lane 0 is in the low bits. A request or a result
// word waits on its port until it is taken. Answers come in order, any number of cycles after their
// request; they are always taken.
//
// cmd_ready_o is low while a command runs. done_o is high in the cycle in which the last word of D is
// taken; the next command can be given in the cycle after. With memories that answer one cycle after
// the request and never stall, that cycle is
//
//     (tiles - 1) * max(K, Rows) + K + 2 * Rows + Cols + 2
//
// cycles after the one in which the command was taken.

`include "weft_assert.svh"

module weft_tensor
  import weft_tensor_pkg::*;
#(
  parameter  int unsigned Type        = 32'(Fp16),  // a type_e
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned BufferDepth = 4,  // words of each operand read ahead, 3 at least
  localparam int unsigned OperandBits = operand_bits(type_e'(Type))
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic                        cmd_valid_i,
  output logic                        cmd_ready_o,
  input  logic [DimBits-1:0]          cmd_m_i,
  input  logic [DimBits-1:0]          cmd_n_i,
  input  logic [DimBits-1:0]          cmd_k_i,
  input  logic                        cmd_preload_i,

  output logic                        a_req_valid_o,
  input  logic                        a_req_ready_i,
  output logic [AddrBits-1:0]         a_req_addr_o,
  input  logic                        a_rsp_valid_i,
  input  logic [Rows*OperandBits-1:0] a_rsp_data_i,

  output logic                        b_req_valid_o,
  input  logic                        b_req_ready_i,
  output logic [AddrBits-1:0]         b_req_addr_o,
  input  logic                        b_rsp_valid_i,
  input  logic [Cols*OperandBits-1:0] b_rsp_data_i,

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

  typedef logic [Rows*OperandBits-1:0] a_word_t;
  typedef logic [Cols*OperandBits-1:0] b_word_t;
  typedef logic [Cols*ResultBits-1:0]  c_word_t;

  // The command, from the cycle in which it is taken until it is done.

  logic     start, busy_q;
  command_t command, command_q;
  assign cmd_ready_o = !busy_q;
  assign busy_o      = busy_q;
  assign start       = cmd_valid_i && cmd_ready_o;
  assign command     = start ? '{m: cmd_m_i, n: cmd_n_i, k: cmd_k_i, preload: cmd_preload_i}
                             : command_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (start) busy_q <= 1'b1;
    else if (done_o) busy_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start) command_q <= command;
  end

  // Operand buffers.

  logic    a_valid, b_valid, c_valid, operands_ready, preload_ready;
  a_word_t a_word;
  b_word_t b_word;
  c_word_t c_word;

  weft_tensor_reader #(
    .Rows(Rows), .Cols(Cols), .OnInner(Hold), .OnOuter(Next), .Depth(BufferDepth), .word_t(a_word_t)
  ) u_read_a (
    .clk_i,
    .rst_ni,
    .start_i     (start),
    .m_i         (command.m),
    .n_i         (command.n),
    .words_i     (command.k),
    .stride_i    (addr_t'(command.k)),
    .req_valid_o (a_req_valid_o),
    .req_ready_i (a_req_ready_i),
    .req_addr_o  (a_req_addr_o),
    .rsp_valid_i (a_rsp_valid_i),
    .rsp_data_i  (a_rsp_data_i),
    .word_valid_o(a_valid),
    .word_ready_i(operands_ready),
    .word_o      (a_word)
  );

  weft_tensor_reader #(
    .Rows(Rows), .Cols(Cols), .OnInner(Next), .OnOuter(Zero), .Depth(BufferDepth), .word_t(b_word_t)
  ) u_read_b (
    .clk_i,
    .rst_ni,
    .start_i     (start),
    .m_i         (command.m),
    .n_i         (command.n),
    .words_i     (command.k),
    .stride_i    (addr_t'(command.k)),
    .req_valid_o (b_req_valid_o),
    .req_ready_i (b_req_ready_i),
    .req_addr_o  (b_req_addr_o),
    .rsp_valid_i (b_rsp_valid_i),
    .rsp_data_i  (b_rsp_data_i),
    .word_valid_o(b_valid),
    .word_ready_i(operands_ready),
    .word_o      (b_word)
  );

  weft_tensor_reader #(
    .Rows(Rows), .Cols(Cols), .OnInner(Next), .OnOuter(Next), .WordsAreRows(1'b1),
    .Depth(BufferDepth), .word_t(c_word_t)
  ) u_read_c (
    .clk_i,
    .rst_ni,
    .start_i     (start && command.preload),
    .m_i         (command.m),
    .n_i         (command.n),
    .words_i     ('0),
    .stride_i    (addr_t'(Rows)),
    .req_valid_o (c_req_valid_o),
    .req_ready_i (c_req_ready_i),
    .req_addr_o  (c_req_addr_o),
    .rsp_valid_i (c_rsp_valid_i),
    .rsp_data_i  (c_rsp_data_i),
    .word_valid_o(c_valid),
    .word_ready_i(preload_ready),
    .word_o      (c_word)
  );

  // Dataflow, array, results.

  logic                advance, blocked, bottom_last;
  control_t [Rows-1:0] control;
  c_word_t             row;

  weft_tensor_os #(
    .Rows(Rows), .Cols(Cols)
  ) u_os (
    .clk_i,
    .rst_ni,
    .start_i         (start),
    .command_i       (command),
    .busy_i          (busy_q),
    .operands_valid_i(a_valid && b_valid),
    .operands_ready_o(operands_ready),
    .preload_valid_i (c_valid),
    .preload_ready_o (preload_ready),
    .blocked_i       (blocked),
    .advance_o       (advance),
    .control_o       (control)
  );

  weft_tensor_array #(
    .Type(type_e'(Type)), .Rows(Rows), .Cols(Cols)
  ) u_array (
    .clk_i,
    .rst_ni,
    .advance_i    (advance),
    .control_i    (control),
    .a_i          (a_word),
    .b_i          (b_word),
    .c_i          (preload_ready ? c_word : '0),
    .bottom_last_o(bottom_last),
    .d_o          (row)
  );

  weft_tensor_writer #(
    .Rows(Rows), .Cols(Cols)
  ) u_writer (
    .clk_i,
    .rst_ni,
    .start_i      (start),
    .m_i          (command.m),
    .n_i          (command.n),
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

  `WEFT_ASSERT(NoEmptyCommand, start |-> cmd_m_i != '0 && cmd_n_i != '0 && cmd_k_i != '0)

endmodule
