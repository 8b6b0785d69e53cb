// SPDX-License-Identifier: Apache-2.0
//
// The leading one of the magnitude of a sum is where weft_lza says, or one place to the right.
//
// The magnitude is weft_fma_add's. An addition's is a + b, which must fit in Width bits: the FMA asks
// only where the sum lies in the low part. A subtraction's is a + b - 2^Width + carry or, if a + b is
// below 2^Width, the complement. Of the magnitudes 0 and 1 nothing is claimed.

module weft_lza_claim #(
  parameter  int unsigned Width  = 52,
  localparam int unsigned CountW = $clog2(Width + 1)
) (
  input  logic [Width:0] a_i,
  input  logic [Width:0] b_i,
  input  logic           subtract_i,
  input  logic           sticky_i,
  output logic           holds_o
);

  logic              carry;
  logic [CountW-1:0] zeros;
  assign carry = subtract_i & !sticky_i;
  weft_lza #(.Width(Width)) u_lza (
    .a_i, .b_i, .sign_i(subtract_i), .carry_i(carry), .zeros_o(zeros)
  );

  logic             positive, fits;
  logic [Width:0]   sum;
  logic [Width-1:0] magnitude;
  assign sum       = a_i + b_i;
  assign positive  = !subtract_i | sum[Width];
  assign fits      = subtract_i | !sum[Width];
  assign magnitude = positive ? sum[Width-1:0] + Width'(carry) : ~sum[Width-1:0];

  // From the next lower place up, the magnitude is 1, 2 or 3.
  logic [Width-1:0] top;
  assign top     = magnitude >> (CountW'(Width - 2) - zeros);
  assign holds_o = !fits | magnitude <= Width'(1)
                 | (zeros <= CountW'(Width - 2) & top != '0 & top <= Width'(3));

endmodule
