// SPDX-License-Identifier: Apache-2.0
//
// The second stage of a TwoStage dot product: the groups' sums and c, aligned to the largest of
// their exponents. All are in two's complement, and bits shifted out are dropped, which rounds
// down.
//
//      group   s...s i.ffff        Grid fraction bits, >>> largest group's exponent - its own
//      groups  s...s i.ffff 0000   SumGrid,            >>> largest exponent - groups'
//      c       s...s i.ffff        GridC,              >>> largest exponent - c's
//      sum = groups + c            SumGrid fraction bits
//
// c is dropped if its exponent is more than DropC below the largest. Combinational.

module weft_dpa_join #(
  parameter int unsigned Groups   = 2,
  parameter int unsigned Width    = 32,
  parameter int unsigned Grid     = 24,
  parameter int unsigned SigC     = 24,
  parameter int unsigned GridC    = 24,
  parameter int          DropC    = 25,
  parameter int unsigned SumWidth = 39,
  parameter int unsigned SumGrid  = 31,
  parameter int unsigned ExpW     = 9
) (
  input  logic [Groups-1:0][Width-1:0] sums_i,
  input  logic [Groups-1:0][ExpW-1:0]  max_i,
  input  logic                         c_sign_i,
  input  logic [SigC-1:0]              c_sig_i,
  input  logic [ExpW-1:0]              c_exp_i,
  output logic [SumWidth-1:0]          sum_o,
  output logic [ExpW-1:0]              max_o
);

  // The groups.

  logic [ExpW-1:0] exps [Groups];
  logic [ExpW-1:0] group_max;
  for (genvar g = 0; g < Groups; g++) begin : gen_exps
    assign exps[g] = max_i[g];
  end
  weft_dpa_max #(.N(Groups), .Width(ExpW)) u_max (.words_i(exps), .max_o(group_max));

  logic [Width-1:0] aligned [Groups];
  for (genvar g = 0; g < Groups; g++) begin : gen_align
    weft_dpa_floor #(.Width(Width), .ExpW(ExpW)) u_floor (
      .word_i(sums_i[g]), .distance_i(group_max - max_i[g]), .word_o(aligned[g])
    );
  end

  logic [Width-1:0] groups;
  always_comb begin
    groups = '0;
    for (int g = 0; g < Groups; g++) groups = groups + aligned[g];
  end

  // The groups and c.

  assign max_o = group_max > c_exp_i ? group_max : c_exp_i;

  logic [SumWidth-1:0] widened, groups_word;
  assign widened = SumWidth'($signed(groups)) << (SumGrid - Grid);
  weft_dpa_floor #(.Width(SumWidth), .ExpW(ExpW)) u_floor_groups (
    .word_i(widened), .distance_i(max_o - group_max), .word_o(groups_word)
  );

  localparam int unsigned WidthC = GridC + 2;
  logic [ExpW-1:0]   distance;
  logic [WidthC-1:0] c_word, c_aligned;
  logic              dropped;
  assign distance = max_o - c_exp_i;
  assign c_word   = (WidthC'(c_sig_i) ^ {WidthC{c_sign_i}}) + WidthC'(c_sign_i);
  weft_dpa_floor #(.Width(WidthC), .ExpW(ExpW)) u_floor_c (
    .word_i(c_word << (GridC + 1 - SigC)), .distance_i(distance), .word_o(c_aligned)
  );
  if (DropC < (1 << ExpW)) begin : gen_drop
    assign dropped = distance > ExpW'(DropC);
  end else begin : gen_keep
    assign dropped = 1'b0;
  end

  assign sum_o = groups_word
               + ((SumWidth'($signed(c_aligned)) << (SumGrid - GridC)) & {SumWidth{!dropped}});

endmodule
