// SPDX-License-Identifier: Apache-2.0
//
// Integers of one beat: result = op(a, b, c), element by element. Combinational.
//
//      64 bits    8 x B | 4 x H | 2 x S | 1 x D
//
// An element's highest bit is what cuts the word into elements: carries stop there, and comparisons
// find their outcome there. Comparisons give masks of whole elements. Saddv and Uaddv give one
// number of 64 bits: b and all elements of a.

`include "weft_gates.svh"

module weft_sme_alu
  import weft_sme_pkg::*;
#(
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  alu_e       op_i,
  input  logic [2:0] size_i,
  input  logic [1:0] from_i,  // size that Sxt and Uxt extend from
  input  logic       a_unsigned_i,  // of Dot
  input  logic       b_unsigned_i,
  input  beat_t      a_i,
  input  beat_t      b_i,
  input  beat_t      c_i,
  output beat_t      result_o
);

  // The lowest and the highest bit of every element.
  beat_t low, high;
  always_comb begin
    case (size_i)
      B:       low = 64'h0101_0101_0101_0101;
      H:       low = 64'h0001_0001_0001_0001;
      S:       low = 64'h0000_0001_0000_0001;
      default: low = 64'h0000_0000_0000_0001;
    endcase
    high = {low[0], low[63:1]};
  end

  // Comparison. Signed numbers are in the order of unsigned ones if their highest bit is turned.
  logic  is_signed;
  beat_t turned, turned_a, turned_b, less, different, difference;
  assign is_signed = op_i inside {Smax, Smin, Sabd, Ge, Gt, Le, Lt, Sclamp};
  assign turned    = high & {64{is_signed}};
  assign turned_a  = a_i ^ turned;
  assign turned_b  = b_i ^ turned;
  weft_sme_compare u_a_b (
    .size_i, .high_i(high), .x_i(turned_a), .y_i(turned_b), .difference_o(difference), .less_o(less)
  );
  weft_sme_mask u_different (
    .size_i, .high_i(high), .x_i((((a_i ^ b_i) & ~high) + ~high) | (a_i ^ b_i)), .mask_o(different)
  );

  beat_t lesser, greater, less_than_c, at_least_c, clamps, clamped;
  assign lesser     = (a_i & less) | (b_i & ~less);
  assign greater    = (b_i & less) | (a_i & ~less);
  assign at_least_c = (c_i & less_than_c) | (a_i & ~less_than_c);
  assign clamped    = (b_i & clamps) | (at_least_c & ~clamps);
  weft_sme_compare u_a_c (
    .size_i, .high_i(high), .x_i(turned_a), .y_i(c_i ^ turned), .difference_o(),
    .less_o(less_than_c)
  );
  weft_sme_compare u_clamp (
    .size_i, .high_i(high), .x_i(turned_b), .y_i(at_least_c ^ turned), .difference_o(),
    .less_o(clamps)
  );

  // Sums, differences and what they make of one operand.
  beat_t sum, reverse, distance, negative, absolute, negated;
  assign sum      = ((a_i & ~high) + (b_i & ~high)) ^ ((a_i ^ b_i) & high);
  assign distance = (reverse & less) | (difference & ~less);
  weft_sme_compare u_b_a (
    .size_i, .high_i(high), .x_i(b_i), .y_i(a_i), .difference_o(reverse), .less_o()
  );
  weft_sme_mask u_negative (.size_i, .high_i(high), .x_i(a_i), .mask_o(negative));
  weft_sme_compare u_absolute (
    .size_i, .high_i(high), .x_i(a_i ^ negative), .y_i(negative), .difference_o(absolute), .less_o()
  );
  weft_sme_compare u_negated (
    .size_i, .high_i(high), .x_i('0), .y_i(a_i), .difference_o(negated), .less_o()
  );

  // Products, modulo the element; c - a b is the complement of ~c + a b.
  beat_t addend, product;
  assign addend = op_i == Mls ? ~c_i : op_i == Mul ? '0 : c_i;
  weft_sme_product #(
    .Gates(Gates)
  ) u_product (
    .size_i(size_i[1:0]), .low_i(low), .a_i, .b_i, .addend_i(addend), .sum_o(product)
  );

  // Shifts, of elements by elements. More than the element's length leaves nothing, or signs.
  logic  left;
  beat_t signs, shifted;
  assign left  = op_i == Lsl;
  assign signs = negative & {64{op_i == Asr}};
  always_comb begin
    shifted = signs;
    case (size_i)
      B: for (int i = 0; i < 8; i++) begin
        if (b_i[8*i+:8] < 8'd8)
          shifted[8*i+:8] = left ? a_i[8*i+:8] << b_i[8*i+:3]
                                 : 8'({signs[8*i+:8], a_i[8*i+:8]} >> b_i[8*i+:3]);
      end
      H: for (int i = 0; i < 4; i++) begin
        if (b_i[16*i+:16] < 16'd16)
          shifted[16*i+:16] = left ? a_i[16*i+:16] << b_i[16*i+:4]
                                   : 16'({signs[16*i+:16], a_i[16*i+:16]} >> b_i[16*i+:4]);
      end
      S: for (int i = 0; i < 2; i++) begin
        if (b_i[32*i+:32] < 32'd32)
          shifted[32*i+:32] = left ? a_i[32*i+:32] << b_i[32*i+:5]
                                   : 32'({signs[32*i+:32], a_i[32*i+:32]} >> b_i[32*i+:5]);
      end
      default:
        if (b_i < 64'd64) shifted = left ? a_i << b_i[5:0] : 64'({signs, a_i} >> b_i[5:0]);
    endcase
  end

  // The lower part of every element, and with its sign above.
  beat_t part, part_sign, cut, extended;
  always_comb begin
    case (from_i)
      2'(B):   part = 64'hff;
      2'(H):   part = 64'hffff;
      default: part = 64'hffff_ffff;
    endcase
    part_sign = low * (part ^ part >> 1);
    cut       = a_i & (low * part);
  end
  weft_sme_compare u_extended (
    .size_i, .high_i(high), .x_i(cut ^ part_sign), .y_i(part_sign), .difference_o(extended),
    .less_o()
  );

  // Ones of every element; zeros above the highest one are the others when all below it are ones.
  beat_t smeared, counted, ones;
  always_comb begin
    beat_t tops;
    tops    = high;
    smeared = a_i;
    for (int k = 0; k < 6; k++) begin
      smeared |= smeared >> (1 << k) & ~tops;
      tops    |= tops >> (1 << k);
    end
    counted = op_i == Clz ? ~smeared : a_i;
    ones    = counted - (counted >> 1 & 64'h5555_5555_5555_5555);
    ones    = (ones & 64'h3333_3333_3333_3333) + (ones >> 2 & 64'h3333_3333_3333_3333);
    ones    = (ones + (ones >> 4)) & 64'h0f0f_0f0f_0f0f_0f0f;
    if (size_i != B) ones = (ones + (ones >> 8)) & 64'h00ff_00ff_00ff_00ff;
    if (size_i == S || size_i == D) ones = (ones + (ones >> 16)) & 64'h0000_ffff_0000_ffff;
    if (size_i == D) ones = (ones + (ones >> 32)) & 64'h0000_0000_ffff_ffff;
  end

  // All elements and b.
  beat_t total;
  always_comb begin
    logic extend;
    extend = op_i == Saddv;
    total  = b_i;
    case (size_i)
      B: for (int i = 0; i < 8; i++) total += {{56{extend && a_i[8*i+7]}}, a_i[8*i+:8]};
      H: for (int i = 0; i < 4; i++) total += {{48{extend && a_i[16*i+15]}}, a_i[16*i+:16]};
      S: for (int i = 0; i < 2; i++) total += {{32{extend && a_i[32*i+31]}}, a_i[32*i+:32]};
      default: total += a_i;
    endcase
  end

  beat_t dot;
  weft_sme_dot u_dot (
    .wide_i(size_i == D), .a_unsigned_i, .b_unsigned_i, .a_i, .b_i, .c_i, .sum_o(dot)
  );

  always_comb begin
    case (op_i)
      Add:          result_o = sum;
      Sub:          result_o = difference;
      Subr:         result_o = reverse;
      And:          result_o = a_i & b_i;
      Orr:          result_o = a_i | b_i;
      Eor:          result_o = a_i ^ b_i;
      Bic:          result_o = a_i & ~b_i;
      Smax, Umax:   result_o = greater;
      Smin, Umin:   result_o = lesser;
      Sabd, Uabd:   result_o = distance;
      Asr, Lsr, Lsl: result_o = shifted;
      Mul, Mla, Index: result_o = product;
      Mls:          result_o = ~product;
      Sclamp, Uclamp: result_o = clamped;
      Sxt:          result_o = extended;
      Uxt:          result_o = cut;
      Abs:          result_o = absolute;
      Neg:          result_o = negated;
      Clz, Cnt:     result_o = ones;
      Fabs:         result_o = a_i & ~high;
      Fneg:         result_o = a_i ^ high;
      Not:          result_o = ~a_i;
      PassA:        result_o = a_i;
      PassB:        result_o = b_i;
      Dot:          result_o = dot;
      Eq:           result_o = ~different;
      Ne:           result_o = different;
      Ge, Hs:       result_o = ~less;
      Lt, Lo:       result_o = less;
      Gt, Hi:       result_o = different & ~less;
      Le, Ls:       result_o = less | ~different;
      default:      result_o = total;  // Saddv, Uaddv
    endcase
  end

endmodule
