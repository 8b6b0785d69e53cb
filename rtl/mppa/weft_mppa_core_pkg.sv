// SPDX-License-Identifier: Apache-2.0
//
// Types of the core round the tensor coprocessor, and what a bundle needs of the registers.
// sim/golden/mppa_core/mppa_core.hpp uses the same names with the same values.

package weft_mppa_core_pkg;

  import weft_mppa_pkg::*;

  parameter int unsigned General    = 64;
  parameter logic [15:0] EndAddress = 16'hffff;  // a return to it ends the program
  parameter int unsigned SmemBits   = 22;        // of an address in SMEM

  typedef logic [63:0] data_t;
  typedef logic [63:0] general_t;  // one bit a general register

  // A word of the lanes Alu0, Alu1, Mau and Lsu.
  typedef struct packed {
    logic [5:0] op;
    logic [5:0] d;
    logic [5:0] a;
    logic [5:0] b;
    logic [1:0] mode;
    logic [3:0] cond;
    logic [1:0] x;
  } word_t;

  // The word of the coprocessor's lane: D = C + A B; x says what is unsigned, bit 0 A, bit 1 B.
  typedef struct packed {
    logic [5:0] op;
    reg_t       d;
    reg_t       a;
    reg_t       b;
    reg_t       c;
    logic [1:0] x;
  } tca_t;

  typedef struct packed {
    logic [5:0]  op;
    logic [5:0]  r;
    logic [3:0]  cond;
    logic [15:0] target;
  } bcu_t;

  // The first word is in the low bits.
  typedef struct packed {
    logic [1:0][31:0] immediate;
    tca_t             tca;
    word_t            lsu;
    word_t            mau;
    word_t            alu1;
    word_t            alu0;
    bcu_t             bcu;
  } core_bundle_t;

  typedef enum logic [5:0] {
    BcuNop, Goto, Cb, Loopdo, Call, Ret, Igoto, Xmovefo, Xcopyo
  } bcu_e;

  // ALU operations; bit 0 of those in pairs means 64 bits.
  typedef enum logic [5:0] {
    Addw = 6'd2, Addd, Sbfw, Sbfd, Subw, Subd, Andw, Andd, Orw, Ord, Xorw, Xord, Andnw, Andnd, Sllw,
    Slld, Srlw, Srld, Sraw, Srad, Compw, Compd, Zxwd, Make, Sxwd, Cmoved,
    Minw = 6'd32, Mind, Maxw, Maxd, Minuw, Minud, Maxuw, Maxud, Ctzw, Ctzd, Clzw, Clzd, Xmovetq,
    Cbsw = 6'd48, Cbsd
  } alu_e;

  typedef enum logic [3:0] {
    Issues, Ended, Branch, Fetch, Waits, Computes, Coprocesses, Condition, Memory, Queue, Trap
  } why_e;

  // Halves of coprocessor registers, one bit a register.
  typedef struct packed {
    mask_t lo;
    mask_t hi;
  } halves_t;

  // The registers of a bundle, by what it needs of them.
  typedef struct packed {
    general_t read;    // when the bundle issues
    general_t late;    // a cycle later
    general_t early;   // a cycle before
    general_t sum;     // written by an integer multiply-add
    general_t load;    // by a load
    general_t silent;  // by a load that memory may not see
    general_t write1;  // written after 1 to 4 cycles
    general_t write2;
    general_t write3;
    general_t write4;
    halves_t  c_read;
    halves_t  c_late;
    halves_t  c_addend;   // of FP16 products
    halves_t  c_sum;      // addends and results of integer products
    halves_t  c_result;   // their results
    halves_t  c_load;
    halves_t  c_silent;
    halves_t  c_moved;    // written after 3 cycles, by moves
    halves_t  c_written;  // and by others
    halves_t  c_float;    // after 4
  } uses_t;

  function automatic logic is_load(logic [5:0] op);
    return op >= 6'd32 && op < 6'd46;
  endfunction

  function automatic logic is_store(logic [5:0] op);
    return op >= 6'd48 && op < 6'd55;
  endfunction

  function automatic logic is_access(logic [5:0] op);
    return op[5];
  endfunction

  function automatic logic to_coprocessor(logic [5:0] op);
    return op >= 6'd41 && op < 6'd46;
  endfunction

  function automatic logic is_scatter(logic [5:0] op);
    return op >= 6'd42 && op < 6'd46;
  endfunction

  function automatic logic is_float(logic [5:0] op);
    return op >= 6'd40;
  endfunction

  // Types of floating-point operations: W, Wp, Wq, D, Dp; kinds: add, multiply, multiply-add and
  // -subtract.
  function automatic logic [2:0] float_type(logic [5:0] op);
    return 3'(op[5:2] - 4'd10);
  endfunction

  function automatic logic takes_pairs(logic [5:0] op);
    return is_float(op) && float_type(op) inside {3'd2, 3'd4};
  endfunction

  function automatic logic accumulates(logic [5:0] op);
    return is_float(op) ? op[1] : op inside {6'd34, 6'd35};
  endfunction

  // Bytes of an access.
  function automatic logic [5:0] size_of(logic [5:0] op);
    unique case (op)
      6'd32, 6'd33, 6'd48: return 6'd1;
      6'd34, 6'd35, 6'd49: return 6'd2;
      6'd36, 6'd37, 6'd50: return 6'd4;
      6'd38, 6'd51:        return 6'd8;
      6'd39, 6'd52:        return 6'd16;
      default:             return 6'd32;
    endcase
  endfunction

  // The general registers of an access.
  function automatic general_t group(logic [5:0] first, logic [5:0] size);
    return general_t'({{2{size[5]}}, size[5] | size[4], 1'b1}) << first;
  endfunction

  function automatic general_t general(logic [5:0] r);
    return general_t'(1'b1) << r;
  endfunction

  function automatic general_t generals(logic [5:0] r, logic two);
    return general_t'({two, 1'b1}) << r;
  endfunction

  function automatic halves_t whole(mask_t mask);
    return '{lo: mask, hi: mask};
  endfunction

  function automatic halves_t half(reg_t r, logic high);
    return '{lo: one(r, !high), hi: one(r, high)};
  endfunction

  function automatic halves_t loaded_halves(logic [5:0] op, reg_t r);
    if (!to_coprocessor(op)) return '0;
    if (!is_scatter(op)) return whole(one(r, 1'b1));
    return '{lo: quad(r, op < 6'd44), hi: quad(r, op >= 6'd44)};
  endfunction

  // The registers of an ALU operation.
  function automatic uses_t alu_uses(word_t w);
    uses_t of;
    of = '0;
    if (w.op != '0) begin
      if (!(w.op inside {Zxwd, Make, Sxwd})) of.read |= general(w.a);
      if (w.mode == '0) of.read |= general(w.b);
      if (w.op == Xmovetq) of.c_moved = half(w.d, w.x[0]);
      else of.write1 = general(w.d);
    end
    return of;
  endfunction

  function automatic uses_t mau_uses(word_t w);
    uses_t of;
    logic  two;
    of  = '0;
    two = takes_pairs(w.op);
    of.read = generals(w.a, two) | (w.mode == '0 ? generals(w.b, two) : '0);
    if (is_float(w.op)) begin
      if (accumulates(w.op)) of.read |= generals(w.d, two);
      of.write4 = generals(w.d, two);
    end else if (accumulates(w.op)) begin
      of.late = general(w.d);
      of.sum  = general(w.d);
    end else begin
      of.write2 = general(w.d);
    end
    return of;
  endfunction

  function automatic uses_t lsu_uses(word_t w);
    uses_t    of;
    general_t to;
    of      = '0;
    of.read = general(w.a) | (w.mode == '0 || w.cond != '0 ? general(w.b) : '0);
    to      = group(w.d, size_of(w.op));
    if (is_store(w.op)) begin
      if (w.op == 6'd54) of.c_late = whole(one(w.d, 1'b1));
      else of.late = to;
    end else if (to_coprocessor(w.op)) begin
      if (w.x[0]) of.c_silent = loaded_halves(w.op, w.d);
      else of.c_load = loaded_halves(w.op, w.d);
    end else begin
      if (w.x[0]) of.silent = to;
      else of.load = to;
    end
    return of;
  endfunction

  function automatic uses_t bcu_uses(bcu_t w);
    uses_t of;
    of = '0;
    if (w.op inside {Cb, Loopdo, Igoto}) of.early = general(w.r);
    if (w.op inside {Xmovefo, Xcopyo}) of.c_read = whole(one(w.target[5:0], 1'b1));
    if (w.op == Xmovefo) of.write3 = group(w.r, 6'd32);
    if (w.op == Xcopyo) of.c_moved = whole(one(w.r, 1'b1));
    return of;
  endfunction

  function automatic uses_t tca_uses(tca_t w);
    uses_t of;
    of = '0;
    if (w.op inside {6'd1, 6'd2}) begin
      of.c_read   = whole(one(w.a, 1'b1) | one(w.b, 1'b1));
      of.c_result = whole(w.op[1] ? quad(w.d, 1'b1) : pair(w.d, 1'b1));
      of.c_sum    = of.c_result | whole(w.op[1] ? quad(w.c, 1'b1) : pair(w.c, 1'b1));
    end else if (w.op[2]) begin
      of.c_read   = half(w.a, w.op[0]) | half(w.b, w.op[1]);
      of.c_addend = half(w.c | 6'(w.op[1]), w.op[0]);
      of.c_float  = half(w.d | 6'(w.op[1]), w.op[0]);
    end else if (w.op[3]) begin
      of.c_read    = whole(quad(w.a, 1'b1));
      of.c_written = whole(w.op == 6'd8 ? quad(w.d, 1'b1) : one(w.d, 1'b1));
    end
    return of;
  endfunction

  function automatic uses_t uses_of(core_bundle_t x);
    return bcu_uses(x.bcu) | alu_uses(x.alu0) | alu_uses(x.alu1)
         | (x.mau.op[5] ? mau_uses(x.mau) : alu_uses(x.mau))
         | (is_access(x.lsu.op) ? lsu_uses(x.lsu) : alu_uses(x.lsu)) | tca_uses(x.tca);
  endfunction

  // Whether a register meets a condition: d of 64 bits, w of the low 32.
  function automatic logic holds(logic [3:0] cond, data_t x);
    logic zero, sign, word_zero, word_sign;
    zero      = x == '0;
    sign      = x[63];
    word_zero = x[31:0] == '0;
    word_sign = x[31];
    unique case (cond)
      4'd0:  return 1'b1;
      4'd1:  return !zero;
      4'd2:  return zero;
      4'd3:  return sign;
      4'd4:  return !sign;
      4'd5:  return sign | zero;
      4'd6:  return !sign & !zero;
      4'd7:  return x[0];
      4'd8:  return !x[0];
      4'd9:  return !word_zero;
      4'd10: return word_zero;
      4'd11: return word_sign;
      4'd12: return !word_sign;
      4'd13: return word_sign | word_zero;
      4'd14: return !word_sign & !word_zero;
      default: return 1'b0;
    endcase
  endfunction

  // Regions of addresses.
  typedef enum logic [1:0] {Smem, Ddr, Io, Hole} region_e;

  function automatic region_e region_of(data_t at);
    if (at[63:SmemBits] == '0) return Smem;
    if (at[63:32] != '0) return Hole;
    if (at[31]) return Ddr;
    return at[30] ? Io : Hole;
  endfunction

endpackage
