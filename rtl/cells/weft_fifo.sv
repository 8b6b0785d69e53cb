// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out buffer of Depth items, Depth >= 1.
//
// One item can enter and one leave per cycle. An item written in one cycle is at the output in the
// next; neither ready depends on the other side's valid or ready in the same cycle, so the buffer
// cuts both handshake paths.

`include "weft_assert.svh"

module weft_fifo #(
  parameter type         data_t = logic,
  parameter int unsigned Depth  = 2
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

  localparam int unsigned IndexBits = Depth > 1 ? $clog2(Depth) : 1;
  localparam int unsigned CountBits = $clog2(Depth + 1);
  typedef logic [IndexBits-1:0] index_t;
  typedef logic [CountBits-1:0] count_t;

  function automatic index_t next(index_t index);
    return index == index_t'(Depth - 1) ? '0 : index + 1'b1;
  endfunction

  data_t  item_q [Depth];
  index_t head_q, tail_q;
  count_t count_q;

  assign in_ready_o  = count_q != count_t'(Depth);
  assign out_valid_o = count_q != '0;
  assign out_data_o  = item_q[head_q];

  logic push, pop;
  assign push = in_valid_i && in_ready_o;
  assign pop  = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      if (push) tail_q <= next(tail_q);
      if (pop) head_q <= next(head_q);
      count_q <= count_q + count_t'(push) - count_t'(pop);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) item_q[tail_q] <= in_data_i;
  end

  `WEFT_ASSERT(NeverMoreThanDepth, count_q <= count_t'(Depth))

endmodule
