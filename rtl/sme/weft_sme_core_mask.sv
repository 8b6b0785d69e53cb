// SPDX-License-Identifier: Apache-2.0
//
// One vector's mask of a predicate as counter: the low 16 bits are the size of an element as the
// lowest one, a number of elements of four vectors above it, and bit 15 for the other ones.
// Combinational.
//
//      counter_i 15       14 ... log2(size) + 1     log2(size) ... 0
//                invert   count                     1 0 ... 0

module weft_sme_core_mask #(
  parameter int unsigned N = 64
) (
  input  logic [3:0]   vl_i,       // log2 of the bytes of a vector
  input  logic [15:0]  counter_i,
  input  logic [1:0]   part_i,     // of the four vectors
  output logic [N-1:0] mask_o
);

  // A count of elements times their size is one of bytes.
  logic [3:0]  size;
  logic [15:0] below_size, field;
  logic [9:0]  limit, from;
  logic [7:0]  lowest;
  assign size       = counter_i[3:0] & (~counter_i[3:0] + 4'd1);
  assign below_size = {11'b0, size, 1'b0} - 16'd1;
  assign field      = counter_i & ((16'd8 << vl_i) - 16'd1) & ~below_size;
  assign limit      = 10'(field >> 1);
  assign from       = 10'(part_i) << vl_i;
  assign lowest     = 8'h01 | (8'h10 & {8{!size[3]}}) | (8'h44 & {8{size[0] || size[1]}})
                    | (8'haa & {8{size[0]}});

  logic [N-1:0] counted, bytes;
  assign counted = limit > from ? ~({N{1'b1}} << (limit - from)) : '0;
  assign bytes   = ~({N{1'b1}} << (9'd1 << vl_i));
  assign mask_o  = (counted ^ {N{counter_i[15]}}) & bytes & {(N/8){lowest}} & {N{size != '0}};

endmodule
