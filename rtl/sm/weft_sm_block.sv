// SPDX-License-Identifier: Apache-2.0
//
// Processing block of a streaming multiprocessor: Warps warps of Threads threads, Schedulers
// schedulers, register banks with operand collectors, ports of lanes that are this repository's units.
//
//      load port                     begin port
//          |                             |
//      [ program ]--> [ decode ]--> [ simt ] a warp: pc, active threads, stack
//                          |             |
//                     [ score ]------> [ sched ] a warp a cycle and scheduler
//                          ^             | issue
//                          |             v
//      [ constants ]       |       [ operands ] collectors, banks, reuse of a scheduler
//            |             |         |   |   |  start: one a port
//            v             |         v   v   v
//        operands          |    [FP32][INT][SFU][FP64] lanes --+--> predicates
//                          |    [ tensor ] -------------------+
//                          |    [ lsu ]<-->[ shared memory ] --+
//                          |       ^ +---> memory port         |
//                          +------------- results -------------+--> banks
//
// Instructions: those of weft_sm_pkg::op_e, words of 64 bits; program and constants are loaded
// beforehand: space 0 is the program, 1 c[0x0], 2 the literals. A warp that begins is live in the
// next cycle, its registers and predicates are zero. BAR.SYNC reports that a warp arrived; the owner
// opens the barrier in that cycle or later. sim/golden/sm/sm_block.hpp is the same in every cycle;
// docs/unit/sm.md has the rules by number.
//
// A warp begins with the words of shared memory of its block of threads, which become zero; shared
// memory is as large as SharedWords, and none without lanes of LSU. With no words it is behind the
// shared port, and its owner clears them: a request moves in a cycle in which valid and ready are
// high, and a load's words come in that cycle or later, before the next request moves.
//
// LDG and STG go through the memory port, a sector of 32 bytes at a time: a request moves in a cycle
// in which valid and ready are high. Each load's sector has a tag, which its answer carries; answers
// come in any later cycle, in any order. A store has no answer. request_turn_i lets the block offer
// the sector that is due, until it has moved.
//
// Warp w belongs to scheduler w mod Schedulers, which has collectors, banks and an order of loads of
// its own. All share the ports: who chooses first changes every cycle, and of instructions that wait
// for a port the oldest starts. Several schedulers have no tensor unit. Instructions issue in every
// Interval-th cycle.
//
// With Twin, ports 0 and 1 both hold FP32, INT and FP64, of as many lanes: an instruction takes the
// first one that is free, FP64 both, as the only instruction of its cycle but branches behind it. No
// architecture that is modelled has such ports with FP16 or a second dispatch unit, nor a tensor unit
// beside several schedulers; such parameters are refused. With Joint, port 0 holds INT, too, on as
// many lanes, and port 1 nothing.
//
// restart_i sets the clock that instructions read to zero, between launches.
//
// Depths, from a thread's entry to its result, are the registers of the units: FpPipe, HalfPipe,
// DoublePipe, MulPipe and one more, SfuPipe; IntDepth. FpDepth, HalfDepth and so on make them longer.
// Ftz adds units for .FTZ, which the lanes do not know without. HalfLanes, behind the port of FP32,
// and DoubleLanes bring F2F of their formats.
//
// TensorMacs adds the tensor unit, a port of its own: products a cycle, sums by the profiles of
// weft_dpa in TensorFp32, TensorFp16 and TensorBf16, whose registers are TensorPipe. Its instructions
// need warps of 32 threads, all of which execute. Results are there for tensor instructions
// TensorDepth cycles after the last group, in the banks after TensorRead.

