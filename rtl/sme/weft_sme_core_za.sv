// SPDX-License-Identifier: Apache-2.0
//
// ZA of weft_sme_core: the flip-flops of weft_za with ports of their own for each pipe.
//
//      slice read      stores, vectors      up to four of a tile in the same cycle
//      slice write 0   vectors              at the end of the cycle
//      slice write 1   loads                at the end of the cycle
//      rows            outer products       read in the same cycle, written at its end
//      pair            their vectors        two rows of ZA, as far apart as may be, the same
//      clear           ZERO: rows of which bit r mod 8 is set, at the end of the cycle
//
// Two ports do not write one byte in one cycle.

`include "weft_assert.svh"

module weft_sme_core_za #(
  parameter  int unsigned Svl          = 512,
  parameter  int unsigned RowsPerCycle = 16,
  localparam int unsigned Reads        = 4,
  localparam int unsigned Pair         = 2,
  localparam int unsigned AllReads     = Reads + Pair,
  localparam int unsigned AllWrites    = 2 + Pair,
  localparam int unsigned Bytes        = Svl / 8
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [3:0]                    vl_i,  // log2 of the bytes of a row

  input  logic                          rd_vertical_i,
  input  logic [2:0]                    rd_size_i,
  input  logic [3:0]                    rd_tile_i,
  input  logic [Reads-1:0][7:0]         rd_slice_i,
  output logic [Reads-1:0][Svl-1:0]     rd_data_o,

  input  logic [1:0]                    wr_en_i,
  input  logic [1:0]                    wr_vertical_i,
  input  logic [1:0][2:0]               wr_size_i,
  input  logic [1:0][3:0]               wr_tile_i,
  input  logic [1:0][7:0]               wr_slice_i,
  input  logic [1:0][Svl-1:0]           wr_data_i,
  input  logic [1:0][Bytes-1:0]         wr_mask_i,

  input  logic [7:0]                    clear_i,

  input  logic [2:0]                    rows_rd_size_i,
  input  logic [3:0]                    rows_rd_tile_i,
  input  logic [7:0]                    rows_rd_slice_i,
  output logic [RowsPerCycle*Svl-1:0]   rows_rd_data_o,

  input  logic                          rows_wr_en_i,
  input  logic [2:0]                    rows_wr_size_i,
  input  logic [3:0]                    rows_wr_tile_i,
  input  logic [7:0]                    rows_wr_slice_i,
  input  logic [RowsPerCycle*Svl-1:0]   rows_wr_data_i,
  input  logic [RowsPerCycle*Bytes-1:0] rows_wr_mask_i,

  input  logic [Pair-1:0][7:0]          pair_rd_row_i,
  output logic [Pair-1:0][Svl-1:0]      pair_rd_data_o,
  input  logic [Pair-1:0]               pair_wr_en_i,
  input  logic [Pair-1:0][7:0]          pair_wr_row_i,
  input  logic [Pair-1:0][Svl-1:0]      pair_wr_data_i
);

  typedef logic [$clog2(Bytes)-1:0] addr_t;

  logic [Bytes-1:0]            bytes;
  logic [Svl-1:0]              bits;
  logic [AllReads-1:0][Svl-1:0] rd_bank, rd_data;
  logic [RowsPerCycle*Svl-1:0] rows_data;
  assign bytes          = ~({Bytes{1'b1}} << (9'd1 << vl_i));
  assign bits           = ~({Svl{1'b1}} << (12'd8 << vl_i));
  assign {pair_rd_data_o, rd_data_o} = rd_data & {AllReads{bits}};
  assign rows_rd_data_o = rows_data & {RowsPerCycle{bits}};

  addr_t [AllReads-1:0] rd_key, rd_flip;
  logic [AllReads-1:0][7:0] rd_slice;
  assign rd_slice = {pair_rd_row_i, rd_slice_i};
  for (genvar p = 0; p < int'(AllReads); p++) begin : gen_read
    localparam bit Whole = p >= int'(Reads); // a row of ZA is a slice of bytes
    weft_za_addr #(
      .Bytes(Bytes)
    ) u_rd_addr (
      .vl_i,
      .vertical_i(rd_vertical_i && !Whole),
      .size_i    (rd_size_i & {3{!Whole}}),
      .tile_i    (rd_tile_i & {4{!Whole}}),
      .slice_i   (rd_slice[p]),
      .key_o     (rd_key[p]),
      .flip_o    (rd_flip[p])
    );
    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(8)
    ) u_rd_data (
      .in_data_i (rd_bank[p]),
      .key_i     (rd_key[p]),
      .out_data_o(rd_data[p])
    );
  end

  addr_t [AllWrites-1:0]            wr_key, wr_flip;
  logic  [AllWrites-1:0][Svl-1:0]   wr_bank, wr_data;
  logic  [AllWrites-1:0][Bytes-1:0] wr_bank_en, wr_bytes;
  logic  [AllWrites-1:0]            wr_vertical;
  logic  [AllWrites-1:0][2:0]       wr_size;
  logic  [AllWrites-1:0][3:0]       wr_tile;
  logic  [AllWrites-1:0][7:0]       wr_slice;
  assign wr_vertical = {{Pair{1'b0}}, wr_vertical_i};
  assign wr_size     = {{Pair{3'd0}}, wr_size_i};
  assign wr_tile     = {{Pair{4'd0}}, wr_tile_i};
  assign wr_slice    = {pair_wr_row_i, wr_slice_i};
  assign wr_data     = {pair_wr_data_i, wr_data_i};
  for (genvar p = 0; p < 2; p++) begin : gen_bytes
    assign wr_bytes[p]     = wr_mask_i[p] & {Bytes{wr_en_i[p]}};
    assign wr_bytes[2 + p] = {Bytes{pair_wr_en_i[p]}};
  end
  for (genvar p = 0; p < int'(AllWrites); p++) begin : gen_port
    weft_za_addr #(
      .Bytes(Bytes)
    ) u_wr_addr (
      .vl_i,
      .vertical_i(wr_vertical[p]),
      .size_i    (wr_size[p]),
      .tile_i    (wr_tile[p]),
      .slice_i   (wr_slice[p]),
      .key_o     (wr_key[p]),
      .flip_o    (wr_flip[p])
    );
    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(8)
    ) u_wr_data (
      .in_data_i (wr_data[p]),
      .key_i     (wr_key[p]),
      .out_data_o(wr_bank[p])
    );
    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(1)
    ) u_wr_mask (
      .in_data_i (wr_bytes[p] & bytes),
      .key_i     (wr_key[p]),
      .out_data_o(wr_bank_en[p])
    );
  end

  weft_za_flops #(
    .Bytes(Bytes), .RowsPerCycle(RowsPerCycle), .Writes(AllWrites), .Reads(AllReads)
  ) u_flops (
    .clk_i,
    .vl_i,
    .rd_en_i       (1'b0),
    .rd_key_i      (rd_key),
    .rd_flip_i     (rd_flip),
    .rd_data_o     (),
    .rd_now_o      (rd_bank),
    .wr_en_i       (wr_bank_en),
    .wr_key_i      (wr_key),
    .wr_flip_i     (wr_flip),
    .wr_data_i     (wr_bank),
    .clear_i,
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

  `WEFT_ASSERT(TileExists, wr_en_i[0] |-> 32'(wr_tile_i[0]) < 1 << wr_size_i[0])
  `WEFT_ASSERT(LoadedTileExists, wr_en_i[1] |-> 32'(wr_tile_i[1]) < 1 << wr_size_i[1])
  `WEFT_ASSERT(ClearsAlone, clear_i != '0 |-> !wr_en_i[0])

endmodule
