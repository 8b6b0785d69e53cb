// SPDX-License-Identifier: Apache-2.0
//
// Eight banks of weft_za_flops: Bytes rows of eight bytes as flip-flops. Byte k of the word that a
// port reads or writes is in row key_i, with bit j of flip_i in place of that of key_i where bit j
// of k is set. A row of a tile is whole: rows_rd_data_o[i] is row row_of_tile(.., i) of the banks.
// If several ports write a byte, it takes that of the last one of wr_data_i. clear_i makes rows
// zero of which bit r mod 8 is set.

module weft_za_word
  import weft_za_pkg::row_of_tile;
#(
  parameter  int unsigned Bytes        = 64,
  parameter  int unsigned RowsPerCycle = 16,
  parameter  int unsigned Writes       = 1,
  parameter  int unsigned Reads        = 1,
  localparam int unsigned AddrBits     = $clog2(Bytes)
) (
  input  logic                            clk_i,

  input  logic [Reads-1:0][AddrBits-1:0]  rd_key_i,
  input  logic [Reads-1:0][2:0]           rd_flip_i,
  output logic [Reads-1:0][63:0]          rd_data_o,  // in this cycle

  input  logic [Writes-1:0][7:0]          wr_en_i,
  input  logic [Writes-1:0][AddrBits-1:0] wr_key_i,
  input  logic [Writes-1:0][2:0]          wr_flip_i,
  input  logic [Writes-1:0][63:0]         wr_data_i,
  input  logic [7:0]                      clear_i,

  input  logic                            rows_rd_wide_i,
  input  logic [3:0]                      rows_rd_tile_i,
  input  logic [7:0]                      rows_rd_slice_i,
  output logic [RowsPerCycle-1:0][63:0]   rows_rd_data_o,  // in this cycle

  input  logic [RowsPerCycle-1:0]         rows_wr_en_i,
  input  logic                            rows_wr_wide_i,
  input  logic [3:0]                      rows_wr_tile_i,
  input  logic [7:0]                      rows_wr_slice_i,
  input  logic [RowsPerCycle-1:0][63:0]   rows_wr_data_i,
  input  logic [RowsPerCycle-1:0][7:0]    rows_wr_mask_i
);

  typedef logic [AddrBits-1:0] addr_t;

  // Expands each bit of a mask to the eight bits of its byte.

  function automatic logic [63:0] bits_of(logic [7:0] mask);
    logic [63:0] x;
    x = 64'(mask);
    x = (x | x << 28) & 64'h0000_000f_0000_000f;
    x = (x | x << 14) & 64'h0003_0003_0003_0003;
    x = (x | x << 7) & 64'h0101_0101_0101_0101;
    x = x | x << 1;
    x = x | x << 2;
    return x | x << 4;
  endfunction

  function automatic addr_t address(addr_t key, logic [2:0] flip, logic [2:0] bank);
    return {key[AddrBits-1:3], (key[2:0] & ~bank) | (flip & bank)};
  endfunction

  function automatic addr_t row(logic wide, logic [7:0] slice, logic [3:0] tile, logic [7:0] i);
    return addr_t'(row_of_tile(wide, slice, tile, RowsPerCycle, i));
  endfunction

  function automatic logic [63:0] merged(logic [63:0] old, logic [63:0] data, logic [7:0] mask);
    return (old & ~bits_of(mask)) | (data & bits_of(mask));
  endfunction

  logic [63:0] word_q [Bytes];

  for (genvar p = 0; p < Reads; p++) begin : gen_port
    for (genvar k = 0; k < 8; k++) begin : gen_byte
      assign rd_data_o[p][8*k+:8] = word_q[address(rd_key_i[p], rd_flip_i[p], 3'(k))][8*k+:8];
    end
  end

  // Both numbers have constant bits, which leave few rows to each one; those of their choice vary.

  addr_t rd_wide [RowsPerCycle], rd_narrow [RowsPerCycle];
  addr_t wr_wide [RowsPerCycle], wr_narrow [RowsPerCycle];
  for (genvar i = 0; i < RowsPerCycle; i++) begin : gen_row
    assign rd_wide[i]   = row(1'b1, rows_rd_slice_i, rows_rd_tile_i, 8'(i));
    assign rd_narrow[i] = row(1'b0, rows_rd_slice_i, rows_rd_tile_i, 8'(i));
    assign wr_wide[i]   = row(1'b1, rows_wr_slice_i, rows_wr_tile_i, 8'(i));
    assign wr_narrow[i] = row(1'b0, rows_wr_slice_i, rows_wr_tile_i, 8'(i));
    assign rows_rd_data_o[i] = rows_rd_wide_i ? word_q[rd_wide[i]] : word_q[rd_narrow[i]];
  end

  always_ff @(posedge clk_i) begin
    if (clear_i != '0) begin
      for (int unsigned r = 0; r < Bytes; r++) if (clear_i[r % 8]) word_q[r] <= '0;
    end
    for (int unsigned i = 0; i < RowsPerCycle; i++) begin
      if (rows_wr_en_i[i] && rows_wr_wide_i) begin
        word_q[wr_wide[i]] <= merged(word_q[wr_wide[i]], rows_wr_data_i[i], rows_wr_mask_i[i]);
      end
      if (rows_wr_en_i[i] && !rows_wr_wide_i) begin
        word_q[wr_narrow[i]] <= merged(word_q[wr_narrow[i]], rows_wr_data_i[i], rows_wr_mask_i[i]);
      end
    end
    for (int unsigned k = 0; k < 8; k++) begin
      for (int unsigned p = 0; p < Writes; p++) begin
        if (wr_en_i[p][k]) begin
          word_q[address(wr_key_i[p], wr_flip_i[p], 3'(k))][8*k+:8] <= wr_data_i[p][8*k+:8];
        end
      end
    end
  end

endmodule
