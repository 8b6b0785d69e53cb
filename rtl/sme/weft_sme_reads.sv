// SPDX-License-Identifier: Apache-2.0
//
// The registers and beats that an instruction reads in a step. Combinational.
//
//      ports          0              1                  2
//      most           a, this beat   b, this beat       c, this beat
//      Indexed        a, this beat   b, the beat of the element in this 128 bits
//      elements       a, the beat of this element; Serial: and of b, c; stores: and of c;
//                     FADDA: c, the first beat;
//                     TBL: b, the beat of this element, which says where to read a
//      Permute        x              y                  c, this beat
//
//      x, y of        Zip      a, b: half as far, from the middle on if upper
//                     Uzp      beats 2i and 2i + 1 of a and b behind each other
//                     Trn      a, b; of doublewords the even or odd beat
//                     Unpk     a, half as far, from the middle on if upper
//                     Rev      a, from the end
//                     Revd     a, the neighbour
//                     Ext      two neighbours of a and b behind each other
//                     Insr     a, the beat before; this one

module weft_sme_reads
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Beats = 8,
  localparam int unsigned BeatW = $clog2(Beats)
) (
  input  uop_t                  uop_i,
  input  logic [3:0]            vl_i,
  input  logic [BeatW-1:0]      step_i,
  input  logic [BeatW-1:0]      element_beat_i,
  input  logic [BeatW-1:0]      last_beat_i,  // the beat that Last reads

  output logic [2:0][4:0]       reg_o,
  output logic [2:0][BeatW-1:0] beat_o,
  output logic                  second_o,     // second_i of weft_sme_permute
  output logic [2:0]            from_o,
  output logic                  beyond_o      // the byte named is not in the vector
);

  typedef logic [BeatW-1:0] beat_no_t;
  typedef logic [BeatW:0]   pair_t;  // a beat of two vectors behind each other

  beat_no_t beat, end_beat, half_way;
  pair_t    beats, pair_beat, ext_beat, ext_next;
  logic     wide;
  assign beat      = step_i;
  assign beats     = pair_t'(1) << (vl_i - 4'd3);
  assign end_beat  = beat_no_t'(beats - 1'b1);
  assign half_way  = (beat >> 1) + (beat_no_t'(beats >> 1) & {BeatW{uop_i.upper}});
  assign wide      = uop_i.size == D;
  assign beyond_o  = {1'b0, uop_i.imm} >= (10'd1 << vl_i);
  assign from_o    = uop_i.imm[2:0] & {3{!beyond_o}};
  assign pair_beat = {1'b0, beat} << 1;
  assign ext_beat  = {1'b0, beat} + pair_t'(uop_i.imm[8:3] & {6{!beyond_o}});
  assign ext_next  = ext_beat + 1'b1;

  always_comb begin
    reg_o    = {uop_i.c, uop_i.b, uop_i.a};
    beat_o   = {beat, beat, beat};
    second_o = beat[0];
    case (uop_i.unit)
      LoadElements: beat_o[0] = element_beat_i;
      StoreElements: begin
        beat_o[0] = element_beat_i;
        beat_o[2] = element_beat_i;
      end
      Last:         beat_o[0] = last_beat_i;
      Table:        beat_o[1] = element_beat_i;
      Serial:       beat_o = {3{element_beat_i}};
      FloatInOrder: begin
        beat_o[0] = element_beat_i;
        beat_o[2] = '0;
      end
      Permute: begin
        case (permute_e'(uop_i.op))
          Zip: beat_o[1:0] = {half_way, half_way};
          Uzp: begin
            reg_o[1:0] = {2{pair_beat >= beats ? uop_i.b : uop_i.a}};
            beat_o[0]  = beat_no_t'(pair_beat) & end_beat;
            beat_o[1]  = beat_o[0] | beat_no_t'(1);
            second_o   = uop_i.upper;
          end
          Trn: begin
            if (wide) beat_o[1:0] = {2{beat >> 1 << 1 | beat_no_t'(uop_i.upper)}};
            else second_o = uop_i.upper;
          end
          Unpk: beat_o[0] = half_way;
          Rev:  beat_o[0] = end_beat - beat;
          Revd: beat_o[0] = beat ^ beat_no_t'(1);
          Ext: begin
            reg_o[0]  = ext_beat >= beats ? uop_i.b : uop_i.a;
            reg_o[1]  = ext_next >= beats ? uop_i.b : uop_i.a;
            beat_o[0] = beat_no_t'(ext_beat) & end_beat;
            beat_o[1] = beat_no_t'(ext_next) & end_beat;
          end
          Insr: begin
            reg_o[1]  = uop_i.a;
            beat_o[0] = beat - 1'b1;
          end
          default:  // DupElement
            beat_o[0] = uop_i.conditional ? last_beat_i
                      : beat_no_t'(uop_i.imm[8:3]) | beat_no_t'(uop_i.size == Q && beat[0]);
        endcase
      end
      default: begin
        if (uop_i.b_from == First) beat_o[1] = '0;
        if (uop_i.b_from == Indexed) beat_o[1] = (beat & ~beat_no_t'(1)) | beat_no_t'(uop_i.imm[3]);
      end
    endcase
  end

endmodule
