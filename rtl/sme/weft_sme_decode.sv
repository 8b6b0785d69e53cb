// SPDX-License-Identifier: Apache-2.0
//
// An A64 instruction word as a micro-operation, in the groups of its upper eight bits.
// Combinational. A word matches at most one line. One that matches none is left to the host; a
// reserved encoding becomes NoEncoding.
//
//      word --+--> [ weft_pred_decode ] -----------+---> pred
//             +--> [ weft_stream_state_decode ] ---|---> state
//             +--> [ lines ] ----------------------+---> uop
//
// Source: Arm Architecture Reference Manual for A-profile, DDI 0487; its SME supplement, DDI 0616.

module weft_sme_decode
  import weft_sme_encodings_pkg::*, weft_sme_pkg::*, weft_stream_state_pkg::*;
(
  input  logic [31:0] word_i,
  output uop_t        uop_o,
  output weft_pred_pkg::instruction_t pred_o,
  output instruction_t                state_o
);

  // Fields with the same place nearly everywhere.
  logic [31:0] w;
  logic [4:0]  d, m;
  logic [2:0]  size;
  assign w    = word_i;
  assign d    = w[4:0];
  assign m    = w[20:16];
  assign size = {1'b0, w[23:22]};

  uop_t usual;
  always_comb begin
    usual            = '0;
    usual.d          = w[4:0];
    usual.a          = w[9:5];
    usual.b          = w[20:16];
    usual.c          = w[4:0];
    usual.g          = {1'b0, w[12:10]};
    usual.imm        = 9'(w[20:16]);
    usual.p          = {1'b0, w[15:13]};
    usual.vertical   = w[15];
    usual.upper      = w[10];
    usual.lastb      = w[16];
    usual.start_is_x = w[10];
    usual.step_is_x  = w[11];
  end

  // Lines.

  function automatic uop_t make(unit_e unit, logic [5:0] op, logic [2:0] of);
    make      = usual;
    make.unit = unit;
    make.op   = op;
    make.size = of;
  endfunction

  // op(Zn, Zm).
  function automatic uop_t vector(unit_e unit, logic [5:0] op, logic [2:0] of);
    return make(unit, op, of);
  endfunction

  // op(Zn) or op(Zn, Zm) where P[g] is true; inactive elements are those of c.
  function automatic uop_t active(unit_e unit, logic [5:0] op, logic [2:0] of);
    active          = make(unit, op, of);
    active.governed = 1'b1;
  endfunction

  // op(Zdn, Zm) where P[g] is true; Zm is in 9:5.
  function automatic uop_t destructive(unit_e unit, logic [5:0] op, logic [2:0] of, logic reversed);
    destructive   = active(unit, op, of);
    destructive.a = reversed ? w[9:5] : w[4:0];
    destructive.b = reversed ? w[4:0] : w[9:5];
  endfunction

  // Elements of 2^least bytes at least. A choice in an expression, here and below, is one
  // multiplexer for synthesis; an `if` is one at every line of the decoder.
  function automatic uop_t at_least(logic [2:0] least, uop_t u);
    at_least      = u;
    at_least.unit = u.size < least ? NoEncoding : u.unit;
  endfunction

  function automatic uop_t with_number(source_e from, beat_t number, uop_t u);
    with_number        = u;
    with_number.b_from = from;
    with_number.number = number;
  endfunction

  function automatic uop_t in_place(uop_t u);
    in_place   = u;
    in_place.a = w[4:0];
  endfunction

  function automatic uop_t needs(legal_e legal, uop_t u);
    needs       = u;
    needs.legal = legal;
  endfunction

  function automatic uop_t governed_by(logic [3:0] g, logic zeroing, uop_t u);
    governed_by          = u;
    governed_by.governed = 1'b1;
    governed_by.g        = g;
    governed_by.zeroing  = zeroing;
  endfunction

  function automatic uop_t no_encoding_if(logic none, uop_t u);
    no_encoding_if      = u;
    no_encoding_if.unit = none ? NoEncoding : u.unit;
  endfunction

  // Numbers.

  logic [63:0] unsigned_imm, wide_imm;
  assign unsigned_imm = w[13] ? {48'b0, w[12:5], 8'b0} : {56'b0, w[12:5]};
  assign wide_imm     = w[13] ? {{48{w[12]}}, w[12:5], 8'b0} : {{56{w[12]}}, w[12:5]};

  function automatic beat_t float_imm(logic [7:0] i, logic [2:0] of);
    unique case (of)
      H:       return 64'({i[7], !i[6], {2{i[6]}}, i[5:0], 6'b0});
      S:       return 64'({i[7], !i[6], {5{i[6]}}, i[5:0], 19'b0});
      default: return {i[7], !i[6], {8{i[6]}}, i[5:0], 48'b0};
    endcase
  endfunction

  // Bits N:immr:imms as a mask: imms + 1 ones, rotated right by immr, in every element of a power
  // of two bits. The highest zero of imms, below N, gives the element's length.
  logic [6:0]   length;
  logic [5:0]   levels, ones_last, rotated;
  logic [63:0]  ones, mask;
  logic         no_mask;
  assign length = {w[17], ~w[10:5]};
  always_comb begin
    levels = '0;
    for (int k = 0; k < 6; k++) levels[k] = (length >> (k + 1)) != '0;
    ones_last = w[10:5] & levels;
    rotated   = w[16:11] & levels;
    no_mask   = levels == '0 || ones_last == levels;
    ones      = ~(64'hffff_ffff_ffff_fffe << ones_last);
    for (int k = 1; k < 6; k++) if (!levels[k]) ones |= ones << (1 << k);
    mask      = 64'({ones, ones} >> rotated);
  end

  // Size and amount of a shift: the highest one of tsz:imm3 says the size.
  function automatic uop_t shift(logic [3:0] tsz, logic [2:0] imm, logic left, uop_t u);
    logic [7:0] bits, value, amount;
    shift        = u;
    shift.b_from = Number;
    shift.size   = tsz[3] ? D : tsz[2] ? S : tsz[1] ? H : B;
    value        = {1'b0, tsz, imm};
    bits         = 8'd8 << shift.size;
    amount       = left ? value - bits : (bits << 1) - value;
    shift.number = {56'b0, amount};
    shift.unit   = tsz == '0 ? NoEncoding : u.unit;
  endfunction
  logic [3:0] vector_tsz, active_tsz;
  assign vector_tsz = {w[23:22], w[20:19]};
  assign active_tsz = {w[23:22], w[9:8]};

  // Memory: dtype's upper bits are the size in memory, its lower bits the size in the vector. Where
  // the first would exceed the second, all four are inverted and the load extends signs.
  function automatic uop_t typed(logic [3:0] dtype, uop_t u);
    logic [3:0] t;
    typed        = u;
    typed.extend = dtype[3:2] > dtype[1:0];
    t            = dtype ^ {4{typed.extend}};
    typed.msize  = t[3:2];
    typed.size   = {1'b0, t[1:0]};
    typed.governed = 1'b1;
    typed.zeroing  = 1'b1;
  endfunction
  function automatic uop_t addressed(address_e address, logic [8:0] imm, uop_t u);
    addressed         = u;
    addressed.address = address;
    addressed.imm     = imm;
  endfunction
  function automatic uop_t first_fault(uop_t u);
    first_fault             = u;
    first_fault.legal       = NonStreaming;
    first_fault.first_fault = 1'b1;
  endfunction
  function automatic uop_t store(address_e address, logic [8:0] imm);
    store       = addressed(address, imm, active(Store, '0, {1'b0, w[22:21]}));
    store.a     = w[4:0];
    store.msize = w[24:23];
    if (w[24:23] > w[22:21] || (address == Register && w[20:16] == 5'd31)) store.unit = NoEncoding;
  endfunction
  // Gathers: bits 24:23 are the size in memory, bit 14 unsigned, bit 13 first-faulting; bit 30
  // chooses elements of 64 bits; bit 21 scales offsets.
  function automatic uop_t gather(address_e address);
    gather             = addressed(address, 9'(w[20:16]), active(LoadElements, '0, w[30] ? D : S));
    gather.legal       = NonStreaming;
    gather.msize       = w[24:23];
    gather.extend      = !w[14];
    gather.number      = {62'b0, w[22:21]};  // signed, scaled
    gather.first_fault = w[13];
    gather.a           = address == Addresses ? w[9:5] : w[20:16];
  endfunction
  // LDR, STR of a vector, a predicate: nine bits of lengths.
  function automatic uop_t whole(unit_e unit, logic predicate);
    whole           = addressed(Vectors, {w[21:16], w[12:10]}, make(unit, '0, B));
    whole.a         = w[4:0];
    whole.predicate = predicate;
    whole.p         = w[3:0];
  endfunction
  // LD2 to LD4, ST2 to ST4: 22:21 is one less than the number of registers.
  function automatic uop_t structure(unit_e unit, address_e address, logic [8:0] imm);
    structure      = same_size(0, addressed(address, imm, make(unit, '0, B)));
    structure.regs = w[22:21];
    if (address == Register && w[20:16] == 5'd31) structure.unit = NoEncoding;
  endfunction
  // Scatters of words (22, of addresses 21) and doublewords; bit 14 extends signs, 21 scales.
  function automatic uop_t scatter(address_e address);
    logic wide;
    wide           = address == Addresses ? !w[21] : address == Offsets64 || !w[22];
    scatter        = addressed(address, 9'(w[20:16]), active(StoreElements, '0, wide ? D : S));
    scatter.legal  = NonStreaming;
    scatter.msize  = w[24:23];
    scatter.number = {62'b0, w[14], w[21]};
    scatter.a      = address == Addresses ? w[9:5] : w[20:16];
    if (scatter.msize > scatter.size[1:0] || (address != Addresses && w[21] && w[24:23] == '0))
      scatter.unit = NoEncoding;
  endfunction
  logic [8:0] near;
  assign near        = {{5{w[19]}}, w[19:16]};

  // Slices of ZA: log2 of the bytes of an element, of MOVA and of loads and stores.
  logic [2:0] mova_log, slice_log;
  assign mova_log  = size + 3'(w[16]);
  assign slice_log = size + 3'(w[24]);
  function automatic uop_t slice(unit_e unit, logic [2:0] log, logic [3:0] field, uop_t u);
    slice       = u;
    slice.unit  = unit;
    slice.legal = StreamingZa;
    slice.size  = log;
    slice.msize = log[1:0];
    slice.imm   = 9'(field);
  endfunction
  // A group of vectors and slices of a tile, or rows of ZA, which are slices of bytes. `field` is the
  // tile and the offset in groups.
  function automatic uop_t slices(unit_e unit, logic four, logic [2:0] field, uop_t u);
    slices       = slice(unit, size, {field, 1'b0}, u);
    slices.regs  = four ? 2'd3 : 2'd1;
    if (four && w[23:22] != 2'd3) begin
      slices.imm  = 9'({field[1:0], 2'b0});
      slices.unit = field[2] ? NoEncoding : unit;
    end
  endfunction
  function automatic uop_t rows(unit_e unit, logic four, logic [2:0] field, uop_t u);
    rows          = slice(unit, '0, {1'b0, field}, u);
    rows.regs     = four ? 2'd3 : 2'd1;
    rows.row      = 1'b1;
    rows.vertical = 1'b0;
  endfunction
  // MOVAZ.
  function automatic uop_t emptied(uop_t u);
    emptied         = u;
    emptied.zeroing = 1'b1;
  endfunction
  // A load or store of two or four vectors, a uop each: registers from d on, or strided in 24.
  function automatic uop_t group(unit_e unit);
    group          = make(unit, '0, {1'b0, w[14:13]});
    group.legal    = Streaming;
    group.msize    = w[14:13];
    group.governed = 1'b1;
    group.zeroing  = unit == Load;
    group.g        = {1'b1, w[12:10]};
    group          = spread(w[24], w[15], group);
    group.a        = group.d;
  endfunction
  // Two or four registers, consecutive or strided.
  function automatic uop_t spread(logic strided, logic four, uop_t u);
    spread       = u;
    spread.apart = !strided ? 4'd1 : four ? 4'd4 : 4'd8;
    spread.d     = strided ? {w[4], 1'b0, w[2] && !four, w[1:0]}
                           : {w[4:2], w[1] && !four, 1'b0};
  endfunction
  // LUTI2 and LUTI4, of numbers of 2^bits bits, 17 or 16 down to a bit that the number of vectors
  // says: a segment of Zn, modulo the number of segments.
  function automatic uop_t looked_up(logic [1:0] bits, logic [1:0] regs);
    logic [3:0] field, segments;
    field           = {w[17] && bits == 2'd1, w[16:14]} >> (regs - 2'(regs[1]));
    segments        = 4'((6'd8 << w[13:12]) >> bits >> (regs - 2'(regs[1]))) - 4'd1;
    looked_up       = make(Lookup, '0, {1'b0, w[13:12]});
    looked_up.legal = StreamingZa;
    looked_up.regs  = regs;
    looked_up.msize = bits;
    looked_up.imm   = {5'b0, field & segments};
    if (&w[13:12] || (bits == 2'd2 && regs == 2'd3 && w[13:12] == 2'(B))
        || (regs != '0 && w[20] && w[13:12] == 2'(S))) looked_up.unit = NoEncoding;
  endfunction
  function automatic uop_t table_word(lookup_table_e op);
    table_word          = make(LookupTable, op, D);
    table_word.legal    = Za;
    table_word.imm      = 9'(w[14:12]);
    table_word.writes_x = op == FromTable;
  endfunction
  function automatic uop_t whole_table(unit_e unit);
    whole_table        = make(unit, '0, B);
    whole_table.legal  = Za;
    whole_table.lookup = 1'b1;
  endfunction
  // Predicates as counters: WHILE counts up in bit 10 and unsigned in 11.
  function automatic uop_t counter(counter_e op, logic four, logic [3:0] to, logic [3:0] from,
                                   logic equal, logic [8:0] part);
    counter            = make(Counter, op, size);
    counter.legal      = Streaming;
    counter.regs       = four ? 2'd3 : 2'd1;
    counter.p          = to;
    counter.g          = from;
    counter.governed   = op inside {CountActive, Extract};
    counter.writes_x   = op == CountActive;
    counter.unsigned_n = w[11];
    counter.lastb      = equal == w[10];
    counter.imm        = part;
  endfunction
  // ZIP, UZP of two vectors to two.
  function automatic uop_t zipped(logic four, logic [2:0] of);
    zipped       = make(Permute, (four ? w[1] : w[0]) ? Uzp : Zip, of);
    zipped.legal = Streaming;
    zipped.regs  = four ? 2'd3 : 2'd1;
    zipped.d     = {w[4:2], w[1] && !four, 1'b0};
  endfunction
  // Two or four vectors to one of elements of 2^of bytes.
  function automatic uop_t narrowed(logic four, logic [2:0] of, logic interleaved,
                                    logic from_unsigned, logic to_unsigned);
    narrowed             = make(Narrow, '0, of);
    narrowed.legal       = Streaming;
    narrowed.regs        = four ? 2'd3 : 2'd1;
    narrowed.a           = {w[9:7], w[6] && !four, 1'b0};
    narrowed.interleaved = interleaved;
    narrowed.unsigned_n  = from_unsigned;
    narrowed.unsigned_m  = to_unsigned;
    if (from_unsigned && to_unsigned) narrowed.unit = NoEncoding;
  endfunction
  function automatic uop_t narrowed_float();
    narrowed_float             = converts(FloatToFloat, S, w[22] ? B : H, 3'd7);
    narrowed_float.legal       = Streaming;
    narrowed_float.size        = H;
    narrowed_float.governed    = 1'b0;
    narrowed_float.regs        = 2'd1;
    narrowed_float.a           = {w[9:6], 1'b0};
    narrowed_float.b           = {w[9:6], 1'b1};
    narrowed_float.interleaved = w[5];
  endfunction
  // Two or four vectors, a uop each: their operation in place, with Zm or a group of them; their
  // conversion, of words; SEL under a counter.
  function automatic uop_t in_group(logic four, uop_t u);
    in_group       = u;
    in_group.legal = Streaming;
    in_group.apart = 4'd1;
    in_group.d     = {w[4:2], w[1] && !four, 1'b0};
  endfunction
  function automatic uop_t group_with_m(logic each, uop_t u);
    group_with_m      = in_group(w[11], u);
    group_with_m.a    = group_with_m.d;
    group_with_m.each = each;
    group_with_m.b    = each ? {w[20:18], w[17] && !w[11], 1'b0} : {1'b0, w[19:16]};
  endfunction
  function automatic uop_t group_converts(serial_e op, logic [2:0] imm);
    group_converts            = in_group(w[20], converts(op, S, S, imm));
    group_converts.governed   = 1'b0;
    group_converts.a          = {w[9:7], w[6] && !w[20], 1'b0};
    group_converts.unsigned_n = w[5];
  endfunction
  function automatic uop_t group_selects();
    group_selects      = in_group(w[16], vector(Alu, PassA, size));
    group_selects      = governed_by({1'b1, w[12:10]}, 0, group_selects);
    group_selects.each = 1'b1;
    group_selects.a    = {w[9:7], w[6] && !w[16], 1'b0};
    group_selects.c    = {w[20:18], w[17] && !w[16], 1'b0};
  endfunction
  alu_e   greater;
  float_e float_greater;
  assign greater       = w[5] ? (w[0] ? Umin : Smin) : (w[0] ? Umax : Smax);
  assign float_greater = w[5] ? (w[0] ? Fminnm : Fmaxnm) : (w[0] ? Fmin : Fmax);
  function automatic uop_t row(unit_e unit);
    row       = addressed(Vectors, 9'(w[3:0]), make(unit, '0, B));
    row.legal = Za;
    row.row   = 1'b1;
    row.vertical = 1'b0;
  endfunction

  // Scalar floating point: bits 23:22 are 0 for binary32, 1 for binary64, 3 for binary16.
  function automatic uop_t scalar_float(unit_e unit, logic [5:0] op);
    scalar_float      = make(unit, op, w[23] ? H : w[22] ? D : S);
    scalar_float.one  = 1'b1;
    scalar_float.zeroing = 1'b1;
    if (w[23:22] == 2'd2) scalar_float.unit = NoEncoding;
  endfunction

  // The size of a scalar's format.
  logic [2:0] float_type;
  assign float_type = w[23] ? H : w[22] ? D : S;

  // FCMP: with a register, with zero; FCCMP.
  function automatic uop_t scalar_compare();
    scalar_compare      = scalar_float(FloatFlags, Fcmp);
    scalar_compare.loud = w[4];
    if (w[3]) scalar_compare = with_number(Number, '0, scalar_compare);
  endfunction
  function automatic uop_t on_condition(uop_t u);
    on_condition             = u;
    on_condition.conditional = 1'b1;
    on_condition.p           = w[15:12];
    on_condition.imm         = 9'(w[3:0]);
  endfunction

  // Serial: elements of the larger size, in the direction imm (7: FPCR's).
  function automatic uop_t converts(serial_e op, logic [2:0] from, logic [2:0] to, logic [2:0] imm);
    converts            = active(Serial, op, from > to ? from : to);
    converts.from       = from;
    converts.to         = to;
    converts.imm        = 9'(imm);
    converts.unsigned_n = w[16];
  endfunction
  function automatic uop_t divides(serial_e op, logic reversed);
    divides            = destructive(Serial, op, {1'b0, w[23:22]}, reversed);
    divides.from       = {1'b0, w[23:22]};
    divides.unsigned_n = w[16];
  endfunction
  function automatic uop_t scalar_serial(serial_e op, logic [2:0] from, logic [2:0] to,
                                         logic [2:0] imm);
    scalar_serial            = make(Serial, op, D);
    scalar_serial.one        = 1'b1;
    scalar_serial.zeroing    = 1'b1;
    scalar_serial.from       = from;
    scalar_serial.to         = to;
    scalar_serial.imm        = 9'(imm);
    scalar_serial.unsigned_n = w[16];
    if (w[23:22] == 2'd2) scalar_serial.unit = NoEncoding;
  endfunction
  function automatic uop_t to_x(uop_t u);
    to_x          = u;
    to_x.writes_x = 1'b1;
  endfunction
  // FCVT of scalars; BFCVT has binary64's code for binary32.
  function automatic uop_t scalar_converts();
    scalar_converts = scalar_serial(FloatToFloat, w[16:15] == 2'd2 ? S : float_type,
                                    w[16:15] == 2'd0 ? S : w[16:15] == 2'd1 ? D
                                    : w[16:15] == 2'd3 ? H : B, 3'd7);
    if (w[16:15] == w[23:22] || (w[16:15] == 2'd2 && w[23:22] != 2'd1))
      scalar_converts.unit = NoEncoding;
  endfunction

  // Zm has an index: its first byte in 128 bits.
  function automatic uop_t indexed(logic [1:0] of, logic [2:0] index, uop_t u);
    indexed        = u;
    indexed.b_from = Indexed;
    indexed.msize  = of;
    indexed.imm    = 9'(index) << of;
    indexed.b      = of == 2'(D) ? {1'b0, w[19:16]} : {2'b0, w[18:16]};
  endfunction
  // FMLA's index by its size, 23:22.
  function automatic uop_t float_indexed(uop_t u);
    float_indexed = !w[23] ? indexed(2'(H), {w[22], w[20:19]}, u)
                  : !w[22] ? indexed(2'(S), {1'b0, w[20:19]}, u) : indexed(2'(D), {2'b0, w[20]}, u);
    float_indexed.size = !w[23] ? H : !w[22] ? S : D;
  endfunction
  // FMLALB, FMLALT, FMLSLB, FMLSLT: bit 13 negates the product.
  function automatic uop_t widening();
    widening       = negating(w[13], 1'b0, vector(Float, Fmla, S));
    widening.widen = 1'b1;
  endfunction

  // SDOT, UDOT, USDOT, SUDOT. Bit 22 of a form with an index means doublewords.
  function automatic uop_t dot(logic a_unsigned, logic b_unsigned);
    dot            = vector(Alu, Dot, {1'b0, w[23:22]});
    dot.unsigned_n = a_unsigned;
    dot.unsigned_m = b_unsigned;
  endfunction
  function automatic uop_t dot_indexed(uop_t u);
    return w[22] ? indexed(2'(D), {2'b0, w[20]}, u) : indexed(2'(S), {1'b0, w[20:19]}, u);
  endfunction

  // MAD, FMAD: the addend is in `addend`, inactive elements stay as in Zdn.
  function automatic uop_t onto(logic [4:0] factor, logic [4:0] addend, uop_t u);
    onto       = u;
    onto.a     = w[4:0];
    onto.b     = factor;
    onto.c     = addend;
    onto.old_a = 1'b1;
  endfunction

  // FADD to FMIN with an immediate, one of two numbers; FSUBR subtracts from it.
  function automatic uop_t float_number(float_e op, logic reversed, beat_t number);
    float_number      = at_least(H, in_place(with_number(Number, number,
                                                         active(Float, op, {1'b0, w[23:22]}))));
    float_number.swap = reversed;
  endfunction
  beat_t half_or_one, half_or_two, zero_or_one;
  assign half_or_one = float_imm(w[5] ? 8'h70 : 8'h60, size);
  assign half_or_two = float_imm(w[5] ? 8'h00 : 8'h60, size);
  assign zero_or_one = w[5] ? float_imm(8'h70, size) : '0;

  function automatic uop_t float_compare(float_e op, logic absolute, uop_t u);
    float_compare          = at_least(H, u);
    float_compare.op       = op;
    float_compare.absolute = absolute;
  endfunction
  function automatic uop_t zero_compare(float_e op, logic swap);
    zero_compare      = float_compare(op, 0, with_number(Number, '0, active(FloatCompare, '0,
                                                                            {1'b0, w[23:22]})));
    zero_compare.swap = swap;
  endfunction

  // FCLAMP: the greater of Zn and Zd, and Zm.
  function automatic uop_t float_clamp();
    float_clamp   = vector(Float, Fclamp, {1'b0, w[23:22]});
    float_clamp.b = w[4:0];
  endfunction

  // CLASTA, CLASTB: to Xd, to a scalar; every element of Zdn.
  function automatic uop_t conditional(uop_t u);
    conditional             = u;
    conditional.conditional = 1'b1;
    conditional.imm         = '0;
  endfunction
  function automatic uop_t clast();
    clast = conditional(make(Permute, DupElement, {1'b0, w[23:22]}));
  endfunction

  // LD1RQ and LDNT1, STNT1: the vector's elements have the memory's size.
  function automatic uop_t same_size(logic quad, uop_t u);
    same_size          = u;
    same_size.size     = {1'b0, w[24:23]};
    same_size.msize    = w[24:23];
    same_size.governed = 1'b1;
    same_size.zeroing  = u.unit == Load;
    same_size.quad     = quad;
    if (u.unit == Store) same_size.a = w[4:0];
  endfunction

  // Multiply-add: the product and the addend are negated or not.
  function automatic uop_t negating(logic a, logic c, uop_t u);
    negating          = u;
    negating.negate_a = a;
    negating.negate_c = c;
  endfunction

  function automatic uop_t with_c(logic [4:0] c, uop_t u);
    with_c   = u;
    with_c.c = c;
  endfunction

  // Lines of their own.

  function automatic uop_t extended(logic [5:0] op, logic [1:0] from);
    extended       = active(Alu, op, {1'b0, w[23:22]});
    extended.msize = from;
  endfunction
  function automatic uop_t masked(logic [5:0] op);
    masked = in_place(with_number(Number, mask, vector(Alu, op, D)));
    if (no_mask) masked.unit = NoEncoding;
  endfunction
  function automatic uop_t with_imm(logic [5:0] op, beat_t number);
    with_imm = in_place(with_number(Number, number, vector(Alu, op, {1'b0, w[23:22]})));
    if (w[13] && w[23:22] == 2'd0) with_imm.unit = NoEncoding;
  endfunction
  function automatic uop_t signed_compare(logic [5:0] op);
    return with_number(Number, {{59{w[20]}}, w[20:16]}, active(Compare, op, {1'b0, w[23:22]}));
  endfunction
  function automatic uop_t unsigned_compare(logic [5:0] op);
    return with_number(Number, {57'b0, w[20:14]}, active(Compare, op, {1'b0, w[23:22]}));
  endfunction
  // INCH, INCP and their like of a vector.
  function automatic uop_t counted();
    counted = at_least(H, with_number(Count, '0, in_place(vector(Alu, Add, {1'b0, w[23:22]}))));
  endfunction
  // The lowest one of tsz, 20:16, says the size; imm2:tsz above it, the index.
  function automatic uop_t dup_element();
    logic [8:0] index;
    index            = {2'b0, w[23:22], w[20:16]};
    dup_element      = make(Permute, DupElement, w[16] ? B : w[17] ? H : w[18] ? S : w[19] ? D : Q);
    dup_element.imm  = (index >> (dup_element.size + 3'd1)) << dup_element.size;
    if (w[20:16] == '0) dup_element.unit = NoEncoding;
  endfunction
  function automatic uop_t extracted();
    extracted     = make(Permute, Ext, B);
    extracted.a   = w[4:0];
    extracted.b   = w[9:5];
    extracted.imm = {1'b0, w[20:16], w[12:10]};
  endfunction
  function automatic uop_t last_to_vector();
    last_to_vector     = active(Last, '0, {1'b0, w[23:22]});
    last_to_vector.one = 1'b1;
  endfunction
  function automatic uop_t repeated();
    repeated = typed({w[24:23], w[14:13]}, addressed(Elements, 9'(w[21:16]), make(Load, '0, B)));
  endfunction
  // FMOV between registers of both kinds.
  function automatic uop_t moved();
    moved = w[16] ? with_number(Xn, '0, scalar_float(Alu, PassB)) : scalar_float(Last, '0);
    if (!w[16]) moved.one = 1'b0;
    if (moved.size != H && (moved.size == D) != w[31]) moved.unit = NoEncoding;
  endfunction
  function automatic uop_t unpacked();
    unpacked        = at_least(H, vector(Permute, Unpk, {1'b0, w[23:22]}));
    unpacked.upper  = w[16];
    unpacked.extend = !w[17];
  endfunction
  // Outer products, ADDHA, ADDVA: size of the tile's elements, its number.
  function automatic uop_t outer(logic wide, weft_mopa_pkg::op_e op);
    outer            = make(OuterProduct, '0, wide ? D : S);
    outer.legal      = StreamingZa;
    outer.imm        = 9'(w[2:0]);
    outer.mopa_op    = op;
    outer.subtract   = w[4];
    outer.unsigned_n = w[24];
    outer.unsigned_m = w[21];
  endfunction
  function automatic uop_t add_to_tile(logic wide);
    return outer(wide, w[16] ? weft_mopa_pkg::Addva : weft_mopa_pkg::Addha);
  endfunction
  // Arithmetic on two or four rows of ZA: with Zm, with a group from b on, with an element of Zm in
  // every 128 bits, whose number is in imm[5:4]. Elements of rows have 2^msize bytes.
  function automatic uop_t on_array(array_e op, logic wide, logic four, logic unsigned_n,
                                    logic unsigned_m, weft_mopa_pkg::op_e of);
    on_array            = rows(Array, four, w[2:0], make(Array, op, '0));
    on_array.msize      = wide ? 2'(D) : 2'(S);
    on_array.a          = {w[9:7], w[6] && !four, 1'b0};
    on_array.mopa_op    = of;
    on_array.unsigned_n = unsigned_n;
    on_array.unsigned_m = unsigned_m;
  endfunction
  function automatic uop_t by_vector(uop_t u);
    by_vector   = u;
    by_vector.a = w[9:5];
    by_vector.b = {1'b0, w[19:16]};
  endfunction
  function automatic uop_t by_group(uop_t u);
    by_group      = u;
    by_group.each = 1'b1;
    by_group.b    = {w[20:18], w[17] && !w[16], 1'b0};
  endfunction
  function automatic uop_t by_element(uop_t u);
    by_element        = u;
    by_element.b_from = Indexed;
    by_element.b      = {1'b0, w[19:16]};
    by_element.imm    = 9'({u.msize[0] ? {1'b0, w[10]} : w[11:10], 1'b0, w[2:0]});
  endfunction
  function automatic uop_t subtracting(logic subtract, uop_t u);
    subtracting          = u;
    subtracting.subtract = subtract;
  endfunction
  function automatic uop_t in_pairs(logic pairs, uop_t u);
    in_pairs       = u;
    in_pairs.pairs = pairs;
  endfunction
  // FMLA, FMLS, or ADD, SUB.
  function automatic uop_t array_add(logic four);
    return subtracting(w[3], on_array(w[4] ? Combine : Multiply, w[22], four, 0, 0,
                                      w[4] ? weft_mopa_pkg::Addha : weft_mopa_pkg::Fmopa));
  endfunction
  function automatic uop_t array_accumulate(logic four);
    return subtracting(w[3], on_array(Accumulate, w[22], four, 0, 0,
                                      w[4] ? weft_mopa_pkg::Addha : weft_mopa_pkg::Fmopa));
  endfunction
  function automatic uop_t array_float_dot(array_e op, logic four);
    return on_array(op, 0, four, 0, 0, w[4] ? weft_mopa_pkg::Bfmopa : weft_mopa_pkg::Fmopa16);
  endfunction
  function automatic uop_t array_dot(array_e op, logic wide, logic four, logic unsigned_n,
                                     logic unsigned_m);
    return on_array(op, wide, four, unsigned_n, unsigned_m, weft_mopa_pkg::Imopa);
  endfunction
  function automatic uop_t array_dot_bytes(logic four);
    return array_dot(Multiply, 0, four, w[3] != w[4], w[4]);
  endfunction
  function automatic uop_t array_dot_halfwords(logic four);
    return in_pairs(w[3], array_dot(Multiply, !w[3], four, w[4], w[4]));
  endfunction
  // FMLA, FMLS, and dot products of the parts of one element by an element of words.
  function automatic uop_t array_words_element(logic four);
    unique casez (w[5:3])
      3'b0?0: return subtracting(w[4], on_array(Multiply, 0, four, 0, 0, weft_mopa_pkg::Fmopa));
      3'b0?1: return no_encoding_if(four, array_float_dot(MultiplyVertically, four));
      3'b1?0: return in_pairs(!four, array_dot(MultiplyVertically, 0, four, w[4], w[4]));
      default: return no_encoding_if(!four, array_dot(MultiplyVertically, 0, four, !w[4], w[4]));
    endcase
  endfunction
  function automatic uop_t array_dot_element(logic four);
    unique casez (w[5:3])
      3'b0?0:  return in_pairs(1, array_dot(Multiply, 0, four, w[4], w[4]));
      3'b0?1:  return array_float_dot(Multiply, four);
      3'b1?0:  return array_dot(Multiply, 0, four, w[4], w[4]);
      default: return array_dot(Multiply, 0, four, !w[4], w[4]);
    endcase
  endfunction
  function automatic uop_t array_doublewords_element(logic four);
    return w[3] ? array_dot(Multiply, 1, four, w[4], w[4])
                : subtracting(w[4], on_array(Multiply, 1, four, 0, 0, weft_mopa_pkg::Fmopa));
  endfunction
  // Products of parts: of halves to two neighbouring rows, of quarters to four. The offset counts as
  // many rows.
  function automatic uop_t on_parts(logic one, logic four, logic quads, logic wide,
                                    weft_mopa_pkg::op_e of, logic unsigned_n, logic unsigned_m);
    on_parts            = on_array(MultiplyParts, wide, four, unsigned_n, unsigned_m, of);
    on_parts.neighbours = quads ? 2'd3 : 2'd1;
    on_parts.pairs      = !quads;
    on_parts.imm        = quads ? {5'b0, w[1] && one, w[0], 2'b0}
                                : {5'b0, w[2] && one, w[1:0], 1'b0};
    on_parts.regs       = one ? '0 : on_parts.regs;
    on_parts.a          = one ? w[9:5] : on_parts.a;
  endfunction
  function automatic uop_t by_part(logic [3:0] index, uop_t u);
    by_part        = u;
    by_part.b_from = Indexed;
    by_part.b      = {1'b0, w[19:16]};
    by_part.imm    = {1'b0, index, u.imm[3:0]};
  endfunction
  // FMLAL, FMLSL, BFMLAL, BFMLSL; SMLAL, SMLSL, UMLAL, UMLSL.
  function automatic uop_t array_halves(logic one, logic four);
    array_halves = subtracting(w[3], on_parts(one, four, 0, 0, w[22] ? weft_mopa_pkg::Imopa
                                                                     : weft_mopa_pkg::Fmopa,
                                              w[4], w[4]));
    array_halves.brain = w[4];
  endfunction
  // SMLALL to SUMLALL: 1 is USMLALL, 5 SUMLALL, else bit 2 unsigned, bit 1 subtracts.
  function automatic uop_t array_quarters(logic one, logic four, logic wide, logic [2:0] op);
    return no_encoding_if(&op[1:0] || (op[0] && wide), subtracting(op[1],
             on_parts(one, four, 1, wide, weft_mopa_pkg::Imopa, op[2] ^ op[0], op[2])));
  endfunction
  function automatic uop_t zeroed();
    zeroed       = make(ZeroTiles, '0, D);
    zeroed.legal = Za;
    zeroed.imm   = 9'(w[7:0]);
  endfunction

  // Predicates, SVCR and lengths of vectors.

  legal_e pred_legal;
  logic   pred_known, pred_reserved, state_known;
  weft_pred_decode u_pred (
    .word_i, .inst_o(pred_o), .known_o(pred_known), .reserved_o(pred_reserved),
    .legal_o(pred_legal)
  );
  weft_stream_state_decode u_state (.word_i, .inst_o(state_o), .known_o(state_known));

  function automatic uop_t predicates();
    predicates          = make(pred_reserved ? NoEncoding : Predicate, '0, B);
    predicates.writes_x = pred_o.op inside {weft_pred_pkg::Count, weft_pred_pkg::CountOf};
    predicates.legal    = pred_legal;
  endfunction
  function automatic uop_t streaming();
    streaming          = make(State, '0, B);
    streaming.imm      = '1;
    streaming.writes_x = state_o.add || state_o.read || state_o.read_svcr;
  endfunction

  uop_t u;
  assign uop_o = u;
  always_comb begin
    u = '0;
    unique case (w[31:24])
      8'h04: unique casez (w)
        AddActive:    u = destructive(Alu, Add, size, 0);
        SubActive:    u = destructive(Alu, Sub, size, 0);
        SubrActive:   u = destructive(Alu, Sub, size, 1);
        SmaxActive:   u = destructive(Alu, Smax, size, 0);
        UmaxActive:   u = destructive(Alu, Umax, size, 0);
        SminActive:   u = destructive(Alu, Smin, size, 0);
        UminActive:   u = destructive(Alu, Umin, size, 0);
        SabdActive:   u = destructive(Alu, Sabd, size, 0);
        UabdActive:   u = destructive(Alu, Uabd, size, 0);
        MulActive:    u = destructive(Alu, Mul, size, 0);
        OrrActive:    u = destructive(Alu, Orr, size, 0);
        EorActive:    u = destructive(Alu, Eor, size, 0);
        AndActive:    u = destructive(Alu, And, size, 0);
        BicActive:    u = destructive(Alu, Bic, size, 0);
        AsrActive:    u = destructive(Alu, Asr, size, 0);
        LsrActive:    u = destructive(Alu, Lsr, size, 0);
        LslActive:    u = destructive(Alu, Lsl, size, 0);
        AsrActiveImm: u = shift(active_tsz, w[7:5], 0, destructive(Alu, Asr, size, 0));
        LsrActiveImm: u = shift(active_tsz, w[7:5], 0, destructive(Alu, Lsr, size, 0));
        LslActiveImm: u = shift(active_tsz, w[7:5], 1, destructive(Alu, Lsl, size, 0));
        AsrImm:       u = shift(vector_tsz, w[18:16], 0, vector(Alu, Asr, size));
        LsrImm:       u = shift(vector_tsz, w[18:16], 0, vector(Alu, Lsr, size));
        LslImm:       u = shift(vector_tsz, w[18:16], 1, vector(Alu, Lsl, size));
        AddZ:         u = vector(Alu, Add, size);
        SubZ:         u = vector(Alu, Sub, size);
        MulZ:         u = vector(Alu, Mul, size);
        AndZ:         u = vector(Alu, And, D);
        OrrZ:         u = vector(Alu, Orr, D);
        EorZ:         u = vector(Alu, Eor, D);
        BicZ:         u = vector(Alu, Bic, D);
        MlaActive:    u = active(Alu, w[13] ? Mls : Mla, size);
        MadActive:    u = onto(m, w[9:5], active(Alu, w[13] ? Mls : Mla, size));
        SdivActive, UdivActive: u = at_least(S, divides(Idiv, w[17]));
        SxtbActive: u = at_least(H, extended(Sxt, 2'(B)));
        UxtbActive: u = at_least(H, extended(Uxt, 2'(B)));
        SxthActive: u = at_least(S, extended(Sxt, 2'(H)));
        UxthActive: u = at_least(S, extended(Uxt, 2'(H)));
        SxtwActive: u = at_least(D, extended(Sxt, 2'(S)));
        UxtwActive: u = at_least(D, extended(Uxt, 2'(S)));
        AbsActive:  u = active(Alu, Abs, size);
        NegActive:  u = active(Alu, Neg, size);
        ClzActive:  u = active(Alu, Clz, size);
        CntActive:  u = active(Alu, Cnt, size);
        FabsActive: u = at_least(H, active(Alu, Fabs, size));
        FnegActive: u = at_least(H, active(Alu, Fneg, size));
        NotActive:  u = active(Alu, Not, size);
        SaddvZ:     u = no_encoding_if(&w[23:22], active(Reduce, Saddv, size));
        UaddvZ:     u = active(Reduce, Uaddv, size);
        SmaxvZ:     u = active(Reduce, Smax, size);
        UmaxvZ:     u = active(Reduce, Umax, size);
        SminvZ:     u = active(Reduce, Smin, size);
        UminvZ:     u = active(Reduce, Umin, size);
        OrvZ:       u = active(Reduce, Orr, size);
        EorvZ:      u = active(Reduce, Eor, size);
        AndvZ:      u = active(Reduce, And, size);
        IndexImmImm, IndexXImm, IndexImmX, IndexXX: u = vector(Alu, Index, size);
        MovprfxZ:      u = vector(Alu, PassA, D);
        MovprfxActive: u = governed_by({1'b0, w[12:10]}, !w[16], vector(Alu, PassA, size));
        IncZ:          u = counted();
        default: ;
      endcase

      8'h44: unique casez (w)
        SclampZ:      u = needs(Streaming, vector(Alu, Sclamp, size));
        UclampZ:      u = needs(Streaming, vector(Alu, Uclamp, size));
        SdotZ:        u = dot(0, 0);
        UdotZ:        u = dot(1, 1);
        UsdotZ:       u = dot(1, 0);
        SdotIndexed:  u = dot_indexed(dot(0, 0));
        UdotIndexed:  u = dot_indexed(dot(1, 1));
        UsdotIndexed: u = dot_indexed(dot(1, 0));
        SudotIndexed: u = dot_indexed(dot(0, 1));
        default: ;
      endcase

      8'h45: unique casez (w)
        SqcvtnNarrow2: u = narrowed(0, H, 1, w[11], w[12]);
        default: ;
      endcase

      8'h05: unique casez (w)
        OrrMask:     u = masked(Orr);
        EorMask:     u = masked(Eor);
        AndMask:     u = masked(And);
        DupMask:     u = masked(PassB);
        DupX:        u = with_number(Xn, '0, vector(Alu, PassB, size));
        DupElementZ: u = dup_element();
        CpyX:        u = with_number(Xn, '0, active(Alu, PassB, size));
        CpyV:        u = with_number(First, '0, destructive(Alu, PassB, size, 0));
        CpyImm:
          u = no_encoding_if(w[13] && size == B, governed_by(
                w[19:16], !w[14], with_number(Number, wide_imm, vector(Alu, PassB, size))));
        FcpyImm:
          u = at_least(H, governed_by(w[19:16], 0, with_number(
                Number, float_imm(w[12:5], size), vector(Alu, PassB, size))));
        SelZ:   u = governed_by(w[13:10], 0, with_c(m, vector(Alu, PassA, size)));
        InsrX:  u = in_place(vector(Permute, Insr, size));
        ZipZ:   u = vector(Permute, Zip, size);
        UzpZ:   u = vector(Permute, Uzp, size);
        TrnZ:   u = vector(Permute, Trn, size);
        RevZ:   u = vector(Permute, Rev, size);
        RevdZ:  u = needs(Streaming, active(Permute, Revd, Q));
        ExtZ:   u = extracted();
        TblZ:   u = vector(Table, '0, size);
        UnpkZ:  u = unpacked();
        LastX:  u = active(Last, '0, size);
        LastV:  u = last_to_vector();
        ClastX: u = conditional(active(Last, '0, size));
        ClastV: u = conditional(last_to_vector());
        ClastZ: u = clast();
        default: ;
      endcase

      8'h24: unique casez (w)
        CmphsZ:           u = active(Compare, Hs, size);
        CmphiZ:           u = active(Compare, Hi, size);
        CmpgeZ:           u = active(Compare, Ge, size);
        CmpgtZ:           u = active(Compare, Gt, size);
        CmpeqZ:           u = active(Compare, Eq, size);
        CmpneZ:           u = active(Compare, Ne, size);
        CmphsUnsignedImm: u = unsigned_compare(Hs);
        CmphiUnsignedImm: u = unsigned_compare(Hi);
        CmploUnsignedImm: u = unsigned_compare(Lo);
        CmplsUnsignedImm: u = unsigned_compare(Ls);
        default: ;
      endcase

      8'h25: unique casez (w)
        CmpgeImm: u = signed_compare(Ge);
        CmpgtImm: u = signed_compare(Gt);
        CmpltImm: u = signed_compare(Lt);
        CmpleImm: u = signed_compare(Le);
        CmpeqImm: u = signed_compare(Eq);
        CmpneImm: u = signed_compare(Ne);
        IncpZ:    u = counted();
        AddImm:   u = with_imm(Add, unsigned_imm);
        SubImm:   u = with_imm(Sub, unsigned_imm);
        SubrImm:  u = with_imm(Subr, unsigned_imm);
        SmaxImm:  u = with_imm(Smax, wide_imm);
        UmaxImm:  u = with_imm(Umax, unsigned_imm);
        SminImm:  u = with_imm(Smin, wide_imm);
        UminImm:  u = with_imm(Umin, unsigned_imm);
        MulImm:   u = with_imm(Mul, wide_imm);
        DupImm:   u = with_imm(PassB, wide_imm);
        FdupImm:  u = at_least(H, with_imm(PassB, float_imm(w[12:5], size)));
        PtrueCounter: u = counter(MakeAll, 1, {1'b1, w[2:0]}, '0, 0, '0);
        WhileCounter:
          u = counter(MakeWhile, w[13], {1'b1, w[2:0]}, '0, w[3], '0);
        WhilePair:
          u = counter(MakePair, 0, {w[3:1], 1'b0}, '0, w[0], '0);
        CntpCounter: u = counter(CountActive, w[10], '0, w[8:5], 0, '0);
        PextOne:     u = counter(Extract, 0, w[3:0], {1'b1, w[7:5]}, 0, 9'(w[9:8]));
        PextPair:    u = counter(Extract, 0, w[3:0], {1'b1, w[7:5]}, 0, {7'b0, w[8], 1'b0});
        default: ;
      endcase

      8'h65: unique casez (w)
        FaddZ:           u = at_least(H, vector(Float, Fadd, size));
        FsubZ:           u = at_least(H, vector(Float, Fsub, size));
        FmulZ:           u = at_least(H, vector(Float, Fmul, size));
        FaddActive:      u = at_least(H, destructive(Float, Fadd, size, 0));
        FsubActive:      u = at_least(H, destructive(Float, Fsub, size, 0));
        FmulActive:      u = at_least(H, destructive(Float, Fmul, size, 0));
        FsubrActive:     u = at_least(H, destructive(Float, Fsub, size, 1));
        FmaxActive:      u = at_least(H, destructive(Float, Fmax, size, 0));
        FminActive:      u = at_least(H, destructive(Float, Fmin, size, 0));
        FmaxnmActive:    u = at_least(H, destructive(Float, Fmaxnm, size, 0));
        FminnmActive:    u = at_least(H, destructive(Float, Fminnm, size, 0));
        FdivActive:      u = at_least(H, divides(Fdiv, 0));
        FdivrActive:     u = at_least(H, divides(Fdiv, 1));
        FaddActiveImm:   u = float_number(Fadd, 0, half_or_one);
        FsubActiveImm:   u = float_number(Fsub, 0, half_or_one);
        FmulActiveImm:   u = float_number(Fmul, 0, half_or_two);
        FsubrActiveImm:  u = float_number(Fsub, 1, half_or_one);
        FmaxnmActiveImm: u = float_number(Fmaxnm, 0, zero_or_one);
        FminnmActiveImm: u = float_number(Fminnm, 0, zero_or_one);
        FmaxActiveImm:   u = float_number(Fmax, 0, zero_or_one);
        FminActiveImm:   u = float_number(Fmin, 0, zero_or_one);
        FmlaActive:      u = at_least(H, negating(w[13] ^ w[14], w[14], active(Float, Fmla, size)));
        FmadActive:
          u = at_least(H, negating(w[13] ^ w[14], w[14],
                                   onto(w[9:5], m, active(Float, Fmla, size))));

        FrintActive:
          u = at_least(H, no_encoding_if(w[18:16] == 3'd5, converts(Rint, size, size, w[18:16])));
        FsqrtActive: u = at_least(H, converts(Fsqrt, size, size, 3'd7));
        FcvtSH:      u = converts(FloatToFloat, S, H, 3'd7);
        FcvtHS:      u = converts(FloatToFloat, H, S, 3'd7);
        FcvtDH:      u = converts(FloatToFloat, D, H, 3'd7);
        FcvtHD:      u = converts(FloatToFloat, H, D, 3'd7);
        FcvtDS:      u = converts(FloatToFloat, D, S, 3'd7);
        FcvtSD:      u = converts(FloatToFloat, S, D, 3'd7);
        BfcvtActive: u = converts(FloatToFloat, S, B, 3'd7);
        ScvtfHH:     u = converts(IntToFloat, H, H, 3'd7);
        ScvtfSH:     u = converts(IntToFloat, S, H, 3'd7);
        ScvtfDH:     u = converts(IntToFloat, D, H, 3'd7);
        ScvtfSS:     u = converts(IntToFloat, S, S, 3'd7);
        ScvtfSD:     u = converts(IntToFloat, S, D, 3'd7);
        ScvtfDS:     u = converts(IntToFloat, D, S, 3'd7);
        ScvtfDD:     u = converts(IntToFloat, D, D, 3'd7);
        FcvtzsHH:    u = converts(FloatToInt, H, H, 3'd3);
        FcvtzsHS:    u = converts(FloatToInt, H, S, 3'd3);
        FcvtzsHD:    u = converts(FloatToInt, H, D, 3'd3);
        FcvtzsSS:    u = converts(FloatToInt, S, S, 3'd3);
        FcvtzsDS:    u = converts(FloatToInt, D, S, 3'd3);
        FcvtzsSD:    u = converts(FloatToInt, S, D, 3'd3);
        FcvtzsDD:    u = converts(FloatToInt, D, D, 3'd3);

        FcmgeZ:    u = float_compare(Fcmge, 0, active(FloatCompare, '0, size));
        FcmgtZ:    u = float_compare(Fcmgt, 0, active(FloatCompare, '0, size));
        FcmeqZ:    u = float_compare(Fcmeq, 0, active(FloatCompare, '0, size));
        FcmneZ:    u = float_compare(Fcmne, 0, active(FloatCompare, '0, size));
        FcmuoZ:    u = float_compare(Fcmuo, 0, active(FloatCompare, '0, size));
        FacgeZ:    u = float_compare(Fcmge, 1, active(FloatCompare, '0, size));
        FacgtZ:    u = float_compare(Fcmgt, 1, active(FloatCompare, '0, size));
        FcmgeZero: u = zero_compare(Fcmge, 0);
        FcmgtZero: u = zero_compare(Fcmgt, 0);
        FcmltZero: u = zero_compare(Fcmgt, 1);
        FcmleZero: u = zero_compare(Fcmge, 1);
        FcmeqZero: u = zero_compare(Fcmeq, 0);
        FcmneZero: u = zero_compare(Fcmne, 0);
        FaddaZ:    u = needs(NonStreaming, at_least(H, active(FloatInOrder, Fadd, size)));
        FaddvZ:    u = at_least(H, active(FloatTree, Fadd, size));
        FmaxnmvZ:  u = at_least(H, active(FloatTree, Fmaxnm, size));
        FminnmvZ:  u = at_least(H, active(FloatTree, Fminnm, size));
        FmaxvZ:    u = at_least(H, active(FloatTree, Fmax, size));
        FminvZ:    u = at_least(H, active(FloatTree, Fmin, size));
        default: ;
      endcase

      8'h64: unique casez (w)
        FmlaIndexedH, FmlaIndexedS, FmlaIndexedD:
          u = negating(w[10], 1'b0, float_indexed(vector(Float, Fmla, size)));
        FmulIndexedH, FmulIndexedS, FmulIndexedD: u = float_indexed(vector(Float, Fmul, size));
        FmlalZ:       u = widening();
        FmlalIndexed: u = indexed(2'(H), {w[20:19], w[11]}, widening());
        FclampZ:      u = needs(Streaming, at_least(H, with_c(m, float_clamp())));
        BfcvtntActive: begin
          u     = converts(FloatToFloat, S, B, 3'd7);
          u.top = 1'b1;
        end
        default: ;
      endcase

      8'hc0: unique casez (w)
        ZeroZa: u = zeroed();
        MovaToTile, MovaToTileQ: u = slice(ToSlice, mova_log, w[3:0], active(ToSlice, '0, '0));
        MovaFromTile, MovaFromTileQ:
          u = slice(FromSlice, mova_log, w[8:5], active(FromSlice, '0, '0));
        MovaToArray2, MovaToArray4: u = rows(ToSlice, w[10], w[2:0], make(ToSlice, '0, '0));
        MovaFromArray2, MovaFromArray4:
          u = rows(FromSlice, w[10], w[7:5], make(FromSlice, '0, '0));
        MovaToSlices2, MovaToSlices4:
          u = slices(ToSlice, w[10], w[2:0], make(ToSlice, '0, '0));
        MovaFromSlices2, MovaFromSlices4:
          u = slices(FromSlice, w[10], w[7:5], make(FromSlice, '0, '0));
        MovazFromTile, MovazFromTileQ:
          u = emptied(slice(FromSlice, mova_log, w[8:5], make(FromSlice, '0, '0)));
        MovazFromArray2, MovazFromArray4:
          u = emptied(rows(FromSlice, w[10], w[7:5], make(FromSlice, '0, '0)));
        MovazFromSlices2, MovazFromSlices4:
          u = emptied(slices(FromSlice, w[10], w[7:5], make(FromSlice, '0, '0)));
        ZeroZt:     u = table_word(ZeroTable);
        MovtToZt:   u = table_word(ToTable);
        MovtFromZt: u = table_word(FromTable);
        Luti2:      u = looked_up(2'd1, 2'd0);
        Luti4:      u = looked_up(2'd2, 2'd0);
        Luti2Two,  Luti2StridedTwo:  u = spread(w[20], 0, looked_up(2'd1, 2'd1));
        Luti4Two,  Luti4StridedTwo:  u = spread(w[20], 0, looked_up(2'd2, 2'd1));
        Luti2Four, Luti2StridedFour: u = spread(w[20], 1, looked_up(2'd1, 2'd3));
        Luti4Four, Luti4StridedFour: u = spread(w[20], 1, looked_up(2'd2, 2'd3));
        AddhaS: u = add_to_tile(0);
        AddhaD: u = add_to_tile(1);
        default: ;
      endcase

      8'h80, 8'h81, 8'ha0, 8'ha1: unique casez (w)
        FmopaS, FmopaD: u = outer(w[22], weft_mopa_pkg::Fmopa);
        FmopaWidening: u = outer(0, weft_mopa_pkg::Fmopa16);
        BfmopaS:       u = outer(0, weft_mopa_pkg::Bfmopa);
        SmopaS, SumopaS, UsmopaS, UmopaS, SmopaD, SumopaD, UsmopaD, UmopaD:
          u = outer(w[22], weft_mopa_pkg::Imopa);
        Ld1Register2, Ld1Register4, Ld1Imm2, Ld1Imm4, Ld1StridedRegister2, Ld1StridedRegister4,
        Ld1StridedImm2, Ld1StridedImm4: u = group(Load);
        St1Register2, St1Register4, St1Imm2, St1Imm4, St1StridedRegister2, St1StridedRegister4,
        St1StridedImm2, St1StridedImm4: u = group(Store);
        default: ;
      endcase

      8'hc1: unique casez (w)
        ArrayMlaVector: u = by_vector(array_add(w[20]));
        ArrayMlaGroup2, ArrayMlaGroup4: u = by_group(array_add(w[16]));
        ArrayAccumulate2, ArrayAccumulate4: u = array_accumulate(w[16]);
        ArrayFdotVector: u = by_vector(array_float_dot(Multiply, w[20]));
        ArrayFdotGroup2, ArrayFdotGroup4: u = by_group(array_float_dot(Multiply, w[16]));
        ArrayDotBytesVector: u = by_vector(array_dot_bytes(w[20]));
        ArrayDotBytesGroup2, ArrayDotBytesGroup4:
          u = no_encoding_if(&w[4:3], by_group(array_dot_bytes(w[16])));
        ArrayDotHalfwordsVector: u = by_vector(array_dot_halfwords(w[20]));
        ArrayDotHalfwordsGroup2, ArrayDotHalfwordsGroup4:
          u = by_group(array_dot_halfwords(w[16]));
        ArrayWordsElement2, ArrayWordsElement4: u = by_element(array_words_element(w[15]));
        ArrayDotElement2, ArrayDotElement4: u = by_element(array_dot_element(w[15]));
        ArrayDoublewordsElement2, ArrayDoublewordsElement4:
          u = by_element(array_doublewords_element(w[15]));
        ArrayVdotElement4:
          u = by_element(array_dot(MultiplyVertically, 1, 1, w[4], w[4]));
        ArrayMlalVector: u = by_vector(array_halves(0, w[20]));
        ArrayMlalGroup2, ArrayMlalGroup4: u = by_group(array_halves(0, w[16]));
        ArrayMlalOneVector: u = by_vector(array_halves(1, 0));
        ArrayMlalElement: u = by_part({1'b0, w[15], w[11:10]}, array_halves(1, 0));
        ArrayMlalElement2, ArrayMlalElement4:
          u = by_part({1'b0, w[11:10], w[2]}, array_halves(0, w[15]));
        ArrayMlallVector: u = by_vector(array_quarters(0, w[20], w[22], w[4:2]));
        ArrayMlallGroup2, ArrayMlallGroup4:
          u = no_encoding_if(w[4:2] == 3'd5, by_group(array_quarters(0, w[16], w[22], w[4:2])));
        ArrayMlallOneVector:
          u = no_encoding_if(w[4:2] == 3'd5, by_vector(array_quarters(1, 0, w[22], w[4:2])));
        ArrayMlallBytesElement:
          u = by_part({w[15], w[12:10]}, array_quarters(1, 0, 0, w[4:2]));
        ArrayMlallBytesElement2, ArrayMlallBytesElement4:
          u = by_part({w[11:10], w[2:1]}, array_quarters(0, w[15], 0, {w[4:3], w[5]}));
        ArrayMlallHalfwordsElement:
          u = by_part({1'b0, w[15], w[11:10]}, array_quarters(1, 0, 1, w[4:2]));
        ArrayMlallHalfwordsElement2, ArrayMlallHalfwordsElement4:
          u = by_part({1'b0, w[10], w[2:1]}, array_quarters(0, w[15], 1, {w[4:3], 1'b0}));
        ZipGroup2:      u = zipped(0, size);
        ZipGroup2Q:     u = zipped(0, Q);
        ZipGroup4:      u = zipped(1, size);
        ZipGroup4Q:     u = zipped(1, Q);
        SqcvtNarrow2:   u = narrowed(0, H, 0, w[5], w[22]);
        SqcvtNarrow4:   u = narrowed(1, w[23] ? H : B, w[6], w[5], w[22]);
        FcvtNarrow2:    u = narrowed_float();
        SelGroup2, SelGroup4:   u = group_selects();
        MaxVector2, MaxVector4: u = group_with_m(0, vector(Alu, greater, size));
        MaxGroup2, MaxGroup4:   u = group_with_m(1, vector(Alu, greater, size));
        FmaxVector2, FmaxVector4:
          u = at_least(H, group_with_m(0, vector(Float, float_greater, size)));
        FmaxGroup2, FmaxGroup4:
          u = at_least(H, group_with_m(1, vector(Float, float_greater, size)));
        ScvtfGroup2, ScvtfGroup4:   u = group_converts(IntToFloat, 3'd7);
        FcvtzsGroup2, FcvtzsGroup4: u = group_converts(FloatToInt, 3'd3);
        FrintGroup2, FrintGroup4:
          u = no_encoding_if(w[18:16] > 3'd4 || w[18:16] == 3'd3,
                             group_converts(Rint, w[18:16]));
        default: ;
      endcase

      8'he0, 8'he1: unique casez (w)
        Ld1Slice, Ld1qSlice: begin
          u = slice(LoadSlice, slice_log, w[3:0], typed('0, make(LoadSlice, '0, '0)));
          u.address = Register;
        end
        St1Slice, St1qSlice: begin
          u = slice(StoreSlice, slice_log, w[3:0], active(StoreSlice, '0, '0));
          u.address = Register;
        end
        LdrRow: u = row(LoadSlice);
        StrRow: u = row(StoreSlice);
        LdrZt:  u = whole_table(Load);
        StrZt:  u = whole_table(Store);
        default: ;
      endcase

      8'ha4, 8'ha5: unique casez (w)
        Ld1Register:
          u = no_encoding_if(m == 5'd31,
                             typed(w[24:21], addressed(Register, '0, make(Load, '0, B))));
        Ld1Imm: u = typed(w[24:21], addressed(Vectors, near, make(Load, '0, B)));
        Ldnt1Register, Ld1rqRegister:
          u = no_encoding_if(m == 5'd31, same_size(!w[15],
                                         addressed(Register, '0, make(Load, '0, B))));
        Ldnt1Imm, Ld1rqImm: u = same_size(!w[15], addressed(Vectors, near, make(Load, '0, B)));
        Ld2Register, Ld3Register, Ld4Register: u = structure(LoadElements, Register, '0);
        Ld2Imm, Ld3Imm, Ld4Imm: u = structure(LoadElements, Vectors, near);
        Ldff1Register:
          u = first_fault(typed(w[24:21], addressed(Register, '0, make(LoadElements, '0, B))));
        Ldnf1Imm:
          u = first_fault(typed(w[24:21], addressed(Vectors, near, make(LoadElements, '0, B))));
        default: ;
      endcase

      8'h84, 8'h85, 8'hc4, 8'hc5: unique casez (w)
        GatherBToSOffsets32, GatherHToSOffsets32, GatherWToSOffsets32, GatherBToDOffsets32,
        GatherHToDOffsets32, GatherWToDOffsets32, GatherDToDOffsets32: u = gather(Offsets32);
        GatherBToDOffsets64, GatherHToDOffsets64, GatherWToDOffsets64, GatherDToDOffsets64:
          u = gather(Offsets64);
        GatherBToSAddresses, GatherHToSAddresses, GatherWToSAddresses, GatherBToDAddresses,
        GatherHToDAddresses, GatherWToDAddresses, GatherDToDAddresses: u = gather(Addresses);
        Ld1rImm: u = repeated();
        LdrZ:    u = whole(Load, 0);
        LdrP:    u = whole(Load, 1);
        default: ;
      endcase

      8'he4, 8'he5: unique casez (w)
        St1bRegister, St1hRegister, St1wRegister, St1dRegister: u = store(Register, '0);
        St1bImm, St1hImm, St1wImm, St1dImm: u = store(Vectors, near);
        Stnt1Register:
          u = no_encoding_if(m == 5'd31, same_size(0, addressed(Register, '0, make(Store, '0, B))));
        Stnt1Imm: u = same_size(0, addressed(Vectors, near, make(Store, '0, B)));
        St2Register, St3Register, St4Register: u = structure(StoreElements, Register, '0);
        St2Imm, St3Imm, St4Imm: u = structure(StoreElements, Vectors, near);
        ScatterDOffsets32, ScatterSOffsets32: u = scatter(Offsets32);
        ScatterDOffsets64: u = scatter(Offsets64);
        ScatterDAddresses, ScatterSAddresses: u = scatter(Addresses);
        StrZ: u = whole(Store, 0);
        StrP: u = whole(Store, 1);
        default: ;
      endcase

      8'h1e, 8'h9e: unique casez (w)
        FmulScalar:   u = scalar_float(Float, Fmul);
        FaddScalar:   u = scalar_float(Float, Fadd);
        FsubScalar:   u = scalar_float(Float, Fsub);
        FdivScalar:   u = scalar_serial(Fdiv, float_type, S, 3'd7);
        FmaxScalar:   u = scalar_float(Float, Fmax);
        FminScalar:   u = scalar_float(Float, Fmin);
        FmaxnmScalar: u = scalar_float(Float, Fmaxnm);
        FminnmScalar: u = scalar_float(Float, Fminnm);
        FnmulScalar: begin
          u          = scalar_float(Float, Fmul);
          u.negate_r = 1'b1;
        end
        FsqrtScalar: u = scalar_serial(Fsqrt, float_type, S, 3'd7);
        FrintScalar:
          u = no_encoding_if(w[17:15] == 3'd5,
                             scalar_serial(Rint, float_type, float_type, w[17:15]));
        FcvtScalar: u = scalar_converts();
        IntToFpScalar:
          u = with_number(Xn, '0, scalar_serial(IntToFloat, w[31] ? D : S, float_type, 3'd7));
        FpToIntScalar:
          u = to_x(scalar_serial(FloatToInt, float_type, w[31] ? D : S, {1'b0, w[20:19]}));
        FpToIntAwayScalar: u = to_x(scalar_serial(FloatToInt, float_type, w[31] ? D : S, 3'd4));
        FcmpScalar, FcmpZeroScalar: u = scalar_compare();
        FccmpScalar: begin
          u      = on_condition(scalar_float(FloatFlags, Fcmp));
          u.loud = w[4];
        end
        FcselScalar: u = on_condition(scalar_float(Alu, PassA));
        FmovScalar:  u = scalar_float(Alu, PassA);
        FabsScalar:  u = scalar_float(Alu, Fabs);
        FnegScalar:  u = scalar_float(Alu, Fneg);
        FmovImm: begin
          u = scalar_float(Alu, PassB);
          u = with_number(Number, float_imm(w[20:13], u.size), u);
        end
        FmovX: u = moved();
        default: ;
      endcase

      8'h1f: unique casez (w)
        FmaddScalar:
          u = with_c(w[14:10], negating(w[15] ^ w[21], w[21], scalar_float(Float, Fmla)));
        default: ;
      endcase

      // A scalar in a vector register, at the host's address.
      8'h3d, 8'h7d, 8'hbd, 8'hfd: unique casez (w)
        LoadStoreImm: begin
          u     = make(w[22] ? Load : Store, '0, B);
          u.a   = d;
          u.one = 1'b1;
          u.imm = w[23] ? 9'd16 : 9'd1 << w[31:30];
          if (w[23] && w[31:30] != '0) u.unit = NoEncoding;
        end
        default: ;
      endcase

      default: ;
    endcase

    if (state_known) u = streaming();
    else if (u.unit == Host && (pred_known || pred_reserved)) u = predicates();

    if (u.unit == Last && !u.one) u.writes_x = 1'b1;
  end

endmodule
