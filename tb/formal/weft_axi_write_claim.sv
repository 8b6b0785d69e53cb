// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_axi_write, in every cycle after a reset, for any commands, data and errors, and a
// memory that answers each burst that it has taken, at any pace:
//
//     Owed     the words that the master still offers are those of its requests, offered or taken,
//              that are not written; so no word comes without its request
//     There    those words are in the buffer, so a burst leaves without a gap
//     Flying   the bursts that the master counts are those that it offers and those that the bus
//              owes an answer for, MaxInFlight at most
//     Done     a command is done, and no command runs, when nothing is offered, owed or in the buffer

module weft_axi_write_claim #(
  parameter int unsigned AddrBits = 14,
  localparam int unsigned DataBits = 64, BurstBytes = 32, Beats = 8, MaxInFlight = 2,
  localparam int unsigned BurstBeats = 4
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                cmd_valid_i,
  input  logic [AddrBits-1:0] cmd_addr_i,
  input  logic [31:0]         cmd_bytes_i,
  input  logic [31:0]         cmd_rows_i,
  input  logic [AddrBits-1:0] cmd_stride_i,
  input  logic                in_valid_i,
  input  logic                aw_ready_i,
  input  logic                w_ready_i,
  input  logic                answer_i,
  input  logic [1:0]          resp_i,
  output logic                holds_o
);

  logic       aw_valid, w_valid, b_valid, done;
  logic [7:0] aw_len;

  weft_axi_write #(
    .AddrBits(AddrBits), .DataBits(DataBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(Beats)
  ) u_write (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o (),
    .cmd_addr_i,
    .cmd_bytes_i,
    .cmd_rows_i,
    .cmd_stride_i,
    .hang_limit_i('0),
    .in_valid_i,
    .in_ready_o  (),
    .in_data_i   ('0),
    .aw_valid_o  (aw_valid),
    .aw_ready_i,
    .aw_addr_o   (),
    .aw_len_o    (aw_len),
    .aw_size_o   (),
    .aw_burst_o  (),
    .w_valid_o   (w_valid),
    .w_ready_i,
    .w_data_o    (),
    .w_strb_o    (),
    .w_last_o    (),
    .b_valid_i   (b_valid),
    .b_ready_o   (),
    .b_resp_i    (resp_i),
    .busy_o      (),
    .done_o      (done),
    .done_resp_o (),
    .done_addr_o (),
    .hung_o      ()
  );

  // The memory: bursts without an answer, and the words of requests that it has taken, less those
  // that are written, modulo 256.

  logic [1:0] bursts_q;
  logic [7:0] balance_q, asked;
  logic       takes, writes;
  assign b_valid = answer_i && bursts_q != '0;
  assign takes   = aw_valid && aw_ready_i;
  assign writes  = w_valid && w_ready_i;
  assign asked   = aw_len + 8'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bursts_q  <= '0;
      balance_q <= '0;
    end else begin
      bursts_q  <= bursts_q + 2'(takes) - 2'(b_valid);
      balance_q <= balance_q + (takes ? asked : 8'd0) - 8'(writes);
    end
  end

  logic       sound, owed, there, flying, ended, runs, active;
  logic [7:0] words, requested, waiting;
  assign words     = 8'(u_write.u_words.count_q);
  assign requested = 8'(u_write.requested_q);
  assign waiting   = 8'(u_write.waiting_q);
  assign active    = u_write.u_requests.u_bursts.active_q;
  assign owed      = requested == balance_q + (aw_valid ? asked : 8'd0) && w_valid == (requested != '0);
  assign there     = words <= 8'(Beats)
                  && (u_write.failed ? requested <= words : requested + waiting == words);
  assign flying    = 8'(u_write.u_requests.u_flying.count_q) == 8'(bursts_q) + 8'(aw_valid)
                  && 8'(bursts_q) + 8'(aw_valid) <= 8'(MaxInFlight);
  assign ended     = (!done && u_write.u_requests.busy_q)
                  || (!aw_valid && bursts_q == '0 && words == '0 && !active && !u_write.run_q);
  // Bursts have one to BurstBeats words, and what is left of a command is not empty, for the induction.
  assign runs      = !active || (u_write.u_requests.u_bursts.left_q != '0
                                 && u_write.u_requests.u_bursts.bytes_q != '0
                                 && u_write.u_requests.u_bursts.rows_q != '0);
  assign sound     = !aw_valid || aw_len < 8'(BurstBeats);
  assign holds_o   = sound && runs && owed && there && flying && ended;

endmodule
