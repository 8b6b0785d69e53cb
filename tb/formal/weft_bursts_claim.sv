// SPDX-License-Identifier: Apache-2.0
//
// Claim about weft_axi_bursts, which both bus masters stand on, in every cycle after a reset, for any
// commands, also one that comes inside of another, and any pace:
//
//     Begins   a burst begins at the word of the first byte that no burst has covered yet
//     Ends     it ends at a multiple of BurstBytes, or at the word of the last byte of its row; so
//              every byte of a row is in one burst, and no word is without a byte of the row
//     Page     it has a word, at most BurstBytes of them, and stays between two multiples of
//              BurstBytes, so within 4 KiB
//     All      there is one while a row is left, and none behind the last one

module weft_bursts_claim #(
  parameter int unsigned AddrBits   = 20,
  parameter int unsigned DataBits   = 64,
  parameter int unsigned BurstBytes = 64,
  localparam int unsigned Bytes     = DataBits / 8,
  localparam int unsigned BeatsBits = $clog2(BurstBytes / Bytes + 1)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,
  input  logic                stop_i,
  input  logic [AddrBits-1:0] addr_i,
  input  logic [31:0]         bytes_i,
  input  logic [31:0]         rows_i,
  input  logic [AddrBits-1:0] stride_i,
  input  logic                ready_i,
  output logic                holds_o
);

  localparam logic [AddrBits-1:0] InWord = AddrBits'(Bytes - 1), InBurst = AddrBits'(BurstBytes - 1);
  logic                 valid;
  logic [AddrBits-1:0]  addr;
  logic [BeatsBits-1:0] beats;

  weft_axi_bursts #(
    .AddrBits(AddrBits), .DataBits(DataBits), .BurstBytes(BurstBytes)
  ) u_bursts (
    .clk_i,
    .rst_ni,
    .start_i,
    .stop_i,
    .addr_i,
    .bytes_i,
    .rows_i,
    .stride_i,
    .burst_valid_o(valid),
    .burst_ready_i(ready_i),
    .burst_addr_o (addr),
    .burst_beats_o(beats)
  );

  // The bytes that no burst has covered: rows, the first byte of this one, its first uncovered byte, bytes.

  logic                runs_q;
  logic [AddrBits-1:0] row_q, at_q, stride_q;
  logic [31:0]         left_q, bytes_q, rows_q, covers;
  assign covers = 32'(beats) * Bytes - 32'(at_q & InWord);  // from at_q to the end of the burst

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) runs_q <= 1'b0;
    else if (start_i) runs_q <= bytes_i != '0 && rows_i != '0;
    else if (stop_i) runs_q <= 1'b0;
    else if (valid && ready_i && covers >= left_q && rows_q == 32'd1) runs_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      row_q    <= addr_i;
      at_q     <= addr_i;
      stride_q <= stride_i;
      left_q   <= bytes_i;
      bytes_q  <= bytes_i;
      rows_q   <= rows_i;
    end else if (valid && ready_i && covers >= left_q) begin
      row_q  <= row_q + stride_q;
      at_q   <= row_q + stride_q;
      left_q <= bytes_q;
      rows_q <= rows_q - 32'd1;
    end else if (valid && ready_i) begin
      at_q   <= at_q + AddrBits'(covers);
      left_q <= left_q - covers;
    end
  end

  logic                begins, ends, page, all, same;
  logic [AddrBits-1:0] behind;
  assign behind  = addr + AddrBits'(beats) * AddrBits'(Bytes);
  assign begins  = addr == (at_q & ~InWord);
  assign ends    = covers >= left_q ? covers - left_q < Bytes : (behind & InBurst) == '0;
  assign page    = beats != '0 && 32'(addr & InBurst) + 32'(beats) * Bytes <= BurstBytes;
  assign all     = valid == runs_q;
  // The splitter's own registers, for the induction.
  assign same    = u_bursts.addr_q == at_q && u_bursts.row_q == row_q && u_bursts.left_q == left_q
                && u_bursts.bytes_q == bytes_q && u_bursts.rows_q == rows_q
                && u_bursts.stride_q == stride_q && left_q != '0 && bytes_q != '0 && rows_q != '0;
  assign holds_o = all && (!runs_q || (begins && ends && page && same));

endmodule
