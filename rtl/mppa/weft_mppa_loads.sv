// SPDX-License-Identifier: Apache-2.0
//
// Loads in flight: the destinations of the answers, in the order of the requests, and the registers
// that wait for an answer.
//
//     push_i --> [ Depth destinations ] --> destination_o of the next answer
//                    | | | |
//                   [  or   ] --> awaited_o
//
// A register waits from the cycle after its request to the cycle of its last answer.

`include "weft_assert.svh"

module weft_mppa_loads
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Depth = 8,
  parameter type         destination_t = logic
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         push_i,
  input  destination_t destination_i,
  input  mask_t        registers_i,  // the registers that the load writes, at least one
  output logic         full_o,

  input  logic         pop_i,
  output destination_t destination_o,

  output mask_t        awaited_o
);

  typedef logic [(Depth > 1 ? $clog2(Depth) : 1)-1:0] index_t;

  function automatic index_t next(index_t index);
    return index == index_t'(Depth - 1) ? '0 : index + 1'b1;
  endfunction

  mask_t        registers_q [Depth];  // none: the entry is free
  destination_t destination_q [Depth];
  index_t       head_q, tail_q;

  mask_t oldest;
  assign oldest        = registers_q[head_q];
  assign full_o        = registers_q[tail_q] != '0;
  assign destination_o = destination_q[head_q];

  always_comb begin
    awaited_o = '0;
    for (int i = 0; i < Depth; i++) awaited_o |= registers_q[i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      for (int i = 0; i < Depth; i++) registers_q[i] <= '0;
    end else begin
      if (pop_i) head_q <= next(head_q);
      if (push_i) tail_q <= next(tail_q);
      for (int i = 0; i < Depth; i++) begin
        if (push_i && tail_q == index_t'(i)) registers_q[i] <= registers_i;
        else if (pop_i && head_q == index_t'(i)) registers_q[i] <= '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) destination_q[tail_q] <= destination_i;
  end

  `WEFT_ASSERT(PlaceIsFree, push_i |-> !full_o && registers_i != '0)
  `WEFT_ASSERT(AnswerIsAwaited, pop_i |-> oldest != '0)

endmodule
