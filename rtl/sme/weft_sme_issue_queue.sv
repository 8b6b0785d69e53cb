// SPDX-License-Identifier: Apache-2.0
//
// A queue in order that takes up to Pushes items a cycle and gives one. What enters in one cycle is
// there in the next one. Depth is a power of two.

`include "weft_assert.svh"

module weft_sme_issue_queue #(
  parameter type         data_t = logic,
  parameter int unsigned Depth  = 32,
  parameter int unsigned Pushes = 2,
  localparam int unsigned CountBits = $clog2(Depth + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic  [Pushes-1:0]   push_i, // the places of items that enter; they fit
  input  data_t [Pushes-1:0]   data_i,
  output logic [CountBits-1:0] count_o,

  output logic                 valid_o,
  output data_t                head_o,
  input  logic                 pop_i
);

  localparam int unsigned IndexBits = $clog2(Depth);
  typedef logic [IndexBits-1:0] index_t;
  typedef logic [CountBits-1:0] count_t;

  data_t  item_q [Depth];
  index_t head_q;
  count_t count_q;

  assign count_o = count_q;
  assign valid_o = count_q != '0;
  assign head_o  = item_q[head_q];

  // The items that enter stand one behind the other, without the gaps of push_i.

  index_t [Pushes-1:0] place;
  count_t              pushed;
  always_comb begin
    pushed = '0;
    for (int unsigned p = 0; p < Pushes; ++p) begin
      place[p] = head_q + index_t'(count_q) + index_t'(pushed);
      pushed   = pushed + count_t'(push_i[p]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      count_q <= '0;
    end else begin
      if (pop_i) head_q <= head_q + 1'b1;
      count_q <= count_q + pushed - count_t'(pop_i);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < Pushes; ++p) begin
      if (push_i[p]) item_q[place[p]] <= data_i[p];
    end
  end

  `WEFT_ASSERT(Fits, 32'(count_q) + 32'(pushed) <= Depth)
  `WEFT_ASSERT(PopsAnItem, !pop_i || valid_o)

endmodule
