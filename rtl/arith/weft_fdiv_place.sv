// SPDX-License-Identifier: Apache-2.0
//
// Places a quotient or root for weft_round: its leading one at the top, or where a subnormal has it.
// Combinational.

module weft_fdiv_place #(
  parameter int unsigned ExpBits  = 8,
  parameter int unsigned FracBits = 23,
  parameter int unsigned Places   = 28,  // at least FracBits + 3
  parameter int unsigned ExpW     = 11,
  localparam int unsigned Sig     = 1 + FracBits
) (
  input  logic signed [ExpW-1:0] exp_i,      // biased, of a one at the top
  input  logic [Places-1:0]      word_i,     // its leading one is the first or second bit
  input  logic                   inexact_i,  // the number lies between the word and the next
  output logic [ExpBits+1:0]     exp_o,
  output logic [Sig-1:0]         sig_o,
  output logic                   half_o,
  output logic                   quarter_o,
  output logic                   sticky_o
);

  typedef logic signed [ExpW-1:0] exp_t;

  localparam int unsigned RightW  = $clog2(Places + 1);
  localparam exp_t        Largest = exp_t'((1 << ExpBits) + 1);  // beyond every number
  logic                   leads, below;
  logic [Places-1:0]      normal, placed;
  exp_t                   exp, depth;
  logic [RightW-1:0]      right;
  assign leads  = word_i[Places-1];
  assign normal = leads ? word_i : word_i << 1;
  assign exp    = exp_i - exp_t'({1'b0, !leads});
  assign below  = exp < exp_t'(1);
  assign depth  = exp_t'(1) - exp;
  assign right  = !below ? '0 : depth > exp_t'(Places) ? RightW'(Places) : RightW'(depth);
  assign placed = normal >> right;

  assign exp_o     = below ? '0 : exp > Largest ? (ExpBits+2)'(Largest) : (ExpBits+2)'(exp);
  assign sig_o     = placed[Places-1 -: Sig];
  assign half_o    = placed[Places-Sig-1];
  assign quarter_o = placed[Places-Sig-2];
  assign sticky_o  = |placed[Places-Sig-2:0] | inexact_i
                   | (normal & ~({Places{1'b1}} << right)) != '0;

endmodule
