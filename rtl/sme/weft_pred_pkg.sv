// SPDX-License-Identifier: Apache-2.0
//
// An instruction of weft_pred, decoded.

package weft_pred_pkg;

  typedef enum logic [4:0] {
    Nothing,
    Ptrue,    // PTRUE, PTRUES, PFALSE, SETFFR
    While,    // WHILELT, WHILELE, WHILELO, WHILELS
    Compare,  // a comparison of vectors, whose outcome comes from them
    Load,     // LDR of a predicate
    Pfirst,
    Pnext,
    Logical,  // AND, BIC, EOR, SEL, ORR, ORN, NOR, NAND
    Brk,      // BRKA, BRKB
    Brkp,     // BRKPA, BRKPB
    Brkn,
    Wrffr,
    Rdffr,
    Punpk,
    Zip,      // ZIP1, ZIP2, UZP1, UZP2, TRN1, TRN2
    Uzp,
    Trn,
    Rev,
    Psel,
    Ptest,
    Cterm,
    CountOf,  // CNTP, INCP, DECP
    Count     // CNTB, INCB, DECB, ...
  } op_e;

  typedef struct packed {
    op_e        op;
    logic [1:0] size;       // log2 of an element's bytes
    logic       to_p;       // writes P[d]
    logic       to_ffr;
    logic       sets_flags;
    logic       governed;   // g takes part; otherwise every element is active
    logic       select;     // a choice within op
    logic       merging;    // BRKA, BRKB
    logic [2:0] logical;    // the operation of Logical: bits 23, 9 and 4 of the word
    logic       wide;       // WHILE, CTERM: operands have 64 bits, not 32
    logic       is_unsigned; // WHILE
    logic [3:0] number;     // PSEL's element; what CNTB multiplies by, less one
    logic       subtract;   // the count is subtracted
    logic       onto_a;     // the count is added to operand a
    logic [4:0] pattern;    // a pattern that gives a number of elements
    logic [3:0] d, n, m, g;
  } instruction_t;

endpackage
