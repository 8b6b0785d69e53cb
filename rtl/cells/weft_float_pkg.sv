// SPDX-License-Identifier: Apache-2.0
//
// Types of all floating-point units: rounding directions and exception flags. Names and codes match
// sim/golden/float.hpp.

package weft_float_pkg;

  // The first five are RISC-V's frm codes. The two unused codes round as TowardZero.
  typedef enum logic [2:0] {
    NearEven   = 3'd0,
    TowardZero = 3'd1,
    Down       = 3'd2,
    Up         = 3'd3,
    NearAway   = 3'd4,
    Odd        = 3'd5
  } round_e;

  // The order of RISC-V's fflags and Berkeley TestFloat.
  typedef struct packed {
    logic invalid;
    logic divide_by_zero;
    logic overflow;
    logic underflow;
    logic inexact;
  } flags_t;

endpackage
