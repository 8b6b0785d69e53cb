// SPDX-License-Identifier: Apache-2.0
//
// An exact, unnormalised product of two numbers, a term of a block fused dot product.
//
//      a   a.aaa * 2^ea         b   b.bbb * 2^eb
//            |       |                |       |
//            +-----[ * ]--------------+       |
//                    |   +-------------[ + ]--+
//                    |                   |
//      product  ii.ffffff  *  2^(ea + eb)           FracA + FracB fraction bits
//
// Exponents are biased: 1 is 2^Lowest, and 0 means that the product is zero and does not count for
// the largest exponent. With ZeroVotes, a product of zeros has an exponent too.
//
// overflow_o reports a finite product of 2^128 or more, if the profile checks for it.
// Combinational.

module weft_dpa_product
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P      = weft_dpa_profiles_pkg::Profiles[0],
  parameter int          Lowest = -28,
  parameter int unsigned ExpW   = 6,
  localparam int unsigned WidthA = P.a.width,
  localparam int unsigned WidthB = P.b.width,
  localparam int unsigned SigW   = 2 + P.a.frac_bits + P.b.frac_bits
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  input  logic [ExpW-1:0]   scale_i,  // is added to the exponent
  output logic              sign_o,
  output logic [ExpW-1:0]   exp_o,
  output logic [SigW-1:0]   sig_o,
  output logic              zero_o,
  output logic              inf_o,
  output logic              overflow_o,
  output logic              nan_o
);

  logic            a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan;
  logic [ExpW-1:0] a_exp, b_exp;
  logic [P.a.frac_bits:0] a_sig;
  logic [P.b.frac_bits:0] b_sig;
  weft_dpa_unpack #(
    .F(P.a), .ExpFromFormat(P.ab_exp_from_format), .Flush(P.daz_ab), .FlushPlus(P.daz_plus),
    .ZeroExp(P.zero_exp), .ExpW(ExpW)
  ) u_unpack_a (
    .number_i(a_i), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig), .zero_o(a_zero),
    .inf_o(a_inf), .nan_o(a_nan)
  );
  weft_dpa_unpack #(
    .F(P.b), .ExpFromFormat(P.ab_exp_from_format), .Flush(P.daz_ab), .FlushPlus(P.daz_plus),
    .ZeroExp(P.zero_exp), .ExpW(ExpW)
  ) u_unpack_b (
    .number_i(b_i), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig), .zero_o(b_zero),
    .inf_o(b_inf), .nan_o(b_nan)
  );

  logic            zero;
  logic [ExpW-1:0] exp;
  assign zero   = a_zero | b_zero;
  assign exp    = a_exp + b_exp + scale_i + ExpW'(1 - P.a.bias - P.b.bias - Lowest);
  assign sign_o = a_sign ^ b_sign;
  assign exp_o  = exp & {ExpW{!zero | P.zero_votes}};
  assign sig_o  = SigW'(a_sig) * SigW'(b_sig);

  if (P.product_overflow) begin : gen_overflow
    localparam int unsigned Beyond = 128 - Lowest + 1;
    assign overflow_o = !zero & !inf_o & !nan_o & (32'(exp) >= Beyond | (32'(exp) == Beyond - 1 & sig_o[SigW-1]));
  end else begin : gen_none
    assign overflow_o = 1'b0;
  end

  assign zero_o = zero;
  assign nan_o = a_nan | b_nan | (a_inf & b_zero) | (a_zero & b_inf);
  assign inf_o = a_inf | b_inf;

endmodule
