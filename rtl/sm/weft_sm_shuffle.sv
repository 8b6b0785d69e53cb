// SPDX-License-Identifier: Apache-2.0
//
// SHFL: each thread reads the word of another thread of its warp.
//
//      mode  0  IDX   thread n         2  DOWN  the thread n above
//            1  UP    n below          3  BFLY  this one xor n
//
// n is the low five bits of a thread's word of lanes_i. A thread whose other one is outside of the
// warp reads its own word, and inside_o is down. The result is there Latency cycles after the start;
// `near` is up Window + 1 cycles before, or at the start, if the result comes sooner.

module weft_sm_shuffle #(
  parameter int unsigned Threads = 4,
  parameter int unsigned Latency = 7,
  parameter int unsigned Window  = 3,
  parameter type         meta_t  = logic,
  localparam int unsigned Width  = 32 * Threads
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               start_i,
  input  meta_t              meta_i,
  input  logic [1:0]         mode_i,
  input  logic [Width-1:0]   values_i,
  input  logic [Width-1:0]   lanes_i,

  output logic               near_o,
  output meta_t              near_meta_o,
  output logic               valid_o,
  output meta_t              meta_o,
  output logic [Width-1:0]   row_o,
  output logic [Threads-1:0] inside_o
);

  localparam int unsigned Ahead = Latency > Window + 1 ? Latency - Window - 1 : 0;

  typedef struct packed {
    meta_t              meta;
    logic [Width-1:0]   row;
    logic [Threads-1:0] there;
  } result_t;
  result_t in, near, out;
  assign in.meta = meta_i;
  for (genvar t = 0; t < Threads; t++) begin : gen_thread
    logic [4:0] n;
    logic [6:0] from;  // a difference below zero is above 64
    assign n = lanes_i[32*t+:5];
    always_comb begin
      unique case (mode_i)
        2'd0: from = 7'(n);
        2'd1: from = 7'(t) - 7'(n);
        2'd2: from = 7'(t) + 7'(n);
        2'd3: from = 7'(t) ^ 7'(n);
      endcase
    end
    always_comb begin
      in.there[t]      = 1'b0;
      in.row[32*t+:32] = values_i[32*t+:32];
      for (int o = 0; o < Threads; o++) begin
        if (from == 7'(o)) begin
          in.there[t]      = 1'b1;
          in.row[32*t+:32] = values_i[32*o+:32];
        end
      end
    end
  end

  weft_delay #(.data_t(result_t), .Stages(Ahead)) u_ahead (
    .clk_i,
    .rst_ni,
    .in_valid_i (start_i),
    .in_data_i  (in),
    .out_valid_o(near_o),
    .out_data_o (near)
  );
  weft_delay #(.data_t(result_t), .Stages(Latency - Ahead)) u_result (
    .clk_i,
    .rst_ni,
    .in_valid_i (near_o),
    .in_data_i  (near),
    .out_valid_o(valid_o),
    .out_data_o (out)
  );
  assign near_meta_o = near.meta;
  assign meta_o      = out.meta;
  assign row_o       = out.row;
  assign inside_o    = out.there;

endmodule
