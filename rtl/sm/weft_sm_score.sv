// SPDX-License-Identifier: Apache-2.0
//
// Scoreboard of a warp: three bits a register and predicate.
//
//      busy    a result is on its way
//      near    it is there by the time at which an execution that issues now would start
//      again   busy for a second result: the first one, near when that issued, clears only this
//
//      results --> clear --> near --> [ what the instruction names & busy & ~near ] --> held
//                                                                                        |
//      issue   --> set <-----------------------------------------------------------------+
//
// Everything happens in one cycle, in this order. Predicates follow the registers in a mask.
//
// With Tensor, a result of the tensor unit comes near to tensor instructions before it does to
// others, so that several results of a register may be on their way: `again` counts those before the
// last one, and `far` those of them that are still to come near.

module weft_sm_score #(
  parameter int unsigned Resources = 39,
  parameter int unsigned Tensor    = 0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 begin_i,
  input  logic [Resources-1:0] done_i,   // results that are written
  input  logic [Resources-1:0] near_i,   // results that come near
  input  logic [Resources-1:0] early_i,  // those that come near to tensor instructions
  input  logic [Resources-1:0] sum_i,    // sums that are there for tensor instructions
  input  logic                 tensor_i, // the next instruction is a tensor instruction
  input  logic [Resources-1:0] names_i,  // what the next instruction reads and writes
  input  logic [Resources-1:0] set_i,    // what it writes, if it issues now
  input  logic [Resources-1:0] set_sum_i,  // those of set_i that a tensor instruction writes

  output logic                 held_o,
  output logic [Resources-1:0] late_o,   // those that hold an instruction back
  output logic [Resources-1:0] late_sum_o,  // those that hold a tensor instruction back
  output logic [Resources-1:0] busy_o,   // with this cycle's results cleared
  output logic [Resources-1:0] of_sum_o, // the last result is the tensor unit's
  output logic [Resources-1:0] there_o   // and it is there for tensor instructions
);

  logic [Resources-1:0] busy_q, near_q, near, holds;
  assign late_o = busy_o & ~near;
  assign holds  = tensor_i ? late_sum_o : late_o;
  assign held_o = (names_i & holds) != 0;

  if (Tensor != 0) begin : gen_sums
    logic [Resources-1:0]      early_q, early, sum_q, there_q;
    logic [Resources-1:0][1:0] again_q, again, far_q, far;
    always_comb begin
      for (int n = 0; n < Resources; n++) begin
        busy_o[n] = busy_q[n] && !(done_i[n] && again_q[n] == 0);
        again[n]  = again_q[n] - 2'(done_i[n] && again_q[n] != 0);
        near[n]   = (near_q[n] || (near_i[n] && far_q[n] == 0)) && busy_o[n];
        far[n]    = far_q[n] - 2'(near_i[n] && far_q[n] != 0);
      end
    end
    assign early      = (early_q | early_i) & busy_o;
    assign late_sum_o = busy_o & ~early;
    // The sum of an older instruction is there before the last one comes near.
    assign of_sum_o   = sum_q;
    assign there_o    = there_q | (sum_i & early_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q  <= '0;
        near_q  <= '0;
        early_q <= '0;
        sum_q   <= '0;
        there_q <= '0;
        again_q <= '0;
        far_q   <= '0;
      end else if (begin_i) begin
        busy_q  <= '0;
        near_q  <= '0;
        early_q <= '0;
        sum_q   <= '0;
        there_q <= '0;
        again_q <= '0;
        far_q   <= '0;
      end else begin
        busy_q  <= busy_o | set_i;
        near_q  <= near & ~set_i;
        early_q <= early & ~set_i;
        sum_q   <= (sum_q & ~set_i) | set_sum_i;
        there_q <= there_o & ~set_i;
        for (int n = 0; n < Resources; n++) begin
          again_q[n] <= again[n] + 2'(set_i[n] && busy_o[n]);
          far_q[n]   <= far[n] + 2'(set_i[n] && busy_o[n] && !near[n]);
        end
      end
    end
  end else begin : gen_plain
    logic [Resources-1:0] again_q, again;
    assign busy_o = busy_q & ~(done_i & ~again_q);
    assign again  = again_q & ~done_i;
    assign near   = (near_q | near_i) & busy_o;
    assign late_sum_o = late_o;
    assign of_sum_o   = '0;
    assign there_o    = '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q  <= '0;
        near_q  <= '0;
        again_q <= '0;
      end else if (begin_i) begin
        busy_q  <= '0;
        near_q  <= '0;
        again_q <= '0;
      end else begin
        busy_q  <= busy_o | set_i;
        near_q  <= near & ~set_i;
        again_q <= again | (set_i & busy_o);
      end
    end
    logic unused;
    assign unused = ^{early_i, sum_i, set_sum_i};
  end

endmodule
