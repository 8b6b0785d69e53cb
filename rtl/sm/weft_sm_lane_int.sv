// SPDX-License-Identifier: Apache-2.0
//
// INT lane of a thread: IADD3, IMNMX, ISETP by weft_iadd, LOP and shifts by weft_logic, SEL, MOV.
//
// MOV gives b, as do VOTE, S2R and CS2R, whose value the operand b already is. A thread enters every
// cycle; its result is there Depth cycles later.

module weft_sm_lane_int
  import weft_sm_pkg::*;
#(
  parameter int unsigned Depth = 3
) (
  input  logic        clk_i,
  input  logic        rst_ni,

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

  // IADD3: (0 - a or a) +- b +- c. Comparisons: a - b in the second adder.

  logic        sum3, borrow, overflow, zero, negative;
  logic [31:0] minus_a, first, second;
  logic [31:0] a;
  assign sum3 = in_op_i == Iadd3;
  assign a    = sum3 && in_mods_i[0] ? minus_a : in_a_i;

  weft_iadd #(.Pipe(0)) u_minus (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        ('0),
    .in_b_i        (in_a_i),
    .in_carry_i    (1'b0),
    .in_subtract_i (1'b1),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (minus_a),
    .out_carry_o   (),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );
  weft_iadd #(.Pipe(0)) u_first (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (a),
    .in_b_i        (in_b_i),
    .in_carry_i    (1'b0),
    .in_subtract_i (sum3 ? in_mods_i[1] : 1'b1),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (first),
    .out_carry_o   (borrow),
    .out_overflow_o(overflow),
    .out_zero_o    (zero),
    .out_negative_o(negative)
  );
  weft_iadd #(.Pipe(0)) u_second (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (first),
    .in_b_i        (in_c_i),
    .in_carry_i    (1'b0),
    .in_subtract_i (in_mods_i[2]),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (second),
    .out_carry_o   (),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );

  logic less, holds;
  assign less  = in_mods_i[7] ? borrow : negative != overflow;
  assign holds = zero ? in_mods_i[4] : less ? in_mods_i[3] : in_mods_i[5];

  logic [3:0]  op;
  logic [31:0] bits;
  always_comb begin
    unique case (in_op_i)
      LopNot:  op = 4'd3;
      Shl:     op = 4'd5;
      Shr:     op = in_mods_i[7] ? 4'd6 : 4'd7;
      Shf:     op = {2'b10, in_mods_i[3], in_mods_i[4]};
      default: op = {2'b00, in_mods_i[4:3]};
    endcase
  end
  weft_logic #(.Pipe(0)) u_logic (
    .clk_i,
    .rst_ni,
    .in_valid_i  (1'b1),
    .in_ready_o  (),
    .in_op_i     (op),
    .in_a_i      (in_a_i),
    .in_b_i      (in_op_i == Shf ? in_c_i : in_b_i),
    .in_amount_i (in_b_i),
    .out_valid_o (),
    .out_ready_i (1'b1),
    .out_result_o(bits)
  );

  typedef struct packed {
    logic [31:0] d;
    logic        p, q;
  } late_t;
  late_t in, out;
  always_comb begin
    unique case (in_op_i)
      Iadd3:                       in.d = second;
      Imnmx:                       in.d = less == in_pred_i ? in_a_i : in_b_i;
      Sel:                         in.d = in_pred_i ? in_a_i : in_b_i;
      Lop, LopNot, Shl, Shr, Shf:  in.d = bits;
      default:                     in.d = in_b_i;
    endcase
    in.p = in_op_i == Vote ? in_pred_i : combine(in_mods_i[9:8], holds, in_pred_i);
    in.q = combine(in_mods_i[9:8], !holds, in_pred_i);
  end
  weft_delay #(.data_t(late_t), .Stages(Depth)) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (1'b0),
    .in_data_i  (in),
    .out_valid_o(),
    .out_data_o (out)
  );
  assign out_d_o = out.d;
  assign out_p_o = out.p;
  assign out_q_o = out.q;

endmodule
