// SPDX-License-Identifier: Apache-2.0
//
// The word of vecint's and matint's step on vectors and rows, as fields; of vecfp and matfp those
// that zeros, pairs of rows and outer products have. Combinational.
//
//      x, y            registers, or parts of them: elements in which a result has all its bits
//      a row           two registers of its own, v and t: v is first the lane of y
//      16 bits         shifted or saturated: even and odd lanes apart as words

module weft_amx_dense_integer
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
  logic        x_signed, y_signed;
  assign f        = dense_i;
  assign k        = job_i.operand;
  assign step     = place_i.step;
  assign x_signed = k[63];
  assign y_signed = k[26];

  // ---- operands ----

  logic [4:0] loaded, x, y;
  assign loaded = vector_at(f.x, place_i.again, OfX);
  assign x      = f.integers && f.alu == Agree ? OfX : loaded; // flipped
  assign y      = vector_at(f.y, place_i.again, OfY);

  // ---- parts ----

  // A part's register, of a vector that is split into `parts`, log2.
  function automatic logic [4:0] part_of(logic [4:0] v, logic [4:0] from, logic [1:0] parts,
                                         logic [1:0] part);
    return parts == '0 || v == Zero ? v : from + 5'(part);
  endfunction

  micro_t     split, take;
  logic       of_y, is_signed;
  logic [4:0] whole, part_at;
  logic [1:0] lanes, part;
  logic [2:0] of_part;
  logic [5:0] most, bits, above;
  assign of_y      = step >= TakeY;
  assign of_part   = of_y ? 3'(step - TakeY) : 3'(step - TakeX);
  assign part      = 2'((of_part + 3'd1) >> 1);
  assign lanes     = of_y ? f.sizes.y : f.sizes.x;
  assign whole     = of_y ? y : x;
  assign part_at   = (of_y ? YParts : XParts) + 5'(part);
  assign is_signed = f.alu != Agree && (of_y ? y_signed : x_signed);
  assign most      = 6'd8 << f.size;
  assign bits      = 6'd8 << lanes;
  assign above     = most - bits * 6'(part) - bits;
  always_comb begin
    // The highest part has no bits above it.
    split = shift(is_signed, f.size, part_at, above != '0 ? part_at : whole, most - bits);
    if (of_part inside {3'd1, 3'd3}) begin
      split = shift_left(f.size, part_at, whole, above);
    end
    if (of_part == '0) split = extend(is_signed, f.size, lanes[0], part_at, whole);
  end
  logic [63:0] limit;
  always_comb begin
    // A limit that z cannot reach is its own highest number.
    unique case (f.sizes.saturated)
      2'd0:    limit = y_signed ? 64'h7f : 64'hff;
      2'd1:    limit = y_signed ? 64'h7fff : 64'hffff;
      default: limit = y_signed ? 64'h7fff_ffff : 64'hffff_ffff;
    endcase
    unique case (step)
      TakeMost: begin
        take = dup(f.sizes.z, XParts, limit);
        if (x_signed && !y_signed && f.sizes.saturated == f.sizes.z) begin
          take.a = limit >> 1;
        end
      end
      TakeLeast: take = dup(f.sizes.z, XParts + 5'd1, ~limit);
      TakeFlip:  take = vector_of(Flip, f.sizes.x, OfX, loaded, '0);
      default:   take = split;
    endcase
  end

  // ---- rows ----

  row_t       at;
  logic [5:0] row, j;
  assign at  = row_of(f, job_i, place_i.again, place_i.lane + 6'(place_i.part));
  assign row = at.row;
  assign j   = at.j;

  // A row's registers: pairs that no part needs.
  logic [1:0] pairs_x, pairs_y;
  logic [2:0] pair;
  logic [4:0] v, t, even, odd;
  assign pairs_x = pairs_of_x(f);
  assign pairs_y = pairs_of_y(f);
  always_comb begin
    pair = 3'(pairs_x) + 3'(place_i.part);
    if (pair >= 3'd2) pair += 3'(pairs_y);
    v    = XParts + {1'b0, pair, 1'b0};
    even = place_i.part[0] ? T2 : T0;
    odd  = place_i.part[0] ? T3 : T1;
    if (f.halves) v = place_i.part[0] ? XParts + 5'd2 : YParts + 5'd2;
    t    = v + 5'd1;
  end

  // x and y of a row, and where they are of even and odd lanes.
  logic       by_lane;
  logic [1:0] part_x, part_y, lane_part, narrower;
  logic [4:0] row_x, row_y, x_even, x_odd, y_even, y_odd, lane_from;
  assign by_lane   = f.matrix && f.uses_y;
  assign narrower  = f.sizes.x < f.sizes.y ? f.sizes.x : f.sizes.y;
  assign part_x    = 2'((5'(at.b) << narrower) >> f.sizes.x);
  assign part_y    = 2'((5'(at.b) << narrower) >> f.sizes.y);
  assign x_even    = part_of(x, XParts, f.parts_x, 2'd0);
  assign x_odd     = part_of(x, XParts, f.parts_x, 2'd1);
  assign y_even    = by_lane ? v : part_of(y, YParts, f.parts_y, 2'd0);
  assign y_odd     = by_lane ? v : part_of(y, YParts, f.parts_y, 2'd1);
  assign row_x     = part_of(x, XParts, f.parts_x, part_x);
  assign row_y     = by_lane ? v : part_of(y, YParts, f.parts_y, part_y);
  assign lane_part = j[1:0] & 2'((3'd1 << f.parts_y) - 3'd1);
  assign lane_from = part_of(y, YParts, f.parts_y, lane_part);

  // Shifts, at most by an element's bits; a rounded one, the last bit apart.
  logic [5:0] amount, down;
  logic       shifts, value_signed, at_once;
  assign shifts       = k[62:58] != '0;
  assign value_signed = !f.multiplies || x_signed || y_signed;
  assign at_once      = f.multiplies && !shifts && !f.halves;
  function automatic logic [5:0] at_most(logic [5:0] wanted, logic [1:0] size);
    return size == 2'd0 && wanted > 6'd8 ? 6'd8 : size == 2'd1 && wanted > 6'd16 ? 6'd16 : wanted;
  endfunction
  assign amount = at_most({1'b0, k[62:58]}, f.size);
  assign down   = at_most({1'b0, k[62:58]} - 6'(k[29]), f.size);

  // The value that is added to z, or becomes it.
  logic [4:0] added;
  form_e      adds, computes;
  assign added    = f.alu inside {AddX, AddY} && !shifts ? (f.alu == AddX ? row_x : row_y) : v;
  assign adds     = f.subtracts ? Subtract : Add;
  assign computes = f.multiplies ? Mul : Add;

  micro_t     rows;
  logic [4:0] result;
  assign result = f.alu == MulXY ? t : v;
  always_comb begin
    unique case (step)
      RowLane: begin
        rows   = lane(f.whole ? 2'd1 : f.size, f.whole ? y : lane_from,
                      f.whole ? j : j >> f.parts_y);
        rows.d = f.whole ? T0 : v;
      end
      RowValue: begin
        rows = vector_of(computes, f.size, result, row_x, row_y);
        if (f.halves)               rows = vector_of(computes, 2'd2, even, x_even, y_even);
        else if (f.alu == Agree)    rows = vector_of(Eor, '0, v, row_x, row_y);
        else if (f.alu == AddX)     rows = shift(x_signed, f.size, v, row_x, amount);
        else if (f.alu == AddY)     rows = shift(y_signed, f.size, v, row_y, amount);
      end
      RowValueOdd: rows = vector_of(computes, 2'd2, odd, x_odd, y_odd);
      RowShift: begin
        rows = shift(value_signed, f.size, f.halves ? even : result, f.halves ? even : result,
                     amount);
        if (f.alu == Agree) rows = vector_of(Count, f.size, v, v, '0);
      end
      RowShiftOdd: rows = shift(value_signed, 2'd2, odd, odd, amount);
      RowTrn:      rows = permute(2'd1, Trn1, result, even, odd);
      RowTake:     rows = from_row(f.sizes.z, t, PAll, row, 1'b0);
      RowBias:     rows = '{form: AddConstant, size: 2'd2, d: even, number: 6'd16, default: '0};
      RowBiasOdd:  rows = '{form: AddConstant, size: 2'd2, d: odd, number: 6'd16, default: '0};
      RowHigh:     rows = shift(value_signed, 2'd2, even, even, 6'd15);
      RowHighOdd:  rows = shift(value_signed, 2'd2, odd, odd, 6'd15);
      RowZ:        rows = extend(1'b1, 2'd2, 1'b1, v, t);
      RowZOdd:     rows = shift(1'b1, 2'd2, t, t, 6'd16);
      RowSum:      rows = vector_of(adds, 2'd2, even, v, even);
      RowSumOdd:   rows = vector_of(adds, 2'd2, odd, t, odd);
      RowNarrow:   rows = vector_of(NarrowWords, '0, t, even, '0);
      RowDown:     rows = shift(x_signed, f.size, t, t, down);
      RowLost:     rows = move(v, t);
      RowBit:      rows = keep(f.size, v, 6'd1);
      RowHalve:    rows = shift(x_signed, f.size, t, t, 6'd1);
      RowRound:    rows = vector_of(Add, f.size, t, t, v);
      RowClamp: begin
        rows      = vector_of(Clamp, f.size, t, x_signed && y_signed ? XParts + 5'd1 : Zero,
                              XParts);
        rows.flag = x_signed;
      end
      RowAdd: begin
        rows = vector_of(adds, f.sizes.z, t, t, added);
        if (at_once) begin
          rows      = vector_of(Mla, f.sizes.z, t, row_x, row_y);
          rows.flag = f.subtracts;
        end
      end
      RowHalves: begin
        rows = '{form: AddHalves, flag: f.alu == MulSub, number: row, default: '0};
        rows.op = !f.integers ? (f.brain ? Bfloat16 : Binary16)
                  : x_signed ? SignedHalves : UnsignedHalves;
        // The second one is a register of the pool.
        {rows.n, rows.m} = f.matrix ? {T0, x} : !y[4] ? {x, y} : {y, x};
      end
      default:     rows = to_row(f.sizes.z, at.predicate, row, f.zeroes ? Zero : t, 1'b0);
    endcase
  end

  // ---- outer products of bytes ----

  // y is byte `byte_y` of words; tile i is of part i mod 2 of x, i / 2 of y.
  micro_t     products;
  logic [1:0] byte_y, tile;
  logic [4:0] out_y;
  logic [2:0] of_tile;
  assign byte_y  = f.direct ? k[1:0] : 2'd0;
  assign out_y   = f.direct ? {2'b01, k[8:6]} : f.lanes_y.all ? y : OfY;
  assign tile    = 2'(step - OutProduct);
  assign of_tile = f.everything ? PAll : {2'b0, tile[0]};
  always_comb begin
    unique case (step)
      OutY:        products = make(f.lanes_y, 1'b0, 3'd4, 2'd0);
      OutYEnd:     products = make(f.lanes_y, 1'b1, 3'd4, 2'd0);
      OutChoose:   products = choose(2'd0, OfY, 3'd4, y, Zero);
      OutLow:      products = vector_of(Unpack, 2'd1, T0, x, '0);
      OutHigh: begin
        products      = vector_of(Unpack, 2'd1, T1, x, '0);
        products.flag = 1'b1;
      end
      OutSplit: begin
        products = shift(1'b0, 2'd2, YParts, out_y, {1'b0, byte_y, 3'b0});
        if (byte_y == 2'd0) products = permute(2'd1, Trn1, YParts, out_y, Zero);
        if (byte_y == 2'd1) products = shift_left(2'd2, YParts + 5'd1, out_y, 6'd8);
      end
      OutSplitOdd: begin
        products = permute(2'd1, Trn2, YParts + 5'd1, Zero, out_y);
        if (byte_y == 2'd0) products = shift_left(2'd2, YParts + 5'd1, out_y, 6'd16);
      end
      OutX:        products = f.quarters ? permute(2'd1, Zip1, XParts, T0, T1)
                                         : extend(1'b0, 2'd1, 1'b0, XParts, x);
      OutXOdd:     products = f.quarters ? permute(2'd1, Zip2, XParts + 5'd1, T0, T1)
                                         : shift(1'b0, 2'd1, XParts + 5'd1, x, 6'd8);
      OutAgain: begin
        products = shift(1'b0, 2'd2, YParts, YParts + 5'd1, 6'd16);
        if (byte_y == 2'd3) products = shift_left(2'd2, YParts + 5'd1, YParts, 6'd16);
      end
      // All of Z is the tile of bytes.
      OutZero:     products = product(ZeroTile, f.group == '0 ? f.sizes.z : 2'd0, 1'b0,
                                      {3'b0, k[22:20]}, '0, '0, '0, '0);
      default: begin
        products    = product(MopaBytes, '0, 1'b0, {4'b0, tile}, PAll, of_tile,
                              YParts + 5'(tile[1]), XParts + 5'(tile[0]));
        products.op = {1'b0, y_signed, x_signed};
      end
    endcase
  end

  always_comb begin
    unique case (section_e'(place_i.section))
      Take:    micro_o = take;
      RowsOfZ: micro_o = rows;
      default: micro_o = products;
    endcase
  end

  logic unused;
  assign unused = ^{job_i, f, k, place_i};

endmodule
