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

module weft_za_flops #(
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

  localparam logic [7:0] Within = 8'(RowsPerCycle - 1);

  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [8*Bytes-1:0]  row_t;

  // Row i of a tile of 64-bit and of 32-bit elements, which may lie beyond ZA.

  function automatic logic [10:0] wide(logic [7:0] slice, logic [3:0] tile, logic [7:0] i);
    return {(slice & ~Within) | i, 3'd0} | (11'(tile) & 11'd7);
  endfunction

  function automatic logic [10:0] narrow(logic [7:0] slice, logic [3:0] tile, logic [7:0] i);
    return {1'b0, (slice & ~Within) | i, 2'd0} | (11'(tile) & 11'd3);
  endfunction

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

  addr_t            rd_wide [RowsPerCycle], rd_narrow [RowsPerCycle], wr_row [RowsPerCycle];
  logic             wr_exists [RowsPerCycle];
  row_t             rd_row [RowsPerCycle], rd_bank [RowsPerCycle], wr_bank [RowsPerCycle];
  logic [Bytes-1:0] wr_mask [RowsPerCycle];

  for (genvar i = 0; i < RowsPerCycle; i++) begin : gen_row
    logic [10:0] rd_number, wr_number;
    assign rd_wide[i]   = addr_t'(wide(rows_rd_slice_i, rows_rd_tile_i, 8'(i)));
    assign rd_narrow[i] = addr_t'(narrow(rows_rd_slice_i, rows_rd_tile_i, 8'(i)));
    assign rd_number    = rows_rd_size_i == 3'd3 ? wide(rows_rd_slice_i, rows_rd_tile_i, 8'(i))
                                                 : narrow(rows_rd_slice_i, rows_rd_tile_i, 8'(i));
    assign wr_number    = rows_wr_size_i == 3'd3 ? wide(rows_wr_slice_i, rows_wr_tile_i, 8'(i))
                                                 : narrow(rows_wr_slice_i, rows_wr_tile_i, 8'(i));
    assign wr_row[i]    = addr_t'(wr_number);
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
      .key_i     (wr_row[i]),
      .out_data_o(wr_bank[i])
    );

    weft_za_xor #(
      .Lanes(Bytes), .LaneBits(1)
    ) u_wr_mask (
      .in_data_i (rows_wr_mask_i[Bytes*i +: Bytes]),
      .key_i     (wr_row[i]),
      .out_data_o(wr_mask[i])
    );
  end

  always_comb begin
    for (int unsigned i = 0; i < RowsPerCycle; i++) begin
      rows_rd_data_o[8*Bytes*i +: 8*Bytes] = rd_row[i];
    end
  end

  // The banks, eight per word.

  logic [63:0] rd_word [Bytes/8];

  always_comb begin
    for (int unsigned w = 0; w < Bytes / 8; w++) rd_data_o[64*w +: 64] = rd_word[w];
  end

  for (genvar w = 0; w < Bytes / 8; w++) begin : gen_word
    logic [63:0] word_q [Bytes];
    logic [63:0] rd_data_q;
    assign rd_word[w] = rd_data_q;

    for (genvar p = 0; p < Reads; p++) begin : gen_port
      for (genvar k = 0; k < 8; k++) begin : gen_now
        assign rd_now_o[p][64*w + 8*k +: 8] =
            word_q[address(rd_key_i[p], rd_flip_i[p], addr_t'(8*w + k))][8*k +: 8];
      end
    end

    for (genvar i = 0; i < RowsPerCycle; i++) begin : gen_rd
      assign rd_bank[i][64*w +: 64] = rows_rd_size_i == 3'd3 ? word_q[rd_wide[i]]
                                                             : word_q[rd_narrow[i]];
    end

    always_ff @(posedge clk_i) begin
      if (clear_i != '0) begin
        for (int unsigned r = 0; r < Bytes; r++) if (clear_i[r % 8]) word_q[r] <= '0;
      end
      for (int unsigned i = 0; i < RowsPerCycle; i++) begin
        if (wr_exists[i]) begin
          word_q[wr_row[i]] <= (word_q[wr_row[i]] & ~bits_of(wr_mask[i][8*w +: 8]))
                               | (wr_bank[i][64*w +: 64] & bits_of(wr_mask[i][8*w +: 8]));
        end
      end
      for (int unsigned k = 0; k < 8; k++) begin
        if (rd_en_i) begin
          rd_data_q[8*k +: 8] <= word_q[address(rd_key_i[0], rd_flip_i[0], addr_t'(8*w + k))][8*k +: 8];
        end
        for (int unsigned p = 0; p < Writes; p++) begin
          if (wr_en_i[p][8*w + k]) begin
            word_q[address(wr_key_i[p], wr_flip_i[p], addr_t'(8*w + k))][8*k +: 8]
                <= wr_data_i[p][64*w + 8*k +: 8];
          end
        end
      end
    end
  end

  function automatic addr_t address(addr_t key, addr_t flip, addr_t bank);
    return (key & ~bank) | (flip & bank);
  endfunction

endmodule
