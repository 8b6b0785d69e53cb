// SPDX-License-Identifier: Apache-2.0
//
// The mode of weft_dpa_multi: a profile as masks and constants.

package weft_dpa_switch_pkg;

  // Formats of elements, one bit each.
  typedef struct packed {
    logic fp16, bf16, tf32, e4m3, e5m2, e3m2, e2m3, e2m1;
  } format_t;

  localparam int unsigned Lanes = 32;
  localparam int unsigned Long  = 16;  // lanes with long significands
  localparam int unsigned Grid  = 25;  // fraction bits of the finest profile

  // Exponents are biased: 1 is 2^Lowest, the exponent of the smallest product of BF16 or TF32; 0
  // means no term.
  localparam int Lowest = 2 * (1 - 127);
  localparam int unsigned ExpW = 9;

  typedef struct packed {
    format_t         a, b;
    logic            converts;    // elements are converted to FP16: their subnormals are normalised
    logic [2:0]      lanes;       // 32, 16, 8; else 4
    logic [3:0]      grid;        // 25, 24, 23, 13
    logic            half;        // c and d are FP16, to nearest even; else FP32, truncated,
    logic            short_frac;  // to 13 fraction bits if short_frac
    logic [ExpW-1:0] floor;       // least value of the largest exponent
    logic [ExpW-1:0] offset;      // added to a product's exponent, for its operands' biases
  } mode_t;

endpackage
