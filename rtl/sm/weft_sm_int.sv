// SPDX-License-Identifier: Apache-2.0
//
// Sum of products of IMMA: d = a_0 * b_0 + ... + a_15 * b_15 + c modulo 2^32; the bytes of a, and
// those of b, are two's complement or unsigned.
//
//      a, b --> [ 16 weft_booth ]--> [ weft_csa_tree ]--|register|--> [ weft_iadd_prefix ]--> d
//                            c ------------^
//
// A sum comes Stages cycles after its operands, one at least; further registers are in front. An
// operation may enter every cycle. Gates: see weft_gates.svh.

`include "weft_gates.svh"

module weft_sm_int #(
  parameter int unsigned Stages = 1,
  parameter int unsigned Gates  = `WEFT_GATES
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         in_valid_i,
  input  logic         in_a_unsigned_i,
  input  logic         in_b_unsigned_i,
  input  logic [127:0] in_a_i,
  input  logic [127:0] in_b_i,
  input  logic [31:0]  in_c_i,

  output logic         out_valid_o,
  output logic [31:0]  out_d_o
);

  localparam int unsigned Products = 16;

  typedef struct packed {
    logic               a_unsigned, b_unsigned;
    logic [127:0]       a, b;
    logic [31:0]        c;
  } operands_t;
  typedef struct packed {
    logic [31:0] sum, carry;
  } words_t;

  logic      valid;
  operands_t in, o;
  assign in = '{in_a_unsigned_i, in_b_unsigned_i, in_a_i, in_b_i, in_c_i};
  weft_delay #(.data_t(operands_t), .Stages(Stages - 1)) u_operands (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_data_i  (in),
    .out_valid_o(valid),
    .out_data_o (o)
  );

  // Bytes with one more bit: the sign, or zero.
  logic [Products-1:0][8:0] a, b;
  for (genvar n = 0; n < Products; n++) begin : gen_byte
    assign a[n] = {!o.a_unsigned && o.a[8*n+7], o.a[8*n+:8]};
    assign b[n] = {!o.b_unsigned && o.b[8*n+7], o.b[8*n+:8]};
  end

  words_t tree, words;
  if (Gates != 0) begin : gen_tree
    localparam int unsigned Words = 6;
    logic [31:0] all [Products*Words+1];
    for (genvar n = 0; n < Products; n++) begin : gen_product
      logic [31:0] rows [Words];
      weft_booth #(.WidthA(9), .WidthB(9), .Signed(1'b1), .Width(32)) u_booth (
        .a_i(a[n]), .b_i(b[n]), .words_o(rows)
      );
      for (genvar w = 0; w < Words; w++) begin : gen_row
        assign all[n*Words+w] = rows[w];
      end
    end
    assign all[Products*Words] = o.c;
    weft_csa_tree #(.N(Products * Words + 1), .Width(32)) u_tree (
      .words_i(all), .keep_i('1), .sum_o(tree.sum), .carry_o(tree.carry)
    );
  end else begin : gen_operators
    always_comb begin
      tree.sum = '0;
      for (int n = 0; n < Products; n++) begin
        tree.sum = tree.sum + 32'($signed(a[n])) * 32'($signed(b[n]));
      end
      tree.carry = o.c;
    end
  end
  weft_delay #(.data_t(words_t), .Stages(1)) u_words (
    .clk_i,
    .rst_ni,
    .in_valid_i (valid),
    .in_data_i  (tree),
    .out_valid_o(out_valid_o),
    .out_data_o (words)
  );
  if (Gates != 0) begin : gen_prefix
    logic unused;  // the carry out of the sum
    weft_iadd_prefix #(.Width(32)) u_add (
      .a_i(words.sum), .b_i(words.carry), .carry_i(1'b0), .sum_o(out_d_o), .carry_o(unused)
    );
  end else begin : gen_operator_add
    assign out_d_o = words.sum + words.carry;
  end

endmodule
