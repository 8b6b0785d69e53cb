// SPDX-License-Identifier: Apache-2.0
//
// The bytes of the tile file as flip-flops, for an outer product that takes RowsPerCycle rows of a
// tile at once: weft_za_banks with ports for rows.
//
//     bank     0   1   2   3
//     row 0    0   1   2   3      byte c of row r is in bank c ^ r
//     row 1    1   0   3   2
//     row 2    2   3   0   1      rows of ZA are these rows, permuted:
//     row 3    3   2   1   0
//
//     row_q[R] --[ XOR R ]--> row i of rows_rd_data_o        R = (slice + i) * 4 + tile, or * 8
//
// The number i is constant, and slice is a multiple of RowsPerCycle: the variable bits of R select
// from few rows, and the network has levels for few bits. If several ports write a byte, it takes
// that of the last one of wr_data_i. rd_now_o is what the address names in this cycle; clear_i
// makes rows zero of which bit r mod 8 is set.

module weft_za_flops
  import weft_za_pkg::row_of_tile;
#(
  parameter  int unsigned Bytes        = 64,
  parameter  int unsigned RowsPerCycle = 16,
  parameter  int unsigned Writes       = 1,   // slices written at once
  parameter  int unsigned Reads        = 1,   // and read; rd_data_o is that of the first
  localparam int unsigned AddrBits     = $clog2(Bytes)
) (
  input  logic                            clk_i,
  input  logic [3:0]                      vl_i,

  input  logic                            rd_en_i,
  input  logic [Reads-1:0][AddrBits-1:0]  rd_key_i,
  input  logic [Reads-1:0][AddrBits-1:0]  rd_flip_i,
  output logic [8*Bytes-1:0]              rd_data_o,
  output logic [Reads-1:0][8*Bytes-1:0]   rd_now_o,

  input  logic [Writes-1:0][Bytes-1:0]    wr_en_i,
  input  logic [Writes-1:0][AddrBits-1:0] wr_key_i,
  input  logic [Writes-1:0][AddrBits-1:0] wr_flip_i,
  input  logic [Writes-1:0][8*Bytes-1:0]  wr_data_i,
  input  logic [7:0]                      clear_i,

  input  logic [2:0]                      rows_rd_size_i,
  input  logic [3:0]                      rows_rd_tile_i,
  input  logic [7:0]                      rows_rd_slice_i,
  output logic [RowsPerCycle*8*Bytes-1:0] rows_rd_data_o,

  input  logic                            rows_wr_en_i,
  input  logic [2:0]                      rows_wr_size_i,
  input  logic [3:0]                      rows_wr_tile_i,
  input  logic [7:0]                      rows_wr_slice_i,
  input  logic [RowsPerCycle*8*Bytes-1:0] rows_wr_data_i,
  input  logic [RowsPerCycle*Bytes-1:0]   rows_wr_mask_i
);

  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [8*Bytes-1:0]  row_t;

  logic [RowsPerCycle-1:0]            wr_exists;
  row_t                               rd_row [RowsPerCycle];
  row_t [RowsPerCycle-1:0]            rd_bank, wr_bank;
  logic [RowsPerCycle-1:0][Bytes-1:0] wr_mask;

  for (genvar i = 0; i < RowsPerCycle; i++) begin : gen_row
    logic [10:0] rd_number, wr_number;
    assign rd_number    = row_of_tile(rows_rd_size_i == 3'd3, rows_rd_slice_i, rows_rd_tile_i,
                                      RowsPerCycle, 8'(i));
    assign wr_number    = row_of_tile(rows_wr_size_i == 3'd3, rows_wr_slice_i, rows_wr_tile_i,
                                      RowsPerCycle, 8'(i));
    assign wr_exists[i] = rows_wr_en_i && wr_number >> vl_i == '0;

    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(8)
    ) u_rd_data (
      .in_data_i (rd_number >> vl_i == '0 ? rd_bank[i] : '0),
      .key_i     (addr_t'(rd_number)),
      .out_data_o(rd_row[i])
    );

    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(8)
    ) u_wr_data (
      .in_data_i (rows_wr_data_i[8*Bytes*i +: 8*Bytes]),
      .key_i     (addr_t'(wr_number)),
      .out_data_o(wr_bank[i])
    );

    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(1)
    ) u_wr_mask (
      .in_data_i (rows_wr_mask_i[Bytes*i +: Bytes]),
      .key_i     (addr_t'(wr_number)),
      .out_data_o(wr_mask[i])
    );
  end

  always_comb begin
    for (int unsigned i = 0; i < RowsPerCycle; i++) begin
      rows_rd_data_o[8*Bytes*i +: 8*Bytes] = rd_row[i];
    end
  end

  // The banks, eight per word. A word has the upper bits of a bank's number for all of its banks.

  logic [8*Bytes-1:0] rd_data_q;
  assign rd_data_o = rd_data_q;
  always_ff @(posedge clk_i) if (rd_en_i) rd_data_q <= rd_now_o[0];

  for (genvar w = 0; w < Bytes / 8; w++) begin : gen_word
    addr_t [Reads-1:0]              rd_key;
    addr_t [Writes-1:0]             wr_key;
    logic  [Reads-1:0][2:0]         rd_flip;
    logic  [Writes-1:0][2:0]        wr_flip;
    logic  [Writes-1:0][7:0]        wr_en;
    logic  [Reads-1:0][63:0]        rd_now;
    logic  [Writes-1:0][63:0]       wr_data;
    logic  [RowsPerCycle-1:0][63:0] rows_rd, rows_wr;
    logic  [RowsPerCycle-1:0][7:0]  rows_mask;
    for (genvar p = 0; p < Reads; p++) begin : gen_read
      assign rd_key[p]             = upper(rd_key_i[p], rd_flip_i[p], addr_t'(8 * w));
      assign rd_flip[p]            = rd_flip_i[p][2:0];
      assign rd_now_o[p][64*w+:64] = rd_now[p];
    end
    for (genvar p = 0; p < Writes; p++) begin : gen_write
      assign wr_key[p]  = upper(wr_key_i[p], wr_flip_i[p], addr_t'(8 * w));
      assign wr_flip[p] = wr_flip_i[p][2:0];
      assign wr_en[p]   = wr_en_i[p][8*w+:8];
      assign wr_data[p] = wr_data_i[p][64*w+:64];
    end
    for (genvar i = 0; i < RowsPerCycle; i++) begin : gen_rows
      assign rd_bank[i][64*w+:64] = rows_rd[i];
      assign rows_wr[i]           = wr_bank[i][64*w+:64];
      assign rows_mask[i]         = wr_mask[i][8*w+:8];
    end

    weft_za_word #(
      .Bytes(Bytes), .RowsPerCycle(RowsPerCycle), .Writes(Writes), .Reads(Reads)
    ) u_word (
      .clk_i,
      .rd_key_i      (rd_key),
      .rd_flip_i     (rd_flip),
      .rd_data_o     (rd_now),
      .wr_en_i       (wr_en),
      .wr_key_i      (wr_key),
      .wr_flip_i     (wr_flip),
      .wr_data_i     (wr_data),
      .clear_i,
      .rows_rd_wide_i(rows_rd_size_i == 3'd3),
      .rows_rd_tile_i,
      .rows_rd_slice_i,
      .rows_rd_data_o(rows_rd),
      .rows_wr_en_i  (wr_exists),
      .rows_wr_wide_i(rows_wr_size_i == 3'd3),
      .rows_wr_tile_i,
      .rows_wr_slice_i,
      .rows_wr_data_i(rows_wr),
      .rows_wr_mask_i(rows_mask)
    );
  end

  function automatic addr_t upper(addr_t key, addr_t flip, addr_t bank);
    return (key & ~bank) | (flip & bank);
  endfunction

endmodule
