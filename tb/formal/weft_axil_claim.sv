// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_axil, in every cycle after a reset, for any master and any registers:
//
//     Owed      a request that is accepted is held or its answer waits, one each: no answer is lost,
//               none is given twice or for nothing
//     Payload   registers see a write once, with the address of its AW and the data of its W
//     Answer    B and R carry what the registers said in the cycle of the access, and stay until
//               they are taken
//     Prompt    where a request is complete, offered or held, its answer or an earlier one is on its
//               channel in one of any three cycles

module weft_axil_claim #(
  parameter int unsigned AddrBits = 12
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                aw_valid_i,
  input  logic [AddrBits-1:0] aw_addr_i,
  input  logic                w_valid_i,
  input  logic [31:0]         w_data_i,
  input  logic [3:0]          w_strb_i,
  input  logic                b_ready_i,
  input  logic                ar_valid_i,
  input  logic [AddrBits-1:0] ar_addr_i,
  input  logic                r_ready_i,
  input  logic [1:0]          wr_resp_i,
  input  logic [31:0]         rd_data_i,
  input  logic [1:0]          rd_resp_i,
  output logic                holds_o
);

  logic                aw_ready, w_ready, ar_ready, b_valid, r_valid, wr_valid;
  logic [1:0]          b_resp, r_resp;
  logic [31:0]         r_data, wr_data;
  logic [3:0]          wr_strb;
  logic [AddrBits-3:0] wr_word, rd_word;

  weft_axil #(
    .AddrBits(AddrBits)
  ) u_axil (
    .clk_i,
    .rst_ni,
    .s_axil_awvalid_i(aw_valid_i),
    .s_axil_awready_o(aw_ready),
    .s_axil_awaddr_i (aw_addr_i),
    .s_axil_wvalid_i (w_valid_i),
    .s_axil_wready_o (w_ready),
    .s_axil_wdata_i  (w_data_i),
    .s_axil_wstrb_i  (w_strb_i),
    .s_axil_bvalid_o (b_valid),
    .s_axil_bready_i (b_ready_i),
    .s_axil_bresp_o  (b_resp),
    .s_axil_arvalid_i(ar_valid_i),
    .s_axil_arready_o(ar_ready),
    .s_axil_araddr_i (ar_addr_i),
    .s_axil_rvalid_o (r_valid),
    .s_axil_rready_i (r_ready_i),
    .s_axil_rdata_o  (r_data),
    .s_axil_rresp_o  (r_resp),
    .wr_valid_o       (wr_valid),
    .wr_word_o        (wr_word),
    .wr_data_o        (wr_data),
    .wr_strb_o        (wr_strb),
    .wr_resp_i,
    .rd_word_o        (rd_word),
    .rd_data_i,
    .rd_resp_i
  );

  // The requests accepted and not answered, counted at the ports; what the latest ones said.

  logic [1:0]          aws_q, ws_q, ars_q, written_q;
  logic [AddrBits-3:0] aw_q, ar_q;
  logic [35:0]         w_q;
  logic [1:0]          b_q, write_age_q, read_age_q;
  logic [33:0]         r_q;
  logic                b_waits_q, r_waits_q, read, write_due, read_due;
  assign read      = !ar_ready && !r_valid;
  assign write_due = (aw_valid_i || !aw_ready) && (w_valid_i || !w_ready) && !b_valid;
  assign read_due  = (ar_valid_i || !ar_ready) && !r_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aws_q       <= '0;
      ws_q        <= '0;
      ars_q       <= '0;
      written_q   <= '0;
      write_age_q <= '0;
      read_age_q  <= '0;
      b_waits_q   <= 1'b0;
      r_waits_q   <= 1'b0;
    end else begin
      aws_q       <= aws_q + 2'(aw_valid_i && aw_ready) - 2'(b_valid && b_ready_i);
      ws_q        <= ws_q + 2'(w_valid_i && w_ready) - 2'(b_valid && b_ready_i);
      ars_q       <= ars_q + 2'(ar_valid_i && ar_ready) - 2'(r_valid && r_ready_i);
      written_q   <= written_q + 2'(wr_valid) - 2'(b_valid && b_ready_i);
      write_age_q <= write_due ? write_age_q + 2'd1 : '0;
      read_age_q  <= read_due ? read_age_q + 2'd1 : '0;
      b_waits_q   <= b_valid && !b_ready_i;
      r_waits_q   <= r_valid && !r_ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (aw_valid_i && aw_ready) aw_q <= aw_addr_i[AddrBits-1:2];
    if (w_valid_i && w_ready) w_q <= {w_strb_i, w_data_i};
    if (ar_valid_i && ar_ready) ar_q <= ar_addr_i[AddrBits-1:2];
    if (wr_valid) b_q <= wr_resp_i;
    if (read) r_q <= {rd_resp_i, rd_data_i};
  end

  logic owed, payload, answer, prompt;
  assign owed    = aws_q == 2'(!aw_ready) + 2'(b_valid) && ws_q == 2'(!w_ready) + 2'(b_valid)
                && ars_q == 2'(!ar_ready) + 2'(r_valid) && written_q == 2'(b_valid);
  assign payload = (aw_ready || wr_word == aw_q) && (w_ready || {wr_strb, wr_data} == w_q)
                && (ar_ready || rd_word == ar_q) && (!wr_valid || !(aw_ready || w_ready));
  assign answer  = (!b_valid || b_resp == b_q) && (!r_valid || {r_resp, r_data} == r_q)
                && (!b_waits_q || b_valid) && (!r_waits_q || r_valid);
  assign prompt  = !(write_due && write_age_q >= 2'd2) && !(read_due && read_age_q >= 2'd2);
  assign holds_o = !rst_ni || (owed && payload && answer && prompt);

endmodule
