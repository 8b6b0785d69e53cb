// SPDX-License-Identifier: Apache-2.0
//
// Floating point of a whole vector: weft_sme's, one a beat of eight bytes. A result leaves three
// cycles after its operands; one may enter each cycle.

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
  input  uop_t                uop_i,
  input  logic [3:0]          vl_i,         // log2 of the bytes of a vector
  input  logic [31:0]         fpcr_i,
  input  logic [2:0][Svl-1:0] z_i,          // a, b, c
  input  logic [N-1:0]        governing_i,

  output logic [Svl-1:0]      z_o,
  output logic [7:0]          fpsr_o        // flags that were raised
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

  logic [N-1:0]          inside_vector;
  logic [Beats-1:0][7:0] fpsr;
  assign inside_vector = ~({N{1'b1}} << (9'd1 << vl_i));

  for (genvar i = 0; i < int'(Beats); i++) begin : gen_beat
    beat_t  a, b, c, old, unused_bits;
    bytes_t active;
    logic   unused_element, unused_valid;
    assign a   = z_i[0][64*i +: 64];
    assign b   = uop_i.b_from == Number ? number : z_i[1][64*i +: 64];
    assign c   = z_i[2][64*i +: 64];
    assign old = uop_i.old_a ? a : c;
    weft_sme_active #(.N(N)) u_active (
      .uop_i, .vl_i, .beat_i(BeatW'(i)), .byte_i('0), .governing_i,
      .active_o(active), .bits_o(unused_bits), .element_o(unused_element)
    );
    weft_sme_float #(
      .Pipe(Pipe)
    ) u_float (
      .clk_i, .rst_ni, .in_valid_i,
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
      .in_a_i       (uop_i.swap ? b : a),
      .in_b_i       (uop_i.swap ? a : b),
      .in_c_i       (c),
      .in_active_i  (active & inside_vector[8*i +: 8]),
      .in_old_i     (uop_i.zeroing || !inside_vector[8*i] ? '0 : old),
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
