// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero count of a word, by a tree of pairs. For a word of zeros, the count is Width rounded
// up to a power of two, less one. Combinational.

module weft_lzc #(
  parameter  int unsigned Width  = 52,
  parameter  bit          Gates  = 1'b1,  // 0: by halves of the word
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width-1:0]  word_i,
  output logic [CountW-1:0] zeros_o
);

  localparam int unsigned Leaves = 1 << CountW;

  logic [Leaves-1:0] leaves;
  assign leaves = {word_i, {(Leaves-Width){1'b1}}};

  if (Gates) begin : gen_tree
    always_comb begin
      logic [Leaves-1:0] any;             // a one in this subtree
      logic [Leaves-1:0] count [CountW];  // bit k of its leading zeros
      any = leaves;
      for (int k = 0; k < CountW; k++) count[k] = '0;
      for (int l = 0; l < CountW; l++) begin
        for (int i = 0; i < (Leaves >> (l + 1)); i++) begin
          for (int k = 0; k < l; k++) count[k][i] = any[2*i+1] ? count[k][2*i+1] : count[k][2*i];
          count[l][i] = !any[2*i+1];
          any[i]      = any[2*i+1] | any[2*i];
        end
      end
      for (int k = 0; k < CountW; k++) zeros_o[k] = count[k][0];
    end
  end else begin : gen_halves
    always_comb begin
      logic [Leaves-1:0] rest;
      logic [CountW-1:0] empty;  // 2^k if the upper 2^k bits of the rest are zeros
      rest    = leaves;
      zeros_o = '0;
      for (int k = CountW - 1; k >= 0; k--) begin
        empty   = CountW'(rest >> (Leaves - (1 << k)) == '0) << k;
        rest    = rest << empty;
        zeros_o = zeros_o | empty;
      end
    end
  end

endmodule
