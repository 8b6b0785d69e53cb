// SPDX-License-Identifier: Apache-2.0
//
// The integer product: D + A B, in one step.
//
//      8 bits    A 4x8, B 8x4, sums of 32 bits in two registers     128 multiply-adds
//      16 bits   A 4x4, B 4x4, sums of 64 bits in four registers     64 multiply-adds   (wide)
//
// Row i of A is quarter i of its register; column j of B is quarter j of its register: B arrives as
// four rows and is transposed by the wires to the sixteen dot products. 32-bit sums are in the
// first two registers of c_i and d_o, columns 2r and 2r + 1 in register r; 64-bit sums have column
// r in register r. Combinational.

module weft_mppa_int
  import weft_mppa_pkg::*;
(
  input  logic       wide_i,
  input  logic [1:0] unsigned_i,
  input  register_t  a_i,
  input  register_t  b_i,
  input  quad_t      c_i,
  output quad_t      d_o
);

  for (genvar i = 0; i < 4; i++) begin : gen_row
    quarter_t sum [4];

    for (genvar j = 0; j < 4; j++) begin : gen_col
      quarter_t c;
      assign c = wide_i ? c_i[j][i] : 64'(c_i[j/2][i][32*(j%2)+:32]);

      weft_mppa_dot u_dot (
        .wide_i,
        .a_unsigned_i(unsigned_i[0]),
        .b_unsigned_i(unsigned_i[1]),
        .a_i         (a_i[i]),
        .b_i         (b_i[j]),
        .c_i         (c),
        .d_o         (sum[j])
      );
    end

    assign d_o[0][i] = wide_i ? sum[0] : {sum[1][31:0], sum[0][31:0]};
    assign d_o[1][i] = wide_i ? sum[1] : {sum[3][31:0], sum[2][31:0]};
    assign d_o[2][i] = sum[2];
    assign d_o[3][i] = sum[3];
  end

endmodule
