// SPDX-License-Identifier: Apache-2.0
//
// The names of one register file: 2^ArchBits architectural registers in Phys physical ones.
//
//     map     the physical register that holds each architectural one
//     free    the physical registers that hold none
//     ready   those whose value is there
//
// A uop's sources are looked up as they are before it; then each of its destinations takes the
// lowest free register. The uops of a cycle are renamed one after another, the first one first. A
// register freed in a cycle can be taken in the next one.

module weft_sme_issue_rename #(
  parameter int unsigned ArchBits = 5,
  parameter int unsigned Phys     = 96,
  parameter int unsigned Dispatch = 2,
  parameter int unsigned Reads    = 4,
  parameter int unsigned Writes   = 4,
  localparam int unsigned PhysBits = $clog2(Phys)
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  input  logic [Dispatch-1:0][Reads-1:0][ArchBits-1:0]      source_i,
  input  logic [Dispatch-1:0][Writes-1:0]                   writes_i,
  input  logic [Dispatch-1:0][Writes-1:0][ArchBits-1:0]     dest_i,
  output logic [Dispatch-1:0]                               enough_o, // for it and all before
  input  logic [Dispatch-1:0]                               take_i,   // only with all before
  output logic [Dispatch-1:0][Reads-1:0][PhysBits-1:0]      source_o,
  output logic [Dispatch-1:0][Writes-1:0][PhysBits-1:0]     dest_o,
  output logic [Dispatch-1:0][Writes-1:0][PhysBits-1:0]     old_o,    // held what is overwritten

  input  logic [Phys-1:0]                                   free_i,   // become free
  input  logic [Phys-1:0]                                   set_i,    // receive their value
  output logic [Phys-1:0]                                   ready_o
);

  localparam int unsigned Arch      = 1 << ArchBits;
  localparam int unsigned Wanted    = Dispatch * Writes;
  localparam int unsigned RankBits  = $clog2(Wanted + 2);
  typedef logic [PhysBits-1:0] phys_t;
  typedef logic [RankBits-1:0] rank_t;

  phys_t [Arch-1:0] map_q;
  logic  [Phys-1:0] free_q, ready_q;

  assign ready_o = ready_q;

  // The number of free registers up to each one, at most Wanted + 1: those of the groups of eight
  // before, by a network of logarithmic depth, and those of its own group.

  localparam int unsigned Group  = 8;
  localparam int unsigned Groups = (Phys + Group - 1) / Group;
  localparam int unsigned Levels = $clog2(Groups);
  typedef logic [$clog2(Group+1)-1:0] local_t;
  typedef logic [RankBits+3:0]        sum_t;

  function automatic rank_t plus(rank_t a, sum_t b);
    sum_t sum;
    sum = sum_t'(a) + b;
    return sum > sum_t'(Wanted) ? rank_t'(Wanted + 1) : sum[RankBits-1:0];
  endfunction

  logic   [Groups-1:0][Group-1:0] free;
  local_t [Groups-1:0][Group-1:0] own; // of the group, up to this one
  assign free = (Groups*Group)'(free_q);
  always_comb begin
    for (int unsigned g = 0; g < Groups; ++g) begin
      for (int unsigned r = 0; r < Group; ++r) begin
        own[g][r] = local_t'($countones(free[g] & Group'((2 << r) - 1)));
      end
    end
  end

  for (genvar l = 0; l <= int'(Levels); ++l) begin : gen_level
    localparam int Step = (1 << l) / 2; // groups that the level before counts
    rank_t [Groups-1:0] groups;
    for (genvar g = 0; g < int'(Groups); ++g) begin : gen_group
      if (l == 0) begin : gen_one
        assign groups[g] = plus('0, sum_t'(own[g][Group-1]));
      end else if (g >= Step) begin : gen_sum
        assign groups[g] = plus(gen_level[l-1].groups[g], sum_t'(gen_level[l-1].groups[g-Step]));
      end else begin : gen_same
        assign groups[g] = gen_level[l-1].groups[g];
      end
    end
  end
  rank_t [Groups-1:0] up_to; // this group
  assign up_to = gen_level[Levels].groups;

  rank_t [Phys-1:0] rank;
  always_comb begin
    for (int unsigned r = 0; r < Phys; ++r) begin
      rank[r] = plus(r < Group ? '0 : up_to[r/Group-1], sum_t'(own[r/Group][r%Group]));
    end
  end

  // The lowest free registers, in order.

  phys_t [Wanted-1:0] lowest;
  always_comb begin
    lowest = '0;
    for (int unsigned n = 0; n < Wanted; ++n) begin
      for (int unsigned r = 0; r < Phys; ++r) begin
        if (free_q[r] && rank[r] == rank_t'(n + 1)) lowest[n] |= phys_t'(r);
      end
    end
  end

  rank_t [Wanted:0] order; // destinations before this one
  always_comb begin
    order = '0;
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      for (int unsigned w = 0; w < Writes; ++w) begin
        order[d*Writes+w+1] = order[d*Writes+w] + rank_t'(writes_i[d][w]);
      end
    end
  end

  for (genvar d = 0; d < int'(Dispatch); ++d) begin : gen_uop
    // A uop without destinations needs no register.
    assign enough_o[d] = writes_i[d] == '0 || order[(d+1)*Writes] <= up_to[Groups-1];
    for (genvar w = 0; w < int'(Writes); ++w) begin : gen_write
      assign dest_o[d][w] = lowest[order[d*Writes+w][$clog2(Wanted)-1:0]];
    end
  end

  always_comb begin
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      for (int unsigned s = 0; s < Reads; ++s) begin
        source_o[d][s] = map_q[source_i[d][s]];
        for (int unsigned e = 0; e < d; ++e) begin
          for (int unsigned w = 0; w < Writes; ++w) begin
            if (writes_i[e][w] && dest_i[e][w] == source_i[d][s]) source_o[d][s] = dest_o[e][w];
          end
        end
      end
      for (int unsigned v = 0; v < Writes; ++v) begin
        old_o[d][v] = map_q[dest_i[d][v]];
        for (int unsigned e = 0; e < d; ++e) begin
          for (int unsigned w = 0; w < Writes; ++w) begin
            if (writes_i[e][w] && dest_i[e][w] == dest_i[d][v]) old_o[d][v] = dest_o[e][w];
          end
        end
      end
    end
  end

  logic [Phys-1:0] taken;
  always_comb begin
    taken = '0;
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      for (int unsigned w = 0; w < Writes; ++w) begin
        if (take_i[d] && writes_i[d][w]) taken[dest_o[d][w]] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned r = 0; r < Arch; ++r) map_q[r] <= phys_t'(r);
      for (int unsigned r = 0; r < Phys; ++r) begin
        free_q[r]  <= r >= Arch;
        ready_q[r] <= r < Arch;
      end
    end else begin
      free_q  <= (free_q & ~taken) | free_i;
      ready_q <= (ready_q & ~taken) | set_i;
      for (int unsigned d = 0; d < Dispatch; ++d) begin
        for (int unsigned w = 0; w < Writes; ++w) begin
          if (take_i[d] && writes_i[d][w]) map_q[dest_i[d][w]] <= dest_o[d][w];
        end
      end
    end
  end

endmodule
