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
  output logic [Dispatch-1:0]                               enough_o, // for this uop and those before
  input  logic [Dispatch-1:0]                               take_i,   // a uop only with those before
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

  // The number of free registers up to each one, at most Wanted + 1, by a network of logarithmic depth.

  localparam int unsigned Levels = $clog2(Phys);
  for (genvar l = 0; l <= int'(Levels); ++l) begin : gen_level
    localparam int Step = (1 << l) / 2; // registers that the level before counts
    rank_t [Phys-1:0] rank;
    for (genvar r = 0; r < int'(Phys); ++r) begin : gen_rank
      if (l == 0) begin : gen_one
        assign rank[r] = rank_t'(free_q[r]);
      end else if (r >= Step) begin : gen_sum
        logic [RankBits:0] sum;
        assign sum     = gen_level[l-1].rank[r] + gen_level[l-1].rank[r-Step];
        assign rank[r] = sum > (RankBits+1)'(Wanted) ? rank_t'(Wanted + 1) : sum[RankBits-1:0];
      end else begin : gen_same
        assign rank[r] = gen_level[l-1].rank[r];
      end
    end
  end
  rank_t [Phys-1:0] rank;
  assign rank = gen_level[Levels].rank;

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
    assign enough_o[d] = writes_i[d] == '0 || order[(d+1)*Writes] <= rank[Phys-1];
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
