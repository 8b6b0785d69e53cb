// SPDX-License-Identifier: Apache-2.0
//
// A system of this project: Weft's engine, two memories of 4 KiB of 64-bit words, and an AXI4
// interconnect between them.
//
// Memory 0 is at 0x0000, memory 1 at 0x1000; at other addresses the interconnect answers DECERR.
// It takes a burst of either direction at a time and gives a beat a cycle. The processor's port is
// the engine's AXI4-Lite; host_* writes and reads a word of memory, one cycle later, while the
// engine is idle.

module soc (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        s_axil_awvalid_i,
  output logic        s_axil_awready_o,
  input  logic [11:0] s_axil_awaddr_i,
  input  logic        s_axil_wvalid_i,
  output logic        s_axil_wready_o,
  input  logic [31:0] s_axil_wdata_i,
  output logic        s_axil_bvalid_o,
  output logic [1:0]  s_axil_bresp_o,
  input  logic        s_axil_arvalid_i,
  output logic        s_axil_arready_o,
  input  logic [11:0] s_axil_araddr_i,
  output logic        s_axil_rvalid_o,
  output logic [31:0] s_axil_rdata_o,
  output logic [1:0]  s_axil_rresp_o,

  input  logic        host_write_i,
  input  logic [9:0]  host_word_i,
  input  logic [63:0] host_data_i,
  output logic [63:0] host_data_o,
  output logic        irq_o,
  output logic        idle_o
);

  localparam logic [1:0] Okay = 2'b00, DecErr = 2'b11;

  logic        arvalid, arready, rvalid, rready, rlast;
  logic        awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  logic [63:0] araddr, awaddr;
  logic [7:0]  arlen, awlen, wstrb;
  logic [63:0] rdata, wdata;
  logic [1:0]  rresp, bresp;

  /* verilator lint_off PINCONNECTEMPTY */
  weft_engine #(
    .Type(32'(weft_tensor_pkg::Int8)), .Rows(2), .Cols(2), .BusBits(64),
    .BurstBytes(64), .Beats(16), .MaxInFlight(4), .BlockM(8), .BlockN(8), .BlockK(8)
  ) u_engine (
    .clk_i, .rst_ni,
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i,
    .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i(4'hf),
    .s_axil_bvalid_o, .s_axil_bready_i(1'b1), .s_axil_bresp_o,
    .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i,
    .s_axil_rvalid_o, .s_axil_rready_i(1'b1), .s_axil_rdata_o, .s_axil_rresp_o,
    .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_araddr_o(araddr),
    .m_axi_arlen_o(arlen), .m_axi_arsize_o(), .m_axi_arburst_o(), .m_axi_arcache_o(),
    .m_axi_arprot_o(), .m_axi_arqos_o(),
    .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready), .m_axi_rdata_i(rdata),
    .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast),
    .m_axi_awvalid_o(awvalid), .m_axi_awready_i(awready), .m_axi_awaddr_o(awaddr),
    .m_axi_awlen_o(awlen), .m_axi_awsize_o(), .m_axi_awburst_o(), .m_axi_awcache_o(),
    .m_axi_awprot_o(), .m_axi_awqos_o(),
    .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_wdata_o(wdata),
    .m_axi_wstrb_o(wstrb), .m_axi_wlast_o(wlast),
    .m_axi_bvalid_i(bvalid), .m_axi_bready_o(bready), .m_axi_bresp_i(bresp),
    .irq_o, .idle_o
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Interconnect: a burst of reads and one of writes, each to the memory of its address.

  logic        reads_q, writes_q, answers_q;
  logic [63:0] read_q, write_q;  // the address of the next beat
  logic [7:0]  left_q;           // beats of the read behind the next one
  logic        read_there, write_there;
  logic [63:0] word [2];
  assign arready     = !reads_q;
  assign awready     = !writes_q && !answers_q;
  assign wready      = writes_q;
  assign rvalid      = reads_q;
  assign rlast       = left_q == '0;
  assign read_there  = read_q < 64'h2000;
  assign write_there = write_q < 64'h2000;
  assign rresp       = read_there ? Okay : DecErr;
  assign rdata       = read_there ? word[read_q[12]] : '0;
  assign bvalid      = answers_q;
  assign bresp       = write_there ? Okay : DecErr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reads_q   <= 1'b0;
      writes_q  <= 1'b0;
      answers_q <= 1'b0;
    end else begin
      if (arvalid && arready) reads_q <= 1'b1;
      else if (rvalid && rready && rlast) reads_q <= 1'b0;
      if (awvalid && awready) writes_q <= 1'b1;
      else if (wvalid && wready && wlast) writes_q <= 1'b0;
      if (wvalid && wready && wlast) answers_q <= 1'b1;
      else if (bready) answers_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (arvalid && arready) begin
      read_q <= araddr;
      left_q <= arlen;
    end else if (rvalid && rready) begin
      read_q <= read_q + 64'd8;
      left_q <= left_q - 8'd1;
    end
    if (awvalid && awready) write_q <= awaddr;
    else if (wvalid && wready && !wlast) write_q <= write_q + 64'd8;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_memory
    logic [63:0] word_q [512];
    assign word[i] = word_q[read_q[11:3]];
    always_ff @(posedge clk_i) begin
      if (wvalid && wready && write_there && write_q[12] == i) begin
        for (int unsigned b = 0; b < 8; b++) begin
          if (wstrb[b]) word_q[write_q[11:3]][8*b+:8] <= wdata[8*b+:8];
        end
      end
      if (host_write_i && host_word_i[9] == i) word_q[host_word_i[8:0]] <= host_data_i;
    end
  end
  always_ff @(posedge clk_i) begin
    host_data_o <= host_word_i[9] ? gen_memory[1].word_q[host_word_i[8:0]]
                                  : gen_memory[0].word_q[host_word_i[8:0]];
  end

  logic unused;
  assign unused = ^awlen;

endmodule
