// SPDX-License-Identifier: Apache-2.0
//
// Sums and products of a thread in one format, Exp and Frac bits: a + b, a * b, a * b + c by
// weft_fma, rounded once, operands with their modifiers: |x|, then -x. FP32, FP64 and each half of
// FP16 are this module.
//
// A thread enters every cycle; its result is there Depth cycles later, Depth the number of bits of
// Pipe, weft_fma's registers. With Ftz a second weft_fma flushes subnormals; without it, .FTZ is not
// known.

module weft_sm_lane_sum
  import weft_sm_pkg::*;
#(
  parameter int unsigned Exp  = 8,
  parameter int unsigned Frac = 23,
  parameter int unsigned Pipe = 22,
  parameter int unsigned Ftz  = 1,
  localparam int unsigned Bits = 1 + Exp + Frac
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            in_valid_i,
  input  op_e             in_op_i,
  input  logic [9:0]      in_mods_i,
  input  logic [Bits-1:0] in_a_i,
  input  logic [Bits-1:0] in_b_i,
  input  logic [Bits-1:0] in_c_i,

  output logic [Bits-1:0] out_d_o
);

  // An addition is a + c, its second operand is b.

  logic            add, multiply;
  logic [Bits-1:0] a, b, c;
  assign add      = in_op_i == Fadd || in_op_i == Hadd2 || in_op_i == Dadd;
  assign multiply = in_op_i == Fmul || in_op_i == Hmul2 || in_op_i == Dmul;
  assign a        = {(in_a_i[Bits-1] && !in_mods_i[6]) ^ in_mods_i[0], in_a_i[Bits-2:0]};
  assign b        = {(in_b_i[Bits-1] && !in_mods_i[7]) ^ in_mods_i[1], in_b_i[Bits-2:0]};
  assign c        = {in_c_i[Bits-1] ^ in_mods_i[2], in_c_i[Bits-2:0]};

  logic [Bits-1:0] sums [1+Ftz];
  for (genvar f = 0; f < 1 + Ftz; f++) begin : gen_fma
    weft_fma #(
      .ExpA(Exp), .FracA(Frac), .ExpC(Exp), .FracC(Frac), .FlushIn(f), .FlushOut(f), .Pipe(Pipe)
    ) u_fma (
      .clk_i,
      .rst_ni,
      .in_valid_i  (in_valid_i),
      .in_ready_o  (),
      .in_op_i     (add ? 3'd4 : multiply ? 3'd6 : 3'd0),
      .in_round_i  ({1'b0, in_mods_i[4:3]}),
      .in_a_i      (a),
      .in_b_i      (b),
      .in_c_i      (add ? b : c),
      .out_valid_o (),
      .out_ready_i (1'b1),
      .out_result_o(sums[f]),
      .out_flags_o ()
    );
  end

  if (Ftz != 0) begin : gen_flush
    logic flush;
    weft_delay #(.data_t(logic), .Stages($countones(Pipe))) u_flush (
      .clk_i,
      .rst_ni,
      .in_valid_i (1'b0),
      .in_data_i  (in_mods_i[5]),
      .out_valid_o(),
      .out_data_o (flush)
    );
    assign out_d_o = flush ? sums[Ftz] : sums[0];
  end else begin : gen_no_flush
    assign out_d_o = sums[0];
  end

endmodule
