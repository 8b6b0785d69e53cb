// SPDX-License-Identifier: Apache-2.0
//
// The sum of N aligned terms in carry-save form, modulo 2^Width. A term is a word; a negative term
// is the complement of its word plus one. The ones are counted, and their number joins the tree
// last. Combinational.

module weft_dpa_sum #(
  parameter int unsigned N     = 9,
  parameter int unsigned Width = 31,
  parameter bit          Gates = 1'b1  // 0: added by the language's operator, the carry is zero
) (
  input  logic [Width-1:0] words_i [N],
  input  logic [N-1:0]     minus_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] carry_o
);

  if (Gates) begin : gen_tree
    logic [Width-1:0] words [N+1];
    for (genvar i = 0; i < N; i++) begin : gen_words
      assign words[i] = words_i[i];
    end
    always_comb begin
      words[N] = '0;
      for (int i = 0; i < N; i++) words[N] = words[N] + Width'(minus_i[i]);
    end
    weft_csa_tree #(.N(N + 1), .Width(Width)) u_tree (
      .words_i(words), .keep_i('1), .sum_o, .carry_o
    );
  end else begin : gen_operators
    always_comb begin
      sum_o = '0;
      for (int i = 0; i < N; i++) sum_o = sum_o + words_i[i] + Width'(minus_i[i]);
    end
    assign carry_o = '0;
  end

endmodule
