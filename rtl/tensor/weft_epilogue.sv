// SPDX-License-Identifier: Apache-2.0
//
// The epilogue of a sum on its way to memory: scale, ReLU, a single rounding, saturation.
//
//      output  0  keep      relu(sum)                                      in the sum's own format
//              1  to INT8   saturate(round(relu(sum * scale)))             two's complement
//              2  to FP16   saturate(round(relu(sum * scale)))
//
// The sum is a two's complement integer of SumBits or, if SumExp is not 0, a float of SumBits with
// SumExp exponent bits: FP32 is 32, 8; FP16 16, 5; BF16 16, 8; FP64 64, 11. The scale is FP32. The
// product is exact and rounded once, to nearest, ties to even. A result narrower than the sum is
// zero-extended.
//
//          scale 32          sum SumBits
//            |                  |
//      +-----+------+  +--------+--------+
//      | unpack     |  | magnitude, or   |    Mag = SumBits - SumExp
//      |            |  | unpack          |
//      +-----+------+  +--------+--------+
//            | 24               | Mag
//      +-----+------------------+--------+
//      | multiply                        |    signs ^, exponents +
//      +----------------+----------------+
//                       |--------------------- Pipe[0]
//                       | Mag + 24
//      +----------------+----------------+    until the last place is 2^0 for INT8, 2^-24 for
//      | count zeros, shift right        |    FP16's subnormals; by `raise` places further, until
//      +----------------+----------------+    no more than 8 or 11 bits are left
//                       |--------------------- Pipe[1]
//                       | kkk...k . h | sticky
//      +----------------+----------------+
//      | code = raise * 2^10 + kept + up |    FP16: the hidden bit of kept is one more exponent
//      +----------------+----------------+
//                       | 16
//      +----------------+----------------+
//      | saturate, negate, select        |
//      +----------------+----------------+
//                       |--------------------- Pipe[2]
//                  result SumBits
//
// The code increases with the value, from subnormals past the largest number. One comparison thus
// saturates: with the largest FP16, or with 127 or 128 for INT8, where every raised value is too
// large.
//
// ReLU turns every negative value, including -0 and -infinity, into +0; NaN stays. The integer 0 is
// +0, and 0 * infinity is NaN. To INT8, an infinity becomes the nearest end of the range and NaN
// becomes 0. To FP16, as in PTX's satfinite, an infinity becomes the largest number of its sign,
// 65504, and NaN becomes 0x7fff.
//
// Elastic pipeline: Pipe has one bit for each possible register. The latency in cycles is the
// number of bits set; an item may enter every cycle. Gates selects how product and count are
// written: 1, the default in synthesis, as networks; 0 as operators on words.
//
// Source: IEEE 754-2019, 4.3; PTX ISA, cvt.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_epilogue
  import weft_epilogue_pkg::*;
