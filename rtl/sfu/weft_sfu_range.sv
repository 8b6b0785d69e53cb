// SPDX-License-Identifier: Apache-2.0
//
// Special cases and range reduction: from operands to a table index and the sum's unit or, for a
// plane, to aligned slopes and base.
//
//      rcp           1.f          the exponent's opposite
//      rsqrt, sqrt   1.f or 1x.f  half the even exponent; its parity says which part of the table
//      ex2           fraction     the integer; 26 places below the point, what is below is cut off
//      lg2           1.f          the exponent is added to the sum
//      sin, cos      quarter turn 25 places below the point; the quadrant mirrors and negates
//      sin below 1   x            25 places below the point; x is a factor too (Relative)
//      lg2 near 1    x - 1        24 places below the point, from -1/2; it is a factor too (Relative)
//      tanh          1.f          a part of the table for each exponent from -6 to 2
//
//        a in quarter turns | a    | a        64, 34, 38 bits
//                 +---------+------+--+
//                 | shift right       |       one shifter for sin and cos, ex2, and a plane's base
//                 +---------+---------+
//
// A negative fixed-point number is complemented: one unit too small, but within its cell; ex2 of a
// negative integer is the constant 1 with that exponent. Combinational.

module weft_sfu_range
  import weft_sfu_pkg::*;
  import weft_sfu_model_pkg::TanhMask;
