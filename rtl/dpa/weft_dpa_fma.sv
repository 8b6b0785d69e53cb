// SPDX-License-Identifier: Apache-2.0
//
// a * b + c, or a * b, rounded as the profile specifies: by weft_fma, except that subnormal
// operands are flushed by format, overflow gives infinity in every direction, and NaN is the
// profile's. Combinational.

`include "weft_gates.svh"

module weft_dpa_fma
  import weft_float_pkg::*;
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P     = weft_dpa_profiles_pkg::Profiles[0],
  parameter bit          Adds  = 1'b1,
  parameter int unsigned Gates = `WEFT_GATES,
  localparam int unsigned WidthA = 1 + P.a.exp_bits + P.a.frac_bits,
  localparam int unsigned WidthC = 1 + P.c_exp_bits + P.c_frac_bits
) (
  input  logic [WidthA-1:0] a_i,
  input  logic [WidthA-1:0] b_i,
  input  logic [WidthC-1:0] c_i,
  output logic [WidthC-1:0] d_o
);

  logic [WidthA-1:0] a, b;
  logic [WidthC-1:0] c, d;
  weft_dpa_flush #(
    .ExpBits(P.a.exp_bits), .FracBits(P.a.frac_bits), .Flush(P.daz_ab), .Plus(P.daz_plus)
  ) u_flush_a (.number_i(a_i), .number_o(a));
  weft_dpa_flush #(
    .ExpBits(P.a.exp_bits), .FracBits(P.a.frac_bits), .Flush(P.daz_ab), .Plus(P.daz_plus)
  ) u_flush_b (.number_i(b_i), .number_o(b));
  weft_dpa_flush #(
    .ExpBits(P.c_exp_bits), .FracBits(P.c_frac_bits), .Flush(P.daz_c), .Plus(P.daz_plus)
  ) u_flush_c (.number_i(c_i), .number_o(c));

  flags_t flags;
  weft_fma #(
    .ExpA(P.a.exp_bits), .FracA(P.a.frac_bits), .InfA(32'(P.a.specials == Ieee)),
    .ExpC(P.c_exp_bits), .FracC(P.c_frac_bits), .TinyBefore(32'(!P.tiny_after)),
    .FlushOut(32'(P.ftz)), .Gates(Gates)
  ) u_fma (
    .clk_i(1'b0), .rst_ni(1'b0), .in_valid_i(1'b1), .in_ready_o(),
    .in_op_i(Adds ? 3'd0 : 3'd6), .in_round_i(P.round), .in_a_i(a), .in_b_i(b), .in_c_i(c),
    .out_valid_o(), .out_ready_i(1'b1), .out_result_o(d), .out_flags_o(flags)
  );
  weft_dpa_code #(.P(P)) u_code (.number_i(d), .overflow_i(flags.overflow), .number_o(d_o));

  logic unused;
  assign unused = ^flags;

endmodule
