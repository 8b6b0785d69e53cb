// SPDX-License-Identifier: Apache-2.0
//
// How many elements come first: a count that PTRUE, WHILE and CNTB make without predicates.
//
//      PTRUE, CNTB, ...     a pattern's, of n elements:  POW2, ALL   n
//                                                        VLk         k, or 0 if that is more than n
//                                                        MUL4, MUL3  n less n mod 4, n mod 3
//      WHILELT, WHILELO     limit - a      if that is positive; n is the most
//      WHILELE, WHILELS     limit - a + 1  the same; n if the limit is the largest number there is
//
// n is a power of two, 2^k: its remainder by 3 is 1 if k is even and 2 if it is odd.

module weft_pred_length
  import weft_pred_pkg::*;
(
  input  logic [3:0]  log_n_i,      // 1 to 8
  input  logic [4:0]  pattern_i,
  output logic [8:0]  of_pattern_o,

  input  logic        wide_i,       // 64 bits, not 32
  input  logic        unsigned_i,
  input  logic        or_equal_i,
  input  logic [63:0] a_i,
  input  logic [63:0] limit_i,
  output logic [8:0]  of_while_o
);

  logic [8:0] n, exact;
  assign n     = 9'd1 << log_n_i;
  assign exact = pattern_i <= 5'd8 ? 9'(pattern_i) : 9'd16 << 3'(pattern_i - 5'd9);

  always_comb begin
    unique case (pattern_i) inside
      5'd0, 5'd31:  of_pattern_o = n;
      [5'd1:5'd13]: of_pattern_o = exact <= n ? exact : '0;
      5'd29:        of_pattern_o = n & ~9'd3;
      5'd30:        of_pattern_o = n - (log_n_i[0] ? 9'd2 : 9'd1);
      default:      of_pattern_o = '0;
    endcase
  end

  // 32 bits are extended. Of signed numbers the sign is turned, so that they compare as unsigned.

  function automatic logic [63:0] ordered(logic [63:0] x, logic wide, logic is_unsigned);
    logic [63:0] extended;
    extended = wide ? x : {{32{x[31] && !is_unsigned}}, x[31:0]};
    return extended ^ {!is_unsigned, 63'd0};
  endfunction

  logic [63:0] a, limit, difference;
  logic        less, equal, largest, many;
  assign a          = ordered(a_i, wide_i, unsigned_i);
  assign limit      = ordered(limit_i, wide_i, unsigned_i);
  assign difference = limit - a;
  assign less       = a < limit;
  assign equal      = a == limit;
  assign largest    = wide_i ? &limit : &limit_i[30:0] && limit_i[31] == unsigned_i;
  assign many       = (or_equal_i && largest) || (less && difference >= 64'(n));

  logic [8:0] some;
  assign some       = 9'(difference[7:0]) + 9'(or_equal_i);
  assign of_while_o = many ? n : some & {9{less || (or_equal_i && equal)}};

endmodule
