// SPDX-License-Identifier: Apache-2.0
//
// Minima, maxima and comparisons of one element as Arm has them, round weft_fcmp. Combinational.
//
//      Fmax, Fmin        the greater, the lesser; -0 is below +0; a NaN operand makes a NaN
//      Fmaxnm, Fminnm    the same, but a number wins over a quiet NaN
//      Fclamp            Fminnm(Fmaxnm(a, b), c)
//      Fcmge to Fcmuo    ones or zeros
//      Fcmp              N, Z, C, V in the low bits: 0011 unordered, 0110 equal, 1000 less, 0010
//                        greater
//
//         a   b
//         |   |
//       [ weft_fcmp ]   [ NaN of the operands ]
//             |                  |
//             +--------+---------+
//                      |   c
//                    [ weft_fcmp ]   [ NaN ]       Fclamp
//                      |
//                    result
//
// The operands are flushed already. A NaN result is the first signalling operand, else the first
// quiet one, made quiet. Fcmge, Fcmgt and, if loud, Fcmp raise invalid for every NaN, the others
// for a signalling one.

module weft_sme_float_pick
  import weft_float_pkg::*, weft_sme_pkg::*;
#(
  parameter  int unsigned ExpBits  = 8,
  parameter  int unsigned FracBits = 23,
  localparam int unsigned Width    = 1 + ExpBits + FracBits
) (
  input  float_e           op_i,
  input  logic             loud_i,
  input  logic             default_nan_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic [Width-1:0] result_o,
  output logic             invalid_o
);

  typedef logic [Width-1:0] number_t;

  // Operations of weft_fcmp.
  localparam logic [3:0] Equal = 4'd0, Less = 4'd2, LessEqual = 4'd3, MinimumNumber = 4'd4,
                         MaximumNumber = 4'd5, Minimum = 4'd6, Maximum = 4'd7;

  logic       number_wins;
  logic [3:0] op;
  assign number_wins = op_i inside {Fmaxnm, Fminnm, Fclamp};
  always_comb begin
    case (op_i)
      Fmax:           op = Maximum;
      Fmin:           op = Minimum;
      Fmaxnm, Fclamp: op = MaximumNumber;
      Fminnm:         op = MinimumNumber;
      Fcmge:          op = LessEqual;
      Fcmgt:          op = Less;
      default:        op = Equal;
    endcase
  end

  // Fcmge and Fcmgt are b <= a and b < a. Fcmp asks for less, and whether both are equal.
  logic    compares, turned, equal;
  number_t first, second, equal_bits, picked, greater;
  assign compares = !(op_i inside {Fmax, Fmin, Fmaxnm, Fminnm, Fclamp});
  assign turned   = op_i inside {Fcmge, Fcmgt};
  assign first    = turned ? b_i : a_i;
  assign second   = turned ? a_i : b_i;
  logic [4:0] unused_flags, unused_flags_2, unused_flags_3;
  logic       unused_ready, unused_ready_2, unused_ready_3;
  logic       unused_valid, unused_valid_2, unused_valid_3;
  weft_fcmp #(.ExpBits(ExpBits), .FracBits(FracBits)) u_first (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_ready),
    .in_op_i(op_i == Fcmp ? Less : op), .in_a_i(first), .in_b_i(second),
    .out_valid_o(unused_valid), .out_ready_i(1'b1), .out_result_o(picked),
    .out_flags_o(unused_flags)
  );
  weft_fcmp #(.ExpBits(ExpBits), .FracBits(FracBits)) u_equal (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_ready_2),
    .in_op_i(Equal), .in_a_i(a_i), .in_b_i(b_i),
    .out_valid_o(unused_valid_2), .out_ready_i(1'b1), .out_result_o(equal_bits),
    .out_flags_o(unused_flags_2)
  );
  assign equal   = equal_bits[0];

  logic [1:0] nan, signalling;  // a, b
  logic       unordered, any_signals, gives_nan;
  number_t    of_nan;
  weft_sme_float_nan #(.ExpBits(ExpBits), .FracBits(FracBits)) u_nan (
    .default_i(default_nan_i), .operand_i({b_i, a_i}), .nan_o(nan), .signalling_o(signalling),
    .result_o(of_nan)
  );
  assign unordered   = nan != '0;
  assign any_signals = signalling != '0;
  assign gives_nan   = any_signals || (number_wins ? &nan : unordered);
  assign greater     = gives_nan ? of_nan : picked;

  logic [1:0] clamp_nan, clamp_signalling;  // greater, c
  number_t    clamped, of_clamp_nan;
  weft_fcmp #(.ExpBits(ExpBits), .FracBits(FracBits)) u_clamp (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_ready_3),
    .in_op_i(MinimumNumber), .in_a_i(greater), .in_b_i(c_i),
    .out_valid_o(unused_valid_3), .out_ready_i(1'b1), .out_result_o(clamped),
    .out_flags_o(unused_flags_3)
  );
  weft_sme_float_nan #(.ExpBits(ExpBits), .FracBits(FracBits)) u_clamp_nan (
    .default_i(default_nan_i), .operand_i({c_i, greater}), .nan_o(clamp_nan),
    .signalling_o(clamp_signalling), .result_o(of_clamp_nan)
  );
  logic unused;
  assign unused = ^{unused_flags, unused_flags_2, unused_flags_3, unused_ready, unused_ready_2,
                    unused_ready_3, unused_valid, unused_valid_2, unused_valid_3, equal_bits};

  logic       truth;
  logic [3:0] nzcv;
  assign nzcv = unordered ? 4'b0011 : equal ? 4'b0110 : picked[0] ? 4'b1000 : 4'b0010;
  always_comb begin
    case (op_i)
      Fcmne:   truth = !equal;
      Fcmuo:   truth = unordered;
      default: truth = picked[0];
    endcase
  end

  always_comb begin
    result_o  = greater;
    invalid_o = any_signals;
    if (op_i == Fclamp) begin
      result_o  = clamp_signalling != '0 || &clamp_nan ? of_clamp_nan : clamped;
      invalid_o = any_signals || clamp_signalling[1];
    end
    if (compares) begin
      result_o  = op_i == Fcmp ? number_t'(nzcv) : {Width{truth}};
      invalid_o = unordered && (any_signals || op_i inside {Fcmge, Fcmgt}
                                || (op_i == Fcmp && loud_i));
    end
  end

endmodule
