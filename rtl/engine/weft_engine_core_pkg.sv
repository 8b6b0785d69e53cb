// SPDX-License-Identifier: Apache-2.0
//
// Types that the parts of weft_engine_core share.

package weft_engine_core_pkg;

  // Beside A lie the indexes of a sparse A, or block scales; beside B block scales.
  typedef enum logic [2:0] {OperandA, OperandB, OperandC, OperandBesideA, OperandBesideB} operand_e;

  // A block of an operand to load.
  typedef struct packed {
    operand_e    operand;
    logic        turned;  // lines of memory are columns of A, or of B
    logic        bank;    // the panel, or for C the buffer of sums
    logic        ends;    // the last block of its step
    logic [63:0] addr;    // of its first element
    logic [31:0] bytes;   // of a line
    logic [15:0] lines;
    logic [31:0] pitch;   // bytes from a line to the next
    logic [15:0] rows;    // words of a panel: rows of A or C, words of B along K
    logic        conv;    // made of a picture (conv_block_t): no address, no pitch
    logic        row;     // C is a row of biases; the bank is a panel's
  } load_t;

  // Lines of A that are made of a picture; see weft_engine_conv.
  typedef struct packed {
    weft_engine_pkg::conv_t shape;
    logic [63:0] addr;    // of the picture
    logic [31:0] pitch;   // bytes from a row of pixels to the next
    logic [15:0] lines;
    logic [15:0] depth;   // elements of a line
    logic        first;   // of the job
    logic        last_k;  // the next block begins at element 0
    logic        next_m;  // and behind these lines
  } conv_block_t;

  // Bytes that lie together, on their way into a line.
  typedef struct packed {
    logic        plain;   // rows of a command, each a line
    logic        fill;
    logic        last;    // of the line
  } piece_t;

  // A block to multiply.
  typedef struct packed {
    logic [2:0]  flow;    // a weft_tensor_pkg::flow_e
    logic [15:0] m;
    logic [15:0] n;
    logic [15:0] k;
    logic        sparse_a;
    logic        preload; // sums start from those in the buffer
    logic        biased;  // or from the row of biases
    logic [1:0]  out;     // a weft_epilogue_pkg::output_e
    logic        relu;
    logic [31:0] scale;
    logic        panel;   // the bank of A and B
    logic        sums;    // the buffer of sums
  } multiply_t;

  // A block of D to store.
  typedef struct packed {
    logic        bank;    // the buffer of sums
    logic [1:0]  out;     // a weft_epilogue_pkg::output_e
    logic [63:0] addr;
    logic [15:0] rows;
    logic [15:0] cols;
    logic [31:0] pitch;   // bytes from a row to the next
    logic [2:0]  slack;   // bytes that the row lacks of its columns
  } store_t;

  function automatic int unsigned gcd(int unsigned a, int unsigned b);
    int unsigned x, y, z;
    x = a;
    y = b;
    while (y != 0) begin
      z = x % y;
      x = y;
      y = z;
    end
    return x;
  endfunction

endpackage
