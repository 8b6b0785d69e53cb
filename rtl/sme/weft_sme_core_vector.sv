// SPDX-License-Identifier: Apache-2.0
//
// Integers, permutations, predicates and moves of slices, a whole vector at once: weft_sme's units,
// one a beat of eight bytes. Combinational.
//
//      a, b, c --> beats --+--> [ integers ]-----+--> merged with c --> z
//      Xn, Xm -------------+--> [ permutations ]-+
//      slice -----------------------------------/
//      P ----------------------> [ weft_pred_alu ] --> p, x, nzcv

module weft_sme_core_vector
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl   = 512,
  parameter  int unsigned Gates = 0,
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned Beats = N / 8,
  localparam int unsigned BeatW = $clog2(Beats)
) (
  input  logic                        clk_i,
  input  uop_t                        uop_i,
  input  weft_pred_pkg::instruction_t uop_pred_i,
  input  logic [3:0]                  vl_i,        // log2 of the bytes of a vector
  input  logic [3:0]                  svl_i,
  input  logic [63:0]                 xn_i,
  input  logic [63:0]                 xm_i,
  input  logic [2:0][Svl-1:0]         z_i,         // a, b, c
  input  logic [2:0][N-1:0]           p_i,         // governing, n, m
  input  logic [Svl-1:0]              slice_i,

  output logic [Svl-1:0]              z_o,
  output logic [N-1:0]                bytes_o,     // of the active elements
  output logic [N-1:0]                p_o,
  output logic [63:0]                 x_o,
  output logic [3:0]                  nzcv_o
);

  logic [3:0]   length;
  logic [N-1:0] inside_vector;
  assign length = uop_i.unit inside {ToSlice, FromSlice} ? svl_i : vl_i;
  assign inside_vector = ~({N{1'b1}} << (9'd1 << length));

  beat_t [2:0][Beats-1:0] operand;
  assign operand = z_i;

  // The operands' numbers stand in place of registers.
  uop_t numbered_uop;
  always_comb begin
    numbered_uop   = uop_i;
    numbered_uop.a = 5'd0;
    numbered_uop.b = 5'd1;
    numbered_uop.c = 5'd2;
  end

  beat_t              count;
  logic [N-1:0]       outcome;
  logic [Beats-1:0]   unused_beyond;

  for (genvar i = 0; i < int'(Beats); i++) begin : gen_beat
    logic [2:0][4:0]       from_reg;
    logic [2:0][BeatW-1:0] from_beat;
    logic                  second, beyond, unused_element;
    logic [2:0]            from;
    beat_t  x, y, c, old, integer_result, permute_x, permuted, active_bits;
    bytes_t active;
    weft_sme_reads #(
      .Beats(Beats)
    ) u_reads (
      .uop_i(numbered_uop), .vl_i, .step_i(BeatW'(i)), .element_beat_i('0), .last_beat_i('0),
      .reg_o(from_reg), .beat_o(from_beat), .second_o(second), .from_o(from), .beyond_o(beyond)
    );
    assign x   = operand[from_reg[0][1:0]][from_beat[0]];
    assign y   = operand[from_reg[1][1:0]][from_beat[1]];
    assign c   = operand[2][i];
    assign old = uop_i.old_a ? x : c;

    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i(length), .beat_i(BeatW'(i)), .byte_i('0), .governing_i(p_i[0]),
      .active_o(active), .bits_o(active_bits), .element_o(unused_element)
    );

    weft_sme_integer #(
      .StepW(BeatW + 4), .Gates(Gates)
    ) u_integer (
      .clk_i,
      .uop_i, .step_i((BeatW+4)'(i)), .runs_i(1'b0), .folding_i(1'b0), .fold_i('0),
      .active_i(active_bits), .xn_i, .xm_i, .count_i(count),
      .a_i(x), .b_i(y), .c_i(c), .result_o(integer_result)
    );

    // INSR: Xn is the element before the first.
    assign permute_x = permute_e'(uop_i.op) == Insr && i == 0
                     ? xn_i << {3'(4'd8 - (4'd1 << uop_i.size)), 3'b0} : x;
    weft_sme_permute u_permute (
      .op_i(permute_e'(uop_i.op)), .size_i(uop_i.size), .second_i(second),
      .extend_i(uop_i.extend), .from_i(from), .x_i(permute_x), .y_i(y), .result_o(permuted)
    );

    beat_t moved;
    always_comb begin
      unique case (uop_i.unit)
        Alu:       moved = integer_result;
        FromSlice: moved = slice_i[64*i +: 64];
        default:   moved = permute_e'(uop_i.op) == DupElement && beyond ? '0 : permuted;
      endcase
      if (uop_i.unit == ToSlice) z_o[64*i +: 64] = operand[0][i];
      else z_o[64*i +: 64] = (moved & active_bits)
                           | (old & ~active_bits & {64{!uop_i.zeroing}});
      for (int k = 0; k < 8; k++) begin
        if (!inside_vector[8*i + k]) z_o[64*i + 8*k +: 8] = '0;
        outcome[8*i + k] = integer_result[8*k];
      end
    end
    assign bytes_o[8*i +: 8] = active & inside_vector[8*i +: 8];

    assign unused_beyond[i] = ^{beyond, unused_element, from_reg, from_beat};
  end

  weft_pred_alu #(
    .Svl(Svl)
  ) u_pred (
    .vl_i, .inst_i(uop_pred_i), .a_i(xn_i), .b_i(xm_i), .nzcv_i('0), .bits_i(outcome),
    .n_i(p_i[1]), .m_i(p_i[2]), .g_i(p_i[0]), .ffr_i('0),
    .pred_o(p_o), .scalar_o(count), .nzcv_o(nzcv_o)
  );
  assign x_o = count;

  logic unused;
  assign unused = ^unused_beyond;

endmodule
