// SPDX-License-Identifier: Apache-2.0
//
// The predicate registers P0 to P15 and FFR, a bit for each byte of a vector, and the unit that
// executes the instructions on them: one A64 instruction word a cycle, with the scalars that it
// names.
//
//      in word -----> [ decode ] ----> [ weft_pred_core:  ] ----> rd_a, rd_b, ffr
//      in a, b, nzcv ----------------> [   P0 to P15, FFR ]
//      in bits (comparisons, LDR) ---> [                  ] ----> out pred, scalar, nzcv
//
// Registers change at the end of the cycle that takes the word, and the next word sees it. Operand
// a is Xn of WHILE and CTERM, Xd of INCP and INCB, Ws of PSEL; b is Xm. Comparisons of vectors take
// their outcomes from in_bits_i, in the lowest bit of each element, LDR what memory had. The scalar
// is Xd's new value, or what every element of Zd grows by. NZCV is as it was where an instruction
// sets none.
//
// known_o says whether in_word_i is an instruction of the unit; another word does nothing and gives
// zeros. vl_i is log2 of the bytes of a vector, from 4 to that of Svl; beyond them all registers
// are zero, so it becomes less only when clear_i has been high. ffr_clear_i clears FFR from byte
// ffr_from_i on, after what a word of the same cycle writes; clear_i makes all registers zero.
//
// Pipe is 1: a register holds the results, or 0: wires from stream to stream.
//
// Source: Arm Architecture Reference Manual for A-profile, DDI 0487; N. Stephens et al., The ARM
// Scalable Vector Extension, IEEE Micro, 2017.

module weft_pred
  import weft_pred_pkg::*;
#(
  parameter  int unsigned Svl  = 512,  // 128, 256, 512, 1024, 2048
  parameter  int unsigned Pipe = 1,
  localparam int unsigned N    = Svl / 8,
  localparam int unsigned LogN = $clog2(N)
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [3:0]      vl_i,
  input  logic            clear_i,
  input  logic            ffr_clear_i,
  input  logic [LogN-1:0] ffr_from_i,

  input  logic            in_valid_i,
  output logic            in_ready_o,
  input  logic [31:0]     in_word_i,
  input  logic [63:0]     in_a_i,
  input  logic [63:0]     in_b_i,
  input  logic [3:0]      in_nzcv_i,
  input  logic [N-1:0]    in_bits_i,
  output logic            known_o,

  output logic            out_valid_o,
  input  logic            out_ready_i,
  output logic [N-1:0]    out_pred_o,
  output logic [63:0]     out_scalar_o,
  output logic [3:0]      out_nzcv_o,

  input  logic [3:0]      rd_a_reg_i,
  output logic [N-1:0]    rd_a_o,
  input  logic [3:0]      rd_b_reg_i,
  output logic [N-1:0]    rd_b_o,
  output logic [N-1:0]    ffr_o
);

  typedef struct packed {
    logic [N-1:0] pred;
    logic [63:0]  scalar;
    logic [3:0]   nzcv;
  } result_t;

  instruction_t inst;
  result_t      result;
  weft_pred_decode u_decode (
    .word_i(in_word_i), .inst_o(inst), .known_o, .reserved_o(), .legal_o()
  );

  weft_pred_core #(
    .Svl(Svl)
  ) u_core (
    .clk_i, .rst_ni, .vl_i, .clear_i, .ffr_clear_i, .ffr_from_i,
    .in_valid_i(in_valid_i && in_ready_o), .in_inst_i(inst), .in_a_i, .in_b_i, .in_nzcv_i,
    .in_bits_i,
    .out_pred_o(result.pred), .out_scalar_o(result.scalar), .out_nzcv_o(result.nzcv),
    .rd_a_reg_i, .rd_a_o, .rd_b_reg_i, .rd_b_o, .ffr_o
  );

  weft_pipe_reg #(
    .data_t(result_t), .Enable(Pipe[0])
  ) u_result (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i(result),
    .out_valid_o, .out_ready_i, .out_data_o({out_pred_o, out_scalar_o, out_nzcv_o})
  );

endmodule
