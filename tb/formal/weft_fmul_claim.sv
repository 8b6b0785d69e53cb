// SPDX-License-Identifier: Apache-2.0
//
// weft_fmul's result and flags are those of weft_fma_spec's a * b. In one piece (Part 0), or for wider
// formats in two that together say the same: the significands' product is the specification's (1);
// where it is, result and flags are (2).

module weft_fmul_claim #(
  parameter  int unsigned ExpBits    = 4,
  parameter  int unsigned FracBits   = 3,
  parameter  int unsigned Infinities = 1,
  parameter  int unsigned TinyBefore = 0,
  parameter  int unsigned FlushIn    = 0,
  parameter  int unsigned FlushOut   = 0,
  parameter  int unsigned Gates      = 1,
  parameter  int unsigned Part       = 0,
  localparam int unsigned Width      = 1 + ExpBits + FracBits
) (
  input  logic [2:0]       round_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             holds_o
);

  logic [Width-1:0] expected, result;
  logic [4:0]       expected_flags, flags;
  weft_fma_spec #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .TinyBefore(TinyBefore != 0), .FlushIn(FlushIn != 0), .FlushOut(FlushOut != 0)
  ) u_spec (
    .op_i(3'd6), .round_i, .a_i, .b_i, .c_i('0),
    .result_o(expected), .flags_o(expected_flags)
  );
  weft_fmul #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities),
    .TinyBefore(TinyBefore), .FlushIn(FlushIn), .FlushOut(FlushOut), .Gates(Gates)
  ) u_fmul (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(), .in_round_i(round_i),
    .in_a_i(a_i), .in_b_i(b_i),
    .out_valid_o(), .out_ready_i(1'b1), .out_result_o(result), .out_flags_o(flags)
  );

  logic same_product, same_result;
  assign same_product = u_fmul.s2_d.product == u_spec.sigs;
  assign same_result  = result == expected & flags == expected_flags;
  assign holds_o      = Part == 1 ? same_product : same_result | (Part == 2 & !same_product);

endmodule
