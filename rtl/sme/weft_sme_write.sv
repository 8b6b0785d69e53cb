// SPDX-License-Identifier: Apache-2.0
//
// Write-back to Z: which beat is written now, with what, and when the vector is committed.
//
//      integers, permutations, a slice     each step: active elements, merged with the old ones
//      reductions, sums, LASTA, LASTB      the scalar, at the end
//      floating point                      each result
//      loads                               each item
//      TBL, gathers, Serial                elements, collected to beats

module weft_sme_write
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Beats = 8,
  localparam int unsigned BeatW = $clog2(Beats)
) (
  input  logic             clk_i,

  input  uop_t             uop_i,
  input  logic             during_i,      // a step
  input  logic             ends_i,        // without a fault
  input  logic             complete_i,    // a register of a load of elements
  input  logic [BeatW-1:0] beat_i,        // the beat of this step
  input  logic [BeatW+2:0] element_i,     // the first byte of this step's element
  input  beat_t            active_i,
  input  beat_t            old_i,
  input  beat_t            integer_i,
  input  logic             folded_i,      // the scalar of a reduction is one element
  input  beat_t            permuted_i,
  input  beat_t            slice_i,
  input  beat_t            last_i,
  input  beat_t            table_i,
  input  logic             serial_valid_i,
  input  logic [BeatW+3:0] serial_item_i,
  input  beat_t            serial_i,
  input  beat_t            sum_i,
  input  logic             float_valid_i,
  input  logic [BeatW-1:0] float_beat_i,
  input  beat_t            float_i,
  input  logic             item_valid_i,
  input  logic [BeatW+3:0] item_i,
  input  beat_t            item_data_i,
  output logic [BeatW+2:0] item_at_o,     // its first byte, where items are elements

  output logic             write_o,
  output logic [BeatW-1:0] beat_o,
  output beat_t            data_o,
  output logic             commit_o
);

  typedef logic [BeatW-1:0] beat_no_t;

  beat_t ones;
  assign ones = element_ones(uop_i.size);

  // Elements of a beat, as they come.

  beat_t            collect_q, collected, piece;
  logic [BeatW+2:0] piece_at;
  logic             piece_ends;
  assign item_at_o  = (BeatW+3)'(item_i << uop_i.size);
  assign piece_at   = uop_i.unit == Table ? element_i
                    : uop_i.unit == Serial ? (BeatW+3)'(serial_item_i << uop_i.size) : item_at_o;
  assign piece_ends = ({1'b0, piece_at[2:0]} + (4'd1 << uop_i.size)) == 4'd8;
  assign piece      = (uop_i.unit == Table ? table_i : uop_i.unit == Serial ? serial_i
                                                                            : item_data_i) & ones;
  assign collected  = (collect_q & {64{piece_at[2:0] != '0}}) | piece << {piece_at[2:0], 3'b0};
  always_ff @(posedge clk_i)
    if (uop_i.unit == Table || item_valid_i || serial_valid_i) collect_q <= collected;

  beat_t moved;
  assign moved = uop_i.unit == FromSlice ? slice_i : uop_i.unit == Alu ? integer_i : permuted_i;

  always_comb begin
    write_o  = 1'b0;
    commit_o = ends_i;
    beat_o   = beat_i;
    data_o   = (moved & active_i) | (old_i & ~active_i & {64{!uop_i.zeroing}});
    unique case (uop_i.unit)
      Alu, Permute, FromSlice: write_o = during_i;
      Reduce: begin
        write_o = ends_i;
        beat_o  = '0;
        data_o  = integer_i & (folded_i ? ones : '1);
      end
      Float: begin
        write_o = float_valid_i;
        beat_o  = float_beat_i;
        data_o  = float_i;
      end
      FloatInOrder, FloatTree: begin
        write_o = ends_i;
        beat_o  = '0;
        data_o  = sum_i;
      end
      Table: begin
        write_o = during_i && piece_ends;
        beat_o  = piece_at[BeatW+2:3];
        data_o  = collected;
      end
      Serial: begin
        write_o  = serial_valid_i && piece_ends && !uop_i.writes_x;
        beat_o   = piece_at[BeatW+2:3];
        data_o   = collected;
        commit_o = ends_i && !uop_i.writes_x;
      end
      Last: begin
        write_o  = ends_i && uop_i.one;
        beat_o   = '0;
        data_o   = last_i;
        commit_o = write_o;
      end
      Load: begin
        write_o  = item_valid_i && !uop_i.predicate;
        beat_o   = beat_no_t'(item_i);
        data_o   = item_data_i;
        commit_o = ends_i && !uop_i.predicate;
      end
      LoadElements: begin
        write_o  = item_valid_i && piece_ends;
        beat_o   = piece_at[BeatW+2:3];
        data_o   = collected;
        commit_o = complete_i;
      end
      default: commit_o = 1'b0;
    endcase
  end

endmodule
