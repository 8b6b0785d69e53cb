// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero anticipation in the low part of every lane: the indicator of weft_lza on the whole
// word, and one tree that counts its zeros; a lane's count is found on the level of its size.
//
//      units of 7       o o o o o o o o o o o o o o o o     3 bits: 0 to 7
//      1 slot           o---o---o---o---o---o---o---o       4
//      2 slots          o-------o-------o-------o           5
//      4 slots          o---------------o                   6
//      8 slots          o                                   7
//
// The top bit is the sum's sign. It counts as a zero, so the leading one is at zeros_o or one place
// further right. A word {u, p} of the tree means 7u + p zeros; as a number it is 8u + p, so u is
// subtracted. Combinational.

module weft_fma_simd_lza
  import weft_fma_simd_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: lane by lane, by halves
) (
  input  shape_t  shape_i,
  input  low_t    a_i,
  input  low_t    b_i,
  input  slots_t  carry_i,  // into the last place
  output shifts_t zeros_o
);

  localparam shape_words_t Tops    = from_top(14, 0, 1);
  localparam shape_words_t Seconds = from_top(14, 1, 1);
  localparam shape_words_t Bottoms = from_bottom(14, 0, 1);

  low_t tops, seconds, bottoms;
  assign tops    = low_t'(of_shape(shape_i, Tops));
  assign seconds = low_t'(of_shape(shape_i, Seconds));
  assign bottoms = low_t'(of_shape(shape_i, Bottoms));

  slots_t carry;
  low_t   carries;
  assign carry = spread(shape_i, carry_i);
  always_comb begin
    for (int s = 0; s < Slots; s++) carries[14*s +: 14] = {13'b0, carry[s]};
  end

  low_t g, z, t, t_above, g_below, z_below, f;
  assign t       = a_i ^ b_i;
  assign g       = a_i & b_i;
  assign z       = ~(a_i | b_i);
  assign t_above = t >> 1;
  assign g_below = ((g << 1) & ~bottoms) | (carries & bottoms);
  assign z_below = ((z << 1) & ~bottoms) | (~carries & bottoms);
  assign f = ((t_above  & ((g & ~z_below) | (z & ~g_below)))
            | (~t_above & ((z & ~z_below) | (g & ~g_below)))
            | (~t_above & t & seconds))
           & ~tops;

  if (Gates) begin : gen_tree
    logic [2:0] count_0 [16];
    logic [3:0] count_1 [8];
    logic [4:0] count_2 [4];
    logic [5:0] count_3 [2];
    for (genvar i = 0; i < 16; i++) begin : gen_unit
      weft_lzc #(.Width(7)) u_count (.word_i(f[7*i +: 7]), .zeros_o(count_0[i]));
    end

    logic [15:0] any_0;
    logic [7:0]  any_1;
    logic [3:0]  any_2;
    logic        any_3;
    logic [6:0]  count_4;
    always_comb begin
      for (int i = 0; i < 16; i++) any_0[i] = count_0[i] != 3'd7;
      for (int i = 0; i < 8; i++) begin
        any_1[i]   = |any_0[2*i +: 2];
        count_1[i] = {!any_0[2*i+1], any_0[2*i+1] ? count_0[2*i+1] : count_0[2*i]};
      end
      for (int i = 0; i < 4; i++) begin
        any_2[i]   = |any_1[2*i +: 2];
        count_2[i] = {!any_1[2*i+1], any_1[2*i+1] ? count_1[2*i+1] : count_1[2*i]};
      end
      for (int i = 0; i < 2; i++) begin
        count_3[i] = {!any_2[2*i+1], any_2[2*i+1] ? count_2[2*i+1] : count_2[2*i]};
      end
      any_3   = |any_2[3:2];
      count_4 = {!any_3, any_3 ? count_3[1] : count_3[0]};
    end

    always_comb begin
      zeros_o = '0;
      for (int s = 0; s < Slots; s++) begin
        zeros_o[s] |= ShiftW'(count_1[s]) & {ShiftW{shape_i[0]}};
        if (s % 2 == 1) zeros_o[s] |= ShiftW'(count_2[s/2]) & {ShiftW{shape_i[1]}};
        if (s % 4 == 3) zeros_o[s] |= ShiftW'(count_3[s/4]) & {ShiftW{shape_i[2]}};
        if (s == 7)     zeros_o[s] |= ShiftW'(count_4) & {ShiftW{shape_i[3]}};
        zeros_o[s] -= zeros_o[s] >> 3;
      end
    end
  end else begin : gen_halves
    // The leading zeros of a word, which has a one below the counted bits.
    function automatic logic [ShiftW-1:0] leading(logic [63:0] word);
      logic [63:0] rest;
      rest    = word;
      leading = '0;
      for (int k = 5; k >= 0; k--) begin
        leading[k] = rest >> (64 - (1 << k)) == '0;
        rest       = rest << (leading[k] ? 1 << k : 0);
      end
    endfunction

    always_comb begin
      zeros_o = '0;
      case (shape_i)
        4'b1000: zeros_o[7] = f[111:56] != '0 ? leading({f[111:56], 1'b1, 7'b0})
                                              : leading({f[55:0], 1'b1, 7'b0}) + ShiftW'(56);
        4'b0100:
          for (int s = 3; s < 8; s += 4) zeros_o[s] = leading({f[14*s-42 +: 56], 1'b1, 7'b0});
        4'b0010:
          for (int s = 1; s < 8; s += 2) zeros_o[s] = leading({f[14*s-14 +: 28], 1'b1, 35'b0});
        default:
          for (int s = 0; s < 8; s++) zeros_o[s] = leading({f[14*s +: 14], 1'b1, 49'b0});
      endcase
    end
  end

endmodule
