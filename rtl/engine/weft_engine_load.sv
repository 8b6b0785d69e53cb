// SPDX-License-Identifier: Apache-2.0
//
// Loader: blocks of A, B and C in memory become words of the panels and of the buffers of sums.
//
//     load --> weft_axi_read --> [ merge ] --> gearbox --> a_*, b_*, c_*
//       |        ^                  ^
//       |--> [ conv ] --> pieces ---'
//       '----> blocks that are on their way --> place of each word
//
// With Conv, lines of A may be made of a picture: weft_engine_conv finds the stretches of each, and
// weft_engine_merge puts them and the padding together.
//
// A line of a block is one stretch of memory. It is cut into words of Rows (A) or Cols (B, C)
// elements; word p of line i goes to p * rows + i. A turned block has the columns of A, or of B, as
// its lines: element j of word p of line i goes to (i / lanes) * rows + p * lanes + j, across the
// lines of the panel. Elements beyond the line have no strobe.
//
// Where a step takes several products (Lanes > 1), a line along K is cut into words with all
// products of a step for each row or column, and a line across K is one product of its step: each
// product of a step has a panel. Deep neighbours along K share a word of B: the products of a step,
// or with Sparse four. The indexes of a sparse A, four in a byte, are words of Rows of them beside
// those of A; block scales are words beside those of A and of B, Scales of them for each step.
//
// loaded_o is high with the last word of a step. stop_i: everything on its way is dropped.
// An element takes at least one byte of memory, of which a panel keeps the low bits.

