// SPDX-License-Identifier: Apache-2.0
//
// Unpacks an operand of a block fused dot product.
//
//      +------+----------+-----------+-----+
//      | sign | exponent | fraction  | pad |      significand = {exponent != 0, fraction}
//      +------+----------+-----------+-----+
//
// The exponent stays biased, modulo 2^ExpW. A subnormal has exponent 1, like the smallest normal
// number; without ExpFromFormat it is normalised and has the exponent of its leading one. A zero
// has the exponent of 2^ZeroExp. With Flush, subnormals are zeros. Combinational.

module weft_dpa_unpack
  import weft_dpa_pkg::*;
#(
  parameter element_t    F             = weft_dpa_profiles_pkg::Profiles[0].a,
  parameter bit          ExpFromFormat = 1'b1,
  parameter bit          Flush         = 1'b0,
  parameter bit          FlushPlus     = 1'b0,  // subnormals become +0, else zeros of their sign
  parameter int          ZeroExp       = -126,
  parameter int unsigned ExpW          = 10,
  localparam int unsigned Width        = F.width
) (
  input  logic [Width-1:0]       number_i,
  output logic                   sign_o,
  output logic [ExpW-1:0]        exp_o,
  output logic [F.frac_bits:0]   sig_o,
  output logic                   zero_o,
  output logic                   inf_o,
  output logic                   nan_o
);

  localparam int unsigned ExpBits  = F.exp_bits;
  localparam int unsigned FracBits = F.frac_bits;

  logic                sign;
  logic [ExpBits-1:0]  exp;
  logic [FracBits-1:0] frac;
  assign {sign, exp, frac} = number_i[Width-1:F.pad];

  if (F.pad > 0) begin : gen_pad
    logic unused;
    assign unused = ^number_i[F.pad-1:0];
  end

  logic normal, exp_ones, frac_zero;
  assign normal    = |exp;
  assign exp_ones  = &exp;
  assign frac_zero = ~|frac;

  assign zero_o = !normal & (frac_zero | Flush);
  assign sign_o = sign & (normal | frac_zero | !Flush | !FlushPlus);

  logic [FracBits:0] sig;
  logic [ExpW-1:0]   lead;
  assign sig = {normal, frac & {FracBits{normal | !Flush}}};

  if (ExpFromFormat || Flush) begin : gen_unshifted
    assign sig_o = sig;
    assign lead  = ExpW'({exp[ExpBits-1:1], exp[0] | !normal});
  end else begin : gen_shifted
    localparam int unsigned CountW = $clog2(FracBits + 2);
    logic [CountW-1:0] zeros;
    weft_lzc #(.Width(FracBits + 1)) u_lzc (.word_i(sig), .zeros_o(zeros));
    assign sig_o = sig << zeros;
    assign lead  = ExpW'({exp[ExpBits-1:1], exp[0] | !normal}) - ExpW'(zeros);
  end
  assign exp_o = zero_o ? ExpW'(ZeroExp + F.bias) : lead;

  if (F.specials == Ieee) begin : gen_ieee
    assign inf_o = exp_ones & frac_zero;
    assign nan_o = exp_ones & !frac_zero;
  end else begin : gen_no_inf
    assign inf_o = 1'b0;
    assign nan_o = F.specials == Fn ? exp_ones & (&frac)
                 : F.specials == Fnuz & sign & !normal & frac_zero;
  end

endmodule