#(
  parameter int unsigned SumBits = 32,  // at least 16
  parameter int unsigned SumExp  = 0,   // exponent bits of a float; 0: an integer
  parameter int unsigned Pipe    = 0,   // bit mask, 0 to 7
  parameter int unsigned Gates   = `WEFT_GATES
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [SumBits-1:0] in_sum_i,
  input  logic [31:0]        in_scale_i,
  input  logic [1:0]         in_output_i,
  input  logic               in_relu_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [SumBits-1:0] out_result_o
);

  // The value is product * 2^(exp - Bias).

  localparam bit          Float   = SumExp != 0;
  localparam int unsigned Mag     = SumBits - SumExp;
  localparam int unsigned Product = Mag + 24;
  localparam int unsigned TreeW   = Product + 1;  // room for the Booth rows' ones
  localparam int unsigned CountW  = $clog2(Product + 1);
  localparam int          Bias    = 150 + (Float ? ((1 << SumExp) >> 1) + int'(Mag) - 2 : 0);
  localparam int unsigned ExpW    = (SumExp > 8 ? SumExp : 8) + 2;

  typedef logic signed [ExpW-1:0] exp_t;

  // Operands.

  logic           sum_sign, sum_zero, sum_inf, sum_nan;
  logic [Mag-1:0] sum_sig;
  exp_t           sum_exp;
  if (Float) begin : gen_float
    logic [SumExp-1:0] exp;
    logic              unused;
    weft_float_unpack #(.ExpBits(SumExp), .FracBits(Mag - 1)) u_unpack (
      .number_i(in_sum_i), .sign_o(sum_sign), .exp_o(exp), .sig_o(sum_sig), .zero_o(sum_zero),
      .inf_o(sum_inf), .nan_o(sum_nan), .signalling_o(unused)
    );
    assign sum_exp = exp_t'({1'b0, exp});
  end else begin : gen_integer
    assign sum_sign = in_sum_i[SumBits-1];
    assign sum_sig  = (in_sum_i ^ {SumBits{sum_sign}}) + SumBits'(sum_sign);
    assign sum_zero = in_sum_i == '0;
    assign sum_inf  = 1'b0;
    assign sum_nan  = 1'b0;
    assign sum_exp  = '0;
  end

  logic        scale_sign, scale_zero, scale_inf, scale_nan, unused_signalling;
  logic [7:0]  scale_exp;
  logic [23:0] scale_sig;
  weft_float_unpack u_unpack_scale (
    .number_i(in_scale_i), .sign_o(scale_sign), .exp_o(scale_exp), .sig_o(scale_sig),
    .zero_o(scale_zero), .inf_o(scale_inf), .nan_o(scale_nan), .signalling_o(unused_signalling)
  );

  logic keep, sign, zero, inf, nan;
  assign keep = in_output_i == KeepSum;
  assign sign = sum_sign ^ scale_sign;
  assign zero = sum_zero | scale_zero;
  assign inf  = sum_inf | scale_inf;
  assign nan  = sum_nan | scale_nan | (zero & inf);

  // Multiply.

  // Properties of a result that do not depend on its digits.
  typedef struct packed {
    logic               keep, fp16;
    logic               sign, inf, nan;
    logic               drop;  // ReLU makes it zero
    logic [SumBits-1:0] sum;
  } about_t;

  typedef struct packed {
    about_t             about;
    logic               zero;
    exp_t               exp;
    logic [Product-1:0] product;
  } product_t;

  logic [TreeW-1:0] tree_sum, tree_carry;
  weft_mul_add_tree #(
    .WidthA(Mag), .WidthB(24), .Low(0), .Width(TreeW), .Gates(Gates != 0)
  ) u_tree (
    .a_i(sum_sig), .b_i(scale_sig), .addend_i('0), .sum_o(tree_sum), .carry_o(tree_carry)
  );

  logic               top;
  logic [Product-1:0] product;
  weft_add_late #(.Width(Product), .Gates(Gates != 0)) u_add (
    .a_i(tree_sum[Product-1:0]), .b_i(tree_carry[Product-1:0]), .late_i(1'b0),
    .top_o(top), .sum_o(product)
  );

  logic unused;
  assign unused = ^{unused_signalling, top, tree_sum[TreeW-1], tree_carry[TreeW-1]};

  logic     s0_valid, s0_ready;
  product_t s0_d, s0;
  assign s0_d = '{
    about: '{
      keep: keep,
      fp16: in_output_i[1],
      sign: sign,
      inf:  inf,
      nan:  nan,
      drop: in_relu_i & (keep ? sum_sign & !sum_nan : sign & !nan),
      sum:  in_sum_i
    },
    zero:    zero,
    exp:     sum_exp + exp_t'({1'b0, scale_exp}),
    product: product
  };
  weft_pipe_reg #(.data_t(product_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i(s0_d),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Shift right until the target's last place is bit 1, above the half, and further, until at most
  // its 11 or 8 bits and the half remain. The shift is never to the left: a nonzero product has
  // enough bits, or is small enough.

  logic [CountW-1:0] zeros;
  weft_lzc #(.Width(Product), .Gates(Gates != 0)) u_zeros (.word_i(s0.product), .zeros_o(zeros));

  exp_t to_place, to_width, more, distance;
  logic raised, below;
  assign to_place = exp_t'(s0.about.fp16 ? Bias - 25 : Bias - 1) - s0.exp;
  assign to_width = exp_t'(s0.about.fp16 ? Product - 12 : Product - 9) - exp_t'({1'b0, zeros});
  assign more     = to_width - to_place;
  assign raised   = !more[ExpW-1] & !s0.zero;
  assign distance = raised ? to_width : to_place;
  assign below    = distance >= exp_t'(Product);

  logic [CountW-1:0]  right;
  logic [Product-1:0] shifted;
  logic               lost;
  assign right   = below ? CountW'(Product) : distance[CountW-1:0];
  assign shifted = s0.product >> right;
  assign lost    = (s0.product & ~({Product{1'b1}} << right)) != '0;

  typedef struct packed {
    about_t      about;
    logic        too_far;  // 32 places or more
    logic [4:0]  raise;
    logic [10:0] kept;
    logic        half;
    logic        sticky;
  } placed_t;

  logic    s1_valid, s1_ready;
  placed_t s1_d, s1;
  assign s1_d = '{
    about:   s0.about,
    too_far: raised & |more[ExpW-2:5],
    raise:   more[4:0] & {5{raised}},
    kept:    shifted[11:1],
    half:    shifted[0],
    sticky:  lost
  };
  weft_pipe_reg #(.data_t(placed_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Round and saturate.

  logic        up, beyond;
  logic [15:0] code;
  logic [14:0] largest, magnitude;
  assign up        = s1.half & (s1.sticky | s1.kept[0]);
  assign code      = {1'b0, s1.raise, 10'b0} + {5'b0, s1.kept} + 16'(up);
  assign largest   = s1.about.fp16 ? 15'h7bff : {7'b0, s1.about.sign, {7{!s1.about.sign}}};
  assign beyond    = s1.about.inf | s1.too_far | code > {1'b0, largest};
  assign magnitude = beyond ? largest : code[14:0];

  // Negate and select.

  logic [7:0]         int8;
  logic [15:0]        fp16, scaled;
  logic [SumBits-1:0] result;
  assign int8   = ((magnitude[7:0] ^ {8{s1.about.sign}}) + 8'(s1.about.sign)) & {8{!s1.about.nan}};
  assign fp16   = s1.about.nan ? 16'h7fff : {s1.about.sign, magnitude};
  assign scaled = s1.about.fp16 ? fp16 : {8'b0, int8};
  assign result = (s1.about.keep ? s1.about.sum : SumBits'(scaled)) & {SumBits{!s1.about.drop}};

  weft_pipe_reg #(.data_t(logic [SumBits-1:0]), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(result),
    .out_valid_o, .out_ready_i, .out_data_o(out_result_o)
  );

  `WEFT_ASSERT(NeverToTheLeft, s0_valid && s0.product != '0 && !s0.about.inf && !s0.about.nan |->
               distance >= 0 && shifted >> 12 == '0)

endmodule
