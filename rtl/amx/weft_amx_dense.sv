// SPDX-License-Identifier: Apache-2.0
//
// The word of vecint, vecfp, matint, matfp or genlut at a place, as fields, and the place behind
// it: weft_amx_dense_pkg has their programs. Combinational; golden::amx::words() says the same.

module weft_amx_dense
  import weft_amx_pkg::*, weft_amx_word_pkg::*, weft_amx_dense_pkg::*;
(
  input  job_t   job_i,
  input  dense_t dense_i, // of its operand
  input  place_t place_i,
  output micro_t micro_o,
  output logic   more_o,
  output place_t place_o
);

  weft_amx_dense_next u_next (
    .job_i, .dense_i, .place_i, .more_o, .place_o
  );

  micro_t loads, integers, floats, tables;
  weft_amx_dense_load u_load (
    .job_i, .dense_i, .place_i, .micro_o(loads)
  );
  weft_amx_dense_integer u_integer (
    .job_i, .dense_i, .place_i, .micro_o(integers)
  );
  weft_amx_dense_float u_float (
    .job_i, .dense_i, .place_i, .micro_o(floats)
  );
  weft_amx_dense_table u_table (
    .job_i, .dense_i, .place_i, .micro_o(tables)
  );

  always_comb begin
    micro_o = floats;
    if (dense_i.integers || dense_i.zeroes || dense_i.whole) micro_o = integers;
    if (dense_i.tables) micro_o = tables;
    if (section_e'(place_i.section) inside {Enables, LoadX, LoadY}) micro_o = loads;
  end

endmodule
