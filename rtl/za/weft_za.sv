// SPDX-License-Identifier: Apache-2.0
//
// The tile file of Arm's Scalable Matrix Extension: ZA, Svl/8 rows of Svl bits, read and written in
// horizontal and vertical slices of its tiles, with elements of 2^size bytes.
//
//     ZAnH.T[m]    row m * 2^size + n
//     ZAnV.T[m]    element m of rows n, 2^size + n, 2 * 2^size + n, ...
//
//     Svl = 128, .S        columns
//                0  .. 3   4  .. 7   8  .. 11  12 .. 15
//     row  0    | ZA0 0,0 | ZA0 0,1 | ZA0 0,2 | ZA0 0,3 |   ZA0H.S[0]
//     row  1    | ZA1 0,0 | ...                             ZA1H.S[0]
//     row  2    | ZA2 0,0 |
//     row  3    | ZA3 0,0 |
//     row  4    | ZA0 1,0 | ZA0 1,1 | ...                   ZA0H.S[1]
//     ...           |
//                   +--- ZA0V.S[0]: rows 0, 4, 8, 12
//
// An array vector, a row of ZA, is slice ZA0H.B[row]. One slice can be read and one written per
// cycle, each with any direction and size:
//
//     clk_i       _/~\_/~\_/~\_/~\_/~\_
//     rd_en_i     _/~~~~~~~\___________
//     rd_*_i      -< A >< B >----------      until a read the data is zero
//     rd_data_o   _____< A ><    B   >-      stays until the next read
//     wr_en_i     _____/~~~~~~~\_______
//     wr_*_i      -----< C >< D >------      in ZA at the end of the cycle
//
// wr_mask_i has a bit for each byte. A byte that is read and written in the same cycle is read with
// its old value.
//
// zero_mask_i is the mask of ZERO: bit i zeroes tile i of 64-bit elements, rows i, i + 8, ... One
// row is zeroed per cycle, beginning in the cycle after the mask is taken. zero_ready_o is low
// meanwhile, and no other write is allowed.
//
// vl_i, log2 of a vector's bytes, may be smaller than Svl requires: ZA then has 2^vl_i rows and
// columns, slices count modulo the tile's height, and bytes beyond are read as zero and not
// written.
//
// RowsPerCycle = 1 uses banks, weft_za_banks; rows_rd_* and rows_wr_* are unused. A larger power of
// two, up to Svl/32, uses flip-flops, weft_za_flops, for an outer product that takes RowsPerCycle
// rows of a tile of 32- or 64-bit elements at once: slice, slice + 1, ..., the first one in the low
// bits, where slice is a multiple of RowsPerCycle. The rows are read in the same cycle and written
// at its end. Rows beyond the tile are read as zero and not written. If both ports write a byte, it
// takes wr_data_i.
//
// Source: Arm, Architecture Reference Manual Supplement, the Scalable Matrix Extension, DDI 0616.

