// SPDX-License-Identifier: Apache-2.0
//
// The end of K: if a step takes several elements and K is not a multiple of their number, the
// elements beyond K become zeros, and so do scales without an element. Combinational.
//
//     lane of a word    {scales, elements}, the first one of each in its low bits
//     ends_i[i]         lane i of the word is the last step
//     count_i           elements of the last step that belong to the matrix; 0: all

module weft_tensor_tail #(
  parameter  int unsigned Lanes     = 4,  // lanes of the word
  parameter  int unsigned Elements  = 1,  // elements of a lane: a power of two
  parameter  int unsigned Bits      = 8,  // bits of an element
  parameter  int unsigned Scales    = 0,  // scales of a lane, each for the same number of elements
  parameter  int unsigned ScaleBits = 8,
  localparam int unsigned LaneBits  = Elements * Bits + Scales * ScaleBits,
  localparam int unsigned CountBits = Elements > 1 ? $clog2(Elements) : 1
) (
  input  logic [Lanes-1:0]               ends_i,
  input  logic [CountBits-1:0]           count_i,
  input  logic [Lanes-1:0][LaneBits-1:0] word_i,
  output logic [Lanes-1:0][LaneBits-1:0] word_o
);

  if (Elements > 1) begin : gen_mask
    logic [Elements-1:0] belongs;
    assign belongs = count_i == '0 ? '1 : (Elements'(1) << count_i) - 1'b1;

    logic [LaneBits-1:0] mask;
    for (genvar e = 0; e < Elements; e++) begin : gen_element
      assign mask[e*Bits +: Bits] = {Bits{belongs[e]}};
    end
    for (genvar s = 0; s < Scales; s++) begin : gen_scale
      assign mask[Elements*Bits+s*ScaleBits +: ScaleBits] = {ScaleBits{belongs[s*Elements/Scales]}};
    end
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
      assign word_o[lane] = word_i[lane] & (mask | {LaneBits{!ends_i[lane]}});
    end
  end else begin : gen_wires
    assign word_o = word_i;
    logic unused;
    assign unused = ^{ends_i, count_i};
  end

endmodule
