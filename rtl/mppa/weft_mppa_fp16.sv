// SPDX-License-Identifier: Apache-2.0
//
// One of the four steps of the FP16 product: row `step` of D + A B, four exact dot products of four
// products and an addend, each rounded once. A step has 16 multiply-adds.
//
// Row i of A is quarter i of its register, column j of B is quarter j of its register. FP32 sums
// are in two registers, columns 2r and 2r + 1 in register r. Combinational.

module weft_mppa_fp16
  import weft_mppa_pkg::*;
(
  input  logic [1:0]     step_i,
  input  register_t      a_i,
  input  register_t      b_i,
  input  register_t      c_i [2],
  output quarter_t [1:0] d_o  // quarters of the two registers
);

  for (genvar j = 0; j < 4; j++) begin : gen_col
    weft_dpa_exact #(
      .ExpA(5), .FracA(10), .Lanes(4)
    ) u_dot (
      .a_i(a_i[step_i]),
      .b_i(b_i[j]),
      .c_i(c_i[j/2][step_i][32*(j%2)+:32]),
      .d_o(d_o[j/2][32*(j%2)+:32])
    );
  end

endmodule
