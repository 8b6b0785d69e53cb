// SPDX-License-Identifier: Apache-2.0
//
// The largest of N unsigned words, by a tree of pairs. Combinational.

module weft_dpa_max #(
  parameter int unsigned N     = 9,
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0] words_i [N],
  output logic [Width-1:0] max_o
);

  always_comb begin
    logic [Width-1:0] r [N];
    logic             first;
    int count;
    first = 1'b0;
    for (int i = 0; i < N; i++) r[i] = words_i[i];
    count = N;
    while (count > 1) begin
      for (int i = 0; i < count / 2; i++) begin
        first = r[2*i] > r[2*i+1];
        r[i]  = (r[2*i] & {Width{first}}) | (r[2*i+1] & {Width{!first}});
      end
      if (count % 2 == 1) r[count/2] = r[count-1];
      count = (count + 1) / 2;
    end
    max_o = r[0];
  end

endmodule
