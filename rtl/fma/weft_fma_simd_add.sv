// SPDX-License-Identifier: Apache-2.0
//
// The sum of product and aligned addend of every lane as a magnitude, by an end-around carry as in
// weft_fma_add, with one carry network. Each group of places has a bit, beside generate and
// propagate, that tells whether a lane starts in it; generate and propagate then reach no further
// down.
//
//      high (addend only)     sum + carry of the carry-save tree
//            |                        |
//        [ + carry ] <--- carry --- [ + ] <--- end-around carry
//            |                        |
//            +------ magnitude -------+
//
// A lane's words are as wide as its low part and do not include its carry out. A product's two top
// bits are zero, so the carry is one if the addend's top bit is one and the sum's is zero. The high
// part's top bit does not belong to the magnitude. Combinational.

module weft_fma_simd_add
  import weft_fma_simd_pkg::*;
#(
  parameter bit Gates = 1'b1  // as in weft_add_late
) (
  input  shape_t shape_i,
  input  high_t  high_i,
  input  slots_t addend_top_i,  // top bit of each lane's low part
  input  low_t   sum_i,
  input  low_t   carry_i,
  input  slots_t subtract_i,
  input  slots_t sticky_i,
  output slots_t addend_wins_o,  // the magnitude is the addend less the product
  output high_t  high_o,
  output low_t   low_o
);

  localparam shape_words_t HighTops    = from_top(7, 0, 1);
  localparam shape_words_t LowBottoms  = from_bottom(14, 0, 1);
  localparam shape_words_t HighBottoms = from_bottom(7, 0, 1);

  low_t  low_bottoms;
  high_t high_tops, high_bottoms;
  assign low_bottoms  = low_t'(of_shape(shape_i, LowBottoms));
  assign high_tops    = high_t'(of_shape(shape_i, HighTops));
  assign high_bottoms = high_t'(of_shape(shape_i, HighBottoms));

  slots_t plus_1;
  low_t   late, half, early, low;
  assign half = sum_i ^ carry_i;
  always_comb begin
    for (int s = 0; s < Slots; s++) late[14*s +: 14] = {14{plus_1[s]}};
  end

  if (Gates) begin : gen_prefix
    localparam int unsigned Width = 14 * Slots;
    low_t g, p, start;
    always_comb begin
      g     = sum_i & carry_i;
      p     = half;
      start = low_bottoms;
      for (int l = 0; l < $clog2(Width - 1); l++) begin
        for (int i = (2 << l) - 1; i < Width - 1; i += 2 << l) begin
          g[i]     = g[i] | (p[i] & !start[i] & g[i - (1 << l)]);
          p[i]     = p[i] & (start[i] | p[i - (1 << l)]);
          start[i] = start[i] | start[i - (1 << l)];
        end
      end
      for (int l = $clog2(Width - 1) - 1; l >= 0; l--) begin
        for (int i = (3 << l) - 1; i < Width - 1; i += 2 << l) begin
          g[i]     = g[i] | (p[i] & !start[i] & g[i - (1 << l)]);
          p[i]     = p[i] & (start[i] | p[i - (1 << l)]);
          start[i] = start[i] | start[i - (1 << l)];
        end
      end
    end
    assign early = half ^ ((g << 1) & ~low_bottoms);
    assign low   = half ^ ((((g | (p & late)) << 1) & ~low_bottoms) | (late & low_bottoms));
  end else begin : gen_operators
    localparam shape_words_t LowTops = from_top(14, 0, 1);
    low_t low_tops, inner;
    assign low_tops = low_t'(of_shape(shape_i, LowTops));
    assign inner = (sum_i & ~low_tops) + (carry_i & ~low_tops);
    assign early  = inner ^ (half & low_tops);
    assign low    = (inner + (late & low_bottoms)) ^ (half & low_tops);
  end

  // Signals of each slot, and of the top slots of lanes.
  slots_t early_carry, carry, high_zeros, product_wins;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      early_carry[s] = addend_top_i[s] & !early[14*s+13];
      carry[s]       = addend_top_i[s] & !low[14*s+13];
      high_zeros[s]  = !(&high_i[7*s +: 7]);
    end
  end
  assign product_wins  = ~any(shape_i, high_zeros) & early_carry;
  assign plus_1        = spread(shape_i, subtract_i & product_wins & ~sticky_i);
  assign addend_wins_o = subtract_i & ~product_wins;

  high_t  high_plus_1;
  slots_t carried, wins;
  assign high_plus_1 = (high_i & ~high_tops) + high_bottoms;
  assign carried     = spread(shape_i, carry);
  assign wins        = spread(shape_i, addend_wins_o);
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      high_o[7*s +: 7]  = (((high_i[7*s +: 7] & {7{!carried[s]}})
                          | (high_plus_1[7*s +: 7] & {7{carried[s]}})) ^ {7{wins[s]}})
                        & ~high_tops[7*s +: 7];
      low_o[14*s +: 14] = low[14*s +: 14] ^ {14{wins[s]}};
    end
  end

endmodule
