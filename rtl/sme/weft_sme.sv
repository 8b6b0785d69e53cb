// SPDX-License-Identifier: Apache-2.0
//
// A coprocessor that executes A64 instruction words of SME and of the part of SVE that its loops
// are made of, one at a time: Z0 to Z31, P0 to P15, FFR, ZA and SVCR are inside; X registers and
// branches are the host's.
//
//      in word, Xn, Xm, Xd, Wv, SP, NZCV, FPCR                 req      rsp      memory
//                |                                              ^        |
//           [ decode ]                                      [ pack ] [ unpack ]
//                |                                              |        |
//                v              +-------------------------+     |        |
//      [ phases, steps ]------->| Z0 to Z31               |     |        |
//           |    |    |         +--+-----+-----+----------+     |        |
//           |    |    |            a     b     c         ^      |        |
//           |    |    |            |     |     |         |      |        |
//           |    |    |     [ integers, permutations, floating point ]   |
//           |    |    |                     |                            |
//           v    |    v                     v                            v
//      [ SVCR ]  |  [ P0 to P15, FFR ]   [ slice ]<--->[ weft_za ]<--->[ weft_mopa ]
//                v
//      out status, X, NZCV, FPSR's flags
//
// A vector is taken in beats of eight bytes, by outer products and MOVA to ZA whole. Cycles from
// the one in which the word is taken to the one in which it is done, both counted, on a memory that
// answers in the next cycle and with nothing in ZA's way; the same in sim/golden/sme_timing.hpp:
//
//      integers, moves, permutations     1 + beats            SVCR, lengths           3
//      comparisons                       2 + beats            predicates              2
//      reductions                        1 + beats + folds    INCP, INCH of a vector  2 + beats
//      floating point                    1 + beats + Latency  TBL                     1 + elements
//      loads                             2 + beats            gathers, first faults   2 + elements
//      stores                            2 + beats            LASTA, FMOV to X        2
//      stores across pages               3 + 2 beats          MOVA to a vector        2 + beats
//      loads of slices                   3 + beats            MOVA to ZA              2
//      stores of slices                  3 + beats            ZERO, outer products    2
//
// ZERO and outer products go on behind; the next one waits only if it needs ZA.
//
// Memory: one request at a time for up to eight bytes from any address on, those that have a one in
// req_bytes_o: a read, a write, or a probe, which faults as a write does and writes nothing. Pages
// have 4096 bytes and are there or not. What faults has changed nothing.
//
// Gates chooses how integer products and outer products are written: 1, the default in synthesis,
// as networks; 0, the default in simulation, as operators.
//
// A host that executes loads and stores of A64 itself but for the vector register says its address
// in place of Xn.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_sme
  import weft_sme_pkg::*;
