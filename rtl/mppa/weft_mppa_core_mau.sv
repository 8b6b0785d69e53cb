// SPDX-License-Identifier: Apache-2.0
//
// The multiply-accumulate lane of the core. Integers: a b, or sum + a b, modulo 2^64, of words the
// low 32 bits; written at the end of the next cycle, in which the sum is read. Floats: FP32 in one,
// two or four lanes, FP64 in one or two, by two units of 64 bits; written three cycles later.
//
//      cycle        0            1                 2            3
//      integer      [ product -> ] + sum -> write
//      float        [ weft_fma_simd, three registers ........ ] -> write

module weft_mppa_core_mau
  import weft_mppa_core_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  input  logic [5:0]  op_i,
  input  logic [5:0]  d_i,
  input  data_t       a_i [2],
  input  data_t       b_i [2],
  input  data_t       c_i [2],  // of a float; c_i[0] the sum of an integer that is not late
  input  logic        late_i,   // the sum is there in the next cycle
  output logic [5:0]  late_reg_o,
  input  data_t       late_sum_i,

  output logic        product_valid_o,
  output logic [5:0]  product_d_o,
  output data_t       product_o,

  output logic        float_valid_o,
  output logic        float_two_o,
  output logic [5:0]  float_d_o,
  output data_t       float_o [2],

  output logic        busy_o
);

  // Integers.

  logic       multiplies, narrow_q, late_q, sums_q;
  logic [5:0] d_q;
  data_t      c_q, low, sum;
  assign multiplies = valid_i && !is_float(op_i);

  weft_imul #(
    .Width(64), .Pipe(2)
  ) u_mul (
    .clk_i,
    .rst_ni,
    .in_valid_i   (multiplies),
    .in_ready_o   (),
    .in_a_i       (a_i[0]),
    .in_b_i       (b_i[0]),
    .in_a_signed_i(1'b0),
    .in_b_signed_i(1'b0),
    .out_valid_o  (product_valid_o),
    .out_ready_i  (1'b1),
    .out_low_o    (low),
    .out_high_o   ()
  );

  always_ff @(posedge clk_i) begin
    narrow_q <= !op_i[0];
    sums_q   <= accumulates(op_i);
    late_q   <= late_i;
    d_q      <= d_i;
    c_q      <= c_i[0];
  end

  weft_iadd #(
    .Width(64), .Pipe(0)
  ) u_add (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (low),
    .in_b_i        ((late_q ? late_sum_i : c_q) & {64{sums_q}}),
    .in_carry_i    (1'b0),
    .in_subtract_i (1'b0),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (sum),
    .out_carry_o   (),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );

  assign late_reg_o  = d_q;
  assign product_d_o = d_q;
  assign product_o   = narrow_q ? {32'b0, sum[31:0]} : sum;

  // Floats.

  typedef struct packed {
    logic [5:0] d;
    logic       two;
    logic       narrow;
  } to_t;

  logic       floats;
  logic [2:0] mode, op;
  logic [2:0] valid_q;
  to_t        to_q [3];
  data_t      result [2];
  assign floats = valid_i && is_float(op_i);
  assign mode   = float_type(op_i) >= 3'd3 ? weft_fma_simd_pkg::Fp64 : weft_fma_simd_pkg::Fp32;
  always_comb begin
    unique case (op_i[1:0])
      2'd0:    op = 3'd4;  // a + c
      2'd1:    op = 3'd6;  // a b
      2'd2:    op = 3'd0;  // a b + c
      default: op = 3'd2;  // -a b + c
    endcase
  end

  for (genvar i = 0; i < 2; i++) begin : gen_float
    weft_fma_simd #(
      .Pipe(14)
    ) u_fma (
      .clk_i,
      .rst_ni,
      .in_valid_i  (floats),
      .in_ready_o  (),
      .in_mode_i   (mode),
      .in_op_i     (op),
      .in_round_i  (3'd0),
      .in_a_i      (a_i[i]),
      .in_b_i      (b_i[i]),
      .in_c_i      (op_i[1:0] == 2'd0 ? b_i[i] : c_i[i]),
      .out_valid_o (),
      .out_ready_i (1'b1),
      .out_result_o(result[i]),
      .out_flags_o ()
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[1:0], floats};
  end
  always_ff @(posedge clk_i) begin
    to_q <= '{'{d: d_i, two: takes_pairs(op_i), narrow: float_type(op_i) == '0}, to_q[0], to_q[1]};
  end

  assign float_valid_o = valid_q[2];
  assign float_two_o   = to_q[2].two;
  assign float_d_o     = to_q[2].d;
  assign float_o       = '{to_q[2].narrow ? {32'b0, result[0][31:0]} : result[0], result[1]};
  assign busy_o        = product_valid_o | valid_q != '0;

endmodule
