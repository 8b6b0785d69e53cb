// SPDX-License-Identifier: Apache-2.0
//
// Bank addresses of the bytes of a slice, in a tile file whose byte (row, column) is in bank row
// XOR column at address row.
//
//     R = slice * 2^size + tile, modulo the bytes of a vector: the row of the horizontal slice
//
//                          horizontal   vertical
//     byte p is in bank    p ^ R        p ^ R
//     bank k's address     R            R ^ (k & ~(2^size - 1))
//
// A vertical slice has byte p = i * 2^size + b in row i * 2^size + tile and column slice * 2^size +
// b. Row XOR column is i ^ slice from bit `size` on and tile ^ b below it, which is p ^ R. As p = k
// ^ R, the row is k ^ R from bit `size` on and R below it.
//
//     slice    tile   size                     vertical, size
//       |8      |4     |3                          |
//     [ slice << size | tile ]        [ ~(2^size - 1) if vertical ]
//               |                                  |
//               +---------------[ ^ ]--------------+
//               |                 |
//             key_o             flip_o         log2 of the bytes, 8 bits at 256
//
// Bit j of bank k's address is key_o[j] where bit j of k is 0, flip_o[j] where it is 1: two lines
// per bit serve all banks. Combinational.

module weft_za_addr #(
  parameter  int unsigned Bytes    = 64,  // bytes of a vector, and rows of ZA
  localparam int unsigned AddrBits = $clog2(Bytes)
) (
  input  logic [3:0]          vl_i,       // log2 of the current vector's bytes
  input  logic                vertical_i,
  input  logic [2:0]          size_i,
  input  logic [3:0]          tile_i,
  input  logic [7:0]          slice_i,

  output logic [AddrBits-1:0] key_o,
  output logic [AddrBits-1:0] flip_o
);

  typedef logic [AddrBits-1:0] addr_t;

  addr_t rows, upper;
  assign rows   = addr_t'((9'd1 << vl_i) - 9'd1);
  assign upper  = addr_t'(8'hff << size_i) & {AddrBits{vertical_i}};
  assign key_o  = addr_t'(slice_i << size_i | 8'(tile_i)) & rows;
  assign flip_o = key_o ^ upper;

endmodule
