// SPDX-License-Identifier: Apache-2.0
//
// Transposes an operand in the other memory order: the words that enter are the rows of a piece,
// the words that leave are its columns.
//
//     in     word i: x[i][0] x[i][1] ... x[i][Lanes-1]        i = 0 .. words - 1
//     out    word j: x[0][j] x[1][j] ... x[Lanes-1][j]        j = 0 .. turned - 1
//
// The unit stores Lanes x Lanes elements. One piece lies in their rows, the next one in their
// columns, so that each word can enter a place that has been read:
//
//     out, piece n     column 0   1   2  ...  Lanes-1 | row 0      1   ...
//     in, piece n + 1  column 0   1   2  ...  Lanes-1 | row 0 of piece n + 2 ...
//
// One word enters and one leaves per cycle if pieces have Lanes words on both sides; the first word
// of a piece leaves in the cycle after its last one entered. If a piece has fewer words, the
// missing lanes are zero. With turn_i low, words pass unchanged.

`include "weft_assert.svh"

module weft_tensor_turn
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Lanes  = 4,
  parameter type         data_t = logic
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              turn_i,       // changes only while the unit is empty

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  data_t [Lanes-1:0] in_data_i,
  input  logic              in_last_i,    // last word of the piece
  input  dim_t              in_turned_i,  // words of the transposed piece, 1 to Lanes

  output logic              out_valid_o,
  input  logic              out_ready_i,
  output data_t [Lanes-1:0] out_data_o
);

  localparam int unsigned IndexBits = Lanes > 1 ? $clog2(Lanes) : 1;
  typedef logic [IndexBits-1:0] index_t;

  logic   by_cols_q;           // the entering piece lies in columns; the leaving one in rows
  logic   full_q, reading_q;   // the entering piece is complete and waits; a piece leaves
  index_t in_q, out_q, last_q;
  index_t waiting_q, lines_q;  // last word of the waiting and of the leaving piece
  dim_t   turned_q, turned;

  logic push, pop, done, whole, starts;
  assign pop    = turn_i && out_valid_o && out_ready_i;
  assign done   = pop && out_q == last_q;
  assign push   = turn_i && in_valid_i && in_ready_o;
  assign whole  = full_q || (push && in_last_i);
  assign starts = whole && (!reading_q || done);
  assign turned = full_q ? turned_q : in_turned_i;

  logic free;  // the place of the next word has been read
  assign free        = !reading_q || in_q < out_q || (in_q == out_q && pop);
  assign in_ready_o  = turn_i ? !full_q && free : out_ready_i;
  assign out_valid_o = turn_i ? reading_q : in_valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      by_cols_q <= 1'b0;
      full_q    <= 1'b0;
      reading_q <= 1'b0;
      in_q      <= '0;
    end else begin
      by_cols_q <= by_cols_q ^ starts;
      full_q    <= whole && !starts;
      reading_q <= starts || (reading_q && !done);
      if (starts) in_q <= '0;
      else if (push) in_q <= in_q + 1'b1;
    end
  end

  data_t [Lanes-1:0] line_q[Lanes];
  always_ff @(posedge clk_i) begin
    if (push) begin
      turned_q  <= in_turned_i;
      waiting_q <= in_q;
      if (by_cols_q) for (int unsigned row = 0; row < Lanes; row++) line_q[row][in_q] <= in_data_i[row];
      else line_q[in_q] <= in_data_i;
    end
    if (starts) begin
      last_q  <= index_t'(turned - 1'b1);
      lines_q <= full_q ? waiting_q : in_q;
      out_q   <= '0;
    end else if (pop) begin
      out_q <= out_q + 1'b1;
    end
  end

  data_t [Lanes-1:0] turned_word;
  always_comb begin
    turned_word = line_q[out_q];
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      if (by_cols_q) turned_word[lane] = line_q[lane][out_q];
      if (index_t'(lane) > lines_q) turned_word[lane] = '0;
    end
  end
  assign out_data_o = turn_i ? turned_word : in_data_i;

  `WEFT_COVER(WholePieceWaits, full_q && reading_q)
  `WEFT_COVER(WordsFollowThoseRead, push && reading_q && in_q == out_q)
  `WEFT_ASSERT(PieceFits, push |-> in_turned_i != '0 && in_turned_i <= dim_t'(Lanes))

endmodule
