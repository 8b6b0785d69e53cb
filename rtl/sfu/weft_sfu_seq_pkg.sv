// SPDX-License-Identifier: Apache-2.0
//
// The micro-sequences of functions over the special function unit and the fused multiply-add.

package weft_sfu_seq_pkg;

  typedef enum logic [2:0] {
    Div,     // x / y
    Exp,     // e^x
    Exp10,   // 10^x
    Log,     // ln(x)
    Log10,   // log10(x)
    Pow,     // x^y for x >= 0
    Sigmoid  // 1 / (1 + e^-x)
  } seq_op_e;

  // The source of a step's input: an operand, the result of step 0, 1 or the step before, or the
  // step's constant.
  typedef enum logic [2:0] {X, Y, First, Second, Last, Constant} source_e;

  // The operations of weft_fma that sequences use.
  typedef enum logic [2:0] {Madd = 3'd0, Nmsub = 3'd2, Add = 3'd4, Mul = 3'd6} fma_op_e;

  // One step: a function of a in the special function unit, or an operation on a, b and c in the
  // other.
  typedef struct packed {
    logic              is_sfu;
    weft_sfu_pkg::op_e func;
    fma_op_e           operation;
    source_e           a, b, c;
    logic [31:0]       constant;
    logic              refines;  // if it gives NaN, the result of step 1 is used
    logic              last;
  } step_t;

  localparam logic [31:0] Log2E    = 32'h3fb8_aa3b;  // log2(e)
  localparam logic [31:0] Log2Of10 = 32'h4054_9a78;  // log2(10)
  localparam logic [31:0] Ln2      = 32'h3f31_7218;  // ln(2)
  localparam logic [31:0] Log10Of2 = 32'h3e9a_209b;  // log10(2)
  localparam logic [31:0] One      = 32'h3f80_0000;
  localparam logic [31:0] Minus    = 32'h8000_0000;  // a sign

  function automatic step_t sfu_of(weft_sfu_pkg::op_e func, source_e a, logic last);
    sfu_of = '{is_sfu: 1'b1, func: func, operation: Mul, a: a, b: X, c: X, constant: '0,
               refines: 1'b0, last: last};
  endfunction

  function automatic step_t fma_of(fma_op_e operation, source_e a, source_e b, source_e c,
                                   logic [31:0] constant, logic last);
    fma_of = '{is_sfu: 1'b0, func: weft_sfu_pkg::Rcp, operation: operation, a: a, b: b, c: c,
               constant: constant, refines: operation == Madd, last: last};
  endfunction

  // One of the steps 0 to 3 of a sequence.
  function automatic step_t step(seq_op_e op, logic [1:0] number);
    case ({op, number})
      {Div, 2'd0}:     step = sfu_of(weft_sfu_pkg::Rcp, Y, 1'b0);
      {Div, 2'd1}:     step = fma_of(Mul, X, First, X, '0, 1'b0);
      {Div, 2'd2}:     step = fma_of(Nmsub, Y, Second, X, '0, 1'b0);
      {Div, 2'd3}:     step = fma_of(Madd, Last, First, Second, '0, 1'b1);
      {Exp, 2'd0}:     step = fma_of(Mul, X, Constant, X, Log2E, 1'b0);
      {Exp, 2'd1}:     step = sfu_of(weft_sfu_pkg::Ex2, Last, 1'b1);
      {Exp10, 2'd0}:   step = fma_of(Mul, X, Constant, X, Log2Of10, 1'b0);
      {Exp10, 2'd1}:   step = sfu_of(weft_sfu_pkg::Ex2, Last, 1'b1);
      {Log, 2'd0}:     step = sfu_of(weft_sfu_pkg::Lg2, X, 1'b0);
      {Log, 2'd1}:     step = fma_of(Mul, Last, Constant, X, Ln2, 1'b1);
      {Log10, 2'd0}:   step = sfu_of(weft_sfu_pkg::Lg2, X, 1'b0);
      {Log10, 2'd1}:   step = fma_of(Mul, Last, Constant, X, Log10Of2, 1'b1);
      {Pow, 2'd0}:     step = sfu_of(weft_sfu_pkg::Lg2, X, 1'b0);
      {Pow, 2'd1}:     step = fma_of(Mul, Last, Y, X, '0, 1'b0);
      {Pow, 2'd2}:     step = sfu_of(weft_sfu_pkg::Ex2, Last, 1'b1);
      {Sigmoid, 2'd0}: step = fma_of(Mul, X, Constant, X, Minus | Log2E, 1'b0);
      {Sigmoid, 2'd1}: step = sfu_of(weft_sfu_pkg::Ex2, Last, 1'b0);
      {Sigmoid, 2'd2}: step = fma_of(Add, Last, X, Constant, One, 1'b0);
      default:         step = sfu_of(weft_sfu_pkg::Rcp, Last, 1'b1);
    endcase
  endfunction

endpackage
