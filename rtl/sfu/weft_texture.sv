// SPDX-License-Identifier: Apache-2.0
//
// Bilinear mean of four texels by the multipliers of four special function units: one FP32 channel,
// or four channels of eight bits (UNORM8), a sample a cycle.
//
//       texels [row][column], 4 x 32                      x, y: weights of the second, 8
//            |              |
//      +-----+------+ +-----+------+
//      | FP32:      | | UNORM8:    |
//      | align to   | | two        |
//      | the largest| | channels   |
//      | exponent   | | a word     |
//      +-----+------+ +-----+------+
//            +------+-------+
//      +------------+------------------------------+
//      | 4 weft_sfu_tree, a row's sum each:        |     FP32: row 0, row 1, unused, unused
//      | left (256 - x) + right x                  |     UNORM8: row 0, row 1 of two channels each
//      +------------+------------------------------+
//      | add carries                               |
//      +------------+------------------------------+
//      | 2 columns: 256 row 0 + (row 1 - row 0) y  |
//      +-----+-----------------+-------------------+
//            |                 |
//      +-----+-------+   +-----+------+
//      | weft_sfu_   |   | round to   |
//      | pack        |   | eight bits |
//      +-------------+   +------------+
//
// FP32: significands keep two places below that of the largest one, which need not have a weight;
// what is below is cut off. The mean of these is exact and rounded to nearest, ties away from zero.
// Subnormal texels count as zeros, subnormal means become zeros; an infinite or NaN texel gives NaN.
// UNORM8: exact, rounded to nearest, ties up. A sum's channels are apart by more bits than they have.
//
// Elastic pipeline: Pipe has one bit for each possible register: at the input; behind the alignment;
// behind the carry-save trees; behind the additions; behind the columns; at the output. The latency
// in cycles is the number of bits set; a sample may enter every cycle. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_texture
  import weft_sfu_pkg::*;
  import weft_texture_pkg::*;
