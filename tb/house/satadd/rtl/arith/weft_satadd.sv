// SPDX-License-Identifier: Apache-2.0
//
// Saturating adder: sum = a + b, held between -2^(Width-1) and 2^(Width-1) - 1; two's complement.
//
//     in a, b --> [ + ] --> [ saturate ] --> [ fifo of 2 ] --> out sum
//
// Takes a pair a cycle; its sum is at the output in the next cycle, or when earlier sums have left.

`include "weft_assert.svh"

module weft_satadd #(
  parameter int unsigned Width = 16
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    in_valid_i,
  output logic                    in_ready_o,
  input  logic signed [Width-1:0] in_a_i,
  input  logic signed [Width-1:0] in_b_i,

  output logic                    out_valid_o,
  input  logic                    out_ready_i,
  output logic signed [Width-1:0] out_sum_o
);

  typedef logic [Width-1:0] sum_t;

  // The sum fits unless its two highest bits differ; then the highest is the sign of what it was.

  logic signed [Width:0] exact;
  logic                  fits;
  sum_t                  sum;
  assign exact = (Width+1)'(in_a_i) + (Width+1)'(in_b_i);
  assign fits  = exact[Width] == exact[Width-1];
  assign sum   = fits ? exact[Width-1:0] : {exact[Width], {(Width-1){!exact[Width]}}};

  weft_fifo #(
    .data_t(sum_t), .Depth(2)
  ) u_sums (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_data_i  (sum),
    .out_valid_o,
    .out_ready_i,
    .out_data_o (out_sum_o)
  );

  `WEFT_ASSERT(OutStable, out_valid_o && !out_ready_i |=> out_valid_o && $stable(out_sum_o))

endmodule
