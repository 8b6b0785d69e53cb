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

  // Stage s has a register for each lane that waits s steps or more, side by side in one word, which
  // a simulation moves at once.
  for (genvar s = 0; s < Lanes; s++) begin : gen_stage
    localparam int unsigned Done = Deskew ? Lanes - 1 - s : s;  // the lane that waits s steps
    data_t [Lanes-1-s:0] held;
    if (s == 0) begin : gen_in
      assign held = in_data_i;
    end else begin : gen_delay
      data_t [Lanes-1-s:0] held_q;
      always_ff @(posedge clk_i) begin
        if (advance_i) held_q <= Deskew ? gen_stage[s-1].held[Lanes-1-s:0]
                                        : gen_stage[s-1].held[Lanes-s:1];
      end
      assign held = held_q;
    end
    assign out_data_o[Done] = Deskew ? held[Lanes-1-s] : held[0];
  end

endmodule
