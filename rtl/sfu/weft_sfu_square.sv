// SPDX-License-Identifier: Apache-2.0
//
// k * k / 2^16, truncated: the folded array of partial products without its columns below 16.
//
// In the full array, k_i k_j equals k_j k_i, so the pair becomes one bit in the next column, and
// k_i k_i is k_i. Row i is then
//
//      column   32 ......... 2i+2  2i+1  2i
//               k_i k_j at i+j+1     -    k_i        j > i
//
// and has no bit above column i + 17: row i and row i + 9, which starts at column 2i + 18, share a
// word. The sum has nine words. Source: Pineiro et al., IEEE TC 2005, section 4 (specialised
// squaring unit). Combinational.

module weft_sfu_square
  import weft_sfu_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: the sum by the language's operators
) (
  input  logic [SquareIn-1:0] k_i,
  output logic [SquareW-1:0]  square_o
);

  localparam int unsigned Words = 9;

  logic [SquareW-1:0] words [Words];

  always_comb begin
    logic [2*SquareIn-1:0] row;
    for (int i = 0; i < Words; i++) words[i] = '0;
    for (int i = 0; i < SquareIn; i++) begin
      row = ((2*SquareIn)'(k_i) >> (i + 1)) << (2 * i + 2);
      row[2*i] = 1'b1;
      row &= {(2*SquareIn){k_i[i]}};
      words[i % Words] |= row[2*SquareIn-1:16];
    end
  end

  if (Gates) begin : gen_tree
    logic [SquareW-1:0] sum, carry;
    weft_csa_tree #(.N(Words), .Width(SquareW)) u_tree (
      .words_i(words), .keep_i('1), .sum_o(sum), .carry_o(carry)
    );
    logic top;
    weft_add_late #(.Width(SquareW)) u_add (
      .a_i(sum), .b_i(carry), .late_i(1'b0), .top_o(top), .sum_o(square_o)
    );
    logic unused;
    assign unused = top;
  end else begin : gen_operators
    always_comb begin
      square_o = '0;
      for (int i = 0; i < Words; i++) square_o += words[i];
    end
  end

endmodule
