// SPDX-License-Identifier: Apache-2.0
//
// The specification of a fused multiply-add, written as plainly as possible; it uses no module of
// the RTL. Operands and result have one format.
//
//      exact     |+-(a * b) +- c| as an integer, in units so small that nothing is lost
//      below     the largest number that is not above exact, found bit by bit
//      result    below or its successor, as the direction wants it
//
// Numbers are codes without a sign: as those grow, so do the values that they stand for, also past the
// largest number, where the code that follows would be one exponent further. A result from there on is
// an overflow.

module weft_fma_spec
  import weft_float_pkg::*;
#(
  parameter  int unsigned ExpBits    = 4,
  parameter  int unsigned FracBits   = 3,
  parameter  bit          Infinities = 1'b1,
  parameter  bit          TinyBefore = 1'b0,
  parameter  bit          FlushIn    = 1'b0,
  parameter  bit          FlushOut   = 1'b0,
  localparam int unsigned Width      = 1 + ExpBits + FracBits
) (
  input  logic [2:0]       op_i,
  input  logic [2:0]       round_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic [Width-1:0] result_o,
  output logic [4:0]       flags_o
);

  typedef logic [Width-2:0] code_t;

  localparam code_t One     = code_t'(2**(ExpBits-1) - 1) << FracBits;
  localparam code_t Beyond  = Infinities ? code_t'(2**ExpBits - 1) << FracBits : '1;
  localparam code_t Largest = Beyond - code_t'(1);
  localparam code_t Quiet   = Infinities ? Beyond | code_t'(1) << (FracBits - 1) : Beyond;

  // A number is sig(x) << shift(x) last places of subnormal numbers, and such a place 2^Place units. A
  // product of two places is one unit.
  localparam int unsigned Place      = 2**(ExpBits-1) - 2 + FracBits;
  localparam int unsigned ExactWidth = 2 * (2**ExpBits + FracBits) + 1;
  typedef logic [ExactWidth-1:0] exact_t;

  function automatic logic [FracBits:0] sig(code_t x);
    return {x >> FracBits != '0, x[FracBits-1:0]};
  endfunction

  function automatic logic [ExpBits-1:0] shift(code_t x);
    return x[Width-2:FracBits] - ExpBits'(x >> FracBits != '0);
  endfunction

  function automatic exact_t value(code_t x);
    return exact_t'(sig(x)) << shift(x) << Place;
  endfunction

  function automatic code_t flush(code_t x);
    return FlushIn && x >> FracBits == '0 ? '0 : x;
  endfunction

  function automatic logic is_inf(code_t x);
    return Infinities && x == Beyond;
  endfunction

  function automatic logic is_nan(code_t x);
    return Infinities ? x > Beyond : x == Beyond;
  endfunction

  function automatic logic is_signalling(code_t x);
    return Infinities && is_nan(x) && !x[FracBits-1];
  endfunction

  // The operation: 0 to 3 with bit 0 for -c and bit 1 for -(a * b), 4 a + c, 5 a - c, 6 a * b.

  logic  product_sign, c_sign;
  code_t a, b, c;
  always_comb begin
    a            = flush(a_i[Width-2:0]);
    b            = flush(b_i[Width-2:0]);
    c            = flush(c_i[Width-2:0]);
    product_sign = a_i[Width-1] ^ b_i[Width-1];
    c_sign       = c_i[Width-1];
    case (op_i)
      0: ;
      1: c_sign = !c_sign;
      2: product_sign = !product_sign;
      3: begin
        c_sign       = !c_sign;
        product_sign = !product_sign;
      end
      4, 5: begin
        b            = One;
        product_sign = a_i[Width-1];
        c_sign       = c_sign ^ op_i[0];
      end
      default: begin
        c      = '0;
        c_sign = product_sign;
      end
    endcase
  end

  // Invalid or infinite results.

  logic product_inf, invalid, nan;
  assign product_inf = is_inf(a) || is_inf(b);
  assign invalid = is_signalling(a) || is_signalling(b) || is_signalling(c)
                || is_inf(a) && b == '0 || is_inf(b) && a == '0
                || product_inf && !is_nan(a) && !is_nan(b) && is_inf(c) && product_sign != c_sign;
  assign nan     = invalid || is_nan(a) || is_nan(b) || is_nan(c);

  // The exact result.

  logic [2*FracBits+1:0] sigs;
  logic [ExpBits:0]      shifts;
  exact_t                product, addend, exact;
  logic                  sign;
  assign sigs    = (2*FracBits+2)'(sig(a)) * (2*FracBits+2)'(sig(b));
  assign shifts  = (ExpBits+1)'(shift(a)) + (ExpBits+1)'(shift(b));
  assign product = exact_t'(sigs) << shifts;
  assign addend  = value(c);
  always_comb begin
    sign = product_sign;
    if (product_sign == c_sign) begin
      exact = product + addend;
    end else if (product > addend) begin
      exact = product - addend;
    end else begin
      exact = addend - product;
      sign  = product == addend ? round_i == Down : c_sign;
    end
  end

  // The rounded result, one of two neighbours.

  code_t            below;
  logic [Width-1:0] code;
  exact_t           rest, step;
  logic             away, up;
  always_comb begin
    below = '0;
    for (int i = Width - 2; i >= 0; i--) begin
      if (value(below | code_t'(1) << i) <= exact) below |= code_t'(1) << i;
    end
  end
  assign rest = exact - value(below);
  assign step = exact_t'(1) << shift(below) << Place;
  assign away = round_i == (sign ? Down : Up);
  always_comb begin
    case (round_i)
      NearEven: up = 2 * rest > step || 2 * rest == step && below[0];
      NearAway: up = 2 * rest >= step;
      Odd:      up = rest != '0 && !below[0];
      default:  up = rest != '0 && away;
    endcase
  end
  assign code = Width'(below) + Width'(up);

  // A result is tiny if it is below the smallest normal number, for after-rounding detection after
  // rounding with an unbounded exponent: the last such number is odd and half a place below.

  localparam exact_t Normal = exact_t'(1) << (FracBits + Place);
  localparam exact_t Half   = exact_t'(1) << (Place - 1);
  exact_t gap;
  logic   tiny, becomes_normal;
  assign gap = Normal - exact;
  always_comb begin
    case (round_i)
      NearEven, NearAway: becomes_normal = 2 * gap <= Half;
      default:            becomes_normal = gap < Half && away;
    endcase
  end
  assign tiny = exact < Normal && exact != '0 && (TinyBefore || !becomes_normal);

  logic to_infinity;
  assign to_infinity = round_i == NearEven || round_i == NearAway || away;

  always_comb begin
    if (nan) begin
      result_o = {1'b0, Quiet};
      flags_o  = {invalid, 4'b0000};
    end else if (product_inf || is_inf(c)) begin
      result_o = {product_inf ? product_sign : c_sign, Beyond};
      flags_o  = '0;
    end else if (code > Width'(Largest)) begin
      result_o = {sign, to_infinity ? Beyond : Largest};
      flags_o  = 5'b00101;
    end else if (FlushOut && tiny) begin
      result_o = {sign, code_t'(0)};
      flags_o  = 5'b00011;
    end else begin
      result_o = {sign, code[Width-2:0]};
      flags_o  = {3'b000, tiny && rest != '0, rest != '0};
    end
  end

endmodule
