// SPDX-License-Identifier: Apache-2.0
//
// APB4 slave as a master of AXI4-Lite, 32 bits: puts registers behind weft_axil on an APB.
//
//     setup phase --> AW, W or AR, until taken --> B or R --> PREADY, PRDATA, PSLVERR
//
// SLVERR and DECERR are both PSLVERR. Addresses, data and strobes go through from the APB, which
// keeps them until PREADY; PREADY is high for one cycle. With weft_axil behind it, a transfer takes
// 5 cycles, setup phase included.

`include "weft_assert.svh"

module weft_axil_apb #(
  parameter int unsigned AddrBits = 12  // of a byte
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                s_apb_psel_i,
  input  logic                s_apb_penable_i,
  input  logic                s_apb_pwrite_i,
  input  logic [AddrBits-1:0] s_apb_paddr_i,
  input  logic [31:0]         s_apb_pwdata_i,
  input  logic [3:0]          s_apb_pstrb_i,
  output logic                s_apb_pready_o,
  output logic [31:0]         s_apb_prdata_o,
  output logic                s_apb_pslverr_o,

  output logic                m_axil_aw_valid_o,
  input  logic                m_axil_aw_ready_i,
  output logic [AddrBits-1:0] m_axil_aw_addr_o,
  output logic                m_axil_w_valid_o,
  input  logic                m_axil_w_ready_i,
  output logic [31:0]         m_axil_w_data_o,
  output logic [3:0]          m_axil_w_strb_o,
  input  logic                m_axil_b_valid_i,
  output logic                m_axil_b_ready_o,
  input  logic [1:0]          m_axil_b_resp_i,
  output logic                m_axil_ar_valid_o,
  input  logic                m_axil_ar_ready_i,
  output logic [AddrBits-1:0] m_axil_ar_addr_o,
  input  logic                m_axil_r_valid_i,
  output logic                m_axil_r_ready_o,
  input  logic [31:0]         m_axil_r_data_i,
  input  logic [1:0]          m_axil_r_resp_i
);

  logic setup, aw_q, w_q, ar_q, ready_q, error_q;
  assign setup = s_apb_psel_i && !s_apb_penable_i;

  assign m_axil_aw_valid_o = aw_q;
  assign m_axil_aw_addr_o  = s_apb_paddr_i;
  assign m_axil_w_valid_o  = w_q;
  assign m_axil_w_data_o   = s_apb_pwdata_i;
  assign m_axil_w_strb_o   = s_apb_pstrb_i;
  assign m_axil_b_ready_o  = 1'b1;
  assign m_axil_ar_valid_o = ar_q;
  assign m_axil_ar_addr_o  = s_apb_paddr_i;
  assign m_axil_r_ready_o  = 1'b1;
  assign s_apb_pready_o    = ready_q;
  assign s_apb_pslverr_o   = error_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q    <= 1'b0;
      w_q     <= 1'b0;
      ar_q    <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      aw_q    <= aw_q ? !m_axil_aw_ready_i : setup && s_apb_pwrite_i;
      w_q     <= w_q ? !m_axil_w_ready_i : setup && s_apb_pwrite_i;
      ar_q    <= ar_q ? !m_axil_ar_ready_i : setup && !s_apb_pwrite_i;
      ready_q <= m_axil_b_valid_i || m_axil_r_valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (m_axil_r_valid_i) s_apb_prdata_o <= m_axil_r_data_i;
    error_q <= m_axil_b_valid_i ? m_axil_b_resp_i[1] : m_axil_r_resp_i[1];
  end

  logic unused;
  assign unused = ^{m_axil_b_resp_i[0], m_axil_r_resp_i[0]};

  `WEFT_ASSERT(MasterKeepsTransfer,
               s_apb_psel_i && !(s_apb_penable_i && ready_q)
               |=> s_apb_psel_i && s_apb_penable_i && $stable(s_apb_pwrite_i)
                   && $stable(s_apb_paddr_i) && $stable(s_apb_pwdata_i) && $stable(s_apb_pstrb_i))
  `WEFT_ASSERT(AnswerIsOwed, m_axil_b_valid_i || m_axil_r_valid_i |-> s_apb_psel_i && !ready_q)

endmodule
