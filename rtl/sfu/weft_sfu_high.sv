// SPDX-License-Identifier: Apache-2.0
//
// Approximations of 1 / a and 1 / sqrt(a) of binary64, whose upper word alone is read and written:
// a sign, 11 bits of exponent, 20 of fraction. The lower word counts as zero. Subnormal operands and
// results are zeros of their sign, as PTX's rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 have it.
//
//            a 32
//             |
//      +------+--------------------------+
//      | special cases; significand as a |
//      | binary32 from 1 on, below 2 or 4|
//      +------+------------------+-------+
//             | 32               | sign, exponent, special result
//      +------+-------+          |
//      | weft_sfu     |          |
//      +------+-------+          |
//             | 32               |
//      +------+------------------+-------+
//      | round to 20 bits; add exponents |
//      +------+--------------------------+
//             | 32
//
// Elastic pipeline: Pipe has a bit for the register at the input, the one behind weft_sfu and the one
// at the output.

`include "weft_gates.svh"

module weft_sfu_high
  import weft_sfu_pkg::*;
#(
  parameter int unsigned Build = 1,  // of weft_sfu
  parameter int unsigned Pipe  = 0,  // bit mask, 0 to 7
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_root_i,    // 1 / sqrt(a) instead of 1 / a
  input  logic [31:0] in_a_i,

  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [31:0] out_result_o
);

  typedef struct packed {
    logic        root;
    logic [31:0] a;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_root_i, in_a_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Operand m * 2^(field - 1023 - odd).

  logic        sign, odd, nan, zero;
  logic [10:0] field;
  logic [19:0] frac;
  assign {sign, field, frac} = s0.a;
  assign odd  = s0.root && !field[0];
  assign nan  = (&field && frac != '0) || (s0.root && sign && field != '0);
  assign zero = field == '0;

  // The result's exponent less that of the function of m.
  logic signed [11:0] exp, scale;
  assign exp   = 12'(signed'({1'b0, field})) - 12'sd1023 - 12'(signed'({1'b0, odd}));
  assign scale = s0.root ? -(exp >>> 1) : -exp;

  logic [31:0] function_of;
  logic        sfu_valid, sfu_ready;
  weft_sfu #(
    .Build(Build),
    .Gates(Gates)
  ) u_sfu (
    .clk_i,
    .rst_ni,
    .in_valid_i  (s0_valid),
    .in_ready_o  (s0_ready),
    .in_op_i     (s0.root ? Rsqrt : Rcp),
    .in_a_i      ({1'b0, odd ? 8'd128 : 8'd127, frac, 3'b0}),
    .in_b_i      ('0),
    .in_c_i      ('0),
    .in_x_i      ('0),
    .in_y_i      ('0),
    .out_valid_o (sfu_valid),
    .out_ready_i (sfu_ready),
    .out_result_o(function_of)
  );

  typedef struct packed {
    logic               special;
    logic               nan;
    logic               infinite;
    logic               sign;
    logic signed [11:0] scale;
    logic [31:0]        number;
  } found_t;

  logic   s1_valid, s1_ready;
  found_t s1;
  weft_pipe_reg #(.data_t(found_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(sfu_valid), .in_ready_o(sfu_ready),
    .in_data_i({nan || zero || &field, nan && !zero, zero, sign, scale, function_of}),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Half up: a carry enters the exponent, which has 13 bits.

  logic [32:0]        rounded;
  logic signed [12:0] exp_out;
  logic [31:0]        result;
  logic               unused;
  assign rounded = {1'b0, s1.number} + 33'd4;
  assign exp_out = 13'(signed'({1'b0, rounded[32:23]})) + 13'(s1.scale) + 13'sd896;
  assign unused  = ^{rounded[2:0], exp_out[11]};
  always_comb begin
    if (s1.special) begin
      result = s1.nan ? 32'h7ff80000 : {s1.sign, s1.infinite ? 11'h7ff : 11'h0, 20'h0};
    end else if (exp_out <= 13'sd0) begin
      result = {s1.sign, 31'h0};
    end else begin
      result = {s1.sign, exp_out[10:0], rounded[22:3]};
    end
  end

  weft_pipe_reg #(.data_t(logic [31:0]), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(result),
    .out_valid_o, .out_ready_i, .out_data_o(out_result_o)
  );

endmodule
