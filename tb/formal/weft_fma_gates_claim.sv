// SPDX-License-Identifier: Apache-2.0
//
// weft_fma as networks of gates gives the results and flags of weft_fma as operators on words. With
// any_split, whatever two words the multiplier hands on, so long as their sum is right.

module weft_fma_gates_claim #(
  parameter  int unsigned ExpA   = 8,
  parameter  int unsigned FracA  = 23,
  parameter  int unsigned InfA   = 1,
  parameter  int unsigned ExpC   = 8,
  parameter  int unsigned FracC  = 23,
  parameter  int unsigned InfC   = 1,
  localparam int unsigned WidthA = 1 + ExpA + FracA,
  localparam int unsigned WidthC = 1 + ExpC + FracC
) (
  input  logic [2:0]        op_i,
  input  logic [2:0]        round_i,
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthA-1:0] b_i,
  input  logic [WidthC-1:0] c_i,
  output logic              holds_o
);

  logic [WidthC+4:0] outputs [2];
  for (genvar i = 0; i < 2; i++) begin : gen_ways
    logic [WidthC-1:0] result;
    logic [4:0]        flags;
    weft_fma #(
      .ExpA(ExpA), .FracA(FracA), .InfA(InfA), .ExpC(ExpC), .FracC(FracC), .InfC(InfC), .Gates(i)
    ) u_fma (
      .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(), .in_round_i(round_i),
      .in_op_i(op_i), .in_a_i(a_i), .in_b_i(b_i), .in_c_i(c_i),
      .out_valid_o(), .out_ready_i(1'b1), .out_result_o(result), .out_flags_o(flags)
    );
    assign outputs[i] = {result, flags};
  end
  assign holds_o = outputs[0] == outputs[1];

endmodule
