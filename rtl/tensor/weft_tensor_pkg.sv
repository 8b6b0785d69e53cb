// SPDX-License-Identifier: Apache-2.0
//
// Types of the tensor core. Names and values match sim/golden/tensor.hpp.

package weft_tensor_pkg;

  // The arithmetic types of the array. Integer sums are modulo 2^32 or 2^64.
  typedef enum logic [2:0] {
    Float,      // a block of the dot product that a profile describes: weft_dpa
    Int8,       // INT8 x INT8 -> INT32
    Uint8,      // UINT8 x UINT8 -> INT32
    Int8Uint8,  // A signed, B unsigned -> INT32
    Uint8Int8,  // A unsigned, B signed -> INT32
    Int4,       // INT4 x INT4 -> INT32
    Int16       // INT16 x INT16 -> INT64
  } type_e;

  function automatic int unsigned integer_bits(type_e kind);
    return kind == Int4 ? 4 : kind == Int16 ? 16 : 8;
  endfunction

  // Bits of an element of A or B, and of a sum; those of a Float are its profile's.
  function automatic int unsigned element_bits(type_e kind, int unsigned of_float);
    return kind == Float ? of_float : integer_bits(kind);
  endfunction
  function automatic int unsigned sum_bits(type_e kind, int unsigned of_float);
    return kind == Float ? of_float : kind == Int16 ? 64 : 32;
  endfunction

  parameter int unsigned DimBits  = 16;  // M, N and K
  parameter int unsigned AddrBits = 32;  // word addresses of one operand

  typedef logic [DimBits-1:0]  dim_t;
  typedef logic [AddrBits-1:0] addr_t;

  // The dataflow: which operand stays in the array, and which ones flow through it.
  typedef enum logic [2:0] {
    OutputStationary,  // sums stay; A flows to the right, B down
    WeightStationary,  // B stays; A flows to the right, sums down
    Bidirectional,     // nothing stays; A flows to the right, sums down, B up
    Auto = 3'd4        // only in a command: weft_tensor_choose selects one of the first two
  } flow_e;

  // The words of a block of rows x columns x depth in memory: one for each row, column or step.
  typedef enum logic [1:0] {
    EachRow,
    EachCol,
    EachStep  // one word for each step along K
  } words_e;

  // One GEMM: D = A * B, or D = A * B + C with preload. No dimension is zero.
  typedef struct packed {
    flow_e flow;
    dim_t  m;
    dim_t  n;
    dim_t  k;  // in array steps
    logic  preload;
  } command_t;

  // The order of a command's operands in memory.
  typedef struct packed {
    logic a_by_rows;     // words of A are pieces of its rows, else of its columns
    logic b_by_columns;  // words of B are pieces of its columns, else of its rows
    logic sparse_a;      // two of four neighbours of a row of A are stored
    logic c_is_row;      // C is a single row, added to every row of D
  } layout_t;

  // The epilogue of the sums: see weft_epilogue.
  typedef struct packed {
    logic [1:0]  result;  // a weft_epilogue_pkg::output_e
    logic        relu;
    logic [31:0] scale;   // an FP32 number
  } epilogue_t;

  // The control wave, which travels to the right with the elements of A.
  typedef struct packed {
    logic first;  // output-stationary: a new sum starts from C
    logic last;   // the sum is complete and leaves
    logic shift;  // output-stationary: the drain register takes the value above
    logic load;   // the shadow register takes the weight that passes
    logic swap;   // the weight register takes the shadow register
    logic pass;   // the weight register takes the weight below
  } control_t;

  // The source of the addend of a row of A that enters.
  typedef enum logic [1:0] {
    Fresh,     // C or zero
    Waiting,   // a sum from the memory below the array
    Leaving,   // a sum that is at the bottom in this step
    Following  // a sum that is at the bottom in the next step, in which the top row adds to it
  } addend_e;

  // The activity of the array in a cycle, for readers of waveforms.
  typedef enum logic [1:0] {
    Idle,   // no command
    Wait,   // stalled: an operand or a place for a result is missing
    Issue,  // operands enter
    Drain   // the last sums are complete and leave
  } phase_e;

endpackage
