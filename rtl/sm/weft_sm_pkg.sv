// SPDX-License-Identifier: Apache-2.0
//
// Instructions of weft_sm: codes, fields and the decoder. Names and codes match
// sim/golden/sm/sm_isa.hpp, the reasons sim/golden/sm/sm_block.hpp.
//
// A word has, from bit 0: operation 8, guard 3, its negation 1, d 8, a 8, form 2 and wide 14 (or
// one number of 16), c 8, modifiers 8, reuse 3, a zero.

package weft_sm_pkg;

  localparam int unsigned Word       = 64;
  localparam int unsigned Operands   = 3;   // a, b, c
  localparam int unsigned Predicates = 7;   // besides PT
  localparam logic [7:0]  Rz         = 8'd255;
  localparam logic [2:0]  Pt         = 3'd7;

  // In the place of a profile's number: no unit of such sums.
  localparam int unsigned NoProfile = 255;

  typedef enum logic [7:0] {
    Fadd     = 8'd0,
    Fmul     = 8'd1,
    Ffma     = 8'd2,
    Fmnmx    = 8'd3,
    Fsetp    = 8'd4,
    Fsel     = 8'd5,
    Hadd2    = 8'd6,
    Hmul2    = 8'd7,
    Hfma2    = 8'd8,
    Dadd     = 8'd9,
    Dmul     = 8'd10,
    Dfma     = 8'd11,
    Iadd3    = 8'd12,
    Imad     = 8'd13,
    ImadHi   = 8'd14,
    ImadWide = 8'd15,
    Imnmx    = 8'd16,
    Isetp    = 8'd17,
    Lop      = 8'd18,
    LopNot   = 8'd19,
    Shl      = 8'd20,
    Shr      = 8'd21,
    Shf      = 8'd22,
    Sel      = 8'd23,
    Mov      = 8'd24,
    F2f      = 8'd25,
    F2i      = 8'd26,
    I2f      = 8'd27,
    Mufu     = 8'd28,
    Ldg      = 8'd29,
    Stg      = 8'd30,
    Lds      = 8'd31,
    Sts      = 8'd32,
    Shfl     = 8'd33,
    BarSync  = 8'd34,
    Vote     = 8'd35,
    S2r      = 8'd36,
    Cs2r     = 8'd37,
    Bra      = 8'd38,
    Bssy     = 8'd39,
    Bsync    = 8'd40,
    Exit     = 8'd41,
    Nop      = 8'd42,
    Hmma884  = 8'd43,
    Hmma1688 = 8'd44,
    Hmma16816 = 8'd45,
    Imma8816 = 8'd46
  } op_e;

  // Units behind a port; branches need none. The tensor unit is one for each number of its cycles:
  // HMMA.884 with sums of FP32 and of FP16, HMMA.1688, HMMA.16816, IMMA.8816.
  typedef enum logic [3:0] {
    UnitFp32, UnitInt, UnitImul, UnitSfu, UnitFp16, UnitFp64, UnitCvt, UnitLsu, UnitShfl,
    UnitStep, UnitSteps, UnitTensor8, UnitTensor16, UnitBytes, UnitBranch
  } unit_e;
  localparam int unsigned Units = 14;

  // Ports of a block: FP32 with FP16, INT with IMUL, SFU with conversions, FP64, LSU with shuffles,
  // tensor instructions. With `joint`, INT and IMUL are behind the port of FP32.
  localparam int unsigned Ports      = 6;
  localparam int unsigned LsuPort    = 4;
  localparam int unsigned TensorPort = 5;

  // Shared memory has banks of 32 bits, memory beyond the port sectors of 32 bytes.
  localparam int unsigned SharedBanks = 32;
  localparam int unsigned SectorWords = 8;

  typedef enum logic [1:0] {FormRegister, FormConstantB, FormConstantC, FormOther} form_e;

  typedef enum logic [3:0] {
    Issued, Scoreboard, Memory, PortBusy, Queue, Collector, Bank, Read, NotSelected, Barrier, Branch,
    Buffer, Stall, Idle
  } reason_e;

  // Conversions of F2F, in its modifiers: destination, source.
  localparam logic [2:0] F16FromF32 = 3'd0, F32FromF16 = 3'd1, F64FromF32 = 3'd2,
                         F32FromF64 = 3'd3, Bf16FromF32 = 3'd4, F32FromBf16 = 3'd5;

  // The choice among eligible warps.
  localparam int unsigned PolicyLrr = 0, PolicyGto = 1, PolicyYoungest = 2;

  typedef struct packed {
    op_e         op;
    unit_e       unit;
    logic [2:0]  guard;
    logic        guard_not;
    logic [7:0]  d;
    logic [2:0]  regs;       // registers of d: 1, 2 or 4
    logic [2:0]  p, q;       // predicates written; PT: none
    logic [Operands-1:0][7:0] source;
    logic [Operands-1:0][2:0] count;  // registers that an operand reads
    logic [2:0]  reuse;
    form_e       form;
    logic [15:0] wide;
    logic [9:0]  mods;
    logic [2:0]  pred;       // read; PT: none
    logic        pred_not;
  } ins_t;

  function automatic logic [2:0] port_of(unit_e unit, int unsigned joint);
    unique case (unit)
      UnitFp32, UnitFp16: return 3'd0;
      UnitInt, UnitImul:  return joint != 0 ? 3'd0 : 3'd1;
      UnitFp64:           return 3'd3;
      UnitLsu, UnitShfl:  return 3'(LsuPort);
      UnitStep, UnitSteps, UnitTensor8, UnitTensor16, UnitBytes:
                          return 3'(TensorPort);
      default:            return 3'd2;
    endcase
  endfunction

  // Whether an instruction is on one of the twin ports, where a block has them, or on both.
  function automatic logic is_twin(unit_e unit);
    return unit == UnitFp32 || unit == UnitInt || unit == UnitImul || unit == UnitFp64;
  endfunction

  function automatic logic is_tensor(unit_e unit);
    return unit >= UnitStep && unit <= UnitBytes;
  endfunction

  // Multiply-adds of a unit's tensor instruction; those of bytes take half the cycles of others.
  function automatic int unsigned macs_of(int unsigned unit);
    unique case (unit)
      32'(UnitStep):             return 256;
      32'(UnitSteps), 32'(UnitBytes): return 512;
      32'(UnitTensor8):          return 1024;
      32'(UnitTensor16):         return 2048;
      default:                   return 0;
    endcase
  endfunction

  // Whether a warp is one of those that scheduler s chooses among.
  function automatic logic belongs(int unsigned warp, int unsigned schedulers, int unsigned s);
    return warp % schedulers == s;
  endfunction

  function automatic logic is_store(op_e op);
    return op == Stg || op == Sts;
  endfunction

  function automatic logic is_global(op_e op);
    return op == Ldg || op == Stg;
  endfunction

  function automatic ins_t decode(logic [Word-1:0] word);
    ins_t i;
    logic a, b, c, d, p, number, wide;
    logic [2:0] width;
    i.op        = op_e'(word[7:0]);
    i.guard     = word[10:8];
    i.guard_not = word[11];
    i.reuse     = word[62:60];
    unique case (i.op)
      Fadd, Fmul, Ffma, Fmnmx, Fsetp, Fsel: i.unit = UnitFp32;
      Hadd2, Hmul2, Hfma2:                  i.unit = UnitFp16;
      Dadd, Dmul, Dfma:                     i.unit = UnitFp64;
      Imad, ImadHi, ImadWide:               i.unit = UnitImul;
      F2f, F2i, I2f:                        i.unit = UnitCvt;
      Mufu:                                 i.unit = UnitSfu;
      Ldg, Stg, Lds, Sts:                   i.unit = UnitLsu;
      Shfl:                                 i.unit = UnitShfl;
      Hmma884:                              i.unit = word[54] ? UnitSteps : UnitStep;
      Hmma1688:                             i.unit = UnitTensor8;
      Hmma16816:                            i.unit = UnitTensor16;
      Imma8816:                             i.unit = UnitBytes;
      BarSync, Bra, Bssy, Bsync, Exit, Nop: i.unit = UnitBranch;
      default:                              i.unit = UnitInt;
    endcase
    d      = i.unit != UnitBranch && i.op != Fsetp && i.op != Isetp;
    a      = i.unit != UnitBranch && i.unit != UnitCvt && i.op != Mov && i.op != Vote &&
             i.op != S2r && i.op != Cs2r;
    b      = i.unit != UnitBranch && i.unit != UnitLsu && i.op != Mufu && i.op != LopNot && i.op != Vote &&
             i.op != S2r && i.op != Cs2r;
    c      = i.op == Ffma || i.op == Hfma2 || i.op == Dfma || i.op == Iadd3 || i.op == Imad ||
             i.op == ImadHi || i.op == ImadWide || i.op == Shf || is_store(i.op) ||
             is_tensor(i.unit);
    p      = i.op == Fmnmx || i.op == Fsetp || i.op == Fsel || i.op == Imnmx || i.op == Isetp ||
             i.op == Sel || i.op == Vote;
    number = i.unit == UnitBranch || i.unit == UnitLsu || i.op == S2r || i.op == Cs2r;

    i.form = number ? FormOther : form_e'(word[29:28]);
    i.wide = number ? word[43:28] : {2'b00, word[43:30]};
    i.d    = d || i.unit == UnitBranch ? word[19:12] : Rz;
    i.mods = {2'b00, word[59:52]};
    wide   = i.unit == UnitFp64;
    width  = i.mods[1] ? 3'd4 : i.mods[0] ? 3'd2 : 3'd1;
    i.regs = i.unit == UnitLsu ? width :
             wide || i.op == ImadWide || (i.op == F2f && i.mods[2:0] == F64FromF32) ? 3'd2 : 3'd1;
    if (is_tensor(i.unit)) begin
      i.regs = (i.op == Hmma1688 || i.op == Hmma16816) && i.mods[1:0] != 2'd1 ? 3'd4 : 3'd2;
    end
    if (p) i.mods[9:8] = word[49:48];
    {i.q, i.p} = {Pt, Pt};
    if (!d && i.unit != UnitBranch) {i.q, i.p} = word[17:12];
    if (i.op == Vote || i.op == Shfl) begin
      i.p         = word[59:57];
      i.mods[7:5] = '0;
    end
    i.pred     = p ? word[46:44] : Pt;
    i.pred_not = p && word[47];

    i.source[0] = word[27:20];
    i.source[1] = i.form == FormConstantC ? word[51:44] : word[37:30];
    i.source[2] = word[51:44];
    for (int s = 0; s < Operands; s++) i.count[s] = wide ? 3'd2 : 3'd1;
    if (i.op == F2f && i.mods[2:0] == F32FromF64) i.count[1] = 3'd2;
    if (i.op == ImadWide) i.count[2] = 3'd2;
    if (is_global(i.op) && i.mods[2]) i.count[0] = 3'd2;
    if (is_store(i.op)) i.count[2] = width;
    if (is_tensor(i.unit)) begin
      i.count[0] = i.op == Hmma16816 ? 3'd4 : i.op == Imma8816 ? 3'd1 : 3'd2;
      i.count[1] = i.op == Hmma16816 || i.op == Hmma884 ? 3'd2 : 3'd1;
      i.count[2] = i.regs;
    end
    if (!a || i.source[0] == Rz) i.count[0] = 3'd0;
    if (!b || i.form == FormConstantB || i.source[1] == Rz) i.count[1] = 3'd0;
    if (!c || i.form == FormConstantC || i.source[2] == Rz) i.count[2] = 3'd0;
    return i;
  endfunction

  function automatic logic combine(logic [1:0] how, logic x, logic p);
    unique case (how)
      2'd0:    return x && p;
      2'd1:    return x || p;
      default: return x != p;
    endcase
  endfunction

endpackage
