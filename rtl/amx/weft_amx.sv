// SPDX-License-Identifier: Apache-2.0
//
// AMX's front end: an instruction of AMX becomes words of SME at SVL 512, with the scalars that
// the port of weft_sme_core takes beside a word. golden::amx::words() says which.
//
//      in op, operand --> [ weft_amx_decode ] --> [ jobs ] --> [ weft_amx_lane ] --> first word
//                                                                       |  the next place, or the
//                                                                       v  next job's first one
//                                                              [ weft_amx_lane ] --> second word
//
// Two instructions and two words a cycle, the second one only behind the first one. An instruction
// that is taken in one cycle gives its first words in the next one if no other is before it; a long
// one gives two in every cycle, and its last one leaves beside the first one of the next.
//
// Refused instructions, and those that change nothing, are taken like the others and have no words;
// weft_amx_decode says which. They are known in the cycle in which they are taken.

`include "weft_assert.svh"

module weft_amx
  import weft_amx_pkg::*, weft_amx_dense_pkg::dense_t, weft_amx_dense_pkg::dense_of;
#(
  parameter int unsigned AddrBits = 48
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  // Instructions; the operand of set and clr is 0 and 1. Ready does not depend on them.
  input  logic [1:0]       in_valid_i,
  output logic [1:0]       in_ready_o,
  input  logic [1:0][4:0]  in_op_i,
  input  logic [1:0][63:0] in_operand_i,
  output logic [1:0]       in_refused_o,
  output logic [1:0]       in_empty_o,

  // Words. Valid and payload do not depend on ready, which may depend on them.
  output logic [1:0]       out_valid_o,
  input  logic [1:0]       out_ready_i,
  output logic [1:0][31:0] out_word_o,
  output logic [1:0][63:0] out_a_o,    // Xn
  output logic [1:0][63:0] out_b_o,    // Xm
  output logic [1:0][7:0]  out_slice_o,
  output logic [1:0][31:0] out_fpcr_o,
  output logic [1:0]       out_last_o, // of its instruction

  output logic             on_o        // behind the instructions that were taken
);

  localparam int unsigned Jobs = 4;
  typedef logic [1:0] index_t;

  // ---- instructions ----

  logic       on_q, on_between, on_behind, refused_0, refused_1, takes_0, takes_1;
  logic [1:0] pushes;
  job_t       job_0, job_1;
  // AMX behind an instruction.
  function automatic logic after(logic on, logic taken, logic [4:0] op, logic clr);
    return taken && op == 5'(Set) ? !clr : on;
  endfunction
  assign on_between = after(on_q, takes_0 && !refused_0, in_op_i[0], in_operand_i[0][0]);
  assign on_behind  = after(on_between, takes_1 && !refused_1, in_op_i[1], in_operand_i[1][0]);

  weft_amx_decode #(
    .AddrBits(AddrBits)
  ) u_decode_0 (
    .on_i     (on_q),
    .op_i     (in_op_i[0]),
    .operand_i(in_operand_i[0]),
    .refused_o(refused_0),
    .empty_o  (in_empty_o[0]),
    .job_o    (job_0)
  );
  weft_amx_decode #(
    .AddrBits(AddrBits)
  ) u_decode_1 (
    .on_i     (on_between),
    .op_i     (in_op_i[1]),
    .operand_i(in_operand_i[1]),
    .refused_o(refused_1),
    .empty_o  (in_empty_o[1]),
    .job_o    (job_1)
  );
  assign in_refused_o = {refused_1, refused_0};

  // ---- jobs ----

  job_t [Jobs-1:0] job_q;
  index_t          head_q, tail_q, head_next, tail_next;
  logic [2:0]      count_q;
  logic [1:0]      ends;    // of a job, by the first word and by the second one
  assign head_next  = head_q + 2'd1;
  assign tail_next  = tail_q + index_t'(pushes[0]);
  assign in_ready_o = {count_q < 3'd3, count_q < 3'd4};
  assign takes_0    = in_valid_i[0] && in_ready_o[0];
  assign takes_1    = in_valid_i[1] && in_ready_o[1] && takes_0;
  assign pushes     = {takes_1, takes_0} & ~in_refused_o & ~in_empty_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on_q    <= 1'b0;
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      on_q    <= on_behind;
      head_q  <= head_q + index_t'(ends[0]) + index_t'(ends[1]);
      tail_q  <= tail_q + index_t'(pushes[0]) + index_t'(pushes[1]);
      count_q <= count_q + 3'(pushes[0]) + 3'(pushes[1]) - 3'(ends[0]) - 3'(ends[1]);
    end
  end
  always_ff @(posedge clk_i) begin
    if (pushes[0]) job_q[tail_q] <= job_0;
    if (pushes[1]) job_q[tail_next] <= job_1;
  end
  assign on_o = on_q;

  // ---- words ----

  logic   started_q;
  place_t place_q, place_0, place_1, behind_0, behind_1;
  job_t   from_0, from_1, after_0;
  dense_t dense_0, dense_1, dense_after_0;
  logic   more_0, more_1;
  assign from_0  = job_q[head_q];
  assign after_0 = job_q[head_next];
  assign place_0 = started_q ? place_q : first_of(from_0);
  assign from_1  = more_0 ? from_0 : after_0;
  assign place_1 = more_0 ? behind_0 : first_of(from_1);

  // The fields of both operands are found beside the first word.
  assign dense_0       = dense_of(from_0.op, from_0.operand);
  assign dense_after_0 = dense_of(after_0.op, after_0.operand);
  assign dense_1       = more_0 ? dense_0 : dense_after_0;

  weft_amx_lane u_lane_0 (
    .job_i  (from_0),
    .dense_i(dense_0),
    .place_i(place_0),
    .word_o (out_word_o[0]),
    .a_o    (out_a_o[0]),
    .b_o    (out_b_o[0]),
    .slice_o(out_slice_o[0]),
    .fpcr_o (out_fpcr_o[0]),
    .more_o (more_0),
    .place_o(behind_0)
  );
  weft_amx_lane u_lane_1 (
    .job_i  (from_1),
    .dense_i(dense_1),
    .place_i(place_1),
    .word_o (out_word_o[1]),
    .a_o    (out_a_o[1]),
    .b_o    (out_b_o[1]),
    .slice_o(out_slice_o[1]),
    .fpcr_o (out_fpcr_o[1]),
    .more_o (more_1),
    .place_o(behind_1)
  );

  logic [1:0] more;
  logic       gives_0, gives_1;
  assign more        = {more_1, more_0};
  assign out_last_o  = ~more;
  assign out_valid_o = {count_q > 3'(!more_0), count_q != '0};
  assign gives_0    = out_valid_o[0] && out_ready_i[0];
  assign gives_1    = out_valid_o[1] && out_ready_i[1] && gives_0;
  assign ends        = {gives_1, gives_0} & ~more;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b0;
    else if (gives_1) started_q <= more[1];
    else if (gives_0) started_q <= more[0];
  end
  always_ff @(posedge clk_i) begin
    if (gives_1) place_q <= behind_1;
    else if (gives_0) place_q <= behind_0;
  end

  `WEFT_ASSERT(NeverMoreThanJobs, count_q <= 3'(Jobs))
  `WEFT_ASSERT(OutStable, out_valid_o[0] && !out_ready_i[0]
                          |=> out_valid_o[0] && $stable(out_word_o[0]))

endmodule
