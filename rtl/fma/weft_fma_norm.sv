// SPDX-License-Identifier: Apache-2.0
//
// Normalises the magnitude of the sum: moves its leading one to one of two places, then to the top.
//
//      low part leads:       | low                              0 ... 0 |
//      addend leads:         | 0 | high            | low, upper bits    |   the rest: sticky
//      shifted left:
//        leading one on top:   1 .  f f f ... f h q | sticky
//        or below it:          0    1 . f f ... f f h q | sticky            or subnormal
//
// If the addend leads, its position gives the start of the sum: one place further left with a
// carry, possibly one further right in a subtraction. Subtractions shift one place more, unless the
// exponent would fall below that of subnormals. Otherwise the sum is in the low part, and the
// anticipated count is exact or one too few; shift_i is then the limit at which subnormals begin.
//
// An addend that leads is shifted by at most Sig + 1, so bits Sig + 1 places below the kept ones
// can only be sticky. The coarse shift, by multiples of 2^Fine, moves all remaining bits; those
// that the fine shift cannot lift to kept places are only ORed into sticky.
//
// Exponents are biased; exp_o is the leading one's. Combinational.

module weft_fma_norm #(
  parameter  int unsigned Sig     = 24,
  parameter  int unsigned LowPart = 52,
  parameter  int unsigned ExpBits = 10,
  parameter  bit          Gates   = 1'b1,  // 0: the same by operators on one word
  localparam int unsigned CountW  = $clog2(LowPart + 1)
) (
  input  logic [Sig-1:0]     high_i,
  input  logic [LowPart-1:0] low_i,
  input  logic               sticky_i,
  input  logic               low_leads_i,
  input  logic [CountW-1:0]  shift_i,  // the position of the addend, or the limit
  input  logic [CountW-1:0]  zeros_i,  // leading zeros of the low part
  input  logic [ExpBits-1:0] exp_i,    // exponent of the second place, unshifted
  output logic [ExpBits-1:0] exp_o,
  output logic [Sig-1:0]     sig_o,
  output logic               half_o,
  output logic               quarter_o,
  output logic               sticky_o
);

  localparam int unsigned Kept  = 1 + Sig + 2;
  localparam int unsigned Width = LowPart + 1 > Kept + Sig + 1 ? LowPart + 1 : Kept + Sig + 1;

  logic [CountW-1:0] shift;
  logic              top;
  assign exp_o = exp_i - ExpBits'(shift) + ExpBits'(top);

  if (Gates) begin : gen_stages
    localparam int unsigned Fine  = Width > Kept + 15 ? 4 : Width > Kept + 7 ? 3 : 2;
    localparam int unsigned Upper = Kept + (1 << Fine) - 1;
    localparam int unsigned Lower = Width - Upper;
    localparam int unsigned Rest  = 1 + Sig + LowPart - Width;

    assign shift = low_leads_i & zeros_i < shift_i ? zeros_i : shift_i;

    logic [Width-1:0] unshifted;
    logic [Upper-1:0] upper, shifted;
    logic [Lower-1:0] lower;
    logic             rest;
    assign unshifted = low_leads_i ? {low_i, {(Width-LowPart){1'b0}}}
                                   : {1'b0, high_i, low_i[LowPart-1:Rest]};
    assign rest      = !low_leads_i & |low_i[Rest-1:0];
    assign {upper, lower} = unshifted << {shift[CountW-1:Fine], {Fine{1'b0}}};
    assign shifted        = upper << shift[Fine-1:0];

    logic [Sig+1:0] kept;
    assign top  = shifted[Upper-1];
    assign kept = top ? shifted[Upper-1 -: Sig+2] : shifted[Upper-2 -: Sig+2];

    assign {sig_o, half_o, quarter_o} = kept;
    assign sticky_o = sticky_i | quarter_o | (top & shifted[Upper-Sig-3])
                    | |shifted[Upper-Sig-4:0] | |lower | rest;
  end else begin : gen_operators
    localparam int unsigned Word  = Width > 64 || Width > 1 << CountW ? Width : 1 << CountW;
    localparam int unsigned Below = Word - 1 - Sig;  // places below the high part
    localparam int unsigned Rest  = LowPart > Below ? LowPart - Below : 0;
    localparam int unsigned Pad   = LowPart > Below ? 0 : Below - LowPart;

    logic [Word-1:0] unshifted, moved, normal;
    logic            rest;
    always_comb begin
      shift = shift_i;
      if (low_leads_i) begin
        if (zeros_i < shift_i) shift = zeros_i;
        unshifted = Word'(low_i) << (Word - LowPart);
        rest      = 1'b0;
      end else begin
        unshifted = (Word'(high_i) << Below) | Word'(low_i) >> Rest << Pad;
        rest      = (low_i & ~({LowPart{1'b1}} << Rest)) != '0;
      end
    end
    assign moved  = unshifted << shift;
    assign top    = moved[Word-1];
    assign normal = moved << !top;
    assign {sig_o, half_o, quarter_o} = normal[Word-1 -: Sig+2];
    assign sticky_o = sticky_i | rest | |normal[Word-2-Sig:0];
  end

endmodule
