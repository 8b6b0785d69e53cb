// SPDX-License-Identifier: Apache-2.0
//
// The tile file without a permutation, to compare the area of weft_za with: its ports, with
// RowsPerCycle = 1, and what it does in every cycle, but flip-flops in the rows and columns of ZA,
// and multiplexers.
//
// Byte p of the slice that begins at row R is
//
//                               at row          at column
//     horizontal                R               p
//     vertical, bits j >= size  bit j of p      bit j of R      R chooses by columns
//               bits j < size   bit j of R      bit j of p      R chooses by rows
//
// and so is chosen bit by bit, the highest first, in squares of half the side every time:
//
//     a | b        2^(j+1) rows and columns of bytes give two squares of half the side:
//     --+--        R[j] = 0, by columns a and c, by rows a and b
//     c | d        R[j] = 1, by columns b and d, by rows c and d
//
// Multiplexers = 2: this one for vertical slices, another of whole rows for horizontal ones. 1:
// this one for both, as a horizontal slice is chosen by rows in all bits.
//
// Writes take the opposite path. The byte for row r and column c has bit j of r in its number where
// R chooses by columns, else bit j of c; rows whose upper bits are equal share it:
//
//     wr_data  N bytes --[ j = 3 ]--+-- rows 0xxx --[ j = 2 ]--+-- rows 00xx -- ...
//                                   |                          +-- rows 01xx -- ...
//                                   +-- rows 1xxx --[ j = 2 ]--+-- rows 10xx -- ...
//                                                              +-- rows 11xx -- ...

