// SPDX-License-Identifier: Apache-2.0
//
// Operands of a uop of Array: two rows of ZA with two vectors each, element by element. Combinational.
//
//      row i = row i +- n[i] m[i]        Multiply              m[i]: Zm, of a group, or one element
//                                        MultiplyVertically    of every 128 bits
//      row i +- m[i]                     Accumulate            n[i] is one
//      n[i] +- m[i]                      Combine
//      row i = row i +- n[i] m[i]        MultiplyParts         n[i], m[i]: part i of each element,
//                                                              widened, for a row of their own
//
// The parts of an element of n[i] are, vertically, those with the number of the row of as many
// vectors:
//
//      z0    a3 a2 a1 a0        n[r], two parts    . b(2+r) a(2+r) | b(r) a(r)
//      z1    b3 b2 b1 b0
//
// Four parts come in two uops, which have the others as zeros: bit 6 of the slice says which two,
// bit 7 which rows. Of MultiplyParts bits 7:6 are the number of the vector, bit 0 says that the parts
// are the second two of four.

module weft_sme_core_array
  import weft_sme_pkg::*;
#(
  parameter int unsigned Svl = 512
) (
  // verilator lint_off UNUSEDSIGNAL
  input  uop_t                uop_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic [3:0]          svl_i,   // log2 of the rows of ZA
  input  logic [7:0]          slice_i, // register, the uop's number in 7:6 and 0
  input  logic                flush_i, // subnormal binary16 counts as zero
  input  logic [3:0][Svl-1:0] z_i,     // two of Zn, Zm, its second one
  output logic [1:0][Svl-1:0] n_o,
  output logic [1:0][Svl-1:0] m_o,
  output logic [1:0][7:0]     rows_o
);

  logic   wide;
  array_e op;
  beat_t  one;
  assign one  = wide ? 64'h3ff0_0000_0000_0000 : 64'h3f80_0000_3f80_0000;
  logic   floats;
  assign floats = uop_i.mopa_op == weft_mopa_pkg::Fmopa;
  assign wide = uop_i.msize == 2'(D);
  assign op   = array_e'(uop_i.op);

  logic [3:0][7:0] number;
  for (genvar k = 0; k < 4; k++) begin : gen_number
    weft_sme_core_slice #(
      .K(k)
    ) u_slice (
      .uop_i, .svl_i, .slice_i(slice_i & 8'h3f), .number_o(number[k])
    );
  end
  logic in_parts;
  assign in_parts = op == MultiplyParts;
  always_comb begin
    rows_o = slice_i[7] ? number[3:2] : number[1:0];
    if (in_parts) begin
      for (int unsigned i = 0; i < 2; i++) begin
        rows_o[i] = number[slice_i[7:6]] + {6'd0, slice_i[0], 1'(i)};
      end
    end
  end

  logic       in_bytes, second, one_element;
  logic [5:0] part_bits, up;
  assign one_element = in_parts && uop_i.b_from == Indexed;
  assign in_bytes  = !wide && (in_parts ? uop_i.neighbours[1] : uop_i.regs[1]);
  assign part_bits = in_bytes ? 6'd8 : 6'd16;
  assign second    = slice_i[6];
  assign up        = second ? part_bits << 1 : '0;

  for (genvar i = 0; i < 2; i++) begin : gen_row
    for (genvar j = 0; j < int'(Svl / 64); j++) begin : gen_beat
      logic [127:0] quad, quad_1;
      logic [31:0]  picked;
      logic [1:0]   part;
      beat_t        n, m, chosen, low, high, n_part, m_part;
      assign n      = z_i[i][64*j+:64];
      assign m      = uop_i.each && i == 1 ? z_i[3][64*j+:64] : z_i[2][64*j+:64];
      assign quad   = z_i[2][128*(j/2)+:128];
      assign quad_1 = z_i[1][128*(j/2)+:128];
      assign chosen = wide ? quad[64*uop_i.imm[4]+:64] : {2{quad[32*uop_i.imm[5:4]+:32]}};

      // Parts of both vectors; one element's are those of a beat of it.
      assign picked = 32'(quad_1 >> ({3'b0, uop_i.imm[7:4]} << (in_bytes ? 3 : 4)));
      assign part   = {in_parts ? slice_i[0] : slice_i[7], 1'(i)};
      weft_sme_core_part u_n (
        .beat_i(z_i[0][64*j+:64]), .words_i(!wide), .bytes_i(in_bytes), .part_i(part),
        .floats_i(floats), .brain_i(uop_i.brain), .flush_i, .bits_o(low), .number_o(n_part)
      );
      weft_sme_core_part u_m (
        .beat_i(one_element ? {2{picked}} : z_i[1][64*j+:64]), .words_i(!wide),
        .bytes_i(in_bytes), .part_i(part & {2{!one_element}}), .floats_i(floats),
        .brain_i(uop_i.brain), .flush_i, .bits_o(high), .number_o(m_part)
      );

      assign n_o[i][64*j+:64] = in_parts ? n_part
                              : op == MultiplyVertically ? (low | high << part_bits) << up
                              : op == Accumulate ? one : n;
      assign m_o[i][64*j+:64] = in_parts ? m_part
                              : op == Accumulate ? n : uop_i.b_from == Indexed ? chosen : m;
    end
  end

endmodule
