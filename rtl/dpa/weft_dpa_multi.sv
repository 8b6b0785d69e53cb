// SPDX-License-Identifier: Apache-2.0
//
// Block fused dot-product-accumulate whose profile is an operand: all profiles of NVIDIA's tensor
// cores except the block-scaled ones and FP64, on one shared tree, in any sequence.
//
//      a, b, 256 bits   | 8 x TF32 | or | 16 x FP16, BF16 | or | 32 x FP8, FP6, FP4 |
//
//      lanes 0 to 15    11 x 11 bits         lanes 16 to 31    4 x 4 bits           c, FP32 or FP16
//        |                                     |                                      |
//      product  ii.ff...f  20 bits           product  ii.ffffff              FP16: normalise
//        |                                     |                                      |
//        +------------- largest exponent of 33, at least the profile's floor ---------+
//        |                                     |                                      |
//      [>>]  27 bits                         [>>]  27 bits                          [>>]  27 bits
//        |                                     |                                      |
//      [ & ] places of the profile's grid: 25, 24, 23 or 13 of 25                    [ & ]
//        |                                     |                                      |
//      [carry-save tree of 33 words and the count of negative ones, 34 bits              ]
//                              |
//      [add, magnitude, leading zeros, <<]
//                              |
//      FP32 truncated to 23 or 13 fraction bits, or FP16 rounded to nearest even
//
// Profiles differ only in masks: the active lanes, and the kept places of an aligned term. Elements
// of A and B are of one width, that of the wider format; c and d are in the low bits.
//
// in_profile_i is a number of weft_dpa_profiles_pkg. Pipe has one bit for each possible register,
// as in weft_dpa: at the input, behind the products, behind the tree, behind the addition, behind
// normalisation, at the output. Gates: see weft_gates.svh.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_dpa_multi
  import weft_dpa_switch_pkg::*;
