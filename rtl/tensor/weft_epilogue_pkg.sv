// SPDX-License-Identifier: Apache-2.0
//
// The outputs of weft_epilogue. Names and codes match sim/golden/epilogue.hpp.

package weft_epilogue_pkg;

  // The unused code is ToFp16 too.
  typedef enum logic [1:0] {
    KeepSum = 2'd0,
    ToInt8  = 2'd1,
    ToFp16  = 2'd2
  } output_e;

endpackage
