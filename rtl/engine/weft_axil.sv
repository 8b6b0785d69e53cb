// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite slave of 32 bits in front of registers.
//
//     AW, W --> a register each --> wr_* --> [ registers ] --> wr_resp_i --> B
//     AR -----> a register -------> rd_* --> [ registers ] --> rd_data_i, rd_resp_i --> R
//
// AW and W come in any order. A write happens in one cycle, wr_valid_o, in which the registers
// answer; its response is on B in the next cycle. Reads do the same beside them; a read in the
// cycle of a write sees the value before it. The two low bits of an address are ignored.
//
// A request is answered at most three cycles after all of it was offered, cycles in which an
// earlier answer waits for its master apart. No ready or valid depends on an input of the same
// cycle.

`include "weft_assert.svh"

module weft_axil #(
  parameter int unsigned AddrBits = 12  // of a byte
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                s_axil_awvalid_i,
  output logic                s_axil_awready_o,
  input  logic [AddrBits-1:0] s_axil_awaddr_i,
  input  logic                s_axil_wvalid_i,
  output logic                s_axil_wready_o,
  input  logic [31:0]         s_axil_wdata_i,
  input  logic [3:0]          s_axil_wstrb_i,
  output logic                s_axil_bvalid_o,
  input  logic                s_axil_bready_i,
  output logic [1:0]          s_axil_bresp_o,
  input  logic                s_axil_arvalid_i,
  output logic                s_axil_arready_o,
  input  logic [AddrBits-1:0] s_axil_araddr_i,
  output logic                s_axil_rvalid_o,
  input  logic                s_axil_rready_i,
  output logic [31:0]         s_axil_rdata_o,
  output logic [1:0]          s_axil_rresp_o,

  output logic                wr_valid_o,
  output logic [AddrBits-3:0] wr_word_o,
  output logic [31:0]         wr_data_o,
  output logic [3:0]          wr_strb_o,
  input  logic [1:0]          wr_resp_i,
  output logic [AddrBits-3:0] rd_word_o,
  input  logic [31:0]         rd_data_i,
  input  logic [1:0]          rd_resp_i
);

  logic aw_full_q, w_full_q, ar_full_q, b_full_q, r_full_q, read;

  assign s_axil_awready_o = !aw_full_q;
  assign s_axil_wready_o  = !w_full_q;
  assign s_axil_arready_o = !ar_full_q;
  assign s_axil_bvalid_o  = b_full_q;
  assign s_axil_rvalid_o  = r_full_q;
  assign wr_valid_o        = aw_full_q && w_full_q && !b_full_q;
  assign read              = ar_full_q && !r_full_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q <= 1'b0;
      w_full_q  <= 1'b0;
      ar_full_q <= 1'b0;
      b_full_q  <= 1'b0;
      r_full_q  <= 1'b0;
    end else begin
      aw_full_q <= aw_full_q ? !wr_valid_o : s_axil_awvalid_i;
      w_full_q  <= w_full_q ? !wr_valid_o : s_axil_wvalid_i;
      ar_full_q <= ar_full_q ? !read : s_axil_arvalid_i;
      b_full_q  <= b_full_q ? !s_axil_bready_i : wr_valid_o;
      r_full_q  <= r_full_q ? !s_axil_rready_i : read;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!aw_full_q) wr_word_o <= s_axil_awaddr_i[AddrBits-1:2];
    if (!w_full_q) begin
      wr_data_o <= s_axil_wdata_i;
      wr_strb_o <= s_axil_wstrb_i;
    end
    if (!ar_full_q) rd_word_o <= s_axil_araddr_i[AddrBits-1:2];
    if (wr_valid_o) s_axil_bresp_o <= wr_resp_i;
    if (read) begin
      s_axil_rdata_o <= rd_data_i;
      s_axil_rresp_o <= rd_resp_i;
    end
  end

  logic unused;
  assign unused = ^{s_axil_awaddr_i[1:0], s_axil_araddr_i[1:0]};

  `WEFT_ASSERT(WriteAnswerStable,
               s_axil_bvalid_o && !s_axil_bready_i |=> s_axil_bvalid_o && $stable(s_axil_bresp_o))
  `WEFT_ASSERT(ReadAnswerStable,
               s_axil_rvalid_o && !s_axil_rready_i
               |=> s_axil_rvalid_o && $stable(s_axil_rdata_o) && $stable(s_axil_rresp_o))
  `WEFT_COVER(AddressWaitsForData, aw_full_q && !w_full_q)
  `WEFT_COVER(DataWaitsForAddress, w_full_q && !aw_full_q)

endmodule
