// SPDX-License-Identifier: Apache-2.0
//
// Part of a project that uses Weft, with names of its own: sum = a * x + y, FP16 times FP16 plus
// FP32 with one rounding to nearest, ties to even. One item a cycle, Weft's multiply-add inside.

`include "weft_assert.svh"

module axpy #(
  parameter int unsigned Pipe = 0  // registers of weft_fma
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        item_valid_i,
  output logic        item_ready_o,
  input  logic [15:0] a_i,
  input  logic [15:0] x_i,
  input  logic [31:0] y_i,

  output logic        sum_valid_o,
  input  logic        sum_ready_i,
  output logic [31:0] sum_o,
  output logic [4:0]  flags_o
);

  weft_fma #(
    .ExpA(5), .FracA(10), .ExpC(8), .FracC(23), .Pipe(Pipe)
  ) u_fma (
    .clk_i,
    .rst_ni,
    .in_valid_i   (item_valid_i),
    .in_ready_o   (item_ready_o),
    .in_op_i      (3'd0),
    .in_round_i   (3'd0),
    .in_a_i       (a_i),
    .in_b_i       (x_i),
    .in_c_i       (y_i),
    .out_valid_o  (sum_valid_o),
    .out_ready_i  (sum_ready_i),
    .out_result_o (sum_o),
    .out_flags_o  (flags_o)
  );

  `WEFT_ASSERT(SumStable, sum_valid_o && !sum_ready_i |=> sum_valid_o && $stable(sum_o))

endmodule
