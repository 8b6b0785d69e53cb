// SPDX-License-Identifier: Apache-2.0
//
// Stages registers in a row that never wait; zero are wires.

module weft_mopa_delay #(
  parameter type         data_t = logic,
  parameter int unsigned Stages = 1
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  logic  in_valid_i,
  input  data_t in_data_i,

  output logic  out_valid_o,
  output data_t out_data_o
);

  logic  valid [Stages+1];
  data_t data  [Stages+1];
  logic  ready [Stages+1];
  assign valid[0]    = in_valid_i;
  assign data[0]     = in_data_i;
  assign out_valid_o = valid[Stages];
  assign out_data_o  = data[Stages];
  assign ready[Stages] = 1'b1;

  for (genvar i = 0; i < Stages; i++) begin : gen_stage
    weft_pipe_reg #(.data_t(data_t)) u_stage (
      .clk_i, .rst_ni,
      .in_valid_i(valid[i]), .in_ready_o(ready[i]), .in_data_i(data[i]),
      .out_valid_o(valid[i+1]), .out_ready_i(ready[i+1]), .out_data_o(data[i+1])
    );
  end

  logic unused;
  assign unused = ^{clk_i, rst_ni, ready[0]};

endmodule
