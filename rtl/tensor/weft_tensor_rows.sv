// SPDX-License-Identifier: Apache-2.0
//
// Buffers across rows: the A of a convolution for weft_tensor, from a picture that is read once.
//
// Pixels come as a stream, row by row. Window - 1 lines of memory delay them by a row each, and
// Window x Window registers hold what is under the filter, so that a pixel serves all windows that
// it lies in. A word of A is taken from the registers: Lanes neighbours along K of one row of A, as
// a flow in which sums pass takes them. Element k = r * cols + s of row p is the pixel
//
//     row  p / width - rows / 2 + r,   column  p % width - cols / 2 + s
//
// or, beyond an edge of the picture, the nearest pixel in it; lanes of k >= rows * cols are 0.
//
//     px --> [ line ]--> [ line ]--> ...           req --> [ Lanes multiplexers ] --> rsp
//        |          |           |                              |
//        '-> [ Window x Window registers, a shift a pixel ] ---'
//
// A command is a pass: cmd_count_i rows of A from pixel (cmd_x_i, cmd_y_i) on, the lanes from
// element (cmd_row_i, cmd_col_i) of the window on. The stream has cmd_pixels_i pixels; the first
// row of A is there with the shift number cmd_skip_i, counted from 0, and shifts beyond the stream
// bring nothing that is read. The next command is taken in the cycle after the last request.
//
// A request is answered in the next cycle. At full rate the first request can be taken
//
//     max(cmd_skip_i + 2, Lanes + 1)
//
// cycles after the command, and then one a cycle.

