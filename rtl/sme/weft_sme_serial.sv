// SPDX-License-Identifier: Apache-2.0
//
// Operations of one element after the other: conversions, quotients, square roots.
//
//      in  a, b, old --+--> [ weft_sme_convert ]---+
//                      +--> [ weft_sme_divide ]----+--> out result, FPSR
//                      +--> [ old ]----------------+
//
// An element is at the output in the cycle behind the one that takes it, and as many cycles later
// as weft_sme_divide has digits. The next one is taken when it is there. An element that is not
// active stays as it was and takes a cycle.

module weft_sme_serial
  import weft_float_pkg::*, weft_sme_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  uop_t        uop_i,
  input  logic [31:0] fpcr_i,
  input  logic        active_i,
  input  beat_t       a_i,
  input  beat_t       b_i,
  input  beat_t       old_i,

  output logic        out_valid_o,
  output beat_t       out_result_o,
  output logic [7:0]  out_fpsr_o
);

  // FPCR: RMode in 23:22, FZ16 19, FZ 24, DN 25. Directions by name: N, P, M, Z, A; then FPCR's.

  serial_e op;
  round_e  mode, round;
  logic    divides, default_nan;
  assign op          = serial_e'(uop_i.op);
  assign divides     = op inside {Fdiv, Fsqrt, Idiv};
  assign default_nan = fpcr_i[25];
  always_comb begin
    unique case (fpcr_i[23:22])
      2'd0:    mode = NearEven;
      2'd1:    mode = Up;
      2'd2:    mode = Down;
      default: mode = TowardZero;
    endcase
    round = mode;
    if (op inside {Rint, FloatToInt}) begin
      unique case (uop_i.imm[2:0])
        3'd0:    round = NearEven;
        3'd1:    round = Up;
        3'd2:    round = Down;
        3'd3:    round = TowardZero;
        3'd4:    round = NearAway;
        default: round = mode;
      endcase
    end
  end
  logic unused;
  assign unused = ^{fpcr_i[31:26], fpcr_i[21:20], fpcr_i[18:0]};

  logic       takes, valid_q, active_q, divides_q, top_q;
  logic [6:0] left_q, cycles;
  beat_t      old_q, converted, quotient, result;
  logic [7:0] convert_fpsr, divide_fpsr;
  assign in_ready_o  = !valid_q || left_q == '0;
  assign out_valid_o = valid_q && left_q == '0;
  assign takes       = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= takes || (valid_q && left_q != '0);
  end
  always_ff @(posedge clk_i) begin
    if (takes) begin
      left_q    <= active_i && divides ? cycles : '0;
      active_q  <= active_i;
      divides_q <= divides;
      top_q     <= uop_i.top;
      old_q     <= old_i;
    end else if (valid_q && left_q != '0) begin
      left_q <= left_q - 1'b1;
    end
  end

  weft_sme_convert u_convert (
    .clk_i, .takes_i(takes), .op_i(op), .from_i(uop_i.from), .to_i(uop_i.to),
    .unsigned_i(uop_i.unsigned_n), .scalar_i(uop_i.one), .round_i(round),
    .exact_i(uop_i.imm[2:0] == 3'd6), .flush_i(fpcr_i[24]), .flush_half_i(fpcr_i[19]),
    .default_nan_i(default_nan), .a_i, .result_o(converted), .fpsr_o(convert_fpsr)
  );
  weft_sme_divide u_divide (
    .clk_i, .takes_i(takes), .op_i(op), .size_i(uop_i.from), .unsigned_i(uop_i.unsigned_n),
    .round_i(mode), .flush_i(fpcr_i[24]), .flush_half_i(fpcr_i[19]), .default_nan_i(default_nan),
    .a_i, .b_i, .cycles_o(cycles), .steps_i(valid_q && left_q != '0), .result_o(quotient),
    .fpsr_o(divide_fpsr)
  );

  assign result       = divides_q ? quotient : top_q ? {32'd0, converted[15:0], old_q[15:0]}
                                                     : converted;
  assign out_result_o = active_q ? result : old_q;
  assign out_fpsr_o   = (divides_q ? divide_fpsr : convert_fpsr) & {8{active_q}};

endmodule
