// SPDX-License-Identifier: Apache-2.0
//
// x + y, rounded as the profile specifies: by weft_fadd, except that overflow gives infinity in
// every direction and NaN is the profile's. Combinational.

`include "weft_gates.svh"

module weft_dpa_add
  import weft_float_pkg::*;
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P     = weft_dpa_profiles_pkg::Profiles[0],
  parameter int unsigned Gates = `WEFT_GATES,
  localparam int unsigned Width = 1 + P.c_exp_bits + P.c_frac_bits
) (
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] y_i,
  output logic [Width-1:0] sum_o
);

  logic [Width-1:0] x, y, sum;
  weft_dpa_flush #(
    .ExpBits(P.c_exp_bits), .FracBits(P.c_frac_bits), .Flush(P.daz_c), .Plus(P.daz_plus)
  ) u_flush_x (.number_i(x_i), .number_o(x));
  weft_dpa_flush #(
    .ExpBits(P.c_exp_bits), .FracBits(P.c_frac_bits), .Flush(P.daz_c), .Plus(P.daz_plus)
  ) u_flush_y (.number_i(y_i), .number_o(y));

  flags_t flags;
  weft_fadd #(
    .ExpBits(P.c_exp_bits), .FracBits(P.c_frac_bits), .FlushOut(32'(P.ftz)), .Gates(Gates)
  ) u_add (
    .clk_i(1'b0), .rst_ni(1'b0), .in_valid_i(1'b1), .in_ready_o(), .in_subtract_i(1'b0),
    .in_round_i(P.round), .in_a_i(x), .in_b_i(y),
    .out_valid_o(), .out_ready_i(1'b1), .out_result_o(sum), .out_flags_o(flags)
  );
  weft_dpa_code #(.P(P)) u_code (.number_i(sum), .overflow_i(flags.overflow), .number_o(sum_o));

  logic unused;
  assign unused = ^flags;

endmodule
