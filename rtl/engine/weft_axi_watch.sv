// SPDX-License-Identifier: Apache-2.0
//
// Watchdog of a bus: hung_o rises when the bus has owed an answer for limit_i cycles in which
// nothing moved, and falls when it moves again or owes nothing. With limit_i = 0 it never rises.

module weft_axi_watch (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] limit_i,
  input  logic        owed_i,
  input  logic        moved_i,
  output logic        hung_o
);

  logic [31:0] count_q;
  assign hung_o = limit_i != '0 && count_q >= limit_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (!owed_i || moved_i) count_q <= '0;
    else if (!hung_o && limit_i != '0) count_q <= count_q + 1'b1;
  end

endmodule