#(
  parameter int unsigned Pipe  = 0,  // bit mask, 0 to 63
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [7:0]   in_profile_i,
  input  logic [255:0] in_a_i,
  input  logic [255:0] in_b_i,
  input  logic [31:0]  in_c_i,

  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [31:0]  out_d_o
);

  localparam int unsigned SigW  = 22;  // products: 20 fraction bits; 6 in short lanes
  localparam int unsigned Short = 8;
  localparam int unsigned Int   = 8;  // 32 products below 4 and c below 2 are below 2^8
  localparam int unsigned Width = Grid + Int + 1;
  localparam int unsigned TopW  = ExpW + 2;

  typedef logic [ExpW-1:0] exp_t;

  // Operands.

  typedef struct packed {
    logic [7:0]   profile;
    logic [255:0] a, b;
    logic [31:0]  c;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_profile_i, in_a_i, in_b_i, in_c_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  logic  has;
  mode_t mode;
  weft_dpa_mode u_mode (.profile_i(s0.profile), .has_o(has), .mode_o(mode));
  `WEFT_ASSERT(HasProfile, !s0_valid || has)

  // Products.

  logic [Lanes-1:0] a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan;
  exp_t             a_exp [Lanes], b_exp [Lanes];
  logic [10:0]      a_sig [Long], b_sig [Long];
  logic [3:0]       a_short_sig [Lanes-Long], b_short_sig [Lanes-Long];
  weft_dpa_multi_unpack u_unpack_a (
    .word_i(s0.a), .format_i(mode.a), .lanes_i(mode.lanes), .converts_i(mode.converts),
    .sign_o(a_sign), .zero_o(a_zero), .inf_o(a_inf), .nan_o(a_nan),
    .exp_o(a_exp), .sig_o(a_sig), .short_sig_o(a_short_sig)
  );
  weft_dpa_multi_unpack u_unpack_b (
    .word_i(s0.b), .format_i(mode.b), .lanes_i(mode.lanes), .converts_i(mode.converts),
    .sign_o(b_sign), .zero_o(b_zero), .inf_o(b_inf), .nan_o(b_nan),
    .exp_o(b_exp), .sig_o(b_sig), .short_sig_o(b_short_sig)
  );

  logic [Lanes-1:0]               sign, zero, inf, nan;
  exp_t [Lanes-1:0]               exp;
  logic [Long-1:0][SigW-1:0]      sig;
  logic [Lanes-1:Long][Short-1:0] short_sig;
  assign sign = a_sign ^ b_sign;
  assign zero = a_zero | b_zero;
  assign inf  = a_inf | b_inf;
  assign nan  = a_nan | b_nan | (a_inf & b_zero) | (a_zero & b_inf);
  for (genvar i = 0; i < Lanes; i++) begin : gen_products
    assign exp[i] = (a_exp[i] + b_exp[i] + mode.offset) & {ExpW{!zero[i]}};
    if (i < Long) begin : gen_long
      assign sig[i] = SigW'(a_sig[i]) * SigW'(b_sig[i]);
    end else begin : gen_short
      assign short_sig[i] = Short'(a_short_sig[i-Long]) * Short'(b_short_sig[i-Long]);
    end
  end

  // The addend c; a subnormal FP16 number is normalised.

  logic        c_sign, c_normal, c_inf, c_nan, c_zero;
  logic [7:0]  c_field;
  logic [22:0] c_frac;
  logic [3:0]  c_zeros, c_up;
  logic [23:0] c_sig;
  exp_t        c_exp;
  assign c_sign   = mode.half ? s0.c[15] : s0.c[31];
  assign c_field  = mode.half ? {3'b0, s0.c[14:10]} : s0.c[30:23];
  assign c_frac   = mode.half ? {s0.c[9:0], 13'b0} : s0.c[22:0];
  assign c_normal = |c_field;
  assign c_zero   = !c_normal & ~|c_frac;
  assign c_inf    = (&c_field[4:0]) & (mode.half | (&c_field[7:5])) & ~|c_frac;
  assign c_nan    = (&c_field[4:0]) & (mode.half | (&c_field[7:5])) & |c_frac;
  weft_lzc #(.Width(11), .Gates(Gates != 0)) u_c_zeros (
    .word_i({c_normal, s0.c[9:0]}), .zeros_o(c_zeros)
  );
  assign c_up  = c_zeros & {4{mode.half}};
  assign c_sig = {c_normal, c_frac} << c_up;
  assign c_exp = (exp_t'({c_field[7:1], c_field[0] | !c_normal}) - exp_t'(c_up)
                  + (mode.half ? exp_t'(1 - 15 - Lowest) : exp_t'(1 - 127 - Lowest)))
               & {ExpW{!c_zero}};

  // The largest exponent.

  exp_t exps [Lanes+2];
  exp_t max;
  for (genvar i = 0; i < Lanes; i++) begin : gen_exps
    assign exps[i] = exp[i];
  end
  assign exps[Lanes]   = c_exp;
  assign exps[Lanes+1] = mode.floor;
  weft_dpa_max #(.N(Lanes + 2), .Width(ExpW)) u_max (.words_i(exps), .max_o(max));

  // Infinities and NaN, and the parameters of rounding.

  typedef struct packed {
    logic nan, inf, inf_sign, half, short_frac;
  } about_t;

  logic plus_inf, minus_inf;
  assign plus_inf  = (|(inf & ~sign)) | (c_inf & !c_sign);
  assign minus_inf = (|(inf & sign)) | (c_inf & c_sign);

  typedef struct packed {
    about_t                         about;
    logic [Grid-1:0]                keep;
    exp_t                           max, c_exp;
    logic                           c_sign;
    logic [23:0]                    c_sig;
    logic [Lanes-1:0]               sign;
    exp_t [Lanes-1:0]               exp;
    logic [Long-1:0][SigW-1:0]      sig;
    logic [Lanes-1:Long][Short-1:0] short_sig;
  } products_t;

  logic      s1_valid, s1_ready;
  products_t s1_d, s1;
  assign s1_d = '{
    about: '{
      nan:        (|nan) | c_nan | (plus_inf & minus_inf),
      inf:        plus_inf | minus_inf,
      inf_sign:   minus_inf,
      half:       mode.half,
      short_frac: mode.short_frac
    },
    keep:      {{13{1'b1}}, {10{!mode.grid[0]}}, |mode.grid[3:2], mode.grid[3]},
    max:       max,
    c_exp:     c_exp,
    c_sign:    c_sign,
    c_sig:     c_sig,
    sign:      sign,
    exp:       exp,
    sig:       sig,
    short_sig: short_sig
  };
  weft_pipe_reg #(.data_t(products_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Align, cut and add in carry-save form.

  logic [Width-1:0] words [Lanes+1];
  for (genvar i = 0; i < Lanes; i++) begin : gen_align
    if (i < Long) begin : gen_long
      weft_dpa_align #(.Frac(SigW - 2), .Grid(Grid), .ExpW(ExpW), .Width(Width)) u_align (
        .sign_i(s1.sign[i]), .sig_i(s1.sig[i]), .distance_i(s1.max - s1.exp[i]),
        .keep_i(s1.keep), .word_o(words[i])
      );
    end else begin : gen_short
      weft_dpa_align #(.Frac(Short - 2), .Grid(Grid), .ExpW(ExpW), .Width(Width)) u_align (
        .sign_i(s1.sign[i]), .sig_i(s1.short_sig[i]), .distance_i(s1.max - s1.exp[i]),
        .keep_i(s1.keep), .word_o(words[i])
      );
    end
  end
  weft_dpa_align #(.Int(1), .Frac(23), .Grid(Grid), .ExpW(ExpW), .Width(Width)) u_align_c (
    .sign_i(s1.c_sign), .sig_i(s1.c_sig), .distance_i(s1.max - s1.c_exp),
    .keep_i(s1.keep), .word_o(words[Lanes])
  );

  typedef struct packed {
    about_t           about;
    exp_t             max;
    logic [Width-1:0] sum, carry;
  } sums_t;

  logic [Width-1:0] tree_sum, tree_carry;
  weft_dpa_sum #(.N(Lanes + 1), .Width(Width), .Gates(Gates != 0)) u_sum (
    .words_i(words), .minus_i({s1.c_sign, s1.sign}), .sum_o(tree_sum), .carry_o(tree_carry)
  );

  logic  s2_valid, s2_ready;
  sums_t s2_d, s2;
  assign s2_d = '{about: s1.about, max: s1.max, sum: tree_sum, carry: tree_carry};
  weft_pipe_reg #(.data_t(sums_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Add.

  typedef struct packed {
    about_t           about;
    exp_t             max;
    logic [Width-1:0] sum;
  } total_t;

  logic   s3_valid, s3_ready;
  total_t s3_d, s3;
  assign s3_d = '{about: s2.about, max: s2.max, sum: s2.sum + s2.carry};
  weft_pipe_reg #(.data_t(total_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // Normalise.

  typedef struct packed {
    about_t          about;
    logic            sign;
    logic [TopW-1:0] exp;
    logic [23:0]     sig;
    logic            half, rest;  // bits below the 24 places
  } normal_t;

  localparam logic [TopW-1:0] Top32 = TopW'(Lowest - 1 + int'(Int) + 127);
  localparam logic [TopW-1:0] Top16 = TopW'(Lowest - 1 + int'(Int) + 15);
  logic            normal_sign, normal_half, normal_rest;
  logic [TopW-1:0] normal_exp;
  logic [23:0]     normal_sig;
  weft_dpa_norm #(
    .Width(Width), .Frac(23), .ExpW(TopW), .Tiny(1'b1), .Gates(Gates != 0)
  ) u_norm (
    .sum_i(s3.sum), .top_i(TopW'(s3.max) + (s3.about.half ? Top16 : Top32)),
    .sign_o(normal_sign), .exp_o(normal_exp), .sig_o(normal_sig),
    .half_o(normal_half), .quarter_o(), .sticky_o(normal_rest)
  );

  logic    s4_valid, s4_ready;
  normal_t s4_d, s4;
  assign s4_d = '{
    about: s3.about,
    sign:  normal_sign,
    exp:   normal_exp,
    sig:   normal_sig,
    half:  normal_half,
    rest:  normal_rest
  };
  weft_pipe_reg #(.data_t(normal_t), .Enable(Pipe[4])) u_stage_4 (
    .clk_i, .rst_ni,
    .in_valid_i(s3_valid), .in_ready_o(s3_ready), .in_data_i(s4_d),
    .out_valid_o(s4_valid), .out_ready_i(s4_ready), .out_data_o(s4)
  );

  // FP32 truncates, so no carry enters its exponent.

  logic        normal, inf_32, inf_16;
  logic [30:0] magnitude_32;
  assign normal       = s4.sig[23];
  assign inf_32       = normal & (s4.exp >= TopW'(255));
  assign magnitude_32 = {
    s4.exp[7:0] & {8{normal}}, s4.sig[22:10], s4.sig[9:0] & {10{!s4.about.short_frac}}
  };

  // FP16 rounds to nearest even, 13 places higher.

  logic        up;
  logic [14:0] magnitude_16;
  assign up           = s4.sig[12] & (s4.sig[13] | (|s4.sig[11:0]) | s4.half | s4.rest);
  assign magnitude_16 = {s4.exp[4:0] & {5{normal}}, s4.sig[22:13]} + 15'(up);
  assign inf_16       = (normal & (s4.exp >= TopW'(31))) | (&magnitude_16[14:10]);

  // Pack. A sum that is zero or rounds to zero is +0.

  logic        half, finite, infinite, minus;
  logic [30:0] magnitude;
  logic [31:0] d;
  assign half      = s4.about.half;
  assign infinite  = !s4.about.nan & (s4.about.inf | (inf_32 & !half) | (inf_16 & half));
  assign finite    = !s4.about.nan & !infinite;
  assign magnitude = (magnitude_32 & {31{finite & !half}})
                   | (31'(magnitude_16) & {31{finite & half}})
                   | (31'h7f800000 & {31{infinite & !half}})
                   | (31'h7c00 & {31{infinite & half}})
                   | (31'h7fffffff & {31{s4.about.nan & !half}})
                   | (31'h7fff & {31{s4.about.nan & half}});
  assign minus     = !s4.about.nan & ((s4.about.inf & s4.about.inf_sign)
                                      | (!s4.about.inf & s4.sign & (|magnitude)));
  assign d         = {minus & !half, magnitude} | {16'b0, minus & half, 15'b0};

  weft_pipe_reg #(.data_t(logic [31:0]), .Enable(Pipe[5])) u_stage_5 (
    .clk_i, .rst_ni,
    .in_valid_i(s4_valid), .in_ready_o(s4_ready), .in_data_i(d),
    .out_valid_o, .out_ready_i, .out_data_o(out_d_o)
  );

endmodule
