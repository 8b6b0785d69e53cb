// SPDX-License-Identifier: Apache-2.0
//
// The engine's jobs, as its front (registers, ring) gives them to its core (weft_engine_core), and
// what the core answers.

package weft_engine_pkg;

  typedef enum logic [1:0] {OpNothing, OpGemm, OpConv, OpCopy} op_e;

  // The picture and the window of a convolution, as a descriptor has them from 0x58 on.
  typedef struct packed {
    logic signed [15:0] pad;   // the bits of an element outside of the picture
    logic [7:0]  pad_left;     // pixels
    logic [7:0]  pad_top;
    logic [7:0]  dilation;
    logic [7:0]  stride;
    logic [7:0]  s;            // columns and rows of the window
    logic [7:0]  r;
    logic [15:0] out_w;        // pixels of a row of the result
    logic [15:0] cin;          // elements of a pixel
    logic [15:0] w;            // pixels of the picture
    logic [15:0] h;
  } conv_t;

  // A checked operation, all operands in memory. Of a GEMM, D = A * B or A * B + C, it is field for
  // field the registers CTRL and M to SCALE of docs/unit/tensor_regs.md.
  //
  // A Conv makes A of a picture at `a`, with `lda` bytes from a row of pixels to the next; its
  // conv_t lies in {a_extra, b_extra}. A Copy takes the way of C and D: k planes of m rows of n bytes
  // from c, ldc to d, ldd, with `a` and `b` bytes from a plane to the next of either.
  typedef struct packed {
    op_e         op;
    logic        preload;      // read C
    logic [2:0]  flow;         // a weft_tensor_pkg::flow_e
    logic        transpose_a;
    logic        transpose_b;
    logic        sparse_a;
    logic        relu;
    logic [1:0]  out;          // a weft_epilogue_pkg::output_e
    logic        overlap;      // loads may start before the stores of the job before are answered
    logic [15:0] m;
    logic [15:0] n;
    logic [15:0] k;
    logic [31:0] scale;        // an FP32 number
    logic [63:0] a;            // addresses of the first elements
    logic [63:0] b;
    logic [63:0] c;
    logic [63:0] d;
    logic [31:0] lda;          // bytes from a row to the next
    logic [31:0] ldb;
    logic [31:0] ldc;
    logic [31:0] ldd;
    logic [63:0] a_extra;      // indexes of a sparse A, or block scales
    logic [63:0] b_extra;
  } job_t;

  typedef enum logic [1:0] {
    Done,
    LoadFailed,
    StoreFailed,
    Dropped       // behind a job that failed: nothing is written; or aborted: a part of D may be
  } end_e;

  // The end of a job, after the last answer that the bus owes.
  typedef struct packed {
    end_e        how;
    logic [63:0] fault;        // first address of the burst that the bus refused
    logic [63:0] array_cycles; // cycles in which the array had a command
    logic [63:0] time_cycles;  // all cycles of the job
    logic [63:0] read_bytes;   // bytes of the words that were read, and written
    logic [63:0] write_bytes;
    logic [63:0] wait_load;    // cycles in which the array stood for operands or sums
    logic [63:0] wait_store;   // cycles in which it stood for a free buffer of sums
  } outcome_t;

endpackage
