// SPDX-License-Identifier: Apache-2.0
//
// The array: Rows x Cols processing elements between their skews.
//
//                  b, c  words
//                    |
//               [    skew    ]              lane j waits j steps
//                 |   |   |   |
//     a    [s]--> PE--PE--PE--PE  <--.      a and control to the right,
//     word [k]--> PE--PE--PE--PE     |      b and sums down,
//          [e]--> PE--PE--PE--PE     |      c on one bus a column,
//          [w]--> PE--PE--PE--PE     |      weights up and round (bidirectional)
//                 |   |   |   |      |
//                 +-[partial sums]---'      back to the top row (where sums pass)
//                 |   |   |   |
//               [   deskew   ]              lane j waits Cols - 1 - j steps
//                    |
//                  d  word
//
// The operands of step t meet in PE (i, j) in step t + i + j + 1. Output-stationary, row i of C is
// read in step i of the tile, so in every step exactly one row, the one with `first`, takes the
// value on the column's bus. Where sums pass, the top row takes it in every step.

`include "weft_gates.svh"

module weft_tensor_array
  import weft_tensor_pkg::*;
#(
  parameter  type_e       Type        = Float,
  parameter  weft_dpa_pkg::profile_t P =                   // for Float
    weft_dpa_profiles_pkg::Profiles[weft_dpa_profiles_pkg::IeeeFmaFp16],
  parameter  bit          Sparse      = 1'b0,  // A's upper two bits select one of B's four
  parameter  int unsigned ABits       = 16,    // bits of A in one step
  parameter  int unsigned BBits       = 16,
  parameter  int unsigned ResultBits  = 32,
  parameter  int unsigned Rows        = 4,
  parameter  int unsigned Cols        = 4,
  parameter  bit          Streams     = 1'b1,  // flows in which sums pass are built in
  parameter  int unsigned PartialRows = 64,    // partial sums of a column that can wait
  parameter  int unsigned Gates       = `WEFT_GATES,
  localparam int unsigned RowBits     = $clog2(PartialRows)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             advance_i,
  input  logic                             stream_i,    // sums pass

  input  control_t [Rows-1:0]              control_i,
  input  logic [Rows-1:0][ABits-1:0]       a_i,
  input  logic                             b_valid_i,
  input  logic [Cols-1:0][BBits-1:0]       b_i,
  input  logic [Cols-1:0][ResultBits-1:0]  c_i,
  input  logic                             write_i,     // writes a partial sum, column 0
  input  logic [RowBits-1:0]               write_row_i,
  input  addend_e                          addend_i,
  input  logic [RowBits-1:0]               read_row_i,

  output logic                             bottom_last_o, // `last` in the bottom right PE
  output logic [Cols-1:0][ResultBits-1:0]  d_o          // valid from two steps later on
);

  typedef logic [ABits-1:0]      a_t;
  typedef logic [BBits-1:0]      b_t;
  typedef logic [ResultBits-1:0] result_t;

  typedef struct packed {
    logic valid;
    b_t   value;
  } weight_t;

  a_t [Rows-1:0] a_skewed;
  weft_tensor_skew #(.data_t(a_t), .Lanes(Rows)) u_skew_left (
    .clk_i, .advance_i, .in_data_i(a_i), .out_data_o(a_skewed)
  );

  b_t [Cols-1:0] b_skewed;
  weft_tensor_skew #(.data_t(b_t), .Lanes(Cols)) u_skew_b (
    .clk_i, .advance_i, .in_data_i(b_i), .out_data_o(b_skewed)
  );

  result_t [Cols-1:0] c_skewed;
  weft_tensor_skew #(.data_t(result_t), .Lanes(Cols)) u_skew_c (
    .clk_i, .advance_i, .in_data_i(c_i), .out_data_o(c_skewed)
  );

  logic [Cols-1:0] b_valid_skewed;  // a word of B has one valid for all lanes
  assign b_valid_skewed[0] = b_valid_i;
  if (Cols > 1) begin : gen_b_valid
    logic [Cols-2:0] b_valid_q;
    always_ff @(posedge clk_i) if (advance_i) b_valid_q <= b_valid_skewed[Cols-2:0];
    assign b_valid_skewed[Cols-1:1] = b_valid_q;
  end

  logic    [Cols-1:0] read, follows;
  result_t [Cols-1:0] bottom, waited;
  if (Streams) begin : gen_partial
    weft_tensor_partial #(
      .Cols(Cols), .Depth(PartialRows), .result_t(result_t)
    ) u_partial (
      .clk_i, .rst_ni, .advance_i,
      .write_i, .write_row_i, .sums_i(bottom),
      .addend_i, .read_row_i, .read_o(read), .sums_o(waited), .follows_o(follows)
    );
  end else begin : gen_no_partial
    assign read    = '0;
    assign waited  = '0;
    assign follows = '0;
    logic unused;
    assign unused = ^{write_i, write_row_i, addend_i, read_row_i};
  end

  result_t [Cols-1:0] c_bus_q;  // aligned in time with b_q of row 0
  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      for (int unsigned col = 0; col < Cols; col++) begin
        c_bus_q[col] <= read[col] ? waited[col] : c_skewed[col];
      end
    end
  end

  for (genvar col = 0; col < Cols; col++) begin : gen_col
    // A weight that leaves the top row upwards enters the bottom row Rows + 1 steps later.
    weight_t w_back;
    if (Streams) begin : gen_ring
      weight_t [Rows-1:0] ring_q;
      always_ff @(posedge clk_i) begin
        if (advance_i && stream_i) begin
          ring_q <= (Rows * $bits(weight_t))'({ring_q, gen_row[0].w_valid_above,
                                               gen_row[0].w_above});
        end
      end
      assign w_back = ring_q[Rows-1];
    end else begin : gen_no_ring
      assign w_back = '0;
    end

    for (genvar row = 0; row < Rows; row++) begin : gen_row
      // Inputs from the neighbours on the left and above, or from the edge.
      control_t control_left, control_right;
      a_t       a_left, a_right;
      b_t       b_above, b_below, w_above, w_below;
      logic     b_valid_above, b_valid_below, w_valid_above, w_valid_below;
      result_t  d_above, d_below;

      if (col == 0) begin : gen_left_edge
        assign control_left = control_i[row];
        assign a_left       = a_skewed[row];
      end else begin : gen_left
        assign control_left = gen_col[col-1].gen_row[row].control_right;
        assign a_left       = gen_col[col-1].gen_row[row].a_right;
      end
      if (row == 0) begin : gen_top_edge
        assign b_valid_above = b_valid_skewed[col];
        assign b_above       = b_skewed[col];
        assign d_above       = follows[col] ? bottom[col] : c_bus_q[col];
      end else begin : gen_above
        assign b_valid_above = gen_col[col].gen_row[row-1].b_valid_below;
        assign b_above       = gen_col[col].gen_row[row-1].b_below;
        assign d_above       = gen_col[col].gen_row[row-1].d_below;
      end
      if (row == Rows - 1) begin : gen_bottom_edge
        assign w_valid_below = w_back.valid;
        assign w_below       = w_back.value;
      end else begin : gen_below
        assign w_valid_below = gen_col[col].gen_row[row+1].w_valid_above;
        assign w_below       = gen_col[col].gen_row[row+1].w_above;
      end

      weft_tensor_pe #(
        .Type(Type), .P(P), .Sparse(Sparse), .ABits(ABits), .BBits(BBits), .ResultBits(ResultBits),
        .Streams(Streams), .Gates(Gates)
      ) u_pe (
        .clk_i,
        .rst_ni,
        .advance_i,
        .stream_i,
        .control_i(control_left),
        .a_i      (a_left),
        .b_valid_i(b_valid_above),
        .b_i      (b_above),
        .w_valid_i(w_valid_below),
        .w_i      (w_below),
        .c_i      (c_bus_q[col]),
        .d_i      (d_above),
        .control_o(control_right),
        .a_o      (a_right),
        .b_valid_o(b_valid_below),
        .b_o      (b_below),
        .w_valid_o(w_valid_above),
        .w_o      (w_above),
        .d_o      (d_below)
      );
    end
  end

  for (genvar col = 0; col < Cols; col++) begin : gen_bottom
    assign bottom[col] = gen_col[col].gen_row[Rows-1].d_below;
  end
  weft_tensor_skew #(.data_t(result_t), .Lanes(Cols), .Deskew(1'b1)) u_deskew (
    .clk_i, .advance_i, .in_data_i(bottom), .out_data_o(d_o)
  );

  // A copy of the bottom row's control with a reset, because it has to be low from reset on.
  logic [Cols-1:0] last_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= '0;
    else if (advance_i) last_q <= Cols'({last_q, control_i[Rows-1].last});
  end
  assign bottom_last_o = last_q[Cols-1];

endmodule
