// SPDX-License-Identifier: Apache-2.0
//
// Exact dot product with accumulation: d = round(a[0] * b[0] + ... + a[Lanes-1] * b[Lanes-1] + c),
// with a single rounding to nearest even.
//
// a and b are lanes of 1 + ExpA + FracA bits in IEEE 754 format, with subnormals, infinities and
// NaN; lane 0 is in the low bits. c and d are FP32. A product is an integer times u, the product of
// the two smallest subnormals (FP16: u = 2^-48, products reach 2^32), and Kulisch's fixed point
// holds the sum. Widths for four lanes of FP16:
//
//         a, b                                      c
//           |                                       |
//      [ unpack, 11 x 11 multiply ]            [ unpack ]
//           |  22 bits, exponents ea + eb           |  24 bits
//      [ << (ea + eb - 2) mod 32 ]             [ << place mod 32 ]
//           |  53 bits, +-                          |  55 bits
//      [ + ][ + ]  one of two sums, 56 bits    to two of five limbs
//
//                              2^64 u    2^32 u      u
//      limb   |    4    |    3    |    2    |    1    |    0    |
//      sum 1              <------ 56 ------>|
//      sum 0                        <------ 56 ------>|
//      c                      anywhere, 24 bits                   what is lower still: sticky
//
//      x = sums + c     160 bits     magnitude, leading limb and the next, leading zeros, round
//
// Signs are relative to c's: c enters unchanged, and products of the opposite sign are subtracted.
// Limb 0 thus holds only c, and its sticky bit needs no borrow. Limb 0 has more places than a
// result that begins at u / 2 can use. The result is c itself if the products' sum is zero, or if
// the last place of c is more than four times the largest possible sum.
//
// NaN results are 7fc00000; infinities of both signs, or infinity times zero, are NaN. An exact
// zero is +0 unless every term is -0. ExpA is at most 5 and FracA at most 15; a result is then
// subnormal only if it is c alone.
//
// Source: U. Kulisch, Computer Arithmetic and Validity, 2008, chapter 8; N. Brunie, Modified Fused
// Multiply and Add for Exact Low Precision Product Accumulation, ARITH 2017. Combinational.

module weft_dpa_exact
  import weft_float_pkg::*;
