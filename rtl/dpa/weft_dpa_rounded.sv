// SPDX-License-Identifier: Apache-2.0
//
// The block of weft_dpa that rounds every operation: profiles Tree and Fma.
//
//      Fma   c --[ + a0 * b0 ]--[ + a1 * b1 ]-- ... -- d         one fused multiply-add a lane
//
//      Tree  a0 * b0   a1 * b1   a2 * b2   a3 * b3               products, rounded
//               +---[ + ]---+       +---[ + ]---+
//                     +--------[ + ]------+
//                    c --------[ + ]-- d
//
// Combinational.

`include "weft_gates.svh"

module weft_dpa_rounded
  import weft_dpa_pkg::*;
#(
  parameter profile_t    P       = weft_dpa_profiles_pkg::Profiles[0],
  parameter int unsigned Gates   = `WEFT_GATES,
  localparam int unsigned WidthA = 1 + P.a.exp_bits + P.a.frac_bits,
  localparam int unsigned WidthC = 1 + P.c_exp_bits + P.c_frac_bits,
  localparam int unsigned Lanes  = P.lanes
) (
  input  logic [Lanes-1:0][WidthA-1:0] a_i,
  input  logic [Lanes-1:0][WidthA-1:0] b_i,
  input  logic [WidthC-1:0]            c_i,
  output logic [WidthC-1:0]            d_o
);

  if (P.algo == Fma) begin : gen_chain
    logic [WidthC-1:0] sums [Lanes+1];
    assign sums[0] = c_i;
    for (genvar i = 0; i < Lanes; i++) begin : gen_lanes
      weft_dpa_fma #(.P(P), .Gates(Gates)) u_fma (
        .a_i(a_i[i]), .b_i(b_i[i]), .c_i(sums[i]), .d_o(sums[i+1])
      );
    end
    assign d_o = sums[Lanes];
  end else begin : gen_tree
    // A binary heap: node n is the sum of nodes 2n and 2n + 1; the products are the last Lanes
    // nodes.
    logic [WidthC-1:0] nodes [2*Lanes];
    for (genvar i = 0; i < Lanes; i++) begin : gen_products
      weft_dpa_fma #(.P(P), .Adds(1'b0), .Gates(Gates)) u_product (
        .a_i(a_i[i]), .b_i(b_i[i]), .c_i('0), .d_o(nodes[Lanes+i])
      );
    end
    for (genvar n = 1; n < Lanes; n++) begin : gen_sums
      weft_dpa_add #(.P(P), .Gates(Gates)) u_add (
        .x_i(nodes[2*n]), .y_i(nodes[2*n+1]), .sum_o(nodes[n])
      );
    end
    weft_dpa_add #(.P(P), .Gates(Gates)) u_add (.x_i(c_i), .y_i(nodes[1]), .sum_o(d_o));
    assign nodes[0] = '0;
  end

endmodule
