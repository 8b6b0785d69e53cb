// SPDX-License-Identifier: Apache-2.0
//
// An instruction of weft_sme_core, decoded: the unit that executes it, its operation, the registers that
// it names. Behind the decoder nobody reads the word.

package weft_sme_pkg;

  typedef logic [63:0] beat_t;  // eight bytes of a vector, the first in the low bits
  typedef logic [7:0]  bytes_t; // one bit a byte of a beat

  // log2 of the bytes of the shortest vector.
  localparam int unsigned LeastLength = 4;

  // Elements of 2^size bytes.
  typedef enum logic [2:0] { B, H, S, D, Q } size_e;

  // The part of weft_sme_core that executes the instruction.
  typedef enum logic [4:0] {
    Host,          // no word of this unit: the host's, or nobody's
    NoEncoding,    // the group is known, the encoding is not there
    Alu,           // beat by beat: integers, moves
    Compare,       // the same into a predicate
    Reduce,        // the same into a scalar
    Float,         // beat by beat
    FloatInOrder,  // FADDA
    FloatTree,     // FADDV, FMAXV
    FloatCompare,  // beat by beat, into a predicate
    FloatFlags,    // a scalar, into NZCV
    Serial,        // element by element: conversions, quotients, square roots
    Permute,       // beat by beat, from two beats; of several vectors, one after the other
    Narrow,        // integers of several vectors, saturated, to one
    Table,         // element by element
    Last,          // one element
    Load,          // beat by beat
    LoadElements,  // element by element: gathers, first faults
    Store,
    StoreElements, // element by element: structures, scatters
    ToSlice,
    FromSlice,
    LoadSlice,
    StoreSlice,
    ZeroTiles,
    OuterProduct,
    Array,         // rows of ZA and vectors
    Predicate,     // weft_pred
    Counter,       // predicates as counters
    Lookup,        // vectors of elements of ZT0
    LookupTable,   // ZT0 itself
    State          // weft_stream_state
  } unit_e;

  // Operations of Alu, Compare and Reduce on elements a and b; c is the destination's old value.
  typedef enum logic [5:0] {
    Add, Sub, Subr, Mul, And, Orr, Eor, Bic,
    Smax, Umax, Smin, Umin, Sabd, Uabd,
    Asr, Lsr, Lsl,
    Mla, Mls, Sclamp, Uclamp,
    Sxt, Uxt,                           // from `msize`
    Abs, Neg, Clz, Cnt, Fabs, Fneg, Not,
    PassA, PassB, Index,
    Eq, Ne, Ge, Gt, Lt, Le, Hs, Hi, Lo, Ls,
    Saddv, Uaddv,
    Dot                                 // c and four products of quarters of an element
  } alu_e;

  // Operations of Permute, which takes elements from a beat x and a beat y.
  typedef enum logic [5:0] {
    Zip, Uzp, Trn, Rev, Revd, Ext, Insr, Unpk, DupElement
  } permute_e;

  // Operations of Float; Fmla is c + a b, Fclamp the lesser of c and the greater of a and b. Those
  // from Fcmge on compare a with b; Fcmp gives NZCV.
  typedef enum logic [5:0] {
    Fadd, Fsub, Fmul, Fmla,
    Fmax, Fmin, Fmaxnm, Fminnm, Fclamp,
    Fcmge, Fcmgt, Fcmeq, Fcmne, Fcmuo, Fcmp
  } float_e;

  // Operations of Serial. Rint rounds to an integral number, in the direction that imm says.
  typedef enum logic [5:0] {
    FloatToFloat, IntToFloat, FloatToInt, Rint, Fdiv, Fsqrt, Idiv
  } serial_e;

  // Operations of Array on elements of a row, a and b: row +- a b, also with the parts of an element
  // from as many vectors; row +- a; a +- b; the product of each part to a row of its own.
  typedef enum logic [5:0] {
    Multiply, MultiplyVertically, Accumulate, Combine, MultiplyParts
  } array_e;

  // Operations of LookupTable.
  typedef enum logic [5:0] { ZeroTable, ToTable, FromTable } lookup_table_e;

  // Operations of Counter.
  typedef enum logic [5:0] { MakeAll, MakeWhile, MakePair, CountActive, Extract } counter_e;

  // The second operand: a register, its first element everywhere, a number, Xn, a count, one
  // element of every 128 bits.
  typedef enum logic [2:0] { Vector, First, Number, Xn, Count, Indexed } source_e;

  // The address: Xn and so much more.
  typedef enum logic [2:0] {
    NoOffset,   // the host's sum
    Register,   // Xm elements
    Vectors,    // a number of vectors, as they are in memory
    Elements,   // a number of elements
    Offsets32,  // a vector's words, extended
    Offsets64,  // a vector's doublewords
    Addresses   // elements of a vector, in place of Xn
  } address_e;

  typedef struct packed {
    unit_e      unit;
    weft_stream_state_pkg::legal_e legal;
    logic [5:0] op;
    logic [2:0] size;     // elements have 2^size bytes
    logic [4:0] d;        // written
    logic [4:0] a, b, c;  // read
    source_e    b_from;
    logic [8:0] imm;
    beat_t      number;   // b, or the mask of bits
    logic       governed; // by P[g]
    logic       zeroing;  // inactive elements become zero; otherwise they stay as in c
    logic       one;      // a scalar: the first element is written, the others become zero
    logic [3:0] g;
    logic [3:0] p;        // the second predicate: of an outer product, of STR
    logic       upper;    // half of a vector, or odd elements: ZIP2, UUNPKHI, TRN2
    logic       lastb;    // LASTB: the last active element, not the one behind it
    logic       start_is_x, step_is_x;  // INDEX takes X registers, otherwise numbers in a and b
    logic [1:0] msize;    // in memory; of SXTB to UXTW, the part of an element;
                          // of Lookup, log2 of the bits of a number
    logic       extend;   // signs
    address_e   address;
    logic       first_fault;
    logic       predicate;  // LDR, STR of a predicate
    logic       lookup;     // LDR, STR of ZT0
    logic       row;        // LDR, STR of a row of ZA
    logic       vertical;
    logic       negate_a, negate_c;
    logic       writes_x;   // Xd
    weft_mopa_pkg::op_e mopa_op;
    logic       subtract, unsigned_n, unsigned_m;  // for outer products, Array and Dot
    logic       pairs;       // of products of halfwords: sums of Array
    logic       brain;       // parts of Array are bfloat16
    logic [1:0] neighbours;  // rows of Array's parts, less one
    logic       old_a;       // inactive elements stay as in a, not as in c
    logic       swap;        // a and b change places: Float
    logic       absolute;    // a and b without their signs: FloatCompare
    logic       loud;        // FCMPE
    logic       negate_r;    // FNMUL
    logic       widen;       // a and b are halfwords of words, the odd ones if `upper`: Float
    logic       conditional; // CLASTA: nothing changes if no element is active; FCCMP, FCSEL
    logic       quad;        // LD1RQ: 128 bits, everywhere
    logic [2:0] from, to;    // sizes that Serial converts between; B is bfloat16
    logic [1:0] regs;        // of a structure or a group, less one
    logic [3:0] apart;       // registers of a group, a uop each, governed by a counter, and of
                             // Lookup; 0: no group
    logic       each;        // b and c are of groups, too
    logic       top;         // BFCVTNT: into the upper half of a word
    logic       interleaved; // of Narrow, and of Serial with several vectors: their results in turns
  } uop_t;

  // Whether the elements of a load or store have addresses of their own.
  function automatic logic own_addresses(address_e address);
    return address inside {Offsets32, Offsets64, Addresses};
  endfunction

  // The lowest bit of every element of a beat, a bit a byte.
  function automatic bytes_t lowest_bytes(logic [2:0] size);
    unique case (size)
      B:       return 8'hff;
      H:       return 8'h55;
      S:       return 8'h11;
      default: return 8'h01;
    endcase
  endfunction

  // An element's bits, in the low part of a beat.
  function automatic beat_t element_ones(logic [2:0] size);
    unique case (size)
      B:       return 64'hff;
      H:       return 64'hffff;
      S:       return 64'hffff_ffff;
      default: return '1;
    endcase
  endfunction

  // The distance of an element of a gather or scatter from the base: the offset in the low part of
  // a beat, of 32 bits with a sign or without, scaled by the size in memory or not.
  function automatic beat_t element_offset(beat_t element, logic [2:0] size, logic [1:0] msize,
                                           address_e address, logic is_signed, logic scaled);
    beat_t offset;
    offset = element & element_ones(size);
    if (address == Offsets32)
      offset = {{32{is_signed && offset[31]}}, offset[31:0]};
    if (address != Addresses && scaled)
      offset <<= msize;
    return offset;
  endfunction

endpackage
