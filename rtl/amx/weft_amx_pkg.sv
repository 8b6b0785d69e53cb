// SPDX-License-Identifier: Apache-2.0
//
// Types of weft_amx: an instruction is one of seven programs, or Dense, whose sections
// weft_amx_dense_pkg has. A program is a list of steps, each of which may be left out; some are
// repeated for lanes, those of parts within it for the parts of a cell. A step gives a word of SME.

package weft_amx_pkg;

  typedef enum logic [4:0] {
    Ldx, Ldy, Stx, Sty, Ldz, Stz, Ldzi, Stzi, Extrh, Extrv,
    Fma64, Fms64, Fma32, Fms32, Mac16, Fma16, Fms16, Set,
    Vecint, Vecfp, Matint, Matfp, Genlut
  } op_e;

  localparam int unsigned Steps = 32; // of a program, at most
  typedef logic [4:0]       step_t;
  typedef logic [Steps-1:0] steps_t;

  typedef enum logic [2:0] {
    Switch,     // set, clr
    Transfer,   // registers and rows of memory
    Interleave, // a pair of rows
    Extract,    // rows and columns of Z
    Sums,       // x y + z in the format of x and y
    Pairs,      // x y + z of binary16 in binary32
    Macs,       // x y + z of integers
    Dense       // vecint, vecfp, matint, matfp, genlut: weft_amx_dense_pkg
  } program_e;

  // The steps of each program.

  localparam step_t SwitchMode = 5'd0, SwitchAll = 5'd1, SwitchCounted = 5'd2;

  localparam step_t TransferOne = 5'd0;

  localparam step_t InterleaveA = 5'd0, InterleaveB = 5'd1, InterleaveC = 5'd2, InterleaveD = 5'd3,
                    InterleaveNot = 5'd4, InterleaveEven = 5'd5, InterleaveOdd = 5'd6;

  localparam step_t ExtractCopy = 5'd0, ExtractP = 5'd1, ExtractPEnd = 5'd2, ExtractLow = 5'd3,
                    ExtractAnd = 5'd4,
                    // for each row or column
                    ExtractOld = 5'd5, ExtractOldExt = 5'd6, ExtractMost = 5'd7,
                    ExtractLeast = 5'd8,
                    // for each part of a cell
                    ExtractPart = 5'd9, ExtractShift = 5'd10, ExtractLost = 5'd11,
                    ExtractBit = 5'd12, ExtractHalve = 5'd13, ExtractRound = 5'd14,
                    ExtractLimit = 5'd15, ExtractFloor = 5'd16,
                    // for each row or column
                    ExtractEven = 5'd17, ExtractOdd = 5'd18, ExtractNarrow = 5'd19,
                    ExtractTake = 5'd20, ExtractMerge = 5'd21, ExtractTurn = 5'd22,
                    ExtractPutLow = 5'd23, ExtractTurnHigh = 5'd24, ExtractPutHigh = 5'd25,
                    ExtractHigh = 5'd26;

  localparam step_t SumsX = 5'd0, SumsXExt = 5'd1, SumsXWiden = 5'd2, SumsY = 5'd3,
                    SumsYExt = 5'd4, SumsYWiden = 5'd5, SumsSign = 5'd6, SumsNegate = 5'd7,
                    SumsWiden = 5'd8, SumsPx = 5'd9, SumsPxEnd = 5'd10, SumsPy = 5'd11,
                    SumsPyEnd = 5'd12, SumsMinus = 5'd13,
                    // for each lane
                    SumsLane = 5'd14, SumsTake = 5'd15, SumsFma = 5'd16, SumsPut = 5'd17,
                    SumsPreset = 5'd18,
                    // at the end
                    SumsTrnX = 5'd19, SumsDummy = 5'd20, SumsTrnY = 5'd21, SumsBothX = 5'd22,
                    SumsBothY = 5'd23, SumsOuter = 5'd24;

  localparam step_t PairsPx = 5'd0, PairsPxEnd = 5'd1, PairsPy = 5'd2, PairsPyEnd = 5'd3,
                    PairsXEven = 5'd4, PairsXOdd = 5'd5, PairsYEven = 5'd6, PairsYOdd = 5'd7,
                    PairsX = 5'd8, PairsXExt = 5'd9, PairsY = 5'd10, PairsYExt = 5'd11,
                    PairsSign = 5'd12, PairsNegate = 5'd13, PairsOdd = 5'd14, PairsWiden = 5'd15,
                    PairsWidenOdd = 5'd16, PairsDummy = 5'd17, PairsMinus = 5'd18,
                    // for each lane or tile
                    PairsPut = 5'd19, PairsPutOdd = 5'd20,
                    // at the end
                    PairsTrnX = 5'd21, PairsTrnY = 5'd22, PairsTrnXOdd = 5'd23,
                    PairsTrnYOdd = 5'd24, PairsOuter = 5'd25; // and three more

  localparam step_t MacsX = 5'd0, MacsXExt = 5'd1, MacsXEven = 5'd2, MacsXShift = 5'd3,
                    MacsXOdd = 5'd4, MacsY = 5'd5, MacsYExt = 5'd6, MacsYEven = 5'd7,
                    MacsYShift = 5'd8, MacsYOdd = 5'd9, MacsPx = 5'd10, MacsPxEnd = 5'd11,
                    MacsPxOdd = 5'd12,
                    // for each lane
                    MacsLane = 5'd13, MacsMul = 5'd14, MacsShift = 5'd15, MacsMulOdd = 5'd16,
                    MacsShiftOdd = 5'd17, MacsTrn = 5'd18, MacsTake = 5'd19, MacsAdd = 5'd20,
                    MacsPut = 5'd21, MacsTakeOdd = 5'd22, MacsAddOdd = 5'd23, MacsPutOdd = 5'd24;

  function automatic steps_t range_of(step_t first, step_t last);
    return (steps_t'(2) << last) - (steps_t'(1) << first);
  endfunction
  // The steps that are repeated for each lane, and for each part.
  function automatic steps_t lane_steps(program_e of);
    unique case (of)
      Transfer: return range_of(TransferOne, TransferOne);
      Extract:  return range_of(ExtractOld, ExtractHigh);
      Sums:     return range_of(SumsLane, SumsPreset);
      Pairs:    return range_of(PairsPut, PairsPutOdd);
      Macs:     return range_of(MacsLane, MacsPutOdd);
      default:  return '0;
    endcase
  endfunction
  function automatic steps_t part_steps(program_e of);
    return of == Extract ? range_of(ExtractPart, ExtractFloor) : '0;
  endfunction

  // The number of the first one.
  function automatic step_t lowest(steps_t of);
    steps_t below, only;
    step_t  number;
    below = of << 1;
    for (int unsigned d = 1; d < Steps; d *= 2) below |= below << d;
    only   = of & ~below;
    number = '0;
    for (int unsigned i = 0; i < Steps; i++) if (only[i]) number |= step_t'(i);
    return number;
  endfunction

  // Lanes that a field enables: all, or those that a predicate names, which a word or two make.
  typedef enum logic [1:0] { Alternate, First, Last, Single } kind_e;
  typedef struct packed {
    logic       none, all;
    kind_e      kind;
    logic       odd;   // Alternate
    logic [5:0] count; // of WHILELO
    // The lanes one by one.
    logic [5:0] from;
    logic       by_two;
    logic [5:0] to;
  } lanes_t;

  // `six` fields have six bits of value and three of mode, the others five and two; there are
  // 64 >> size lanes.
  function automatic lanes_t lanes_of(logic six, logic [8:0] field, logic [1:0] size);
    lanes_t     l;
    logic [2:0] mode;
    logic [5:0] value, most, n;
    mode  = six ? field[8:6] : {1'b0, field[6:5]};
    value = six ? field[5:0] : {1'b0, field[4:0]};
    most  = 6'h3f >> size;
    n     = value & most;
    l     = '{kind: Alternate, odd: value == 6'd1, count: n, from: '0, to: most, default: '0};
    unique case (mode)
      3'd0: begin
        l.all    = value == '0 || (six && value inside {6'd3, 6'd4, 6'd5});
        l.by_two = value inside {6'd1, 6'd2};
        l.none   = !l.all && !l.by_two;
        l.from   = 6'(l.odd);
        l.to[0]  = most[0] && !(value == 6'd2);
      end
      3'd1: begin
        l.kind = Single;
        l.from = n;
        l.to   = n;
      end
      3'd2, 3'd4: begin
        l.kind = First;
        l.all  = n == '0 && !mode[2];
        l.none = n == '0 && mode[2];
        if (n != '0) l.to = n - 6'd1;
      end
      3'd3, 3'd5: begin
        l.kind  = Last;
        l.all   = n == '0 && !mode[2];
        l.none  = n == '0 && mode[2];
        l.count = (most - n) + 6'd1;
        if (n != '0) l.from = l.count;
      end
      default: l.none = 1'b1;
    endcase
    return l;
  endfunction

  // An instruction that has words: its steps, and the lanes that it takes one by one. Of Dense the
  // steps are sections, the first one is that of the first section, and the last lane is a row.
  typedef struct packed {
    op_e         op;
    logic [63:0] operand;
    program_e    runs;
    steps_t      steps;
    step_t       first;   // of the steps
    logic [5:0]  from;
    logic        by_two;
    logic [5:0]  to;
    logic [1:0]  parts;   // less one
  } job_t;

  // Where a job is. Of Dense the lane is the first row of those in turns, the part is the turn.
  typedef struct packed {
    logic [2:0] section; // Dense
    logic [1:0] again;   // Dense: repetitions before
    step_t      step;
    logic [5:0] lane;
    logic [1:0] part;
  } place_t;
  function automatic place_t first_of(job_t job);
    place_t p;
    p = '{step: job.first, lane: job.from, default: '0};
    if (job.runs == Dense) begin
      p.section = 3'(lowest(job.steps));
      p.lane    = '0;
    end
    return p;
  endfunction

  // The fields of a product. A size is log2 of bytes.
  typedef struct packed {
    logic [1:0] size;               // of a lane of x, y and z
    logic       subtract, vectors;
    logic       no_x, no_y, no_z;   // skipped
    logic       only_x, only_y;     // passed on
    logic       computes;           // a product
    lanes_t     x, y;
    logic       x_turned, y_turned; // at an offset that is not a register's
    logic       x_halves, y_halves; // binary16 in the low halves of words
    logic       all;                // lanes of x and of y
    // Sums.
    logic       outer;              // one outer product of SME
    logic       pairs;              // of two binary16
    logic       passes_half;
    logic       zeroes;             // a tile
    // Macs.
    logic       wide;               // sums of 32 bits
    logic       at_once;            // products of 16 bits as they are
  } product_t;

  function automatic product_t product_of(op_e op, logic [63:0] k);
    product_t f;
    f.size        = op inside {Fma64, Fms64} ? 2'd3 : op inside {Fma32, Fms32} ? 2'd2 : 2'd1;
    f.subtract    = op inside {Fms64, Fms32, Fms16};
    f.vectors      = k[63];
    {f.no_x, f.no_y, f.no_z} = k[29:27];
    f.only_x      = k[29:27] == 3'd3;
    f.only_y      = k[29:27] == 3'd5;
    f.computes    = !f.only_x && !f.only_y && !(f.no_x && f.no_y);
    f.x           = lanes_of(1'b0, {2'b0, k[47:41]}, f.size);
    f.y           = lanes_of(1'b0, {2'b0, k[38:32]}, f.size);
    f.x_turned    = k[15:10] != '0;
    f.y_turned    = k[5:0] != '0;
    f.x_halves    = f.size == 2'd2 && k[61];
    f.y_halves    = f.size == 2'd2 && k[60];
    f.all         = f.x.all && f.y.all;
    f.outer       = f.computes && !f.vectors && f.size != 2'd1;
    f.pairs       = f.outer && (f.x_halves || f.no_x) && (f.y_halves || f.no_y);
    f.passes_half = (f.only_x && f.x_halves) || (f.only_y && f.y_halves);
    f.zeroes      = k[29:27] == 3'd7 && !f.subtract && !f.vectors && f.all;
    f.wide        = k[62] && !f.vectors;
    f.at_once     = f.wide && f.x.all && k[61:55] == '0 && k[29:27] == '0 && !f.x_turned;
    return f;
  endfunction

  // The fields of an extraction. Where lanes of Z are wider, a cell has 2 or 4 rows, `apart` one or
  // two, modulo their number.
  typedef struct packed {
    logic       column;
    logic       copies;    // between X and Y
    logic       once;      // not two or four rows
    logic [1:0] to, from;  // sizes of lanes of X or Y and of Z
    logic       narrow, apart_two;
    logic       low_bytes; // of two
    logic       zero;      // is written
    lanes_t     lanes;
    logic       whole;     // registers are written
    logic       to_y;
    logic [8:0] offset;
    logic       turned;
  } extraction_t;

  function automatic extraction_t extraction_of(op_e op, logic [63:0] k);
    extraction_t f;
    f.column = op == Extrv;
    f.copies = !k[26] && k[27];
    f.once   = !(k[26] && k[31]);
    {f.to, f.from, f.narrow, f.apart_two} = {2'd1, 2'd1, 1'b0, 1'b0};
    if (!k[26]) begin
      if (!k[29]) {f.to, f.from} = k[28] ? {2'd2, 2'd2} : {2'd3, 2'd3};
    end else begin
      unique case ({k[63], k[14:11]})
        5'd0:         {f.to, f.from} = {2'd0, 2'd0};
        5'd8, 5'd24:  {f.to, f.from} = {2'd2, 2'd2};
        5'd9, 5'd25:  {f.to, f.from, f.narrow, f.apart_two} = {2'd1, 2'd2, 1'b1, 1'b0};
        5'd10, 5'd26: {f.to, f.from, f.narrow, f.apart_two} = {2'd1, 2'd2, 1'b1, 1'b1};
        5'd11:        {f.to, f.from, f.narrow, f.apart_two} = {2'd0, 2'd2, 1'b1, 1'b0};
        5'd13:        {f.to, f.from, f.narrow, f.apart_two} = {2'd0, 2'd1, 1'b1, 1'b0};
        5'd17:        {f.to, f.from} = {2'd3, 2'd3};
        default: ;
      endcase
    end
    f.low_bytes = !k[26] && k[29:28] == 2'd3;
    f.zero      = k[26] && f.once && k[40:32] == 9'd3;
    f.lanes     = lanes_of(k[26], k[26] ? k[40:32] : {2'b0, f.column ? k[38:32] : k[47:41]}, f.to);
    f.whole     = (!f.once || f.lanes.all) && !f.low_bytes;
    f.to_y      = k[26] ? k[10] : f.column;
    f.offset    = k[26] || f.column ? k[8:0] : k[18:10];
    f.turned    = f.offset[5:0] != '0;
    return f;
  endfunction

endpackage
