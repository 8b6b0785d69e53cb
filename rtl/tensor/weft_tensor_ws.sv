// SPDX-License-Identifier: Apache-2.0
//
// Controller of the flows in which sums pass: weight-stationary and bidirectional.
//
// A block is Rows x Cols weights (rows of B) and the rows of A that pass them, at most PartialRows.
// While one block computes, the weights of the next one move down the columns into the shadow
// registers:
//
//     step        0      1      2      3    ...                   max(rows, Rows)
//     a, c        m=0    m=1    m=2    m=3  ...   m=rows-1    -   | m=0   of the next block
//     b           k=0    k=1    ...    k=Rows-1   -   (next)      | k=0
//     load        row 0         row 1       ...                   | row 0
//     swap        x                                               | x
//     pass                      x      x    ...                   |              (bidirectional)
//
// Every signal reaches row r of the array r steps later, so the weight for row r, which enters in
// step r, arrives in step 2r. `swap` activates the whole block as the first row of A moves down
// with its sum; the weights of the next block may follow at once. The bottom row has its weight in
// step 2 Rows - 2 and swaps Rows - 1 steps after the top row, so a block takes at least Rows steps.
//
// Bidirectional: from the third row of A on, a row of the array takes the weight that was one row
// below it two steps earlier: weights move up one row per step, sums move down one row, and rows of
// A are rotated by one lane every second step to meet them. Row m of A, counted within its block,
// meets weight (m/2 + r) mod Rows in row r. Two sets of sums, those of the even and of the odd rows
// of A, are interleaved, so that no processing element idles. Weights that leave at the top return
// at the bottom.
//
// A sum that needs another block of weights leaves the bottom row Rows + 1 steps after its row of A
// entered. It goes to the partial-sum memory (`write`) and comes back as the addend of the same row
// in the next block. If that row enters after only Rows or Rows + 1 steps, too soon for the memory,
// the sum goes straight to the top.
//
// The array stalls while an operand that it needs is missing, or while the writer has no place for
// the row that leaves.

