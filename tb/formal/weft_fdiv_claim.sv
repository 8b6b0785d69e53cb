// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_fdiv_digit, for every remainder in its range, however it is split into sum and
// carry, and every divisor or partial result, at every place:
//
//     the digit s that is appended is one of -2 to 2, and qm' = q' - 4^-(j+1);
//     v' = 4 v - s d, or 4 v - s q - s^2 4^-(j+1) / 2 of a root;
//     v' is in the range again.
//
// The range of a quotient's remainder is 3 |v| <= 2 d. That of a root after j digits is
// -6 q + 2 4^-j <= 9 v <= 6 q + 2 4^-j, with q from 1/2 to 1, v >= 0 if q is 1/2 and v < 0 if it is
// 1: the radicand is from 1/4 to below 1. Before the first digit q is 1 and v >= -3/8. The remainders
// with which weft_fdiv begins are in these ranges, so all later ones are, by induction.

module weft_fdiv_claim #(
  parameter bit          Root   = 1'b0,
  parameter int unsigned Places = 28
) (
  input  logic [Places:0]   sum_i,
  input  logic [Places:0]   carry_i,
  input  logic [Places-1:0] divisor_i,
  input  logic [Places:0]   q_i,
  input  logic [5:0]        digits_i,  // j
  output logic              holds_o
);

  // Places binary places and eight bits before them.
  typedef logic signed [Places+7:0] wide_t;
  localparam wide_t One = wide_t'(1) << Places;

  function automatic wide_t remainder(logic [Places:0] sum, logic [Places:0] carry);
    logic signed [Places:0] v;
    v = sum + carry;
    return wide_t'(v);
  endfunction

  logic [Places:0] here, qm, sum, carry, q_next, qm_next;
  wide_t           unit, q, d, v;
  assign here = (Places+1)'(1) << (Places - 2 - 32'(2 * digits_i));
  assign unit = wide_t'({1'b0, here} << 2);  // 4^-j
  assign qm   = q_i - (Places+1)'(unit);
  assign q    = wide_t'({1'b0, q_i});
  assign d    = wide_t'({1'b0, divisor_i});
  assign v    = remainder(sum_i, carry_i);

  weft_fdiv_digit #(
    .Places(Places)
  ) u_digit (
    .root_i   (Root),
    .sum_i,
    .carry_i,
    .divisor_i,
    .q_i,
    .qm_i     (qm),
    .here_i   (here),
    .sum_o    (sum),
    .carry_o  (carry),
    .q_o      (q_next),
    .qm_o     (qm_next)
  );

  function automatic logic in_range(wide_t v, wide_t q, wide_t d, wide_t unit);
    if (!Root) return 3 * v <= 2 * d && 3 * v >= -2 * d;
    return 9 * v <= 6 * q + 2 * unit && 9 * v >= 2 * unit - 6 * q
           && q >= One / 2 && q <= One && (q != One / 2 || v >= 0) && (q != One || v < 0);
  endfunction

  // Assumptions.
  logic placed, given;
  assign placed = 32'(digits_i) < (Places - Root) / 2
               && (q_i & ((Places+1)'(unit) - (Places+1)'(1))) == '0;
  assign given  = placed && divisor_i[Places-1] && in_range(v, q, d, unit)
               && (!Root || digits_i != 0 || 8 * v >= -3 * One);

  // Conclusions.
  logic [Places:0]        appended;
  logic                   digit, exact;
  logic signed [2:0]      s;
  wide_t                  v_next, less;
  assign appended = q_next - q_i;
  always_comb begin
    digit = 1'b1;
    unique if (appended == '0) s = 3'sd0;
    else if (appended == here) s = 3'sd1;
    else if (appended == here << 1) s = 3'sd2;
    else if (appended == -here) s = -3'sd1;
    else if (appended == -(here << 1)) s = -3'sd2;
    else begin
      s     = 3'sd0;
      digit = 1'b0;
    end
  end
  assign v_next = remainder(sum, carry);
  always_comb begin
    less = '0;
    unique case (s)
      3'sd1:   less = Root ? q + wide_t'({1'b0, here >> 1}) : d;
      3'sd2:   less = Root ? 2 * q + wide_t'({1'b0, here << 1}) : 2 * d;
      -3'sd1:  less = Root ? wide_t'({1'b0, here >> 1}) - q : -d;
      -3'sd2:  less = Root ? wide_t'({1'b0, here << 1}) - 2 * q : -2 * d;
      default: ;
    endcase
  end
  assign exact = v_next == 4 * v - less && qm_next == q_next - here;
  assign holds_o = !given
                || (digit && exact && in_range(v_next, wide_t'({1'b0, q_next}), d, wide_t'({1'b0, here})));

endmodule
