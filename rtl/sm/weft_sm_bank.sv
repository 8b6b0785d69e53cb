// SPDX-License-Identifier: Apache-2.0
//
// Bank of the register file: Rows rows of a word for each thread, one read and one write a cycle.
//
// A write replaces the words of its threads and shows the whole row; a read of that row in the same
// cycle has it. Rows of a warp that begins are zero.

module weft_sm_bank #(
  parameter int unsigned Threads  = 8,
  parameter int unsigned Warps    = 4,
  parameter int unsigned Rows     = 16,  // of a warp
  localparam int unsigned WarpBits = $clog2(Warps),
  localparam int unsigned RowBits  = $clog2(Rows),
  localparam int unsigned Width    = 32 * Threads
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [Warps-1:0]    begin_i,

  input  logic                write_i,
  input  logic [WarpBits-1:0] write_warp_i,
  input  logic [RowBits-1:0]  write_row_i,
  input  logic [Threads-1:0]  write_mask_i,
  input  logic [Width-1:0]    write_data_i,
  output logic [Width-1:0]    write_data_o,  // of all threads

  input  logic [WarpBits-1:0] read_warp_i,
  input  logic [RowBits-1:0]  read_row_i,
  output logic [Width-1:0]    read_data_o
);

  logic [Width-1:0] rows_q [Warps*Rows];
  logic [Rows-1:0]  set_q [Warps];
  logic [Width-1:0] old;
  logic             same;

  localparam int unsigned Bits = $clog2(Warps * Rows);
  logic [Bits-1:0] write_at, read_at;
  assign write_at = Bits'(32'(write_warp_i) * Rows) + Bits'(write_row_i);
  assign read_at  = Bits'(32'(read_warp_i) * Rows) + Bits'(read_row_i);
  assign old      = set_q[write_warp_i][write_row_i] ? rows_q[write_at] : '0;

  for (genvar t = 0; t < Threads; t++) begin : gen_word
    assign write_data_o[32*t+:32] = write_mask_i[t] ? write_data_i[32*t+:32] : old[32*t+:32];
  end

  assign same        = write_i && write_at == read_at;
  assign read_data_o = same ? write_data_o : set_q[read_warp_i][read_row_i] ? rows_q[read_at] : '0;

  always_ff @(posedge clk_i) begin
    if (write_i) rows_q[write_at] <= write_data_o;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) set_q <= '{default: '0};
    else begin
      if (write_i) set_q[write_warp_i][write_row_i] <= 1'b1;
      for (int w = 0; w < Warps; w++) begin
        if (begin_i[w]) set_q[w] <= '0;
      end
    end
  end

endmodule
