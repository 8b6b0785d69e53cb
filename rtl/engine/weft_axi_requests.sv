// SPDX-License-Identifier: Apache-2.0
//
// Request side of an AXI4 master: one command of rows of bytes becomes bursts on an address
// channel, each with its answer awaited, up to the command's end and its first error.
//
//     cmd --> bursts --+--> register --> AR or AW
//     places_i --------+--> FIFO of bursts that the bus owes <-- answers: R or B
//
// A burst is requested when the data path has a place, or a word, for each of its beats: places_i
// says for how many. An answer is an R beat or a B response; answer_last_i ends the oldest burst.
//
// Errors: the first SLVERR or DECERR is kept with the address of its burst, and no burst is
// requested after it. done_o ends the command with the response, OKAY if there was none: it is high
// for one cycle, in which the bus owes nothing and idle_i says that the data path has nothing left.
// With next_i a further command is taken when all bursts of the one before are requested; done_o
// then ends them together. After an error there is no further command before done_o.
// abort_i: no burst is requested any more.
// hung_o: see weft_axi_watch.

`include "weft_assert.svh"

module weft_axi_requests #(
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned DataBits    = 128,
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,  // bursts
  parameter int unsigned Beats       = 32,  // places in the FIFO of the data path
  parameter int unsigned BytesBits   = 32,  // of cmd_bytes_i and cmd_rows_i, those that may be 1
  parameter int unsigned RowsBits    = 32,
  localparam int unsigned Bytes      = DataBits / 8,
  localparam int unsigned BeatsBits  = $clog2(BurstBytes / Bytes + 1),
  localparam int unsigned PlacesBits = $clog2(Beats + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [AddrBits-1:0]   cmd_addr_i,
  input  logic [31:0]           cmd_bytes_i,
  input  logic [31:0]           cmd_rows_i,
  input  logic [AddrBits-1:0]   cmd_stride_i,
  input  logic [31:0]           hang_limit_i,

  output logic                  start_o,         // a command is taken
  input  logic [PlacesBits-1:0] places_i,
  output logic                  request_o,       // a burst is requested, of beats_o beats
  output logic [BeatsBits-1:0]  beats_o,
  input  logic                  idle_i,
  input  logic                  next_i,          // the data path has a place for a further command
  input  logic                  abort_i,

  output logic                  ax_valid_o,
  input  logic                  ax_ready_i,
  output logic [AddrBits-1:0]   ax_addr_o,
  output logic [7:0]            ax_len_o,
  output logic [2:0]            ax_size_o,
  output logic [1:0]            ax_burst_o,
  input  logic                  answer_valid_i,
  input  logic                  answer_last_i,
  input  logic [1:0]            answer_resp_i,
  input  logic                  moved_i,         // a word is written

  output logic                  fails_o,         // an answer is an error
  output logic                  failed_o,        // an earlier one was
  output logic                  busy_o,
  output logic                  done_o,
  output logic [1:0]            done_resp_o,
  output logic [AddrBits-1:0]   done_addr_o,
  output logic                  hung_o
);

  localparam int unsigned BurstBeats = BurstBytes / Bytes;
  typedef logic [AddrBits-1:0]   addr_t;
  typedef logic [PlacesBits-1:0] places_t;
  typedef struct packed {
    addr_t      addr;
    logic [7:0] len;
  } request_t;

  if (Beats < BurstBeats) begin : gen_refused
    $error("the FIFO has a place for each beat of a burst");
  end

  logic       burst_valid, request_ready, flying_ready, flying, has_places, busy_q;
  logic [1:0] resp_q;
  addr_t      burst_addr, flying_addr, error_addr_q;
  request_t   ax;

  assign start_o     = cmd_valid_i && cmd_ready_o;
  assign cmd_ready_o = !busy_q || (next_i && !burst_valid && !failed_o);
  assign fails_o     = answer_valid_i && answer_resp_i[1];
  assign failed_o    = resp_q != '0;

  weft_axi_bursts #(
    .AddrBits(AddrBits), .DataBits(DataBits), .BurstBytes(BurstBytes), .BytesBits(BytesBits),
    .RowsBits(RowsBits)
  ) u_bursts (
    .clk_i,
    .rst_ni,
    .start_i      (start_o),
    .stop_i       (fails_o || failed_o || abort_i),
    .addr_i       (cmd_addr_i),
    .bytes_i      (cmd_bytes_i),
    .rows_i       (cmd_rows_i),
    .stride_i     (cmd_stride_i),
    .burst_valid_o(burst_valid),
    .burst_ready_i(request_o),
    .burst_addr_o (burst_addr),
    .burst_beats_o(beats_o)
  );

  assign has_places = places_i >= places_t'(beats_o);
  assign request_o  = burst_valid && has_places && flying_ready && request_ready && !failed_o;

  weft_pipe_reg #(
    .data_t(request_t)
  ) u_request (
    .clk_i,
    .rst_ni,
    .in_valid_i (request_o),
    .in_ready_o (request_ready),
    .in_data_i  ({burst_addr, 8'(beats_o) - 8'd1}),
    .out_valid_o(ax_valid_o),
    .out_ready_i(ax_ready_i),
    .out_data_o (ax)
  );
  assign ax_addr_o  = ax.addr;
  assign ax_len_o   = ax.len;
  assign ax_size_o  = 3'($clog2(Bytes));
  assign ax_burst_o = 2'b01;

  // Bursts that the bus owes, oldest first.
  weft_fifo #(
    .data_t(addr_t), .Depth(MaxInFlight)
  ) u_flying (
    .clk_i,
    .rst_ni,
    .in_valid_i (request_o),
    .in_ready_o (flying_ready),
    .in_data_i  (burst_addr),
    .out_valid_o(flying),
    .out_ready_i(answer_valid_i && answer_last_i),
    .out_data_o (flying_addr)
  );

  assign busy_o      = busy_q;
  assign done_o      = busy_q && !burst_valid && !flying && idle_i;
  assign done_resp_o = resp_q;
  assign done_addr_o = error_addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      resp_q <= '0;
    end else begin
      if (start_o) busy_q <= 1'b1;
      else if (done_o) busy_q <= 1'b0;
      if (start_o && !busy_q) resp_q <= '0;
      else if (fails_o && !failed_o) resp_q <= answer_resp_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fails_o && !failed_o) error_addr_q <= flying_addr;
  end

  weft_axi_watch u_watch (
    .clk_i,
    .rst_ni,
    .limit_i(hang_limit_i),
    .owed_i (flying),
    .moved_i((ax_valid_o && ax_ready_i) || answer_valid_i || moved_i),
    .hung_o
  );

  `WEFT_ASSERT(AnswerIsOwed, answer_valid_i |-> flying)
  `WEFT_ASSERT(RequestStable, ax_valid_o && !ax_ready_i |=> ax_valid_o && $stable(ax))
  `WEFT_ASSERT(NothingOfferedAtTheEnd, done_o |-> !ax_valid_o)
  `WEFT_COVER(OutOfPlaces, burst_valid && !has_places)
  `WEFT_COVER(AllInFlight, burst_valid && !flying_ready)
  `WEFT_COVER(FailsInFlight, fails_o && burst_valid)

endmodule
