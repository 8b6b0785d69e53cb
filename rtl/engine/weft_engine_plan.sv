// SPDX-License-Identifier: Apache-2.0
//
// Plan of the engine: which block is loaded, multiplied and stored when. It sees no data.
//
//     job --> [ 2 places ] --> loads --> products --> stores --> outcome
//
// A step is a block of A, one of B and, at the first depth with preload, one of C. Steps go over
// the depth, then the columns, then the rows of D. Three walks go through the steps, each as far
// ahead as there are buffers:
//
//     a step is loaded      into the panels that the array left two steps before; C into the buffer
//                           of sums that the storer left two blocks before
//     a step is multiplied  when all of it is loaded; the first one of a block, when its buffer of
//                           sums is free
//     a block is stored     when its last step is multiplied; it leaves the buffer with the bus's
//                           last response
//
// A job's first load waits for the outcome of the job before, or with overlap for the end of its
// loads; its time begins a cycle before. While hold_i is high, nothing of the oldest job is stored,
// and no failure of it told but that of an abort. Outcomes are in the order of the jobs; outcome_valid_o is high for one cycle.
//
// A Copy's blocks take the way of C and D: they pass the array by in the cycle after their load.
//
// Errors: the job of a load or store that fails ends when the bus owes nothing and the array is
// idle, with nothing stored after the error but a block that was on its way. Jobs before it end as
// they would. A job behind it ends as Dropped; nothing of it is stored. So does each job that
// abort_i finds; the array and a store on its way end first.

