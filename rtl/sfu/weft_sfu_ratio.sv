// SPDX-License-Identifier: Apache-2.0
//
// The product of a ratio and its exact factor, near a zero of the function: x * (sin(x) / x), and
// d * (log2(1 + d) / d). The ratio keeps RatioLow places below its ulp, and the product is exact.
//
//            sum              factor
//             | 29              | 24
//          +--+-----------------+--+
//          | Booth rows, tree, add |
//          +-----------+-----------+
//             53       |
//
// A sum that is no ratio passes. Combinational.

module weft_sfu_ratio
  import weft_sfu_pkg::*;
#(
  parameter int unsigned Places = 0,  // more places of the sum
  parameter bit          Gates  = 1'b1
) (
  input  scale_t          scale_i,
  input  logic [SumW-1:0] sum_i,
  output logic [SumW-1:0] sum_o
);

  logic [RatioW-1:0] ratio;
  assign ratio = sum_i[SumLow+Places-RatioLow +: RatioW];

  localparam int unsigned ProductW = FactorW + RatioW;
  logic [ProductW-1:0] product;
  if (Gates) begin : gen_networks
    localparam int unsigned Rows = (FactorW + 1) / 2 + 1;
    logic [ProductW-1:0] words [Rows];
    logic [ProductW-1:0] sum, carry;
    logic                top;
    weft_booth #(.WidthA(RatioW), .WidthB(FactorW), .Signed(1'b0), .Width(ProductW)) u_booth (
      .a_i(ratio), .b_i(scale_i.factor), .words_o(words)
    );
    weft_csa_tree #(.N(Rows), .Width(ProductW)) u_tree (
      .words_i(words), .keep_i('1), .sum_o(sum), .carry_o(carry)
    );
    weft_add_late #(.Width(ProductW), .Gates(1'b1)) u_add (
      .a_i(sum), .b_i(carry), .late_i(1'b0), .top_o(top), .sum_o(product)
    );
    logic unused;
    assign unused = top;
  end else begin : gen_operators
    assign product = ratio * scale_i.factor;
  end

  assign sum_o = scale_i.ratio ? SumW'(product) : sum_i;

endmodule
