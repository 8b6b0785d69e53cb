// SPDX-License-Identifier: Apache-2.0
//
// A store's vector, or the registers of a structure, as the lines of memory in which its bytes lie:
// active elements, narrowed to their size in memory, from byte offset_i on. A scatter's lines: each
// element has two turns, for the lines in which it may lie. Combinational.

module weft_sme_core_store
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl   = 512,
  parameter  int unsigned AddrBits = 48,
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned BeatW = $clog2(N / 8)
) (
  input  uop_t            uop_i,
  input  logic [3:0]      vl_i,         // log2 of the bytes of a vector
  input  logic [3:0]      svl_i,
  input  logic [5:0]      offset_i,
  input  logic            structure_i,  // of vectors_i
  input  logic [Svl-1:0]  vector_i,
  input  logic [3:0][Svl-1:0] vectors_i,
  input  logic [N-1:0]    governing_i,
  input  logic [N-1:0]    predicate_i,  // that STR stores
  input  logic [511:0]    table_i,      // ZT0
  output logic [5*512-1:0] lines_o,
  output logic [5*64-1:0] bytes_o,      // written

  input  logic [4:0]          turn_i,   // of a scatter: an element's number, its second line
  input  logic [63:0]         base_i,   // vectors_i[0] are offsets, vectors_i[2] is stored
  output logic                scatter_valid_o, // a byte is written
  output logic [AddrBits-7:0] scatter_line_o,
  output logic [511:0]        scatter_data_o,
  output logic [63:0]         scatter_bytes_o
);

  logic [3:0]   length;
  logic [N-1:0] inside_vector;
  assign length = uop_i.unit == StoreSlice ? svl_i : vl_i;
  assign inside_vector = ~({N{1'b1}} << (9'd1 << length));

  logic [Svl-1:0] elements [4]; // by how often memory's size goes into an element's, log2
  logic [N-1:0]   written [4], active_bytes;
  for (genvar i = 0; i < int'(N / 8); i++) begin : gen_beat
    beat_t  narrowed, unused_bits, unused_unpacked;
    bytes_t active, bytes;
    logic   unused_element;
    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i(length), .beat_i(BeatW'(i)), .byte_i('0), .governing_i,
      .active_o(active), .bits_o(unused_bits), .element_o(unused_element)
    );
    weft_sme_pack u_pack (
      .size_i(uop_i.size), .msize_i(uop_i.msize), .extend_i(1'b0),
      .active_i(active & inside_vector[8*i +: 8]
                & {8{!uop_i.one || 8 * i < int'(uop_i.imm[4:0])}}),
      .beat_i(vector_i[64*i +: 64]),
      .packed_o(narrowed), .bytes_o(bytes), .memory_i('0), .unpacked_o(unused_unpacked)
    );
    assign active_bytes[8*i +: 8] = active & inside_vector[8*i +: 8];
    for (genvar k = 0; k < 4; k++) begin : gen_size
      assign elements[k][(64 >> k)*i +: 64 >> k] = narrowed[(64 >> k)-1:0];
      assign written[k][(8 >> k)*i +: 8 >> k]    = bytes[(8 >> k)-1:0];
    end

    logic unused;
    assign unused = ^{unused_bits, unused_unpacked, unused_element, narrowed, bytes};
  end
  for (genvar k = 1; k < 4; k++) begin : gen_rest
    assign elements[k][Svl-1:Svl>>k] = '0;
    assign written[k][N-1:N>>k]      = '0;
  end

  logic [1:0]     size;
  logic [Svl-1:0] data;
  logic [N-1:0]   bytes;
  assign size = uop_i.size[1:0] - uop_i.msize;
  always_comb begin
    data  = elements[size];
    bytes = written[size];
    if (uop_i.predicate) begin
      data  = Svl'(predicate_i);
      bytes = N'(inside_vector) & ~({N{1'b1}} << (9'd1 << length >> 3));
    end
  end

  logic [4*Svl-1:0] structure;
  logic [4*N-1:0]   structure_bytes;
  logic [Svl-1:0]   unused_vector;
  weft_sme_core_interleave #(
    .Svl(Svl)
  ) u_structure (
    .regs_i(uop_i.regs), .size_i(uop_i.msize),
    .vectors_i, .active_i(active_bytes), .memory_o(structure), .written_o(structure_bytes),
    .memory_i('0), .reg_i('0), .vector_o(unused_vector)
  );
  logic unused_structure;
  assign unused_structure = ^unused_vector;

  logic [2047:0] all_data;
  logic [255:0]  all_bytes;
  always_comb begin
    all_data  = 2048'(data);
    all_bytes = 256'(bytes);
    if (structure_i) begin
      all_data  = 2048'(structure);
      all_bytes = 256'(structure_bytes);
    end
    if (uop_i.lookup) begin
      all_data  = 2048'(table_i);
      all_bytes = 256'({64{1'b1}});
    end
  end
  assign lines_o   = (5*512)'(all_data) << {offset_i, 3'b0};
  assign bytes_o   = (5*64)'(all_bytes) << offset_i;

  logic [BeatW+2:0]    at;
  logic                active_element;
  logic [AddrBits-1:0] address;
  assign at             = (BeatW+3)'({2'b0, turn_i[4:1]} << uop_i.size);
  assign active_element = governing_i[at];
  assign address        = AddrBits'(base_i + element_offset(
    64'(vectors_i[0] >> {at, 3'b0}), uop_i.size, uop_i.msize, uop_i.address, uop_i.number[1],
    uop_i.number[0]
  ));
  logic [1023:0] two_lines;
  logic [127:0]  two_bytes;
  bytes_t        of_element;
  assign of_element      = ~(8'hfe << 3'((4'd1 << uop_i.msize) - 4'd1));
  assign two_lines       = 1024'(64'(vectors_i[2] >> {at, 3'b0})) << {address[5:0], 3'b0};
  assign two_bytes       = 128'(of_element) << address[5:0];
  assign scatter_line_o  = address[AddrBits-1:6] + (AddrBits-6)'(turn_i[0]);
  assign scatter_data_o  = turn_i[0] ? two_lines[1023:512] : two_lines[511:0];
  assign scatter_bytes_o = turn_i[0] ? two_bytes[127:64] : two_bytes[63:0];
  assign scatter_valid_o = active_element && scatter_bytes_o != '0;

endmodule
