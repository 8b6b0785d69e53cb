// SPDX-License-Identifier: Apache-2.0
//
// An instruction of AMX as a job of weft_amx: its program, the steps of it that give words, and the
// lanes that are taken one by one. Combinational.
//
//      refused   the instruction is none of these, comes while AMX is off, or set while it is on;
//                several registers that are not aligned to 128 bytes; a byte beyond AddrBits
//      empty     it changes nothing: no lane is enabled, z alone is kept, the operand is reserved

module weft_amx_decode
  import weft_amx_pkg::*, weft_amx_dense_pkg::*;
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
  assign moves     = op_i <= 5'(Stzi);
  assign several   = op_i < 5'(Ldzi) && k[62];
  assign four      = several && op inside {Ldx, Ldy} && k[60];
  assign from_last = {four, several, 6'h3f};
  logic [56:0] last_byte;
  assign last_byte = {1'b0, k[55:0]} + 57'(from_last);
  assign beyond    = last_byte[56:AddrBits] != '0;

  always_comb begin
    if (op_i == 5'(Set)) begin
      refused_o = k > 64'd1 || (k == '0 && on_i);
    end else begin
      refused_o = op_i > 5'(Genlut) || !on_i || (moves && (beyond || (several && k[6:0] != '0)));
    end
  end

  // ---- programs ----

  product_t    f;
  extraction_t e;
  assign f = product_of(op, k);
  assign e = extraction_of(op, k);

  steps_t     steps;
  program_e   runs;
  logic       empty, by_two;
  logic [5:0] from, to;
  logic [1:0] parts;
  logic       nothing; // no lane
  assign nothing = f.x.none || (!f.vectors && f.y.none);

  // Sums. An operand is loaded, or 1.
  steps_t sums;
  logic   loads_x, loads_y, px_used, py_used;
  assign loads_x = f.computes ? !f.no_x : f.only_x;
  assign loads_y = f.computes ? !f.no_y : f.only_y;
  assign px_used = f.computes || (!f.zeroes && (f.vectors || !f.only_y));
  assign py_used = f.outer || (f.only_y && !f.vectors);
  always_comb begin
    sums             = '0;
    sums[SumsX]      = loads_x ? f.x_turned : f.computes;
    sums[SumsXExt]   = loads_x && f.x_turned;
    sums[SumsXWiden] = f.computes && loads_x && f.x_halves && !f.pairs;
    sums[SumsY]      = loads_y ? f.y_turned : f.computes;
    sums[SumsYExt]   = loads_y && f.y_turned;
    sums[SumsYWiden] = f.computes && loads_y && f.y_halves && !f.pairs;
    sums[SumsSign]   = !f.computes && f.subtract;
    sums[SumsNegate] = !f.computes && f.subtract;
    sums[SumsWiden]  = f.passes_half;
    sums[SumsPx]     = px_used && !f.x.all;
    sums[SumsPxEnd]  = px_used && !f.x.all && f.x.kind inside {Last, Single};
    sums[SumsPy]     = py_used && !f.y.all;
    sums[SumsPyEnd]  = py_used && !f.y.all && f.y.kind inside {Last, Single};
    sums[SumsMinus]  = f.computes && f.no_z;
    sums[SumsLane]   = f.computes && !f.outer && !f.vectors;
    sums[SumsTake]   = f.computes && !f.outer;
    sums[SumsFma]    = f.computes && !f.outer;
    sums[SumsPut]    = !f.outer || f.no_z;
    sums[SumsPreset] = f.outer && f.no_z && f.all;
    sums[SumsTrnX]   = f.pairs;
    sums[SumsDummy]  = f.pairs && !f.subtract;
    sums[SumsTrnY]   = f.pairs;
    sums[SumsBothX]  = f.pairs && !f.x.all;
    sums[SumsBothY]  = f.pairs && !f.y.all;
    sums[SumsOuter]  = f.outer;
  end

  // Sums of binary16 in binary32.
  steps_t of_pairs;
  logic   passes;
  assign passes = f.only_x || f.only_y;
  always_comb begin
    of_pairs                = '0;
    of_pairs[PairsPx]       = !f.x.all;
    of_pairs[PairsPxEnd]    = !f.x.all && f.x.kind inside {Last, Single};
    of_pairs[PairsPy]       = !f.y.all;
    of_pairs[PairsPyEnd]    = !f.y.all && f.y.kind inside {Last, Single};
    of_pairs[PairsXEven]    = !f.x.all;
    of_pairs[PairsXOdd]     = !f.x.all;
    of_pairs[PairsYEven]    = !f.y.all;
    of_pairs[PairsYOdd]     = !f.y.all;
    of_pairs[PairsX]        = loads_x ? f.x_turned : f.computes;
    of_pairs[PairsXExt]     = loads_x && f.x_turned;
    of_pairs[PairsY]        = loads_y ? f.y_turned : f.computes;
    of_pairs[PairsYExt]     = loads_y && f.y_turned;
    of_pairs[PairsSign]     = !f.computes && f.subtract;
    of_pairs[PairsNegate]   = !f.computes && f.subtract;
    of_pairs[PairsOdd]      = passes;
    of_pairs[PairsWiden]    = passes;
    of_pairs[PairsWidenOdd] = passes;
    of_pairs[PairsDummy]    = f.computes && !f.subtract;
    of_pairs[PairsMinus]    = f.computes && f.no_z;
    of_pairs[PairsPut]      = !f.computes || f.no_z;
    of_pairs[PairsPutOdd]   = !f.computes || f.no_z;
    of_pairs |= range_of(PairsTrnX, PairsOuter + 5'd3) & {Steps{f.computes}};
  end

  // Sums of integers.
  steps_t macs;
  logic   mac_x, mac_y, second;
  assign mac_x  = !f.at_once && !f.no_x;
  assign mac_y  = !f.at_once && !f.no_y;
  assign second = f.wide && !f.at_once;
  always_comb begin
    macs               = '0;
    macs[MacsX]        = mac_x && f.x_turned;
    macs[MacsXExt]     = mac_x && f.x_turned;
    macs[MacsXEven]    = mac_x;
    macs[MacsXShift]   = mac_x;
    macs[MacsXOdd]     = mac_x && k[61];
    macs[MacsY]        = !f.no_y && f.y_turned;
    macs[MacsYExt]     = !f.no_y && f.y_turned;
    macs[MacsYEven]    = mac_y;
    macs[MacsYShift]   = mac_y;
    macs[MacsYOdd]     = mac_y && k[60];
    macs[MacsPx]       = !f.x.all;
    macs[MacsPxEnd]    = !f.x.all && f.x.kind inside {Last, Single};
    macs[MacsPxOdd]    = !f.x.all && f.wide;
    macs[MacsLane]     = !f.no_y && !f.vectors;
    macs[MacsMul]      = mac_x && mac_y;
    macs[MacsShift]    = (mac_x || mac_y) && k[59:55] != '0;
    macs[MacsMulOdd]   = mac_x && mac_y;
    macs[MacsShiftOdd] = (mac_x || mac_y) && k[59:55] != '0;
    macs[MacsTrn]      = !f.wide;
    macs[MacsTake]     = !f.at_once && !f.no_z;
    macs[MacsAdd]      = !f.at_once && !f.no_z;
    macs[MacsPut]      = 1'b1;
    macs[MacsTakeOdd]  = second && !f.no_z;
    macs[MacsAddOdd]   = second && !f.no_z;
    macs[MacsPutOdd]   = second;
  end

  // Extraction.
  steps_t extract;
  logic   narrows, integers, shifts;
  assign narrows  = e.narrow && !e.zero;
  assign integers = narrows && !k[63];
  assign shifts   = integers && k[62:58] != '0;
  always_comb begin
    extract                  = '0;
    extract[ExtractP]        = e.once && !e.lanes.all;
    extract[ExtractPEnd]     = e.once && !e.lanes.all && e.lanes.kind inside {Last, Single};
    extract[ExtractLow]      = e.low_bytes;
    extract[ExtractAnd]      = e.low_bytes;
    extract[ExtractOld]      = e.turned && !e.whole;
    extract[ExtractOldExt]   = e.turned && !e.whole;
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
    extract[ExtractEven]     = integers && e.from - e.to == 2'd2;
    extract[ExtractOdd]      = integers && e.from - e.to == 2'd2;
    extract[ExtractNarrow]   = narrows;
    extract[ExtractTake]     = !narrows;
    extract[ExtractMerge]    = narrows || e.low_bytes;
    extract[ExtractTurn]     = e.turned;
    extract[ExtractPutLow]   = e.turned;
    extract[ExtractTurnHigh] = e.turned;
    extract[ExtractPutHigh]  = e.turned;
    extract[ExtractHigh]     = e.turned;
    if (e.copies) begin
      extract              = '0;
      extract[ExtractCopy] = 1'b1;
    end
  end

  // vecint, vecfp, matint, matfp, genlut: their sections.
  dense_t   d;
  section_e section;
  steps_t   sections;
  assign d        = dense_of(op, k);
  assign sections = 32'(sections_of(d, k));
  assign section  = section_e'(3'(lowest(sections)));

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
        // Two registers from an even one on are loaded with one word.
        to    = several && op inside {Ldx, Ldy} ? 6'(four) + 6'(k[56]) : 6'(several);
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
        empty = !e.copies && e.once && e.lanes.none;
        to    = e.once ? '0 : {4'b0, k[25], 1'b1};
        parts = {e.from - e.to == 2'd2, 1'b1};
      end
      Mac16: begin
        runs  = Macs;
        steps = macs;
        empty = nothing;
        if (!f.vectors) {from, by_two, to} = {f.y.from, f.y.by_two, f.y.to};
      end
      Fma64, Fms64, Fma32, Fms32, Fma16, Fms16: begin
        empty = nothing || (f.no_x && f.no_y && !f.no_z);
        if (f.size == 2'd1 && f.wide) begin
          runs  = Pairs;
          steps = of_pairs;
          if (f.computes && f.all) to = 6'd3;
          else if (f.only_y) {from, by_two, to} = {f.x.from, f.x.by_two, f.x.to};
          else {from, by_two, to} = {f.y.from, f.y.by_two, f.y.to};
        end else begin
          runs  = Sums;
          steps = sums;
          if (!(f.vectors || f.zeroes || sums[SumsPreset])) begin
            if (f.only_y) {from, by_two, to} = {f.x.from, f.x.by_two, f.x.to};
            else {from, by_two, to} = {f.y.from, f.y.by_two, f.y.to};
          end
        end
      end
      Vecint, Vecfp, Matint, Matfp, Genlut: begin
        runs  = Dense;
        steps = sections;
        empty = d.empty;
        {from, by_two, to} = {d.row_from, d.row_by_two, d.row_last};
      end
      default: begin
        runs  = Switch;
        steps = range_of(SwitchMode, k[0] ? SwitchMode : SwitchCounted);
      end
    endcase
  end

  steps_t first_steps;
  assign first_steps = runs == Dense ? steps_of(d, k, section, '0) : steps;

  assign empty_o = empty && !refused_o;
  assign job_o   = '{
    op: op, operand: k, runs: runs, steps: steps, first: lowest(first_steps),
    from: from, by_two: by_two, to: to, parts: parts
  };

  logic unused;
  assign unused = ^{last_byte[AddrBits-1:0], f, e};

endmodule
