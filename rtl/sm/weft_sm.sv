// SPDX-License-Identifier: Apache-2.0
//
// Streaming multiprocessor: Blocks processing blocks, the shared memory between them, a port to
// memory, the launcher of grids.
//
//      start --> [ launcher ]<------- arrived, ended -------+
//                   | begin, open                           |
//                   v                                       |
//      load --> [ block 0 ] ... [ block Blocks - 1 ]--------+
//                  |    |           |    |
//                  |    +--> [ turn ]<---|----> [ shared memory ]
//                  +-------> [ turn ]<---+----> memory port
//
// Warp w of the multiprocessor is warp w / Blocks of block w mod Blocks. Blocks take turns at shared
// memory and at the port. A launch is a grid of blocks of threads, each with words of shared memory
// that are zero first; it starts while busy_o is low. Program and constants are loaded beforehand,
// those that say the grid's shape included.
//
// The tag of a load's sector is its place among the loads of its block, times Blocks, plus the
// block, times 32, plus the lowest thread that wants it.
//
// Parameters are those of a block but Blocks, Ctas, blocks of threads at once at most, and
// SharedWords, all of shared memory. Outputs behind the port's are those of the blocks.
// sim/golden/sm/sm_model.hpp is the same in every cycle; docs/unit/sm.md has the rules by number.

