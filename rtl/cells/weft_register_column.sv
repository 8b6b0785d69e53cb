// SPDX-License-Identifier: Apache-2.0
//
// Some bits of each register of weft_register_file: Width bits of Words registers with ports of its
// own for each reader and writer.

module weft_register_column #(
  parameter  int unsigned Words  = 32,
  parameter  int unsigned Width  = 64,
  parameter  int unsigned Reads  = 2,
  parameter  int unsigned Writes = 1,
  localparam int unsigned Bits   = $clog2(Words)
) (
  input  logic                 clk_i,

  input  logic [Writes-1:0]    write_i,
  input  logic [Bits-1:0]      write_at_i [Writes],
  input  logic [Width-1:0]     write_data_i [Writes],

  input  logic [Bits-1:0]      read_at_i [Reads],
  output logic [Width-1:0]     read_data_o [Reads]
);

  logic [Width-1:0] word_q [Words];

  always_ff @(posedge clk_i) begin
    for (int unsigned w = 0; w < Writes; w++) begin
      if (write_i[w]) word_q[write_at_i[w]] <= write_data_i[w];
    end
  end

  for (genvar r = 0; r < int'(Reads); r++) begin : gen_read
    assign read_data_o[r] = word_q[read_at_i[r]];
  end

endmodule
