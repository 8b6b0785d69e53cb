// SPDX-License-Identifier: Apache-2.0
//
// Core of the engine: D = A * B or A * B + C, all operands in memory behind AXI4, any M, N, K.
//
//     job --> [ plan ]-----------------------------+----------------------------------.
//              v                                   v                                  v
//     R --> [ load ] --> [ panels x 2 ] --> [ weft_tensor ] <--> [ sums x 2 ] --> [ store ] --> W
//              '------------------------- C -------------------------^
//
// A job (weft_engine_pkg::job_t) runs in blocks of BlockM x BlockN x BlockK, the depth innermost: a
// block's sums stay in their buffer until K is done and return by the array's port C. Each sum is
// the chain (((C + a0 b0) + a1 b1) + ...), cut and continued at a value in its own format, so the
// bits of D do not depend on the blocks. The bidirectional flow's order depends on the row: BlockM
// is a multiple of 2 * Rows and BlockK of Rows for it.
//
// Panels can be read by rows and by columns (weft_engine_panel), so each flow takes either order of
// A and of B without Transposes. Panels and sums are double: loads and stores run under the array.
//
// Matrices lie row by row, little-endian: A M x K, or K x M if transposed; B K x N, or N x K; C and
// D M x N. An element takes the bytes of its type, at least one; lda, ldb, ldc, ldd are bytes from
// a line to the next, 0 for the same line again. Addresses and pitches are multiples of the
// element.
//
// With Sparse, A may be 2:4 sparse (weft_tensor): M x K / 2 elements, and at a_extra rows of their
// indexes, two bits each, of ceil(K / 8) bytes. A and B are not transposed then.
//
// If a step takes several products (Lanes of weft_tensor), K is cut into steps, and BlockK is a
// multiple of the products of a step. With block scales, those of A are rows of a byte for each
// block of K at a_extra, those of B a row of N bytes for each block at b_extra.
//
// With Conv, A may be made of a picture; with Copy, a job may move planes of rows of bytes by the
// buffers of sums (weft_engine_pkg::job_t).
//
// outcome_valid_o ends a job, after the last answer of the bus: see weft_engine_plan, errors and
// abort_i too. hung_o: the bus owes something and nothing has moved for hang_limit_i cycles.

