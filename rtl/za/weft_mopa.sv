// SPDX-License-Identifier: Apache-2.0
//
// Outer products into a tile of ZA: for every element of row r and column c whose predicate bits
// are true,
//
//      Fmopa     binary32, binary64      acc +- zn[r] zm[c]                     rounded once
//      Fmopa16   binary16                acc +- (zn[2r] zm[2c] + zn[2r+1] zm[2c+1])    twice
//      Bfmopa    bfloat16                the same; without FPCR.EBF rounded at every step, to odd
//      Imopa     8 to 32, 16 to 64 bits  acc +- sum of four zn[4r+k] zm[4c+k]   modulo
//      Addha     32, 64 bits             acc + zn[c]                            modulo
//      Addva     32, 64 bits             acc + zn[r]                            modulo
//
//      zn, zm, pn, pm --> [ weft_mopa_operand ] --> registers of one operation; zn and pn shift
//                                                   |                 by R rows a cycle
//                          R x 64 bits of zn, zm    |
//                  +--------------------------------+
//              [ front ]         sums of products      Front cycles     R x N/8 lanes,
//                  |                                                    see weft_mopa_lane
//       rd -->[ accumulate ]                           Acc cycles
//                  |
//                  wr
//
// An operation issues a group of R = RowsPerCycle rows per cycle, from the cycle after it is taken;
// the next one is taken in the cycle of the last group. A group is written Front + Acc cycles after
// its issue; its tile's rows are read just in time to reach the accumulator with the products. Only
// the accumulator's latency thus separates two operations on one tile:
//
//      cycle          0      1      2      3      4      5      6      7
//      group        issue                 acc                  wr
//      once more                                issue                acc     R > 1, Front = Acc = 3
//
// A single row is read a cycle earlier, so that it can issue again a cycle later.
//
// Hazards: a group waits at issue while it would read a row that a group in flight has not written
// yet. Sets of rows are compared, not tiles: operations on one tile follow each other without a gap
// if the tile is as deep as the accumulator.
//
// Vectors: an operation on two rows of ZA, each with two vectors of its own, element by element,
// instead of an outer product. Lanes of rows 0 and 1 take them in one group, with R = 1 in two:
//
//      row i = row i +- zn[i][c] zm[i][c]     all operations but Addva; of Addha row i +- zm[i][c],
//                                             or zn[i][c] +- zm[i][c], which is fresh
//
// Neither hazards nor busy_o know of these rows: who sends them keeps operations on a row apart. All
// elements are written, whatever the predicates and the mask are.
//
// Ports: R = 1 reads and writes a horizontal slice of weft_za, whose data arrive one cycle after
// the address. R > 1 reads R rows of a tile from rd_slice_o on in the same cycle. The element size
// is 2 or 3, log2 of bytes. FPCR is Arm's; NaN results are the default NaN, and no flags are
// raised. Source: Arm Architecture Reference Manual for A-profile, DDI 0487, SME.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_mopa
  import weft_mopa_pkg::*;
