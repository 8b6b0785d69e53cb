// SPDX-License-Identifier: Apache-2.0
//
// From the coordinates of a texture sample to its four texels: the indices of two columns and two
// rows, which of them are outside, and the weights of the second column and row.
//
//       u, mode, width        v, mode, height
//             |                     |
//      +------+----------+   +------+----------+
//      | weft_texture_   |   | weft_texture_   |
//      | axis            |   | axis            |
//      +------+----------+   +------+----------+
//             |                     |
//       x: first, second,     y: first, second,
//       outside, weight       outside, weight
//
// Elastic pipeline: Pipe has one bit for each possible register: at the input; behind the address
// mode; at the output. The latency in cycles is the number of bits set; a sample may enter every
// cycle.

module weft_texture_address
  import weft_texture_pkg::*;
#(
  parameter int unsigned Pipe = 0  // bit mask, 0 to 7
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [31:0]      in_u_i,       // binary32, 0 to 1 from edge to edge
  input  logic [31:0]      in_v_i,
  input  logic [SideW-1:0] in_width_i,   // texels, 1 to 2^14
  input  logic [SideW-1:0] in_height_i,
  input  logic [1:0]       in_mode_u_i,  // weft_texture_pkg::mode_e
  input  logic [1:0]       in_mode_v_i,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [SideW-2:0]      out_x_first_o,
  output logic [SideW-2:0]      out_x_second_o,
  output logic [1:0]            out_x_outside_o,  // {second, first}
  output logic [WeightBits-1:0] out_x_weight_o,
  output logic [SideW-2:0]      out_y_first_o,
  output logic [SideW-2:0]      out_y_second_o,
  output logic [1:0]            out_y_outside_o,
  output logic [WeightBits-1:0] out_y_weight_o
);

  typedef struct packed {
    logic [31:0]      u, v;
    logic [SideW-1:0] width, height;
    mode_e            mode_u, mode_v;
  } sample_t;

  logic    s0_valid, s0_ready;
  sample_t s0;
  weft_pipe_reg #(.data_t(sample_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_u_i, in_v_i, in_width_i, in_height_i, in_mode_u_i, in_mode_v_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  typedef struct packed {
    logic signed [RangedW-1:0] u, v;
    logic [SideW-1:0]          width, height;
    mode_e                     mode_u, mode_v;
  } ranged_t;

  logic    s1_valid, s1_ready;
  ranged_t s1_d, s1;
  logic signed [RangedW-1:0] u, v;
  assign s1_d = '{
    u: u, v: v, width: s0.width, height: s0.height, mode_u: s0.mode_u, mode_v: s0.mode_v
  };
  weft_pipe_reg #(.data_t(ranged_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  typedef struct packed {
    pair_t x, y;
  } texels_t;

  texels_t s2_d, s2;
  pair_t   x, y;
  assign s2_d = '{x: x, y: y};
  weft_texture_axis u_x (
    .coordinate_i(s0.u), .mode_i(s0.mode_u), .ranged_o(u),
    .ranged_i(s1.u), .ranged_mode_i(s1.mode_u), .size_i(s1.width), .pair_o(x)
  );
  weft_texture_axis u_y (
    .coordinate_i(s0.v), .mode_i(s0.mode_v), .ranged_o(v),
    .ranged_i(s1.v), .ranged_mode_i(s1.mode_v), .size_i(s1.height), .pair_o(y)
  );
  weft_pipe_reg #(.data_t(texels_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o, .out_ready_i, .out_data_o(s2)
  );

  assign out_x_first_o   = s2.x.first;
  assign out_x_second_o  = s2.x.second;
  assign out_x_outside_o = {s2.x.second_outside, s2.x.first_outside};
  assign out_x_weight_o  = s2.x.weight;
  assign out_y_first_o   = s2.y.first;
  assign out_y_second_o  = s2.y.second;
  assign out_y_outside_o = {s2.y.second_outside, s2.y.first_outside};
  assign out_y_weight_o  = s2.y.weight;

endmodule
