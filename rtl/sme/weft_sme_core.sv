// SPDX-License-Identifier: Apache-2.0
//
// SME core: instruction words of SME and SVE at the rate of weft_sme_issue, which says when each
// one goes to its pipe; the data of all pipes are here. X registers, branches, flags and addresses
// are the host's, in program order up to Dispatch words a cycle.
//
//      in word, address, Xn, Xm, slice, FPCR
//                 |
//         [ weft_sme_decode ] --> [ weft_sme_core_uop ] --> [ weft_sme_issue ]
//                 |                                          |    |    |    |  tag, registers
//         [ words by tag ] ---------------------------------- Load Store Op Vector
//                                                            |    |    |    |
//      load ------------------------------------------------>+    |    |    |    lines of 64 bytes
//      answer --> [ weft_sme_core_load ] --> Z, P, rows of ZA     |    |    |    tag, two lines
//      store <------------------------- [ weft_sme_core_store ] <-+    |    |    a line a cycle
//                               [ weft_mopa ] <--> [ weft_sme_core_za ]+    |
//      x, nzcv, fpsr <-------- [ weft_sme_core_vector, weft_sme_core_float ] <+
//
//      cycle      t             t + 1             t + 2            t + 3
//      Load       request                                                      answered: written,
//                                                                              two of a pair
//      Store      Z, P read     rows; first line  second line      up to five of a structure
//      Op         Z, P read     issued by weft_mopa: written in t + 7, rows of a tile or two of ZA
//      Vector     Z, P read     rows; computed                     written, x, nzcv, fpsr
//
// Physical registers: PhysZ vectors, PhysP predicates. One that has not been written since SVCR
// changed the mode reads as zero.
//
// Memory: a load asks for one line or two neighbours and is answered by its tag, in any order, one
// answer a cycle. store_ready_i says that the lines of a store will be taken from the next cycle
// on. A load that is asked for in the cycle of a store's line sees that line.
//
// LD2 to LD4 are alone: they ask for up to three parts of two lines, by the tags from their own on,
// and write a register a cycle from the cycle behind the last answer on.
//
// The host sends nothing that faults or that PSTATE or FPCR forbid, and no word without a unit
// here: golden::sme_core::translate says which have one.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_sme_core
  import weft_sme_pkg::*, weft_sme_issue_pkg::Pipes, weft_sme_issue_pkg::ZReads,
         weft_sme_issue_pkg::ZWrites, weft_sme_issue_pkg::PReads, weft_sme_issue_pkg::Classes;
