// SPDX-License-Identifier: Apache-2.0
//
// Address of a block: base_i, some outer_i and, since the last of them or the last back_step_i,
// some inner_i.

module weft_engine_address #(
  parameter int unsigned AddrBits = 64
) (
  input  logic                clk_i,

  input  logic                start_i,
  input  logic [AddrBits-1:0] base_i,
  input  logic [AddrBits-1:0] inner_i,       // bytes
  input  logic [AddrBits-1:0] outer_i,
  input  logic                inner_step_i,
  input  logic                outer_step_i,
  input  logic                back_step_i,   // to the first inner block
  output logic [AddrBits-1:0] addr_o
);

  logic [AddrBits-1:0] outer_q, addr_q, outer;
  assign outer  = outer_step_i ? outer_q + outer_i : outer_q;
  assign addr_o = addr_q;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      outer_q <= base_i;
      addr_q  <= base_i;
    end else begin
      outer_q <= outer;
      if (outer_step_i || back_step_i) addr_q <= outer;
      else if (inner_step_i) addr_q <= addr_q + inner_i;
    end
  end

endmodule
