// SPDX-License-Identifier: Apache-2.0
//
// A quarter of a bank of the register file: twelve words of 64 bits. Write ports never write the same
// word at once. Reads see the same cycle; writes take effect at its end.

module weft_mppa_regs_quarter
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Reads  = 7,
  parameter int unsigned Writes = 7
) (
  input  logic              clk_i,
  input  logic [Writes-1:0] write_i,
  input  row_t              write_row_i [Writes],
  input  quarter_t          data_i [Writes],
  input  row_t              row_i [Reads],
  output quarter_t          word_o [Reads]
);

  quarter_t word_q [Rows];

  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Writes; w++) if (write_i[w]) word_q[write_row_i[w]] <= data_i[w];
  end

  for (genvar p = 0; p < Reads; p++) begin : gen_read
    assign word_o[p] = word_q[row_i[p]];
  end

endmodule
