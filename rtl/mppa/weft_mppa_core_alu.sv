// SPDX-License-Identifier: Apache-2.0
//
// An ALU lane of the core: add, subtract, logic, shift, compare, extend and choose on 64 bits, or on
// the low 32, the upper ones then zero. With Lite also minimum, maximum, counts of leading and
// trailing zeros and of ones.
//
// Sums and comparisons are one weft_iadd; logic and shifts one weft_logic. A word is extended to 64
// bits, with its sign or zeros, before it is compared or shifted to the right. A Cmoved's result is
// its second operand; whether it is written is the core's to say. Combinational.

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

  logic       narrow, is_unsigned;
  logic [5:0] op;  // of 64 bits
  assign narrow      = !op_i[0] && op_i != Sxwd;
  assign op          = {op_i[5:1], op_i[0] | (op_i != Sxwd)};
  assign is_unsigned = (op == Compd && cond_i >= 4'd6) || op inside {Minud, Maxud, Srld} || op >= Ctzd;

  data_t a, b;
  assign a = narrow ? {{32{a_i[31] & !is_unsigned}}, a_i[31:0]} : a_i;
  assign b = narrow ? {{32{b_i[31] & !is_unsigned}}, b_i[31:0]} : b_i;

  logic  swap, overflow, carry, zero, negative, less;
  data_t sum;
  assign swap = op == Sbfd;

  weft_iadd #(
    .Width(64), .Pipe(0)
  ) u_add (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (swap ? b : a),
    .in_b_i        (swap ? a : b),
    .in_carry_i    (1'b0),
    .in_subtract_i (op != Addd),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (sum),
    .out_carry_o   (carry),
    .out_overflow_o(overflow),
    .out_zero_o    (zero),
    .out_negative_o(negative)
  );
  assign less = is_unsigned ? carry : negative ^ overflow;

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
    .in_a_i      (op == Andnd ? ~a : a),
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
      .Width(64)
    ) u_zeros (
      .word_i (word),
      .zeros_o(zeros)
    );
    assign counted = op == Cbsd ? 64'($countones(a)) : 64'(zeros);
  end else begin : gen_none
    assign counted = '0;
  end

  data_t y;
  always_comb begin
    unique case (op)
      Addd, Sbfd, Subd:                         y = sum;
      Andd, Ord, Xord, Andnd, Slld, Srld, Srad: y = bits;
      Compd:                                    y = 64'(compared);
      Make:                                     y = b_i;
      Sxwd:                                     y = {{32{b_i[31]}}, b_i[31:0]};
      Cmoved:                                   y = b_i;
      Mind, Minud:                              y = Lite ? (less ? a_i : b_i) : '0;
      Maxd, Maxud:                              y = Lite ? (less ? b_i : a_i) : '0;
      Ctzd, Clzd, Cbsd:                         y = counted;
      default:                                  y = '0;
    endcase
  end
  assign y_o = narrow ? {32'b0, y[31:0]} : y;

endmodule
