// SPDX-License-Identifier: Apache-2.0
//
// Sequencer: binary32 functions that take a few steps in the special function unit and the fused
// multiply-add. The sequences follow CUDA's compilation of fast functions to PTX's approximate
// instructions, except that a quotient is refined:
//
//      div      r = rcp y, q = x r, e = x - y q, q + e r; q if that is NaN
//      exp      mul log2 e, ex2          log      lg2 x, mul ln 2
//      exp10    mul log2 10, ex2         log10    lg2 x, mul log10 2
//      pow      lg2 x, mul y, ex2        sigmoid  mul -log2 e, ex2, add 1, rcp
//
//        x, y
//         |     +--------------------------------+
//      +--+---+ |  constant                      |
//      | hold | |     |                          |
//      +--+---+ |     |                          |
//         +-----+-----+------ select a, b, c     |  results of steps 0 and 1, and of the one before
//                 |       |                      |
//           +-----+----+ ++---------+            |
//           | weft_sfu | | weft_fma |            |
//           +-----+----+ ++---------+            |
//                 +---+---+                      |
//                     +--------------------------+----> result
//
// One sequence runs at a time: a cycle to take the operands, then for each step the latency of its
// unit and a cycle to store its result. The next operands are taken in the cycle in which the
// result is taken.
//
// The steps are in weft_sfu_seq_pkg. Build, Ftz, SfuPipe and FmaPipe are the units' parameters.

`include "weft_gates.svh"

module weft_sfu_seq
  import weft_sfu_seq_pkg::*;
#(
  parameter int unsigned Build   = 1,
  parameter int unsigned Ftz     = 0,
  parameter int unsigned SfuPipe = 0,
  parameter int unsigned FmaPipe = 0,
  parameter int unsigned Gates   = `WEFT_GATES
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [2:0]  in_op_i,
  input  logic [31:0] in_x_i,
  input  logic [31:0] in_y_i,

  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [31:0] out_result_o
);

  typedef enum logic [1:0] {Idle, Issue, Wait, Done} state_e;

  state_e      state_d, state_q;
  seq_op_e     op_q;
  logic [1:0]  number_d, number_q;
  logic [31:0] x_q, y_q, first_q, second_q, last_q;

  step_t now;
  assign now = step(op_q, number_q);

  logic [31:0] sources [6];
  assign sources[X]        = x_q;
  assign sources[Y]        = y_q;
  assign sources[First]    = first_q;
  assign sources[Second]   = second_q;
  assign sources[Last]     = last_q;
  assign sources[Constant] = now.constant;

  // The units. Each holds at most one step, so it is always ready.

  logic        issues;
  logic        sfu_ready, sfu_valid, fma_ready, fma_valid;
  logic [31:0] sfu_result, fma_result;
  logic [4:0]  fma_flags;
  assign issues = state_q == Issue;

  weft_sfu #(.Build(Build), .Ftz(Ftz), .Pipe(SfuPipe), .Gates(Gates)) u_sfu (
    .clk_i, .rst_ni,
    .in_valid_i(issues & now.is_sfu), .in_ready_o(sfu_ready), .in_op_i(now.func),
    .in_a_i(sources[now.a]), .in_b_i('0), .in_c_i('0), .in_x_i('0), .in_y_i('0),
    .out_valid_o(sfu_valid), .out_ready_i(1'b1), .out_result_o(sfu_result)
  );

  weft_fma #(.FlushIn(Ftz), .FlushOut(Ftz), .Pipe(FmaPipe), .Gates(Gates)) u_fma (
    .clk_i, .rst_ni,
    .in_valid_i(issues & !now.is_sfu), .in_ready_o(fma_ready),
    .in_op_i(now.operation), .in_round_i('0),
    .in_a_i(sources[now.a]), .in_b_i(sources[now.b]), .in_c_i(sources[now.c]),
    .out_valid_o(fma_valid), .out_ready_i(1'b1), .out_result_o(fma_result), .out_flags_o(fma_flags)
  );

  logic        stores, keeps;
  logic [31:0] result;
  assign stores = sfu_valid | fma_valid;
  assign keeps  = now.refines & fma_result == weft_sfu_pkg::Nan;
  assign result = sfu_valid ? sfu_result : keeps ? second_q : fma_result;

  // Control.

  logic takes;
  assign in_ready_o   = state_q == Idle | (state_q == Done & out_ready_i);
  assign out_valid_o  = state_q == Done;
  assign out_result_o = last_q;
  assign takes        = in_valid_i & in_ready_o;

  always_comb begin
    state_d  = state_q;
    number_d = number_q;
    if (stores) begin
      state_d  = now.last ? Done : Issue;
      number_d = number_q + 2'd1;
    end else if (issues) begin
      state_d = Wait;
    end else if (in_ready_o) begin
      state_d = Idle;
    end
    if (takes) begin
      state_d  = Issue;
      number_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= state_d;
  end

  // No reset: these registers are read only while a sequence runs.
  always_ff @(posedge clk_i) begin
    number_q <= number_d;
    if (takes) begin
      op_q <= &in_op_i ? Sigmoid : seq_op_e'(in_op_i);  // code 7 means Sigmoid too
      x_q  <= in_x_i;
      y_q  <= in_y_i;
    end
    if (stores) last_q <= result;
    if (stores && number_q == 2'd0) first_q <= result;
    if (stores && number_q == 2'd1) second_q <= result;
  end

  logic unused;
  assign unused = ^{sfu_ready, fma_ready, fma_flags};

endmodule
