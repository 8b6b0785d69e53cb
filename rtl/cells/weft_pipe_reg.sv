// SPDX-License-Identifier: Apache-2.0
//
// One possible stage of an elastic pipeline: a register if Enable, else wires.
//
// The register holds one item. It takes a new one whenever it is empty or its item leaves in this
// cycle, so a chain of stages keeps full rate and closes its own bubbles. in_ready_o depends on
// out_ready_i in the same cycle.
//
//   clk_i        _/~\_/~\_/~\_/~\_
//   in_valid_i   _/~~~~~~~\_______
//   in_data_i    -< A >< B >------
//   out_ready_i  ~~~~~~~~~\___/~~~
//   out_data_o   -----< A ><  B  >

module weft_pipe_reg #(
  parameter type data_t = logic,
  parameter bit  Enable = 1'b1
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  logic  in_valid_i,
  output logic  in_ready_o,
  input  data_t in_data_i,

  output logic  out_valid_o,
  input  logic  out_ready_i,
  output data_t out_data_o
);

  if (Enable) begin : gen_register
    logic  valid_q;
    data_t data_q;

    assign in_ready_o  = out_ready_i || !valid_q;
    assign out_valid_o = valid_q;
    assign out_data_o  = data_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else if (in_ready_o) valid_q <= in_valid_i;
    end

    // No reset: the data is read only under out_valid_o.
    always_ff @(posedge clk_i) begin
      if (in_valid_i && in_ready_o) data_q <= in_data_i;
    end
  end else begin : gen_wires
    assign in_ready_o  = out_ready_i;
    assign out_valid_o = in_valid_i;
    assign out_data_o  = in_data_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end

endmodule
