// SPDX-License-Identifier: Apache-2.0
//
// What weft_dpa_multi switches: a profile as masks and constants.

package weft_dpa_switch_pkg;

  // Formats of elements, one bit each.
  typedef struct packed {
    logic fp16, bf16, tf32, e4m3, e5m2, e3m2, e2m3, e2m1;
  } format_t;

  localparam int unsigned Lanes = 32;
  localparam int unsigned Long  = 16;  // lanes with long significands
  localparam int unsigned Grid  = 25;  // fraction bits, of the finest profile

  // Exponents are biased: 1 is 2^Lowest, that of the smallest product of BF16 and TF32; 0 is none.
  localparam int Lowest = 2 * (1 - 127);
  localparam int unsigned ExpW = 9;

  typedef struct packed {
    format_t         a, b;
    logic            converts;    // elements are FP16 once: their subnormals are normalised
    logic [2:0]      lanes;       // 32, 16, 8; else 4
    logic [3:0]      grid;        // 25, 24, 23, 13
    logic            half;        // c and d are FP16, to nearest even; else FP32, truncated,
    logic            short_frac;  // and to 13 fraction bits
    logic [ExpW-1:0] floor;       // of the largest exponent
    logic [ExpW-1:0] offset;      // of a product's exponent: the biases of its operands
  } mode_t;

endpackage