#(
  parameter  int unsigned ExpA  = 5,
  parameter  int unsigned FracA = 10,
  parameter  int unsigned Lanes = 4,
  localparam int unsigned Width = 1 + ExpA + FracA
) (
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  input  logic [31:0]                 c_i,
  output logic [31:0]                 d_o
);

  localparam int unsigned Limb     = 32;
  localparam int unsigned Sig      = FracA + 1;
  localparam int unsigned MaxShift = 2 * ((1 << ExpA) - 3);
  localparam int unsigned SumBits  = 2 * Sig + MaxShift + $clog2(Lanes);  // of the products' sum
  localparam int unsigned Sums     = (MaxShift + 2) / Limb + 1;
  localparam int unsigned SumW     = 2 * Sig + Limb + $clog2(Lanes);      // bits of one of the sums
  localparam int unsigned Limbs    = (SumBits + 58 + Limb) / Limb;
  localparam int unsigned AllBits  = Limbs * Limb;

  // Bit 0 of limb 0 is 2^-Below.
  localparam int unsigned Bias  = (1 << (ExpA - 1)) - 1;
  localparam int unsigned Below = 2 * (Bias + FracA - 1) + Limb;

  logic        c_sign, c_zero, c_inf, c_nan;
  logic [7:0]  c_exp;
  logic [23:0] c_sig;
  weft_float_unpack #(.ExpBits(8), .FracBits(23)) u_unpack_c (
    .number_i    (c_i),
    .sign_o      (c_sign),
    .exp_o       (c_exp),
    .sig_o       (c_sig),
    .zero_o      (c_zero),
    .inf_o       (c_inf),
    .nan_o       (c_nan),
    .signalling_o()
  );

  // Products, each shifted within a limb.

  logic [Lanes-1:0]           a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan;
  logic [Lanes-1:0][ExpA-1:0] a_exp, b_exp;
  logic [Lanes-1:0][Sig-1:0]  a_sig, b_sig;
  logic [SumW-1:0]            term [Lanes];
  logic [7:0]                 shift [Lanes];

  logic [Lanes-1:0] sign;  // signs of the products
  assign sign = a_sign ^ b_sign;

  for (genvar i = 0; i < Lanes; i++) begin : gen_product
    weft_float_unpack #(.ExpBits(ExpA), .FracBits(FracA)) u_unpack_a (
      .number_i    (a_i[i]),
      .sign_o      (a_sign[i]),
      .exp_o       (a_exp[i]),
      .sig_o       (a_sig[i]),
      .zero_o      (a_zero[i]),
      .inf_o       (a_inf[i]),
      .nan_o       (a_nan[i]),
      .signalling_o()
    );
    weft_float_unpack #(.ExpBits(ExpA), .FracBits(FracA)) u_unpack_b (
      .number_i    (b_i[i]),
      .sign_o      (b_sign[i]),
      .exp_o       (b_exp[i]),
      .sig_o       (b_sig[i]),
      .zero_o      (b_zero[i]),
      .inf_o       (b_inf[i]),
      .nan_o       (b_nan[i]),
      .signalling_o()
    );

    logic [2*Sig-1:0] product;
    assign product  = (2*Sig)'(a_sig[i]) * (2*Sig)'(b_sig[i]);
    assign shift[i] = 8'(a_exp[i]) + 8'(b_exp[i]) - 8'd2;
    assign term[i]  = SumW'(product) << shift[i][4:0];
  end

  // The sums: each term goes to the sum that its exponent selects; a subtracted term is
  // complemented.

  logic [SumW-1:0] sums [Sums];
  always_comb begin
    for (int k = 0; k < Sums; k++) begin
      sums[k] = '0;
      for (int i = 0; i < Lanes; i++) begin
        logic here, minus;
        here    = shift[i][7:5] == 3'(k);
        minus   = here & (sign[i] ^ c_sign);
        sums[k] = sums[k] + ((term[i] & {SumW{here}}) ^ {SumW{minus}}) + SumW'(minus);
      end
    end
  end

  // The addend c: its last place is `place`, which is below limb 0 if negative.

  logic signed [9:0]  place;
  logic signed [4:0]  limb;
  logic        [54:0] shifted;
  logic               c_sticky, c_far;
  assign place    = $signed({2'b0, c_exp}) + 10'(int'(Below) - 150);
  assign limb     = place[9:5];
  assign shifted  = 55'(c_sig) << place[4:0];
  assign c_sticky = (limb == -5'sd1 & |shifted[31:0]) | (limb < -5'sd1 & |c_sig);
  assign c_far    = place >= 10'(int'(Limb + SumBits + 2));

  logic [Limbs-1:0][Limb-1:0] addend;
  always_comb begin
    for (int n = 0; n < Limbs; n++) begin
      addend[n] = (shifted[31:0] & {Limb{limb == 5'(n)}})
                | (Limb'(shifted[54:32]) & {Limb{limb == 5'(n - 1)}});
    end
  end

  logic                       unchanged, negative;  // negative relative to c's sign
  logic [AllBits-1:0]         x;
  logic [Limbs-1:0][Limb-1:0] magnitude;
  always_comb begin
    x = addend | AllBits'(c_sticky);
    for (int k = 0; k < Sums; k++) begin
      x = x + ({{(AllBits-SumW){sums[k][SumW-1]}}, sums[k]} << Limb * (k + 1));
    end
  end
  assign unchanged = x == (addend | AllBits'(c_sticky));
  assign negative  = x[AllBits-1];
  assign magnitude = (x ^ {AllBits{negative}}) + AllBits'(negative);

  // The leading limb and the one below, and the position of the leading one within them.

  logic [2*Limb-1:0] leading, normal;
  logic [7:0]        top;   // the leading limb's highest place
  logic              rest;  // a one below the two limbs
  always_comb begin
    logic above, first, below;
    above   = 1'b0;
    below   = 1'b0;
    leading = '0;
    top     = '0;
    rest    = 1'b0;
    for (int n = Limbs - 1; n >= 0; n--) begin
      first   = !above & |magnitude[n];
      leading = leading | ({magnitude[n], n > 0 ? magnitude[n > 0 ? n-1 : 0] : 32'b0}
                           & {(2*Limb){first}});
      top     = top | (8'(Limb * n + Limb - 1) & {8{first}});
      rest    = rest | (below & |magnitude[n]);
      below   = above;  // set from the second limb below the leading one on
      above   = above | first;
    end
  end

  logic [5:0] zeros;
  weft_lzc #(.Width(Limb), .Gates(1'b0)) u_zeros (
    .word_i(leading[2*Limb-1:Limb]), .zeros_o(zeros)
  );
  assign normal = leading << zeros[4:0];

  // Infinities and NaN.

  logic [Lanes-1:0] inf;
  logic             plus_inf, minus_inf, nan;
  assign inf       = a_inf | b_inf;
  assign plus_inf  = |(inf & ~sign) | (c_inf & !c_sign);
  assign minus_inf = |(inf & sign) | (c_inf & c_sign);
  assign nan       = |(a_nan | b_nan | (a_inf & b_zero) | (a_zero & b_inf)) | c_nan
                   | (plus_inf & minus_inf);

  logic [30:0] rounded;
  weft_round #(.ExpBits(8), .FracBits(23)) u_round (
    .round_i    (NearEven),
    .sign_i     (1'b0),
    .inf_i      (plus_inf | minus_inf),
    .nan_i      (nan),
    .exp_i      (10'(top) - 10'(zeros) + 10'(127 - int'(Below))),
    .sig_i      (normal[63:40]),
    .half_i     (normal[39]),
    .quarter_i  (normal[38]),
    .sticky_i   (|normal[38:0] | rest),
    .magnitude_o(rounded),
    .flags_o    ()
  );

  logic finite, keep, zero, d_sign;
  assign finite = !(plus_inf | minus_inf | nan);
  assign keep   = finite & (c_far | unchanged);
  assign zero   = finite & !c_far & leading == '0;
  assign d_sign = (zero ? c_zero & c_sign & (&sign) : c_sign ^ (negative & !keep)) & finite
                | (minus_inf & !nan);
  assign d_o    = {d_sign, keep ? c_i[30:0] : rounded};

endmodule
