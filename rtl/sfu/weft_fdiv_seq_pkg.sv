// SPDX-License-Identifier: Apache-2.0
//
// The multiply-adds of quotients and roots, and their order.

package weft_fdiv_seq_pkg;

  // Bit 0: a square root; bit 1: a reciprocal.
  typedef enum logic [1:0] {
    Div,   // a / b
    Sqrt,  // sqrt(a)
    Rcp,   // 1 / a
    Rsqrt  // 1 / sqrt(a)
  } div_op_e;

  typedef enum logic [2:0] {
    Seed,     // y, an approximation of 1 / b or 1 / sqrt(a)
    First,    // q = a y
    Square,   // v = q q
    Rest,     // r = a - b q, a - q q or 1 - a v
    Correct,  // q = q + r y, or q + r y / 2 of a root
    Lost,     // d = q q - v
    Kept,     // s = 1 - a v
    Last      // r = s - a d
  } kind_e;

  // Operands of a multiply-add: a, b or v and s, y or its half, the estimate, r or d, and 1.
  typedef enum logic [2:0] {A, B, Y, H, Q, R, One} source_e;

  // The operations of weft_fma that steps use.
  typedef enum logic [2:0] {Madd = 3'd0, Msub = 3'd1, Nmsub = 3'd2, Mul = 3'd6} fma_op_e;

  typedef struct packed {
    fma_op_e operation;
    source_e x, y, z;  // x * y and z
    source_e to;       // Q, R or B
  } step_t;

  // The approximation goes to Q, too, as First does.
  function automatic step_t step(div_op_e op, kind_e kind);
    unique case (kind)
      Square:  step = '{operation: Mul, x: Q, y: Q, z: A, to: B};
      Rest:
        unique case (op)
          Sqrt:    step = '{operation: Nmsub, x: Q, y: Q, z: A, to: R};
          Rsqrt:   step = '{operation: Nmsub, x: A, y: B, z: One, to: R};
          default: step = '{operation: Nmsub, x: B, y: Q, z: A, to: R};
        endcase
      Correct: step = '{operation: Madd, x: R, y: op[0] ? H : Y, z: Q, to: Q};
      Lost:    step = '{operation: Msub, x: Q, y: Q, z: B, to: R};
      Kept:    step = '{operation: Nmsub, x: A, y: B, z: One, to: B};
      Last:    step = '{operation: Nmsub, x: A, y: R, z: B, to: R};
      default: step = '{operation: Mul, x: A, y: Y, z: A, to: Q};
    endcase
  endfunction

  // Whether a step leaves the remainder of the last estimate.
  function automatic logic is_last(div_op_e op, kind_e kind, logic corrected);
    return kind == Last | (kind == Rest & op != Rsqrt & corrected);
  endfunction

  // The step behind one that is not the last; `corrected`: no correction is left.
  function automatic kind_e next_kind(div_op_e op, kind_e kind, logic corrected);
    unique case (kind)
      Seed:    next_kind = op == Rsqrt ? Square : op == Rcp ? Rest : First;
      First:   next_kind = Rest;
      Square:  next_kind = corrected ? Lost : Rest;
      Rest:    next_kind = Correct;
      Correct: next_kind = op == Rsqrt ? Square : Rest;
      Lost:    next_kind = Kept;
      default: next_kind = Last;
    endcase
  endfunction

endpackage
