// SPDX-License-Identifier: Apache-2.0
//
// Prepares eight bytes of an operand for the products: parts whose predicate bit is 0 become +0,
// floating-point numbers are negated and flushed.
//
//      part     bits of a predicate     sign
//      1 byte   1 1 1 1 1 1 1 1
//      2        . 1 . 1 . 1 . 1         bit 15 of each
//      4        . . . 1 . . . 1         bit 31
//      8        . . . . . . . 1         bit 63
//
// Combinational.

module weft_mopa_operand
  import weft_mopa_pkg::*;
(
  input  op_e         op_i,
  input  logic [1:0]  log_bytes_i,  // of a part
  input  logic        negate_i,
  input  logic        flush_i,
  input  logic [63:0] word_i,
  input  logic [7:0]  pred_i,
  output logic [63:0] word_o,
  output logic [7:0]  pred_o   // the effective bits
);

  logic by_1, by_2, by_4, by_8;
  assign by_1 = log_bytes_i == 2'd0;
  assign by_2 = log_bytes_i == 2'd1;
  assign by_4 = log_bytes_i == 2'd2;
  assign by_8 = log_bytes_i == 2'd3;

  assign pred_o = pred_i & (8'h01 | {8{by_1}} | (8'h55 & {8{by_2}}) | (8'h11 & {8{by_4}}));

  // Copies each bit to all bytes of its part.
  logic [7:0]  pairs, quads, bytes;
  logic [63:0] bits;
  assign pairs = pred_o | (pred_o << 1 & {8{!by_1}});
  assign quads = pairs | (pairs << 2 & {8{by_4 || by_8}});
  assign bytes = quads | (quads << 4 & {8{by_8}});
  always_comb begin
    for (int i = 0; i < 8; i++) bits[8*i+:8] = {8{bytes[i]}};
  end

  logic [63:0] signs;
  assign signs = (64'h8000_8000_8000_8000 & {64{by_2}})
               | (64'h8000_0000_8000_0000 & {64{by_4}})
               | (64'h8000_0000_0000_0000 & {64{by_8}});

  // Subnormal operands, binary64 or binary32.
  logic        tiny_64, tiny_low, tiny_high, flushes;
  logic [63:0] flushed;
  assign flushes   = flush_i && op_i == Fmopa;
  assign tiny_64   = flushes && by_8 && ~|word_i[62:52];
  assign tiny_high = flushes && by_4 && ~|word_i[62:55];
  assign tiny_low  = flushes && by_4 && ~|word_i[30:23];
  assign flushed   = {12'b0, {52{tiny_64}}} | {9'b0, {23{tiny_high}}, 9'b0, {23{tiny_low}}};

  assign word_o = ((word_i & ~flushed) ^ (signs & {64{negate_i}})) & bits;

endmodule
