// SPDX-License-Identifier: Apache-2.0
//
// A term of a sum, aligned to the largest exponent and cut to a grid.
//
//      significand   ii.fffff 0000000        Frac fraction bits
//         >> distance
//      kept          ii.fffff f | lost       Grid fraction bits, and what is below
//      word          ss ii.fffff f           Width bits: kept, or of a negative term its
//                                            complement, to which a one is to be added
//
// keep_i has a one for each place of the grid that is kept. Lost bits are dropped or, with Jam, set
// the last place. Combinational.

module weft_dpa_align #(
  parameter int unsigned Int   = 2,
  parameter int unsigned Frac  = 20,
  parameter int unsigned Grid  = 24,
  parameter bit          Jam   = 1'b0,
  parameter int unsigned ExpW  = 8,
  parameter int unsigned Width = 31
) (
  input  logic                sign_i,
  input  logic [Int+Frac-1:0] sig_i,
  input  logic [ExpW-1:0]     distance_i,
  input  logic [Grid-1:0]     keep_i,
  output logic [Width-1:0]    word_o
);

  // The places of the significand relative to the grid, before the shift.
  localparam int unsigned Kept   = Int + Grid;
  localparam int unsigned Below  = Frac > Grid ? Frac - Grid : 0;
  localparam int unsigned Above  = Frac < Grid ? Grid - Frac : 0;
  localparam int unsigned ShiftW = $clog2(Kept + 1);

  logic              far;
  logic [ShiftW-1:0] shift;
  if (ExpW > ShiftW) begin : gen_far
    assign far = |distance_i[ExpW-1:ShiftW];
  end else begin : gen_near
    assign far = 1'b0;
  end
  assign shift = ShiftW'(distance_i);

  logic [Kept+Below-1:0] word;
  logic [Kept-1:0]       kept;
  assign word = (Kept+Below)'(sig_i) << Above;
  assign kept = Kept'((word >> shift) >> Below) & {{Int{1'b1}}, keep_i} & {Kept{!far}};

  logic lost;
  if (Jam) begin : gen_jam
    logic [Kept+Below-1:0] stays;
    assign stays = ({(Kept+Below){1'b1}} << Below << shift) & {(Kept+Below){!far}};
    assign lost  = |(word & ~stays);
  end else begin : gen_drop
    assign lost = 1'b0;
  end

  assign word_o = Width'({kept[Kept-1:1], kept[0] | lost}) ^ {Width{sign_i}};

endmodule
