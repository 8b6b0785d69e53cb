// SPDX-License-Identifier: Apache-2.0
//
// One beat of a permutation, of two beats x and y that the sequencer has chosen. Combinational.
//
//      Zip          elements of x and y in turn, of their lower halves, or upper ones if `second`
//      Uzp          every other element of x, then of y; the odd ones if `second`
//      Trn          every other element of x and of y in turn; the odd ones if `second`
//      Unpk         elements of half a size of x's lower half, or its upper one if `second`
//      Rev          elements of x from the last to the first
//      Ext          the bytes of x and y from byte `from` on
//      Insr         the same from one element before y
//      DupElement   the element of x at byte `from`, everywhere
//      Revd         x
//
// A doubleword is a beat: then Zip, Uzp and Trn are x, or y if `second`.

module weft_sme_permute
  import weft_sme_pkg::*;
(
  input  permute_e   op_i,
  input  logic [2:0] size_i,
  input  logic       second_i,
  input  logic       extend_i,  // signs, of Unpk
  input  logic [2:0] from_i,
  input  beat_t      x_i,
  input  beat_t      y_i,
  output beat_t      result_o
);

  // A half, and every other element, of x and of y.
  beat_t [1:0]      operand;
  logic [1:0][31:0] half, alternate;
  assign operand = {y_i, x_i};
  always_comb begin
    for (int k = 0; k < 2; k++) begin
      half[k]      = second_i ? operand[k][63:32] : operand[k][31:0];
      alternate[k] = half[k];
      if (size_i == B) begin
        for (int i = 0; i < 4; i++)
          alternate[k][8*i+:8] = second_i ? operand[k][16*i+8+:8] : operand[k][16*i+:8];
      end
      if (size_i == H) begin
        for (int i = 0; i < 2; i++)
          alternate[k][16*i+:16] = second_i ? operand[k][32*i+16+:16] : operand[k][32*i+:16];
      end
    end
  end

  // Elements of x and of y in turn: of the halves, of every other element.
  logic [1:0][31:0] turn_x, turn_y;
  beat_t [1:0]      in_turn;
  assign turn_x = {alternate[0], half[0]};
  assign turn_y = {alternate[1], half[1]};
  always_comb begin
    for (int k = 0; k < 2; k++) begin
      in_turn[k] = {turn_y[k], turn_x[k]};
      if (size_i == B)
        for (int i = 0; i < 4; i++) in_turn[k][16*i+:16] = {turn_y[k][8*i+:8], turn_x[k][8*i+:8]};
      if (size_i == H)
        for (int i = 0; i < 2; i++)
          in_turn[k][32*i+:32] = {turn_y[k][16*i+:16], turn_x[k][16*i+:16]};
    end
  end

  beat_t doubleword;
  assign doubleword = second_i ? y_i : x_i;

  beat_t unpacked;
  always_comb begin
    unpacked = {{32{extend_i && half[0][31]}}, half[0]};
    if (size_i == H)
      for (int i = 0; i < 4; i++)
        unpacked[16*i+:16] = {{8{extend_i && half[0][8*i+7]}}, half[0][8*i+:8]};
    if (size_i == S)
      for (int i = 0; i < 2; i++)
        unpacked[32*i+:32] = {{16{extend_i && half[0][16*i+15]}}, half[0][16*i+:16]};
  end

  beat_t reversed;
  always_comb begin
    reversed = x_i;
    if (size_i != D) reversed = {reversed[31:0], reversed[63:32]};
    if (size_i == B || size_i == H)
      reversed = {reversed[47:32], reversed[63:48], reversed[15:0], reversed[31:16]};
    if (size_i == B)
      reversed = (reversed & 64'h00ff_00ff_00ff_00ff) << 8
               | (reversed >> 8 & 64'h00ff_00ff_00ff_00ff);
  end

  logic [2:0] from;
  beat_t      window, repeated;
  assign from   = op_i == Insr ? 3'(4'd8 - (4'd1 << size_i)) : from_i;
  assign window = 64'({y_i, x_i} >> {from, 3'b0});
  weft_sme_repeat u_repeat (
    .size_i, .x_i(window), .repeated_o(repeated)
  );

  always_comb begin
    case (op_i)
      Zip:        result_o = size_i == D ? doubleword : in_turn[0];
      Uzp:        result_o = size_i == D ? doubleword : {alternate[1], alternate[0]};
      Trn:        result_o = size_i == D ? doubleword : in_turn[1];
      Unpk:       result_o = unpacked;
      Rev:        result_o = reversed;
      Ext, Insr:  result_o = window;
      DupElement: result_o = size_i inside {D, Q} ? x_i : repeated;
      default:    result_o = x_i;  // Revd
    endcase
  end

endmodule
