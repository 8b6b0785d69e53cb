// SPDX-License-Identifier: Apache-2.0
//
// Converts an angle's significand to quarter turns: sig * (2 / pi) in units of 2^-40, exact for the
// constant's 40 bits.
//
// The partial products are those of the constant's canonic signed digits, of which no two
// neighbours are both nonzero:
//
//      2 / pi = 0.a2f9836e4e =  2^39 + 2^37 + 2^34 - 2^32 ...      14 words instead of 24
//
// A subtracted word is a complement; one constant word adds the ones that the complements lack.
// Source of the digits: G. W. Reitwiesner, Binary Arithmetic, 1960. Combinational.

module weft_sfu_turns #(
  parameter bit Gates = 1'b1  // 0: by the language's operator
) (
  input  logic [23:0] sig_i,
  output logic [63:0] turns_o
);

  localparam logic [39:0] TwoOverPi = 40'ha2_f983_6e4e;

  if (Gates) begin : gen_digits
    // Digit i is nonzero where 3 c and c differ at bit i + 1, and negative where c has a one there.
    localparam logic [42:0] Triple   = 43'(TwoOverPi) * 43'd3;
    localparam logic [42:0] Single   = 43'(TwoOverPi);
    localparam logic [41:0] NonZero  = Triple[42:1] ^ Single[42:1];
    localparam logic [41:0] Negative = NonZero & Single[42:1];

    localparam int unsigned Words = $countones(NonZero) + 1;

    logic [63:0] words [Words];
    always_comb begin
      int unsigned next;
      next = 0;
      words[Words-1] = '0;
      for (int i = 0; i < 42; i++) begin
        if (NonZero[i]) begin
          words[next] = (64'(sig_i) ^ {64{Negative[i]}}) << i;
          next += 1;
        end
        if (Negative[i]) words[Words-1] += 64'd1 << i;
      end
    end

    logic [63:0] sum, carry;
    weft_csa_tree #(.N(Words), .Width(64)) u_tree (
      .words_i(words), .keep_i('1), .sum_o(sum), .carry_o(carry)
    );
    logic top;
    weft_add_late #(.Width(64)) u_add (
      .a_i(sum), .b_i(carry), .late_i(1'b0), .top_o(top), .sum_o(turns_o)
    );
    logic unused;
    assign unused = top;
  end else begin : gen_operator
    assign turns_o = 64'(sig_i) * 64'(TwoOverPi);
  end

endmodule
