// SPDX-License-Identifier: Apache-2.0
//
// added + left_a * left_b + 2 * right_a * right_b + cubic * 2^14 as two words with that sum: the
// partial products of both multipliers, Booth-recoded, are rows of one carry-save tree.
//
//        C1   t        t^2  C2
//       +-+---+-+     +-+---+-+
//       | Booth |     | Booth |    C0 + bias   C3 * V
//       +-------+     +-------+        |         |
//        12 rows        9 rows       1 row     1 row    the late ones last
//       +--+--------------+------------+---------+--+
//       | weft_csa_tree                             |
//       +--------------------+----------------------+
//                       sum, carry
//
// Combinational.

module weft_sfu_tree
  import weft_sfu_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: the same by the language's operators
) (
  input  logic [SumW-1:0]           added_i,
  input  logic signed [SlopeW:0]    left_a_i,
  input  logic signed [OffsetW-1:0] left_b_i,
  input  logic signed [SlopeW:0]    right_a_i,
  input  logic signed [C2W-1:0]     right_b_i,
  input  logic signed [CubicW-1:0]  cubic_i,
  output logic [SumW-1:0]           sum_o,
  output logic [SumW-1:0]           carry_o
);

  logic [SumW-1:0] cubic;
  assign cubic = SumW'(cubic_i) << 14;

  if (Gates) begin : gen_tree
    localparam int unsigned Left  = (OffsetW + 1) / 2 + 1;
    localparam int unsigned Right = (C2W + 1) / 2 + 1;

    logic [SumW-1:0] left  [Left];
    logic [SumW-2:0] right [Right];
    weft_booth #(.WidthA(SlopeW + 1), .WidthB(OffsetW), .Signed(1'b1), .Width(SumW)) u_left (
      .a_i(left_a_i), .b_i(left_b_i), .words_o(left)
    );
    weft_booth #(.WidthA(SlopeW + 1), .WidthB(C2W), .Signed(1'b1), .Width(SumW - 1)) u_right (
      .a_i(right_a_i), .b_i(right_b_i), .words_o(right)
    );

    logic [SumW-1:0] rows [Left+Right+2];
    always_comb begin
      for (int i = 0; i < Left; i++) rows[i] = left[i];
      for (int i = 0; i < Right; i++) rows[Left+i] = {right[i], 1'b0};
      rows[Left+Right]   = added_i;
      rows[Left+Right+1] = cubic;
    end
    weft_csa_tree #(.N(Left + Right + 2), .Width(SumW)) u_tree (
      .words_i(rows), .keep_i('1), .sum_o, .carry_o
    );
  end else begin : gen_operators
    assign sum_o   = SumW'(left_a_i) * SumW'(left_b_i);
    assign carry_o = added_i + cubic
                   + ((SumW'(right_a_i) * SumW'(right_b_i)) << 1);
  end

endmodule
