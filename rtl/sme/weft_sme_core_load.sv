// SPDX-License-Identifier: Apache-2.0
//
// A load's vector from the one or two lines of memory in which its bytes lie. Combinational.
//
//      lines      | .  .  .  0  1  2  3 | 4  5  6  7  .  .  . |     from byte offset_i on
//      vector     |    3  |    2  |    1  |    0  |                  elements extended
//
// Behind it is the next vector of a pair, whose elements are as wide in memory. Inactive elements are
// zero, and so is what lies beyond the vectors. faults_o has the lowest byte of
// each active element with a byte in a line that is missing.

module weft_sme_core_load
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl   = 512,
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned BeatW = $clog2(N / 8)
) (
  input  uop_t            uop_i,
  input  logic [3:0]      vl_i,        // log2 of the bytes of a vector
  input  logic [3:0]      svl_i,
  input  logic [5:0]      offset_i,
  input  logic [1023:0]   lines_i,
  input  logic [1:0]      missing_i,
  input  logic [N-1:0]    governing_i,
  input  logic [N-1:0]    next_governing_i,
  output logic [Svl-1:0]  vector_o,
  output logic [Svl-1:0]  next_o,
  output logic [N-1:0]    faults_o,
  output logic [N-1:0]    predicate_o  // of LDR
);

  logic [3:0]     length;
  logic [1023:0]  bytes;
  logic [Svl-1:0] from_memory, elements, behind, next_active;
  logic [N-1:0]   inside_vector;
  assign length      = uop_i.unit == LoadSlice ? svl_i : vl_i;
  assign bytes       = lines_i >> {offset_i, 3'b0};
  assign from_memory = bytes[Svl-1:0];
  assign inside_vector      = ~({N{1'b1}} << (9'd1 << length));
  assign predicate_o = from_memory[N-1:0] & inside_vector;
  always_comb begin
    behind = bytes[128+:Svl];
    if (Svl >= 256 && vl_i == 4'd5) behind = bytes[256+:Svl];
    if (Svl >= 512 && vl_i == 4'd6) behind = bytes[512+:Svl];
  end

  logic repeats;  // LD1R: one element for all
  assign repeats = uop_i.address == Elements;

  for (genvar i = 0; i < int'(N / 8); i++) begin : gen_beat
    beat_t  memory, unpacked, active_bits, unused_packed;
    bytes_t active, unused_bytes, unused_active;
    logic   unused_element, unused_next;
    always_comb begin
      unique case (uop_i.size[1:0] - uop_i.msize)
        2'd0:    memory = from_memory[64*i +: 64];
        2'd1:    memory = 64'(from_memory[32*i +: 32]);
        2'd2:    memory = 64'(from_memory[16*i +: 16]);
        default: memory = 64'(from_memory[8*i +: 8]);
      endcase
      if (uop_i.quad) memory = from_memory[64*(i%2) +: 64];
      if (repeats) begin
        unique case (uop_i.msize)
          2'(B):   memory = {8{from_memory[7:0]}};
          2'(H):   memory = {4{from_memory[15:0]}};
          2'(S):   memory = {2{from_memory[31:0]}};
          default: memory = from_memory[63:0];
        endcase
      end
    end
    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i(length), .beat_i(uop_i.quad ? BeatW'(i % 2) : BeatW'(i)), .byte_i('0),
      .governing_i,
      .active_o(active), .bits_o(active_bits), .element_o(unused_element)
    );
    weft_sme_active #(.N(N)) u_next (
      .uop_i, .vl_i(length), .beat_i(BeatW'(i)), .byte_i('0), .governing_i(next_governing_i),
      .active_o(unused_active), .bits_o(next_active[64*i +: 64]), .element_o(unused_next)
    );
    weft_sme_pack u_pack (
      .size_i(uop_i.size), .msize_i(uop_i.msize), .extend_i(uop_i.extend), .active_i(active),
      .beat_i('0), .packed_o(unused_packed), .bytes_o(unused_bytes),
      .memory_i(memory), .unpacked_o(unpacked)
    );
    assign elements[64*i +: 64] = unpacked & active_bits & {64{!uop_i.one || 8 * i < int'(uop_i.imm[4:0])}};

    logic unused;
    assign unused = ^{unused_packed, unused_bytes, unused_element, unused_active, unused_next};
  end

  // The first and last byte of an element in the two lines.
  logic [N-1:0][6:0] first_byte, last_byte;
  bytes_t            lowest;
  assign lowest = lowest_bytes(uop_i.size);
  always_comb begin
    for (int unsigned i = 0; i < N; i++) begin
      first_byte[i] = 7'(offset_i) + 7'(i >> uop_i.size << uop_i.msize);
      last_byte[i]  = first_byte[i] + 7'((8'd1 << uop_i.msize) - 8'd1);
      faults_o[i]   = governing_i[i] && lowest[i % 8] && inside_vector[i]
                   && ((missing_i[0] && !first_byte[i][6]) || (missing_i[1] && last_byte[i][6]));
    end
  end
  logic unused_bytes;
  assign unused_bytes = ^{first_byte, last_byte, bytes};

  always_comb begin
    for (int unsigned i = 0; i < N; i++) begin
      vector_o[8*i +: 8] = elements[8*i +: 8] & {8{inside_vector[i]}};
      next_o[8*i +: 8]   = behind[8*i +: 8] & next_active[8*i +: 8] & {8{inside_vector[i]}};
    end
  end

endmodule
