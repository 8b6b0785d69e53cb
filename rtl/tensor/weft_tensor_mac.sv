// SPDX-License-Identifier: Apache-2.0
//
// Multiply-add of a processing element: d = c + a_0 * b_0 + ... of one step. Combinational.
//
//     Float    a block of weft_dpa with the profile's arithmetic; block scales are above the
//              elements of a and b
//     else     one product of integers, two's complement or unsigned, modulo 2^ResultBits
//
// With Sparse, b is four elements, and the upper two bits of a select one. Gates: see
// weft_gates.svh.

`include "weft_gates.svh"

module weft_tensor_mac
  import weft_tensor_pkg::*;
#(
  parameter type_e       Type       = Float,
  parameter weft_dpa_pkg::profile_t P =
    weft_dpa_profiles_pkg::Profiles[weft_dpa_profiles_pkg::IeeeFmaFp16],
  parameter bit          Sparse     = 1'b0,  // A's upper two bits select one of B's four
  parameter int unsigned ABits      = 16,    // bits of A in one step
  parameter int unsigned BBits      = 16,
  parameter int unsigned ResultBits = 32,
  parameter int unsigned Gates      = `WEFT_GATES
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [ABits-1:0]      a_i,
  input  logic [BBits-1:0]      b_i,
  input  logic [ResultBits-1:0] c_i,
  output logic [ResultBits-1:0] d_o
);

  localparam int unsigned WordA = Sparse ? ABits - 2 : ABits;
  localparam int unsigned WordB = Sparse ? BBits / 4 : BBits;
  logic [WordA-1:0] word_a;
  logic [WordB-1:0] word_b;
  assign word_a = a_i[WordA-1:0];
  if (Sparse) begin : gen_choice
    logic [3:0][WordB-1:0] four;
    assign four   = b_i;
    assign word_b = four[a_i[ABits-1:ABits-2]];
  end else begin : gen_all
    assign word_b = b_i;
  end

  if (Type == Float) begin : gen_float
    localparam int unsigned ElementsA = P.lanes * P.a.width;
    localparam int unsigned ElementsB = P.lanes * P.b.width;
    localparam int unsigned ScaleW    = WordA > ElementsA ? WordA - ElementsA : 1;
    logic [ScaleW-1:0] a_scale, b_scale;
    if (WordA > ElementsA) begin : gen_scales
      assign a_scale = word_a[WordA-1:ElementsA];
      assign b_scale = word_b[WordB-1:ElementsB];
    end else begin : gen_no_scales
      assign a_scale = '0;
      assign b_scale = '0;
    end

    weft_dpa #(.P(P), .Gates(Gates)) u_dpa (
      .clk_i, .rst_ni,
      .in_valid_i(1'b1), .in_ready_o(),
      .in_a_i(word_a[ElementsA-1:0]), .in_b_i(word_b[ElementsB-1:0]),
      .in_a_scale_i(a_scale), .in_b_scale_i(b_scale), .in_c_i(c_i),
      .out_valid_o(), .out_ready_i(1'b1), .out_d_o(d_o)
    );
  end else begin : gen_integer
    localparam bit SignedA = Type != Uint8 && Type != Uint8Int8;
    localparam bit SignedB = Type != Uint8 && Type != Int8Uint8;
    // One bit more than the operand holds it signed or unsigned.
    logic signed [WordA:0]       a;
    logic signed [WordB:0]       b;
    logic signed [WordA+WordB+1:0] product;
    assign a       = {SignedA && word_a[WordA-1], word_a};
    assign b       = {SignedB && word_b[WordB-1], word_b};
    assign product = a * b;
    assign d_o     = c_i + ResultBits'(product);

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end

endmodule
