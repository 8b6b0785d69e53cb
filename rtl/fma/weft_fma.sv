// SPDX-License-Identifier: Apache-2.0
//
// Fused multiply-add: result = round(+-(a * b) +- c), exact but for one rounding.
//
// a and b have one format (ExpA, FracA), c and the result another or the same (ExpC, FracC), with
// at least as many fraction bits. Rounding, flags, NaN, infinities and subnormals follow IEEE 754;
// every NaN result is the canonical quiet NaN.
//
//      op  0  a * b + c      2  -(a * b) + c      4  a + c      6  a * b
//          1  a * b - c      3  -(a * b) - c      5  a - c
//
//           a        b                      c
//           |        |      exponents       |
//      +----+--------+----+   |    +--------+--------+
//      | Booth radix 4    |   +--->| prealign shifter |     the window is three significands wide:
//      +---------+--------+        +---+---------+---+     Sig + 2 | Product | Low
//                |    low part         |         |
//      +---------+---------------------+--+      |         the addend is one more row of the
//      | carry-save tree                  |      |         carry-save tree
//      +------+-------------+-------------+      | high part
//             |             |                    |
//      +------+------+  +---+--------------------+---+
//      | anticipate  |  | add, end-around carry      |
//      | leading 0   |  +-------------+--------------+
//      +------+------+                |
//             |          +------------+--------------+
//             +--------->| normalise                 |
//                        +------------+--------------+
//                        | round, pack, select       |
//                        +---------------------------+
//
// Elastic pipeline: Pipe has one bit for each possible register, in order: at the input; behind the
// carry-save tree; behind the addition; behind normalisation; at the output. The latency in cycles
// is the number of bits set; an item may enter every cycle.
//
// The width of Low: from the leading one of the smallest product that matters, a sum keeps Sig
// bits, the half, and one place for a borrow; the addend must reach as far. That product is a
// normal operand's hidden bit times a subnormal's last bit, at Product's bit FracA. If the addend's
// exponents reach far enough down that it is not all sticky, it is a last bit times a last bit, at
// bit 0.
//
// Gates chooses how the multiplier, the carries and the count of zeros are written: 1, the default
// in synthesis, as networks of gates; 0, the default in simulation, as operators on words, which
// simulate several times as fast. scripts/formal proves them equal.
//
// Source: E. Hokenek, R. K. Montoye and P. W. Cook, Second-Generation RISC Floating Point with
// Multiply-Add Fused, JSSC 1990, for the fused structure.