#(
  parameter  int unsigned Svl          = 512,  // bits, 128 to 2048, a power of two
  parameter  int unsigned RowsPerCycle = 1,    // 1 to Svl / 32, a power of two
  parameter  int unsigned Pipe         = 59,   // bits 0, 1: weft_mopa_dot, 2 to 6: weft_fma
  parameter  int unsigned Gates        = `WEFT_GATES,
  parameter  bit          Vectors      = 1'b0, // operations on vectors
  localparam int unsigned N            = Svl / 8
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic [3:0]                  vl_i,  // log2 of the effective length in bytes, 4 to log2 N

  input  logic                        in_valid_i,
  output logic                        in_ready_o,
  input  logic [2:0]                  in_op_i,
  input  logic                        in_negate_i,
  input  logic                        in_unsigned_n_i,
  input  logic                        in_unsigned_m_i,
  input  logic [2:0]                  in_size_i,
  input  logic [3:0]                  in_tile_i,
  input  logic [8*N-1:0]              in_zn_i,
  input  logic [8*N-1:0]              in_zm_i,
  input  logic [N-1:0]                in_pn_i,
  input  logic [N-1:0]                in_pm_i,
  input  logic [31:0]                 in_fpcr_i,

  // With Vectors; zn and zm are those of the first row.
  input  logic                        in_vectors_i,
  input  logic                        in_fresh_i,
  input  logic                        in_pairs_i,  // sums of two products of 16-bit integers
  input  logic [1:0][7:0]             in_rows_i,
  input  logic [8*N-1:0]              in_zn_1_i,
  input  logic [8*N-1:0]              in_zm_1_i,
  output logic                        rd_vectors_o, // rows, in place of the tile's
  output logic [1:0][7:0]             rd_rows_o,
  output logic                        wr_vectors_o,
  output logic [1:0][7:0]             wr_rows_o,

  output logic                        rd_en_o,
  output logic [2:0]                  rd_size_o,
  output logic [3:0]                  rd_tile_o,
  output logic [7:0]                  rd_slice_o,
  input  logic [RowsPerCycle*8*N-1:0] rd_data_i,

  output logic                        wr_en_o,
  output logic [2:0]                  wr_size_o,
  output logic [3:0]                  wr_tile_o,
  output logic [7:0]                  wr_slice_o,
  output logic [RowsPerCycle*8*N-1:0] wr_data_o,
  output logic [RowsPerCycle*N-1:0]   wr_mask_o,

  output logic [7:0]                  busy_o  // a row of this 64-bit tile has not been written yet
);

  localparam int unsigned R         = RowsPerCycle;
  localparam int unsigned RBits     = $clog2(R);
  localparam int unsigned Lanes     = N / 8;
  localparam int unsigned FrontPipe = Pipe & 3;
  localparam int unsigned AccPipe   = Pipe >> 2;
  localparam int unsigned Front     = $countones(FrontPipe) + 1;
  localparam int unsigned Acc       = $countones(AccPipe);
  localparam int unsigned Flight    = Front + Acc;
  localparam int unsigned Pair      = !Vectors ? 0 : R == 1 ? 1 : 2;  // rows of lanes for vectors
  localparam int          Hazards   = int'(Acc) + (R == 1 ? 1 : 0);  // groups read too early

  // The operands of an incoming operation: masked, negated, flushed.

  op_e        in_op;
  logic       in_wide, in_minus, in_vectors;
  operation_t in_operation;
  assign in_op        = op_e'(in_op_i);
  assign in_wide      = in_size_i[0];
  assign in_vectors   = Vectors && in_vectors_i;
  assign in_minus     = in_negate_i && (in_op == Fmopa || widens(in_op));
  assign in_operation = '{
    op:         in_op,
    wide:       in_wide,
    subtract:   in_negate_i && (in_op == Imopa || (in_vectors && in_op == Addha)),
    unsigned_n: in_unsigned_n_i,
    unsigned_m: in_unsigned_m_i,
    pairs:      Vectors && in_pairs_i,
    control:    control(in_op, in_fpcr_i)
  };

  logic [N-1:0]   in_valid_bytes;
  logic [8*N-1:0] in_col, in_zn, in_zm, in_zn_1, in_zm_1;
  logic [N-1:0]   in_pn, in_pm;
  assign in_valid_bytes = ~({N{1'b1}} << (9'd1 << vl_i));
  assign in_col         = in_op == Addha && !in_vectors ? in_zn_i : in_zm_i;
  logic [1:0] in_log_bytes;
  assign in_log_bytes = part(in_op, in_wide);
  for (genvar i = 0; i < Lanes; i++) begin : gen_operand
    weft_mopa_operand u_row (
      .op_i(in_op), .log_bytes_i(in_log_bytes), .negate_i(in_minus),
      .flush_i(in_operation.control.flush_in), .word_i(in_zn_i[64*i+:64]),
      .pred_i((in_pn_i[8*i+:8] | {8{in_vectors}}) & in_valid_bytes[8*i+:8]),
      .word_o(in_zn[64*i+:64]),
      .pred_o(in_pn[8*i+:8])
    );
    weft_mopa_operand u_col (
      .op_i(in_op), .log_bytes_i(in_log_bytes), .negate_i(1'b0),
      .flush_i(in_operation.control.flush_in), .word_i(in_col[64*i+:64]),
      .pred_i((in_pm_i[8*i+:8] | {8{in_vectors}}) & in_valid_bytes[8*i+:8]),
      .word_o(in_zm[64*i+:64]),
      .pred_o(in_pm[8*i+:8])
    );
    if (Vectors) begin : gen_vectors
      weft_mopa_operand u_row_1 (
        .op_i(in_op), .log_bytes_i(in_log_bytes), .negate_i(in_minus),
        .flush_i(in_operation.control.flush_in), .word_i(in_zn_1_i[64*i+:64]),
        .pred_i(in_valid_bytes[8*i+:8]), .word_o(in_zn_1[64*i+:64]), .pred_o()
      );
      weft_mopa_operand u_col_1 (
        .op_i(in_op), .log_bytes_i(in_log_bytes), .negate_i(1'b0),
        .flush_i(in_operation.control.flush_in), .word_i(in_zm_1_i[64*i+:64]),
        .pred_i(in_valid_bytes[8*i+:8]), .word_o(in_zm_1[64*i+:64]), .pred_o()
      );
    end else begin : gen_none
      assign in_zn_1[64*i+:64] = '0;
      assign in_zm_1[64*i+:64] = '0;
    end
  end

  // The operation that issues; its next rows are at the low end of zn and pn.

  logic           active_q, issue, last;
  operation_t     operation_q;
  logic [2:0]     tile_q;
  logic [5:0]     group_q, last_group;
  logic [8*N-1:0] zn_q, zm_q, zn_1_q, zm_1_q;
  logic [N-1:0]   pn_q, pm_q;

  // Rows of ZA instead of a tile's.
  typedef struct packed {
    logic            vectors, fresh;
    logic [1:0][7:0] rows;
  } array_t;
  array_t         array_q;

  assign last_group = array_q.vectors ? 6'(R == 1)
                    : 6'(((9'd1 << vl_i) >> (operation_q.wide ? 3 : 2)) - 9'd1) >> RBits;
  assign last       = group_q == last_group;
  assign in_ready_o = !active_q || (issue && last);

  logic take;
  assign take = in_valid_i && in_ready_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active_q <= 1'b0;
    else if (in_ready_o) active_q <= in_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      operation_q <= in_operation;
      tile_q      <= in_tile_i[2:0];
      zm_q        <= in_zm;
      pm_q        <= in_pm;
      group_q     <= '0;
      zn_q        <= in_zn;
      pn_q        <= in_pn;
      zn_1_q      <= in_zn_1;
      zm_1_q      <= in_zm_1;
      array_q     <= '{vectors: in_vectors, fresh: in_vectors && in_fresh_i,
                       rows: in_rows_i & {16{Vectors}}};
    end else if (issue) begin
      group_q     <= group_q + 6'd1;
      zn_q        <= operation_q.wide ? zn_q >> (64 * R) : zn_q >> (32 * R);
      pn_q        <= operation_q.wide ? pn_q >> (8 * R) : pn_q >> (4 * R);
      if (R == 1 && array_q.vectors) begin
        zn_q            <= zn_1_q;
        zm_q            <= zm_1_q;
        array_q.rows[0] <= array_q.rows[1];
      end
    end
  end

  // The rows of ZA in a group, coded as blocks of 8 R rows, one or both halves of a block, and
  // 64-bit tiles.

  typedef struct packed {
    logic [5:0] block;
    logic [1:0] halves;
    logic [7:0] tiles;
  } rows_t;

  logic [7:0] tile_bit, both_bits;
  rows_t      rows;
  assign tile_bit  = 8'd1 << tile_q;
  assign both_bits = (operation_q.wide ? tile_bit : {2{tile_bit[3:0]}}) & {8{!array_q.vectors}};
  always_comb begin
    rows.block  = operation_q.wide ? group_q : group_q >> 1;
    rows.halves = {group_q[0], !group_q[0]};
    rows.tiles  = both_bits;
    if (operation_q.wide) rows.halves = R == 1 ? {tile_q[2], !tile_q[2]} : 2'b11;
    else if (R == 1) rows.tiles = both_bits & (group_q[0] ? 8'hf0 : 8'h0f);
  end

  logic  flight_valid_q [Flight];
  rows_t flight_q       [Flight];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flight_valid_q <= '{default: 1'b0};
    else begin
      flight_valid_q[0] <= issue;
      for (int k = 1; k < Flight; k++) flight_valid_q[k] <= flight_valid_q[k-1];
    end
  end
  always_ff @(posedge clk_i) begin
    flight_q[0] <= rows;
    for (int k = 1; k < Flight; k++) flight_q[k] <= flight_q[k-1];
  end

  logic wait_for_row;
  always_comb begin
    wait_for_row = 1'b0;
    for (int k = 0; k < Hazards; k++) begin
      wait_for_row |= flight_valid_q[k] && flight_q[k].block == rows.block
                    && |(flight_q[k].halves & rows.halves) && |(flight_q[k].tiles & rows.tiles);
    end
  end
  assign issue = active_q && !wait_for_row;

  always_comb begin
    busy_o = both_bits & {8{active_q}};
    for (int k = 0; k < Flight; k++) busy_o |= flight_q[k].tiles & {8{flight_valid_q[k]}};
  end

  // Carried along the pipeline: operands as far as the accumulator, the rest to the end.

  typedef struct packed {
    operation_t     operation;
    array_t         array;
    logic [2:0]     tile;
    logic [5:0]     group;
    logic [8*R-1:0] pn;
    logic [N-1:0]   pm;
  } about_t;

  typedef struct packed {
    about_t          about;
    logic [64*R-1:0] zn;
    logic [8*N-1:0]  zm;
  } operands_t;

  operands_t front_d, request, front_q;
  logic      request_valid, front_valid;
  always_comb begin
    front_d.about.operation = operation_q;
    front_d.about.array     = array_q;
    front_d.about.tile      = tile_q;
    front_d.about.group     = group_q;
    front_d.about.pm        = pm_q;
    front_d.zm              = zm_q;
    for (int i = 0; i < R; i++) begin
      front_d.zn[64*i+:64]      = {2{zn_q[32*i+:32]}};
      front_d.about.pn[8*i+:8]  = {2{pn_q[4*i+:4]}};
      if (operation_q.wide) begin
        front_d.zn[64*i+:64]     = i < Lanes ? zn_q[64*(i%Lanes)+:64] : '0;
        front_d.about.pn[8*i+:8] = i < Lanes ? pn_q[8*(i%Lanes)+:8] : '0;
      end
    end
  end
  weft_delay #(.data_t(operands_t), .Stages(Front - 1)) u_front (
    .clk_i, .rst_ni,
    .in_valid_i (issue),         .in_data_i (front_d),
    .out_valid_o(request_valid), .out_data_o(request)
  );
  weft_delay #(.data_t(operands_t), .Stages(1)) u_request (
    .clk_i, .rst_ni,
    .in_valid_i (request_valid), .in_data_i (request),
    .out_valid_o(front_valid),   .out_data_o(front_q)
  );

  about_t about_q;
  weft_delay #(.data_t(about_t), .Stages(Acc)) u_about (
    .clk_i, .rst_ni,
    .in_valid_i (front_valid), .in_data_i (front_q.about),
    .out_valid_o(wr_en_o),     .out_data_o(about_q)
  );

  about_t reads;
  if (R == 1) begin : gen_slice
    assign rd_en_o = request_valid;
    assign reads   = request.about;
  end else begin : gen_rows
    assign rd_en_o = front_valid;
    assign reads   = front_q.about;
  end
  assign rd_size_o  = {2'b01, reads.operation.wide};
  assign rd_tile_o  = {1'b0, reads.tile};
  assign rd_slice_o = 8'(reads.group) << RBits;
  assign rd_vectors_o = reads.array.vectors;
  assign rd_rows_o    = reads.array.rows;
  assign wr_vectors_o = about_q.array.vectors;
  assign wr_rows_o    = about_q.array.rows;
  assign wr_size_o  = {2'b01, about_q.operation.wide};
  assign wr_tile_o  = {1'b0, about_q.tile};
  assign wr_slice_o = 8'(about_q.group) << RBits;

  // The lanes.

  narrow_t col_narrow [Lanes][4];
  for (genvar j = 0; j < Lanes; j++) begin : gen_col
    for (genvar k = 0; k < 4; k++) begin : gen_part
      weft_mopa_narrow #(.Gates(Gates)) u_narrow (
        .brain_i(operation_q.op == Bfmopa), .flush_i(operation_q.control.flush_narrow),
        .number_i(zm_q[64*j+16*k+:16]), .narrow_o(col_narrow[j][k])
      );
    end
  end

  for (genvar i = 0; i < R; i++) begin : gen_row
    narrow_t part_narrow [2], row_narrow [4];
    for (genvar k = 0; k < 2; k++) begin : gen_part
      weft_mopa_narrow #(.Gates(Gates)) u_narrow (
        .brain_i(operation_q.op == Bfmopa), .flush_i(operation_q.control.flush_narrow),
        .number_i(zn_q[32*i+16*k+:16]), .narrow_o(part_narrow[k])
      );
      assign row_narrow[k]   = part_narrow[k];
      assign row_narrow[2+k] = part_narrow[k];
    end
    logic unused_narrow; // of a row whose lanes have vectors of their own
    assign unused_narrow = ^{row_narrow[0], row_narrow[1], row_narrow[2], row_narrow[3]};

    for (genvar j = 0; j < Lanes; j++) begin : gen_lane
      narrow_t     narrow_row [4], narrow_col [4];
      logic [63:0] row, col, acc_row, acc_col, acc;
      if (i < Pair) begin : gen_vector
        // Vectors of its own, and from there on as any lane.
        logic unused_valid;
        assign row = !array_q.vectors ? front_d.zn[64*i+:64]
                   : i == 0 ? zn_q[64*j+:64] : zn_1_q[64*j+:64];
        assign col = array_q.vectors && i != 0 ? zm_1_q[64*j+:64] : zm_q[64*j+:64];
        for (genvar k = 0; k < 4; k++) begin : gen_part
          weft_mopa_narrow #(.Gates(Gates)) u_row (
            .brain_i(operation_q.op == Bfmopa), .flush_i(operation_q.control.flush_narrow),
            .number_i(row[16*k+:16]), .narrow_o(narrow_row[k])
          );
          if (i == 0) begin : gen_same
            assign narrow_col[k] = col_narrow[j][k];
          end else begin : gen_second
            weft_mopa_narrow #(.Gates(Gates)) u_col (
              .brain_i(operation_q.op == Bfmopa), .flush_i(operation_q.control.flush_narrow),
              .number_i(col[16*k+:16]), .narrow_o(narrow_col[k])
            );
          end
        end
        weft_delay #(.data_t(logic [127:0]), .Stages(Front)) u_operands (
          .clk_i, .rst_ni,
          .in_valid_i (issue),        .in_data_i ({row, col}),
          .out_valid_o(unused_valid), .out_data_o({acc_row, acc_col})
        );
        assign acc = front_q.about.array.fresh ? acc_row : rd_data_i[8*N*i+64*j+:64];
      end else begin : gen_product
        assign row        = front_d.zn[64*i+:64];
        assign col        = zm_q[64*j+:64];
        assign narrow_row = row_narrow;
        assign narrow_col = col_narrow[j];
        assign acc_row    = front_q.zn[64*i+:64];
        assign acc_col    = front_q.zm[64*j+:64];
        assign acc        = rd_data_i[8*N*i+64*j+:64];
      end

      weft_mopa_lane #(
        .FrontPipe(FrontPipe), .Pipe(AccPipe), .Gates(Gates), .Pairs(Vectors)
      ) u_lane (
        .clk_i, .rst_ni,
        .in_valid_i     (issue),
        .in_operation_i (operation_q),
        .in_row_narrow_i(narrow_row),
        .in_col_narrow_i(narrow_col),
        .in_row_i       (row),
        .in_col_i       (col),
        .acc_valid_i    (front_valid),
        .acc_operation_i(front_q.about.operation),
        .acc_row_i      (acc_row),
        .acc_col_i      (acc_col),
        .acc_i          (acc),
        .out_control_i  (about_q.operation.control),
        .out_result_o   (wr_data_o[8*N*i+64*j+:64])
      );

      // The elements to write: those with at least one pair of true predicate bits.
      logic [7:0] both;
      logic       low, high;
      assign both = about_q.pn[8*i+:8] & about_q.pm[8*j+:8];
      assign low  = |both[3:0] || (about_q.operation.wide && |both[7:4]);
      assign high = |both[7:4] || (about_q.operation.wide && |both[3:0]);
      assign wr_mask_o[N*i+8*j+:8] = {{4{high}}, {4{low}}};
    end
  end

  logic unused;
  assign unused = ^{in_size_i, in_tile_i, in_fpcr_i, reads, in_vectors_i, in_fresh_i, in_pairs_i,
                    in_rows_i, in_zn_1_i, in_zm_1_i, zn_1_q, zm_1_q, front_q};

  `WEFT_ASSERT(SizeFitsOp, in_valid_i |-> in_size_i == 3'd2 + 3'(in_wide) && in_op <= Addva)
  `WEFT_ASSERT(WidensToSingle, in_valid_i |-> !(widens(in_op) && in_wide))
  `WEFT_ASSERT(TileFitsSize, in_valid_i |-> in_tile_i < (in_wide ? 4'd8 : 4'd4))
  `WEFT_ASSERT(ReadBeforeWrite, !(rd_en_o && wr_en_o && !rd_vectors_o && !wr_vectors_o
                                  && rd_size_o == wr_size_o && rd_tile_o == wr_tile_o
                                  && rd_slice_o == wr_slice_o))

endmodule
