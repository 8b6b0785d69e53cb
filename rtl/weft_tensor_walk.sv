// SPDX-License-Identifier: Apache-2.0
//
// Walk over the tiles of an M x N result: rows of tiles outside, tiles of a row inside.
//
//     for (m = M; m > 0; m -= Rows)        m, n: rows and columns still to do
//       for (n = N; n > 0; n -= Cols)
//         one tile of min(m, Rows) x min(n, Cols)
//
// A panel address goes with it: OnInner says where it goes for the next tile of the row, OnOuter where
// it goes for the next row. start_i begins at tile (0, 0) and panel 0; step_i goes on by one tile.

module weft_tensor_walk
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Rows    = 4,
  parameter int unsigned Cols    = 4,
  parameter step_e       OnInner = Next,
  parameter step_e       OnOuter = Next
) (
  input  logic  clk_i,
  input  logic  start_i,
  input  dim_t  m_i,       // held from start_i to the last step_i, as is n_i
  input  dim_t  n_i,
  input  addr_t stride_i,
  input  logic  step_i,

  output dim_t  rows_o,    // of this tile
  output dim_t  cols_o,
  output addr_t panel_o,
  output addr_t next_panel_o,
  output logic  last_o     // this tile is the last one
);

  dim_t  m_q, n_q;
  addr_t panel_q;

  logic inner_last, outer_last;
  assign inner_last = n_q <= dim_t'(Cols);
  assign outer_last = m_q <= dim_t'(Rows);

  assign rows_o  = outer_last ? m_q : dim_t'(Rows);
  assign cols_o  = inner_last ? n_q : dim_t'(Cols);
  assign panel_o = panel_q;
  assign last_o  = inner_last && outer_last;

  step_e how;
  assign how = inner_last ? OnOuter : OnInner;
  always_comb begin
    unique case (how)
      Next:    next_panel_o = panel_q + stride_i;
      Zero:    next_panel_o = '0;
      default: next_panel_o = panel_q;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      m_q     <= m_i;
      n_q     <= n_i;
      panel_q <= '0;
    end else if (step_i) begin
      if (inner_last) m_q <= m_q - dim_t'(Rows);
      n_q     <= inner_last ? n_i : n_q - dim_t'(Cols);
      panel_q <= next_panel_o;
    end
  end

endmodule
