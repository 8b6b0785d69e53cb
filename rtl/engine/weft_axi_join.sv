// SPDX-License-Identifier: Apache-2.0
//
// Two AXI4 masters on one port, both of one ID and in order.
//
//     s[0], s[1] AR --> first come, 0 before 1 --> m AR        owner --> FIFO --> R goes to
//     s[0], s[1] AW --> the same               --> m AW        owner --> FIFO --> W comes from
//                                                              owner --> FIFO --> B goes to
//
// A request that has been offered stays on m until it is taken. The words of the bursts leave in the
// order of their requests; those of a burst whose request waits may leave before it is taken.
// Requests wait while InFlight bursts of their direction are owed. R and B are always taken.

`include "weft_assert.svh"

module weft_axi_join #(
  parameter  int unsigned AddrBits = 64,
  parameter  int unsigned DataBits = 128,
  parameter  int unsigned InFlight = 17,
  localparam int unsigned Bytes    = DataBits / 8
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic [1:0]               s_arvalid_i,
  output logic [1:0]               s_arready_o,
  input  logic [1:0][AddrBits-1:0] s_araddr_i,
  input  logic [1:0][7:0]          s_arlen_i,
  output logic [1:0]               s_rvalid_o,
  input  logic [1:0]               s_awvalid_i,
  output logic [1:0]               s_awready_o,
  input  logic [1:0][AddrBits-1:0] s_awaddr_i,
  input  logic [1:0][7:0]          s_awlen_i,
  input  logic [1:0]               s_wvalid_i,
  output logic [1:0]               s_wready_o,
  input  logic [1:0][DataBits-1:0] s_wdata_i,
  input  logic [1:0][Bytes-1:0]    s_wstrb_i,
  input  logic [1:0]               s_wlast_i,
  output logic [1:0]               s_bvalid_o,

  output logic                     m_arvalid_o,
  input  logic                     m_arready_i,
  output logic [AddrBits-1:0]      m_araddr_o,
  output logic [7:0]               m_arlen_o,
  input  logic                     m_rvalid_i,
  input  logic                     m_rlast_i,
  output logic                     m_awvalid_o,
  input  logic                     m_awready_i,
  output logic [AddrBits-1:0]      m_awaddr_o,
  output logic [7:0]               m_awlen_o,
  output logic                     m_wvalid_o,
  input  logic                     m_wready_i,
  output logic [DataBits-1:0]      m_wdata_o,
  output logic [Bytes-1:0]         m_wstrb_o,
  output logic                     m_wlast_o,
  input  logic                     m_bvalid_i
);

  // Reads.

  logic ar_held_q, ar_owner_q, ar_owner, ar_taken, r_room, r_owed, r_owner;
  assign ar_owner    = ar_held_q ? ar_owner_q : !s_arvalid_i[0];
  assign m_arvalid_o = s_arvalid_i[ar_owner] && r_room;
  assign m_araddr_o  = s_araddr_i[ar_owner];
  assign m_arlen_o   = s_arlen_i[ar_owner];
  assign ar_taken    = m_arvalid_o && m_arready_i;
  assign s_arready_o = 2'(ar_taken) << ar_owner;
  assign s_rvalid_o  = 2'(m_rvalid_i) << r_owner;

  weft_fifo #(.Depth(InFlight)) u_reads (
    .clk_i, .rst_ni,
    .in_valid_i(ar_taken), .in_ready_o(r_room), .in_data_i(ar_owner),
    .out_valid_o(r_owed), .out_ready_i(m_rvalid_i && m_rlast_i), .out_data_o(r_owner)
  );

  // Requests and responses of writes.

  logic aw_held_q, aw_owner_q, aw_owner, aw_taken, b_room, b_owed, b_owner, w_room;
  assign aw_owner    = aw_held_q ? aw_owner_q : !s_awvalid_i[0];
  assign m_awvalid_o = s_awvalid_i[aw_owner] && b_room;
  assign m_awaddr_o  = s_awaddr_i[aw_owner];
  assign m_awlen_o   = s_awlen_i[aw_owner];
  assign aw_taken    = m_awvalid_o && m_awready_i;
  assign s_awready_o = 2'(aw_taken) << aw_owner;
  assign s_bvalid_o  = 2'(m_bvalid_i) << b_owner;

  weft_fifo #(.Depth(InFlight)) u_responses (
    .clk_i, .rst_ni,
    .in_valid_i(aw_taken), .in_ready_o(b_room), .in_data_i(aw_owner),
    .out_valid_o(b_owed), .out_ready_i(m_bvalid_i), .out_data_o(b_owner)
  );

  // Words, of the burst whose request was taken first, else of the one whose request is offered.

  logic w_waits, w_front, w_owner, w_ends;
  logic ahead_q;  // all words of the burst at AW have left
  assign w_owner     = w_waits ? w_front : aw_owner;
  assign m_wvalid_o  = s_wvalid_i[w_owner] && (w_waits || (m_awvalid_o && !ahead_q));
  assign m_wdata_o   = s_wdata_i[w_owner];
  assign m_wstrb_o   = s_wstrb_i[w_owner];
  assign m_wlast_o   = s_wlast_i[w_owner];
  assign s_wready_o  = 2'(m_wvalid_o && m_wready_i) << w_owner;
  assign w_ends      = m_wvalid_o && m_wready_i && m_wlast_o;

  weft_fifo #(.Depth(InFlight)) u_words (
    .clk_i, .rst_ni,
    .in_valid_i(aw_taken && !ahead_q && (w_waits || !w_ends)), .in_ready_o(w_room),
    .in_data_i(aw_owner),
    .out_valid_o(w_waits), .out_ready_i(w_ends), .out_data_o(w_front)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_held_q <= 1'b0;
      aw_held_q <= 1'b0;
      ahead_q   <= 1'b0;
    end else begin
      ar_held_q <= m_arvalid_o && !m_arready_i;
      aw_held_q <= m_awvalid_o && !m_awready_i;
      ahead_q   <= !aw_taken && (ahead_q || (!w_waits && w_ends));
    end
  end

  always_ff @(posedge clk_i) begin
    ar_owner_q <= ar_owner;
    aw_owner_q <= aw_owner;
  end

  `WEFT_ASSERT(ReadIsOwed, m_rvalid_i |-> r_owed)
  `WEFT_ASSERT(ResponseIsOwed, m_bvalid_i |-> b_owed)
  `WEFT_ASSERT(WordsHaveAPlace, b_room |-> w_room)
  `WEFT_ASSERT(RequestStable, m_awvalid_o && !m_awready_i |=> m_awvalid_o && $stable(m_awaddr_o))
  `WEFT_COVER(WordsAreAhead, ahead_q)
  `WEFT_COVER(BothAsk, s_awvalid_i == '1 && s_arvalid_i == '1)

endmodule
