// SPDX-License-Identifier: Apache-2.0
//
// A file of Words registers of Width bits with ports of its own for each reader and writer: read in
// the same cycle, written at the end of the cycle. No two writers name the same register in a cycle.
// If Zeroes is set, a register that has not been written since reset or clear_i reads as zero.
//
// The bits are in columns of 64, each with decoders of its own, as they stand beside the lanes of a
// vector; the rest of a Width that is no multiple of 64 is a narrower one.
//
//   clk_i         _/~\_/~\_/~\_
//   write_i       _/~~~\_______
//   write_at_i    -< 3 >-------
//   write_data_i  -< A >-------
//   read_at_i     -< 3 >< 3 >--
//   read_data_o   -<old>< A >--

`include "weft_assert.svh"

module weft_register_file #(
  parameter  int unsigned Words  = 32,
  parameter  int unsigned Width  = 64,
  parameter  int unsigned Reads  = 2,
  parameter  int unsigned Writes = 1,
  parameter  bit          Zeroes = 1'b0,
  localparam int unsigned Bits   = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 clear_i,  // not in a cycle of a write

  input  logic [Writes-1:0]    write_i,
  input  logic [Bits-1:0]      write_at_i [Writes],
  input  logic [Width-1:0]     write_data_i [Writes],

  input  logic [Bits-1:0]      read_at_i [Reads],
  output logic [Width-1:0]     read_data_o [Reads]
);

  localparam int unsigned Column  = 64;
  localparam int unsigned Columns = Width / Column;
  localparam int unsigned Rest    = Width % Column;

  logic [Width-1:0] read [Reads];

  for (genvar c = 0; c < int'(Columns); c++) begin : gen_column
    logic [Column-1:0] column_write [Writes], column_read [Reads];
    for (genvar w = 0; w < int'(Writes); w++) begin : gen_write
      assign column_write[w] = write_data_i[w][Column*c +: Column];
    end
    for (genvar r = 0; r < int'(Reads); r++) begin : gen_read
      assign read[r][Column*c +: Column] = column_read[r];
    end
    weft_register_column #(
      .Words(Words), .Width(Column), .Reads(Reads), .Writes(Writes)
    ) u_column (
      .clk_i,
      .write_i,
      .write_at_i,
      .write_data_i(column_write),
      .read_at_i,
      .read_data_o (column_read)
    );
  end

  if (Rest != 0) begin : gen_rest
    logic [Rest-1:0] rest_write [Writes], rest_read [Reads];
    for (genvar w = 0; w < int'(Writes); w++) begin : gen_write
      assign rest_write[w] = write_data_i[w][Width-1 -: Rest];
    end
    for (genvar r = 0; r < int'(Reads); r++) begin : gen_read
      assign read[r][Width-1 -: Rest] = rest_read[r];
    end
    weft_register_column #(
      .Words(Words), .Width(Rest), .Reads(Reads), .Writes(Writes)
    ) u_rest (
      .clk_i,
      .write_i,
      .write_at_i,
      .write_data_i(rest_write),
      .read_at_i,
      .read_data_o (rest_read)
    );
  end

  if (Zeroes) begin : gen_zeroes
    logic [Words-1:0] written_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) written_q <= '0;
      else if (clear_i) written_q <= '0;
      else begin
        for (int unsigned w = 0; w < Writes; w++) begin
          if (write_i[w]) written_q[write_at_i[w]] <= 1'b1;
        end
      end
    end
    for (genvar r = 0; r < int'(Reads); r++) begin : gen_read
      assign read_data_o[r] = written_q[read_at_i[r]] ? read[r] : '0;
    end

    `WEFT_ASSERT(NoWriteWithClear, !(clear_i && |write_i))
  end else begin : gen_plain
    for (genvar r = 0; r < int'(Reads); r++) begin : gen_read
      assign read_data_o[r] = read[r];
    end

    logic unused;
    assign unused = rst_ni ^ clear_i;
  end

  logic one_writer; // of a register
  always_comb begin
    one_writer = 1'b1;
    for (int unsigned w = 1; w < Writes; w++) begin
      for (int unsigned v = 0; v < w; v++) begin
        if (write_i[w] && write_i[v] && write_at_i[w] == write_at_i[v]) one_writer = 1'b0;
      end
    end
  end
  `WEFT_ASSERT(OneWriter, one_writer)

endmodule
