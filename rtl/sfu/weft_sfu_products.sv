// SPDX-License-Identifier: Apache-2.0
//
// From an index to the factors and terms of the sum: coefficients from the ROM, the position within
// the segment, and its square. A plane's slopes and offsets use the same multipliers.
//
//                index
//         upper |     | lower
//       +-------+--+  +--- t: from the middle of the segment, two's complement
//       | ROM      |  |
//       +-+--+--+--+  +--- k: its magnitude, one's complement, so exactly symmetric
//         |  |  | |   |       |          |
//         |  |  | |   |   +---+----+ +---+---+
//         |  |  | |   |   | square | |  V    |   V(u) = u^3 - 1.5 u of the top 6 bits (cubic and fine)
//         |  |  | |   |   +---+----+ +---+---+
//         C0 C1 C2 C3 t      t^2         V
//
// Combinational.

module weft_sfu_products
  import weft_sfu_pkg::*;
  import weft_sfu_model_pkg::*;
#(
  parameter int unsigned Build    = 1,
  parameter int unsigned Relative = 0,
  parameter bit          Gates    = 1'b1
) (
  input  reduced_t  reduced_i,
  output products_t products_o
);

  logic [C0W-1:0]        c0;
  logic signed [C1W-1:0] c1;
  logic signed [C2W-1:0] c2;
  logic signed [C3W-1:0] c3;
  logic [BiasW-1:0]      bias;
  logic [2:0]            narrow;  // bits of t fewer than in the widest segment
  weft_sfu_rom #(.Build(Build), .Relative(Relative)) u_rom (
    .func_i(reduced_i.func), .part_i(reduced_i.part), .index_i(reduced_i.index[IndexBits-1 -: 8]),
    .c0_o(c0), .c1_o(c1), .c2_o(c2), .c3_o(c3), .bias_o(bias), .narrow_o(narrow)
  );

  // The bits that t has in the widest segment, at the top; then those of this segment.
  logic [OffsetW-1:0] aligned, mask, t;
  logic               negative;
  always_comb begin
    aligned = '0;
    for (int f = 0; f < (Relative != 0 ? 9 : 7); f++) begin
      aligned |= OffsetW'(((IndexBits+8)'(reduced_i.index) << Smallest[Build][f])
                          >> (IndexBits - OffsetW))
               & {OffsetW{reduced_i.func == 4'(f)}};
    end
  end
  assign mask     = {1'b0, {(OffsetW-1){1'b1}}} >> narrow;
  assign negative = (aligned & ({1'b1, {(OffsetW-1){1'b0}}} >> narrow)) == '0;
  assign t        = (aligned & mask) | (~mask & {OffsetW{negative}});

  logic [OffsetW-2:0] k;
  assign k = t[OffsetW-2:0] ^ {(OffsetW-1){negative}};

  logic [SquareW-1:0] square;
  weft_sfu_square #(.Gates(Gates)) u_square (.k_i(k[OffsetW-2 -: SquareIn]), .square_o(square));

  logic signed [CubicW-1:0] cubic;
  if (Build != 0) begin : gen_cubic
    logic [5:0] v;
    assign v     = CubicV[6'((k << narrow) >> (OffsetW - 7))];
    assign cubic = CubicW'(c3) * ((CubicW'(v) ^ {CubicW{negative}}) + CubicW'(negative));
  end else begin : gen_no_cubic
    assign cubic = '0;
    logic unused;
    assign unused = ^{c3, k[2:0]};
  end

  logic reads;
  assign reads = !reduced_i.constant;
  always_comb begin
    products_o.about   = reduced_i.about;
    products_o.scale   = reduced_i.scale;
    products_o.added   = reduced_i.added
                       | (((SumW'(c0) << 17) | SumW'(bias)) & {SumW{reads}});
    products_o.left_a  = reduced_i.plane ? {1'b0, reduced_i.b} : (SlopeW+1)'(c1);
    products_o.left_b  = reduced_i.plane ? OffsetW'(signed'({reduced_i.x, 1'b0}))
                                         : t & {OffsetW{reads}};
    products_o.right_a = reduced_i.plane ? {1'b0, reduced_i.c} : (SlopeW+1)'(square);
    products_o.right_b = reduced_i.plane ? C2W'(signed'(reduced_i.y)) : c2 & {C2W{reads}};
    products_o.cubic   = cubic & {CubicW{reads}};
  end

endmodule
