// SPDX-License-Identifier: Apache-2.0
//
// Skew: delays lane i of a word by i steps (Deskew = 0), or by Lanes - 1 - i (Deskew = 1).
//
//     Deskew = 0                      Deskew = 1
//     lane 0  ----------------->      lane 0  --[ ]--[ ]--[ ]-->
//     lane 1  --[ ]------------>      lane 1  --[ ]--[ ]------->
//     lane 2  --[ ]--[ ]------->      lane 2  --[ ]------------>
//     lane 3  --[ ]--[ ]--[ ]-->      lane 3  ----------------->
//
// A step is a cycle with advance_i high.

module weft_tensor_skew #(
  parameter type         data_t = logic,
  parameter int unsigned Lanes  = 4,
  parameter bit          Deskew = 1'b0
) (
  input  logic              clk_i,
  input  logic              advance_i,
  input  data_t [Lanes-1:0] in_data_i,
  output data_t [Lanes-1:0] out_data_o
);

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
    localparam int unsigned Delay = Deskew ? Lanes - 1 - lane : lane;
    if (Delay == 0) begin : gen_wire
      assign out_data_o[lane] = in_data_i[lane];
    end else begin : gen_delay
      data_t delay_q [Delay];
      always_ff @(posedge clk_i) begin
        if (advance_i) begin
          delay_q[0] <= in_data_i[lane];
          for (int unsigned i = 1; i < Delay; i++) delay_q[i] <= delay_q[i-1];
        end
      end
      assign out_data_o[lane] = delay_q[Delay-1];
    end
  end

endmodule
