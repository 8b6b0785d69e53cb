// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_engine_ring, in every cycle after a reset, for any memory, core and windows, any
// commands, and software that rings RING_TAIL forward, at most a ring ahead of RING_HEAD:
//
//     Owned    RING_HEAD does not pass RING_TAIL: the ring holds no more descriptors than software
//              has rung, two at most, and a descriptor is read only if it holds it
//     Once     RING_HEAD moves by one, and only at the end of a descriptor that it holds
//     Placed   a descriptor is read at the place of RING_HEAD, or of the next one while it holds the
//              current one; a completion is written at the place of RING_HEAD
//     Held     from the end of a job to the answer to its completion, hold_o is high
//     Quiet    a ring that says that it is idle asks for nothing and is owed nothing
//
// Software that does otherwise ends the claim.

module weft_ring_claim
  import weft_engine_regs_pkg::*;
#(
  parameter int unsigned BusBytes = 8
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         reset_i,
  input  logic                         enable_i,
  input  logic                         resume_i,
  input  logic                         stop_i,
  input  logic                         drop_i,
  input  logic [63:0]                  base_i,
  input  logic [3:0]                   log2_i,
  input  logic [31:0]                  tail_i,
  input  logic [63:0]                  comp_base_i,
  input  logic [4*$bits(window_t)-1:0] window_i,
  input  logic                         job_ready_i,
  input  logic                         quiet_i,
  input  logic                         refused_i,
  input  logic [7:0]                   refused_code_i,
  input  logic                         ended_i,
  input  logic [7:0]                   ended_code_i,
  input  logic                         fetch_ready_i,
  input  logic                         word_valid_i,
  input  logic [8*BusBytes-1:0]        word_i,
  input  logic                         fetch_done_i,
  input  logic                         fetch_error_i,
  input  logic                         comp_ready_i,
  input  logic                         comp_done_i,
  input  logic                         comp_error_i,
  output logic                         holds_o
);

  logic [31:0] head;
  logic [1:0]  state;
  logic [63:0] fetch_addr, comp_addr;
  logic        fetch_valid, comp_valid, job_valid, hold, runs, given, idle;

  weft_engine_ring #(
    .BusBytes(BusBytes)
  ) u_ring (
    .clk_i,
    .rst_ni,
    .reset_i,
    .enable_i,
    .resume_i,
    .stop_i,
    .drop_i,
    .base_i,
    .log2_i,
    .tail_i,
    .comp_base_i,
    .window_i      (window_i),
    .head_o        (head),
    .state_o       (state),
    .ring_o        (),
    .halted_o      (),
    .error_o       (),
    .error_code_o  (),
    .error_fault_o (),
    .job_valid_o   (job_valid),
    .job_ready_i,
    .job_o         (),
    .dims_o        (),
    .abort_o       (),
    .void_o        (),
    .hold_o        (hold),
    .runs_o        (runs),
    .given_o       (given),
    .quiet_i,
    .refused_i,
    .refused_code_i(error_e'(refused_code_i)),
    .ended_i,
    .ended_code_i  (error_e'(ended_code_i)),
    .ended_fault_i ('0),
    .ended_time_i  ('0),
    .fetch_valid_o (fetch_valid),
    .fetch_ready_i,
    .fetch_addr_o  (fetch_addr),
    .word_valid_i,
    .word_i,
    .fetch_done_i,
    .fetch_error_i,
    .comp_valid_o  (comp_valid),
    .comp_ready_i,
    .comp_addr_o   (comp_addr),
    .comp_data_o   (),
    .comp_done_i,
    .comp_error_i,
    .idle_o        (idle)
  );

  // Software's side: what it says of the ring stays, and TAIL goes forward.

  logic        first_q, broken_q, broken, reset_q;
  logic [31:0] head_q, tail_q, rung, entries;
  logic [63:0] base_q, comp_base_q;
  logic [3:0]  log2_q;
  logic        fetch_owed_q, comp_owed_q;  // by the memory
  assign entries = 32'd1 << log2_i;
  assign rung    = tail_i - head;
  assign broken  = broken_q || log2_i == '0 || log2_i > 4'd12 || rung > entries
                || (first_q || reset_q ? tail_i != '0 : tail_i - tail_q > 32'd4096)
                || (!first_q && !reset_q
                    && {base_i, comp_base_i, log2_i} != {base_q, comp_base_q, log2_q})
                || (fetch_done_i && !fetch_owed_q) || (comp_done_i && !comp_owed_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q      <= 1'b1;
      broken_q     <= 1'b0;
      reset_q      <= 1'b0;
      head_q       <= '0;
      fetch_owed_q <= 1'b0;
      comp_owed_q  <= 1'b0;
    end else begin
      first_q      <= 1'b0;
      broken_q     <= broken;
      reset_q      <= reset_i;
      head_q       <= head;
      fetch_owed_q <= (fetch_owed_q && !fetch_done_i) || (fetch_valid && fetch_ready_i);
      comp_owed_q  <= (comp_owed_q && !comp_done_i) || (comp_valid && comp_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    tail_q      <= tail_i;
    base_q      <= base_i;
    comp_base_q <= comp_base_i;
    log2_q      <= log2_i;
  end

  // The descriptors that the ring holds: the current one, and the next one.

  logic        has_current, has_next, owned, once, after, placed, held, quiet, owed;
  logic [1:0]  holds;
  logic [31:0] fetches;
  logic [63:0] fetch_offset, comp_offset;
  assign has_current  = u_ring.current_q != 3'd0;
  assign has_next     = u_ring.fetch_q != 3'd0;
  assign holds        = 2'(has_current) + 2'(has_next);
  assign owned        = 32'(holds) <= rung;
  assign once         = first_q || reset_q || head == head_q || head == head_q + 32'd1;
  assign after        = u_ring.after_q == head + 32'd1;
  assign fetch_offset = fetch_addr - (base_i & ~64'h7f);
  assign comp_offset  = comp_addr - (comp_base_i & ~64'hf);
  // The one that is read is at HEAD, or behind the current one. So are the places that the windows
  // are asked about.
  assign fetches      = (head + 32'(has_current)) & (entries - 32'd1);
  assign placed       = (!(fetch_valid || u_ring.fetch_q == 3'd1)
                         || fetch_offset == {25'b0, fetches, 7'b0})
                     && (!(comp_valid || u_ring.current_q == 3'd4)
                         || comp_offset == {28'b0, head & (entries - 32'd1), 4'b0});
  assign held         = (!comp_valid && !(comp_owed_q && has_current && !u_ring.tell_owed_q)) || hold;
  assign quiet        = !idle || (!fetch_valid && !comp_valid && !fetch_owed_q && !comp_owed_q);
  // The memory owes what the ring waits for, or what it has given up.
  assign owed         = fetch_owed_q == (u_ring.fetch_q == 3'd3 || u_ring.fetch_owed_q)
                     && comp_owed_q == (u_ring.current_q == 3'd3 || u_ring.tell_owed_q)
                     && !(u_ring.fetch_owed_q && has_next)
                     && !(u_ring.tell_owed_q && (has_current || has_next));
  assign holds_o      = broken || (owned && once && after && placed && held && quiet && owed);

endmodule
