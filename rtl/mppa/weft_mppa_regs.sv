// SPDX-License-Identifier: Apache-2.0
//
// The register file: 48 registers of 256 bits, in four banks of four quarters.
//
//              register 4n      4n + 1      4n + 2      4n + 3
//      row n  | q3 q2 q1 q0 | q3 q2 q1 q0 | q3 q2 q1 q0 | q3 q2 q1 q0 |      16 words of 64 bits
//
// Pairs and quadruples are aligned to their size, so each is in one row, and a port that writes or
// reads a row with an enable for each word serves operands of every size. There are three such
// write ports, which never write the same word, and one such read port. Four more ports read one
// register. Reads see the same cycle; writes take effect at its end.

module weft_mppa_regs
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Ports = 4
) (
  input  logic                  clk_i,

  input  write_t                load_i,
  input  write_t                move_i,
  input  write_t                mac_i,

  input  reg_t                  read_i [Ports],
  output register_t             read_o [Ports],
  input  row_t                  row_i,
  output quad_t                 row_o
);

  quad_t rows [Ports];

  for (genvar r = 0; r < 4; r++) begin : gen_bank
    for (genvar q = 0; q < 4; q++) begin : gen_quarter
      quarter_t word_q [Rows];

      always_ff @(posedge clk_i) begin
        if (load_i.enable[r][q]) word_q[load_i.row] <= load_i.data[r][q];
        if (move_i.enable[r][q]) word_q[move_i.row] <= move_i.data[r][q];
        if (mac_i.enable[r][q]) word_q[mac_i.row] <= mac_i.data[r][q];
      end

      assign row_o[r][q] = word_q[row_i];
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        assign rows[p][r][q] = word_q[read_i[p][5:2]];
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign read_o[p] = rows[p][read_i[p][1:0]];
  end

endmodule
