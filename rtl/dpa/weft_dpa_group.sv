// SPDX-License-Identifier: Apache-2.0
//
// Products of block-scaled numbers, summed exactly: one term of a dot product.
//
//      term = (a_0 * b_0 + ... + a_N-1 * b_N-1) * scale significands * 2^scale exponents
//
//      a, b      iii.f            fixed point, all of a small format's exponents
//      sum       +-iiiiiiiiii.ff  Int integer bits
//      term      the magnitude times both scales' significands
//
// The term's exponent is the sum of the scales' exponents. Exponents are biased: 1 is 2^Lowest, 0
// means that the term is zero. Formats of finite numbers only. Combinational.

module weft_dpa_group
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P       = weft_dpa_profiles_pkg::Profiles[0],
  parameter int          Lowest  = -12,
  parameter int unsigned ExpW    = 6,
  localparam int unsigned N      = P.exact_group,
  localparam int unsigned FixA   = 1 + P.a.frac_bits + (1 << P.a.exp_bits) - 2,
  localparam int unsigned FixB   = 1 + P.b.frac_bits + (1 << P.b.exp_bits) - 2,
  localparam int unsigned SumW   = FixA + FixB + $clog2(N),
  localparam int unsigned ScaleW = 2 + 2 * P.scale_frac_bits,
  localparam int unsigned SigW   = SumW + ScaleW
) (
  input  logic [N-1:0][P.a.width-1:0] a_i,
  input  logic [N-1:0][P.b.width-1:0] b_i,
  input  logic [ExpW-1:0]             scale_exp_i,
  input  logic [ScaleW-1:0]           scale_sig_i,
  output logic                        sign_o,
  output logic [ExpW-1:0]             exp_o,
  output logic [SigW-1:0]             sig_o
);

  logic [SumW:0] sum;
  always_comb begin
    logic [FixA-1:0]      a;
    logic [FixB-1:0]      b;
    logic [FixA+FixB-1:0] product;
    logic                 minus;
    a       = '0;
    b       = '0;
    product = '0;
    minus   = 1'b0;
    sum     = '0;
    for (int i = 0; i < N; i++) begin
      a       = fixed_a(a_i[i][P.a.width-2:0]);
      b       = fixed_b(b_i[i][P.b.width-2:0]);
      product = (FixA+FixB)'(a) * (FixA+FixB)'(b);
      minus   = a_i[i][P.a.width-1] ^ b_i[i][P.b.width-1];
      sum     = sum + ((SumW+1)'(product) ^ {(SumW+1){minus}}) + (SumW+1)'(minus);
    end
  end

  function automatic logic [FixA-1:0] fixed_a(logic [P.a.width-2:0] x);
    logic [P.a.exp_bits-1:0] exp;
    exp = x[P.a.frac_bits +: P.a.exp_bits];
    return FixA'({|exp, x[P.a.frac_bits-1:0]}) << (exp - P.a.exp_bits'(|exp));
  endfunction

  function automatic logic [FixB-1:0] fixed_b(logic [P.b.width-2:0] x);
    logic [P.b.exp_bits-1:0] exp;
    exp = x[P.b.frac_bits +: P.b.exp_bits];
    return FixB'({|exp, x[P.b.frac_bits-1:0]}) << (exp - P.b.exp_bits'(|exp));
  endfunction

  logic [SumW-1:0] magnitude;
  assign sign_o    = sum[SumW];
  assign magnitude = (sum[SumW-1:0] ^ {SumW{sign_o}}) + SumW'(sign_o);
  assign sig_o     = SigW'(magnitude) * SigW'(scale_sig_i);
  assign exp_o     = (scale_exp_i + ExpW'(1 - Lowest)) & {ExpW{|sig_o}};

endmodule
