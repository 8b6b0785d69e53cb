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

  // A lane's place in bytes with a one below it, and a shift's distance from twice the lanes' bits.
  logic [6:0] at, field;
  assign at    = {number, 1'b1} << size;
  assign field = (7'd16 << size) - {1'b0, number};

  always_comb begin
    unique case (micro_i.form)
      Mov:        word_o = 32'h04603000 | {11'b0, n, 6'b0, n, d};
      Eor:        word_o = 32'h04a03000 | {11'b0, m, 6'b0, n, d};
      Dup:        word_o = 32'h05203800 | {8'b0, size, 17'b0, d};
      DupLane:    word_o = 32'h05202000 | {8'b0, at[6:5], 1'b0, at[4:0], 6'b0, n, d};
      Ext:        word_o = 32'h05200000 | {11'b0, 2'b0, number[5:3], 3'b0, number[2:0], m, d};
      Sel:        word_o = 32'h0520c000 | {8'b0, size, 1'b0, d, 3'b0, p, n, d};
      Permute:    word_o = 32'h05206000 | {8'b0, size, 1'b0, m, 3'b0, micro_i.op, n, d};
      Add:        word_o = 32'h04200000 | {8'b0, size, 1'b0, m, 6'b0, n, d};
      Mul:        word_o = 32'h04206000 | {8'b0, size, 1'b0, m, 6'b0, n, d};
      Asr:        word_o = 32'h04209000 | {8'b0, field[6:5], 1'b0, field[4:0], 6'b0, n, d};
      Lsr:        word_o = 32'h04209400 | {8'b0, field[6:5], 1'b0, field[4:0], 6'b0, n, d};
      AndOne:     word_o = 32'h05800000 | {21'b0, size == 2'd1, 5'b0, d};
      Limit:      word_o = 32'h04080000 | {8'b0, size, 3'b0, micro_i.op, 3'b0, PAll, m, d};
      ExtendByte: word_o = 32'h0490a000 | {19'b0, PAll, n, d};
      ExtendHalf: word_o = 32'h0492a000 | {19'b0, PAll, n, d};
      FcvtWiden:  word_o = 32'h6589a000 | {19'b0, PAll, n, d};
      FcvtNarrow: word_o = 32'hc120e020 | {9'b0, flag, 12'b0, n, d};
      Fma:        word_o = 32'h65200000 | {8'b0, size, 1'b0, m, 2'b0, flag, PAll, n, d};
      Fmopa, MinusTile: word_o = 32'h80800000 | {9'b0, size == 2'd3, 1'b0, m, q, p, n, flag, 1'b0,
                                                 number[2:0]};
      FmopaPairs: word_o = 32'h81a00000 | {11'b0, m, q, p, n, flag, 1'b0, number[2:0]};
      Smlal:      word_o = 32'hc1600c00 | {11'b0, m, 6'b0, n, 5'b0};
      ZeroTile:   word_o = 32'hc0080000 | {24'b0, classes};
      Ldr:        word_o = 32'h85804000 | {27'b0, d};
      LdrPair:    word_o = 32'ha0400000 | {27'b0, d}; // LD1B of two, under PN8
      Str:        word_o = 32'he5804000 | {27'b0, d};
      LdrRow:     word_o = 32'he1000000;
      StrRow:     word_o = 32'he1200000;
      FromRow:    word_o = 32'hc0020000 | {8'b0, size, 6'b0, flag, 2'b0, p, 1'b0, tile, d};
      ToRow:      word_o = 32'hc0000000 | {8'b0, size, 6'b0, flag, 2'b0, p, n, 1'b0, tile};
      PtrueCounted: word_o = 32'h25207810;
      Ptrue:      word_o = 32'h2518e3e0 | {8'b0, size, 17'b0, d};
      Whilelo:    word_o = 32'h25211c00 | {8'b0, size, 17'b0, d};
      Pnext:      word_o = 32'h2519c400 | {8'b0, size, 14'b0, PAll, d};
      Pnot:       word_o = 32'h25004200 | {13'b0, PAll, 3'b0, PAll, d, d};
      Pand:       word_o = 32'h25004000 | {11'b0, n, 1'b0, n, m, d};
      PTrn:       word_o = 32'h05205000 | {8'b0, size, 1'b0, m, 5'b0, flag, n, d};
      Start:      word_o = 32'hd503477f;
      Stop:       word_o = 32'hd503467f;
      default:    word_o = '0;
    endcase
  end

  assign a_o    = micro_i.a;
  assign b_o    = {58'b0, micro_i.b};
  always_comb begin
    unique case (micro_i.form)
      FromRow, ToRow:        slice_o = {2'b0, slice};
      LdrRow, StrRow, Smlal: slice_o = {2'b0, number};
      LdrPair:               slice_o = 8'd4; // the core writes both with one answer
      default:               slice_o = '0;
    endcase
  end
  // NaN is the default one; a tile becomes -0 with sums rounded down.
  assign fpcr_o = {6'b0, 1'b1, 1'b0, micro_i.form == MinusTile, 23'b0};

endmodule
