// SPDX-License-Identifier: Apache-2.0
//
// FP32 lane of a thread: FADD, FMUL, FFMA by weft_sm_lane_sum, FMNMX and FSETP by weft_fcmp, FSEL.
//
// A thread enters every cycle; its result is there Depth cycles later, Depth the number of bits of
// Pipe, weft_fma's registers. Without Ftz, .FTZ of arithmetic is not known.

module weft_sm_lane_fp32
  import weft_sm_pkg::*;
#(
  parameter int unsigned Pipe = 22,
  parameter int unsigned Ftz  = 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  op_e         in_op_i,
  input  logic [9:0]  in_mods_i,
  input  logic [31:0] in_a_i,
  input  logic [31:0] in_b_i,
  input  logic [31:0] in_c_i,
  input  logic        in_pred_i,

  output logic [31:0] out_d_o,
  output logic        out_p_o,
  output logic        out_q_o
);

  localparam int unsigned Depth = $countones(Pipe);

  logic [31:0] sum;
  weft_sm_lane_sum #(.Exp(8), .Frac(23), .Pipe(Pipe), .Ftz(Ftz)) u_sum (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_op_i,
    .in_mods_i,
    .in_a_i,
    .in_b_i,
    .in_c_i,
    .out_d_o(sum)
  );

  // Operands of comparisons with their signs: |x|, but for FSETP, then -x.

  logic        absolute;
  logic [31:0] a, b;
  assign absolute = in_op_i != Fsetp;
  assign a        = {(in_a_i[31] && !(absolute && in_mods_i[6])) ^ in_mods_i[0], in_a_i[30:0]};
  assign b        = {(in_b_i[31] && !(absolute && in_mods_i[7])) ^ in_mods_i[1], in_b_i[30:0]};

  // FSETP: bits less, equal, greater; from 7 on number, NaN, then the relations or unordered.

  logic [31:0] left, right, extreme;
  logic        less, equal, unordered, relation, holds;
  logic [3:0]  cmp;
  function automatic logic [31:0] flushed(logic [31:0] v, logic flush);
    return flush && v[30:23] == 0 ? {v[31], 31'b0} : v;
  endfunction
  assign left  = flushed(a, in_op_i == Fsetp && in_mods_i[7]);
  assign right = flushed(b, in_op_i == Fsetp && in_mods_i[7]);
  assign cmp   = in_mods_i[6:3];

  logic [3:0][31:0] tests;
  localparam logic [3:0][3:0] Codes = {4'd4, 4'd11, 4'd0, 4'd2};  // extreme, unordered, ==, <
  for (genvar t = 0; t < 4; t++) begin : gen_test
    weft_fcmp #(.Pipe(0)) u_fcmp (
      .clk_i,
      .rst_ni,
      .in_valid_i  (1'b1),
      .in_ready_o  (),
      .in_op_i     (t == 3 ? (in_pred_i ? 4'd4 : 4'd5) : Codes[t]),
      .in_a_i      (left),
      .in_b_i      (right),
      .out_valid_o (),
      .out_ready_i (1'b1),
      .out_result_o(tests[t]),
      .out_flags_o ()
    );
  end
  assign less      = tests[0][0];
  assign equal     = tests[1][0];
  assign unordered = tests[2][0];
  assign extreme   = tests[3];
  assign relation  = less ? cmp[0] : equal ? cmp[1] : cmp[2];
  assign holds     = cmp == 4'd7 ? !unordered : cmp == 4'd8 ? unordered :
                     unordered ? cmp[3] : relation;

  // Results that are no sums wait for the depth of sums.

  typedef struct packed {
    logic        is_sum;
    logic [31:0] d;
    logic        p, q;
  } late_t;
  late_t in, out;
  assign in.is_sum = in_op_i == Fadd || in_op_i == Fmul || in_op_i == Ffma;
  assign in.d      = in_op_i == Fsel ? (in_pred_i ? in_a_i : in_b_i) : extreme;
  assign in.p      = combine(in_mods_i[9:8], holds, in_pred_i);
  assign in.q      = combine(in_mods_i[9:8], !holds, in_pred_i);
  weft_delay #(.data_t(late_t), .Stages(Depth)) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (1'b0),
    .in_data_i  (in),
    .out_valid_o(),
    .out_data_o (out)
  );
  assign out_d_o = out.is_sum ? sum : out.d;
  assign out_p_o = out.p;
  assign out_q_o = out.q;

endmodule
