// SPDX-License-Identifier: Apache-2.0
//
// The words of SME that weft_amx has, by the fields of their assembler syntax; weft_amx_word makes
// bits of them.

package weft_amx_word_pkg;

  // A step's word: its form and the fields of its assembler syntax.
  typedef enum logic [5:0] {
    Orr, Eor, And, Dup, DupLane, Ext, Choose, Permute, Unpack, LookUp, Copy, CopySmall, Add,
    Subtract, Mul, Mla, Asr, Lsr, ShiftLeft, Keep, Flip, Count, Limit, Clamp, Extend, Negate,
    AddConstant, SubConstant, NarrowWords, FcvtWiden, FcvtNarrow, Fadd, Fmul, Fmin, Fma, Fmlal,
    Fmopa, FmopaPairs, MopaBytes, AddHalves, ZeroTile, Ldr, LdrPair, Str, LdrRow, StrRow, FromRow,
    ToRow, Ptrue, PtrueCounted, Whilelo, Pnext, Pnot, Pand, PTrn, PZip, Greater, GreaterNumber,
    Negative, NotPositive, Start, Stop
  } form_e;
  typedef struct packed {
    form_e       form;
    logic [1:0]  size;     // log2 of bytes
    logic [4:0]  d, n, m;  // vectors; predicates
    logic [2:0]  p, q;     // of rows, of columns
    logic [2:0]  op;       // of Permute; of Limit; of AddHalves; y and x of MopaBytes are signed
    logic        flag;     // subtracted, odd, to bfloat16, vertical, signed, high, greatest
    logic [5:0]  number;   // bytes, bits, a lane, a row or column of ZA, a tile
    logic [1:0]  rounds;   // FPCR.RMode
    logic [63:0] a;
    logic [5:0]  b;
  } micro_t;

  // Vector registers: the pools, then operands and sums.
  localparam logic [4:0] PoolX = 5'd0, PoolY = 5'd8, Xs = 5'd16, Ys = 5'd17, Sum = 5'd18,
                         Lane = 5'd19, One = 5'd20, Sign = 5'd21, XEven = 5'd22, XOdd = 5'd23,
                         YEven = 5'd24, YOdd = 5'd25, Even = 5'd26, Odd = 5'd27, Target = 5'd28,
                         Value = 5'd29, Zero = 5'd30;
  // Predicates.
  localparam logic [2:0] PYOdd = 3'd0, PX = 3'd1, PY = 3'd2, PXEven = 3'd3, PXOdd = 3'd4,
                         PYEven = 3'd5, PNone = 3'd6, PAll = 3'd7;
  // Permutations.
  localparam logic [2:0] Zip1 = 3'd0, Zip2 = 3'd1, Uzp1 = 3'd2, Uzp2 = 3'd3, Trn1 = 3'd4,
                         Trn2 = 3'd5;
  // Halves that AddHalves multiplies.
  localparam logic [2:0] Binary16 = 3'd0, Bfloat16 = 3'd1, SignedHalves = 3'd2,
                         UnsignedHalves = 3'd3;
  // Roundings.
  localparam logic [1:0] Up = 2'd1, Down = 2'd2;
  // Limits.
  localparam logic [2:0] Smax = 3'd0, Smin = 3'd2, Umin = 3'd3;

  // Numbers of a format, by its size.
  function automatic logic [63:0] one_of(logic [1:0] size);
    return size == 2'd3 ? 64'h3ff0000000000000 : size == 2'd2 ? 64'h3f800000 : 64'h3c00;
  endfunction
  function automatic logic [63:0] sign_of(logic [1:0] size);
    return size == 2'd3 ? 64'h8000000000000000 : size == 2'd2 ? 64'h80000000 : 64'h8000;
  endfunction

  // The predicate of even or of odd lanes.
  function automatic micro_t alternate(logic odd, logic [2:0] p, logic [1:0] size);
    return '{form: PTrn, size: size, d: {2'b0, p}, n: {2'b0, odd ? PNone : PAll},
             m: {2'b0, odd ? PAll : PNone}, default: '0};
  endfunction
  // The predicate of lanes in one or two words.
  function automatic micro_t make(weft_amx_pkg::lanes_t l, logic second, logic [2:0] p,
                                  logic [1:0] size);
    micro_t m;
    m = '{form: Whilelo, size: size, d: {2'b0, p}, b: l.count, default: '0};
    if (l.kind == weft_amx_pkg::Alternate) m = alternate(l.odd, p, size);
    if (second) begin
      m = '{form: l.kind == weft_amx_pkg::Last ? Pnot : Pnext, size: size, d: {2'b0, p},
            default: '0};
    end
    return m;
  endfunction
  function automatic micro_t both(logic odd, logic [2:0] d, logic [2:0] p);
    return '{form: PTrn, size: 2'd1, d: {2'b0, d}, n: {2'b0, p}, m: {2'b0, p}, flag: odd,
             default: '0};
  endfunction
  function automatic micro_t move(logic [4:0] d, logic [4:0] n);
    return '{form: Orr, d: d, n: n, m: n, default: '0};
  endfunction
  function automatic micro_t turn(logic [4:0] d, logic [4:0] m, logic [5:0] bytes);
    return '{form: Ext, d: d, m: m, number: bytes, default: '0};
  endfunction
  function automatic micro_t dup(logic [1:0] size, logic [4:0] d, logic [63:0] a);
    return '{form: Dup, size: size, d: d, a: a, default: '0};
  endfunction
  function automatic micro_t lane(logic [1:0] size, logic [4:0] n, logic [5:0] i);
    return '{form: DupLane, size: size, d: Lane, n: n, number: i, default: '0};
  endfunction
  function automatic micro_t permute(logic [1:0] size, logic [2:0] op, logic [4:0] d, logic [4:0] n,
                                     logic [4:0] m);
    return '{form: Permute, size: size, op: op, d: d, n: n, m: m, default: '0};
  endfunction
  function automatic micro_t vector_of(form_e form, logic [1:0] size, logic [4:0] d, logic [4:0] n,
                                       logic [4:0] m);
    return '{form: form, size: size, d: d, n: n, m: m, default: '0};
  endfunction
  function automatic micro_t shift(logic is_signed, logic [1:0] size, logic [4:0] d, logic [4:0] n,
                                   logic [5:0] bits);
    return '{form: is_signed ? Asr : Lsr, size: size, d: d, n: n, number: bits, default: '0};
  endfunction
  function automatic micro_t shift_left(logic [1:0] size, logic [4:0] d, logic [4:0] n,
                                        logic [5:0] bits);
    return '{form: ShiftLeft, size: size, d: d, n: n, number: bits, default: '0};
  endfunction
  function automatic micro_t from_row(logic [1:0] size, logic [4:0] d, logic [2:0] p,
                                      logic [5:0] row, logic vertical);
    return '{form: FromRow, size: size, d: d, p: p, number: row, flag: vertical, default: '0};
  endfunction
  function automatic micro_t to_row(logic [1:0] size, logic [2:0] p, logic [5:0] row, logic [4:0] n,
                                    logic vertical);
    return '{form: ToRow, size: size, n: n, p: p, number: row, flag: vertical, default: '0};
  endfunction
  function automatic micro_t choose(logic [1:0] size, logic [4:0] d, logic [2:0] p, logic [4:0] n,
                                    logic [4:0] m);
    return '{form: Choose, size: size, d: d, n: n, m: m, p: p, default: '0};
  endfunction
  // Bytes or halfwords, made wider.
  function automatic micro_t extend(logic is_signed, logic [1:0] size, logic halves, logic [4:0] d,
                                    logic [4:0] n);
    return '{form: Extend, size: size, d: d, n: n, flag: is_signed, number: {5'b0, halves},
             default: '0};
  endfunction
  function automatic micro_t keep(logic [1:0] size, logic [4:0] d, logic [5:0] bits);
    return '{form: Keep, size: size, d: d, number: bits, default: '0};
  endfunction
  function automatic micro_t product(form_e form, logic [1:0] size, logic subtract,
                                     logic [5:0] tile, logic [2:0] py, logic [2:0] px,
                                     logic [4:0] y, logic [4:0] x);
    return '{form: form, size: size, n: y, m: x, p: py, q: px, flag: subtract, number: tile,
             default: '0};
  endfunction

  // 0 x -0 is added, rounding down, to a tile that is zero.
  function automatic micro_t minus_tile(logic [1:0] size, logic [5:0] tile);
    micro_t m;
    m        = product(Fmopa, size, 1'b0, tile, PAll, PAll, Sign, Zero);
    m.rounds = Down;
    return m;
  endfunction

endpackage