`include "weft_gates.svh"

module weft_fma
  import weft_float_pkg::*;
#(
  parameter int unsigned ExpA       = 8,
  parameter int unsigned FracA      = 23,
  parameter int unsigned InfA       = 1,  // 0: OCP E4M3, without infinities
  parameter int unsigned ExpC       = 8,
  parameter int unsigned FracC      = 23,
  parameter int unsigned InfC       = 1,
  parameter int unsigned TinyBefore = 0,  // 1: underflow is detected before rounding
  parameter int unsigned FlushIn    = 0,  // 1: subnormal operands count as zeros
  parameter int unsigned FlushOut   = 0,  // 1: tiny results become zeros
  parameter int unsigned Pipe       = 0,  // bit mask, 0 to 31
  parameter int unsigned Gates      = `WEFT_GATES,
  localparam int unsigned WidthA    = 1 + ExpA + FracA,
  localparam int unsigned WidthC    = 1 + ExpC + FracC
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  logic [2:0]        in_op_i,
  input  logic [2:0]        in_round_i,
  input  logic [WidthA-1:0] in_a_i,
  input  logic [WidthA-1:0] in_b_i,
  input  logic [WidthC-1:0] in_c_i,

  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [WidthC-1:0] out_result_o,
  output logic [4:0]        out_flags_o
);

  localparam int BiasA = (1 << (ExpA - 1)) - 1;
  localparam int BiasC = (1 << (ExpC - 1)) - 1;

  localparam int unsigned SigA    = FracA + 1;
  localparam int unsigned Sig     = FracC + 1;
  localparam int unsigned Product = 2 * SigA;

  // Whether the product of two subnormals reaches half of the smallest result's last place.
  localparam bit TinyProducts = FlushIn == 0 && 2 * (1 - BiasA) > 1 - BiasC - int'(FracC) - 2;
  localparam int unsigned Low     = TinyProducts ? Sig + 1 : Sig > SigA ? Sig - SigA + 2 : 2;
  localparam int unsigned LowPart = 2 + Product + Low;
  localparam int unsigned Window  = Sig + LowPart;
  localparam int unsigned ShiftW  = $clog2(Window + 1);
  localparam int unsigned KnownW  = $clog2(Sig + 2);
  localparam int unsigned CountW  = $clog2(LowPart + 1);
  localparam int unsigned MaxExp  = ExpA + 1 > ExpC ? ExpA + 1 : ExpC;
  localparam int unsigned ExpBits = (MaxExp > ShiftW ? MaxExp : ShiftW) + 2;  // signed

  typedef logic signed [ExpBits-1:0] exp_t;

  // Operands.

  typedef struct packed {
    logic [2:0]        op;
    round_e            round;
    logic [WidthA-1:0] a, b;
    logic [WidthC-1:0] c;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_op_i, in_round_i, in_a_i, in_b_i, in_c_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // An addition is a product with one; a multiplication adds a zero.

  logic multiplies, adds;
  assign multiplies = s0.op[2:1] != 2'b10;
  assign adds       = s0.op[2:1] != 2'b11;

  logic [WidthA-1:0] b;
  localparam logic [WidthA-1:0] One = WidthA'(BiasA) << FracA;
  assign b = (s0.b & {WidthA{multiplies}}) | (One & {WidthA{!multiplies}});

  logic [WidthC-1:0] c;
  assign c = s0.c & {WidthC{adds}};

  // Unpack.

  logic            a_sign, a_zero, a_inf, a_nan, a_signalling;
  logic            b_sign, b_zero, b_inf, b_nan, b_signalling;
  logic            c_sign, c_inf, c_nan, c_signalling;
  logic [ExpA-1:0] a_exp, b_exp;
  logic [ExpC-1:0] c_exp;
  logic [FracA:0]  a_sig, b_sig;
  logic [FracC:0]  c_sig;
  weft_float_unpack #(
    .ExpBits(ExpA), .FracBits(FracA), .Infinities(InfA != 0), .Flush(FlushIn != 0)
  ) u_unpack_a (
    .number_i(s0.a), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig), .zero_o(a_zero),
    .inf_o(a_inf), .nan_o(a_nan), .signalling_o(a_signalling)
  );
  weft_float_unpack #(
    .ExpBits(ExpA), .FracBits(FracA), .Infinities(InfA != 0), .Flush(FlushIn != 0)
  ) u_unpack_b (
    .number_i(b), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig), .zero_o(b_zero),
    .inf_o(b_inf), .nan_o(b_nan), .signalling_o(b_signalling)
  );
  weft_float_unpack #(
    .ExpBits(ExpC), .FracBits(FracC), .Infinities(InfC != 0), .Flush(FlushIn != 0)
  ) u_unpack_c (
    .number_i(c), .sign_o(c_sign), .exp_o(c_exp), .sig_o(c_sig), .zero_o(),
    .inf_o(c_inf), .nan_o(c_nan), .signalling_o(c_signalling)
  );

  // Signs. A zero result of a multiplication has the product's sign.

  logic product_sign, addend_sign, subtract;
  assign product_sign = a_sign ^ b_sign ^ (s0.op[1] & adds);
  assign subtract     = adds & (product_sign ^ c_sign ^ s0.op[0]);
  assign addend_sign  = product_sign ^ subtract;

  // Special results.

  logic product_zero, product_inf, inf_by_zero, inf_minus_inf;
  assign product_zero  = a_zero | b_zero;
  assign product_inf   = a_inf | b_inf;
  assign inf_by_zero   = (a_inf & b_zero) | (a_zero & b_inf);
  assign inf_minus_inf = product_inf & c_inf & subtract & !a_nan & !b_nan;

  // An operand is infinite or NaN only with an exponent of ones: operators ask no further without.
  logic special, is_nan, is_inf, inf_sign, invalid;
  assign special = Gates != 0 | &a_exp | &b_exp | &c_exp;
  always_comb begin
    is_nan   = 1'b0;
    is_inf   = 1'b0;
    inf_sign = 1'b0;
    invalid  = 1'b0;
    if (special) begin
      is_nan   = a_nan | b_nan | c_nan | inf_by_zero | inf_minus_inf;
      is_inf   = (product_inf | c_inf) & !is_nan;
      inf_sign = product_inf ? product_sign : addend_sign;
      invalid  = a_signalling | b_signalling | c_signalling | inf_by_zero | inf_minus_inf;
    end
  end

  // Exponents, with the addend's bias: that of the place below the low part's top bit, relative to
  // the product's position. With distance 0 the addend is at the top of the window.

  localparam int ToLow = BiasC - 2 * BiasA + 2;
  exp_t product_exp, distance;
  assign product_exp = exp_t'(a_exp) + exp_t'(b_exp) + exp_t'(ToLow);
  assign distance    = exp_t'(a_exp) + exp_t'(b_exp) - exp_t'(c_exp) + exp_t'(ToLow + int'(Sig) + 1);

  logic [Sig-1:0]     high;
  logic [LowPart-1:0] addend_low;
  logic               sticky, above, low_leads;
  logic [KnownW-1:0]  shift;
  weft_fma_align #(
    .Sig(Sig), .Product(Product), .Low(Low), .ExpBits(ExpBits), .Gates(Gates != 0)
  ) u_align (
    .distance_i(distance), .product_zero_i(product_zero), .addend_i(c_sig), .subtract_i(subtract),
    .high_o(high), .low_o(addend_low), .sticky_o(sticky), .above_o(above),
    .low_leads_o(low_leads), .shift_o(shift)
  );

  // Multiply and add in carry-save form, with one bit more than the low part: the carry into the high
  // part.

  logic [LowPart:0] tree_sum, tree_carry;
  weft_mul_add_tree #(
    .WidthA(SigA), .WidthB(SigA), .Low(Low), .Width(LowPart + 1), .Gates(Gates != 0)
  ) u_tree (
    .a_i(a_sig), .b_i(b_sig), .addend_i({1'b0, addend_low}), .sum_o(tree_sum), .carry_o(tree_carry)
  );

  // The information that a result carries to the end of the pipeline.
  typedef struct packed {
    round_e round;
    logic   product_sign, addend_sign;
    logic   is_nan, is_inf, inf_sign, invalid;
  } about_t;

  typedef struct packed {
    about_t             about;
    logic               subtract, sticky, low_leads;
    logic [CountW-1:0]  shift;
    logic [ExpC+1:0]    exp;
    logic [Sig-1:0]     high;
    logic [LowPart:0]   sum, carry;
  } multiplied_t;

  // The sum's position if the addend leads; a subtraction may lose one more place. Else a limit to
  // it, at the exponent of subnormals.
  logic [KnownW-1:0] known;
  logic [CountW-1:0] room;
  assign known = shift + KnownW'(subtract && c_exp > 1);
  assign room  = {CountW{|product_exp[ExpBits-1:CountW]}} | (product_exp[CountW-1:0] - CountW'(1));

  logic [ExpC+1:0] lead_exp;
  if (Gates != 0) begin : gen_lead_early
    assign lead_exp = above ? (ExpC+2)'(c_exp)
                    : (ExpC+2)'(product_exp) + (low_leads ? '0 : (ExpC+2)'(Sig + 1));
  end else begin : gen_lead_of_shift
    assign lead_exp = low_leads ? (ExpC+2)'(product_exp) : (ExpC+2)'(c_exp) + (ExpC+2)'(shift);
    logic unused;
    assign unused = above;
  end

  logic        s1_valid, s1_ready;
  multiplied_t s1_d, s1;
  assign s1_d = '{
    about: '{
      round:        s0.round,
      product_sign: product_sign,
      addend_sign:  addend_sign,
      is_nan:       is_nan,
      is_inf:       is_inf,
      inf_sign:     inf_sign,
      invalid:      invalid
    },
    subtract:  subtract,
    sticky:    sticky,
    low_leads: low_leads,
    shift:     low_leads ? room : CountW'(known),
    exp:       lead_exp,
    high:      high,
    sum:       tree_sum,
    carry:     tree_carry
  };
  weft_pipe_reg #(.data_t(multiplied_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Add, and anticipate the leading zeros in parallel. With operators, the zeros are counted
  // exactly: normalisation accepts a count that is exact or one too few.

  logic               addend_wins;
  logic [Sig-1:0]     sum_high;
  logic [LowPart-1:0] sum_low;
  weft_fma_add #(.High(Sig), .Low(LowPart), .Gates(Gates != 0)) u_add (
    .high_i(s1.high), .sum_i(s1.sum), .carry_i(s1.carry),
    .subtract_i(s1.subtract), .sticky_i(s1.sticky),
    .addend_wins_o(addend_wins), .high_o(sum_high), .low_o(sum_low)
  );

  logic [CountW-1:0] zeros;
  if (Gates != 0) begin : gen_anticipation
    weft_lza #(.Width(LowPart)) u_lza (
      .a_i(s1.sum), .b_i(s1.carry), .sign_i(s1.subtract), .carry_i(s1.subtract & !s1.sticky),
      .zeros_o(zeros)
    );
  end else begin : gen_count
    weft_lzc #(.Width(LowPart), .Gates(1'b0)) u_lzc (.word_i(sum_low), .zeros_o(zeros));
  end

  typedef struct packed {
    about_t             about;
    logic               subtract, addend_wins, sticky, low_leads;
    logic [CountW-1:0]  shift, zeros;
    logic [ExpC+1:0]    exp;
    logic [Sig-1:0]     high;
    logic [LowPart-1:0] low;
  } added_t;

  logic   s2_valid, s2_ready;
  added_t s2_d, s2;
  assign s2_d = '{
    about:       s1.about,
    subtract:    s1.subtract,
    addend_wins: addend_wins,
    sticky:      s1.sticky,
    low_leads:   s1.low_leads,
    shift:       s1.shift,
    zeros:       zeros,
    exp:         s1.exp,
    high:        sum_high,
    low:         sum_low
  };
  weft_pipe_reg #(.data_t(added_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Normalise.

  logic [ExpC+1:0] normal_exp;
  logic [Sig-1:0]  sig;
  logic            half, quarter, below;
  weft_fma_norm #(
    .Sig(Sig), .LowPart(LowPart), .ExpBits(ExpC + 2), .Gates(Gates != 0 || CountW > 6)
  ) u_norm (
    .high_i(s2.high), .low_i(s2.low), .sticky_i(s2.sticky), .low_leads_i(s2.low_leads),
    .shift_i(s2.shift), .zeros_i(s2.zeros), .exp_i(s2.exp),
    .exp_o(normal_exp), .sig_o(sig), .half_o(half), .quarter_o(quarter), .sticky_o(below)
  );

  typedef struct packed {
    about_t          about;
    logic            subtract, addend_wins;
    logic [ExpC+1:0] exp;
    logic [Sig-1:0]  sig;
    logic            half, quarter, sticky;
  } normal_t;

  logic    s3_valid, s3_ready;
  normal_t s3_d, s3;
  assign s3_d = '{
    about:       s2.about,
    subtract:    s2.subtract,
    addend_wins: s2.addend_wins,
    exp:         normal_exp,
    sig:         sig,
    half:        half,
    quarter:     quarter,
    sticky:      below
  };
  weft_pipe_reg #(.data_t(normal_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // Round and select. An exact zero difference is -0 in direction Down.

  logic zero, sum_sign, sign;
  assign zero     = ~|{s3.sig, s3.half, s3.sticky};
  assign sum_sign = zero & s3.subtract ? s3.about.round == Down
                  : s3.addend_wins ? s3.about.addend_sign : s3.about.product_sign;
  if (Gates != 0) begin : gen_sign
    assign sign = s3.about.is_inf ? s3.about.inf_sign : sum_sign & !s3.about.is_nan;
  end else begin : gen_sign_by_if
    always_comb begin
      sign = sum_sign;
      if (s3.about.is_inf | s3.about.is_nan) sign = s3.about.is_inf & s3.about.inf_sign;
    end
  end

  logic [WidthC-2:0] magnitude_out;
  flags_t            round_flags;
  weft_round #(
    .ExpBits(ExpC), .FracBits(FracC), .Infinities(InfC != 0),
    .TinyBefore(TinyBefore != 0), .Flush(FlushOut != 0), .Gates(Gates != 0)
  ) u_round (
    .round_i(s3.about.round), .sign_i(sign), .inf_i(s3.about.is_inf), .nan_i(s3.about.is_nan),
    .exp_i(s3.exp), .sig_i(s3.sig), .half_i(s3.half), .quarter_i(s3.quarter),
    .sticky_i(s3.sticky), .magnitude_o(magnitude_out), .flags_o(round_flags)
  );

  typedef struct packed {
    logic [WidthC-1:0] result;
    flags_t            flags;
  } result_t;

  result_t s4_d;
  assign s4_d = '{
    result: {sign, magnitude_out},
    flags: '{
      invalid:        round_flags.invalid | s3.about.invalid,
      divide_by_zero: round_flags.divide_by_zero,
      overflow:       round_flags.overflow,
      underflow:      round_flags.underflow,
      inexact:        round_flags.inexact
    }
  };
  weft_pipe_reg #(.data_t(result_t), .Enable(Pipe[4])) u_stage_4 (
    .clk_i, .rst_ni,
    .in_valid_i(s3_valid), .in_ready_o(s3_ready), .in_data_i(s4_d),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
