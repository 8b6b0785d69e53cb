// SPDX-License-Identifier: Apache-2.0
//
// One digit of a quotient or square root, radix 4, digits -2 to 2.
//
//      quotient      v' = 4 v - s d                         q' = q + s 4^-(j+1)
//      root          v' = 4 v - s q - s^2 4^-(j+1) / 2       the same
//
//      sum, carry (v)       d, or q and qm
//          |                     |
//      [ x 4 ]--top 8 bits--> [ add ]--> [ select by the top of d or q ]--> s
//          |                                                               |
//          +----------------------> [ carry-save add ] <---[ multiple ]<---+
//                                          |                               |
//                                  sum, carry (v')        [ append ]<------+
//                                                             |
//                                                           q', qm'
//
// A remainder v is a number between -1 and 1 with Places binary places, in carry-save form; it
// stays between -2/3 d and 2/3 d, of a root between -2/3 q and 2/3 q but for the last place. The
// partial result q has 2 j places behind the first bit, which is one; qm is q - 4^-j, so that a
// negative digit is appended without a borrow. here has one bit set, of weight 4^-(j+1).
//
// The estimate of 4 v has 5 binary places and is at most 1/16 low. It is compared with four bounds
// for each sixteenth of d or q between 1/2 and 1. Every bound lies where both digits beside it keep
// the remainder in its range, for quotients and for every place of a root
// (tb/formal/weft_fdiv_claim.sv); the first digit of a root, where q is 1, takes those of 13/16.
//
// Source: M. Ercegovac, T. Lang, Division and Square Root: Digit-Recurrence Algorithms and
// Implementations, 1994: recurrences and conversion on the fly. The bounds are this unit's own.
// Combinational.

module weft_fdiv_digit #(
  parameter int unsigned Places = 28
) (
  input  logic              root_i,
  input  logic [Places:0]   sum_i,
  input  logic [Places:0]   carry_i,
  input  logic [Places-1:0] divisor_i,  // between 1/2 and 1
  input  logic [Places:0]   q_i,
  input  logic [Places:0]   qm_i,
  input  logic [Places:0]   here_i,
  output logic [Places:0]   sum_o,
  output logic [Places:0]   carry_o,
  output logic [Places:0]   q_o,
  output logic [Places:0]   qm_o
);

  typedef logic [Places:0]   word_t;
  typedef logic signed [7:0] estimate_t;

  // Select the digit.

  logic [2:0] eighth;  // of the divisor, above its leading one
  estimate_t  estimate;
  assign estimate = sum_i[Places -: 8] + carry_i[Places -: 8];
  always_comb begin
    eighth = divisor_i[Places-2 -: 3];
    if (root_i) eighth = q_i[Places-2 -: 3];
    if (root_i & q_i[Places]) eighth = here_i[Places-2] ? 3'd5 : 3'd7;
  end

  estimate_t two, one, none, minus_one;  // the least estimates of digits 2, 1, 0 and -1
  always_comb begin
    unique case (eighth)
      3'd0: {two, one, none, minus_one} = {8'sd24, 8'sd8,  -8'sd8,  -8'sd26};
      3'd1: {two, one, none, minus_one} = {8'sd28, 8'sd8,  -8'sd8,  -8'sd28};
      3'd2: {two, one, none, minus_one} = {8'sd32, 8'sd8,  -8'sd12, -8'sd32};
      3'd3: {two, one, none, minus_one} = {8'sd32, 8'sd8,  -8'sd12, -8'sd34};
      3'd4: {two, one, none, minus_one} = {8'sd36, 8'sd12, -8'sd12, -8'sd36};
      3'd5: {two, one, none, minus_one} = {8'sd40, 8'sd12, -8'sd12, -8'sd40};
      3'd6: {two, one, none, minus_one} = {8'sd44, 8'sd16, -8'sd16, -8'sd44};
      3'd7: {two, one, none, minus_one} = {8'sd48, 8'sd16, -8'sd16, -8'sd48};
    endcase
  end

  logic is_two, is_one, is_none, is_minus_one, is_minus_two, positive, negative;
  assign is_two       = estimate >= two;
  assign is_one       = estimate >= one & !is_two;
  assign is_none      = estimate >= none & estimate < one;
  assign is_minus_two = estimate < minus_one;
  assign is_minus_one = estimate < none & !is_minus_two;
  assign positive     = is_two | is_one;
  assign negative     = is_minus_two | is_minus_one;

  function automatic word_t only(word_t x, logic when);
    return x & {(Places+1){when}};
  endfunction

  // Subtract the multiple: of a positive digit its complement and a one.

  word_t divisor, single, double, single_plus, double_plus, multiple, addend, majority;
  assign divisor     = {1'b0, divisor_i};
  assign single      = root_i ? q_i | (here_i >> 1) : divisor;
  assign double      = root_i ? (q_i << 1) | (here_i << 1) : divisor << 1;
  assign single_plus = root_i ? qm_i | (here_i << 1) | here_i | (here_i >> 1) : divisor;
  assign double_plus = root_i ? (qm_i << 1) | (here_i << 2) | (here_i << 1) : divisor << 1;
  assign multiple    = only(single, is_one) | only(double, is_two)
                     | only(single_plus, is_minus_one) | only(double_plus, is_minus_two);
  assign addend      = multiple ^ {(Places+1){positive}};

  word_t sum, carry;
  assign sum      = sum_i << 2;
  assign carry    = carry_i << 2;
  assign sum_o    = sum ^ carry ^ addend;
  assign majority = (sum & carry) | (sum & addend) | (carry & addend);
  assign carry_o  = (majority << 1) | word_t'(positive);

  // Append the digit.

  assign q_o  = only(qm_i, negative) | only(q_i, !negative)
              | only(here_i << 1, is_two | negative) | only(here_i, is_one | is_minus_one);
  assign qm_o = only(q_i, positive) | only(qm_i, !positive)
              | only(here_i << 1, is_none | is_minus_one) | only(here_i, is_two | is_none | is_minus_two);

endmodule
