// SPDX-License-Identifier: Apache-2.0
//
// Multiply-add lane of a thread: the low or the high word of a * b by weft_imul, plus c by
// weft_iadd; IMAD.WIDE adds 64 bits.
//
// A thread enters every cycle; its result is there Depth cycles later: the registers of Pipe in
// weft_imul, one in the adder.

module weft_sm_lane_imul
  import weft_sm_pkg::*;
#(
  parameter int unsigned Pipe = 7
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  op_e         in_op_i,
  input  logic        in_unsigned_i,
  input  logic [31:0] in_a_i,
  input  logic [31:0] in_b_i,
  input  logic [63:0] in_c_i,

  output logic [63:0] out_d_o
);

  logic [31:0] low, high;
  weft_imul #(.Pipe(Pipe)) u_product (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o   (),
    .in_a_i,
    .in_b_i,
    .in_a_signed_i(!in_unsigned_i),
    .in_b_signed_i(!in_unsigned_i),
    .out_valid_o  (),
    .out_ready_i  (1'b1),
    .out_low_o    (low),
    .out_high_o   (high)
  );

  typedef struct packed {
    op_e         op;
    logic [63:0] c;
  } late_t;
  late_t in, out;
  logic  valid;
  assign in = '{in_op_i, in_c_i};
  weft_delay #(.data_t(late_t), .Stages($countones(Pipe))) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (in_valid_i),
    .in_data_i  (in),
    .out_valid_o(valid),
    .out_data_o (out)
  );

  // A narrow sum keeps out of the upper half, which nobody reads.
  weft_iadd #(.Width(64), .Pipe(1)) u_sum (
    .clk_i,
    .rst_ni,
    .in_valid_i    (valid),
    .in_ready_o    (),
    .in_a_i        ({high, out.op == ImadHi ? high : low}),
    .in_b_i        (out.c),
    .in_carry_i    (1'b0),
    .in_subtract_i (1'b0),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (out_d_o),
    .out_carry_o   (),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );

endmodule
