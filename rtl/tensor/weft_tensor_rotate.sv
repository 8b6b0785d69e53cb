// SPDX-License-Identifier: Apache-2.0
//
// Rotation of a word: lane i of the result is lane (i + by_i) mod Lanes. Combinational.
//
// Stage s, one multiplexer per lane, rotates by 2^s if bit s of by_i is set.

module weft_tensor_rotate #(
  parameter  type         data_t = logic,
  parameter  int unsigned Lanes  = 4,
  localparam int unsigned ByBits = Lanes > 1 ? $clog2(Lanes) : 1
) (
  input  data_t [Lanes-1:0]  in_data_i,
  input  logic [ByBits-1:0]  by_i,
  output data_t [Lanes-1:0]  out_data_o
);

  for (genvar s = 0; s < ByBits; s++) begin : gen_stage
    data_t [Lanes-1:0] from, to;
    if (s == 0) begin : gen_first
      assign from = in_data_i;
    end else begin : gen_next
      assign from = gen_stage[s-1].to;
    end
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
      assign to[lane] = by_i[s] ? from[(lane + 2**s) % Lanes] : from[lane];
    end
  end

  assign out_data_o = gen_stage[ByBits-1].to;

endmodule
