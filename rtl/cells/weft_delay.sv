// SPDX-License-Identifier: Apache-2.0
//
// Stages registers in a row that never wait; zero are wires.
//
// Reset reaches the valid bits. Data moves in every cycle, valid or not. An instance that needs no
// valid ties in_valid_i to zero.

module weft_delay #(
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

  if (Stages == 0) begin : gen_wires
    assign out_valid_o = in_valid_i;
    assign out_data_o  = in_data_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end else begin : gen_registers
    logic  valid_q [Stages];
    data_t data_q  [Stages];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= '{default: 1'b0};
      else begin
        valid_q[0] <= in_valid_i;
        for (int s = 1; s < Stages; s++) valid_q[s] <= valid_q[s-1];
      end
    end
    always_ff @(posedge clk_i) begin
      data_q[0] <= in_data_i;
      for (int s = 1; s < Stages; s++) data_q[s] <= data_q[s-1];
    end
    assign out_valid_o = valid_q[Stages-1];
    assign out_data_o  = data_q[Stages-1];
  end

endmodule
