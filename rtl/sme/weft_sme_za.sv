// SPDX-License-Identifier: Apache-2.0
//
// ZA and outer products: slices come from a vector, or from memory through a register of beats.
//
//      vector ----------+
//      items --> [ slice ]---> [ weft_za ] ---> slice
//                                 ^   |
//      vectors, predicates ---> [ weft_mopa ]

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_sme_za
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl          = 512,
  parameter  int unsigned RowsPerCycle = 1,
  parameter  int unsigned MopaPipe     = 59,
  parameter  int unsigned Gates        = `WEFT_GATES,
  localparam int unsigned N            = Svl / 8,
  localparam int unsigned BeatW        = $clog2(N / 8)
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  uop_t             uop_i,
  input  logic [3:0]       svl_i,
  input  logic [7:0]       slice_i,       // register; the number in the instruction is added
  input  logic [31:0]      fpcr_i,
  input  beat_t [N/8-1:0]  zn_i,
  input  beat_t [N/8-1:0]  zm_i,
  input  logic [N-1:0]     pn_i,
  input  logic [N-1:0]     pm_i,

  input  logic             item_valid_i,  // from memory
  input  logic [BeatW-1:0] item_i,
  input  beat_t            item_data_i,

  input  logic             read_i,
  input  logic             write_i,
  output beat_t [N/8-1:0]  slice_o,       // the slice that was read last
  input  logic             zero_valid_i,
  output logic             zero_ready_o,
  input  logic             mopa_valid_i,
  output logic             mopa_ready_o,
  output logic             free_o         // nothing writes ZA any more
);

  logic [3:0] tile;
  logic [7:0] slice, mopa_busy;
  assign tile   = 4'({4'b0, uop_i.imm[3:0]} >> (4'd4 - {1'b0, uop_i.size}));
  assign slice  = slice_i + {4'b0, uop_i.imm[3:0] & (4'hf >> uop_i.size)};  // weft_za wraps it
  assign free_o = mopa_busy == '0 && zero_ready_o;

  // The bytes of the active elements.

  logic [N-1:0] bytes;
  always_comb begin
    bytes = pn_i & (uop_i.size == Q ? {(N/16){16'h1}} : {(N/8){lowest_bytes(uop_i.size)}});
    if (uop_i.size != B) bytes |= bytes << 1;
    if (uop_i.size != B && uop_i.size != H) bytes |= bytes << 2;
    if (uop_i.size == D || uop_i.size == Q) bytes |= bytes << 4;
    if (uop_i.size == Q) bytes |= bytes << 8;
    if (uop_i.unit != ToSlice) bytes = '1;
  end

  beat_t [N/8-1:0] items_q;
  always_ff @(posedge clk_i) if (item_valid_i) items_q[item_i] <= item_data_i;

  // A row goes through the ports for slices, several have ports of their own.

  logic         mopa_rd_en, mopa_wr_en, slice_rd_en, slice_wr_en;
  logic [2:0]   mopa_rd_size, mopa_wr_size;
  logic [3:0]   mopa_rd_tile, mopa_wr_tile;
  logic [7:0]   mopa_rd_slice, mopa_wr_slice;
  logic [RowsPerCycle-1:0][Svl-1:0] rows, mopa_wr_data;
  logic [RowsPerCycle-1:0][N-1:0]   mopa_wr_mask;
  assign slice_rd_en = mopa_rd_en && RowsPerCycle == 1;
  assign slice_wr_en = mopa_wr_en && RowsPerCycle == 1;
  weft_za #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle)
  ) u_za (
    .clk_i, .rst_ni,
    .vl_i           (svl_i),
    .rd_en_i        (slice_rd_en || read_i),
    .rd_vertical_i  (!slice_rd_en && uop_i.vertical),
    .rd_size_i      (slice_rd_en ? mopa_rd_size : uop_i.size),
    .rd_tile_i      (slice_rd_en ? mopa_rd_tile : tile),
    .rd_slice_i     (slice_rd_en ? mopa_rd_slice : slice),
    .rd_data_o      (slice_o),
    .wr_en_i        (slice_wr_en || write_i),
    .wr_vertical_i  (!slice_wr_en && uop_i.vertical),
    .wr_size_i      (slice_wr_en ? mopa_wr_size : uop_i.size),
    .wr_tile_i      (slice_wr_en ? mopa_wr_tile : tile),
    .wr_slice_i     (slice_wr_en ? mopa_wr_slice : slice),
    .wr_data_i      (slice_wr_en ? mopa_wr_data[0] : uop_i.unit == ToSlice ? zn_i : items_q),
    .wr_mask_i      (slice_wr_en ? mopa_wr_mask[0] : bytes),
    .zero_valid_i, .zero_ready_o,
    .zero_mask_i    (uop_i.imm[7:0]),
    .rows_rd_size_i (mopa_rd_size),
    .rows_rd_tile_i (mopa_rd_tile),
    .rows_rd_slice_i(mopa_rd_slice),
    .rows_rd_data_o (rows),
    .rows_wr_en_i   (mopa_wr_en && !slice_wr_en),
    .rows_wr_size_i (mopa_wr_size),
    .rows_wr_tile_i (mopa_wr_tile),
    .rows_wr_slice_i(mopa_wr_slice),
    .rows_wr_data_i (mopa_wr_data),
    .rows_wr_mask_i (mopa_wr_mask)
  );

  weft_mopa #(
    .Svl(Svl), .RowsPerCycle(RowsPerCycle), .Pipe(MopaPipe), .Gates(Gates)
  ) u_mopa (
    .clk_i, .rst_ni,
    .vl_i           (svl_i),
    .in_valid_i     (mopa_valid_i),
    .in_ready_o     (mopa_ready_o),
    .in_op_i        (uop_i.mopa_op),
    .in_negate_i    (uop_i.subtract),
    .in_unsigned_n_i(uop_i.unsigned_n),
    .in_unsigned_m_i(uop_i.unsigned_m),
    .in_size_i      (uop_i.size),
    .in_tile_i      (uop_i.imm[3:0]),
    .in_zn_i        (zn_i),
    .in_zm_i        (zm_i),
    .in_pn_i        (pn_i),
    .in_pm_i        (pm_i),
    .in_fpcr_i      (fpcr_i),
    .in_vectors_i   (1'b0),
    .in_fresh_i     (1'b0),
    .in_pairs_i     (1'b0),
    .in_rows_i      ('0),
    .in_zn_1_i      ('0),
    .in_zm_1_i      ('0),
    .rd_vectors_o   (),
    .rd_rows_o      (),
    .wr_vectors_o   (),
    .wr_rows_o      (),
    .rd_en_o        (mopa_rd_en),
    .rd_size_o      (mopa_rd_size),
    .rd_tile_o      (mopa_rd_tile),
    .rd_slice_o     (mopa_rd_slice),
    .rd_data_i      (RowsPerCycle == 1 ? (RowsPerCycle*Svl)'(slice_o) : rows),
    .wr_en_o        (mopa_wr_en),
    .wr_size_o      (mopa_wr_size),
    .wr_tile_o      (mopa_wr_tile),
    .wr_slice_o     (mopa_wr_slice),
    .wr_data_o      (mopa_wr_data),
    .wr_mask_o      (mopa_wr_mask),
    .busy_o         (mopa_busy)
  );

  `WEFT_ASSERT(ZaIsReadByOne, !(mopa_rd_en && read_i))
  `WEFT_ASSERT(ZaIsWrittenByOne, !(mopa_wr_en && write_i))
  `WEFT_COVER(OuterProductsOverlap, mopa_valid_i && mopa_ready_o && mopa_busy != '0)

endmodule
