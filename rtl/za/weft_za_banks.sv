// SPDX-License-Identifier: Apache-2.0
//
// The bytes of the tile file as banks: one bank per byte of a vector, each a memory of one byte per
// row.
//
//     rd_key, rd_flip ----+-----------+-----------+--- ...
//                         |           |           |
//                     [ bank 0 ]  [ bank 1 ]  [ bank 2 ]  ...    1R1W, 8 bits wide
//                      |  |  |     |  |  |     |  |  |
//     wr_key, wr_flip -|--+--|-----|--+--|-----|--+--|- ...
//     wr_data, wr_en --+-----|-----+-----|-----+-----|- ...      8 and 1 bits a bank
//     rd_data ---------------+-----------+-----------+- ...
//
// Bank k's address has bit j of the key where bit j of k is 0, of flip where it is 1. A byte read
// is valid in the next cycle and stays until the next read.

module weft_za_banks #(
  parameter  int unsigned Bytes    = 64,
  localparam int unsigned AddrBits = $clog2(Bytes)
) (
  input  logic                clk_i,

  input  logic                rd_en_i,
  input  logic [AddrBits-1:0] rd_key_i,
  input  logic [AddrBits-1:0] rd_flip_i,
  output logic [8*Bytes-1:0]  rd_data_o,

  input  logic [Bytes-1:0]    wr_en_i,
  input  logic [AddrBits-1:0] wr_key_i,
  input  logic [AddrBits-1:0] wr_flip_i,
  input  logic [8*Bytes-1:0]  wr_data_i
);

  logic [63:0] word [Bytes/8];  // the bytes of eight banks

  for (genvar k = 0; k < Bytes; k++) begin : gen_bank
    localparam logic [AddrBits-1:0] Bank = AddrBits'(k);
    weft_za_bank #(
      .Depth(Bytes)
    ) u_bank (
      .clk_i,
      .rd_en_i,
      .rd_addr_i((rd_key_i & ~Bank) | (rd_flip_i & Bank)),
      .rd_data_o(word[k/8][8*(k%8) +: 8]),
      .wr_en_i  (wr_en_i[k]),
      .wr_addr_i((wr_key_i & ~Bank) | (wr_flip_i & Bank)),
      .wr_data_i(wr_data_i[8*k +: 8])
    );
  end

  always_comb begin
    for (int unsigned w = 0; w < Bytes / 8; w++) rd_data_o[64*w +: 64] = word[w];
  end

endmodule
