// SPDX-License-Identifier: Apache-2.0
//
// The sum of product and aligned addend as a magnitude, by an end-around carry.
//
//      high (addend only)     sum + carry of the carry-save tree
//            |                        |
//        [ + carry ] <--- carry --- [ + ] <--- end-around carry
//            |                        |
//            +------ magnitude -------+
//
// In a subtraction, the addend C arrives complemented, so the sum is product - C - 1 modulo the
// window. A carry out of the top means product > C: the missing 1 is added, unless bits of C below
// the window use it up. Otherwise the complement of the sum is C - product.
//
// The low sum has Low + 1 bits: the top one is the carry into the high part. Combinational.

module weft_fma_add #(
  parameter int unsigned High  = 24,
  parameter int unsigned Low   = 52,
  parameter bit          Gates = 1'b1  // as in weft_add_late
) (
  input  logic [High-1:0] high_i,
  input  logic [Low:0]    sum_i,
  input  logic [Low:0]    carry_i,
  input  logic            subtract_i,
  input  logic            sticky_i,
  output logic            addend_wins_o,  // the magnitude is C - product
  output logic [High-1:0] high_o,
  output logic [Low-1:0]  low_o
);

  logic         early_carry, product_wins, plus_1;
  logic [Low:0] low;
  weft_add_late #(.Width(Low + 1), .Gates(Gates)) u_low (
    .a_i(sum_i), .b_i(carry_i), .late_i(plus_1), .top_o(early_carry), .sum_o(low)
  );
  assign product_wins  = &high_i & early_carry;
  assign plus_1        = subtract_i & product_wins & !sticky_i;
  assign addend_wins_o = subtract_i & !product_wins;

  logic [High-1:0] high;
  if (Gates) begin : gen_select
    logic [High-1:0] high_plus_1;
    assign high_plus_1 = high_i + High'(1);
    assign high = (high_i & {High{!low[Low]}}) | (high_plus_1 & {High{low[Low]}});
  end else begin : gen_operators
    assign high = high_i + High'(low[Low]);
  end

  assign high_o = high ^ {High{addend_wins_o}};
  assign low_o  = low[Low-1:0] ^ {Low{addend_wins_o}};

endmodule
