// SPDX-License-Identifier: Apache-2.0
//
// Floating point of a whole vector: weft_sme_float, one a beat of eight bytes. A result leaves three
// cycles after its operands; one may enter each cycle.
//
// A reduction enters every fourth cycle, in steps 0, 4, 8, ...: FADDV, FMAXV, FMINV join the even
// elements of what is left with the odd ones, all pairs at once, inactive elements being the
// identity; FADDA adds the next element to the sum. The last addition leaves as any result does.

module weft_sme_core_float
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl   = 512,
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned Beats = N / 8,
  localparam int unsigned BeatW = $clog2(Beats)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                in_valid_i,
  input  logic                sums_i,       // a step of a reduction, with its uop and operands
  input  weft_sme_issue_pkg::beats_t step_i,
  input  uop_t                uop_i,
  input  logic [3:0]          vl_i,         // log2 of the bytes of a vector
  input  logic [31:0]         fpcr_i,
  input  logic [2:0][Svl-1:0] z_i,          // a, b, c
  input  logic [N-1:0]        governing_i,

  output logic [Svl-1:0]      z_o,
  output logic [7:0]          fpsr_o,       // flags that were raised
  output logic [7:0]          sums_fpsr_o   // by the steps of a reduction before this one
);

  localparam int unsigned Pipe = 14; // registers of weft_fma: three

  beat_t number;
  always_comb begin
    unique case (uop_i.size)
      B:       number = {8{uop_i.number[7:0]}};
      H:       number = {4{uop_i.number[15:0]}};
      S:       number = {2{uop_i.number[31:0]}};
      default: number = uop_i.number;
    endcase
  end

  // Sums.

  logic           tree, enters;
  logic [7:0]     nth;           // addition
  logic [Svl-1:0] sum_q, sum, first, even, odd, elements;
  logic [N-1:0]   pairs;         // bytes of the sums
  beat_t          identity, element, element_at, scalar;
  logic           element_active;
  logic [N-1:0]   active_byte;
  assign tree   = uop_i.unit == FloatTree;
  assign enters = sums_i && step_i[1:0] == '0;
  assign nth    = step_i[9:2];
  always_comb begin
    unique case (float_e'(uop_i.op))
      Fmax:           identity = uop_i.size == H ? {4{16'hfc00}} : uop_i.size == S
                               ? {2{32'hff80_0000}} : 64'hfff0_0000_0000_0000;
      Fmin:           identity = uop_i.size == H ? {4{16'h7c00}} : uop_i.size == S
                               ? {2{32'h7f80_0000}} : 64'h7ff0_0000_0000_0000;
      Fmaxnm, Fminnm: identity = uop_i.size == H ? {4{16'h7e00}} : uop_i.size == S
                               ? {2{32'h7fc0_0000}} : 64'h7ff8_0000_0000_0000;
      default:        identity = '0;
    endcase
    for (int unsigned i = 0; i < N; i++) begin
      first[8*i +: 8] = active_byte[i] ? z_i[0][8*i +: 8] : identity[8*(i%8) +: 8];
    end
  end
  assign scalar     = z_i[2][63:0] & element_ones(uop_i.size);
  assign elements   = tree ? first : Svl'(scalar);
  assign sum        = nth == '0 ? elements : sum_q;
  assign element_at = beat_t'(z_i[0] >> {10'(nth) << uop_i.size, 3'b0});
  assign element    = element_at & element_ones(uop_i.size);
  assign element_active = governing_i[(BeatW+3)'(10'(nth) << uop_i.size)];
  assign pairs          = ~({N{1'b1}} << (9'd1 << vl_i >> (nth + 8'd1)));
  always_comb begin
    {even, odd} = '0;
    unique case (uop_i.size)
      H: for (int i = 0; i < int'(Svl) / 32; i++)
        {odd[16*i +: 16], even[16*i +: 16]} = sum[32*i +: 32];
      S: for (int i = 0; i < int'(Svl) / 64; i++)
        {odd[32*i +: 32], even[32*i +: 32]} = sum[64*i +: 64];
      default: for (int i = 0; i < int'(Svl) / 128; i++)
        {odd[64*i +: 64], even[64*i +: 64]} = sum[128*i +: 128];
    endcase
    if (!tree) {odd, even} = {Svl'(element), sum};
  end

  logic [7:0] sums_fpsr_q;
  assign sums_fpsr_o = sums_fpsr_q;
  always_ff @(posedge clk_i) begin
    if (sums_i && step_i[1:0] == 2'd3) sum_q <= z_o;
    if (sums_i && step_i == '0) sums_fpsr_q <= '0;
    else if (sums_i && step_i[1:0] == 2'd3) sums_fpsr_q <= sums_fpsr_q | fpsr_o;
  end

  logic [N-1:0]          inside_vector;
  logic [Beats-1:0][7:0] fpsr;
  assign inside_vector = ~({N{1'b1}} << (9'd1 << vl_i));

  for (genvar i = 0; i < int'(Beats); i++) begin : gen_beat
    beat_t  a, b, b_register, b_element, c, old, unused_bits;
    bytes_t active, active_elements, computed;
    logic   unused_element, unused_valid;
    assign a = z_i[0][64*i +: 64];
    assign c = z_i[2][64*i +: 64];
    assign b_register = uop_i.imm[3] ? z_i[1][64*(i|1) +: 64] : z_i[1][64*(i&~1) +: 64];
    weft_sme_repeat u_element (
      .size_i({1'b0, uop_i.msize}), .x_i(b_register >> {uop_i.imm[2:0], 3'b0}),
      .repeated_o(b_element)
    );
    always_comb begin
      unique case (uop_i.b_from)
        Number:  b = number;
        Indexed: b = b_element;
        default: b = z_i[1][64*i +: 64];
      endcase
    end
    always_comb begin
      old = uop_i.old_a ? a : c;
      if (uop_i.zeroing || uop_i.unit == FloatCompare || !inside_vector[8*i]) old = '0;
      if (enters) old = tree || i != 0 ? '0 : sum[63:0];
    end
    always_comb begin
      active   = active_elements & inside_vector[8*i +: 8] & {8{i == 0 || !uop_i.one}};
      computed = active;
      if (enters) computed = tree ? pairs[8*i +: 8] : {8{i == 0 && element_active}}
                                  & 8'hff >> (4'd8 - (4'd1 << uop_i.size));
    end
    assign active_byte[8*i +: 8] = active;
    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i, .beat_i(BeatW'(i)), .byte_i('0), .governing_i,
      .active_o(active_elements), .bits_o(unused_bits), .element_o(unused_element)
    );
    weft_sme_float #(
      .Pipe(Pipe)
    ) u_float (
      .clk_i, .rst_ni, .in_valid_i(in_valid_i || enters),
      .in_op_i      (float_e'(uop_i.op)),
      .in_size_i    (uop_i.size),
      .in_fpcr_i    (fpcr_i),
      .in_widen_i   (uop_i.widen),
      .in_odd_i     (uop_i.upper),
      .in_absolute_i(uop_i.absolute),
      .in_negate_a_i(uop_i.negate_a),
      .in_negate_c_i(uop_i.negate_c),
      .in_negate_r_i(uop_i.negate_r),
      .in_loud_i    (uop_i.loud),
      .in_a_i       (enters ? even[64*i +: 64] : uop_i.swap ? b : a),
      .in_b_i       (enters ? odd[64*i +: 64] : uop_i.swap ? a : b),
      .in_c_i       (c),
      .in_active_i  (computed),
      .in_old_i     (old),
      .out_valid_o  (unused_valid),
      .out_result_o (z_o[64*i +: 64]),
      .out_fpsr_o   (fpsr[i])
    );

    logic unused;
    assign unused = ^{unused_bits, unused_element, unused_valid};
  end

  always_comb begin
    fpsr_o = '0;
    for (int unsigned i = 0; i < Beats; i++) fpsr_o |= fpsr[i];
  end

endmodule
