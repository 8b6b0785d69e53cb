// SPDX-License-Identifier: Apache-2.0
//
// XOR permutation: lane p of the result is lane p ^ key_i. The permutation is its own inverse.
//
//     8 lanes, key_i = 3
//
//       0 1 2 3 4 5 6 7
//       |/\|/\| |/\|/\|     key_i[0] = 1: lanes change places with their neighbours
//       1 0 3 2 5 4 7 6
//        \ X /   \ X /      key_i[1] = 1: so do pairs of lanes
//       3 2 1 0 7 6 5 4
//       | | | | | | | |     key_i[2] = 0: halves stay
//       3 2 1 0 7 6 5 4
//
// There are log2(Lanes) levels of one multiplexer per bit: within words of up to 64 bits by two
// shifts, then between words. Combinational.

module weft_za_xor #(
  parameter  int unsigned Lanes    = 64,
  parameter  int unsigned LaneBits = 8,
  localparam int unsigned KeyBits  = $clog2(Lanes)
) (
  input  logic [Lanes*LaneBits-1:0] in_data_i,
  input  logic [KeyBits-1:0]        key_i,
  output logic [Lanes*LaneBits-1:0] out_data_o
);

  localparam int unsigned Bits      = Lanes * LaneBits;
  localparam int unsigned WordBits  = Bits < 64 ? Bits : 64;
  localparam int unsigned WordLanes = $clog2(WordBits / LaneBits);  // levels within a word

  localparam int unsigned Words     = Bits / WordBits;

  typedef logic [WordBits-1:0] word_t;
  word_t word [Words];

  for (genvar w = 0; w < Words; w++) begin : gen_word
    for (genvar j = 0; j < KeyBits; j++) begin : gen_level
      word_t from, to;
      if (j == 0) begin : gen_first
        assign from = in_data_i[WordBits*w +: WordBits];
      end else begin : gen_next
        assign from = gen_word[w].gen_level[j-1].to;
      end
      if (j < WordLanes) begin : gen_within
        localparam int unsigned Block = LaneBits << j;
        localparam word_t       Even  = {(WordBits / Block / 2){{Block{1'b0}}, {Block{1'b1}}}};
        assign to = key_i[j] ? (from >> Block & Even) | (from & Even) << Block : from;
      end else begin : gen_words
        localparam int unsigned Other = w ^ (1 << (j - WordLanes));
        assign to = key_i[j] ? gen_word[Other].gen_level[j].from : from;
      end
    end
    assign word[w] = gen_level[KeyBits-1].to;
  end

  always_comb begin
    for (int unsigned w = 0; w < Words; w++) out_data_o[WordBits*w +: WordBits] = word[w];
  end

endmodule
