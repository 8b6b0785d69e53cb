// SPDX-License-Identifier: Apache-2.0
//
// Sums of the elements of a vector, one addition at a time on weft_sme_float.
//
//      FADDA   ((s + x0) + x1) + ...            active elements in order, from a scalar on; one
//                                               that is not active takes a cycle
//      FADDV   ((x0 + x1) + (x2 + x3)) + ...    inactive elements are +0; in maxima and minima the
//                                               operation's identity
//
// FADDV takes a beat, adds neighbours in it until one is left, then adds the sums of beats as
// a binary counter carries: place l holds a sum of 2^l beats that waits for its neighbour.
//
//      beat      0    1        2    3
//      adds      -    0+1      -    2+3, 01+23
//
// A beat takes two cycles and its additions.

module weft_sme_float_sum
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Beats  = 8,
  localparam int unsigned BeatW  = $clog2(Beats),
  localparam int unsigned StepW  = BeatW + 4,
  localparam int unsigned LevelW = $clog2(BeatW + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             clear_i,
  input  logic             runs_i,     // in order or as a tree
  input  logic             tree_i,
  input  logic [2:0]       size_i,
  input  logic [StepW-1:0] step_i,     // element, beat
  output logic             advance_o,  // to the next one, at the end of this cycle

  input  beat_t            beat_i,     // inactive elements of it are the identity
  input  beat_t            element_i,
  input  logic             active_i,
  input  beat_t            first_i,    // the number that FADDA begins with

  output logic             add_valid_o,
  output beat_t            add_a_o,
  output beat_t            add_b_o,
  input  logic             add_done_i,
  input  beat_t            add_result_i,

  output beat_t            sum_o       // at the end of this cycle
);

  logic [1:0]        fold_q, folds;
  logic [LevelW-1:0] level_q;
  logic              loaded_q, started_q, waits_q;
  beat_t             sum_q, sum_d, ones;
  beat_t             waiting_q [BeatW+1];
  assign folds = 2'(3'd3 - size_i);
  assign ones  = size_i == H ? 64'hffff : size_i == S ? 64'hffff_ffff : '1;

  // The operands of the next addition.
  logic  folding, carrying, adds, added;
  beat_t waiting, sum;
  assign folding  = tree_i && loaded_q && fold_q != folds;
  assign carrying = tree_i && loaded_q && !folding && |(step_i & StepW'(1) << level_q);
  assign adds     = runs_i && (tree_i ? folding || carrying : active_i);
  assign waiting  = waiting_q[level_q];
  assign sum      = started_q ? sum_q : first_i;
  always_comb begin
    add_a_o = carrying ? waiting : sum;
    add_b_o = carrying ? sum_q : element_i;
    if (folding) begin
      add_a_o = size_i == H ? {32'b0, sum_q[47:32], sum_q[15:0]} : {32'b0, sum_q[31:0]};
      add_b_o = size_i == H ? {32'b0, sum_q[63:48], sum_q[31:16]} : {32'b0, sum_q[63:32]};
    end
  end
  assign add_valid_o = adds && !waits_q;
  assign added       = adds && add_done_i;

  logic whole;  // the beat is one number, and no neighbour waits for it
  assign whole     = tree_i && loaded_q && !folding && !carrying;
  assign advance_o = runs_i && (tree_i ? whole : added || !active_i);

  always_comb begin
    sum_d = sum;
    if (tree_i && !loaded_q) sum_d = beat_i;
    if (added) sum_d = add_result_i;
  end
  assign sum_o = sum_d & ones;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q   <= 1'b0;
      loaded_q  <= 1'b0;
      started_q <= 1'b0;
    end else begin
      waits_q   <= adds && !added;
      loaded_q  <= runs_i && !whole;
      started_q <= runs_i || (started_q && !clear_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (runs_i) begin
      // The parts of a beat stay until they are folded.
      sum_q <= tree_i && (!loaded_q || folding) ? sum_d : sum_o;
      if (!loaded_q) fold_q <= '0;
      else if (folding && added) fold_q <= fold_q + 1'b1;
      if (!loaded_q) level_q <= '0;
      else if (carrying && added) level_q <= level_q + 1'b1;
      if (whole) waiting_q[level_q] <= sum_q & ones;
    end
  end

endmodule
