// SPDX-License-Identifier: Apache-2.0
//
// Types of weft_sme_issue: a uop names its pipe, its registers, up to the numbers below, and
// classes of rows of ZA.

package weft_sme_issue_pkg;

  localparam int unsigned Pipes   = 4;
  localparam int unsigned ZReads  = 4;
  localparam int unsigned ZWrites = 4;
  localparam int unsigned PReads  = 3;
  localparam int unsigned Answers = 2; // vectors that memory answers in a cycle
  localparam int unsigned Classes = 8; // row number mod 8
  localparam int unsigned ZNames  = 5; // bits of an architectural register's name
  localparam int unsigned PNames  = 4;

  typedef enum logic [1:0] { Load, Store, Op, Vector } pipe_e;

  typedef logic [Classes-1:0] classes_t;
  typedef logic [9:0]         beats_t;

endpackage
