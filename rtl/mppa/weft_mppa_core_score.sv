// SPDX-License-Identifier: Apache-2.0
//
// The scoreboard: for N registers, the cycles until each is computed. An operation that issues in
// cycle t with latency L sets its registers to L; they count down from the next cycle on. At 1 a
// register is read by any bundle; at 2 by what reads a cycle later; at 0 by what reads a cycle
// before.

module weft_mppa_core_score #(
  parameter int unsigned N = 64
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [N-1:0] set_i [5],  // to 1 to 4
  output logic [N-1:0] any_o,      // more than 0
  output logic [N-1:0] read_o,     // more than 1: not to be read
  output logic [N-1:0] late_o      // more than 2
);

  logic [2:0] left_q [N];

  for (genvar r = 0; r < N; r++) begin : gen_register
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) left_q[r] <= '0;
      else if (set_i[4][r]) left_q[r] <= 3'd4;
      else if (set_i[3][r]) left_q[r] <= 3'd3;
      else if (set_i[2][r]) left_q[r] <= 3'd2;
      else if (set_i[1][r]) left_q[r] <= 3'd1;
      else if (left_q[r] != '0) left_q[r] <= left_q[r] - 1'b1;
    end
    assign any_o[r]  = left_q[r] != '0;
    assign read_o[r] = left_q[r] > 3'd1;
    assign late_o[r] = left_q[r] > 3'd2;
  end

endmodule
