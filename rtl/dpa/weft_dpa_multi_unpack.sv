// SPDX-License-Identifier: Apache-2.0
//
// Unpacks the elements of an operand word of weft_dpa_multi, in any of its formats.
//
//      slot of 32   seeeeeeeeffffffffff.............     TF32, 8 lanes
//      slot of 16   seeeeeffffffffff  seeeeeeeefffffff   FP16, BF16, 16 lanes
//      slot of 8    seeeefff seeeeeff                    E4M3, E5M2, 32 lanes
//                     seeeff   seefff     seef           E3M2, E2M3, E2M1
//
//      exponent     as it is biased; 1 for subnormals
//      significand  1.ffffffffff  10 fraction bits in the first 16 lanes, 3 in the others; a
//                                 shorter format's fraction is its first bits
//
// The word is masked by format and lanes, once for each format; a lane's fields are the OR of all
// its slots. Absent lanes are zeros. With converts_i, subnormals are normalised, as FP16 would hold
// them. Combinational.

module weft_dpa_multi_unpack
  import weft_dpa_switch_pkg::*;
(
  input  logic [255:0]     word_i,
  input  format_t          format_i,
  input  logic [2:0]       lanes_i,  // 32, 16, 8; else 4
  input  logic             converts_i,
  output logic [Lanes-1:0] sign_o,
  output logic [Lanes-1:0] zero_o,
  output logic [Lanes-1:0] inf_o,
  output logic [Lanes-1:0] nan_o,
  output logic [ExpW-1:0]  exp_o       [Lanes],  // modulo 2^ExpW
  output logic [10:0]      sig_o       [Long],
  output logic [3:0]       short_sig_o [Lanes-Long]
);

  logic [255:0] there_8, there_16, there_32;
  assign there_8  = {{128{lanes_i[2]}}, {64{|lanes_i[2:1]}}, {32{|lanes_i}}, 32'hffffffff};
  assign there_16 = {{128{|lanes_i[2:1]}}, {64{|lanes_i}}, 64'hffffffffffffffff};
  assign there_32 = {{128{|lanes_i}}, {128{1'b1}}};

  logic [255:0] fp16, bf16, tf32, e4m3, e5m2, e3m2, e2m3, e2m1;
  assign tf32 = word_i & there_32 & {256{format_i.tf32}};
  assign fp16 = word_i & there_16 & {256{format_i.fp16}};
  assign bf16 = word_i & there_16 & {256{format_i.bf16}};
  assign e4m3 = word_i & there_8 & {256{format_i.e4m3}};
  assign e5m2 = word_i & there_8 & {256{format_i.e5m2}};
  assign e3m2 = word_i & there_8 & {256{format_i.e3m2}};
  assign e2m3 = word_i & there_8 & {256{format_i.e2m3}};
  assign e2m1 = word_i & there_8 & {256{format_i.e2m1}};

  // The number of bits that an exponent of all ones lacks to eight, and whether such an exponent
  // means infinities and NaN.
  logic [7:0] gap;
  logic       ieee;
  assign gap  = ({8{format_i.fp16 | format_i.e5m2}} & 8'he0) | ({8{format_i.e4m3}} & 8'hf0);
  assign ieee = !format_i.e4m3;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lanes
    logic       short_sign;
    logic [4:0] short_exp;
    logic [2:0] short_frac;
    assign short_sign = e4m3[8*i+7] | e5m2[8*i+7] | e3m2[8*i+5] | e2m3[8*i+5] | e2m1[8*i+3];
    assign short_exp  = e5m2[8*i+2 +: 5] | {1'b0, e4m3[8*i+3 +: 4]} | {2'b0, e3m2[8*i+2 +: 3]}
                      | {3'b0, e2m3[8*i+3 +: 2] | e2m1[8*i+1 +: 2]};
    assign short_frac = e4m3[8*i +: 3] | e2m3[8*i +: 3]
                      | {e5m2[8*i +: 2] | e3m2[8*i +: 2], 1'b0} | {e2m1[8*i], 2'b0};

    localparam int unsigned Frac = i < Long ? 10 : 3;
    logic            sign;
    logic [7:0]      exp;
    logic [Frac-1:0] frac;
    if (i < 8) begin : gen_tf32
      assign sign = short_sign | fp16[16*i+15] | bf16[16*i+15] | tf32[32*i+31];
      assign exp  = {3'b0, short_exp | fp16[16*i+10 +: 5]} | bf16[16*i+7 +: 8] | tf32[32*i+23 +: 8];
      assign frac = {short_frac, 7'b0} | fp16[16*i +: 10] | {bf16[16*i +: 7], 3'b0}
                  | tf32[32*i+13 +: 10];
    end else if (i < Long) begin : gen_long
      assign sign = short_sign | fp16[16*i+15] | bf16[16*i+15];
      assign exp  = {3'b0, short_exp | fp16[16*i+10 +: 5]} | bf16[16*i+7 +: 8];
      assign frac = {short_frac, 7'b0} | fp16[16*i +: 10] | {bf16[16*i +: 7], 3'b0};
    end else begin : gen_short
      assign sign = short_sign;
      assign exp  = {3'b0, short_exp};
      assign frac = short_frac;
    end

    logic normal, ones, frac_zero;
    assign normal    = |exp;
    assign ones      = &(exp | gap);
    assign frac_zero = ~|frac;
    assign sign_o[i] = sign;
    assign zero_o[i] = !normal & frac_zero;
    assign inf_o[i]  = ones & ieee & frac_zero;
    assign nan_o[i]  = ones & (ieee ? !frac_zero : &frac[Frac-1 -: 3]);

    // A converted subnormal has one of three fraction bits.
    logic [1:0]    up;
    logic [Frac:0] sig;
    assign up  = {!frac[Frac-1], frac[Frac-1] | !frac[Frac-2]} & {2{converts_i & !normal}};
    assign sig = {normal, frac} << up;
    assign exp_o[i] = ExpW'({exp[7:1], exp[0] | !normal}) - ExpW'(up);
    if (i < Long) begin : gen_sig
      assign sig_o[i] = sig;
    end else begin : gen_short_sig
      assign short_sig_o[i-Long] = sig;
    end
  end

  // Bits that no format uses or that TF32 ignores.
  logic unused;
  assign unused = ^{tf32, e3m2, e2m3, e2m1};

endmodule
