// SPDX-License-Identifier: Apache-2.0
//
// Load and store unit of a processing block: requests to shared memory and to memory.
//
//      start --> [ address of each thread ] --> [ queue ] --+--> shared memory
//                                                           +--> [ sectors ] --> request
//
//      banks of registers <----- [ loads on their way ] <---+--- words of shared memory
//                                                           +--- response
//
// Requests wait in the queue from their start on; those to shared memory and those to memory are
// served in their own order, each kind's first one Groups cycles after its start at the earliest. A
// request counts from its issue to its service, or until its last sector is taken; full_o says that
// Requests of them do. A load has a place in weft_sm_loads from its service, or from the cycle in
// which its first sector is offered, until its banks are free, and is not served without.
//
// Shared memory takes a request of the unit in two cycles at most. Its words come with
// shared_filled_i, in the cycle of the request's last pass.
//
// A request to memory is one sector of 32 bytes a cycle, that of the lowest thread that is left, for
// all threads in it; of those that store to one word, the highest wins. The tag of a load's sector is
// its place and that thread. A sector that is due is offered if it is the unit's turn; a turn lasts
// until memory takes the sector.

`include "weft_assert.svh"

module weft_sm_lsu
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads = 4,
  parameter int unsigned Warps   = 4,
  parameter int unsigned Groups  = 2,    // cycles in which the threads enter
  parameter int unsigned Requests   = 5,
  parameter int unsigned Loads   = 4,
  parameter int unsigned Schedulers = 1,
  parameter int unsigned Depth   = 6,
  parameter type         meta_t  = logic,
  localparam int unsigned WarpBits  = $clog2(Warps),
  localparam int unsigned PlaceBits = $clog2(Loads + 1),
  localparam int unsigned TagBits   = PlaceBits + 5,
  localparam int unsigned Width     = 32 * Threads
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
  input  logic                  start_global_i,
  input  logic                  start_store_i,
  input  logic [15:0]           start_offset_i,  // bytes, signed
  input  logic [1:0][Width-1:0] start_base_i,    // an address for each thread, of memory 64 bits
  input  logic [3:0][Width-1:0] start_data_i,

  output logic                  serve_o,
  output logic [WarpBits-1:0]   serve_warp_o,
  output logic                  serve_store_o,

  output logic                  shared_valid_o,
  input  logic                  shared_ready_i,
  output logic [2:0]            shared_regs_o,   // words of a thread
  output logic [Threads-1:0]    shared_mask_o,
  output logic [Threads-1:0][15:0] shared_word_o,
  output logic [3:0][Width-1:0] shared_data_o,
  input  logic                  shared_filled_i,
  input  logic [3:0][Width-1:0] shared_rows_i,

  output logic                  request_due_o,   // a sector is due
  input  logic                  request_turn_i,  // and may be offered
  output logic                  request_valid_o,
  input  logic                  request_ready_i,
  output logic                  request_write_o,
  output logic [31:0]           request_address_o,
  output logic [TagBits-1:0]    request_tag_o,
  output logic [SectorWords-1:0]       request_mask_o,
  output logic [SectorWords-1:0][31:0] request_data_o,
  input  logic                  response_valid_i,
  input  logic [TagBits-1:0]    response_tag_i,
  input  logic [SectorWords-1:0][31:0] response_data_i,
  output logic                  sent_store_o,    // memory has a whole store
  output logic [WarpBits-1:0]   sent_warp_o,

  output logic  [Schedulers-1:0]                 load_o,  // a scheduler's oldest load is there
  output meta_t [Schedulers-1:0]                 load_meta_o,
  output logic  [Schedulers-1:0][3:0][Width-1:0] load_rows_o,
  input  logic  [Schedulers-1:0]                 load_done_i
);

  localparam int unsigned CountBits = $clog2(Requests + 1);
  localparam int unsigned WaitBits  = $clog2(Groups + 1);
  localparam int unsigned PartBits  = $clog2(SectorWords);
  localparam int unsigned IndexBits = Requests > 1 ? $clog2(Requests) : 1;

  typedef struct packed {
    meta_t                    meta;
    logic                     to_memory;
    logic                     store;
    logic [Threads-1:0][29:0] word;
    logic [3:0][Width-1:0]    data;
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
  request_t                 queue [Requests];
  logic     [CountBits-1:0] waiting_q, waiting, requests_q, requests;
  logic     [WaitBits-1:0]  enter_q;
  logic                     taken;  // from the queue to memory
  logic [Threads-1:0]       legal;
  assign start.meta      = start_meta_i;
  assign start.to_memory = start_global_i;
  assign start.store     = start_store_i;
  assign start.data      = start_data_i;
  for (genvar t = 0; t < Threads; t++) begin : gen_address
    logic [63:0] address;
    logic [1:0]  low;
    logic        there;
    assign address       = {start_base_i[1][32*t+:32], start_base_i[0][32*t+:32]} +
                           {{48{start_offset_i[15]}}, start_offset_i};
    assign low           = {start_meta_i.regs[2], start_meta_i.regs[2] || start_meta_i.regs[1]};
    assign start.word[t] = address[31:2] + (start_global_i ? '0 : 30'(first_q[start_meta_i.warp]));
    assign there         = start_global_i ? address[63:32] == 0
                           : {2'b0, address[31:2]} + 32'(start_meta_i.regs) <=
                             32'(words_q[start_meta_i.warp]);
    assign legal[t]      = !start_meta_i.mask[t] ||
                           (address[1:0] == 0 && (address[3:2] & low) == 0 && there);
  end

  // The first request of each kind. The newest of all waits until its threads have entered.
  logic                 shared_due, memory_due;
  logic [IndexBits-1:0] shared_at, memory_at;
  always_comb begin
    logic shared_found, memory_found;
    shared_found = 1'b0;
    memory_found = 1'b0;
    shared_due   = 1'b0;
    memory_due   = 1'b0;
    shared_at    = '0;
    memory_at    = '0;
    for (int n = 0; n < Requests; n++) begin
      logic entered;
      entered = CountBits'(n) + 1'b1 != waiting_q || enter_q == 0;
      if (CountBits'(n) < waiting_q) begin
        if (queue_q[n].to_memory && !memory_found) begin
          memory_found = 1'b1;
          memory_at    = IndexBits'(n);
          memory_due   = entered;
        end
        if (!queue_q[n].to_memory && !shared_found) begin
          shared_found = 1'b1;
          shared_at    = IndexBits'(n);
          shared_due   = entered;
        end
      end
    end
  end

  assign waiting  = waiting_q - CountBits'(serve_o) - CountBits'(taken);
  assign requests = requests_q - CountBits'(serve_o) - CountBits'(taken);
  assign full_o   = requests == CountBits'(Requests);
  always_comb begin
    int to;
    to    = 0;
    queue = queue_q;
    for (int n = 0; n < Requests; n++) begin
      if (!(serve_o && shared_at == IndexBits'(n)) && !(taken && memory_at == IndexBits'(n))) begin
        queue[to] = queue_q[n];
        to        = to + 1;
      end
    end
    for (int n = 0; n < Requests; n++) begin
      if (start_i && waiting == CountBits'(n)) queue[n] = start;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q  <= '0;
      requests_q <= '0;
      enter_q    <= '0;
    end else begin
      waiting_q  <= waiting + CountBits'(start_i);
      requests_q <= requests + CountBits'(issue_i);
      if (start_i) enter_q <= WaitBits'(Groups - 1);
      else if (enter_q != 0) enter_q <= enter_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) queue_q <= queue;

  // Shared memory.

  request_t shared;
  logic     room, taken_q;
  assign shared         = queue_q[shared_at];
  assign shared_valid_o = shared_due && !taken_q && (shared.store || room);
  assign shared_regs_o  = shared.meta.regs;
  assign shared_mask_o  = shared.meta.mask;
  assign shared_data_o  = shared.data;
  assign serve_o        = shared_valid_o && shared_ready_i;
  assign serve_warp_o   = shared.meta.warp;
  assign serve_store_o  = shared.store;
  for (genvar t = 0; t < Threads; t++) begin : gen_word
    assign shared_word_o[t] = shared.word[t][15:0];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) taken_q <= 1'b0;
    else taken_q <= serve_o;
  end

  // Memory: the threads that are left, the lowest one of them, and those in its sector.

  request_t                 memory;
  logic                     offered_q, ready, offer, accepted, memory_room;
  logic [Threads-1:0]       left, left_q, together;
  logic [4:0]               lowest;
  logic [26:0]              sector;
  logic [PlaceBits-1:0]     place, place_q, memory_place;
  logic [Threads-1:0][PartBits-1:0] memory_part;
  for (genvar t = 0; t < Threads; t++) begin : gen_part
    assign memory_part[t] = memory.word[t][PartBits-1:0];
  end
  assign memory = queue_q[memory_at];
  assign left   = offered_q ? left_q : memory.meta.mask;
  assign place  = offered_q ? place_q : memory_place;
  always_comb begin
    lowest = '0;
    sector = '0;
    for (int t = Threads - 1; t >= 0; t--) begin
      if (left[t]) begin
        lowest = 5'(t);
        sector = memory.word[t][29:PartBits];
      end
    end
    for (int t = 0; t < Threads; t++) begin
      together[t] = left[t] && memory.word[t][29:PartBits] == sector;
    end
  end
  always_comb begin
    request_mask_o = '0;
    request_data_o = '0;
    for (int t = 0; t < Threads; t++) begin
      for (int k = 0; k < 4; k++) begin
        logic [PartBits-1:0] at;
        at = memory_part[t] | PartBits'(k);
        if (together[t] && k < 32'(memory.meta.regs)) begin
          request_mask_o[at] = 1'b1;
          request_data_o[at] = memory.data[k][32*t+:32];
        end
      end
    end
  end
  assign ready             = memory_due && (offered_q || memory.store || memory_room);
  assign offer             = ready && request_turn_i;
  assign request_due_o     = ready && left != 0;
  assign request_valid_o   = offer && left != 0;
  assign request_write_o   = memory.store;
  assign request_address_o = {sector, 5'b0};
  assign request_tag_o     = {place, lowest};
  assign accepted          = request_valid_o && request_ready_i;
  assign taken             = offer && (left == 0 || (accepted && together == left));
  assign sent_store_o      = taken && memory.store;
  assign sent_warp_o       = memory.meta.warp;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offered_q <= 1'b0;
    else offered_q <= (offered_q || offer) && !taken;
  end
  always_ff @(posedge clk_i) begin
    left_q  <= accepted ? left & ~together : left;
    place_q <= place;
  end

  // Loads.

  weft_sm_loads #(
    .Threads(Threads), .Loads(Loads), .Schedulers(Schedulers), .Depth(Depth), .meta_t(meta_t)
  ) u_loads (
    .clk_i,
    .rst_ni,
    .shared_room_o   (room),
    .shared_i        (serve_o && !shared.store),
    .shared_meta_i   (shared.meta),
    .filled_i        (shared_filled_i),
    .rows_i          (shared_rows_i),
    .memory_room_o   (memory_room),
    .memory_place_o  (memory_place),
    .memory_i        (offer && !offered_q && !memory.store),
    .memory_meta_i   (memory.meta),
    .memory_part_i   (memory_part),
    .sent_i          (accepted && !memory.store),
    .sent_place_i    (place),
    .sent_lowest_i   (lowest),
    .sent_threads_i  (together),
    .response_i      (response_valid_i),
    .response_place_i(response_tag_i[TagBits-1:5]),
    .response_lowest_i(response_tag_i[4:0]),
    .response_data_i,
    .load_o,
    .load_meta_o,
    .load_rows_o,
    .load_done_i
  );

  `WEFT_ASSERT(LegalAddress, start_i |-> legal == '1)
  `WEFT_ASSERT(HasPlace, start_i |-> waiting < CountBits'(Requests))
  `WEFT_ASSERT(RequestStable, request_valid_o && !request_ready_i |=>
               request_valid_o && $stable(request_address_o) && $stable(request_tag_o))

endmodule
