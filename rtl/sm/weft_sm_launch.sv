// SPDX-License-Identifier: Apache-2.0
//
// Launcher of a streaming multiprocessor: gives the blocks of threads of a grid their warps, opens
// their barriers.
//
//      start --> [ shape ] the threads of a warp and their numbers, a warp a cycle
//                    |
//                    v                       +--> open
//      grid --> [ next one ] --> [ places of blocks of threads: warps left, warps that wait ]
//                 |      ^                           ^          ^
//                 v      |                           |          |
//               begin  free warps                  ended     arrived
//
// A block of threads begins in a cycle in which one of Ctas places is free, on the lowest free warps;
// places and warps that end in that cycle are free. Places are as many as fit by warps and by words
// of shared memory, so a free one has its warps; place n has the words from n times its number of
// words on.
// Threads are counted along x, then along y. Of the warps that begin, the lowest has the first ones.
//
// A barrier opens in the cycle in which the last warp of its block of threads arrives, or ends.
//
// restart_o is up from start_i's next cycle on until the first block of threads begins. A launch
// starts while busy_o is low.

`include "weft_assert.svh"

module weft_sm_launch #(
  parameter int unsigned Warps       = 8,    // of the multiprocessor
  parameter int unsigned Threads     = 4,    // of a warp
  parameter int unsigned Ctas        = 4,    // blocks of threads at once, at most
  parameter int unsigned SharedWords = 256
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             start_i,
  input  logic [31:0]                      grid_x_i,   // blocks of threads
  input  logic [31:0]                      grid_y_i,
  input  logic [15:0]                      block_x_i,  // threads of one
  input  logic [15:0]                      block_y_i,
  input  logic [15:0]                      shared_words_i,
  output logic                             busy_o,
  output logic                             restart_o,

  input  logic [Warps-1:0]                 arrived_i,
  input  logic [Warps-1:0]                 ended_i,
  output logic [Warps-1:0]                 open_o,

  output logic [Warps-1:0]                 begin_o,
  output logic [Warps-1:0][Threads-1:0]    begin_threads_o,
  output logic [Warps-1:0][16*Threads-1:0] begin_tid_x_o,
  output logic [Warps-1:0][16*Threads-1:0] begin_tid_y_o,
  output logic [31:0]                      begin_cta_x_o,
  output logic [31:0]                      begin_cta_y_o,
  output logic [15:0]                      begin_shared_o,
  output logic [15:0]                      begin_shared_words_o
);

  localparam int unsigned CountBits = $clog2(Warps + 1);
  localparam int unsigned WarpBits  = Warps > 1 ? $clog2(Warps) : 1;
  localparam int unsigned PlaceBits = Ctas > 1 ? $clog2(Ctas) : 1;

  function automatic logic [CountBits-1:0] count_of(logic [Warps-1:0] which);
    return CountBits'($countones(which));
  endfunction

  // The grid.

  logic        shape_q, more_q, fresh_q;
  logic        launches;
  logic [31:0] grid_x_q, grid_y_q, cta_x_q, cta_y_q;
  logic [15:0] block_x_q, block_y_q, words_q;
  logic        row_ends, grid_ends;
  assign row_ends  = cta_x_q == grid_x_q - 32'd1;
  assign grid_ends = row_ends && cta_y_q == grid_y_q - 32'd1;

  // Shape: threads from one warp of a block of threads to the next.

  logic [15:0]                    x_q, y_q, x, y;
  logic [Threads-1:0]             here;
  logic [Threads-1:0][15:0]       tid_x, tid_y;
  logic [CountBits-1:0]           count_q;  // warps of a block of threads
  logic [Warps-1:0][Threads-1:0]  threads_q;
  logic [Warps-1:0][16*Threads-1:0] tid_x_q, tid_y_q;
  always_comb begin
    x = x_q;
    y = y_q;
    for (int t = 0; t < Threads; t++) begin
      here[t]  = y < block_y_q;
      tid_x[t] = x;
      tid_y[t] = y;
      x        = x + 16'd1;
      if (x == block_x_q) begin
        x = '0;
        y = y + 16'd1;
      end
    end
  end
  logic shaped;
  assign shaped = y >= block_y_q;

  // Warps that arrive and end.

  logic [Warps-1:0]     live_q, live, free;
  logic [PlaceBits-1:0] place_q [Warps];
  logic [Ctas-1:0]      used_q, used, opens;
  logic [CountBits-1:0] left_q [Ctas], left [Ctas], waiting_q [Ctas], waiting [Ctas];
  assign live = live_q & ~ended_i;
  assign free = ~live;
  for (genvar c = 0; c < Ctas; c++) begin : gen_place
    logic [Warps-1:0] mine;
    for (genvar w = 0; w < Warps; w++) begin : gen_mine
      assign mine[w] = live_q[w] && place_q[w] == PlaceBits'(c);
    end
    assign left[c]    = left_q[c] - count_of(mine & ended_i);
    assign waiting[c] = waiting_q[c] + count_of(mine & arrived_i);
    assign used[c]    = used_q[c] && left[c] != 0;
    assign opens[c]   = used[c] && waiting[c] != 0 && waiting[c] >= left[c];
  end
  for (genvar w = 0; w < Warps; w++) begin : gen_open
    assign open_o[w] = live[w] && opens[place_q[w]];
  end

  // The next block of threads.

  logic                            found;
  logic [PlaceBits-1:0]            place;
  logic [Warps-1:0][CountBits-1:0] number;  // of each warp in it
  always_comb begin
    found          = 1'b0;
    place          = '0;
    begin_shared_o = '0;
    for (int c = Ctas - 1; c >= 0; c--) begin
      if (!used[c] && (c + 1) * 32'(count_q) <= Warps && (c + 1) * 32'(words_q) <= SharedWords) begin
        found          = 1'b1;
        place          = PlaceBits'(c);
        begin_shared_o = 16'(c * 32'(words_q));
      end
    end
  end
  assign launches = more_q && !shape_q && found;
  for (genvar w = 0; w < Warps; w++) begin : gen_begin
    assign number[w]          = w == 0 ? '0 : count_of(free & Warps'((64'd1 << w) - 64'd1));
    assign begin_o[w]         = launches && free[w] && number[w] < count_q;
    assign begin_threads_o[w] = threads_q[WarpBits'(number[w])];
    assign begin_tid_x_o[w]   = tid_x_q[WarpBits'(number[w])];
    assign begin_tid_y_o[w]   = tid_y_q[WarpBits'(number[w])];
  end
  assign begin_cta_x_o        = cta_x_q;
  assign begin_cta_y_o        = cta_y_q;
  assign begin_shared_words_o = words_q;
  assign busy_o               = shape_q || more_q || live_q != 0;
  assign restart_o            = fresh_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shape_q <= 1'b0;
      more_q  <= 1'b0;
      fresh_q <= 1'b0;
      live_q  <= '0;
      used_q  <= '0;
    end else begin
      if (start_i) shape_q <= 1'b1;
      else if (shaped) shape_q <= 1'b0;
      if (start_i) more_q <= 1'b1;
      else if (launches && grid_ends) more_q <= 1'b0;
      if (start_i) fresh_q <= 1'b1;
      else if (launches) fresh_q <= 1'b0;
      live_q <= live | begin_o;
      used_q <= used;
      if (launches) used_q[place] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      {grid_x_q, grid_y_q}   <= {grid_x_i, grid_y_i};
      {block_x_q, block_y_q} <= {block_x_i, block_y_i};
      words_q                <= shared_words_i;
      {cta_x_q, cta_y_q}     <= '0;
      {x_q, y_q}             <= '0;
      count_q                <= '0;
    end else if (shape_q) begin
      {x_q, y_q}                   <= {x, y};
      count_q                      <= count_q + 1'b1;
      threads_q[WarpBits'(count_q)] <= here;
      tid_x_q[WarpBits'(count_q)]   <= tid_x;
      tid_y_q[WarpBits'(count_q)]   <= tid_y;
    end else if (launches) begin
      cta_x_q <= row_ends ? '0 : cta_x_q + 32'd1;
      if (row_ends) cta_y_q <= cta_y_q + 32'd1;
    end
    for (int w = 0; w < Warps; w++) begin
      if (begin_o[w]) place_q[w] <= place;
    end
    for (int c = 0; c < Ctas; c++) begin
      left_q[c]    <= left[c];
      waiting_q[c] <= opens[c] ? '0 : waiting[c];
    end
    if (launches) begin
      left_q[place]    <= count_q;
      waiting_q[place] <= '0;
    end
  end

  `WEFT_ASSERT(StartsIdle, start_i |-> !busy_o)
  `WEFT_ASSERT(FitsWarps, shape_q && !shaped |-> 32'(count_q) + 1 < Warps)
  `WEFT_ASSERT(FitsMemory, start_i |-> 32'(shared_words_i) <= SharedWords)

endmodule
