// SPDX-License-Identifier: Apache-2.0
//
// An ALU lane of the core: add, subtract, logic, shift, compare, extend and choose on 64 bits, or on
// the low 32, the upper ones then zero. With Lite also minimum, maximum, counts of leading and
// trailing zeros and of ones.
//
// Sums and comparisons are one weft_iadd; logic and shifts one weft_logic. A word is extended to 64
// bits, with its sign or zeros, before it is compared or shifted to the right. A Cmoved's result is
// its second operand; whether it is written is the core's to say. Combinational.

`include "weft_gates.svh"

module weft_mppa_core_alu
  import weft_mppa_core_pkg::*;
#(
  parameter bit Lite = 1'b1
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [5:0] op_i,
  input  logic [3:0] cond_i,
  input  data_t      a_i,
  input  data_t      b_i,
  output data_t      y_o
);

  logic       narrow, is_unsigned, reverse;
  logic [5:0] op;  // of 64 bits
  assign narrow      = !op_i[0];  // also Sxwd, which takes no part of a
  assign op          = {op_i[5:1], op_i[0] | (op_i != Sxwd)};
  assign is_unsigned = op_i[5] ? op_i[2] : cond_i >= 4'd6;
  assign reverse     = op == Sbfd;

  // b - a is ~(a - b - 1).
  data_t a, b, sum;
  logic  borrow, zero, less;
  assign a = {a_i[63:32] & {32{!narrow}}, a_i[31:0]};
  assign b = {b_i[63:32] & {32{!narrow}}, b_i[31:0]};

  weft_iadd #(
    .Width(64), .Pipe(0)
  ) u_add (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (a),
    .in_b_i        (b),
    .in_carry_i    (reverse),
    .in_subtract_i (op != Addd),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (sum),
    .out_carry_o   (borrow),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );
  assign zero = a == b;
  assign less = borrow ^ (!is_unsigned && (narrow ? a_i[31] ^ b_i[31] : a_i[63] ^ b_i[63]));

  logic [3:0] logic_op;
  data_t      bits;
  always_comb begin
    unique case (op)
      Ord:     logic_op = weft_logic_pkg::Or;
      Xord:    logic_op = weft_logic_pkg::Xor;
      Slld:    logic_op = weft_logic_pkg::Shl;
      Srld:    logic_op = weft_logic_pkg::ShrLogical;
      Srad:    logic_op = weft_logic_pkg::ShrArithmetic;
      default: logic_op = weft_logic_pkg::And;
    endcase
  end

  weft_logic #(
    .Width(64), .Pipe(0)
  ) u_logic (
    .clk_i,
    .rst_ni,
    .in_valid_i  (1'b1),
    .in_ready_o  (),
    .in_op_i     (logic_op),
    .in_a_i      (op == Andnd ? ~a : {a[63:32] | {32{narrow && op == Srad && a_i[31]}}, a[31:0]}),
    .in_b_i      (b),
    .in_amount_i ({26'b0, b_i[5] & !narrow, b_i[4:0]}),
    .out_valid_o (),
    .out_ready_i (1'b1),
    .out_result_o(bits)
  );

  logic compared;
  always_comb begin
    unique case (cond_i)
      4'd0:       compared = !zero;
      4'd1:       compared = zero;
      4'd2, 4'd6: compared = less;
      4'd3, 4'd7: compared = !less;
      4'd4, 4'd8: compared = less | zero;
      4'd5, 4'd9: compared = !less & !zero;
      default:    compared = 1'b0;
    endcase
  end

  data_t counted;
  if (Lite) begin : gen_count
    data_t      word;
    logic [6:0] zeros;
    always_comb begin
      word = op == Clzd ? (narrow ? {a_i[31:0], {32{1'b1}}} : a_i)
                        : (narrow ? {{32{1'b1}}, a_i[31:0]} : a_i);
      if (op == Ctzd) word = {<<{word}};
    end
    weft_lzc #(
      .Width(64), .Gates(1'(`WEFT_GATES))
    ) u_zeros (
      .word_i (word),
      .zeros_o(zeros)
    );

    logic [6:0] ones [64], ones_sum, ones_carry;
    for (genvar i = 0; i < 64; i++) begin : gen_one
      assign ones[i] = 7'(a[i]);
    end
    weft_csa_tree #(
      .N(64), .Width(7)
    ) u_ones (
      .words_i(ones),
      .keep_i ('1),
      .sum_o  (ones_sum),
      .carry_o(ones_carry)
    );
    assign counted = op == Cbsd ? 64'(ones_sum) + 64'(ones_carry) : 64'(zeros);
  end else begin : gen_none
    assign counted = '0;
  end

  // One of these gives the result.
  logic  sums, logics, second, minimum, maximum;
  data_t y;
  assign sums    = op inside {Addd, Subd};
  assign logics  = op inside {Andd, Ord, Xord, Andnd, Slld, Srld, Srad};
  assign minimum = Lite && op inside {Mind, Minud};
  assign maximum = Lite && op inside {Maxd, Maxud};
  assign second  = op inside {Make, Cmoved};
  assign y = (sum & {64{sums}}) | (~sum & {64{reverse}}) | (bits & {64{logics}})
           | (a_i & {64{less ? minimum : maximum}}) | (b_i & {64{less ? maximum : minimum}})
           | (b_i & {64{second}}) | (counted & {64{Lite && op >= Ctzd}})
           | 64'(op == Compd && compared);
  assign y_o = op_i == Sxwd ? {{32{b_i[31]}}, b_i[31:0]}
                            : {y[63:32] & {32{!narrow}}, y[31:0]};

endmodule
