// SPDX-License-Identifier: Apache-2.0
//
// The instructions of weft_pred, as Arm encodes them. Operand n is in 8:5 of all, g in 13:10 and d
// in 3:0 of most; where there are two forms, bit 22 says which one sets flags. A word that matches
// a line but is no encoding of it is reserved; it is legal where the line is.
//
// Source: Arm Architecture Reference Manual for A-profile, DDI 0487.

module weft_pred_decode
  import weft_sme_encodings_pkg::*, weft_pred_pkg::*;
(
  input  logic [31:0]  word_i,
  output instruction_t inst_o,
  output logic         known_o,
  output logic         reserved_o,
  output weft_stream_state_pkg::legal_e legal_o
);

  // PSEL's elements have the size of the lowest one; without a one there is no instruction.

  logic [3:0] psel_sizes;
  logic       found;
  assign psel_sizes = {word_i[22], word_i[20:18]};

  always_comb begin
    found      = 1'b1;
    reserved_o = 1'b0;
    legal_o    = weft_stream_state_pkg::Anywhere;
    inst_o     = '{
      op: Ptrue, size: word_i[23:22], to_p: 1'b0, to_ffr: 1'b0, sets_flags: 1'b0, governed: 1'b1,
      select: word_i[4], merging: word_i[4], logical: {word_i[23], word_i[9], word_i[4]},
      wide: word_i[12], is_unsigned: word_i[11], number: word_i[19:16],
      subtract: 1'b0, onto_a: 1'b0, pattern: word_i[9:5],
      d: word_i[3:0], n: word_i[8:5], m: word_i[19:16], g: word_i[13:10]
    };
    unique casez (word_i)
      // CNTB to CNTD; INCB to DECD of a scalar, of a vector: its elements, which are no bytes, grow
      // by the scalar result.
      CntX: inst_o.op = Count;
      IncXOrZ: begin
        inst_o.op       = Count;
        inst_o.subtract = word_i[10];
        inst_o.onto_a   = word_i[13];
        reserved_o      = !word_i[13] && word_i[23:22] == '0;
      end
      ZipP: begin
        inst_o.op     = Zip;
        inst_o.to_p   = 1'b1;
        inst_o.select = word_i[10];
      end
      UzpP: begin
        inst_o.op     = Uzp;
        inst_o.to_p   = 1'b1;
        inst_o.select = word_i[10];
      end
      TrnP: begin
        inst_o.op     = Trn;
        inst_o.to_p   = 1'b1;
        inst_o.select = word_i[10];
      end
      RevP: begin
        inst_o.op   = Rev;
        inst_o.to_p = 1'b1;
      end
      PunpkP: begin
        inst_o.op     = Punpk;
        inst_o.to_p   = 1'b1;
        inst_o.select = word_i[16];
      end
      // CMPHS and the others: of vectors, with an unsigned immediate.
      CmpOrderZ, CmpEqualZ, CmpUnsignedImm: begin
        inst_o.op         = Compare;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = 1'b1;
        inst_o.g          = {1'b0, word_i[12:10]};
      end
      // PTRUE, PTRUES; PFALSE is a pattern without elements, SETFFR that of all.
      PtrueP: begin
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[16];
        inst_o.governed   = 1'b0;
      end
      PfalseP: begin
        inst_o.to_p    = 1'b1;
        inst_o.pattern = 5'd14;
      end
      SetffrP: begin
        inst_o.to_ffr  = 1'b1;
        inst_o.pattern = 5'd31;
        legal_o        = weft_stream_state_pkg::NonStreaming;
      end
      WhileP: begin
        inst_o.op         = While;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = 1'b1;
        inst_o.governed   = 1'b0;
      end
      CtermeqX: begin
        inst_o.op         = Cterm;
        inst_o.sets_flags = 1'b1;
        inst_o.wide       = word_i[22];
      end
      // CMPGE and the others, with a signed immediate.
      CmpGreaterEqualImm, CmpLessImm: begin
        inst_o.op         = Compare;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = 1'b1;
        inst_o.g          = {1'b0, word_i[12:10]};
      end
      PtestP: begin
        inst_o.op         = Ptest;
        inst_o.size       = 2'd0;
        inst_o.sets_flags = 1'b1;
      end
      PfirstP: begin
        inst_o.op         = Pfirst;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = 1'b1;
        inst_o.m          = word_i[3:0];
        inst_o.g          = word_i[8:5];
      end
      PnextP: begin
        inst_o.op         = Pnext;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = 1'b1;
        inst_o.m          = word_i[3:0];
        inst_o.g          = word_i[8:5];
      end
      // AND, BIC, EOR, SEL, ORR, ORN, NOR, NAND by bits 23, 9 and 4; SEL sets no flags.
      LogicalP: begin
        inst_o.op         = Logical;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[22];
        reserved_o        = {word_i[23:22], word_i[9], word_i[4]} == 4'b0111;
      end
      // BRKA, BRKB, which may merge; BRKPA, BRKPB; BRKN.
      BrkP: begin
        inst_o.op         = Brk;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[22];
        inst_o.select     = word_i[23];
        inst_o.m          = word_i[3:0];
        reserved_o        = word_i[22] && word_i[4];
      end
      BrkpP: begin
        inst_o.op         = Brkp;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[22];
      end
      BrknP: begin
        inst_o.op         = Brkn;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[22];
        inst_o.m          = word_i[3:0];
      end
      // WRFFR; RDFFR without and with a predicate.
      WrffrP: begin
        inst_o.op     = Wrffr;
        inst_o.to_ffr = 1'b1;
        legal_o       = weft_stream_state_pkg::NonStreaming;
      end
      RdffrP: begin
        inst_o.op       = Rdffr;
        inst_o.to_p     = 1'b1;
        legal_o         = weft_stream_state_pkg::NonStreaming;
        inst_o.governed = 1'b0;
      end
      RdffrActive: begin
        inst_o.op         = Rdffr;
        legal_o           = weft_stream_state_pkg::NonStreaming;
        inst_o.size       = 2'd0;
        inst_o.to_p       = 1'b1;
        inst_o.sets_flags = word_i[22];
        inst_o.g          = word_i[8:5];
      end
      PselP: begin
        inst_o.op     = Psel;
        legal_o       = weft_stream_state_pkg::Streaming;
        inst_o.size   = psel_sizes[0] ? 2'd0 : psel_sizes[1] ? 2'd1 : psel_sizes[2] ? 2'd2 : 2'd3;
        inst_o.number = 4'({word_i[23], psel_sizes} >> inst_o.size >> 1);
        inst_o.to_p   = 1'b1;
        reserved_o    = psel_sizes == '0;
      end
      // CNTP; INCP, DECP of a scalar, of a vector, as INCB.
      CntpX: inst_o.op = CountOf;
      IncpXOrZ: begin
        inst_o.op       = CountOf;
        inst_o.governed = 1'b0;
        inst_o.subtract = word_i[16];
        inst_o.onto_a   = word_i[11];
        reserved_o      = !word_i[11] && word_i[23:22] == '0;
      end
      // FCMGE and the others: of vectors, with zero. They set no flags; bytes are no numbers.
      FcmOrderZ, FcmEqualZ, FcmuoOrFacgeZ, FacgtZ, FcmOrderZero, FcmEqualZero: begin
        inst_o.op   = Compare;
        inst_o.to_p = 1'b1;
        inst_o.g    = {1'b0, word_i[12:10]};
        reserved_o  = word_i[23:22] == '0;
      end
      LdrP: begin
        inst_o.op   = Load;
        inst_o.to_p = 1'b1;
      end
      default: found = 1'b0;
    endcase
    known_o = found && !reserved_o;
    if (!known_o) inst_o = '{op: Nothing, default: '0};
  end

endmodule
