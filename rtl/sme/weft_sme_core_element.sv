// SPDX-License-Identifier: Apache-2.0
//
// An element of a gather or scatter: whether it is active, its address. Combinational.
//
//      address = base + (offset, extended) * scale

module weft_sme_core_element
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl      = 512,
  parameter  int unsigned AddrBits = 48,
  localparam int unsigned N        = Svl / 8,
  localparam int unsigned AtW      = $clog2(N)
) (
  input  uop_t                uop_i,
  input  logic [3:0]          element_i,
  input  logic [63:0]         base_i,
  input  logic [Svl-1:0]      offsets_i,
  input  logic [N-1:0]        governing_i,
  output logic [AtW-1:0]      at_o,       // its first byte in a vector
  output logic                active_o,
  output logic                beyond_o,   // the core's addresses
  output logic [AddrBits-1:0] address_o
);

  logic [63:0] offset, address;
  assign at_o     = AtW'({2'b0, element_i} << uop_i.size);
  assign active_o = governing_i[at_o];
  always_comb begin
    offset = 64'(offsets_i >> {at_o, 3'b0}) & element_ones(uop_i.size);
    if (uop_i.address == Offsets32)
      offset = {{32{uop_i.number[1] && offset[31]}}, offset[31:0]};
    if (uop_i.address != Addresses)
      offset <<= uop_i.msize & {2{uop_i.number[0]}};
  end
  assign address   = base_i + offset;
  assign address_o = address[AddrBits-1:0];
  assign beyond_o  = address[63:AddrBits] != '0;

endmodule
