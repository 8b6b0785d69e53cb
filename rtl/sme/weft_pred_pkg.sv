// SPDX-License-Identifier: Apache-2.0
//
// What weft_pred_decode makes of an instruction word.

package weft_pred_pkg;

  typedef enum logic [4:0] {
    Nothing,
    Ptrue,    // PTRUE, PTRUES, PFALSE, SETFFR
    While,    // WHILELT, WHILELE, WHILELO, WHILELS
    Compare,  // of vectors; the outcome comes from them
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
    logic [2:0] logical;    // which operation of Logical: bits 23, 9 and 4 of the word
    logic       wide;       // of 64 bits: WHILE, CTERM
    logic       is_unsigned; // WHILE
    logic [3:0] number;     // PSEL's element; what CNTB multiplies by, less one
    logic       subtract;   // of scalars
    logic       onto_a;     // the count is added to operand a
    logic [4:0] pattern;    // of elements
    logic [3:0] d, n, m, g;
  } instruction_t;

endpackage
