// SPDX-License-Identifier: Apache-2.0
//
// One element of floating point as Arm has it, round weft_fma: which NaN a result is, what FPCR
// flushes, the flags of FPSR.
//
//      Fadd   a + b        Fmul   a b
//      Fsub   a - b        Fmla   c + a b, rounded once        the others   weft_sme_float_pick
//
//        a   b   c
//        |   |   |
//      [ subnormals to zero, if FPCR says so ]----+
//        |   |   |                                |
//      [ weft_fma, tiny before rounding ]    [ NaN of the operands; weft_sme_float_pick ]
//        |                                        |
//      [ tiny to zero, if FPCR says so ]          |
//        |                                        |
//        +----------------- | -------------------+
//                         result
//
// A NaN is the first signalling operand, else the first quiet one, made quiet; of Fmla, c is the
// first. Infinity by zero is the default NaN even if c is a quiet one. Pipe is weft_fma's.

module weft_sme_float_lane
  import weft_float_pkg::*, weft_sme_pkg::*;
#(
  parameter  int unsigned ExpBits  = 8,
  parameter  int unsigned FracBits = 23,
  parameter  int unsigned Pipe     = 0,
  localparam int unsigned Width    = 1 + ExpBits + FracBits
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  float_e           op_i,
  input  round_e           round_i,
  input  logic             flush_i,        // subnormals, on both sides
  input  logic             default_nan_i,
  input  logic             loud_i,         // Fcmp: every NaN is invalid
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic [Width-1:0] result_o,
  output logic [7:0]       fpsr_o          // IDC, 0, 0, IXC, UFC, OFC, DZC, IOC
);

  typedef logic [Width-1:0] number_t;

  localparam int unsigned Stages = $countones(Pipe);

  logic fused, multiplies, picks;
  assign fused      = op_i == Fmla;
  assign multiplies = fused || op_i == Fmul;
  assign picks      = !(op_i inside {Fadd, Fsub, Fmul, Fmla});

  // Operands in places 0 to 2: a, b, c.
  number_t [2:0] number, flushed;
  logic    [2:0] subnormal;
  logic    [1:0] zero, inf;
  number_t       a, b, c;
  assign number    = {c_i, b_i, a_i};
  assign {c, b, a} = flushed;
  always_comb begin
    for (int k = 0; k < 3; k++) begin
      subnormal[k] = number[k][Width-2:FracBits] == '0 && number[k][FracBits-1:0] != '0;
      flushed[k]   = number[k] & {1'b1, {(Width-1){!(subnormal[k] && flush_i)}}};
    end
    for (int k = 0; k < 2; k++) begin
      zero[k] = flushed[k][Width-2:0] == '0;
      inf[k]  = &number[k][Width-2:FracBits] && number[k][FracBits-1:0] == '0;
    end
  end

  // The NaN that an operand makes of the result. Of Fmla, c is the first operand.

  logic [2:0] nan, signalling;
  logic       inf_by_zero;
  number_t    of_nan;
  assign inf_by_zero = fused && ((inf[0] && zero[1]) || (zero[0] && inf[1]));
  weft_sme_float_nan #(.ExpBits(ExpBits), .FracBits(FracBits), .Operands(3)) u_nan (
    .default_i(default_nan_i || (inf_by_zero && signalling == '0)),
    .operand_i(fused ? {b_i, a_i, c_i} : {b_i, b_i, a_i}),
    .nan_o(nan), .signalling_o(signalling), .result_o(of_nan)
  );

  logic    pick_invalid;
  number_t picked;
  weft_sme_float_pick #(.ExpBits(ExpBits), .FracBits(FracBits)) u_pick (
    .op_i, .loud_i, .default_nan_i, .a_i(a), .b_i(b), .c_i(c), .result_o(picked),
    .invalid_o(pick_invalid)
  );

  // The result that weft_fma has no part in: a NaN, or the one picked.
  typedef struct packed {
    logic    is_nan, picks, invalid, denormal, flush;
    number_t nan;
  } beside_t;

  beside_t beside_d, beside;
  assign beside_d = '{
    is_nan:   nan != '0 || picks,
    picks:    picks,
    invalid:  picks ? pick_invalid : signalling != '0 || inf_by_zero,
    denormal: flush_i && (subnormal[1:0] != '0 || (subnormal[2] && (fused || op_i == Fclamp))),
    flush:    flush_i,
    nan:      picks ? picked : of_nan
  };
  weft_delay #(.data_t(beside_t), .Stages(Stages)) u_beside (
    .clk_i, .rst_ni,
    .in_valid_i(1'b0), .in_data_i(beside_d), .out_valid_o(), .out_data_o(beside)
  );

  number_t result;
  flags_t  flags, raised;
  logic    unused;
  assign unused = ^{flags.divide_by_zero, raised.invalid, raised.divide_by_zero};
  weft_fma #(
    .ExpA(ExpBits), .FracA(FracBits), .ExpC(ExpBits), .FracC(FracBits), .TinyBefore(1), .Pipe(Pipe)
  ) u_fma (
    .clk_i, .rst_ni,
    .in_valid_i  (1'b1),
    .in_ready_o  (),
    .in_op_i     (fused ? 3'd0 : multiplies ? 3'd6 : {2'b10, op_i == Fsub}),
    .in_round_i  (round_i),
    .in_a_i      (a),
    .in_b_i      (b),
    .in_c_i      (fused ? c : b),
    .out_valid_o (),
    .out_ready_i (1'b1),
    .out_result_o(result),
    .out_flags_o (flags)
  );

  logic result_subnormal, tiny, to_zero;
  assign result_subnormal = result[Width-2:FracBits] == '0 && result[FracBits-1:0] != '0;
  assign tiny    = flags.underflow || result_subnormal;
  assign to_zero = tiny && beside.flush && !beside.picks;
  assign result_o = beside.is_nan ? beside.nan
                  : result & {1'b1, {(Width-1){!to_zero}}};

  // A NaN raises no flag of weft_fma but invalid; a tiny result does not overflow.
  assign raised = flags & {5{!beside.picks}};
  assign fpsr_o = {beside.denormal, 2'b0, raised.inexact && !to_zero, raised.underflow || to_zero,
                   raised.overflow, 1'b0, beside.is_nan ? beside.invalid : flags.invalid};

endmodule
