// SPDX-License-Identifier: Apache-2.0
//
// Carry-select adder: each block adds for a carry of 0 and of 1, and the true carry chooses.
//
//       bits 8..5             bits 4..2             bits 1, 0
//      4     4               3     3
//    [ +0 ][ +1 ]          [ +0 ][ +1 ]            [ + c ]-- carry
//       \   /                 \   /                 |   |
//      [ mux ]--- c_5 ------[ mux ]--- c_2 ---------'   |
//       |   |    '------------'  |                      |
//      sum  c_9                 sum                    sum
//
// The blocks have 2, 3, 4, ... bits from below: each is one bit longer than the one below, so that
// its sums are ready when the carry arrives through one more multiplexer. The adders of a block are
// ripples. There are about sqrt(2 Width) blocks. Combinational. Source: O. J. Bedrij, 1962.

module weft_iadd_select #(
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o,
  output logic             carry_o
);

  // Block n starts at bit 2 + 3 + ... + (n + 1) = n (n + 3) / 2. The last may be shorter.
  function automatic int unsigned start(int unsigned n);
    return n * (n + 3) / 2 < Width ? n * (n + 3) / 2 : Width;
  endfunction

  function automatic int unsigned blocks();
    int unsigned n;
    n = 0;
    while (start(n) < Width) n++;
    return n;
  endfunction

  localparam int unsigned Blocks = blocks();

  // The carries out of each block for both carries in, and the true carry into it.
  logic [Blocks-1:0] carry0, carry1, carry;

  for (genvar n = 0; n < Blocks; n++) begin : gen_block
    localparam int unsigned Low = start(n), Bits = start(n + 1) - Low;
    logic [Bits-1:0] sum0, sum1;

    weft_iadd_ripple #(.Width(Bits)) u_add0 (
      .a_i(a_i[Low+:Bits]), .b_i(b_i[Low+:Bits]), .carry_i(1'b0),
      .sum_o(sum0), .carry_o(carry0[n])
    );
    weft_iadd_ripple #(.Width(Bits)) u_add1 (
      .a_i(a_i[Low+:Bits]), .b_i(b_i[Low+:Bits]), .carry_i(1'b1),
      .sum_o(sum1), .carry_o(carry1[n])
    );

    assign sum_o[Low+:Bits] = (sum0 & ~{Bits{carry[n]}}) | (sum1 & {Bits{carry[n]}});
  end

  // A block that carries out for 0 does so for 1, so an and-or is the multiplexer.
  always_comb begin
    logic c;
    c = carry_i;
    for (int n = 0; n < Blocks; n++) begin
      carry[n] = c;
      c        = carry0[n] | (carry1[n] & c);
    end
    carry_o = c;
  end

endmodule