#(
  parameter int unsigned Places   = 0,  // more places of the sum
  parameter int unsigned Relative = 0   // 1: sin below 1 and lg2 near 1 have a factor
) (
  input  op_e               op_i,
  input  number_t           a_i,
  input  logic [31:0]       a_bits_i,   // a, or a zero if flushed
  input  logic [63:0]       turns_i,    // a's significand times 2 / pi, in units of 2^-40
  input  number_t           b_i,
  input  number_t           c_i,
  input  logic [XyBits-1:0] x_i,
  input  logic [XyBits-1:0] y_i,
  output reduced_t          reduced_o
);

  typedef logic signed [FieldW-1:0] field_t;

  logic is_trig, is_ex2, plane, cosine;
  assign is_trig = op_i == Sin | op_i == Cos;
  assign cosine  = op_i == Cos;
  assign is_ex2  = op_i == Ex2;
  assign plane   = op_i[3];  // Interpolate and the codes above it

  field_t a_exp;
  assign a_exp = field_t'(a_i.exp);

  // A ratio's factor: x of sin(x), from 2^-12 to 1; |x - 1| of lg2(x), from 1/2 to 3/2.
  logic sin_ratio, lg2_ratio, below_one;
  if (Relative != 0) begin : gen_relative
    assign sin_ratio = op_i == Sin && a_exp[FieldW-1];
    assign lg2_ratio = op_i == Lg2 && a_i.frac != '0 && (below_one || a_exp == '0 && !a_i.frac[22]);
  end else begin : gen_absolute
    assign sin_ratio = 1'b0;
    assign lg2_ratio = 1'b0;
  end
  assign below_one = a_exp == -field_t'(1);

  // A plane's largest exponent: that of a, or of a slope times the largest offset. Subnormal
  // numbers count as zeros here.
  localparam field_t Ahead = field_t'(XyBits - 1 - XyFraction);
  logic   a_zero;
  field_t base_exp, b_exp, c_exp, slope_exp, largest;
  assign a_zero    = a_i.zero | a_i.exp < -9'sd126;
  assign base_exp  = a_zero ? -field_t'(127) : a_exp;
  assign b_exp     = field_t'(b_i.exp) + Ahead;
  assign c_exp     = field_t'(c_i.exp) + Ahead;
  assign slope_exp = b_exp > c_exp ? b_exp : c_exp;
  assign largest   = base_exp > slope_exp ? base_exp : slope_exp;

  // The shared shifter. Places kept below the point: 25 of turns, 26 of ex2's operand, all of a
  // base.
  logic [63:0] unshifted, shifted;
  field_t      distance;
  logic [5:0]  shift;
  assign unshifted = (turns_i & {64{is_trig & !sin_ratio}})
                   | ({1'b1, a_i.frac, 40'b0} & {64{sin_ratio}})
                   | ({30'b0, 1'b1, a_i.frac, 10'b0} & {64{is_ex2}})
                   | ({26'b0, 1'b1, a_i.frac, 14'b0} & {64{plane & !a_zero}});
  assign distance  = (is_trig ? field_t'(38) : is_ex2 ? field_t'(7) : largest)
                   - (plane ? base_exp : a_exp);
  assign shift     = (distance[5:0] | {6{|distance[FieldW-2:6]}}) & {6{!distance[FieldW-1]}};
  assign shifted   = unshifted >> shift;

  // Slopes keep two places below binary32's last place.
  field_t b_distance, c_distance;
  assign b_distance = largest - b_exp;
  assign c_distance = largest - c_exp;

  // ex2: integer and index, a negative one complemented.
  logic [33:0] fixed;
  logic        integral;
  assign fixed    = shifted[33:0] ^ {34{a_i.sign}};
  assign integral = a_i.sign & shifted[25:0] == '0;

  // sin and cos: an odd quadrant is mirrored; the second half of a turn is negative.
  logic [1:0]  quadrant;
  logic [24:0] mirrored;
  assign quadrant = shifted[26:25] + 2'(cosine);
  assign mirrored = shifted[24:0] ^ {25{quadrant[0]}};

  field_t half;
  assign half = a_exp >>> 1;

  // Special cases.
  logic        special;
  logic [31:0] bits, signed_infinity;
  assign signed_infinity = {a_i.sign, Infinity[30:0]};
  always_comb begin
    special = a_i.nan | a_i.infinite;
    bits    = Nan;
    case (op_i)
      Rcp: begin
        special |= a_i.zero;
        if (a_i.zero) bits = signed_infinity;
        if (a_i.infinite) bits = {a_i.sign, 31'b0};
      end
      Rsqrt: begin
        special |= a_i.sign | a_i.zero;
        if (a_i.infinite & !a_i.sign) bits = '0;
        if (a_i.zero) bits = signed_infinity;
      end
      Sqrt, Lg2: begin
        special |= a_i.sign | a_i.zero;
        if (a_i.infinite & !a_i.sign) bits = Infinity;
        if (a_i.zero) bits = op_i == Sqrt ? a_bits_i : {1'b1, Infinity[30:0]};
      end
      Ex2: begin
        special |= a_exp < -field_t'(26) | a_exp >= field_t'(8) | (a_exp == field_t'(7) & !a_i.sign);
        if (a_exp >= field_t'(7)) bits = Infinity & {32{!a_i.sign}};
        if (a_exp < -field_t'(26)) bits = One;
        if (a_i.nan) bits = Nan;
      end
      Sin, Cos: begin
        special |= a_exp < -field_t'(12);
        if (a_exp < -field_t'(12)) bits = cosine ? One : a_bits_i;
      end
      Tanh: begin
        special |= a_exp < -field_t'(6) | a_exp >= field_t'(3);
        if (a_exp < -field_t'(6)) bits = a_bits_i;
        if (a_exp >= field_t'(3)) bits = {a_i.sign, One[30:0]};
        if (a_i.nan) bits = Nan;
      end
      default: special |= b_i.nan | b_i.infinite | c_i.nan | c_i.infinite;
    endcase
  end

  // The index, the part, and the addend of the interpolation.
  always_comb begin
    reduced_o       = '0;
    reduced_o.plane = plane;
    reduced_o.func  = cosine ? 4'(Sin) : {1'b0, op_i[2:0]};
    reduced_o.index = {a_i.frac, 3'b0};
    reduced_o.b     = ({1'b1, b_i.frac, 2'b0} >> b_distance[4:0])
                       & {SlopeW{!b_i.zero & b_distance[8:5] == '0}};
    reduced_o.c     = ({1'b1, c_i.frac, 2'b0} >> c_distance[4:0])
                       & {SlopeW{!c_i.zero & c_distance[8:5] == '0}};
    reduced_o.x     = ((XyBits+1)'(signed'(x_i)) ^ {(XyBits+1){b_i.sign}}) + (XyBits+1)'(b_i.sign);
    reduced_o.y     = ((XyBits+1)'(signed'(y_i)) ^ {(XyBits+1){c_i.sign}}) + (XyBits+1)'(c_i.sign);

    reduced_o.about.special = special;
    reduced_o.about.bits    = bits;
    case (op_i)
      Rcp: begin
        reduced_o.about.field    = field_t'(126) - a_exp;
        reduced_o.about.negative = a_i.sign;
      end
      Rsqrt: begin
        reduced_o.about.field = field_t'(126) - half;
        reduced_o.part        = 4'(a_i.exp[0]);
      end
      Sqrt: begin
        reduced_o.about.field = field_t'(127) + half;
        reduced_o.part        = 4'(a_i.exp[0]);
      end
      Ex2: begin
        reduced_o.about.field = field_t'(signed'({a_i.sign, fixed[33:26]})) + field_t'(127);
        reduced_o.index       = fixed[25:0];
        reduced_o.constant    = integral;
        reduced_o.added       = SumW'(integral) << (24 + SumLow + Places);
      end
      Lg2: begin
        reduced_o.about.field     = field_t'(135);
        reduced_o.about.normalise = 1'b1;
        reduced_o.constant        = a_i.frac == '0;
        reduced_o.added           = SumW'(signed'({a_i.exp, {(23+SumLow+Places){1'b0}}}));
        if (lg2_ratio) begin
          reduced_o.func           = Lg2Ratio;
          reduced_o.added          = '0;
          reduced_o.index          = {below_one ? {1'b0, a_i.frac} : {1'b1, a_i.frac[21:0], 1'b0}, 2'b0};
          reduced_o.about.negative = below_one;
          reduced_o.scale.ratio    = 1'b1;
          reduced_o.scale.factor   = below_one ? -{1'b1, a_i.frac} : {a_i.frac, 1'b0};
          reduced_o.about.field    = field_t'(128 + Places);
        end
      end
      Sin, Cos: begin
        reduced_o.about.field     = field_t'(134);
        reduced_o.about.normalise = 1'b1;
        reduced_o.about.negative  = quadrant[1] ^ (a_i.sign & !cosine);
        reduced_o.index           = {mirrored, 1'b0};
        if (sin_ratio) begin
          reduced_o.func         = SinRatio;
          reduced_o.scale.ratio  = 1'b1;
          reduced_o.scale.factor = {1'b1, a_i.frac};
          reduced_o.about.field  = field_t'(128 + Places) + a_exp;
        end
      end
      Tanh: begin
        reduced_o.about.field     = field_t'(143) + a_exp;
        reduced_o.about.normalise = 1'b1;
        reduced_o.about.negative  = a_i.sign;
        reduced_o.part            = a_i.exp[3:0] + 4'd6;
        reduced_o.index           = {a_i.frac & TanhMask, 3'b0};
      end
      default: begin
        reduced_o.about.field     = field_t'(142 + Places) + largest;
        reduced_o.about.normalise = 1'b1;
        reduced_o.constant        = 1'b1;
        reduced_o.added           = SumW'(shifted[37:0]) ^ {SumW{a_i.sign}};
      end
    endcase
  end

  logic unused;
  assign unused = ^{b_distance[9], c_distance[9], shifted[63:38]};

endmodule
