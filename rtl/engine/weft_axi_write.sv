// SPDX-License-Identifier: Apache-2.0
//
// AXI4 write master: a stream of packed beats becomes rows of bytes at any address and stride.
//
//     cmd --> bursts --> AW, as soon as all words of the burst are in the FIFO
//     in --> rotate, join, strobes --> FIFO of Beats --> W           B --> end of the command
//
// Row i is the cmd_bytes_i bytes from cmd_addr_i + i * cmd_stride_i on (weft_axi_bursts). Each row
// starts at byte 0 of a new beat of the stream; bytes of its last beat beyond the row are ignored.
// Strobes are on for the bytes of the row only. One command runs at a time; without bytes or rows
// it ends at once and takes no beat.
//
// Bursts are INCR of whole words, one ID, in order. The words of a burst are given without a gap,
// the first beside its AW, whether that is taken or not. b_ready_o is always high.
//
// Errors: the first SLVERR or DECERR is kept with the address of its burst. No burst is requested
// after it; the words of bursts requested before are given, the beats of the command that are left
// are taken and dropped. done_o ends the command with the response, OKAY if there was none. done_o
// is high for one cycle, after the last response of the bus.

`include "weft_assert.svh"

module weft_axi_write #(
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned DataBits    = 128,  // 64, 128 or 256
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,   // bursts
  parameter int unsigned Beats       = 32,   // places in the FIFO, at least those of a burst
  parameter int unsigned BytesBits   = 32,   // of cmd_bytes_i and cmd_rows_i, those that may be 1
  parameter int unsigned RowsBits    = 32,
  localparam int unsigned Bytes      = DataBits / 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cmd_valid_i,
  output logic                 cmd_ready_o,
  input  logic [AddrBits-1:0]  cmd_addr_i,
  input  logic [31:0]          cmd_bytes_i,   // of a row
  input  logic [31:0]          cmd_rows_i,
  input  logic [AddrBits-1:0]  cmd_stride_i,  // two's complement
  input  logic [31:0]          hang_limit_i,  // cycles; 0: off

  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  logic [DataBits-1:0]  in_data_i,

  output logic                 aw_valid_o,
  input  logic                 aw_ready_i,
  output logic [AddrBits-1:0]  aw_addr_o,
  output logic [7:0]           aw_len_o,
  output logic [2:0]           aw_size_o,
  output logic [1:0]           aw_burst_o,
  output logic                 w_valid_o,
  input  logic                 w_ready_i,
  output logic [DataBits-1:0]  w_data_o,      // zero where its strobe is low
  output logic [Bytes-1:0]     w_strb_o,
  output logic                 w_last_o,
  input  logic                 b_valid_i,
  output logic                 b_ready_o,
  input  logic [1:0]           b_resp_i,

  output logic                 busy_o,
  output logic                 done_o,
  output logic [1:0]           done_resp_o,
  output logic [AddrBits-1:0]  done_addr_o,   // of the burst with the error, if there is one
  output logic                 hung_o
);

  localparam int unsigned ByteLog2   = $clog2(Bytes);
  localparam int unsigned BurstLog2  = $clog2(BurstBytes);
  localparam int unsigned BeatsBits  = $clog2(BurstBytes / Bytes + 1);
  typedef logic [DataBits-1:0]        word_t;
  typedef logic [Bytes-1:0]           strobes_t;
  typedef logic [$clog2(Bytes+1)-1:0] count_t;
  typedef logic [ByteLog2-1:0]        offset_t;
  typedef logic [BurstLog2-1:0]       place_t;
  typedef logic [$clog2(Beats+1)-1:0] credit_t;
  typedef logic [BytesBits-1:0]       bytes_t;
  typedef logic [RowsBits-1:0]        rows_t;

  logic start, run_q, failed;

  // Beats become words. A beat is rotated left by the row's offset; a word has its first bytes from
  // the beat before, its others from this one.

  place_t      row_place_q, stride_q, row_place;  // within BurstBytes
  offset_t     offset;
  bytes_t      bytes_q, left_q;
  rows_t       rows_q;
  logic        first_q;  // the next word is the first of its row
  place_t      place_q;
  word_t       held_q, rotated, kept;
  count_t      first_byte, room, end_byte;
  strobes_t    strobes;
  logic        tail, fifo_ready, step, row_last, burst_last;

  assign offset     = row_place_q[ByteLog2-1:0];
  assign row_place  = row_place_q + stride_q;
  assign first_byte = first_q ? count_t'(offset) : '0;
  assign room       = count_t'(Bytes) - first_byte;
  assign row_last   = 32'(left_q) <= 32'(room);
  assign end_byte   = row_last ? first_byte + count_t'(left_q) : count_t'(Bytes);
  assign tail       = !first_q && 32'(left_q) <= 32'(offset);
  assign burst_last = row_last || &(place_q | place_t'(Bytes - 1));
  assign step       = run_q && (in_valid_i || tail) && (fifo_ready || failed);
  assign in_ready_o = run_q && !tail && (fifo_ready || failed);

  assign rotated = word_t'(({in_data_i, in_data_i} << {offset, 3'b000}) >> DataBits);
  always_comb begin
    for (int unsigned i = 0; i < Bytes; ++i) begin
      strobes[i]   = count_t'(i) >= first_byte && count_t'(i) < end_byte;
      kept[8*i+:8] = !strobes[i] ? '0 : i < 32'(offset) ? held_q[8*i+:8] : rotated[8*i+:8];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) run_q <= 1'b0;
    else if (start) run_q <= cmd_bytes_i != '0 && cmd_rows_i != '0;
    else if (step && row_last && rows_q == rows_t'(1)) run_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      row_place_q <= cmd_addr_i[BurstLog2-1:0];
      place_q     <= cmd_addr_i[BurstLog2-1:0];
      stride_q    <= cmd_stride_i[BurstLog2-1:0];
      bytes_q     <= bytes_t'(cmd_bytes_i);
      left_q      <= bytes_t'(cmd_bytes_i);
      rows_q      <= rows_t'(cmd_rows_i);
      first_q     <= 1'b1;
    end else if (step && row_last) begin
      row_place_q <= row_place;
      place_q     <= row_place;
      left_q      <= bytes_q;
      rows_q      <= rows_q - 1'b1;
      first_q     <= 1'b1;
    end else if (step) begin
      place_q <= place_q + place_t'(Bytes);
      left_q  <= left_q - bytes_t'(room);
      first_q <= 1'b0;
    end
    if (step) held_q <= rotated;
  end

  typedef struct packed {
    word_t    data;
    strobes_t strb;
    logic     last;
  } w_t;
  w_t   word;
  logic push, pop, word_valid;
  assign push = step && !failed;

  weft_fifo #(
    .data_t(w_t), .Depth(Beats)
  ) u_words (
    .clk_i,
    .rst_ni,
    .in_valid_i (push),
    .in_ready_o (fifo_ready),
    .in_data_i  ({kept, strobes, burst_last}),
    .out_valid_o(word_valid),
    .out_ready_i(pop),
    .out_data_o (word)
  );

  // Requests.

  logic                 request;
  logic [BeatsBits-1:0] burst_beats;
  credit_t              waiting_q;    // words in the FIFO whose burst is not requested
  credit_t              requested_q;  // words in the FIFO whose burst is requested
  logic                 sent;

  weft_axi_requests #(
    .AddrBits(AddrBits), .DataBits(DataBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(Beats), .BytesBits(BytesBits), .RowsBits(RowsBits)
  ) u_requests (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_addr_i,
    .cmd_bytes_i,
    .cmd_rows_i,
    .cmd_stride_i,
    .hang_limit_i,
    .start_o       (start),
    .places_i      (waiting_q),
    .request_o     (request),
    .beats_o       (burst_beats),
    .idle_i        (!word_valid && !run_q),
    .next_i        (1'b0),
    .abort_i       (1'b0),
    .ax_valid_o    (aw_valid_o),
    .ax_ready_i    (aw_ready_i),
    .ax_addr_o     (aw_addr_o),
    .ax_len_o      (aw_len_o),
    .ax_size_o     (aw_size_o),
    .ax_burst_o    (aw_burst_o),
    .answer_valid_i(b_valid_i),
    .answer_last_i (1'b1),
    .answer_resp_i (b_resp_i),
    .moved_i       (sent),
    .fails_o       (),
    .failed_o      (failed),
    .busy_o,
    .done_o,
    .done_resp_o,
    .done_addr_o,
    .hung_o
  );

  assign b_ready_o = 1'b1;

  credit_t asked;
  assign asked     = request ? credit_t'(burst_beats) : '0;
  assign w_valid_o = requested_q != '0;
  assign w_data_o  = word.data;
  assign w_strb_o  = word.strb;
  assign w_last_o  = word.last;
  assign sent      = w_valid_o && w_ready_i;
  assign pop       = sent || (failed && !w_valid_o);  // after an error, words without a request

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q   <= '0;
      requested_q <= '0;
    end else begin
      if (start) waiting_q <= '0;
      else waiting_q <= waiting_q + credit_t'(push) - asked;
      requested_q <= requested_q + asked - credit_t'(sent);
    end
  end

  `WEFT_ASSERT(CommandFits, start |-> cmd_bytes_i >> (BytesBits - 1) >> 1 == '0
                                      && cmd_rows_i >> (RowsBits - 1) >> 1 == '0)
  `WEFT_ASSERT(WordIsThere, w_valid_o |-> word_valid)
  `WEFT_ASSERT(WordStable, w_valid_o && !w_ready_i |=> w_valid_o && $stable(word))
  `WEFT_ASSERT(NothingLeftAtTheEnd, done_o |-> requested_q == '0)
  `WEFT_COVER(BufferFull, run_q && !fifo_ready)

endmodule
