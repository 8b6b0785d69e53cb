// SPDX-License-Identifier: Apache-2.0
//
// a * b + addend of every lane as two words with that sum modulo the lane: one array of Booth
// digits and one carry-save tree.
//
//      In four lanes, six rows each (digits 0, 7, 14 and 21 are zero):
//
//                                                      xxxxxxx   digit 1 of b, a of lane 0
//                                                     xxxxxxx    digit 2 of b, a of lane 0
//                                                     ...
//                                                 xxxxxxx        digit 6 of b, a of lane 0
//                                        xxxxxxx                 digit 8 of b, a of lane 1
//                                       ...
//                                   xxxxxxx                      digit 13 of b, a of lane 1
//                          xxxxxxx                               digit 15 of b, a of lane 2
//                         ...
//                     xxxxxxx                                    digit 20 of b, a of lane 2
//            xxxxxxx                                             digit 22 of b, a of lane 3
//           ...
//       xxxxxxx                                                  digit 27 of b, a of lane 3
//      112         84            56            28             0
//
// A row is a digit of one lane's b by that lane's a; the other bits of a are masked. It is a row as
// of weft_booth: complement, ones and sign end where the lane ends, and so do the tree's carries. A
// lane's last digit is not negative, as b's top bit is zero. Combinational.

module weft_fma_simd_tree
  import weft_fma_simd_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: the same by the language's operators
) (
  input  shape_t shape_i,
  input  high_t  a_i,
  input  high_t  b_i,
  input  low_t   addend_i,
  output low_t   sum_o,
  output low_t   carry_o
);

  if (Gates) begin : gen_tree
    localparam int unsigned Digits = 28;  // the first is zero
    localparam shape_words_t Bottoms = from_bottom(14, 0, 1);

    // The digit's lane, in lanes of 2^n slots.
    function automatic int unsigned owner(int unsigned n, int unsigned digit);
      return (2 * digit - 1) / (7 << n);
    endfunction

    function automatic high_t own_bits(int unsigned n, int unsigned digit);
      return ({(7*Slots){1'b1}} >> (7 * Slots - (7 << n))) << ((7 << n) * owner(n, digit));
    endfunction

    function automatic low_t own_product(int unsigned n, int unsigned digit);
      return ({(14*Slots){1'b1}} >> (14 * Slots - (14 << n))) << ((14 << n) * owner(n, digit));
    endfunction

    low_t rows [Digits];
    always_comb begin
      logic  one, two, negative, below;
      high_t own, a, multiple;
      low_t  fill;
      below = 1'b0;
      for (int unsigned r = 1; r < Digits; r++) begin
        one      = b_i[2*r-1] ^ b_i[2*r];
        two      = (b_i[2*r-1] == b_i[2*r]) & (b_i[2*r] != b_i[2*r+1]);
        negative = b_i[2*r+1];
        own  = '0;
        fill = '0;
        for (int unsigned n = 0; n < Shapes; n++) begin
          own |= own_bits(n, r) & {(7*Slots){shape_i[n]}};
          // The sign's complement and a one above it; in a lane's first row, the sum of that and
          // one.
          if (r == 1 || owner(n, r - 1) != owner(n, r)) begin
            fill |= (low_t'({!negative, {2{negative}}}) << ((7 << n) * (owner(n, r) + 1) + 2 * r))
                  & own_product(n, r) & {(14*Slots){shape_i[n]}};
          end else begin
            fill |= (low_t'({1'b1, !negative}) << ((7 << n) * (owner(n, r) + 1) + 2 * r))
                  & own_product(n, r) & {(14*Slots){shape_i[n]}};
            fill |= low_t'(below && shape_i[n]) << ((7 << n) * owner(n, r) + 2 * r - 2);
          end
        end
        a        = a_i & own;
        multiple = ((a & {(7*Slots){one}}) | ((a << 1) & {(7*Slots){two}}))
                 ^ (own & {(7*Slots){negative}});
        rows[r-1] = (low_t'(multiple) << (2 * r)) | fill;
        below     = negative;
      end
      rows[Digits-1] = addend_i;
    end

    weft_csa_tree #(.N(Digits), .Width(14 * Slots), .Lanes(1'b1)) u_tree (
      .words_i(rows), .keep_i(~low_t'(of_shape(shape_i, Bottoms))), .sum_o, .carry_o
    );
  end else begin : gen_operators
    always_comb begin
      sum_o = '0;
      case (shape_i)
        4'b1000: sum_o = 112'(a_i) * 112'(b_i);
        4'b0100:
          for (int l = 0; l < 2; l++) begin
            sum_o[56*l +: 56] = 56'(a_i[28*l +: 28]) * 56'(b_i[28*l +: 28]);
          end
        4'b0010:
          for (int l = 0; l < 4; l++) begin
            sum_o[28*l +: 28] = 28'(a_i[14*l +: 14]) * 28'(b_i[14*l +: 14]);
          end
        default:
          for (int l = 0; l < 8; l++) begin
            sum_o[14*l +: 14] = 14'(a_i[7*l +: 7]) * 14'(b_i[7*l +: 7]);
          end
      endcase
    end
    assign carry_o = addend_i;
  end

endmodule
