// SPDX-License-Identifier: Apache-2.0
//
// Carry-save tree: N words of Width bits to two words with the same sum modulo 2^Width, or with the
// same sums of lanes, each modulo its own width.
//
// Layers of 3:2 compressors on whole words, three words to two a layer until two are left:
//
//      x  y  z            sum   = x ^ y ^ z
//      |  |  |            carry = majority(x, y, z) << 1
//     [  3:2  ]
//       |   |             x + y + z = sum + carry
//
// With Lanes, a bit of keep_i that is zero stops the carry into its place: a lane begins there.
//
// Words at the end of the list join the tree last: put late arrivals there. A simulator sees one
// operation on a word for a row of Width full adders. Combinational.

module weft_csa_tree #(
  parameter int unsigned N     = 3,
  parameter int unsigned Width = 8,
  parameter bit          Lanes = 1'b0
) (
  input  logic [Width-1:0] words_i [N],
  input  logic [Width-1:0]        keep_i,
  output logic [Width-1:0]        sum_o,
  output logic [Width-1:0]        carry_o
);

  always_comb begin
    logic [Width-1:0] r [N];
    logic [Width-1:0] x, y, z;
    int count, next;
    x = '0;
    y = '0;
    z = '0;
    for (int i = 0; i < N; i++) r[i] = words_i[i];
    count = N;
    while (count > 2) begin
      next = 0;
      for (int i = 0; i < count / 3; i++) begin
        x = r[3*i];
        y = r[3*i+1];
        z = r[3*i+2];
        r[next]   = x ^ y ^ z;
        r[next+1] = ((x & y) | (z & (x ^ y))) << 1;
        if (Lanes) r[next+1] &= keep_i;
        next += 2;
      end
      for (int i = count - count % 3; i < count; i++) begin
        r[next] = r[i];
        next += 1;
      end
      count = next;
    end
    sum_o   = r[0];
    carry_o = N > 1 ? r[N > 1 ? 1 : 0] : '0;
  end

endmodule
