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

  localparam int unsigned Reads = Ports + RowPorts;

  quad_t rows [Ports];

  for (genvar r = 0; r < 4; r++) begin : gen_bank
    for (genvar q = 0; q < 4; q++) begin : gen_quarter
      logic [Writes-1:0] write;
      row_t              write_row [Writes], row [Reads];
      quarter_t          data [Writes], word [Reads];
      for (genvar w = 0; w < Writes; w++) begin : gen_write
        assign write[w]     = write_i[w].enable[r][q];
        assign write_row[w] = write_i[w].row;
        assign data[w]      = write_i[w].data[r][q];
      end

      weft_mppa_regs_quarter #(
        .Reads(Reads), .Writes(Writes)
      ) u_words (
        .clk_i,
        .write_i    (write),
        .write_row_i(write_row),
        .data_i     (data),
        .row_i      (row),
        .word_o     (word)
      );

      for (genvar p = 0; p < RowPorts; p++) begin : gen_row
        assign row[Ports+p]   = row_i[p];
        assign row_o[p][r][q] = word[Ports+p];
      end
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        assign row[p]        = read_i[p][5:2];
        assign rows[p][r][q] = word[p];
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign read_o[p] = rows[p][read_i[p][1:0]];
  end

endmodule
