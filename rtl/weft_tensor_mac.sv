// SPDX-License-Identifier: Apache-2.0
//
// Multiply-add of a processing element: d = c + a_0 * b_0 + ... of one step. Combinational.
//
//     Float    a block of weft_dpa, its arithmetic that of the profile
//     else     one product of integers, two's complement or unsigned, modulo 2^ResultBits

module weft_tensor_mac
  import weft_tensor_pkg::*;
#(
  parameter type_e       Type       = Float,
  parameter int unsigned Profile    = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),
  parameter int unsigned ABits      = 16,  // of A in one step
  parameter int unsigned BBits      = 16,
  parameter int unsigned ResultBits = 32
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [ABits-1:0]      a_i,
  input  logic [BBits-1:0]      b_i,
  input  logic [ResultBits-1:0] c_i,
  output logic [ResultBits-1:0] d_o
);

  if (Type == Float) begin : gen_float
    weft_dpa #(.Profile(Profile)) u_dpa (
      .clk_i, .rst_ni,
      .in_valid_i(1'b1), .in_ready_o(),
      .in_a_i(a_i), .in_b_i(b_i), .in_a_scale_i('0), .in_b_scale_i('0), .in_c_i(c_i),
      .out_valid_o(), .out_ready_i(1'b1), .out_d_o(d_o)
    );
  end else begin : gen_integer
    // A bit more than the operand holds it with or without a sign.
    logic signed [ABits:0] a;
    logic signed [BBits:0] b;
    assign a = {Type != Uint8 && Type != Uint8Int8 && a_i[ABits-1], a_i};
    assign b = {Type != Uint8 && Type != Int8Uint8 && b_i[BBits-1], b_i};
    logic signed [ABits+BBits+1:0] product;
    assign product = a * b;
    assign d_o     = c_i + ResultBits'(product);

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end

endmodule