#(
  parameter int unsigned Svl          = 512,  // 128, 256, 512, 1024, 2048
  parameter int unsigned RowsPerCycle = 1,    // of weft_mopa and weft_za
  parameter int unsigned FloatPipe    = 14,   // registers of weft_fma
  parameter int unsigned MopaPipe     = 59,   // of weft_mopa
  parameter int unsigned Gates        = `WEFT_GATES
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic [3:0]  smcr_len_i,     // as weft_stream_state has them
  input  logic [3:0]  zcr_len_i,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [31:0] in_word_i,
  input  logic [63:0] in_xn_i,        // register 9:5
  input  logic [63:0] in_xm_i,        // 20:16
  input  logic [63:0] in_xd_i,        // 4:0
  input  logic [63:0] in_xv_i,        // of the slice
  input  logic [63:0] in_sp_i,
  input  logic [3:0]  in_nzcv_i,
  input  logic [31:0] in_fpcr_i,

  output logic        out_valid_o,    // for one cycle
  output logic [2:0]  out_status_o,   // weft_sme_pkg::status_e
  output logic        out_writes_x_o, // register 4:0
  output logic [63:0] out_x_o,
  output logic [3:0]  out_nzcv_o,
  output logic [31:0] out_fpsr_o,     // flags that were raised

  output logic        req_valid_o,
  input  logic        req_ready_i,
  output logic [1:0]  req_op_o,       // 0 read, 1 write, 2 probe
  output logic [63:0] req_addr_o,
  output logic [7:0]  req_bytes_o,
  output logic [63:0] req_data_o,
  input  logic        rsp_valid_i,
  input  logic        rsp_fault_i,
  input  logic [63:0] rsp_data_i,

  output logic [1:0]  svcr_o,
  output logic        busy_o          // ZA is still written
);

  localparam int unsigned N     = Svl / 8;
  localparam int unsigned Beats = N / 8;
  localparam int unsigned BeatW = $clog2(Beats);
  localparam int unsigned StepW = BeatW + 4;

  typedef logic [StepW-1:0] step_t;
  typedef logic [BeatW-1:0] beat_no_t;

  typedef enum logic [1:0] { Idle, Before, During, After } phase_e;

  // The word.

  uop_t        uop_d, uop_q;
  logic [31:0] word_q, fpcr_q;
  logic [63:0] xn_q, xm_q, xd_q, xv_q, sp_q;
  logic [3:0]  nzcv_q;
  status_e     status_d, status_q;
  phase_e      phase_q;
  logic        takes, done;
  logic [1:0]  illegal;
  unit_e       unit;
  assign takes      = in_valid_i & in_ready_o;
  assign in_ready_o = phase_q == Idle;
  assign unit       = uop_q.unit;

  weft_sme_decode u_decode (.word_i(in_word_i), .uop_o(uop_d));

  always_comb begin
    status_d = Done;
    if (uop_d.unit == Host) status_d = NotHere;
    else if (illegal != '0) status_d = Illegal;
    else if (uop_d.unit == NoEncoding) status_d = Undefined;
    else if (uop_d.unit inside {Float, FloatInOrder, FloatTree} && in_fpcr_i[2:0] != '0)
      status_d = Illegal;  // FIZ, AH, NEP
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      uop_q    <= uop_d;
      word_q   <= in_word_i;
      fpcr_q   <= in_fpcr_i;
      xn_q     <= in_xn_i;
      xm_q     <= in_xm_i;
      xd_q     <= in_xd_i;
      xv_q     <= in_xv_i;
      sp_q     <= in_sp_i;
      nzcv_q   <= in_nzcv_i;
      status_q <= status_d;
    end
  end

  // Lengths; steps are beats or elements.

  logic [3:0] vl, svl, length;
  step_t      beats, items, step_q;
  logic       slices, loads, stores, memory, by_element, advance, rewind, last_step;
  assign slices     = unit inside {ToSlice, FromSlice, LoadSlice, StoreSlice};
  assign loads      = unit inside {Load, LoadElements, LoadSlice};
  assign stores     = unit inside {Store, StoreSlice};
  assign memory     = loads | stores;
  assign by_element = unit inside {Table, LoadElements, FloatInOrder};
  assign length     = slices ? svl : vl;
  assign beats      = step_t'(1) << (length - 4'd3);
  always_comb begin
    items = by_element ? step_t'(1) << (vl - {1'b0, uop_q.size}) : beats;
    if (uop_q.predicate) items = vl > 4'd6 ? step_t'(1) << (vl - 4'd6) : step_t'(1);
    if (uop_q.one) items = memory & uop_q.imm[4] ? step_t'(2) : step_t'(1);
    if (unit == Last) items = step_t'(1);
  end

  beat_no_t beat;
  assign beat      = beat_no_t'(step_q);
  assign last_step = step_q == items - 1'b1;
  always_ff @(posedge clk_i) begin
    if (takes | rewind) step_q <= '0;
    else if (advance) step_q <= step_q + 1'b1;
  end

  // An element: its beat, its byte in it.

  logic [BeatW+2:0] byte_at;
  beat_no_t         element_beat;
  logic [2:0]       element_byte;
  beat_t            element_ones;
  assign byte_at      = (BeatW+3)'(step_q << uop_q.size);
  assign element_beat = byte_at[BeatW+2:3];
  assign element_byte = byte_at[2:0];
  always_comb begin
    unique case (uop_q.size)
      B:       element_ones = 64'hff;
      H:       element_ones = 64'hffff;
      S:       element_ones = 64'hffff_ffff;
      default: element_ones = '1;
    endcase
  end

  // SVCR, legality, lengths.

  logic        state_valid, zero_vectors, zero_za, sm, za_on;
  logic [63:0] state_x;
  weft_stream_state #(
    .Svl(Svl), .Nsvl(Svl)
  ) u_state (
    .clk_i, .rst_ni, .smcr_len_i, .zcr_len_i,
    .in_valid_i    (state_valid),
    .in_ready_o    (),
    .in_word_i     (word_q),
    .in_a_i        (word_q[31] ? xd_q : word_q[20:16] == 5'd31 ? sp_q : xm_q),
    .known_o       (),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_scalar_o  (state_x),
    .sm_o          (sm),
    .za_o          (za_on),
    .svl_o         (svl),
    .vl_o          (vl),
    .zero_vectors_o(zero_vectors),
    .zero_za_o     (zero_za),
    .legal_i       (uop_d.legal),
    .illegal_o     (illegal)
  );
  assign svcr_o = {za_on, sm};

  // Predicates. Outcomes of comparisons, and what LDR reads, are collected.

  logic         pred_valid, ffr_clear;
  logic [63:0]  pred_x;
  logic [3:0]   pred_nzcv;
  logic [N-1:0] governing, second;
  logic [Beats-1:0][7:0] outcome_q;
  logic [BeatW+2:0] ffr_from;
  weft_pred #(
    .Svl(Svl), .Pipe(0)
  ) u_pred (
    .clk_i, .rst_ni,
    .vl_i        (vl),
    .clear_i     (zero_vectors),
    .ffr_clear_i (ffr_clear),
    .ffr_from_i  (ffr_from),
    .in_valid_i  (pred_valid),
    .in_ready_o  (),
    .in_word_i   (word_q),
    .in_a_i      (uop_q.legal == Streaming ? xv_q
                  : !word_q[24] | word_q[15:14] == 2'b10 ? xd_q : xn_q),
    .in_b_i      (xm_q),
    .in_nzcv_i   (nzcv_q),
    .in_bits_i   (outcome_q),
    .known_o     (),
    .out_valid_o (),
    .out_ready_i (1'b1),
    .out_pred_o  (),
    .out_scalar_o(pred_x),
    .out_nzcv_o  (pred_nzcv),
    .rd_a_reg_i  (uop_q.g),
    .rd_a_o      (governing),
    .rd_b_reg_i  (stores ? word_q[3:0] : {1'b0, word_q[15:13]}),
    .rd_b_o      (second),
    .ffr_o       ()
  );

  // Active bytes of a beat: all of an element or none. Without a predicate all, or the first ones.

  bytes_t [Beats-1:0] governing_beats;
  beat_no_t           governing_at;
  bytes_t             governing_beat, active;
  beat_t              active_bits;
  logic               element_active;
  assign governing_beats = governing;
  assign governing_at    = beat & ~beat_no_t'(uop_q.size == Q);
  assign governing_beat  = governing_beats[governing_at];
  assign element_active  = governing[byte_at];
  always_comb begin
    unique case (uop_q.size)
      B:       active = governing_beat;
      H:       active = {{2{governing_beat[6]}}, {2{governing_beat[4]}}, {2{governing_beat[2]}},
                         {2{governing_beat[0]}}};
      S:       active = {{4{governing_beat[4]}}, {4{governing_beat[0]}}};
      default: active = {8{governing_beat[0]}};
    endcase
    if (!uop_q.governed) begin
      active = 8'hff;
      if (uop_q.predicate & vl == 4'd5) active = 8'h0f;
      if (uop_q.predicate & vl == 4'd4) active = 8'h03;
      if (uop_q.one & memory & uop_q.imm[4:3] == '0) active = ~(8'hff << uop_q.imm[2:0]);
      if (uop_q.one & !memory)
        active = {{4{element_ones[32]}}, {2{element_ones[16]}}, element_ones[8], 1'b1};
    end
    for (int i = 0; i < 8; i++) active_bits[8*i+:8] = {8{active[i]}};
  end

  // Z0 to Z31.

  logic [2:0][4:0]  read_reg;
  beat_no_t [2:0]   read_beat;
  beat_t            read_a, read_b, read_c;
  beat_t [Beats-1:0] whole_a, whole_b;
  logic             write, commit, discard, second_half, beyond;
  logic [2:0]       from;
  beat_no_t         write_beat, table_beat, last_beat;
  beat_t            write_data;
  weft_sme_reads #(
    .Beats(Beats)
  ) u_reads (
    .uop_i         (uop_q),
    .upper_i       (word_q[unit == Permute && permute_e'(uop_q.op) == Unpk ? 16 : 10]),
    .vl_i          (vl),
    .step_i        (beat),
    .element_beat_i(element_beat),
    .last_beat_i   (last_beat),
    .reg_o         (read_reg),
    .beat_o        (read_beat),
    .second_o      (second_half),
    .from_o        (from),
    .beyond_o      (beyond)
  );
  weft_sme_regs #(
    .Beats(Beats)
  ) u_regs (
    .clk_i, .rst_ni,
    .a_reg_i     (read_reg[0]),
    .a_beat_i    (unit == Table ? table_beat : read_beat[0]),
    .a_o         (read_a),
    .a_whole_o   (whole_a),
    .b_reg_i     (read_reg[1]),
    .b_beat_i    (read_beat[1]),
    .b_o         (read_b),
    .b_whole_o   (whole_b),
    .c_reg_i     (read_reg[2]),
    .c_beat_i    (read_beat[2]),
    .c_o         (read_c),
    .write_i     (write),
    .write_beat_i(write_beat),
    .write_data_i(write_data),
    .commit_i    (commit),
    .commit_reg_i(uop_q.d),
    .discard_i   (discard),
    .zero_i      (zero_vectors)
  );

  // Integers, permutations.

  logic [1:0]  fold_q, folds;
  logic [63:0] count_q;
  beat_t       integer_result, permuted, permute_x;
  logic        folding;
  assign folding = unit == Reduce & phase_q == After;
  assign folds   = alu_e'(uop_q.op) inside {Saddv, Uaddv} ? 2'd0 : 2'(3'd3 - uop_q.size);
  weft_sme_integer #(
    .StepW(StepW), .Gates(Gates)
  ) u_integer (
    .clk_i,
    .uop_i(uop_q), .word_i(word_q), .step_i(step_q), .runs_i(phase_q != Idle),
    .folding_i(folding), .fold_i(fold_q), .active_i(active_bits),
    .xn_i(xn_q), .xm_i(xm_q), .sp_i(sp_q), .count_i(count_q),
    .a_i(read_a), .b_i(read_b), .c_i(read_c),
    .result_o(integer_result)
  );

  // INSR: Xn is the element before the first.
  assign permute_x = permute_e'(uop_q.op) == Insr & step_q == '0
                   ? xn_q << {3'(4'd8 - (4'd1 << uop_q.size)), 3'b0} : read_a;
  weft_sme_permute u_permute (
    .op_i(permute_e'(uop_q.op)), .size_i(uop_q.size), .second_i(second_half),
    .extend_i(!word_q[17]), .from_i(from), .x_i(permute_x), .y_i(read_b), .result_o(permuted)
  );

  // Floating point: beat by beat, or a sum.

  logic       float_valid, float_out, summing, sum_valid, sum_advance;
  beat_t      float_result, sum_a, sum_b, sum, element;
  logic [7:0] float_fpsr;
  step_t      results_q;
  assign summing     = unit inside {FloatInOrder, FloatTree};
  assign float_valid = unit == Float & phase_q == During & step_q != items;
  assign element     = read_a >> {element_byte, 3'b0} & element_ones;
  weft_sme_float #(
    .Pipe(FloatPipe)
  ) u_float (
    .clk_i, .rst_ni,
    .in_valid_i   (float_valid | sum_valid),
    .in_op_i      (summing ? Fadd : float_e'(uop_q.op)),
    .in_size_i    (uop_q.size),
    .in_fpcr_i    (fpcr_q),
    .in_negate_a_i(uop_q.negate_a),
    .in_negate_c_i(uop_q.negate_c),
    .in_a_i       (summing ? sum_a : read_a),
    .in_b_i       (summing ? sum_b : read_b),
    .in_c_i       (read_c),
    .in_active_i  (active | {8{summing}}),
    .in_old_i     (uop_q.zeroing | summing ? '0 : read_c),
    .out_valid_o  (float_out),
    .out_result_o (float_result),
    .out_fpsr_o   (float_fpsr)
  );
  weft_sme_float_sum #(
    .Beats(Beats)
  ) u_sum (
    .clk_i, .rst_ni,
    .clear_i     (takes),
    .runs_i      (summing & phase_q == During),
    .tree_i      (unit == FloatTree),
    .size_i      (uop_q.size),
    .step_i      (step_q),
    .advance_o   (sum_advance),
    .beat_i      (read_a & active_bits),
    .element_i   (element),
    .active_i    (element_active),
    .first_i     (read_c & element_ones),
    .add_valid_o (sum_valid),
    .add_a_o     (sum_a),
    .add_b_o     (sum_b),
    .add_done_i  (float_out),
    .add_result_i(float_result),
    .sum_o       (sum)
  );

  // TBL's element; LASTA, LASTB: the last active element, or the one behind it.

  logic [63:0] table_index;
  logic        in_table;
  logic [2:0]  table_byte;
  assign table_index = read_b >> {element_byte, 3'b0} & element_ones;
  assign in_table    = table_index < 64'(items);
  assign table_beat  = beat_no_t'((BeatW+3)'(table_index << uop_q.size) >> 3);
  assign table_byte  = 3'(table_index << uop_q.size);

  logic [N-1:0]     firsts, actives;
  logic [BeatW+2:0] zeros;  // above the last active byte, or byte 0
  logic [BeatW+2:0] last_active, last_at;
  always_comb begin
    unique case (uop_q.size)
      B:       firsts = {N{1'b1}};
      H:       firsts = {(N/2){2'b01}};
      S:       firsts = {(N/4){4'b0001}};
      default: firsts = {(N/8){8'b0000_0001}};
    endcase
  end
  assign actives     = governing & firsts & ~({N{1'b1}} << (9'd1 << vl));
  weft_lzc #(.Width(N - 1), .Gates(1'b0)) u_last (.word_i(actives[N-1:1]), .zeros_o(zeros));
  assign last_active = (BeatW+3)'(N - 1) - zeros;
  always_comb begin
    last_at = '0;
    if (uop_q.governed) begin
      if (word_q[16]) last_at = actives == '0 ? (BeatW+3)'((9'd1 << vl) - (9'd1 << uop_q.size))
                                              : last_active;
      else if (actives != '0)
        last_at = (last_active + ((BeatW+3)'(1) << uop_q.size)) & (BeatW+3)'((9'd1 << vl) - 9'd1);
    end
  end
  assign last_beat = last_at[BeatW+2:3];

  beat_t last_element;
  assign last_element = read_a >> {last_at[2:0], 3'b0} & element_ones;

  // Memory.

  logic              item_valid, last_item, fault, memory_advance;
  step_t             item;
  beat_t             unpacked, store;
  beat_t [Beats-1:0] za_beats;
  beat_t             second_beat;
  assign second_beat = 64'({64'b0, second} >> {beat, 6'b0});
  assign store = unit == StoreSlice ? za_beats[beat]
               : uop_q.predicate ? second_beat : read_a;
  weft_sme_memory #(
    .StepW(StepW)
  ) u_memory (
    .clk_i, .rst_ni,
    .uop_i           (uop_q),
    .length_i        (length),
    .base_i          (word_q[9:5] == 5'd31 ? sp_q : xn_q),
    .xm_i            (xm_q),
    .clear_i         (takes),
    .runs_i          (memory & phase_q == During),
    .step_i          (step_q),
    .items_i         (items),
    .advance_o       (memory_advance),
    .rewind_o        (rewind),
    .active_i        (active),
    .element_active_i(element_active),
    .offset_i        (element),
    .store_i         (store),
    .item_valid_o    (item_valid),
    .item_o          (item),
    .unpacked_o      (unpacked),
    .last_o          (last_item),
    .fault_o         (fault),
    .ffr_clear_o     (ffr_clear),
    .req_valid_o, .req_ready_i, .req_op_o, .req_addr_o, .req_bytes_o, .req_data_o,
    .rsp_valid_i, .rsp_fault_i, .rsp_data_i
  );

  // Elements of a beat, as they come.

  logic [BeatW+2:0] item_at;
  beat_t            collect_q, collected, piece;
  logic [2:0]       piece_byte;
  logic             piece_ends;
  assign item_at    = (BeatW+3)'(item << uop_q.size);
  assign piece_byte = unit == Table ? element_byte : item_at[2:0];
  assign piece_ends = ({1'b0, piece_byte} + (4'd1 << uop_q.size)) == 4'd8;
  assign piece      = (unit == Table ? read_a >> {table_byte, 3'b0} & {64{in_table}} : unpacked)
                    & element_ones;
  assign collected  = (collect_q & {64{piece_byte != '0}}) | piece << {piece_byte, 3'b0};
  always_ff @(posedge clk_i) if (unit == Table | item_valid) collect_q <= collected;

  // ZA: whole vectors come from Z, or through a register of beats from memory.

  beat_t [Beats-1:0] slice_q;
  logic [N-1:0]      slice_bytes;
  logic [3:0]        tile;
  logic [7:0]        slice;
  logic              za_free, za_read, za_write, zero_valid, zero_ready, mopa_valid, mopa_ready;
  logic [7:0]        mopa_busy;
  assign tile    = 4'({4'b0, uop_q.imm[3:0]} >> (4'd4 - {1'b0, uop_q.size}));
  assign slice   = xv_q[7:0] + {4'b0, uop_q.imm[3:0] & (4'hf >> uop_q.size)};  // weft_za wraps it
  assign za_free = mopa_busy == '0 & zero_ready;
  assign busy_o  = !za_free;
  always_comb begin
    slice_bytes = governing & (uop_q.size == Q ? {(N/16){16'h1}} : firsts);
    if (uop_q.size != B) slice_bytes |= slice_bytes << 1;
    if (uop_q.size != B && uop_q.size != H) slice_bytes |= slice_bytes << 2;
    if (uop_q.size == D || uop_q.size == Q) slice_bytes |= slice_bytes << 4;
    if (uop_q.size == Q) slice_bytes |= slice_bytes << 8;
    if (unit != ToSlice) slice_bytes = '1;
  end
  always_ff @(posedge clk_i) if (item_valid) slice_q[beat_no_t'(item)] <= unpacked;

  // A row goes through the ports for slices, several have ports of their own.
  logic             mopa_rd_en, mopa_wr_en, slice_rd_en, slice_wr_en;
  assign slice_rd_en = mopa_rd_en & RowsPerCycle == 1;
  assign slice_wr_en = mopa_wr_en & RowsPerCycle == 1;
  logic [2:0]       mopa_rd_size, mopa_wr_size;
  logic [3:0]       mopa_rd_tile, mopa_wr_tile;
  logic [7:0]       mopa_rd_slice, mopa_wr_slice;
  logic [RowsPerCycle-1:0][Svl-1:0] rows, mopa_wr_data;
  logic [RowsPerCycle-1:0][N-1:0]   mopa_wr_mask;
  weft_za #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle)
  ) u_za (
    .clk_i, .rst_ni,
    .vl_i           (svl),
    .rd_en_i        (slice_rd_en | za_read),
    .rd_vertical_i  (!slice_rd_en & uop_q.vertical),
    .rd_size_i      (slice_rd_en ? mopa_rd_size : uop_q.size),
    .rd_tile_i      (slice_rd_en ? mopa_rd_tile : tile),
    .rd_slice_i     (slice_rd_en ? mopa_rd_slice : slice),
    .rd_data_o      (za_beats),
    .wr_en_i        (slice_wr_en | za_write),
    .wr_vertical_i  (!slice_wr_en & uop_q.vertical),
    .wr_size_i      (slice_wr_en ? mopa_wr_size : uop_q.size),
    .wr_tile_i      (slice_wr_en ? mopa_wr_tile : tile),
    .wr_slice_i     (slice_wr_en ? mopa_wr_slice : slice),
    .wr_data_i      (slice_wr_en ? mopa_wr_data[0] : unit == ToSlice ? whole_a : slice_q),
    .wr_mask_i      (slice_wr_en ? mopa_wr_mask[0] : slice_bytes),
    .zero_valid_i   (zero_valid),
    .zero_ready_o   (zero_ready),
    .zero_mask_i    (unit == State ? 8'hff : word_q[7:0]),
    .rows_rd_size_i (mopa_rd_size),
    .rows_rd_tile_i (mopa_rd_tile),
    .rows_rd_slice_i(mopa_rd_slice),
    .rows_rd_data_o (rows),
    .rows_wr_en_i   (mopa_wr_en & !slice_wr_en),
    .rows_wr_size_i (mopa_wr_size),
    .rows_wr_tile_i (mopa_wr_tile),
    .rows_wr_slice_i(mopa_wr_slice),
    .rows_wr_data_i (mopa_wr_data),
    .rows_wr_mask_i (mopa_wr_mask)
  );

  // By bits 31:29 and 24, 21 of the word.
  weft_mopa_pkg::op_e mopa_op;
  always_comb begin
    mopa_op = word_q[16] ? weft_mopa_pkg::Addva : weft_mopa_pkg::Addha;
    if (!word_q[30]) mopa_op = word_q[29] ? weft_mopa_pkg::Imopa
                             : !word_q[24] ? weft_mopa_pkg::Fmopa
                             : word_q[21] ? weft_mopa_pkg::Fmopa16 : weft_mopa_pkg::Bfmopa;
  end
  weft_mopa #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle), .Pipe(MopaPipe), .Gates(Gates)
  ) u_mopa (
    .clk_i, .rst_ni,
    .vl_i           (svl),
    .in_valid_i     (mopa_valid),
    .in_ready_o     (mopa_ready),
    .in_op_i        (mopa_op),
    .in_negate_i    (word_q[4]),
    .in_unsigned_n_i(word_q[24]),
    .in_unsigned_m_i(word_q[21]),
    .in_size_i      (uop_q.size),
    .in_tile_i      ({1'b0, word_q[2:0]}),
    .in_zn_i        (whole_a),
    .in_zm_i        (whole_b),
    .in_pn_i        (governing),
    .in_pm_i        (second),
    .in_fpcr_i      (fpcr_q),
    .rd_en_o        (mopa_rd_en),
    .rd_size_o      (mopa_rd_size),
    .rd_tile_o      (mopa_rd_tile),
    .rd_slice_o     (mopa_rd_slice),
    .rd_data_i      (RowsPerCycle == 1 ? (RowsPerCycle*Svl)'(za_beats) : rows),
    .wr_en_o        (mopa_wr_en),
    .wr_size_o      (mopa_wr_size),
    .wr_tile_o      (mopa_wr_tile),
    .wr_slice_o     (mopa_wr_slice),
    .wr_data_o      (mopa_wr_data),
    .wr_mask_o      (mopa_wr_mask),
    .busy_o         (mopa_busy)
  );

  // Phases. Before: what a vector needs that beats do not give. During: steps. After: what needs
  // all of them.

  phase_e first, next;
  logic   legal, last_fold, ends, changes;
  assign legal     = status_q == Done;
  assign last_fold = fold_q == folds - 2'd1;
  assign changes   = word_q[31] & !word_q[21];  // SVCR, if a word of State
  always_comb begin
    first = During;
    if (uop_d.b_from == Count || uop_d.unit inside {FromSlice, StoreSlice, State}) first = Before;
    if (status_d != Done || uop_d.unit inside {ToSlice, ZeroTiles, OuterProduct, Predicate})
      first = After;
  end

  always_comb begin
    next        = phase_q;
    done        = 1'b0;
    advance     = 1'b0;
    ends        = 1'b0;
    pred_valid  = 1'b0;
    state_valid = 1'b0;
    za_read     = 1'b0;
    za_write    = 1'b0;
    zero_valid  = 1'b0;
    mopa_valid  = 1'b0;
    unique case (phase_q)
      Idle: if (in_valid_i) next = first;
      Before: begin
        if (unit == State) begin
          state_valid = za_free | !changes;
          zero_valid  = zero_za;
          if (state_valid) next = After;
        end else if (slices) begin
          za_read = za_free;
          if (za_free) next = During;
        end else begin
          pred_valid = 1'b1;
          next       = During;
        end
      end
      During: begin
        if (memory) begin
          advance = memory_advance;
          ends    = last_item;
        end else if (unit == Float) begin
          advance = float_valid;
          ends    = float_out & results_q == items - 1'b1;
        end else begin
          advance = !summing | sum_advance;
          ends    = advance & last_step;
        end
        if (ends) begin
          if (unit inside {Compare, LoadSlice}
              || (unit == Reduce && folds != '0) || (unit == Load && uop_q.predicate)) next = After;
          else done = 1'b1;
        end
        if (fault) done = 1'b1;
      end
      default: begin
        done = 1'b1;
        if (legal) begin
          unique case (unit)
            Compare, Load, Predicate: pred_valid = 1'b1;
            Reduce: done = last_fold;
            ToSlice, LoadSlice: begin
              za_write = za_free;
              done     = za_free;
            end
            ZeroTiles: begin
              zero_valid = za_free;
              done       = za_free;
            end
            OuterProduct: begin
              mopa_valid = zero_ready;
              done       = zero_ready & mopa_ready;
            end
            default: ;
          endcase
        end
      end
    endcase
    if (done) next = Idle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= Idle;
    else phase_q <= next;
  end

  // What becomes of it.

  logic [31:0] fpsr_q, fpsr;
  bytes_t      outcome;  // of a comparison
  assign fpsr = fpsr_q | {24'b0, float_fpsr & {8{float_out & (summing | unit == Float)}}};
  always_comb for (int i = 0; i < 8; i++) outcome[i] = integer_result[8*i];
  always_ff @(posedge clk_i) begin
    if (takes) begin
      fold_q    <= '0;
      results_q <= '0;
      fpsr_q    <= '0;
    end else begin
      if (folding) fold_q <= fold_q + 1'b1;
      if (float_out) results_q <= results_q + 1'b1;
      fpsr_q <= zero_vectors ? 32'h0800_009f : fpsr;
    end
    if (pred_valid) count_q <= pred_x;
    if (unit == Compare && phase_q == During) outcome_q[beat] <= outcome;
    if (unit == Load && item_valid)
      for (int i = 0; i < 8; i++)
        if (Beats > i && 8 * int'(item) + i < Beats) outcome_q[8*item+i] <= unpacked[8*i+:8];
  end

  beat_t moved, merged;
  assign moved  = unit == FromSlice ? za_beats[beat]
                : unit == Alu ? integer_result
                : permute_e'(uop_q.op) == DupElement & beyond ? '0 : permuted;
  assign merged = (moved & active_bits) | (read_c & ~active_bits & {64{!uop_q.zeroing}});

  always_comb begin
    write      = 1'b0;
    commit     = done & legal & !fault;
    write_beat = beat;
    write_data = merged;
    unique case (unit)
      Alu, Permute, FromSlice: write = phase_q == During;
      Reduce: begin
        write      = commit;
        write_beat = '0;
        write_data = integer_result & (folds == '0 ? '1 : element_ones);
      end
      Float: begin
        write      = float_out;
        write_beat = beat_no_t'(results_q);
        write_data = float_result;
      end
      FloatInOrder, FloatTree: begin
        write      = commit;
        write_beat = '0;
        write_data = sum;
      end
      Table: begin
        write      = phase_q == During & piece_ends;
        write_beat = element_beat;
        write_data = collected;
      end
      Last: begin
        write      = commit & uop_q.one;
        write_beat = '0;
        write_data = last_element;
        commit     = write;
      end
      Load: begin
        write      = item_valid & !uop_q.predicate;
        write_beat = beat_no_t'(item);
        write_data = unpacked;
        commit     = commit & !uop_q.predicate;
      end
      LoadElements: begin
        write      = item_valid & piece_ends;
        write_beat = item_at[BeatW+2:3];
        write_data = collected;
      end
      default: commit = 1'b0;
    endcase
  end
  assign discard  = fault;
  assign ffr_from = item_at;

  logic counts_to_x;
  assign counts_to_x    = !word_q[24]
                        | (word_q[15:14] == 2'b10
                           & (word_q[21:16] == 6'b100000
                              | (word_q[21:17] == 5'b10110 & !word_q[12])));
  assign out_valid_o    = done;
  assign out_status_o   = fault ? Fault : status_q;
  assign out_writes_x_o = legal & ((unit == Last & !uop_q.one) | (unit == Predicate & counts_to_x)
                                   | (unit == State & !(changes)));
  assign out_x_o        = unit == Last ? last_element : unit == State ? state_x : pred_x;
  assign out_nzcv_o     = pred_nzcv;
  assign out_fpsr_o     = fpsr;

  `WEFT_ASSERT(ZaIsReadByOne, !(mopa_rd_en && za_read))
  `WEFT_ASSERT(ZaIsWrittenByOne, !(mopa_wr_en && za_write))
  `WEFT_ASSERT(AFaultChangesNothing, fault |-> !commit && !pred_valid && !za_write)
  `WEFT_COVER(WaitsForZa, phase_q == After && unit inside {ToSlice, LoadSlice, ZeroTiles} && !done)
  `WEFT_COVER(OuterProductsOverlap, mopa_valid && mopa_ready && mopa_busy != '0)

endmodule
