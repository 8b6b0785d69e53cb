// SPDX-License-Identifier: Apache-2.0
//
// Operations, widths and stage boundaries of the special function unit.

package weft_sfu_pkg;

  import weft_sfu_model_pkg::MostPlaces;

  // The operations; the first seven have a table each.
  typedef enum logic [3:0] {
    Rcp,          // 1 / a
    Rsqrt,        // 1 / sqrt(a)
    Sqrt,         // sqrt(a)
    Ex2,          // 2^a
    Lg2,          // log2(a)
    Sin,          // sin(a)
    Tanh,         // tanh(a)
    Cos,          // cos(a), from the table of the sine
    Interpolate   // a + b * x + c * y
  } op_e;

  localparam logic [31:0] Infinity = 32'h7f80_0000;
  localparam logic [31:0] Nan      = 32'h7fc0_0000;
  localparam logic [31:0] One      = 32'h3f80_0000;

  // A pixel's offset: signed, XyFraction bits below the point.
  localparam int unsigned XyBits     = 12;
  localparam int unsigned XyFraction = 4;

  localparam int unsigned IndexBits = 26;           // of a table index; unused low bits are zero
  localparam int unsigned OffsetW   = 21;           // bits of the position within a segment
  localparam int unsigned SquareIn  = 17;           // bits of the position that are squared
  localparam int unsigned SquareW   = 18;
  localparam int unsigned C0W       = 30 + MostPlaces;  // of the coefficients, with their signs
  localparam int unsigned C1W       = 20 + MostPlaces;
  localparam int unsigned C2W       = 15 + MostPlaces;
  localparam int unsigned C3W       = 7 + MostPlaces;
  localparam int unsigned BiasW     = 19 + MostPlaces;
  localparam int unsigned CubicW    = C3W + 6;      // width of C3 * V
  localparam int unsigned SlopeW    = 26;           // of an aligned slope in planar interpolation
  localparam int unsigned SumLow    = 21;           // places of the sum below the function's ulp, without more
  localparam int unsigned SumW      = 32 + SumLow + MostPlaces;
  localparam int unsigned FieldW    = 10;
  localparam int unsigned FactorW   = 24;           // bits of the factor of a ratio
  localparam int unsigned RatioLow  = 4;            // places of the ratio below its ulp
  localparam int unsigned RatioW    = 25 + RatioLow;

  // The functions of the tables that are no operation: factors of a result near its zero.
  localparam logic [3:0] SinRatio = 4'd7;  // sin(x) / x
  localparam logic [3:0] Lg2Ratio = 4'd8;  // log2(1 + d) / d

  // Parameters that turn the sum into a number.
  typedef struct packed {
    logic                     special;    // the result is `bits`, not the sum
    logic [31:0]              bits;
    logic                     negative;   // the result is the negated sum
    logic                     normalise;  // the sum has leading zeros; else 24 bits above the point
    logic signed [FieldW-1:0] field;      // biased exponent of 1.f at the sum's top bit, else 23 above
  } about_t;

  // The product of a ratio and its factor.
  typedef struct packed {
    logic               ratio;  // the result is the sum times the factor
    logic [FactorW-1:0] factor;
  } scale_t;

  // An unpacked operand.
  typedef struct packed {
    logic              sign;
    logic              zero, infinite, nan;
    logic signed [8:0] exp;   // -149 to 128
    logic [22:0]       frac;
  } number_t;

  // An operand after range reduction.
  typedef struct packed {
    about_t               about;
    scale_t               scale;
    logic                 plane;     // interpolates a plane: no table is read
    logic                 constant;  // the sum is `added` alone
    logic [3:0]           func;
    logic [3:0]           part;
    logic [IndexBits-1:0] index;
    logic [SumW-1:0]      added;
    logic [SlopeW-1:0]    b, c;      // aligned slopes
    logic [XyBits:0]      x, y;      // with the slopes' signs
  } reduced_t;

  // The terms of the sum: added + left_a * left_b + 2 * right_a * right_b + cubic * 2^14.
  typedef struct packed {
    about_t                    about;
    scale_t                    scale;
    logic [SumW-1:0]           added;
    logic signed [SlopeW:0]    left_a;   // C1, or b
    logic signed [OffsetW-1:0] left_b;   // t, or 2 * x
    logic signed [SlopeW:0]    right_a;  // t^2, or c
    logic signed [C2W-1:0]     right_b;  // C2, or y
    logic signed [CubicW-1:0]  cubic;    // C3 * V
  } products_t;

  typedef struct packed {
    about_t          about;
    scale_t          scale;
    logic [SumW-1:0] sum, carry;
  } carry_save_t;

  typedef struct packed {
    about_t          about;
    scale_t          scale;
    logic [SumW-1:0] sum;
  } summed_t;

  typedef struct packed {
    about_t          about;
    logic [SumW-1:0] sum;
  } scaled_t;

endpackage
