// SPDX-License-Identifier: Apache-2.0
//
// Round robin of a multiprocessor's processing blocks at a port: in a circle from the turn on, a
// block may go if none before it asks. The turn goes behind the one that went, and stays with one
// that asks and has not.

module weft_sm_turn #(
  parameter int unsigned Blocks = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              restart_i,  // the turn goes back to the first one
  input  logic [Blocks-1:0] asks_i,
  input  logic              goes_i,     // the first one that asks
  output logic [Blocks-1:0] may_o
);

  localparam int unsigned Bits = Blocks > 1 ? $clog2(Blocks) : 1;

  logic [Bits-1:0] turn_q, first;
  always_comb begin
    logic asked;
    asked = 1'b0;
    first  = turn_q;
    may_o  = '0;
    for (int n = 0; n < Blocks; n++) begin
      logic [Bits-1:0] b;
      b = Bits'((32'(turn_q) + n) % Blocks);
      may_o[b] = !asked;
      if (asks_i[b] && !asked) first = b;
      asked |= asks_i[b];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else if (restart_i) turn_q <= '0;
    else if (asks_i != 0) turn_q <= goes_i ? Bits'((32'(first) + 1) % Blocks) : first;
  end

endmodule
