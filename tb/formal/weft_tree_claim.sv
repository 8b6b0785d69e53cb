// SPDX-License-Identifier: Apache-2.0
//
// weft_mul_add_tree is a network of compressors, each word used once: its rows are weft_booth's words,
// Low places up, and the addend, and every layer takes them three by three. A compressor keeps the
// sum (weft_compressor_claim), so the network does, and the words' sum is a * b (weft_booth_claim).

module weft_tree_claim #(
  parameter int unsigned WidthA = 24,
  parameter int unsigned WidthB = 24,
  parameter int unsigned Low    = 2,
  parameter int unsigned Width  = 53
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  input  logic [Width-1:0]  addend_i,
  output logic              holds_o
);

  localparam int unsigned Words = WidthB / 2 + 1;

  logic [Width-Low-1:0] words [Words];
  weft_booth #(.WidthA(WidthA), .WidthB(WidthB), .Width(Width - Low)) u_booth (
    .a_i, .b_i, .words_o(words)
  );

  logic [Width-1:0] sum, carry;
  weft_mul_add_tree #(
    .WidthA(WidthA), .WidthB(WidthB), .Low(Low), .Width(Width), .Gates(1'b1)
  ) u_tree (
    .a_i, .b_i, .addend_i, .sum_o(sum), .carry_o(carry)
  );

  // How many words a layer has; a layer of two is the last.
  function automatic int unsigned count(int unsigned layer);
    int unsigned n;
    n = Words + 1;
    for (int unsigned i = 0; i < layer; i++) n -= n / 3;
    return n;
  endfunction

  localparam int unsigned Layers = 12;

  for (genvar l = 0; l <= Layers; l++) begin : gen_layers
    logic [Width-1:0] rows [Words+1];
    if (l == 0) begin : gen_first
      for (genvar i = 0; i < Words; i++) begin : gen_words
        assign rows[i] = {words[i], {Low{1'b0}}};
      end
      assign rows[Words] = addend_i;
    end else begin : gen_layer
      localparam int unsigned Triples = count(l - 1) / 3;
      for (genvar i = 0; i < Triples; i++) begin : gen_triples
        weft_compressor #(.Width(Width)) u_compressor (
          .x_i(gen_layers[l-1].rows[3*i]), .y_i(gen_layers[l-1].rows[3*i+1]),
          .z_i(gen_layers[l-1].rows[3*i+2]), .sum_o(rows[2*i]), .carry_o(rows[2*i+1])
        );
      end
      for (genvar i = 2 * Triples; i < count(l); i++) begin : gen_rest
        assign rows[i] = gen_layers[l-1].rows[i+Triples];
      end
      for (genvar i = count(l); i <= Words; i++) begin : gen_none
        assign rows[i] = '0;
      end
    end
  end

  assign holds_o = count(Layers) == 2
                 & sum == gen_layers[Layers].rows[0] & carry == gen_layers[Layers].rows[1];

endmodule
