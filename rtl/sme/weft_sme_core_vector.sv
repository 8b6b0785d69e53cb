// SPDX-License-Identifier: Apache-2.0
//
// Integers, permutations, predicates and moves of slices, a whole vector at once, by units
// of a beat of eight bytes. Combinational.
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
  input  weft_sme_issue_pkg::beats_t  step_i,      // of a reduction: beats before, then folds
  input  logic                        runs_i,
  input  weft_pred_pkg::instruction_t uop_pred_i,
  input  logic [3:0]                  vl_i,        // log2 of the bytes of a vector
  input  logic [3:0]                  svl_i,
  input  logic [63:0]                 xn_i,        // CLASTA: Xd; FCSEL: whether the condition holds
  input  logic [63:0]                 xm_i,
  input  logic [2:0][Svl-1:0]         z_i,         // a, b, c
  input  logic [2:0][N-1:0]           p_i,         // governing, n, m
  input  logic [N-1:0]                ffr_i,
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
    if (uop_i.unit == Alu && uop_i.conditional && !xn_i[0]) numbered_uop.a = 5'd1;
  end

  // A reduction is beat 0's, which takes one beat of the vector after the other.

  weft_sme_issue_pkg::beats_t beats;
  logic                       reduces, folding;
  beat_t                      ones;
  assign reduces = uop_i.unit == Reduce;
  assign beats   = 10'd1 << (vl_i - 4'd3);
  assign folding = reduces && step_i >= beats;
  assign ones    = element_ones(uop_i.size);

  // The last active element, of LASTA, LASTB, CLASTA and CLASTB.

  logic             none;
  logic [BeatW+2:0] last_at;
  beat_t            last_element;
  weft_sme_last #(.N(N)) u_last (
    .uop_i, .vl_i, .governing_i(p_i[0]), .at_o(last_at), .none_o(none)
  );
  assign last_element = (uop_i.conditional && none ? uop_i.one ? operand[2][0] : xn_i
                         : operand[0][last_at[BeatW+2:3]] >> {last_at[2:0], 3'b0}) & ones;

  beat_t              count;
  logic [N-1:0]       outcome;
  logic [Beats-1:0]   unused_beyond;

  for (genvar i = 0; i < int'(Beats); i++) begin : gen_beat
    logic [2:0][4:0]       from_reg;
    logic [2:0][BeatW-1:0] from_beat;
    logic                  second, beyond, unused_element;
    logic [2:0]            from;
    beat_t  x, y_register, y_element, y, c, old, integer_result, permute_x, permuted, active_bits;
    beat_t  unused_bits;
    bytes_t active, active_elements;
    logic [BeatW-1:0] beat;
    logic             reduces_here;
    assign reduces_here = i == 0 && reduces;
    assign beat         = reduces_here ? BeatW'(step_i) : BeatW'(i);
    weft_sme_reads #(
      .Beats(Beats)
    ) u_reads (
      .uop_i(numbered_uop), .vl_i, .step_i(beat), .element_beat_i('0),
      .last_beat_i(last_at[BeatW+2:3]),
      .reg_o(from_reg), .beat_o(from_beat), .second_o(second), .from_o(from), .beyond_o(beyond)
    );
    assign x   = operand[from_reg[0][1:0]][from_beat[0]];
    assign y_register = operand[from_reg[1][1:0]][from_beat[1]];
    assign y   = uop_i.b_from == Indexed ? y_element : y_register;
    weft_sme_repeat u_element (
      .size_i({1'b0, uop_i.msize}), .x_i(y_register >> {uop_i.imm[2:0], 3'b0}),
      .repeated_o(y_element)
    );
    assign c   = operand[2][i];
    assign old = uop_i.old_a ? x : c;

    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i(length), .beat_i(beat), .byte_i('0), .governing_i(p_i[0]),
      .active_o(active_elements), .bits_o(unused_bits), .element_o(unused_element)
    );
    // A scalar is in the first beat.
    assign active = active_elements & {8{i == 0 || !uop_i.one}};
    always_comb for (int k = 0; k < 8; k++) active_bits[8*k +: 8] = {8{active[k]}};

    weft_sme_integer #(
      .StepW(BeatW + 4), .Gates(Gates)
    ) u_integer (
      .clk_i,
      .uop_i, .step_i(reduces_here ? (BeatW+4)'(step_i) : (BeatW+4)'(i)),
      .runs_i(reduces_here && runs_i), .folding_i(reduces_here && folding),
      .fold_i(2'(step_i - beats)),
      .active_i(active_bits), .xn_i, .xm_i, .count_i(count),
      .a_i(x), .b_i(y), .c_i(c), .result_o(integer_result)
    );

    // INSR: Xn is the element before the first.
    assign permute_x = permute_e'(uop_i.op) == Insr && i == 0
                     ? xn_i << {3'(4'd8 - (4'd1 << uop_i.size)), 3'b0} : x;
    weft_sme_permute u_permute (
      .op_i(permute_e'(uop_i.op)), .size_i(uop_i.size), .second_i(second),
      .extend_i(uop_i.extend), .from_i(uop_i.conditional ? last_at[2:0] : from), .x_i(permute_x), .y_i(y), .result_o(permuted)
    );

    beat_t moved;
    always_comb begin
      unique case (uop_i.unit)
        Alu:       moved = integer_result;
        FromSlice: moved = slice_i[64*i +: 64];
        default: begin
          moved = permuted;
          if (permute_e'(uop_i.op) == DupElement) begin
            if (uop_i.conditional) moved = none ? c : permuted;
            else if (beyond) moved = '0;
          end
        end
      endcase
      if (uop_i.unit == ToSlice) z_o[64*i +: 64] = operand[0][i];
      else z_o[64*i +: 64] = (moved & active_bits)
                           | (old & ~active_bits & {64{!uop_i.zeroing}});
      if (reduces) z_o[64*i +: 64] = i == 0 ? integer_result & (folding ? ones : '1) : '0;
      if (uop_i.unit == Last) z_o[64*i +: 64] = i == 0 ? last_element : '0;
      for (int k = 0; k < 8; k++) begin
        if (!inside_vector[8*i + k]) z_o[64*i + 8*k +: 8] = '0;
        outcome[8*i + k] = integer_result[8*k];
      end
    end
    assign bytes_o[8*i +: 8] = active & inside_vector[8*i +: 8];

    assign unused_beyond[i] = ^{beyond, unused_element, unused_bits, from_reg, from_beat};
  end

  weft_pred_alu #(
    .Svl(Svl)
  ) u_pred (
    .vl_i, .inst_i(uop_pred_i), .a_i(xn_i), .b_i(xm_i), .nzcv_i('0), .bits_i(outcome),
    .n_i(p_i[1]), .m_i(p_i[2]), .g_i(p_i[0]), .ffr_i,
    .pred_o(p_o), .scalar_o(count), .nzcv_o(nzcv_o)
  );
  assign x_o = uop_i.unit == Last ? last_element : count;

  logic unused;
  assign unused = ^unused_beyond;

endmodule
