// SPDX-License-Identifier: Apache-2.0
//
// The place of a job behind another one: the next step of the part, else the first step of the next
// part, else the next step of the lane, else the first step of the next lane, else the next step.
// Combinational.

module weft_amx_next
  import weft_amx_pkg::*;
(
  input  job_t   job_i,
  input  place_t place_i,
  output logic   more_o, // there is a next one
  output place_t place_o
);

  steps_t in_lane, in_part, later;
  logic   of_lane, of_part, part_more, lane_more, part_again, lane_again;
  assign in_lane    = lane_steps(job_i.runs);
  assign in_part    = part_steps(job_i.runs);
  assign later      = job_i.steps & (~steps_t'(1) << place_i.step);
  assign of_lane    = in_lane[place_i.step];
  assign of_part    = in_part[place_i.step];
  assign part_more  = (later & in_part) != '0;
  assign lane_more  = (later & in_lane) != '0;
  assign part_again = of_part && !part_more && place_i.part != job_i.parts;
  assign lane_again = of_lane && !lane_more && !part_again && place_i.lane != job_i.to;

  always_comb begin
    place_o      = place_i;
    place_o.step = part_again ? ExtractPart
                   : lane_again ? lowest(job_i.steps & in_lane) : lowest(later);
    place_o.lane = !lane_again ? place_i.lane : place_i.lane + (job_i.by_two ? 6'd2 : 6'd1);
    place_o.part = lane_again ? '0 : place_i.part + 2'(part_again);
  end
  assign more_o = part_again || lane_again || later != '0;

  logic unused;
  assign unused = ^{job_i.op, job_i.operand, job_i.first, job_i.from};

endmodule
