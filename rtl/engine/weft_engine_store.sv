// SPDX-License-Identifier: Apache-2.0
//
// Storer: a block of sums becomes rows of D in memory.
//
//     buffer of sums --> low bytes of each lane --> gearbox --> weft_axi_write
//
// A row may lack some bytes of its last element, which then comes from a copy.
//
// Word p * rows + m of the buffer has the elements of row m in columns p * Cols and on. An element
// of D has SumBytes, or one (INT8) or two (FP16) if the block is narrowed.

`include "weft_assert.svh"

module weft_engine_store
  import weft_engine_core_pkg::*;
#(
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned BusBits     = 128,
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,
  parameter int unsigned Cols        = 4,
  parameter int unsigned ResultBits  = 32,
  parameter int unsigned Epilogue    = 0,
  parameter int unsigned SumWordBits = 8,
  parameter int unsigned MaxBytes    = 65535,  // of a row of a block, and rows
  parameter int unsigned MaxRows     = 65535
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [31:0]                hang_limit_i,

  input  logic                       store_valid_i,
  output logic                       store_ready_o,
  input  store_t                     store_i,

  output logic                       sum_read_o,
  output logic                       sum_bank_o,
  output logic [SumWordBits-1:0]     sum_addr_o,
  input  logic [Cols*ResultBits-1:0] sum_data_i,  // one cycle later, until the next read

  output logic                       aw_valid_o,
  input  logic                       aw_ready_i,
  output logic [AddrBits-1:0]        aw_addr_o,
  output logic [7:0]                 aw_len_o,
  output logic [2:0]                 aw_size_o,
  output logic [1:0]                 aw_burst_o,
  output logic                       w_valid_o,
  input  logic                       w_ready_i,
  output logic [BusBits-1:0]         w_data_o,
  output logic [BusBits/8-1:0]       w_strb_o,
  output logic                       w_last_o,
  input  logic                       b_valid_i,
  output logic                       b_ready_o,
  input  logic [1:0]                 b_resp_i,

  output logic                       busy_o,
  output logic                       done_o,
  output logic                       failed_o,
  output logic [AddrBits-1:0]        fault_o,
  output logic                       hung_o
);

  localparam int unsigned BusBytes  = BusBits / 8;
  localparam int unsigned SumBytes  = ResultBits / 8;
  localparam int unsigned Word      = Cols * SumBytes;
  localparam int unsigned Chunk     = gcd(BusBytes, Epilogue != 0 ? Cols : Word);
  localparam int unsigned CountBits = $clog2(BusBytes / Chunk + Word / Chunk);
  localparam int unsigned BytesBits = $clog2(MaxBytes + 1);
  typedef logic [CountBits-1:0]   count_t;
  typedef logic [SumWordBits-1:0] word_addr_t;

  logic        start, ready;
  logic [31:0] bytes;   // of a row of the block
  logic [BytesBits-1:0] bytes_q;
  store_t      block_q;
  logic [1:0]  out_q, done_resp;

  always_comb begin
    bytes = 32'(store_i.cols) * SumBytes - 32'(store_i.slack);
    if (Epilogue != 0 && store_i.out == weft_epilogue_pkg::ToInt8) begin
      bytes = 32'(store_i.cols);
    end else if (Epilogue != 0 && store_i.out != weft_epilogue_pkg::KeepSum) begin
      bytes = 32'(store_i.cols) * 2;
    end
  end

  // Words of the buffer, row by row.

  logic        active_q, read, word_valid_q, word_last_q, gear_ready;
  logic [15:0] row_q, left_q;  // columns of the row that are left
  word_addr_t  addr_q;
  logic        row_ends;
  assign start      = store_valid_i && ready;
  assign store_ready_o = ready;
  assign row_ends   = left_q <= 16'(Cols);
  assign read       = active_q && (!word_valid_q || gear_ready);
  assign sum_read_o = read;
  assign sum_bank_o = block_q.bank;
  assign sum_addr_o = addr_q;
  assign out_q      = block_q.out;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q     <= 1'b0;
      word_valid_q <= 1'b0;
    end else begin
      if (start) active_q <= 1'b1;
      else if (read && row_ends && row_q == block_q.rows - 1'b1) active_q <= 1'b0;
      if (!word_valid_q || gear_ready) word_valid_q <= read;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      block_q <= store_i;
      bytes_q <= BytesBits'(bytes);
      row_q   <= '0;
      left_q  <= store_i.cols;
      addr_q  <= '0;
    end else if (read && row_ends) begin
      row_q  <= row_q + 1'b1;
      left_q <= block_q.cols;
      addr_q <= word_addr_t'(row_q) + 1'b1;
    end else if (read) begin
      left_q <= left_q - 16'(Cols);
      addr_q <= addr_q + word_addr_t'(block_q.rows);
    end
    if (read) word_last_q <= row_ends;
  end

  // The low bytes of the lanes.

  logic [Word*8-1:0] packed_word;
  count_t            chunks;
  always_comb begin
    packed_word = sum_data_i;
    chunks      = count_t'(Word / Chunk);
    if (Epilogue != 0 && out_q == weft_epilogue_pkg::ToInt8) begin
      packed_word = '0;
      chunks      = count_t'(Cols / Chunk);
      for (int unsigned j = 0; j < Cols; j++) packed_word[8*j+:8] = sum_data_i[ResultBits*j+:8];
    end else if (Epilogue != 0 && out_q != weft_epilogue_pkg::KeepSum) begin
      packed_word = '0;
      chunks      = count_t'(2 * Cols / Chunk);
      for (int unsigned j = 0; j < Cols; j++) packed_word[16*j+:16] = sum_data_i[ResultBits*j+:16];
    end
  end

  logic               beat_valid, beat_ready;
  logic [BusBits-1:0] beat;
  weft_engine_gear #(
    .Chunk(Chunk), .MaxIn(Word / Chunk), .MaxOut(BusBytes / Chunk), .LengthBits(BytesBits)
  ) u_gear (
    .clk_i,
    .rst_ni,
    .clear_i     (1'b0),
    .length_i    (bytes_q),
    .in_chunks_i (chunks),
    .out_chunks_i(count_t'(BusBytes / Chunk)),
    .in_valid_i  (word_valid_q),
    .in_ready_o  (gear_ready),
    .in_data_i   (packed_word),
    .in_last_i   (word_last_q),
    .out_valid_o (beat_valid),
    .out_ready_i (beat_ready),
    .out_data_o  (beat),
    .out_left_o  (),
    .out_last_o  ()
  );

  weft_axi_write #(
    .AddrBits(AddrBits), .DataBits(BusBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(2 * BurstBytes / BusBytes), .BytesBits(BytesBits), .RowsBits($clog2(MaxRows + 1))
  ) u_write (
    .clk_i,
    .rst_ni,
    .cmd_valid_i (store_valid_i),
    .cmd_ready_o (ready),
    .cmd_addr_i  (store_i.addr[AddrBits-1:0]),
    .cmd_bytes_i (bytes),
    .cmd_rows_i  (32'(store_i.rows)),
    .cmd_stride_i(AddrBits'(store_i.pitch)),
    .hang_limit_i,
    .in_valid_i  (beat_valid),
    .in_ready_o  (beat_ready),
    .in_data_i   (beat),
    .aw_valid_o,
    .aw_ready_i,
    .aw_addr_o,
    .aw_len_o,
    .aw_size_o,
    .aw_burst_o,
    .w_valid_o,
    .w_ready_i,
    .w_data_o,
    .w_strb_o,
    .w_last_o,
    .b_valid_i,
    .b_ready_o,
    .b_resp_i,
    .busy_o,
    .done_o,
    .done_resp_o (done_resp),
    .done_addr_o (fault_o),
    .hung_o
  );
  assign failed_o = done_resp != '0;

  `WEFT_ASSERT(NothingLeftAtTheEnd, done_o |-> !active_q && !word_valid_q && !beat_valid)

endmodule
