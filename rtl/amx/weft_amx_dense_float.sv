// SPDX-License-Identifier: Apache-2.0
//
// The word of vecfp's and matfp's step on vectors and rows, as fields, but for those that
// weft_amx_dense_integer has. Combinational.
//
//      as wide as Z    the word of the arithmetic, of the format itself
//      binary16        to binary32: FMLALB, FMLALT, whose products are exact
//      bfloat16        to binary32: the upper halves of words
//      bfloat16        even and odd lanes apart as binary32, rounded down and up; where these
//                      differ the odd one is taken, and rounded to bfloat16 by integers

module weft_amx_dense_float
  import weft_amx_pkg::*, weft_amx_word_pkg::*, weft_amx_dense_pkg::*;
(
  input  job_t   job_i,
  input  dense_t dense_i,
  input  place_t place_i,
  output micro_t micro_o
);

  dense_t      f;
  logic [63:0] k;
  step_t       step;
  logic        subtracts;
  assign f         = dense_i;
  assign k         = job_i.operand;
  assign step      = place_i.step;
  assign subtracts = f.alu == MulSub;

  // Vectors, and their even and odd lanes.
  logic [4:0] x, y;
  logic [4:0] xs[2], ys[2];
  assign x = vector_at(f.x, place_i.again, OfX);
  assign y = vector_at(f.y, place_i.again, OfY);
  for (genvar i = 0; i < 2; i++) begin : g_parts
    assign xs[i] = f.brain && x != Zero ? XParts + 5'(i) : x;
    assign ys[i] = f.y_in_parts && y != Zero ? YParts + 5'(i) : y;
  end

  // Constants: Sign is the bias of a rounding, or -0.
  micro_t     take;
  logic [1:0] not_size;
  assign not_size = f.rounds ? 2'd2 : f.sizes.z;
  always_comb begin
    unique case (step)
      TakeOne:      take = f.rounds ? dup(2'd2, One, 64'd1)
                           : f.brain ? dup(2'd2, One, one_of(2'd2)) : dup(2'd1, One, one_of(2'd1));
      TakeBias:     take = dup(2'd2, Sign, f.rounds ? 64'h7fff : sign_of(2'd2));
      TakeXEven:    take = permute(2'd1, Trn1, XParts, Zero, x);
      TakeXOdd:     take = permute(2'd1, Trn2, XParts + 5'd1, Zero, x);
      TakeYEven:    take = permute(2'd1, Trn1, YParts, Zero, y);
      TakeYOdd:     take = permute(2'd1, Trn2, YParts + 5'd1, Zero, y);
      // The lanes that become zero.
      TakeMov, TakeMovOdd: take = move(T0, Sign);
      TakeWiden:    take = vector_of(Fmlal, '0, T0, xs[0], One);
      TakeWidenOdd: begin
        take        = vector_of(Fmlal, '0, T0, xs[1], One);
        take.number = 6'd1;
      end
      TakeNot:      take = vector_of(NotPositive, not_size, 5'd4,
                                     f.widens && !f.brain ? T0 : xs[0], '0);
      TakeNotOdd:   take = vector_of(NotPositive, not_size, 5'd5,
                                     f.widens && !f.brain ? T0 : xs[1], '0);
      default:      take = '{form: PTrn, size: 2'd1, d: 5'd4, n: 5'd4, m: 5'd5, default: '0};
    endcase
  end

  // ---- rows ----

  // Turns are rows, or halves of lanes.
  row_t       at;
  logic [1:0] which;
  logic [5:0] row, j;
  logic       b, half;
  assign which = f.rounds ? 2'd0 : place_i.part;
  assign half  = place_i.part[0];
  assign at    = row_of(f, job_i, place_i.again, place_i.lane + 6'(which));
  assign row   = at.row;
  assign j     = at.j;
  assign b     = at.b[0];

  // A row's registers, and those of a half of it.
  logic [4:0] v, t, to, up, other;
  assign v = YParts + 5'd2 + {2'b0, which, 1'b0};
  assign t = v + 5'd1;
  assign {to, up, other} = half ? {T2, T3, OfY} : {T0, T1, OfX};

  // y of even lanes, y of a row, and both of an element.
  logic [4:0] y_even, y_row, half_x, half_y, element_x;
  logic       widens;
  assign widens    = f.widens && !f.brain;
  assign y_even    = f.matrix ? v : ys[0];
  assign y_row     = f.matrix ? v : ys[b];
  assign half_x    = xs[half];
  assign half_y    = f.matrix ? v : ys[half];
  assign element_x = xs[b];

  // The function of x, y and z in registers, of elements of a size.
  function automatic micro_t function_of(logic [3:0] alu, logic [1:0] size, logic [4:0] d,
                                         logic [4:0] of_z, logic [4:0] of_x, logic [4:0] of_y);
    micro_t m;
    unique case (alu)
      Minimum, Maximum: begin
        m      = vector_of(Fmin, size, d, '0, of_x);
        m.flag = alu == Maximum;
      end
      MulXY:   m = vector_of(Fmul, size, d, of_x, of_y);
      AddX:    m = vector_of(Fadd, size, d, of_z, of_x);
      AddY:    m = vector_of(Fadd, size, d, of_z, of_y);
      default: begin
        m      = vector_of(Fma, size, d, of_x, of_y);
        m.flag = alu == MulSub;
      end
    endcase
    return m;
  endfunction

  micro_t rows;
  always_comb begin
    unique case (step)
      NumLane: begin
        rows   = f.y_in_parts ? lane(2'd2, ys[j[0]], j >> 1)
                              : lane(f.sizes.y, ys[0], j);
        rows.d = v;
      end
      NumTake: rows = from_row(f.sizes.z, t, PAll, row, 1'b0);
      NumMov:  rows = move(f.alu inside {Minimum, Maximum} ? v : t, Sign);
      NumWiden: begin
        // A NaN becomes the default one.
        rows        = vector_of(Fmlal, '0, t, y_row, One);
        rows.number = {5'b0, b};
        if (f.brain) rows = vector_of(Fmul, 2'd2, t, y_row, One);
        else if (f.alu != Select) {rows.d, rows.n} = {v, xs[0]};
      end
      NumValue: begin
        rows = function_of(f.alu, f.sizes.z, t, t, element_x, y_row);
        if (f.alu == Select) begin
          rows = choose(f.sizes.z, t, {2'b10, b}, Zero, f.widens ? t : y_row);
        end else if (widens) begin
          unique case (f.alu)
            Minimum, Maximum: rows.m = v;
            AddX, AddY: rows = vector_of(Fmlal, '0, t, f.alu == AddX ? xs[0] : y_even, One);
            default:    rows = vector_of(Fmlal, '0, t, xs[0], y_even);
          endcase
          if (!(f.alu inside {Minimum, Maximum})) begin
            rows.number = {5'b0, b};
            rows.flag   = subtracts;
          end
        end
      end
      NumHalf: rows = permute(2'd1, half ? Trn2 : Trn1, to, Zero, t);
      NumCopy: rows = move(up, to);
      NumUp: begin
        rows        = function_of(f.alu, 2'd2, up, to, half_x, half_y);
        rows.rounds = Up;
      end
      NumDown: begin
        rows = function_of(f.alu, 2'd2, to, to, half_x, half_y);
        if (!(f.alu inside {Minimum, Maximum})) rows.rounds = Down;
      end
      NumOdd:  rows = vector_of(And, '0, other, to, One);
      NumLess: rows = vector_of(Subtract, 2'd2, to, to, up);
      NumExact: rows = vector_of(Mla, 2'd2, up, other, to);
      NumTie:  rows = shift(1'b0, 2'd2, other, up, 6'd16);
      NumTieBit: rows = vector_of(And, '0, other, other, One);
      NumBias: rows = vector_of(Add, 2'd2, up, up, Sign);
      NumRound: rows = vector_of(Add, 2'd2, to, up, other);
      NumTrn:  rows = permute(2'd1, Trn2, t, T0, T2);
      default: rows = to_row(f.sizes.z, at.predicate, row, t, 1'b0);
    endcase
  end

  // ---- outer products ----

  // A product of pairs of binary16 has -0 for its second one; of bfloat16 it is of words. Tile i is
  // of half i mod 2 of x, i / 2 of y; words are those of x and y in turns.
  micro_t     products;
  logic       pairs;
  logic [1:0] tile, turn_of_trn;
  logic [4:0] dummy;
  logic [2:0] px, py;
  assign pairs       = !f.brain;
  assign tile        = 2'(step - OutSum);
  assign turn_of_trn = 2'(step - OutTrn);
  assign dummy       = subtracts ? Zero : T0;
  assign px = f.everything ? PAll : !f.widens ? 3'd0 : tile[0] ? 3'd1 : 3'd2;
  assign py = f.lanes_y.all ? PAll : !f.widens ? 3'd4 : tile[1] ? 3'd5 : 3'd3;
  always_comb begin
    unique case (step)
      OutY:     products = make(f.lanes_y, 1'b0, 3'd4, f.sizes.y);
      OutYEnd:  products = make(f.lanes_y, 1'b1, 3'd4, f.sizes.y);
      OutPx:    products = both(1'b0, 3'd2, 3'd0);
      OutPy:    products = both(1'b0, 3'd3, 3'd4);
      OutPyOdd: products = both(1'b1, 3'd5, 3'd4);
      OutDummy: products = dup(2'd1, T0, sign_of(2'd1));
      OutTrn, OutTrn + 5'd1, OutTrn + 5'd2, OutTrn + 5'd3: begin
        products   = permute(2'd1, turn_of_trn[1] ? Trn2 : Trn1,
                             (turn_of_trn[0] ? YParts : XParts) + 5'(turn_of_trn[1]), Zero,
                             turn_of_trn[0] ? y : x);
        if (pairs) begin
          products.n = turn_of_trn[0] ? y : x;
          products.m = turn_of_trn[0] ? dummy : Zero;
        end
      end
      default: begin
        products = product(pairs ? FmopaPairs : Fmopa, 2'd2, subtracts, {4'b0, tile}, py, px,
                           YParts + 5'(tile[1]), XParts + 5'(tile[0]));
        if (!f.widens) begin
          products = product(Fmopa, f.sizes.x, subtracts,
                             {3'b0, k[22:20] & ~(3'b111 << f.sizes.x)}, py, px, y, x);
        end
      end
    endcase
  end

  always_comb begin
    unique case (section_e'(place_i.section))
      Take:    micro_o = take;
      RowsOfZ: micro_o = rows;
      default: micro_o = products;
    endcase
  end

  logic unused;
  assign unused = ^{job_i, f, k, place_i};

endmodule
