// SPDX-License-Identifier: Apache-2.0
//
// Output-stationary dataflow controller: determines the operands that enter the array in each step,
// and when the array may advance.
//
// A tile takes max(K, Rows) steps; step k sends column k of A and row k of B into the array and,
// with preload, row k of C. The next tile follows at once. The interval is never shorter than Rows,
// because a column needs Rows steps to drain.
//
//     step          0     1    ...   K-1     K    ...         (K < Rows shown)
//     a, b          k=0   k=1  ...   K-1     -    ...
//     c (preload)   r=0   r=1  ...   ...     ...  Rows-1
//     control       first            last
//
// Control enters row r with the operands, r steps late. `shift` follows from `last`: when the
// bottom row of the left column has finished its sum, that column starts to drain, the bottom row
// first; row r stops after r shifts, because the rows above it are then empty, and the next tile's
// sum may already enter.
//
//     step after last of row 0       Rows   Rows+1   Rows+2  ...
//     shift into row 1                x
//     shift into row 2                x       x
//     shift into row 3                x       x        x
//
// The array stalls while an operand that it needs is missing, or while the writer has no place for
// the row that leaves.

`include "weft_assert.svh"

module weft_tensor_os
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Rows = 4,
  parameter int unsigned Cols = 4
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                start_i,
  input  logic                follows_i,   // with start_i: results of the last command leave
  input  dim_t                m_i,         // from start_i on, held while busy_i, as n_i
  input  dim_t                n_i,
  input  dim_t                k_i,         // while busy_i
  input  logic                preload_i,   // while busy_i
  input  logic                busy_i,

  input  logic                operands_valid_i,  // a word of A and a word of B are valid
  output logic                operands_ready_o,
  input  logic                preload_valid_i,   // a word of C is valid
  output logic                preload_ready_o,
  input  logic                blocked_i,         // the writer has no place

  output logic                advance_o,
  output control_t [Rows-1:0] control_o,
  output logic                ends_o,            // the operands are the last of the tile
  output logic                enters_o,          // operands have yet to enter the array
  output phase_e              phase_o
);

  logic active_q;
  dim_t step_q;

  logic walk_last, tile_done;
  dim_t rows;
  weft_tensor_walk #(
    .Cols(Cols)
  ) u_walk (
    .clk_i,
    .start_i,
    .m_i,
    .n_i,
    .k_i           ('0),
    .row_chunk_i   (dim_t'(Rows)),
    .depth_chunk_i ('0),
    .row_stride_i  ('0),
    .col_stride_i  ('0),
    .depth_stride_i('0),
    .step_i        (tile_done),
    .rows_o        (rows),
    .cols_o        (),
    .depth_o       (),
    .deepest_o     (),
    .address_o     (),
    .next_address_o(),
    .last_o        (walk_last)
  );

  // Results of the last command leave while the first operands of this one are on their way.
  logic follows_q, waits, active;
  assign waits    = follows_q && !(operands_valid_i && (preload_valid_i || !preload_i));
  assign active   = active_q && !waits;
  assign enters_o = active_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) follows_q <= 1'b0;
    else if (start_i) follows_q <= follows_i;
    else if (advance_o && !waits) follows_q <= 1'b0;
  end

  logic needs_operands, needs_preload;
  assign needs_operands = active && step_q < k_i;
  assign needs_preload  = active && preload_i && step_q < rows;

  assign advance_o = busy_i && !blocked_i
                  && (operands_valid_i || !needs_operands)
                  && (preload_valid_i || !needs_preload);
  assign operands_ready_o = advance_o && needs_operands;
  assign preload_ready_o  = advance_o && needs_preload;

  dim_t interval;
  assign interval  = k_i > dim_t'(Rows) ? k_i : dim_t'(Rows);
  assign tile_done = advance_o && active && step_q == interval - 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active_q <= 1'b0;
    else if (start_i) active_q <= 1'b1;
    else if (tile_done && walk_last) active_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start_i || tile_done) step_q <= '0;
    else if (advance_o && !waits) step_q <= step_q + 1'b1;
  end

  // first and last reach each row a step after the row above; shift reaches row 1 when the bottom
  // row has finished, and row r + 1 one step after row r.

  logic [Rows-1:0] first, last, shift;
  assign first[0] = active && step_q == '0;
  assign last[0]  = active && step_q == k_i - 1'b1;
  assign ends_o   = last[0];
  assign shift[0] = 1'b0;

  if (Rows > 1) begin : gen_rows
    logic [Rows-2:0] first_q, last_q, shift_q;
    logic            bottom_done_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q       <= '0;
        last_q        <= '0;
        shift_q       <= '0;
        bottom_done_q <= 1'b0;
      end else if (advance_o) begin
        first_q       <= first[Rows-2:0];
        last_q        <= last[Rows-2:0];
        shift_q       <= shift[Rows-2:0];
        bottom_done_q <= last[Rows-1];
      end
    end
    assign first[Rows-1:1] = first_q;
    assign last[Rows-1:1]  = last_q;
    assign shift[Rows-1:1] = shift_q | {(Rows-1){bottom_done_q}};
  end

  for (genvar row = 0; row < Rows; row++) begin : gen_control
    assign control_o[row] = '{first: first[row], last: last[row], shift: shift[row],
                              load: 1'b0, swap: 1'b0, pass: 1'b0};
  end

  always_comb begin
    if (!busy_i) phase_o = Idle;
    else if (!advance_o) phase_o = Wait;
    else if (active) phase_o = Issue;
    else phase_o = Drain;
  end

  // A finished sum never meets a passing one: the previous tile has left the row.
  for (genvar row = 0; row < Rows; row++) begin : gen_assert
    `WEFT_ASSERT(LastMeetsNoShift, !(last[row] && shift[row]))
  end

  `WEFT_COVER(WaitsForOperands, needs_operands && !operands_valid_i)
  `WEFT_COVER(WaitsForPreload, needs_preload && !preload_valid_i)
  `WEFT_COVER(ResultsLeaveFirst, advance_o && waits)
  `WEFT_COVER(WaitsForWriter, busy_i && blocked_i)
  `WEFT_COVER(TilesBackToBack, tile_done && !walk_last && k_i >= dim_t'(Rows))
  `WEFT_COVER(ShortTileLeavesTimeToDrain, advance_o && active && !needs_operands)

endmodule
