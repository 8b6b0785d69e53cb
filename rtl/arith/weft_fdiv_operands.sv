// SPDX-License-Identifier: Apache-2.0
//
// Operands of a division or root: unpacked, the leading one of subnormals at the top; which results
// follow from their kinds alone; the exponent of the others.
//
//      reciprocal  root
//           0        0      a / b
//           0        1      sqrt(a)
//           1        0      1 / a
//           1        1      1 / sqrt(a)
//
// Combinational. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_fdiv_operands #(
  parameter int unsigned ExpBits    = 8,
  parameter int unsigned FracBits   = 23,
  parameter int unsigned Infinities = 1,
  parameter int unsigned Flush      = 0,   // 1: subnormal operands count as zeros
  parameter int unsigned ExpW       = 11,  // of a signed exponent of operands or results
  parameter int unsigned Gates      = `WEFT_GATES,
  localparam int unsigned Width     = 1 + ExpBits + FracBits,
  localparam int unsigned Sig       = 1 + FracBits
) (
  input  logic                   reciprocal_i,
  input  logic                   root_i,
  input  logic [Width-1:0]       a_i,
  input  logic [Width-1:0]       b_i,

  output logic                   nan_o,
  output logic                   inf_o,
  output logic                   zero_o,
  output logic                   sign_o,     // of a result that is no NaN
  output logic                   invalid_o,
  output logic                   by_zero_o,

  output logic [Sig-1:0]         a_sig_o,    // 1 if a reciprocal of no root is wanted
  output logic [Sig-1:0]         b_sig_o,    // the divisor
  output logic                   odd_o,      // a's exponent is odd
  output logic signed [ExpW-1:0] exp_o       // biased, of a result from 1 on, below 2
);

  localparam int Bias = (1 << (ExpBits - 1)) - 1;

  typedef logic signed [ExpW-1:0] exp_t;

  typedef struct packed {
    logic           sign, zero, inf, nan, signalling;
    exp_t           exp;  // biased, as if the exponent had no least value
    logic [Sig-1:0] sig;
  } number_t;

  number_t a, b;
  logic [Width-1:0] words [2];
  number_t          numbers [2];
  logic             swaps;
  assign swaps = reciprocal_i & !root_i;
  assign words = '{swaps ? Width'(Bias) << FracBits : a_i, swaps ? a_i : b_i};
  for (genvar i = 0; i < 2; i++) begin : gen_number
    logic [ExpBits-1:0]           exp;
    logic [Sig-1:0]               sig;
    logic [$clog2(Sig + 1) - 1:0] zeros;
    weft_float_unpack #(
      .ExpBits(ExpBits), .FracBits(FracBits), .Infinities(Infinities != 0), .Flush(Flush != 0)
    ) u_unpack (
      .number_i(words[i]), .sign_o(numbers[i].sign), .exp_o(exp), .sig_o(sig),
      .zero_o(numbers[i].zero), .inf_o(numbers[i].inf), .nan_o(numbers[i].nan),
      .signalling_o(numbers[i].signalling)
    );
    weft_lzc #(.Width(Sig), .Gates(Gates != 0)) u_zeros (.word_i(sig), .zeros_o(zeros));
    assign numbers[i].exp = exp_t'({1'b0, exp}) - exp_t'({1'b0, zeros});
    assign numbers[i].sig = sig << zeros;
  end
  assign a       = numbers[0];
  assign b       = numbers[1];
  assign a_sig_o = a.sig;
  assign b_sig_o = b.sig;

  // Results that follow from the kinds. The reciprocal of a root is infinite where the root is 0.

  logic no_limit, no_size, flips;
  assign sign_o    = a.sign ^ (b.sign & !root_i);
  assign invalid_o = root_i ? a.signalling | (a.sign & !a.zero & !a.nan)
                            : a.signalling | b.signalling
                              | (a.zero & b.zero) | (a.inf & b.inf);
  assign nan_o     = a.nan | (b.nan & !root_i) | invalid_o;
  assign no_limit  = a.inf | (b.zero & !root_i);
  assign no_size   = a.zero | (b.inf & !root_i);
  assign flips     = root_i & reciprocal_i;
  assign inf_o     = (flips ? no_size : no_limit) & !nan_o;
  assign zero_o    = (flips ? no_limit : no_size) & !nan_o;
  assign by_zero_o = inf_o & !a.inf;

  exp_t root_exp, quotient_exp;
  assign quotient_exp = a.exp - b.exp + exp_t'(Bias);
  assign odd_o        = a.exp[0] ^ Bias[0];
  assign root_exp     = (a.exp + exp_t'(Bias)) >>> 1;
  assign exp_o = !root_i ? quotient_exp : reciprocal_i ? exp_t'(2 * Bias) - root_exp : root_exp;

endmodule
