// SPDX-License-Identifier: Apache-2.0
//
// Operand buffer: reads the words of one operand ahead of the array, in the order of the blocks.
//
// Each block takes words address, address + 1, ... of the memory, as many as it has rows
// (words_are_rows_i) or as it is deep. weft_tensor_walk moves the address from block to block.
//
//     start_i --> walk, count --> req  ~~ memory ~~>  rsp --> FIFO --> word_o
//
// A request is made only if the FIFO has a place for its answer, so an answer is always taken.
// Answers come in order, one cycle after the request at the earliest. With a memory that answers
// one cycle after the request, Depth = 4 gives a word every cycle, the first one three cycles after
// start_i.

`include "weft_assert.svh"

module weft_tensor_reader
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Cols   = 4,
  parameter int unsigned Depth  = 4,
  parameter type         word_t = logic
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  logic  start_i,
  input  dim_t  m_i,        // held while the command runs, as is all that describes the walk
  input  dim_t  n_i,
  input  dim_t  k_i,
  input  dim_t  row_chunk_i,
  input  dim_t  depth_chunk_i,
  input  addr_t row_stride_i,
  input  addr_t col_stride_i,
  input  addr_t depth_stride_i,
  input  logic  words_are_rows_i,

  output logic  req_valid_o,
  input  logic  req_ready_i,
  output addr_t req_addr_o,
  input  logic  rsp_valid_i,
  input  word_t rsp_data_i,

  output logic  word_valid_o,
  input  logic  word_ready_i,
  output word_t word_o
);

  typedef logic [$clog2(Depth+1)-1:0] count_t;

  logic  active_q;
  dim_t  index_q;  // word of the block
  addr_t addr_q;

  logic  walk_last;
  dim_t  rows, depth;
  addr_t next_address;

  logic request, block_done;
  assign request    = req_valid_o && req_ready_i;
  assign block_done = request && index_q + 1'b1 == (words_are_rows_i ? rows : depth);

  weft_tensor_walk #(
    .Cols(Cols)
  ) u_walk (
    .clk_i,
    .start_i,
    .m_i,
    .n_i,
    .k_i,
    .row_chunk_i,
    .depth_chunk_i,
    .row_stride_i,
    .col_stride_i,
    .depth_stride_i,
    .step_i        (block_done),
    .rows_o        (rows),
    .cols_o        (),
    .depth_o       (depth),
    .deepest_o     (),
    .address_o     (),
    .next_address_o(next_address),
    .last_o        (walk_last)
  );

  // A place in the FIFO is taken by the request and given back when the word leaves.
  count_t free_q;
  logic   pop;
  assign pop = word_valid_o && word_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      free_q   <= count_t'(Depth);
    end else begin
      if (start_i) active_q <= 1'b1;
      else if (block_done && walk_last) active_q <= 1'b0;
      free_q <= free_q + count_t'(pop) - count_t'(request);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i || block_done) index_q <= '0;
    else if (request) index_q <= index_q + 1'b1;

    if (start_i) addr_q <= '0;
    else if (block_done) addr_q <= next_address;
    else if (request) addr_q <= addr_q + 1'b1;
  end

  assign req_valid_o = active_q && free_q != '0;
  assign req_addr_o  = addr_q;

  logic rsp_ready;
  weft_fifo #(
    .data_t(word_t),
    .Depth (Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .in_valid_i (rsp_valid_i),
    .in_ready_o (rsp_ready),
    .in_data_i  (rsp_data_i),
    .out_valid_o(word_valid_o),
    .out_ready_i(word_ready_i),
    .out_data_o (word_o)
  );

  `WEFT_COVER(BufferFull, active_q && free_q == '0)
  `WEFT_ASSERT(AnswerHasAPlace, rsp_valid_i |-> rsp_ready)
  `WEFT_ASSERT(RequestStable, req_valid_o && !req_ready_i |=> req_valid_o && $stable(req_addr_o))

endmodule
