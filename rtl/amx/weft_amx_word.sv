// SPDX-License-Identifier: Apache-2.0
//
// A step's word of SME with its scalars, from the fields of its assembler syntax: an assembler of
// the forms that weft_amx has. Combinational.
//
// Source: Arm Architecture Reference Manual for A-profile, DDI 0487.

module weft_amx_word
  import weft_amx_word_pkg::*;
(
  input  micro_t      micro_i,
  output logic [31:0] word_o,
  output logic [63:0] a_o,
  output logic [63:0] b_o,
  output logic [7:0]  slice_o,
  output logic [31:0] fpcr_o
);

  logic [1:0] size;
  logic [4:0] d, n, m;
  logic [2:0] p, q;
  logic       flag;
  logic [5:0] number;
  assign {size, d, n, m} = {micro_i.size, micro_i.d, micro_i.n, micro_i.m};
  assign {p, q, flag}    = {micro_i.p, micro_i.q, micro_i.flag};
  assign number          = micro_i.number;

  // A row or column of ZA: its tile, above the slice's zeros, and the slice.
  logic [3:0] tile;
  logic [5:0] slice;
  always_comb begin
    unique case (size)
      2'd0: tile = '0;
      2'd1: tile = {number[0], 3'b0};
      2'd2: tile = {number[1:0], 2'b0};
      2'd3: tile = {number[2:0], 1'b0};
    endcase
  end
  assign slice = number >> size;

  // The rows of a tile, modulo 8.
  logic [7:0] classes;
  always_comb begin
    for (int unsigned c = 0; c < 8; c++) begin
      classes[c] = ((3'(c) ^ number[2:0]) & ~(3'b111 << size)) == '0;
    end
  end

  // A lane's place in bytes with a one below it, and a shift's distance: to the right from twice
  // the lanes' bits, to the left from these.
  logic [6:0] at, right, left;
  assign at    = {number, 1'b1} << size;
  assign right = (7'd16 << size) - {1'b0, number};
  assign left  = (7'd8 << size) + {1'b0, number};

  // The low bits of each element: the bits above the number of ones say the size.
  logic [5:0] low_bits;
  assign low_bits = 6'(7'h70 << size) | 6'(number - 6'd1);

  // Fields of words: of two and three vectors, with a size, and with a size under P7.
  logic [31:0] of_two, of_three, sized, sized_two, under;
  assign of_two    = {22'b0, n, d};
  assign of_three  = {11'b0, m, 6'b0, n, d};
  assign sized     = {8'b0, size, 22'b0};
  assign sized_two = sized | of_two;
  assign under     = {19'b0, PAll, 10'b0};

  always_comb begin
    unique case (micro_i.form)
      Orr:         word_o = 32'h04603000 | of_three;
      Eor:         word_o = 32'h04a03000 | of_three;
      And:         word_o = 32'h04203000 | of_three;
      Dup:         word_o = 32'h05203800 | sized | {27'b0, d};
      DupLane:     word_o = 32'h05202000 | {8'b0, at[6:5], 1'b0, at[4:0], 16'b0} | of_two;
      Ext:         word_o = 32'h05200000 | {13'b0, number[5:3], 3'b0, number[2:0], m, d};
      Choose:      word_o = 32'h0520c000 | sized | of_three | {19'b0, p, 10'b0};
      Permute:     word_o = 32'h05206000 | sized | of_three | {19'b0, micro_i.op, 10'b0};
      Unpack:      word_o = 32'h05323800 | sized_two | {15'b0, flag, 16'b0};
      LookUp:      word_o = 32'h05203000 | sized | of_three;
      Copy:        word_o = 32'h0528a000 | sized | {19'b0, p, 5'b0, d};
      CopySmall:   word_o = 32'h05104000 | sized | {13'b0, p, 5'b0, number, d};
      Add:         word_o = 32'h04200000 | sized | of_three;
      Subtract:    word_o = 32'h04200400 | sized | of_three;
      Mul:         word_o = 32'h04206000 | sized | of_three;
      Mla:         word_o = 32'h04004000 | sized | of_three | under | {18'b0, flag, 13'b0};
      Asr:         word_o = 32'h04209000 | {8'b0, right[6:5], 1'b0, right[4:0], 16'b0} | of_two;
      Lsr:         word_o = 32'h04209400 | {8'b0, right[6:5], 1'b0, right[4:0], 16'b0} | of_two;
      ShiftLeft:   word_o = 32'h04209c00 | {8'b0, left[6:5], 1'b0, left[4:0], 16'b0} | of_two;
      Keep:        word_o = 32'h05800000 | {14'b0, size == 2'd3, 6'b0, low_bits, d};
      Flip:        word_o = 32'h041ea000 | sized_two | under;
      Count:       word_o = 32'h041aa000 | sized_two | under;
      Limit:       word_o = 32'h04080000 | {8'b0, size, 3'b0, micro_i.op, 3'b0, PAll, m, d};
      Clamp:       word_o = 32'h4400c000 | sized | of_three | {21'b0, !flag, 10'b0};
      Extend:      word_o = 32'h0410a000 | sized_two | under | {14'b0, number[0], !flag, 16'b0};
      Negate:      word_o = 32'h0417a000 | sized_two | {19'b0, p, 10'b0};
      AddConstant: word_o = 32'h2520e000 | sized | {19'b0, number, 2'b0, d}; // of 2^10
      SubConstant: word_o = 32'h2521c000 | sized | {21'b0, number, d};
      NarrowWords: word_o = 32'h45314000 | of_two;
      FcvtWiden:   word_o = 32'h6589a000 | of_two | under;
      FcvtNarrow:  word_o = 32'hc120e020 | of_two | {9'b0, flag, 22'b0};
      Fadd:        word_o = 32'h65000000 | sized | of_three;
      Fmul:        word_o = 32'h65000800 | sized | of_three;
      Fmin:        word_o = 32'h65068000 | sized | {15'b0, !flag, 3'b0, PAll, m, d};
      Fma:         word_o = 32'h65200000 | sized | of_three | under | {18'b0, flag, 13'b0};
      Fmlal:       word_o = 32'h64a08000 | of_three | {18'b0, flag, 2'b0, number[0], 10'b0};
      Fmopa:       word_o = 32'h80800000 | {9'b0, size == 2'd3, 1'b0, m, q, p, n, flag, 1'b0,
                                            number[2:0]};
      FmopaPairs:  word_o = 32'h81a00000 | {11'b0, m, q, p, n, flag, 1'b0, number[2:0]};
      MopaBytes:   word_o = 32'ha0800000 | {7'b0, !micro_i.op[1], 2'b0, !micro_i.op[0], m, q, p, n,
                                            2'b0, number[2:0]};
      AddHalves:   word_o = 32'hc1200c00 | {9'b0, micro_i.op[1], 1'b0, m, 6'b0, n, micro_i.op[0],
                                            flag, 3'b0};
      ZeroTile:    word_o = 32'hc0080000 | {24'b0, classes};
      Ldr:         word_o = 32'h85804000 | {27'b0, d};
      LdrPair:     word_o = 32'ha0400000 | {27'b0, d}; // LD1B of two, under PN8
      Str:         word_o = 32'he5804000 | {27'b0, d};
      LdrRow:      word_o = 32'he1000000;
      StrRow:      word_o = 32'he1200000;
      FromRow:     word_o = 32'hc0020000 | {8'b0, size, 6'b0, flag, 2'b0, p, 1'b0, tile, d};
      ToRow:       word_o = 32'hc0000000 | {8'b0, size, 6'b0, flag, 2'b0, p, n, 1'b0, tile};
      PtrueCounted: word_o = 32'h25207810;
      Ptrue:       word_o = 32'h2518e3e0 | sized | {27'b0, d};
      Whilelo:     word_o = 32'h25211c00 | sized | {27'b0, d};
      Pnext:       word_o = 32'h2519c400 | sized | {24'b0, PAll, d};
      Pnot:        word_o = 32'h25004200 | {13'b0, PAll, 3'b0, PAll, d, d};
      Pand:        word_o = 32'h25004000 | {11'b0, n, 1'b0, n, m, d};
      PTrn:        word_o = 32'h05205000 | sized | of_three | {21'b0, flag, 10'b0};
      PZip:        word_o = 32'h05204000 | sized | of_three;
      Greater:     word_o = 32'h24000010 | sized | of_three | under | {16'b0, flag, 15'b0};
      GreaterNumber: word_o = 32'h65004010 | sized | of_three | under;
      Negative:    word_o = 32'h25002000 | sized_two | under;
      NotPositive: word_o = 32'h65112010 | sized_two | under;
      Start:       word_o = 32'hd503477f;
      Stop:        word_o = 32'hd503467f;
      default:     word_o = '0;
    endcase
  end

  assign a_o    = micro_i.a;
  assign b_o    = {58'b0, micro_i.b};
  always_comb begin
    unique case (micro_i.form)
      FromRow, ToRow:            slice_o = {2'b0, slice};
      LdrRow, StrRow, AddHalves: slice_o = {2'b0, number};
      LdrPair:                   slice_o = 8'd4; // the core writes both with one answer
      default:                   slice_o = '0;
    endcase
  end
  // NaN is the default one.
  assign fpcr_o = {6'b0, 1'b1, 1'b0, micro_i.rounds, 22'b0};

endmodule