`include "weft_assert.svh"

module weft_sm
  import weft_sm_pkg::*;
#(
  parameter int unsigned Blocks     = 1,
  parameter int unsigned Ctas       = 4,
  parameter int unsigned Warps      = 4,  // of a block
  parameter int unsigned Schedulers = 1,  // of a block
  parameter int unsigned Dispatch   = 2,  // instructions that issue at once, of a warp: 1 or 2
  parameter int unsigned Interval   = 1,  // cycles between two issues: a power of two
  parameter int unsigned Twin       = 0,  // two ports of FP32, INT and FP64
  parameter int unsigned Joint      = 0,  // INT behind the port of FP32
  parameter int unsigned Threads    = 4,
  parameter int unsigned Regs       = 16,
  parameter int unsigned Code       = 256,  // instructions
  parameter int unsigned Constants  = 128,  // words of c[0x0], and of literals
  parameter int unsigned Stack      = 8,
  parameter int unsigned Banks      = 2,
  parameter int unsigned Window     = 3,
  parameter int unsigned Collectors = 4,
  parameter int unsigned InOrder    = 1,
  parameter int unsigned Swizzled   = 0,
  parameter int unsigned Reuse      = 1,
  parameter int unsigned Policy     = 1,  // weft_sm_pkg: 0 lrr, 1 gto, 2 youngest
  parameter int unsigned Fetch      = 1,
  parameter int unsigned FpLanes    = 2,
  parameter int unsigned IntLanes   = 2,
  parameter int unsigned SfuLanes   = 1,
  parameter int unsigned HalfLanes  = 2,  // of two FP16; 0: none
  parameter int unsigned DoubleLanes = 1,  // 0: none
  parameter int unsigned LsuLanes   = 2,  // one at least
  parameter int unsigned Requests   = 5,  // requests between issue and service
  parameter int unsigned Loads      = 4,  // between service and result
  parameter int unsigned SharedWords = 256,  // a multiple of 32
  parameter int unsigned ShuffleDepth = 6,
  parameter int unsigned SharedDepth = 6,  // cycles from the last pass to the result
  parameter int unsigned FpPipe     = 22,  // bit mask, of weft_fma
  parameter int unsigned IntDepth   = 3,
  parameter int unsigned MulPipe    = 7,  // bit mask, of weft_imul
  parameter int unsigned SfuPipe    = 127,  // bit mask, of weft_sfu
  parameter int unsigned HalfPipe   = 31,  // bit mask, of weft_fma
  parameter int unsigned DoublePipe = 31,  // bit mask, of weft_fma
  parameter int unsigned FpDepth    = 0,  // cycles to a result; 0: the unit's registers
  parameter int unsigned MulDepth   = 0,
  parameter int unsigned SfuDepth   = 0,
  parameter int unsigned HalfDepth  = 0,
  parameter int unsigned DoubleDepth = 0,
  parameter int unsigned Ftz        = 0,
  parameter int unsigned TensorMacs = 0,  // 0: none
  parameter int unsigned TensorFp32 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16),
  parameter int unsigned TensorFp16 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16F16acc),
  parameter int unsigned TensorBf16 = 255,  // 255: none
  parameter int unsigned TensorPipe = 22,  // bit mask, of weft_dpa
  parameter int unsigned TensorDepth = 9,
  parameter int unsigned TensorRead = 17,
  localparam int unsigned All       = Blocks * Warps,
  localparam int unsigned WarpBits  = $clog2(Warps),
  localparam int unsigned RegBits   = $clog2(Regs),
  localparam int unsigned PcBits    = $clog2(Code),
  localparam int unsigned PlaceBits = $clog2(Loads + 1),
  localparam int unsigned TagBits   = PlaceBits + $clog2(Blocks) + 5,
  localparam int unsigned Width     = 32 * Threads
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 load_valid_i,
  input  logic [1:0]           load_space_i,
  input  logic [15:0]          load_address_i,
  input  logic [Word-1:0]      load_data_i,

  input  logic                 start_i,
  input  logic [31:0]          grid_x_i,   // blocks of threads
  input  logic [31:0]          grid_y_i,
  input  logic [15:0]          block_x_i,  // threads of one
  input  logic [15:0]          block_y_i,
  input  logic [15:0]          shared_words_i,
  output logic                 busy_o,

  output logic                 request_valid_o,
  input  logic                 request_ready_i,
  output logic                 request_write_o,
  output logic [31:0]          request_address_o,  // a multiple of 32
  output logic [TagBits-1:0]   request_tag_o,      // of a load
  output logic [SectorWords-1:0]       request_mask_o,  // words written
  output logic [SectorWords-1:0][31:0] request_data_o,
  input  logic                 response_valid_i,
  input  logic [TagBits-1:0]   response_tag_i,
  input  logic [SectorWords-1:0][31:0] response_data_i,

  output logic [Blocks-1:0][Warps-1:0]                        arrived_o,
  output logic [Blocks-1:0][Warps-1:0]                        ended_o,
  output logic [Blocks-1:0][Schedulers-1:0][Dispatch-1:0]     issue_o,
  output logic [Blocks-1:0][Schedulers-1:0][WarpBits-1:0]     issue_warp_o,
  output logic [Blocks-1:0][Schedulers-1:0][Dispatch-1:0][PcBits-1:0] issue_pc_o,
  output logic [Blocks-1:0][Schedulers-1:0][Threads-1:0]      issue_active_o,
  output logic [Blocks-1:0][Ports-1:0]                        start_o,
  output logic [Blocks-1:0][Ports-1:0][WarpBits-1:0]          start_warp_o,
  output logic [Blocks-1:0][Ports-1:0][PcBits-1:0]            start_pc_o,
  output logic [Blocks-1:0][Ports-1:0][7:0]                   start_groups_o,
  output logic [Blocks-1:0]                                   serve_o,
  output logic [Blocks-1:0][WarpBits-1:0]                     serve_warp_o,
  output logic [Blocks-1:0]                                   serve_store_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0]        read_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][WarpBits-1:0] read_warp_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][RegBits-1:0] read_reg_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][Width-1:0] read_data_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0]        write_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][WarpBits-1:0] write_warp_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][RegBits-1:0] write_reg_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][Threads-1:0] write_mask_o,
  output logic [Blocks-1:0][Schedulers-1:0][Banks-1:0][Width-1:0] write_data_o,
  output logic [Blocks-1:0][Warps-1:0][3:0]                   reason_o
);

  if (LsuLanes == 0) begin : gen_lanes
    $error("weft_sm: a multiprocessor has lanes for loads and stores");
  end

  // The launcher knows warps by their numbers in the multiprocessor.

  logic                        restart;
  logic [All-1:0]              arrived, ended, opened, begins;
  logic [All-1:0][Threads-1:0] begin_threads;
  logic [All-1:0][16*Threads-1:0] begin_tid_x, begin_tid_y;
  logic [31:0]                 begin_cta_x, begin_cta_y;
  logic [15:0]                 begin_shared, begin_shared_words;
  weft_sm_launch #(
    .Warps(All), .Threads(Threads), .Ctas(Ctas), .SharedWords(SharedWords)
  ) u_launch (
    .clk_i,
    .rst_ni,
    .start_i,
    .grid_x_i,
    .grid_y_i,
    .block_x_i,
    .block_y_i,
    .shared_words_i,
    .busy_o,
    .restart_o           (restart),
    .arrived_i           (arrived),
    .ended_i             (ended),
    .open_o              (opened),
    .begin_o             (begins),
    .begin_threads_o     (begin_threads),
    .begin_tid_x_o       (begin_tid_x),
    .begin_tid_y_o       (begin_tid_y),
    .begin_cta_x_o       (begin_cta_x),
    .begin_cta_y_o       (begin_cta_y),
    .begin_shared_o      (begin_shared),
    .begin_shared_words_o(begin_shared_words)
  );

  // Shared memory takes a request of the first block in turn that has one.

  logic [Blocks-1:0]                    shared_valid, shared_store, shared_may;
  logic [Blocks-1:0][2:0]               shared_regs;
  logic [Blocks-1:0][Threads-1:0]       shared_mask;
  logic [Blocks-1:0][Threads-1:0][15:0] shared_word;
  logic [Blocks-1:0][3:0][Width-1:0]    shared_data;
  logic                                 shared_ready, shared_take, filled;
  logic [3:0][Width-1:0]                shared_rows;
  localparam int unsigned WordBits  = $clog2(SharedWords);
  localparam int unsigned BlockBits = Blocks > 1 ? $clog2(Blocks) : 1;
  logic [BlockBits-1:0]             served, served_q;
  logic [Threads-1:0][WordBits-1:0] word;
  weft_sm_turn #(.Blocks(Blocks)) u_shared_turn (
    .clk_i,
    .rst_ni,
    .restart_i(restart),
    .asks_i   (shared_valid & {Blocks{shared_ready}}),
    .goes_i   (1'b1),
    .may_o    (shared_may)
  );
  assign shared_take = shared_valid != 0 && shared_ready;
  always_comb begin
    served = shared_take ? '0 : served_q;
    for (int b = 0; b < Blocks; b++) begin
      if (shared_take && shared_valid[b] && shared_may[b]) served = BlockBits'(b);
    end
  end
  always_ff @(posedge clk_i) served_q <= served;
  for (genvar t = 0; t < Threads; t++) begin : gen_word
    assign word[t] = shared_word[served][t][WordBits-1:0];
  end
  weft_sm_shared #(
    .Threads(Threads), .Words(SharedWords), .Ranges(1)
  ) u_shared (
    .clk_i,
    .rst_ni,
    .clear_i      (begins != 0),
    .clear_first_i(begin_shared),
    .clear_words_i(begin_shared_words),
    .ready_o      (shared_ready),
    .take_i       (shared_take),
    .store_i      (shared_store[served]),
    .regs_i       (shared_regs[served]),
    .mask_i       (shared_mask[served]),
    .word_i       (word),
    .data_i       (shared_data[served]),
    .filled_o     (filled),
    .rows_o       (shared_rows)
  );

  // The port offers the sector of the first block in turn that has one, until memory takes it.

  logic [Blocks-1:0]                        due, may, valid, write;
  logic [Blocks-1:0][31:0]                  address;
  logic [Blocks-1:0][PlaceBits+4:0]         tag;
  logic [Blocks-1:0][SectorWords-1:0]       mask;
  logic [Blocks-1:0][SectorWords-1:0][31:0] data;
  logic [BlockBits-1:0]                     offers;
  weft_sm_turn #(.Blocks(Blocks)) u_request_turn (
    .clk_i,
    .rst_ni,
    .restart_i(restart),
    .asks_i   (due),
    .goes_i   (request_ready_i),
    .may_o    (may)
  );
  always_comb begin
    offers = '0;
    for (int b = 0; b < Blocks; b++) begin
      if (valid[b]) offers = BlockBits'(b);
    end
  end
  assign request_valid_o   = valid != 0;
  assign request_write_o   = write[offers];
  assign request_address_o = address[offers];
  assign request_tag_o     = {(TagBits - 5)'(32'(tag[offers][PlaceBits+4:5]) * Blocks + 32'(offers)),
                              tag[offers][4:0]};
  assign request_mask_o    = mask[offers];
  assign request_data_o    = data[offers];

  for (genvar b = 0; b < Blocks; b++) begin : gen_block
    logic [Warps-1:0]               block_begin, block_open;
    logic [Warps-1:0][Threads-1:0]  block_threads;
    logic [Warps-1:0][31:0]         id;
    logic [Warps-1:0][16*Threads-1:0] tid_x, tid_y;
    for (genvar w = 0; w < Warps; w++) begin : gen_warp
      localparam int unsigned Number = w * Blocks + b;
      assign block_begin[w]   = begins[Number];
      assign block_open[w]    = opened[Number];
      assign block_threads[w] = begin_threads[Number];
      assign tid_x[w]         = begin_tid_x[Number];
      assign tid_y[w]         = begin_tid_y[Number];
      assign id[w]            = Number;
      assign arrived[Number]  = arrived_o[b][w];
      assign ended[Number]    = ended_o[b][w];
    end
    weft_sm_block #(
      .Warps(Warps), .Schedulers(Schedulers), .Dispatch(Dispatch), .Interval(Interval),
      .Twin(Twin), .Joint(Joint), .Threads(Threads), .Regs(Regs), .Code(Code),
      .Constants(Constants), .Stack(Stack), .Banks(Banks), .Window(Window),
      .Collectors(Collectors), .InOrder(InOrder), .Swizzled(Swizzled), .Reuse(Reuse),
      .Policy(Policy), .Fetch(Fetch), .FpLanes(FpLanes), .IntLanes(IntLanes), .SfuLanes(SfuLanes),
      .HalfLanes(HalfLanes), .DoubleLanes(DoubleLanes), .LsuLanes(LsuLanes), .Requests(Requests),
      .Loads(Loads), .SharedWords(0), .ShuffleDepth(ShuffleDepth), .SharedDepth(SharedDepth),
      .FpPipe(FpPipe), .IntDepth(IntDepth), .MulPipe(MulPipe), .SfuPipe(SfuPipe),
      .HalfPipe(HalfPipe), .DoublePipe(DoublePipe), .FpDepth(FpDepth), .MulDepth(MulDepth),
      .SfuDepth(SfuDepth), .HalfDepth(HalfDepth), .DoubleDepth(DoubleDepth), .Ftz(Ftz),
      .TensorMacs(TensorMacs),
      .TensorFp32(TensorFp32), .TensorFp16(TensorFp16), .TensorBf16(TensorBf16),
      .TensorPipe(TensorPipe), .TensorDepth(TensorDepth), .TensorRead(TensorRead)
    ) u_block (
      .clk_i,
      .rst_ni,
      .load_valid_i,
      .load_space_i,
      .load_address_i,
      .load_data_i,
      .restart_i           (restart),
      .begin_i             (block_begin),
      .begin_threads_i     (block_threads),
      .begin_id_i          (id),
      .begin_cta_x_i       ({Warps{begin_cta_x}}),
      .begin_cta_y_i       ({Warps{begin_cta_y}}),
      .begin_tid_x_i       (tid_x),
      .begin_tid_y_i       (tid_y),
      .begin_shared_i      ({Warps{begin_shared}}),
      .begin_shared_words_i({Warps{begin_shared_words}}),
      .open_i              (block_open),
      .shared_valid_o      (shared_valid[b]),
      .shared_ready_i      (shared_ready && shared_may[b]),
      .shared_store_o      (shared_store[b]),
      .shared_regs_o       (shared_regs[b]),
      .shared_mask_o       (shared_mask[b]),
      .shared_word_o       (shared_word[b]),
      .shared_data_o       (shared_data[b]),
      .shared_filled_i     (filled && served == BlockBits'(b)),
      .shared_rows_i       (shared_rows),
      .request_due_o       (due[b]),
      .request_turn_i      (may[b]),
      .request_valid_o     (valid[b]),
      .request_ready_i,
      .request_write_o     (write[b]),
      .request_address_o   (address[b]),
      .request_tag_o       (tag[b]),
      .request_mask_o      (mask[b]),
      .request_data_o      (data[b]),
      .response_valid_i    (response_valid_i && 32'(response_tag_i[TagBits-1:5]) % Blocks == b),
      .response_tag_i      ({PlaceBits'(32'(response_tag_i[TagBits-1:5]) / Blocks),
                             response_tag_i[4:0]}),
      .response_data_i,
      .arrived_o           (arrived_o[b]),
      .ended_o             (ended_o[b]),
      .issue_o             (issue_o[b]),
      .issue_warp_o        (issue_warp_o[b]),
      .issue_pc_o          (issue_pc_o[b]),
      .issue_active_o      (issue_active_o[b]),
      .start_o             (start_o[b]),
      .start_warp_o        (start_warp_o[b]),
      .start_pc_o          (start_pc_o[b]),
      .start_groups_o      (start_groups_o[b]),
      .serve_o             (serve_o[b]),
      .serve_warp_o        (serve_warp_o[b]),
      .serve_store_o       (serve_store_o[b]),
      .read_o              (read_o[b]),
      .read_warp_o         (read_warp_o[b]),
      .read_reg_o          (read_reg_o[b]),
      .read_data_o         (read_data_o[b]),
      .write_o             (write_o[b]),
      .write_warp_o        (write_warp_o[b]),
      .write_reg_o         (write_reg_o[b]),
      .write_mask_o        (write_mask_o[b]),
      .write_data_o        (write_data_o[b]),
      .reason_o            (reason_o[b])
    );
  end

  `WEFT_ASSERT(RequestStable, request_valid_o && !request_ready_i |=>
               request_valid_o && $stable(request_address_o) && $stable(request_tag_o))

endmodule
