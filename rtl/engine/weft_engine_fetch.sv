// SPDX-License-Identifier: Apache-2.0
//
// Places of the words that the array asks of a panel.
//
// Straight: words 0, 1, ... of lines_i lines, again and again; the address is the array's. Turned:
// word k of row block q is element k of Lanes lines from q * Lanes on, at (k / Lanes) * rows_i
// + q * Lanes. The array goes over the lines_i elements once for each Step of cols_i columns, then
// to the next q.

module weft_engine_fetch #(
  parameter  int unsigned Lanes    = 4,
  parameter  int unsigned Step     = 4,
  parameter  int unsigned AddrBits = 8,
  localparam int unsigned TurnBits = Lanes > 1 ? $clog2(Lanes) : 1
) (
  input  logic                clk_i,

  input  logic                start_i,
  input  logic                turned_i,  // behind start_i, as lines_i and rows_i
  input  logic [15:0]         lines_i,
  input  logic [AddrBits-1:0] rows_i,
  input  logic [15:0]         cols_i,

  input  logic                read_i,
  input  logic [AddrBits-1:0] addr_i,
  output logic [AddrBits-1:0] addr_o,
  output logic [TurnBits-1:0] turn_o
);

  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [TurnBits-1:0] turn_t;

  logic [15:0] line_q, cols_q;
  turn_t       turn_q;
  addr_t       panel_q, row_q;  // (k / Lanes) * rows_i, q * Lanes
  logic        last, turns;
  assign last   = line_q == lines_i - 1'b1;
  assign turns  = turn_q == turn_t'(Lanes - 1);
  assign turn_o = turn_q;
  assign addr_o = turned_i ? panel_q + row_q : addr_i;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      line_q  <= '0;
      turn_q  <= '0;
      panel_q <= '0;
      row_q   <= '0;
      cols_q  <= cols_i;
    end else if (read_i && last) begin
      line_q  <= '0;
      turn_q  <= '0;
      panel_q <= '0;
      if (32'(cols_q) <= Step) begin
        cols_q <= cols_i;
        row_q  <= row_q + addr_t'(Lanes);
      end else begin
        cols_q <= cols_q - 16'(Step);
      end
    end else if (read_i) begin
      line_q <= line_q + 1'b1;
      turn_q <= turns ? '0 : turn_q + 1'b1;
      if (turns) panel_q <= panel_q + rows_i;
    end
  end

endmodule
