// SPDX-License-Identifier: Apache-2.0
//
// Fused multiply-add of the FP16 array: d = round(a * b + c), a and b FP16, c and d FP32.
//
// One rounding, to nearest even. Subnormals, infinities and NaN as IEEE 754-2019 has them; every NaN
// result is the quiet NaN 0x7fc00000. Combinational.
//
// The product of two 11-bit significands is exact. The addend is aligned against it, beside the
// multiplication, in a window that holds both wherever they do not miss each other:
//
//      62                   39 38  36 35                  14 13           0
//     +-----------------------+------+----------------------+--------------+
//     | addend, shift = 0 ... |      | product (22 bits)    |              |
//     +-----------------------+------+----------------------+--------------+
//       addend >> shift ------------------------------------->  lost: sticky
//
//     shift = exponent of bit 62 - exponent of the addend, no less than 0
//
// Why 63 bits are enough. An addend that would start further left is held at bit 62: the product
// then stays below a quarter of the addend's last place after a possible borrow, so it is sticky.
// Below bit 14 the product needs room for the addend's tail: its leading one is at bit 25 or above
// (a product below 2^11, from subnormals, is moved up by 11 places first), so whatever the sum keeps,
// 24 bits and a guard bit, ends at bit 0 or above.
//
// Why no result is rounded as a subnormal, and none overflows. A product that is not zero is at least
// 2^-48: a sum with one is zero or at least 2^-72, far above 2^-126; without one the result is c itself.
// A product is below 2^32, and half a unit of the largest FP32 numbers is 2^103.

module weft_tensor_mac_fp16 (
  input  logic [15:0] a_i,
  input  logic [15:0] b_i,
  input  logic [31:0] c_i,
  output logic [31:0] d_o
);

  localparam logic [31:0] QuietNan = 32'h7fc0_0000;

  // Unpack. A subnormal has hidden bit 0 and the exponent of the smallest normal number.

  logic        a_sign, b_sign, c_sign;
  logic [4:0]  a_exp, b_exp;
  logic [7:0]  c_exp;
  logic [9:0]  a_frac, b_frac;
  logic [22:0] c_frac;
  assign {a_sign, a_exp, a_frac} = a_i;
  assign {b_sign, b_exp, b_frac} = b_i;
  assign {c_sign, c_exp, c_frac} = c_i;

  logic a_normal, b_normal, c_normal;
  assign a_normal = a_exp != '0;
  assign b_normal = b_exp != '0;
  assign c_normal = c_exp != '0;

  logic a_special, b_special, c_special;  // infinity or NaN
  assign a_special = a_exp == '1;
  assign b_special = b_exp == '1;
  assign c_special = c_exp == '1;

  logic [23:0] c_sig;
  assign c_sig = {c_normal, c_frac};

  // Product, exact: significand * 2^(product_exp - 50).

  logic        product_sign;
  logic [21:0] product_raw;
  assign product_sign = a_sign ^ b_sign;
  assign product_raw  = 22'({a_normal, a_frac}) * 22'({b_normal, b_frac});

  logic              product_small;
  logic [21:0]       product;
  logic signed [9:0] product_exp;
  assign product_small = product_raw[21:11] == '0;
  assign product       = product_small ? product_raw << 11 : product_raw;
  assign product_exp   = 10'(a_exp) + 10'(!a_normal) + 10'(b_exp) + 10'(!b_normal)
                       - (product_small ? 10'd11 : 10'd0);

  // Align. top_exp is the biased FP32 exponent of bit 62 of the window.

  logic signed [9:0] addend_exp, distance, top_exp;
  logic [5:0]        shift;
  assign addend_exp = 10'(c_exp) + 10'(!c_normal);
  assign distance   = product_exp + 10'sd125 - addend_exp;
  assign top_exp    = distance < 0 ? addend_exp : product_exp + 10'sd125;
  assign shift      = distance < 0 ? 6'd0 : distance > 63 ? 6'd63 : distance[5:0];

  logic [4:0]  lost_bits;  // of the addend, below bit 0
  logic        lost;
  assign lost_bits = shift > 6'd39 ? 5'(shift - 6'd39) : 5'd0;
  assign lost      = (c_sig & ~(24'hffffff << lost_bits)) != '0;

  logic [63:0] addend_window, product_window;
  assign addend_window  = {1'b0, c_sig, 39'b0} >> shift;
  assign product_window = {28'b0, product, 14'b0};

  // Add, or subtract the addend; with bits lost the product is the larger one, and the borrow that is
  // not paid back rounds the addend up. Choices here and below are masks and shifts by 0 or 2^i: the
  // same gates as `?:`, and no branch for a simulator to mispredict (40 % of its speed).

  logic        subtract, addend_wins, sign;
  logic [63:0] sum, reversed, magnitude;
  assign subtract    = product_sign ^ c_sign;
  assign sum         = product_window + (addend_window ^ {64{subtract}}) + 64'(subtract && !lost);
  assign reversed    = addend_window - product_window;
  assign addend_wins = subtract && sum[63];
  assign magnitude   = (sum & {64{!addend_wins}}) | (reversed & {64{addend_wins}});
  assign sign        = addend_wins ? c_sign : product_sign;

  // Normalise: count the leading zeros by halves, shifting as they are found.

  logic [5:0]  zeros;
  logic [62:0] normal;
  always_comb begin
    normal = magnitude[62:0];
    for (int i = 5; i >= 0; i--) begin
      zeros[i] = normal >> (63 - (1 << i)) == '0;
      normal   = normal << (6'(zeros[i]) << i);
    end
  end

  // Round to nearest even; a carry out of the fraction runs into the exponent.

  logic [7:0]  sum_exp;
  logic        round_up;
  logic [30:0] rounded;
  assign sum_exp  = 8'(top_exp - 10'(zeros));
  assign round_up = normal[38] && (normal[39] || normal[37:0] != '0 || lost);
  assign rounded  = {sum_exp, normal[61:39]} + 31'(round_up);

  // Select.

  logic product_zero, product_inf, addend_zero, sum_zero, invalid;
  assign product_zero = product_raw == '0;
  assign product_inf  = a_special || b_special;  // once NaN is ruled out
  assign addend_zero  = c_sig == '0;
  assign sum_zero     = magnitude == '0;
  assign invalid      = (a_special && a_frac != '0) || (b_special && b_frac != '0)
                     || (c_special && c_frac != '0)
                     || (a_special && !b_normal && b_frac == '0)
                     || (b_special && !a_normal && a_frac == '0)
                     || (product_inf && c_special && subtract);

  always_comb begin
    if (invalid)                          d_o = QuietNan;
    else if (product_inf)                 d_o = {product_sign, 8'hff, 23'b0};
    else if (c_special)                   d_o = c_i;
    else if (product_zero && addend_zero) d_o = {product_sign && c_sign, 31'b0};
    else if (product_zero)                d_o = c_i;
    else if (sum_zero)                    d_o = '0;
    else                                  d_o = {sign, rounded};
  end

endmodule
