// SPDX-License-Identifier: Apache-2.0
//
// A bank of the tile file: a memory of bytes with one read port and one write port.
//
// A byte read is at rd_data_o in the next cycle and stays until the next read. A byte that is read
// and written in the same cycle is read with its old value.

module weft_za_bank #(
  parameter  int unsigned Depth    = 64,
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                clk_i,

  input  logic                rd_en_i,
  input  logic [AddrBits-1:0] rd_addr_i,
  output logic [7:0]          rd_data_o,

  input  logic                wr_en_i,
  input  logic [AddrBits-1:0] wr_addr_i,
  input  logic [7:0]          wr_data_i
);

  logic [7:0] byte_q [Depth];
  logic [7:0] rd_data_q;
  assign rd_data_o = rd_data_q;

  always_ff @(posedge clk_i) begin
    if (rd_en_i) rd_data_q <= byte_q[rd_addr_i];
    if (wr_en_i) byte_q[wr_addr_i] <= wr_data_i;
  end

endmodule
