// SPDX-License-Identifier: Apache-2.0
//
// Floating point of one beat: result = op(a, b, c), element by element, merged with what was there.
//
//      64 bits    4 x binary16 | 2 x binary32 | 1 x binary64
//
//         a, b, c                       active elements, old value
//            |                                     |
//      [ 7 lanes, of which 4, 2 or 1 count ]  [ as many registers ]
//            |                                     |
//            +------------> merge <----------------+
//                             |
//                        result, FPSR
//
// A result leaves as many cycles after its operands as bits of Pipe are set; one may enter each
// cycle.

module weft_sme_float
  import weft_float_pkg::*, weft_sme_pkg::*;
#(
  parameter int unsigned Pipe = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  float_e      in_op_i,
  input  logic [2:0]  in_size_i,
  input  logic [31:0] in_fpcr_i,
  input  logic        in_widen_i,    // a and b are halfwords of words
  input  logic        in_odd_i,      // their upper ones
  input  logic        in_absolute_i, // a and b without signs
  input  logic        in_negate_a_i,
  input  logic        in_negate_c_i,
  input  logic        in_negate_r_i,
  input  logic        in_loud_i,
  input  beat_t       in_a_i,
  input  beat_t       in_b_i,
  input  beat_t       in_c_i,
  input  bytes_t      in_active_i,  // all bytes of an element, or none
  input  beat_t       in_old_i,

  output logic        out_valid_o,
  output beat_t       out_result_o,
  output logic [7:0]  out_fpsr_o
);

  localparam int unsigned Stages = $countones(Pipe);

  // FPCR: RMode in 23:22, FZ16 19, FZ 24, DN 25.
  round_e round;
  logic   flush, flush_half, default_nan;
  always_comb begin
    case (in_fpcr_i[23:22])
      2'd0:    round = NearEven;
      2'd1:    round = Up;
      2'd2:    round = Down;
      default: round = TowardZero;
    endcase
  end
  assign flush       = in_fpcr_i[24];
  assign flush_half  = in_fpcr_i[19];
  assign default_nan = in_fpcr_i[25];
  logic unused;
  assign unused = ^{in_fpcr_i[31:26], in_fpcr_i[21:20], in_fpcr_i[18:0]};

  beat_t wide_a, wide_b;
  weft_sme_widen u_wide_a (
    .odd_i(in_odd_i), .flush_i(flush_half), .beat_i(in_a_i), .beat_o(wide_a)
  );
  weft_sme_widen u_wide_b (
    .odd_i(in_odd_i), .flush_i(flush_half), .beat_i(in_b_i), .beat_o(wide_b)
  );

  // Signs: lanes that do not count hold zeros.
  logic [2:0] is_size;
  beat_t      tops, a, b, c;
  assign is_size = {in_size_i == D, in_size_i == S, in_size_i == H};
  assign tops    = (64'h8000_8000_8000_8000 & {64{is_size[0]}})
                 | (64'h8000_0000_8000_0000 & {64{is_size[1]}})
                 | (64'h8000_0000_0000_0000 & {64{is_size[2]}});
  assign a = (in_widen_i ? wide_a : in_a_i) & ~(tops & {64{in_absolute_i}})
           ^ (tops & {64{in_negate_a_i}});
  assign b = (in_widen_i ? wide_b : in_b_i) & ~(tops & {64{in_absolute_i}});
  assign c = in_c_i ^ (tops & {64{in_negate_c_i}});

  beat_t           halves, singles, double;
  logic [3:0][7:0] half_fpsr;
  logic [1:0][7:0] single_fpsr;
  logic [7:0]      double_fpsr;
  for (genvar i = 0; i < 4; i++) begin : gen_half
    weft_sme_float_lane #(.ExpBits(5), .FracBits(10), .Pipe(Pipe)) u_lane (
      .clk_i, .rst_ni, .op_i(in_op_i), .round_i(round), .flush_i(flush_half),
      .default_nan_i(default_nan), .loud_i(in_loud_i),
      .a_i(a[16*i+:16] & {16{is_size[0]}}), .b_i(b[16*i+:16] & {16{is_size[0]}}),
      .c_i(c[16*i+:16] & {16{is_size[0]}}),
      .result_o(halves[16*i+:16]), .fpsr_o(half_fpsr[i])
    );
  end
  for (genvar i = 0; i < 2; i++) begin : gen_single
    weft_sme_float_lane #(.ExpBits(8), .FracBits(23), .Pipe(Pipe)) u_lane (
      .clk_i, .rst_ni, .op_i(in_op_i), .round_i(round), .flush_i(flush),
      .default_nan_i(default_nan), .loud_i(in_loud_i),
      .a_i(a[32*i+:32] & {32{is_size[1]}}), .b_i(b[32*i+:32] & {32{is_size[1]}}),
      .c_i(c[32*i+:32] & {32{is_size[1]}}),
      .result_o(singles[32*i+:32]), .fpsr_o(single_fpsr[i])
    );
  end
  weft_sme_float_lane #(.ExpBits(11), .FracBits(52), .Pipe(Pipe)) u_double (
    .clk_i, .rst_ni, .op_i(in_op_i), .round_i(round), .flush_i(flush),
    .default_nan_i(default_nan), .loud_i(in_loud_i),
    .a_i(a & {64{is_size[2]}}), .b_i(b & {64{is_size[2]}}), .c_i(c & {64{is_size[2]}}),
    .result_o(double), .fpsr_o(double_fpsr)
  );

  typedef struct packed {
    logic [2:0] is_size;
    bytes_t     active;
    beat_t      old;
    beat_t      negate;
  } beside_t;
  beside_t beside;
  weft_delay #(.data_t(beside_t), .Stages(Stages)) u_beside (
    .clk_i, .rst_ni,
    .in_valid_i,
    .in_data_i({is_size, in_active_i, in_old_i, tops & {64{in_negate_r_i}}}),
    .out_valid_o, .out_data_o(beside)
  );

  beat_t result, mask;
  assign result = ((halves & {64{beside.is_size[0]}}) | (singles & {64{beside.is_size[1]}})
                | (double & {64{beside.is_size[2]}})) ^ beside.negate;
  always_comb for (int i = 0; i < 8; i++) mask[8*i+:8] = {8{beside.active[i]}};
  assign out_result_o = (result & mask) | (beside.old & ~mask);

  always_comb begin
    out_fpsr_o = double_fpsr & {8{beside.is_size[2] && beside.active[0]}};
    for (int i = 0; i < 2; i++)
      out_fpsr_o |= single_fpsr[i] & {8{beside.is_size[1] && beside.active[4*i]}};
    // Binary16 has no IDC.
    for (int i = 0; i < 4; i++)
      out_fpsr_o |= half_fpsr[i] & 8'h7f & {8{beside.is_size[0] && beside.active[2*i]}};
  end

endmodule