`include "weft_assert.svh"

module weft_za #(
  parameter  int unsigned Svl          = 512,
  parameter  int unsigned RowsPerCycle = 1,
  localparam int unsigned Bytes        = Svl / 8
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [3:0]                    vl_i,

  input  logic                          rd_en_i,
  input  logic                          rd_vertical_i,
  input  logic [2:0]                    rd_size_i,
  input  logic [3:0]                    rd_tile_i,
  input  logic [7:0]                    rd_slice_i,
  output logic [Svl-1:0]                rd_data_o,

  input  logic                          wr_en_i,
  input  logic                          wr_vertical_i,
  input  logic [2:0]                    wr_size_i,
  input  logic [3:0]                    wr_tile_i,
  input  logic [7:0]                    wr_slice_i,
  input  logic [Svl-1:0]                wr_data_i,
  input  logic [Bytes-1:0]              wr_mask_i,

  input  logic                          zero_valid_i,
  output logic                          zero_ready_o,
  input  logic [7:0]                    zero_mask_i,

  input  logic [2:0]                    rows_rd_size_i,
  input  logic [3:0]                    rows_rd_tile_i,
  input  logic [7:0]                    rows_rd_slice_i,
  output logic [RowsPerCycle*Svl-1:0]   rows_rd_data_o,

  input  logic                          rows_wr_en_i,
  input  logic [2:0]                    rows_wr_size_i,
  input  logic [3:0]                    rows_wr_tile_i,
  input  logic [7:0]                    rows_wr_slice_i,
  input  logic [RowsPerCycle*Svl-1:0]   rows_wr_data_i,
  input  logic [RowsPerCycle*Bytes-1:0] rows_wr_mask_i
);

  localparam int unsigned AddrBits  = $clog2(Bytes);
  localparam int unsigned GroupBits = AddrBits - 3;  // eight rows, one of each 64-bit tile

  // ZERO: zeroes the lowest remaining tile, row by row.

  logic [7:0]           zero_q, left, lowest;
  logic [GroupBits-1:0] group_q;
  logic [2:0]           zero_tile;
  logic                 zeroing, last;
  assign zeroing      = |zero_q;
  assign zero_ready_o = !zeroing;
  assign left         = zero_q & (zero_q - 8'd1);
  assign lowest       = zero_q & ~left;
  assign zero_tile    = {|(lowest & 8'hf0), |(lowest & 8'hcc), |(lowest & 8'haa)};
  assign last         = group_q == GroupBits'((9'd1 << vl_i >> 3) - 9'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zero_q  <= '0;
      group_q <= '0;
    end else if (zeroing) begin
      zero_q  <= last ? left : zero_q;
      group_q <= last ? '0 : group_q + 1'b1;
    end else if (zero_valid_i) begin
      zero_q <= zero_mask_i;
    end
  end

  // The data to write: a slice, or zeros for a row of a 64-bit tile.

  logic             wr_vertical;
  logic [2:0]       wr_size;
  logic [3:0]       wr_tile;
  logic [7:0]       wr_slice;
  logic [Svl-1:0]   wr_data;
  logic [Bytes-1:0] wr_mask, bytes;
  assign wr_vertical = wr_vertical_i && !zeroing;
  assign wr_size     = zeroing ? 3'd3 : wr_size_i;
  assign wr_tile     = zeroing ? 4'(zero_tile) : wr_tile_i;
  assign wr_slice    = zeroing ? 8'(group_q) : wr_slice_i;
  assign wr_data     = zeroing ? '0 : wr_data_i;
  assign wr_mask     = (zeroing ? '1 : wr_en_i ? wr_mask_i : '0) & bytes;

  // Masks the bytes beyond the current vector length. Before the first read, rd_data_o is zero.

  localparam int unsigned LengthBits = AddrBits + 4;

  logic [LengthBits-1:0]       length, rd_length_q;  // bits of a vector
  logic [Svl-1:0]              rd_data;
  logic [RowsPerCycle*Svl-1:0] rows_data;
  assign length    = LengthBits'(8) << vl_i;
  assign bytes     = ~({Bytes{1'b1}} << (length >> 3));
  assign rd_data_o = rd_data & ~({Svl{1'b1}} << rd_length_q);

  always_comb begin
    for (int unsigned i = 0; i < RowsPerCycle; i++) begin
      rows_rd_data_o[i*Svl +: Svl] = rows_data[i*Svl +: Svl] & ~({Svl{1'b1}} << length);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_length_q <= '0;
    end else if (rd_en_i) begin
      rd_length_q <= length;
    end
  end

  // Bank addresses, and the byte permutation between slice and banks.

  typedef logic [AddrBits-1:0] addr_t;

  addr_t            rd_key, rd_flip, rd_key_q, wr_key, wr_flip;
  logic [Svl-1:0]   rd_bank, wr_bank;
  logic [Bytes-1:0] wr_bank_en;

  weft_za_addr #(
    .Bytes(Bytes)
  ) u_rd_addr (
    .vl_i,
    .vertical_i(rd_vertical_i),
    .size_i    (rd_size_i),
    .tile_i    (rd_tile_i),
    .slice_i   (rd_slice_i),
    .key_o     (rd_key),
    .flip_o    (rd_flip)
  );

  weft_za_addr #(
    .Bytes(Bytes)
  ) u_wr_addr (
    .vl_i,
    .vertical_i(wr_vertical),
    .size_i    (wr_size),
    .tile_i    (wr_tile),
    .slice_i   (wr_slice),
    .key_o     (wr_key),
    .flip_o    (wr_flip)
  );

  weft_za_xor #(
    .Lanes(Bytes), .LaneBits(8)
  ) u_wr_data (
    .in_data_i (wr_data),
    .key_i     (wr_key),
    .out_data_o(wr_bank)
  );

  weft_za_xor #(
    .Lanes(Bytes), .LaneBits(1)
  ) u_wr_mask (
    .in_data_i (wr_mask),
    .key_i     (wr_key),
    .out_data_o(wr_bank_en)
  );

  always_ff @(posedge clk_i) begin
    if (rd_en_i) rd_key_q <= rd_key;
  end

  weft_za_xor #(
    .Lanes(Bytes), .LaneBits(8)
  ) u_rd_data (
    .in_data_i (rd_bank),
    .key_i     (rd_key_q),
    .out_data_o(rd_data)
  );

  if (RowsPerCycle == 1) begin : gen_banks
    weft_za_banks #(
      .Bytes(Bytes)
    ) u_banks (
      .clk_i,
      .rd_en_i,
      .rd_key_i (rd_key),
      .rd_flip_i(rd_flip),
      .rd_data_o(rd_bank),
      .wr_en_i  (wr_bank_en),
      .wr_key_i (wr_key),
      .wr_flip_i(wr_flip),
      .wr_data_i(wr_bank)
    );

    assign rows_data = '0;

    logic unused;
    assign unused = ^{rows_rd_size_i, rows_rd_tile_i, rows_rd_slice_i, rows_wr_en_i,
                      rows_wr_size_i, rows_wr_tile_i, rows_wr_slice_i, rows_wr_data_i,
                      rows_wr_mask_i};
  end else begin : gen_flops
    weft_za_flops #(
      .Bytes(Bytes), .RowsPerCycle(RowsPerCycle)
    ) u_flops (
      .clk_i,
      .vl_i,
      .rd_en_i,
      .rd_key_i      (rd_key),
      .rd_flip_i     (rd_flip),
      .rd_data_o     (rd_bank),
      .rd_now_o      (),
      .wr_en_i       (wr_bank_en),
      .wr_key_i      (wr_key),
      .wr_flip_i     (wr_flip),
      .wr_data_i     (wr_bank),
      .clear_i       ('0),
      .rows_rd_size_i,
      .rows_rd_tile_i,
      .rows_rd_slice_i,
      .rows_rd_data_o(rows_data),
      .rows_wr_en_i,
      .rows_wr_size_i,
      .rows_wr_tile_i,
      .rows_wr_slice_i,
      .rows_wr_data_i,
      .rows_wr_mask_i(rows_wr_mask_i & {RowsPerCycle{bytes}})
    );
  end

  `WEFT_ASSERT(LengthExists, vl_i inside {[4'd4:4'(AddrBits)]})
  `WEFT_ASSERT(ReadTileExists, rd_en_i |-> rd_size_i <= 3'd4 && 32'(rd_tile_i) < 1 << rd_size_i)
  `WEFT_ASSERT(WrittenTileExists, wr_en_i |-> wr_size_i <= 3'd4 && 32'(wr_tile_i) < 1 << wr_size_i)
  `WEFT_ASSERT(RowsExist, rows_wr_en_i |-> rows_wr_size_i inside {3'd2, 3'd3}
                          && 32'(rows_wr_tile_i) < 1 << rows_wr_size_i
                          && (rows_wr_slice_i & 8'(RowsPerCycle - 1)) == '0)
  `WEFT_ASSERT(WritesWaitForZero, zeroing |-> !wr_en_i && !rows_wr_en_i)

endmodule
