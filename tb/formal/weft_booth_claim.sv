// SPDX-License-Identifier: Apache-2.0
//
// weft_booth's words add up to a * b modulo 2^Width, word by word, so for words of any length.
//
//      b      = sum of digit[k] * 4^k,  digit -2 to 2           place by place: b's lowest 2k + 2 bits
//                                                               are its lowest 2k and digit k
//      word k = digit[k] * a * 4^k - n[k] * 4^k + n[k-1] * 4^(k-1) + constant[k]
//
// n[k] says that digit k is negative, its word a complement. Summed over all words, n[k] cancels
// against the next word's, the last one is 0 or a word of its own, and the constants add up to 0.

module weft_booth_claim #(
  parameter  int unsigned WidthA = 8,
  parameter  int unsigned WidthB = 8,
  parameter  bit          Signed = 1'b0,
  localparam int unsigned Width  = WidthA + WidthB + 2,
  localparam int unsigned Digits = Signed ? (WidthB + 1) / 2 : WidthB / 2 + 1,
  localparam int unsigned Words  = Digits + (Signed ? 1 : 0)
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  output logic              holds_o
);

  logic [Width-1:0] words [Words];
  weft_booth #(.WidthA(WidthA), .WidthB(WidthB), .Signed(Signed), .Width(Width)) u_booth (
    .a_i, .b_i, .words_o(words)
  );

  typedef logic signed [Width-1:0] word_t;

  // The lowest bits of a word, two's complement.
  function automatic word_t lowest(word_t x, int unsigned bits);
    return word_t'(x << (Width - bits)) >>> (Width - bits);
  endfunction

  word_t a, b;
  assign a = lowest(word_t'({Signed & a_i[WidthA-1], a_i}), WidthA + 1);
  assign b = lowest(word_t'({Signed & b_i[WidthB-1], b_i}), WidthB + 1);

  function automatic word_t constant(int unsigned k);
    word_t place;
    place = word_t'(1) << (WidthA + 1 + 2 * k);
    return k == Digits - 1 ? -place : k == 0 ? 4 * place : 3 * place;
  endfunction

  logic [Digits-1:0] digit_holds, word_holds;
  logic              last_holds;
  always_comb begin
    word_t constants, multiple, below;
    constants = '0;
    below     = '0;
    for (int unsigned k = 0; k < Digits; k++) begin
      word_t digit;
      logic  negative;
      logic [2:0] bits;
      bits = 3'({b, 1'b0} >> (2 * k));
      case (bits)
        3'b000, 3'b111: begin digit = 0;  multiple = '0; end
        3'b001, 3'b010: begin digit = 1;  multiple = a; end
        3'b011:         begin digit = 2;  multiple = 2 * a; end
        3'b100:         begin digit = -2; multiple = -2 * a; end
        default:        begin digit = -1; multiple = -a; end
      endcase
      negative = bits[2];
      digit_holds[k] = lowest(b, 2 * k + 2) == lowest(b, 2 * k) + (digit << (2 * k));
      word_holds[k]  = words[k] == (multiple << (2 * k)) - (word_t'({1'b0, negative}) << (2 * k))
                                 + below + constant(k);
      below      = word_t'({1'b0, negative}) << (2 * k);
      constants += constant(k);
    end
    last_holds = constants == 0 & (Signed ? words[Words-1] == below : below == 0)
               & lowest(b, 2 * Digits) == b;
  end

  assign holds_o = &digit_holds & &word_holds & last_holds;

endmodule
