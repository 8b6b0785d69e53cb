// SPDX-License-Identifier: Apache-2.0
//
// The scoreboard: for N registers, the cycles until each is computed. An operation that issues in
// cycle t with latency L sets its registers to L; they count down from the next cycle on. At 1 a
// register is read by any bundle; at 2 by what reads a cycle later; at 0 by what reads a cycle
// before.

module weft_mppa_core_score #(
  parameter int unsigned N = 64
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [N-1:0] set_i [5],  // to 1 to 4
  output logic [N-1:0] any_o,      // more than 0
  output logic [N-1:0] read_o,     // more than 1: not to be read
  output logic [N-1:0] late_o      // more than 2
);

  // The cycles left, by their bits: a word of N for each.
  logic [N-1:0] four_q, two_q, one_q;
  logic [N-1:0] set, three, two, one;
  assign set   = set_i[1] | set_i[2] | set_i[3] | set_i[4];
  assign three = set_i[3] & ~set_i[4];
  assign two   = set_i[2] & ~set_i[3] & ~set_i[4];
  assign one   = set_i[1] & ~set_i[2] & ~set_i[3] & ~set_i[4];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      four_q <= '0;
      two_q  <= '0;
      one_q  <= '0;
    end else begin
      four_q <= set_i[4] | (~set & four_q & (two_q | one_q));
      two_q  <= three | two | (~set & ((two_q & one_q) | (four_q & ~two_q & ~one_q)));
      one_q  <= three | one | (~set & any_o & ~one_q);
    end
  end

  assign any_o  = four_q | two_q | one_q;
  assign read_o = four_q | two_q;
  assign late_o = four_q | (two_q & one_q);

endmodule
