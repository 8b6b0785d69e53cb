// SPDX-License-Identifier: Apache-2.0
//
// The part of weft_dpa that adds on a grid: profiles Joint and TwoStage, and exact sums of two.
//
//      Joint     sum = c + products, each aligned to the largest exponent and cut to 2^-grid
//      TwoStage  group = products of a group, likewise; sum = c + groups, aligned once more
//
//        a  b  a  b  a  b                c
//        |  |  |  |  |  |                |
//       [*  ][*  ][*  ] ...  exponents   |        weft_dpa_product
//        |    |    |          |          |
//        |    |    |   +------+------+   |        largest exponent, a tree
//        |    |    |   |  maximum    |   |
//        |    |    |   +------+------+   |
//     ---|----|----|----------|----------|---     register 0
//       [>>][>>][>>]  <-------+-------> [>>]      weft_dpa_align: grid + 2 bits, two's complement
//        |    |    |                     |
//       [carry-save tree                   ]      Width bits
//     -------------+--------------------------    register 1
//       [add;  TwoStage: weft_dpa_join     ]
//     -------------+--------------------------    register 2
//       [magnitude, leading zeros, <<      ]      weft_dpa_norm
//     -------------+--------------------------    register 3
//       [round, pack;  add c if it did not join]
//
// A sum has Width = grid + Int + 1 bits, where 2^Int is above the sum of all terms. Infinities and
// NaN travel along as three bits and replace the sum at the end.

