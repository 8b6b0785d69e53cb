// SPDX-License-Identifier: Apache-2.0
//
// Chooses the flow for a shape: the one that takes fewer steps for Cols columns of D,
//
//     output-stationary   ceil(M / Rows) * max(K, Rows)
//     weight-stationary   ceil(K / Rows) * max(M, Rows)
//
// and output-stationary in a tie. Both grow alike with N; the steps to fill and drain the array are
// not counted. There are two registered multipliers of DimBits: the answer is valid from the second
// cycle of a command on. Rows is a power of two.

module weft_tensor_choose
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Rows = 4
) (
  input  logic  clk_i,
  input  logic  rst_ni,
  input  logic  ask_i,     // held until the answer is taken, as are m_i and k_i
  input  dim_t  m_i,
  input  dim_t  k_i,       // in steps of the array
  output logic  chosen_o,
  output flow_e flow_o
);

  localparam int unsigned RowBits = $clog2(Rows);
  typedef logic [2*DimBits-1:0] steps_t;

  function automatic dim_t chunks(dim_t x);
    return dim_t'(((DimBits + 1)'(x) + (DimBits + 1)'(Rows - 1)) >> RowBits);
  endfunction
  function automatic dim_t at_least(dim_t x, dim_t least);
    return x > least ? x : least;
  endfunction

  logic   chosen_q;
  steps_t stay_q, pass_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) chosen_q <= 1'b0;
    else chosen_q <= ask_i && !chosen_q;
  end
  always_ff @(posedge clk_i) begin
    stay_q <= steps_t'(chunks(m_i)) * steps_t'(at_least(k_i, dim_t'(Rows)));
    pass_q <= steps_t'(chunks(k_i)) * steps_t'(at_least(m_i, dim_t'(Rows)));
  end

  assign chosen_o = chosen_q;
  assign flow_o   = pass_q < stay_q ? WeightStationary : OutputStationary;

endmodule
