// SPDX-License-Identifier: Apache-2.0
//
// The word of a job at a place, and the place behind it: of its program, or of its sections.
// Combinational.

module weft_amx_lane
  import weft_amx_pkg::*, weft_amx_dense_pkg::dense_t;
(
  input  job_t        job_i,
  input  dense_t      dense_i, // the fields of a dense job's operand
  input  place_t      place_i,
  output logic [31:0] word_o,
  output logic [63:0] a_o,
  output logic [63:0] b_o,
  output logic [7:0]  slice_o,
  output logic [31:0] fpcr_o,
  output logic        more_o,
  output place_t      place_o
);

  // The seven programs, and those of Dense.
  weft_amx_word_pkg::micro_t step, dense, micro;
  place_t                    behind_step, behind_dense;
  logic                      step_more, dense_more, is_dense;
  weft_amx_next u_next (
    .job_i, .place_i, .more_o(step_more), .place_o(behind_step)
  );
  weft_amx_step u_step (
    .job_i, .place_i, .micro_o(step)
  );
  weft_amx_dense u_dense (
    .job_i, .dense_i, .place_i, .micro_o(dense), .more_o(dense_more), .place_o(behind_dense)
  );
  assign is_dense = job_i.runs == Dense;
  assign micro    = is_dense ? dense : step;
  assign more_o   = is_dense ? dense_more : step_more;
  assign place_o  = is_dense ? behind_dense : behind_step;

  weft_amx_word u_word (
    .micro_i(micro), .word_o, .a_o, .b_o, .slice_o, .fpcr_o
  );

endmodule
