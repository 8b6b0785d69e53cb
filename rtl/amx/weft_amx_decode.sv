// SPDX-License-Identifier: Apache-2.0
//
// An instruction of AMX as a job of weft_amx: its program, the steps of it that give words, and the
// lanes that are taken one by one. Combinational.
//
//      refused   the instruction is none of these, comes while AMX is off, or set while it is on;
//                an operation without words; several registers that are not aligned to 128 bytes;
//                a byte beyond AddrBits
//      empty     it changes nothing: no lane is enabled, or z alone is kept

module weft_amx_decode
  import weft_amx_pkg::*;
#(
  parameter int unsigned AddrBits = 48 // 8 to 56
) (
  input  logic        on_i,      // AMX
  input  logic [4:0]  op_i,
  input  logic [63:0] operand_i,

  output logic        refused_o,
  output logic        empty_o,
  output job_t        job_o
);

  op_e         op;
  logic [63:0] k;
  assign op = op_e'(op_i);
  assign k  = operand_i;

  // ---- memory ----

  logic       moves, several, four, beyond;
  logic [7:0] from_last; // bytes, to the last one
  assign moves   = op_i <= 5'(Stzi);
  assign several = op_i < 5'(Ldzi) && k[62];
  assign four    = several && op inside {Ldx, Ldy} && k[60];
  assign from_last = {four, several, 6'h3f};
  logic [56:0] last_byte;
  assign last_byte = {1'b0, k[55:0]} + 57'(from_last);
  assign beyond    = last_byte[56:AddrBits] != '0;

  always_comb begin
    if (op_i == 5'(Set)) refused_o = k > 64'd1 || (k == '0 && on_i);
    else refused_o = op_i > 5'(Set) || !on_i || (moves && (beyond || (several && k[6:0] != '0)));
  end

  // ---- lanes of products ----

  logic [1:0] size;     // of a lane of x, y and z; log2 of bytes
  logic       subtract, vector;
  assign size     = op inside {Fma64, Fms64} ? 2'd3 : op inside {Fma32, Fms32} ? 2'd2 : 2'd1;
  assign subtract = op inside {Fms64, Fms32, Fms16};
  assign vector   = k[63];

  lanes_t x, y;
  assign x = lanes_of(1'b0, {2'b0, k[47:41]}, size);
  assign y = lanes_of(1'b0, {2'b0, k[38:32]}, size);

  logic no_x, no_y, no_z, computes, only_x, only_y, nothing, x_turned, y_turned, halved_x, halved_y;
  logic all;
  assign {no_x, no_y, no_z} = k[29:27];
  assign only_x   = k[29:27] == 3'd3;
  assign only_y   = k[29:27] == 3'd5;
  assign computes = !only_x && !only_y && !(no_x && no_y);
  assign nothing  = x.none || (!vector && y.none);
  assign x_turned = k[15:10] != '0; // the offset is not a register's
  assign y_turned = k[5:0] != '0;
  assign halved_x = size == 2'd2 && k[61];
  assign halved_y = size == 2'd2 && k[60];
  assign all      = x.all && y.all;

  // ---- programs ----

  steps_t     steps;
  program_e   runs;
  logic       empty, by_two;
  logic [4:0] from, to;
  logic [1:0] parts;

  // Sums.
  steps_t sums;
  logic   outer, pairs, passes_half, sums_x, sums_y, px_used, py_used;
  assign outer       = computes && !vector && size != 2'd1;
  assign pairs       = outer && (halved_x || no_x) && (halved_y || no_y);
  assign passes_half = (only_x && halved_x) || (only_y && halved_y);
  assign sums_x      = computes ? !no_x : only_x; // is loaded
  assign sums_y      = computes ? !no_y : only_y;
  logic zeroes;
  assign zeroes      = !computes && !only_x && !only_y && !subtract && !vector && all;
  assign px_used     = computes || (!zeroes && (vector || !only_y));
  assign py_used     = outer || (only_y && !vector);
  always_comb begin
    sums             = '0;
    sums[SumsX]      = sums_x ? x_turned : computes;
    sums[SumsXExt]   = sums_x && x_turned;
    sums[SumsXWiden] = computes && sums_x && halved_x && !pairs;
    sums[SumsY]      = sums_y ? y_turned : computes;
    sums[SumsYExt]   = sums_y && y_turned;
    sums[SumsYWiden] = computes && sums_y && halved_y && !pairs;
    sums[SumsSign]   = !computes && subtract;
    sums[SumsNegate] = !computes && subtract;
    sums[SumsWiden]  = passes_half;
    sums[SumsPx]     = px_used && !x.all;
    sums[SumsPxEnd]  = px_used && !x.all && x.kind inside {Last, Single};
    sums[SumsPy]     = py_used && !y.all;
    sums[SumsPyEnd]  = py_used && !y.all && y.kind inside {Last, Single};
    sums[SumsMinus]  = computes && no_z;
    sums[SumsLane]   = computes && !outer && !vector;
    sums[SumsTake]   = computes && !outer;
    sums[SumsFma]    = computes && !outer;
    sums[SumsPut]    = !outer || no_z;
    sums[SumsPreset] = outer && no_z && all;
    sums[SumsTrnX]   = pairs;
    sums[SumsDummy]  = pairs && !subtract;
    sums[SumsTrnY]   = pairs;
    sums[SumsBothX]  = pairs && !x.all;
    sums[SumsBothY]  = pairs && !y.all;
    sums[SumsOuter]  = outer;
  end

  // Sums of binary16 in binary32.
  steps_t of_pairs;
  logic   passes;
  assign passes = only_x || only_y;
  always_comb begin
    of_pairs                = '0;
    of_pairs[PairsPx]       = !x.all;
    of_pairs[PairsPxEnd]    = !x.all && x.kind inside {Last, Single};
    of_pairs[PairsPy]       = !y.all;
    of_pairs[PairsPyEnd]    = !y.all && y.kind inside {Last, Single};
    of_pairs[PairsXEven]    = !x.all;
    of_pairs[PairsXOdd]     = !x.all;
    of_pairs[PairsYEven]    = !y.all;
    of_pairs[PairsYOdd]     = !y.all;
    of_pairs[PairsX]        = sums_x ? x_turned : computes;
    of_pairs[PairsXExt]     = sums_x && x_turned;
    of_pairs[PairsY]        = sums_y ? y_turned : computes;
    of_pairs[PairsYExt]     = sums_y && y_turned;
    of_pairs[PairsSign]     = !computes && subtract;
    of_pairs[PairsNegate]   = !computes && subtract;
    of_pairs[PairsOdd]      = passes;
    of_pairs[PairsWiden]    = passes;
    of_pairs[PairsWidenOdd] = passes;
    of_pairs[PairsDummy]    = computes && !subtract;
    of_pairs[PairsMinus]    = computes && no_z;
    of_pairs[PairsPut]      = !computes || no_z;
    of_pairs[PairsPutOdd]   = !computes || no_z;
    of_pairs |= range_of(PairsTrnX, PairsOuter + 5'd3) & {Steps{computes}};
  end

  // Sums of integers.
  steps_t macs;
  logic   wide, at_once, mac_x, mac_y, second;
  assign wide    = k[62] && !vector;
  assign at_once = wide && x.all && k[61:55] == '0 && k[29:27] == '0 && !x_turned;
  assign mac_x   = !at_once && !no_x;
  assign mac_y   = !at_once && !no_y;
  assign second  = wide && !at_once;
  always_comb begin
    macs               = '0;
    macs[MacsX]        = mac_x && x_turned;
    macs[MacsXExt]     = mac_x && x_turned;
    macs[MacsXEven]    = mac_x;
    macs[MacsXShift]   = mac_x;
    macs[MacsXOdd]     = mac_x && k[61];
    macs[MacsY]        = !no_y && y_turned;
    macs[MacsYExt]     = !no_y && y_turned;
    macs[MacsYEven]    = mac_y;
    macs[MacsYShift]   = mac_y;
    macs[MacsYOdd]     = mac_y && k[60];
    macs[MacsPx]       = !x.all;
    macs[MacsPxEnd]    = !x.all && x.kind inside {Last, Single};
    macs[MacsPxOdd]    = !x.all && wide;
    macs[MacsLane]     = !no_y && !vector;
    macs[MacsMul]      = mac_x && mac_y;
    macs[MacsShift]    = (mac_x || mac_y) && k[59:55] != '0;
    macs[MacsMulOdd]   = mac_x && mac_y;
    macs[MacsShiftOdd] = (mac_x || mac_y) && k[59:55] != '0;
    macs[MacsTrn]      = !wide;
    macs[MacsTake]     = !at_once && !no_z;
    macs[MacsAdd]      = !at_once && !no_z;
    macs[MacsPut]      = 1'b1;
    macs[MacsTakeOdd]  = second && !no_z;
    macs[MacsAddOdd]   = second && !no_z;
    macs[MacsPutOdd]   = second;
  end

  // Extraction.
  steps_t     extract;
  widths_t    widths;
  logic       column, copies, once, low_bytes, zero, whole, turned, narrows, floats;
  lanes_t     e;
  assign column    = op == Extrv;
  assign copies    = !k[26] && k[27];
  assign once      = !(k[26] && k[31]);
  assign widths    = widths_of(k[26], k[29:28], {k[63], k[14:11]});
  assign low_bytes = !k[26] && k[29:28] == 2'd3;
  assign zero      = k[26] && once && k[40:32] == 9'd3;
  assign e         = lanes_of(k[26], k[26] ? k[40:32] : {2'b0, column ? k[38:32] : k[47:41]},
                              widths.to);
  assign whole     = (!once || e.all) && !low_bytes;
  assign turned    = k[26] || column ? y_turned : x_turned;
  assign narrows   = widths.narrow && !zero;
  assign floats    = k[63];
  logic integers, shifts;
  assign integers  = narrows && !floats;
  assign shifts    = integers && k[62:58] != '0;
  always_comb begin
    extract                  = '0;
    extract[ExtractP]        = once && !e.all;
    extract[ExtractPEnd]     = once && !e.all && e.kind inside {Last, Single};
    extract[ExtractLow]      = low_bytes;
    extract[ExtractAnd]      = low_bytes;
    extract[ExtractOld]      = turned && !whole;
    extract[ExtractOldExt]   = turned && !whole;
    extract[ExtractMost]     = integers && k[55];
    extract[ExtractLeast]    = integers && k[55] && k[57];
    extract[ExtractPart]     = narrows;
    extract[ExtractShift]    = shifts && !(k[54] && k[62:58] == 5'd1);
    extract[ExtractLost]     = shifts && k[54];
    extract[ExtractBit]      = shifts && k[54];
    extract[ExtractHalve]    = shifts && k[54];
    extract[ExtractRound]    = shifts && k[54];
    extract[ExtractLimit]    = integers && k[55];
    extract[ExtractFloor]    = integers && k[55] && k[57];
    extract[ExtractEven]     = integers && widths.from - widths.to == 2'd2;
    extract[ExtractOdd]      = integers && widths.from - widths.to == 2'd2;
    extract[ExtractNarrow]   = narrows;
    extract[ExtractTake]     = !narrows;
    extract[ExtractMerge]    = narrows || low_bytes;
    extract[ExtractTurn]     = turned;
    extract[ExtractPutLow]   = turned;
    extract[ExtractTurnHigh] = turned;
    extract[ExtractPutHigh]  = turned;
    extract[ExtractHigh]     = turned;
    if (copies) begin
      extract              = '0;
      extract[ExtractCopy] = 1'b1;
    end
  end

  always_comb begin
    runs   = Transfer;
    steps  = '0;
    empty  = 1'b0;
    by_two = 1'b0;
    {from, to} = '0;
    parts  = '0;
    unique case (op)
      Ldx, Ldy, Stx, Sty, Ldz, Stz: begin
        steps = steps_t'(1) << TransferOne;
        to    = {3'b0, four, several};
      end
      Ldzi: begin
        runs  = Interleave;
        steps = range_of(InterleaveA, InterleaveOdd);
        steps[InterleaveNot] = k[56];
      end
      Stzi: begin
        runs  = Interleave;
        steps = range_of(InterleaveA, InterleaveD);
      end
      Extrh, Extrv: begin
        runs  = Extract;
        steps = extract;
        empty = !copies && once && e.none;
        to    = once ? '0 : {3'b0, k[25], 1'b1};
        parts = {widths.to == 2'd0 && widths.from == 2'd2, 1'b1};
      end
      Mac16: begin
        runs  = Macs;
        steps = macs;
        empty = nothing;
        if (!vector) {from, by_two, to} = {y.from, y.by_two, y.to};
      end
      Fma64, Fms64, Fma32, Fms32, Fma16, Fms16: begin
        empty = nothing || (no_x && no_y && !no_z);
        if (size == 2'd1 && k[62] && !vector) begin
          runs  = Pairs;
          steps = of_pairs;
          if (computes && all) to = 5'd3;
          else if (only_y) {from, by_two, to} = {x.from, x.by_two, x.to};
          else {from, by_two, to} = {y.from, y.by_two, y.to};
        end else begin
          runs  = Sums;
          steps = sums;
          if (!(vector || zeroes || sums[SumsPreset])) begin
            if (only_y) {from, by_two, to} = {x.from, x.by_two, x.to};
            else {from, by_two, to} = {y.from, y.by_two, y.to};
          end
        end
      end
      default: begin
        runs  = Switch;
        steps = range_of(SwitchMode, SwitchAll);
        steps[SwitchAll] = !k[0];
      end
    endcase
  end

  assign empty_o = empty && !refused_o;
  assign job_o   = '{
    op: op, operand: k, runs: runs, steps: steps, first: lowest(steps), from: from,
    by_two: by_two, to: to, parts: parts
  };

  logic unused;
  assign unused = ^{widths.apart_two, last_byte[AddrBits-1:0], x.odd, x.count, y.odd, y.count, e.odd, e.count,
                    e.from, e.by_two, e.to};

endmodule
