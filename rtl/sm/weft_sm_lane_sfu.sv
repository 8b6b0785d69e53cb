// SPDX-License-Identifier: Apache-2.0
//
// SFU lane of a thread: MUFU by weft_sfu; conversions between FP32 and integers, between FP32 and
// FP16 or BF16 with Half, between FP32 and FP64 with Double, by weft_fcvt.
//
// A thread enters every cycle; its result is there Depth cycles later, Depth the number of bits of
// Pipe, weft_sfu's registers. With Ftz a second weft_sfu flushes subnormals.

module weft_sm_lane_sfu
  import weft_sm_pkg::*;
#(
  parameter int unsigned Pipe = 127,
  parameter int unsigned Ftz  = 0,
  parameter int unsigned Half = 0,
  parameter int unsigned Double = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  op_e         in_op_i,
  input  logic [9:0]  in_mods_i,
  input  logic [31:0] in_a_i,
  input  logic [63:0] in_b_i,

  output logic [63:0] out_d_o
);

  localparam int unsigned Depth = $countones(Pipe);

  logic [31:0] values [1+Ftz];
  for (genvar f = 0; f < 1 + Ftz; f++) begin : gen_sfu
    weft_sfu #(
      .Ftz(f), .Pipe(Pipe)
    ) u_sfu (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o  (),
      .in_op_i     (in_mods_i[3:0]),
      .in_a_i,
      .in_b_i      ('0),
      .in_c_i      ('0),
      .in_x_i      ('0),
      .in_y_i      ('0),
      .out_valid_o (),
      .out_ready_i (1'b1),
      .out_result_o(values[f])
    );
  end

  logic [31:0] number;
  weft_fcvt #(
    .DstExp(8), .DstFrac(23), .Pipe(0)
  ) u_fcvt (
    .clk_i,
    .rst_ni,
    .in_valid_i   (1'b1),
    .in_ready_o   (),
    .in_op_i      (in_op_i == F2i ? (in_mods_i[7] ? 3'd2 : 3'd1) : (in_mods_i[7] ? 3'd4 : 3'd3)),
    .in_round_i   ({1'b0, in_mods_i[4:3]}),
    .in_saturate_i(1'b0),
    .in_data_i    (in_b_i[31:0]),
    .out_valid_o  (),
    .out_ready_i  (1'b1),
    .out_result_o (number),
    .out_flags_o  ()
  );

  // F2F, in the order of its modifiers.

  localparam int unsigned ExpOf  [6] = '{8, 5, 8, 11, 8, 8};
  localparam int unsigned FracOf [6] = '{23, 10, 23, 52, 23, 7};
  localparam int unsigned ExpTo  [6] = '{5, 8, 11, 8, 8, 8};
  localparam int unsigned FracTo [6] = '{10, 23, 52, 23, 7, 23};
  logic [5:0][63:0] formats;
  for (genvar f = 0; f < 6; f++) begin : gen_format
    localparam int unsigned From = 1 + ExpOf[f] + FracOf[f];
    localparam int unsigned To   = 1 + ExpTo[f] + FracTo[f];
    if ((f == 32'(F64FromF32) || f == 32'(F32FromF64) ? Double : Half) != 0) begin : gen_there
      logic [To-1:0] result;
      weft_fcvt #(
        .SrcExp(ExpOf[f]), .SrcFrac(FracOf[f]), .DstExp(ExpTo[f]), .DstFrac(FracTo[f]), .IntBits(0),
        .Pipe(0)
      ) u_fcvt (
        .clk_i,
        .rst_ni,
        .in_valid_i   (1'b1),
        .in_ready_o   (),
        .in_op_i      (3'd0),
        .in_round_i   ({1'b0, in_mods_i[4:3]}),
        .in_saturate_i(1'b0),
        .in_data_i    (in_b_i[From-1:0]),
        .out_valid_o  (),
        .out_ready_i  (1'b1),
        .out_result_o (result),
        .out_flags_o  ()
      );
      assign formats[f] = 64'(result);
    end else begin : gen_not_there
      assign formats[f] = '0;
    end
  end

  logic [63:0] converted;
  assign converted = in_op_i == F2f ? formats[in_mods_i[2:0]] : 64'(number);

  typedef struct packed {
    logic        is_function, flush;
    logic [63:0] d;
  } late_t;
  late_t in, out;
  assign in = '{in_op_i == Mufu, in_mods_i[5], converted};
  weft_delay #(.data_t(late_t), .Stages(Depth)) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (1'b0),
    .in_data_i  (in),
    .out_valid_o(),
    .out_data_o (out)
  );
  assign out_d_o = !out.is_function ? out.d : out.flush ? 64'(values[Ftz]) : 64'(values[0]);

endmodule
