// SPDX-License-Identifier: Apache-2.0
//
// Order of loads behind stores: the bytes of every store that has not left, at most Depth in the
// queue, a power of two, and one in its beats. A load may leave if no older one of them shares a
// byte with it. Bytes are from a first to a last one, both included; tags count up from the oldest.

module weft_sme_issue_order #(
  parameter int unsigned Depth    = 32,
  parameter int unsigned Dispatch = 2,
  parameter int unsigned TagBits  = 7,
  parameter int unsigned AddrBits = 48
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  // Stores that enter the queue, and the store at its head that leaves.
  input  logic [Dispatch-1:0]               push_i,
  input  logic [Dispatch-1:0][TagBits-1:0]  tag_i,
  input  logic [Dispatch-1:0][AddrBits-1:0] first_i,
  input  logic [Dispatch-1:0][AddrBits-1:0] last_i,
  input  logic                              pop_i,
  input  logic                              busy_i, // the store that left last is in its beats

  input  logic [TagBits-1:0]                oldest_i,
  input  logic [TagBits-1:0]                load_tag_i,
  input  logic [AddrBits-1:0]               load_first_i,
  input  logic [AddrBits-1:0]               load_last_i,
  output logic                              may_leave_o
);

  localparam int unsigned IndexBits = $clog2(Depth);
  typedef logic [IndexBits-1:0] index_t;
  typedef logic [TagBits-1:0]   tag_t;
  typedef struct packed {
    tag_t                tag;
    logic [AddrBits-1:0] first;
    logic [AddrBits-1:0] last;
  } store_t;

  store_t [Depth-1:0] store_q;
  logic   [Depth-1:0] valid_q;
  index_t             head_q, tail_q;
  logic [AddrBits-1:0] leaving_first_q, leaving_last_q;

  tag_t load_age;
  assign load_age = load_tag_i - oldest_i;
  always_comb begin
    may_leave_o = !(busy_i && leaving_first_q <= load_last_i && load_first_i <= leaving_last_q);
    for (int unsigned s = 0; s < Depth; ++s) begin
      if (valid_q[s] && tag_t'(store_q[s].tag - oldest_i) < load_age &&
          store_q[s].first <= load_last_i && load_first_i <= store_q[s].last) begin
        may_leave_o = 1'b0;
      end
    end
  end

  index_t [Dispatch-1:0] place;
  index_t                tail;
  always_comb begin
    tail = tail_q;
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      place[d] = tail;
      tail     = tail + index_t'(push_i[d]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      head_q  <= '0;
      tail_q  <= '0;
    end else begin
      tail_q <= tail;
      if (pop_i) begin
        head_q          <= head_q + 1'b1;
        valid_q[head_q] <= 1'b0;
      end
      for (int unsigned d = 0; d < Dispatch; ++d) begin
        if (push_i[d]) valid_q[place[d]] <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (pop_i) begin
      leaving_first_q <= store_q[head_q].first;
      leaving_last_q  <= store_q[head_q].last;
    end
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      if (push_i[d]) store_q[place[d]] <= {tag_i[d], first_i[d], last_i[d]};
    end
  end

endmodule
