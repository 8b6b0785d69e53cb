// SPDX-License-Identifier: Apache-2.0
//
// Packs the sum into a binary32 number.
//
//                        sum
//            |                       |
//      24 places above the point     | magnitude: a negative one's complement
//            |                 +-----+-----+
//      +-----+-------+         | normalise |      count leading zeros, shift left
//      | shift right |         +-----+-----+
//      +-----+-------+               |
//        subnormal                   |
//            +-----------+-----------+
//                  | round up? |                  half a unit: the next bit
//                  +-----+-----+
//                  {exponent, fraction} + up
//
// The sum of a faithful table is truncated below the point, because the table includes the
// rounding; only a subnormal result, shifted further, is rounded. A sum that is normalised is
// rounded to nearest, ties away; none of these functions has subnormal results, and a plane's
// subnormal result becomes zero. Combinational.

module weft_sfu_pack
  import weft_sfu_pkg::*;
#(
  parameter int unsigned Places = 0,  // more places of the sum
  parameter bit          Ftz    = 1'b0,
  parameter bit          Gates  = 1'b1
) (
  input  about_t          about_i,
  input  logic [SumW-1:0] sum_i,
  output logic [31:0]     result_o
);

  typedef logic signed [FieldW-1:0] field_t;

  localparam int unsigned Width = SumW - weft_sfu_model_pkg::MostPlaces + Places;  // of this sum

  // The normalised path.
  logic             below_zero;
  logic [Width-1:0] magnitude, normal;
  logic [5:0]       zeros;
  assign below_zero = sum_i[Width-1];
  assign magnitude  = sum_i[Width-1:0] ^ {Width{below_zero}};
  weft_lzc #(.Width(Width), .Gates(Gates)) u_count (.word_i(magnitude), .zeros_o(zeros));
  assign normal = magnitude << zeros;

  // The path without normalisation, possibly subnormal.
  field_t      below;  // distance of the exponent below that of the smallest normal number
  logic [4:0]  shift;
  logic [25:0] floored;
  assign below   = field_t'(1) - about_i.field;
  assign shift   = (below[4:0] | {5{|below[FieldW-2:5]}}) & {5{!below[FieldW-1]}};
  assign floored = {sum_i[SumLow+Places +: 25], 1'b0} >> shift;

  field_t      field;
  logic [24:0] sig;
  logic        half;
  assign field = about_i.field - (field_t'(zeros) & {FieldW{about_i.normalise}});
  assign sig   = about_i.normalise ? {1'b0, normal[Width-1 -: 24]} : floored[25:1];
  assign half  = about_i.normalise ? normal[Width-25] : floored[0];

  // The significand's leading one adds one to the exponent's field.
  logic        tiny;
  logic [7:0]  under;
  logic [30:0] rounded;
  assign tiny    = field <= 0;
  assign under   = (field[7:0] - 8'd1) & {8{!tiny}};
  assign rounded = {under, 23'b0} + 31'(sig) + 31'(half);

  logic overflow, zero, sign;
  assign overflow = field >= field_t'(255);
  assign zero     = about_i.normalise ? tiny | magnitude == '0 : Ftz & rounded[30:23] == '0;
  assign sign     = about_i.negative ^ (below_zero & about_i.normalise);

  logic [30:0] number;
  assign number   = (rounded & {31{!overflow & !zero}}) | (Infinity[30:0] & {31{overflow}});
  assign result_o = about_i.special ? about_i.bits
                  : {sign & !(about_i.normalise & magnitude == '0), number};

endmodule