`include "weft_assert.svh"

module weft_sm_block
  import weft_sm_pkg::*;
#(
  parameter int unsigned Warps      = 4,
  parameter int unsigned Schedulers = 1,    // a power of two, each of two warps or more
  parameter int unsigned Dispatch   = 2,    // instructions that issue at once, of a warp: 1 or 2
  parameter int unsigned Interval   = 1,    // cycles between two issues: a power of two
  parameter int unsigned Twin       = 0,    // two ports of FP32, INT and FP64
  parameter int unsigned Joint      = 0,    // INT behind the port of FP32
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
  parameter int unsigned Policy     = 1,    // weft_sm_pkg: 0 lrr, 1 gto, 2 youngest
  parameter int unsigned Fetch      = 1,
  parameter int unsigned FpLanes    = 2,
  parameter int unsigned IntLanes   = 2,
  parameter int unsigned SfuLanes   = 1,
  parameter int unsigned HalfLanes  = 2,    // of two FP16; 0: none
  parameter int unsigned DoubleLanes = 1,   // 0: none
  parameter int unsigned LsuLanes   = 2,    // 0: none
  parameter int unsigned Requests   = 5,    // requests between issue and service
  parameter int unsigned Loads      = 4,    // between service and result
  parameter int unsigned SharedWords = 256, // a multiple of 32; 0: behind the port
  parameter int unsigned ShuffleDepth = 6,
  parameter int unsigned SharedDepth = 6,   // cycles from the last pass to the result
  parameter int unsigned FpPipe     = 22,   // bit mask, of weft_fma
  parameter int unsigned IntDepth   = 3,
  parameter int unsigned MulPipe    = 7,    // bit mask, of weft_imul
  parameter int unsigned SfuPipe    = 127,  // bit mask, of weft_sfu
  parameter int unsigned HalfPipe   = 31,   // bit mask, of weft_fma
  parameter int unsigned DoublePipe = 31,   // bit mask, of weft_fma
  parameter int unsigned FpDepth    = 0,    // cycles to a result; 0: the unit's registers
  parameter int unsigned MulDepth   = 0,
  parameter int unsigned SfuDepth   = 0,
  parameter int unsigned HalfDepth  = 0,
  parameter int unsigned DoubleDepth = 0,
  parameter int unsigned Ftz        = 0,
  parameter int unsigned TensorMacs = 0,    // 0: none
  parameter int unsigned TensorFp32 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16),
  parameter int unsigned TensorFp16 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16F16acc),
  parameter int unsigned TensorBf16 = 255,  // 255: none
  parameter int unsigned TensorPipe = 22,   // bit mask, of weft_dpa
  parameter int unsigned TensorDepth = 9,
  parameter int unsigned TensorRead = 17,
  localparam int unsigned WarpBits  = $clog2(Warps),
  localparam int unsigned RegBits   = $clog2(Regs),
  localparam int unsigned PcBits    = $clog2(Code),
  localparam int unsigned TagBits   = $clog2(Loads + 1) + 5,
  localparam int unsigned Width     = 32 * Threads
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  input  logic                            load_valid_i,
  input  logic [1:0]                      load_space_i,
  input  logic [15:0]                     load_address_i,
  input  logic [Word-1:0]                 load_data_i,

  input  logic                            restart_i,
  input  logic [Warps-1:0]                begin_i,
  input  logic [Warps-1:0][Threads-1:0]   begin_threads_i,
  input  logic [Warps-1:0][31:0]          begin_id_i,
  input  logic [Warps-1:0][31:0]          begin_cta_x_i,
  input  logic [Warps-1:0][31:0]          begin_cta_y_i,
  input  logic [Warps-1:0][16*Threads-1:0] begin_tid_x_i,
  input  logic [Warps-1:0][16*Threads-1:0] begin_tid_y_i,
  input  logic [Warps-1:0][15:0]          begin_shared_i,        // first word, words
  input  logic [Warps-1:0][15:0]          begin_shared_words_i,
  input  logic [Warps-1:0]                open_i,
  output logic [Warps-1:0]                arrived_o,
  output logic [Warps-1:0]                ended_o,

  output logic                            shared_valid_o,
  input  logic                            shared_ready_i,
  output logic                            shared_store_o,
  output logic [2:0]                      shared_regs_o,
  output logic [Threads-1:0]              shared_mask_o,
  output logic [Threads-1:0][15:0]        shared_word_o,
  output logic [3:0][Width-1:0]           shared_data_o,
  input  logic                            shared_filled_i,
  input  logic [3:0][Width-1:0]           shared_rows_i,

  output logic                            request_due_o,
  input  logic                            request_turn_i,
  output logic                            request_valid_o,
  input  logic                            request_ready_i,
  output logic                            request_write_o,
  output logic [31:0]                     request_address_o,  // a multiple of 32
  output logic [TagBits-1:0]              request_tag_o,      // of a load
  output logic [SectorWords-1:0]          request_mask_o,     // words written
  output logic [SectorWords-1:0][31:0]    request_data_o,
  input  logic                            response_valid_i,
  input  logic [TagBits-1:0]              response_tag_i,
  input  logic [SectorWords-1:0][31:0]    response_data_i,

  output logic [Schedulers-1:0][Dispatch-1:0]             issue_o,
  output logic [Schedulers-1:0][WarpBits-1:0]             issue_warp_o,
  output logic [Schedulers-1:0][Dispatch-1:0][PcBits-1:0] issue_pc_o,
  output logic [Schedulers-1:0][Threads-1:0]              issue_active_o,
  output logic [Ports-1:0]                start_o,
  output logic [Ports-1:0][WarpBits-1:0]  start_warp_o,
  output logic [Ports-1:0][PcBits-1:0]    start_pc_o,
  output logic [Ports-1:0][7:0]           start_groups_o,
  output logic                            serve_o,  // shared memory takes a request
  output logic [WarpBits-1:0]             serve_warp_o,
  output logic                            serve_store_o,
  output logic [Schedulers-1:0][Banks-1:0]                read_o,
  output logic [Schedulers-1:0][Banks-1:0][WarpBits-1:0]  read_warp_o,
  output logic [Schedulers-1:0][Banks-1:0][RegBits-1:0]   read_reg_o,
  output logic [Schedulers-1:0][Banks-1:0][Width-1:0]     read_data_o,
  output logic [Schedulers-1:0][Banks-1:0]                write_o,
  output logic [Schedulers-1:0][Banks-1:0][WarpBits-1:0]  write_warp_o,
  output logic [Schedulers-1:0][Banks-1:0][RegBits-1:0]   write_reg_o,
  output logic [Schedulers-1:0][Banks-1:0][Threads-1:0]   write_mask_o,
  output logic [Schedulers-1:0][Banks-1:0][Width-1:0]     write_data_o,
  output logic [Warps-1:0][3:0]           reason_o  // weft_sm_pkg::reason_e
);

  localparam int unsigned Resources = Regs + Predicates;
  localparam int unsigned Shuffles  = 6;  // buses: FP32, INT, IMUL, SFU, FP16, FP64, shuffles,
  localparam int unsigned Twins     = Twin != 0 ? 3 : 0;  // FP32, INT, IMUL of the second twin,
  localparam int unsigned Results   = 7 + Twins;
  localparam int unsigned Load      = Results;  // and loads of each scheduler: those that fit the
                                                // banks, and the others
  localparam int unsigned Sums      = Load + 2 * Schedulers;  // and the tensor unit's, of few
                                                              // registers, of many
  localparam int unsigned Ends      = Sums + 2;
  localparam int unsigned Tensor    = 32'(TensorMacs != 0);
  localparam int unsigned CountBits = $clog2(Collectors + 64);

  // Warps of a scheduler, and their numbers there.
  localparam int unsigned Each      = Warps / Schedulers;
  localparam int unsigned EachBits  = $clog2(Each);
  localparam int unsigned TurnBits  = Schedulers > 1 ? $clog2(Schedulers) : 1;
  if ($countones(Schedulers) != 1 || Warps != Each * Schedulers || Each < 2) begin : gen_schedulers
    $error("weft_sm_block: schedulers are a power of two, with as many warps each, two or more");
  end
  if (Schedulers > 1 && Tensor != 0) begin : gen_no_sums
    $error("weft_sm_block: several schedulers have no tensor unit");
  end
  if ($countones(Interval) != 1) begin : gen_interval
    $error("weft_sm_block: the cycles between two issues are a power of two");
  end
  if (Twin != 0 && (Dispatch > 1 || HalfLanes != 0 || IntLanes != FpLanes ||
                    (DoubleLanes != 0 && DoubleLanes != FpLanes))) begin : gen_twin
    $error("weft_sm_block: twin ports have lanes of one number, no FP16, and issue one instruction");
  end
  if (Joint != 0 && (Twin != 0 || IntLanes != FpLanes)) begin : gen_joint
    $error("weft_sm_block: a joint port of FP32 and INT has lanes of one number, and no twin");
  end
  function automatic logic [EachBits-1:0] number_of(logic [WarpBits-1:0] w);
    return EachBits'(32'(w) / Schedulers);
  endfunction

  // Lanes, depth and registers of each bus, and the port that feeds it.
  localparam int unsigned LanesOf [Shuffles] = '{FpLanes, IntLanes, IntLanes, SfuLanes, HalfLanes,
                                                 DoubleLanes};
  localparam int unsigned DepthOf [Shuffles] = '{
    FpDepth != 0 ? FpDepth : $countones(FpPipe), IntDepth,
    MulDepth != 0 ? MulDepth : $countones(MulPipe) + 1,
    SfuDepth != 0 ? SfuDepth : $countones(SfuPipe),
    HalfDepth != 0 ? HalfDepth : $countones(HalfPipe),
    DoubleDepth != 0 ? DoubleDepth : $countones(DoublePipe)
  };
  localparam int unsigned PipeOf  [Shuffles] = '{FpPipe, 0, MulPipe, SfuPipe, HalfPipe, DoublePipe};
  localparam int unsigned IntPort = Twin != 0 || Joint != 0 ? 0 : 1;
  localparam int unsigned PortOf  [Shuffles] = '{0, IntPort, IntPort, 2, 0, Twin != 0 ? 0 : 3};
  function automatic logic [Ports-1:0] ports_of(unit_e unit);
    if (unit == UnitBranch) return '0;
    return Twin != 0 && is_twin(unit) ? Ports'(3) : Ports'(1) << port_of(unit, Joint);
  endfunction

  // Cycles that a unit occupies its port, and from a start to the result; conversions as SFU.
  function automatic int unsigned bus_of(int unsigned unit);
    return unit == 32'(UnitCvt) ? 32'(UnitSfu) : unit;
  endfunction
  function automatic int unsigned groups_of(int unsigned unit);
    if (is_tensor(unit_e'(unit))) begin
      return Tensor == 0 ? 1 : (macs_of(unit) + TensorMacs - 1) / TensorMacs;
    end
    if (unit >= 32'(UnitLsu)) return LsuLanes == 0 ? 1 : Threads / LsuLanes;
    return LanesOf[bus_of(unit)] == 0 ? 1 : Threads / LanesOf[bus_of(unit)];
  endfunction
  function automatic int unsigned latency_of(int unsigned unit);
    if (unit == 32'(UnitLsu)) return 1;  // unknown
    if (unit == 32'(UnitShfl)) return groups_of(unit) - 1 + ShuffleDepth;
    if (is_tensor(unit_e'(unit))) return Tensor == 0 ? 1 : groups_of(unit) - 1 + TensorRead;
    return groups_of(unit) - 1 + DepthOf[bus_of(unit)];
  endfunction
  function automatic int unsigned longest();
    int unsigned most;
    most = 0;
    for (int unsigned u = 0; u < Units; u++) most = latency_of(u) > most ? latency_of(u) : most;
    return most;
  endfunction
  localparam int unsigned Longest  = longest() + Tensor;  // a tensor result may take two cycles
  localparam int unsigned TimeBits = $clog2(Longest + 1);
  logic [Units-1:0][7:0]          groups;
  logic [Units-1:0][TimeBits-1:0] latency;
  for (genvar u = 0; u < Units; u++) begin : gen_times
    assign groups[u]  = 8'(groups_of(u));
    assign latency[u] = TimeBits'(latency_of(u));
  end

  // Registers of an operand: FP64 and addresses of 64 bits have pairs, a store up to four, tensor
  // instructions four of A and of the sums.
  localparam int unsigned SlotsB  = DoubleLanes != 0 || LsuLanes != 0 || Tensor != 0 ? 2 : 1;
  localparam int unsigned SlotsA  = Tensor != 0 ? 4 : SlotsB;
  localparam int unsigned SlotsC  = LsuLanes != 0 || Tensor != 0 ? 4 : 2;
  localparam int unsigned Slots   = SlotsA + SlotsB + SlotsC;
  localparam int unsigned FirstC  = SlotsA + SlotsB;

  // The words that go beside the lanes.
  typedef struct packed {
    logic [WarpBits-1:0] warp;
    logic [7:0]          d;
    logic [2:0]          regs;
    logic [2:0]          p, q;
    logic [Threads-1:0]  mask;
  } meta_t;

  function automatic logic [Regs-1:0] registers_from(logic [7:0] first, logic [2:0] count);
    return first == Rz ? '0 : Regs'({count[2], count[2], count[2] | count[1], |count}) << first;
  endfunction
  function automatic logic [Resources-1:0] written_by(meta_t m);
    logic [Resources-1:0] r;
    r = Resources'(registers_from(m.d, m.regs));
    for (int p = 0; p < Predicates; p++) begin
      if (m.p == 3'(p) || m.q == 3'(p)) r[Regs+p] = 1'b1;
    end
    return r;
  endfunction

  // Program and constants.

  logic [Word-1:0] code_q [Code];
  logic [31:0]     constant_q [Constants], literal_q [Constants];
  always_ff @(posedge clk_i) begin
    if (load_valid_i && load_space_i == 2'd0) code_q[PcBits'(load_address_i)] <= load_data_i;
    if (load_valid_i && load_space_i == 2'd1) begin
      constant_q[$clog2(Constants)'(load_address_i)] <= load_data_i[31:0];
    end
    if (load_valid_i && load_space_i == 2'd2) begin
      literal_q[$clog2(Constants)'(load_address_i)] <= load_data_i[31:0];
    end
  end

  // Results.

  logic  [Ends-1:0]                   result;
  meta_t [Ends-1:0]                   result_meta;
  logic  [Results-1:0][1:0][Width-1:0] result_rows;
  logic  [Results-1:0][Threads-1:0]   result_p, result_q;
  logic  [Results-1:0]                near;
  meta_t [Results-1:0]                near_meta;

  // Sums of the tensor unit: near to its own instructions, near to others, written.
  logic                               early;
  meta_t                              early_meta;
  logic  [1:0]                        sum_near;
  meta_t [1:0]                        sum_near_meta;
  logic  [1:0]                        sum_write, sum_last;
  meta_t [1:0]                        sum_meta;
  logic  [1:0][3:0][Width-1:0]        sum_rows;
  logic                               forward;
  logic  [WarpBits-1:0]               forward_warp;
  logic  [7:0]                        forward_d;
  logic  [2:0]                        forward_regs;
  logic  [3:0][Width-1:0]             forward_rows;
  logic  [Dispatch-1:0][Slots-1:0][Width-1:0] held_rows;
  assign result[Sums+:2]      = sum_last;
  assign result_meta[Sums+:2] = sum_meta;

  // Each scheduler has a load whose banks are free, in the cycle behind it the registers that did not
  // fit, and writes of its banks.
  logic  [Schedulers-1:0]                 load_there, load_done;
  meta_t [Schedulers-1:0]                 load_meta;
  logic  [Schedulers-1:0][3:0][Width-1:0] load_rows;
  logic  [Schedulers-1:0][Banks-1:0][Width-1:0] write_data;
  function automatic logic [RegBits-1:0] bank_to(logic [RegBits-1:0] r, logic [WarpBits-1:0] w);
    return RegBits'((32'(r) + (Swizzled != 0 ? 32'(number_of(w)) : 0)) % Banks);
  endfunction
  for (genvar s = 0; s < Schedulers; s++) begin : gen_results
    logic                  late_q, load_long;
    meta_t                 late_meta_q;
    logic [3:0][Width-1:0] late_rows_q;
    assign load_long                 = load_meta[s].d != Rz && 32'(load_meta[s].regs) > Banks;
    assign result[Load+2*s]          = load_done[s] && !load_long;
    assign result_meta[Load+2*s]     = load_meta[s];
    assign result[Load+2*s+1]        = late_q;
    assign result_meta[Load+2*s+1]   = late_meta_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) late_q <= 1'b0;
      else late_q <= load_done[s] && load_long;
    end
    always_ff @(posedge clk_i) begin
      late_meta_q <= load_meta[s];
      late_rows_q <= load_rows[s];
    end

    always_comb begin
      write_o[s]      = '0;
      write_warp_o[s] = '0;
      write_reg_o[s]  = '0;
      write_mask_o[s] = '0;
      write_data[s]   = '0;
      for (int u = 0; u < Results; u++) begin
        for (int k = 0; k < 2; k++) begin
          logic [RegBits-1:0] r;
          r = RegBits'(result_meta[u].d + 8'(k));
          for (int b = 0; b < Banks; b++) begin
            if (result[u] && belongs(32'(result_meta[u].warp), Schedulers, s) &&
                result_meta[u].d != Rz && k < 32'(result_meta[u].regs) &&
                bank_to(r, result_meta[u].warp) == RegBits'(b)) begin
              write_o[s][b]      = 1'b1;
              write_warp_o[s][b] = result_meta[u].warp;
              write_reg_o[s][b]  = r;
              write_mask_o[s][b] = result_meta[u].mask;
              write_data[s][b]   = result_rows[u][k];
            end
          end
        end
      end
      for (int k = 0; k < 4; k++) begin
        meta_t              m;
        logic               there;
        logic [RegBits-1:0] r;
        m     = k < Banks ? load_meta[s] : late_meta_q;
        there = k < Banks ? load_done[s] : late_q;
        r     = RegBits'(m.d + 8'(k));
        for (int b = 0; b < Banks; b++) begin
          if (there && m.d != Rz && k < 32'(m.regs) && bank_to(r, m.warp) == RegBits'(b)) begin
            write_o[s][b]      = 1'b1;
            write_warp_o[s][b] = m.warp;
            write_reg_o[s][b]  = r;
            write_mask_o[s][b] = m.mask;
            write_data[s][b]   = k < Banks ? load_rows[s][k] : late_rows_q[k];
          end
        end
      end
      for (int k = 0; k < 4; k++) begin
        meta_t              m;
        logic [RegBits-1:0] r;
        m = sum_meta[k/Banks];
        r = RegBits'(m.d + 8'(k));
        for (int b = 0; b < Banks; b++) begin
          if (Tensor != 0 && sum_write[k/Banks] && m.d != Rz && k < 32'(m.regs) &&
              bank_to(r, m.warp) == RegBits'(b)) begin
            write_o[s][b]      = 1'b1;
            write_warp_o[s][b] = m.warp;
            write_reg_o[s][b]  = r;
            write_mask_o[s][b] = m.mask;
            write_data[s][b]   = sum_rows[k/Banks][k];
          end
        end
      end
    end
  end

  // Predicates, with this cycle's results.

  logic [Warps-1:0][Predicates-1:0][Threads-1:0] preds_q, preds;
  always_comb begin
    preds = preds_q;
    for (int u = 0; u < Results; u++) begin
      for (int w = 0; w < Warps; w++) begin
        for (int p = 0; p < Predicates; p++) begin
          if (result[u] && result_meta[u].warp == WarpBits'(w)) begin
            if (result_meta[u].p == 3'(p)) begin
              preds[w][p] = (preds[w][p] & ~result_meta[u].mask) |
                            (result_p[u] & result_meta[u].mask);
            end
            if (result_meta[u].q == 3'(p)) begin
              preds[w][p] = (preds[w][p] & ~result_meta[u].mask) |
                            (result_q[u] & result_meta[u].mask);
            end
          end
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Warps; w++) preds_q[w] <= begin_i[w] ? '0 : preds[w];
  end
  function automatic logic [Threads-1:0] truth(
      logic [Predicates-1:0][Threads-1:0] of_warp, logic [2:0] p, logic negated);
    logic [Threads-1:0] t;
    t = '1;
    for (int n = 0; n < Predicates; n++) begin
      if (p == 3'(n)) t = of_warp[n];
    end
    return t ^ {Threads{negated}};
  endfunction

  // Warps.

  ins_t [Warps-1:0]                ins;
  logic [Warps-1:0][PcBits-1:0]    pc;
  logic [Warps-1:0][Threads-1:0]   active;
  logic [Warps-1:0]                live, free, issues, held;
  reason_e                         pause [Warps];
  logic [Warps-1:0][Resources-1:0] busy, late, late_sum;
  logic [Warps-1:0][Resources-1:0] of_sum, there;
  logic [Warps-1:0][Regs-1:0]      unread;
  logic [Warps-1:0][Predicates-1:0] collected;
  logic [Schedulers-1:0]           full, any_unread;
  logic [Ports-1:0]                port_free;
  logic [Warps-1:0][CountBits-1:0] flying, stores;
  logic                            queue_full, sent_store;
  logic [WarpBits-1:0]             sent_warp;
  reason_e                         obstacle [Warps];
  logic [Warps-1:0]                eligible, either, alone;
  logic                            rests;  // no scheduler issues
  logic [Schedulers-1:0]           room, issue_first;
  logic [Schedulers-1:0][Ports-1:0] taken;  // ports, by schedulers that chose before,
  logic [Schedulers-1:0]           someone, alone_before;  // which issue, one of them alone
  logic [Schedulers-1:0][Ports-1:0] issue_first_ports;
  // Instructions that may issue first, and the ones behind them: with one scheduler that of the warp
  // that it chose, else that of each warp.
  localparam int unsigned Looks    = Schedulers > 1 && Dispatch > 1 ? Each : 1;
  localparam int unsigned LookBits = Looks > 1 ? EachBits : 1;
  logic [Schedulers-1:0][Looks-1:0][Regs-1:0] issue_unread;
  logic [Schedulers-1:0]           pair;
  logic [Warps-1:0]                next;
  logic [Warps-1:0][Ports-1:0]     next_port;
  logic [Warps-1:0][Resources-1:0] sets;
  ins_t [Schedulers-1:0][Dispatch-1:0]                 issue_ins;
  logic [Schedulers-1:0][Dispatch-1:0]                 issue_math, issue_second;
  logic [Schedulers-1:0][Dispatch-1:0][Ports-1:0]      issue_ports;
  logic [Schedulers-1:0][Dispatch-1:0][Resources-1:0]  issue_sets;
  logic [Schedulers-1:0]           issue_load, issue_store;  // one of them is for the LSU

  // The resources that an instruction writes, and all that it names.
  function automatic logic [Resources-1:0] sets_of(ins_t i);
    return written_by('{'0, i.unit == UnitBranch ? Rz : i.d, i.regs, i.p, i.q, '0});
  endfunction
  function automatic logic [Predicates-1:0] preds_of(ins_t i);
    logic [Predicates-1:0] read;
    for (int p = 0; p < Predicates; p++) read[p] = i.guard == 3'(p) || i.pred == 3'(p);
    return read;
  endfunction
  function automatic logic [Resources-1:0] names_of(ins_t i);
    logic [Regs-1:0] reads;
    reads = '0;
    for (int s = 0; s < Operands; s++) begin
      reads = reads | registers_from(i.source[s], i.count[s]);
    end
    return sets_of(i) | {preds_of(i), reads};
  endfunction

  // Whether the first one of what an instruction waits for is a load's: its sources in order, then
  // predicates, then its result.
  function automatic logic load_first(ins_t i, logic [Resources-1:0] waits, logic [Regs-1:0] loads);
    logic                 found, is_load;
    logic [Resources-1:0] written;
    found   = 1'b0;
    is_load = 1'b0;
    for (int s = 0; s < Operands; s++) begin
      for (int k = 0; k < 4; k++) begin
        logic [RegBits-1:0] r;
        r = RegBits'(i.source[s] + 8'(k));
        if (!found && k < 32'(i.count[s]) && waits[$clog2(Resources)'(r)]) begin
          found   = 1'b1;
          is_load = loads[r];
        end
      end
    end
    written = sets_of(i);
    if ((waits[Regs+:Predicates] & (preds_of(i) | written[Regs+:Predicates])) != 0) found = 1'b1;
    for (int k = 0; k < 4; k++) begin
      logic [RegBits-1:0] r;
      r = RegBits'(i.d + 8'(k));
      if (!found && i.unit != UnitBranch && i.d != Rz && k < 32'(i.regs) && waits[$clog2(Resources)'(r)]) begin
        found   = 1'b1;
        is_load = loads[r];
      end
    end
    return is_load;
  endfunction

  logic [Warps-1:0][Ports-1:0]     needs;  // the port, if any; either of two that are free
  for (genvar w = 0; w < Warps; w++) begin : gen_warp
    localparam int unsigned S = w % Schedulers;
    logic [Resources-1:0] done, coming, coming_early, forwarded;
    logic                 tensor;
    logic [CountBits-1:0] flying_q, stores_q;
    logic [Regs-1:0]      loads_q;
    logic [1:0]           stored;  // to shared memory, to memory

    assign ins[w] = decode(code_q[pc[w]]);

    weft_sm_simt #(
      .Threads(Threads), .PcBits(PcBits), .Stack(Stack), .Window(Window), .Fetch(Fetch)
    ) u_simt (
      .clk_i,
      .rst_ni,
      .begin_i        (begin_i[w]),
      .begin_threads_i(begin_threads_i[w]),
      .open_i         (open_i[w]),
      .ins_i          (ins[w]),
      .issue_i        (issues[w]),
      .pair_i         (issues[w] && issue_o[S][Dispatch-1] && Dispatch == 2),
      .next_i         (issue_ins[S][Dispatch-1]),
      .guard_i        (truth(preds[w], ins[w].guard, ins[w].guard_not)),
      .pc_o           (pc[w]),
      .active_o       (active[w]),
      .live_o         (live[w]),
      .free_o         (free[w]),
      .reason_o       (pause[w]),
      .arrived_o      (arrived_o[w]),
      .ended_o        (ended_o[w])
    );

    always_comb begin
      done   = '0;
      coming = '0;
      stored    = {sent_store && sent_warp == WarpBits'(w),
                   serve_o && serve_store_o && serve_warp_o == WarpBits'(w)};
      flying[w] = flying_q - CountBits'($countones(stored));
      stores[w] = stores_q - CountBits'($countones(stored));
      for (int u = 0; u < Ends; u++) begin
        if (result[u] && result_meta[u].warp == WarpBits'(w)) begin
          done      = done | written_by(result_meta[u]);
          flying[w] = flying[w] - 1'b1;
        end
      end
      for (int u = 0; u < Results; u++) begin
        if (near[u] && near_meta[u].warp == WarpBits'(w)) begin
          coming = coming | written_by(near_meta[u]);
        end
      end
      coming_early = coming;
      forwarded    = '0;
      if (Tensor != 0) begin
        for (int r = 0; r < 2; r++) begin
          if (sum_near[r] && sum_near_meta[r].warp == WarpBits'(w)) begin
            coming = coming | written_by(sum_near_meta[r]);
          end
        end
        if (early && early_meta.warp == WarpBits'(w)) begin
          coming_early = coming_early | written_by(early_meta);
        end
        if (forward && forward_warp == WarpBits'(w)) begin
          forwarded = written_by('{'0, forward_d, forward_regs, Pt, Pt, '0});
        end
      end
    end
    assign tensor = Tensor != 0 && is_tensor(ins[w].unit);
    assign sets[w] = sets_of(ins[w]);
    logic [Resources-1:0] set_now, set_sum;
    always_comb begin
      set_now = '0;
      set_sum = '0;
      for (int d = 0; d < Dispatch; d++) begin
        if (issues[w] && issue_o[S][d]) begin
          set_now = set_now | issue_sets[S][d];
          if (Tensor != 0 && is_tensor(issue_ins[S][d].unit)) set_sum = set_sum | issue_sets[S][d];
        end
      end
    end
    weft_sm_score #(.Resources(Resources), .Tensor(Tensor)) u_score (
      .clk_i,
      .rst_ni,
      .begin_i(begin_i[w]),
      .done_i (done),
      .near_i (coming),
      .early_i(coming_early),
      .sum_i  (forwarded),
      .tensor_i(tensor),
      .names_i(names_of(ins[w])),
      .set_i  (set_now),
      .set_sum_i(set_sum),
      .held_o (held[w]),
      .late_o (late[w]),
      .late_sum_o(late_sum[w]),
      .busy_o (busy[w]),
      .of_sum_o(of_sum[w]),
      .there_o(there[w])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        flying_q <= '0;
        stores_q <= '0;
      end else if (begin_i[w]) begin
        flying_q <= '0;
        stores_q <= '0;
      end else begin
        flying_q <= flying[w] + (issues[w] ? CountBits'($countones(issue_math[S])) : '0);
        stores_q <= stores[w] + CountBits'(issues[w] && issue_store[S]);
      end
    end
    always_ff @(posedge clk_i) begin
      for (int d = 0; d < Dispatch; d++) begin
        for (int n = 0; n < Regs; n++) begin
          if (issues[w] && issue_o[S][d] && issue_sets[S][d][n]) begin
            loads_q[n] <= issue_ins[S][d].unit == UnitLsu;
          end
        end
      end
    end

    // The reason why it does not issue, in this order, by the ports of the cycle's start.
    always_comb begin
      if (!live[w]) obstacle[w] = Idle;
      else if (!free[w]) obstacle[w] = pause[w];
      else if (held[w]) obstacle[w] = load_first(ins[w], tensor ? late_sum[w] : late[w],
                                                     loads_q) ? Memory : Scoreboard;
      else if (({collected[w], unread[w]} & sets[w]) != 0) obstacle[w] = Read;
      else if (ins[w].op == Exit && flying[w] != 0) begin
        obstacle[w] = stores[w] != 0 ? Memory : Scoreboard;
      end else if (ins[w].op == BarSync && stores[w] != 0) obstacle[w] = Memory;
      else if (ins[w].unit == UnitBranch) obstacle[w] = Issued;
      else if (either[w] ? needs[w] == 0 : (needs[w] & ~port_free) != 0) obstacle[w] = PortBusy;
      else if (ins[w].unit == UnitLsu && queue_full) obstacle[w] = Queue;
      else if (full[S]) obstacle[w] = any_unread[S] ? Bank : Collector;
      else obstacle[w] = Issued;
    end
    assign alone[w]    = Twin != 0 && ins[w].unit == UnitFp64;
    assign either[w]   = Twin != 0 && is_twin(ins[w].unit) && !alone[w];
    assign needs[w]    = ports_of(ins[w].unit) & (either[w] ? port_free : '1);
    assign eligible[w] = obstacle[w] == Issued;
    assign issues[w]   = issue_first[S] && issue_warp_o[S] == WarpBits'(w);

    // A port that is taken holds back whatever comes behind a busy port in that order.
    logic behind_port, kept_out, lost;
    assign behind_port = obstacle[w] == Issued || obstacle[w] == Queue || obstacle[w] == Bank ||
                         obstacle[w] == Collector;
    // An instruction that goes alone keeps others out, or they do it.
    assign kept_out    = (behind_port || obstacle[w] == PortBusy) && ins[w].unit != UnitBranch &&
                         (alone_before[S] || (alone[w] && someone[S]));
    assign lost        = (needs[w] & taken[S]) != 0 && !(either[w] && (needs[w] & ~taken[S]) != 0);
    assign reason_o[w] = kept_out ? NotSelected : behind_port && lost ? PortBusy
                         : eligible[w] && !issues[w] ? NotSelected : obstacle[w];
  end

  logic [31:0]         clock_q;
  logic [TurnBits-1:0] turn;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clock_q <= '0;
    else clock_q <= restart_i ? '0 : clock_q + 32'd1;
  end
  assign turn  = TurnBits'(clock_q / Interval);
  assign rests = clock_q % Interval != 0;

  logic [Schedulers-1:0][EachBits-1:0] chosen;
  weft_sm_sched #(
    .Warps(Warps), .Schedulers(Schedulers), .Twin(Twin), .Policy(Policy)
  ) u_sched (
    .clk_i,
    .rst_ni,
    .restart_i,
    .begin_i,
    .turn_i    (turn),
    .eligible_i(rests ? '0 : eligible),
    .port_i    (needs),
    .either_i  (either),
    .alone_i   (alone),
    .next_i    (next),
    .next_port_i(next_port),
    .valid_o   (issue_first),
    .warp_o    (chosen),
    .pair_o    (pair),
    .port_o    (issue_first_ports),
    .taken_o   (taken),
    .issued_o  (someone),
    .alone_o   (alone_before)
  );
  for (genvar s = 0; s < Schedulers; s++) begin : gen_issue
    assign issue_warp_o[s]   = WarpBits'(32'(chosen[s]) * Schedulers + s);
    assign issue_active_o[s] = active[issue_warp_o[s]];
    assign issue_o[s][0]     = issue_first[s];
    assign issue_pc_o[s][0]  = pc[issue_warp_o[s]];
    assign issue_ins[s][0]   = ins[issue_warp_o[s]];
    for (genvar d = 0; d < Dispatch; d++) begin : gen_dispatch
      assign issue_math[s][d] = issue_o[s][d] && issue_ins[s][d].unit != UnitBranch;
      assign issue_sets[s][d] = sets_of(issue_ins[s][d]);
      assign issue_ports[s][d] = d == 0 && Twin != 0 ? issue_first_ports[s] : ports_of(issue_ins[s][d].unit);
      assign issue_second[s][d] = !issue_ports[s][d][0];
    end
    always_comb begin
      issue_load[s]  = 1'b0;
      issue_store[s] = 1'b0;
      for (int d = 0; d < Dispatch; d++) begin
        if (issue_math[s][d] && issue_ins[s][d].unit == UnitLsu) begin
          issue_load[s]  = !is_store(issue_ins[s][d].op);
          issue_store[s] = is_store(issue_ins[s][d].op);
        end
      end
    end
  end

  // The instruction behind the first one goes, too, if it is eligible then.
  for (genvar s = 0; s < Schedulers; s++) begin : gen_second
    logic [Looks-1:0]            goes;
    logic [Looks-1:0][Ports-1:0] port;
    ins_t [Looks-1:0]            behind;
    for (genvar n = 0; n < Looks && Dispatch == 2; n++) begin : gen_look
      logic [WarpBits-1:0]  w;
      logic [PcBits-1:0]    at;
      ins_t                 first, i;
      logic                 waits, unreads, stores_go;
      logic [Resources-1:0] holds;
      assign w         = Looks == 1 ? issue_warp_o[s] : WarpBits'(n * Schedulers + s);
      assign at        = pc[w] + 1'b1;
      assign first     = ins[w];
      assign i         = decode(code_q[at]);
      assign behind[n] = i;
      assign holds     = Tensor != 0 && is_tensor(i.unit) ? late_sum[w] : late[w];
      assign waits     = (names_of(i) & (holds | sets[w])) != 0;
      assign unreads   = ({collected[w] | preds_of(first), unread[w] | issue_unread[s][n]} &
                          sets_of(i)) != 0;
      assign stores_go = i.op == BarSync && (stores[w] != 0 || is_store(first.op));
      assign goes[n]   = first.unit != UnitBranch && !waits && !stores_go && !unreads &&
                         i.op != Exit && !(i.unit == UnitLsu && queue_full) &&
                         (i.unit == UnitBranch || (port_free[port_of(i.unit, Joint)] && room[s] &&
                                                   port_of(i.unit, Joint) != port_of(first.unit, Joint)));
      assign port[n]   = ports_of(i.unit);
    end
    for (genvar n = 0; n < Each; n++) begin : gen_warp
      assign next[n*Schedulers+s]      = Looks > 1 && goes[n%Looks];
      assign next_port[n*Schedulers+s] = Looks > 1 ? port[n%Looks] : '0;
    end
    if (Dispatch == 2) begin : gen_issue
      assign issue_o[s][1]    = (Looks == 1 && issue_first[s] && goes[0]) || pair[s];
      assign issue_pc_o[s][1] = pc[issue_warp_o[s]] + 1'b1;
      assign issue_ins[s][1]  = behind[LookBits'(Looks == 1 ? 0 : 32'(chosen[s]))];
    end else begin : gen_none
      logic unused;
      assign unused               = ^{pair[s], behind};
      assign {goes, port, behind} = '0;
    end
  end

  // Ports: free for an issue, free for a start.

  ins_t [Ports-1:0]      start_ins;
  logic [Ports-1:0][7:0] issue_wait_q, start_wait_q;
  logic [Ports-1:0]      start_free;
  logic [Schedulers-1:0] both;  // one starts on both twins
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign port_free[p]  = issue_wait_q[p] == 0;
    assign start_free[p] = start_wait_q[p] == 0;
    assign start_groups_o[p] = groups[start_ins[p].unit];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        issue_wait_q[p] <= '0;
        start_wait_q[p] <= '0;
      end else begin
        if (!port_free[p]) issue_wait_q[p] <= issue_wait_q[p] - 8'd1;
        for (int s = 0; s < Schedulers; s++) begin
          for (int d = 0; d < Dispatch; d++) begin
            if (issue_math[s][d] && issue_ports[s][d][p]) begin
              issue_wait_q[p] <= groups[issue_ins[s][d].unit] - 8'd1;
            end
          end
        end
        if (p == 1 && both != 0) start_wait_q[p] <= start_groups_o[0] - 8'd1;
        else if (start_o[p]) start_wait_q[p] <= start_groups_o[p] - 8'd1;
        else if (!start_free[p]) start_wait_q[p] <= start_wait_q[p] - 8'd1;
      end
    end
  end

  // Operands of each scheduler; a port starts what one of them has.

  logic [Schedulers-1:0][Ports-1:0]                start_of;
  ins_t [Schedulers-1:0][Ports-1:0]                start_ins_of;
  logic [Schedulers-1:0][Ports-1:0][EachBits-1:0]  start_warp_of;
  logic [Schedulers-1:0][Ports-1:0][PcBits-1:0]    start_pc_of;
  logic [Schedulers-1:0][Ports-1:0][Threads-1:0]   start_active_of;
  logic [Schedulers-1:0][Ports-1:0][Slots-1:0][Width-1:0] start_rows_of;
  logic [Schedulers-1:0][Ports-1:0]                waits, may;
  localparam int unsigned PlaceBits = $clog2(Collectors);
  logic [Schedulers-1:0][Ports-1:0][PlaceBits-1:0] waits_in;
  logic [Schedulers-1:0][Dispatch-1:0][PlaceBits-1:0] issue_in;
  for (genvar s = 0; s < Schedulers; s++) begin : gen_operands
    logic [Each-1:0]                 begins;
    logic [Banks-1:0][EachBits-1:0]  write_number, read_number;
    logic [Each-1:0][Regs-1:0]       unread_of;
    logic [Each-1:0][Predicates-1:0] collected_of;
    for (genvar n = 0; n < Each; n++) begin : gen_warp
      localparam int unsigned W = n * Schedulers + s;
      assign begins[n]    = begin_i[W];
      assign unread[W]    = unread_of[n];
      assign collected[W] = collected_of[n];
    end
    ins_t [Looks-1:0]                look_ins;
    logic [Looks-1:0][EachBits-1:0]  look_warp;
    logic [Looks-1:0][Regs-1:0]      look_busy;
    for (genvar n = 0; n < Looks; n++) begin : gen_look
      logic [WarpBits-1:0] w;
      assign w            = Looks == 1 ? issue_warp_o[s] : WarpBits'(n * Schedulers + s);
      assign look_ins[n]  = ins[w];
      assign look_warp[n] = number_of(w);
      assign look_busy[n] = busy[w][Regs-1:0];
    end
    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      assign write_number[b]   = number_of(write_warp_o[s][b]);
      assign read_warp_o[s][b] = WarpBits'(32'(read_number[b]) * Schedulers + s);
    end
    weft_sm_operands #(
      .Threads(Threads), .Warps(Each), .Regs(Regs), .PcBits(PcBits), .Banks(Banks),
      .Window(Window), .Collectors(Collectors), .InOrder(InOrder), .Swizzled(Swizzled),
      .Reuse(Reuse), .Longest(Longest), .Dispatch(Dispatch), .Schedulers(Schedulers),
      .Twin(Twin), .Joint(Joint), .Tensor(Tensor), .SlotsA(SlotsA), .SlotsB(SlotsB),
      .SlotsC(SlotsC)
    ) u_operands (
      .clk_i,
      .rst_ni,
      .begin_i       (begins),
      .write_i       (write_o[s]),
      .write_warp_i  (write_number),
      .write_reg_i   (write_reg_o[s]),
      .write_mask_i  (write_mask_o[s]),
      .write_data_i  (write_data[s]),
      .write_data_o  (write_data_o[s]),
      .load_i        (load_there[s]),
      .load_warp_i   (number_of(load_meta[s].warp)),
      .load_d_i      (load_meta[s].d),
      .load_regs_i   (load_meta[s].regs),
      .load_done_o   (load_done[s]),
      .sum_i         (forward),
      .sum_warp_i    (number_of(forward_warp)),
      .sum_d_i       (forward_d),
      .sum_regs_i    (forward_regs),
      .sum_rows_i    (forward_rows),
      .last_i        ({sum_last[1] && sum_meta[1].d != Rz, sum_last[0] && sum_meta[0].d != Rz}),
      .last_warp_i   ({number_of(sum_meta[1].warp), number_of(sum_meta[0].warp)}),
      .last_d_i      ({sum_meta[1].d, sum_meta[0].d}),
      .last_regs_i   ({sum_meta[1].regs, sum_meta[0].regs}),
      .last_rows_i   (sum_rows),
      .waits_o       (waits[s]),
      .slot_o        (waits_in[s]),
      .place_o       (issue_in[s]),
      .port_free_i   (start_free & may[s]),
      .both_i        (both != 0),
      .both_o        (both[s]),
      .latency_i     (latency),
      .start_o       (start_of[s]),
      .start_ins_o   (start_ins_of[s]),
      .start_warp_o  (start_warp_of[s]),
      .start_pc_o    (start_pc_of[s]),
      .start_active_o(start_active_of[s]),
      .start_rows_o  (start_rows_of[s]),
      .read_o        (read_o[s]),
      .read_warp_o   (read_number),
      .read_reg_o    (read_reg_o[s]),
      .read_data_o   (read_data_o[s]),
      .unread_o      (unread_of),
      .preds_o       (collected_of),
      .full_o        (full[s]),
      .any_unread_o  (any_unread[s]),
      .issue_i       (issue_math[s]),
      .issue_ins_i   (issue_ins[s]),
      .issue_warp_i  (chosen[s]),
      .issue_pc_i    (issue_pc_o[s]),
      .issue_active_i(issue_active_o[s]),
      .issue_second_i(issue_second[s]),
      .issue_busy_i  (busy[issue_warp_o[s]][Regs-1:0]),
      .issue_sum_i   (of_sum[issue_warp_o[s]][Regs-1:0]),
      .issue_there_i (there[issue_warp_o[s]][Regs-1:0]),
      .issue_rows_i  (held_rows),
      .look_ins_i    (look_ins),
      .look_warp_i   (look_warp),
      .look_busy_i   (look_busy),
      .look_unread_o (issue_unread[s]),
      .room_o        (room[s])
    );
  end
  if (Schedulers > 1) begin : gen_oldest
    weft_sm_oldest #(
      .Schedulers(Schedulers), .Dispatch(Dispatch), .Collectors(Collectors)
    ) u_oldest (
      .clk_i,
      .issue_i(issue_math),
      .place_i(issue_in),
      .waits_i(waits),
      .slot_i (waits_in),
      .may_o  (may)
    );
  end else begin : gen_only
    assign may = '1;
  end

  logic [Ports-1:0][Threads-1:0]          start_active;
  logic [Ports-1:0][Slots-1:0][Width-1:0] start_rows;
  for (genvar p = 0; p < Ports; p++) begin : gen_start
    logic [TurnBits-1:0] from;
    always_comb begin
      start_o[p] = 1'b0;
      from       = '0;
      for (int s = 0; s < Schedulers; s++) begin
        if (start_of[s][p]) begin
          start_o[p] = 1'b1;
          from       = Schedulers > 1 ? TurnBits'(s) : '0;
        end
      end
    end
    assign start_ins[p]    = start_ins_of[from][p];
    assign start_warp_o[p] = WarpBits'(32'(start_warp_of[from][p]) * Schedulers + 32'(from));
    assign start_pc_o[p]   = start_pc_of[from][p];
    assign start_active[p] = start_active_of[from][p];
    assign start_rows[p]   = start_rows_of[from][p];
  end

  // Starts: guard, constants, special registers.

  logic [Warps-1:0][31:0]           id_q, cta_x_q, cta_y_q;
  logic [Warps-1:0][16*Threads-1:0] tid_x_q, tid_y_q;
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Warps; w++) begin
      if (begin_i[w]) begin
        id_q[w]    <= begin_id_i[w];
        cta_x_q[w] <= begin_cta_x_i[w];
        cta_y_q[w] <= begin_cta_y_i[w];
        tid_x_q[w] <= begin_tid_x_i[w];
        tid_y_q[w] <= begin_tid_y_i[w];
      end
    end
  end

  meta_t [Ports-1:0]                       work_meta;
  logic  [Ports-1:0][Operands-1:0][1:0][Width-1:0] work_rows;
  logic  [Ports-1:0][Threads-1:0]          work_preds;
  for (genvar p = 0; p < Ports; p++) begin : gen_work
    ins_t                        i;
    logic [WarpBits-1:0]         w;
    logic [Threads-1:0]          mask, pred;
    logic [1:0][31:0]            constants;
    logic [Operands-1:0][1:0][Width-1:0] rows;
    assign i    = start_ins[p];
    assign w    = start_warp_o[p];
    assign mask = start_active[p] & truth(preds[w], i.guard, i.guard_not);
    assign pred = truth(preds[w], i.pred, i.pred_not);
    for (genvar n = 0; n < 2; n++) begin : gen_constant
      logic [$clog2(Constants)-1:0] at;
      assign at           = $clog2(Constants)'(i.wide) + $clog2(Constants)'(n);
      assign constants[n] = i.wide[13] ? literal_q[at] : constant_q[at];
    end
    always_comb begin
      rows = '0;
      for (int n = 0; n < 2; n++) begin
        if (n < SlotsA && 32'(i.count[0]) > n) rows[0][n] = start_rows[p][n];
        if (n < SlotsB && 32'(i.count[1]) > n) rows[1][n] = start_rows[p][SlotsA+n];
        if (32'(i.count[2]) > n) rows[2][n] = start_rows[p][FirstC+n];
        if (i.form == FormConstantB) rows[1][n] = {Threads{constants[n]}};
        if (i.form == FormConstantC) rows[2][n] = {Threads{constants[n]}};
      end
      work_preds[p] = pred;
      if ((p == 1 || p == IntPort) && i.op == Vote) begin
        rows[1][0]    = {Threads{32'({pred & mask})}};
        work_preds[p] = {Threads{i.mods[1:0] == 2'd0 ? (pred & mask) == mask : (pred & mask) != 0}};
      end
      if ((p == 1 || p == IntPort) && (i.op == S2r || i.op == Cs2r)) begin
        for (int t = 0; t < Threads; t++) begin
          unique case (i.wide[2:0])
            3'd0:    rows[1][0][32*t+:32] = 32'(tid_x_q[w][16*t+:16]);
            3'd1:    rows[1][0][32*t+:32] = 32'(tid_y_q[w][16*t+:16]);
            3'd2:    rows[1][0][32*t+:32] = cta_x_q[w];
            3'd3:    rows[1][0][32*t+:32] = cta_y_q[w];
            3'd4:    rows[1][0][32*t+:32] = 32'(t);
            3'd5:    rows[1][0][32*t+:32] = id_q[w];
            default: rows[1][0][32*t+:32] = clock_q;
          endcase
        end
      end
    end
    assign work_rows[p] = rows;
    assign work_meta[p] = '{w, i.d, i.regs, i.p, i.q, mask};
  end

  // Memory.

  if (LsuLanes != 0) begin : gen_lsu
    weft_sm_shuffle #(
      .Threads(Threads), .Latency(latency_of(32'(UnitShfl))), .Window(Window), .meta_t(meta_t)
    ) u_shuffle (
      .clk_i,
      .rst_ni,
      .start_i    (start_o[LsuPort] && start_ins[LsuPort].unit == UnitShfl),
      .meta_i     (work_meta[LsuPort]),
      .mode_i     (start_ins[LsuPort].mods[1:0]),
      .values_i   (work_rows[LsuPort][0][0]),
      .lanes_i    (work_rows[LsuPort][1][0]),
      .near_o     (near[Shuffles]),
      .near_meta_o(near_meta[Shuffles]),
      .valid_o    (result[Shuffles]),
      .meta_o     (result_meta[Shuffles]),
      .row_o      (result_rows[Shuffles][0]),
      .inside_o   (result_p[Shuffles])
    );
    assign result_rows[Shuffles][1] = '0;
    assign result_q[Shuffles]       = '0;
    logic [3:0][Width-1:0] data;
    for (genvar k = 0; k < 4; k++) begin : gen_data
      assign data[k] = 32'(start_ins[LsuPort].count[2]) > k ? start_rows[LsuPort][FirstC+k] : '0;
    end
    logic                  ready, filled;
    logic [3:0][Width-1:0] rows;
    if (SharedWords != 0) begin : gen_shared
      localparam int unsigned WordBits = $clog2(SharedWords);
      logic [Threads-1:0][WordBits-1:0] word;
      for (genvar t = 0; t < Threads; t++) begin : gen_word
        assign word[t] = shared_word_o[t][WordBits-1:0];
      end
      weft_sm_shared #(
        .Threads(Threads), .Words(SharedWords), .Ranges(Warps)
      ) u_shared (
        .clk_i,
        .rst_ni,
        .clear_i      (begin_i),
        .clear_first_i(begin_shared_i),
        .clear_words_i(begin_shared_words_i),
        .ready_o      (ready),
        .take_i       (serve_o),
        .store_i      (shared_store_o),
        .regs_i       (shared_regs_o),
        .mask_i       (shared_mask_o),
        .word_i       (word),
        .data_i       (shared_data_o),
        .filled_o     (filled),
        .rows_o       (rows)
      );
    end else begin : gen_no_shared
      assign ready  = shared_ready_i;
      assign filled = shared_filled_i;
      assign rows   = shared_rows_i;
    end
    assign shared_store_o = serve_store_o;
    weft_sm_lsu #(
      .Threads(Threads), .Warps(Warps), .Groups(groups_of(32'(UnitLsu))), .Requests(Requests),
      .Loads(Loads), .Schedulers(Schedulers), .Depth(SharedDepth), .meta_t(meta_t)
    ) u_lsu (
      .clk_i,
      .rst_ni,
      .begin_i,
      .begin_shared_i,
      .begin_shared_words_i,
      .issue_i      ((issue_load | issue_store) != 0),
      .full_o       (queue_full),
      .start_i      (start_o[LsuPort] && start_ins[LsuPort].unit == UnitLsu),
      .start_meta_i (work_meta[LsuPort]),
      .start_global_i(is_global(start_ins[LsuPort].op)),
      .start_store_i(is_store(start_ins[LsuPort].op)),
      .start_offset_i(start_ins[LsuPort].wide),
      .start_base_i (work_rows[LsuPort][0]),
      .start_data_i (data),
      .serve_o,
      .serve_warp_o,
      .serve_store_o,
      .shared_valid_o,
      .shared_ready_i(ready),
      .shared_regs_o,
      .shared_mask_o,
      .shared_word_o,
      .shared_data_o,
      .shared_filled_i(filled),
      .shared_rows_i (rows),
      .request_due_o,
      .request_turn_i,
      .request_valid_o,
      .request_ready_i,
      .request_write_o,
      .request_address_o,
      .request_tag_o,
      .request_mask_o,
      .request_data_o,
      .response_valid_i,
      .response_tag_i,
      .response_data_i,
      .sent_store_o (sent_store),
      .sent_warp_o  (sent_warp),
      .load_o       (load_there),
      .load_meta_o  (load_meta),
      .load_rows_o  (load_rows),
      .load_done_i  (load_done)
    );
  end else begin : gen_no_lsu
    assign near[Shuffles]        = 1'b0;
    assign near_meta[Shuffles]   = '0;
    assign result[Shuffles]      = 1'b0;
    assign result_meta[Shuffles] = '0;
    assign result_rows[Shuffles] = '0;
    assign result_p[Shuffles]    = '0;
    assign result_q[Shuffles]    = '0;
    assign queue_full    = 1'b0;
    assign serve_o       = 1'b0;
    assign serve_warp_o  = '0;
    assign serve_store_o = 1'b0;
    assign shared_valid_o    = 1'b0;
    assign shared_store_o    = 1'b0;
    assign shared_regs_o     = '0;
    assign shared_mask_o     = '0;
    assign shared_word_o     = '0;
    assign shared_data_o     = '0;
    assign request_due_o     = 1'b0;
    assign request_valid_o   = 1'b0;
    assign request_write_o   = 1'b0;
    assign request_address_o = '0;
    assign request_tag_o     = '0;
    assign request_mask_o    = '0;
    assign request_data_o    = '0;
    assign sent_store        = 1'b0;
    assign sent_warp         = '0;
    assign load_there    = '0;
    assign load_meta     = '0;
    assign load_rows     = '0;
  end

  // Tensor instructions.

  if (Tensor != 0) begin : gen_tensor
    if (Threads != 32) begin : gen_threads
      $error("weft_sm_block: tensor instructions are of warps of 32 threads");
    end
    localparam int unsigned Queries = Dispatch * Slots;
    logic [3:0][Width-1:0] a, b, c;
    logic [Queries-1:0][RegBits-1:0] queries;
    for (genvar k = 0; k < 4; k++) begin : gen_rows
      if (k < 2) begin : gen_pair
        assign b[k] = work_rows[TensorPort][1][k];
        assign c[k] = work_rows[TensorPort][2][k];
      end else begin : gen_upper
        assign b[k] = '0;
        assign c[k] = 32'(start_ins[TensorPort].count[2]) > k ? start_rows[TensorPort][FirstC+k]
                                                              : '0;
      end
      assign a[k] = 32'(start_ins[TensorPort].count[0]) > k ? start_rows[TensorPort][k] : '0;
    end
    for (genvar d = 0; d < Dispatch; d++) begin : gen_queries
      for (genvar k = 0; k < Slots; k++) begin : gen_register
        localparam int unsigned Operand = k < SlotsA ? 0 : k < FirstC ? 1 : 2;
        localparam int unsigned First   = Operand == 0 ? 0 : Operand == 1 ? SlotsA : FirstC;
        assign queries[d*Slots+k] = RegBits'(issue_ins[0][d].source[Operand] + 8'(k - First));
      end
    end
    weft_sm_tensor #(
      .Macs(TensorMacs), .Fp32(TensorFp32), .Fp16(TensorFp16), .Bf16(TensorBf16),
      .Pipe(TensorPipe), .Depth(TensorDepth), .ReadDepth(TensorRead), .Banks(Banks),
      .Window(Window), .WarpBits(WarpBits), .RegBits(RegBits), .Queries(Queries), .meta_t(meta_t)
    ) u_tensor (
      .clk_i,
      .rst_ni,
      .start_i          (start_o[TensorPort]),
      .meta_i           (work_meta[TensorPort]),
      .warp_i           (start_warp_o[TensorPort]),
      .d_i              (start_ins[TensorPort].d),
      .regs_i           (start_ins[TensorPort].regs),
      .unit_i           (start_ins[TensorPort].unit),
      .mods_i           (start_ins[TensorPort].mods),
      .a_i              (a),
      .b_i              (b),
      .c_i              (c),
      .near_early_o     (early),
      .near_early_meta_o(early_meta),
      .near_o           (sum_near),
      .near_meta_o      (sum_near_meta),
      .forward_o        (forward),
      .forward_warp_o   (forward_warp),
      .forward_d_o      (forward_d),
      .forward_regs_o   (forward_regs),
      .forward_rows_o   (forward_rows),
      .write_o          (sum_write),
      .finish_o         (sum_last),
      .meta_o           (sum_meta),
      .rows_o           (sum_rows),
      .query_warp_i     (issue_warp_o[0]),
      .query_reg_i      (queries),
      .query_row_o      (held_rows)
    );
  end else begin : gen_no_tensor
    assign early         = 1'b0;
    assign early_meta    = '0;
    assign sum_near      = '0;
    assign sum_near_meta = '0;
    assign sum_write     = '0;
    assign sum_last      = '0;
    assign sum_meta      = '0;
    assign sum_rows      = '0;
    assign forward       = 1'b0;
    assign forward_warp  = '0;
    assign forward_d     = '0;
    assign forward_regs  = '0;
    assign forward_rows  = '0;
    assign held_rows     = '0;
  end

  // Lanes.

  // The buses behind that of shuffles are the second twin's.
  for (genvar n = 0; n < Shuffles + Twins; n++) begin : gen_lanes
    localparam int unsigned U   = n < Shuffles ? n : n - Shuffles;
    localparam int unsigned Bus = n < Shuffles ? n : n + 1;
    localparam int unsigned P   = n < Shuffles ? PortOf[U] : 1;
    if (LanesOf[U] != 0) begin : gen_group
      logic mine;
      assign mine = bus_of(32'(start_ins[P].unit)) == U;
      weft_sm_lanes #(
        .Unit(U), .Threads(Threads), .Lanes(LanesOf[U]), .Depth(DepthOf[U]), .Pipe(PipeOf[U]),
        .Ftz(Ftz), .Half(32'(HalfLanes != 0)), .Double(32'(DoubleLanes != 0)), .Window(Window),
        .meta_t(meta_t)
      ) u_lanes (
        .clk_i,
        .rst_ni,
        .start_i    (start_o[P] && mine),
        .meta_i     (work_meta[P]),
        .op_i       (start_ins[P].op),
        .mods_i     (start_ins[P].mods),
        .rows_i     (work_rows[P]),
        .preds_i    (work_preds[P]),
        .near_o     (near[Bus]),
        .near_meta_o(near_meta[Bus]),
        .valid_o    (result[Bus]),
        .meta_o     (result_meta[Bus]),
        .rows_o     (result_rows[Bus]),
        .p_o        (result_p[Bus]),
        .q_o        (result_q[Bus])
      );
    end else begin : gen_no_group
      assign near[Bus]        = 1'b0;
      assign near_meta[Bus]   = '0;
      assign result[Bus]      = 1'b0;
      assign result_meta[Bus] = '0;
      assign result_rows[Bus] = '0;
      assign result_p[Bus]    = '0;
      assign result_q[Bus]    = '0;
    end
  end

endmodule
