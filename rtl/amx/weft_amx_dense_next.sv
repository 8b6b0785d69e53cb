// SPDX-License-Identifier: Apache-2.0
//
// The place of a dense job behind another one: the next turn of the step, else the next step of the
// section, else the first step of the next rows, else the next section, else the next repetition,
// which begins where vectors are loaded. Combinational.

module weft_amx_dense_next
  import weft_amx_pkg::*, weft_amx_dense_pkg::*;
(
  input  job_t   job_i,
  input  dense_t dense_i,
  input  place_t place_i,
  output logic   more_o, // there is a next one
  output place_t place_o
);

  section_e section, next_section;
  steps_t   steps, later;
  assign section = section_e'(place_i.section);
  assign later   = steps & (~steps_t'(1) << place_i.step);

  logic [1:0] last_turn;
  logic [6:0] next_row;
  logic       turns, rows;
  assign last_turn = turns_of(dense_i, section, place_i.step, job_i.to - place_i.lane);
  assign turns     = place_i.part != last_turn;
  assign next_row  = 7'(place_i.lane) + 7'(dense_i.sets) + 7'd1;
  assign rows      = section == RowsOfZ && next_row <= 7'(job_i.to);

  // The sections behind this one, and those of a repetition.
  sections_t  sections, behind, again, following;
  logic       repeats;
  logic [1:0] repetition;
  assign sections     = job_i.steps[Sections-1:0];
  assign behind       = sections & (~sections_t'(1) << section);
  assign again        = sections & ~(sections_t'(1) << Enables);
  assign repeats      = behind == '0 && place_i.again != dense_i.times;
  assign repetition   = place_i.again + 2'(repeats);
  assign following    = repeats ? again : behind;
  assign next_section = section_e'(3'(lowest(32'(following))));

  // The steps of this section, and the first one of each, of the next repetition if there is one.
  step_t first[Sections];
  always_comb begin
    steps = '0;
    for (int unsigned i = 0; i < Sections; i++) begin
      if (section == section_e'(3'(i))) begin
        steps = steps_of(dense_i, job_i.operand, section_e'(3'(i)), place_i.again);
      end
      first[i] = lowest(steps_of(dense_i, job_i.operand, section_e'(3'(i)), repetition));
    end
  end

  always_comb begin
    place_o = place_i;
    if (turns) begin
      place_o.part = place_i.part + 2'd1;
    end else begin
      place_o.part = '0;
      if (later != '0) begin
        place_o.step = lowest(later);
      end else if (rows) begin
        place_o.lane = next_row[5:0];
        place_o.step = first[RowsOfZ];
      end else begin
        place_o.lane    = '0;
        place_o.section = next_section;
        place_o.again   = repetition;
        place_o.step    = first[next_section];
      end
    end
  end
  assign more_o = turns || later != '0 || rows || behind != '0 || repeats;

  logic unused;
  assign unused = ^{job_i, dense_i};

endmodule
