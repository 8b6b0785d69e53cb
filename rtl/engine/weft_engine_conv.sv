// SPDX-License-Identifier: Apache-2.0
//
// Lines of a convolution's A in a picture: which bytes of memory follow each other, and where the
// padding is.
//
// Line m is the window of output pixel m, element k = (r, s, c) of it is channel c of the pixel at
//
//     y = m / out_w * stride - pad_top  + r * dilation
//     x = m % out_w * stride - pad_left + s * dilation
//
// or the padding where the picture has no such pixel. With dilation 1 the columns of a window's row
// are one run of s * cin elements; else each pixel is a run of its own. The picture's edges, and
// the block's, cut a run into stretches.
//
// Blocks come in the order of weft_engine_blocks: each begins where the one before has ended, or
// goes back to element 0 (last_k), and behind the lines (next_m). No place is divided: the pixel of
// the first line and the run of the first element are kept, in elements of a row of the picture.
//
// A job's first block waits for its products, Terms cycles, a bit of each factor in each. Then a
// stretch is offered in two cycles at most: one finds its place, one its length.
//
//     start_i --> [ products ] --> [ place ] <--> [ length ] --> out_*
//
// stop_i: no stretch is offered from the next cycle on.

`include "weft_assert.svh"

module weft_engine_conv
  import weft_engine_core_pkg::*;
#(
  parameter int unsigned AddrBits = 64,
  parameter int unsigned Bytes    = 1   // of an element: 1, 2, 4 or 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                stop_i,

  input  logic                start_i,     // with busy_o low
  input  conv_block_t         block_i,     // from start_i on while busy_o is high
  output logic                busy_o,

  output logic                out_valid_o,
  input  logic                out_ready_i,
  output logic                out_fill_o,
  output logic [AddrBits-1:0] out_addr_o,
  output logic [15:0]         out_elements_o,
  output logic                out_last_o   // of the line
);

  localparam int unsigned Terms    = 16;
  localparam int unsigned PlaceLog = $clog2(Bytes);
  typedef logic [AddrBits-1:0] addr_t;
  typedef logic signed [25:0]  row_t;    // of a pixel
  typedef logic signed [42:0]  place_t;  // of an element in a row of pixels

  typedef enum logic [1:0] {Idle, Products, Place, Length} state_e;
  state_e state_q;

  weft_engine_pkg::conv_t shape;
  assign shape = block_i.shape;

  // Products: the multiplicands are shifted, the factors' bits choose.

  logic [3:0]  term_q;
  logic [31:0] pixel_q;                      // cin << term
  addr_t       pitch_q;                      // pitch << term
  logic [15:0] run_q, w_bits_q;              // elements of a run
  logic [31:0] edge_q, next_x_q, next_s_q;   // w * cin, stride * cin, dilation * cin
  addr_t       next_y_q, next_r_q;           // stride * pitch, dilation * pitch
  logic [7:0]  s_bits_q, stride_bits_q, dilation_bits_q, top_bits_q, left_bits_q;
  logic        dense;                        // a run is a row of the window
  assign dense = shape.dilation == 8'd1;

  // A pixel of the result: where its window begins. Of the block, and of the line.
  typedef struct packed {
    logic [15:0] out_x;
    row_t        y;
    place_t      x;      // in elements
    addr_t       addr;   // of row y
  } pixel_t;
  pixel_t block_q, line_q, line_next;
  place_t left_x_q;      // x of the first pixel of a row

  // A place in the window. Of the block, and of the stretch.
  typedef struct packed {
    logic [15:0] y;      // r * dilation
    addr_t       addr;   // r * dilation * pitch
    logic [31:0] x;      // s * dilation * cin
    logic [7:0]  s;      // runs of this row before
    logic [15:0] at;     // elements of the run before
  } tap_t;
  tap_t from_q, tap_q, tap_next;
  logic [15:0] left_q, lines_q;  // elements of the line, and lines, the stretch included

  always_comb begin
    line_next = line_q;
    if (line_q.out_x + 16'd1 == shape.out_w) begin
      line_next.out_x = '0;
      line_next.y     = line_q.y + row_t'(shape.stride);
      line_next.x     = left_x_q;
      line_next.addr  = line_q.addr + next_y_q;
    end else begin
      line_next.out_x = line_q.out_x + 16'd1;
      line_next.x     = line_q.x + place_t'(next_x_q);
    end
  end

  // The place of the stretch.

  row_t   y;
  place_t x, x_q, outside_q, to_edge_q;  // outside: elements to the first one of the picture
  addr_t  addr_q;
  logic   row_inside_q;
  assign y = line_q.y + row_t'(tap_q.y);
  assign x = line_q.x + place_t'(tap_q.x) + place_t'(tap_q.at);
  logic unused;
  assign unused = ^{shape.pad, shape.r, x_q};

  // Its length: to the end of its run or of the line, whichever comes first, or to that of what is
  // outside, or of the picture.

  logic [15:0] run_left, uncut_q, length;
  logic        run_first, line_first, run_first_q, line_first_q;
  logic        left_of, in_picture, beyond, cut, ends_run, ends_row, ends_line;
  assign run_left   = run_q - tap_q.at;
  assign run_first  = run_left <= left_q;
  assign line_first = left_q <= run_left;
  assign left_of    = x_q[42];
  assign beyond     = to_edge_q[42] || to_edge_q == '0;
  assign in_picture = row_inside_q && !left_of && !beyond;
  assign cut        = left_of ? outside_q < place_t'({1'b0, uncut_q})
                              : !beyond && to_edge_q < place_t'({1'b0, uncut_q});
  assign length     = !cut ? uncut_q : left_of ? outside_q[15:0] : to_edge_q[15:0];
  assign ends_line  = line_first_q && !cut;
  assign ends_run   = run_first_q && !cut;
  assign ends_row   = dense || tap_q.s + 8'd1 == shape.s;

  always_comb begin
    tap_next = tap_q;
    if (!ends_run) tap_next.at = tap_q.at + length;
    else begin
      tap_next.at = '0;
      if (!ends_row) begin
        tap_next.s = tap_q.s + 8'd1;
        tap_next.x = tap_q.x + next_s_q;
      end else begin
        tap_next.s    = '0;
        tap_next.x    = '0;
        tap_next.y    = tap_q.y + 16'(shape.dilation);
        tap_next.addr = tap_q.addr + next_r_q;
      end
    end
  end

  logic  valid_q, fill_q, last_q, finds;
  addr_t out_addr_q;
  logic [15:0] elements_q;
  assign finds          = state_q == Length && (!valid_q || out_ready_i);
  assign busy_o         = state_q != Idle || valid_q;
  assign out_valid_o    = valid_q;
  assign out_fill_o     = fill_q;
  assign out_addr_o     = out_addr_q;
  assign out_elements_o = elements_q;
  assign out_last_o     = last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      valid_q <= 1'b0;
    end else if (stop_i) begin
      state_q <= Idle;
      valid_q <= 1'b0;
    end else begin
      unique case (state_q)
        Idle:     if (start_i) state_q <= block_i.first ? Products : Place;
        Products: if (term_q == 4'(Terms - 1)) state_q <= Place;
        Place:    state_q <= Length;
        default:  if (finds) state_q <= ends_line && lines_q == 16'd1 ? Idle : Place;
      endcase
      if (finds) valid_q <= 1'b1;
      else if (out_ready_i) valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Idle: begin
        lines_q <= block_i.lines;
        left_q  <= block_i.depth;
        line_q  <= block_q;
        tap_q   <= from_q;
        if (start_i && block_i.first) begin
          term_q          <= '0;
          pixel_q         <= 32'(shape.cin);
          pitch_q         <= addr_t'(block_i.pitch);
          w_bits_q        <= shape.w;
          s_bits_q        <= dense ? shape.s : 8'd1;
          stride_bits_q   <= shape.stride;
          dilation_bits_q <= shape.dilation;
          top_bits_q      <= shape.pad_top;
          left_bits_q     <= shape.pad_left;
          {run_q, edge_q, next_x_q, next_s_q, next_y_q, next_r_q} <= '0;
          line_q          <= '{out_x: '0, y: -row_t'(shape.pad_top), x: '0,
                               addr: block_i.addr[AddrBits-1:0]};
          tap_q           <= '0;
        end
      end
      Products: begin
        term_q          <= term_q + 4'd1;
        pixel_q         <= pixel_q << 1;
        pitch_q         <= pitch_q << 1;
        w_bits_q        <= w_bits_q >> 1;
        s_bits_q        <= s_bits_q >> 1;
        stride_bits_q   <= stride_bits_q >> 1;
        dilation_bits_q <= dilation_bits_q >> 1;
        top_bits_q      <= top_bits_q >> 1;
        left_bits_q     <= left_bits_q >> 1;
        if (s_bits_q[0]) run_q <= run_q + pixel_q[15:0];
        if (w_bits_q[0]) edge_q <= edge_q + pixel_q;
        if (stride_bits_q[0]) begin
          next_x_q <= next_x_q + pixel_q;
          next_y_q <= next_y_q + pitch_q;
        end
        if (dilation_bits_q[0]) begin
          next_s_q <= next_s_q + pixel_q;
          next_r_q <= next_r_q + pitch_q;
        end
        if (left_bits_q[0]) line_q.x <= line_q.x - place_t'(pixel_q);
        if (top_bits_q[0]) line_q.addr <= line_q.addr - pitch_q;
      end
      Place: begin
        uncut_q      <= run_first ? run_left : left_q;
        run_first_q  <= run_first;
        line_first_q <= line_first;
        x_q          <= x;
        outside_q    <= -line_q.x - place_t'(tap_q.x) - place_t'(tap_q.at);
        to_edge_q    <= place_t'(edge_q) - line_q.x - place_t'(tap_q.x) - place_t'(tap_q.at);
        addr_q       <= line_q.addr + tap_q.addr;
        row_inside_q <= !y[25] && y < row_t'({1'b0, shape.h});
      end
      default: begin
        if (finds) begin
          left_q <= ends_line ? block_i.depth : left_q - length;
          tap_q  <= ends_line ? from_q : tap_next;
          if (ends_line) begin
            line_q  <= line_next;
            lines_q <= lines_q - 16'd1;
          end
        end
      end
    endcase
  end

  // Where the next block begins.
  always_ff @(posedge clk_i) begin
    if (start_i && block_i.first) from_q <= '0;
    if (state_q == Products && term_q == 4'(Terms - 1)) begin
      // The subtraction of this cycle is of a bit that no padding has.
      block_q  <= line_q;
      left_x_q <= line_q.x;
    end
    if (finds && ends_line && lines_q == 16'd1) begin
      from_q <= block_i.last_k ? '0 : tap_next;
      if (block_i.next_m) block_q <= line_next;
    end
  end

  always_ff @(posedge clk_i) begin
    if (finds) begin
      fill_q     <= !in_picture;
      out_addr_q <= addr_q + (addr_t'(x_q) << PlaceLog);
      elements_q <= length;
      last_q     <= ends_line;
    end
  end

  `WEFT_ASSERT(OneBlockAtATime, start_i |-> !busy_o)
  `WEFT_ASSERT(StretchHasElements, finds |-> length != '0)
  `WEFT_ASSERT(StretchStable, out_valid_o && !out_ready_i && !stop_i
               |=> out_valid_o && $stable({out_fill_o, out_addr_o, out_elements_o, out_last_o}))
  `WEFT_COVER(Padding, finds && !in_picture)
  `WEFT_COVER(CutByTheEdge, finds && !ends_run && !ends_line && !left_of)

endmodule
