// SPDX-License-Identifier: Apache-2.0
//
// a * b + c under the controls of FPCR: a multiply-add with three more bits than the format,
// rounded to odd, and then the final rounding.
//
//      a   b   c 000
//      [ weft_fma  ]      1.ffff...f g h s      s: the last place, one if anything was lost
//      [ round     ]      1.ffff...f
//
// After rounding to odd with two extra bits, a second rounding is still exact; the third bit
// detects tininess. The sign of a zero difference needs a separate rule.
//
// The latency in cycles is the number of ones in Pipe; a result never waits. Without a result, the
// output is zero. Source: S. Boldo and G. Melquiond, Emulation of a FMA and Correctly Rounded Sums:
// Proved Algorithms Using Rounding to Odd, IEEE Transactions on Computers, 2008.

module weft_mopa_float
  import weft_float_pkg::*;
  import weft_mopa_pkg::*;
#(
  parameter  int unsigned ExpBits  = 8,
  parameter  int unsigned FracBits = 23,
  parameter  int unsigned Pipe     = 14,
  parameter  int unsigned Gates    = 0,
  localparam int unsigned Width    = 1 + ExpBits + FracBits
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  input  control_t         in_control_i,
  input  logic [Width-1:0] in_a_i,  // subnormals are already flushed
  input  logic [Width-1:0] in_b_i,
  input  logic [Width-1:0] in_c_i,

  input  control_t         out_control_i,  // the input, delayed to the result
  output logic [Width-1:0] out_result_o
);

  localparam int unsigned Frac = FracBits + 3;

  logic [Width-1:0] c;
  logic             tiny;
  assign tiny = in_control_i.flush_in && ~|in_c_i[Width-2:FracBits];
  assign c    = {in_c_i[Width-1:FracBits], in_c_i[FracBits-1:0] & {FracBits{!tiny}}};

  logic             valid, unused_ready;
  logic [Width+2:0] odd;
  flags_t           flags;
  weft_fma #(
    .ExpA(ExpBits), .FracA(FracBits), .ExpC(ExpBits), .FracC(Frac), .Pipe(Pipe), .Gates(Gates)
  ) u_fma (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o(unused_ready),
    .in_op_i('0), .in_round_i(Odd), .in_a_i, .in_b_i, .in_c_i({c, 3'b0}),
    .out_valid_o(valid), .out_ready_i(1'b1), .out_result_o(odd), .out_flags_o(flags)
  );

  logic p_sign, c_sign, zero_sign, out_zero_sign, unused_valid;
  assign p_sign    = in_a_i[Width-1] ^ in_b_i[Width-1];
  assign c_sign    = c[Width-1];
  assign zero_sign = in_control_i.round == Down ? p_sign || c_sign : p_sign && c_sign;
  weft_delay #(.Stages($countones(Pipe))) u_zero_sign (
    .clk_i, .rst_ni,
    .in_valid_i, .in_data_i(zero_sign), .out_valid_o(unused_valid), .out_data_o(out_zero_sign)
  );

  logic               sign;
  logic [ExpBits-1:0] exp;
  logic [Frac-1:0]    frac;
  assign {sign, exp, frac} = odd;

  logic ones, normal, zero;
  assign ones   = &exp;
  assign normal = |exp;
  assign zero   = !normal && ~|frac;

  // The multiply-add turns an overflow into its largest number, which is beyond the format's and
  // overflows again.
  logic [Width-1:0] result;
  weft_mopa_round #(.ExpBits(ExpBits), .FracBits(FracBits)) u_round (
    .control_i(out_control_i), .sign_i(zero ? out_zero_sign : sign),
    .inf_i(ones && ~|frac), .nan_i(ones && |frac),
    .exp_i({2'b0, exp | {ExpBits{flags.overflow}}} | (ExpBits+2)'(!normal)),
    .sig_i({normal, frac[Frac-1:3]}), .half_i(frac[2]), .quarter_i(frac[1]), .sticky_i(|frac[1:0]),
    .number_o(result)
  );
  assign out_result_o = result & {Width{valid}};

  logic unused;
  assign unused = ^{unused_ready, unused_valid, flags, in_control_i, out_control_i};

endmodule
