// SPDX-License-Identifier: Apache-2.0
//
// Comparison, minimum and maximum, sign injection, classification of floating-point numbers.
//
//      op  0  a == b    4  minimumNumber    8  a with b's sign              11  unordered
//          1  a != b    5  maximumNumber    9  a with the opposite of it    12  class of a
//          2  a <  b    6  minimum         10  a with a's sign xor b's
//          3  a <= b    7  maximum
//
// A number's code, read as an integer with its magnitude complemented if negative, orders like the
// number, with -0 below +0; one integer comparison thus serves all operations:
//
//       a  -->  key  --+
//                   [ < ]-->  less, and equal if both are zero
//       b  -->  key  --+
//
//      sign magnitude        key
//        0  m                1 m
//        1  m                0 ~m
//
// Comparisons give 1 or 0; with a NaN operand 0, except 1 for != and unordered. < and <= raise
// invalid for any NaN; every other operation except sign injection and class raises it for a
// signalling NaN. minimumNumber and maximumNumber ignore a NaN operand, minimum and maximum
// propagate it; a NaN result is the canonical quiet NaN. Sign injection copies bits, also of NaN.
//
// The class of a is one bit of ten, in the order of RISC-V's fclass: -infinity, -normal,
// -subnormal, -0, +0, +subnormal, +normal, +infinity, signalling NaN, quiet NaN.
//
// Pipe has one bit for each possible register: at the input and at the output.
//
// Source: IEEE 754-2019, 5.5.1, 5.6.1, 5.7.2 and 9.6.

module weft_fcmp
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpBits     = 8,
  parameter int unsigned FracBits    = 23,
  parameter int unsigned Infinities  = 1,  // 0: OCP E4M3
  parameter int unsigned Pipe        = 0,  // bit mask, 0 to 3
  localparam int unsigned Width      = 1 + ExpBits + FracBits,
  localparam int unsigned Classes    = 10,
  localparam int unsigned ResultBits = Width > Classes ? Width : Classes
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  in_valid_i,
  output logic                  in_ready_o,
  input  logic [3:0]            in_op_i,
  input  logic [Width-1:0]      in_a_i,
  input  logic [Width-1:0]      in_b_i,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [ResultBits-1:0] out_result_o,
  output logic [4:0]            out_flags_o
);

  typedef enum logic [3:0] {
    Equal, NotEqual, Less, LessEqual,
    MinimumNumber, MaximumNumber, Minimum, Maximum,
    Copy, Negate, Xor,
    Unordered, Class
  } op_e;

  typedef logic [Width-1:0]      number_t;
  typedef logic [ResultBits-1:0] result_bits_t;

  typedef struct packed {
    op_e     op;
    number_t a, b;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_op_i, in_a_i, in_b_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  logic               a_sign, a_zero, a_inf, a_nan, a_signalling;
  logic               b_sign, b_zero, b_inf, b_nan, b_signalling;
  logic [ExpBits-1:0] a_exp, b_exp;
  logic [FracBits:0]  a_sig, b_sig;
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0)
  ) u_unpack_a (
    .number_i(s0.a), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig), .zero_o(a_zero),
    .inf_o(a_inf), .nan_o(a_nan), .signalling_o(a_signalling)
  );
  weft_float_unpack #(
    .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0)
  ) u_unpack_b (
    .number_i(s0.b), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig), .zero_o(b_zero),
    .inf_o(b_inf), .nan_o(b_nan), .signalling_o(b_signalling)
  );

  logic unused;
  assign unused = ^{a_exp, a_sig, b_exp, b_sig, b_inf};

  // Compare.

  number_t a_key, b_key;
  logic    key_less, unordered, zeros, equal, less;
  assign a_key     = s0.a ^ {1'b1, {(Width-1){a_sign}}};
  assign b_key     = s0.b ^ {1'b1, {(Width-1){b_sign}}};
  assign key_less  = a_key < b_key;
  assign unordered = a_nan | b_nan;
  assign zeros     = a_zero & b_zero;
  assign equal     = (s0.a == s0.b | zeros) & !unordered;
  assign less      = key_less & !zeros & !unordered;

  logic compared;
  always_comb begin
    case (s0.op[1:0])
      2'd0: compared = equal;
      2'd1: compared = !equal;
      2'd2: compared = less;
      2'd3: compared = s0.op[3] ? unordered : less | equal;
    endcase
  end

  // Choose. A number wins over NaN; if the result is NaN, neither operand is taken.

  localparam number_t QuietNan =
    Infinities != 0 ? {1'b0, {(ExpBits+1){1'b1}}, {(FracBits-1){1'b0}}} : {1'b0, {(Width-1){1'b1}}};

  logic    nan_result, take_a;
  number_t chosen;
  assign nan_result = (a_nan & b_nan) | (unordered & s0.op[1]);
  assign take_a     = b_nan | (!a_nan & (key_less ^ s0.op[0]));
  assign chosen     = (s0.a & {Width{take_a & !nan_result}})
                    | (s0.b & {Width{!take_a & !nan_result}})
                    | (QuietNan & {Width{nan_result}});

  number_t injected;
  assign injected = {(b_sign ^ s0.op[0]) ^ (a_sign & s0.op[1]), s0.a[Width-2:0]};

  logic               a_normal;
  logic [Classes-1:0] a_class;
  logic [3:0]         a_size;  // infinite, normal, subnormal, zero
  assign a_normal = a_sig[FracBits];
  assign a_size   = {a_inf, a_normal & !a_inf, !a_normal & !a_zero, a_zero} & {4{!a_nan}};
  assign a_class  = {a_nan & !a_signalling, a_signalling, a_size & {4{!a_sign}},
                     {a_size[0], a_size[1], a_size[2], a_size[3]} & {4{a_sign}}};

  logic invalid;
  assign invalid = unordered & (s0.op == Less | s0.op == LessEqual)
                 | (a_signalling | b_signalling) & (!s0.op[3] | s0.op == Unordered);

  typedef struct packed {
    result_bits_t bits;
    flags_t       flags;
  } result_t;

  result_t s1_d;
  always_comb begin
    case (s0.op)
      MinimumNumber, MaximumNumber, Minimum, Maximum: s1_d.bits = result_bits_t'(chosen);
      Copy, Negate, Xor:                              s1_d.bits = result_bits_t'(injected);
      Class:                                          s1_d.bits = result_bits_t'(a_class);
      default:                                        s1_d.bits = result_bits_t'(compared);
    endcase
    s1_d.flags = '{invalid: invalid, default: 1'b0};
  end
  weft_pipe_reg #(.data_t(result_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
