// SPDX-License-Identifier: Apache-2.0
//
// The general registers of the core: 64 of Width bits, read by number, without reset. A cycle may
// write a group that a load fills, groups of zeros and of four words, and single registers. Data of
// a group are those of the register's place among four. Reads see the same cycle; writes take effect
// at its end.

module weft_mppa_core_regs
  import weft_mppa_core_pkg::*;
#(
  parameter int unsigned Reads  = 22,
  parameter int unsigned Writes = 7,
  parameter int unsigned Width  = 64
) (
  input  logic              clk_i,

  input  logic [5:0]        read_i [Reads],
  output logic [Width-1:0]  read_o [Reads],

  input  general_t          load_i,        // registers of a load
  input  logic [Width-1:0]  load_data_i [4],
  input  general_t          zero_i,
  input  general_t          four_i,
  input  logic [3:0][Width-1:0] four_data_i,
  input  logic [Writes-1:0] write_i,
  input  logic [5:0]        write_reg_i [Writes],
  input  logic [Width-1:0]  write_data_i [Writes]
);

  logic [Width-1:0] word_q [General];

  for (genvar p = 0; p < Reads; p++) begin : gen_read
    assign read_o[p] = word_q[read_i[p]];
  end

  always_ff @(posedge clk_i) begin
    for (int r = 0; r < General; r++) begin
      if (load_i[r]) word_q[r] <= load_data_i[r%4];
      if (zero_i[r]) word_q[r] <= '0;
      if (four_i[r]) word_q[r] <= four_data_i[r%4];
    end
    for (int w = 0; w < Writes; w++) if (write_i[w]) word_q[write_reg_i[w]] <= write_data_i[w];
  end

endmodule
