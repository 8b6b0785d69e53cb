// SPDX-License-Identifier: Apache-2.0
//
// What all floating-point units share: rounding directions and exception flags. The same
// names and codes as in sim/golden/float.hpp.

package weft_float_pkg;

  // The first five are RISC-V's frm codes. The two codes left over round as TowardZero.
  typedef enum logic [2:0] {
    NearEven   = 3'd0,
    TowardZero = 3'd1,
    Down       = 3'd2,
    Up         = 3'd3,
    NearAway   = 3'd4,
    Odd        = 3'd5
  } round_e;

  // RISC-V's fflags and Berkeley TestFloat's order.
  typedef struct packed {
    logic invalid;
    logic divide_by_zero;
    logic overflow;
    logic underflow;
    logic inexact;
  } flags_t;

endpackage
