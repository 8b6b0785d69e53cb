// SPDX-License-Identifier: Apache-2.0
//
// Memory with one read and one write port, to be exchanged for a macro.
//
// A word is read one cycle after read_i and stays at the output until the next read. A strobe
// writes Bits / Strobes neighbouring bits. A word that is read and written in one cycle is read as
// it was before.

module weft_sram #(
  parameter  int unsigned Words    = 64,
  parameter  int unsigned Bits     = 32,
  parameter  int unsigned Strobes  = 1,
  localparam int unsigned AddrBits = Words > 1 ? $clog2(Words) : 1
) (
  input  logic                clk_i,

  input  logic                write_i,
  input  logic [AddrBits-1:0] write_addr_i,
  input  logic [Strobes-1:0]  write_strb_i,
  input  logic [Bits-1:0]     write_data_i,

  input  logic                read_i,
  input  logic [AddrBits-1:0] read_addr_i,
  output logic [Bits-1:0]     read_data_o
);

  localparam int unsigned Part = Bits / Strobes;

  logic [Bits-1:0] word_q [Words];

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      for (int unsigned i = 0; i < Strobes; i++) begin
        if (write_strb_i[i]) word_q[write_addr_i][Part*i+:Part] <= write_data_i[Part*i+:Part];
      end
    end
    if (read_i) read_data_o <= word_q[read_addr_i];
  end

endmodule
