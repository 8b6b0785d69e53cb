// SPDX-License-Identifier: Apache-2.0
//
// The register file: 48 registers of 256 bits, in four banks of four quarters.
//
//              register 4n      4n + 1      4n + 2      4n + 3
//      row n  | q3 q2 q1 q0 | q3 q2 q1 q0 | q3 q2 q1 q0 | q3 q2 q1 q0 |      16 words of 64 bits
//
// Pairs and quadruples are aligned to their size, so each is in one row, and a port that writes or
// reads a row with an enable for each word serves operands of every size. Write ports never write
// the same word at once. Reads see the same cycle; writes take effect at its end.

module weft_mppa_regs
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Ports    = 4,  // that read a register
  parameter int unsigned RowPorts = 1,  // that read a row
  parameter int unsigned Writes   = 3
) (
  input  logic      clk_i,

  input  write_t    write_i [Writes],

  input  reg_t      read_i [Ports],
  output register_t read_o [Ports],
  input  row_t      row_i [RowPorts],
  output quad_t     row_o [RowPorts]
);

  quad_t rows [Ports];

  for (genvar r = 0; r < 4; r++) begin : gen_bank
    for (genvar q = 0; q < 4; q++) begin : gen_quarter
      quarter_t word_q [Rows];

      always_ff @(posedge clk_i) begin
        for (int w = 0; w < Writes; w++) begin
          if (write_i[w].enable[r][q]) word_q[write_i[w].row] <= write_i[w].data[r][q];
        end
      end

      for (genvar p = 0; p < RowPorts; p++) begin : gen_row
        assign row_o[p][r][q] = word_q[row_i[p]];
      end
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        assign rows[p][r][q] = word_q[read_i[p][5:2]];
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign read_o[p] = rows[p][read_i[p][1:0]];
  end

endmodule
