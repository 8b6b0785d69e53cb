// SPDX-License-Identifier: Apache-2.0
//
// Types shared by the parts of weft_mopa: operations, controls derived from FPCR, 16-bit operands.

package weft_mopa_pkg;

  import weft_float_pkg::*;

  // Names and codes match sim/golden/mopa.hpp.
  typedef enum logic [2:0] {
    Fmopa   = 3'd0,  // binary32 or binary64, fused
    Fmopa16 = 3'd1,  // two products of binary16
    Bfmopa  = 3'd2,  // two products of bfloat16
    Imopa   = 3'd3,  // four products of 8 or 16 bits
    Addha   = 3'd4,  // adds Zn to every row
    Addva   = 3'd5   // adds Zn to every column
  } op_e;

  function automatic logic widens(op_e op);
    return op == Fmopa16 || op == Bfmopa;
  endfunction

  // log2 of the bytes of an operand that one predicate bit governs.
  function automatic logic [1:0] part(op_e op, logic wide);
    return widens(op) ? 2'd1 : op == Imopa ? {1'b0, wide} : {1'b1, wide};
  endfunction

  typedef struct packed {
    round_e round;
    logic   flush_narrow;  // subnormal 16-bit operands count as zeros
    logic   flush_in;      // subnormal binary32 and binary64 operands count as zeros
    logic   flush_out;     // tiny results become zeros
    logic   tiny_after;    // tininess is detected after rounding
    logic   negative_nan;
    logic   ranged;        // products and sums have binary32's range
  } control_t;

  // The controls that FPCR selects. Bfloat16 without EBF has separate rules.
  function automatic control_t control(op_e op, logic [31:0] fpcr);
    logic       fiz, ah, ebf, fz16, fz, own, flush_in, unused;
    logic [1:0] rmode;
    {fz, rmode} = fpcr[24:22];
    fz16        = fpcr[19];
    ebf         = fpcr[13];
    {ah, fiz}   = fpcr[1:0];
    unused      = ^fpcr;

    own      = op == Bfmopa && !ebf;
    flush_in = fiz || (fz && !ah) || own;
    return '{
      round:        own ? Odd : round_e'({1'b0, ^rmode, rmode[0]}),
      flush_narrow: op == Fmopa16 ? fz16 : flush_in,
      flush_in:     flush_in,
      flush_out:    fz || own,
      tiny_after:   ah && !own,
      negative_nan: ah,
      ranged:       own
    };
  endfunction

  typedef struct packed {
    op_e      op;
    logic     wide;        // 64-bit elements
    logic     subtract;    // subtracts integer products
    logic     unsigned_n, unsigned_m;
    logic     pairs;       // sums of two products of 16 bits, to 32
    control_t control;
  } operation_t;

  // An unpacked binary16 or bfloat16 operand: sig * 2^(exp - 16 - 127 - 10), with the leading one
  // at the top. The sig of a zero is 0.
  typedef struct packed {
    logic        sign, inf, nan;
    logic [8:0]  exp;
    logic [10:0] sig;
  } narrow_t;

endpackage
