// SPDX-License-Identifier: Apache-2.0
//
// Operand collectors, bank arbiter and reuse of a scheduler.
//
//      issue --> [ collectors ]<--- grants --- [ arbiter: one read a bank, the oldest first ]
//                  |     ^  ^                            |
//                  |     |  +--- values of banks --- [ banks ]<--- results
//                  |     +------ values of writes, by warp and register
//                  v                  reuse [slot][bank]: value, or the collector that will have it
//                start: of a port the oldest that is complete, Window + 1 cycles after issue, if the
//                       bank of its result is promised to nobody in that cycle
//
// An operand is ready, has to be read, waits for a write of its register (Tag), or for the operand
// of another collector whose value stays (Follow); with Tensor, a tensor instruction for a sum of
// the tensor unit (Sum), another one for the last write of such a result (Last). With InOrder nothing
// is read before an older instruction has read all its own. A cycle writes results, starts
// executions, reads, issues.
//
// Warps are the scheduler's own. Of several Schedulers, which share the ports, each tells whether an
// instruction waits for a port, in which collector, and in which collector a new one goes; a port is
// free for one of them.
//
// With Twin, ports 0 and 1 hold the same units. FP64 waits for the first one and starts on both, so
// a scheduler says that it does and hears that one does.

`include "weft_assert.svh"

module weft_sm_operands
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads    = 8,
  parameter int unsigned Warps      = 4,
  parameter int unsigned Regs       = 32,
  parameter int unsigned PcBits     = 8,
  parameter int unsigned Banks      = 2,
  parameter int unsigned Window     = 3,
  parameter int unsigned Collectors = 4,
  parameter int unsigned InOrder    = 1,
  parameter int unsigned Swizzled   = 0,
  parameter int unsigned Reuse      = 1,
  parameter int unsigned Longest    = 32,  // cycles from start to result, at most
  parameter int unsigned Dispatch   = 1,   // instructions that issue at once, of a warp
  parameter int unsigned Schedulers = 1,
  parameter int unsigned Twin       = 0,
  parameter int unsigned Joint      = 0,   // INT behind the port of FP32
  parameter int unsigned Tensor     = 0,
  parameter int unsigned SlotsA     = 1,   // registers of an operand, 1, 2 or 4
  parameter int unsigned SlotsB     = 1,
  parameter int unsigned SlotsC     = 2,
  // With one scheduler the instruction that issues, else that of each warp.
  localparam int unsigned Looks     = Schedulers > 1 && Dispatch > 1 ? Warps : 1,
  localparam int unsigned Slots     = SlotsA + SlotsB + SlotsC,
  localparam int unsigned WarpBits  = $clog2(Warps),
  localparam int unsigned RegBits   = $clog2(Regs),
  localparam int unsigned BankBits  = $clog2(Banks),
  localparam int unsigned SlotBits  = $clog2(Collectors),
  localparam int unsigned TimeBits  = $clog2(Longest + 1),
  localparam int unsigned Rows      = Tensor != 0 ? 2 : 1,  // cycles of a result
  localparam int unsigned Width     = 32 * Threads
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  input  logic [Warps-1:0]                begin_i,

  // Writes of results.
  input  logic [Banks-1:0]                write_i,
  input  logic [Banks-1:0][WarpBits-1:0]  write_warp_i,
  input  logic [Banks-1:0][RegBits-1:0]   write_reg_i,
  input  logic [Banks-1:0][Threads-1:0]   write_mask_i,
  input  logic [Banks-1:0][Width-1:0]     write_data_i,
  output logic [Banks-1:0][Width-1:0]     write_data_o,

  // A load that is there, and whether its banks are free; a result of more registers than banks
  // takes the next cycle, too.
  input  logic                            load_i,
  input  logic [WarpBits-1:0]             load_warp_i,
  input  logic [7:0]                      load_d_i,
  input  logic [2:0]                      load_regs_i,
  output logic                            load_done_o,

  // With Tensor, sums for tensor instructions and last writes of the tensor unit's results.
  input  logic                            sum_i,
  input  logic [WarpBits-1:0]             sum_warp_i,
  input  logic [7:0]                      sum_d_i,
  input  logic [2:0]                      sum_regs_i,
  input  logic [3:0][Width-1:0]           sum_rows_i,
  input  logic [1:0]                      last_i,
  input  logic [1:0][WarpBits-1:0]        last_warp_i,
  input  logic [1:0][7:0]                 last_d_i,
  input  logic [1:0][2:0]                 last_regs_i,
  input  logic [1:0][3:0][Width-1:0]      last_rows_i,

  // Starts: ports that are free, cycles to a unit's result.
  output logic [Ports-1:0]                waits_o,
  output logic [Ports-1:0][SlotBits-1:0]  slot_o,
  output logic [Dispatch-1:0][SlotBits-1:0] place_o,
  input  logic [Ports-1:0]                port_free_i,
  input  logic                            both_i,   // an instruction starts on both twins
  output logic                            both_o,   // one of this scheduler
  input  logic [Units-1:0][TimeBits-1:0]  latency_i,
  output logic [Ports-1:0]                start_o,
  output ins_t [Ports-1:0]                start_ins_o,
  output logic [Ports-1:0][WarpBits-1:0]  start_warp_o,
  output logic [Ports-1:0][PcBits-1:0]    start_pc_o,
  output logic [Ports-1:0][Threads-1:0]   start_active_o,
  output logic [Ports-1:0][Slots-1:0][Width-1:0] start_rows_o,

  output logic [Banks-1:0]                read_o,
  output logic [Banks-1:0][WarpBits-1:0]  read_warp_o,
  output logic [Banks-1:0][RegBits-1:0]   read_reg_o,
  output logic [Banks-1:0][Width-1:0]     read_data_o,

  // Operands that are still to be read, for hazards and reasons.
  output logic [Warps-1:0][Regs-1:0]      unread_o,
  output logic [Warps-1:0][Predicates-1:0] preds_o,   // read by instructions in collectors
  output logic                            full_o,
  output logic                            any_unread_o,

  // Issue.
  input  logic [Dispatch-1:0]             issue_i,
  input  ins_t [Dispatch-1:0]             issue_ins_i,
  input  logic [WarpBits-1:0]             issue_warp_i,
  input  logic [Dispatch-1:0][PcBits-1:0] issue_pc_i,
  input  logic [Threads-1:0]              issue_active_i,
  input  logic [Dispatch-1:0]             issue_second_i,  // on the second one of the twins
  input  logic [Regs-1:0]                 issue_busy_i,  // registers of the warp in flight
  input  logic [Regs-1:0]                 issue_sum_i,   // whose last result is the tensor unit's
  input  logic [Regs-1:0]                 issue_there_i, // and there for tensor instructions,
  input  logic [Dispatch-1:0][Slots-1:0][Width-1:0] issue_rows_i,  // the operands' sums then
  // Instructions that may issue, and what they would have to read.
  input  ins_t [Looks-1:0]                look_ins_i,
  input  logic [Looks-1:0][WarpBits-1:0]  look_warp_i,
  input  logic [Looks-1:0][Regs-1:0]      look_busy_i,
  output logic [Looks-1:0][Regs-1:0]      look_unread_o,
  output logic                            room_o  // a collector beside that of the first one
);

  localparam int unsigned CountBits = $clog2(Collectors + 1);
  localparam int unsigned WaitBits = $clog2(Window + 2);

  typedef enum logic [2:0] {Ready, Unread, Tag, Follow, Sum, Last} state_e;

  typedef struct packed {
    state_e               state;
    logic [RegBits-1:0]   index;
    logic [BankBits-1:0]  bank;
    logic [SlotBits-1:0]  owner;
  } operand_t;

  typedef struct packed {
    ins_t                 ins;
    logic [WarpBits-1:0]  warp;
    logic [PcBits-1:0]    pc;
    logic [Threads-1:0]   active;
    logic                 second;
  } entry_t;

  typedef struct packed {
    logic                 valid;
    logic                 there;
    logic [WarpBits-1:0]  warp;
    logic [RegBits-1:0]   index;
    logic [SlotBits-1:0]  owner;
    logic [1:0]           index_in;  // the register's place in its operand
  } kept_t;

  function automatic logic [BankBits-1:0] bank_of(logic [RegBits-1:0] r, logic [WarpBits-1:0] w);
    return BankBits'((32'(r) + (Swizzled != 0 ? 32'(w) : 0)) % Banks);
  endfunction

  function automatic logic [2:0] port_in(entry_t e);
    return Twin != 0 && is_twin(e.ins.unit) ? 3'(e.second) : port_of(e.ins.unit, Joint);
  endfunction
  // Banks of a result, in its cycle and in the next one.
  function automatic logic [1:0][Banks-1:0] banks_of(ins_t ins, logic [WarpBits-1:0] w);
    logic [1:0][Banks-1:0] banks;
    banks = '0;
    if (ins.d != Rz && ins.unit != UnitLsu) begin
      banks[0][bank_of(RegBits'(ins.d), w)] = 1'b1;
      if (ins.regs >= 2) banks[0][bank_of(RegBits'(ins.d + 8'd1), w)] = 1'b1;
      if (Tensor != 0 && ins.regs == 4) begin
        banks[2/Banks][bank_of(RegBits'(ins.d + 8'd2), w)] = 1'b1;
        banks[3/Banks][bank_of(RegBits'(ins.d + 8'd3), w)] = 1'b1;
      end
    end
    return banks;
  endfunction

  // Slots: the registers of a, then those of b, then those of c.
  localparam int unsigned FirstOf [Operands] = '{0, SlotsA, SlotsA + SlotsB};
  function automatic int unsigned operand_of(int unsigned s);
    return s < SlotsA ? 0 : s < SlotsA + SlotsB ? 1 : 2;
  endfunction
  function automatic int unsigned index_in(int unsigned s);
    return s - FirstOf[operand_of(s)];
  endfunction

  // Collectors keep their place; order_q lists them by age.

  entry_t               entry_q [Collectors];
  logic [WaitBits-1:0]  wait_q [Collectors];
  operand_t             operand_q [Collectors][Slots];
  logic [Width-1:0]     value_q [Collectors][Slots];
  logic [SlotBits-1:0]  order_q [Collectors];
  logic [CountBits-1:0] count_q;
  kept_t                kept_q [3][Banks];
  logic [Width-1:0]     kept_value_q [3][Banks];
  logic [Banks-1:0]     promised_q [Longest+1];

  logic [Collectors-1:0] valid_q;

  // 1. Results wake operands.

  // Values of this cycle: writes by bank, sums by register, last writes of results; and the one
  // that an operand waits for.
  localparam int unsigned Comings    = Tensor != 0 ? Banks + 12 : Banks;
  localparam int unsigned ComingBits = $clog2(Comings);
  logic [Width-1:0] coming [Comings];
  for (genvar b = 0; b < Banks; b++) begin : gen_write_coming
    assign coming[b] = write_data_o[b];
  end
  if (Tensor != 0) begin : gen_sum_coming
    for (genvar k = 0; k < 4; k++) begin : gen_register
      assign coming[Banks+k]   = sum_rows_i[k];
      assign coming[Banks+4+k] = last_rows_i[0][k];
      assign coming[Banks+8+k] = last_rows_i[1][k];
    end
  end else begin : gen_no_sums
    logic unused;
    assign unused = ^{sum_rows_i, last_rows_i};
  end
  logic [ComingBits-1:0] from [Collectors][Slots];

  logic [Collectors-1:0][Slots-1:0] arrives, woken, complete;
  for (genvar c = 0; c < Collectors; c++) begin : gen_wake
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      operand_t o;
      logic     of_sum;
      logic [1:0] of_last;
      assign o            = operand_q[c][s];
      assign arrives[c][s] = valid_q[c] && ((o.state == Tag && write_i[o.bank] &&
                            write_warp_i[o.bank] == entry_q[c].warp &&
                            write_reg_i[o.bank] == o.index) || of_sum || of_last != 0);
      assign of_sum  = Tensor != 0 && o.state == Sum && sum_i && sum_warp_i == entry_q[c].warp &&
                       8'(o.index) - sum_d_i < 8'(sum_regs_i);
      for (genvar r = 0; r < 2; r++) begin : gen_last
        assign of_last[r] = Tensor != 0 && o.state == Last && last_i[r] &&
                            last_warp_i[r] == entry_q[c].warp &&
                            8'(o.index) - last_d_i[r] < 8'(last_regs_i[r]);
      end
      if (Tensor != 0) begin : gen_from
        assign from[c][s] = of_sum ? ComingBits'(Banks) + ComingBits'(2'(8'(o.index) - sum_d_i)) :
          of_last[0] ? ComingBits'(Banks + 4) + ComingBits'(2'(8'(o.index) - last_d_i[0])) :
          of_last[1] ? ComingBits'(Banks + 8) + ComingBits'(2'(8'(o.index) - last_d_i[1])) :
                       ComingBits'(o.bank);
      end else begin : gen_from_bank
        assign from[c][s] = o.bank;
      end
      assign complete[c][s] = o.state == Ready || woken[c][s];
    end
  end
  // A follower's owner has the register in the same operand, at any place.
  always_comb begin
    for (int c = 0; c < Collectors; c++) begin
      for (int s = 0; s < Slots; s++) begin
        logic [SlotBits-1:0] owner;
        owner = operand_q[c][s].owner;
        woken[c][s] = arrives[c][s];
        if (valid_q[c] && operand_q[c][s].state == Follow) begin
          for (int t = 0; t < Slots; t++) begin
            if (operand_of(t) == operand_of(s) && arrives[owner][t] &&
                operand_q[owner][t].index == operand_q[c][s].index) begin
              woken[c][s] = 1'b1;
            end
          end
        end
      end
    end
  end

  // 2. Executions start.

  // A load takes the first cycle in which its banks are promised to nobody.
  logic [1:0][Banks-1:0] load_banks;
  always_comb begin
    load_banks = '0;
    for (int k = 0; k < 4; k++) begin
      if (load_d_i != Rz && k < 32'(load_regs_i)) begin
        load_banks[k/Banks][bank_of(RegBits'(load_d_i + 8'(k)), load_warp_i)] = 1'b1;
      end
    end
  end
  assign load_done_o = load_i && (promised_q[0] & load_banks[0]) == 0 &&
                       (promised_q[1] & load_banks[1]) == 0;

  // The oldest complete instruction of each port.
  logic [Ports-1:0]               waits;
  logic [Ports-1:0][SlotBits-1:0] oldest;
  always_comb begin
    waits  = '0;
    oldest = '0;
    for (int p = 0; p < Ports; p++) begin
      for (int n = Collectors - 1; n >= 0; n--) begin
        if (CountBits'(n) < count_q && 32'(port_in(entry_q[order_q[n]])) == p &&
            wait_q[order_q[n]] == 0 && complete[order_q[n]] == '1) begin
          waits[p]  = 1'b1;
          oldest[p] = order_q[n];
        end
      end
    end
  end
  assign waits_o = Schedulers > 1 ? waits : '0;
  assign slot_o  = Schedulers > 1 ? oldest : '0;

  // Whether the banks of a port's oldest are promised to a result that is on its way or to the load,
  // and of which ports before it the oldest would have one of them in the same cycle.
  logic [Ports-1:0][TimeBits-1:0]      start_at;
  logic [Ports-1:0][1:0][Banks-1:0]    start_banks;
  logic [Ports-1:0]                    start_clear;
  logic [Ports-1:0][Ports-1:0]         clash;
  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    assign start_at[p]    = latency_i[entry_q[oldest[p]].ins.unit];
    assign start_banks[p] = banks_of(entry_q[oldest[p]].ins, entry_q[oldest[p]].warp);
    always_comb begin
      start_clear[p] = 1'b1;
      clash[p]       = '0;
      for (int k = 0; k < Rows; k++) begin
        if ((promised_q[start_at[p]+TimeBits'(k)] & start_banks[p][k]) != 0) start_clear[p] = 1'b0;
        for (int r = 0; r < 2; r++) begin
          if (load_done_o && 32'(start_at[p]) + k == r && (load_banks[r] & start_banks[p][k]) != 0) begin
            start_clear[p] = 1'b0;
          end
        end
        for (int q = 0; q < p; q++) begin
          for (int j = 0; j < Rows; j++) begin
            if (32'(start_at[p]) + k == 32'(start_at[q]) + j &&
                (start_banks[p][k] & start_banks[q][j]) != 0) begin
              clash[p][q] = 1'b1;
            end
          end
        end
      end
    end
  end

  // With Twin, whether the first port's is for both and starts.
  if (Twin != 0) begin : gen_both
    assign both_o = waits[0] && entry_q[oldest[0]].ins.unit == UnitFp64 && port_free_i[0] &&
                    port_free_i[1] && start_clear[0];
  end else begin : gen_one
    logic unused;
    assign unused = both_i;
    assign both_o = 1'b0;
  end

  logic [Collectors-1:0] freed;
  logic [Banks-1:0]      promised [Longest+1];
  always_comb begin
    start_o = '0;
    freed   = '0;
    for (int p = 0; p < Ports; p++) begin
      logic both;  // the twins' turn: both at once, or the second one alone
      both       = Twin == 0 || (p == 0 ? entry_q[oldest[p]].ins.unit != UnitFp64 || both_o
                                        : p != 1 || !both_i);
      start_o[p] = waits[p] && port_free_i[p] && both && start_clear[p] &&
                   (clash[p] & start_o) == 0;
      if (start_o[p]) freed[oldest[p]] = 1'b1;
    end
  end
  always_comb begin
    for (int t = 0; t <= Longest; t++) begin
      promised[t] = promised_q[t];
      if (t < 2 && load_done_o) promised[t] = promised[t] | load_banks[t];
      for (int p = 0; p < Ports; p++) begin
        for (int k = 0; k < Rows; k++) begin
          if (start_o[p] && 32'(start_at[p]) + k == t) promised[t] = promised[t] | start_banks[p][k];
        end
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_start
    assign start_ins_o[p]    = entry_q[oldest[p]].ins;
    assign start_warp_o[p]   = entry_q[oldest[p]].warp;
    assign start_pc_o[p]     = entry_q[oldest[p]].pc;
    assign start_active_o[p] = entry_q[oldest[p]].active;
    for (genvar s = 0; s < Slots; s++) begin : gen_row
      operand_t o;
      assign o = operand_q[oldest[p]][s];
      assign start_rows_o[p][s] = o.state == Ready ? value_q[oldest[p]][s]
                                                   : coming[from[oldest[p]][s]];
    end
  end

  // 3. Reads.

  logic [Collectors-1:0][Slots-1:0] granted, got, unread;
  always_comb begin
    logic                stop;
    logic [BankBits-1:0] b;
    read_o       = '0;
    read_warp_o  = '0;
    read_reg_o   = '0;
    granted      = '0;
    any_unread_o = 1'b0;
    unread       = '0;
    stop         = 1'b0;
    b            = '0;
    for (int n = 0; n < Collectors; n++) begin
      logic                lacks;
      logic [SlotBits-1:0] c;
      lacks = 1'b0;
      c     = order_q[n];
      if (CountBits'(n) < count_q && !freed[c]) begin
        for (int s = 0; s < Slots; s++) begin
          b = operand_q[c][s].bank;
          if (operand_q[c][s].state == Unread) begin
            if (stop || read_o[b]) begin
              lacks        = 1'b1;
              unread[c][s] = 1'b1;
              any_unread_o = 1'b1;
            end else begin
              read_o[b]      = 1'b1;
              read_warp_o[b] = entry_q[c].warp;
              read_reg_o[b]  = operand_q[c][s].index;
              granted[c][s]  = 1'b1;
            end
          end
        end
      end
      if (InOrder != 0 && lacks) stop = 1'b1;
    end
  end
  // Followers of an operand that is read.
  always_comb begin
    got = granted;
    for (int c = 0; c < Collectors; c++) begin
      for (int s = 0; s < Slots; s++) begin
        logic [SlotBits-1:0] owner;
        owner = operand_q[c][s].owner;
        if (valid_q[c] && operand_q[c][s].state == Follow) begin
          for (int t = 0; t < Slots; t++) begin
            if (operand_of(t) == operand_of(s) && granted[owner][t] &&
                operand_q[owner][t].index == operand_q[c][s].index) begin
              got[c][s] = 1'b1;
            end
          end
        end
      end
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    weft_sm_bank #(
      .Threads(Threads), .Warps(Warps), .Rows(Regs)
    ) u_bank (
      .clk_i,
      .rst_ni,
      .begin_i,
      .write_i     (write_i[b]),
      .write_warp_i(write_warp_i[b]),
      .write_row_i (write_reg_i[b]),
      .write_mask_i(write_mask_i[b]),
      .write_data_i(write_data_i[b]),
      .write_data_o(write_data_o[b]),
      .read_warp_i (read_warp_o[b]),
      .read_row_i  (read_reg_o[b]),
      .read_data_o (read_data_o[b])
    );
  end

  // Hazards.

  logic [CountBits-1:0] count;
  always_comb begin
    unread_o = '0;
    preds_o  = '0;
    count    = count_q;
    for (int c = 0; c < Collectors; c++) begin
      count = count - CountBits'(freed[c]);
      if (valid_q[c] && !freed[c]) begin
        for (int s = 0; s < Slots; s++) begin
          if (unread[c][s]) unread_o[entry_q[c].warp][operand_q[c][s].index] = 1'b1;
        end
        for (int p = 0; p < Predicates; p++) begin
          if (entry_q[c].ins.guard == 3'(p) || entry_q[c].ins.pred == 3'(p)) begin
            preds_o[entry_q[c].warp][p] = 1'b1;
          end
        end
      end
    end
  end
  assign full_o = count == CountBits'(Collectors);
  assign room_o = count < CountBits'(Collectors - 1);

  // 4. Issue, and the edge.

  logic [Dispatch-1:0][SlotBits-1:0] place;
  always_comb begin
    place = '0;
    for (int d = 0; d < Dispatch; d++) begin
      for (int c = Collectors - 1; c >= 0; c--) begin
        if ((!valid_q[c] || freed[c]) && (d == 0 || place[0] != SlotBits'(c))) begin
          place[d] = SlotBits'(c);
        end
      end
    end
  end

  assign place_o = Schedulers > 1 ? place : '0;

  // Values that stay, with this cycle's values.
  kept_t            kept [3][Banks];
  logic [Width-1:0] kept_value [3][Banks];
  always_comb begin
    for (int s = 0; s < 3; s++) begin
      for (int b = 0; b < Banks; b++) begin
        kept[s][b]       = kept_q[s][b];
        kept_value[s][b] = kept_value_q[s][b];
        for (int o = 0; o < Slots; o++) begin
          if (operand_of(o) == s && index_in(o) == 32'(kept_q[s][b].index_in) &&
              kept_q[s][b].valid && !kept_q[s][b].there) begin
            if (woken[kept_q[s][b].owner][o]) begin
              kept[s][b].there = 1'b1;
              kept_value[s][b] = coming[from[kept_q[s][b].owner][o]];
            end
            if (granted[kept_q[s][b].owner][o]) begin
              kept[s][b].there = 1'b1;
              kept_value[s][b] = read_data_o[b];
            end
          end
        end
      end
    end
  end

  // The second instruction finds what the first one keeps.
  operand_t [Dispatch-1:0][Slots-1:0] issued;
  logic     [Dispatch-1:0][Slots-1:0] hit;
  logic     [Dispatch-1:0][Slots-1:0] is_there;  // the tensor unit holds it
  kept_t kept_after [Dispatch+1][3][Banks];  // with none, the first one, both
  logic [Width-1:0] kept_value_after [Dispatch+1][3][Banks];
  always_comb begin
    for (int s = 0; s < 3; s++) begin
      for (int b = 0; b < Banks; b++) begin
        kept_after[0][s][b]       = kept[s][b];
        kept_value_after[0][s][b] = kept_value[s][b];
      end
    end
    is_there = '0;
    for (int d = 0; d < Dispatch; d++) begin
      ins_t ins;
      ins = issue_ins_i[d];
      for (int s = 0; s < 3; s++) begin
        for (int b = 0; b < Banks; b++) begin
          kept_after[d+1][s][b]       = kept_after[d][s][b];
          kept_value_after[d+1][s][b] = kept_value_after[d][s][b];
        end
      end
      for (int s = 0; s < Slots; s++) begin
        int unsigned        slot;
        logic [RegBits-1:0] r;
        kept_t              k;
        slot         = operand_of(s);
        r            = RegBits'(ins.source[slot]) + RegBits'(index_in(s));
        issued[d][s] = '{Ready, r, bank_of(r, issue_warp_i), '0};
        k            = kept_after[d+1][slot][issued[d][s].bank];
        hit[d][s]    = Reuse != 0 && k.valid && k.warp == issue_warp_i && k.index == r;
        if (index_in(s) < 32'(ins.count[slot])) begin
          is_there[d][s] = Tensor != 0 && is_tensor(ins.unit) && issue_busy_i[r] &&
                           issue_sum_i[r] && issue_there_i[r];
          if (is_there[d][s]) issued[d][s].state = Ready;
          else if (Tensor != 0 && issue_busy_i[r] && issue_sum_i[r]) begin
            issued[d][s].state = is_tensor(ins.unit) ? Sum : Last;
          end else if (issue_busy_i[r]) issued[d][s].state = Tag;
          else if (hit[d][s]) begin
            if (!k.there) issued[d][s].state = Follow;
            issued[d][s].owner = k.owner;
          end else issued[d][s].state = Unread;
          if (Reuse != 0 && ins.reuse[slot]) begin
            if (!hit[d][s]) begin
              kept_after[d+1][slot][issued[d][s].bank] = '{1'b1, is_there[d][s], issue_warp_i, r,
                                                           place[d], 2'(index_in(s))};
              if (is_there[d][s]) begin
                kept_value_after[d+1][slot][issued[d][s].bank] = issue_rows_i[d][s];
              end
            end
          end else if (issued[d][s].state == Unread) begin
            kept_after[d+1][slot][issued[d][s].bank].valid = 1'b0;
          end
        end
      end
      for (int s = 0; s < 3; s++) begin
        for (int b = 0; b < Banks; b++) begin
          for (int k = 0; k < 4; k++) begin
            if (kept_after[d+1][s][b].warp == issue_warp_i && ins.d != Rz && k < 32'(ins.regs) &&
                kept_after[d+1][s][b].index == RegBits'(ins.d + 8'(k))) begin
              kept_after[d+1][s][b].valid = 1'b0;
            end
          end
        end
      end
    end
  end
  kept_t kept_next [3][Banks];
  logic [Width-1:0] kept_value_next [3][Banks];
  always_comb begin
    for (int s = 0; s < 3; s++) begin
      for (int b = 0; b < Banks; b++) begin
        kept_next[s][b]       = kept[s][b];
        kept_value_next[s][b] = kept_value[s][b];
        for (int d = 0; d < Dispatch; d++) begin
          if (issue_i[d]) begin
            kept_next[s][b]       = kept_after[d+1][s][b];
            kept_value_next[s][b] = kept_value_after[d+1][s][b];
          end
        end
        if (begin_i[kept_next[s][b].warp]) kept_next[s][b].valid = 1'b0;
      end
    end
  end
  // A value that stays is lost to a later register of an operand once an earlier one of its bank is
  // kept in its place, or read.
  always_comb begin
    look_unread_o = '0;
    for (int n = 0; n < Looks; n++) begin
      for (int s = 0; s < Slots; s++) begin
        int unsigned        slot;
        logic [RegBits-1:0] r;
        logic               stays;
        kept_t              k;
        slot  = operand_of(s);
        r     = RegBits'(look_ins_i[n].source[slot]) + RegBits'(index_in(s));
        k     = kept[slot][bank_of(r, look_warp_i[n])];
        stays = Reuse != 0 && k.valid && k.warp == look_warp_i[n] && k.index == r;
        for (int e = 1; e <= 3; e++) begin
          if (e % Banks == 0 && e <= index_in(s) &&
              (look_ins_i[n].reuse[slot] || !look_busy_i[n][r-RegBits'(e)])) begin
            stays = 1'b0;
          end
        end
        if (index_in(s) < 32'(look_ins_i[n].count[slot]) && !look_busy_i[n][r] && !stays) begin
          look_unread_o[n][r] = 1'b1;
        end
      end
    end
  end

  logic [SlotBits-1:0]  order [Collectors];
  always_comb begin
    int n;
    n = 0;
    for (int i = 0; i < Collectors; i++) order[i] = order_q[i];
    for (int i = 0; i < Collectors; i++) begin
      if (CountBits'(i) < count_q && !freed[order_q[i]]) begin
        order[n] = order_q[i];
        n        = n + 1;
      end
    end
    for (int d = 0; d < Dispatch; d++) begin
      if (issue_i[d]) order[SlotBits'(count + CountBits'(d))] = place[d];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q    <= '0;
      count_q    <= '0;
      for (int s = 0; s < 3; s++) begin
        for (int b = 0; b < Banks; b++) kept_q[s][b] <= '0;
      end
      for (int n = 0; n <= Longest; n++) promised_q[n] <= '0;
    end else begin
      valid_q <= valid_q & ~freed;
      for (int d = 0; d < Dispatch; d++) begin
        if (issue_i[d]) valid_q[place[d]] <= 1'b1;
      end
      count_q <= count + CountBits'($countones(issue_i));
      kept_q  <= kept_next;
      for (int t = 0; t < Longest; t++) promised_q[t] <= promised[t+1];
      promised_q[Longest] <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    order_q      <= order;
    kept_value_q <= kept_value_next;
  end
  for (genvar c = 0; c < Collectors; c++) begin : gen_collector
    always_ff @(posedge clk_i) begin
      if (wait_q[c] != 0) wait_q[c] <= wait_q[c] - 1'b1;
      for (int d = 0; d < Dispatch; d++) begin
        if (issue_i[d] && place[d] == SlotBits'(c)) begin
          wait_q[c]  <= WaitBits'(Window);
          entry_q[c] <= '{issue_ins_i[d], issue_warp_i, issue_pc_i[d], issue_active_i,
                          Twin != 0 && issue_second_i[d]};
        end
      end
    end
    for (genvar s = 0; s < Slots; s++) begin : gen_operand
      always_ff @(posedge clk_i) begin
        if (woken[c][s] || got[c][s]) begin
          operand_q[c][s].state <= Ready;
          value_q[c][s] <= woken[c][s] ? coming[from[c][s]]
                                       : read_data_o[operand_q[c][s].bank];
        end
        for (int d = 0; d < Dispatch; d++) begin
          if (issue_i[d] && place[d] == SlotBits'(c)) begin
            operand_q[c][s] <= issued[d][s];
            if (hit[d][s]) begin
              value_q[c][s] <= kept_value_after[d][operand_of(s)][issued[d][s].bank];
            end
            if (is_there[d][s]) value_q[c][s] <= issue_rows_i[d][s];
          end
        end
      end
    end
  end

  `WEFT_ASSERT(HasRoom, 32'(count) + $countones(issue_i) <= Collectors)

endmodule