`include "weft_assert.svh"

module weft_tensor_rows #(
  parameter  int unsigned PixelBits = 8,
  parameter  int unsigned Lanes     = 16,    // rows of the array
  parameter  int unsigned Window    = 5,     // most rows and columns of a window, 2 to 15
  parameter  int unsigned MaxWidth  = 256,   // most pixels of a row
  localparam int unsigned TapBits   = $clog2(Window + 1),
  localparam int unsigned SkipBits  = $clog2((Window + 1) * (MaxWidth + 1))
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       cmd_valid_i,
  output logic                       cmd_ready_o,
  input  logic [15:0]                cmd_width_i,   // of the picture, 1 to MaxWidth
  input  logic [15:0]                cmd_height_i,
  input  logic [TapBits-1:0]         cmd_rows_i,    // of the window, 1 to Window
  input  logic [TapBits-1:0]         cmd_cols_i,
  input  logic [TapBits-1:0]         cmd_row_i,     // of lane 0 in the window
  input  logic [TapBits-1:0]         cmd_col_i,
  input  logic [15:0]                cmd_x_i,       // pixel of the first row of A
  input  logic [15:0]                cmd_y_i,
  input  logic [15:0]                cmd_count_i,   // rows of A, at least 1
  input  logic [SkipBits-1:0]        cmd_skip_i,
  input  logic [15:0]                cmd_pixels_i,

  input  logic                       px_valid_i,
  output logic                       px_ready_o,
  input  logic [PixelBits-1:0]       px_data_i,

  input  logic                       req_valid_i,
  output logic                       req_ready_o,
  output logic                       rsp_valid_o,
  output logic [Lanes*PixelBits-1:0] rsp_data_o
);

  localparam int unsigned AddrBits = MaxWidth > 1 ? $clog2(MaxWidth) : 1;
  localparam int unsigned LaneBits = Lanes > 1 ? $clog2(Lanes) : 1;
  typedef logic [PixelBits-1:0] pixel_t;
  typedef logic [TapBits-1:0]   tap_t;

  logic                busy_q, window_q, set_q;  // a row of A is in the window; lanes are set
  logic [15:0]         width_q, height_q, x_q, y_q, left_q, pixels_q, column_q;
  logic [SkipBits-1:0] skip_q;
  tap_t                rows_q, cols_q;

  logic start, request, shift;
  assign cmd_ready_o = !busy_q;
  assign start       = cmd_valid_i && cmd_ready_o;
  assign req_ready_o = window_q && set_q;
  assign request     = req_valid_i && req_ready_o;

  // A shift takes a pixel while the stream has one.
  logic wants;
  assign wants      = busy_q && left_q != '0 && (!window_q || request);
  assign px_ready_o = wants && pixels_q != '0;
  assign shift      = wants && (px_valid_i || pixels_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q   <= 1'b0;
      window_q <= 1'b0;
    end else begin
      if (start) busy_q <= 1'b1;
      else if (request && left_q == '0) busy_q <= 1'b0;
      if (shift) window_q <= skip_q == '0;
      else if (request) window_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      width_q  <= cmd_width_i;
      height_q <= cmd_height_i;
      rows_q   <= cmd_rows_i;
      cols_q   <= cmd_cols_i;
      x_q      <= cmd_x_i;
      y_q      <= cmd_y_i;
      left_q   <= cmd_count_i;
      skip_q   <= cmd_skip_i;
      pixels_q <= cmd_pixels_i;
      column_q <= '0;
    end else begin
      if (shift) begin
        if (skip_q != '0) skip_q <= skip_q - 1'b1;
        else left_q <= left_q - 1'b1;
        if (pixels_q != '0) pixels_q <= pixels_q - 1'b1;
        column_q <= column_q + 16'd1 == width_q ? '0 : column_q + 16'd1;
      end
      if (request) begin
        x_q <= x_q + 16'd1 == width_q ? '0 : x_q + 16'd1;
        if (x_q + 16'd1 == width_q) y_q <= y_q + 16'd1;
      end
    end
  end

  // Lines: a word holds the pixels of one column in the Window - 1 rows above the newest pixel. A
  // row of one pixel has the same column again before it is written; the registers hold it.

  pixel_t [Window-1:0]             newest;   // the column that is shifted in, row 0 the newest
  pixel_t [Window-2:0]             above;
  pixel_t [Window-1:0][Window-1:0] window_regs_q;  // [rows above the newest][columns before it]
  logic [AddrBits-1:0]             next_column;
  assign next_column = start || column_q + 16'd1 == width_q ? '0 : column_q[AddrBits-1:0] + 1'b1;

  weft_sram #(
    .Words(MaxWidth),
    .Bits ((Window - 1) * PixelBits)
  ) u_lines (
    .clk_i,
    .write_i     (shift),
    .write_addr_i(column_q[AddrBits-1:0]),
    .write_strb_i(1'b1),
    .write_data_i(newest[Window-2:0]),
    .read_i      (shift || start),
    .read_addr_i (next_column),
    .read_data_o (above)
  );

  always_comb begin
    newest[0] = px_data_i;
    for (int unsigned i = 1; i < Window; i++) begin
      newest[i] = width_q == 16'd1 ? window_regs_q[i-1][0] : above[i-1];
    end
  end

  always_ff @(posedge clk_i) begin
    if (shift) begin
      for (int unsigned i = 0; i < Window; i++) begin
        window_regs_q[i] <= {window_regs_q[i][Window-2:0], newest[i]};
      end
    end
  end

  // The element of each lane, a lane a cycle.

  typedef struct packed {
    logic there;
    tap_t row;
    tap_t col;
  } element_t;
  element_t [Lanes-1:0] element_q;
  element_t             next_q;
  logic [LaneBits-1:0]  lane_q;

  always_ff @(posedge clk_i) begin
    if (start) begin
      next_q <= '{there: cmd_row_i < cmd_rows_i, row: cmd_row_i, col: cmd_col_i};
      lane_q <= '0;
      set_q  <= 1'b0;
    end else if (!set_q) begin
      element_q[lane_q] <= next_q;
      lane_q            <= lane_q + 1'b1;
      set_q             <= lane_q == LaneBits'(Lanes - 1);
      if (next_q.col + 1'b1 == cols_q) begin
        next_q.col   <= '0;
        next_q.row   <= next_q.row + 1'b1;
        next_q.there <= next_q.there && next_q.row + 1'b1 != rows_q;
      end else begin
        next_q.col <= next_q.col + 1'b1;
      end
    end
  end

  // The rows and columns of the window that are in the picture.

  typedef struct packed {
    tap_t first;
    tap_t last;
  } bounds_t;

  function automatic bounds_t bounds(logic [15:0] at, logic [15:0] size, tap_t taps);
    logic [15:0] behind;
    tap_t        centre, rest;
    behind       = size - 16'd1 - at;
    centre       = taps >> 1;
    rest         = taps - 1'b1 - centre;
    bounds.first = at < 16'(centre) ? centre - tap_t'(at) : '0;
    bounds.last  = behind < 16'(rest) ? centre + tap_t'(behind) : taps - 1'b1;
  endfunction

  function automatic tap_t limited(tap_t at, bounds_t limits);
    return at < limits.first ? limits.first : at > limits.last ? limits.last : at;
  endfunction

  bounds_t rows_inside, cols_inside;
  assign rows_inside = bounds(y_q, height_q, rows_q);
  assign cols_inside = bounds(x_q, width_q, cols_q);

  pixel_t [Lanes-1:0] word;
  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      tap_t row, col;
      row     = rows_q - 1'b1 - limited(element_q[l].row, rows_inside);
      col     = cols_q - 1'b1 - limited(element_q[l].col, cols_inside);
      word[l] = '0;
      for (int unsigned i = 0; i < Window; i++) begin
        for (int unsigned j = 0; j < Window; j++) begin
          if (element_q[l].there && row == tap_t'(i) && col == tap_t'(j)) begin
            word[l] = word[l] | window_regs_q[i][j];
          end
        end
      end
    end
  end

  pixel_t [Lanes-1:0] rsp_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rsp_valid_o <= 1'b0;
    else rsp_valid_o <= request;
  end
  always_ff @(posedge clk_i) begin
    if (request) rsp_q <= word;
  end
  assign rsp_data_o = rsp_q;

  `WEFT_ASSERT(CommandFits, start |-> cmd_count_i != '0 && cmd_width_i != '0
               && 32'(cmd_width_i) <= MaxWidth && cmd_rows_i != '0 && 32'(cmd_rows_i) <= Window
               && cmd_cols_i != '0 && 32'(cmd_cols_i) <= Window)
  `WEFT_ASSERT(NoRowIsLeft, request && left_q == '0 |-> !shift)
  `WEFT_COVER(WaitsForAPixel, px_ready_o && !px_valid_i)
  `WEFT_COVER(BehindTheStream, shift && pixels_q == '0)

endmodule
