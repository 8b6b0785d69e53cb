// SPDX-License-Identifier: Apache-2.0
//
// The word of genlut's step behind the load of its vector, as fields; lookups by numbers of 2 and 4
// bits have none. Combinational.
//
//      lookup      numbers of five bits go to bytes: eight of them, 40 bits, to each doubleword,
//                  halves of them to its halves, and so on
//      generation  of four lanes of the table in turns, from the last ones on, each that is greater
//                  replaces the lane's number; the least number of the four, less one, is packed

module weft_amx_dense_table
  import weft_amx_pkg::*, weft_amx_word_pkg::*, weft_amx_dense_pkg::*;
(
  input  job_t   job_i,
  input  dense_t dense_i,
  input  place_t place_i,
  output micro_t micro_o
);

  dense_t      f;
  logic [63:0] k;
  step_t       step;
  logic [1:0]  which;
  logic [4:0]  from, table_at, to;
  assign f        = dense_i;
  assign k        = job_i.operand;
  assign step     = place_i.step;
  assign which    = place_i.part;
  assign from     = window_of(f.x, '0, OfX);
  assign table_at = {1'b0, k[59], k[62:60]};
  assign to       = {1'b0, k[25], k[22:20]};

  // Numbers of a vector in order, of a table in order; its numbers.
  localparam logic [4:0] Key = XParts, Table = XParts + 5'd1, Infinity = XParts + 5'd2,
                         Numbers = YParts;

  // ---- numbers of five bits ----

  // The upper 32 of 64 numbers move first.
  micro_t     fives;
  logic [4:0] packed_at, third;
  logic [1:0] up_size;
  assign packed_at = f.size == '0 ? OfX : from;
  assign third     = step - FiveUp;
  assign up_size   = third < 5'd3 ? 2'd2 : third < 5'd6 ? 2'd1 : 2'd0;
  always_comb begin
    unique case (step)
      FiveMov:         fives = move(T2, from);
      FiveExt:         fives = turn(T2, T2, 6'd52);
      FiveFirst:       fives = '{form: Whilelo, size: 2'd3, d: 5'd5, b: 6'd4, default: '0};
      FiveChoose:      fives = choose(2'd3, OfX, 3'd5, from, T2);
      FiveOdd:         fives = alternate(1'b1, 3'd5, 2'd3);
      FivePairs:       fives = '{form: PZip, size: 2'd3, d: 5'd4, n: 5'd5, m: 5'd5, default: '0};
      FiveSix:         fives = move(T2, packed_at);
      FiveSixExt:      fives = turn(T2, T2, 6'd58);
      FiveSixChoose:   fives = choose(2'd3, OfX, 3'd4, T2, packed_at);
      FiveThree:       fives = move(T2, OfX);
      FiveThreeExt:    fives = turn(T2, T2, 6'd61);
      FiveThreeChoose: fives = choose(2'd3, OfX, 3'd5, T2, OfX);
      // The upper numbers of twice the size go to its upper half.
      FiveUp, FiveUp + 5'd3, FiveUp + 5'd6:
        fives = shift_left(up_size + 2'd1, T2, OfX, 6'd3 << up_size);
      FiveUp + 5'd1, FiveUp + 5'd4, FiveUp + 5'd7:
        fives = alternate(1'b1, 3'd5, up_size);
      FiveUp + 5'd2, FiveUp + 5'd5, FiveUp + 5'd8: fives = choose(up_size, OfX, 3'd5, T2, OfX);
      FiveKeep:        fives = keep(2'd0, OfX, 6'd5);
      FiveUnpack:      fives = vector_of(Unpack, 2'd1, OfX, OfX, '0);
      FiveTable:       fives = vector_of(LookUp, f.size, k[26] ? OfX : to, table_at, OfX);
      default:         fives = to_row(2'd0, PAll, k[25:20], OfX, 1'b0);
    endcase
  end

  // ---- generation ----

  // Numbers of bfloat16 are compared as signed ones of the same order; a NaN of x is above all, of
  // the table below.
  micro_t     takes, rows;
  logic [4:0] key, number, lane_of_table, compared_at, x_at;
  logic [2:0] nan, negative;
  logic [5:0] lanes, table_lane;
  assign key           = which[0] ? Table : Key;
  assign nan           = which[0] ? 3'd2 : 3'd0;
  assign negative      = nan + 3'd1;
  assign number        = Numbers + 5'(which);
  assign lane_of_table = T0 + 5'(which);
  assign lanes         = 6'd32 >> (f.size - 2'd1);
  assign table_lane    = job_i.to - place_i.lane - 6'(which);
  assign compared_at   = f.ordered ? Table : table_at;
  assign x_at          = f.ordered ? Key : from;
  always_comb begin
    unique case (step)
      GenInfinity: takes = dup(2'd1, Infinity, 64'h7f80);
      GenMov:      takes = move(key, which[0] ? table_at : from);
      GenNegative: takes = vector_of(Negative, 2'd1, 5'(negative), which[0] ? table_at : from, '0);
      GenKeep:     takes = keep(2'd1, key, 6'd15);
      GenNan: begin
        takes      = vector_of(Greater, 2'd1, 5'(nan), key, Infinity);
        takes.flag = 1'b1;
      end
      GenNegate: begin
        takes   = vector_of(Negate, 2'd1, key, key, '0);
        takes.p = negative;
      end
      GenSet: begin
        takes   = '{form: Copy, size: 2'd1, d: key, a: which[0] ? 64'h8000 : 64'h7fff, default: '0};
        takes.p = nan;
      end
      default: takes = dup(f.size, number, {58'b0, lanes});
    endcase
    unique case (step)
      GenLane: begin
        rows   = lane(f.size, compared_at, table_lane);
        rows.d = lane_of_table;
      end
      GenGreater: begin
        rows      = vector_of(f.float_table && !f.ordered ? GreaterNumber : Greater, f.size,
                              {3'b0, which}, lane_of_table, x_at);
        rows.flag = f.ordered || f.signed_table;
      end
      default: begin
        rows   = '{form: CopySmall, size: f.size, d: number, number: table_lane, default: '0};
        rows.p = {1'b0, which};
      end
    endcase
  end

  // Pairs of numbers join in elements of twice the size; of 20 bits in doublewords half as many
  // have 40, of which two and then two pairs move together.
  micro_t     packs;
  logic [4:0] of_five;
  logic [1:0] unzips;
  assign of_five = step - PackFives;
  assign unzips  = 2'(PackUnzip + 5'd2 - step);
  always_comb begin
    packs = '0;
    unique case (step)
      PackLeast, PackLeast + 5'd1, PackLeast + 5'd2: begin
        packs    = vector_of(Limit, f.size, Numbers, '0, Numbers + 5'd1);
        if (step == PackLeast + 5'd1) {packs.d, packs.m} = {Numbers + 5'd2, Numbers + 5'd3};
        if (step == PackLeast + 5'd2) packs.m = Numbers + 5'd2;
        packs.op = Umin;
      end
      PackSub:   packs = '{form: SubConstant, size: f.size, d: Numbers, number: 6'd1,
                           default: '0};
      PackKeep:  packs = keep(f.size, Numbers, 6'd6 - 6'(f.size));
      PackUnzip, PackUnzip + 5'd1, PackUnzip + 5'd2:
        packs = permute(unzips, Uzp1, Numbers, Numbers, Zero);
      PackShift: packs = shift(1'b0, 2'd1, T0, Numbers, 6'd4);
      PackOr:    packs = vector_of(Orr, '0, Numbers, Numbers, T0);
      PackFours: packs = permute(2'd0, Uzp1, to, Numbers, Zero);
      default: begin
        unique case (of_five)
          5'd0:  packs = dup(2'd2, T1, 64'hffe0);
          5'd1:  packs = shift(1'b0, 2'd2, T0, Numbers, 6'd16);
          5'd3:  packs = dup(2'd3, T1, 64'hffff_fc00);
          5'd4:  packs = shift(1'b0, 2'd3, T0, Numbers, 6'd32);
          5'd2, 5'd5: begin
            packs      = vector_of(Mla, of_five == 5'd2 ? 2'd2 : 2'd3, Numbers, T0, T1);
            packs.flag = 1'b1;
          end
          5'd6:  packs = permute(2'd3, Uzp2, T0, Numbers, Zero);
          5'd7:  packs = permute(2'd3, Uzp1, Numbers, Numbers, Zero);
          5'd8:  packs = shift_left(2'd3, T0, T0, 6'd20);
          5'd9:  packs = vector_of(Orr, '0, Numbers, Numbers, T0);
          5'd10: packs = permute(2'd3, Trn2, T0, Zero, Numbers);
          5'd11: packs = permute(2'd3, Trn1, Numbers, Numbers, Zero);
          5'd12: packs = turn(T0, T0, 6'd3);
          5'd13: packs = vector_of(Orr, '0, Numbers, Numbers, T0);
          5'd14: packs = move(T0, Numbers);
          5'd15: packs = turn(T0, Zero, 6'd6);
          5'd16: packs = '{form: Whilelo, b: 6'd10, default: '0};
          default: packs = choose(2'd0, to, 3'd0, Numbers, T0);
        endcase
      end
    endcase
  end

  always_comb begin
    unique case (section_e'(place_i.section))
      Take:    micro_o = f.looks_up ? fives : takes;
      RowsOfZ: micro_o = rows;
      default: micro_o = packs;
    endcase
  end

  logic unused;
  assign unused = ^{job_i, f, k, place_i};

endmodule
