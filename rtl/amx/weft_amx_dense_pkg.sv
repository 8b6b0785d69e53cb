// SPDX-License-Identifier: Apache-2.0
//
// Types of the programs of vecint, vecfp, matint, matfp and genlut in weft_amx. Such a program is a
// list of sections, a section a list of steps, each of which may be left out:
//
//      Enables     predicates of lanes                             once
//      LoadX       64 bytes of X, numbers of lanes, a shuffle      for each repetition of a vector
//      LoadY       the same of Y                                   operation
//      Take        constants, parts of x and y                     the same
//      RowsOfZ     rows of Z, some of them in turns                the same
//      Products    outer products; genlut's numbers packed         once
//
// Steps in turns are words of a row each: the first step's of all rows, then the second one's.

package weft_amx_dense_pkg;

  import weft_amx_pkg::*;

  typedef enum logic [2:0] { Enables, LoadX, LoadY, Take, RowsOfZ, Products } section_e;
  localparam int unsigned Sections = 6;
  typedef logic [Sections-1:0] sections_t;

  // The steps of each section.

  localparam step_t EnX = 5'd0, EnXEnd = 5'd1, EnY = 5'd2, EnYEnd = 5'd3, EnBytes = 5'd4,
                    EnBoth = 5'd5, EnOdd = 5'd6, EnUpper = 5'd7, EnUpperOdd = 5'd8;

  localparam step_t LdMov = 5'd0, LdExt = 5'd1, LdFour = 5'd2, LdZipFour = 5'd3, LdTwo = 5'd4,
                    LdZipTwo = 5'd5, LdKeep = 5'd6, LdUnpack = 5'd7, // and two more
                    LdTable = 5'd10, LdShuffle = 5'd11,              // three by three
                    LdLane = 5'd20, LdPut = 5'd21;

  // Integers.
  localparam step_t TakeMost = 5'd0, TakeLeast = 5'd1, TakeFlip = 5'd2, TakeX = 5'd3, // six
                    TakeY = 5'd9;                                                      // six
  localparam step_t RowLane = 5'd0, RowValue = 5'd1, RowValueOdd = 5'd2, RowShift = 5'd3,
                    RowShiftOdd = 5'd4, RowTrn = 5'd5, RowTake = 5'd6, RowBias = 5'd7,
                    RowBiasOdd = 5'd8, RowHigh = 5'd9, RowHighOdd = 5'd10, RowZ = 5'd11,
                    RowZOdd = 5'd12, RowSum = 5'd13, RowSumOdd = 5'd14, RowNarrow = 5'd15,
                    RowDown = 5'd16, RowLost = 5'd17, RowBit = 5'd18, RowHalve = 5'd19,
                    RowRound = 5'd20, RowClamp = 5'd21, RowAdd = 5'd22, RowPut = 5'd23,
                    RowHalves = 5'd24;
  localparam step_t OutY = 5'd0, OutYEnd = 5'd1, OutChoose = 5'd2, OutLow = 5'd3, OutHigh = 5'd4,
                    OutSplit = 5'd5, OutSplitOdd = 5'd6, OutX = 5'd7, OutXOdd = 5'd8,
                    OutAgain = 5'd9, OutProduct = 5'd10, // and three more
                    OutZero = 5'd14,
                    // Numbers.
                    OutPx = 5'd15, OutPy = 5'd16, OutPyOdd = 5'd17, OutDummy = 5'd18,
                    OutTrn = 5'd19, // and three more
                    OutSum = 5'd23; // and three more

  // Numbers.
  localparam step_t TakeOne = 5'd0, TakeBias = 5'd1, TakeXEven = 5'd2, TakeXOdd = 5'd3,
                    TakeYEven = 5'd4, TakeYOdd = 5'd5, TakeMov = 5'd6, TakeWiden = 5'd7,
                    TakeNot = 5'd8, TakeMovOdd = 5'd9, TakeWidenOdd = 5'd10, TakeNotOdd = 5'd11,
                    TakeTrn = 5'd12;
  localparam step_t NumLane = 5'd0, NumTake = 5'd1, NumMov = 5'd2, NumWiden = 5'd3,
                    NumValue = 5'd4,
                    // even lanes and odd ones in turns
                    NumHalf = 5'd5, NumCopy = 5'd6, NumUp = 5'd7, NumDown = 5'd8, NumOdd = 5'd9,
                    NumLess = 5'd10, NumExact = 5'd11, NumTie = 5'd12, NumTieBit = 5'd13,
                    NumBias = 5'd14, NumRound = 5'd15,
                    // of a row
                    NumTrn = 5'd16, NumPut = RowPut, NumHalves = RowHalves;

  // Tables.
  localparam step_t FiveMov = 5'd0, FiveExt = 5'd1, FiveFirst = 5'd2, FiveChoose = 5'd3,
                    FiveOdd = 5'd4, FivePairs = 5'd5, FiveSix = 5'd6, FiveSixExt = 5'd7,
                    FiveSixChoose = 5'd8, FiveThree = 5'd9, FiveThreeExt = 5'd10,
                    FiveThreeChoose = 5'd11, FiveUp = 5'd12, // three by three
                    FiveKeep = 5'd21, FiveUnpack = 5'd22, FiveTable = 5'd23, FivePut = 5'd24;
  localparam step_t GenInfinity = 5'd0,
                    // x and the table in turns
                    GenMov = 5'd1, GenNegative = 5'd2, GenKeep = 5'd3, GenNan = 5'd4,
                    GenNegate = 5'd5, GenSet = 5'd6,
                    // four times
                    GenNumbers = 5'd7;
  localparam step_t GenLane = 5'd0, GenGreater = 5'd1, GenNumber = 5'd2;
  localparam step_t PackLeast = 5'd0, // and two more
                    PackSub = 5'd3, PackKeep = 5'd4,
                    PackFives = 5'd5, // to
                    PackFivesEnd = 5'd22, PackUnzip = 5'd23, // and two more
                    PackShift = 5'd26, PackOr = 5'd27, PackFours = 5'd28;

  // The modes of the ALU.
  localparam logic [3:0] MulAdd = 4'd0, MulSub = 4'd1, SumAdd = 4'd2, SumSub = 4'd3, ShiftZ = 4'd4,
                         HighAdd = 4'd5, HighSub = 4'd6, Bytes = 4'd8, Agree = 4'd9, MulXY = 4'd10,
                         AddX = 4'd11, AddY = 4'd12;
  localparam logic [3:0] Select = 4'd4, Minimum = 4'd5, Maximum = 4'd7;

  // Registers: the vectors, their parts by turns, temporaries.
  localparam logic [4:0] OfX = 5'd16, OfY = 5'd17, XParts = 5'd18, YParts = 5'd22, T0 = 5'd26,
                         T1 = 5'd27, T2 = 5'd28, T3 = 5'd29;

  // The lanes of an operand, log2 of bytes.
  typedef struct packed { logic [1:0] x, y, z, saturated; } sizes_t;

  function automatic sizes_t all_of(logic [1:0] size);
    return '{x: size, y: size, z: size, saturated: size};
  endfunction
  function automatic sizes_t sizes_of(logic integers, logic matrix, logic [3:0] alu,
                                      logic [3:0] field);
    sizes_t s;
    s = all_of(2'd1);
    if (!integers) begin
      unique case (field)
        4'd1, 4'd3: s.z = 2'd2;
        4'd4:       s = all_of(2'd2);
        4'd7:       s = all_of(2'd3);
        default: ;
      endcase
    end else if (alu == ShiftZ) begin
      unique case (field)
        4'd3:  s = '{x: 2'd2, y: 2'd2, z: 2'd2, saturated: 2'd1};
        4'd4:  s = all_of(2'd2);
        4'd9:  if (!matrix) s = all_of(2'd0);
        4'd10: s = '{x: 2'd2, y: 2'd2, z: 2'd2, saturated: 2'd0};
        4'd11: s.saturated = 2'd0;
        default: ;
      endcase
    end else if (alu == Bytes) begin
      s = '{x: 2'd0, y: 2'd0, z: field == 4'd10 ? 2'd2 : 2'd1, saturated: 2'd1};
    end else if (!(alu inside {HighAdd, HighSub})) begin
      if (field == 4'd3) s.z = 2'd2;
      if (field == 4'd4 && alu == Agree) s = all_of(2'd2);
      if (!matrix) begin
        if (field inside {4'd10, 4'd12, 4'd13}) s.z = 2'd2;
        if (field inside {4'd10, 4'd11, 4'd12}) s.x = 2'd0;
        if (field inside {4'd10, 4'd11, 4'd13}) s.y = 2'd0;
      end
    end
    return s;
  endfunction

  // A row of Z: that of lane j of y in a matrix operation, row b of its lane.
  typedef struct packed {
    logic [5:0] row;
    logic [5:0] j;
    logic [1:0] b;
    logic [2:0] predicate;
  } row_t;

  // Where a vector comes from.
  typedef struct packed {
    logic       loads;
    logic       of_y;         // in the pool of Y
    logic [8:0] offset;       // bytes
    logic       indexed;
    logic       two;          // bits of a number, else 4
    logic [2:0] table_of;
    logic [1:0] turns;        // of a shuffle
    logic       stays;        // in all repetitions
    logic       one;          // lane for all
    logic [5:0] lane;
    logic [1:0] size;
  } loading_t;

  // The fields of an operand.
  typedef struct packed {
    logic       integers, matrix, tables;
    logic       empty;
    logic [3:0] alu;
    sizes_t     sizes;
    logic       brain;          // bfloat16
    logic       widens;         // to binary32
    logic [1:0] times;          // repeated, less one
    logic [1:0] group;          // log2 of the rows of a lane
    logic       zeroes, no_x, no_y;
    lanes_t     lanes_x, lanes_y;
    logic       mixed;          // bytes and halfwords
    logic       everything;     // no predicate of x
    logic       whole;          // pairs of rows at once
    logic       outer;          // outer products
    logic       zero_tile;
    loading_t   x, y;
    // Integers.
    logic       multiplies, subtracts, high, halves, uses_x, uses_y, limited;
    logic [1:0] size;           // of an element that is computed
    logic [1:0] parts_x, parts_y; // log2 of their number
    logic       direct;         // outer products of bytes of a register of Y as it is
    logic       quarters;       // their x is shuffled by its split
    // Numbers.
    logic       rounds;         // sums of bfloat16 in bfloat16
    logic       y_in_parts;
    // Tables.
    logic       looks_up, fives, float_table, ordered, signed_table;
    // Rows: lanes of y by `stride`, log2, and all rows of them, less one.
    logic       no_rows;
    logic [1:0] stride;
    logic [5:0] row_from;
    logic       row_by_two;
    logic [5:0] row_last;
    logic [1:0] row_group;      // log2 of the rows of a lane that have words
    logic [1:0] sets;           // of rows in turns, less one
  } dense_t;

  // Pairs of registers that parts of x, or limits, and of y have.
  function automatic logic [1:0] pairs_of_x(dense_t f);
    return f.limited ? 2'd1 : f.parts_x;
  endfunction
  function automatic logic [1:0] pairs_of_y(dense_t f);
    return f.alu == Bytes ? 2'd1 : f.parts_y;
  endfunction

  function automatic dense_t dense_of(op_e op, logic [63:0] k);
    dense_t      f;
    logic        bytes, indexed, does, none;
    logic [12:0] modes;
    logic [2:0]  mode;
    logic [8:0]  enables, at_x, at_y;
    logic [1:0]  narrower;
    logic [5:0]  first, last;
    logic        pool_x, pool_y;
    f          = '0;
    f.tables   = op == Genlut;
    f.integers = op inside {Vecint, Matint};
    f.matrix   = op inside {Matint, Matfp};
    indexed    = k[53] && !f.tables;
    bytes      = op == Matint && k[53] && k[54];
    f.alu      = bytes ? Bytes : k[53] ? MulAdd : k[50:47];
    unique case (op)
      Vecint:  modes = 13'b1_1100_0111_1111;
      Matint:  modes = 13'b0_0011_0111_1111;
      Vecfp:   modes = 13'b1_1100_1011_0011;
      default: modes = 13'b0_0000_0001_0011;
    endcase
    does     = (k[53] || k[52:51] == '0) && f.alu <= AddY && modes[f.alu]
               && k[56:54] == {2'b0, bytes};
    f.sizes  = sizes_of(f.integers, f.matrix, f.alu, k[45:42]);
    f.brain  = !f.integers && k[45:42] inside {4'd0, 4'd1};
    f.widens = f.sizes.x < f.sizes.z;
    f.times  = f.matrix || f.tables || !k[31] ? '0 : {k[25], 1'b1};
    narrower = f.sizes.x < f.sizes.y ? f.sizes.x : f.sizes.y;
    f.group  = f.sizes.z - narrower;
    f.mixed  = f.sizes.x != f.sizes.y;

    // Enables.
    mode    = k[31] && !f.matrix ? k[34:32] : '0;
    enables = {k[40:38], f.integers && k[37], k[36:32]};
    if (f.matrix) begin
      {at_x, at_y} = {enables, k[25:23], 1'b0, k[62:58]};
      if (f.integers) {at_x, at_y} = k[25] ? {9'd0, enables} : {enables, 9'd0};
      f.zeroes     = at_x == 9'd3 || at_y == 9'd3;
      f.no_x       = at_x inside {9'd4, 9'd5};
      f.no_y       = at_y inside {9'd4, 9'd5};
    end else begin
      if (k[31]) begin
        unique case (mode)
          3'd1:    enables = 9'd3;
          3'd4:    enables = 9'd4;
          3'd5:    enables = 9'd5;
          3'd7:    enables = 9'd64;
          default: enables = '0;
        endcase
      end
      {at_x, at_y} = {2{enables}};
      f.zeroes     = enables == 9'd3;
      f.no_x       = enables == 9'd4;
      f.no_y       = enables == 9'd5;
      f.y.one      = enables[8:6] == 3'd1;
      f.y.lane     = enables[5:0]; // modulo the number of lanes, as a word has it
      f.x.stays    = mode inside {3'd2, 3'd6};
      f.y.stays    = mode inside {3'd3, 3'd7};
      f.x.one      = mode == 3'd6;
    end
    f.lanes_x    = lanes_of(1'b1, at_x, f.sizes.x);
    f.lanes_y    = lanes_of(1'b1, at_y, f.sizes.y);
    none         = !f.y.one && (f.lanes_x.none || ((f.matrix || f.mixed) && f.lanes_y.none));
    f.empty      = !f.tables && (!does || none);
    f.everything = f.y.one || (f.lanes_x.all && (!f.mixed || f.lanes_y.all));

    // Operations.
    f.uses_x     = f.alu != AddY && !(f.integers && f.alu == ShiftZ);
    f.uses_y     = f.integers ? !(f.alu inside {ShiftZ, AddX}) : !(f.alu inside {Minimum, Maximum});
    f.high       = f.alu inside {HighAdd, HighSub};
    f.multiplies = f.high || f.alu inside {MulAdd, MulSub, Bytes, MulXY};
    f.subtracts  = f.alu inside {MulSub, SumSub, HighSub};
    f.halves     = f.sizes.x == 2'd1 && f.sizes.z == 2'd1
                   && (f.high || (f.alu inside {[MulAdd:SumSub], MulXY} && k[62:58] != '0));
    f.size       = f.halves ? 2'd2 : f.sizes.z;
    f.parts_x    = f.size - f.sizes.x;
    f.parts_y    = f.size - f.sizes.y;
    f.limited    = f.alu == ShiftZ && k[30] && (f.sizes.saturated < f.sizes.z || k[63] != k[26]);
    f.rounds     = f.brain && !f.widens;
    f.y_in_parts = f.brain && (f.widens || f.alu != Select);
    if (f.matrix && !f.zeroes) begin
      f.outer = f.integers ? f.alu == Bytes && f.sizes.z == 2'd2 && k[62:58] == '0
                           : f.alu <= MulSub && (f.widens || f.sizes.z > 2'd1);
    end
    f.zero_tile  = f.matrix && f.zeroes && f.everything && f.lanes_y.all;

    // Operands.
    f.direct     = f.integers && f.outer && f.lanes_y.all && !f.no_y && !(indexed && k[47])
                   && k[28:27] == '0 && k[5:2] == '0;
    f.quarters   = f.integers && f.outer && k[30:29] == 2'd2 && !f.no_x;
    f.x.loads    = f.uses_x && !f.no_x && !f.zeroes;
    f.y.loads    = f.uses_y && !f.no_y && !f.zeroes && !f.direct;
    f.x.offset   = k[18:10];
    f.y.offset   = k[8:0];
    f.x.indexed  = indexed && !k[47];
    f.y.indexed  = indexed && k[47];
    f.x.turns    = f.quarters ? '0 : k[30:29];
    f.y.turns    = k[28:27];
    f.y.of_y     = 1'b1;
    f.x.size     = f.sizes.x;
    f.y.size     = f.sizes.y;
    if (f.sizes.x == 2'd3 && k[30:29] == 2'd3) f.x.turns = '0;
    if (f.sizes.y == 2'd3 && k[28:27] == 2'd3) f.y.turns = '0;
    {f.x.two, f.y.two} = {2{!k[48]}};
    {f.x.table_of, f.y.table_of} = {2{k[51:49]}};
    pool_x       = f.x.loads && !f.x.indexed && f.x.turns == '0 && !f.x.one && k[15:10] == '0;
    pool_y       = f.y.loads && !f.y.indexed && f.y.turns == '0 && !f.y.one && k[5:0] == '0;
    f.whole      = f.alu <= MulSub && f.sizes.x == 2'd1 && f.sizes.y == 2'd1 && f.widens
                   && f.everything && !f.zeroes && (pool_x || (pool_y && !f.matrix))
                   && (!f.integers ? !f.matrix : k[62:58] == '0 && k[63] == k[26]);

    // Tables.
    if (f.tables) begin
      f.looks_up     = k[56:53] >= 4'd7;
      f.fives        = k[56:53] inside {4'd1, 4'd4, 4'd6, 4'd14, 4'd15};
      f.float_table  = k[56:53] inside {4'd0, 4'd1, 4'd2};
      f.ordered      = k[56:53] == 4'd1 && k[30];
      f.signed_table = k[56:53] inside {4'd3, 4'd4};
      f.x            = '{loads: 1'b1, of_y: k[10], offset: k[8:0],
                         indexed: f.looks_up && !f.fives, two: k[56:53] inside {[4'd7:4'd9]},
                         default: '0};
      f.y            = '0;
      unique case (k[56:53])
        4'd2, 4'd10:                      f.size = 2'd3;
        4'd0, 4'd3, 4'd5, 4'd7, 4'd11:    f.size = 2'd2;
        4'd9, 4'd13, 4'd15:               f.size = 2'd0;
        default:                          f.size = 2'd1;
      endcase
      f.x.size = f.size;
      f.times  = '0;
    end

    // Rows.
    f.stride     = f.sizes.y == '0 ? f.group : '0;
    first        = f.lanes_y.from;
    last         = f.lanes_y.to >> f.stride;
    f.row_by_two = f.lanes_y.by_two;
    if (f.sizes.y == '0 && f.group != '0) begin
      f.row_by_two = 1'b0;
      f.no_rows    = f.matrix && f.lanes_y.by_two && f.lanes_y.odd;
      first        = 6'((7'(first) + 7'(f.group[1] ? 3 : 1)) >> f.group);
      if (f.matrix && first > last) f.no_rows = 1'b1;
    end
    f.row_group = f.whole ? '0 : f.group;
    f.row_from  = first;
    f.row_last  = 6'(7'd1 << f.row_group) - 6'd1;
    if (f.matrix) f.row_last |= ((last - first) >> f.row_by_two) << f.row_group;
    if (f.tables) f.row_last = 6'h3f >> f.size;
    f.sets = 2'd2;
    if (f.integers) begin
      unique case (3'(pairs_of_x(f)) + 3'(pairs_of_y(f)))
        3'd4:    f.sets = 2'd1;
        3'd3:    f.sets = 2'd2;
        default: f.sets = 2'd3;
      endcase
      if (f.halves) f.sets = 2'd1;
    end
    if (f.rounds || f.whole) f.sets = '0;
    if (f.tables) f.sets = 2'd3;
    return f;
  endfunction

  // Row `number` of a job's rows.
  function automatic row_t row_of(dense_t f, job_t job, logic [1:0] again, logic [5:0] number);
    logic [63:0] k;
    row_t        r;
    k   = job.operand;
    r.b = number[1:0] & 2'((3'd1 << f.row_group) - 3'd1);
    r.j = (job.from + ((number >> f.row_group) << job.by_two)) << f.stride;
    if (f.matrix) begin
      r.row = r.j << f.sizes.y;
      if (f.group == '0) r.row |= {3'b0, k[22:20] & ~(3'b111 << f.sizes.x)};
    end else begin
      unique case (f.times)
        2'd0:    r.row = k[25:20];
        2'd1:    r.row = {again[0], k[24:20]};
        default: r.row = {again, k[23:20]};
      endcase
      r.row &= ~(6'((7'd1 << f.group) - 7'd1));
    end
    r.row       |= 6'(r.b);
    r.predicate  = f.everything ? 3'd7 : f.group == '0 ? 3'd0 : {1'b0, r.b};
    return r;
  endfunction

  // A vector of a repetition: its offset, and where its first steps leave it.
  function automatic logic [8:0] offset_of(loading_t l, logic [1:0] again);
    logic [1:0] times;
    logic [6:0] length;
    times  = l.stays ? '0 : again;
    length = l.indexed ? (l.two ? 7'd16 : 7'd32) >> l.size : 7'd64;
    return l.offset + 9'(length * times);
  endfunction
  function automatic logic is_turned(loading_t l, logic [1:0] again);
    return offset_of(l, again) % 9'd64 != '0;
  endfunction
  function automatic logic [4:0] window_of(loading_t l, logic [1:0] again, logic [4:0] to);
    logic [8:0] offset;
    offset = offset_of(l, again);
    return offset[5:0] != '0 ? to : {1'b0, l.of_y, offset[8:6]};
  endfunction
  // Where the steps before its last ones leave it: as loaded, and shuffled.
  function automatic logic [4:0] loaded_of(loading_t l, logic [1:0] again, logic [4:0] to);
    return l.indexed ? to : window_of(l, again, to);
  endfunction
  function automatic logic [4:0] vector_at(loading_t l, logic [1:0] again, logic [4:0] to);
    return !l.loads ? weft_amx_word_pkg::Zero
           : l.turns != '0 || l.one ? to : loaded_of(l, again, to);
  endfunction

  // ---- the steps that are there ----

  function automatic steps_t predicate_steps(lanes_t l, step_t first);
    return (steps_t'(!l.all) << first) | (steps_t'(!l.all && l.kind inside {Last, Single})
                                          << (first + 5'd1));
  endfunction
  // The lanes of bytes and of halfwords where they are mixed.
  function automatic lanes_t lanes_of_bytes(dense_t f);
    return f.sizes.x == '0 ? f.lanes_x : f.lanes_y;
  endfunction
  function automatic lanes_t lanes_of_halves(dense_t f);
    return f.sizes.x == '0 ? f.lanes_y : f.lanes_x;
  endfunction
  function automatic steps_t enable_steps(dense_t f);
    steps_t s;
    logic   made;
    s         = '0;
    made      = !f.everything;
    if (f.tables || f.y.one) return s;
    s         = predicate_steps(f.lanes_x, EnX);
    if (f.mixed) begin
      s          = predicate_steps(lanes_of_bytes(f), EnX)
                   | predicate_steps(lanes_of_halves(f), EnY);
      s[EnBytes] = !(f.sizes.x == '0 ? f.lanes_y.all : f.lanes_x.all);
      s[EnBoth]  = made;
    end
    s[EnOdd]      = made && f.group != '0;
    s[EnUpper]    = made && f.group[1];
    s[EnUpperOdd] = made && f.group[1];
    return s;
  endfunction

  function automatic steps_t load_steps(loading_t l, logic [1:0] again);
    steps_t s;
    s = '0;
    if (!l.loads) return s;
    s[LdMov] = is_turned(l, again);
    s[LdExt] = is_turned(l, again);
    if (l.indexed) begin
      s |= range_of(LdFour, LdZipFour);
      if (l.two) s |= range_of(LdTwo, LdZipTwo);
      s[LdKeep]  = 1'b1;
      s[LdTable] = 1'b1;
      if (l.size != '0) s |= range_of(LdUnpack, LdUnpack + 5'(l.size) - 5'd1);
    end
    if (l.turns != '0) s |= range_of(LdShuffle, LdShuffle + 5'd3 * 5'(l.turns) - 5'd1);
    s[LdLane] = l.one;
    return s;
  endfunction

  // The parts of a vector: the first one, then each shifted left, then right.
  function automatic logic [5:0] part_steps_of(logic [1:0] parts);
    return parts == '0 ? 6'b00_0000 : parts == 2'd1 ? 6'b00_0101 : 6'b11_1111;
  endfunction

  function automatic steps_t integer_take(dense_t f, logic [63:0] k);
    steps_t s;
    s            = '0;
    s[TakeMost]  = f.limited;
    s[TakeLeast] = f.limited && k[63] && k[26];
    s[TakeFlip]  = f.alu == Agree;
    if (f.uses_x && (!f.no_x || f.alu == Agree)) s[TakeX+:6] = part_steps_of(f.parts_x);
    if (f.uses_y && !f.no_y) s[TakeY+:6] = part_steps_of(f.parts_y);
    if (f.alu == Bytes) s[TakeY+1+:5] = '0;
    return s;
  endfunction
  function automatic steps_t integer_rows(dense_t f, logic [63:0] k);
    steps_t s;
    logic   shifts, rounds;
    s         = '0;
    shifts    = k[62:58] != '0;
    rounds    = f.alu == ShiftZ && shifts && k[29];
    s[RowLane] = f.matrix && f.uses_y;
    s[RowPut]  = 1'b1;
    s[RowTake] = f.alu != MulXY;
    if (f.halves) begin
      s |= range_of(RowValue, RowValueOdd);
      if (f.high) s |= range_of(RowBias, RowNarrow);
      else        s |= range_of(RowShift, RowTrn);
      s[RowAdd] = !f.high && f.alu != MulXY;
    end else if (f.alu == ShiftZ) begin
      s[RowDown]  = shifts && !(k[29] && k[62:58] == 5'd1);
      s[RowLost]  = rounds;
      s[RowBit]   = rounds;
      s[RowHalve] = rounds;
      s[RowRound] = rounds;
      s[RowClamp] = f.limited;
    end else begin
      s[RowValue] = f.alu inside {AddX, AddY} ? shifts
                    : !f.multiplies || shifts || f.alu == MulXY;
      s[RowShift] = f.alu == Agree || (shifts && !(f.alu inside {AddX, AddY}));
      s[RowAdd]   = f.alu != MulXY;
    end
    return s;
  endfunction
  function automatic steps_t integer_products(dense_t f, logic [63:0] k);
    steps_t s;
    s              = range_of(OutX, OutXOdd) | range_of(OutProduct, OutProduct + 5'd3);
    s[OutY+:3]     = 3'(predicate_steps(f.lanes_y, OutY)) | {!f.lanes_y.all, 2'b00};
    s[OutLow]      = f.quarters;
    s[OutHigh]     = f.quarters;
    s[OutSplit]    = 1'b1;
    s[OutSplitOdd] = !(f.direct && k[0]);
    s[OutAgain]    = f.direct && k[0];
    return s;
  endfunction

  function automatic steps_t float_take(dense_t f);
    steps_t s;
    logic   widens;
    s              = '0;
    widens         = f.widens && !f.brain;
    s[TakeOne]     = f.rounds || (f.brain && f.alu == Select) || (widens && f.alu > MulSub);
    s[TakeBias]    = f.rounds || (widens && f.alu > MulSub);
    if (f.brain && f.x.loads) s |= range_of(TakeXEven, TakeXOdd);
    if (f.y_in_parts && f.y.loads) s |= range_of(TakeYEven, TakeYOdd);
    if (f.alu == Select) begin
      s[TakeNot]    = 1'b1;
      s[TakeNotOdd] = f.widens || f.brain;
      s[TakeTrn]    = f.rounds;
      if (widens) s |= range_of(TakeMov, TakeWiden) | range_of(TakeMovOdd, TakeWidenOdd);
    end
    return s;
  endfunction
  function automatic steps_t float_rows(dense_t f);
    steps_t s;
    logic   widens, limits;
    s           = '0;
    widens      = f.widens && !f.brain;
    limits      = f.alu inside {Minimum, Maximum};
    s[NumLane]  = f.matrix;
    s[NumTake]  = !(f.alu inside {Select, MulXY});
    s[NumPut]   = 1'b1;
    s[NumValue] = 1'b1;
    if (f.alu == Select) begin
      s[NumMov]   = widens;
      s[NumWiden] = f.widens;
    end else if (f.rounds) begin
      s[NumValue] = 1'b0;
      s[NumHalf]  = f.alu != MulXY;
      s[NumCopy]  = f.alu <= MulSub;
      s[NumUp]    = !limits;
      s[NumDown]  = 1'b1;
      if (!limits) s |= range_of(NumOdd, NumRound);
      s[NumTrn]   = 1'b1;
    end else if (widens) begin
      s[NumMov]   = limits || f.alu == MulXY;
      s[NumWiden] = limits;
    end
    return s;
  endfunction
  function automatic steps_t float_products(dense_t f);
    steps_t s;
    s         = predicate_steps(f.lanes_y, OutY);
    s[OutSum] = 1'b1;
    if (f.widens) begin
      s          |= range_of(OutTrn, OutTrn + 5'd3) | range_of(OutSum, OutSum + 5'd3);
      s[OutPx]    = !f.everything;
      s[OutPy]    = !f.lanes_y.all;
      s[OutPyOdd] = !f.lanes_y.all;
      s[OutDummy] = !f.brain && f.alu == MulAdd;
    end
    return s;
  endfunction

  function automatic steps_t table_take(dense_t f, logic [63:0] k);
    steps_t s;
    s = '0;
    if (!f.looks_up) begin
      s[GenNumbers] = 1'b1;
      if (f.ordered) s |= range_of(GenInfinity, GenSet);
    end else if (f.fives) begin
      s             = range_of(f.size == '0 ? FiveMov : FiveOdd, FiveTable);
      s[FiveUnpack] = f.size != '0;
      s[FivePut]    = k[26];
    end
    return s;
  endfunction
  function automatic steps_t table_products(dense_t f);
    steps_t s;
    s = range_of(PackLeast, PackKeep);
    if (f.fives) s |= range_of(PackFives, PackFivesEnd);
    else         s |= range_of(PackUnzip + 5'd3 - 5'(f.size), PackFours);
    return s;
  endfunction

  function automatic steps_t steps_of(dense_t f, logic [63:0] k, section_e of, logic [1:0] again);
    steps_t s;
    s = '0;
    unique case (of)
      Enables: s = enable_steps(f);
      LoadX: begin
        s        = load_steps(f.x, again);
        s[LdPut] = f.tables && f.x.indexed && k[26];
      end
      LoadY:   s = load_steps(f.y, again);
      Take: begin
        if (f.tables)                           s = table_take(f, k);
        else if (f.zeroes || f.whole || f.outer) s = '0;
        else if (f.integers)                    s = integer_take(f, k);
        else                                    s = float_take(f);
      end
      RowsOfZ: begin
        if (f.tables)          s = f.looks_up ? '0 : range_of(GenLane, GenNumber);
        else if (f.outer || f.zero_tile || f.no_rows) s = '0;
        else if (f.zeroes)     s[RowPut] = 1'b1;
        else if (f.whole)      {s[RowHalves], s[RowLane]} = {1'b1, f.matrix};
        else if (f.integers)   s = integer_rows(f, k);
        else                   s = float_rows(f);
      end
      default: begin
        if (f.tables)         s = f.looks_up ? '0 : table_products(f);
        else if (f.zero_tile) s[OutZero] = 1'b1;
        else if (f.outer)     s = f.integers ? integer_products(f, k) : float_products(f);
      end
    endcase
    return s;
  endfunction

  // The sections that have steps, which all repetitions have.
  function automatic sections_t sections_of(dense_t f, logic [63:0] k);
    sections_t s;
    for (int unsigned i = 0; i < Sections; i++) begin
      s[i] = steps_of(f, k, section_e'(3'(i)), '0) != '0;
    end
    return s;
  endfunction

  // The last turn of a step, `behind` rows being behind the first one.
  function automatic logic [1:0] turns_of(dense_t f, section_e of, step_t step,
                                          logic [5:0] behind);
    if (of == Take && f.tables && !f.looks_up) begin
      return step == GenNumbers ? 2'd3 : step == GenInfinity ? 2'd0 : 2'd1;
    end
    if (of != RowsOfZ) return '0;
    if (f.rounds && step inside {[NumHalf:NumRound]}) return 2'd1;
    return behind < 6'(f.sets) ? behind[1:0] : f.sets;
  endfunction

endpackage
