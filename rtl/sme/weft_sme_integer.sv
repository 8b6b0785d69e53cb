// SPDX-License-Identifier: Apache-2.0
//
// Integers of one beat with the operands that an instruction chooses, and their reductions.
//
//      a                register a; INDEX: the step
//      b                register b, its first element, a number, Xn, a count; INDEX: 0, 1, 2, ...
//      c                register c; INDEX: the start
//
// A reduction keeps a beat of partial results. Inactive elements take the identity. After the last
// beat its halves are folded together until one element is left: three times for bytes. The result
// is there in the cycle of the last fold.

`include "weft_gates.svh"

module weft_sme_integer
  import weft_sme_pkg::*;
#(
  parameter int unsigned StepW = 7,
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic             clk_i,

  input  uop_t             uop_i,
  input  logic [StepW-1:0] step_i,      // beats before
  input  logic             runs_i,
  input  logic             folding_i,
  input  logic [1:0]       fold_i,      // the how manieth
  input  beat_t            active_i,
  input  logic [63:0]      xn_i,
  input  logic [63:0]      xm_i,
  input  beat_t            count_i,
  input  beat_t            a_i,
  input  beat_t            b_i,
  input  beat_t            c_i,
  output beat_t            result_o
);

  alu_e op;
  logic reduces, indexes;
  assign op      = alu_e'(uop_i.op);
  assign reduces = uop_i.unit == Reduce;
  assign indexes = uop_i.unit == Alu && op == Index;

  // A number in all places; the numbers of INDEX, 0, 1, 2, ..., its step and start.
  beat_t number, numbers, first_number, repeated, index_step, index_start;
  always_comb begin
    case (uop_i.b_from)
      First:   number = b_i;
      Number:  number = uop_i.number;
      Xn:      number = xn_i;
      default: number = count_i;
    endcase
    case (uop_i.size)
      B:       numbers = 64'h0706_0504_0302_0100;
      H:       numbers = 64'h0003_0002_0001_0000;
      S:       numbers = 64'h0000_0001_0000_0000;
      default: numbers = '0;
    endcase
    numbers += first_number;
  end
  weft_sme_repeat u_number (.size_i(uop_i.size), .x_i(number), .repeated_o(repeated));
  weft_sme_repeat u_first_number (
    .size_i(uop_i.size), .x_i(64'(step_i) << (3'd3 - uop_i.size)), .repeated_o(first_number)
  );
  weft_sme_repeat u_step (
    .size_i(uop_i.size), .x_i(uop_i.step_is_x ? xm_i : {{59{uop_i.b[4]}}, uop_i.b}),
    .repeated_o(index_step)
  );
  weft_sme_repeat u_start (
    .size_i(uop_i.size), .x_i(uop_i.start_is_x ? xn_i : {{59{uop_i.a[4]}}, uop_i.a}),
    .repeated_o(index_start)
  );

  // The identity: the highest bit alone is the least signed number.
  beat_t identity, lowest;
  always_comb begin
    case (uop_i.size)
      B:       lowest = 64'h8080_8080_8080_8080;
      H:       lowest = 64'h8000_8000_8000_8000;
      S:       lowest = 64'h8000_0000_8000_0000;
      default: lowest = 64'h8000_0000_0000_0000;
    endcase
    case (op)
      Smax:      identity = lowest;
      Smin:      identity = ~lowest;
      Umin, And: identity = '1;
      default:   identity = '0;
    endcase
  end

  beat_t partial_q, a, b, c;
  always_comb begin
    a = a_i;
    b = uop_i.b_from inside {Vector, Indexed} ? b_i : repeated;
    c = c_i;
    if (indexes) begin
      a = index_step;
      b = numbers;
      c = index_start;
    end
    if (reduces) begin
      a = folding_i ? partial_q : (a & active_i) | (identity & ~active_i);
      b = folding_i ? partial_q >> (6'd32 >> fold_i) : step_i == '0 ? identity : partial_q;
    end
  end

  weft_sme_alu #(
    .Gates(Gates)
  ) u_alu (
    .op_i(op), .size_i(uop_i.size), .from_i(uop_i.msize),
    .a_unsigned_i(uop_i.unsigned_n), .b_unsigned_i(uop_i.unsigned_m),
    .a_i(a), .b_i(b), .c_i(c), .result_o
  );

  always_ff @(posedge clk_i) if (runs_i && reduces) partial_q <= result_o;

endmodule
