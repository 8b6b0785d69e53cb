// SPDX-License-Identifier: Apache-2.0
//
// Computes floor(word * 2^-distance) in two's complement. Combinational.

module weft_dpa_floor #(
  parameter int unsigned Width = 32,
  parameter int unsigned ExpW  = 9
) (
  input  logic [Width-1:0] word_i,
  input  logic [ExpW-1:0]  distance_i,
  output logic [Width-1:0] word_o
);

  localparam int unsigned ShiftW = $clog2(Width);

  logic far;
  if (ExpW > ShiftW) begin : gen_far
    assign far = |distance_i[ExpW-1:ShiftW];
  end else begin : gen_near
    assign far = 1'b0;
  end
  assign word_o = $signed(word_i) >>> (ShiftW'(distance_i) | {ShiftW{far}});

endmodule
