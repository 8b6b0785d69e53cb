// SPDX-License-Identifier: Apache-2.0
//
// AXI4 read master: rows of bytes at any address and stride become a stream of packed beats.
//
//     cmd --> bursts --> AR  ~~ memory ~~>  R --> FIFO of Beats --> rotate --> register --> out
//                |  credits, bursts in flight                |
//                '-------------------------------------------'
//
// Row i is the cmd_bytes_i bytes from cmd_addr_i + i * cmd_stride_i on (weft_axi_bursts). Each row
// starts at byte 0 of a new beat; out_bytes_o says how many bytes of a beat belong to the row, and
// the others are zero. A command without bytes or rows ends at once. A further command is taken
// once all bursts of the one before are requested, so no latency lies between their beats; Commands
// of them wait behind the one whose beats are given.
//
// Bursts are INCR of whole words, one ID, in order. A burst is requested only if the FIFO has a
// place for each of its beats, so r_ready_o is always high.
//
// Errors: the first SLVERR or DECERR is kept with the address of its burst. No burst is requested
// and no beat is given after it, except those already offered; all beats that the bus owes are
// taken. done_o ends all commands since the last done_o with the response, OKAY if there was none,
// and is high for one cycle, in which all beats have left and the bus owes nothing. After an error
// no further command is taken before done_o. abort_i ends commands as an error does, without a
// response.

