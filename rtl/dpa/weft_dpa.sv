// SPDX-License-Identifier: Apache-2.0
//
// Block fused dot-product-accumulate: d = a_0 * b_0 + ... + a_L-1 * b_L-1 + c, as real matrix units
// compute it, bit for bit. The arithmetic of one such unit is a profile.
//
//      profile's algo    what it is                                        module
//      Joint, TwoStage   aligned to the largest exponent, cut, summed      weft_dpa_fused
//      Exact             no bit is lost before the one rounding            weft_dpa_exact
//      Tree, Fma         every operation is rounded                        weft_dpa_rounded
//
//      a   | a_L-1 | ... | a_1 | a_0 |     elements, lane 0 in the low bits; b alike
//      a_scale   | ... | 1 | 0 |           one scale per scale_block neighbours; one bit if none
//
// Profile is an index into the table of weft_dpa_profiles_pkg. P may be given instead, for a
// user-defined profile: scripts/gen_dpa_profiles --sv prints one from a JSON file. weft_dpa_fused
// also computes exact sums of two products that are rounded before c is added.
//
// Elastic pipeline: Pipe has one bit for each possible register, in order: at the input; behind
// products and the largest exponent; behind the carry-save tree; behind the addition; behind
// normalisation; at the output. Exact, Tree and Fma have the first and the last register only. The
// latency in cycles is the number of bits set; an item may enter every cycle. Gates: see
// weft_gates.svh.

`include "weft_gates.svh"

module weft_dpa
  import weft_dpa_pkg::*;
#(
  parameter int unsigned Profile = 0,
  parameter profile_t    P       = weft_dpa_profiles_pkg::Profiles[Profile],
  parameter int unsigned Pipe    = 0,  // bit mask, 0 to 63
  parameter int unsigned Gates   = `WEFT_GATES,
  localparam int unsigned WordA  = P.lanes * P.a.width,
  localparam int unsigned WordB  = P.lanes * P.b.width,
  localparam int unsigned WidthC = 1 + P.c_exp_bits + P.c_frac_bits,
  localparam int unsigned ScaleW = P.scale_block == 0 ? 1
    : P.lanes / P.scale_block * (P.scale_exp_bits + P.scale_frac_bits)
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  logic [WordA-1:0]  in_a_i,
  input  logic [WordB-1:0]  in_b_i,
  input  logic [ScaleW-1:0] in_a_scale_i,
  input  logic [ScaleW-1:0] in_b_scale_i,
  input  logic [WidthC-1:0] in_c_i,

  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [WidthC-1:0] out_d_o
);

  // Checks that reject an invalid user-defined profile.
  localparam bit Fused = P.algo == Joint | P.algo == TwoStage | (P.algo == Exact & !P.c_joins);
  if (P.algo == Exact && P.c_joins && (P.a.exp_bits > 6 || P.c_exp_bits != 8
      || P.c_frac_bits != 23 || P.round != 0 || P.a.specials != Ieee || P.daz_ab || P.daz_c || P.ftz
      || P.nan != 64'h7fc00000)) begin : gen_other_exact
    $error("weft_dpa: exact sums of products and c are FP32, of formats of up to 6 exponent bits");
  end
  if (P.algo == Exact && !P.c_joins && P.lanes != 2) begin : gen_many_exact
    $error("weft_dpa: exact sums to which c is added are of two products");
  end
  if (!Fused && (P.a != P.b || P.a.bias != (1 << (P.a.exp_bits - 1)) - 1
      || P.a.specials == Fnuz || P.a.specials == Finite)) begin : gen_other_formats
    $error("weft_dpa: Exact, Tree and Fma take a and b of one format, IEEE 754's or E4M3");
  end
  if ((!Fused || !P.c_joins) && P.out_frac != P.c_frac_bits) begin : gen_short_result
    $error("weft_dpa: only the sums of Joint and TwoStage have fewer fraction bits than c");
  end

  typedef struct packed {
    logic [WordA-1:0]  a;
    logic [WordB-1:0]  b;
    logic [ScaleW-1:0] a_scale, b_scale;
    logic [WidthC-1:0] c;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_a_i, in_b_i, in_a_scale_i, in_b_scale_i, in_c_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  logic              s1_valid, s1_ready;
  logic [WidthC-1:0] d;
  if (Fused) begin : gen_fused
    weft_dpa_fused #(.P(P), .Pipe(32'(Pipe[4:1])), .Gates(Gates)) u_fused (
      .clk_i, .rst_ni,
      .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_a_i(s0.a), .in_b_i(s0.b),
      .in_a_scale_i(s0.a_scale), .in_b_scale_i(s0.b_scale), .in_c_i(s0.c),
      .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_d_o(d)
    );
  end else begin : gen_whole
    // The elements without the ignored bits.
    localparam int unsigned Bits = P.a.width - P.a.pad;
    logic [P.lanes-1:0][Bits-1:0] a, b;
    for (genvar i = 0; i < P.lanes; i++) begin : gen_lanes
      assign a[i] = s0.a[i*P.a.width+P.a.pad +: Bits];
      assign b[i] = s0.b[i*P.b.width+P.b.pad +: Bits];
    end

    if (P.algo == Exact) begin : gen_exact
      // A sum of negative zeros is -0.
      logic [WidthC-1:0] exact;
      weft_dpa_exact #(.ExpA(P.a.exp_bits), .FracA(P.a.frac_bits), .Lanes(P.lanes)) u_exact (
        .a_i(a), .b_i(b), .c_i(s0.c), .d_o(exact)
      );
      assign d = {exact[WidthC-1] & (P.neg_zero_sum | (|exact[WidthC-2:0])), exact[WidthC-2:0]};
    end else begin : gen_rounded
      weft_dpa_rounded #(.P(P), .Gates(Gates)) u_rounded (
        .a_i(a), .b_i(b), .c_i(s0.c), .d_o(d)
      );
    end
    assign s1_valid = s0_valid;
    assign s0_ready = s1_ready;
    logic unused;
    assign unused = ^{s0.a, s0.b, s0.a_scale, s0.b_scale};
  end

  weft_pipe_reg #(.data_t(logic [WidthC-1:0]), .Enable(Pipe[5])) u_stage_5 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(d),
    .out_valid_o, .out_ready_i, .out_data_o(out_d_o)
  );

endmodule
