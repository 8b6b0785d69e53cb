// SPDX-License-Identifier: Apache-2.0
//
// Operations of weft_logic. Names and codes match sim/golden/logic.hpp.

package weft_logic_pkg;

  // Codes of shifts: bit 3 means funnel, bit 1 right; bit 0 of a funnel means that the amount
  // wraps. The four unused codes give zero.
  typedef enum logic [3:0] {
    And           = 4'd0,
    Or            = 4'd1,
    Xor           = 4'd2,
    Not           = 4'd3,
    Cnot          = 4'd4,
    Shl           = 4'd5,
    ShrLogical    = 4'd6,
    ShrArithmetic = 4'd7,
    ShfLeftClamp  = 4'd8,
    ShfLeftWrap   = 4'd9,
    ShfRightClamp = 4'd10,
    ShfRightWrap  = 4'd11
  } op_e;

endpackage
