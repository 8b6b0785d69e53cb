// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero count of a word, by a tree of pairs. A word of zeros counts as Width rounded up to a
// power of two, less one. Combinational.

module weft_lzc #(
  parameter  int unsigned Width  = 52,
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width-1:0]  word_i,
  output logic [CountW-1:0] zeros_o
);

`ifdef SYNTHESIS
  localparam int unsigned Leaves = 1 << CountW;

  always_comb begin
    logic [Leaves-1:0] any;              // a one in this subtree
    logic [Leaves-1:0] count [CountW];   // bit k of its leading zeros
    any = {word_i, {(Leaves-Width){1'b1}}};
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
`else
  // By halves, shifting as zeros are found.
  localparam int unsigned Padded = 1 << CountW;
  always_comb begin
    logic [Padded-1:0] rest;
    rest = {word_i, {(Padded-Width){1'b1}}};
    for (int k = CountW - 1; k >= 0; k--) begin
      zeros_o[k] = rest >> (Padded - (1 << k)) == '0;
      rest       = rest << (CountW'(zeros_o[k]) << k);
    end
  end
`endif

endmodule
