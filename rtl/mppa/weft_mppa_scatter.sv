// SPDX-License-Identifier: Apache-2.0
//
// Routes 32 bytes from memory: to a register or, in a load-scatter, to one quarter of each register
// of a quadruple.
//
//      bytes      0..7   8..15  16..23  24..31
//                  |       |       |       |
//      load        0       1       2       3      quarters of the register
//      scatter q   0       1       2       3      registers, quarter q of each
//
// Row q of a matrix in row-major order, scattered with q = 0, 1, 2, 3, fills the quadruple with a 4
// x P submatrix: its register r has columns 8r .. 8r + 7 in bytes. Combinational.

module weft_mppa_scatter
  import weft_mppa_pkg::*;
(
  input  logic       valid_i,
  input  reg_t       reg_i,
  input  logic       scatter_i,
  input  logic [1:0] quarter_i,
  input  register_t  data_i,  // block by block
  output write_t     write_o
);

  assign write_o.row = reg_i[5:2];

  for (genvar r = 0; r < 4; r++) begin : gen_register
    for (genvar q = 0; q < 4; q++) begin : gen_quarter
      assign write_o.enable[r][q] = valid_i & (scatter_i ? quarter_i == 2'(q)
                                                         : reg_i[1:0] == 2'(r));
      assign write_o.data[r][q]   = scatter_i ? data_i[r] : data_i[q];
    end
  end

endmodule
