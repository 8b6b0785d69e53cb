// SPDX-License-Identifier: Apache-2.0
//
// Control flow of a warp: program counter, threads that are alive and active, stack of branches.
//
//      issue of a branch --> [ Window + 1 cycles ] --> guard --> next pc, active, stack
//                                                        |
//                                                      taken: Fetch cycles until the next issue
//
// BSSY pushes the active threads and the address where they meet. A divergent BRA pushes the
// threads that take it; BSYNC goes to the entry on top, be it theirs or the meeting point. EXIT ends
// threads, everywhere on the stack, and goes to the highest entry that has any left.
//
// With a second dispatch unit the instruction behind a computing one may issue in the same cycle.

`include "weft_assert.svh"

module weft_sm_simt
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads = 8,
  parameter int unsigned PcBits  = 8,
  parameter int unsigned Stack   = 8,
  parameter int unsigned Window  = 3,
  parameter int unsigned Fetch   = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               begin_i,
  input  logic [Threads-1:0] begin_threads_i,
  input  logic               open_i,      // the barrier at which the warp waits

  input  ins_t               ins_i,       // at pc_o
  input  logic               issue_i,     // it issues
  input  logic               pair_i,      // the next one issues, too
  input  ins_t               next_i,      // the next one
  input  logic [Threads-1:0] guard_i,     // its guard, of every thread

  output logic [PcBits-1:0]  pc_o,
  output logic [Threads-1:0] active_o,
  output logic               live_o,      // with this cycle's exit
  output logic               free_o,      // may issue
  output reason_e            reason_o,    // if not
  output logic               arrived_o,
  output logic               ended_o
);

  localparam int unsigned SpBits   = $clog2(Stack + 1);
  localparam int unsigned Longest  = Window + 1 > Fetch ? Window + 1 : Fetch;
  localparam int unsigned WaitBits = $clog2(Longest + 1);

  typedef struct packed {
    logic [PcBits-1:0]  pc;
    logic [Threads-1:0] mask;
  } entry_t;

  logic                live_q, branch_q, barrier_q, buffer_q;
  logic [PcBits-1:0]   pc_d, pc_q;
  logic [Threads-1:0]  active_d, active_q, alive_d, alive_q;
  logic [SpBits-1:0]   sp_d, sp_q;
  entry_t              stack_d [Stack], stack_q [Stack];
  logic [WaitBits-1:0] wait_q;
  logic                jump, resolves, waits;
  logic [Threads-1:0]  yes;

  assign resolves = branch_q && wait_q == WaitBits'(1);
  assign yes      = active_q & guard_i;

  always_comb begin
    pc_d      = pc_q;
    active_d  = active_q;
    alive_d   = alive_q;
    sp_d      = sp_q;
    stack_d   = stack_q;
    jump      = 1'b0;
    arrived_o = 1'b0;
    ended_o   = 1'b0;
    if (resolves) begin
      pc_d = pc_q + 1'b1;
      unique case (ins_i.op)
        Bra: begin
          if (yes != 0 && yes == active_q) begin
            pc_d = PcBits'(ins_i.wide);
            jump = 1'b1;
          end else if (yes != 0) begin
            for (int s = 0; s < Stack; s++) begin
              if (sp_q == SpBits'(s)) stack_d[s] = '{PcBits'(ins_i.wide), yes};
            end
            sp_d     = sp_q + 1'b1;
            active_d = active_q & ~yes;
          end
        end
        Bsync: begin
          if (yes != 0) begin
            for (int s = 0; s < Stack; s++) begin
              if (sp_q == SpBits'(s + 1)) {pc_d, active_d} = stack_q[s];
            end
            sp_d = sp_q - 1'b1;
            jump = 1'b1;
          end
        end
        Exit: begin
          alive_d  = alive_q & ~yes;
          active_d = active_q & ~yes;
          for (int s = 0; s < Stack; s++) stack_d[s].mask = stack_q[s].mask & ~yes;
          if (active_d == 0) begin
            ended_o = 1'b1;
            for (int s = 0; s < Stack; s++) begin
              if (SpBits'(s) < sp_q && stack_d[s].mask != 0) begin
                {pc_d, active_d} = stack_d[s];
                sp_d             = SpBits'(s);
                jump             = 1'b1;
                ended_o          = 1'b0;
              end
            end
          end
        end
        default: arrived_o = yes != 0;
      endcase
    end
  end

  // An issue; nothing issues in the cycle of a resolve. The last one may be a branch.
  ins_t              last;
  logic [PcBits-1:0] last_pc;
  assign last    = pair_i ? next_i : ins_i;
  assign last_pc = pair_i ? pc_q + 1'b1 : pc_q;
  logic [PcBits-1:0] pc_next;
  logic [SpBits-1:0] sp_next;
  entry_t            stack_next [Stack];
  always_comb begin
    pc_next    = pc_d;
    sp_next    = sp_d;
    stack_next = stack_d;
    if (issue_i) pc_next = waits ? last_pc : last_pc + 1'b1;
    if (issue_i && last.op == Bssy) begin
      for (int s = 0; s < Stack; s++) begin
        if (sp_q == SpBits'(s)) stack_next[s] = '{PcBits'(last.wide), active_q};
      end
      sp_next = sp_q + 1'b1;
    end
  end

  assign waits    = issue_i && last.unit == UnitBranch && last.op != Nop && last.op != Bssy;
  assign pc_o     = pc_q;
  assign active_o = active_q;
  assign live_o   = live_q && !ended_o;
  assign free_o   = wait_q == 0 && !barrier_q;
  assign reason_o = (barrier_q || arrived_o) && !open_i ? Barrier :
                    buffer_q && !barrier_q ? Buffer : Branch;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q    <= 1'b0;
      branch_q  <= 1'b0;
      barrier_q <= 1'b0;
      wait_q    <= '0;
    end else if (begin_i) begin
      live_q    <= 1'b1;
      branch_q  <= 1'b0;
      barrier_q <= 1'b0;
      wait_q    <= '0;
    end else begin
      live_q    <= live_o;
      branch_q  <= waits || (branch_q && !resolves);
      barrier_q <= (barrier_q || arrived_o) && !open_i;
      if (waits) wait_q <= WaitBits'(Window + 1);
      else if (jump) wait_q <= WaitBits'(Fetch);
      else if (wait_q != 0) wait_q <= wait_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    pc_q     <= begin_i ? '0 : pc_next;
    active_q <= begin_i ? begin_threads_i : active_d;
    alive_q  <= begin_i ? begin_threads_i : alive_d;
    sp_q     <= begin_i ? '0 : sp_next;
    buffer_q <= !begin_i && !waits && (buffer_q || jump);
    stack_q  <= stack_next;
  end

  `WEFT_ASSERT(NotFull, live_q && issue_i && last.op == Bssy |-> sp_q < SpBits'(Stack))
  `WEFT_ASSERT(NotEmpty, resolves && ins_i.op == Bsync && yes != 0 |-> sp_q != 0)
  `WEFT_ASSERT(OnlyAliveAreActive, live_q |-> (active_q & ~alive_q) == 0)

endmodule
