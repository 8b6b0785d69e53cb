// SPDX-License-Identifier: Apache-2.0
//
// Ripple-carry adder: a chain of full adders, each of which waits for the carry of the one below.
//
//          a b            a b       a b
//          | |            | |       | |
//   c_k --[ FA ]-- ... --[ FA ]----[ FA ]-- carry        FA: sum   = a ^ b ^ c
//            |              |         |                      carry = majority(a, b, c)
//         sum[k-1]        sum[1]    sum[0]
//
// The chain has the least area; its longest path is Width carries. Combinational.

module weft_iadd_ripple #(
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o,
  output logic             carry_o
);

  always_comb begin
    logic c;
    c = carry_i;
    for (int i = 0; i < Width; i++) begin
      sum_o[i] = a_i[i] ^ b_i[i] ^ c;
      c        = (a_i[i] & b_i[i]) | (c & (a_i[i] ^ b_i[i]));
    end
    carry_o = c;
  end

endmodule
