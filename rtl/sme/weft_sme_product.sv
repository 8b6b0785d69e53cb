// SPDX-License-Identifier: Apache-2.0
//
// addend + a b, element by element, modulo the element: one array for all sizes. Combinational.
//
//      a 64           bit j of b             64 rows: a's element that has bit j, shifted as far
//       |                 |                  as j is above its lowest bit, and cut off above it
//    [ rows ]-------------+
//       | x 64, addend                       B: 8 rows of 8 x 8 bits side by side, and so on
//    [ 3:2 compressors on words ]            carries end with the element
//       |   |
//    [ adder ]                               and so do its
//       |
//       sum
//
// Gates chooses how they are written: 1, the default in synthesis, as this array; 0, the default in
// simulation, as operators.

`include "weft_gates.svh"

module weft_sme_product
  import weft_sme_pkg::*;
#(
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic [1:0] size_i,
  input  beat_t      low_i,    // the lowest bit of every element
  input  beat_t      a_i,
  input  beat_t      b_i,
  input  beat_t      addend_i,
  output beat_t      sum_o
);

  if (Gates == 0) begin : gen_operators
    always_comb begin
      case (size_e'({1'b0, size_i}))
        B: for (int i = 0; i < 8; i++)
             sum_o[8*i+:8] = addend_i[8*i+:8] + a_i[8*i+:8] * b_i[8*i+:8];
        H: for (int i = 0; i < 4; i++)
             sum_o[16*i+:16] = addend_i[16*i+:16] + a_i[16*i+:16] * b_i[16*i+:16];
        S: for (int i = 0; i < 2; i++)
             sum_o[32*i+:32] = addend_i[32*i+:32] + a_i[32*i+:32] * b_i[32*i+:32];
        default: sum_o = addend_i + a_i * b_i;
      endcase
    end

    logic unused;
    assign unused = ^low_i;
  end else begin : gen_array
    // The bits of the element with bit j, where elements have 8 << n bits.
    function automatic beat_t own(int unsigned n, int unsigned j);
      return ('1 >> (64 - (8 << n))) << (j & ~((8 << n) - 1));
    endfunction

    beat_t rows [65];
    always_comb begin
      for (int unsigned j = 0; j < 64; j++) begin
        rows[j] = '0;
        for (int unsigned n = 0; n < 4; n++)
          rows[j] |= (a_i & own(n, j)) << (j % (8 << n)) & own(n, j) & {64{size_i == 2'(n)}};
        rows[j] &= {64{b_i[j]}};
      end
      rows[64] = addend_i;
    end

    beat_t first, second;
    weft_csa_tree #(.N(65), .Width(64), .Lanes(1'b1)) u_tree (
      .words_i(rows), .keep_i(~low_i), .sum_o(first), .carry_o(second)
    );

    beat_t high;
    assign high  = {low_i[0], low_i[63:1]};
    assign sum_o = ((first & ~high) + (second & ~high)) ^ ((first ^ second) & high);
  end

endmodule