`include "weft_assert.svh"

module weft_engine_load
  import weft_engine_core_pkg::*;
#(
  parameter int unsigned AddrBits    = 64,
  parameter int unsigned BusBits     = 128,
  parameter int unsigned BurstBytes  = 256,
  parameter int unsigned MaxInFlight = 16,
  parameter int unsigned Beats       = 128,
  parameter int unsigned Rows        = 4,
  parameter int unsigned Cols        = 4,
  parameter int unsigned ABytes      = 1,     // of an element in memory
  parameter int unsigned BBytes      = 1,
  parameter int unsigned SumBytes    = 4,
  parameter int unsigned AWordBits   = 8,     // address of a word in both panels
  parameter int unsigned BWordBits   = 8,
  parameter int unsigned SumWordBits = 8,     // address of a word in one buffer
  parameter int unsigned AWords      = 128,   // of one panel
  parameter int unsigned BWords      = 128,
  parameter int unsigned BiasWords   = 16,    // of a row of biases
  parameter int unsigned BiasBits    = 5,     // address of a word in both
  parameter int unsigned BesideWords = 64,    // of one panel beside A
  parameter int unsigned BesideWordBits = 7,
  parameter int unsigned Sparse      = 0,
  parameter int unsigned Lanes       = 1,     // products of a step, a power of two
  parameter int unsigned Scales      = 0,     // block scales of a step, a power of two
  parameter int unsigned Conv        = 0,
  parameter int unsigned MaxBytes    = 65535, // of a line of a block, and lines
  parameter int unsigned MaxLines    = 65535,
  localparam int unsigned ATurnBits  = Rows > 1 ? $clog2(Rows) : 1,
  localparam int unsigned BTurnBits  = Cols > 1 ? $clog2(Cols) : 1,
  localparam int unsigned Deep       = Sparse != 0 ? 4 : Lanes,
  localparam int unsigned Beside     = Scales != 0 ? Scales : 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [31:0]                  hang_limit_i,
  input  logic                         stop_i,

  input  logic                         load_valid_i,
  output logic                         load_ready_o,
  input  load_t                        load_i,
  input  conv_block_t                  conv_i,     // of a block that is made of a picture
  output logic                         loaded_o,

  output logic                         ar_valid_o,
  input  logic                         ar_ready_i,
  output logic [AddrBits-1:0]          ar_addr_o,
  output logic [7:0]                   ar_len_o,
  output logic [2:0]                   ar_size_o,
  output logic [1:0]                   ar_burst_o,
  input  logic                         r_valid_i,
  output logic                         r_ready_o,
  input  logic [BusBits-1:0]           r_data_i,
  input  logic [1:0]                   r_resp_i,
  input  logic                         r_last_i,

  output logic [Lanes-1:0]             a_write_o,    // the products of the step
  output logic [AWordBits-1:0]         a_addr_o,
  output logic [ATurnBits-1:0]         a_turn_o,
  output logic [Rows-1:0]              a_strb_o,
  output logic [Lanes*Rows*ABytes*8-1:0] a_data_o,   // product by product
  output logic [Deep-1:0]              b_write_o,
  output logic [BWordBits-1:0]         b_addr_o,
  output logic [BTurnBits-1:0]         b_turn_o,
  output logic [Cols-1:0]              b_strb_o,
  output logic [Deep*Cols*BBytes*8-1:0] b_data_o,
  output logic                         beside_a_write_o,
  output logic [BesideWordBits-1:0]    beside_a_addr_o,
  output logic [Rows*Beside*8-1:0]     beside_a_data_o,  // scales of a step for each row
  output logic [Rows*2-1:0]            index_data_o,
  output logic [Beside-1:0]            beside_b_write_o, // the scales of the step
  output logic [Cols*8-1:0]            beside_b_data_o,  // at b_addr_o
  output logic [1:0]                   c_write_o,  // the buffer
  output logic                         bias_write_o,
  output logic [BiasBits-1:0]          bias_addr_o,  // of c_data_o
  output logic [SumWordBits-1:0]       c_addr_o,
  output logic [Cols*SumBytes*8-1:0]   c_data_o,
  output logic                         turned_o,

  output logic                         busy_o,
  output logic                         done_o,     // with an error, or not: all loads so far
  output logic                         failed_o,
  output logic [AddrBits-1:0]          fault_o,
  output logic                         hung_o
);

  localparam int unsigned BusBytes  = BusBits / 8;
  localparam int unsigned APiece    = Rows * ABytes;  // across K
  localparam int unsigned BPiece    = Cols * BBytes;
  localparam int unsigned AWord     = APiece * Lanes; // along K
  localparam int unsigned BWord     = BPiece * Lanes;
  localparam int unsigned CWord     = Cols * SumBytes;
  localparam int unsigned Widest    = AWord > BWord ? (AWord > CWord ? AWord : CWord)
                                                    : (BWord > CWord ? BWord : CWord);
  localparam int unsigned BesideA   = Sparse != 0 ? Rows / 4 : Scales != 0 ? Rows * Scales : APiece;
  localparam int unsigned BesideB   = Scales != 0 ? Cols : BPiece;
  localparam int unsigned Chunk     = gcd(gcd(gcd(gcd(BusBytes, APiece), gcd(BPiece, CWord)), BesideA),
                                          BesideB);
  localparam int unsigned CountBits = $clog2(BusBytes / Chunk + Widest / Chunk);
  localparam int unsigned WordBits  = AWordBits > BWordBits
                                    ? (AWordBits > SumWordBits ? AWordBits : SumWordBits)
                                    : (BWordBits > SumWordBits ? BWordBits : SumWordBits);
  localparam int unsigned TurnBits  = ATurnBits > BTurnBits ? ATurnBits : BTurnBits;
  typedef logic [CountBits-1:0] count_t;
  typedef logic [WordBits-1:0]  word_addr_t;
  typedef logic [TurnBits-1:0]  turn_t;

  localparam int unsigned BytesBits = $clog2(MaxBytes + 1);
  typedef logic [BytesBits-1:0] bytes_t;

  // A block whose words are on their way.
  typedef struct packed {
    operand_e    operand;
    logic        turned;
    logic        bank;
    logic        ends;
    logic        row;
    bytes_t      bytes;
    logic [15:0] lines;
    logic [15:0] rows;
  } block_t;

  block_t block;
  logic   block_ready, block_valid, block_done, read_ready, reading;
  logic   beat_valid, beat_ready, gear_ready, beat_row_last;
  logic [BusBits-1:0] beat;
  logic [1:0]         done_resp;

  localparam int unsigned CountBitsIn = $clog2(BusBytes + 1);
  logic                   cmd_valid, accepts;
  logic [AddrBits-1:0]    cmd_addr;
  logic [31:0]            cmd_bytes, cmd_rows;
  logic [CountBitsIn-1:0] beat_bytes;
  logic                   beat_row_end, beat_last;

  weft_axi_read #(
    .AddrBits(AddrBits), .DataBits(BusBits), .BurstBytes(BurstBytes), .MaxInFlight(MaxInFlight),
    .Beats(Beats), .Commands(Conv != 0 ? MaxInFlight : 1), .BytesBits(BytesBits),
    .RowsBits($clog2(MaxLines + 1))
  ) u_read (
    .clk_i,
    .rst_ni,
    .cmd_valid_i   (cmd_valid),
    .cmd_ready_o   (read_ready),
    .cmd_addr_i    (cmd_addr),
    .cmd_bytes_i   (cmd_bytes),
    .cmd_rows_i    (cmd_rows),
    .cmd_stride_i  (AddrBits'(load_i.pitch)),
    .hang_limit_i,
    .abort_i       (stop_i),
    .ar_valid_o,
    .ar_ready_i,
    .ar_addr_o,
    .ar_len_o,
    .ar_size_o,
    .ar_burst_o,
    .r_valid_i,
    .r_ready_o,
    .r_data_i,
    .r_resp_i,
    .r_last_i,
    .out_valid_o   (beat_valid),
    .out_ready_i   (beat_ready),
    .out_data_o    (beat),
    .out_bytes_o   (beat_bytes),
    .out_row_last_o(beat_row_end),
    .out_last_o    (beat_last),
    .busy_o        (reading),
    .done_o,
    .done_resp_o   (done_resp),
    .done_addr_o   (fault_o),
    .hung_o
  );
  assign failed_o = done_resp != '0;

  // Blocks on their way, the one whose words are given first.
  weft_fifo #(
    .data_t(block_t), .Depth(4)
  ) u_blocks (
    .clk_i,
    .rst_ni,
    .in_valid_i (accepts),
    .in_ready_o (block_ready),
    .in_data_i  ('{operand: load_i.operand, turned: load_i.turned, bank: load_i.bank,
                   ends: load_i.ends, row: load_i.row, bytes: bytes_t'(load_i.bytes), lines: load_i.lines,
                   rows: load_i.rows}),
    .out_valid_o(block_valid),
    .out_ready_i(block_done || stop_i),
    .out_data_o (block)
  );

  // Commands: a block, or with Conv stretches of a picture.

  logic               item_valid;
  logic [BusBits-1:0] item;
  if (Conv == 0) begin : gen_blocks
    assign load_ready_o  = block_ready && read_ready;
    assign accepts       = load_valid_i && load_ready_o;
    assign cmd_valid     = load_valid_i && block_ready;
    assign cmd_addr      = load_i.addr[AddrBits-1:0];
    assign cmd_bytes     = load_i.bytes;
    assign cmd_rows      = 32'(load_i.lines);
    assign busy_o        = reading || block_valid;
    assign item_valid    = beat_valid;
    assign item          = beat;
    assign beat_row_last = beat_row_end;
    assign beat_ready    = gear_ready || !block_valid;
    logic unused;
    assign unused = ^{conv_i, beat_bytes, beat_last, load_i.conv};
  end else begin : gen_conv
    typedef struct packed {
      piece_t               piece;
      logic [BytesBits-1:0] bytes;  // of padding
    } stretch_t;
    stretch_t    next, head;
    logic        conv_busy, found, found_fill, found_last, given, place, there, ended, taken;
    logic [15:0] elements;
    logic [31:0] found_bytes;
    logic [63:0] pad, pad_q;
    logic [AddrBits-1:0] found_addr;

    weft_engine_conv #(
      .AddrBits(AddrBits), .Bytes(ABytes)
    ) u_conv (
      .clk_i,
      .rst_ni,
      .stop_i,
      .start_i       (accepts && load_i.conv),
      .block_i       (conv_i),
      .busy_o        (conv_busy),
      .out_valid_o   (found),
      .out_ready_i   (given),
      .out_fill_o    (found_fill),
      .out_addr_o    (found_addr),
      .out_elements_o(elements),
      .out_last_o    (found_last)
    );
    assign found_bytes  = 32'(elements) * ABytes;
    assign given        = found && !stop_i && place && (found_fill || read_ready);
    assign load_ready_o = block_ready && !conv_busy && (load_i.conv || (read_ready && place));
    assign accepts      = load_valid_i && load_ready_o;
    assign cmd_valid    = conv_busy ? found && !found_fill && !stop_i && place
                                    : load_valid_i && !load_i.conv && block_ready && place;
    assign cmd_addr     = conv_busy ? found_addr : load_i.addr[AddrBits-1:0];
    assign cmd_bytes    = conv_busy ? found_bytes : load_i.bytes;
    assign cmd_rows     = conv_busy ? 32'd1 : 32'(load_i.lines);
    assign next         = '{piece: '{plain: !conv_busy, fill: found_fill, last: found_last},
                            bytes: BytesBits'(found_bytes)};

    weft_fifo #(
      .data_t(stretch_t), .Depth(MaxInFlight)
    ) u_pieces (
      .clk_i,
      .rst_ni,
      .in_valid_i (conv_busy ? given : accepts && !load_i.conv),
      .in_ready_o (place),
      .in_data_i  (next),
      .out_valid_o(there),
      .out_ready_i(stop_i || (ended && block_valid)),
      .out_data_o (head)
    );
    assign busy_o = reading || block_valid || conv_busy || there;

    // The next job's loads come when all of these are in their panels.
    assign pad = 64'(signed'(conv_i.shape.pad));
    always_ff @(posedge clk_i) begin
      if (accepts && load_i.conv) pad_q <= pad;
    end

    weft_engine_merge #(
      .Bytes(BusBytes), .BytesBits(BytesBits)
    ) u_merge (
      .clk_i,
      .rst_ni,
      .stop_i,
      .piece_valid_i(there && block_valid),
      .piece_i      (head.piece),
      .bytes_i      (head.bytes),
      .pad_i        ({BusBytes/ABytes{pad_q[ABytes*8-1:0]}}),
      .pop_o        (ended),
      .in_valid_i   (beat_valid),
      .in_ready_o   (taken),
      .in_data_i    (beat),
      .in_bytes_i   (beat_bytes),
      .in_row_last_i(beat_row_end),
      .in_last_i    (beat_last),
      .out_valid_o  (item_valid),
      .out_ready_i  (gear_ready),
      .out_data_o   (item),
      .out_last_o   (beat_row_last)
    );
    assign beat_ready = taken || stop_i || !block_valid;
    if (ABytes < 8) begin : gen_unused
      logic unused;
      assign unused = ^pad_q[63:ABytes*8];
    end
  end

  // Words.

  logic                word_valid, word_last;
  logic [Widest*8-1:0] word;
  bytes_t              left;
  count_t              word_chunks;

  always_comb begin
    unique case (block.operand)
      OperandA: word_chunks = count_t'((block.turned ? APiece : AWord) / Chunk);
      OperandB: word_chunks = count_t'((block.turned ? BWord : BPiece) / Chunk);
      OperandBesideA: word_chunks = count_t'(BesideA / Chunk);
      OperandBesideB: word_chunks = count_t'(BesideB / Chunk);
      default:  word_chunks = count_t'(CWord / Chunk);
    endcase
  end

  weft_engine_gear #(
    .Chunk(Chunk), .MaxIn(BusBytes / Chunk), .MaxOut(Widest / Chunk), .LengthBits(BytesBits)
  ) u_gear (
    .clk_i,
    .rst_ni,
    .clear_i     (stop_i),
    .length_i    (block.bytes),
    .in_chunks_i (count_t'(BusBytes / Chunk)),
    .out_chunks_i(word_chunks),
    .in_valid_i  (item_valid && block_valid),
    .in_ready_o  (gear_ready),
    .in_data_i   (item),
    .in_last_i   (beat_row_last),
    .out_valid_o (word_valid),
    .out_ready_i (1'b1),
    .out_data_o  (word),
    .out_left_o  (left),
    .out_last_o  (word_last)
  );
  // Places.

  logic [15:0] line_q;     // from 1 on
  localparam int unsigned PlaceBits = Deep > 1 ? $clog2(Deep) : 1;
  typedef logic [PlaceBits-1:0] place_t;
  place_t      place_q;    // of a line across K, among those of its words
  place_t      last_place;
  turn_t       turn_q;
  word_addr_t  line_addr_q, addr_q, line_addr, rows;
  logic        turns;  // the line is the last one of its lanes
  logic        moves;  // the next line has words of its own
  assign rows       = word_addr_t'(block.rows);
  assign turns      = turn_q == (block.operand == OperandA || block.operand == OperandBesideA
                                 ? turn_t'(Rows - 1) : turn_t'(Cols - 1));
  always_comb begin
    unique case (block.operand)
      OperandA:       last_place = block.turned ? place_t'(Lanes - 1) : '0;
      OperandB:       last_place = block.turned ? '0 : place_t'(Deep - 1);
      OperandBesideB: last_place = place_t'(Beside - 1);
      default:        last_place = '0;
    endcase
  end
  assign moves      = place_q == last_place;
  assign line_addr  = !moves ? line_addr_q : !block.turned ? line_addr_q + 1'b1
                    : turns ? line_addr_q + rows : line_addr_q;
  assign block_done = word_valid && word_last && line_q == block.lines;
  assign loaded_o   = block_done && block.ends && !stop_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      line_q      <= 16'd1;
      place_q     <= '0;
      turn_q      <= '0;
      line_addr_q <= '0;
      addr_q      <= '0;
    end else if (block_done || stop_i) begin
      line_q      <= 16'd1;
      place_q     <= '0;
      turn_q      <= '0;
      line_addr_q <= '0;
      addr_q      <= '0;
    end else if (word_valid && word_last) begin
      line_q      <= line_q + 1'b1;
      place_q     <= moves ? '0 : place_q + 1'b1;
      if (moves) turn_q <= turns ? '0 : turn_q + 1'b1;
      line_addr_q <= line_addr;
      addr_q      <= line_addr;
    end else if (word_valid) begin
      addr_q <= addr_q + (!block.turned ? rows
                          : block.operand == OperandA ? word_addr_t'(Rows) : word_addr_t'(Cols));
    end
  end

  assign turned_o  = block.turned;
  for (genvar q = 0; q < Lanes; q++) begin : gen_a
    assign a_write_o[q] = word_valid && block.operand == OperandA
                       && (!block.turned || place_q == place_t'(q));
    for (genvar i = 0; i < Rows; i++) begin : gen_lane
      assign a_data_o[(q*Rows+i)*ABytes*8 +: ABytes*8] =
          word[(block.turned ? i : i * Lanes + q)*ABytes*8 +: ABytes*8];
    end
  end
  for (genvar q = 0; q < Deep; q++) begin : gen_b
    assign b_write_o[q] = word_valid && block.operand == OperandB
                       && (block.turned || place_q == place_t'(q));
    for (genvar i = 0; i < Cols; i++) begin : gen_lane
      if (Sparse != 0) begin : gen_across
        assign b_data_o[(q*Cols+i)*BBytes*8 +: BBytes*8] = word[i*BBytes*8 +: BBytes*8];
      end else begin : gen_either
        assign b_data_o[(q*Cols+i)*BBytes*8 +: BBytes*8] =
            word[(block.turned ? i * Lanes + q : i)*BBytes*8 +: BBytes*8];
      end
    end
  end
  assign a_addr_o  = AWordBits'(addr_q) + (block.bank ? AWordBits'(AWords) : '0);
  assign b_addr_o  = BWordBits'(addr_q) + (block.bank ? BWordBits'(BWords) : '0);
  assign a_turn_o  = ATurnBits'(turn_q);
  assign b_turn_o  = BTurnBits'(turn_q);
  assign beside_a_write_o = word_valid && block.operand == OperandBesideA;
  assign beside_a_addr_o  = BesideWordBits'(addr_q)
                          + (block.bank ? BesideWordBits'(BesideWords) : '0);
  assign index_data_o     = Sparse != 0 ? word[Rows*2-1:0] : '0;
  for (genvar q = 0; q < Beside; q++) begin : gen_beside_b
    assign beside_b_write_o[q] = word_valid && block.operand == OperandBesideB
                              && place_q == place_t'(q);
  end
  if (Scales != 0) begin : gen_scales
    assign beside_a_data_o = word[Rows*Scales*8-1:0];
    assign beside_b_data_o = word[Cols*8-1:0];
  end else begin : gen_no_scales
    assign beside_a_data_o = '0;
    assign beside_b_data_o = '0;
  end

  // Elements beyond the line, of words that lie along K all of a step, have no strobe.
  for (genvar i = 0; i < Rows; i++) begin : gen_a_strb
    assign a_strb_o[i] = 32'(left) > (Scales != 0 && block.operand == OperandBesideA ? i * Scales
                                 : block.turned ? i * ABytes : i * ABytes * Lanes);
  end
  for (genvar i = 0; i < Cols; i++) begin : gen_b_strb
    assign b_strb_o[i] = 32'(left) > (Scales != 0 && block.operand == OperandBesideB ? i
                                 : block.turned ? i * BBytes * Lanes : i * BBytes);
  end
  for (genvar i = 0; i < 2; i++) begin : gen_c_write
    assign c_write_o[i] = word_valid && block.operand == OperandC && !block.row && block.bank == i;
  end
  assign c_addr_o     = SumWordBits'(addr_q);
  assign bias_write_o = word_valid && block.operand == OperandC && block.row;
  assign bias_addr_o  = BiasBits'(addr_q) + (block.bank ? BiasBits'(BiasWords) : '0);
  assign c_data_o = word[CWord*8-1:0];

  `WEFT_ASSERT(BlocksHaveTheirBeats, beat_valid && !stop_i |-> block_valid)
  `WEFT_COVER(TurnedBlock, block_done && block.turned)

endmodule
