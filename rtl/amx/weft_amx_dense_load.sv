// SPDX-License-Identifier: Apache-2.0
//
// The word of a dense job's step that makes predicates or loads a vector, as fields. Combinational.
//
//      enables     P0 to P3, of the rows of a lane; of bytes beside halfwords P4 and P5 before them
//      a vector    a register of the pool, or Z16 (X), Z17 (Y), which are made:
//                  64 bytes at an offset; numbers of 2 or 4 bits, unpacked, and the lanes of a
//                  register that they name; a shuffle; a lane for all

module weft_amx_dense_load
  import weft_amx_pkg::*, weft_amx_word_pkg::*, weft_amx_dense_pkg::*;
(
  input  job_t   job_i,
  input  dense_t dense_i,
  input  place_t place_i,
  output micro_t micro_o
);

  dense_t f;
  assign f = dense_i;

  // ---- predicates ----

  // The first of them, and those made of it for other rows.
  micro_t     enables;
  lanes_t     first, second;
  logic [1:0] size; // of the narrower lanes
  logic [2:0] at;
  assign first  = f.mixed ? lanes_of_bytes(f) : f.lanes_x;
  assign second = lanes_of_halves(f);
  assign size   = f.mixed ? 2'd0 : f.sizes.x;
  assign at     = f.mixed ? 3'd4 : 3'd0;
  always_comb begin
    unique case (place_i.step)
      EnX:     enables = make(first, 1'b0, at, size);
      EnXEnd:  enables = make(first, 1'b1, at, size);
      EnY:     enables = make(second, 1'b0, 3'd5, 2'd1);
      EnYEnd:  enables = make(second, 1'b1, 3'd5, 2'd1);
      EnBytes: enables = '{form: PTrn, d: 5'd5, n: 5'd5, m: 5'd5, default: '0};
      // Where all bytes are enabled all halfwords are.
      EnBoth:  enables = '{form: Pand, n: 5'd4,
                           m: second.all ? 5'(PAll) : 5'd5, default: '0};
      EnOdd:   enables = '{form: PTrn, size: size, d: 5'd1, flag: 1'b1, default: '0};
      EnUpper: enables = '{form: PTrn, size: size + 2'd1, d: 5'd2, flag: 1'b1, default: '0};
      default: enables = '{form: PTrn, size: size + 2'd1, d: 5'd3, n: 5'd1, m: 5'd1,
                           flag: 1'b1, default: '0};
    endcase
  end

  // ---- vectors ----

  micro_t      vector;
  loading_t    l;
  logic [4:0]  to, window, shuffled, made, table_at;
  logic [8:0]  offset;
  logic [2:0]  above;
  logic [4:0]  of_shuffle;
  logic        first_turn;
  assign l          = section_e'(place_i.section) == LoadX ? f.x : f.y;
  assign to         = section_e'(place_i.section) == LoadX ? OfX : OfY;
  assign offset     = offset_of(l, place_i.again);
  assign above      = offset[8:6] + 3'd1;
  assign window     = window_of(l, place_i.again, to);
  assign first_turn = place_i.step < LdShuffle + 5'd3;
  assign shuffled   = first_turn ? loaded_of(l, place_i.again, to) : to;
  assign of_shuffle = place_i.step - LdShuffle;
  // The vector of which a lane is taken.
  assign made       = l.turns != '0 ? to : loaded_of(l, place_i.again, to);
  assign table_at   = f.tables ? {1'b0, job_i.operand[59], job_i.operand[62:60]}
                               : {1'b0, l.of_y, l.table_of};
  always_comb begin
    unique case (place_i.step)
      LdMov:     vector = move(to, {1'b0, l.of_y, offset[8:6]});
      LdExt:     vector = turn(to, {1'b0, l.of_y, above}, offset[5:0]);
      LdFour:    vector = shift(1'b0, 2'd0, T2, window, 6'd4);
      LdZipFour: vector = permute(2'd0, Zip1, to, window, T2);
      LdTwo:     vector = shift(1'b0, 2'd0, T2, to, 6'd2);
      LdZipTwo:  vector = permute(2'd0, Zip1, to, to, T2);
      // A number is below that of the lanes.
      LdKeep:    vector = keep(2'd0, to, l.two ? 6'd2 : l.size == 2'd3 ? 6'd3 : 6'd4);
      LdUnpack, LdUnpack + 5'd1, LdUnpack + 5'd2: begin
        vector = vector_of(Unpack, 2'(place_i.step - LdUnpack) + 2'd1, to, to, '0);
      end
      LdTable: begin
        vector = vector_of(LookUp, l.size, to, table_at, to);
        if (f.tables && !job_i.operand[26]) begin
          vector.d = {1'b0, job_i.operand[25], job_i.operand[22:20]};
        end
      end
      LdLane: begin
        vector   = lane(l.size, made, l.lane);
        vector.d = to;
      end
      LdPut:     vector = to_row(2'd0, PAll, job_i.operand[25:20], to, 1'b0);
      default: begin
        unique case (of_shuffle)
          5'd0, 5'd3, 5'd6: vector = permute(l.size, Zip1, T2, shuffled, shuffled);
          5'd1, 5'd4, 5'd7: vector = permute(l.size, Zip2, T3, shuffled, shuffled);
          default:          vector = permute(l.size, Trn1, to, T2, T3);
        endcase
      end
    endcase
  end

  assign micro_o = section_e'(place_i.section) == Enables ? enables : vector;

  logic unused;
  assign unused = ^{job_i, f, first, second, place_i};

endmodule
