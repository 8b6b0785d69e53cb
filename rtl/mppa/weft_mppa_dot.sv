// SPDX-License-Identifier: Apache-2.0
//
// One element of an integer product: d = c + a[0] * b[0] + a[1] * b[1] + ..., over eight lanes of 8
// bits or four of 16 (wide). Each operand is two's complement or unsigned; the sum is modulo 2^64,
// of which the low 32 bits are used for 8-bit lanes.
//
// Both sizes share 9 x 9-bit multipliers, four for each 16 bits of a and b:
//
//      16 bits:   a b = 2^16 ah bh + 2^8 (ah bl + al bh) + al bl
//       8 bits:         ah bh                            + al bl
//
//      lanes      high, 20 bits     mixed, 21 bits      low, 20 bits
//                      |                  |                  |
//      wide       << 16 or 0         << 8 or none            |
//                      +------------------+------------------+--- c
//
// The ninth bit is the sign; with wide, a low half is unsigned. Combinational.

module weft_mppa_dot
  import weft_mppa_pkg::*;
(
  input  logic     wide_i,
  input  logic     a_unsigned_i,
  input  logic     b_unsigned_i,
  input  quarter_t a_i,
  input  quarter_t b_i,
  input  quarter_t c_i,
  output quarter_t d_o
);

  function automatic logic [17:0] product(logic [8:0] x, logic [8:0] y);
    return 18'($signed(x)) * 18'($signed(y));
  endfunction

  logic [19:0] low, high;
  logic [20:0] mixed;
  always_comb begin
    logic [8:0]  a_low, a_high, b_low, b_high;
    logic [17:0] ll, lh, hl, hh;
    low   = '0;
    mixed = '0;
    high  = '0;
    for (int l = 0; l < 4; l++) begin
      a_low  = {a_i[16*l+7] & !(wide_i | a_unsigned_i), a_i[16*l+:8]};
      b_low  = {b_i[16*l+7] & !(wide_i | b_unsigned_i), b_i[16*l+:8]};
      a_high = {a_i[16*l+15] & !a_unsigned_i, a_i[16*l+8+:8]};
      b_high = {b_i[16*l+15] & !b_unsigned_i, b_i[16*l+8+:8]};
      ll     = product(a_low, b_low);
      lh     = product(a_low, b_high);
      hl     = product(a_high, b_low);
      hh     = product(a_high, b_high);
      low    = low + {{2{ll[17]}}, ll};
      mixed  = mixed + {{3{lh[17]}}, lh} + {{3{hl[17]}}, hl};
      high   = high + {{2{hh[17]}}, hh};
    end
  end

  // 35 bits hold the sum of four products of unsigned 16-bit numbers, and a sign.
  logic [35:0] low_term, mixed_term, high_term, high_wide, sum;
  assign low_term   = {{16{low[19]}}, low};
  assign mixed_term = {{7{mixed[20]}}, mixed, 8'b0} & {36{wide_i}};
  assign high_term  = {{16{high[19]}}, high};
  assign high_wide  = {high, 16'b0};
  assign sum        = low_term + mixed_term
                    + ((high_wide & {36{wide_i}}) | (high_term & {36{!wide_i}}));
  assign d_o        = c_i + {{28{sum[35]}}, sum};

endmodule
