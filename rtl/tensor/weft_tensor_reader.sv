// SPDX-License-Identifier: Apache-2.0
//
// Operand buffer: reads the words of one operand ahead of the array, in the order of the blocks.
//
// Each block takes words address, address + 1, ... of the memory, one for each row, column or step
// of the block (words_i). weft_tensor_walk moves the address from block to block. With by_pieces_i,
// a block consists of pieces of Rows rows, and each piece starts piece_stride_i words after the one
// before.
//
// A word carries information for weft_tensor_turn: whether it is the last word of its piece, and
// the number of words of the transposed piece.
//
//     start_i --> walk, count --> req  ~~ memory ~~>  rsp --> FIFO --> word_o
//
// A request is made only if the FIFO has a place for its answer, so an answer is always taken.
// Answers come in order, at least one cycle after the request. With a memory that answers one cycle
// after the request, Depth = 4 gives a word every cycle, the first one three cycles after start_i.

`include "weft_assert.svh"

module weft_tensor_reader
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Rows   = 4,
  parameter int unsigned Cols   = 4,
  parameter int unsigned Depth  = 4,
  parameter bit          Turns  = 1'b0,  // provides the signals for weft_tensor_turn
  parameter type         word_t = logic
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  logic  start_i,
  input  dim_t  m_i,        // held from start_i on while the command runs, as n_i and k_i
  input  dim_t  n_i,
  input  dim_t  k_i,
  input  dim_t  row_chunk_i,  // held from the cycle after start_i on, as are all below
  input  dim_t  depth_chunk_i,
  input  addr_t row_stride_i,
  input  addr_t col_stride_i,
  input  addr_t depth_stride_i,
  input  words_e words_i,
  input  logic  same_word_i,   // every block reads the same word
  input  logic  by_pieces_i,
  input  addr_t piece_stride_i,

  output logic  req_valid_o,
  input  logic  req_ready_i,
  output addr_t req_addr_o,
  input  logic  rsp_valid_i,
  input  word_t rsp_data_i,

  output logic  word_valid_o,
  input  logic  word_ready_i,
  output word_t word_o,
  output logic  piece_last_o,
  output dim_t  piece_turned_o
);

  typedef logic [$clog2(Depth+1)-1:0] count_t;

  logic  pop;
  assign pop = word_valid_o && word_ready_i;

  logic  active_q;
  dim_t  index_q;  // the word within the piece
  addr_t addr_q;

  logic  walk_last;
  dim_t  rows, cols, depth;
  addr_t next_address;

  dim_t words;
  always_comb begin
    unique case (words_i)
      EachRow: words = rows;
      EachCol: words = cols;
      default: words = depth;
    endcase
  end

  logic request, piece_done, block_done;
  assign request    = req_valid_o && req_ready_i;
  assign piece_done = request && index_q + 1'b1 == words;

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
    .cols_o        (cols),
    .depth_o       (depth),
    .deepest_o     (),
    .address_o     (),
    .next_address_o(next_address),
    .last_o        (walk_last)
  );

  // The pieces of a block.
  addr_t next_piece;
  if (Turns) begin : gen_pieces
    dim_t  row_q;  // the first row of the piece, within the block
    addr_t piece_q;
    dim_t  rows_left;
    logic  last_piece;
    assign rows_left  = rows - row_q;
    assign last_piece = !by_pieces_i || rows_left <= dim_t'(Rows);
    assign block_done = piece_done && last_piece;
    assign next_piece = piece_q + piece_stride_i;

    always_ff @(posedge clk_i) begin
      if (start_i || block_done) row_q <= '0;
      else if (piece_done) row_q <= row_q + dim_t'(Rows);

      if (start_i) piece_q <= '0;
      else if (block_done) piece_q <= next_address;
      else if (piece_done) piece_q <= next_piece;
    end

    // Attributes of requested words, in the order of requests and answers.
    typedef struct packed {
      logic last;
      dim_t turned;
    } tag_t;
    tag_t tag, head;
    assign tag.last   = piece_done;
    assign tag.turned = words_i != EachStep ? depth : last_piece ? rows_left : dim_t'(Rows);

    logic tag_ready, tag_valid;
    weft_fifo #(
      .data_t(tag_t),
      .Depth (Depth)
    ) u_tags (
      .clk_i,
      .rst_ni,
      .in_valid_i (request),
      .in_ready_o (tag_ready),
      .in_data_i  (tag),
      .out_valid_o(tag_valid),
      .out_ready_i(pop),
      .out_data_o (head)
    );
    assign piece_last_o   = head.last;
    assign piece_turned_o = head.turned;

    `WEFT_ASSERT(TagHasAPlace, request |-> tag_ready)
    `WEFT_ASSERT(WordHasATag, word_valid_o |-> tag_valid)
  end else begin : gen_whole_blocks
    assign block_done     = piece_done;
    assign next_piece     = '0;
    assign piece_last_o   = 1'b0;
    assign piece_turned_o = '0;
    logic unused;
    assign unused = ^{by_pieces_i, piece_stride_i};
  end

  // A request reserves a place in the FIFO; the place is free again when the word leaves.
  count_t free_q;

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
    if (start_i || piece_done) index_q <= '0;
    else if (request) index_q <= index_q + 1'b1;

    if (start_i) addr_q <= '0;
    else if (block_done) addr_q <= next_address;
    else if (piece_done) addr_q <= next_piece;
    else if (request) addr_q <= addr_q + addr_t'(!same_word_i);
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
