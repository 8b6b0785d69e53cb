// SPDX-License-Identifier: Apache-2.0
//
// Splits rows of bytes into AXI4 bursts of whole words.
//
// Row i is the bytes_i bytes from addr_i + i * stride_i on, modulo 2^AddrBits; stride_i is two's
// complement. A burst ends with its row or at a multiple of BurstBytes, whichever comes first.
// BurstBytes divides 4096, so no burst crosses 4 KiB.
//
// The first burst is at the output in the cycle after start_i, a new one in the cycle after each
// that is taken. Without bytes or rows there is none. stop_i ends the sequence.

`include "weft_assert.svh"

module weft_axi_bursts #(
  parameter int unsigned AddrBits   = 64,
  parameter int unsigned DataBits   = 128,
  parameter int unsigned BurstBytes = 256,
  parameter int unsigned BytesBits  = 32,   // of bytes_i and rows_i, those that may be 1
  parameter int unsigned RowsBits   = 32,
  localparam int unsigned Bytes     = DataBits / 8,
  localparam int unsigned BeatsBits = $clog2(BurstBytes / Bytes + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 start_i,
  input  logic                 stop_i,
  input  logic [AddrBits-1:0]  addr_i,
  input  logic [31:0]          bytes_i,
  input  logic [31:0]          rows_i,
  input  logic [AddrBits-1:0]  stride_i,

  output logic                 burst_valid_o,
  input  logic                 burst_ready_i,
  output logic [AddrBits-1:0]  burst_addr_o,   // of the first word
  output logic [BeatsBits-1:0] burst_beats_o
);

  localparam int unsigned BurstLog2 = $clog2(BurstBytes);
  localparam int unsigned ByteLog2  = $clog2(Bytes);
  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [BurstLog2:0]  chunk_t;
  typedef logic [BytesBits-1:0] bytes_t;
  typedef logic [RowsBits-1:0]  rows_t;

  if (4096 % BurstBytes != 0 || BurstBytes < Bytes || BurstBytes / Bytes > 256) begin : gen_refused
    $error("BurstBytes is a power of two from one word to 256 words, at most 4096");
  end

  logic   active_q;
  addr_t  row_q, addr_q, stride_q;
  bytes_t bytes_q, left_q;
  rows_t  rows_q;

  chunk_t room, end_of_row;  // from the first word on
  logic   row_ends, taken;
  addr_t  next_row;
  assign room       = chunk_t'(BurstBytes) - chunk_t'(addr_q[BurstLog2-1:0]);
  assign row_ends   = 32'(left_q) <= 32'(room);
  assign end_of_row = chunk_t'(addr_q[ByteLog2-1:0]) + chunk_t'(left_q) + chunk_t'(Bytes - 1);
  assign taken      = burst_valid_o && burst_ready_i;
  assign next_row   = row_q + stride_q;

  assign burst_valid_o = active_q;
  assign burst_addr_o  = {addr_q[AddrBits-1:ByteLog2], ByteLog2'(0)};
  assign burst_beats_o = row_ends ? BeatsBits'(end_of_row >> ByteLog2)
                                  : BeatsBits'((room + chunk_t'(Bytes - 1)) >> ByteLog2);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active_q <= 1'b0;
    else if (start_i) active_q <= bytes_i != '0 && rows_i != '0;
    else if (stop_i || (taken && row_ends && rows_q == rows_t'(1))) active_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      row_q    <= addr_i;
      addr_q   <= addr_i;
      stride_q <= stride_i;
      bytes_q  <= bytes_t'(bytes_i);
      left_q   <= bytes_t'(bytes_i);
      rows_q   <= rows_t'(rows_i);
    end else if (taken && row_ends) begin
      row_q  <= next_row;
      addr_q <= next_row;
      left_q <= bytes_q;
      rows_q <= rows_q - 1'b1;
    end else if (taken) begin
      addr_q <= {addr_q[AddrBits-1:BurstLog2] + 1'b1, BurstLog2'(0)};
      left_q <= left_q - bytes_t'(room);
    end
  end

  `WEFT_ASSERT(BurstHasBeats, burst_valid_o |-> burst_beats_o != '0)
  `WEFT_ASSERT(BurstStaysInItsPage, burst_valid_o |->
               32'(burst_addr_o[11:0]) + 32'(burst_beats_o) * Bytes <= 32'd4096)

endmodule
