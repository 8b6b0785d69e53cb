// SPDX-License-Identifier: Apache-2.0
//
// Walk over the blocks of a GEMM: rows in the outer loop, then columns, depth in the inner loop.
//
//     for (m = M; m > 0; m -= RowChunk)          m, n, k: what is still to do
//       for (n = N; n > 0; n -= Cols)
//         for (k = K; k > 0; k -= DepthChunk)
//           one block of min(m, RowChunk) x min(n, Cols) x min(k, DepthChunk)
//
// The walk computes an address: each loop adds its own stride, and a loop that restarts begins at
// the address of the loop around it. start_i starts at the first block and address 0; step_i
// advances by one block.

module weft_tensor_walk
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Cols = 4
) (
  input  logic  clk_i,
  input  logic  start_i,
  input  dim_t  m_i,             // held from start_i to the last step_i, as n_i and k_i
  input  dim_t  n_i,
  input  dim_t  k_i,
  input  dim_t  row_chunk_i,     // held from the cycle after start_i on, as are all below
  input  dim_t  depth_chunk_i,
  input  addr_t row_stride_i,
  input  addr_t col_stride_i,
  input  addr_t depth_stride_i,
  input  logic  step_i,

  output dim_t  rows_o,          // rows of this block
  output dim_t  cols_o,
  output dim_t  depth_o,
  output logic  deepest_o,       // the last block along K
  output addr_t address_o,
  output addr_t next_address_o,
  output logic  last_o           // the last block of all
);

  dim_t  m_q, n_q, k_q;
  addr_t row_q, col_q, depth_q;

  logic last_row, last_col;
  assign last_row  = m_q <= row_chunk_i;
  assign last_col  = n_q <= dim_t'(Cols);
  assign deepest_o = k_q <= depth_chunk_i;
  assign last_o    = last_row && last_col && deepest_o;

  assign rows_o    = last_row  ? m_q : row_chunk_i;
  assign cols_o    = last_col  ? n_q : dim_t'(Cols);
  assign depth_o   = deepest_o ? k_q : depth_chunk_i;
  assign address_o = depth_q;

  logic next_col, next_row;
  assign next_col = step_i && deepest_o;
  assign next_row = next_col && last_col;

  addr_t row_d, col_d;
  assign row_d = row_q + row_stride_i;
  assign col_d = last_col ? row_d : col_q + col_stride_i;
  assign next_address_o = deepest_o ? col_d : depth_q + depth_stride_i;

  always_ff @(posedge clk_i) begin
    if (start_i || next_row) begin
      m_q   <= start_i ? m_i : m_q - row_chunk_i;
      row_q <= start_i ? '0 : row_d;
    end
    if (start_i || next_col) begin
      n_q   <= start_i || last_col ? n_i : n_q - dim_t'(Cols);
      col_q <= start_i ? '0 : col_d;
    end
    if (start_i || step_i) begin
      k_q     <= start_i || deepest_o ? k_i : k_q - depth_chunk_i;
      depth_q <= start_i ? '0 : next_address_o;
    end
  end

endmodule
