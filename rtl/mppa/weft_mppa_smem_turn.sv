// SPDX-License-Identifier: Apache-2.0
//
// Round robin: of the ports that ask, the first from the turn on is granted, and the turn goes to
// the one behind it. No port that asks waits longer than the others are many.

module weft_mppa_smem_turn #(
  parameter  int unsigned Ports    = 16,
  localparam int unsigned PortBits = Ports > 1 ? $clog2(Ports) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Ports-1:0]    asks_i,
  output logic                grant_o,
  output logic [PortBits-1:0] granted_o
);

  typedef logic [PortBits-1:0] port_t;

  port_t            turn_q;
  logic [Ports-1:0] behind, chosen;
  assign behind  = asks_i & ({Ports{1'b1}} << turn_q);
  assign chosen  = behind != '0 ? behind & (~behind + 1'b1) : asks_i & (~asks_i + 1'b1);  // lowest
  assign grant_o = asks_i != '0;

  always_comb begin
    granted_o = '0;
    for (int p = 0; p < Ports; p++) if (chosen[p]) granted_o |= port_t'(p);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else if (grant_o) turn_q <= granted_o == port_t'(Ports - 1) ? '0 : granted_o + 1'b1;
  end

endmodule
