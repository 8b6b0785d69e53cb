// SPDX-License-Identifier: Apache-2.0
//
// A quarter of a bank of the register file: twelve words of 64 bits. Write ports never write the same
// word at once. Reads see the same cycle; writes take effect at its end.

`include "weft_gates.svh"

module weft_mppa_regs_quarter
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Reads  = 7,
  parameter int unsigned Writes = 7,
  parameter int unsigned Gates  = `WEFT_GATES  // 0: an array; else flip-flops of each word
) (
  input  logic              clk_i,
  input  logic [Writes-1:0] write_i,
  input  row_t              write_row_i [Writes],
  input  quarter_t          data_i [Writes],
  input  row_t              row_i [Reads],
  output quarter_t          word_o [Reads]
);

  quarter_t word_q [Rows];

  if (Gates == 0) begin : gen_array
    always_ff @(posedge clk_i) begin
      for (int w = 0; w < Writes; w++) if (write_i[w]) word_q[write_row_i[w]] <= data_i[w];
    end
  end else begin : gen_words
    for (genvar i = 0; i < Rows; i++) begin : gen_word
      logic [Writes-1:0] writes;
      quarter_t          data;
      always_comb begin
        data = '0;
        for (int w = 0; w < Writes; w++) begin
          writes[w] = write_i[w] && write_row_i[w] == row_t'(i);
          data |= data_i[w] & {64{writes[w]}};
        end
      end
      always_ff @(posedge clk_i) begin
        if (writes != '0) word_q[i] <= data;
      end
    end
  end

  for (genvar p = 0; p < Reads; p++) begin : gen_read
    assign word_o[p] = word_q[row_i[p]];
  end

endmodule
