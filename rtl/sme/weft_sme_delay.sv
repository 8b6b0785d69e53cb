// SPDX-License-Identifier: Apache-2.0
//
// What goes beside a pipeline that never waits: as many registers as Stages.

module weft_sme_delay #(
  parameter type         data_t = logic,
  parameter int unsigned Stages = 1
) (
  input  logic  clk_i,
  input  data_t data_i,
  output data_t data_o
);

  if (Stages == 0) begin : gen_wires
    assign data_o = data_i;
    logic unused;
    assign unused = clk_i;
  end else begin : gen_registers
    data_t data_q [Stages];
    always_ff @(posedge clk_i) begin
      for (int s = 1; s < Stages; s++) data_q[s] <= data_q[s-1];
      data_q[0] <= data_i;
    end
    assign data_o = data_q[Stages-1];
  end

endmodule
