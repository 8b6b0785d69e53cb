// SPDX-License-Identifier: Apache-2.0
//
// weft_fadd's result and flags are those of weft_fma_spec's a + b and a - b.

module weft_fadd_claim #(
  parameter  int unsigned ExpBits    = 4,
  parameter  int unsigned FracBits   = 3,
  parameter  int unsigned Infinities = 1,
  parameter  int unsigned FlushIn    = 0,
  parameter  int unsigned FlushOut   = 0,
  parameter  int unsigned Gates      = 1,
  localparam int unsigned Width      = 1 + ExpBits + FracBits
) (
  input  logic             subtract_i,
  input  logic [2:0]       round_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             holds_o
);

  logic [Width-1:0] expected, result;
  logic [4:0]       expected_flags, flags;
  weft_fma_spec #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .FlushIn(FlushIn != 0), .FlushOut(FlushOut != 0)
  ) u_spec (
    .op_i({2'b10, subtract_i}), .round_i, .a_i, .b_i('0), .c_i(b_i),
    .result_o(expected), .flags_o(expected_flags)
  );
  weft_fadd #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities),
    .FlushIn(FlushIn), .FlushOut(FlushOut), .Gates(Gates)
  ) u_fadd (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(), .in_round_i(round_i),
    .in_subtract_i(subtract_i), .in_a_i(a_i), .in_b_i(b_i),
    .out_valid_o(), .out_ready_i(1'b1), .out_result_o(result), .out_flags_o(flags)
  );

  assign holds_o = result == expected & flags == expected_flags;

endmodule
