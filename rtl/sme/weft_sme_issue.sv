// SPDX-License-Identifier: Apache-2.0
//
// Scheduler of the SME core: takes uops in program order, up to Dispatch a cycle, renames their
// registers, and says when each one goes to its pipe. It holds no data.
//
//      in --> rename Z, P --> window (tag) --> commit in order, registers become free
//                   |
//        +----------+-----------+-----------+
//      Load       Store        Op        Vector      queues in order, none waits for another
//        |          |           |           |
//      memory     memory     products    vectors, slices
//
// The uop at the head of a queue issues when
//   - its pipe is free: a uop occupies it for `beats` cycles;
//   - its sources are ready: loaded, or VectorLatency cycles after the last beat;
//   - older uses of its rows of ZA have ended: a product's with OpLatency, for a product of the
//     same rows with Distance; a reader's with its last beat; a writer's when it is done. Rows
//     count by class, row number mod 8;
//   - a store: all older uops but stores are done, so that it leaves as it issues;
//   - a load: no older store of one of its bytes is left;
//   - a reader of rows in Vector: no store reads rows in this cycle.
// A uop with `alone` is dispatched into an empty window, and the next one when it has committed.
//
// Load and Store wait for their ready; Op and Vector take what issues. Memory answers a load with
// each of its vectors in any order, naming the register that the load was issued with, and says
// which answer is its last; a load of rows or of a predicate has one answer.