module weft_za_plain #(
  parameter  int unsigned Svl          = 128,
  parameter  int unsigned Multiplexers = 2,
  localparam int unsigned Bytes        = Svl / 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [3:0]       vl_i,

  input  logic             rd_en_i,
  input  logic             rd_vertical_i,
  input  logic [2:0]       rd_size_i,
  input  logic [3:0]       rd_tile_i,
  input  logic [7:0]       rd_slice_i,
  output logic [Svl-1:0]   rd_data_o,

  input  logic             wr_en_i,
  input  logic             wr_vertical_i,
  input  logic [2:0]       wr_size_i,
  input  logic [3:0]       wr_tile_i,
  input  logic [7:0]       wr_slice_i,
  input  logic [Svl-1:0]   wr_data_i,
  input  logic [Bytes-1:0] wr_mask_i,

  input  logic             zero_valid_i,
  output logic             zero_ready_o,
  input  logic [7:0]       zero_mask_i,

  input  logic [2:0]       rows_rd_size_i,
  input  logic [3:0]       rows_rd_tile_i,
  input  logic [7:0]       rows_rd_slice_i,
  output logic [Svl-1:0]   rows_rd_data_o,

  input  logic             rows_wr_en_i,
  input  logic [2:0]       rows_wr_size_i,
  input  logic [3:0]       rows_wr_tile_i,
  input  logic [7:0]       rows_wr_slice_i,
  input  logic [Svl-1:0]   rows_wr_data_i,
  input  logic [Bytes-1:0] rows_wr_mask_i
);

  localparam int unsigned AddrBits  = $clog2(Bytes);
  localparam int unsigned GroupBits = AddrBits - 3;  // eight rows, one of each 64-bit tile

  // ZERO and the data to write, as in weft_za.

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

  // Masks the bytes beyond the current vector length, as in weft_za.

  localparam int unsigned LengthBits = AddrBits + 4;

  logic [LengthBits-1:0] length, rd_length_q;  // of a vector, in bits
  logic [Svl-1:0]        rd_data_q;
  assign length    = LengthBits'(8) << vl_i;
  assign bytes     = ~({Bytes{1'b1}} << (length >> 3));
  assign rd_data_o = rd_data_q & ~({Svl{1'b1}} << rd_length_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_length_q <= '0;
    end else if (rd_en_i) begin
      rd_length_q <= length;
    end
  end

  // The row at which a slice begins, and the bits of it that choose by columns.

  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [Svl-1:0]      row_t;

  addr_t rows, rd_row, wr_row, rd_upper, rd_columns, wr_columns;
  assign rows       = addr_t'((9'd1 << vl_i) - 9'd1);
  assign rd_row     = addr_t'(rd_slice_i << rd_size_i | 8'(rd_tile_i)) & rows;
  assign wr_row     = addr_t'(wr_slice << wr_size | 8'(wr_tile)) & rows;
  assign rd_upper   = addr_t'(8'hff << rd_size_i | 8'hf0);  // an element has up to 16 bytes
  assign rd_columns = Multiplexers == 1 ? rd_upper & {AddrBits{rd_vertical_i}} : rd_upper;
  assign wr_columns = addr_t'(8'hff << wr_size) & {AddrBits{wr_vertical}};

  // Out.

  row_t row [Bytes];
  row_t across, down;

  for (genvar j = int'(AddrBits) - 1; j >= 0; j--) begin : gen_rd
    localparam int unsigned Side = 8 << j;  // of the squares that are left, in bits
    logic [2*Side-1:0] from [Bytes];
    logic [Side-1:0]   to [Bytes];
    if (j == int'(AddrBits) - 1) begin : gen_first
      assign from = row;
    end else begin : gen_next
      assign from = gen_rd[j+1].to;
    end
    for (genvar r = 0; r < Bytes; r++) begin : gen_row
      localparam int unsigned Half = r >> j & 1, Other = 1 - Half;
      assign to[r] = rd_row[j] == 1'(Half) ? from[r][Side*Half +: Side]
                     : rd_columns[j] ? from[r][Side*Other +: Side]
                     : from[r^(1<<j)][Side*Half +: Side];
    end
  end

  for (genvar p = 0; p < Bytes; p++) begin : gen_byte
    assign down[8*p +: 8] = gen_rd[0].to[p];
  end

  if (Multiplexers == 1) begin : gen_one
    assign across = down;
  end else begin : gen_two
    assign across = row[rd_row];
  end

  always_ff @(posedge clk_i) begin
    if (rd_en_i) rd_data_q <= rd_vertical_i ? down : across;
  end

  // In.

  for (genvar j = int'(AddrBits) - 1; j >= 0; j--) begin : gen_wr
    localparam int unsigned      Block = 1 << j;
    localparam logic [Bytes-1:0] Even  = {(Bytes / Block / 2){{Block{1'b0}}, {Block{1'b1}}}};
    localparam row_t             Bits  = {(Bytes / Block / 2){{8*Block{1'b0}}, {8*Block{1'b1}}}};
    row_t             data [Bytes>>j];
    logic [Bytes-1:0] mask [Bytes>>j];
    for (genvar v = 0; v < Bytes >> j; v++) begin : gen_rows
      row_t             from, half;
      logic [Bytes-1:0] from_mask, half_mask;
      if (j == int'(AddrBits) - 1) begin : gen_first
        assign {from, from_mask} = {wr_data, wr_mask};
      end else begin : gen_next
        assign {from, from_mask} = {gen_wr[j+1].data[v/2], gen_wr[j+1].mask[v/2]};
      end
      if (v % 2 == 0) begin : gen_low
        assign half      = (from & Bits) | (from & Bits) << 8 * Block;
        assign half_mask = (from_mask & Even) | (from_mask & Even) << Block;
      end else begin : gen_high
        assign half      = (from & ~Bits) | (from & ~Bits) >> 8 * Block;
        assign half_mask = (from_mask & ~Even) | (from_mask & ~Even) >> Block;
      end
      assign data[v] = wr_columns[j] ? half : from;
      assign mask[v] = wr_columns[j] ? half_mask : from_mask;
    end
  end

  logic [Bytes-1:0] wr_column;
  for (genvar c = 0; c < Bytes; c++) begin : gen_column
    assign wr_column[c] = ((addr_t'(c) ^ wr_row) & wr_columns) == '0;
  end

  for (genvar r = 0; r < Bytes; r++) begin : gen_row
    row_t             row_q;
    logic [Bytes-1:0] en;
    assign row[r] = row_q;
    assign en     = ((addr_t'(r) ^ wr_row) & ~wr_columns) == '0 ? gen_wr[0].mask[r] & wr_column
                                                                 : '0;
    always_ff @(posedge clk_i) begin
      for (int unsigned c = 0; c < Bytes; c++) begin
        if (en[c]) row_q[8*c +: 8] <= gen_wr[0].data[r][8*c +: 8];
      end
    end
  end

  // One row a cycle, and no ports for more.

  assign rows_rd_data_o = '0;

  logic unused;
  assign unused = ^{rows_rd_size_i, rows_rd_tile_i, rows_rd_slice_i, rows_wr_en_i, rows_wr_size_i,
                    rows_wr_tile_i, rows_wr_slice_i, rows_wr_data_i, rows_wr_mask_i};

endmodule
