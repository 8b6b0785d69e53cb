// SPDX-License-Identifier: Apache-2.0
//
// Engine: a matrix accelerator behind a register page. D = A * B, or A * B + C, of any size; all
// operands lie in memory.
//
//     s_axil --> [ front: registers, ring, check of a job ] -- job --> [ core: plan, panels, array ]
//                    |      |               ^                              |         |
//                  irq_o    |               '---------- outcome -----------'         |
//                           '-- descriptors, completions --> [ join ] <--------------'--> m_axi
//
// Software writes sizes, addresses and strides of a job to the registers (docs/unit/engine_regs.md)
// and starts it, or writes descriptors of jobs to a ring in memory; convolutions and copies are
// jobs of the ring alone. The core loads, multiplies and
// stores under each other; the interrupt rises when D is in memory. The front is weft_engine_front,
// the core weft_engine_core: their headers have the rest.
//
// m_axi is AXI4 with one ID: m_axi_arid and m_axi_awid are constant zero outside, as are lock and
// region. Its attributes are those of AXI_ATTR. rst_ni is also the reset of the bus: what is in
// flight is forgotten. CTRL.RESET drains instead; idle_o says when nothing runs and the bus owes
// nothing.

`include "weft_assert.svh"

module weft_engine
  import weft_engine_pkg::*;
  import weft_engine_regs_pkg::*;
#(
  parameter int unsigned Type        = 32'(weft_tensor_pkg::Float),
  parameter int unsigned Profile     = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),
  parameter int unsigned Rows        = 4,
  parameter int unsigned Cols        = 4,
  parameter int unsigned Streams     = 1,     // 1: weight-stationary and bidirectional flows too
  parameter int unsigned Sparse      = 0,     // 1: A may be 2:4 sparse; operands are not transposed
  parameter int unsigned Epilogue    = 0,     // 1: sums may be scaled, rectified and narrowed
  parameter int unsigned MaxDim      = 65535,
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned BusBits     = 128,   // 64, 128 or 256
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,    // bursts of each direction
  parameter int unsigned Beats       = 128,   // words that are read ahead of the panels
  parameter int unsigned BlockM      = 64,
  parameter int unsigned BlockN      = 64,
  parameter int unsigned BlockK      = 256,
  parameter int unsigned Conv        = 0,     // 1: the operation CONV
  parameter int unsigned Copy        = 0,     // 1: the operation COPY
  parameter int unsigned Closed      = 0      // 1: where no window allows anything, nothing is allowed
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 s_axil_awvalid_i,
  output logic                 s_axil_awready_o,
  input  logic [PageBits-1:0]  s_axil_awaddr_i,
  input  logic                 s_axil_wvalid_i,
  output logic                 s_axil_wready_o,
  input  logic [31:0]          s_axil_wdata_i,
  input  logic [3:0]           s_axil_wstrb_i,
  output logic                 s_axil_bvalid_o,
  input  logic                 s_axil_bready_i,
  output logic [1:0]           s_axil_bresp_o,
  input  logic                 s_axil_arvalid_i,
  output logic                 s_axil_arready_o,
  input  logic [PageBits-1:0]  s_axil_araddr_i,
  output logic                 s_axil_rvalid_o,
  input  logic                 s_axil_rready_i,
  output logic [31:0]          s_axil_rdata_o,
  output logic [1:0]           s_axil_rresp_o,

  output logic                 m_axi_arvalid_o,
  input  logic                 m_axi_arready_i,
  output logic [AddrBits-1:0]  m_axi_araddr_o,
  output logic [7:0]           m_axi_arlen_o,
  output logic [2:0]           m_axi_arsize_o,
  output logic [1:0]           m_axi_arburst_o,
  output logic [3:0]           m_axi_arcache_o,
  output logic [2:0]           m_axi_arprot_o,
  output logic [3:0]           m_axi_arqos_o,
  input  logic                 m_axi_rvalid_i,
  output logic                 m_axi_rready_o,
  input  logic [BusBits-1:0]   m_axi_rdata_i,
  input  logic [1:0]           m_axi_rresp_i,
  input  logic                 m_axi_rlast_i,

  output logic                 m_axi_awvalid_o,
  input  logic                 m_axi_awready_i,
  output logic [AddrBits-1:0]  m_axi_awaddr_o,
  output logic [7:0]           m_axi_awlen_o,
  output logic [2:0]           m_axi_awsize_o,
  output logic [1:0]           m_axi_awburst_o,
  output logic [3:0]           m_axi_awcache_o,
  output logic [2:0]           m_axi_awprot_o,
  output logic [3:0]           m_axi_awqos_o,
  output logic                 m_axi_wvalid_o,
  input  logic                 m_axi_wready_i,
  output logic [BusBits-1:0]   m_axi_wdata_o,
  output logic [BusBits/8-1:0] m_axi_wstrb_o,
  output logic                 m_axi_wlast_o,
  input  logic                 m_axi_bvalid_i,
  output logic                 m_axi_bready_o,
  input  logic [1:0]           m_axi_bresp_i,

  output logic                 irq_o,
  output logic                 idle_o
);

  // The bit of CAPABILITY that names the array's arithmetic; 31 for a profile without one.
  function automatic logic [31:0] capability();
    unique case (weft_tensor_pkg::type_e'(Type))
      weft_tensor_pkg::Float: begin
        unique case (Profile)
          32'(weft_dpa_profiles_pkg::IeeeFmaFp16):       return 32'd1 << 0;
          32'(weft_dpa_profiles_pkg::IeeeFmaBf16):       return 32'd1 << 2;
          32'(weft_dpa_profiles_pkg::IeeeFmaTf32):       return 32'd1 << 3;
          32'(weft_dpa_profiles_pkg::IeeeFmaE4m3):       return 32'd1 << 4;
          32'(weft_dpa_profiles_pkg::IeeeFmaE5m2):       return 32'd1 << 5;
          32'(weft_dpa_profiles_pkg::IeeeFmaFp16F16acc): return 32'd1 << 6;
          32'(weft_dpa_profiles_pkg::IeeeFmaFp32):       return 32'd1 << 7;
          32'(weft_dpa_profiles_pkg::IeeeFmaFp64):       return 32'd1 << 8;
          default:                                       return 32'd1 << 31;
        endcase
      end
      weft_tensor_pkg::Int8:      return 32'd1 << 1;
      weft_tensor_pkg::Uint8:     return 32'd1 << 9;
      weft_tensor_pkg::Int8Uint8: return 32'd1 << 10;
      weft_tensor_pkg::Uint8Int8: return 32'd1 << 11;
      weft_tensor_pkg::Int4:      return 32'd1 << 12;
      default:                    return 32'd1 << 13;
    endcase
  endfunction

  // Bytes of an element in memory.
  localparam weft_tensor_pkg::type_e Kind = weft_tensor_pkg::type_e'(Type);
  localparam weft_dpa_pkg::profile_t P = weft_dpa_profiles_pkg::Profiles[Profile];
  localparam int unsigned ABytes   = (weft_tensor_pkg::element_bits(Kind, P.a.width) + 7) / 8;
  localparam int unsigned BBytes   = (weft_tensor_pkg::element_bits(Kind, P.b.width) + 7) / 8;
  localparam int unsigned SumBytes =
      weft_tensor_pkg::sum_bits(Kind, 1 + P.c_exp_bits + P.c_frac_bits) / 8;
  localparam bit          IsFloat    = Kind == weft_tensor_pkg::Float;
  localparam int unsigned Lanes      = IsFloat ? 32'(P.lanes) : 1;  // products of a step
  localparam int unsigned ScaleBlock = IsFloat ? 32'(P.scale_block) : 0;

  // A bidirectional flow's order of sums depends on the row, so its blocks are whole turns.
  localparam bit          Turns = BlockM % (2 * Rows) == 0
                               && BlockK % ((Sparse != 0 ? 2 : Lanes) * Rows) == 0;
  localparam int unsigned Flows = Streams == 0 ? 1 : Turns ? 7 : 3;

  logic                        job_valid, job_ready, abort, hold, quiet, outcome_valid;
  logic                        front_idle, core_idle;
  logic [$bits(job_t)-1:0]     job;
  logic [$bits(outcome_t)-1:0] outcome;
  logic [31:0]                 hang_limit;
  logic [2:0]                  hung;  // core, fetch, completion
  logic                        fetch_valid, fetch_ready, word_valid, fetch_done, fetch_busy;
  logic                        comp_valid, comp_ready, comp_done, comp_busy;
  logic [63:0]                 fetch_addr, comp_addr;
  logic [BusBits-1:0]          word;
  logic [127:0]                comp_data;
  logic [1:0]                  fetch_resp, comp_resp;

  weft_engine_front #(
    .Capability(capability()), .Rows(Rows), .Cols(Cols), .MaxDim(MaxDim), .Flows(Flows),
    .AnyFlow(32'(Streams != 0)), .Streams(Streams), .Transposes(32'(Sparse == 0)),
    .Sparse(Sparse), .Epilogue(Epilogue), .ABytes(ABytes), .BBytes(BBytes), .SumBytes(SumBytes), .ScaleBlock(ScaleBlock),
    .AddrBits(AddrBits), .BusBytes(BusBits / 8), .BurstBytes(BurstBytes), .BlockM(BlockM), .BlockN(BlockN),
    .BlockK(BlockK), .Conv(Conv), .Copy(Copy), .Closed(Closed)
  ) u_front (
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
    .job_valid_o    (job_valid),
    .job_ready_i    (job_ready),
    .job_o          (job),
    .abort_o        (abort),
    .hold_o         (hold),
    .quiet_i        (quiet),
    .outcome_valid_i(outcome_valid),
    .outcome_i      (outcome),
    .hung_i         (|hung),
    .hang_limit_o   (hang_limit),
    .fetch_valid_o  (fetch_valid),
    .fetch_ready_i  (fetch_ready),
    .fetch_addr_o   (fetch_addr),
    .word_valid_i   (word_valid),
    .word_i         (word),
    .fetch_done_i   (fetch_done),
    .fetch_error_i  (fetch_resp[1]),
    .comp_valid_o   (comp_valid),
    .comp_ready_i   (comp_ready),
    .comp_addr_o    (comp_addr),
    .comp_data_o    (comp_data),
    .comp_done_i    (comp_done),
    .comp_error_i   (comp_resp[1]),
    .axi_cache_o    (m_axi_arcache_o),
    .axi_prot_o     (m_axi_arprot_o),
    .axi_qos_o      (m_axi_arqos_o),
    .irq_o,
    .idle_o         (front_idle)
  );
  assign m_axi_awcache_o = m_axi_arcache_o;
  assign m_axi_awprot_o  = m_axi_arprot_o;
  assign m_axi_awqos_o   = m_axi_arqos_o;
  assign idle_o          = front_idle && core_idle && !fetch_busy && !comp_busy;

  // The masters of the ring are before the core's on the bus.

  localparam int unsigned Bytes      = BusBits / 8;
  localparam int unsigned FetchBurst = BurstBytes < 128 ? BurstBytes : 128;
  localparam int unsigned CompBytes  = Bytes < 16 ? 16 : Bytes;
  logic [1:0]               arvalid, arready, rvalid, awvalid, awready, wvalid, wready, wlast, bvalid;
  logic [1:0][AddrBits-1:0] araddr, awaddr;
  logic [1:0][7:0]          arlen, awlen;
  logic [1:0][BusBits-1:0]  wdata;
  logic [1:0][Bytes-1:0]    wstrb;

  weft_axi_read #(
    .AddrBits(AddrBits), .DataBits(BusBits), .BurstBytes(FetchBurst), .MaxInFlight(2),
    .Beats(128 / Bytes), .BytesBits(8), .RowsBits(1)
  ) u_fetch (
    .clk_i,
    .rst_ni,
    .cmd_valid_i   (fetch_valid),
    .cmd_ready_o   (fetch_ready),
    .cmd_addr_i    (AddrBits'(fetch_addr)),
    .cmd_bytes_i   (32'd128),
    .cmd_rows_i    (32'd1),
    .cmd_stride_i  ('0),
    .hang_limit_i  (hang_limit),
    .abort_i       (1'b0),
    .ar_valid_o    (arvalid[0]),
    .ar_ready_i    (arready[0]),
    .ar_addr_o     (araddr[0]),
    .ar_len_o      (arlen[0]),
    .ar_size_o     (),
    .ar_burst_o    (),
    .r_valid_i     (rvalid[0]),
    .r_ready_o     (),
    .r_data_i      (m_axi_rdata_i),
    .r_resp_i      (m_axi_rresp_i),
    .r_last_i      (m_axi_rlast_i),
    .out_valid_o   (word_valid),
    .out_ready_i   (1'b1),
    .out_data_o    (word),
    .out_bytes_o   (),
    .out_row_last_o(),
    .out_last_o    (),
    .busy_o        (fetch_busy),
    .done_o        (fetch_done),
    .done_resp_o   (fetch_resp),
    .done_addr_o   (),
    .hung_o        (hung[1])
  );

  logic unused;
  assign unused = ^{fetch_resp[0], comp_resp[0]};

  logic [127:0] comp_q;  // the words of the completion that are not taken yet
  logic         comp_takes;
  always_ff @(posedge clk_i) begin
    if (comp_valid && comp_ready) comp_q <= comp_data;
    else if (comp_takes) comp_q <= comp_q >> BusBits;
  end

  weft_axi_write #(
    .AddrBits(AddrBits), .DataBits(BusBits), .BurstBytes(CompBytes), .MaxInFlight(2),
    .Beats(2 * CompBytes / Bytes), .BytesBits(5), .RowsBits(1)
  ) u_complete (
    .clk_i,
    .rst_ni,
    .cmd_valid_i (comp_valid),
    .cmd_ready_o (comp_ready),
    .cmd_addr_i  (AddrBits'(comp_addr)),
    .cmd_bytes_i (32'd16),
    .cmd_rows_i  (32'd1),
    .cmd_stride_i('0),
    .hang_limit_i(hang_limit),
    .in_valid_i  (1'b1),
    .in_ready_o  (comp_takes),
    .in_data_i   (BusBits'(comp_q)),
    .aw_valid_o  (awvalid[0]),
    .aw_ready_i  (awready[0]),
    .aw_addr_o   (awaddr[0]),
    .aw_len_o    (awlen[0]),
    .aw_size_o   (),
    .aw_burst_o  (),
    .w_valid_o   (wvalid[0]),
    .w_ready_i   (wready[0]),
    .w_data_o    (wdata[0]),
    .w_strb_o    (wstrb[0]),
    .w_last_o    (wlast[0]),
    .b_valid_i   (bvalid[0]),
    .b_ready_o   (),
    .b_resp_i    (m_axi_bresp_i),
    .busy_o      (comp_busy),
    .done_o      (comp_done),
    .done_resp_o (comp_resp),
    .done_addr_o (),
    .hung_o      (hung[2])
  );

  weft_engine_core #(
    .Type(Type), .Profile(Profile), .Rows(Rows), .Cols(Cols), .Streams(Streams), .Sparse(Sparse),
    .Epilogue(Epilogue), .AddrBits(AddrBits), .BusBits(BusBits), .BurstBytes(BurstBytes),
    .MaxInFlight(MaxInFlight), .Beats(Beats), .BlockM(BlockM), .BlockN(BlockN), .BlockK(BlockK),
    .Conv(Conv), .Copy(Copy)
  ) u_core (
    .clk_i,
    .rst_ni,
    .job_valid_i    (job_valid),
    .job_ready_o    (job_ready),
    .job_i          (job),
    .abort_i        (abort),
    .hold_i         (hold),
    .hang_limit_i   (hang_limit),
    .m_axi_arvalid_o(arvalid[1]),
    .m_axi_arready_i(arready[1]),
    .m_axi_araddr_o (araddr[1]),
    .m_axi_arlen_o  (arlen[1]),
    .m_axi_arsize_o,
    .m_axi_arburst_o,
    .m_axi_rvalid_i (rvalid[1]),
    .m_axi_rready_o,
    .m_axi_rdata_i,
    .m_axi_rresp_i,
    .m_axi_rlast_i,
    .m_axi_awvalid_o(awvalid[1]),
    .m_axi_awready_i(awready[1]),
    .m_axi_awaddr_o (awaddr[1]),
    .m_axi_awlen_o  (awlen[1]),
    .m_axi_awsize_o,
    .m_axi_awburst_o,
    .m_axi_wvalid_o (wvalid[1]),
    .m_axi_wready_i (wready[1]),
    .m_axi_wdata_o  (wdata[1]),
    .m_axi_wstrb_o  (wstrb[1]),
    .m_axi_wlast_o  (wlast[1]),
    .m_axi_bvalid_i (bvalid[1]),
    .m_axi_bready_o,
    .m_axi_bresp_i,
    .outcome_valid_o(outcome_valid),
    .outcome_o      (outcome),
    .hung_o         (hung[0]),
    .idle_o         (core_idle),
    .quiet_o        (quiet)
  );

  weft_axi_join #(
    .AddrBits(AddrBits), .DataBits(BusBits), .InFlight(MaxInFlight + 2)
  ) u_join (
    .clk_i,
    .rst_ni,
    .s_arvalid_i(arvalid),
    .s_arready_o(arready),
    .s_araddr_i (araddr),
    .s_arlen_i  (arlen),
    .s_rvalid_o (rvalid),
    .s_awvalid_i(awvalid),
    .s_awready_o(awready),
    .s_awaddr_i (awaddr),
    .s_awlen_i  (awlen),
    .s_wvalid_i (wvalid),
    .s_wready_o (wready),
    .s_wdata_i  (wdata),
    .s_wstrb_i  (wstrb),
    .s_wlast_i  (wlast),
    .s_bvalid_o (bvalid),
    .m_arvalid_o(m_axi_arvalid_o),
    .m_arready_i(m_axi_arready_i),
    .m_araddr_o (m_axi_araddr_o),
    .m_arlen_o  (m_axi_arlen_o),
    .m_rvalid_i (m_axi_rvalid_i),
    .m_rlast_i  (m_axi_rlast_i),
    .m_awvalid_o(m_axi_awvalid_o),
    .m_awready_i(m_axi_awready_i),
    .m_awaddr_o (m_axi_awaddr_o),
    .m_awlen_o  (m_axi_awlen_o),
    .m_wvalid_o (m_axi_wvalid_o),
    .m_wready_i (m_axi_wready_i),
    .m_wdata_o  (m_axi_wdata_o),
    .m_wstrb_o  (m_axi_wstrb_o),
    .m_wlast_o  (m_axi_wlast_o),
    .m_bvalid_i (m_axi_bvalid_i)
  );

  `WEFT_ASSERT(BusIsOfAJob, idle_o |-> !m_axi_arvalid_o && !m_axi_awvalid_o && !m_axi_wvalid_o)

endmodule
