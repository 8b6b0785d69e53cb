// SPDX-License-Identifier: Apache-2.0
//
// weft_pred behind its decoder: registers and the operation on them. Results are there in the cycle
// of the instruction; registers change at its end, if it is valid.
//
//      in inst ---- d, n, m, g ----> [ P0 to P15, FFR ] ----> rd_a, rd_b, ffr
//         |                            |n |m |g   ^ N
//         +-----------------------> [    alu     ]|
//      in a, b, nzcv, bits -------> [            ]+---> out pred
//                                              +------> out scalar, nzcv

`include "weft_assert.svh"

module weft_pred_core
  import weft_pred_pkg::*;
#(
  parameter  int unsigned Svl  = 512,
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
  input  instruction_t    in_inst_i,
  input  logic [63:0]     in_a_i,
  input  logic [63:0]     in_b_i,
  input  logic [3:0]      in_nzcv_i,
  input  logic [N-1:0]    in_bits_i,

  output logic [N-1:0]    out_pred_o,
  output logic [63:0]     out_scalar_o,
  output logic [3:0]      out_nzcv_o,

  input  logic [3:0]      rd_a_reg_i,
  output logic [N-1:0]    rd_a_o,
  input  logic [3:0]      rd_b_reg_i,
  output logic [N-1:0]    rd_b_o,
  output logic [N-1:0]    ffr_o
);

  logic [3:0]   read [5];
  logic [N-1:0] operand [5];
  assign read = '{in_inst_i.n, in_inst_i.m, in_inst_i.g, rd_a_reg_i, rd_b_reg_i};

  weft_pred_regs #(
    .N(N), .Ports(5)
  ) u_regs (
    .clk_i, .rst_ni, .clear_i, .ffr_clear_i, .ffr_from_i,
    .p_write_i(in_valid_i && in_inst_i.to_p), .ffr_write_i(in_valid_i && in_inst_i.to_ffr),
    .write_i(in_inst_i.d), .data_i(out_pred_o),
    .read_i(read), .read_o(operand), .ffr_o
  );
  assign rd_a_o = operand[3];
  assign rd_b_o = operand[4];

  weft_pred_alu #(
    .Svl(Svl)
  ) u_alu (
    .vl_i, .inst_i(in_inst_i), .a_i(in_a_i), .b_i(in_b_i), .nzcv_i(in_nzcv_i),
    .bits_i(in_bits_i), .n_i(operand[0]), .m_i(operand[1]), .g_i(operand[2]), .ffr_i(ffr_o),
    .pred_o(out_pred_o), .scalar_o(out_scalar_o), .nzcv_o(out_nzcv_o)
  );

  `WEFT_ASSERT(LengthFits, vl_i >= 4'd4 && vl_i <= 4'(LogN))

endmodule
