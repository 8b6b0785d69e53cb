// SPDX-License-Identifier: Apache-2.0
//
// A decoded word as a uop of weft_sme_issue: its pipe, the registers and rows of ZA that it names,
// the cycles that it occupies its pipe, its bytes in memory. Combinational.
//
//      places     0                    1                2
//      Z sources  a                    b                c, which stays where nothing is active
//      P sources  the governing one    n, the second    m
//
// golden::sme_core::translate says the same. What it does not map is not expected here.

module weft_sme_core_uop
  import weft_sme_pkg::*, weft_sme_issue_pkg::ZReads, weft_sme_issue_pkg::ZWrites,
         weft_sme_issue_pkg::PReads, weft_sme_issue_pkg::Classes;
#(
  parameter int unsigned RowsPerCycle = 16,
  parameter int unsigned AddrBits     = 48
) (
  input  uop_t                          uop_i,
  input  weft_pred_pkg::instruction_t   uop_pred_i,
  input  logic [3:0]                    vl_i,      // log2 of the bytes of a vector
  input  logic [3:0]                    svl_i,     // of a row of ZA
  input  logic [AddrBits-1:0]           address_i,
  input  logic [7:0]                    slice_i,   // register; the number in the word is added;
                                                   // the number of several uops of a word, which
                                                   // Array has in bits 7:6 beside the register,
                                                   // and in bit 0 of MultiplyParts; in bit 2 of
                                                   // Load that the next vector is written, too

  output weft_sme_issue_pkg::pipe_e     pipe_o,
  output logic                          alone_o,
  output logic [ZReads-1:0]             z_reads_o,
  output logic [ZReads-1:0][4:0]        z_source_o,
  output logic [ZWrites-1:0]            z_writes_o,
  output logic [ZWrites-1:0][4:0]       z_dest_o,
  output logic [PReads-1:0]             p_reads_o,
  output logic [PReads-1:0][3:0]        p_source_o,
  output logic                          p_writes_o,
  output logic [3:0]                    p_dest_o,
  output logic [Classes-1:0]            za_reads_o,
  output logic [Classes-1:0]            za_writes_o,
  output logic                          joined_o,
  output weft_sme_issue_pkg::beats_t    beats_o,
  output logic [AddrBits-1:0]           last_o,    // byte in memory; the first one is the address
  output logic                          structure_o, // LD2 to ST4
  output logic [2:0]                    lines_o      // of memory
);

  unit_e unit;
  logic  loads, stores, slices;
  assign unit   = uop_i.unit;
  assign loads  = unit inside {Load, LoadElements, LoadSlice};
  assign stores = unit inside {Store, StoreElements, StoreSlice};
  assign structure_o = unit inside {LoadElements, StoreElements} && uop_i.regs != '0;
  assign slices = unit inside {LoadSlice, StoreSlice, ToSlice, FromSlice};
  assign pipe_o = loads ? weft_sme_issue_pkg::Load : stores ? weft_sme_issue_pkg::Store
                : unit inside {OuterProduct, Array} ? weft_sme_issue_pkg::Op : weft_sme_issue_pkg::Vector;
  assign alone_o = unit inside {State, LoadElements} || (unit == Load && uop_i.lookup)
                || (unit == StoreElements && !structure_o)
                || (unit == LookupTable && uop_i.op != FromTable)
                || (unit == Predicate && (uop_pred_i.to_ffr || uop_pred_i.op == weft_pred_pkg::Rdffr));

  // Vectors.

  alu_e     op;
  permute_e permutation;
  logic     reads_a, reads_b, reads_c, onto_c, one_operand;
  assign op          = alu_e'(uop_i.op);
  assign permutation = permute_e'(uop_i.op);
  assign onto_c      = op inside {Mla, Mls, Sclamp, Uclamp, Dot};
  assign one_operand = op inside {Sxt, Uxt, Abs, Neg, Clz, Cnt, Fabs, Fneg, Not, PassA};
  always_comb begin
    {reads_a, reads_b, reads_c} = '0;
    unique case (unit)
      Alu: begin
        reads_a = !(op inside {PassB, Index});
        reads_b = uop_i.b_from inside {Vector, First, Indexed} && op != Index
               && (!one_operand || uop_i.conditional);
        reads_c = uop_i.governed || onto_c;
      end
      Float: begin
        reads_a = 1'b1;
        reads_b = uop_i.b_from inside {Vector, Indexed};
        reads_c = uop_i.governed || float_e'(uop_i.op) inside {Fmla, Fclamp};
      end
      Reduce, FloatTree, Lookup: reads_a = 1'b1;
      FloatInOrder: begin
        reads_a = 1'b1;
        reads_c = 1'b1;
      end
      Serial: begin
        reads_a = uop_i.b_from != Xn;
        reads_b = serial_e'(uop_i.op) inside {Fdiv, Idiv} || uop_i.regs != '0;
        reads_c = uop_i.governed;
      end
      Table: begin
        reads_a = 1'b1;
        reads_b = 1'b1;
      end
      Last: begin
        reads_a = 1'b1;
        reads_c = uop_i.conditional && uop_i.one;
      end
      Compare, FloatCompare, FloatFlags: begin
        reads_a = 1'b1;
        reads_b = uop_i.b_from == Vector;
      end
      Permute: begin
        reads_a = 1'b1;
        reads_b = permutation inside {Zip, Uzp, Trn, Ext};
        reads_c = permutation == Revd || uop_i.conditional;
      end
      OuterProduct: begin
        reads_a = 1'b1;
        reads_b = !(uop_i.mopa_op inside {weft_mopa_pkg::Addha, weft_mopa_pkg::Addva});
      end
      ToSlice:   reads_a = 1'b1;
      FromSlice: reads_c = !uop_i.zeroing && uop_i.regs == '0;
      Store:     reads_a = !uop_i.predicate;
      LoadElements: reads_a = own_addresses(uop_i.address);
      StoreElements: begin
        reads_a = 1'b1;
        reads_c = 1'b1;
      end
      default: ;
    endcase
  end
  logic writes;
  assign writes = unit inside {Alu, Reduce, Float, FloatTree, FloatInOrder, Permute,
                               Narrow, Table, FromSlice, Lookup}
               || (unit == Serial && !uop_i.writes_x) || (unit == Last && uop_i.one)
               || (unit inside {Load, LoadElements} && !uop_i.predicate && !uop_i.lookup);
  logic pair; // of vectors, with one answer of memory
  assign pair = unit == Load && uop_i.apart != '0 && slice_i[2];
  // A structure and a group have uop_i.regs + 1 registers with consecutive numbers; those of Lookup
  // are uop_i.apart.
  logic group, sources_follow;
  assign group = unit inside {ToSlice, FromSlice, Permute, Lookup} && uop_i.regs != '0;
  assign sources_follow = (unit == ToSlice && uop_i.regs != '0) || unit == Narrow
                       || (unit == Permute && uop_i.regs == 2'd3);
  logic [4:0] further, of_each; // of a uop's number in its group
  assign further = {1'b0, uop_i.apart} * {3'b0, slice_i[1:0]} & {5{unit != Lookup}};
  assign of_each = further & {5{uop_i.each}};
  // The vectors of a uop's pair of rows; those of Zn differ where parts come from several vectors.
  logic       vertical_sum, accumulates, in_parts;
  logic [4:0] of_pair_n, of_pair_m;
  assign vertical_sum = array_e'(uop_i.op) == MultiplyVertically;
  assign accumulates  = array_e'(uop_i.op) == Accumulate;
  assign in_parts     = array_e'(uop_i.op) == MultiplyParts;
  assign of_pair_n    = {3'b0, vertical_sum ? slice_i[6] : slice_i[7], 1'b0};
  assign of_pair_m    = {3'b0, slice_i[7] && uop_i.each, 1'b0};
  logic [3:0] of_structure;
  assign of_structure = 4'hf >> (2'd3 - uop_i.regs);
  always_comb begin
    z_reads_o  = {1'b0, reads_c, reads_b, reads_a};
    z_source_o = {5'd0, uop_i.c + of_each, uop_i.b + of_each, uop_i.a + further};
    z_writes_o = {2'b0, pair, writes};
    z_dest_o   = {10'd0, uop_i.d + further + {1'b0, uop_i.apart}, uop_i.d + further};
    if (structure_o) begin
      if (loads) z_writes_o = of_structure;
      else z_reads_o = of_structure;
      for (int unsigned k = 0; k < 4; k++) z_source_o[k] = uop_i.d + 5'(k);
      z_dest_o = z_source_o;
    end
    if (sources_follow) begin
      z_reads_o = of_structure;
      for (int unsigned k = 0; k < 4; k++) z_source_o[k] = uop_i.a + 5'(k);
    end
    if (group) begin
      z_writes_o = unit == ToSlice ? '0 : of_structure;
      for (int unsigned k = 0; k < 4; k++)
        z_dest_o[k] = uop_i.d + 5'(k) * (unit == Lookup ? {1'b0, uop_i.apart} : 5'd1);
    end
    // Two vectors of Zn, then Zm or two of a group.
    if (unit == Array) begin
      z_reads_o  = {uop_i.each, !accumulates, 2'b11} & {{2{!in_parts}}, 2'b11};
      z_source_o = {uop_i.b + of_pair_m + 5'd1, uop_i.b + of_pair_m,
                    uop_i.a + of_pair_n + 5'd1, uop_i.a + of_pair_n};
      if (in_parts) begin
        z_source_o[0] = uop_i.a + {3'b0, slice_i[7:6]};
        z_source_o[1] = uop_i.b + ({3'b0, slice_i[7:6]} & {5{uop_i.each}});
      end
    end
  end

  // Predicates.

  logic [PReads-1:0] of_operation; // of weft_pred_alu
  always_comb begin
    unique case (uop_pred_i.op) inside
      weft_pred_pkg::Ptest, weft_pred_pkg::Psel:    of_operation = 3'b011;
      weft_pred_pkg::Pfirst, weft_pred_pkg::Pnext:  of_operation = 3'b101;
      weft_pred_pkg::Logical, weft_pred_pkg::Brk, weft_pred_pkg::Brkp,
      weft_pred_pkg::Brkn:                          of_operation = 3'b111;
      weft_pred_pkg::Zip, weft_pred_pkg::Uzp,
      weft_pred_pkg::Trn:                           of_operation = 3'b110;
      weft_pred_pkg::Punpk, weft_pred_pkg::Rev,
      weft_pred_pkg::Wrffr:                         of_operation = 3'b010;
      weft_pred_pkg::Rdffr:   of_operation = {2'b0, uop_pred_i.governed};
      weft_pred_pkg::CountOf: of_operation = {2'b01, uop_pred_i.governed};
      default:                of_operation = '0;
    endcase
    p_reads_o  = {2'b0, uop_i.governed};
    p_source_o = {4'd0, uop_i.p, uop_i.g};
    unique case (unit)
      Predicate: begin
        p_reads_o  = of_operation;
        p_source_o = {uop_pred_i.m, uop_pred_i.n, uop_pred_i.g};
      end
      OuterProduct: p_reads_o = 3'b011;
      Store:        p_reads_o[1] = uop_i.predicate;
      Permute:      p_reads_o[0] = uop_i.governed || uop_i.conditional;
      Alu:
        if (uop_i.b_from == Count) begin
          p_reads_o  = of_operation;
          p_source_o = {uop_pred_i.m, uop_pred_i.n, uop_pred_i.g};
        end
      default: ;
    endcase
  end
  assign p_writes_o = (unit inside {Predicate, Compare, FloatCompare} && uop_pred_i.to_p)
                   || (unit == Load && uop_i.predicate) || (unit == Counter && !uop_i.writes_x);
  assign p_dest_o   = unit == Load ? uop_i.p
                    : unit == Counter ? uop_i.p + {2'b0, slice_i[1:0]} : uop_pred_i.d;

  // Rows of ZA by class, row number mod 8: those of a tile, that of a horizontal slice.

  logic [2:0]         tile; // number mod 8
  logic [7:0]         slice;
  logic [3:0][7:0]    group_slice;
  logic [3:0][2:0]    group_row;
  logic [2:0]         row;
  logic [Classes-1:0] of_tile, of_slice;
  assign tile  = unit == OuterProduct ? uop_i.imm[2:0]
                                      : 3'({4'b0, uop_i.imm[3:0]} >> (4'd4 - {1'b0, uop_i.size}));
  assign row   = 3'(group_slice[0] << uop_i.size) + tile;
  assign slice = slice_i & (unit == Array ? 8'h3f : 8'hff);
  for (genvar k = 0; k < 4; k++) begin : gen_group
    weft_sme_core_slice #(
      .K(k)
    ) u_slice (
      .uop_i, .svl_i, .slice_i(slice), .number_o(group_slice[k])
    );
    assign group_row[k] = 3'(group_slice[k] << uop_i.size) + tile;
  end
  always_comb begin
    for (int unsigned c = 0; c < Classes; c++) begin
      unique case (uop_i.size)
        B:       of_tile[c] = 1'b1;
        H:       of_tile[c] = 1'(c) == tile[0];
        S:       of_tile[c] = 2'(c) == tile[1:0];
        default: of_tile[c] = 3'(c) == tile;
      endcase
    end
    of_slice    = uop_i.vertical ? of_tile : Classes'(1) << row;
    if ((group || unit == Array) && !uop_i.vertical) begin
      for (int unsigned k = 1; k < 4; k++) of_slice |= Classes'(of_structure[k]) << group_row[k];
    end
    za_reads_o  = of_slice & {Classes{unit inside {StoreSlice, FromSlice}}};
    za_writes_o = of_slice & {Classes{unit inside {LoadSlice, ToSlice}
                                      || (unit == FromSlice && uop_i.zeroing)}};
    if (unit == OuterProduct) za_writes_o = of_tile;
    if (unit == Array) begin
      za_writes_o = of_slice;
      if (uop_i.neighbours[0]) za_writes_o |= za_writes_o << 1;
      if (uop_i.neighbours[1]) za_writes_o |= za_writes_o << 2;
    end
    if (unit == ZeroTiles)    za_writes_o = uop_i.imm[7:0];
  end
  // A further pair of rows, of the classes of the first.
  assign joined_o = unit == Array
                 && (slice_i[7] || (in_parts && (slice_i[6] || slice_i[0])));

  // Bytes, lines of 64 of them, beats.

  logic [8:0] bytes, reach, reaches;
  logic [7:0] rows, groups;
  always_comb begin
    bytes = 9'd1 << vl_i >> (uop_i.size[1:0] - uop_i.msize);
    if (uop_i.predicate)             bytes = 9'd1 << vl_i >> 3;
    else if (uop_i.lookup)           bytes = 9'd64;
    else if (uop_i.address == Elements) bytes = 9'd1 << uop_i.msize;
    else if (uop_i.quad)             bytes = 9'd16;
    else if (uop_i.one)              bytes = 9'(uop_i.imm[4:0]);
    if (pair)                        bytes = 9'd2 << vl_i;
    if (structure_o)                 bytes = (9'(uop_i.regs) + 9'd1) << vl_i;
    if (slices)                      bytes = 9'd1 << svl_i;
  end
  assign reach   = bytes - 9'd1;
  assign last_o  = address_i + AddrBits'(reach);
  assign reaches = 9'(address_i[5:0]) + reach;
  assign lines_o = reaches[8:6] + 3'd1;
  logic unused;
  assign unused = ^reaches[5:0];
  assign rows    = 8'(9'd1 << svl_i >> uop_i.size);
  assign groups  = 8'((9'(rows) + 9'(RowsPerCycle - 1)) >> $clog2(RowsPerCycle));

  // The vector pipe is occupied by elements, beats of eight bytes, additions that wait for each
  // other.

  logic [3:0]                 levels;            // log2 of the elements
  logic [6:0]                 digits;            // cycles of an element, less one
  weft_sme_issue_pkg::beats_t elements, folds;
  assign levels   = uop_i.one ? 4'd0 : vl_i - {1'b0, uop_i.size};
  assign elements = weft_sme_issue_pkg::beats_t'(1) << levels;
  assign folds    = op inside {Saddv, Uaddv} ? '0 : 10'd3 - {7'd0, uop_i.size};
  weft_sme_digits u_digits (
    .op_i(serial_e'(uop_i.op)), .size_i(uop_i.from), .digits_o(digits)
  );
  always_comb begin
    unique case (unit)
      OuterProduct: beats_o = {2'b0, groups};
      Array:        beats_o = RowsPerCycle == 1 ? 10'd2 : 10'd1;
      Reduce:       beats_o = (weft_sme_issue_pkg::beats_t'(1) << (vl_i - 4'd3)) + folds;
      FloatTree:    beats_o = {4'd0, levels, 2'b0} - 10'd2;
      FloatInOrder: beats_o = (elements << 2) - 10'd2;
      Table:        beats_o = elements;
      Serial:       beats_o = ((10'(digits) + 10'd1) << levels) + 10'd1;
      ToSlice, FromSlice, Permute, Lookup: beats_o = 10'd1 + 10'(uop_i.regs);
      StoreElements: beats_o = structure_o ? 10'(lines_o) : elements << 1;
      default:      beats_o = stores ? 10'(lines_o) : loads ? (10'(lines_o) + 10'd1) >> 1 : 10'd1;
    endcase
  end

endmodule