`include "weft_gates.svh"

module weft_dpa_fused
  import weft_float_pkg::*;
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P       = weft_dpa_profiles_pkg::Profiles[0],
  parameter int unsigned Pipe    = 0,  // bit mask, 0 to 15
  parameter int unsigned Gates   = `WEFT_GATES,
  localparam int unsigned WordA  = P.lanes * P.a.width,
  localparam int unsigned WordB  = P.lanes * P.b.width,
  localparam int unsigned WidthC = 1 + P.c_exp_bits + P.c_frac_bits,
  localparam int unsigned Scales = P.scale_block == 0 ? 1 : P.lanes / P.scale_block,
  localparam int unsigned ScaleW = P.scale_block == 0 ? 1 : P.scale_exp_bits + P.scale_frac_bits
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  logic [WordA-1:0]  in_a_i,
  input  logic [WordB-1:0]  in_b_i,
  input  logic [Scales*ScaleW-1:0] in_a_scale_i,
  input  logic [Scales*ScaleW-1:0] in_b_scale_i,
  input  logic [WidthC-1:0] in_c_i,

  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [WidthC-1:0] out_d_o
);

  // Terms: products, or exact sums of products of block-scaled numbers.
  localparam int unsigned Lanes  = P.lanes;
  localparam int unsigned Each   = P.exact_group;
  localparam int unsigned Terms  = Lanes / Each;
  localparam int unsigned Groups = P.algo == TwoStage ? P.groups : 1;
  localparam int          BiasC  = (1 << (P.c_exp_bits - 1)) - 1;
  localparam bit          Joins  = P.algo == Joint & P.c_joins;  // c is a term of the one sum

  // A term's significand: a product's, or that of a sum of fixed-point products times their scales.
  localparam int unsigned ScaleSig = 2 + 2 * P.scale_frac_bits;
  localparam int unsigned FixA     = P.a.frac_bits + (1 << P.a.exp_bits) - 1;
  localparam int unsigned FixB     = P.b.frac_bits + (1 << P.b.exp_bits) - 1;
  localparam int unsigned SigW     = Each == 1 ? 2 + P.a.frac_bits + P.b.frac_bits
                                   : FixA + FixB + $clog2(Each) + ScaleSig;
  localparam int          UnitAB   = 2 - P.a.bias - P.b.bias - P.a.frac_bits - P.b.frac_bits;
  localparam int unsigned TermFrac = Each == 1 ? P.a.frac_bits + P.b.frac_bits
                                   : 2 * P.scale_frac_bits - UnitAB;
  localparam int unsigned SigC     = 1 + P.c_frac_bits;

  // An exact sum of two products needs their own places, those of the result, and four more for
  // cancellation and rounding, if lower bits are jammed.
  localparam bit          Pair     = P.algo == Exact;
  localparam int unsigned Grid     = Pair ? TermFrac + P.c_frac_bits + 4 : P.grid;
  localparam cut_e        Cut      = Pair ? Jam : P.cut;
  if (Cut == Floor || P.group_cut != Floor) begin : gen_unknown_cut
    $error("weft_dpa_fused: terms are truncated or jammed, groups are floored");
  end

  // The range of the exponents of operands, and thus of terms.
  function automatic int lowest(int bias, int frac, logic from_format);
    int least;
    least = 1 - bias - (from_format ? 0 : frac);
    return P.zero_votes && P.zero_exp < least ? P.zero_exp : least;
  endfunction

  localparam bit Scaled       = P.scale_block != 0;
  localparam int BiasScale    = !Scaled ? 0 : (1 << (P.scale_exp_bits - 1)) - 1;
  localparam int LowestScale  = !Scaled ? 0 : 2 * (32'(P.scale_frac_bits != 0) - BiasScale);
  localparam int HighestScale = !Scaled ? 0 : 2 * (BiasScale + 1);
  localparam int LowestAB     = Each > 1 ? 0
    : lowest(P.a.bias, P.a.frac_bits, P.ab_exp_from_format)
    + lowest(P.b.bias, P.b.frac_bits, P.ab_exp_from_format);
  localparam int HighestAB    = Each > 1 ? 0 : (1 << P.a.exp_bits) - 1 - P.a.bias
                                             + (1 << P.b.exp_bits) - 1 - P.b.bias;
  localparam int LowestTerm   = LowestAB + LowestScale;
  localparam int HighestTerm  = HighestAB + HighestScale;
  localparam int LowestC      = lowest(BiasC, P.c_frac_bits, P.c_exp_from_format);
  localparam int Lowest       = LowestTerm < LowestC ? LowestTerm : LowestC;
  localparam int Highest      = HighestTerm > BiasC ? HighestTerm : BiasC;
  localparam int LeastMax     = P.emax_floor > Lowest ? P.emax_floor - Lowest + 1 : 1;
  localparam int unsigned ExpW = $clog2(Highest - Lowest + 2);  // biased: 1 is Lowest, 0 no term

  // Sums of terms, and the sum after both stages. The top bit of the latter has weight 2^(exponent
  // + Int).
  localparam int unsigned Int      = $clog2((Terms << (SigW - TermFrac)) + 2);
  localparam int unsigned Width    = Grid + Int + 1;
  localparam int unsigned SumGrid  = P.algo == TwoStage ? P.sum_grid : Grid;
  localparam int unsigned SumWidth = SumGrid + Int + 1;
  localparam int unsigned TopW     = ExpW + 2;  // signed, with c's bias
  localparam int          Top      = Lowest - 1 + int'(Int) + BiasC;

  typedef logic [ExpW-1:0] exp_t;

  // A result that is not finite, and c if it is added after rounding.
  typedef struct packed {
    logic              nan, inf, inf_sign;
    logic              all_minus;  // every term, and so the sum, is a negative zero
    logic [WidthC-1:0] c;
  } about_t;

  typedef struct packed {
    logic            sign;
    exp_t            exp;
    logic [SigC-1:0] sig;
  } addend_t;

  typedef struct packed {
    about_t                     about;
    addend_t                    addend;
    exp_t [Groups-1:0]          max;
    logic [Terms-1:0]           sign;
    exp_t [Terms-1:0]           exp;
    logic [Terms-1:0][SigW-1:0] sig;
  } products_t;

  // The exact terms, and c.

  logic [Terms-1:0]           sign, zero, inf, overflow, nan;
  exp_t [Terms-1:0]           exp;
  logic [Terms-1:0][SigW-1:0] sig;

  exp_t [Scales-1:0]               scale_exp;
  logic [Scales-1:0][ScaleSig-1:0] scale_sig;
  logic [Scales-1:0]               scale_nan;
  if (Scaled) begin : gen_scales
    for (genvar i = 0; i < Scales; i++) begin : gen_pairs
      weft_dpa_scale #(
        .ExpBits(P.scale_exp_bits), .FracBits(P.scale_frac_bits), .ExpW(ExpW)
      ) u_scale (
        .a_i(in_a_scale_i[i*ScaleW +: ScaleW]), .b_i(in_b_scale_i[i*ScaleW +: ScaleW]),
        .exp_o(scale_exp[i]), .sig_o(scale_sig[i]), .nan_o(scale_nan[i])
      );
    end
  end else begin : gen_unscaled
    assign scale_exp = '0;
    assign scale_sig = '0;
    assign scale_nan = '0;
    logic unused;
    assign unused = ^{in_a_scale_i, in_b_scale_i};
  end

  for (genvar i = 0; i < Terms; i++) begin : gen_terms
    localparam int unsigned Scale = Scaled ? i * Each / P.scale_block : 0;
    if (Each == 1) begin : gen_product
      weft_dpa_product #(.P(P), .Lowest(Lowest), .ExpW(ExpW)) u_product (
        .a_i(in_a_i[i*P.a.width +: P.a.width]), .b_i(in_b_i[i*P.b.width +: P.b.width]),
        .scale_i(scale_exp[Scale]), .sign_o(sign[i]), .exp_o(exp[i]),
        .sig_o(sig[i]), .zero_o(zero[i]), .inf_o(inf[i]), .overflow_o(overflow[i]),
        .nan_o(nan[i])
      );
      logic unused;
      assign unused = ^scale_sig[Scale];
    end else begin : gen_group
      weft_dpa_group #(.P(P), .Lowest(Lowest), .ExpW(ExpW)) u_group (
        .a_i(in_a_i[i*Each*P.a.width +: Each*P.a.width]),
        .b_i(in_b_i[i*Each*P.b.width +: Each*P.b.width]),
        .scale_exp_i(scale_exp[Scale]), .scale_sig_i(scale_sig[Scale]),
        .sign_o(sign[i]), .exp_o(exp[i]), .sig_o(sig[i])
      );
      assign {zero[i], inf[i], overflow[i], nan[i]} = '0;
    end
  end

  logic            c_sign, c_zero, c_inf, c_nan;
  logic [ExpW-1:0] c_exp;
  logic [SigC-1:0] c_sig;
  weft_dpa_unpack #(
    .F('{
      exp_bits: P.c_exp_bits, frac_bits: P.c_frac_bits, bias: BiasC,
      specials: Ieee, pad: 0, width: WidthC
    }),
    .ExpFromFormat(P.c_exp_from_format), .Flush(P.daz_c), .FlushPlus(P.daz_plus),
    .ZeroExp(P.zero_exp), .ExpW(ExpW)
  ) u_unpack_c (
    .number_i(in_c_i), .sign_o(c_sign), .exp_o(c_exp), .sig_o(c_sig), .zero_o(c_zero),
    .inf_o(c_inf), .nan_o(c_nan)
  );
  localparam exp_t OffsetC = exp_t'(1 - BiasC - Lowest);
  addend_t addend;
  assign addend = '{
    sign: c_sign, exp: (c_exp + OffsetC) & {ExpW{!c_zero | P.zero_votes}}, sig: c_sig
  };

  // The largest exponents.

  exp_t [Groups-1:0] max;
  for (genvar g = 0; g < Groups; g++) begin : gen_max
    localparam int unsigned Members = (Terms - g + Groups - 1) / Groups;
    exp_t exps [Members+1];
    for (genvar i = 0; i < Members; i++) begin : gen_members
      assign exps[i] = exp[g+i*Groups];
    end
    assign exps[Members] = Joins ? addend.exp : '0;

    exp_t largest;
    weft_dpa_max #(.N(Members + 1), .Width(ExpW)) u_max (.words_i(exps), .max_o(largest));
    assign max[g] = largest > exp_t'(LeastMax) ? largest : exp_t'(LeastMax);
  end

  // Infinities and NaN among the products, and c if it is a term of the same sum. Products that
  // overflow are infinite or, with overflow_last, only if no operand is infinite.

  localparam bit OneSum = Joins | P.algo == TwoStage;
  logic             plus_inf, minus_inf, late;
  logic [Terms-1:0] infs;
  assign late      = P.overflow_last & (|inf | (c_inf & OneSum));
  assign infs      = inf | (overflow & {Terms{!late}});
  assign plus_inf  = (|(infs & ~sign)) | (c_inf & !c_sign & OneSum);
  assign minus_inf = (|(infs & sign)) | (c_inf & c_sign & OneSum);

  products_t s0_d, s0;
  assign s0_d = '{
    about: '{
      nan:       (|nan) | (|scale_nan) | (c_nan & OneSum) | (plus_inf & minus_inf),
      inf:       plus_inf | minus_inf,
      inf_sign:  minus_inf,
      all_minus: P.neg_zero_sum & (&(zero & sign)) & ((c_zero & c_sign) | !Joins),
      c:         in_c_i
    },
    addend: addend,
    max:    max,
    sign:   sign,
    exp:    exp,
    sig:    sig
  };

  logic s0_valid, s0_ready;
  weft_pipe_reg #(.data_t(products_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i(s0_d),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Align and add in carry-save form.

  typedef struct packed {
    about_t                       about;
    addend_t                      addend;
    exp_t [Groups-1:0]            max;
    logic [Groups-1:0][Width-1:0] sum, carry;
  } sums_t;

  logic [Groups-1:0][Width-1:0] tree_sum, tree_carry;
  for (genvar g = 0; g < Groups; g++) begin : gen_sums
    localparam int unsigned Members = (Terms - g + Groups - 1) / Groups;
    localparam int unsigned N       = Members + int'(Joins);
    logic [Width-1:0] words [N];
    logic [N-1:0]     minus;
    for (genvar i = 0; i < Members; i++) begin : gen_members
      weft_dpa_align #(
        .Int(SigW - TermFrac), .Frac(TermFrac), .Grid(Grid), .Jam(Cut == Jam),
        .ExpW(ExpW), .Width(Width)
      ) u_align (
        .sign_i(s0.sign[g+i*Groups]), .sig_i(s0.sig[g+i*Groups]),
        .distance_i(s0.max[g] - s0.exp[g+i*Groups]), .keep_i('1), .word_o(words[i])
      );
      assign minus[i] = s0.sign[g+i*Groups];
    end
    if (Joins) begin : gen_addend
      weft_dpa_align #(
        .Int(1), .Frac(P.c_frac_bits), .Grid(Grid), .Jam(Cut == Jam), .ExpW(ExpW), .Width(Width)
      ) u_align (
        .sign_i(s0.addend.sign), .sig_i(s0.addend.sig),
        .distance_i(s0.max[g] - s0.addend.exp), .keep_i('1), .word_o(words[Members])
      );
      assign minus[Members] = s0.addend.sign;
    end
    weft_dpa_sum #(.N(N), .Width(Width), .Gates(Gates != 0)) u_sum (
      .words_i(words), .minus_i(minus), .sum_o(tree_sum[g]), .carry_o(tree_carry[g])
    );
  end

  sums_t s1_d, s1;
  assign s1_d = '{
    about: s0.about, addend: s0.addend, max: s0.max, sum: tree_sum, carry: tree_carry
  };

  logic s1_valid, s1_ready;
  weft_pipe_reg #(.data_t(sums_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Add.

  typedef struct packed {
    about_t              about;
    exp_t                max;
    logic [SumWidth-1:0] sum;
  } total_t;

  logic [SumWidth-1:0] total;
  exp_t                total_max;
  if (P.algo == TwoStage) begin : gen_join
    logic [Groups-1:0][Width-1:0] sums;
    for (genvar g = 0; g < Groups; g++) begin : gen_groups
      assign sums[g] = s1.sum[g] + s1.carry[g];
    end
    weft_dpa_join #(
      .Groups(Groups), .Width(Width), .Grid(Grid), .SigC(SigC), .SumWidth(SumWidth),
      .SumGrid(SumGrid), .GridC(P.c_grid), .DropC(P.c_drop), .ExpW(ExpW)
    ) u_join (
      .sums_i(sums), .max_i(s1.max),
      .c_sign_i(s1.addend.sign), .c_sig_i(s1.addend.sig), .c_exp_i(s1.addend.exp),
      .sum_o(total), .max_o(total_max)
    );
  end else begin : gen_add
    assign total     = s1.sum[0] + s1.carry[0];
    assign total_max = s1.max[0];
    logic unused;
    assign unused = ^s1.addend;
  end

  total_t s2_d, s2;
  assign s2_d = '{about: s1.about, max: total_max, sum: total};

  logic s2_valid, s2_ready;
  weft_pipe_reg #(.data_t(total_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Normalise.

  typedef struct packed {
    about_t               about;
    logic                 zero, sign;
    logic [TopW-1:0]      exp;
    logic [P.out_frac:0]  sig;
    logic                 half, quarter, sticky;
  } normal_t;

  logic                normal_sign, half, quarter, sticky;
  logic [TopW-1:0]     normal_exp;
  logic [P.out_frac:0] normal_sig;
  weft_dpa_norm #(
    .Width(SumWidth), .Frac(P.out_frac), .ExpW(TopW), .Tiny(LeastMax + Top < 1), .Gates(Gates != 0)
  ) u_norm (
    .sum_i(s2.sum), .top_i(TopW'(s2.max) + TopW'(Top)),
    .sign_o(normal_sign), .exp_o(normal_exp), .sig_o(normal_sig),
    .half_o(half), .quarter_o(quarter), .sticky_o(sticky)
  );

  normal_t s3_d, s3;
  assign s3_d = '{
    about:   s2.about,
    zero:    ~|s2.sum,
    sign:    normal_sign,
    exp:     normal_exp,
    sig:     normal_sig,
    half:    half,
    quarter: quarter,
    sticky:  sticky
  };

  logic s3_valid, s3_ready;
  weft_pipe_reg #(.data_t(normal_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // Round and pack.

  // A negative sum that becomes zero, and a sum of negative zeros, are -0 if the profile keeps
  // them.

  logic [P.c_exp_bits+P.out_frac-1:0] rounded;
  flags_t                             flags;
  weft_round #(
    .ExpBits(P.c_exp_bits), .FracBits(P.out_frac), .TinyBefore(!P.tiny_after), .Flush(P.ftz)
  ) u_round (
    .round_i(round_e'(P.round)), .sign_i(s3.sign), .inf_i(1'b0), .nan_i(1'b0),
    .exp_i((P.c_exp_bits+2)'(s3.exp)), .sig_i(s3.sig), .half_i(s3.half), .quarter_i(s3.quarter),
    .sticky_i(s3.sticky), .magnitude_o(rounded), .flags_o(flags)
  );

  localparam logic [WidthC-2:0] Infinity = {{P.c_exp_bits{1'b1}}, {P.c_frac_bits{1'b0}}};
  logic              minus;
  logic [WidthC-2:0] magnitude;
  logic [WidthC-1:0] packed_sum, sum;
  assign minus      = (s3.zero & s3.about.all_minus)
                    | (!s3.zero & s3.sign & (|rounded | flags.overflow | P.neg_zero_keep));
  assign magnitude  = (WidthC-1)'(rounded) << (P.c_frac_bits - P.out_frac);
  assign packed_sum = {minus, (magnitude & {(WidthC-1){!flags.overflow}})
                            | (Infinity & {(WidthC-1){flags.overflow}})};
  assign sum = (WidthC'(P.nan) & {WidthC{s3.about.nan}})
             | ({s3.about.inf_sign, Infinity} & {WidthC{s3.about.inf & !s3.about.nan}})
             | (packed_sum & {WidthC{!s3.about.inf & !s3.about.nan}});

  if (OneSum) begin : gen_joined
    assign out_d_o = sum;
    logic unused;
    assign unused = ^s3.about.c;
  end else begin : gen_second
    weft_dpa_add #(.P(P), .Gates(Gates)) u_add (.x_i(s3.about.c), .y_i(sum), .sum_o(out_d_o));
  end

  logic unused;
  assign unused = ^flags;

  assign out_valid_o = s3_valid;
  assign s3_ready    = out_ready_i;

endmodule
