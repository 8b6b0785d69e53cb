// SPDX-License-Identifier: Apache-2.0
//
// A module of a project that uses Weft, with names of its own: a queue and a unit of Weft on one
// reset, which their assertions read too.

module own_top (
  input  logic        clk,
  input  logic        resetn,
  input  logic        item_valid,
  output logic        item_ready,
  input  logic [67:0] item,
  output logic        result_valid,
  input  logic        result_ready,
  output logic [31:0] result
);
  logic        queued_valid, queued_ready;
  logic [67:0] queued;

  weft_fifo #(.data_t(logic [67:0]), .Depth(4)) u_fifo (
    .clk_i        (clk),
    .rst_ni       (resetn),
    .in_valid_i   (item_valid),
    .in_ready_o   (item_ready),
    .in_data_i    (item),
    .out_valid_o  (queued_valid),
    .out_ready_i  (queued_ready),
    .out_data_o   (queued)
  );

  weft_logic #(.Width(32), .Pipe(1)) u_logic (
    .clk_i        (clk),
    .rst_ni       (resetn),
    .in_valid_i   (queued_valid),
    .in_ready_o   (queued_ready),
    .in_op_i      (queued[67:64]),
    .in_a_i       (queued[63:32]),
    .in_b_i       (queued[31:0]),
    .in_amount_i  (32'd0),
    .out_valid_o  (result_valid),
    .out_ready_i  (result_ready),
    .out_result_o (result)
  );
endmodule
