// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_axi_read, in every cycle after a reset, for any commands, aborts and errors, and a
// memory that answers bursts in their order, at any pace:
//
//     Credits  the places that are free, the words in the buffer, and the beats that are asked for
//              and not given are Beats; so each answer has a place
//     Flying   the bursts that the master counts are those that it offers and those that the bus
//              owes, MaxInFlight at most
//     Done     a command is done when nothing is offered, owed or in the buffer

module weft_axi_read_claim #(
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
  input  logic                abort_i,
  input  logic                ar_ready_i,
  input  logic                answer_i,
  input  logic [1:0]          resp_i,
  input  logic                out_ready_i,
  output logic                holds_o
);

  logic       ar_valid, r_valid, r_last, done;
  logic [7:0] ar_len;

  weft_axi_read #(
    .AddrBits(AddrBits), .DataBits(DataBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(Beats), .Commands(2)
  ) u_read (
    .clk_i,
    .rst_ni,
    .cmd_valid_i   (cmd_valid_i && !abort_i),
    .cmd_ready_o   (),
    .cmd_addr_i,
    .cmd_bytes_i,
    .cmd_rows_i,
    .cmd_stride_i,
    .hang_limit_i  ('0),
    .abort_i,
    .ar_valid_o    (ar_valid),
    .ar_ready_i,
    .ar_addr_o     (),
    .ar_len_o      (ar_len),
    .ar_size_o     (),
    .ar_burst_o    (),
    .r_valid_i     (r_valid),
    .r_ready_o     (),
    .r_data_i      ('0),
    .r_resp_i      (resp_i),
    .r_last_i      (r_last),
    .out_valid_o   (),
    .out_ready_i,
    .out_data_o    (),
    .out_bytes_o   (),
    .out_row_last_o(),
    .out_last_o    (),
    .busy_o        (),
    .done_o        (done),
    .done_resp_o   (),
    .done_addr_o   (),
    .hung_o        ()
  );

  // The memory: bursts that it owes, and the beats of the older and of the younger one.

  logic [1:0] bursts_q, left;
  logic [7:0] older_q, younger_q, asked;
  logic       takes, ends;
  assign r_valid = answer_i && bursts_q != '0;
  assign r_last  = older_q == 8'd1;
  assign ends    = r_valid && r_last;
  assign takes   = ar_valid && ar_ready_i;
  assign asked   = ar_len + 8'd1;
  assign left    = bursts_q - 2'(ends);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) bursts_q <= '0;
    else bursts_q <= left + 2'(takes);
  end
  always_ff @(posedge clk_i) begin
    if (left == '0) older_q <= asked;
    else if (ends) older_q <= younger_q;
    else if (r_valid) older_q <= older_q - 8'd1;
    if (takes && left == 2'd1) younger_q <= asked;
  end

  logic       sound, credits, flying, ended, runs;
  logic [7:0] owed, offered, words;
  assign owed    = (bursts_q != '0 ? older_q : 8'd0) + (bursts_q > 2'd1 ? younger_q : 8'd0);
  assign offered = ar_valid ? asked : 8'd0;
  assign words   = 8'(u_read.u_words.count_q);
  assign credits = 8'(u_read.free_q) + words + owed + offered == 8'(Beats)
                && (!r_valid || words < 8'(Beats));
  assign flying  = 8'(u_read.u_requests.u_flying.count_q) == 8'(bursts_q) + 8'(ar_valid)
                && 8'(bursts_q) + 8'(ar_valid) <= 8'(MaxInFlight);
  assign ended   = !done || (owed == '0 && !ar_valid && words == '0);
  // Bursts have one to BurstBeats beats, and what is left of a command is not empty, for the induction.
  assign runs    = !u_read.u_requests.u_bursts.active_q
                || (u_read.u_requests.u_bursts.left_q != '0
                    && u_read.u_requests.u_bursts.bytes_q != '0
                    && u_read.u_requests.u_bursts.rows_q != '0);
  assign sound   = (bursts_q == '0 || (older_q != '0 && older_q <= 8'(BurstBeats)))
                && (bursts_q < 2'd2 || (younger_q != '0 && younger_q <= 8'(BurstBeats)))
                && (!ar_valid || ar_len < 8'(BurstBeats));
  assign holds_o = sound && runs && credits && flying && ended;

endmodule
