// SPDX-License-Identifier: Apache-2.0
//
// The exponent manager of an array of Flexpoint significands: it stands between the write port of a
// weft_tensor of Type Int16, whose sums are exact integers, and memory.
//
//      a sum of the product of two tensors has the value sum * 2^(exp_a + exp_b - 2 * Bias)
//      its significand is round(sum * 2^(exp_a + exp_b - exp_out - Bias)), saturated
//
//            words of D                                       exponents of A and B
//      +---------+-----------------------------------------+         |
//      | weft_flexpoint_round x Cols                       |<--------+
//      +---------+-----------------------+-----------------+<-----------------.
//                |                       |                                    |
//                |              +--------+---------------+                    |
//                |              | largest |significand|  |                    |
//                |              +--------+---------------+                    |
//                |              +--------+---------------+                    |
//                |              | weft_flexpoint_autoflex|-- exp_out of the next tensor
//                |              +------------------------+
//           one register
//                |
//            words of significands, exp_out, overflow, dismissed
//
// in_last_i ends a tensor. The next one is taken when its exponent is known: weft_flexpoint_autoflex
// takes 2 * Length + RootBits + 4 cycles. The exponents of A and B stay the same within a tensor.
// Elements without a strobe are ignored. out_dismissed_o (Init): the tensor before is to be
// dismissed, and this one is the same with another exponent.
//
// Elastic: a word enters a cycle, and leaves in the next one.
//
// Source: U. Koester et al., Flexpoint: An Adaptive Numerical Format for Efficient Training of Deep
// Neural Networks, NIPS 2017.

`include "weft_gates.svh"

module weft_tensor_flexpoint #(
  parameter int unsigned Cols     = 4,
  parameter int unsigned SumBits  = 64,
  parameter int unsigned SigBits  = 16,
  parameter int unsigned ExpBits  = 5,
  parameter int unsigned Bias     = 31,
  parameter int unsigned Length   = 16,  // maxima that weft_flexpoint_autoflex keeps
  parameter int unsigned LogAlpha = 1,
  parameter int unsigned Beta     = 3,
  parameter int unsigned Margin   = 100,
  parameter int unsigned InitExp  = 31,
  parameter int unsigned Init     = 0,
  parameter int unsigned Gates    = `WEFT_GATES
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  input  logic                          in_valid_i,
  output logic                          in_ready_o,
  input  logic                          in_last_i,
  input  logic [Cols-1:0]               in_strb_i,
  input  logic [Cols-1:0][SumBits-1:0]  in_sums_i,
  input  logic [ExpBits-1:0]            in_exp_a_i,
  input  logic [ExpBits-1:0]            in_exp_b_i,

  output logic                          out_valid_o,
  input  logic                          out_ready_i,
  output logic                          out_last_o,
  output logic [Cols-1:0]               out_strb_o,
  output logic [Cols-1:0][SigBits-1:0]  out_sigs_o,
  output logic                          out_overflow_o,   // a significand of this word is saturated
  output logic [ExpBits-1:0]            out_exp_o,        // of the tensor
  output logic                          out_dismissed_o
);

  localparam int unsigned Window    = SigBits - 1 + SumBits;
  localparam int unsigned ShiftW    = $clog2(Window + 1);
  localparam int unsigned DistanceW = (ExpBits > ShiftW ? ExpBits : ShiftW) + 3;

  typedef logic signed [DistanceW-1:0] distance_t;

  logic [ExpBits-1:0] exp_q;
  logic               dismissed_q;

  distance_t distance;
  assign distance = distance_t'(exp_q) + distance_t'(Bias) - distance_t'(in_exp_a_i)
                  - distance_t'(in_exp_b_i);

  logic [Cols-1:0][SigBits-1:0] sigs, sizes;
  logic [Cols-1:0]              overflows;
  for (genvar col = 0; col < Cols; col++) begin : gen_col
    weft_flexpoint_round #(
      .SigBits(SigBits), .AccBits(SumBits), .DistanceW(DistanceW)
    ) u_round (
      .exact_i(in_sums_i[col]), .distance_i(distance), .infinite_i(1'b0), .sig_o(sigs[col]),
      .size_o(sizes[col]), .overflow_o(overflows[col])
    );
  end

  // The largest |significand|, with this word's.

  logic [SigBits-1:0] max, max_q;
  always_comb begin
    max = max_q;
    for (int col = 0; col < Cols; col++) begin
      if (in_strb_i[col] && sizes[col] > max) max = sizes[col];
    end
  end

  // Between two tensors: the maximum is handed over, then the exponent is awaited.

  typedef enum logic [1:0] {Writes, Asks, Waits} phase_e;
  phase_e phase_q;

  logic               takes, stage_ready, asked, answered, overflow, again;
  logic [ExpBits-1:0] exp;
  assign in_ready_o = stage_ready && phase_q == Writes;
  assign takes      = in_valid_i && in_ready_o;

  weft_flexpoint_autoflex #(
    .SigBits(SigBits), .ExpBits(ExpBits), .Length(Length), .LogAlpha(LogAlpha), .Beta(Beta),
    .Margin(Margin), .InitExp(InitExp), .Init(Init), .Gates(Gates)
  ) u_autoflex (
    .clk_i, .rst_ni,
    .in_valid_i(phase_q == Asks), .in_ready_o(asked), .in_max_i(max_q),
    .out_valid_o(answered), .out_ready_i(1'b1), .out_exp_o(exp), .out_overflow_o(overflow),
    .out_again_o(again)
  );

  logic unused;
  assign unused = overflow;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q     <= Writes;
      max_q       <= '0;
      exp_q       <= ExpBits'(InitExp);
      dismissed_q <= 1'b0;
    end else begin
      if (takes) max_q <= max;
      if (takes && in_last_i) phase_q <= Asks;
      if (phase_q == Asks && asked) phase_q <= Waits;
      if (phase_q == Waits && answered) begin
        phase_q     <= Writes;
        max_q       <= '0;
        exp_q       <= exp;
        dismissed_q <= again;
      end
    end
  end

  typedef struct packed {
    logic                         last;
    logic [Cols-1:0]              strb;
    logic [Cols-1:0][SigBits-1:0] sigs;
    logic                         overflow;
    logic [ExpBits-1:0]           exp;
    logic                         dismissed;
  } word_t;

  word_t in, out;
  assign in = '{
    last: in_last_i, strb: in_strb_i, sigs: sigs, overflow: |(overflows & in_strb_i), exp: exp_q,
    dismissed: dismissed_q
  };
  weft_pipe_reg #(.data_t(word_t)) u_stage (
    .clk_i, .rst_ni,
    .in_valid_i(in_valid_i && phase_q == Writes), .in_ready_o(stage_ready), .in_data_i(in),
    .out_valid_o, .out_ready_i, .out_data_o(out)
  );
  assign out_last_o      = out.last;
  assign out_strb_o      = out.strb;
  assign out_sigs_o      = out.sigs;
  assign out_overflow_o  = out.overflow;
  assign out_exp_o       = out.exp;
  assign out_dismissed_o = out.dismissed;

endmodule
