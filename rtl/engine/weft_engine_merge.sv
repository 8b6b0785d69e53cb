// SPDX-License-Identifier: Apache-2.0
//
// Puts stretches together: beats of weft_axi_read and padding become lines, a word of the bus at a
// time.
//
//     in beats --+--> rotate --> [ held bytes | word ] --> out words
//     padding  --'
//
// piece_* says what comes next: the beats of a command as they are, each of its rows a line
// (plain), a row that is part of a line, or bytes of padding. The last piece of a line is marked. pop_o: the
// piece has ended. Padding repeats pad_i, a word of it. A plain beat passes in its cycle; others
// too, and a line whose last bytes need a word of their own gives it one cycle later.
// stop_i drops what is held.

`include "weft_assert.svh"

module weft_engine_merge
  import weft_engine_core_pkg::*;
#(
  parameter  int unsigned Bytes     = 16,  // of a word
  parameter  int unsigned BytesBits = 16,  // of the bytes of a piece
  localparam int unsigned CountBits = $clog2(Bytes + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 stop_i,

  input  logic                 piece_valid_i,
  input  piece_t               piece_i,
  input  logic [BytesBits-1:0] bytes_i,      // of padding
  input  logic [Bytes*8-1:0]   pad_i,
  output logic                 pop_o,

  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  logic [Bytes*8-1:0]   in_data_i,
  input  logic [CountBits-1:0] in_bytes_i,
  input  logic                 in_row_last_i,
  input  logic                 in_last_i,

  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output logic [Bytes*8-1:0]   out_data_o,
  output logic                 out_last_o    // of the line
);

  typedef logic [Bytes*8-1:0]          word_t;
  typedef logic [$clog2(2*Bytes)-1:0]  sum_t;
  typedef logic [$clog2(Bytes)-1:0]    offset_t;

  logic [BytesBits-1:0] filled_q, fill_left;
  word_t   held_q, item, rotated, joined;
  offset_t count_q;
  sum_t    bytes, total;
  logic    flush_q, joins, valid, ends, line_ends, leaves, takes, spills;

  // The item: a beat, or up to a word of padding.
  assign joins     = piece_valid_i && !piece_i.plain;
  assign fill_left = bytes_i - filled_q;
  assign valid     = joins && (piece_i.fill || in_valid_i);
  assign item      = piece_i.fill ? pad_i : in_data_i;
  always_comb begin
    bytes = sum_t'(in_bytes_i);
    ends  = in_row_last_i;
    if (piece_i.fill) begin
      ends  = 32'(fill_left) <= Bytes;
      bytes = ends ? sum_t'(fill_left) : sum_t'(Bytes);
    end
  end

  // The item comes behind the bytes that are held.
  assign rotated = word_t'({item, item} << {count_q, 3'b000} >> (8 * Bytes));
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      joined[8*i+:8] = offset_t'(i) < count_q ? held_q[8*i+:8] : rotated[8*i+:8];
    end
  end

  assign total     = sum_t'(count_q) + bytes;
  assign line_ends = ends && piece_i.last;
  assign spills    = total > sum_t'(Bytes);
  assign leaves    = total >= sum_t'(Bytes) || line_ends;
  assign takes     = valid && !flush_q && (!leaves || out_ready_i);
  always_comb begin
    if (flush_q) begin
      out_valid_o = 1'b1;
      out_data_o  = held_q;
      out_last_o  = 1'b1;
    end else if (joins) begin
      out_valid_o = valid && leaves;
      out_data_o  = joined;
      out_last_o  = line_ends && !spills;
    end else begin
      out_valid_o = piece_valid_i && in_valid_i;
      out_data_o  = in_data_i;
      out_last_o  = in_row_last_i;
    end
  end
  assign in_ready_o = !flush_q && piece_valid_i
                   && (piece_i.plain ? out_ready_i : !piece_i.fill && (!leaves || out_ready_i));
  assign pop_o      = piece_i.plain ? in_valid_i && in_ready_o && in_last_i : takes && ends;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_q  <= 1'b0;
      count_q  <= '0;
      filled_q <= '0;
    end else if (stop_i) begin
      flush_q  <= 1'b0;
      count_q  <= '0;
      filled_q <= '0;
    end else if (flush_q && out_ready_i) begin
      flush_q <= 1'b0;
      count_q <= '0;
    end else if (takes) begin
      flush_q  <= line_ends && spills;
      count_q  <= line_ends && !spills ? '0 : offset_t'(total);
      filled_q <= !piece_i.fill || ends ? '0 : filled_q + BytesBits'(Bytes);
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes) held_q <= leaves ? rotated : joined;
  end

  `WEFT_ASSERT(PlainRowsBeginLines, piece_valid_i && piece_i.plain |-> flush_q || count_q == '0)
  `WEFT_COVER(Spills, takes && line_ends && spills)

endmodule
