// SPDX-License-Identifier: Apache-2.0
//
// Front of the engine: registers behind AXI4-Lite, the check of a job, its hand-over to the core,
// status, counters and the interrupt.
//
//     s_axil --> [ registers ] --- START ---> [ check ] --> job_o --> core
//                    |  ^   '--> [ ring ] --------^                     |
//                  irq_o '-- STATUS, ERROR, counters <-- outcome_i -----'
//
// CTRL.START copies the registers of the job; the next job may be written while it is checked and
// runs. START during a job is error BUSY. A job that weft_engine_check refuses ends with its code,
// one that runs with what the core says. CTRL.FLOW 7 becomes AnyFlow.
//
// Jobs of the ring (weft_engine_ring) take the same way; while it is enabled, START is error BUSY.
// They count, but leave DONE alone.
//
// The core may have two jobs of the ring, the current one and the one ahead. What the ring drops of
// them ends without being seen; abort_o is high then.
//
// CTRL.RESET sets all registers but those of locked windows to their reset values at once. A job in
// the core is dropped: abort_o is high until the core has given its outcome, which nobody sees, and
// a job that is started meanwhile waits. A job that is offered and not yet taken is withdrawn; so
// is one of the ring by RING_CTRL.ABORT.
//
// Errors: the latest one is in ERROR. Where a job fails in the cycle of a START, its code stays.
// STATUS.HUNG is set when hung_i rises. The attributes of the bus are those of the cycle in which
// a core without a job takes one, or the memory the command to fetch. idle_o: no job is checked or
// runs, none is being dropped, and no time of IRQ_PACE runs.

