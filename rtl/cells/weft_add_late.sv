// SPDX-License-Identifier: Apache-2.0
//
// a + b + late, where the late carry comes from the sum itself: an end-around carry.
//
//      g = a & b, p = a ^ b;    (g, p) o (g', p') = (g | p & g', p & p')
//
// A parallel-prefix network (Brent and Kung) gives each bit position the pair (G, P) of all bits
// below it. The carry into a position is G | P & late, so `late` passes two gates. top_o is the
// sum's top bit with late = 0. Modulo 2^Width. Combinational.

module weft_add_late #(
  parameter int unsigned Width = 53,
  parameter bit          Gates = 1'b1  // 0: the same by the language's operators
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             late_i,
  output logic             top_o,
  output logic [Width-1:0] sum_o
);

  if (Gates) begin : gen_prefix
    logic [Width-1:0] half, g, p;
    assign half = a_i ^ b_i;

    always_comb begin
      g = a_i & b_i;
      p = half;
      for (int l = 0; l < $clog2(Width - 1); l++) begin
        for (int i = (2 << l) - 1; i < Width - 1; i += 2 << l) begin
          g[i] = g[i] | (p[i] & g[i - (1 << l)]);
          p[i] = p[i] & p[i - (1 << l)];
        end
      end
      for (int l = $clog2(Width - 1) - 1; l >= 0; l--) begin
        for (int i = (3 << l) - 1; i < Width - 1; i += 2 << l) begin
          g[i] = g[i] | (p[i] & g[i - (1 << l)]);
          p[i] = p[i] & p[i - (1 << l)];
        end
      end
    end

    assign top_o = half[Width-1] ^ g[Width-2];
    assign sum_o = half ^ {g[Width-2:0] | (p[Width-2:0] & {(Width-1){late_i}}), late_i};
  end else begin : gen_operators
    logic [Width-1:0] early;
    assign early = a_i + b_i;
    assign top_o = early[Width-1];
    assign sum_o = early + Width'(late_i);
  end

endmodule
