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
//      comparisons of floats             2 + beats + Latency  conversions             2 + elements
//      quotients, square roots           2 + elements + digits of active ones
//      loads                             2 + beats            gathers, first faults   2 + elements
//      stores                            2 + beats            LASTA, FMOV to X        2
//      stores across pages               3 + 2 beats          MOVA to a vector        2 + beats
//      structures of n registers         1 + n (elements + 1), across pages twice n
//      scatters                          3 + 2 elements
//      loads of slices                   3 + beats            MOVA to ZA              2
//      stores of slices                  3 + beats            ZERO, outer products    2
//
// ZERO and outer products are done before ZA is written; an instruction that needs ZA waits.
//
// Memory: one request at a time for up to eight bytes from any address on, those that have a one in
// req_bytes_o: a read, a write, or a probe, which faults as a write does and writes nothing. Pages
// have 4096 bytes and are there or not. An instruction that faults has changed nothing.
//
// Gates chooses how integer products and outer products are written: 1, the default in synthesis,
// as networks; 0, the default in simulation, as operators.
//
// The host executes the addressing of A64's loads and stores of vector registers: it offers an LDR
// or STR with an unsigned offset and the address in place of Xn.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_sme
  import weft_sme_pkg::*;
#(
  parameter int unsigned Svl          = 512,  // 128, 256, 512, 1024, 2048
  parameter int unsigned RowsPerCycle = 1,    // rows of a tile that weft_mopa takes at once
  parameter int unsigned FloatPipe    = 14,   // registers of weft_fma
  parameter int unsigned MopaPipe     = 59,   // registers of weft_mopa
  parameter int unsigned Gates        = `WEFT_GATES
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic [3:0]  smcr_len_i,     // LEN of SMCR and ZCR
  input  logic [3:0]  zcr_len_i,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [31:0] in_word_i,
  input  logic [63:0] in_xn_i,        // register 9:5
  input  logic [63:0] in_xm_i,        // 20:16
  input  logic [63:0] in_xd_i,        // 4:0
  input  logic [63:0] in_xv_i,        // the slice register
  input  logic [63:0] in_sp_i,
  input  logic [3:0]  in_nzcv_i,
  input  logic [31:0] in_fpcr_i,

  output logic        out_valid_o,    // for one cycle
  output logic [2:0]  out_status_o,   // weft_sme_pkg::status_e
  output logic        out_writes_x_o, // register 4:0
  output logic        out_x_is_sp_o,  // its number 31 is SP
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

  // The word, and the registers that it names.

  uop_t        uop_d, uop_q;
  weft_pred_pkg::instruction_t         pred_d, pred_q;
  weft_stream_state_pkg::instruction_t state_d, state_q;
  logic [31:0] fpcr_q;
  logic [63:0] xn_q, xm_q, xd_q, xv_q, scalar;
  logic [3:0]  nzcv_q;
  status_e     status_d, status_q;
  phase_e      phase;
  logic        takes, done, legal;
  logic [1:0]  illegal;
  unit_e       unit;
  assign takes      = in_valid_i && in_ready_o;
  assign in_ready_o = phase == Idle;
  assign unit       = uop_q.unit;
  assign legal      = status_q == Done;

  weft_sme_decode u_decode (
    .word_i(in_word_i), .uop_o(uop_d), .pred_o(pred_d), .state_o(state_d)
  );

  logic computes, to_half;
  assign computes = uop_d.unit inside {Float, FloatInOrder, FloatTree, FloatCompare, FloatFlags}
                 || (uop_d.unit == Serial && serial_e'(uop_d.op) != Idiv);
  assign to_half  = uop_d.unit == Serial && serial_e'(uop_d.op) == FloatToFloat
                 && (uop_d.from == H || uop_d.to == H);
  always_comb begin
    status_d = Done;
    if (uop_d.unit == Host || uop_d.sme2) status_d = NotHere;
    else if (illegal != '0) status_d = Illegal;
    else if (uop_d.unit == NoEncoding) status_d = Undefined;
    else if (computes && in_fpcr_i[2:0] != '0) status_d = Illegal;  // FIZ, AH, NEP
    else if (to_half && in_fpcr_i[26]) status_d = Illegal;          // AHP
    unique case (uop_q.scalar)
      FromXn:  scalar = xn_q;
      FromXm:  scalar = xm_q;
      FromXd:  scalar = xd_q;
      default: scalar = xv_q;
    endcase
  end

  // FCSEL takes one of two registers; FCCMP compares or takes a number.
  logic [7:0] conditions;
  logic       holds, holds_q;
  uop_t       uop_taken;
  assign conditions = {1'b1, in_nzcv_i[3] == in_nzcv_i[0] && !in_nzcv_i[2],
                       in_nzcv_i[3] == in_nzcv_i[0], in_nzcv_i[1] && !in_nzcv_i[2], in_nzcv_i[0],
                       in_nzcv_i[3], in_nzcv_i[1], in_nzcv_i[2]};
  assign holds      = conditions[uop_d.p[3:1]] != (uop_d.p[0] && uop_d.p != 4'hf);
  always_comb begin
    uop_taken = uop_d;
    if (uop_d.unit == Alu && uop_d.conditional && !holds) uop_taken.a = uop_d.b;
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      uop_q    <= uop_taken;
      holds_q  <= holds;
      pred_q   <= pred_d;
      state_q  <= state_d;
      fpcr_q   <= in_fpcr_i;
      xn_q     <= uop_d.n_is_sp ? in_sp_i : in_xn_i;
      xm_q     <= uop_d.m_is_sp ? in_sp_i : in_xm_i;
      xd_q     <= in_xd_i;
      xv_q     <= in_xv_i;
      nzcv_q   <= in_nzcv_i;
      status_q <= status_d;
    end
  end

  // Phases and steps, which are beats or elements.

  logic [3:0] vl, svl, length;
  step_t      beats, items, step_q;
  beat_no_t   beat;
  logic       slices, stores, memory, summing, during, advance, rewind;
  assign slices  = unit inside {ToSlice, FromSlice, LoadSlice, StoreSlice};
  assign stores  = unit inside {Store, StoreElements, StoreSlice};
  assign memory  = unit inside {Load, LoadElements, LoadSlice} || stores;
  assign summing = unit inside {FloatInOrder, FloatTree};
  assign during  = phase == During;
  assign length  = slices ? svl : vl;
  assign beats   = step_t'(1) << (length - 4'd3);
  assign beat    = beat_no_t'(step_q);
  always_comb begin
    items = unit inside {Table, LoadElements, StoreElements, FloatInOrder, Serial}
          ? step_t'(1) << (vl - {1'b0, uop_q.size}) : beats;
    if (uop_q.predicate) items = vl > 4'd6 ? step_t'(1) << (vl - 4'd6) : step_t'(1);
    if (uop_q.one) items = memory && uop_q.imm[4] ? step_t'(2) : step_t'(1);
    if (unit == Last) items = step_t'(1);
  end
  always_ff @(posedge clk_i) begin
    if (takes || rewind) step_q <= '0;
    else if (advance) step_q <= step_q + 1'b1;
  end

  logic [1:0] fold_q, folds;
  step_t      results_q;
  logic       folding, pred_valid, state_valid, float_valid, float_out, sum_advance;
  logic       serial_valid, serial_ready, serial_out;
  logic       item_valid, last_item, fault, memory_advance;
  logic       za_free, za_read, za_write, zero_valid, zero_ready, zero_za, mopa_valid, mopa_ready;
  weft_sme_phases u_phases (
    .clk_i, .rst_ni,
    .in_valid_i,
    .in_uop_i        (uop_d),
    .in_legal_i      (status_d == Done),
    .uop_i           (uop_q),
    .legal_i         (legal),
    .phase_o         (phase),
    .advance_o       (advance),
    .done_o          (done),
    .memory_advance_i(memory_advance),
    .memory_last_i   (last_item),
    .fault_i         (fault),
    .float_advance_i (float_valid),
    .float_last_i    (float_out && results_q == items - 1'b1),
    .serial_advance_i(serial_valid && serial_ready),
    .serial_last_i   (serial_out && results_q == items - 1'b1),
    .sum_advance_i   (sum_advance),
    .last_step_i     (step_q == items - 1'b1),
    .folds_i         (folds != '0),
    .last_fold_i     (fold_q == folds - 2'd1),
    .pred_valid_o    (pred_valid),
    .state_valid_o   (state_valid),
    .changes_i       (state_q.write_sm || state_q.write_za),
    .za_free_i       (za_free),
    .zero_ready_i    (zero_ready),
    .mopa_ready_i    (mopa_ready),
    .za_read_o       (za_read),
    .za_write_o      (za_write),
    .zero_valid_o    (zero_valid),
    .mopa_valid_o    (mopa_valid)
  );

  // An element: its beat, its byte in it.

  logic [BeatW+2:0] byte_at;
  beat_no_t         element_beat;
  logic [2:0]       element_byte;
  beat_t            ones;
  assign byte_at      = (BeatW+3)'(step_q << uop_q.size);
  assign element_beat = byte_at[BeatW+2:3];
  assign element_byte = byte_at[2:0];
  assign ones         = element_ones(uop_q.size);

  // SVCR, legality, lengths.

  logic        zero_vectors, sm, za_on;
  logic [63:0] state_x;
  weft_stream_state_core #(
    .Svl(Svl), .Nsvl(Svl)
  ) u_state (
    .clk_i, .rst_ni, .smcr_len_i, .zcr_len_i,
    .in_valid_i    (state_valid),
    .in_inst_i     (state_q),
    .in_a_i        (scalar),
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

  logic             ffr_clear;
  logic [63:0]      pred_x, count_q;
  logic [3:0]       pred_nzcv;
  logic [N-1:0]     governing, second;
  logic [BeatW+2:0] item_at;
  step_t            item;
  beat_t            unpacked, integer_result, float_result;
  logic [Beats-1:0][7:0] outcome_q;
  weft_pred_core #(
    .Svl(Svl)
  ) u_pred (
    .clk_i, .rst_ni,
    .vl_i        (vl),
    .clear_i     (zero_vectors),
    .ffr_clear_i (ffr_clear),
    .ffr_from_i  (item_at),
    .in_valid_i  (pred_valid),
    .in_inst_i   (pred_q),
    .in_a_i      (scalar),
    .in_b_i      (xm_q),
    .in_nzcv_i   (nzcv_q),
    .in_bits_i   (outcome_q),
    .out_pred_o  (),
    .out_scalar_o(pred_x),
    .out_nzcv_o  (pred_nzcv),
    .rd_a_reg_i  (uop_q.g),
    .rd_a_o      (governing),
    .rd_b_reg_i  (uop_q.p),
    .rd_b_o      (second),
    .ffr_o       ()
  );

  bytes_t outcome, float_outcome;
  always_comb begin
    for (int i = 0; i < 8; i++) begin
      outcome[i]       = integer_result[8*i];
      float_outcome[i] = float_result[8*i];
    end
  end
  always_ff @(posedge clk_i) begin
    if (pred_valid) count_q <= pred_x;
    if (unit == Compare && during) outcome_q[beat] <= outcome;
    if (unit == FloatCompare && float_out) outcome_q[beat_no_t'(results_q)] <= float_outcome;
    if (unit == Load && item_valid)
      for (int i = 0; i < 8; i++)
        if (Beats > i && 8 * int'(item) + i < Beats) outcome_q[8*item+i] <= unpacked[8*i+:8];
  end

  bytes_t active;
  beat_t  active_bits;
  logic   element_active;
  weft_sme_active #(.N(N)) u_active (
    .uop_i(uop_q), .vl_i(vl), .beat_i(beat), .byte_i(byte_at), .governing_i(governing),
    .active_o(active), .bits_o(active_bits), .element_o(element_active)
  );

  // Z0 to Z31.

  logic [2:0][4:0]   read_reg;
  beat_no_t [2:0]    read_beat;
  beat_t             read_a, read_b, read_c;
  beat_t [Beats-1:0] whole_a, whole_b;
  logic              write, commit, second_half, beyond, complete;
  logic [1:0]        reg_no;  // of a structure
  logic [2:0]        from;
  logic [BeatW+2:0]  last_at;
  beat_no_t          write_beat, table_beat;
  beat_t             write_data;
  weft_sme_reads #(
    .Beats(Beats)
  ) u_reads (
    .uop_i         (uop_q),
    .vl_i          (vl),
    .step_i        (beat),
    .element_beat_i(element_beat),
    .last_beat_i   (last_at[BeatW+2:3]),
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
    .c_reg_i     (read_reg[2] + {3'd0, reg_no}),
    .c_beat_i    (read_beat[2]),
    .c_o         (read_c),
    .write_i     (write),
    .write_beat_i(write_beat),
    .write_data_i(write_data),
    .commit_i    (commit),
    .commit_reg_i(uop_q.d + {3'd0, reg_no}),
    .discard_i   (fault),
    .zero_i      (zero_vectors)
  );

  // The second operand as one element of 128 bits, everywhere; what inactive elements keep.

  function automatic beat_t repeated(beat_t x, logic [2:0] of);
    unique case (of)
      B:       return {8{x[7:0]}};
      H:       return {4{x[15:0]}};
      S:       return {2{x[31:0]}};
      default: return x;
    endcase
  endfunction

  beat_t operand_b, old;
  assign operand_b = uop_q.b_from == Indexed
                   ? repeated(read_b >> {uop_q.imm[2:0], 3'b0}, {1'b0, uop_q.msize}) : read_b;
  assign old       = uop_q.old_a ? read_a : read_c;

  // Integers, permutations. INSR: Xn is the element before the first.

  beat_t permuted, permute_x;
  assign folding   = unit == Reduce && phase == After;
  assign folds     = alu_e'(uop_q.op) inside {Saddv, Uaddv} ? 2'd0 : 2'(3'd3 - uop_q.size);
  weft_sme_integer #(
    .StepW(StepW), .Gates(Gates)
  ) u_integer (
    .clk_i,
    .uop_i(uop_q), .step_i(step_q), .runs_i(phase != Idle),
    .folding_i(folding), .fold_i(fold_q), .active_i(active_bits),
    .xn_i(xn_q), .xm_i(xm_q), .count_i(count_q),
    .a_i(read_a), .b_i(operand_b), .c_i(read_c),
    .result_o(integer_result)
  );

  assign permute_x = permute_e'(uop_q.op) == Insr && step_q == '0
                   ? xn_q << {3'(4'd8 - (4'd1 << uop_q.size)), 3'b0} : read_a;
  weft_sme_permute u_permute (
    .op_i(permute_e'(uop_q.op)), .size_i(uop_q.size), .second_i(second_half),
    .extend_i(uop_q.extend), .from_i(uop_q.conditional ? last_at[2:0] : from), .x_i(permute_x),
    .y_i(read_b), .result_o(permuted)
  );

  // CLASTA, CLASTB change nothing if no element is active.
  logic  none;
  beat_t permuted_or_old;
  always_comb begin
    permuted_or_old = permuted;
    if (permute_e'(uop_q.op) == DupElement) begin
      if (uop_q.conditional) permuted_or_old = none ? read_c : permuted;
      else if (beyond) permuted_or_old = '0;
    end
  end

  // TBL's element; that of LASTA, LASTB.

  beat_t element, table_index, table_element, last_element;
  assign element       = read_a >> {element_byte, 3'b0} & ones;
  assign table_index   = read_b >> {element_byte, 3'b0} & ones;
  assign table_beat    = beat_no_t'((BeatW+3)'(table_index << uop_q.size) >> 3);
  assign table_element = read_a >> {3'(table_index << uop_q.size), 3'b0}
                       & {64{table_index < 64'(items)}};
  assign last_element  = (uop_q.conditional && none ? uop_q.one ? read_c : xd_q
                                                  : read_a >> {last_at[2:0], 3'b0}) & ones;
  weft_sme_last #(.N(N)) u_last (
    .uop_i(uop_q), .vl_i(vl), .governing_i(governing), .at_o(last_at), .none_o(none)
  );

  // Floating point: beat by beat, or a sum.

  logic        sum_valid;
  beat_t       float_a, float_b, sum_a, sum_b, sum, identity;
  logic [7:0]  float_fpsr;
  logic [31:0] fpsr_q, fpsr;
  assign float_valid = unit inside {Float, FloatCompare, FloatFlags} && during && step_q != items;
  assign float_b     = uop_q.b_from == Number ? repeated(uop_q.number, uop_q.size) : operand_b;
  always_comb begin
    float_a = uop_q.swap ? float_b : read_a;
    if (summing) float_a = sum_a;
    unique case (float_e'(uop_q.op))
      Fmax:           identity = uop_q.size == H ? {4{16'hfc00}} : uop_q.size == S
                               ? {2{32'hff80_0000}} : 64'hfff0_0000_0000_0000;
      Fmin:           identity = uop_q.size == H ? {4{16'h7c00}} : uop_q.size == S
                               ? {2{32'h7f80_0000}} : 64'h7ff0_0000_0000_0000;
      Fmaxnm, Fminnm: identity = uop_q.size == H ? {4{16'h7e00}} : uop_q.size == S
                               ? {2{32'h7fc0_0000}} : 64'h7ff8_0000_0000_0000;
      default:        identity = '0;
    endcase
  end

  logic       compares_flags;  // FCCMP may not
  logic [7:0] serial_fpsr;
  assign compares_flags = unit == FloatFlags && (holds_q || !uop_q.conditional);
  assign fpsr = fpsr_q
              | {24'b0, float_fpsr & {8{float_out && (summing || compares_flags
                                                      || unit inside {Float, FloatCompare})}}}
              | {24'b0, serial_fpsr & {8{serial_out}}};
  weft_sme_float #(
    .Pipe(FloatPipe)
  ) u_float (
    .clk_i, .rst_ni,
    .in_valid_i   (float_valid || sum_valid),
    .in_op_i      (float_e'(uop_q.op)),
    .in_size_i    (uop_q.size),
    .in_fpcr_i    (fpcr_q),
    .in_widen_i   (uop_q.widen),
    .in_odd_i     (uop_q.upper),
    .in_absolute_i(uop_q.absolute),
    .in_negate_a_i(uop_q.negate_a),
    .in_negate_c_i(uop_q.negate_c),
    .in_negate_r_i(uop_q.negate_r),
    .in_loud_i    (uop_q.loud),
    .in_a_i       (float_a),
    .in_b_i       (summing ? sum_b : uop_q.swap ? read_a : float_b),
    .in_c_i       (read_c),
    .in_active_i  (active | {8{summing}}),
    .in_old_i     (uop_q.zeroing || summing ? '0 : old),
    .out_valid_o  (float_out),
    .out_result_o (float_result),
    .out_fpsr_o   (float_fpsr)
  );
  weft_sme_float_sum #(
    .Beats(Beats)
  ) u_sum (
    .clk_i, .rst_ni,
    .clear_i     (takes),
    .runs_i      (summing && during),
    .tree_i      (unit == FloatTree),
    .size_i      (uop_q.size),
    .step_i      (step_q),
    .advance_o   (sum_advance),
    .beat_i      ((read_a & active_bits) | (identity & ~active_bits)),
    .element_i   (element),
    .active_i    (element_active),
    .first_i     (read_c & ones),
    .add_valid_o (sum_valid),
    .add_a_o     (sum_a),
    .add_b_o     (sum_b),
    .add_done_i  (float_out),
    .add_result_i(float_result),
    .sum_o       (sum)
  );

  // Conversions, quotients, square roots.

  beat_t serial_result, from_ones;
  assign serial_valid = unit == Serial && during && step_q != items;
  assign from_ones    = element_ones(uop_q.from);
  weft_sme_serial u_serial (
    .clk_i, .rst_ni,
    .in_valid_i  (serial_valid),
    .in_ready_o  (serial_ready),
    .uop_i       (uop_q),
    .fpcr_i      (fpcr_q),
    .active_i    (element_active || !uop_q.governed),
    .a_i         ((uop_q.b_from == Xn ? xn_q : element) & from_ones),
    .b_i         (read_b >> {element_byte, 3'b0} & from_ones),
    .old_i       (old >> {element_byte, 3'b0} & ones),
    .out_valid_o (serial_out),
    .out_result_o(serial_result),
    .out_fpsr_o  (serial_fpsr)
  );

  always_ff @(posedge clk_i) begin
    if (takes) begin
      fold_q    <= '0;
      results_q <= '0;
      fpsr_q    <= '0;
    end else begin
      if (folding) fold_q <= fold_q + 1'b1;
      if (float_out || serial_out) results_q <= results_q + 1'b1;
      fpsr_q <= zero_vectors ? 32'h0800_009f : fpsr;
    end
  end

  // Memory.

  beat_t [Beats-1:0] za_beats;
  beat_t             second_beat;
  assign second_beat = 64'({64'b0, second} >> {beat, 6'b0});
  weft_sme_memory #(
    .StepW(StepW)
  ) u_memory (
    .clk_i, .rst_ni,
    .uop_i           (uop_q),
    .length_i        (length),
    .base_i          (xn_q),
    .xm_i            (xm_q),
    .clear_i         (takes),
    .runs_i          (memory && during),
    .step_i          (step_q),
    .items_i         (items),
    .advance_o       (memory_advance),
    .rewind_o        (rewind),
    .complete_o      (complete),
    .reg_o           (reg_no),
    .active_i        (active),
    .element_active_i(element_active),
    .offset_i        (element),
    .store_i         (unit == StoreSlice ? za_beats[beat] : uop_q.predicate ? second_beat : read_a),
    .element_i       (read_c >> {element_byte, 3'b0} & ones),
    .item_valid_o    (item_valid),
    .item_o          (item),
    .unpacked_o      (unpacked),
    .last_o          (last_item),
    .fault_o         (fault),
    .ffr_clear_o     (ffr_clear),
    .req_valid_o, .req_ready_i, .req_op_o, .req_addr_o, .req_bytes_o, .req_data_o,
    .rsp_valid_i, .rsp_fault_i, .rsp_data_i
  );

  // ZA and outer products.

  weft_sme_za #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle), .MopaPipe(MopaPipe), .Gates(Gates)
  ) u_za (
    .clk_i, .rst_ni,
    .uop_i       (uop_q),
    .svl_i       (svl),
    .slice_i     (xv_q[7:0]),
    .fpcr_i      (fpcr_q),
    .zn_i        (whole_a),
    .zm_i        (whole_b),
    .pn_i        (governing),
    .pm_i        (second),
    .item_valid_i(item_valid),
    .item_i      (beat_no_t'(item)),
    .item_data_i (unpacked),
    .read_i      (za_read),
    .write_i     (za_write),
    .slice_o     (za_beats),
    .zero_valid_i(zero_valid || zero_za),
    .zero_ready_o(zero_ready),
    .mopa_valid_i(mopa_valid),
    .mopa_ready_o(mopa_ready),
    .free_o      (za_free)
  );
  assign busy_o = !za_free;

  // Write-back to Z, to the host.

  weft_sme_write #(
    .Beats(Beats)
  ) u_write (
    .clk_i,
    .uop_i        (uop_q),
    .during_i     (during),
    .ends_i       (done && legal && !fault),
    .complete_i   (complete),
    .beat_i       (beat),
    .element_i    (byte_at),
    .active_i     (active_bits),
    .old_i        (old),
    .integer_i    (integer_result),
    .folded_i     (folds != '0),
    .permuted_i   (permuted_or_old),
    .slice_i      (za_beats[beat]),
    .last_i       (last_element),
    .table_i      (table_element),
    .serial_valid_i(serial_out),
    .serial_item_i(results_q),
    .serial_i     (serial_result),
    .sum_i        (sum),
    .float_valid_i(float_out),
    .float_beat_i (beat_no_t'(results_q)),
    .float_i      (float_result),
    .item_valid_i (item_valid),
    .item_i       (item),
    .item_data_i  (unpacked),
    .item_at_o    (item_at),
    .write_o      (write),
    .beat_o       (write_beat),
    .data_o       (write_data),
    .commit_o     (commit)
  );

  assign out_valid_o    = done;
  assign out_status_o   = fault ? Fault : status_q;
  assign out_writes_x_o = legal && uop_q.writes_x;
  assign out_x_is_sp_o  = uop_q.d_is_sp;
  assign out_x_o        = unit == Last ? last_element : unit == State ? state_x
                        : unit == Serial ? serial_result : pred_x;
  assign out_nzcv_o     = unit != FloatFlags ? pred_nzcv
                        : compares_flags ? float_result[3:0] : uop_q.imm[3:0];
  assign out_fpsr_o     = fpsr;

  `WEFT_ASSERT(AFaultChangesNothing, fault |-> !commit && !pred_valid && !za_write)
  `WEFT_COVER(WaitsForZa, phase == After && unit inside {ToSlice, LoadSlice, ZeroTiles} && !done)

endmodule
