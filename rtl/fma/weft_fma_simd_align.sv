// SPDX-License-Identifier: Apache-2.0
//
// Prealign shifter: moves every lane's addend to its place beside the product, in one 168-bit word.
//
//      lane of k slots     7k                  14k
//                 +---+------------+---------------------------+
//                 | 0 | addend     |                           |  >> shift, 0 to 32k - 1
//                 +---+------------+---------------------------+
//                 | high           | low                       |  lost: ones that fell out
//                 +----------------+---------------------------+
//
// Eight stages shift by 1, 2, 4 ... 128, with an enable per lane. Masks block bits that fall out of
// the lane above. For an effective subtraction, the lane is the complement. High and low parts
// leave in separate words. Combinational.

module weft_fma_simd_align
  import weft_fma_simd_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: lane by lane, by the language's operators
) (
  input  shape_t  shape_i,
  input  high_t   addend_i,
  input  shifts_t shift_i,
  input  slots_t  subtract_i,
  output high_t   high_o,
  output low_t    low_o,
  output slots_t  lost_o
);

  typedef logic [ShiftW-1:0][Shapes-1:0][21*Slots-1:0] stage_words_t;

  // Shapes whose lanes shift by 2^j.
  function automatic shape_t wider(int j);
    return j > 4 ? 4'b1111 << (j - 4) : 4'b1111;
  endfunction

  // The masks of a shift by 2^j: bits that fall out at the bottom of each lane, and bits that enter
  // at its top.
  function automatic stage_words_t falling();
    for (int j = 0; j < ShiftW; j++) falling[j] = from_bottom(21, 0, 1 << j);
  endfunction
  function automatic stage_words_t entering();
    for (int j = 0; j < ShiftW; j++) entering[j] = from_top(21, 0, 1 << j);
  endfunction

  high_t  high;
  low_t   low;
  slots_t lost;

  if (Gates) begin : gen_stages
    // The addends in the window, and the window in two parts: wires for each shape.
    logic [Shapes-1:0][21*Slots-1:0] placed;
    logic [Shapes-1:0][7*Slots-1:0]  highs;
    logic [Shapes-1:0][14*Slots-1:0] lows;
    window_t window;
    for (genvar n = 0; n < Shapes; n++) begin : gen_shape
      localparam int unsigned Lane = 1 << n;
      for (genvar l = 0; l < Slots / Lane; l++) begin : gen_lane
        assign placed[n][21*Lane*l +: 21*Lane] = {addend_i[7*Lane*l +: 7*Lane], {(14*Lane){1'b0}}};
        assign {highs[n][7*Lane*l +: 7*Lane], lows[n][14*Lane*l +: 14*Lane]} =
          window[21*Lane*l +: 21*Lane];
      end
    end

    localparam stage_words_t Falling  = falling();
    localparam stage_words_t Entering = entering();

    slots_t fallen;
    always_comb begin
      window_t word, fell, shifted;
      slots_t  shifts;
      word = '0;
      fell = '0;
      for (int n = 0; n < Shapes; n++) word |= placed[n] & {(21*Slots){shape_i[n]}};
      for (int j = 0; j < ShiftW; j++) begin
        for (int s = 0; s < Slots; s++) shifts[s] = shift_i[s][j];
        shifts = spread(shape_i & wider(j), shifts);
        for (int s = 0; s < Slots; s++) shifted[21*s +: 21] = {21{shifts[s]}};
        fell |= word & shifted & of_shape(shape_i, Falling[j]);
        word = (word & ~shifted)
             | ((word >> (1 << j)) & shifted & ~of_shape(shape_i, Entering[j]));
      end
      window = word;
      for (int s = 0; s < Slots; s++) fallen[s] = |fell[21*s +: 21];
    end

    always_comb begin
      high = '0;
      low  = '0;
      for (int n = 0; n < Shapes; n++) begin
        high |= highs[n] & {(7*Slots){shape_i[n]}};
        low  |= lows[n] & {(14*Slots){shape_i[n]}};
      end
    end
    assign lost = any(shape_i, fallen);
  end else begin : gen_operators
    // The number of bits that a shift moves past the low part of a lane.
    function automatic logic [ShiftW-1:0] past(int unsigned slots, logic [ShiftW-1:0] shift);
      return shift < ShiftW'(14 * slots) ? '0 : shift - ShiftW'(14 * slots);
    endfunction

    always_comb begin
      high = '0;
      low  = '0;
      lost = '0;
      case (shape_i)
        4'b1000: begin
          {high, low} = {addend_i, 112'b0} >> shift_i[7];
          lost[7]     = (addend_i & ~({56{1'b1}} << past(8, shift_i[7]))) != '0;
        end
        4'b0100:
          for (int s = 3; s < 8; s += 4) begin
            {high[7*s-21 +: 28], low[14*s-42 +: 56]} =
              {addend_i[7*s-21 +: 28], 56'b0} >> shift_i[s];
            lost[s] = (addend_i[7*s-21 +: 28] & ~({28{1'b1}} << past(4, shift_i[s]))) != '0;
          end
        4'b0010:
          for (int s = 1; s < 8; s += 2) begin
            {high[7*s-7 +: 14], low[14*s-14 +: 28]} = {addend_i[7*s-7 +: 14], 28'b0} >> shift_i[s];
            lost[s] = (addend_i[7*s-7 +: 14] & ~({14{1'b1}} << past(2, shift_i[s]))) != '0;
          end
        default:
          for (int s = 0; s < 8; s++) begin
            {high[7*s +: 7], low[14*s +: 14]} = {addend_i[7*s +: 7], 14'b0} >> shift_i[s];
            lost[s] = (addend_i[7*s +: 7] & ~({7{1'b1}} << past(1, shift_i[s]))) != '0;
          end
      endcase
    end
  end

  slots_t subtract;
  assign subtract = spread(shape_i, subtract_i);
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      high_o[7*s +: 7]  = high[7*s +: 7] ^ {7{subtract[s]}};
      low_o[14*s +: 14] = low[14*s +: 14] ^ {14{subtract[s]}};
    end
  end
  assign lost_o = lost;

endmodule
