// SPDX-License-Identifier: Apache-2.0
//
// The array: Rows x Cols processing elements between their skews.
//
//                  b, c  words
//                    |
//               [    skew    ]              lane j waits j steps
//                 |   |   |   |
//     a    [s]--> PE--PE--PE--PE
//     word [k]--> PE--PE--PE--PE            a and control to the right,
//          [e]--> PE--PE--PE--PE            b and finished sums down,
//          [w]--> PE--PE--PE--PE            c on one bus a column
//                 |   |   |   |
//               [   deskew   ]              lane j waits Cols - 1 - j steps
//                    |
//                  d  word, bottom row first
//
// The operands of step t meet in PE (i, j) in step t + i + j + 1. Row i of C is read in step i of the
// tile, so in every step exactly one row, the one with `first`, takes what is on the column's bus.

module weft_tensor_array
  import weft_tensor_pkg::*;
#(
  parameter  type_e       Type        = Fp16,
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  localparam int unsigned OperandBits = operand_bits(Type)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             advance_i,

  input  control_t [Rows-1:0]              control_i,
  input  logic [Rows-1:0][OperandBits-1:0] a_i,
  input  logic [Cols-1:0][OperandBits-1:0] b_i,
  input  result_t [Cols-1:0]               c_i,

  output logic                             bottom_last_o,  // `last` in the bottom right PE
  output result_t [Cols-1:0]               d_o             // from two steps later on
);

  typedef logic [OperandBits-1:0] operand_t;

  typedef struct packed {
    operand_t b;
    result_t  c;
  } top_t;

  operand_t [Rows-1:0] a_skewed;
  weft_tensor_skew #(.data_t(operand_t), .Lanes(Rows)) u_skew_left (
    .clk_i, .advance_i, .in_data_i(a_i), .out_data_o(a_skewed)
  );

  top_t [Cols-1:0] top, top_skewed;
  for (genvar col = 0; col < Cols; col++) begin : gen_top
    assign top[col] = '{b: b_i[col], c: c_i[col]};
  end
  weft_tensor_skew #(.data_t(top_t), .Lanes(Cols)) u_skew_top (
    .clk_i, .advance_i, .in_data_i(top), .out_data_o(top_skewed)
  );

  result_t c_bus_q[Cols];  // in time with b_q of row 0
  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      for (int unsigned col = 0; col < Cols; col++) c_bus_q[col] <= top_skewed[col].c;
    end
  end

  for (genvar col = 0; col < Cols; col++) begin : gen_col
    for (genvar row = 0; row < Rows; row++) begin : gen_row
      // From the neighbours on the left and above, or from the edge.
      control_t control_left, control_right;
      operand_t a_left, a_right, b_above, b_below;
      result_t  d_above, d_below;

      if (col == 0) begin : gen_left_edge
        assign control_left = control_i[row];
        assign a_left       = a_skewed[row];
      end else begin : gen_left
        assign control_left = gen_col[col-1].gen_row[row].control_right;
        assign a_left       = gen_col[col-1].gen_row[row].a_right;
      end
      if (row == 0) begin : gen_top_edge
        assign b_above = top_skewed[col].b;
        assign d_above = '0;
      end else begin : gen_above
        assign b_above = gen_col[col].gen_row[row-1].b_below;
        assign d_above = gen_col[col].gen_row[row-1].d_below;
      end

      weft_tensor_pe #(
        .Type(Type)
      ) u_pe (
        .clk_i,
        .rst_ni,
        .advance_i,
        .control_i(control_left),
        .a_i      (a_left),
        .b_i      (b_above),
        .c_i      (c_bus_q[col]),
        .d_i      (d_above),
        .control_o(control_right),
        .a_o      (a_right),
        .b_o      (b_below),
        .d_o      (d_below)
      );
    end
  end

  result_t [Cols-1:0] bottom;
  for (genvar col = 0; col < Cols; col++) begin : gen_bottom
    assign bottom[col] = gen_col[col].gen_row[Rows-1].d_below;
  end
  weft_tensor_skew #(.data_t(result_t), .Lanes(Cols), .Deskew(1'b1)) u_deskew (
    .clk_i, .advance_i, .in_data_i(bottom), .out_data_o(d_o)
  );

  assign bottom_last_o = gen_col[Cols-1].gen_row[Rows-1].control_right.last;

endmodule
