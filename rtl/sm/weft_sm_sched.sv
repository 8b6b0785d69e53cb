// SPDX-License-Identifier: Apache-2.0
//
// Warp schedulers of a block: the choice of one eligible warp a cycle by each of them. Warp w belongs
// to scheduler w mod Schedulers, and is its number w / Schedulers.
//
//      Policy  0  the next one after the warp that issued last, in a circle
//              1  the warp that issued last, then the oldest
//              2  the warp that issued last, then the youngest
//
//      older [s][w][v]  warp w began before warp v; of those that begin at once, the lower number
//
//      turn, place 0, 1, 2, 3       schedulers choose by place, the one in place n is n xor turn;
//           0      0  1  2  3       a port that one takes is not there for those behind it
//           1      1  0  3  2
//
// A warp needs its ports all at once, or either one of them. What goes alone has no other instruction
// beside it, of those with a port behind it, of any before it. Of several schedulers, each may issue the
// instruction behind the first one, too, if its port is not taken.
//
// restart_i forgets the warp that issued last: then it is warp 0 for its scheduler, and none for the
// others.

module weft_sm_sched
  import weft_sm_pkg::*;
#(
  parameter int unsigned Warps    = 4,
  parameter int unsigned Schedulers = 1,  // a power of two
  parameter int unsigned Twin     = 0,    // warps that need either port, or go alone
  parameter int unsigned Policy   = PolicyGto,
  localparam int unsigned Each     = Warps / Schedulers,
  localparam int unsigned EachBits = $clog2(Each),
  localparam int unsigned TurnBits = Schedulers > 1 ? $clog2(Schedulers) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                restart_i,
  input  logic [Warps-1:0]    begin_i,
  input  logic [TurnBits-1:0] turn_i,
  input  logic [Warps-1:0]    eligible_i,        // with all ports that are free
  input  logic [Warps-1:0][Ports-1:0] port_i,    // that a warp needs, if any
  input  logic [Warps-1:0]    either_i,          // one of them, the lowest that is not taken
  input  logic [Warps-1:0]    alone_i,
  input  logic [Warps-1:0]    next_i,            // the instruction behind may go, too, to
  input  logic [Warps-1:0][Ports-1:0] next_port_i,  // another port, if any

  output logic [Schedulers-1:0]               valid_o,
  output logic [Schedulers-1:0][EachBits-1:0] warp_o,
  output logic [Schedulers-1:0]               pair_o,   // the instruction behind goes, too
  output logic [Schedulers-1:0][Ports-1:0]    port_o,   // with Twin, where the first one goes
  output logic [Schedulers-1:0][Ports-1:0]    taken_o,  // by schedulers that chose before,
  output logic [Schedulers-1:0]               issued_o, // which issue,
  output logic [Schedulers-1:0]               alone_o   // one of them alone
);

  logic [Schedulers-1:0][EachBits-1:0]       last_q;
  logic [Schedulers-1:0]                     known;  // one of its warps issued last
  logic [Schedulers-1:0][Each-1:0][Each-1:0] older_q;

  logic [Warps-1:0] either, alone_with;
  assign either     = Twin != 0 ? either_i : '0;
  assign alone_with = Twin != 0 ? alone_i : '0;

  always_comb begin
    logic [Ports-1:0] taken, next;
    logic             issued, alone;
    taken    = '0;
    issued   = 1'b0;
    alone    = 1'b0;
    valid_o  = '0;
    warp_o   = '0;
    pair_o   = '0;
    port_o   = '0;
    taken_o  = '0;
    issued_o = '0;
    alone_o  = '0;
    for (int n = 0; n < Schedulers; n++) begin
      logic [TurnBits-1:0] s;
      logic [Each-1:0]     eligible;
      logic [EachBits-1:0] warp;
      logic [Ports-1:0]    ports;
      s           = Schedulers > 1 ? TurnBits'(n) ^ turn_i : '0;
      taken_o[s]  = taken;
      issued_o[s] = issued;
      alone_o[s]  = alone;
      for (int w = 0; w < Each; w++) begin
        logic [Ports-1:0] needs;
        needs       = port_i[w*Schedulers+32'(s)];
        eligible[w] = eligible_i[w*Schedulers+32'(s)] &&
                      ((needs & taken) == 0 || (either[w*Schedulers+32'(s)] &&
                                                (needs & ~taken) != 0)) &&
                      !(alone && needs != 0) && !(issued && alone_with[w*Schedulers+32'(s)]);
      end
      if (Policy == PolicyLrr) begin
        // The highest of the lower ones is the last resort, so the search runs backwards.
        warp = last_q[s];
        for (int k = Each; k >= 1; k--) begin
          if (eligible[EachBits'((32'(last_q[s]) + k) % Each)]) begin
            warp = EachBits'((32'(last_q[s]) + k) % Each);
          end
        end
      end else begin
        warp = '0;
        for (int w = 0; w < Each; w++) begin
          logic first;
          first = eligible[w];
          for (int v = 0; v < Each; v++) begin
            if (v != w && eligible[v]) begin
              first &= Policy == PolicyGto ? older_q[s][w][v] : older_q[s][v][w];
            end
          end
          if (first) warp = EachBits'(w);
        end
        if (known[s] && eligible[last_q[s]]) warp = last_q[s];
      end
      valid_o[s] = eligible != 0;
      warp_o[s]  = warp;
      ports      = port_i[32'(warp)*Schedulers+32'(s)];
      if (either[32'(warp)*Schedulers+32'(s)]) begin
        ports = ports & ~taken;
        ports = ports & (~ports + 1'b1);
      end
      if (Twin != 0) port_o[s] = ports;
      if (eligible != 0) begin
        taken  |= ports;
        issued  = 1'b1;
        alone  |= alone_with[32'(warp)*Schedulers+32'(s)];
      end
      // The instruction behind it.
      next      = next_port_i[32'(warp)*Schedulers+32'(s)];
      pair_o[s] = Schedulers > 1 && eligible != 0 && next_i[32'(warp)*Schedulers+32'(s)] &&
                  (next & taken) == 0;
      if (pair_o[s]) taken |= next;
    end
  end

  for (genvar s = 0; s < Schedulers; s++) begin : gen_scheduler
    localparam logic [EachBits-1:0] Before = s == 0 || Policy != PolicyLrr ? '0
                                                                            : EachBits'(Each - 1);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_q[s] <= Before;
      else if (restart_i) last_q[s] <= Before;
      else if (valid_o[s]) last_q[s] <= warp_o[s];
    end
    if (s == 0 || Policy == PolicyLrr) begin : gen_known
      assign known[s] = 1'b1;
    end else begin : gen_not_yet
      logic known_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) known_q <= 1'b0;
        else known_q <= !restart_i && (known_q || valid_o[s]);
      end
      assign known[s] = known_q;
    end
    always_ff @(posedge clk_i) begin
      for (int w = 0; w < Each; w++) begin
        for (int v = 0; v < Each; v++) begin
          if (begin_i[w*Schedulers+s]) older_q[s][w][v] <= begin_i[v*Schedulers+s] && w < v;
          else if (begin_i[v*Schedulers+s]) older_q[s][w][v] <= 1'b1;
        end
      end
    end
  end

endmodule
