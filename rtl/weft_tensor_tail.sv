// SPDX-License-Identifier: Apache-2.0
//
// The end of K: where a step takes several elements and K is no multiple of that, the elements
// beyond K become zeros. Combinational.
//
//     ends_i[i]   lane i of the word is the last step
//     count_i     elements of the last step that belong to the matrix; 0: all

module weft_tensor_tail #(
  parameter  int unsigned Lanes     = 4,  // of the word
  parameter  int unsigned Elements  = 1,  // of a lane: a power of two
  parameter  int unsigned Bits      = 8,  // of an element
  localparam int unsigned CountBits = Elements > 1 ? $clog2(Elements) : 1
) (
  input  logic [Lanes-1:0]                         ends_i,
  input  logic [CountBits-1:0]                     count_i,
  input  logic [Lanes-1:0][Elements-1:0][Bits-1:0] word_i,
  output logic [Lanes-1:0][Elements-1:0][Bits-1:0] word_o
);

  if (Elements > 1) begin : gen_mask
    logic [Elements-1:0] belongs;
    assign belongs = count_i == '0 ? '1 : (Elements'(1) << count_i) - 1'b1;
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
      for (genvar e = 0; e < Elements; e++) begin : gen_element
        assign word_o[lane][e] = word_i[lane][e] & {Bits{belongs[e] || !ends_i[lane]}};
      end
    end
  end else begin : gen_wires
    assign word_o = word_i;
    logic unused;
    assign unused = ^{ends_i, count_i};
  end

endmodule
