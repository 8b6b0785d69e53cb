// SPDX-License-Identifier: Apache-2.0
//
// weft_fma's result and flags are weft_fma_spec's: all operands, operations 0 to 6, all directions.

module weft_fma_claim #(
  parameter  int unsigned ExpBits    = 4,
  parameter  int unsigned FracBits   = 3,
  parameter  int unsigned Infinities = 1,
  parameter  int unsigned TinyBefore = 0,
  parameter  int unsigned FlushIn    = 0,
  parameter  int unsigned FlushOut   = 0,
  parameter  int unsigned Gates      = 1,
  localparam int unsigned Width      = 1 + ExpBits + FracBits
) (
  input  logic [2:0]       op_i,
  input  logic [2:0]       round_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic             holds_o
);

  logic [Width-1:0] expected, result;
  logic [4:0]       expected_flags, flags;
  weft_fma_spec #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0),
    .TinyBefore(TinyBefore != 0), .FlushIn(FlushIn != 0), .FlushOut(FlushOut != 0)
  ) u_spec (
    .op_i, .round_i, .a_i, .b_i, .c_i,
    .result_o(expected), .flags_o(expected_flags)
  );
  weft_fma #(
    .ExpA(ExpBits), .FracA(FracBits), .InfA(Infinities),
    .ExpC(ExpBits), .FracC(FracBits), .InfC(Infinities),
    .TinyBefore(TinyBefore), .FlushIn(FlushIn), .FlushOut(FlushOut), .Gates(Gates)
  ) u_fma (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(), .in_round_i(round_i),
    .in_op_i(op_i), .in_a_i(a_i), .in_b_i(b_i), .in_c_i(c_i),
    .out_valid_o(), .out_ready_i(1'b1), .out_result_o(result), .out_flags_o(flags)
  );

  assign holds_o = op_i == 3'd7 | (result == expected & flags == expected_flags);

endmodule
