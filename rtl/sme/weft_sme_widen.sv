// SPDX-License-Identifier: Apache-2.0
//
// The even or the odd halfword of every word as binary32. Exact; a NaN keeps its payload and stays
// signalling. With flush_i subnormals count as zeros. Combinational.

module weft_sme_widen
  import weft_sme_pkg::*;
(
  input  logic  odd_i,
  input  logic  flush_i,
  input  beat_t beat_i,
  output beat_t beat_o
);

  for (genvar i = 0; i < 2; i++) begin : gen_word
    logic [15:0] half;
    logic        subnormal, nan, unused_ready, unused_valid;
    logic [31:0] single;
    logic [4:0]  unused_flags;
    assign half      = odd_i ? beat_i[32*i+16+:16] : beat_i[32*i+:16];
    assign subnormal = half[14:10] == '0;
    assign nan       = &half[14:10] && half[9:0] != '0;
    weft_fcvt #(.SrcExp(5), .SrcFrac(10), .DstExp(8), .DstFrac(23), .IntBits(0)) u_convert (
      .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_ready),
      .in_op_i('0), .in_round_i('0), .in_saturate_i(1'b0),
      .in_data_i(half & ~({6'd0, 10'h3ff} & {16{subnormal && flush_i}})),
      .out_valid_o(unused_valid), .out_ready_i(1'b1), .out_result_o(single),
      .out_flags_o(unused_flags)
    );
    assign beat_o[32*i+:32] = nan ? {half[15], 8'hff, half[9:0], 13'd0} : single;

    logic unused;
    assign unused = ^{unused_ready, unused_valid, unused_flags};
  end

endmodule
