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

module weft_sm_score #(
  parameter int unsigned Resources = 39
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 begin_i,
  input  logic [Resources-1:0] done_i,   // results that are written
  input  logic [Resources-1:0] near_i,   // results that come near
  input  logic [Resources-1:0] names_i,  // what the next instruction reads and writes
  input  logic [Resources-1:0] set_i,    // what it writes, if it issues now

  output logic                 held_o,
  output logic [Resources-1:0] late_o,   // those that hold an instruction back
  output logic [Resources-1:0] busy_o    // with this cycle's results cleared
);

  logic [Resources-1:0] busy_q, near_q, again_q, near, again;

  assign busy_o = busy_q & ~(done_i & ~again_q);
  assign again  = again_q & ~done_i;
  assign near   = (near_q | near_i) & busy_o;
  assign late_o = busy_o & ~near;
  assign held_o = (names_i & late_o) != 0;

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

endmodule
