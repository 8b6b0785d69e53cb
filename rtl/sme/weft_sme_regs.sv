// SPDX-License-Identifier: Apache-2.0
//
// Z0 to Z31, in beats of 64 bits: three reads, combinational, and one write a cycle. Of two reads
// there is the whole vector too: each beat is a bank, and all of them read the same vector.
//
// There is one vector more than there are registers. An instruction writes that one, beat by beat,
// and when it is complete they change places; so it may read what it overwrites in any order, and
// one that stops halfway has changed nothing. A beat that was not written reads as zero.
//
//         reg ---> map ---> [ Beats x 33 x 64 ] ---> and written ---> whole vector
//                                                                          |
//         beat ----------------------------------------------------> [ choose ] ---> beat
//
// write_i and commit_i may come together: then the beat is the last one.

`include "weft_assert.svh"

module weft_sme_regs
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Beats = 8,  // of a vector, a power of two
  localparam int unsigned BeatW = $clog2(Beats)
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic [4:0]        a_reg_i,
  input  logic [BeatW-1:0]  a_beat_i,
  output beat_t             a_o,
  output beat_t [Beats-1:0] a_whole_o,
  input  logic [4:0]        b_reg_i,
  input  logic [BeatW-1:0]  b_beat_i,
  output beat_t             b_o,
  output beat_t [Beats-1:0] b_whole_o,
  input  logic [4:0]        c_reg_i,
  input  logic [BeatW-1:0]  c_beat_i,
  output beat_t             c_o,

  input  logic              write_i,
  input  logic [BeatW-1:0]  write_beat_i,
  input  beat_t             write_data_i,
  input  logic              commit_i,        // the vector becomes register commit_reg_i
  input  logic [4:0]        commit_reg_i,
  input  logic              discard_i,       // it is empty again
  input  logic              zero_i           // all of them are
);

  localparam int unsigned Places = 33;
  typedef logic [5:0] place_t;

  beat_t            beats_q [Beats][Places];
  logic [Beats-1:0] written_q [Places];
  place_t           map_q [32], spare_q;

  place_t a, b, c;
  assign a = map_q[a_reg_i];
  assign b = map_q[b_reg_i];
  assign c = map_q[c_reg_i];
  for (genvar i = 0; i < Beats; i++) begin : gen_beat
    assign a_whole_o[i] = beats_q[i][a] & {64{written_q[a][i]}};
    assign b_whole_o[i] = beats_q[i][b] & {64{written_q[b][i]}};
  end
  assign a_o = a_whole_o[a_beat_i];
  assign b_o = b_whole_o[b_beat_i];
  assign c_o = beats_q[c_beat_i][c] & {64{written_q[c][c_beat_i]}};

  always_ff @(posedge clk_i) begin
    if (write_i) beats_q[write_beat_i][spare_q] <= write_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int v = 0; v < Places; v++) written_q[v] <= '0;
    end else if (zero_i) begin
      for (int v = 0; v < Places; v++) written_q[v] <= '0;
    end else begin
      if (discard_i) written_q[spare_q] <= '0;
      if (write_i) written_q[spare_q][write_beat_i] <= 1'b1;
      if (commit_i) written_q[map_q[commit_reg_i]] <= '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int r = 0; r < 32; r++) map_q[r] <= 6'(r);
      spare_q <= 6'd32;
    end else if (commit_i) begin
      map_q[commit_reg_i] <= spare_q;
      spare_q             <= map_q[commit_reg_i];
    end
  end

  `WEFT_ASSERT(OneAtATime, !(discard_i && (write_i || commit_i)))

endmodule
