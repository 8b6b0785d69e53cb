// SPDX-License-Identifier: Apache-2.0
//
// Warp scheduler: the choice of one eligible warp a cycle.
//
//      Policy  0  the next one after the warp that issued last, in a circle
//              1  the warp that issued last, then the oldest
//              2  the warp that issued last, then the youngest
//
//      older [w][v]    warp w began before warp v; of those that begin at once, the lower number
//
// restart_i forgets the warp that issued last.

module weft_sm_sched
  import weft_sm_pkg::*;
#(
  parameter int unsigned Warps    = 4,
  parameter int unsigned Policy   = PolicyGto,
  localparam int unsigned WarpBits = $clog2(Warps)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                restart_i,
  input  logic [Warps-1:0]    begin_i,
  input  logic [Warps-1:0]    eligible_i,

  output logic                valid_o,
  output logic [WarpBits-1:0] warp_o
);

  logic [WarpBits-1:0] last_q;
  logic [Warps-1:0]    older_q [Warps];

  assign valid_o = eligible_i != 0;

  if (Policy == PolicyLrr) begin : gen_circle
    // The highest of the lower ones is the last resort, so the search runs backwards.
    always_comb begin
      warp_o = last_q;
      for (int n = Warps; n >= 1; n--) begin
        if (eligible_i[WarpBits'((32'(last_q) + n) % Warps)]) begin
          warp_o = WarpBits'((32'(last_q) + n) % Warps);
        end
      end
    end
  end else begin : gen_greedy
    always_comb begin
      warp_o = '0;
      for (int w = 0; w < Warps; w++) begin
        logic first;
        first = eligible_i[w];
        for (int v = 0; v < Warps; v++) begin
          if (v != w && eligible_i[v]) begin
            first &= Policy == PolicyGto ? older_q[w][v] : older_q[v][w];
          end
        end
        if (first) warp_o = WarpBits'(w);
      end
      if (eligible_i[last_q]) warp_o = last_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= '0;
    else if (restart_i) last_q <= '0;
    else if (valid_o) last_q <= warp_o;
  end
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Warps; w++) begin
      for (int v = 0; v < Warps; v++) begin
        if (begin_i[w]) older_q[w][v] <= begin_i[v] && w < v;
        else if (begin_i[v]) older_q[w][v] <= 1'b1;
      end
    end
  end

endmodule
