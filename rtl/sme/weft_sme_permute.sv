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

  // Elements of two halves in turn.
  function automatic beat_t zip(logic [31:0] x, logic [31:0] y);
    zip = {y, x};
    if (size_i == B)
      for (int i = 0; i < 4; i++) zip[16*i+:16] = {y[8*i+:8], x[8*i+:8]};
    if (size_i == H)
      for (int i = 0; i < 2; i++) zip[32*i+:32] = {y[16*i+:16], x[16*i+:16]};
  endfunction

  // Every other element.
  function automatic logic [31:0] alternate(beat_t x);
    alternate = second_i ? x[63:32] : x[31:0];
    if (size_i == B)
      for (int i = 0; i < 4; i++) alternate[8*i+:8] = second_i ? x[16*i+8+:8] : x[16*i+:8];
    if (size_i == H)
      for (int i = 0; i < 2; i++) alternate[16*i+:16] = second_i ? x[32*i+16+:16] : x[32*i+:16];
  endfunction

  logic [31:0] half_x, half_y;
  assign half_x = second_i ? x_i[63:32] : x_i[31:0];
  assign half_y = second_i ? y_i[63:32] : y_i[31:0];

  beat_t doubleword;
  assign doubleword = second_i ? y_i : x_i;

  beat_t unpacked;
  always_comb begin
    unpacked = {{32{extend_i && half_x[31]}}, half_x};
    if (size_i == H)
      for (int i = 0; i < 4; i++)
        unpacked[16*i+:16] = {{8{extend_i && half_x[8*i+7]}}, half_x[8*i+:8]};
    if (size_i == S)
      for (int i = 0; i < 2; i++)
        unpacked[32*i+:32] = {{16{extend_i && half_x[16*i+15]}}, half_x[16*i+:16]};
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
  always_comb begin
    unique case (size_i)
      B:       repeated = {8{window[7:0]}};
      H:       repeated = {4{window[15:0]}};
      S:       repeated = {2{window[31:0]}};
      default: repeated = x_i;
    endcase
  end

  always_comb begin
    unique case (op_i)
      Zip:        result_o = size_i == D ? doubleword : zip(half_x, half_y);
      Uzp:        result_o = size_i == D ? doubleword : {alternate(y_i), alternate(x_i)};
      Trn:        result_o = size_i == D ? doubleword : zip(alternate(x_i), alternate(y_i));
      Unpk:       result_o = unpacked;
      Rev:        result_o = reversed;
      Ext, Insr:  result_o = window;
      DupElement: result_o = repeated;
      default:    result_o = x_i;  // Revd
    endcase
  end

endmodule