`include "weft_assert.svh"

module weft_sme_issue
  import weft_sme_issue_pkg::*;
#(
  parameter int unsigned Dispatch      = 2,
  parameter int unsigned Commit        = 4,   // a power of two, 2 or more
  parameter int unsigned PhysZ         = 96,  // 36 or more
  parameter int unsigned PhysP         = 32,  // 17 or more
  parameter int unsigned Queue         = 32,  // a power of two
  parameter int unsigned Window        = 128, // a power of two
  parameter int unsigned VectorLatency = 3,   // 1 or more
  parameter int unsigned Distance      = 4,   // 2 or more
  parameter int unsigned OpLatency     = 7,   // Distance or more
  parameter int unsigned AddrBits      = 48,
  localparam int unsigned TagBits    = $clog2(Window),
  localparam int unsigned CommitBits = $clog2(Commit + 1),
  localparam int unsigned ZBits      = $clog2(PhysZ),
  localparam int unsigned PBits      = $clog2(PhysP)
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,

  // Uops; the second one only behind the first one. Ready answers valid and payload.
  input  logic [Dispatch-1:0]                             in_valid_i,
  output logic [Dispatch-1:0]                             in_ready_o,
  input  logic [Dispatch-1:0][1:0]                        in_pipe_i,
  input  logic [Dispatch-1:0]                             in_alone_i,
  input  logic [Dispatch-1:0][ZReads-1:0]                 in_z_reads_i,
  input  logic [Dispatch-1:0][ZReads-1:0][ZNames-1:0]     in_z_source_i,
  input  logic [Dispatch-1:0][ZWrites-1:0]                in_z_writes_i,
  input  logic [Dispatch-1:0][ZWrites-1:0][ZNames-1:0]    in_z_dest_i,
  input  logic [Dispatch-1:0][PReads-1:0]                 in_p_reads_i,
  input  logic [Dispatch-1:0][PReads-1:0][PNames-1:0]     in_p_source_i,
  input  logic [Dispatch-1:0]                             in_p_writes_i,
  input  logic [Dispatch-1:0][PNames-1:0]                 in_p_dest_i,
  input  logic [Dispatch-1:0][Classes-1:0]                in_za_reads_i,
  input  logic [Dispatch-1:0][Classes-1:0]                in_za_writes_i,
  input  logic [Dispatch-1:0]                             in_joined_i, // waits for no rows
  input  beats_t [Dispatch-1:0]                           in_beats_i, // 1 or more
  input  logic [Dispatch-1:0][AddrBits-1:0]               in_first_i, // bytes in memory
  input  logic [Dispatch-1:0][AddrBits-1:0]               in_last_i,
  output logic [TagBits-1:0]                              in_tag_o,   // of the first uop

  // A uop to each pipe.
  output logic [Pipes-1:0]                                issue_valid_o,
  input  logic                                            load_ready_i,
  input  logic                                            store_ready_i,
  output logic [Pipes-1:0][TagBits-1:0]                   issue_tag_o,
  output logic [Pipes-1:0][ZReads-1:0]                    issue_z_reads_o,
  output logic [Pipes-1:0][ZReads-1:0][ZBits-1:0]         issue_z_source_o,
  output logic [Pipes-1:0][ZWrites-1:0]                   issue_z_writes_o,
  output logic [Pipes-1:0][ZWrites-1:0][ZBits-1:0]        issue_z_dest_o,
  output logic [Pipes-1:0][PReads-1:0]                    issue_p_reads_o,
  output logic [Pipes-1:0][PReads-1:0][PBits-1:0]         issue_p_source_o,
  output logic [Pipes-1:0]                                issue_p_writes_o,
  output logic [Pipes-1:0][PBits-1:0]                     issue_p_dest_o,

  // Answers of memory.
  input  logic [Answers-1:0]                              answer_valid_i,
  input  logic [Answers-1:0][TagBits-1:0]                 answer_tag_i,
  input  logic [Answers-1:0]                              answer_last_i,
  input  logic [Answers-1:0]                              answer_z_valid_i,
  input  logic [Answers-1:0][ZBits-1:0]                   answer_z_i,
  input  logic [Answers-1:0]                              answer_p_valid_i,
  input  logic [Answers-1:0][PBits-1:0]                   answer_p_i,

  // Completions: the result is there in the next cycle.
  output logic                                            op_done_o,
  output logic [TagBits-1:0]                              op_done_tag_o,
  output logic                                            vector_done_o,
  output logic [TagBits-1:0]                              vector_done_tag_o,

  // The oldest uop, the number of those that commit in this cycle, and whether there is none.
  output logic [TagBits-1:0]                              oldest_o,
  output logic [CommitBits-1:0]                           commits_o,
  output logic                                            idle_o
);

  localparam int unsigned CountBits = $clog2(Window + 1);
  localparam int unsigned PlaceBits = $clog2(Queue + 1);
  localparam int unsigned Ends      = Answers + 3;
  typedef logic [TagBits-1:0]   tag_t;
  typedef logic [CountBits-1:0] count_t;
  typedef logic [PlaceBits-1:0] place_t;

  // A uop in a queue, with physical registers. A field that its pipe does not use is 0.
  typedef struct packed {
    tag_t                          tag;
    logic [ZReads-1:0]             z_reads;
    logic [ZReads-1:0][ZBits-1:0]  z_source;
    logic [ZWrites-1:0]            z_writes;
    logic [ZWrites-1:0][ZBits-1:0] z_dest;
    logic [PReads-1:0]             p_reads;
    logic [PReads-1:0][PBits-1:0]  p_source;
    logic                          p_writes;
    logic [PBits-1:0]              p_dest;
    classes_t                      za_reads;
    classes_t                      za_writes;
    logic                          joined;
    beats_t                        beats;
    logic [AddrBits-1:0]           first; // of a load
    logic [AddrBits-1:0]           last;
  } entry_t;

  // ---- dispatch ----

  logic [Dispatch-1:0] take, z_enough, p_enough;
  logic [Dispatch-1:0][ZReads-1:0][ZBits-1:0]  z_source;
  logic [Dispatch-1:0][ZWrites-1:0][ZBits-1:0] z_dest, z_old;
  logic [Dispatch-1:0][PReads-1:0][PBits-1:0]  p_source;
  logic [Dispatch-1:0][PBits-1:0]              p_dest, p_old;
  logic [PhysZ-1:0] z_free, z_set, z_ready;
  logic [PhysP-1:0] p_free, p_set, p_ready;
  count_t           count;
  logic             alone_q;
  place_t [Pipes-1:0] queued;

  assign in_ready_o = take;
  assign idle_o     = count == '0;

  place_t [Dispatch-1:0] same; // uops before this one, and it, that go to its queue
  always_comb begin
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      same[d] = '0;
      for (int unsigned e = 0; e <= d; ++e) begin
        same[d] = same[d] + place_t'(in_pipe_i[e] == in_pipe_i[d]);
      end
    end
  end

  always_comb begin
    logic so_far;
    so_far = !alone_q || count == '0;
    for (int unsigned d = 0; d < Dispatch; ++d) begin
      take[d] = so_far && in_valid_i[d] && z_enough[d] && p_enough[d] &&
                count <= count_t'(Window - 1 - d) &&
                queued[in_pipe_i[d]] <= place_t'(Queue) - same[d] &&
                (!in_alone_i[d] || (count == '0 && d == 0));
      so_far  = take[d] && !in_alone_i[d];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) alone_q <= 1'b0;
    else         alone_q <= (alone_q && count != '0) || (take[0] && in_alone_i[0]);
  end

  weft_sme_issue_rename #(
    .ArchBits(ZNames), .Phys(PhysZ), .Dispatch(Dispatch), .Reads(ZReads), .Writes(ZWrites)
  ) u_z (
    .clk_i,
    .rst_ni,
    .source_i(in_z_source_i),
    .writes_i(in_z_writes_i),
    .dest_i  (in_z_dest_i),
    .enough_o(z_enough),
    .take_i  (take),
    .source_o(z_source),
    .dest_o  (z_dest),
    .old_o   (z_old),
    .free_i  (z_free),
    .set_i   (z_set),
    .ready_o (z_ready)
  );

  weft_sme_issue_rename #(
    .ArchBits(PNames), .Phys(PhysP), .Dispatch(Dispatch), .Reads(PReads), .Writes(1)
  ) u_p (
    .clk_i,
    .rst_ni,
    .source_i(in_p_source_i),
    .writes_i(in_p_writes_i),
    .dest_i  (in_p_dest_i),
    .enough_o(p_enough),
    .take_i  (take),
    .source_o(p_source),
    .dest_o  (p_dest),
    .old_o   (p_old),
    .free_i  (p_free),
    .set_i   (p_set),
    .ready_o (p_ready)
  );

  // ---- queues ----

  entry_t [Pipes-1:0] head;
  logic   [Pipes-1:0] waiting, issue;
  tag_t   [Dispatch-1:0] tag;
  always_comb begin
    for (int unsigned d = 0; d < Dispatch; ++d) tag[d] = in_tag_o + tag_t'(d);
  end

  for (genvar q = 0; q < int'(Pipes); ++q) begin : gen_queue
    logic   [Dispatch-1:0] push;
    entry_t [Dispatch-1:0] entry;

    always_comb begin
      for (int unsigned d = 0; d < Dispatch; ++d) begin
        push[d]            = take[d] && in_pipe_i[d] == 2'(q);
        entry[d]           = '0;
        entry[d].tag       = tag[d];
        entry[d].z_reads   = in_z_reads_i[d];
        entry[d].z_source  = z_source[d];
        entry[d].p_reads   = in_p_reads_i[d];
        entry[d].p_source  = p_source[d];
        entry[d].za_reads  = in_za_reads_i[d];
        entry[d].za_writes = in_za_writes_i[d];
        entry[d].beats     = in_beats_i[d];
        entry[d].joined    = in_joined_i[d];
        if (pipe_e'(q) == Load || pipe_e'(q) == Vector) begin
          entry[d].z_writes = in_z_writes_i[d];
          entry[d].z_dest   = z_dest[d];
          entry[d].p_writes = in_p_writes_i[d];
          entry[d].p_dest   = p_dest[d];
        end
        if (pipe_e'(q) == Load) begin
          entry[d].first = in_first_i[d];
          entry[d].last  = in_last_i[d];
        end
      end
    end

    weft_sme_issue_queue #(
      .data_t(entry_t), .Depth(Queue), .Pushes(Dispatch)
    ) u_queue (
      .clk_i,
      .rst_ni,
      .push_i (push),
      .data_i (entry),
      .count_o(queued[q]),
      .valid_o(waiting[q]),
      .head_o (head[q]),
      .pop_i  (issue[q])
    );
  end

  // ---- issue ----

  logic [Dispatch-1:0] is_store;
  always_comb begin
    for (int unsigned d = 0; d < Dispatch; ++d) is_store[d] = pipe_e'(in_pipe_i[d]) == Store;
  end

  tag_t     [Pipes-1:0] head_tag;
  classes_t [Pipes-1:0] head_za_reads, head_za_writes;
  logic     [Pipes-1:0] rows_free, sources_ready, may_issue;
  logic                 store_safe;
  beats_t   [Pipes-1:0] busy_q;   // beats behind this cycle's

  always_comb begin
    for (int unsigned q = 0; q < Pipes; ++q) begin
      head_tag[q]       = head[q].tag;
      head_za_reads[q]  = head[q].za_reads & {Classes{!head[q].joined}};
      head_za_writes[q] = head[q].za_writes & {Classes{!head[q].joined}};
      sources_ready[q]  = 1'b1;
      for (int unsigned s = 0; s < ZReads; ++s) begin
        if (head[q].z_reads[s] && !z_ready[head[q].z_source[s]]) sources_ready[q] = 1'b0;
      end
      for (int unsigned s = 0; s < PReads; ++s) begin
        if (head[q].p_reads[s] && !p_ready[head[q].p_source[s]]) sources_ready[q] = 1'b0;
      end
    end
  end

  logic load_ordered;
  weft_sme_issue_order #(
    .Depth(Queue), .Dispatch(Dispatch), .TagBits(TagBits), .AddrBits(AddrBits)
  ) u_order (
    .clk_i,
    .rst_ni,
    .push_i      (take & is_store),
    .tag_i       (tag),
    .first_i     (in_first_i),
    .last_i      (in_last_i),
    .pop_i       (issue[Store]),
    .busy_i      (busy_q[Store] != '0),
    .oldest_i    (oldest_o),
    .load_tag_i  (head[Load].tag),
    .load_first_i(head[Load].first),
    .load_last_i (head[Load].last),
    .may_leave_o (load_ordered)
  );

  logic row_port_taken;
  always_comb begin
    for (int unsigned q = 0; q < Pipes; ++q) begin
      may_issue[q] = waiting[q] && busy_q[q] == '0 && sources_ready[q] && rows_free[q];
    end
    may_issue[Load]  = may_issue[Load] && load_ordered;
    may_issue[Store] = may_issue[Store] && store_safe;
  end
  assign row_port_taken = may_issue[Store] && store_ready_i && head[Store].za_reads != '0;
  assign issue_valid_o  = {may_issue[Vector] && !(row_port_taken && head[Vector].za_reads != '0),
                           may_issue[Op], may_issue[Store], may_issue[Load]};
  assign issue          = issue_valid_o & {2'b11, store_ready_i, load_ready_i};

  always_comb begin
    issue_tag_o = head_tag;
    for (int unsigned q = 0; q < Pipes; ++q) begin
      issue_z_reads_o[q]  = head[q].z_reads;
      issue_z_source_o[q] = head[q].z_source;
      issue_z_writes_o[q] = head[q].z_writes;
      issue_z_dest_o[q]   = head[q].z_dest;
      issue_p_reads_o[q]  = head[q].p_reads;
      issue_p_source_o[q] = head[q].p_source;
      issue_p_writes_o[q] = head[q].p_writes;
      issue_p_dest_o[q]   = head[q].p_dest;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= '0;
    end else begin
      for (int unsigned q = 0; q < Pipes; ++q) begin
        if (issue[q])                busy_q[q] <= head[q].beats - 1'b1;
        else if (busy_q[q] != '0) busy_q[q] <= busy_q[q] - 1'b1;
      end
    end
  end
  // ---- completion ----

  // The destinations of a uop.
  typedef struct packed {
    tag_t                          tag;
    logic [ZWrites-1:0]            z_writes;
    logic [ZWrites-1:0][ZBits-1:0] z_dest;
    logic                          p_writes;
    logic [PBits-1:0]              p_dest;
  } result_t;

  // The uop of each pipe in its last beat.
  logic    [Pipes-1:Store] ends;
  tag_t    [Pipes-1:Store] ending_tag, last_tag_q;
  result_t                 ending, last_q; // of Vector
  logic                    ending_reads, last_reads_q;
  always_comb begin
    for (int unsigned q = 32'(Store); q < Pipes; ++q) begin
      ends[q]       = issue[q] ? head[q].beats == beats_t'(1) : busy_q[q] == beats_t'(1);
      ending_tag[q] = issue[q] ? head[q].tag : last_tag_q[q];
    end
  end
  assign ending = issue[Vector] ? {head[Vector].tag, head[Vector].z_writes, head[Vector].z_dest,
                                   head[Vector].p_writes, head[Vector].p_dest}
                                : last_q;
  assign ending_reads = issue[Vector] ? head[Vector].za_writes == '0 : last_reads_q;
  always_ff @(posedge clk_i) begin
    last_tag_q   <= ending_tag;
    last_q       <= ending;
    last_reads_q <= ending_reads;
  end

  // Products and vectors in flight, the youngest in place 0.
  logic    [OpLatency-2:0]     op_q;
  tag_t    [OpLatency-2:0]     op_tag_q;
  logic    [VectorLatency-1:0] vector_q;
  result_t [VectorLatency-1:0] result_q;
  result_t                     result;
  assign result = result_q[VectorLatency-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_q     <= '0;
      vector_q <= '0;
    end else begin
      op_q     <= (OpLatency-1)'({op_q, ends[Op]});
      vector_q <= VectorLatency'({vector_q, ends[Vector]});
    end
  end
  always_ff @(posedge clk_i) begin
    op_tag_q <= (TagBits*(OpLatency-1))'({op_tag_q, ending_tag[Op]});
    result_q <= ($bits(result_t)*VectorLatency)'({result_q, ending});
  end

  assign op_done_o         = op_q[OpLatency-2];
  assign op_done_tag_o     = op_tag_q[OpLatency-2];
  assign vector_done_o     = vector_q[VectorLatency-1];
  assign vector_done_tag_o = result.tag;

  always_comb begin
    z_set = '0;
    p_set = '0;
    for (int unsigned w = 0; w < ZWrites; ++w) begin
      if (vector_done_o && result.z_writes[w]) z_set[result.z_dest[w]] = 1'b1;
    end
    if (vector_done_o && result.p_writes) p_set[result.p_dest] = 1'b1;
    for (int unsigned a = 0; a < Answers; ++a) begin
      if (answer_valid_i[a] && answer_z_valid_i[a]) z_set[answer_z_i[a]] = 1'b1;
      if (answer_valid_i[a] && answer_p_valid_i[a]) p_set[answer_p_i[a]] = 1'b1;
    end
  end

  weft_sme_issue_window #(
    .Window(Window), .Dispatch(Dispatch), .Commit(Commit), .PhysZ(PhysZ), .PhysP(PhysP), .Ends(Ends)
  ) u_window (
    .clk_i,
    .rst_ni,
    .push_i          (take),
    .is_store_i      (is_store),
    .za_reads_i      (in_za_reads_i),
    .za_writes_i     (in_za_writes_i),
    .z_writes_i      (in_z_writes_i),
    .z_old_i         (z_old),
    .p_writes_i      (in_p_writes_i),
    .p_old_i         (p_old),
    .tag_o           (in_tag_o),
    .count_o         (count),
    .head_tag_i      (head_tag),
    .head_za_reads_i (head_za_reads),
    .head_za_writes_i(head_za_writes),
    .rows_free_o     (rows_free),
    .store_safe_o    (store_safe),
    .end_i           ({answer_valid_i & answer_last_i, vector_done_o, op_done_o, ends[Store]}),
    .end_tag_i       ({answer_tag_i, vector_done_tag_o, op_done_tag_o, ending_tag[Store]}),
    .product_i       (op_q[Distance-2]),
    .product_tag_i   (op_tag_q[Distance-2]),
    .read_i          (ends[Vector] && ending_reads),
    .read_tag_i      (ending_tag[Vector]),
    .oldest_o,
    .commits_o,
    .z_free_o        (z_free),
    .p_free_o        (p_free)
  );

  `WEFT_ASSERT(InOrder, Dispatch < 2 || !in_valid_i[Dispatch-1] || in_valid_i[0])
  `WEFT_ASSERT(RequestStable, issue_valid_o[Load] && !load_ready_i |=>
               issue_valid_o[Load] && $stable(issue_tag_o[Load]))
  `WEFT_ASSERT(StoreStable, issue_valid_o[Store] && !store_ready_i |=>
               issue_valid_o[Store] && $stable(issue_tag_o[Store]))

endmodule
