// SPDX-License-Identifier: Apache-2.0
//
// Result writer: writes the rows that leave the array to memory.
//
// Output-stationary, a tile drains in Rows steps, the bottom row first. Where sums pass, rows leave
// one at a time, in order. Rows and columns beyond the edge of the matrix are dropped here. Row m
// of the columns p * Cols .. goes to word p * M + m, with a strobe for every element that belongs
// to D.
//
// Results of a command begin with start_i; its first row may come before, and waits.

`include "weft_assert.svh"

module weft_tensor_writer
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Rows     = 4,
  parameter int unsigned Cols     = 4,
  parameter type         result_t = logic
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               start_i,
  input  dim_t               m_i,            // with start_i
  input  dim_t               n_i,            // held from start_i on to the last row
  input  dim_t               row_chunk_i,    // rows of a block; the cycle after start_i on
  input  addr_t              col_stride_i,   // words of a column, the same
  input  logic               stream_i,       // sums pass, the same

  input  logic               advance_i,
  input  logic               bottom_last_i,  // the next step outputs a row, or a tile's bottom row
  input  result_t [Cols-1:0] row_i,
  output logic               blocked_o,      // a row waits and has no place

  output logic               d_valid_o,
  input  logic               d_ready_i,
  output addr_t              d_addr_o,
  output logic [Cols-1:0]    d_strb_o,
  output result_t [Cols-1:0] d_data_o,
  output logic               d_last_o
);

  typedef struct packed {
    logic               last;
    addr_t              addr;
    logic [Cols-1:0]    strb;
    result_t [Cols-1:0] data;
  } word_t;

  logic row_there_q;
  logic open_q;       // rows are left of the command that start_i has begun
  dim_t row_q;

  dim_t  rows, cols;
  addr_t address;
  logic  walk_last, last_row;
  assign last_row = row_q == (stream_i ? rows - 1'b1 : '0);

  weft_tensor_walk #(
    .Cols(Cols)
  ) u_walk (
    .clk_i,
    .start_i,
    .m_i,
    .n_i,
    .k_i           ('0),
    .row_chunk_i,
    .depth_chunk_i ('0),
    .row_stride_i  (addr_t'(row_chunk_i)),
    .col_stride_i,
    .depth_stride_i('0),
    .step_i        (advance_i && row_there_q && last_row),
    .rows_o        (rows),
    .cols_o        (cols),
    .depth_o       (),
    .deepest_o     (),
    .address_o     (address),
    .next_address_o(),
    .last_o        (walk_last)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) row_there_q <= 1'b0;
    else if (advance_i) row_there_q <= bottom_last_i || (row_there_q && !stream_i && !last_row);
  end

  always_ff @(posedge clk_i) begin
    if (!stream_i && advance_i && bottom_last_i) begin
      row_q <= dim_t'(Rows - 1);
    end else if (start_i && !row_there_q) begin
      row_q <= '0;
    end else if (stream_i) begin
      if (advance_i && row_there_q && last_row) row_q <= '0;
      else if (advance_i && row_there_q) row_q <= row_q + 1'b1;
    end else if (advance_i) begin
      row_q <= row_q - 1'b1;
    end
  end

  word_t word, head;
  always_comb begin
    word.last = walk_last && last_row;
    word.addr = address + addr_t'(row_q);
    for (int unsigned col = 0; col < Cols; col++) word.strb[col] = dim_t'(col) < cols;
    word.data = row_i;
  end

  logic belongs, fifo_ready;
  assign belongs   = open_q && row_there_q && row_q < rows;
  assign blocked_o = row_there_q && (!open_q || (belongs && !fifo_ready));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (start_i) open_q <= 1'b1;
    else if (advance_i && belongs && word.last) open_q <= 1'b0;
  end

  weft_fifo #(
    .data_t(word_t),
    .Depth (2)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .in_valid_i (belongs && advance_i),
    .in_ready_o (fifo_ready),
    .in_data_i  (word),
    .out_valid_o(d_valid_o),
    .out_ready_i(d_ready_i),
    .out_data_o (head)
  );

  assign d_addr_o = head.addr;
  assign d_strb_o = head.strb;
  assign d_data_o = head.data;
  assign d_last_o = head.last;

  `WEFT_COVER(RaggedRows, row_there_q && rows != row_chunk_i)
  `WEFT_COVER(RaggedCols, row_there_q && cols != dim_t'(Cols))
  `WEFT_COVER(NextTileFollows, row_there_q && last_row && advance_i && bottom_last_i)
  `WEFT_ASSERT(WordStable, d_valid_o && !d_ready_i |=> d_valid_o && $stable(d_addr_o))

endmodule
