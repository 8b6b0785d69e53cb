// SPDX-License-Identifier: Apache-2.0
//
// 2:4 sparsity: selects the neighbour of B that each element of A meets, and counts the steps of a
// word of B.
//
// A word of B has four neighbours of K for each column. If A is sparse, each lane of A carries its
// index and a word of B serves two steps; else the index is k mod 4, and the word serves four. The
// last step along K ends the word early.
//
//                     sums stay      sums pass
//     k of lane i     the step       i

module weft_tensor_index #(
  parameter  int unsigned Rows = 4,
  parameter  int unsigned Bits = 8  // bits of an element of A
) (
  input  logic                           clk_i,
  input  logic                           start_i,
  input  logic                           sparse_i,
  input  logic                           stream_i,  // sums pass
  input  logic [Rows-1:0][Bits+1:0]      a_i,       // {index, element}
  output logic [Rows-1:0][Bits+1:0]      a_o,
  input  logic                           step_i,    // the step takes B
  input  logic                           ends_i,    // the step is the last one along K
  output logic                           served_o   // the step is the last one of its word of B
);

  logic [1:0] step_q;
  assign served_o = ends_i || (sparse_i ? step_q[0] : &step_q);

  always_ff @(posedge clk_i) begin
    if (start_i || (step_i && served_o)) step_q <= '0;
    else if (step_i) step_q <= step_q + 1'b1;
  end

  for (genvar row = 0; row < Rows; row++) begin : gen_row
    logic [1:0] index;
    assign index    = sparse_i ? a_i[row][Bits+1:Bits] : stream_i ? 2'(row) : step_q;
    assign a_o[row] = {index, a_i[row][Bits-1:0]};
  end

endmodule