`include "weft_assert.svh"

module weft_engine_front
  import weft_engine_pkg::*;
  import weft_engine_regs_pkg::*;
#(
  parameter  int unsigned Capability  = 2,      // the register
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned MaxDim      = 65535,
  parameter  int unsigned Flows       = 7,      // bit f: CTRL.FLOW f
  parameter  int unsigned AnyFlow     = 1,      // CTRL.FLOW 7
  parameter  int unsigned Streams     = 1,      // FEATURES
  parameter  int unsigned Transposes  = 0,
  parameter  int unsigned Sparse      = 0,
  parameter  int unsigned Epilogue    = 0,
  parameter  int unsigned ABytes      = 1,      // of an element in memory: 1, 2, 4 or 8
  parameter  int unsigned BBytes      = 1,
  parameter  int unsigned SumBytes    = 4,
  parameter  int unsigned ScaleBlock  = 0,      // elements with one scale, a power of two; 0: no scales
  parameter  int unsigned AddrBits    = 64,
  parameter  int unsigned BusBytes    = 16,
  parameter  int unsigned BurstBytes  = 256,
  parameter  int unsigned BlockM      = 64,
  parameter  int unsigned BlockN      = 64,
  parameter  int unsigned BlockK      = 256,
  parameter  int unsigned Conv        = 0,      // 1: the operation CONV
  parameter  int unsigned Copy        = 0,      // 1: the operation COPY
  parameter  int unsigned Closed      = 0,      // 1: where no window allows anything, nothing is allowed
  localparam int unsigned JobBits     = $bits(job_t),
  localparam int unsigned OutcomeBits = $bits(outcome_t)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   s_axil_awvalid_i,
  output logic                   s_axil_awready_o,
  input  logic [PageBits-1:0]    s_axil_awaddr_i,
  input  logic                   s_axil_wvalid_i,
  output logic                   s_axil_wready_o,
  input  logic [31:0]            s_axil_wdata_i,
  input  logic [3:0]             s_axil_wstrb_i,
  output logic                   s_axil_bvalid_o,
  input  logic                   s_axil_bready_i,
  output logic [1:0]             s_axil_bresp_o,
  input  logic                   s_axil_arvalid_i,
  output logic                   s_axil_arready_o,
  input  logic [PageBits-1:0]    s_axil_araddr_i,
  output logic                   s_axil_rvalid_o,
  input  logic                   s_axil_rready_i,
  output logic [31:0]            s_axil_rdata_o,
  output logic [1:0]             s_axil_rresp_o,

  output logic                   job_valid_o,
  input  logic                   job_ready_i,
  output logic [JobBits-1:0]     job_o,            // a job_t
  output logic                   abort_o,
  output logic                   hold_o,           // nothing of the oldest job is stored yet
  input  logic                   quiet_i,          // the core has no block to load
  input  logic                   outcome_valid_i,  // for one cycle
  input  logic [OutcomeBits-1:0] outcome_i,        // an outcome_t
  input  logic                   hung_i,
  output logic [31:0]            hang_limit_o,

  output logic                   fetch_valid_o,    // 128 bytes of a descriptor
  input  logic                   fetch_ready_i,
  output logic [63:0]            fetch_addr_o,
  input  logic                   word_valid_i,
  input  logic [8*BusBytes-1:0]  word_i,
  input  logic                   fetch_done_i,
  input  logic                   fetch_error_i,
  output logic                   comp_valid_o,     // 16 bytes of a completion
  input  logic                   comp_ready_i,
  output logic [63:0]            comp_addr_o,
  output logic [127:0]           comp_data_o,
  input  logic                   comp_done_i,
  input  logic                   comp_error_i,

  output logic [3:0]             axi_cache_o,
  output logic [2:0]             axi_prot_o,
  output logic [3:0]             axi_qos_o,
  output logic                   irq_o,
  output logic                   idle_o
);

  typedef enum logic [1:0] {Idle, Check, Offer} state_e;

  reg2hw_t  regs;
  hw2reg_t  hw;
  outcome_t outcome;
  state_e   state_q;
  assign outcome = outcome_t'(outcome_i);

  // Commands.

  logic       reset, starts, start, refused, free;
  logic [1:0] inside_q;  // jobs that the core has
  logic [1:0] live_q;    // the older ones of them, whose outcomes count
  assign reset   = regs.ctrl.written && regs.ctrl.reset;
  assign starts  = regs.ctrl.written && regs.ctrl.start && !reset;
  assign free    = state_q == Idle && live_q == '0 && !regs.ring_ctrl.enable;
  assign start   = starts && free;
  assign refused = starts && !free;

  weft_engine_regs u_regs (
    .clk_i,
    .rst_ni,
    .s_axil_awvalid_i,
    .s_axil_awready_o,
    .s_axil_awaddr_i,
    .s_axil_wvalid_i,
    .s_axil_wready_o,
    .s_axil_wdata_i,
    .s_axil_wstrb_i,
    .s_axil_bvalid_o,
    .s_axil_bready_i,
    .s_axil_bresp_o,
    .s_axil_arvalid_i,
    .s_axil_arready_o,
    .s_axil_araddr_i,
    .s_axil_rvalid_o,
    .s_axil_rready_i,
    .s_axil_rdata_o,
    .s_axil_rresp_o,
    .reset_i (reset),
    .hw2reg_i(hw),
    .reg2hw_o(regs)
  );

  // The job.

  job_t   job_q, ring_job;
  logic   ring_q;  // it is the ring's
  logic   drops;   // the core has a job whose outcome nobody sees, and none that counts
  logic   checked, taken, stays_out, ended, withdrawn, rests;
  error_e check_error;

  // The ring, whose jobs take the same way.

  logic             ring_valid, ring_ready, ring_take, ring_abort, ring_idle;
  logic             ring_void, ring_runs, ring_given;
  logic             ring_flagged, ring_halted, ring_fails;
  logic [1:0]       ring_state;
  logic [2:0][31:0] ring_dims;
  logic [31:0]      ring_head;
  logic [63:0]      ring_fault;
  error_e           ring_code, refused_code, code;  // code, fault: the end of a job
  logic [63:0]      fault;

  weft_engine_ring #(
    .AddrBits(AddrBits), .BusBytes(BusBytes), .Conv(Conv), .Copy(Copy), .Closed(Closed)
  ) u_ring (
    .clk_i,
    .rst_ni,
    .reset_i      (reset),
    .enable_i     (regs.ring_ctrl.enable),
    .resume_i     (regs.ring_ctrl.resume),
    .stop_i       (regs.ring_ctrl.stop),
    .drop_i       (regs.ring_ctrl.drop),
    .base_i       (regs.ring_base),
    .log2_i       (regs.ring_log2.log2),
    .tail_i       (regs.ring_tail),
    .comp_base_i  (regs.comp_base),
    .window_i     (regs.window),
    .head_o       (ring_head),
    .state_o      (ring_state),
    .ring_o       (ring_flagged),
    .halted_o     (ring_halted),
    .error_o      (ring_fails),
    .error_code_o (ring_code),
    .error_fault_o(ring_fault),
    .job_valid_o  (ring_valid),
    .job_ready_i  (ring_ready),
    .job_o        (ring_job),
    .dims_o       (ring_dims),
    .abort_o      (ring_abort),
    .void_o       (ring_void),
    .hold_o,
    .runs_o       (ring_runs),
    .given_o      (ring_given),
    .quiet_i      (state_q == Idle && live_q != '0 && ring_q && quiet_i),
    .refused_i     (stays_out && ring_q),
    .refused_code_i(refused_code),
    .ended_i      (ended && ring_q),
    .ended_code_i (code),
    .ended_fault_i(fault),
    .ended_time_i (outcome.time_cycles),
    .fetch_valid_o,
    .fetch_ready_i,
    .fetch_addr_o,
    .word_valid_i,
    .word_i,
    .fetch_done_i,
    .fetch_error_i,
    .comp_valid_o,
    .comp_ready_i,
    .comp_addr_o,
    .comp_data_o,
    .comp_done_i,
    .comp_error_i,
    .idle_o       (ring_idle)
  );
  assign ring_ready = state_q == Idle && (live_q == '0 || ring_q) && !start && !ring_void;
  assign ring_take  = ring_valid && ring_ready && !reset;

  weft_engine_check #(
    .Flows(Flows), .MaxDim(MaxDim), .Transposes(Transposes), .Sparse(Sparse), .Epilogue(Epilogue),
    .ABytes(ABytes), .BBytes(BBytes), .SumBytes(SumBytes), .ScaleBlock(ScaleBlock),
    .AddrBits(AddrBits), .BusBytes(BusBytes), .Conv(Conv), .Copy(Copy), .Closed(Closed)
  ) u_check (
    .clk_i,
    .rst_ni,
    .start_i (start || ring_take),
    .dims_i  (start ? {regs.k, regs.n, regs.m} : ring_dims),
    .clear_i (reset || ring_void),
    .job_i   (job_q),
    .window_i(regs.window),
    .valid_o (checked),
    .error_o (check_error)
  );

  logic [7:0] told_q, told, more;  // descriptors that the ring's interrupt has not told
  assign drops       = inside_q != '0 && live_q == '0;
  assign job_valid_o = state_q == Offer && inside_q == live_q;
  assign taken       = job_valid_o && job_ready_i;
  assign ended       = live_q != '0 && outcome_valid_i && !hold_o;
  assign withdrawn   = state_q == Offer && !taken && ring_q && ring_abort && !ring_given;
  assign stays_out   = withdrawn || (state_q == Check && checked && check_error != None);
  assign abort_o     = drops || (live_q != '0 && ring_q && ring_abort);
  assign idle_o      = state_q == Idle && inside_q == '0 && ring_idle
                    && (told_q == '0 || regs.irq_pace.span == '0);
  assign job_o       = job_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      inside_q <= '0;
      live_q   <= '0;
    end else begin
      inside_q <= inside_q + 2'(taken) - 2'(outcome_valid_i);
      if (reset) live_q <= '0;
      else if (ring_void) live_q <= 2'(live_q != '0 && ring_runs && !ended);
      else live_q <= live_q + 2'(taken) - 2'(outcome_valid_i && live_q != '0);
      if (reset) state_q <= Idle;
      else begin
        unique case (state_q)
          Idle:    if (start || ring_take) state_q <= Check;
          Check:   if (checked) state_q <= check_error == None ? Offer : Idle;
          default: if (taken || withdrawn) state_q <= Idle;
        endcase
        if (ring_void) state_q <= Idle;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      job_q <= '{op: OpGemm, preload: regs.ctrl.preload, flow: regs.ctrl.flow,
                 transpose_a: regs.ctrl.transpose_a, transpose_b: regs.ctrl.transpose_b,
                 sparse_a: regs.ctrl.sparse_a, relu: regs.ctrl.relu, out: regs.ctrl.out,
                 overlap: 1'b0, m: regs.m[15:0], n: regs.n[15:0], k: regs.k[15:0],
                 scale: regs.scale, a: regs.a, b: regs.b, c: regs.c, d: regs.d, lda: regs.lda,
                 ldb: regs.ldb, ldc: regs.ldc, ldd: regs.ldd, a_extra: regs.a_extra,
                 b_extra: regs.b_extra};
      ring_q <= 1'b0;
    end else if (ring_take) begin
      job_q  <= ring_job;
      ring_q <= 1'b1;
    end else if (checked && job_q.flow == 3'd7) begin
      job_q.flow <= 3'(AnyFlow);
    end
  end

  // The attributes of the bus stay while it may owe something.
  axi_attr_t attr_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) attr_q <= '0;
    else if (rests && (taken || (fetch_valid_o && fetch_ready_i))) attr_q <= regs.axi_attr;
  end
  assign {axi_qos_o, axi_prot_o, axi_cache_o} = attr_q;
  assign rests        = inside_q == '0 && !hold_o;
  assign hang_limit_o = regs.hang_limit;

  // Errors.

  logic        fails, hung_q, over;
  error_e      code_d, code_q;
  logic [63:0] fault_d, fault_q;
  assign over         = stays_out || (ended && code != None);
  assign refused_code = state_q == Check ? check_error : Aborted;
  assign fault        = outcome.how == LoadFailed || outcome.how == StoreFailed ? outcome.fault
                                                                                : '0;
  always_comb begin
    unique case (outcome.how)
      Done:        code = None;
      LoadFailed:  code = Load;
      StoreFailed: code = Store;
      default:     code = Aborted;
    endcase
  end

  always_comb begin
    fails   = 1'b1;
    code_d  = Busy;
    fault_d = '0;
    if (over && !ring_q) begin
      code_d  = stays_out ? refused_code : code;
      fault_d = stays_out ? '0 : fault;
    end else if (ring_fails) begin
      code_d  = ring_code;
      fault_d = ring_fault;
    end else fails = refused;
  end

  always_ff @(posedge clk_i) begin
    if (fails) begin
      code_q  <= code_d;
      fault_q <= fault_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hung_q <= 1'b0;
    else hung_q <= hung_i;
  end

  // Pacing of STATUS.RING: descriptors with IRQ that have ended since it was set, and the cycles
  // since the first of them.

  logic [23:0] since_q;
  logic        paced;
  assign told  = ring_flagged ? more : told_q;
  assign more  = told_q == '1 ? told_q : told_q + 8'd1;
  function automatic logic is_due(logic [7:0] untold);
    return regs.irq_pace == '0 || (regs.irq_pace.count != '0 && untold >= regs.irq_pace.count)
        || (regs.irq_pace.span != '0 && since_q >= regs.irq_pace.span);
  endfunction
  // The ring's end of a descriptor comes late in a cycle.
  assign paced = ring_flagged ? ring_halted || is_due(more)
                              : told_q != '0 && (ring_halted || is_due(told_q));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {told_q, since_q} <= '0;
    else if (reset || paced) {told_q, since_q} <= '0;
    else begin
      told_q <= told;
      if (told != '0 && since_q != '1) since_q <= since_q + 24'd1;
    end
  end

  // Counters of the last job that ended without error.

  typedef struct packed {
    logic [31:0] jobs;
    logic [63:0] cycles;
    logic [63:0] total;
    logic [63:0] read_bytes;
    logic [63:0] write_bytes;
    logic [63:0] wait_load;
    logic [63:0] wait_store;
  } counters_t;

  counters_t counters_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) counters_q <= '0;
    else if (reset) counters_q <= '0;
    else if (ended && outcome.how == Done) begin
      counters_q <= '{jobs: counters_q.jobs + 32'd1, cycles: outcome.array_cycles,
                      total: outcome.time_cycles, read_bytes: outcome.read_bytes,
                      write_bytes: outcome.write_bytes, wait_load: outcome.wait_load,
                      wait_store: outcome.wait_store};
    end
  end

  // Registers that the hardware drives.

  always_comb begin
    hw            = '0;
    hw.capability = '{
      profile: Capability[31], int16: Capability[13], int4: Capability[12],
      uint8_int8: Capability[11], int8_uint8: Capability[10], uint8: Capability[9],
      fp64: Capability[8], fp32: Capability[7], fp16_fp16: Capability[6], e5m2: Capability[5],
      e4m3: Capability[4], tf32: Capability[3], bf16: Capability[2], int8: Capability[1],
      fp16: Capability[0]};
    hw.array      = '{cols: 16'(Cols), rows: 16'(Rows)};
    hw.limits     = '{burst_log2: 4'($clog2(BurstBytes)), max_dim: 16'(MaxDim)};
    hw.features   = '{epilogue: Epilogue != 0, sparse: Sparse != 0, transposes: Transposes != 0,
                      streams: Streams != 0};
    hw.engine     = '{windows: 1'b1, copy: Copy != 0, conv: Conv != 0, ring: 1'b1, k_log2: 4'($clog2(BlockK)),
                      n_log2: 4'($clog2(BlockN)), m_log2: 4'($clog2(BlockM)), burst_log2: 4'($clog2(BurstBytes)),
                      bus_log2: 4'($clog2(BusBytes))};
    hw.status     = '{sets: '{hung: hung_i && !hung_q, halted: ring_halted, ring: paced,
                              error: fails, done: ended && !ring_q && outcome.how == Done},
                      clears: '{hung: 1'b0, halted: 1'b0, ring: 1'b0, error: start, done: start},
                      busy: state_q != Idle || live_q != '0};
    hw.error.code = regs.status.error ? code_q : None;
    hw.fault      = regs.status.error ? fault_q : '0;
    hw.irq_raw    = regs.status;
    hw.irq_status = regs.status & regs.irq_enable;
    hw.cycles      = counters_q.cycles;
    hw.dma_cycles  = counters_q.total - counters_q.cycles;
    hw.jobs        = counters_q.jobs;
    hw.read_bytes  = counters_q.read_bytes;
    hw.write_bytes = counters_q.write_bytes;
    hw.wait_load   = counters_q.wait_load;
    hw.wait_store  = counters_q.wait_store;
    hw.total       = counters_q.total;
    hw.ring_head   = ring_head;
    hw.ring_state  = ring_state;
  end
  assign irq_o = (regs.status & regs.irq_enable) != '0;

  `WEFT_ASSERT(JobStable, job_valid_o && !job_ready_i && !reset && !withdrawn && !ring_void
               |=> job_valid_o && $stable(job_o))
  `WEFT_ASSERT(OutcomeIsOwed, outcome_valid_i |-> inside_q != '0)
  `WEFT_ASSERT(AtMostTwoAreInside, inside_q <= 2'd2 && live_q <= inside_q)
  `WEFT_COVER(StartWhileDropping, start && drops)
  `WEFT_COVER(EndsAsItIsReset, reset && outcome_valid_i)

endmodule
