// SPDX-License-Identifier: Apache-2.0
//
// The word of a job at a place, and the place behind it. Combinational.

module weft_amx_lane
  import weft_amx_pkg::*;
(
  input  job_t        job_i,
  input  place_t      place_i,
  output logic [31:0] word_o,
  output logic [63:0] a_o,
  output logic [63:0] b_o,
  output logic [7:0]  slice_o,
  output logic [31:0] fpcr_o,
  output logic        more_o,
  output place_t      place_o
);

  weft_amx_next u_next (
    .job_i, .place_i, .more_o, .place_o
  );

  weft_amx_word_pkg::micro_t micro;
  weft_amx_step u_step (
    .job_i, .place_i, .micro_o(micro)
  );
  weft_amx_word u_word (
    .micro_i(micro), .word_o, .a_o, .b_o, .slice_o, .fpcr_o
  );

endmodule
