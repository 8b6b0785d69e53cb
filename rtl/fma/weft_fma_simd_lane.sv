// SPDX-License-Identifier: Apache-2.0
//
// A lane's exponents, signs and special cases, for each format that fits in Lane slots: the right
// shift of its addend, the start of its sum, and its special result.
//
// The formulas are those of weft_fma, in a lane of k slots with 7k - 1 bits above a low part of
// 14k:
//
//      distance = exponent of the window's top bit - exponent of the addend
//
//         <  0            the addend stays at the top, the product is sticky
//         <  7k           the addend leads
//         =  7k           the addend leads a sum; a difference begins in the low part
//         >  7k           the low part has all, and its top bit is the sign
//         >= 21k - 1      the addend is sticky
//
// Combinational.

module weft_fma_simd_lane
  import weft_fma_simd_pkg::*;
#(
  parameter  int unsigned Lane  = 8,
  localparam int unsigned Width = 8 * Lane
) (
  input  modes_t            mode_i,
  input  logic              adds_i,
  input  logic [1:0]        negate_i,      // negates the product, the addend
  input  logic [Width-1:0]  exp_mask_i,
  input  logic [Width-1:0]  frac_mask_i,
  input  logic [Width-1:0]  quiet_mask_i,
  input  logic [Width-1:0]  a_i,
  input  logic [Width-1:0]  b_i,
  input  logic [Width-1:0]  c_i,
  output logic [2:0]        normal_o,      // a, b, c are normal
  output about_t            about_o,
  output logic              subtract_o,
  output logic              low_leads_o,
  output logic [ShiftW-1:0] align_o,       // right shift of the addend
  output logic [ShiftW-1:0] normalise_o,   // left shift of the sum, or a limit to it
  output logic [ExpW-1:0]   exp_o          // exponent below the shifter's top, unshifted
);

  localparam int unsigned Exp = Lane == 8 ? 11 : Lane == 1 ? 5 : 8;

  logic           a_sign, a_zero, a_inf, a_nan, a_signalling;
  logic           b_sign, b_zero, b_inf, b_nan, b_signalling;
  logic           c_sign, c_zero, c_inf, c_nan, c_signalling;
  logic [Exp-1:0] a_exp, b_exp, c_exp;
  weft_fma_simd_unpack #(.Lane(Lane), .Exp(Exp)) u_unpack_a (
    .mode_i, .exp_mask_i, .frac_mask_i, .quiet_mask_i, .number_i(a_i),
    .sign_o(a_sign), .exp_o(a_exp), .normal_o(normal_o[2]), .zero_o(a_zero),
    .inf_o(a_inf), .nan_o(a_nan), .signalling_o(a_signalling)
  );
  weft_fma_simd_unpack #(.Lane(Lane), .Exp(Exp)) u_unpack_b (
    .mode_i, .exp_mask_i, .frac_mask_i, .quiet_mask_i, .number_i(b_i),
    .sign_o(b_sign), .exp_o(b_exp), .normal_o(normal_o[1]), .zero_o(b_zero),
    .inf_o(b_inf), .nan_o(b_nan), .signalling_o(b_signalling)
  );
  weft_fma_simd_unpack #(.Lane(Lane), .Exp(Exp)) u_unpack_c (
    .mode_i, .exp_mask_i, .frac_mask_i, .quiet_mask_i, .number_i(c_i),
    .sign_o(c_sign), .exp_o(c_exp), .normal_o(normal_o[0]), .zero_o(c_zero),
    .inf_o(c_inf), .nan_o(c_nan), .signalling_o(c_signalling)
  );

  logic unused;
  assign unused = c_zero;

  // Signs. A zero result of a multiplication has the product's sign.

  logic product_sign;
  assign product_sign = a_sign ^ b_sign ^ (negate_i[1] & adds_i);
  assign subtract_o   = adds_i & (product_sign ^ c_sign ^ negate_i[0]);

  // Special results.

  logic product_zero, product_inf, inf_by_zero, inf_minus_inf, is_nan, addend_sign;
  assign product_zero  = a_zero | b_zero;
  assign product_inf   = a_inf | b_inf;
  assign inf_by_zero   = (a_inf & b_zero) | (a_zero & b_inf);
  assign inf_minus_inf = product_inf & c_inf & subtract_o & !a_nan & !b_nan;
  assign is_nan        = a_nan | b_nan | c_nan | inf_by_zero | inf_minus_inf;
  assign addend_sign   = product_sign ^ subtract_o;
  assign about_o = '{
    product_sign: product_sign,
    addend_sign:  addend_sign,
    is_nan:       is_nan,
    is_inf:       (product_inf | c_inf) & !is_nan,
    inf_sign:     product_inf ? product_sign : addend_sign,
    invalid:      a_signalling | b_signalling | c_signalling | inf_by_zero | inf_minus_inf
  };

  // Exponents, with the format's bias. The product's exponent is that of the low part's second bit.

  localparam int unsigned Signed = Exp + 3;
  typedef logic signed [Signed-1:0] exp_t;

  exp_t to_low, high, far;
  always_comb begin
    to_low = '0;  // 2 - bias
    high   = '0;  // 7k
    far    = '0;  // bits of the distance that no shift within the lane has
    for (int unsigned m = 0; m < Modes; m++) begin
      if (LaneSlots[m] <= Lane) begin
        to_low |= exp_t'(3 - (1 << (ExpBits[m] - 1))) & {Signed{mode_i[m]}};
        high   |= exp_t'(7 * LaneSlots[m]) & {Signed{mode_i[m]}};
        far    |= exp_t'(-32 * int'(LaneSlots[m])) & {Signed{mode_i[m]}};
      end
    end
  end

  exp_t product_exp, distance, from_high;
  assign product_exp = exp_t'({1'b0, a_exp}) + exp_t'({1'b0, b_exp}) + to_low;
  assign from_high   = product_exp - exp_t'({1'b0, c_exp});
  assign distance    = from_high + high;

  logic              above, beyond;
  logic [ShiftW-1:0] align;
  assign above   = distance[Signed-1] | product_zero;
  assign beyond  = |(distance & far);
  assign align   = (ShiftW'(distance) | {ShiftW{beyond}}) & {ShiftW{!above}};
  assign align_o = align;

  assign low_leads_o = !above & from_high >= exp_t'({1'b0, !subtract_o});

  // The sum's position if the addend leads; a subtraction may lose one more place. Else a limit to
  // it, at the exponent of subnormals.
  logic [ShiftW-1:0] known, room;
  assign known = align + ShiftW'(subtract_o && c_exp > 1);
  assign room  = (ShiftW'(product_exp) - ShiftW'(1)) | {ShiftW{|(product_exp & far)}};
  assign normalise_o = low_leads_o ? room : known;

  assign exp_o = above ? ExpW'(c_exp) : ExpW'(product_exp) + (low_leads_o ? '0 : ExpW'(high));

endmodule
