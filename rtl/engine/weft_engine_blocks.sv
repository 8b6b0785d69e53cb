// SPDX-License-Identifier: Apache-2.0
//
// Walks over the blocks of a product: rows in the outer loop, then columns, depth in the inner one;
// all of it once for each plane.

module weft_engine_blocks #(
  parameter int unsigned BlockM = 64,
  parameter int unsigned BlockN = 64,
  parameter int unsigned BlockK = 256,
  parameter int unsigned Planes = 0   // 0: one
) (
  input  logic        clk_i,

  input  logic        start_i,
  input  logic [15:0] m_i,        // from start_i to the last step
  input  logic [15:0] n_i,
  input  logic [15:0] k_i,
  input  logic [15:0] planes_i,
  input  logic        step_i,

  output logic [15:0] rows_o,     // of the block
  output logic [15:0] cols_o,
  output logic [15:0] depth_o,
  output logic        first_k_o,
  output logic        last_k_o,
  output logic        last_n_o,
  output logic        last_m_o,   // of the plane
  output logic        last_plane_o
);

  logic [15:0] m_q, n_q, k_q, planes_q;  // that are left, the block included
  logic        first_k_q;
  assign last_plane_o = Planes == 0 || planes_q == 16'd1;
  assign last_m_o  = 32'(m_q) <= BlockM;
  assign last_n_o  = 32'(n_q) <= BlockN;
  assign last_k_o  = 32'(k_q) <= BlockK;
  assign rows_o    = last_m_o ? m_q : 16'(BlockM);
  assign cols_o    = last_n_o ? n_q : 16'(BlockN);
  assign depth_o   = last_k_o ? k_q : 16'(BlockK);
  assign first_k_o = first_k_q;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      m_q       <= m_i;
      n_q       <= n_i;
      k_q       <= k_i;
      planes_q  <= planes_i;
      first_k_q <= 1'b1;
    end else if (step_i) begin
      k_q       <= last_k_o ? k_i : k_q - 16'(BlockK);
      first_k_q <= last_k_o;
      if (last_k_o) n_q <= last_n_o ? n_i : n_q - 16'(BlockN);
      if (last_k_o && last_n_o) begin
        m_q <= Planes != 0 && last_m_o ? m_i : m_q - 16'(BlockM);
        if (last_m_o) planes_q <= planes_q - 16'd1;
      end
    end
  end

endmodule