#(
  parameter int unsigned Pipe  = 0,  // bit mask, 0 to 63
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  in_valid_i,
  output logic                  in_ready_o,
  input  logic                  in_fp32_i,   // texels of binary32
  input  logic [31:0]           in_t00_i,    // row 0, column 0
  input  logic [31:0]           in_t01_i,    // row 0, column 1
  input  logic [31:0]           in_t10_i,
  input  logic [31:0]           in_t11_i,
  input  logic [WeightBits-1:0] in_x_i,
  input  logic [WeightBits-1:0] in_y_i,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [31:0]           out_result_o
);

  // Texels: row 0, then row 1.

  typedef struct packed {
    logic                  fp32;
    logic [3:0][31:0]      texels;
    logic [WeightBits-1:0] x, y;
  } sample_t;

  logic    s0_valid, s0_ready;
  sample_t s0;
  weft_pipe_reg #(.data_t(sample_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_fp32_i, in_t11_i, in_t10_i, in_t01_i, in_t00_i, in_x_i, in_y_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // Align.

  localparam int unsigned MeanPlaces = 2 * WeightBits + 2;  // below a significand's last one

  number_t           number [4];
  logic [3:0][8:0]   exps;
  logic signed [8:0] largest;
  for (genvar i = 0; i < 4; i++) begin : gen_unpack
    weft_sfu_unpack #(.Flush(1'b1)) u_unpack (.bits_i(s0.texels[i]), .number_o(number[i]));
    assign exps[i] = number[i].exp;
  end
  always_comb begin
    largest = exps[0];
    for (int i = 1; i < 4; i++) largest = signed'(exps[i]) > largest ? exps[i] : largest;
  end

  typedef struct packed {
    about_t                      about;
    logic                        fp32;
    logic [3:0][SlopeW:0]        left, right;  // of the trees: first column, second column
    logic [WeightBits-1:0]       x, y;
  } aligned_t;

  logic [3:0][SlopeW:0] words;
  always_comb begin
    for (int i = 0; i < 4; i++) begin
      automatic logic [8:0]        down = largest - number[i].exp;
      automatic logic [SlopeW-1:0] cut  = ({1'b1, number[i].frac, 2'b0} >> down[4:0])
                                        & {SlopeW{!number[i].zero && down[8:5] == '0}};
      words[i] = number[i].sign ? -(SlopeW+1)'(cut) : (SlopeW+1)'(cut);
    end
  end

  // Two channels of a texel as one factor.
  function automatic logic [SlopeW:0] both(logic [31:0] texel, logic upper);
    logic [2*ChannelW-1:0] channels;
    channels = upper ? texel[31:16] : texel[15:0];
    return (SlopeW+1)'({RowW'(channels[2*ChannelW-1:ChannelW]), RowW'(channels[ChannelW-1:0])});
  endfunction

  aligned_t s1_d, s1;
  logic     s1_valid, s1_ready;
  always_comb begin
    s1_d                 = '0;
    s1_d.fp32            = s0.fp32;
    s1_d.x               = s0.x;
    s1_d.y               = s0.y;
    s1_d.about.bits      = Nan;
    s1_d.about.normalise = 1'b1;
    s1_d.about.field     = FieldW'(largest) + FieldW'(127 + SumW - 2 - MeanPlaces - 23);
    for (int i = 0; i < 4; i++) begin
      s1_d.about.special |= number[i].infinite | number[i].nan;
      // Tree i: row i % 2, channels 2 * (i / 2) on; FP32 in the first two.
      s1_d.left[i]  = s0.fp32 ? words[2*(i%2)] & {(SlopeW+1){i < 2}} : both(s0.texels[2*(i%2)], i >= 2);
      s1_d.right[i] = s0.fp32 ? words[2*(i%2)+1] & {(SlopeW+1){i < 2}}
                              : both(s0.texels[2*(i%2)+1], i >= 2);
    end
  end
  weft_pipe_reg #(.data_t(aligned_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // The rows: the tree doubles its right product, so the left one's factor is doubled too.

  typedef struct packed {
    about_t                about;
    logic                  fp32;
    logic [3:0][SumW-1:0]  sum, carry;
    logic [WeightBits-1:0] y;
  } trees_t;

  trees_t s2_d, s2;
  logic   s2_valid, s2_ready;
  logic signed [OffsetW-1:0]     first;
  logic signed [C2W-1:0]         second;
  logic        [3:0][SumW-1:0]   sums, carries;
  assign first  = OffsetW'({(WeightBits+1)'(1 << WeightBits) - (WeightBits+1)'(s1.x), 1'b0});
  assign second = C2W'(s1.x);
  for (genvar i = 0; i < 4; i++) begin : gen_row
    weft_sfu_tree #(.Gates(Gates != 0)) u_tree (
      .added_i('0), .left_a_i(s1.left[i]), .left_b_i(first), .right_a_i(s1.right[i]),
      .right_b_i(second), .cubic_i('0), .sum_o(sums[i]), .carry_o(carries[i])
    );
  end
  assign s2_d = '{about: s1.about, fp32: s1.fp32, sum: sums, carry: carries, y: s1.y};
  weft_pipe_reg #(.data_t(trees_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // A row as a column's factor: FP32 as it is, channels further apart.

  localparam int unsigned FactorBits = ColumnW + RowW + 1;  // signed
  typedef struct packed {
    about_t                     about;
    logic                       fp32;
    logic [3:0][FactorBits-1:0] rows;
    logic [WeightBits-1:0]      y;
  } rows_t;

  rows_t s3_d, s3;
  logic  s3_valid, s3_ready;
  assign s3_d.about = s2.about;
  assign s3_d.fp32  = s2.fp32;
  assign s3_d.y     = s2.y;
  for (genvar i = 0; i < 4; i++) begin : gen_sum
    logic [SumW-1:0] row;
    weft_add_late #(.Width(SumW), .Gates(Gates != 0)) u_add (
      .a_i(s2.sum[i]), .b_i(s2.carry[i]), .late_i(1'b0), .top_o(), .sum_o(row)
    );
    assign s3_d.rows[i] = s2.fp32 ? row[FactorBits:1]
                        : FactorBits'({ColumnW'(row[RowW+1 +: RowW]), ColumnW'(row[1 +: RowW])});
    logic unused_row;
    assign unused_row = ^{row[SumW-1:FactorBits+1], row[0]};
  end
  weft_pipe_reg #(.data_t(rows_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // The columns.

  typedef struct packed {
    about_t               about;
    logic                 fp32;
    logic [1:0][SumW-1:0] means;
  } means_t;

  means_t s4_d, s4;
  logic   s4_valid, s4_ready;
  assign s4_d.about = s3.about;
  assign s4_d.fp32  = s3.fp32;
  for (genvar i = 0; i < 2; i++) begin : gen_column
    logic signed [FactorBits-1:0] row_0, row_1;
    logic signed [FactorBits:0]   rise;
    assign row_0 = s3.rows[2*i];
    assign row_1 = s3.rows[2*i+1];
    assign rise  = (FactorBits+1)'(row_1) - (FactorBits+1)'(row_0);
    assign s4_d.means[i] = (SumW'(row_0) <<< WeightBits)
                         + SumW'(rise) * SumW'(signed'({1'b0, s3.y}));
  end
  weft_pipe_reg #(.data_t(means_t), .Enable(Pipe[4])) u_stage_4 (
    .clk_i, .rst_ni,
    .in_valid_i(s3_valid), .in_ready_o(s3_ready), .in_data_i(s4_d),
    .out_valid_o(s4_valid), .out_ready_i(s4_ready), .out_data_o(s4)
  );

  // Round. weft_sfu_pack complements a negative sum, which is one less for it.

  logic [31:0] mean, channels, result;
  weft_sfu_pack #(.Gates(Gates != 0)) u_pack (
    .about_i(s4.about), .sum_i(s4.means[0] - SumW'(s4.means[0][SumW-1])), .result_o(mean)
  );
  for (genvar c = 0; c < Channels; c++) begin : gen_round
    logic [ColumnW-1:0] rounded;
    assign rounded = s4.means[c/2][ColumnW*(c%2) +: ColumnW]
                   + (ColumnW'(1) << (2 * WeightBits - 1));
    assign channels[ChannelW*c +: ChannelW] = rounded[2*WeightBits +: ChannelW];
    logic unused_rounded;
    assign unused_rounded = ^{rounded[ColumnW-1], rounded[2*WeightBits-1:0]};
  end
  assign result = s4.fp32 ? mean : channels;
  weft_pipe_reg #(.data_t(logic [31:0]), .Enable(Pipe[5])) u_stage_5 (
    .clk_i, .rst_ni,
    .in_valid_i(s4_valid), .in_ready_o(s4_ready), .in_data_i(result),
    .out_valid_o, .out_ready_i, .out_data_o(out_result_o)
  );

endmodule