#(
  parameter int unsigned Svl          = 512,  // 128, 256, 512
  parameter int unsigned RowsPerCycle = 16,   // rows of a tile that weft_mopa takes at once
  parameter int unsigned Dispatch     = 2,
  parameter int unsigned Commit       = 4,    // a power of two, 2 or more
  parameter int unsigned PhysZ        = 96,   // 36 or more
  parameter int unsigned PhysP        = 32,   // 17 or more
  parameter int unsigned Queue        = 32,   // a power of two
  parameter int unsigned Window       = 128,  // a power of two
  parameter int unsigned AddrBits     = 48,
  parameter int unsigned Gates        = `WEFT_GATES,
  localparam int unsigned TagBits    = $clog2(Window),
  localparam int unsigned CommitBits = $clog2(Commit + 1)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  logic [3:0]                        smcr_len_i,   // LEN of SMCR and ZCR
  input  logic [3:0]                        zcr_len_i,

  // Words; the second one only behind the first one. Ready answers valid and payload.
  input  logic [Dispatch-1:0]               in_valid_i,
  output logic [Dispatch-1:0]               in_ready_o,
  input  logic [Dispatch-1:0][31:0]         in_word_i,
  input  logic [Dispatch-1:0][AddrBits-1:0] in_address_i, // of the first byte in memory
  input  logic [Dispatch-1:0][63:0]         in_a_i,       // Xn, a base; or Xd, Ws, Xt where read
  input  logic [Dispatch-1:0][63:0]         in_b_i,       // Xm
  input  logic [Dispatch-1:0][7:0]          in_slice_i,   // the slice register; the uop's number
  input  logic [Dispatch-1:0][31:0]         in_fpcr_i,
  output logic [TagBits-1:0]                in_tag_o,     // of the first word

  output logic                              load_valid_o,
  input  logic                              load_ready_i,
  output logic [TagBits-1:0]                load_tag_o,
  output logic [AddrBits-7:0]               load_line_o,  // address / 64
  output logic                              load_two_o,   // the next line, too
  input  logic                              answer_valid_i,
  input  logic [TagBits-1:0]                answer_tag_i,
  input  logic [1023:0]                     answer_lines_i,
  input  logic [1:0]                        answer_missing_i, // lines that memory does not have

  input  logic                              store_ready_i,
  output logic                              store_valid_o,
  output logic [AddrBits-7:0]               store_line_o,
  output logic [63:0]                       store_bytes_o, // written
  output logic [511:0]                      store_data_o,

  output logic                              result_valid_o, // of a uop of Vector
  output logic [TagBits-1:0]                result_tag_o,
  output logic [63:0]                       result_x_o,     // zero where it gives none
  output logic [3:0]                        result_nzcv_o,
  output logic [7:0]                        result_fpsr_o,  // flags that were raised

  output logic [CommitBits-1:0]             commits_o,
  output logic [1:0]                        svcr_o,
  output logic                              idle_o
);

  localparam int unsigned N     = Svl / 8;
  localparam int unsigned ZBits = $clog2(PhysZ);
  localparam int unsigned PBits = $clog2(PhysP);
  localparam int unsigned Ld    = 32'(weft_sme_issue_pkg::Load);
  localparam int unsigned St    = 32'(weft_sme_issue_pkg::Store);
  localparam int unsigned Op    = 32'(weft_sme_issue_pkg::Op);
  localparam int unsigned Vec   = 32'(weft_sme_issue_pkg::Vector);
  localparam int unsigned Latency  = 3;  // of Vector
  localparam int unsigned MopaPipe = 59;

  typedef logic [TagBits-1:0] tag_t;
  typedef logic [ZBits-1:0]   z_name_t;
  typedef logic [PBits-1:0]   p_name_t;
  typedef logic [Svl-1:0]     vector_t;
  typedef logic [N-1:0]       predicate_t;

  // A decoded word, kept by its tag until it commits.
  typedef struct packed {
    uop_t                                uop;
    weft_pred_pkg::instruction_t         pred;
    weft_stream_state_pkg::instruction_t state;
    logic [AddrBits-1:0]                 address;
    logic                                structure;
    logic [2:0]                          lines; // of memory
    logic [63:0]                         a, b;
    logic [7:0]                          slice;
    logic [31:0]                         fpcr;
    weft_sme_issue_pkg::beats_t          beats;
  } uop_about_t;

  logic [3:0] vl, svl;

  // ---- dispatch ----

  uop_about_t [Dispatch-1:0] uop_in;
  logic [Dispatch-1:0]       in_alone, in_joined, in_p_writes;
  logic [Dispatch-1:0][1:0]  in_pipe;
  logic [Dispatch-1:0][ZReads-1:0]       in_z_reads;
  logic [Dispatch-1:0][ZReads-1:0][4:0]  in_z_source;
  logic [Dispatch-1:0][ZWrites-1:0]      in_z_writes;
  logic [Dispatch-1:0][ZWrites-1:0][4:0] in_z_dest;
  logic [Dispatch-1:0][PReads-1:0]       in_p_reads;
  logic [Dispatch-1:0][PReads-1:0][3:0]  in_p_source;
  logic [Dispatch-1:0][3:0]              in_p_dest;
  logic [Dispatch-1:0][Classes-1:0]      in_za_reads, in_za_writes;
  weft_sme_issue_pkg::beats_t [Dispatch-1:0] in_beats;
  logic [Dispatch-1:0][AddrBits-1:0]     in_last;

  for (genvar d = 0; d < int'(Dispatch); d++) begin : gen_in
    weft_sme_issue_pkg::pipe_e pipe;
    weft_sme_decode u_decode (
      .word_i (in_word_i[d]),
      .uop_o  (uop_in[d].uop),
      .pred_o (uop_in[d].pred),
      .state_o(uop_in[d].state)
    );
    assign uop_in[d].address = in_address_i[d];
    assign uop_in[d].a       = in_a_i[d];
    assign uop_in[d].b       = in_b_i[d];
    assign uop_in[d].slice   = in_slice_i[d];
    assign uop_in[d].fpcr    = in_fpcr_i[d];
    assign uop_in[d].beats   = in_beats[d];

    weft_sme_core_uop #(
      .RowsPerCycle(RowsPerCycle), .AddrBits(AddrBits)
    ) u_uop (
      .uop_i      (uop_in[d].uop),
      .uop_pred_i (uop_in[d].pred),
      .vl_i       (vl),
      .svl_i      (svl),
      .address_i  (in_address_i[d]),
      .slice_i    (in_slice_i[d]),
      .pipe_o     (pipe),
      .alone_o    (in_alone[d]),
      .z_reads_o  (in_z_reads[d]),
      .z_source_o (in_z_source[d]),
      .z_writes_o (in_z_writes[d]),
      .z_dest_o   (in_z_dest[d]),
      .p_reads_o  (in_p_reads[d]),
      .p_source_o (in_p_source[d]),
      .p_writes_o (in_p_writes[d]),
      .p_dest_o   (in_p_dest[d]),
      .za_reads_o (in_za_reads[d]),
      .za_writes_o(in_za_writes[d]),
      .joined_o   (in_joined[d]),
      .beats_o    (in_beats[d]),
      .last_o     (in_last[d]),
      .structure_o(uop_in[d].structure),
      .lines_o    (uop_in[d].lines)
    );
    assign in_pipe[d] = pipe;
  end

  // ---- the scheduler ----

  logic [Pipes-1:0]                              issue_valid;
  tag_t [Pipes-1:0]                              issue_tag;
  logic [Pipes-1:0][ZReads-1:0]                  unused_z_reads;
  logic [Pipes-1:0][ZReads-1:0][ZBits-1:0]       z_source;
  logic [Pipes-1:0][ZWrites-1:0]                 z_writes;
  logic [Pipes-1:0][ZWrites-1:0][ZBits-1:0]      z_dest;
  logic [Pipes-1:0][PReads-1:0]                  unused_p_reads;
  logic [Pipes-1:0][PReads-1:0][PBits-1:0]       p_source;
  logic [Pipes-1:0]                              p_writes;
  logic [Pipes-1:0][PBits-1:0]                   p_dest;
  logic                                          unused_op_done, unused_vector_done;
  tag_t                                          unused_op_tag, unused_vector_tag, unused_oldest;

  // Where a load's vectors go: one, two of a pair, those of a structure.
  typedef struct packed {
    logic                  z_write;
    logic                  pair;
    z_name_t [ZWrites-1:0] z_dest;
    logic                  p_write;
    p_name_t               p_dest;
    p_name_t               governing;
  } load_t;
  load_t answered;

  // An answer as the scheduler sees it: memory's, or a register of a structure is written.
  logic    answers, answers_two, answer_last;
  tag_t    answer_tag;
  z_name_t answer_z;

  weft_sme_issue #(
    .Dispatch(Dispatch), .Commit(Commit), .PhysZ(PhysZ), .PhysP(PhysP), .Queue(Queue),
    .Window(Window), .VectorLatency(Latency), .Distance(4), .OpLatency(7), .AddrBits(AddrBits)
  ) u_issue (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_pipe_i        (in_pipe),
    .in_alone_i       (in_alone),
    .in_z_reads_i     (in_z_reads),
    .in_z_source_i    (in_z_source),
    .in_z_writes_i    (in_z_writes),
    .in_z_dest_i      (in_z_dest),
    .in_p_reads_i     (in_p_reads),
    .in_p_source_i    (in_p_source),
    .in_p_writes_i    (in_p_writes),
    .in_p_dest_i      (in_p_dest),
    .in_za_reads_i    (in_za_reads),
    .in_za_writes_i   (in_za_writes),
    .in_joined_i      (in_joined),
    .in_beats_i       (in_beats),
    .in_first_i       (in_address_i),
    .in_last_i        (in_last),
    .in_tag_o,
    .issue_valid_o    (issue_valid),
    .load_ready_i,
    .store_ready_i,
    .issue_tag_o      (issue_tag),
    .issue_z_reads_o  (unused_z_reads),
    .issue_z_source_o (z_source),
    .issue_z_writes_o (z_writes),
    .issue_z_dest_o   (z_dest),
    .issue_p_reads_o  (unused_p_reads),
    .issue_p_source_o (p_source),
    .issue_p_writes_o (p_writes),
    .issue_p_dest_o   (p_dest),
    .answer_valid_i   ({answers_two, answers}),
    .answer_tag_i     ({answer_tag, answer_tag}),
    .answer_last_i    ({1'b1, answer_last}),
    .answer_z_valid_i ({1'b1, answered.z_write}),
    .answer_z_i       ({answered.z_dest[1], answer_z}),
    .answer_p_valid_i ({1'b0, answered.p_write}),
    .answer_p_i       ({p_name_t'(0), answered.p_dest}),
    .op_done_o        (unused_op_done),
    .op_done_tag_o    (unused_op_tag),
    .vector_done_o    (unused_vector_done),
    .vector_done_tag_o(unused_vector_tag),
    .oldest_o         (unused_oldest),
    .commits_o,
    .idle_o
  );

  // Words by tag: those that issue, and the load that is answered or written.
  localparam int unsigned AboutBits = $bits(uop_about_t);
  localparam int unsigned Abouts    = 6;
  uop_about_t uop_load, uop_structure, uop_answered, uop_stored, uop_op, uop_issued;
  tag_t       structure_tag_q;

  logic [Dispatch-1:0]  about_write;
  tag_t                 about_write_at [Dispatch], about_at [Abouts];
  logic [AboutBits-1:0] about_in [Dispatch], about [Abouts];
  assign about_write = in_valid_i & in_ready_o;
  for (genvar d = 0; d < int'(Dispatch); d++) begin : gen_about
    assign about_write_at[d] = in_tag_o + tag_t'(d);
    assign about_in[d]       = uop_in[d];
  end
  assign about_at[0] = issue_tag[Ld];
  assign about_at[1] = structure_tag_q;
  assign about_at[2] = answer_tag;
  assign about_at[3] = issue_tag[St];
  assign about_at[4] = issue_tag[Op];
  assign about_at[5] = issue_tag[Vec];
  assign uop_load      = about[0];
  assign uop_structure = about[1];
  assign uop_answered  = about[2];
  assign uop_stored    = about[3];
  assign uop_op        = about[4];
  assign uop_issued    = about[5];
  weft_register_file #(
    .Words(Window), .Width(AboutBits), .Reads(Abouts), .Writes(Dispatch)
  ) u_about (
    .clk_i,
    .rst_ni,
    .clear_i     (1'b0),
    .write_i     (about_write),
    .write_at_i  (about_write_at),
    .write_data_i(about_in),
    .read_at_i   (about_at),
    .read_data_o (about)
  );

  // ---- registers ----

  logic zero_vectors;

  // Write ports: 0 of loads, 1 of Vector, 2 of the second vector of a pair.
  localparam int unsigned ZWriters = 3, PWriters = 2;
  logic [ZWriters-1:0] z_write;
  logic [PWriters-1:0] p_write;
  z_name_t             z_at [ZWriters];
  p_name_t             p_at [PWriters];
  vector_t             z_data [ZWriters];
  predicate_t          p_data [PWriters];

  // Read ports, the first one of each pipe; of Load, the offsets and predicate of a gather, and the
  // predicate of an answer.
  localparam int unsigned ZLoad = 0, ZStore = 1, ZOp = 1 + ZReads, ZVector = 1 + 2 * ZReads;
  localparam int unsigned ZPorts = 1 + 3 * ZReads;
  localparam int unsigned PLoad = 0, PStore = 1, POp = 3, PVector = 5, PAnswer = 5 + PReads;
  localparam int unsigned PPorts = 6 + PReads;
  z_name_t    z_read_at [ZPorts];
  p_name_t    p_read_at [PPorts];
  vector_t    z [ZPorts];
  predicate_t p [PPorts];
  assign z_read_at[ZLoad]   = z_source[Ld][0];
  assign p_read_at[PLoad]   = p_source[Ld][0];
  assign p_read_at[PAnswer] = answered.governing;
  for (genvar i = 0; i < int'(ZReads); i++) begin : gen_z_read
    assign z_read_at[ZStore + i]  = z_source[St][i];
    assign z_read_at[ZOp + i]     = z_source[Op][i];
    assign z_read_at[ZVector + i] = z_source[Vec][i];
  end
  for (genvar i = 0; i < int'(PReads); i++) begin : gen_p_read
    if (i < 2) begin : gen_two
      assign p_read_at[PStore + i] = p_source[St][i];
      assign p_read_at[POp + i]    = p_source[Op][i];
    end
    assign p_read_at[PVector + i] = p_source[Vec][i];
  end

  weft_register_file #(
    .Words(PhysZ), .Width(Svl), .Reads(ZPorts), .Writes(ZWriters), .Zeroes(1'b1)
  ) u_z (
    .clk_i,
    .rst_ni,
    .clear_i     (zero_vectors),
    .write_i     (z_write),
    .write_at_i  (z_at),
    .write_data_i(z_data),
    .read_at_i   (z_read_at),
    .read_data_o (z)
  );
  weft_register_file #(
    .Words(PhysP), .Width(N), .Reads(PPorts), .Writes(PWriters), .Zeroes(1'b1)
  ) u_p (
    .clk_i,
    .rst_ni,
    .clear_i     (zero_vectors),
    .write_i     (p_write),
    .write_at_i  (p_at),
    .write_data_i(p_data),
    .read_at_i   (p_read_at),
    .read_data_o (p)
  );

  // ---- loads ----

  // A structure: the parts asked for and answered, the registers written.
  logic              structure_q, parts_left, writes_structure, last_register;
  tag_t              structure_part;
  logic [1:0]        parts, asked_q, answered_q, register_q, answered_register;
  logic [2:0][1023:0] parts_q;
  logic [AddrBits-7:0] structure_line;
  logic                gathers, gathers_next, gather_asks, gather_done, gather_two;
  logic [3:0]          gather_element;
  logic [AddrBits-7:0] gather_line;
  vector_t             gathered;
  predicate_t          gather_faults;
  assign gathers          = structure_q && own_addresses(uop_structure.uop.address);
  assign gathers_next     = uop_load.uop.unit == LoadElements && own_addresses(uop_load.uop.address);
  assign parts            = 2'((uop_structure.lines + 3'd1) >> 1);
  assign parts_left       = structure_q && !gathers && asked_q != parts;
  assign writes_structure = gathers ? gather_done : structure_q && answered_q == parts;
  assign last_register    = register_q == uop_structure.uop.regs;
  assign structure_part   = answer_tag_i - structure_tag_q;
  assign structure_line   = uop_structure.address[AddrBits-1:6] + (AddrBits-6)'({asked_q, 1'b0});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) structure_q <= 1'b0;
    else if (issue_valid[Ld] && load_ready_i) structure_q <= uop_load.structure || gathers_next;
    else if (writes_structure && last_register) structure_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (issue_valid[Ld]) begin
      structure_tag_q <= issue_tag[Ld];
      asked_q         <= 2'd1;
      answered_q      <= '0;
      register_q      <= '0;
    end else begin
      if (parts_left && load_ready_i) asked_q <= asked_q + 1'b1;
      if (answer_valid_i) begin
        answered_q <= answered_q + 1'b1;
        parts_q[structure_part[1:0]] <= answer_lines_i;
      end
      if (writes_structure) register_q <= register_q + 1'b1;
    end
  end

  assign load_valid_o = (issue_valid[Ld] && !gathers_next) || parts_left || gather_asks;
  assign load_tag_o   = gathers ? structure_tag_q + tag_t'(gather_element)
                      : parts_left ? structure_tag_q + tag_t'(asked_q) : issue_tag[Ld];
  assign load_line_o  = gathers ? gather_line
                      : parts_left ? structure_line : uop_load.address[AddrBits-1:6];
  assign load_two_o   = gathers ? gather_two
                      : parts_left ? uop_structure.lines > {asked_q, 1'b0} + 3'd1
                                   : uop_load.lines != 3'd1;

  weft_sme_core_gather #(
    .Svl(Svl), .AddrBits(AddrBits)
  ) u_gather (
    .clk_i,
    .start_i         (issue_valid[Ld]),
    .runs_i          (gathers),
    .uop_i           (uop_structure.uop),
    .vl_i            (vl),
    .base_i          (uop_structure.a),
    .offsets_i       (z[ZLoad]),
    .governing_i     (p[PLoad]),
    .ask_valid_o     (gather_asks),
    .ask_ready_i     (load_ready_i),
    .ask_element_o   (gather_element),
    .ask_line_o      (gather_line),
    .ask_two_o       (gather_two),
    .answer_valid_i,
    .answer_element_i(structure_part[3:0]),
    .answer_lines_i,
    .answer_missing_i,
    .done_o          (gather_done),
    .vector_o        (gathered),
    .faults_o        (gather_faults)
  );

  assign answers     = structure_q ? writes_structure : answer_valid_i;
  assign answers_two = answers && answered.pair;
  assign answer_last = structure_q ? last_register : !answered.pair;
  assign answer_tag  = structure_q ? structure_tag_q : answer_tag_i;
  assign answered_register = structure_q ? register_q : '0;
  assign answer_z          = answered.z_dest[answered_register];

  load_t                   asked;
  tag_t                    load_write_at [1], load_at [1];
  logic [$bits(load_t)-1:0] load_in [1], load [1];
  assign asked = '{z_write: z_writes[Ld][0],
                   pair: z_writes[Ld][1] && uop_load.uop.unit == Load,
                   z_dest: z_dest[Ld],
                   p_write: p_writes[Ld], p_dest: p_dest[Ld],
                   governing: p_source[Ld][0]};
  assign load_write_at[0] = issue_tag[Ld];
  assign load_in[0]       = asked;
  assign load_at[0]       = answer_tag;
  assign answered         = load[0];
  weft_register_file #(
    .Words(Window), .Width($bits(load_t)), .Reads(1), .Writes(1)
  ) u_loads (
    .clk_i,
    .rst_ni,
    .clear_i     (1'b0),
    .write_i     (issue_valid[Ld] && load_ready_i),
    .write_at_i  (load_write_at),
    .write_data_i(load_in),
    .read_at_i   (load_at),
    .read_data_o (load)
  );

  logic [3*1024-1:0] structure_memory;
  logic [4*Svl-1:0] unused_memory;
  logic [4*N-1:0]   unused_written;
  vector_t          structure_vector;
  assign structure_memory = parts_q >> {uop_structure.address[5:0], 3'b0};
  weft_sme_core_interleave #(
    .Svl(Svl)
  ) u_structure (
    .regs_i(uop_structure.uop.regs), .size_i(uop_structure.uop.msize),
    .vectors_i('0), .active_i('0), .memory_o(unused_memory), .written_o(unused_written),
    .memory_i(structure_memory[4*Svl-1:0]), .reg_i(register_q), .vector_o(structure_vector)
  );

  predicate_t  load_mask, next_mask, load_faults;
  vector_t     loaded;
  logic [15:0] load_counter;
  assign load_counter = 16'(p[PAnswer]);
  weft_sme_core_mask #(
    .N(N)
  ) u_load_mask (
    .vl_i(vl), .counter_i(load_counter), .part_i(uop_answered.slice[1:0]), .mask_o(load_mask)
  );
  weft_sme_core_mask #(
    .N(N)
  ) u_next_mask (
    .vl_i(vl), .counter_i(load_counter), .part_i({uop_answered.slice[1], 1'b1}), .mask_o(next_mask)
  );

  weft_sme_core_load #(
    .Svl(Svl)
  ) u_load (
    .uop_i      (uop_answered.uop),
    .vl_i       (vl),
    .svl_i      (svl),
    .offset_i   (structure_q ? '0 : uop_answered.address[5:0]),
    .lines_i    (structure_q ? 1024'(structure_vector) : answer_lines_i),
    .missing_i  (answer_missing_i),
    .governing_i(uop_answered.uop.apart != '0 ? load_mask : p[PAnswer]),
    .next_governing_i(next_mask),
    .vector_o   (loaded),
    .next_o     (z_data[2]),
    .faults_o   (load_faults),
    .predicate_o(p_data[0])
  );

  // FFR: written by what is alone. From the first element that faults on the vector is zero and FFR
  // is false; a fault is the lowest bit of its element.
  predicate_t vector_p, ffr_q, cut;
  logic       writes_ffr, suppresses;
  assign suppresses = answers && uop_answered.uop.first_fault;
  always_comb begin
    cut = (gathers ? gather_faults : load_faults) & {N{suppresses}};
    for (int unsigned k = 0; k < $clog2(N); k++) cut |= cut << (1 << k);
    z_data[0] = gathers ? gathered : loaded;
    for (int unsigned i = 0; i < N; i++) if (cut[i]) z_data[0][8*i +: 8] = '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ffr_q <= '0;
    else if (zero_vectors) ffr_q <= '0;
    else if (writes_ffr) ffr_q <= vector_p;
    else if (suppresses) ffr_q <= ffr_q & ~cut;
  end
  assign z_write[0] = answers && answered.z_write;
  assign z_at[0]    = answer_z;
  assign z_write[2] = answers_two;
  assign z_at[2]    = answered.z_dest[1];
  assign p_write[0] = answers && answered.p_write;
  assign p_at[0]    = answered.p_dest;

  // ---- stores ----

  logic          store_q, store_goes;
  uop_about_t    uop_store_q;
  vector_t [3:0] store_z_q;
  predicate_t store_governing_q, store_p_q;
  assign store_goes = issue_valid[St] && store_ready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) store_q <= 1'b0;
    else store_q <= store_goes;
  end
  always_ff @(posedge clk_i) begin
    if (store_goes) begin
      uop_store_q       <= uop_stored;
      for (int unsigned i = 0; i < 4; i++) store_z_q[i] <= z[ZStore + i];
      store_governing_q <= p[PStore];
      store_p_q         <= p[PStore + 1];
    end
  end

  vector_t [3:0]    rows_now; // slices as they are: one of a store, up to four of a vector uop
  logic [511:0]     table_now; // ZT0
  logic [5*512-1:0] store_lines;
  logic [5*64-1:0]  store_bytes;
  predicate_t       store_mask;
  weft_sme_core_mask #(
    .N(N)
  ) u_store_mask (
    .vl_i(vl), .counter_i(store_governing_q[15:0]), .part_i(uop_store_q.slice[1:0]),
    .mask_o(store_mask)
  );
  logic                scatters, scatter_valid;
  logic [4:0]          scatter_turn_q;
  logic [AddrBits-7:0] scatter_line;
  logic [511:0]        scatter_data;
  logic [63:0]         scatter_bytes;
  weft_sme_core_store #(
    .Svl(Svl), .AddrBits(AddrBits)
  ) u_store (
    .uop_i      (uop_store_q.uop),
    .vl_i       (vl),
    .svl_i      (svl),
    .offset_i   (uop_store_q.address[5:0]),
    .structure_i(uop_store_q.structure),
    .vector_i   (uop_store_q.uop.unit == StoreSlice ? rows_now[0] : store_z_q[0]),
    .vectors_i  (store_z_q),
    .governing_i(uop_store_q.uop.apart != '0 ? store_mask : store_governing_q),
    .predicate_i(store_p_q),
    .table_i    (table_now),
    .lines_o    (store_lines),
    .bytes_o    (store_bytes),
    .turn_i         (store_q ? 5'd0 : scatter_turn_q),
    .base_i         (uop_store_q.a),
    .scatter_valid_o(scatter_valid),
    .scatter_line_o (scatter_line),
    .scatter_data_o (scatter_data),
    .scatter_bytes_o(scatter_bytes)
  );

  // The lines behind the first one, a cycle each.
  assign scatters = uop_store_q.uop.unit == StoreElements && own_addresses(uop_store_q.uop.address);
  always_ff @(posedge clk_i) scatter_turn_q <= store_q ? 5'd1 : scatter_turn_q + 5'd1;

  logic [4:0]          store_left_q;
  logic [4*512-1:0]    rest_q;
  logic [4*64-1:0]     rest_bytes_q;
  logic [AddrBits-7:0] store_line_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) store_left_q <= '0;
    else if (store_q) store_left_q <= 5'(uop_store_q.beats - 10'd1);
    else if (store_left_q != '0) store_left_q <= store_left_q - 5'd1;
  end
  always_ff @(posedge clk_i) begin
    rest_q       <= store_q ? store_lines[5*512-1:512] : rest_q >> 512;
    rest_bytes_q <= store_q ? store_bytes[5*64-1:64] : rest_bytes_q >> 64;
    store_line_q <= store_line_o + 1'b1;
  end
  assign store_valid_o = (store_q || store_left_q != '0) && (!scatters || scatter_valid);
  assign store_line_o  = scatters ? scatter_line
                       : store_q ? uop_store_q.address[AddrBits-1:6] : store_line_q;
  assign store_bytes_o = scatters ? scatter_bytes
                       : store_q ? store_bytes[63:0] : rest_bytes_q[63:0];
  assign store_data_o  = scatters ? scatter_data
                       : store_q ? store_lines[511:0] : rest_q[511:0];

  // ---- vectors ----

  // Cycles of a vector uop: issued in t, operands in t + 1, computed in vector_q, which is the last of
  // its beats.

  logic             runs_q, vector_q, computed_q, written_q;
  weft_sme_issue_pkg::beats_t step_q, left_q;
  tag_t             vector_tag_q, computed_tag_q, written_tag_q;
  uop_about_t       uop_vector_q;
  vector_t    [3:0] vector_z_q;
  predicate_t [2:0] vector_p_q;
  typedef struct packed {
    logic    z_write;
    z_name_t z_dest;
    logic    p_write;
    p_name_t p_dest;
  } to_t;
  to_t vector_to_q;
  z_name_t [ZWrites-1:0] vector_dest_q;
  logic                  moves_issued;
  assign moves_issued = moves(uop_issued.uop.unit, uop_issued.uop.regs, uop_issued.uop.zeroing);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {runs_q, computed_q, written_q} <= '0;
    else begin
      runs_q <= issue_valid[Vec] || (runs_q && !vector_q);
      {computed_q, written_q} <= {vector_q, computed_q};
    end
  end
  assign vector_q = runs_q && left_q == '0;

  // Whether a uop writes a vector in each cycle, or empties the slice that it reads.
  function automatic logic moves(unit_e unit, logic [1:0] regs, logic zeroing);
    return (unit inside {ToSlice, FromSlice, Permute} && regs != '0)
        || (unit == FromSlice && zeroing) || unit == Lookup;
  endfunction
  always_ff @(posedge clk_i) begin
    if (issue_valid[Vec]) begin
      step_q <= '0;
      left_q <= uop_issued.beats - 1'b1;
    end else begin
      step_q <= step_q + 1'b1;
      left_q <= left_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (issue_valid[Vec]) begin
      vector_tag_q <= issue_tag[Vec];
      uop_vector_q <= uop_issued;
      vector_to_q  <= '{z_write: z_writes[Vec][0] && !moves_issued,
                        z_dest: z_dest[Vec][0],
                        p_write: p_writes[Vec], p_dest: p_dest[Vec]};
      vector_dest_q <= z_dest[Vec];
      vector_z_q[3] <= z[ZVector + 3];
      for (int unsigned i = 0; i < 3; i++) begin
        vector_z_q[i] <= z[ZVector + i];
        vector_p_q[i] <= p[PVector + i];
      end
    end
  end

  vector_t     vector_z;
  predicate_t  vector_bytes;
  logic [63:0] vector_x;
  logic [3:0]  vector_nzcv;
  predicate_t vector_mask, vector_governing;
  weft_sme_core_mask #(
    .N(N)
  ) u_vector_mask (
    .vl_i(vl), .counter_i(vector_p_q[0][15:0]), .part_i(uop_vector_q.slice[1:0]),
    .mask_o(vector_mask)
  );
  assign vector_governing = uop_vector_q.uop.apart != '0 ? vector_mask : vector_p_q[0];
  weft_sme_core_vector #(
    .Svl(Svl), .Gates(Gates)
  ) u_vector (
    .clk_i,
    .uop_i     (uop_vector_q.uop),
    .step_i    (step_q),
    .runs_i    (runs_q),
    .uop_pred_i(uop_vector_q.pred),
    .vl_i      (vl),
    .svl_i     (svl),
    .xn_i      (uop_vector_q.a),
    .xm_i      (uop_vector_q.b),
    .z_i       (vector_z_q[2:0]),
    .p_i       ({vector_p_q[2:1], vector_governing}),
    .ffr_i     (ffr_q),
    .slice_i   (rows_now[0]),
    .z_o       (vector_z),
    .bytes_o   (vector_bytes),
    .p_o       (vector_p),
    .x_o       (vector_x),
    .nzcv_o    (vector_nzcv)
  );

  assign writes_ffr = vector_q && uop_vector_q.uop.unit == Predicate && uop_vector_q.pred.to_ffr;

  predicate_t  counter_p;
  logic [63:0] counter_x;
  logic [3:0]  counter_nzcv;
  weft_sme_core_counter #(
    .Svl(Svl)
  ) u_counter (
    .uop_i    (uop_vector_q.uop),
    .vl_i     (vl),
    .part_i   (uop_vector_q.slice[1:0]),
    .xn_i     (uop_vector_q.a),
    .xm_i     (uop_vector_q.b),
    .counter_i(vector_p_q[0][15:0]),
    .p_o      (counter_p),
    .x_o      (counter_x),
    .nzcv_o   (counter_nzcv)
  );

  uop_about_t       uop_float;
  vector_t    [2:0] float_operands;
  predicate_t       float_governing;
  vector_t          float_z;
  logic [7:0]       float_fpsr, sums_fpsr;
  logic             sums;
  assign sums       = runs_q && uop_vector_q.uop.unit inside {FloatTree, FloatInOrder};
  assign uop_float  = sums && !issue_valid[Vec] ? uop_vector_q : uop_issued;
  always_comb begin
    float_operands  = vector_z_q[2:0];
    float_governing = vector_p_q[0];
    if (!sums || issue_valid[Vec]) begin
      for (int unsigned i = 0; i < 3; i++) float_operands[i] = z[ZVector + i];
      float_governing = p[PVector];
    end
  end
  weft_sme_core_float #(
    .Svl(Svl)
  ) u_float (
    .clk_i,
    .rst_ni,
    .in_valid_i (issue_valid[Vec] && uop_issued.uop.unit inside {Float, FloatCompare, FloatFlags}),
    .sums_i     (sums && !issue_valid[Vec]),
    .step_i     (step_q),
    .uop_i      (uop_float.uop),
    .vl_i       (vl),
    .fpcr_i     (uop_float.fpcr),
    .z_i        (float_operands),
    .governing_i(float_governing),
    .z_o        (float_z),
    .fpsr_o     (float_fpsr),
    .sums_fpsr_o(sums_fpsr)
  );

  vector_t     steps_z;
  logic [63:0] steps_x;
  logic [7:0]  steps_fpsr;
  weft_sme_core_steps #(
    .Svl(Svl)
  ) u_steps (
    .clk_i,
    .rst_ni,
    .start_i    (issue_valid[Vec]),
    .runs_i     (runs_q),
    .step_i     (step_q),
    .uop_i      (uop_vector_q.uop),
    .vl_i       (vl),
    .fpcr_i     (uop_vector_q.fpcr),
    .xn_i       (uop_vector_q.a),
    .z_i        (vector_z_q[2:0]),
    .governing_i(vector_p_q[0]),
    .z_o        (steps_z),
    .x_o        (steps_x),
    .fpsr_o     (steps_fpsr)
  );

  vector_t     lookup_z;
  logic [63:0] table_x;
  logic        zero_za;
  weft_sme_core_lookup #(
    .Svl(Svl)
  ) u_lookup (
    .clk_i,
    .write_i(vector_q && uop_vector_q.uop.unit == LookupTable),
    .zero_i (zero_za),
    .uop_i  (uop_vector_q.uop),
    .vl_i   (vl),
    .reg_i  (step_q[1:0]),
    .x_i    (uop_vector_q.a),
    .z_i    (vector_z_q[0]),
    .z_o    (lookup_z),
    .x_o    (table_x),
    .load_i (answer_valid_i && uop_answered.uop.unit == Load && uop_answered.uop.lookup),
    .table_i(512'(answer_lines_i >> {uop_answered.address[5:0], 3'b0})),
    .table_o(table_now)
  );

  vector_t regrouped_z, narrow_z;
  weft_sme_core_regroup #(
    .Svl(Svl)
  ) u_regroup (
    .uop_i(uop_vector_q.uop), .vl_i(vl), .reg_i(step_q[1:0]), .z_i(vector_z_q), .z_o(regrouped_z)
  );
  weft_sme_core_narrow #(
    .Svl(Svl)
  ) u_narrow (
    .uop_i(uop_vector_q.uop), .vl_i(vl), .z_i(vector_z_q), .z_o(narrow_z)
  );

  // A group of vectors: all slices are read in the first cycle, a vector is written in each, where
  // it stands in line with the results. MOVAZ then writes zeros where it has read.
  typedef struct packed {
    logic       to_z;
    z_name_t    z_dest;
    vector_t    data;
    logic       empties;  // the slice
    logic       vertical;
    logic [2:0] size;
    logic [3:0] imm;
    logic [7:0] slice;
  } moved_t;
  logic            group, move_q, moved_q;
  moved_t          move_vector_q, moved_vector_q;
  vector_t   [3:0] rows_q;
  logic [3:0][7:0] vector_slice;
  logic      [1:0] moving;
  assign group  = moves(uop_vector_q.uop.unit, uop_vector_q.uop.regs, uop_vector_q.uop.zeroing);
  assign moving = step_q[1:0];
  for (genvar k = 0; k < 4; k++) begin : gen_slice
    weft_sme_core_slice #(
      .K(k)
    ) u_slice (
      .uop_i(uop_vector_q.uop), .svl_i(svl), .slice_i(uop_vector_q.slice), .number_o(vector_slice[k])
    );
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {move_q, moved_q} <= '0;
    else {move_q, moved_q} <= {runs_q && group, move_q};
  end
  always_ff @(posedge clk_i) begin
    if (runs_q && moving == '0) rows_q <= rows_now;
    move_vector_q <= '{
      to_z:     uop_vector_q.uop.unit != ToSlice,
      z_dest:   vector_dest_q[moving],
      data:     uop_vector_q.uop.unit == ToSlice ? vector_z_q[moving]
              : uop_vector_q.uop.unit == Permute ? regrouped_z
              : uop_vector_q.uop.unit == Lookup ? lookup_z
              : moving == '0 ? rows_now[0] : rows_q[moving],
      empties:  uop_vector_q.uop.unit == FromSlice && uop_vector_q.uop.zeroing,
      vertical: uop_vector_q.uop.vertical,
      size:     uop_vector_q.uop.size,
      imm:      uop_vector_q.uop.imm[3:0],
      slice:    vector_slice[moving]
    };
    moved_vector_q <= move_vector_q;
  end

  // Results wait until the cycle that the scheduler has for them.
  typedef struct packed {
    to_t         to;
    vector_t     z;
    predicate_t  p;
    logic [63:0] x;
    logic [3:0]  nzcv;
    logic [7:0]  fpsr;
    logic        is_float;  // the value comes from weft_sme_core_float
    logic        is_compare;
    logic        is_flags;  // FCMP; FCCMP's condition holds
    logic        to_slice;
    logic [7:0]  clear;
    predicate_t  bytes;
    logic        vertical;
    logic [2:0]  size;
    logic [3:0]  imm;
    logic [7:0]  slice;
  } result_t;
  result_t result, computed_result_q, written_result_q;
  unit_e   vector_unit;
  logic    gives_x, gives_nzcv, in_steps, compares;
  assign vector_unit = uop_vector_q.uop.unit;
  assign in_steps    = vector_unit inside {Table, Serial};
  assign compares    = uop_vector_q.a[0] || !uop_vector_q.uop.conditional; // not FCCMP's number
  assign gives_x     = vector_unit inside {Predicate, Counter, Last, Serial, LookupTable}
                    && uop_vector_q.uop.writes_x
                    && uop_vector_q.uop.d != 5'd31;
  assign gives_nzcv  = vector_unit inside {Predicate, Compare} && uop_vector_q.pred.sets_flags;
  assign result      = '{
    to:       vector_to_q,
    z:        in_steps ? steps_z : vector_unit == Narrow ? narrow_z : vector_z,
    p:        vector_unit == Counter ? counter_p : vector_p,
    x:        (vector_unit == Serial ? steps_x : vector_unit == Counter ? counter_x
               : vector_unit == LookupTable ? table_x : vector_x)
              & {64{gives_x}},
    nzcv:     vector_unit == FloatFlags ? uop_vector_q.uop.imm[3:0]
              : vector_unit == Counter ? counter_nzcv : vector_nzcv & {4{gives_nzcv}},
    fpsr:     (steps_fpsr & {8{in_steps}}) | (sums_fpsr & {8{sums}}),
    is_float: vector_unit inside {Float, FloatTree, FloatInOrder, FloatCompare},
    is_compare: vector_unit == FloatCompare,
    is_flags: vector_unit == FloatFlags && compares,
    to_slice: vector_unit == ToSlice && !group,
    clear:    uop_vector_q.uop.imm[7:0] & {8{vector_unit == ZeroTiles}},
    bytes:    vector_bytes,
    vertical: uop_vector_q.uop.vertical,
    size:     uop_vector_q.uop.size,
    imm:      uop_vector_q.uop.imm[3:0],
    slice:    uop_vector_q.slice
  };
  always_ff @(posedge clk_i) begin
    if (vector_q) begin
      computed_result_q <= result;
      computed_tag_q    <= vector_tag_q;
    end
    if (computed_q) begin
      written_result_q <= computed_result_q;
      written_tag_q    <= computed_tag_q;
    end
  end
  assign z_write[1] = (written_q && written_result_q.to.z_write) || (moved_q && moved_vector_q.to_z);
  assign z_at[1]    = moved_q ? moved_vector_q.z_dest : written_result_q.to.z_dest;
  assign z_data[1]  = moved_q ? moved_vector_q.data
                    : written_result_q.is_float ? float_z : written_result_q.z;
  assign p_write[1] = written_q && written_result_q.to.p_write;
  assign p_at[1]    = written_result_q.to.p_dest;
  bytes_t outcomes;
  assign outcomes = lowest_bytes(written_result_q.size);
  always_comb begin
    p_data[1] = written_result_q.p;
    for (int unsigned i = 0; i < N; i++) begin
      if (written_result_q.is_compare) p_data[1][i] = float_z[8*i] && outcomes[i%8];
    end
  end

  assign result_valid_o = written_q;
  assign result_tag_o   = written_tag_q;
  assign result_x_o     = written_result_q.x;
  assign result_nzcv_o  = written_result_q.is_flags ? float_z[3:0] : written_result_q.nzcv;
  assign result_fpsr_o  = written_result_q.fpsr
                        | (float_fpsr & {8{written_result_q.is_float || written_result_q.is_flags}});

  // ---- SVCR ----

  logic       sm, za_on;
  logic [1:0] unused_illegal;
  logic [63:0] unused_state_x;
  weft_stream_state_core #(
    .Svl(Svl), .Nsvl(Svl)
  ) u_state (
    .clk_i,
    .rst_ni,
    .smcr_len_i,
    .zcr_len_i,
    .in_valid_i    (vector_q && vector_unit == State),
    .in_inst_i     (uop_vector_q.state),
    .in_a_i        (uop_vector_q.a),
    .out_scalar_o  (unused_state_x),
    .sm_o          (sm),
    .za_o          (za_on),
    .svl_o         (svl),
    .vl_o          (vl),
    .zero_vectors_o(zero_vectors),
    .zero_za_o     (zero_za),
    .legal_i       (weft_stream_state_pkg::Anywhere),
    .illegal_o     (unused_illegal)
  );
  assign svcr_o = {za_on, sm};

  // ---- ZA and outer products ----

  // A slice's tile and number.
  function automatic logic [3:0] tile_of(logic [2:0] size, logic [3:0] imm);
    return 4'({4'b0, imm} >> (4'd4 - {1'b0, size}));
  endfunction
  function automatic logic [7:0] slice_of(logic [2:0] size, logic [3:0] imm, logic [7:0] number);
    return number + {4'b0, imm & (4'hf >> size)};
  endfunction

  logic       store_reads_row;
  logic [7:0] store_slice;
  uop_about_t uop_reads;
  assign store_reads_row = store_q && uop_store_q.uop.unit == StoreSlice;
  assign uop_reads       = store_reads_row ? uop_store_q : uop_vector_q;
  assign store_slice     = slice_of(uop_store_q.uop.size, uop_store_q.uop.imm[3:0],
                                    uop_store_q.slice);

  logic                              mopa_ready, mopa_rd_en, mopa_wr_en;
  logic [2:0]                        mopa_rd_size, mopa_wr_size;
  logic [3:0]                        mopa_rd_tile, mopa_wr_tile;
  logic [7:0]                        mopa_rd_slice, mopa_wr_slice, unused_busy;
  logic                              mopa_rd_vectors, mopa_wr_vectors;
  logic [1:0][7:0]                   mopa_rd_rows, mopa_wr_rows;
  logic [RowsPerCycle-1:0][Svl-1:0]  rows, mopa_rd_data, mopa_wr_data;
  logic [RowsPerCycle-1:0][N-1:0]    mopa_wr_mask;
  // The rows of the tile, or two of ZA.
  logic [RowsPerCycle-1:0][Svl-1:0]  rows_read;
  vector_t [1:0]                     pair, pair_written;

  weft_sme_core_za #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle)
  ) u_za (
    .clk_i,
    .rst_ni,
    .vl_i           (svl),
    .rd_vertical_i  (uop_reads.uop.vertical),
    .rd_size_i      (uop_reads.uop.size),
    .rd_tile_i      (tile_of(uop_reads.uop.size, uop_reads.uop.imm[3:0])),
    .rd_slice_i     ({vector_slice[3:1], store_reads_row ? store_slice : vector_slice[0]}),
    .rd_data_o      (rows_now),
    .wr_en_i        ({answer_valid_i && uop_answered.uop.unit == LoadSlice,
                      (written_q && written_result_q.to_slice)
                      || (moved_q && (!moved_vector_q.to_z || moved_vector_q.empties))}),
    .wr_vertical_i  ({uop_answered.uop.vertical,
                      moved_q ? moved_vector_q.vertical : written_result_q.vertical}),
    .wr_size_i      ({uop_answered.uop.size,
                      moved_q ? moved_vector_q.size : written_result_q.size}),
    .wr_tile_i      ({tile_of(uop_answered.uop.size, uop_answered.uop.imm[3:0]),
                      moved_q ? tile_of(moved_vector_q.size, moved_vector_q.imm)
                              : tile_of(written_result_q.size, written_result_q.imm)}),
    .wr_slice_i     ({slice_of(uop_answered.uop.size, uop_answered.uop.imm[3:0],
                               uop_answered.slice),
                      moved_q ? moved_vector_q.slice
                              : slice_of(written_result_q.size, written_result_q.imm,
                                         written_result_q.slice)}),
    .wr_data_i      ({z_data[0], !moved_q ? written_result_q.z
                                 : moved_vector_q.data & {Svl{!moved_vector_q.empties}}}),
    .wr_mask_i      ({{N{1'b1}}, moved_q ? {N{1'b1}} : written_result_q.bytes}),
    .clear_i        ((written_result_q.clear & {8{written_q}}) | {8{zero_za}}),
    .rows_rd_size_i (mopa_rd_size),
    .rows_rd_tile_i (mopa_rd_tile),
    .rows_rd_slice_i(mopa_rd_slice),
    .rows_rd_data_o (rows),
    .rows_wr_en_i   (mopa_wr_en && !mopa_wr_vectors),
    .rows_wr_size_i (mopa_wr_size),
    .rows_wr_tile_i (mopa_wr_tile),
    .rows_wr_slice_i(mopa_wr_slice),
    .rows_wr_data_i (mopa_wr_data),
    .rows_wr_mask_i (mopa_wr_mask),
    .pair_rd_row_i  (mopa_rd_rows),
    .pair_rd_data_o (pair),
    .pair_wr_en_i   ({RowsPerCycle > 1, 1'b1} & {2{mopa_wr_en && mopa_wr_vectors}}),
    .pair_wr_row_i  (mopa_wr_rows),
    .pair_wr_data_i (pair_written)
  );

  always_comb begin
    rows_read    = rows;
    pair_written = '0;
    for (int unsigned i = 0; i < 2 && i < RowsPerCycle; i++) begin
      pair_written[i] = mopa_wr_data[i];
      if (mopa_rd_vectors) rows_read[i] = pair[i];
    end
  end

  // weft_mopa expects a single row in the cycle after its address.
  if (RowsPerCycle == 1) begin : gen_row
    // One that is written in the cycle of its address is taken on its way: a row of vectors may be
    // read as the first one where it was the last one.
    function automatic logic [7:0] row_of(logic vectors, logic [7:0] number, logic [2:0] size,
                                          logic [3:0] of_tile, logic [7:0] of_slice);
      return vectors ? number : (of_slice << size) + {4'd0, of_tile};
    endfunction
    vector_t row_q, row_now;
    logic    same;
    assign same = mopa_wr_en
               && row_of(mopa_rd_vectors, mopa_rd_rows[0], mopa_rd_size, mopa_rd_tile, mopa_rd_slice)
               == row_of(mopa_wr_vectors, mopa_wr_rows[0], mopa_wr_size, mopa_wr_tile, mopa_wr_slice);
    always_comb begin
      row_now = rows_read[0];
      for (int unsigned i = 0; i < N; i++) begin
        if (same && (mopa_wr_vectors || mopa_wr_mask[0][i])) row_now[8*i+:8] = mopa_wr_data[0][8*i+:8];
      end
    end
    always_ff @(posedge clk_i) if (mopa_rd_en) row_q <= row_now;
    assign mopa_rd_data = row_q;
  end else begin : gen_rows
    assign mopa_rd_data = rows_read;

    logic unused;
    assign unused = mopa_rd_en;
  end

  logic            on_rows;
  vector_t   [3:0] op_z;
  vector_t   [1:0] array_n, array_m;
  logic [1:0][7:0] array_rows;
  assign on_rows = uop_op.uop.unit == Array;
  for (genvar i = 0; i < 4; i++) begin : gen_op_z
    assign op_z[i] = z[ZOp + i];
  end
  weft_sme_core_array #(
    .Svl(Svl)
  ) u_array (
    .uop_i  (uop_op.uop),
    .svl_i  (svl),
    .slice_i(uop_op.slice),
    .flush_i(uop_op.fpcr[19]),
    .z_i    (op_z),
    .n_o    (array_n),
    .m_o    (array_m),
    .rows_o (array_rows)
  );

  weft_mopa #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle), .Pipe(MopaPipe), .Gates(Gates), .Vectors(1'b1)
  ) u_mopa (
    .clk_i,
    .rst_ni,
    .vl_i           (svl),
    .in_valid_i     (issue_valid[Op]),
    .in_ready_o     (mopa_ready),
    .in_op_i        (uop_op.uop.mopa_op),
    .in_negate_i    (uop_op.uop.subtract),
    .in_unsigned_n_i(uop_op.uop.unsigned_n),
    .in_unsigned_m_i(uop_op.uop.unsigned_m),
    .in_size_i      (on_rows ? {1'b0, uop_op.uop.msize} : uop_op.uop.size),
    .in_tile_i      (uop_op.uop.imm[3:0] & {4{!on_rows}}),
    .in_zn_i        (on_rows ? array_n[0] : op_z[0]),
    .in_zm_i        (on_rows ? array_m[0] : op_z[1]),
    .in_pn_i        (p[POp]),
    .in_pm_i        (p[POp + 1]),
    .in_fpcr_i      (uop_op.fpcr),
    .in_vectors_i   (on_rows),
    .in_fresh_i     (array_e'(uop_op.uop.op) == Combine),
    .in_pairs_i     (uop_op.uop.pairs),
    .in_rows_i      (array_rows),
    .in_zn_1_i      (array_n[1]),
    .in_zm_1_i      (array_m[1]),
    .rd_vectors_o   (mopa_rd_vectors),
    .rd_rows_o      (mopa_rd_rows),
    .wr_vectors_o   (mopa_wr_vectors),
    .wr_rows_o      (mopa_wr_rows),
    .rd_en_o        (mopa_rd_en),
    .rd_size_o      (mopa_rd_size),
    .rd_tile_o      (mopa_rd_tile),
    .rd_slice_o     (mopa_rd_slice),
    .rd_data_i      (mopa_rd_data),
    .wr_en_o        (mopa_wr_en),
    .wr_size_o      (mopa_wr_size),
    .wr_tile_o      (mopa_wr_tile),
    .wr_slice_o     (mopa_wr_slice),
    .wr_data_o      (mopa_wr_data),
    .wr_mask_o      (mopa_wr_mask),
    .busy_o         (unused_busy)
  );

  logic unused;
  assign unused = ^{unused_z_reads, unused_p_reads, unused_op_done, unused_vector_done,
                    unused_op_tag, unused_vector_tag, unused_oldest, unused_illegal,
                    unused_state_x, unused_busy, unused_memory, unused_written, structure_part,
                    structure_memory, z_source, z_writes, z_dest, p_source, p_writes,
                    p_dest};

  `WEFT_ASSERT(ProductsStart, issue_valid[Op] |-> mopa_ready)
  `WEFT_ASSERT(ResultsInTime, written_q == unused_vector_done)
  `WEFT_ASSERT(TagsInTime, written_q |-> written_tag_q == unused_vector_tag)
  `WEFT_ASSERT(OneWritesVectors, moved_q |-> !(written_q && written_result_q.to.z_write))
  `WEFT_ASSERT(OneReadsRows, !(store_reads_row && runs_q && step_q == '0 && vector_unit == FromSlice))
  `WEFT_ASSERT(NothingBesideSvcr, zero_vectors |-> !answer_valid_i && !written_q)

endmodule
