// SPDX-License-Identifier: Apache-2.0
//
// Booth radix-4 partial products: words whose sum is a * b modulo 2^Width.
//
// Bits 2i+1, 2i and 2i-1 of b form a digit of -2, -1, -0, 0, 1 or 2, so two bits of b give one
// word. A negative multiple is the complement of the positive one plus a one, which is placed in
// the next word's free bits. Signs are not extended: each word's complemented sign bit and constant
// ones, with three sign bits in word 0, add up to the same value.
//
//      word 0                     ~s s s x x x ... x x x
//      word 1                  1 ~s x x x ... x x x   n      n: word 0 is a complement
//      word 2              1 ~s x x x ... x x x   n
//      last word   1 1 1 1 x x x ... x x x   n               ones to the top of the window
//
// With unsigned operands (Signed = 0), the last digit is not negative. With two's complement
// (Signed = 1), one more word holds the last n. Source: A. D. Booth 1951; the array without sign
// extension as in Ercegovac and Lang, Digital Arithmetic, 4.3. Combinational.

module weft_booth #(
  parameter  int unsigned WidthA = 8,
  parameter  int unsigned WidthB = 8,
  parameter  bit          Signed = 1'b0,
  parameter  int unsigned Width  = WidthA + WidthB,  // at least WidthA + 4
  localparam int unsigned Digits = Signed ? (WidthB + 1) / 2 : WidthB / 2 + 1,
  localparam int unsigned Words  = Digits + (Signed ? 1 : 0)
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthB-1:0] b_i,
  output logic [Width-1:0]  words_o [Words]
);

  // b with a zero below and sign bits or zeros above.
  logic [2*Digits:0] b;
  if (2 * Digits > WidthB) begin : gen_extend
    assign b = {{(2*Digits-WidthB){Signed && b_i[WidthB-1]}}, b_i, 1'b0};
  end else begin : gen_fits
    assign b = {b_i, 1'b0};
  end

  // a and 2a, with its sign bit or zero.
  logic [WidthA:0] a, a2;
  assign a  = {Signed && a_i[WidthA-1], a_i};
  assign a2 = {a_i, 1'b0};

  always_comb begin
    logic            one, two, negative, below;
    logic [WidthA:0] x;
    logic            sign;
    below = 1'b0;
    for (int i = 0; i < Digits; i++) begin
      one      = b[2*i] ^ b[2*i+1];
      two      = (b[2*i] == b[2*i+1]) & (b[2*i+1] != b[2*i+2]);
      negative = b[2*i+2];
      x        = ((a & {(WidthA+1){one}}) | (a2 & {(WidthA+1){two}})) ^ {(WidthA+1){negative}};
      sign     = Signed ? x[WidthA] : negative;
      if (i == Digits - 1) begin
        words_o[i] = Signed ? Width'(!sign) << (WidthA + 1 + 2*i) : '0;
        words_o[i] |= {Width{1'b1}} << (WidthA + 1 + 2*i + (Signed ? 1 : 0));
        words_o[i] |= Width'(x) << (2*i);
      end else if (i == 0) begin
        words_o[i] = Width'({!sign, sign, sign, x});
      end else begin
        words_o[i] = Width'({1'b1, !sign, x}) << (2*i);
      end
      if (i > 0) words_o[i] |= Width'(below) << (2*i - 2);
      below = negative;
    end
    if (Signed) words_o[Words-1] = Width'(below) << (2*Digits - 2);
  end

endmodule
