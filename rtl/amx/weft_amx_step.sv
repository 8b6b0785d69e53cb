// SPDX-License-Identifier: Apache-2.0
//
// The word of a job's step, as fields, by program and step. Combinational; golden::amx::words()
// says the same.
//
//      X at an offset         a register, or Xs, which MOV and EXT make; Y the same
//      lanes                  P7, or a predicate that a word or two make
//      a lane of x or y       j, which belongs to row j 2^size + r mod 2^size of Z

module weft_amx_step
  import weft_amx_pkg::*, weft_amx_word_pkg::*;
(
  input  job_t   job_i,
  input  place_t place_i,
  output micro_t micro_o
);

  logic [63:0] k;
  logic [4:0]  j;
  step_t       step;
  assign k    = job_i.operand;
  assign j    = place_i.lane[4:0];
  assign step = place_i.step;

  // ---- what several programs have ----

  product_t    f;
  extraction_t e;
  assign f = product_of(job_i.op, k);
  assign e = extraction_of(job_i.op, k);

  // The predicates of lanes; those of their even and odd ones, for both halves of a word.
  logic [2:0] px, px_even, px_odd, py, py_even, py_odd;
  assign {px, px_even, px_odd} = f.x.all ? {3{PAll}} : {PX, PXEven, PXOdd};
  assign {py, py_even, py_odd} = f.y.all ? {3{PAll}} : {PY, PYEven, PYOdd};

  // Operands at their offsets.
  logic [4:0] x_low, x_high, y_low, y_high, x_at, y_at;
  assign x_low  = {2'b00, k[18:16]};
  assign x_high = {2'b00, k[18:16] + 3'd1};
  assign y_low  = {2'b01, k[8:6]};
  assign y_high = {2'b01, k[8:6] + 3'd1};
  assign x_at   = f.x_turned ? Xs : x_low;
  assign y_at   = f.y_turned ? Ys : y_low;

  // Rows of Z.
  logic [5:0] row;
  always_comb begin
    unique case (f.size)
      2'd1:    row = {j, k[20]};
      2'd2:    row = {j[3:0], k[21:20]};
      default: row = {j[2:0], k[22:20]};
    endcase
  end

  // ---- sums ----

  micro_t     sums;
  logic [4:0] sums_x, sums_y, passed, passed_now;
  logic [1:0] one_size, sign_size;
  logic [5:0] tile, sums_row;
  assign one_size   = f.pairs ? 2'd1 : f.size;
  assign sign_size  = f.passes_half ? 2'd1 : f.size;
  assign sums_x     = f.no_x || (f.x_halves && !f.pairs) ? Xs : x_at;
  assign sums_y     = f.no_y || (f.y_halves && !f.pairs) ? Ys : y_at;
  assign passed     = f.only_x ? x_at : f.only_y ? y_at : Zero;
  assign passed_now = f.subtract || f.passes_half ? Value : passed;
  assign tile       = {3'b0, k[22:20] & ~(3'b111 << f.size)};
  assign sums_row   = f.vectors ? k[25:20] : row;
  always_comb begin
    unique case (step)
      SumsX:      sums = !f.computes || !f.no_x ? move(Xs, x_low)
                  : dup(one_size, Xs, one_of(one_size));
      SumsXExt:   sums = turn(Xs, x_high, k[15:10]);
      SumsXWiden: sums = vector_of(FcvtWiden, '0, Xs, x_at, '0);
      SumsY:      sums = !f.computes || !f.no_y ? move(Ys, y_low)
                  : dup(one_size, Ys, one_of(one_size));
      SumsYExt:   sums = turn(Ys, y_high, k[5:0]);
      SumsYWiden: sums = vector_of(FcvtWiden, '0, Ys, y_at, '0);
      SumsSign:   sums = dup(sign_size, Sign, sign_of(sign_size));
      SumsNegate: sums = vector_of(Eor, '0, Value, passed, Sign);
      SumsWiden:  sums = vector_of(FcvtWiden, '0, Value, f.subtract ? Value : passed, '0);
      SumsPx:     sums = make(f.x, 1'b0, PX, f.size);
      SumsPxEnd:  sums = make(f.x, 1'b1, PX, f.size);
      SumsPy:     sums = make(f.y, 1'b0, PY, f.size);
      SumsPyEnd:  sums = make(f.y, 1'b1, PY, f.size);
      SumsMinus:  sums = dup(f.size, Sign, sign_of(f.size));
      SumsLane:   sums = lane(f.size, sums_y, {1'b0, j});
      SumsTake:   sums = f.no_z ? move(Sum, Sign) : from_row(f.size, Sum, PAll, sums_row, 1'b0);
      SumsFma: begin
        sums      = vector_of(Fma, f.size, Sum, sums_x, f.vectors ? sums_y : Lane);
        sums.flag = f.subtract;
      end
      SumsPut: begin
        if (f.zeroes || (f.outer && f.all)) begin
          sums = product(ZeroTile, f.size, 1'b0, tile, '0, '0, '0, '0);
        end else if (f.computes) begin
          sums = to_row(f.size, px, sums_row, f.outer ? Sign : Sum, 1'b0);
        end else if (f.only_y && !f.vectors) begin
          sums = to_row(f.size, py, row, passed_now, 1'b1);
        end else begin
          sums = to_row(f.size, px, sums_row, passed_now, 1'b0);
        end
      end
      SumsPreset: sums = minus_tile(f.size, tile);
      SumsTrnX:   sums = permute(2'd1, Trn1, XEven, sums_x, Zero);
      SumsDummy:  sums = dup(2'd1, Lane, sign_of(2'd1));
      SumsTrnY:   sums = permute(2'd1, Trn1, YEven, sums_y, f.subtract ? Zero : Lane);
      SumsBothX:  sums = both(1'b0, PXEven, px);
      SumsBothY:  sums = both(1'b0, PYEven, py);
      default: begin
        if (f.pairs) sums = product(FmopaPairs, f.size, f.subtract, tile, py_even, px_even, YEven,
                                    XEven);
        else         sums = product(Fmopa, f.size, f.subtract, tile, py, px, sums_y, sums_x);
      end
    endcase
  end

  // ---- sums of binary16 in binary32 ----

  micro_t     of_pairs;
  logic [4:0] pair_x, pair_y, pair_now;
  logic [5:0] column;
  logic       passes_zero;
  logic [1:0] at_tile;
  assign pair_x      = f.no_x ? Xs : x_at;
  assign pair_y      = f.no_y ? Ys : y_at;
  assign pair_now    = f.subtract ? Value : passed;
  assign column      = {j[4:1], 1'b0, j[0]};
  assign passes_zero = f.no_x && f.no_y;
  assign at_tile     = step[1:0] - PairsOuter[1:0];
  always_comb begin
    unique case (step)
      PairsPx:       of_pairs = make(f.x, 1'b0, PX, 2'd1);
      PairsPxEnd:    of_pairs = make(f.x, 1'b1, PX, 2'd1);
      PairsPy:       of_pairs = make(f.y, 1'b0, PY, 2'd1);
      PairsPyEnd:    of_pairs = make(f.y, 1'b1, PY, 2'd1);
      PairsXEven:    of_pairs = both(1'b0, PXEven, px);
      PairsXOdd:     of_pairs = both(1'b1, PXOdd, px);
      PairsYEven:    of_pairs = both(1'b0, PYEven, py);
      PairsYOdd:     of_pairs = both(1'b1, PYOdd, py);
      PairsX:        of_pairs = !f.computes || !f.no_x ? move(Xs, x_low)
                                : dup(2'd1, Xs, one_of(2'd1));
      PairsXExt:     of_pairs = turn(Xs, x_high, k[15:10]);
      PairsY:        of_pairs = !f.computes || !f.no_y ? move(Ys, y_low)
                                : dup(2'd1, Ys, one_of(2'd1));
      PairsYExt:     of_pairs = turn(Ys, y_high, k[5:0]);
      PairsSign:     of_pairs = passes_zero ? dup(2'd2, Sign, sign_of(2'd2))
                                            : dup(2'd1, Sign, sign_of(2'd1));
      PairsNegate:   of_pairs = vector_of(Eor, '0, Value, passed, Sign);
      PairsOdd:      of_pairs = permute(2'd1, Trn2, Odd, pair_now, pair_now);
      PairsWiden:    of_pairs = vector_of(FcvtWiden, '0, Even, pair_now, '0);
      PairsWidenOdd: of_pairs = vector_of(FcvtWiden, '0, Odd, Odd, '0);
      PairsDummy:    of_pairs = dup(2'd1, Lane, sign_of(2'd1));
      PairsMinus:    of_pairs = dup(2'd2, Sign, sign_of(2'd2));
      PairsPut: begin
        if (f.only_y) of_pairs = to_row(2'd2, py_even, column, Even, 1'b1);
        else          of_pairs = to_row(2'd2, px_even, {j, 1'b0}, f.computes ? Sign
                                        : passes_zero ? pair_now : Even, 1'b0);
        if (f.computes && f.all) begin
          of_pairs = product(ZeroTile, 2'd2, 1'b0, {1'b0, j}, '0, '0, '0, '0);
        end
      end
      PairsPutOdd: begin
        if (f.only_y) of_pairs = to_row(2'd2, py_odd, column | 6'd2, Odd, 1'b1);
        else          of_pairs = to_row(2'd2, px_odd, {j, 1'b1}, f.computes ? Sign
                                        : passes_zero ? pair_now : Odd, 1'b0);
        if (f.computes && f.all) begin
          of_pairs = minus_tile(2'd2, {1'b0, j});
        end
      end
      PairsTrnX:     of_pairs = permute(2'd1, Trn1, XEven, pair_x, Zero);
      PairsTrnY:     of_pairs = permute(2'd1, Trn1, YEven, pair_y, f.subtract ? Zero : Lane);
      PairsTrnXOdd:  of_pairs = permute(2'd1, Trn2, XOdd, pair_x, Zero);
      PairsTrnYOdd:  of_pairs = permute(2'd1, Trn2, YOdd, pair_y, f.subtract ? Zero : Lane);
      default:
        of_pairs = product(FmopaPairs, 2'd2, f.subtract, {4'b0, at_tile},
                           at_tile[1] ? py_odd : py_even, at_tile[0] ? px_odd : px_even,
                           at_tile[1] ? YOdd : YEven, at_tile[0] ? XOdd : XEven);
    endcase
  end

  // ---- sums of integers ----

  micro_t     macs;
  logic       multiplies, moved_by;
  logic [4:0] even_y, odd_y, even, odd;
  logic [1:0] mac_size;
  logic [5:0] mac_row;
  assign multiplies = !f.no_x && !f.no_y;
  assign moved_by   = k[59:55] != '0;
  assign mac_size   = f.wide ? 2'd2 : 2'd1;
  assign even_y     = f.vectors ? YEven : Lane;
  assign odd_y      = f.vectors ? YOdd : Lane;
  assign even       = f.no_x && f.no_y ? Zero : multiplies || moved_by ? Even
                    : f.no_x ? even_y : XEven;
  assign odd        = f.no_x && f.no_y ? Zero : multiplies || moved_by ? Odd
                    : f.no_x ? odd_y : XOdd;
  assign mac_row    = f.vectors ? k[25:20] : f.wide ? {j, 1'b0} : {j, k[20]};
  always_comb begin
    unique case (step)
      MacsX:        macs = move(Xs, x_low);
      MacsXExt:     macs = turn(Xs, x_high, k[15:10]);
      MacsXEven:    macs = extend(1'b1, 2'd2, !k[61], XEven, x_at);
      MacsXShift:   macs = shift(1'b1, 2'd2, XOdd, x_at, 6'd16);
      MacsXOdd:     macs = extend(1'b1, 2'd2, 1'b0, XOdd, XOdd);
      MacsY:        macs = move(Ys, y_low);
      MacsYExt:     macs = turn(Ys, y_high, k[5:0]);
      MacsYEven:    macs = extend(1'b1, 2'd2, !k[60], YEven, y_at);
      MacsYShift:   macs = shift(1'b1, 2'd2, YOdd, y_at, 6'd16);
      MacsYOdd:     macs = extend(1'b1, 2'd2, 1'b0, YOdd, YOdd);
      MacsPx:       macs = make(f.x, 1'b0, PX, 2'd1);
      MacsPxEnd:    macs = make(f.x, 1'b1, PX, 2'd1);
      MacsPxOdd:    macs = both(1'b1, PXOdd, px);
      MacsLane:     macs = f.at_once ? lane(2'd1, y_at, {1'b0, j})
                                     : lane(2'd2, j[0] ? YOdd : YEven, {2'b0, j[4:1]});
      MacsMul:      macs = vector_of(Mul, 2'd2, Even, XEven, even_y);
      MacsShift:    macs = shift(1'b1, 2'd2, Even, multiplies ? Even : f.no_x ? even_y : XEven,
                                 {1'b0, k[59:55]});
      MacsMulOdd:   macs = vector_of(Mul, 2'd2, Odd, XOdd, odd_y);
      MacsShiftOdd: macs = shift(1'b1, 2'd2, Odd, multiplies ? Odd : f.no_x ? odd_y : XOdd,
                                 {1'b0, k[59:55]});
      MacsTrn:      macs = permute(2'd1, Trn1, Value, even, odd);
      MacsTake:     macs = from_row(mac_size, Sum, PAll, mac_row, 1'b0);
      MacsAdd:      macs = vector_of(Add, mac_size, Sum, Sum, f.wide ? even : Value);
      MacsPut: begin
        macs = to_row(mac_size, px, mac_row, !f.no_z ? Sum : f.wide ? even : Value, 1'b0);
        if (f.at_once) macs = '{form: AddHalves, n: Lane, m: x_low, op: SignedHalves,
                                number: mac_row, default: '0};
      end
      MacsTakeOdd:  macs = from_row(2'd2, Sum, PAll, {j, 1'b1}, 1'b0);
      MacsAddOdd:   macs = vector_of(Add, 2'd2, Sum, Sum, odd);
      default:      macs = to_row(2'd2, px_odd, {j, 1'b1}, f.no_z ? odd : Sum, 1'b0);
    endcase
  end

  // ---- extraction ----

  micro_t     extract;
  logic [2:0] reg_low, p;
  logic [4:0] low, high, target, part;
  logic [5:0] z, z_part, amount, bytes;
  assign bytes   = e.offset[5:0];
  assign p       = e.whole ? PAll : PX;
  assign reg_low = e.offset[8:6] + 3'(j[1:0]);
  assign low     = {1'b0, e.to_y, reg_low};
  assign high    = {1'b0, e.to_y, reg_low + 3'd1};
  assign target  = e.turned ? Target : low;
  assign z       = e.once ? k[25:20] : k[25] ? {j[1:0], k[23:20]} : {j[0], k[24:20]};
  assign part    = XEven + 5'(place_i.part);

  // A part's row in its cell of 2 or 4.
  logic [1:0] in_cell;
  assign in_cell = e.apart_two ? {place_i.part[0], 1'b0} : place_i.part;
  assign z_part  = e.from == 2'd2 ? {z[5:2], z[1:0] + in_cell} : {z[5:1], z[0] ^ in_cell[0]};

  // A shift of lanes, at most by their bits; rounded, the last bit apart.
  logic [5:0] wanted;
  assign wanted = {1'b0, k[62:58]} - 6'(k[54]);
  assign amount = e.from == 2'd1 && wanted > 6'd16 ? 6'd16 : wanted;

  always_comb begin
    unique case (step)
      ExtractCopy: extract = e.column ? move({2'b01, k[8:6]}, {2'b00, k[22:20]})
                                      : move({2'b00, k[18:16]}, {2'b01, k[22:20]});
      ExtractP:      extract = make(e.lanes, 1'b0, PX, e.to);
      ExtractPEnd:   extract = make(e.lanes, 1'b1, PX, e.to);
      ExtractLow:    extract = '{form: Ptrue, size: e.to, d: {2'b0, PY}, default: '0};
      ExtractAnd:    extract = vector_of(Pand, '0, {2'b0, PX}, {2'b0, PY},
                                         {2'b0, e.lanes.all ? PAll : PX});
      ExtractOld:    extract = move(Target, low);
      ExtractOldExt: extract = turn(Target, high, bytes);
      ExtractMost:   extract = dup(e.from, One, e.to == '0 ? {56'b0, !k[56], 7'h7f}
                                                           : {48'b0, !k[56], 15'h7fff});
      ExtractLeast:  extract = dup(e.from, Sign, !k[56] ? '0 : e.to == '0 ? -64'd128 : -64'd32768);
      ExtractPart:   extract = from_row(e.from, part, PAll, z_part, e.column);
      ExtractShift:  extract = shift(k[57], e.from, part, part, amount);
      ExtractLost:   extract = move(Lane, part);
      ExtractBit:    extract = keep(e.from, Lane, 6'd1);
      ExtractHalve:  extract = shift(k[57], e.from, part, part, 6'd1);
      ExtractRound:  extract = vector_of(Add, e.from, part, part, Lane);
      ExtractLimit: begin
        extract    = vector_of(Limit, e.from, part, '0, One);
        extract.op = k[57] ? Smin : Umin;
      end
      ExtractFloor: begin
        extract    = vector_of(Limit, e.from, part, '0, Sign);
        extract.op = Smax;
      end
      ExtractEven:   extract = permute(2'd1, Trn1, XEven, XEven, YEven);
      ExtractOdd:    extract = permute(2'd1, Trn1, XOdd, XOdd, YOdd);
      ExtractNarrow: begin
        extract = permute(e.to, Trn1, Value, XEven, XOdd);
        if (k[63]) begin
          extract      = vector_of(FcvtNarrow, '0, Value, XEven, '0);
          extract.flag = k[62];
        end
      end
      ExtractTake: begin
        if (e.zero)           extract = move(target, Zero);
        else if (e.low_bytes) extract = from_row(e.to, Value, PAll, z, e.column);
        else                  extract = from_row(e.to, target, p, z, e.column);
      end
      ExtractMerge:
        extract = e.whole ? move(target, Value)
                          : choose(e.low_bytes ? 2'd0 : e.to, target, p, Value, target);
      ExtractTurn:     extract = turn(low, low, bytes);
      ExtractPutLow:   extract = turn(low, Target, 6'd0 - bytes);
      ExtractTurnHigh: extract = turn(high, high, bytes);
      ExtractPutHigh:  extract = turn(Target, high, 6'd0 - bytes);
      default:         extract = move(high, Target);
    endcase
  end

  // ---- memory; set and clr ----

  micro_t      transfer, interleave, set;
  logic        loads, pairs, pair;
  logic [1:0]  number; // of the registers, the word's first one
  logic [63:0] address;
  logic [5:0]  z_row;
  assign loads = job_i.op inside {Ldx, Ldy, Ldz, Ldzi};
  assign z_row = k[61:56] + {5'b0, j[0]};
  // Loads of several registers, two of them with a word where the first one is even.
  assign pairs = job_i.op inside {Ldx, Ldy} && k[62];
  always_comb begin
    if (pairs && !k[56]) {pair, number} = {1'b1, j[0], 1'b0};
    else if (pairs)      {pair, number} = {j[0] && k[60], j[1], j[1] || j[0]};
    else                 {pair, number} = {1'b0, j[1:0]};
  end
  always_comb begin
    // Several registers are aligned to two of them.
    address  = {8'b0, k[55:7] + 49'(number[1]), k[6] | number[0], k[5:0]};
    transfer = '{form: pair ? LdrPair : loads ? Ldr : Str, a: address, default: '0};
    transfer.d = {1'b0, job_i.op inside {Ldy, Sty}, k[58:56] + 3'(number)};
    if (job_i.op inside {Ldz, Stz}) begin
      transfer = '{form: loads ? LdrRow : StrRow, a: address, number: z_row, default: '0};
    end
  end

  always_comb begin
    unique case (step)
      InterleaveA: begin
        interleave = from_row(2'd2, Even, PAll, {k[61:57], 1'b0}, 1'b0);
        if (loads) interleave = '{form: Ldr, a: address, d: Sum, default: '0};
      end
      InterleaveB: interleave = loads ? permute(2'd2, Uzp1, Even, Sum, Sum)
                                      : from_row(2'd2, Odd, PAll, {k[61:57], 1'b1}, 1'b0);
      InterleaveC: interleave = loads ? permute(2'd2, Uzp2, Odd, Sum, Sum)
                                      : permute(2'd2, Zip1 | 3'(k[56]), Sum, Even, Odd);
      InterleaveD: begin
        interleave = '{form: Str, a: address, d: Sum, default: '0};
        if (loads) interleave = '{form: Whilelo, size: 2'd2, d: {2'b0, PX}, b: 6'd8, default: '0};
      end
      InterleaveNot:  interleave = vector_of(Pnot, '0, {2'b0, PX}, '0, '0);
      InterleaveEven: interleave = to_row(2'd2, PX, {k[61:57], 1'b0}, Even, 1'b0);
      default:        interleave = to_row(2'd2, PX, {k[61:57], 1'b1}, Odd, 1'b0);
    endcase
    set = '{form: k[0] ? Stop : Start, default: '0};
    if (step == SwitchCounted) set = '{form: PtrueCounted, default: '0};
    if (step == SwitchAll) set = '{form: Ptrue, d: {2'b0, PAll}, default: '0};
  end

  always_comb begin
    unique case (job_i.runs)
      Switch:     micro_o = set;
      Transfer:   micro_o = transfer;
      Interleave: micro_o = interleave;
      Extract:    micro_o = extract;
      Sums:       micro_o = sums;
      Pairs:      micro_o = of_pairs;
      default:    micro_o = macs;
    endcase
  end

  logic unused;
  assign unused = ^{job_i, place_i, f, e};

endmodule
