// SPDX-License-Identifier: Apache-2.0
//
// Loads on their way from shared memory and from memory to the banks of registers.
//
//      shared memory: taken ---------> [ place ] last pass --> Depth cycles --+
//                        |                                                    +--> the first in order
//                        +----- order of a scheduler's loads <-----+          |
//                                                                  |          |
//      memory: first sector offered -> [ place ] last answer ------+----------+
//
// A load takes the lowest free place, one of shared memory before one of memory, and frees it with
// load_done_i, which another may take in that cycle. A load of shared memory is in the order from
// the cycle after it was taken on, one of memory from the cycle of its last answer on, or from the
// next one on, if none of its threads is active. The first in order is there when its registers are;
// each scheduler's loads are in an order of their own, warp w belongs to scheduler w mod Schedulers.
//
// An answer names its place and the lowest thread of its sector; a sector that is sent has told
// which threads belong to it. An access is a multiple of its size, so a thread's words lie in one
// sector.

`include "weft_assert.svh"

module weft_sm_loads
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads = 4,
  parameter int unsigned Loads   = 4,
  parameter int unsigned Schedulers = 1,
  parameter int unsigned Depth   = 6,    // cycles from the last pass of shared memory to the result
  parameter type         meta_t  = logic,
  localparam int unsigned PlaceBits = $clog2(Loads + 1),
  localparam int unsigned PartBits  = $clog2(SectorWords),
  localparam int unsigned Width     = 32 * Threads
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  output logic                  shared_room_o,
  input  logic                  shared_i,        // shared memory takes a load
  input  meta_t                 shared_meta_i,
  input  logic                  filled_i,        // the last pass of the last one that it took
  input  logic [3:0][Width-1:0] rows_i,

  output logic                  memory_room_o,
  output logic [PlaceBits-1:0]  memory_place_o,
  input  logic                  memory_i,        // a load of memory takes its place
  input  meta_t                 memory_meta_i,
  input  logic [Threads-1:0][PartBits-1:0] memory_part_i,  // each thread's first word in its sector
  input  logic                  sent_i,          // one of its sectors is asked for
  input  logic [PlaceBits-1:0]  sent_place_i,
  input  logic [4:0]            sent_lowest_i,
  input  logic [Threads-1:0]    sent_threads_i,
  input  logic                  response_i,
  input  logic [PlaceBits-1:0]  response_place_i,
  input  logic [4:0]            response_lowest_i,
  input  logic [SectorWords-1:0][31:0] response_data_i,

  output logic  [Schedulers-1:0]                 load_o,
  output meta_t [Schedulers-1:0]                 load_meta_o,
  output logic  [Schedulers-1:0][3:0][Width-1:0] load_rows_o,
  input  logic  [Schedulers-1:0]                 load_done_i
);

  localparam int unsigned TimeBits = $clog2(Depth + 1);
  localparam int unsigned Bits     = Loads > 1 ? $clog2(Loads) : 1;

  // A place: its threads that wait for words, for each the lowest thread of its sector, once that is
  // sent, and its first word there; for shared memory the cycles that are left.
  typedef struct packed {
    meta_t                            meta;
    logic [Threads-1:0]               wanted;
    logic [Threads-1:0][4:0]          lowest;
    logic [Threads-1:0][PartBits-1:0] part;
    logic                             filled;
    logic [TimeBits-1:0]              time_left;
  } place_t;
  place_t                place_q [Loads];
  place_t                place [Loads];
  logic [3:0][Width-1:0] rows_q [Loads];
  logic [Loads-1:0]      used_q, used, used_too;
  logic [Bits-1:0]       filling_q, filling;

  // An answer.
  logic [Bits-1:0]       to;
  place_t                answered;
  logic [Threads-1:0]    arrives;
  logic [3:0][Width-1:0] arrived;
  logic                  complete;
  assign to       = Bits'(response_place_i);
  assign answered = place_q[to];
  assign complete = response_i && (answered.wanted & ~arrives) == 0;
  always_comb begin
    for (int t = 0; t < Threads; t++) begin
      arrives[t] = response_i && answered.wanted[t] && answered.lowest[t] == response_lowest_i;
      for (int k = 0; k < 4; k++) begin
        logic [PartBits-1:0] at;
        at                   = answered.part[t] | PartBits'(k);
        arrived[k][32*t+:32] = response_data_i[at];
      end
    end
  end

  // The first in each order, which the answer of this cycle may have completed.
  logic [Schedulers-1:0][Bits-1:0]      first;
  logic [Schedulers-1:0][Loads-1:0][Bits-1:0] order_q;
  logic [Schedulers-1:0][PlaceBits-1:0] count_q;
  for (genvar s = 0; s < Schedulers; s++) begin : gen_first
    logic now;
    assign first[s]  = count_q[s] == 0 ? to : order_q[s][0];
    assign now       = complete && to == first[s];
    assign load_o[s] = count_q[s] == 0 ? complete && belongs(32'(answered.meta.warp), Schedulers, s)
                                       : place_q[first[s]].filled &&
                                         place_q[first[s]].time_left == 0;
    assign load_meta_o[s] = place_q[first[s]].meta;
    always_comb begin
      load_rows_o[s] = rows_q[first[s]];
      for (int t = 0; t < Threads; t++) begin
        for (int k = 0; k < 4; k++) begin
          if (now && arrives[t]) load_rows_o[s][k][32*t+:32] = arrived[k][32*t+:32];
        end
      end
    end
  end

  // Places: the one that is free again is the next one's.
  logic [Bits-1:0] shared_at, memory_at;
  always_comb begin
    used      = used_q;
    shared_at = '0;
    for (int s = 0; s < Schedulers; s++) begin
      if (load_done_i[s]) used[first[s]] = 1'b0;
    end
    shared_room_o = used != '1;
    for (int n = Loads - 1; n >= 0; n--) begin
      if (!used[n]) shared_at = Bits'(n);
    end
  end
  always_comb begin
    memory_at = '0;
    used_too = used;
    if (shared_i) used_too[shared_at] = 1'b1;
    memory_room_o = used_too != '1;
    for (int n = Loads - 1; n >= 0; n--) begin
      if (!used_too[n]) memory_at = Bits'(n);
    end
  end
  assign memory_place_o = PlaceBits'(memory_at);
  assign filling        = shared_i ? shared_at : filling_q;

  always_comb begin
    place = place_q;
    for (int n = 0; n < Loads; n++) begin
      if (to == Bits'(n)) place[n].wanted = place_q[n].wanted & ~arrives;
      if (place_q[n].time_left != 0) place[n].time_left = place_q[n].time_left - 1'b1;
      if (shared_i && shared_at == Bits'(n)) begin
        place[n].meta   = shared_meta_i;
        place[n].filled = 1'b0;
      end
      if (filled_i && filling == Bits'(n)) begin
        place[n].filled    = 1'b1;
        place[n].time_left = TimeBits'(Depth - 1);
      end
      if (memory_i && memory_at == Bits'(n)) begin
        place[n].meta      = memory_meta_i;
        place[n].part      = memory_part_i;
        place[n].wanted    = memory_meta_i.mask;
        place[n].filled    = 1'b1;
        place[n].time_left = '0;
        for (int t = 0; t < Threads; t++) place[n].lowest[t] = 5'(t);
      end
      for (int t = 0; t < Threads; t++) begin
        if (sent_i && sent_place_i == PlaceBits'(n) && sent_threads_i[t]) begin
          place[n].lowest[t] = sent_lowest_i;
        end
      end
    end
  end

  // A load leaves; one comes by its last answer, one from shared memory, one without threads.
  logic [Schedulers-1:0][Loads-1:0][Bits-1:0] order;
  logic [Schedulers-1:0][PlaceBits-1:0]       count;
  always_comb begin
    order = order_q;
    count = count_q;
    for (int s = 0; s < Schedulers; s++) begin
      if (complete && belongs(32'(answered.meta.warp), Schedulers, s)) begin
        order[s][Bits'(count[s])] = to;
        count[s]                  = count[s] + 1'b1;
      end
      if (load_done_i[s]) begin
        for (int n = 0; n + 1 < Loads; n++) order[s][n] = order[s][n+1];
        count[s] = count[s] - 1'b1;
      end
      if (shared_i && belongs(32'(shared_meta_i.warp), Schedulers, s)) begin
        order[s][Bits'(count[s])] = shared_at;
        count[s]                  = count[s] + 1'b1;
      end
      if (memory_i && memory_meta_i.mask == 0 &&
          belongs(32'(memory_meta_i.warp), Schedulers, s)) begin
        order[s][Bits'(count[s])] = memory_at;
        count[s]                  = count[s] + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q    <= '0;
      count_q   <= '0;
    end else begin
      used_q <= used_too;
      if (memory_i) used_q[memory_at] <= 1'b1;
      count_q <= count;
    end
  end
  always_ff @(posedge clk_i) begin
    place_q   <= place;
    order_q   <= order;
    filling_q <= filling;
    for (int t = 0; t < Threads; t++) begin
      for (int k = 0; k < 4; k++) begin
        if (arrives[t]) rows_q[to][k][32*t+:32] <= arrived[k][32*t+:32];
      end
    end
    // The load that leaves with its last answer may give its place to one that is filled at once.
    if (filled_i) rows_q[filling] <= rows_i;
  end

  `WEFT_ASSERT(AnswersARequest, response_i |-> used_q[to] && arrives != 0)

endmodule