`include "weft_assert.svh"

module weft_engine_core
  import weft_engine_pkg::*;
  import weft_engine_core_pkg::*;
#(
  parameter  int unsigned Type        = 32'(weft_tensor_pkg::Float),
  parameter  int unsigned Profile     = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned Streams     = 1,
  parameter  int unsigned Sparse      = 0,    // 1: A may be 2:4 sparse; no operand is transposed
  parameter  int unsigned Epilogue    = 0,
  parameter  int unsigned AddrBits    = 64,
  parameter  int unsigned BusBits     = 128,  // 64, 128 or 256
  parameter  int unsigned BurstBytes  = 256,
  parameter  int unsigned MaxInFlight = 16,   // bursts of each direction
  parameter  int unsigned Beats       = 128,  // words that are read ahead of the panels
  parameter  int unsigned BlockM      = 64,
  parameter  int unsigned BlockN      = 64,
  parameter  int unsigned BlockK      = 256,
  parameter  int unsigned Conv        = 0,
  parameter  int unsigned Copy        = 0,
  localparam int unsigned JobBits     = $bits(job_t),
  localparam int unsigned OutcomeBits = $bits(outcome_t)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   job_valid_i,
  output logic                   job_ready_o,
  input  logic [JobBits-1:0]     job_i,            // a job_t
  input  logic                   abort_i,
  input  logic                   hold_i,           // of the oldest job nothing may be stored yet
  input  logic [31:0]            hang_limit_i,     // cycles; 0: off

  output logic                   m_axi_arvalid_o,
  input  logic                   m_axi_arready_i,
  output logic [AddrBits-1:0]    m_axi_araddr_o,
  output logic [7:0]             m_axi_arlen_o,
  output logic [2:0]             m_axi_arsize_o,
  output logic [1:0]             m_axi_arburst_o,
  input  logic                   m_axi_rvalid_i,
  output logic                   m_axi_rready_o,
  input  logic [BusBits-1:0]     m_axi_rdata_i,
  input  logic [1:0]             m_axi_rresp_i,
  input  logic                   m_axi_rlast_i,

  output logic                   m_axi_awvalid_o,
  input  logic                   m_axi_awready_i,
  output logic [AddrBits-1:0]    m_axi_awaddr_o,
  output logic [7:0]             m_axi_awlen_o,
  output logic [2:0]             m_axi_awsize_o,
  output logic [1:0]             m_axi_awburst_o,
  output logic                   m_axi_wvalid_o,
  input  logic                   m_axi_wready_i,
  output logic [BusBits-1:0]     m_axi_wdata_o,
  output logic [BusBits/8-1:0]   m_axi_wstrb_o,
  output logic                   m_axi_wlast_o,
  input  logic                   m_axi_bvalid_i,
  output logic                   m_axi_bready_o,
  input  logic [1:0]             m_axi_bresp_i,

  output logic                   outcome_valid_o,  // for one cycle
  output logic [OutcomeBits-1:0] outcome_o,        // an outcome_t
  output logic                   hung_o,
  output logic                   idle_o,           // no job
  output logic                   quiet_o           // no job has a block to load
);

  localparam weft_tensor_pkg::type_e Kind = weft_tensor_pkg::type_e'(Type);
  localparam weft_dpa_pkg::profile_t P = weft_dpa_profiles_pkg::Profiles[Profile];
  localparam int unsigned ABits       = weft_tensor_pkg::element_bits(Kind, P.a.width);
  localparam int unsigned BBits       = weft_tensor_pkg::element_bits(Kind, P.b.width);
  localparam bit          IsFloat     = Kind == weft_tensor_pkg::Float;
  localparam int unsigned Lanes       = IsFloat ? 32'(P.lanes) : 1;  // products of a step
  localparam int unsigned ScaleBlock  = IsFloat ? 32'(P.scale_block) : 0;
  localparam int unsigned Scales      = ScaleBlock != 0 ? Lanes / ScaleBlock : 0;  // of a step
  localparam int unsigned Beside      = Scales != 0 ? Scales : 1;
  localparam int unsigned ScaleBits   = Scales != 0 ? 32'(P.scale_exp_bits + P.scale_frac_bits) : 1;
  localparam int unsigned ALane       = Lanes * ABits + Scales * ScaleBits + (Sparse != 0 ? 2 : 0);
  localparam int unsigned ResultBits  =
      weft_tensor_pkg::sum_bits(Kind, 1 + P.c_exp_bits + P.c_frac_bits);
  localparam int unsigned ABytes      = (ABits + 7) / 8;
  localparam int unsigned BBytes      = (BBits + 7) / 8;
  localparam int unsigned SumBytes    = ResultBits / 8;
  localparam int unsigned AWords      = (BlockK / Lanes + Rows - 1) / Rows * BlockM;
  localparam int unsigned BesideWords = Scales != 0 ? AWords
                                      : Sparse != 0 ? (BlockK / 2 + Rows - 1) / Rows * BlockM : 1;
  localparam int unsigned BesideWordBits = $clog2(2 * BesideWords);
  localparam int unsigned Deep        = Sparse != 0 ? 4 : Lanes;  // neighbours along K in a word of B
  localparam int unsigned BLane       = Deep * BBits + Scales * ScaleBits;
  localparam int unsigned BWords      = (BlockN + Cols - 1) / Cols * ((BlockK + Deep - 1) / Deep);
  localparam int unsigned SumWords    = (BlockN + Cols - 1) / Cols * BlockM;
  localparam int unsigned BiasWords   = (BlockN + Cols - 1) / Cols;
  localparam int unsigned BiasBits    = $clog2(2 * BiasWords);
  localparam int unsigned AWordBits   = $clog2(2 * AWords);
  localparam int unsigned BWordBits   = $clog2(2 * BWords);
  localparam int unsigned SumWordBits = SumWords > 1 ? $clog2(SumWords) : 1;
  localparam int unsigned ATurnBits   = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned BTurnBits   = Cols > 1 ? $clog2(Cols) : 1;
  typedef logic [Cols*ResultBits-1:0] sums_t;

  function automatic int unsigned larger(int unsigned a, int unsigned b);
    return a > b ? a : b;
  endfunction
  localparam int unsigned MaxLines = larger(BlockM, larger(BlockN, BlockK));
  localparam int unsigned MaxBytes = larger(larger(BlockM, BlockK) * ABytes,
                                            larger(larger(BlockN, BlockK) * BBytes,
                                                   BlockN * SumBytes));

  if (BlockK % Lanes != 0) begin : gen_in_steps
    $error("weft_engine_core: BlockK is a multiple of the products of a step");
  end
  if (Conv != 0 && Scales != 0) begin : gen_refused
    $error("weft_engine_core: a picture has no block scales");
  end
  if (Sparse != 0 && (Rows % 4 != 0 || BlockK % 8 != 0)) begin : gen_not_in_fours
    $error("weft_engine_core: Sparse wants Rows a multiple of 4 and BlockK of 8");
  end
  if (BlockM > 65535 || BlockN > 65535 || BlockK > 65535) begin : gen_too_large
    $error("weft_engine_core: a block has at most 65535 rows, columns and steps");
  end

  // Plan.

  job_t      job;
  load_t     load;
  conv_block_t load_conv;
  multiply_t multiply, multiply_q;
  store_t    store;
  logic      load_valid, load_ready, load_stop, loaded, load_busy, load_done, load_failed;
  logic      multiply_valid, array_ready, array_busy, array_done;
  logic      array_issued;
  logic      store_valid, store_ready, store_busy, store_done, store_failed;
  logic      load_hung, store_hung;
  logic [AddrBits-1:0] load_fault, store_fault;
  assign job    = job_t'(job_i);
  assign hung_o = load_hung || store_hung;

  weft_engine_plan #(
    .BlockM(BlockM), .BlockN(BlockN), .BlockK(BlockK), .ABytes(ABytes), .BBytes(BBytes),
    .SumBytes(SumBytes), .BusBytes(BusBits / 8), .AddrBits(AddrBits), .Sparse(Sparse),
    .Lanes(Lanes), .ScaleBlock(ScaleBlock), .Conv(Conv), .Copy(Copy), .Rows(Rows), .Cols(Cols)
  ) u_plan (
    .clk_i,
    .rst_ni,
    .job_valid_i,
    .job_ready_o,
    .job_i           (job),
    .abort_i,
    .hold_i,
    .outcome_valid_o,
    .outcome_o,
    .idle_o,
    .quiet_o,
    .load_valid_o    (load_valid),
    .load_ready_i    (load_ready),
    .load_o          (load),
    .load_conv_o     (load_conv),
    .load_stop_o     (load_stop),
    .loaded_i        (loaded),
    .load_busy_i     (load_busy),
    .load_done_i     (load_done),
    .load_failed_i   (load_failed),
    .load_fault_i    (load_fault),
    .read_i          (m_axi_rvalid_i),
    .multiply_valid_o(multiply_valid),
    .multiply_o      (multiply),
    .array_busy_i    (array_busy),
    .array_issued_i  (array_issued),
    .array_done_i    (array_done),
    .store_valid_o   (store_valid),
    .store_ready_i   (store_ready),
    .store_o         (store),
    .store_busy_i    (store_busy),
    .store_done_i    (store_done),
    .store_failed_i  (store_failed),
    .store_fault_i   (store_fault),
    .written_i       (m_axi_wvalid_o && m_axi_wready_i)
  );

  // Loader.

  logic                         beside_a_write, turned;
  logic [Lanes-1:0]             a_write;
  logic [Deep-1:0]              b_write;
  logic [Beside-1:0]            beside_b_write;
  logic [1:0]                   c_write;
  logic [BesideWordBits-1:0]    beside_a_write_addr;
  logic [Rows-1:0][1:0]         index_loaded;
  logic [Rows-1:0][Beside-1:0][7:0] beside_a_loaded;
  logic [Cols-1:0][7:0]         beside_b_loaded;
  logic [AWordBits-1:0]         a_write_addr;
  logic [BWordBits-1:0]         b_write_addr;
  logic [SumWordBits-1:0]       c_write_addr;
  logic [ATurnBits-1:0]         a_write_turn;
  logic [BTurnBits-1:0]         b_write_turn;
  logic [Rows-1:0]              a_strb;
  logic [Cols-1:0]              b_strb;
  logic [Lanes-1:0][Rows-1:0][ABytes*8-1:0] a_loaded;
  logic [Deep-1:0][Cols-1:0][BBytes*8-1:0] b_loaded;
  logic                         bias_write;
  logic [BiasBits-1:0]          bias_write_addr;
  sums_t                        c_loaded;

  weft_engine_load #(
    .AddrBits(AddrBits), .BusBits(BusBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(Beats), .Rows(Rows), .Cols(Cols), .ABytes(ABytes), .BBytes(BBytes),
    .SumBytes(SumBytes), .AWordBits(AWordBits), .BWordBits(BWordBits), .SumWordBits(SumWordBits),
    .AWords(AWords), .BWords(BWords), .BiasWords(BiasWords), .BiasBits(BiasBits), .BesideWords(BesideWords),
    .BesideWordBits(BesideWordBits), .Sparse(Sparse), .Lanes(Lanes), .Scales(Scales), .Conv(Conv), .MaxBytes(MaxBytes), .MaxLines(MaxLines)
  ) u_load (
    .clk_i,
    .rst_ni,
    .hang_limit_i,
    .stop_i      (load_stop),
    .load_valid_i(load_valid),
    .load_ready_o(load_ready),
    .load_i      (load),
    .conv_i      (load_conv),
    .loaded_o    (loaded),
    .ar_valid_o  (m_axi_arvalid_o),
    .ar_ready_i  (m_axi_arready_i),
    .ar_addr_o   (m_axi_araddr_o),
    .ar_len_o    (m_axi_arlen_o),
    .ar_size_o   (m_axi_arsize_o),
    .ar_burst_o  (m_axi_arburst_o),
    .r_valid_i   (m_axi_rvalid_i),
    .r_ready_o   (m_axi_rready_o),
    .r_data_i    (m_axi_rdata_i),
    .r_resp_i    (m_axi_rresp_i),
    .r_last_i    (m_axi_rlast_i),
    .a_write_o   (a_write),
    .a_addr_o    (a_write_addr),
    .a_turn_o    (a_write_turn),
    .a_strb_o    (a_strb),
    .a_data_o    (a_loaded),
    .b_write_o   (b_write),
    .b_addr_o    (b_write_addr),
    .b_turn_o    (b_write_turn),
    .b_strb_o    (b_strb),
    .b_data_o    (b_loaded),
    .beside_a_write_o(beside_a_write),
    .beside_a_addr_o(beside_a_write_addr),
    .beside_a_data_o(beside_a_loaded),
    .index_data_o(index_loaded),
    .beside_b_write_o(beside_b_write),
    .beside_b_data_o(beside_b_loaded),
    .c_write_o   (c_write),
    .bias_write_o(bias_write),
    .bias_addr_o (bias_write_addr),
    .c_addr_o    (c_write_addr),
    .c_data_o    (c_loaded),
    .turned_o    (turned),
    .busy_o      (load_busy),
    .done_o      (load_done),
    .failed_o    (load_failed),
    .fault_o     (load_fault),
    .hung_o      (load_hung)
  );

  // Panels. The array is given what it asks for in the next cycle.

  logic        start, stays;
  logic        a_ask, b_ask, c_ask, a_given_q, b_given_q, c_given_q;
  logic [31:0] a_asked, b_asked, c_asked;
  logic [AWordBits-1:0] a_addr;
  logic [BWordBits-1:0] b_addr;
  logic [ATurnBits-1:0] a_turn;
  logic [BTurnBits-1:0] b_turn;
  logic [15:0]  a_steps, b_words;  // of the command
  logic [Rows-1:0][ALane-1:0] a_word;
  logic [Cols-1:0][BLane-1:0] b_word;

  assign start = multiply_valid && array_ready;
  assign stays = multiply_q.flow == 3'(weft_tensor_pkg::OutputStationary);
  always_ff @(posedge clk_i) begin
    if (start) multiply_q <= multiply;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {a_given_q, b_given_q, c_given_q} <= '0;
    else {a_given_q, b_given_q, c_given_q} <= {a_ask, b_ask, c_ask};
  end

  assign a_steps = Sparse != 0 && multiply_q.sparse_a
                 ? multiply_q.k >> 1 : 16'((17'(multiply_q.k) + 17'(Lanes) - 17'd1) / 17'(Lanes));
  assign b_words = 16'((17'(multiply_q.k) + 17'(Deep) - 17'd1) / 17'(Deep));

  weft_engine_fetch #(
    .Lanes(Rows), .Step(Cols), .AddrBits(AWordBits)
  ) u_fetch_a (
    .clk_i,
    .start_i (start),
    .turned_i(stays),
    .lines_i (stays ? a_steps : multiply_q.m),
    .rows_i  (AWordBits'(multiply_q.m)),
    .cols_i  (multiply.n),
    .read_i  (a_ask),
    .addr_i  (AWordBits'(a_asked)),
    .addr_o  (a_addr),
    .turn_o  (a_turn)
  );
  weft_engine_fetch #(
    .Lanes(Cols), .Step(Cols), .AddrBits(BWordBits)
  ) u_fetch_b (
    .clk_i,
    .start_i (start),
    .turned_i(1'b0),
    .lines_i (b_words),
    .rows_i  (BWordBits'(b_words)),
    .cols_i  (multiply.n),
    .read_i  (b_ask),
    .addr_i  (BWordBits'(b_asked)),
    .addr_o  (b_addr),
    .turn_o  (b_turn)
  );

  for (genvar q = 0; q < Lanes; q++) begin : gen_panel_a
    logic [Rows-1:0][ABits-1:0] stored, lying;
    weft_engine_panel #(
      .Lanes(Rows), .Bits(ABits), .Words(2 * AWords)
    ) u_panel (
      .clk_i,
      .write_i       (a_write[q]),
      .write_turned_i(turned),
      .write_addr_i  (a_write_addr),
      .write_turn_i  (a_write_turn),
      .write_strb_i  (a_strb),
      .write_data_i  (stored),
      .read_i        (a_ask),
      .read_turned_i (stays),
      .read_addr_i   (a_addr + (multiply_q.panel ? AWordBits'(AWords) : '0)),
      .read_turn_i   (a_turn),
      .read_data_o   (lying)
    );
    for (genvar i = 0; i < Rows; i++) begin : gen_lane
      assign stored[i]                   = a_loaded[q][i][ABits-1:0];
      assign a_word[i][q*ABits +: ABits] = lying[i];
    end
  end
  for (genvar q = 0; q < Deep; q++) begin : gen_panel_b
    logic [Cols-1:0][BBits-1:0] stored, lying;
    weft_engine_panel #(
      .Lanes(Cols), .Bits(BBits), .Words(2 * BWords)
    ) u_panel (
      .clk_i,
      .write_i       (b_write[q]),
      .write_turned_i(turned),
      .write_addr_i  (b_write_addr),
      .write_turn_i  (b_write_turn),
      .write_strb_i  (b_strb),
      .write_data_i  (stored),
      .read_i        (b_ask),
      .read_turned_i (1'b0),
      .read_addr_i   (b_addr + (multiply_q.panel ? BWordBits'(BWords) : '0)),
      .read_turn_i   (b_turn),
      .read_data_o   (lying)
    );
    for (genvar i = 0; i < Cols; i++) begin : gen_lane
      assign stored[i]                   = b_loaded[q][i][BBits-1:0];
      assign b_word[i][q*BBits +: BBits] = lying[i];
    end
  end

  // Beside them: indexes, two bits for each element of A, or the scales of a step.

  if (Sparse != 0 || Scales != 0) begin : gen_beside_a
    localparam int unsigned Bits = Sparse != 0 ? 2 : Scales * ScaleBits;
    logic [Rows-1:0][Bits-1:0] stored, lying;
    weft_engine_panel #(
      .Lanes(Rows), .Bits(Bits), .Words(2 * BesideWords)
    ) u_panel (
      .clk_i,
      .write_i       (beside_a_write),
      .write_turned_i(1'b0),
      .write_addr_i  (beside_a_write_addr),
      .write_turn_i  (a_write_turn),
      .write_strb_i  (Sparse != 0 ? '1 : a_strb),
      .write_data_i  (stored),
      .read_i        (a_ask && (Sparse == 0 || multiply_q.sparse_a)),
      .read_turned_i (stays),
      .read_addr_i   (BesideWordBits'(a_addr)
                      + (multiply_q.panel ? BesideWordBits'(BesideWords) : '0)),
      .read_turn_i   (a_turn),
      .read_data_o   (lying)
    );
    for (genvar i = 0; i < Rows; i++) begin : gen_lane
      if (Sparse != 0) begin : gen_index
        assign stored[i] = index_loaded[i];
      end else begin : gen_scales
        for (genvar s = 0; s < Scales; s++) begin : gen_scale
          assign stored[i][s*ScaleBits +: ScaleBits] = beside_a_loaded[i][s][ScaleBits-1:0];
        end
      end
      assign a_word[i][ALane-1 -: Bits] = lying[i];
    end
  end
  for (genvar s = 0; s < Scales; s++) begin : gen_beside_b
    logic [Cols-1:0][ScaleBits-1:0] stored, lying;
    weft_engine_panel #(
      .Lanes(Cols), .Bits(ScaleBits), .Words(2 * BWords)
    ) u_panel (
      .clk_i,
      .write_i       (beside_b_write[s]),
      .write_turned_i(1'b0),
      .write_addr_i  (b_write_addr),
      .write_turn_i  (b_write_turn),
      .write_strb_i  (b_strb),
      .write_data_i  (stored),
      .read_i        (b_ask),
      .read_turned_i (1'b0),
      .read_addr_i   (b_addr + (multiply_q.panel ? BWordBits'(BWords) : '0)),
      .read_turn_i   (b_turn),
      .read_data_o   (lying)
    );
    for (genvar i = 0; i < Cols; i++) begin : gen_lane
      assign stored[i]                                           = beside_b_loaded[i][ScaleBits-1:0];
      assign b_word[i][Deep*BBits + s*ScaleBits +: ScaleBits] = lying[i];
    end
  end
  logic unused;
  assign unused = ^{a_loaded, b_loaded, beside_a_write, beside_a_write_addr, index_loaded,
                    beside_a_loaded, beside_b_write, beside_b_loaded};

  // Sums. A buffer belongs to the array, or to the loader, then the array, then the storer. A step
  // that begins while those of the step before leave may have the other one.

  logic leaves_q, left_q, d_sums;  // sums of the step before leave, into this buffer
  assign d_sums = leaves_q ? left_q : multiply_q.sums;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) leaves_q <= 1'b0;
    else if (array_done) leaves_q <= 1'b0;
    else if (start) leaves_q <= array_busy;
  end
  always_ff @(posedge clk_i) begin
    if (start) left_q <= multiply_q.sums;
  end

  logic                   d_valid, sum_read, sum_bank;
  logic [31:0]            d_addr;
  logic [Cols-1:0]        d_strb;
  sums_t                  d_word, sum_word [2];
  logic [SumWordBits-1:0] sum_addr;

  for (genvar i = 0; i < 2; i++) begin : gen_sums
    logic gives, multiplies, stores;
    assign gives      = array_busy && d_sums == i;
    assign multiplies = array_busy && multiply_q.sums == i;
    assign stores     = sum_read && sum_bank == i;
    weft_sram #(
      .Words(SumWords), .Bits(Cols * ResultBits), .Strobes(Cols)
    ) u_sums (
      .clk_i,
      .write_i     (gives ? d_valid : c_write[i]),
      .write_addr_i(gives ? SumWordBits'(d_addr) : c_write_addr),
      .write_strb_i(gives ? d_strb : '1),
      .write_data_i(gives ? d_word : c_loaded),
      .read_i      ((multiplies && c_ask && !multiply_q.biased) || stores),
      .read_addr_i (multiplies ? SumWordBits'(c_asked) : sum_addr),
      .read_data_o (sum_word[i])
    );
    `WEFT_ASSERT(OneWriter, !((gives || multiplies) && c_write[i]))
    `WEFT_ASSERT(OneReader, !(multiplies && stores))
  end

  // A row of biases, from which all rows start, has a place beside the panels of its step.

  sums_t bias_word;
  weft_sram #(
    .Words(2 * BiasWords), .Bits(Cols * ResultBits)
  ) u_biases (
    .clk_i,
    .write_i     (bias_write),
    .write_addr_i(bias_write_addr),
    .write_strb_i(1'b1),
    .write_data_i(c_loaded),
    .read_i      (c_ask && multiply_q.biased),
    .read_addr_i (BiasBits'(c_asked) + (multiply_q.panel ? BiasBits'(BiasWords) : '0)),
    .read_data_o (bias_word)
  );

  // Array.

  weft_tensor #(
    .Type(Type), .Profile(Profile), .Rows(Rows), .Cols(Cols), .Streams(Streams),
    .Sparse(Sparse), .Epilogue(Epilogue), .PartialRows(BlockM)
  ) u_array (
    .clk_i,
    .rst_ni,
    .cmd_valid_i       (multiply_valid),
    .cmd_ready_o       (array_ready),
    .cmd_flow_i        (multiply.flow),
    .cmd_m_i           (multiply.m),
    .cmd_n_i           (multiply.n),
    .cmd_k_i           (multiply.k),
    .cmd_a_by_rows_i   (multiply.flow != 3'(weft_tensor_pkg::OutputStationary)),
    .cmd_b_by_columns_i(1'b0),
    .cmd_sparse_a_i    (multiply.sparse_a),
    .cmd_preload_i     (multiply.preload),
    .cmd_c_is_row_i    (multiply.biased),
    .cmd_output_i      (multiply.out),
    .cmd_relu_i        (multiply.relu),
    .cmd_scale_i       (multiply.scale),
    .cmd_overlap_i     (1'b1),
    .a_req_valid_o     (a_ask),
    .a_req_ready_i     (1'b1),
    .a_req_addr_o      (a_asked),
    .a_rsp_valid_i     (a_given_q),
    .a_rsp_data_i      (a_word),
    .b_req_valid_o     (b_ask),
    .b_req_ready_i     (1'b1),
    .b_req_addr_o      (b_asked),
    .b_rsp_valid_i     (b_given_q),
    .b_rsp_data_i      (b_word),
    .c_req_valid_o     (c_ask),
    .c_req_ready_i     (1'b1),
    .c_req_addr_o      (c_asked),
    .c_rsp_valid_i     (c_given_q),
    .c_rsp_data_i      (multiply_q.biased ? bias_word : sum_word[multiply_q.sums]),
    .d_valid_o         (d_valid),
    .d_ready_i         (1'b1),
    .d_addr_o          (d_addr),
    .d_strb_o          (d_strb),
    .d_data_o          (d_word),
    .busy_o            (array_busy),
    .issued_o          (array_issued),
    .done_o            (array_done)
  );

  // Storer.

  weft_engine_store #(
    .AddrBits(AddrBits), .BusBits(BusBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Cols(Cols), .ResultBits(ResultBits), .Epilogue(Epilogue), .SumWordBits(SumWordBits),
    .MaxBytes(BlockN * SumBytes), .MaxRows(BlockM)
  ) u_store (
    .clk_i,
    .rst_ni,
    .hang_limit_i,
    .store_valid_i(store_valid),
    .store_ready_o(store_ready),
    .store_i      (store),
    .sum_read_o   (sum_read),
    .sum_bank_o   (sum_bank),
    .sum_addr_o   (sum_addr),
    .sum_data_i   (sum_word[sum_bank]),
    .aw_valid_o   (m_axi_awvalid_o),
    .aw_ready_i   (m_axi_awready_i),
    .aw_addr_o    (m_axi_awaddr_o),
    .aw_len_o     (m_axi_awlen_o),
    .aw_size_o    (m_axi_awsize_o),
    .aw_burst_o   (m_axi_awburst_o),
    .w_valid_o    (m_axi_wvalid_o),
    .w_ready_i    (m_axi_wready_i),
    .w_data_o     (m_axi_wdata_o),
    .w_strb_o     (m_axi_wstrb_o),
    .w_last_o     (m_axi_wlast_o),
    .b_valid_i    (m_axi_bvalid_i),
    .b_ready_o    (m_axi_bready_o),
    .b_resp_i     (m_axi_bresp_i),
    .busy_o       (store_busy),
    .done_o       (store_done),
    .failed_o     (store_failed),
    .fault_o      (store_fault),
    .hung_o       (store_hung)
  );

  `WEFT_ASSERT(AsksBehindTheStart, start |-> !a_ask && !b_ask)
  `WEFT_ASSERT(ArrayTakesAtOnce, multiply_valid |-> array_ready)

endmodule
