// SPDX-License-Identifier: Apache-2.0
//
// The uops between dispatch and commit, in program order, at most Window, a power of two. A uop's
// tag is its place.
//
// The window says of the uop at the head of each queue whether rows of ZA that an older uop uses
// keep it, and whether a store may leave; it commits up to Commit uops a cycle, in order, and names
// the registers that they free. A place holds its rows in two ways, as the products behind it and
// as all others see it: `product` ends earlier, because products follow each other in the
// accumulators.

module weft_sme_issue_window
  import weft_sme_issue_pkg::*;
#(
  parameter int unsigned Window   = 128,
  parameter int unsigned Dispatch = 2,
  parameter int unsigned Commit   = 4,   // a power of two, 2 or more
  parameter int unsigned PhysZ    = 96,
  parameter int unsigned PhysP    = 32,
  parameter int unsigned Ends     = 5,
  localparam int unsigned TagBits     = $clog2(Window),
  localparam int unsigned CountBits   = $clog2(Window + 1),
  localparam int unsigned CommitBits  = $clog2(Commit + 1),
  localparam int unsigned ZBits       = $clog2(PhysZ),
  localparam int unsigned PBits       = $clog2(PhysP)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  // Dispatch. The tag is that of the first uop.
  input  logic     [Dispatch-1:0]                      push_i, // a uop only with those before
  input  logic     [Dispatch-1:0]                      is_store_i,
  input  classes_t [Dispatch-1:0]                      za_reads_i,
  input  classes_t [Dispatch-1:0]                      za_writes_i,
  input  logic     [Dispatch-1:0][ZWrites-1:0]         z_writes_i,
  input  logic     [Dispatch-1:0][ZWrites-1:0][ZBits-1:0] z_old_i,
  input  logic     [Dispatch-1:0]                      p_writes_i,
  input  logic     [Dispatch-1:0][PBits-1:0]           p_old_i,
  output logic     [TagBits-1:0]                       tag_o,
  output logic     [CountBits-1:0]                     count_o,

  // The heads of the queues.
  input  logic     [Pipes-1:0][TagBits-1:0]            head_tag_i,
  input  classes_t [Pipes-1:0]                         head_za_reads_i,
  input  classes_t [Pipes-1:0]                         head_za_writes_i,
  output logic     [Pipes-1:0]                         rows_free_o,
  output logic                                         store_safe_o, // for the head of the stores

  // Events, seen from the next cycle on: uops that are done, and rows that a product or a reader
  // leaves.
  input  logic     [Ends-1:0]                          end_i,
  input  logic     [Ends-1:0][TagBits-1:0]             end_tag_i,
  input  logic                                         product_i,
  input  logic     [TagBits-1:0]                       product_tag_i,
  input  logic                                         read_i,
  input  logic     [TagBits-1:0]                       read_tag_i,

  // Commit.
  output logic     [TagBits-1:0]                       oldest_o,
  output logic     [CommitBits-1:0]                    commits_o,
  output logic     [PhysZ-1:0]                         z_free_o,
  output logic     [PhysP-1:0]                         p_free_o
);

  typedef logic [TagBits-1:0]   tag_t;
  typedef logic [CountBits-1:0] count_t;
  typedef logic [Window-1:0]    places_t;
  typedef logic [$clog2(Commit)-1:0]          bank_t;
  typedef logic [TagBits-$clog2(Commit)-1:0]  row_t;
  typedef struct packed {
    logic [ZWrites-1:0]            z_writes;
    logic [ZWrites-1:0][ZBits-1:0] z_old;
    logic                          p_writes;
    logic [PBits-1:0]              p_old;
  } freed_t;

  tag_t    head_q, tail;
  count_t  count_q;
  places_t done_q, store_q, holds_q, product_q;
  classes_t [Window-1:0] za_reads_q, za_writes_q;
  freed_t   [Commit-1:0][Window/Commit-1:0] freed_q; // by bank, tag mod Commit

  assign tail     = head_q + tag_t'(count_q);
  assign tag_o    = tail;
  assign count_o  = count_q;
  assign oldest_o = head_q;

  // The places before a tag, from the oldest uop on.

  function automatic places_t below(tag_t tag);
    for (int unsigned i = 0; i < Window; ++i) below[i] = tag_t'(i) < tag;
  endfunction

  places_t below_head;
  places_t [Pipes-1:0] older;
  assign below_head = below(head_q);
  always_comb begin
    for (int unsigned q = 0; q < Pipes; ++q) begin
      older[q] = head_tag_i[q] >= head_q ? below(head_tag_i[q]) & ~below_head
                                         : below(head_tag_i[q]) | ~below_head;
    end
  end

  always_comb begin
    for (int unsigned q = 0; q < Pipes; ++q) begin
      rows_free_o[q] = 1'b1;
      for (int unsigned i = 0; i < Window; ++i) begin
        if (older[q][i] && (pipe_e'(q) == Op ? product_q[i] : holds_q[i]) &&
            ((za_writes_q[i] & (head_za_reads_i[q] | head_za_writes_i[q])) != '0 ||
             (za_reads_q[i] & head_za_writes_i[q]) != '0)) begin
          rows_free_o[q] = 1'b0;
        end
      end
    end
  end
  assign store_safe_o = (older[Store] & ~done_q & ~store_q) == '0;

  // Commit: the oldest uops that are done.

  logic [Commit-1:0] commits; // the oldest uop, the one behind it, ...
  always_comb begin
    logic so_far;
    commits_o = '0;
    so_far    = 1'b1;
    for (int unsigned c = 0; c < Commit; ++c) begin
      so_far     = so_far && count_t'(c) < count_q && done_q[tag_t'(head_q + tag_t'(c))];
      commits[c] = so_far;
      commits_o  = commits_o + CommitBits'(so_far);
    end
  end

  // Each bank has one of them.
  always_comb begin
    tag_t   behind, at;
    freed_t freed;
    z_free_o = '0;
    p_free_o = '0;
    for (int unsigned b = 0; b < Commit; ++b) begin
      behind = (tag_t'(b) - head_q) & tag_t'(Commit - 1);
      at     = head_q + behind;
      freed  = freed_q[b][row_t'(at >> $clog2(Commit))];
      for (int unsigned w = 0; w < ZWrites; ++w) begin
        if (commits[bank_t'(behind)] && freed.z_writes[w]) z_free_o[freed.z_old[w]] = 1'b1;
      end
      if (commits[bank_t'(behind)] && freed.p_writes) p_free_o[freed.p_old] = 1'b1;
    end
  end

  count_t              pushed;
  tag_t [Dispatch-1:0] place; // of the uops that enter
  always_comb begin
    pushed = '0;
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      pushed   = pushed + count_t'(push_i[d]);
      place[d] = tail + tag_t'(d);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      count_q <= '0;
    end else begin
      head_q  <= head_q + tag_t'(commits_o);
      count_q <= count_q + pushed - count_t'(commits_o);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned e = 0; e < Ends; ++e) begin
      if (end_i[e]) begin
        done_q[end_tag_i[e]]    <= 1'b1;
        holds_q[end_tag_i[e]]   <= 1'b0;
        product_q[end_tag_i[e]] <= 1'b0;
      end
    end
    if (product_i) product_q[product_tag_i] <= 1'b0;
    if (read_i) begin
      holds_q[read_tag_i]   <= 1'b0;
      product_q[read_tag_i] <= 1'b0;
    end
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      if (push_i[d]) begin
        done_q[place[d]]      <= 1'b0;
        holds_q[place[d]]     <= 1'b1;
        product_q[place[d]]   <= 1'b1;
        store_q[place[d]]     <= is_store_i[d];
        za_reads_q[place[d]]  <= za_reads_i[d];
        za_writes_q[place[d]] <= za_writes_i[d];
        freed_q[bank_t'(place[d])][row_t'(place[d] >> $clog2(Commit))] <=
            {z_writes_i[d], z_old_i[d], p_writes_i[d], p_old_i[d]};
      end
    end
  end

endmodule
