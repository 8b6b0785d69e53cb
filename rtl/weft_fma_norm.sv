// SPDX-License-Identifier: Apache-2.0
//
// Normalises the magnitude of the sum: its leading one to one of two places, then to the top.
//
//      Window  Window-1                                         0
//      +-----+-----------------------------------------------+
//      |  0  | magnitude, or its low part moved up by Sig     |  << shift
//      +-----+-----------------------------------------------+
//        1 .  f f f ... f h q | sticky                             top_o: the leading one is here
//        0    1 . f f ... f f h q | sticky                         ... or here, or subnormal
//
// If the addend leads, its own place says where the sum begins: with a carry one place further left,
// in a subtraction perhaps one further right. Subtractions shift one place more, unless that would
// take the exponent below that of subnormals. Else the sum lies in the low part, and the anticipated
// count is right or one too few; shift_i then is where subnormals begin, a limit.
//
// The coarse shift, by multiples of 8, is for all bits; of those too low to be kept after the fine
// one, 0 to 7, all that counts is whether there is a one. Exponents are biased; exp_o is the leading
// one's. Combinational.

module weft_fma_norm #(
  parameter  int unsigned Sig     = 24,
  parameter  int unsigned LowPart = 52,
  parameter  int unsigned ExpBits = 10,
  localparam int unsigned Window  = Sig + LowPart,
  localparam int unsigned CountW  = $clog2(LowPart + 1)
) (
  input  logic [Window-1:0]         magnitude_i,
  input  logic                      sticky_i,
  input  logic                      low_leads_i,
  input  logic [CountW-1:0]         shift_i,  // the place of the addend, or the limit
  input  logic [CountW-1:0]         zeros_i,  // in the low part
  input  logic [ExpBits-1:0]        exp_i,    // of place Window-1, unshifted
  output logic [ExpBits-1:0]        exp_o,
  output logic [Sig-1:0]            sig_o,
  output logic                      half_o,
  output logic                      quarter_o,
  output logic                      sticky_o
);

  localparam int unsigned Fine  = 3;
  localparam int unsigned Upper = 1 + Sig + 2 + (1 << Fine) - 1;
  localparam int unsigned Lower = Window + 1 - Upper;

  logic [CountW-1:0] shift;
  assign shift = low_leads_i & zeros_i < shift_i ? zeros_i : shift_i;

  logic [Window:0]  unshifted;
  logic [Upper-1:0] upper, shifted;
  logic [Lower-1:0] lower;
  assign unshifted = low_leads_i ? {magnitude_i[LowPart-1:0], {(Sig+1){1'b0}}} : {1'b0, magnitude_i};
  assign {upper, lower} = unshifted << {shift[CountW-1:Fine], {Fine{1'b0}}};
  assign shifted        = upper << shift[Fine-1:0];

  logic           top;
  logic [Sig+1:0] kept;
  assign top  = shifted[Upper-1];
  assign kept = top ? shifted[Upper-1 -: Sig+2] : shifted[Upper-2 -: Sig+2];

  assign {sig_o, half_o, quarter_o} = kept;
  assign sticky_o = sticky_i | quarter_o | (top & shifted[Upper-Sig-3])
                  | |shifted[Upper-Sig-4:0] | |lower;

  assign exp_o = exp_i - ExpBits'(shift) + ExpBits'(top);

endmodule
