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

  // Part `part` of each element of a beat.
  function automatic logic [63:0] part_of(beat_t x, logic of_words, logic of_bytes, logic [1:0] part);
    logic [63:0] y;
    y = x >> ({4'b0, part} << (of_bytes ? 3 : 4));
    unique case ({of_words, of_bytes})
      2'b11:   return y & 64'h0000_00ff_0000_00ff;
      2'b10:   return y & 64'h0000_ffff_0000_ffff;
      default: return y & 64'h0000_0000_0000_ffff;
    endcase
  endfunction

  logic       in_bytes, second;
  logic [5:0] part_bits, up;
  assign in_bytes  = !wide && (in_parts ? uop_i.neighbours[1] : uop_i.regs[1]);
  assign part_bits = in_bytes ? 6'd8 : 6'd16;
  assign second    = slice_i[6];
  assign up        = second ? part_bits << 1 : '0;

  for (genvar i = 0; i < 2; i++) begin : gen_row
    for (genvar j = 0; j < int'(Svl / 64); j++) begin : gen_beat
      logic [127:0] quad, quad_1;
      beat_t        n, m, chosen, low, high, n_parts, m_parts;
      assign n      = z_i[i][64*j+:64];
      assign m      = uop_i.each && i == 1 ? z_i[3][64*j+:64] : z_i[2][64*j+:64];
      assign quad   = z_i[2][128*(j/2)+:128];
      assign quad_1 = z_i[1][128*(j/2)+:128];
      assign chosen = wide ? quad[64*uop_i.imm[4]+:64] : {2{quad[32*uop_i.imm[5:4]+:32]}};
      assign low    = part_of(z_i[0][64*j+:64], !wide, in_bytes, {slice_i[7], 1'(i)});
      assign high   = part_of(z_i[1][64*j+:64], !wide, in_bytes, {slice_i[7], 1'(i)});

      // Parts: the lowest one of each element, or as binary32.
      logic [31:0]  picked;
      beat_t        n_part, m_part, n_single, m_single, one_part;
      assign picked   = 32'(quad_1 >> ({3'b0, uop_i.imm[7:4]} << (in_bytes ? 3 : 4)));
      assign one_part = part_of({2{picked}}, !wide, in_bytes, 2'd0);
      assign n_part   = part_of(z_i[0][64*j+:64], !wide, in_bytes, {slice_i[0], 1'(i)});
      assign m_part   = uop_i.b_from == Indexed ? one_part
                      : part_of(z_i[1][64*j+:64], !wide, in_bytes, {slice_i[0], 1'(i)});
      weft_sme_widen u_n (.odd_i(1'b0), .flush_i, .beat_i(n_part), .beat_o(n_single));
      weft_sme_widen u_m (.odd_i(1'b0), .flush_i, .beat_i(m_part), .beat_o(m_single));
      assign n_parts  = !floats ? n_part : uop_i.brain ? n_part << 16 : n_single;
      assign m_parts  = !floats ? m_part : uop_i.brain ? m_part << 16 : m_single;

      assign n_o[i][64*j+:64] = in_parts ? n_parts
                              : op == MultiplyVertically ? (low | high << part_bits) << up
                              : op == Accumulate ? one : n;
      assign m_o[i][64*j+:64] = in_parts ? m_parts
                              : op == Accumulate ? n : uop_i.b_from == Indexed ? chosen : m;
    end
  end

endmodule
