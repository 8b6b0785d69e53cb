// SPDX-License-Identifier: Apache-2.0
//
// Load and store unit of a processing block with its shared memory.
//
//      start --> [ address of each thread ] --> [ queue ] --> [ shared memory: passes ]
//                                                                    |
//      banks of registers <-- [ loads, in order, Depth cycles after their last pass ]
//
// Requests wait in the queue from their start on and are served in order, the first one Groups
// cycles after its start. A request counts from its issue to its service; full_o says that Requests of
// them do. A load has a place from its service until its banks are free, and is not served without.

`include "weft_assert.svh"

module weft_sm_lsu
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads = 4,
  parameter int unsigned Warps   = 4,
  parameter int unsigned Groups  = 2,    // cycles in which the threads enter
  parameter int unsigned Requests   = 5,
  parameter int unsigned Loads   = 4,
  parameter int unsigned Words   = 128,
  parameter int unsigned Depth   = 6,
  parameter type         meta_t  = logic,
  localparam int unsigned WarpBits = $clog2(Warps),
  localparam int unsigned Width    = 32 * Threads
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [Warps-1:0]       begin_i,
  input  logic [Warps-1:0][15:0] begin_shared_i,
  input  logic [Warps-1:0][15:0] begin_shared_words_i,

  input  logic                  issue_i,
  output logic                  full_o,

  input  logic                  start_i,
  input  meta_t                 start_meta_i,
  input  logic                  start_store_i,
  input  logic [15:0]           start_offset_i,  // bytes, signed
  input  logic [Width-1:0]      start_base_i,    // an address for each thread
  input  logic [3:0][Width-1:0] start_data_i,

  output logic                  serve_o,
  output logic [WarpBits-1:0]   serve_warp_o,
  output logic                  serve_store_o,

  output logic                  load_o,          // the oldest load is there
  output meta_t                 load_meta_o,
  output logic [3:0][Width-1:0] load_rows_o,
  input  logic                  load_done_i
);

  localparam int unsigned WordBits  = $clog2(Words);
  localparam int unsigned CountBits = $clog2(Requests + 1);
  localparam int unsigned LoadBits  = $clog2(Loads + 1);
  localparam int unsigned WaitBits  = $clog2(Groups + 1);
  localparam int unsigned TimeBits  = $clog2(Depth + 1);

  typedef struct packed {
    meta_t                              meta;
    logic                               store;
    logic [Threads-1:0][WordBits-1:0]   word;
    logic [3:0][Width-1:0]              data;
  } request_t;

  // The words of each warp's block of threads.

  logic [Warps-1:0][15:0] first_q, words_q;
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Warps; w++) begin
      if (begin_i[w]) begin
        first_q[w] <= begin_shared_i[w];
        words_q[w] <= begin_shared_words_i[w];
      end
    end
  end

  // The queue, its oldest request in place 0.

  request_t                 start;
  request_t                 queue_q [Requests];
  logic     [CountBits-1:0] waiting_q, requests_q, requests;
  logic     [WaitBits-1:0]  enter_q;
  logic                     due;
  logic [Threads-1:0]       legal;
  assign start.meta  = start_meta_i;
  assign start.store = start_store_i;
  assign start.data  = start_data_i;
  for (genvar t = 0; t < Threads; t++) begin : gen_address
    logic [31:0] address;
    logic [1:0]  low;
    assign address       = start_base_i[32*t+:32] + {{16{start_offset_i[15]}}, start_offset_i};
    assign low           = {start_meta_i.regs[2], start_meta_i.regs[2] || start_meta_i.regs[1]};
    assign start.word[t] = address[2+:WordBits] + WordBits'(first_q[start_meta_i.warp]);
    assign legal[t]      = !start_meta_i.mask[t] ||
                           (address[1:0] == 0 && (address[3:2] & low) == 0 &&
                            {2'b0, address[31:2]} + 32'(start_meta_i.regs) <=
                            32'(words_q[start_meta_i.warp]));
  end

  // The newest one waits until its threads have entered.
  assign due = waiting_q > CountBits'(1) || (waiting_q == CountBits'(1) && enter_q == 0);
  assign requests = requests_q - CountBits'(serve_o);
  assign full_o   = requests == CountBits'(Requests);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q  <= '0;
      requests_q <= '0;
      enter_q    <= '0;
    end else begin
      waiting_q  <= waiting_q + CountBits'(start_i) - CountBits'(serve_o);
      requests_q <= requests + CountBits'(issue_i);
      if (start_i) enter_q <= WaitBits'(Groups - 1);
      else if (enter_q != 0) enter_q <= enter_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int n = 0; n < Requests; n++) begin
      if (serve_o && n + 1 < Requests) queue_q[n] <= queue_q[n + 1 < Requests ? n + 1 : n];
      if (start_i && CountBits'(n) == waiting_q - CountBits'(serve_o)) queue_q[n] <= start;
    end
  end

  // Shared memory, and the places of loads, the oldest one in place 0.

  typedef struct packed {
    meta_t                 meta;
    logic [3:0][Width-1:0] rows;
    logic                  filled;
    logic [TimeBits-1:0]   time_left;
  } load_t;
  load_t                 load_q [Loads];
  load_t                 load [Loads];
  logic [LoadBits-1:0]   loads_q, loads, filling_q, filling;
  logic                  ready, room, filled;
  logic [3:0][Width-1:0] rows;

  assign room          = loads != LoadBits'(Loads);
  assign serve_o       = due && ready && (queue_q[0].store || room);
  assign serve_warp_o  = queue_q[0].meta.warp;
  assign serve_store_o = queue_q[0].store;
  logic [Words-1:0] clear;
  always_comb begin
    clear = '0;
    for (int w = 0; w < Warps; w++) begin
      if (begin_i[w]) begin
        for (int n = 0; n < Words; n++) begin
          if (16'(n) >= begin_shared_i[w] &&
              17'(n) < 17'(begin_shared_i[w]) + 17'(begin_shared_words_i[w])) begin
            clear[n] = 1'b1;
          end
        end
      end
    end
  end

  weft_sm_shared #(
    .Threads(Threads), .Words(Words)
  ) u_shared (
    .clk_i,
    .rst_ni,
    .clear_i      (begin_i != 0),
    .clear_mask_i (clear),
    .ready_o      (ready),
    .take_i       (serve_o),
    .store_i      (queue_q[0].store),
    .regs_i       (queue_q[0].meta.regs),
    .mask_i       (queue_q[0].meta.mask),
    .word_i       (queue_q[0].word),
    .data_i       (queue_q[0].data),
    .filled_o     (filled),
    .rows_o       (rows)
  );

  assign load_o      = loads_q != 0 && load_q[0].filled && load_q[0].time_left == 0;
  assign load_meta_o = load_q[0].meta;
  assign load_rows_o = load_q[0].rows;

  // A load leaves, then one is taken, then the last one taken is filled.
  assign loads   = loads_q - LoadBits'(load_done_i);
  assign filling = serve_o ? loads : filling_q - LoadBits'(load_done_i);
  always_comb begin
    for (int n = 0; n < Loads; n++) begin
      load[n] = load_done_i && n + 1 < Loads ? load_q[n + 1 < Loads ? n + 1 : n] : load_q[n];
      if (load[n].time_left != 0) load[n].time_left = load[n].time_left - 1'b1;
      if (serve_o && !serve_store_o && LoadBits'(n) == loads) begin
        load[n].meta   = queue_q[0].meta;
        load[n].filled = 1'b0;
      end
      if (filled && LoadBits'(n) == filling) begin
        load[n].rows      = rows;
        load[n].filled    = 1'b1;
        load[n].time_left = TimeBits'(Depth - 1);
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loads_q   <= '0;
      filling_q <= '0;
    end else begin
      loads_q   <= loads + LoadBits'(serve_o && !serve_store_o);
      filling_q <= filling;
    end
  end
  always_ff @(posedge clk_i) load_q <= load;

  `WEFT_ASSERT(LegalAddress, start_i |-> legal == '1)
  `WEFT_ASSERT(HasPlace, start_i |-> waiting_q - CountBits'(serve_o) < CountBits'(Requests))

endmodule
