// SPDX-License-Identifier: Apache-2.0
//
// The path of partial sums from the bottom of the array back to its top: one memory per column,
// with one write and one read per step, and two bypasses.
//
//     bottom row ---.--> [ memory of column j ] --Waiting--.
//                   |------------------------------Leaving-+--> [c_bus_q] --.
//                   '---------------------------------------------Following-+--> top row
//
// A sum whose K is longer than the array is high leaves at the bottom, waits here, and enters again
// at the top when the next block of weights is in place, so its products are added in one chain. A
// sum written in a step can be read from the next step on; a sum that is needed sooner takes a
// bypass. write_i and addend_i belong to column 0; column j follows j steps later, as everywhere in
// the array. c_bus_q is in the array.

module weft_tensor_partial
  import weft_tensor_pkg::*;
#(
  parameter  int unsigned Cols     = 4,
  parameter  int unsigned Depth    = 64,
  parameter  type         result_t = logic,
  localparam int unsigned RowBits  = $clog2(Depth)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               advance_i,

  input  logic               write_i,
  input  logic [RowBits-1:0] write_row_i,
  input  result_t [Cols-1:0] sums_i,

  input  addend_e            addend_i,
  input  logic [RowBits-1:0] read_row_i,
  output logic [Cols-1:0]    read_o,       // column j takes its partial sum in this step
  output result_t [Cols-1:0] sums_o,
  output logic [Cols-1:0]    follows_o     // the top of column j adds to the sum at its bottom
);

  typedef struct packed {
    logic               write;
    logic [RowBits-1:0] write_row;
    addend_e            addend;
    logic [RowBits-1:0] read_row;
  } access_t;

  access_t access[Cols];
  assign access[0] = '{write: write_i, write_row: write_row_i,
                       addend: addend_i, read_row: read_row_i};

  for (genvar col = 0; col < Cols; col++) begin : gen_col
    if (col > 0) begin : gen_later
      access_t access_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) access_q <= '0;
        else if (advance_i) access_q <= access[col-1];
      end
      assign access[col] = access_q;
    end

    result_t memory_q[Depth];
    always_ff @(posedge clk_i) begin
      if (advance_i && access[col].write) memory_q[access[col].write_row] <= sums_i[col];
    end
    assign read_o[col] = access[col].addend != Fresh;
    assign sums_o[col] = access[col].addend == Leaving ? sums_i[col]
                                                       : memory_q[access[col].read_row];

    logic follows_q;
    always_ff @(posedge clk_i) begin
      if (advance_i) follows_q <= access[col].addend == Following;
    end
    assign follows_o[col] = follows_q;
  end

endmodule
