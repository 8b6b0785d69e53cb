// SPDX-License-Identifier: Apache-2.0
//
// Gearbox: rows of bytes, cut into items of one width, are cut into words of another.
//
// Widths count chunks of Chunk bytes and may change from row to row: an item has in_chunks_i, a
// word out_chunks_i. A row has length_i bytes and begins with a new item and a new word; in_last_i
// marks its last item. Chunks of an item from in_chunks_i on are zero. out_left_o is what is left
// of the row, the word included; bytes of the last word beyond the row mean nothing.
//
// Items and words move in every cycle if the wider ones do. clear_i empties the gearbox.

`include "weft_assert.svh"

module weft_engine_gear #(
  parameter  int unsigned Chunk  = 4,   // bytes
  parameter  int unsigned MaxIn  = 4,   // chunks
  parameter  int unsigned MaxOut = 4,
  parameter  int unsigned LengthBits = 32,
  localparam int unsigned Places = MaxIn + MaxOut - 1,
  localparam int unsigned CountBits = $clog2(Places + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clear_i,
  input  logic [LengthBits-1:0]     length_i,
  input  logic [CountBits-1:0]      in_chunks_i,
  input  logic [CountBits-1:0]      out_chunks_i,

  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic [MaxIn*Chunk*8-1:0]  in_data_i,
  input  logic                      in_last_i,

  output logic                      out_valid_o,
  input  logic                      out_ready_i,
  output logic [MaxOut*Chunk*8-1:0] out_data_o,
  output logic [LengthBits-1:0]     out_left_o,
  output logic                      out_last_o
);

  typedef logic [CountBits-1:0]       count_t;
  typedef logic [Places*Chunk*8-1:0]  chunks_t;

  chunks_t     chunks_q, held, kept;
  count_t      count_q, count;
  logic        ended_q;  // the last item of the row is here
  logic        fresh_q;  // no word of the row has left
  logic [LengthBits-1:0] left_q;
  logic [31:0] out_bytes;
  logic        gives, takes;

  assign out_bytes   = 32'(out_chunks_i) * Chunk;
  assign out_left_o  = fresh_q ? length_i : left_q;
  assign out_last_o  = 32'(out_left_o) <= out_bytes;
  assign out_valid_o = ended_q || count_q >= out_chunks_i;
  assign out_data_o  = chunks_q[MaxOut*Chunk*8-1:0];
  assign gives       = out_valid_o && out_ready_i;

  assign count      = !gives ? count_q : out_last_o ? '0 : count_q - out_chunks_i;
  assign held       = count_q == '0 ? '0 : chunks_q;
  assign kept       = !gives ? held : out_last_o ? '0 : held >> (32'(out_chunks_i) * Chunk * 8);
  assign in_ready_o = count < out_chunks_i && (!ended_q || (gives && out_last_o));
  assign takes      = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      ended_q <= 1'b0;
      fresh_q <= 1'b1;
    end else if (clear_i) begin
      count_q <= '0;
      ended_q <= 1'b0;
      fresh_q <= 1'b1;
    end else begin
      count_q <= count + (takes ? in_chunks_i : '0);
      if (takes) ended_q <= in_last_i;
      else if (gives && out_last_o) ended_q <= 1'b0;
      if (gives) fresh_q <= out_last_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (gives) left_q <= out_left_o - LengthBits'(out_bytes);
    chunks_q <= !takes ? kept : kept | chunks_t'(in_data_i) << (32'(count) * Chunk * 8);
  end

  `WEFT_ASSERT(ItemsHavePlaces, 32'(count_q) <= Places)
  `WEFT_ASSERT(LastWordHasTheLastItem, gives && out_last_o |-> ended_q)

endmodule