`include "weft_assert.svh"

module weft_axi_read #(
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned DataBits    = 128,  // 64, 128 or 256
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,   // bursts
  parameter int unsigned Beats       = 128,  // places in the FIFO, at least those of a burst
  parameter int unsigned Commands    = 1,
  parameter int unsigned BytesBits   = 32,   // of cmd_bytes_i and cmd_rows_i, those that may be 1
  parameter int unsigned RowsBits    = 32,
  localparam int unsigned Bytes      = DataBits / 8,
  localparam int unsigned CountBits  = $clog2(Bytes + 1)
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
  input  logic                 abort_i,       // no command is given while it is high

  output logic                 ar_valid_o,
  input  logic                 ar_ready_i,
  output logic [AddrBits-1:0]  ar_addr_o,
  output logic [7:0]           ar_len_o,
  output logic [2:0]           ar_size_o,
  output logic [1:0]           ar_burst_o,
  input  logic                 r_valid_i,
  output logic                 r_ready_o,
  input  logic [DataBits-1:0]  r_data_i,
  input  logic [1:0]           r_resp_i,
  input  logic                 r_last_i,

  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output logic [DataBits-1:0]  out_data_o,
  output logic [CountBits-1:0] out_bytes_o,     // 1 to Bytes
  output logic                 out_row_last_o,
  output logic                 out_last_o,

  output logic                 busy_o,
  output logic                 done_o,
  output logic [1:0]           done_resp_o,
  output logic [AddrBits-1:0]  done_addr_o,     // of the burst with the error, if there is one
  output logic                 hung_o
);

  localparam int unsigned ByteLog2   = $clog2(Bytes);
  localparam int unsigned BeatsBits  = $clog2(BurstBytes / Bytes + 1);
  typedef logic [DataBits-1:0]        word_t;
  typedef logic [CountBits-1:0]       count_t;
  typedef logic [ByteLog2-1:0]        offset_t;
  typedef logic [$clog2(Beats+1)-1:0] credit_t;

  logic                 start, request, run_q, next_valid, next_full, fails, pop, word_valid;
  logic [BeatsBits-1:0] burst_beats;
  credit_t              free_q;

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
    .places_i      (free_q),
    .request_o     (request),
    .beats_o       (burst_beats),
    .idle_i        (!word_valid && !run_q && !out_valid_o),
    .next_i        (!next_full),
    .abort_i       (abort_i),
    .ax_valid_o    (ar_valid_o),
    .ax_ready_i    (ar_ready_i),
    .ax_addr_o     (ar_addr_o),
    .ax_len_o      (ar_len_o),
    .ax_size_o     (ar_size_o),
    .ax_burst_o    (ar_burst_o),
    .answer_valid_i(r_valid_i),
    .answer_last_i (r_last_i),
    .answer_resp_i (r_resp_i),
    .moved_i       (1'b0),
    .fails_o       (fails),
    .failed_o      (),
    .busy_o,
    .done_o,
    .done_resp_o,
    .done_addr_o,
    .hung_o
  );

  // A request takes the places of its beats; each is free again when its word leaves the FIFO.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) free_q <= credit_t'(Beats);
    else free_q <= free_q + credit_t'(pop) - (request ? credit_t'(burst_beats) : '0);
  end

  logic  fifo_ready;
  word_t word;
  weft_fifo #(
    .data_t(word_t), .Depth(Beats)
  ) u_words (
    .clk_i,
    .rst_ni,
    .in_valid_i (r_valid_i),
    .in_ready_o (fifo_ready),
    .in_data_i  (r_data_i),
    .out_valid_o(word_valid),
    .out_ready_i(pop),
    .out_data_o (word)
  );
  assign r_ready_o = 1'b1;

  // Words become beats. A word is rotated right by the row's offset; a beat has its first bytes
  // from the word before, its others from this one.

  typedef logic [BytesBits-1:0] bytes_t;
  typedef logic [RowsBits-1:0]  lines_t;
  offset_t     offset_q, stride_q;
  bytes_t      bytes_q, left_q;
  lines_t      rows_q;
  logic        joining_q;  // held_q has the first bytes of the next beat
  word_t       held_q, rotated, joined, kept;
  count_t      held_bytes, count;
  logic        direct, join_words, tail, emits, takes, step, beat_ready, row_last, last, ends;

  assign held_bytes = count_t'(Bytes) - count_t'(offset_q);
  assign direct     = !joining_q && (offset_q == '0 || 32'(left_q) <= 32'(held_bytes));
  assign tail       = joining_q && 32'(left_q) <= 32'(held_bytes);
  assign join_words = joining_q && !tail;
  assign emits      = direct || joining_q;
  assign takes      = !tail;
  assign step       = run_q && (word_valid || tail) && (beat_ready || !emits);
  assign row_last   = 32'(left_q) <= Bytes;
  assign count      = row_last ? count_t'(left_q) : count_t'(Bytes);
  assign last       = row_last && rows_q == lines_t'(1);
  assign pop        = word_valid && (run_q ? step && takes : 1'b1);

  assign rotated = word_t'({word, word} >> {offset_q, 3'b000});
  always_comb begin
    for (int unsigned i = 0; i < Bytes; ++i) begin
      joined[8*i+:8] = joining_q && count_t'(i) < held_bytes ? held_q[8*i+:8] : rotated[8*i+:8];
      kept[8*i+:8]   = count_t'(i) < count ? joined[8*i+:8] : '0;
    end
  end

  // The rows that the join works on, and those of the next commands.
  localparam int unsigned IndexBits = Commands > 1 ? $clog2(Commands) : 1;
  localparam int unsigned NextBits  = $clog2(Commands + 1);
  typedef logic [IndexBits-1:0] index_t;
  typedef logic [NextBits-1:0]  next_t;
  typedef struct packed {
    offset_t offset;
    offset_t stride;
    bytes_t  bytes;
    lines_t  rows;
  } rows_t;
  rows_t  asked, coming, next_q [Commands];
  index_t in_q, out_q;
  next_t  nexts_q;
  logic   load, waits, drops;
  function automatic index_t after(index_t index);
    return index == index_t'(Commands - 1) ? '0 : index + 1'b1;
  endfunction
  assign ends       = step && emits && last;
  assign asked      = '{offset: cmd_addr_i[ByteLog2-1:0], stride: cmd_stride_i[ByteLog2-1:0],
                        bytes: bytes_t'(cmd_bytes_i), rows: lines_t'(cmd_rows_i)};
  assign next_valid = nexts_q != '0;
  assign next_full  = nexts_q == next_t'(Commands);
  assign coming     = next_valid ? next_q[out_q] : asked;
  assign load       = next_valid ? ends : start && (!run_q || ends);
  assign waits      = start && !(load && !next_valid);
  assign drops      = fails || abort_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b0;
      nexts_q <= '0;
      in_q    <= '0;
      out_q   <= '0;
    end else if (drops) begin
      run_q   <= 1'b0;
      nexts_q <= '0;
      in_q    <= '0;
      out_q   <= '0;
    end else begin
      if (load) run_q <= coming.bytes != '0 && coming.rows != '0;
      else if (ends) run_q <= 1'b0;
      if (waits) in_q <= after(in_q);
      if (load && next_valid) out_q <= after(out_q);
      nexts_q <= nexts_q + next_t'(waits) - next_t'(load && next_valid);
    end
  end

  always_ff @(posedge clk_i) begin
    if (waits) next_q[in_q] <= asked;
    if (load) begin
      offset_q  <= coming.offset;
      stride_q  <= coming.stride;
      bytes_q   <= coming.bytes;
      left_q    <= coming.bytes;
      rows_q    <= coming.rows;
      joining_q <= 1'b0;
    end else if (step && emits && row_last) begin
      offset_q  <= offset_q + stride_q;
      left_q    <= bytes_q;
      rows_q    <= rows_q - 1'b1;
      joining_q <= 1'b0;
    end else if (step) begin
      if (emits) left_q <= left_q - bytes_t'(Bytes);
      joining_q <= !direct;
    end
    if (step && takes) held_q <= rotated;
  end

  typedef struct packed {
    word_t  data;
    count_t bytes;
    logic   row_last;
    logic   last;
  } beat_t;
  beat_t beat;

  weft_pipe_reg #(
    .data_t(beat_t)
  ) u_beat (
    .clk_i,
    .rst_ni,
    .in_valid_i (run_q && (word_valid || tail) && emits),
    .in_ready_o (beat_ready),
    .in_data_i  ({kept, count, row_last, last}),
    .out_valid_o,
    .out_ready_i,
    .out_data_o (beat)
  );
  assign out_data_o     = beat.data;
  assign out_bytes_o    = beat.bytes;
  assign out_row_last_o = beat.row_last;
  assign out_last_o     = beat.last;

  `WEFT_ASSERT(CommandFits, start |-> cmd_bytes_i >> (BytesBits - 1) >> 1 == '0
                                      && cmd_rows_i >> (RowsBits - 1) >> 1 == '0)
  `WEFT_ASSERT(AnswerHasAPlace, r_valid_i |-> fifo_ready)
  `WEFT_ASSERT(BeatStable, out_valid_o && !out_ready_i |=> out_valid_o && $stable(beat))
  `WEFT_ASSERT(JoinsTheRowsWords, step && join_words |-> word_valid)
  `WEFT_ASSERT(NoCommandDuringAbort, abort_i |-> !start)
  `WEFT_ASSERT(AllPlacesFreeAtTheEnd, done_o |-> free_q == credit_t'(Beats))

endmodule