`include "weft_assert.svh"

module weft_engine_plan
  import weft_engine_pkg::*;
  import weft_engine_core_pkg::*;
#(
  parameter int unsigned BlockM   = 64,
  parameter int unsigned BlockN   = 64,
  parameter int unsigned BlockK   = 256,
  parameter int unsigned ABytes   = 1,    // of an element in memory
  parameter int unsigned BBytes   = 1,
  parameter int unsigned SumBytes = 4,
  parameter int unsigned BusBytes = 16,
  parameter int unsigned AddrBits = 64,
  parameter int unsigned Sparse   = 0,
  parameter int unsigned Lanes    = 1,    // products of a step
  parameter int unsigned ScaleBlock = 0,  // elements with one scale, a power of two; 0: no scales
  parameter int unsigned Conv     = 0,
  parameter int unsigned Copy     = 0,
  parameter int unsigned Rows     = 4,    // of the array
  parameter int unsigned Cols     = 4
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                job_valid_i,
  output logic                job_ready_o,
  input  job_t                job_i,
  input  logic                abort_i,
  input  logic                hold_i,        // of the oldest job nothing may be stored yet
  output logic                outcome_valid_o,
  output outcome_t            outcome_o,
  output logic                idle_o,
  output logic                quiet_o,       // no job inside has a block to load

  output logic                load_valid_o,
  input  logic                load_ready_i,
  output load_t               load_o,
  output conv_block_t         load_conv_o,   // of a block that is made of a picture
  output logic                load_stop_o,
  input  logic                loaded_i,      // the last word of a step
  input  logic                load_busy_i,
  input  logic                load_done_i,
  input  logic                load_failed_i,
  input  logic [AddrBits-1:0] load_fault_i,
  input  logic                read_i,        // a word of the bus is read

  output logic                multiply_valid_o,
  output multiply_t           multiply_o,
  input  logic                array_busy_i,
  input  logic                array_issued_i, // it could take a step while sums leave
  input  logic                array_done_i,

  output logic                store_valid_o,
  input  logic                store_ready_i,
  output store_t              store_o,
  input  logic                store_busy_i,
  input  logic                store_done_i,
  input  logic                store_failed_i,
  input  logic [AddrBits-1:0] store_fault_i,
  input  logic                written_i      // a word of the bus is written
);

  localparam int unsigned SparseBytes = BlockK / 2 * ABytes;  // of a line of a block of A
  localparam int unsigned IndexBytes  = BlockK / 8;
  localparam int unsigned PerScale    = ScaleBlock != 0 ? ScaleBlock : 1;
  localparam int unsigned ScaleBytes  = BlockK / PerScale;    // of a line of a block of scales of A
  localparam bit          Scaled      = ScaleBlock != 0;
  localparam int unsigned BesideBytes = Scaled ? ScaleBytes : IndexBytes;

  typedef logic [1:0]          count_t;  // modulo 4
  typedef logic [AddrBits-1:0] addr_t;

  // Jobs.

  job_t [1:0] job_q;
  logic [1:0] biased_q;              // C is one row for all rows of D
  logic     in_q, out_q;             // the places of the next job and of the oldest one
  logic [1:0] valid_q, begun_q, multiplied_q, finished_q;
  logic     failed_q, fail_place_q, dropping_q;
  end_e     how_q;
  addr_t    fault_q;
  logic     take, settled, ends, clear;
  logic     older_goes_on;  // the oldest job is before the one that failed

  assign job_ready_o     = !valid_q[in_q] && !failed_q && !abort_i;
  assign take            = job_valid_i && job_ready_o;
  assign settled         = !load_busy_i && !array_busy_i && !store_busy_i && (!hold_i || abort_i);
  assign ends            = valid_q[out_q]
                           && (finished_q[out_q]
                               || ((dropping_q || (failed_q && fail_place_q == out_q))
                                   && settled));
  assign older_goes_on   = fail_place_q != out_q && !dropping_q;
  assign clear           = ends && failed_q && !valid_q[!out_q];
  assign outcome_valid_o = ends;
  assign idle_o          = valid_q == '0;

  // A copy's columns have the bytes of a sum; its last one may lack some.
  function automatic logic copies(op_e op);
    return Copy != 0 && op == OpCopy;
  endfunction
  function automatic logic [15:0] columns(op_e op, logic [15:0] n);
    return copies(op) ? 16'((32'(n) + SumBytes - 1) / SumBytes) : n;
  endfunction
  function automatic logic [2:0] lacks(op_e op, logic [2:0] n, logic last_n);
    return copies(op) && last_n ? -n & 3'(SumBytes - 1) : '0;
  endfunction

  // Elements in groups, the last of which may lack some.
  function automatic logic [15:0] groups(logic [15:0] elements, int unsigned of);
    return 16'((17'(elements) + 17'(of - 1)) >> $clog2(of));
  endfunction

  // The walk of the loads.

  logic        load_run_q, load_place_q, load_owner_q, load_begin, load_step, load_places;
  logic        load_ends;
  operand_e    operand_q, operand_last;
  count_t      load_step_q, loaded_q, load_block_q;  // steps asked for and loaded, blocks of C
  count_t      array_step_q, array_block_q, stored_q;
  logic [15:0] load_m, load_n, load_k;
  logic        load_first_k, load_last_k, load_last_n, load_last_m, load_last_plane, load_first_q;
  operand_e    operand, operand_behind, operand_of_steps;
  job_t        load_job;
  logic        load_sparse, load_biased;

  assign load_job     = job_q[load_place_q];
  assign load_biased  = biased_q[load_place_q];
  assign load_sparse  = Sparse != 0 && load_job.sparse_a;
  assign operand_of_steps = Scaled ? OperandBesideB : OperandB;  // the last one of each step
  always_comb begin
    unique case (operand_q)
      OperandA:       operand_behind = load_sparse || Scaled ? OperandBesideA : OperandB;
      OperandBesideA: operand_behind = OperandB;
      OperandB:       operand_behind = Scaled ? OperandBesideB : OperandC;
      default:        operand_behind = OperandC;
    endcase
  end
  assign load_begin   = !load_run_q && valid_q[load_place_q] && !begun_q[load_place_q]
                        && (load_job.overlap || load_place_q == out_q)
                        && load_step_q == loaded_q && !load_busy_i && !failed_q && !abort_i;
  assign operand      = copies(load_job.op) ? OperandC : operand_q;
  assign operand_last = copies(load_job.op) || (load_job.preload && load_first_k) ? OperandC
                                                                                  : operand_of_steps;
  assign load_places  = load_step_q - array_step_q < 2'd2
                        && (operand != OperandC || load_biased || load_block_q - stored_q < 2'd2);
  assign load_valid_o = load_run_q && load_places && !failed_q && !abort_i;
  assign load_step    = load_valid_o && load_ready_i && operand == operand_last;
  assign load_ends    = load_step && load_last_k && load_last_n && load_last_m && load_last_plane;
  assign load_stop_o  = failed_q || abort_i;
  assign quiet_o      = (valid_q & ~begun_q) == '0 && !load_run_q && load_step_q == loaded_q
                        && !load_busy_i;

  weft_engine_blocks #(
    .BlockM(BlockM), .BlockN(BlockN), .BlockK(BlockK), .Planes(Copy)
  ) u_load_blocks (
    .clk_i,
    .start_i     (load_begin),
    .m_i         (load_job.m),
    .n_i         (columns(load_job.op, load_job.n)),
    .k_i         (copies(load_job.op) ? 16'd1 : load_job.k),
    .planes_i    (copies(load_job.op) ? load_job.k : 16'd1),
    .step_i      (load_step),
    .rows_o      (load_m),
    .cols_o      (load_n),
    .depth_o     (load_k),
    .first_k_o   (load_first_k),
    .last_k_o    (load_last_k),
    .last_n_o    (load_last_n),
    .last_m_o    (load_last_m),
    .last_plane_o(load_last_plane)
  );

  logic  next_k, next_n, next_m, next_plane;
  addr_t a_addr, b_addr, c_addr, c_plane, c_plane_q, beside_a_addr, beside_b_addr;
  logic [31:0] beside_pitch;  // four indexes in a byte, or a scale
  assign beside_pitch = Scaled ? 32'(groups(load_job.k, PerScale)) : (32'(load_job.k) + 32'd7) >> 3;
  assign next_k     = load_step && !load_last_k;
  assign next_n     = load_step && load_last_k && !load_last_n;
  assign next_m     = load_step && load_last_k && load_last_n;
  assign next_plane = next_m && load_last_m;
  assign c_plane    = load_begin || Copy == 0 ? load_job.c[AddrBits-1:0]
                                              : c_plane_q + load_job.a[AddrBits-1:0];
  always_ff @(posedge clk_i) begin
    if (load_begin || next_plane) c_plane_q <= c_plane;
  end

  weft_engine_address #(.AddrBits(AddrBits)) u_a_addr (
    .clk_i,
    .start_i     (load_begin),
    .base_i      (load_job.a[AddrBits-1:0]),
    .inner_i     (load_job.transpose_a ? addr_t'(BlockK) * addr_t'(load_job.lda)
                  : load_sparse ? addr_t'(SparseBytes) : addr_t'(BlockK * ABytes)),
    .outer_i     (load_job.transpose_a ? addr_t'(BlockM * ABytes)
                                       : addr_t'(BlockM) * addr_t'(load_job.lda)),
    .inner_step_i(next_k),
    .outer_step_i(next_m),
    .back_step_i (next_n),
    .addr_o      (a_addr)
  );
  if (Sparse != 0 || Scaled) begin : gen_beside_a
    weft_engine_address #(.AddrBits(AddrBits)) u_addr (
      .clk_i,
      .start_i     (load_begin),
      .base_i      (load_job.a_extra[AddrBits-1:0]),
      .inner_i     (addr_t'(BesideBytes)),
      .outer_i     (addr_t'(BlockM) * addr_t'(beside_pitch)),
      .inner_step_i(next_k),
      .outer_step_i(next_m),
      .back_step_i (next_n),
      .addr_o      (beside_a_addr)
    );
  end else begin : gen_nothing_beside_a
    assign beside_a_addr = '0;
  end
  if (Scaled) begin : gen_beside_b
    weft_engine_address #(.AddrBits(AddrBits)) u_addr (
      .clk_i,
      .start_i     (load_begin || next_m),
      .base_i      (load_job.b_extra[AddrBits-1:0]),
      .inner_i     (addr_t'(ScaleBytes) * addr_t'(load_job.n)),
      .outer_i     (addr_t'(BlockN)),
      .inner_step_i(next_k),
      .outer_step_i(next_n),
      .back_step_i (1'b0),
      .addr_o      (beside_b_addr)
    );
  end else begin : gen_nothing_beside_b
    assign beside_b_addr = '0;
  end
  weft_engine_address #(.AddrBits(AddrBits)) u_b_addr (
    .clk_i,
    .start_i     (load_begin || next_m),
    .base_i      (load_job.b[AddrBits-1:0]),
    .inner_i     (load_job.transpose_b ? addr_t'(BlockK * BBytes)
                                       : addr_t'(BlockK) * addr_t'(load_job.ldb)),
    .outer_i     (load_job.transpose_b ? addr_t'(BlockN) * addr_t'(load_job.ldb)
                                       : addr_t'(BlockN * BBytes)),
    .inner_step_i(next_k),
    .outer_step_i(next_n),
    .back_step_i (1'b0),
    .addr_o      (b_addr)
  );
  weft_engine_address #(.AddrBits(AddrBits)) u_c_addr (
    .clk_i,
    .start_i     (load_begin || next_plane),
    .base_i      (c_plane),
    .inner_i     (addr_t'(BlockN * SumBytes)),
    .outer_i     (addr_t'(BlockM) * addr_t'(load_job.ldc)),
    .inner_step_i(next_n),
    .outer_step_i(next_m),
    .back_step_i (1'b0),
    .addr_o      (c_addr)
  );

  always_comb begin
    load_o = '{operand: operand, turned: 1'b0, bank: load_step_q[0],
               ends: operand == operand_last, addr: 64'(c_addr),
               bytes: 32'(load_n) * SumBytes
                      - 32'(lacks(load_job.op, load_job.n[2:0], load_last_n)), lines: load_m,
               pitch: load_job.ldc, rows: load_m, conv: 1'b0, row: 1'b0};
    unique case (operand)
      OperandA: begin
        load_o.conv   = Conv != 0 && load_job.op == OpConv;
        load_o.turned = load_job.transpose_a;
        load_o.addr   = 64'(a_addr);
        load_o.bytes  = (load_job.transpose_a ? 32'(load_m)
                         : load_sparse ? 32'(load_k) >> 1 : 32'(load_k)) * ABytes;
        load_o.lines  = load_job.transpose_a ? load_k : load_m;
        load_o.pitch  = load_job.lda;
      end
      OperandB: begin
        load_o.turned = load_job.transpose_b;
        load_o.addr   = 64'(b_addr);
        load_o.bytes  = (load_job.transpose_b ? 32'(load_k) : 32'(load_n)) * BBytes;
        load_o.lines  = load_job.transpose_b ? load_n : load_k;
        load_o.pitch  = load_job.ldb;
        load_o.rows   = groups(load_k, Sparse != 0 ? 4 : Lanes);
      end
      OperandBesideA: begin
        load_o.addr  = 64'(beside_a_addr);
        load_o.bytes = 32'(groups(load_k, Scaled ? PerScale : 8));
        load_o.pitch = beside_pitch;
      end
      OperandBesideB: begin
        load_o.addr  = 64'(beside_b_addr);
        load_o.bytes = 32'(load_n);
        load_o.lines = groups(load_k, PerScale);
        load_o.pitch = 32'(load_job.n);
        load_o.rows  = groups(load_k, Lanes);
      end
      default: if (load_biased) begin
        load_o.lines = 16'd1;
        load_o.rows  = 16'd1;
        load_o.row   = 1'b1;
      end else begin
        load_o.bank = load_block_q[0];
      end
    endcase
  end

  assign load_conv_o = Conv == 0 ? '0
                     : '{shape: conv_t'({load_job.a_extra, load_job.b_extra}), addr: load_job.a,
                         pitch: load_job.lda, lines: load_m, depth: load_k, first: load_first_q,
                         last_k: load_last_k, next_m: load_last_k && load_last_n};

  // The walk of the array.

  logic        array_run_q, array_place_q, array_begin, array_ends;
  logic        array_first_k, array_last_k, array_last_n, array_last_m, array_allowed;
  logic        array_wants, array_fed, array_copies, array_passes, array_steps, array_last_plane;
  logic        array_last, array_passing, hands_over;
  logic        ahead_q;           // the walk is behind the step in the array
  logic        leaves_q, left_q;  // sums of the step before leave; it is the last of its block
  logic        block_ends;        // of the step that ends
  count_t      step_begun, block_begun;
  logic [15:0] array_m, array_n, array_k, array_stored;
  job_t        array_job;

  assign array_job        = job_q[array_place_q];
  assign array_begin      = !array_run_q && begun_q[array_place_q]
                            && !multiplied_q[array_place_q] && !failed_q;
  assign array_allowed    = !failed_q || (array_place_q == out_q && older_goes_on);
  assign array_copies     = copies(array_job.op);
  assign array_passes     = array_run_q && array_copies && array_fed && array_allowed;
  assign array_last       = array_last_k && array_last_n && array_last_m && array_last_plane;
  assign array_wants      = array_run_q && !array_busy_i && !array_copies;
  assign array_fed        = loaded_q != step_begun;
  assign array_stored     = Sparse != 0 && array_job.sparse_a ? array_k >> 1 : groups(array_k, Lanes);
  assign multiply_valid_o = (array_wants
                             || (ahead_q && (array_passing || array_stored >= 16'(Rows))))
                            && array_allowed && array_fed
                            && (!array_first_k || block_begun - stored_q < 2'd2);
  assign array_steps      = (array_done_i && !leaves_q) || array_passes || hands_over;
  assign array_ends       = array_steps && array_last;

  // A step may begin while the sums of the step before leave, if the job is the same. The next
  // step of a block reads those sums again: in the order in which they leave if they pass, as many
  // cycles after they have entered the array as the step has rows. Apart is the way through array,
  // result buffer and epilogue, and the words that are read ahead. Where sums stay, those of few
  // steps would overtake the ones before.

  localparam int unsigned Apart = Rows + Cols + 12;
  assign array_passing = array_job.flow != 3'(weft_tensor_pkg::OutputStationary);
  assign hands_over    = array_issued_i && !ahead_q && !array_done_i && !array_last
                         && (array_last_k || (array_passing && 32'(array_m) >= Apart));
  assign step_begun    = array_step_q + count_t'(leaves_q);
  assign block_begun   = array_block_q + count_t'(leaves_q && left_q);
  assign block_ends    = leaves_q ? left_q : array_last_k;

  weft_engine_blocks #(
    .BlockM(BlockM), .BlockN(BlockN), .BlockK(BlockK), .Planes(Copy)
  ) u_array_blocks (
    .clk_i,
    .start_i     (array_begin),
    .m_i         (array_job.m),
    .n_i         (columns(array_job.op, array_job.n)),
    .k_i         (copies(array_job.op) ? 16'd1 : array_job.k),
    .planes_i    (copies(array_job.op) ? array_job.k : 16'd1),
    .step_i      (array_steps),
    .rows_o      (array_m),
    .cols_o      (array_n),
    .depth_o     (array_k),
    .first_k_o   (array_first_k),
    .last_k_o    (array_last_k),
    .last_n_o    (array_last_n),
    .last_m_o    (array_last_m),
    .last_plane_o(array_last_plane)
  );

  assign multiply_o = '{flow: array_job.flow, m: array_m, n: array_n, k: array_k,
                        sparse_a: Sparse != 0 && array_job.sparse_a, preload: array_job.preload || !array_first_k,
                        biased: biased_q[array_place_q] && array_first_k,
                        out: array_last_k ? array_job.out : '0,
                        relu: array_last_k && array_job.relu, scale: array_job.scale,
                        panel: step_begun[0], sums: block_begun[0]};

  // The walk of the stores.

  logic        store_run_q, store_place_q, store_open_q, store_begin, store_ends, store_allowed;
  logic        store_last_n, store_last_m, store_last_plane, store_error, store_plane;
  logic [15:0] store_m, store_n;
  addr_t       d_addr, d_plane, d_plane_q;
  job_t        store_job;
  int unsigned d_bytes;
  addr_t       d_inner_q, d_outer_q;  // from a block to the next one

  assign store_job     = job_q[store_place_q];
  assign store_begin   = !store_run_q && begun_q[store_place_q] && !finished_q[store_place_q]
                         && !failed_q;
  assign store_allowed = !failed_q || (store_place_q == out_q && older_goes_on);
  assign store_valid_o = store_run_q && !store_open_q && array_block_q != stored_q && store_allowed
                         && !hold_i;
  assign store_error   = store_done_i && store_failed_i;
  assign store_plane   = store_done_i && store_last_n && store_last_m;
  assign store_ends    = store_plane && store_last_plane;
  assign d_plane       = store_begin || Copy == 0 ? store_job.d[AddrBits-1:0]
                                                  : d_plane_q + store_job.b[AddrBits-1:0];
  always_ff @(posedge clk_i) begin
    if (store_begin || store_plane) d_plane_q <= d_plane;
    if (store_begin) begin
      d_inner_q <= addr_t'(BlockN) * addr_t'(d_bytes);
      d_outer_q <= addr_t'(BlockM) * addr_t'(store_job.ldd);
    end
  end
  assign d_bytes       = store_job.out == weft_epilogue_pkg::KeepSum ? SumBytes
                       : store_job.out == weft_epilogue_pkg::ToInt8 ? 1 : 2;

  weft_engine_blocks #(
    .BlockM(BlockM), .BlockN(BlockN), .BlockK(BlockK), .Planes(Copy)
  ) u_store_blocks (
    .clk_i,
    .start_i     (store_begin),
    .m_i         (store_job.m),
    .n_i         (columns(store_job.op, store_job.n)),
    .k_i         (16'd1),
    .planes_i    (copies(store_job.op) ? store_job.k : 16'd1),
    .step_i      (store_done_i),
    .rows_o      (store_m),
    .cols_o      (store_n),
    .depth_o     (),
    .first_k_o   (),
    .last_k_o    (),
    .last_n_o    (store_last_n),
    .last_m_o    (store_last_m),
    .last_plane_o(store_last_plane)
  );
  weft_engine_address #(.AddrBits(AddrBits)) u_d_addr (
    .clk_i,
    .start_i     (store_begin || store_plane),
    .base_i      (d_plane),
    .inner_i     (d_inner_q),
    .outer_i     (d_outer_q),
    .inner_step_i(store_done_i && !store_last_n),
    .outer_step_i(store_done_i && store_last_n),
    .back_step_i (1'b0),
    .addr_o      (d_addr)
  );
  assign store_o = '{bank: stored_q[0], out: store_job.out, addr: 64'(d_addr), rows: store_m,
                     cols: store_n, pitch: store_job.ldd,
                     slack: lacks(store_job.op, store_job.n[2:0], store_last_n)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q          <= 1'b0;
      out_q         <= 1'b0;
      valid_q       <= '0;
      begun_q       <= '0;
      multiplied_q  <= '0;
      finished_q    <= '0;
      failed_q      <= 1'b0;
      fail_place_q  <= 1'b0;
      dropping_q    <= 1'b0;
      load_run_q    <= 1'b0;
      load_place_q  <= 1'b0;
      load_owner_q  <= 1'b0;
      operand_q     <= OperandA;
      load_step_q   <= '0;
      loaded_q      <= '0;
      load_block_q  <= '0;
      array_run_q   <= 1'b0;
      array_place_q <= 1'b0;
      array_step_q  <= '0;
      array_block_q <= '0;
      ahead_q       <= 1'b0;
      leaves_q      <= 1'b0;
      store_run_q   <= 1'b0;
      store_place_q <= 1'b0;
      store_open_q  <= 1'b0;
      stored_q      <= '0;
    end else begin
      if (load_begin) begin
        load_run_q            <= 1'b1;
        load_owner_q          <= load_place_q;
        begun_q[load_place_q] <= 1'b1;
      end
      if (load_valid_o && load_ready_i) begin
        operand_q <= operand == operand_last ? OperandA : operand_behind;
      end
      if (load_step) begin
        load_step_q  <= load_step_q + 1'b1;
        load_block_q <= load_block_q + count_t'(load_last_k);
      end
      if (load_ends) begin
        load_run_q   <= 1'b0;
        load_place_q <= !load_place_q;
      end
      if (loaded_i) loaded_q <= loaded_q + 1'b1;

      if (array_begin) array_run_q <= 1'b1;
      if (array_done_i || array_passes) begin
        array_step_q  <= array_step_q + 1'b1;
        array_block_q <= array_block_q + count_t'(block_ends);
      end
      if (hands_over) leaves_q <= 1'b1;
      else if (array_done_i) leaves_q <= 1'b0;
      if (hands_over) ahead_q <= 1'b1;
      else if (multiply_valid_o) ahead_q <= 1'b0;
      if (array_ends) begin
        array_run_q                 <= 1'b0;
        array_place_q               <= !array_place_q;
        multiplied_q[array_place_q] <= 1'b1;
      end

      if (store_begin) store_run_q <= 1'b1;
      if (store_valid_o && store_ready_i) store_open_q <= 1'b1;
      if (store_done_i) begin
        store_open_q <= 1'b0;
        stored_q     <= stored_q + 1'b1;
      end
      if (store_ends && !store_failed_i) begin
        store_run_q               <= 1'b0;
        store_place_q             <= !store_place_q;
        finished_q[store_place_q] <= 1'b1;
      end

      if (store_error) begin
        failed_q     <= 1'b1;
        fail_place_q <= store_place_q;
      end else if (load_done_i && load_failed_i && !failed_q) begin
        failed_q     <= 1'b1;
        fail_place_q <= load_owner_q;
      end else if (abort_i && valid_q[out_q ^ ends] && !failed_q) begin
        failed_q     <= 1'b1;
        fail_place_q <= out_q ^ ends;
      end

      if (take) begin
        valid_q[in_q] <= 1'b1;
        in_q          <= !in_q;
      end
      if (ends) begin
        valid_q[out_q]      <= 1'b0;
        begun_q[out_q]      <= 1'b0;
        multiplied_q[out_q] <= 1'b0;
        finished_q[out_q]   <= 1'b0;
        out_q               <= !out_q;
        dropping_q          <= failed_q && (dropping_q || fail_place_q == out_q);
      end
      if (clear) begin
        failed_q      <= 1'b0;
        dropping_q    <= 1'b0;
        load_run_q    <= 1'b0;
        operand_q     <= OperandA;
        load_step_q   <= '0;
        loaded_q      <= '0;
        load_block_q  <= '0;
        array_run_q   <= 1'b0;
        array_step_q  <= '0;
        array_block_q <= '0;
        ahead_q       <= 1'b0;
        leaves_q      <= 1'b0;
        store_run_q   <= 1'b0;
        stored_q      <= '0;
        in_q          <= !out_q;
        load_place_q  <= !out_q;
        array_place_q <= !out_q;
        store_place_q <= !out_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (hands_over) left_q <= array_last_k;
    if (take) begin
      job_q[in_q]    <= job_i;
      biased_q[in_q] <= job_i.preload && job_i.ldc == '0 && !copies(job_i.op);
    end
    if (load_begin) load_first_q <= 1'b1;
    else if (load_step) load_first_q <= 1'b0;
    if (store_error) begin
      how_q   <= StoreFailed;
      fault_q <= store_fault_i;
    end else if (!failed_q) begin
      how_q   <= load_done_i && load_failed_i ? LoadFailed : Dropped;
      fault_q <= load_fault_i;
    end
  end

  // Figures of the jobs.

  typedef struct packed {
    logic [63:0] array;
    logic [63:0] total;
    logic [63:0] reads;    // words
    logic [63:0] writes;
    logic [63:0] wait_load;
    logic [63:0] wait_store;
  } figures_t;
  figures_t [1:0] figures_q;
  figures_t figures;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) begin
      if (take && in_q == i[0]) begin
        figures_q[i] <= '{total: 64'd2, default: '0};
      end else if (valid_q[i]) begin
        if (begun_q[i] || (load_begin && load_place_q == i[0])) begin
          figures_q[i].total <= figures_q[i].total + 1'b1;
        end
        if ((multiply_valid_o || array_busy_i) && array_place_q == i[0]) begin
          figures_q[i].array <= figures_q[i].array + 1'b1;
        end
        if (array_wants && !multiply_valid_o && array_place_q == i[0]) begin
          if (array_fed) figures_q[i].wait_store <= figures_q[i].wait_store + 1'b1;
          else figures_q[i].wait_load <= figures_q[i].wait_load + 1'b1;
        end
        if (read_i && load_owner_q == i[0]) figures_q[i].reads <= figures_q[i].reads + 1'b1;
        if (written_i && store_place_q == i[0]) begin
          figures_q[i].writes <= figures_q[i].writes + 1'b1;
        end
      end
    end
  end

  assign figures   = figures_q[out_q];
  assign outcome_o = '{
      how: finished_q[out_q] ? Done : dropping_q ? Dropped : how_q,
      fault: finished_q[out_q] || dropping_q || how_q == Dropped ? '0 : 64'(fault_q),
      array_cycles: figures.array,
      time_cycles: figures.total,
      read_bytes: figures.reads << $clog2(BusBytes),
      write_bytes: figures.writes << $clog2(BusBytes),
      wait_load: figures.wait_load,
      wait_store: figures.wait_store};

  `WEFT_ASSERT(NoEmptyJob, take |-> job_i.m != '0 && job_i.n != '0 && job_i.k != '0)
  `WEFT_ASSERT(StepsHavePanels, load_step_q - array_step_q <= 2'd2)
  `WEFT_ASSERT(BlocksHaveBuffers, array_block_q - stored_q <= 2'd2)
  `WEFT_COVER(WaitsForLoad, array_wants && !array_fed)
  `WEFT_COVER(WaitsForSums, array_wants && array_fed && !multiply_valid_o)
  `WEFT_COVER(JobsOverlap, load_run_q && array_run_q && load_place_q != array_place_q)

endmodule