`include "weft_assert.svh"

module weft_tensor_ws
  import weft_tensor_pkg::*;
#(
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  int unsigned PartialRows = 64,
  localparam int unsigned RowBits     = $clog2(PartialRows),
  localparam int unsigned TurnBits    = Rows > 1 ? $clog2(Rows) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                start_i,
  input  logic                follows_i,  // with start_i: results of the last command leave
  input  dim_t                m_i,        // from start_i on, held while busy_i, as n_i and k_i
  input  dim_t                n_i,
  input  dim_t                k_i,
  input  flow_e               flow_i,     // while busy_i
  input  logic                preload_i,  // while busy_i
  input  logic                busy_i,

  input  logic                a_valid_i,
  output logic                a_ready_o,
  input  logic                b_valid_i,
  output logic                b_ready_o,
  input  logic                c_valid_i,
  output logic                c_ready_o,
  input  logic                blocked_i,  // the writer has no place

  output logic                advance_o,
  output control_t [Rows-1:0] control_o,
  output logic [Rows-1:0]     a_ends_o,   // a lane of A is the last along K
  output logic                b_ends_o,   // the weight is the last along K
  output logic [TurnBits-1:0] turn_o,     // rotation of the lanes of A
  output logic                write_o,    // writes a partial sum of column 0
  output logic [RowBits-1:0]  write_row_o,
  output addend_e             addend_o,
  output logic [RowBits-1:0]  read_row_o,
  output logic                enters_o,   // operands have yet to enter the array
  output phase_e              phase_o
);

  logic loading_q;  // weights of the next block enter
  logic active_q;   // a block computes
  logic first_q;    // the block is the first one of its sums
  logic deepest_q;  // the block is the last one of its sums
  dim_t rows_q, depth_q;
  dim_t step_q;

  // The walk is at the block whose weights enter; the parameters of the computing block are
  // registered when its weights are complete.

  logic block_done, last_block, deepest;
  dim_t rows, depth;

  weft_tensor_walk #(
    .Cols(Cols)
  ) u_walk (
    .clk_i,
    .start_i,
    .m_i,
    .n_i,
    .k_i,
    .row_chunk_i   (dim_t'(PartialRows)),
    .depth_chunk_i (dim_t'(Rows)),
    .row_stride_i  ('0),
    .col_stride_i  ('0),
    .depth_stride_i('0),
    .step_i        (block_done),
    .rows_o        (rows),
    .cols_o        (),
    .depth_o       (depth),
    .deepest_o     (deepest),
    .address_o     (),
    .next_address_o(),
    .last_o        (last_block)
  );

  always_ff @(posedge clk_i) begin
    if (block_done) begin
      rows_q    <= rows;
      depth_q   <= depth;
      deepest_q <= deepest;
      first_q   <= !active_q || deepest_q;
    end
  end

  // Results of the last command leave while the first weight of this one is on its way.

  logic follows_q, waits, loading;
  assign waits   = follows_q && !b_valid_i;
  assign loading = loading_q && !waits;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) follows_q <= 1'b0;
    else if (start_i) follows_q <= follows_i;
    else if (advance_o && !waits) follows_q <= 1'b0;
  end

  // The operands that this step needs.

  logic row_enters, weight_enters, preloads;
  assign row_enters    = active_q && step_q < rows_q;
  assign weight_enters = loading && step_q < depth;
  assign preloads      = row_enters && first_q && preload_i;

  assign advance_o = busy_i && !blocked_i
                  && (a_valid_i || !row_enters)
                  && (b_valid_i || !weight_enters)
                  && (c_valid_i || !preloads);
  assign a_ready_o = advance_o && row_enters;
  assign b_ready_o = advance_o && weight_enters;
  assign c_ready_o = advance_o && preloads;

  assign enters_o = active_q || loading_q;
  assign b_ends_o = deepest && step_q == depth - 1'b1;
  for (genvar row = 0; row < Rows; row++) begin : gen_ends
    assign a_ends_o[row] = deepest_q && depth_q == dim_t'(row + 1);
  end

  // The length of the block in steps.

  dim_t interval;
  assign interval   = active_q && (!loading_q || rows_q > dim_t'(Rows)) ? rows_q : dim_t'(Rows);
  assign block_done = advance_o && (active_q || loading) && step_q == interval - 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loading_q <= 1'b0;
      active_q  <= 1'b0;
    end else if (start_i) begin
      loading_q <= 1'b1;
      active_q  <= 1'b0;
    end else if (block_done) begin
      loading_q <= loading_q && !last_block;
      active_q  <= loading_q;
    end
  end

  logic [TurnBits-1:0] turn_q;
  logic                turn_wraps;
  assign turn_wraps = turn_q == TurnBits'(Rows - 1);
  assign turn_o     = flow_i == Bidirectional ? turn_q : '0;

  always_ff @(posedge clk_i) begin
    if (start_i || block_done) begin
      step_q <= '0;
      turn_q <= '0;
    end else if (advance_o && !waits) begin
      step_q <= step_q + 1'b1;
      if (step_q[0]) turn_q <= turn_wraps ? '0 : turn_q + 1'b1;
    end
  end

  // The control wave of the left column: each row is one step after the row above, two steps for
  // `load`.

  logic [Rows-1:0] last, swap, pass, load;
  assign last[0] = row_enters && deepest_q;
  assign swap[0] = active_q && step_q == '0;
  assign pass[0] = active_q && step_q >= dim_t'(2) && flow_i == Bidirectional;
  assign load[0] = loading && step_q == '0;

  if (Rows > 1) begin : gen_rows
    logic [Rows-2:0] last_q, swap_q, pass_q, load_q, half_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        last_q <= '0;
        swap_q <= '0;
        pass_q <= '0;
        load_q <= '0;
        half_q <= '0;
      end else if (advance_o) begin
        last_q <= last[Rows-2:0];
        swap_q <= swap[Rows-2:0];
        pass_q <= pass[Rows-2:0];
        half_q <= load[Rows-2:0];
        load_q <= half_q;
      end
    end
    assign last[Rows-1:1] = last_q;
    assign swap[Rows-1:1] = swap_q;
    assign pass[Rows-1:1] = pass_q;
    assign load[Rows-1:1] = load_q;
  end

  for (genvar row = 0; row < Rows; row++) begin : gen_control
    assign control_o[row] = '{first: 1'b0, last: last[row], shift: 1'b0,
                              load: load[row], swap: swap[row], pass: pass[row]};
  end

  // Partial sums.

  always_comb begin
    if (!row_enters || first_q) addend_o = Fresh;
    else if (rows_q > dim_t'(Rows + 1)) addend_o = Waiting;
    else if (rows_q == dim_t'(Rows + 1)) addend_o = Leaving;
    else addend_o = Following;
  end
  assign read_row_o = RowBits'(step_q);

  logic [Rows:0]      write_q, restart_q;  // steps since the row entered
  logic [RowBits-1:0] write_row_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q   <= '0;
      restart_q <= '0;
    end else if (advance_o) begin
      write_q   <= {write_q[Rows-1:0], row_enters && !deepest_q};
      restart_q <= {restart_q[Rows-1:0], active_q && step_q == '0};
    end
  end
  always_ff @(posedge clk_i) begin
    if (advance_o && write_o) write_row_q <= write_row_o + 1'b1;
  end
  assign write_o     = write_q[Rows];
  assign write_row_o = restart_q[Rows] ? '0 : write_row_q;

  always_comb begin
    if (!busy_i) phase_o = Idle;
    else if (!advance_o) phase_o = Wait;
    else if (active_q || loading) phase_o = Issue;
    else phase_o = Drain;
  end

  if (Rows > 1) begin : gen_assert
    `WEFT_ASSERT(SwapAfterLoad, !(load[Rows-1] && swap[Rows-1]))
  end
  `WEFT_COVER(WaitsForRow, row_enters && !a_valid_i)
  `WEFT_COVER(WaitsForWeight, weight_enters && !b_valid_i)
  `WEFT_COVER(WaitsForPreload, preloads && !c_valid_i)
  `WEFT_COVER(ResultsLeaveFirst, advance_o && waits)
  `WEFT_COVER(WaitsForWriter, busy_i && blocked_i)
  `WEFT_COVER(BlocksBackToBack, block_done && active_q && loading_q && rows_q >= dim_t'(Rows))
  `WEFT_COVER(ShortBlockWaitsForWeights, active_q && loading_q && step_q >= rows_q)
  `WEFT_COVER(SumsWait, addend_o == Waiting)
  `WEFT_COVER(SumsAreLeaving, addend_o == Leaving)
  `WEFT_COVER(SumsFollow, addend_o == Following)

endmodule
