// SPDX-License-Identifier: Apache-2.0
//
// Age of instructions across the collectors of several schedulers: of those that wait for a port,
// the one that issued first may start.
//
//      before [c][d], a pair of schedulers s < t    what s has in collector c issued before what t
//                                                   has in d
//
// Two that issue at once have different ports, so their order is of no account.
// A scheduler's own collectors are in order: it offers its oldest one for a port.

module weft_sm_oldest
  import weft_sm_pkg::*;
#(
  parameter int unsigned Schedulers = 2,
  parameter int unsigned Dispatch   = 1,  // instructions that a scheduler issues at once
  parameter int unsigned Collectors = 4,  // of a scheduler
  localparam int unsigned SlotBits  = $clog2(Collectors)
) (
  input  logic                                           clk_i,

  input  logic [Schedulers-1:0][Dispatch-1:0]            issue_i,
  input  logic [Schedulers-1:0][Dispatch-1:0][SlotBits-1:0] place_i,
  input  logic [Schedulers-1:0][Ports-1:0]               waits_i,
  input  logic [Schedulers-1:0][Ports-1:0][SlotBits-1:0] slot_i,
  output logic [Schedulers-1:0][Ports-1:0]               may_o
);

  logic [Schedulers-1:0][Schedulers-1:0][Ports-1:0] behind;  // s waits longer for t
  for (genvar s = 0; s < Schedulers; s++) begin : gen_scheduler
    assign behind[s][s] = '0;
    for (genvar t = s + 1; t < Schedulers; t++) begin : gen_other
      logic [Collectors-1:0][Collectors-1:0] before_q;
      always_ff @(posedge clk_i) begin
        for (int c = 0; c < Collectors; c++) begin
          for (int d = 0; d < Collectors; d++) begin
            logic at_c, at_d;
            at_c = 1'b0;
            at_d = 1'b0;
            for (int n = 0; n < Dispatch; n++) begin
              at_c |= issue_i[s][n] && place_i[s][n] == SlotBits'(c);
              at_d |= issue_i[t][n] && place_i[t][n] == SlotBits'(d);
            end
            if (at_c || at_d) before_q[c][d] <= at_d;
          end
        end
      end
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        logic earlier;
        assign earlier         = before_q[slot_i[s][p]][slot_i[t][p]];
        assign behind[s][t][p] = waits_i[t][p] && !earlier;
        assign behind[t][s][p] = waits_i[s][p] && earlier;
      end
    end
    always_comb begin
      may_o[s] = '1;
      for (int t = 0; t < Schedulers; t++) may_o[s] &= ~behind[s][t];
    end
  end

endmodule
