// SPDX-License-Identifier: Apache-2.0
//
// Processing element of the output-stationary array: psum <- psum + a * b.
//
//                  b_i  c_i  d_i
//                   |    |    |           a_q     horizontal register
//                 [b_q]  |    |           b_q     vertical register
//     a_i -->[a_q]--+----|----|--> a_o    psum_q  partial-sum register
//                   |    |    |           d_q     drain register: a finished sum on its way down
//             a*b + {psum_q | c_i}
//                   |         |
//                [psum_q]-->[d_q]
//                             |
//                  b_o       d_o
//
// The control wave enters from the left with a and is registered beside it:
//     first   the sum starts from c_i instead of psum_q
//     last    the sum is complete and goes to d_q
//     shift   d_q takes the drain register above
// Nothing moves unless advance_i is high. Operands take one cycle to a neighbour, a sum takes
// MacLatency = 1 cycle.

module weft_tensor_pe
  import weft_tensor_pkg::*;
#(
  parameter  type_e       Type        = Fp16,
  localparam int unsigned OperandBits = operand_bits(Type)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   advance_i,

  input  control_t               control_i,
  input  logic [OperandBits-1:0] a_i,
  input  logic [OperandBits-1:0] b_i,
  input  result_t                c_i,
  input  result_t                d_i,

  output control_t               control_o,
  output logic [OperandBits-1:0] a_o,
  output logic [OperandBits-1:0] b_o,
  output result_t                d_o
);

  control_t               control_q;
  logic [OperandBits-1:0] a_q, b_q;
  result_t                psum_d, psum_q, d_q;

  result_t addend;
  assign addend = control_q.first ? c_i : psum_q;

  if (Type == Fp16) begin : gen_fp16
    weft_fma #(.ExpA(5), .FracA(10), .ExpC(8), .FracC(23)) u_fma (
      .clk_i, .rst_ni,
      .in_valid_i(1'b1), .in_ready_o(), .in_op_i('0), .in_round_i(weft_float_pkg::NearEven),
      .in_a_i(a_q), .in_b_i(b_q), .in_c_i(addend),
      .out_valid_o(), .out_ready_i(1'b1), .out_result_o(psum_d), .out_flags_o()
    );
  end else begin : gen_int8
    weft_tensor_mac_int8 u_mac (.a_i(a_q), .b_i(b_q), .c_i(addend), .d_o(psum_d));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= '0;
    else if (advance_i) control_q <= control_i;
  end

  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      a_q    <= a_i;
      b_q    <= b_i;
      psum_q <= psum_d;
      if (control_q.last) d_q <= psum_d;
      else if (control_q.shift) d_q <= d_i;
    end
  end

  assign control_o = control_q;
  assign a_o       = a_q;
  assign b_o       = b_q;
  assign d_o       = d_q;

endmodule
