// SPDX-License-Identifier: Apache-2.0
//
// Group of Lanes lanes of a unit: a warp's threads go in L a cycle, the lowest first, and its result
// comes out as a whole, Threads / Lanes - 1 + Depth cycles after its start. A lane with fewer
// registers than Depth has others behind it.
//
//      start, rows --+--> threads 0 to L - 1 --+--> [ lanes, Depth ] --+--> result, upper threads
//                    |                         |                       |
//                    +--> [ hold, shifts L ] --+                 [ gather ] --> lower threads
//
// Unit selects the lane. The words about the instruction, meta, go beside it; `near` is up Window +
// 1 cycles before the result, or at the start, if the result comes sooner.

module weft_sm_lanes
  import weft_sm_pkg::*;
#(
  parameter int unsigned Unit    = 0,  // weft_sm_pkg::unit_e; UnitSfu does conversions, too
  parameter int unsigned Threads = 8,
  parameter int unsigned Lanes   = 4,
  parameter int unsigned Depth   = 3,  // a lane's registers at least
  parameter int unsigned Pipe    = 22,
  parameter int unsigned Ftz     = 1,
  parameter int unsigned Half    = 1,  // conversions of FP16 and BF16
  parameter int unsigned Double  = 1,  // conversions of FP64
  parameter int unsigned Window  = 3,
  parameter type         meta_t  = logic,
  localparam int unsigned Width  = 32 * Threads
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    start_i,
  input  meta_t                   meta_i,
  input  op_e                     op_i,
  input  logic [9:0]              mods_i,
  input  logic [Operands-1:0][1:0][Width-1:0] rows_i,
  input  logic [Threads-1:0]      preds_i,

  output logic                    near_o,
  output meta_t                   near_meta_o,
  output logic                    valid_o,
  output meta_t                   meta_o,
  output logic [1:0][Width-1:0]   rows_o,
  output logic [Threads-1:0]      p_o,
  output logic [Threads-1:0]      q_o
);

  localparam int unsigned Groups  = Threads / Lanes;
  localparam int unsigned Latency = Groups - 1 + Depth;
  localparam int unsigned Ahead   = Latency > Window + 1 ? Latency - Window - 1 : 0;
  localparam int unsigned Registers = Unit == 32'(UnitInt) ? Depth
                                      : $countones(Pipe) + 32'(Unit == 32'(UnitImul));
  if (Depth < Registers) begin : gen_depth
    $error("weft_sm_lanes: a result takes as many cycles as its unit has registers, or more");
  end

  // Threads go in.

  typedef struct packed {
    op_e                         op;
    logic [9:0]                  mods;
    logic [Operands-1:0][1:0][Width-1:0] rows;
    logic [Threads-1:0]          preds;
  } work_t;
  work_t in, hold_q;
  logic  going;
  assign in = start_i ? '{op_i, mods_i, rows_i, preds_i} : hold_q;
  if (Groups > 1) begin : gen_hold
    logic [Groups-2:0] going_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) going_q <= '0;
      else going_q <= start_i ? '1 : going_q >> 1;
    end
    always_ff @(posedge clk_i) begin
      if (start_i || going) begin
        hold_q <= in;
        for (int s = 0; s < Operands; s++) begin
          for (int n = 0; n < 2; n++) hold_q.rows[s][n] <= in.rows[s][n] >> (32 * Lanes);
        end
        hold_q.preds <= in.preds >> Lanes;
      end
    end
    assign going = going_q[0];
  end else begin : gen_no_hold
    assign hold_q = '0;
    assign going  = 1'b0;

    logic unused;  // a unit may want no valid bit
    assign unused = going;
  end

  // Lanes.

  typedef struct packed {
    logic [1:0][32*Lanes-1:0] rows;
    logic [Lanes-1:0]         p, q;
  } lanes_t;
  lanes_t                   early, late;
  logic [1:0][32*Lanes-1:0] lane_rows;
  logic [Lanes-1:0]         lane_p, lane_q;
  assign early = '{lane_rows, lane_p, lane_q};
  weft_delay #(.data_t(lanes_t), .Stages(Depth - Registers)) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (1'b0),
    .in_data_i  (early),
    .out_valid_o(),
    .out_data_o (late)
  );
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [63:0] a, b, c;
    assign a = {in.rows[0][1][32*l+:32], in.rows[0][0][32*l+:32]};
    assign b = {in.rows[1][1][32*l+:32], in.rows[1][0][32*l+:32]};
    assign c = {in.rows[2][1][32*l+:32], in.rows[2][0][32*l+:32]};
    if (Unit == 32'(UnitFp32)) begin : gen_fp32
      weft_sm_lane_fp32 #(.Pipe(Pipe), .Ftz(Ftz)) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i(start_i || going),
        .in_op_i   (in.op),
        .in_mods_i (in.mods),
        .in_a_i    (a[31:0]),
        .in_b_i    (b[31:0]),
        .in_c_i    (c[31:0]),
        .in_pred_i (in.preds[l]),
        .out_d_o   (lane_rows[0][32*l+:32]),
        .out_p_o   (lane_p[l]),
        .out_q_o   (lane_q[l])
      );
      assign lane_rows[1][32*l+:32] = '0;
    end else if (Unit == 32'(UnitInt)) begin : gen_int
      weft_sm_lane_int #(.Depth(Depth)) u_lane (
        .clk_i,
        .rst_ni,
        .in_op_i  (in.op),
        .in_mods_i(in.mods),
        .in_a_i   (a[31:0]),
        .in_b_i   (b[31:0]),
        .in_c_i   (c[31:0]),
        .in_pred_i(in.preds[l]),
        .out_d_o  (lane_rows[0][32*l+:32]),
        .out_p_o  (lane_p[l]),
        .out_q_o  (lane_q[l])
      );
      assign lane_rows[1][32*l+:32] = '0;
    end else if (Unit == 32'(UnitImul)) begin : gen_imul
      weft_sm_lane_imul #(.Pipe(Pipe)) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i   (start_i || going),
        .in_op_i      (in.op),
        .in_unsigned_i(in.mods[7]),
        .in_a_i       (a[31:0]),
        .in_b_i       (b[31:0]),
        .in_c_i       (c),
        .out_d_o      ({lane_rows[1][32*l+:32], lane_rows[0][32*l+:32]})
      );
      assign {lane_p[l], lane_q[l]} = '0;
    end else if (Unit == 32'(UnitFp16)) begin : gen_fp16
      for (genvar h = 0; h < 2; h++) begin : gen_half
        weft_sm_lane_sum #(.Exp(5), .Frac(10), .Pipe(Pipe), .Ftz(0)) u_lane (
          .clk_i,
          .rst_ni,
          .in_valid_i(start_i || going),
          .in_op_i   (in.op),
          .in_mods_i ({7'b0, in.mods[2:0]}),
          .in_a_i    (a[16*h+:16]),
          .in_b_i    (b[16*h+:16]),
          .in_c_i    (c[16*h+:16]),
          .out_d_o   (lane_rows[0][32*l+16*h+:16])
        );
      end
      assign lane_rows[1][32*l+:32] = '0;
      assign {lane_p[l], lane_q[l]} = '0;
    end else if (Unit == 32'(UnitFp64)) begin : gen_fp64
      weft_sm_lane_sum #(.Exp(11), .Frac(52), .Pipe(Pipe), .Ftz(Ftz)) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i(start_i || going),
        .in_op_i   (in.op),
        .in_mods_i (in.mods),
        .in_a_i    (a),
        .in_b_i    (b),
        .in_c_i    (c),
        .out_d_o   ({lane_rows[1][32*l+:32], lane_rows[0][32*l+:32]})
      );
      assign {lane_p[l], lane_q[l]} = '0;
    end else begin : gen_sfu
      weft_sm_lane_sfu #(.Pipe(Pipe), .Ftz(Ftz), .Half(Half), .Double(Double)) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i(start_i || going),
        .in_op_i   (in.op),
        .in_mods_i (in.mods),
        .in_a_i    (a[31:0]),
        .in_b_i    (b),
        .out_d_o   ({lane_rows[1][32*l+:32], lane_rows[0][32*l+:32]})
      );
      assign {lane_p[l], lane_q[l]} = '0;
    end
  end

  // Results come out.

  if (Groups > 1) begin : gen_gather
    localparam int unsigned Rest = Threads - Lanes;
    logic [1:0][32*Rest-1:0] rows_q;
    logic [Rest-1:0]         p_q, q_q;
    always_comb begin
      for (int r = 0; r < 2; r++) rows_o[r] = {late.rows[r], rows_q[r]};
      p_o = {late.p, p_q};
      q_o = {late.q, q_q};
    end
    always_ff @(posedge clk_i) begin
      for (int r = 0; r < 2; r++) rows_q[r] <= rows_o[r][Width-1-:32*Rest];
      p_q <= p_o[Threads-1-:Rest];
      q_q <= q_o[Threads-1-:Rest];
    end
  end else begin : gen_whole
    assign rows_o = late.rows;
    assign p_o    = late.p;
    assign q_o    = late.q;
  end

  weft_delay #(.data_t(meta_t), .Stages(Ahead)) u_ahead (
    .clk_i,
    .rst_ni,
    .in_valid_i (start_i),
    .in_data_i  (meta_i),
    .out_valid_o(near_o),
    .out_data_o (near_meta_o)
  );
  weft_delay #(.data_t(meta_t), .Stages(Latency - Ahead)) u_result (
    .clk_i,
    .rst_ni,
    .in_valid_i (near_o),
    .in_data_i  (near_meta_o),
    .out_valid_o(valid_o),
    .out_data_o (meta_o)
  );

endmodule
