// SPDX-License-Identifier: Apache-2.0
//
// Shared memory: 32 banks of 32 bits. A request of a warp takes as many passes, a cycle each, as the
// largest number of different words in a bank; requests of two words a thread go in halves of 32
// threads, requests of four in quarters. Threads that want one word share its pass; of those that
// store to one, the highest wins.
//
//      request or what is left of it --> [ leader of each bank ] --> [ banks ] --> rows
//                 ^                              |
//                 +------ words not served ------+
//
// filled_o is up in the last pass of a load, with its rows; ready_o is down until then. Words of the
// ranges that are cleared, each a first word and a number of words, read as zero until they are
// written.

`include "weft_assert.svh"

module weft_sm_shared
  import weft_sm_pkg::*;
#(
  parameter int unsigned Threads   = 4,
  parameter int unsigned Words     = 128,
  parameter int unsigned Ranges    = 1,
  localparam int unsigned WordBits = $clog2(Words),
  localparam int unsigned Width    = 32 * Threads
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic [Ranges-1:0]                clear_i,
  input  logic [Ranges-1:0][15:0]          clear_first_i,
  input  logic [Ranges-1:0][15:0]          clear_words_i,

  output logic                             ready_o,
  input  logic                             take_i,
  input  logic                             store_i,
  input  logic [2:0]                       regs_i,  // words of a thread: 1, 2 or 4
  input  logic [Threads-1:0]               mask_i,
  input  logic [Threads-1:0][WordBits-1:0] word_i,  // the first of each thread
  input  logic [3:0][Width-1:0]            data_i,

  output logic                             filled_o,
  output logic [3:0][Width-1:0]            rows_o
);

  localparam int unsigned Rows     = Words / SharedBanks;
  localparam int unsigned RowBits  = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned BankBits = $clog2(SharedBanks);
  localparam int unsigned Wanted   = 4 * Threads;  // word k of thread t is wanted 4 t + k

  typedef struct packed {
    logic                             store;
    logic [2:0]                       regs;
    logic [Threads-1:0][WordBits-1:0] word;
    logic [3:0][Width-1:0]            data;
  } work_t;

  work_t                 work, work_q;
  logic [Wanted-1:0]     wanted, wanted_q, now, served;
  logic                  busy_q, active;
  logic [3:0][Width-1:0] rows_q;

  assign active = busy_q || take_i;
  always_comb begin
    work   = busy_q ? work_q : '{store_i, regs_i, word_i, data_i};
    wanted = wanted_q;
    if (take_i) begin
      for (int t = 0; t < Threads; t++) begin
        for (int k = 0; k < 4; k++) wanted[4*t+k] = mask_i[t] && k < 32'(regs_i);
      end
    end
  end

  // The lowest part of the warp that is left: all threads, a half or a quarter of 32.
  function automatic int unsigned part_of(int unsigned thread, logic [2:0] regs);
    return regs[2] ? thread / 8 : regs[1] ? thread / 16 : 0;
  endfunction
  always_comb begin
    logic found;
    int unsigned part;
    found = 1'b0;
    part  = 0;
    now   = '0;
    if (active) begin
      for (int n = 0; n < Wanted; n++) begin
        if (wanted[n] && !found) begin
          found = 1'b1;
          part  = part_of(n / 4, work.regs);
        end
        now[n] = wanted[n] && part_of(n / 4, work.regs) == part;
      end
    end
  end

  // Each bank serves the word of the first one that wants it.
  logic [SharedBanks-1:0]              used;
  logic [SharedBanks-1:0][RowBits-1:0] row;
  logic [Wanted-1:0][WordBits-1:0]     at;
  logic [SharedBanks-1:0][31:0]        read, write;
  always_comb begin
    logic [BankBits-1:0] bank;
    logic [RowBits-1:0]  line;
    bank   = '0;
    line   = '0;
    used   = '0;
    row    = '0;
    write  = '0;
    served = '0;
    at     = '0;
    if (active) begin
      for (int n = 0; n < Wanted; n++) begin
        at[n] = work.word[n/4] + WordBits'(n % 4);
        bank  = at[n][BankBits-1:0];
        line  = RowBits'(32'(at[n]) / SharedBanks);
        if (now[n]) begin
          if (!used[bank]) begin
            used[bank] = 1'b1;
            row[bank]  = line;
          end
          if (row[bank] == line) begin
            served[n]   = 1'b1;
            write[bank] = work.data[n%4][32*(n/4)+:32];
          end
        end
      end
    end
  end

  logic [31:0]      words_q [SharedBanks][Rows];
  logic [Words-1:0] set_q, set_d;
  for (genvar b = 0; b < SharedBanks; b++) begin : gen_bank
    assign read[b] = set_q[WordBits'({row[b], BankBits'(b)})] ? words_q[b][row[b]] : '0;
    always_ff @(posedge clk_i) begin
      if (used[b] && work.store) words_q[b][row[b]] <= write[b];
    end
  end
  always_comb begin
    set_d = set_q;
    if (active && work.store) begin
      for (int b = 0; b < SharedBanks; b++) begin
        if (used[b]) set_d[WordBits'({row[b], BankBits'(b)})] = 1'b1;
      end
    end
    for (int r = 0; r < Ranges; r++) begin
      for (int n = 0; n < Words; n++) begin
        if (clear_i[r] && 16'(n) >= clear_first_i[r] &&
            17'(n) < 17'(clear_first_i[r]) + 17'(clear_words_i[r])) begin
          set_d[n] = 1'b0;
        end
      end
    end
  end
  always_ff @(posedge clk_i) set_q <= set_d;

  always_comb begin
    rows_o = busy_q ? rows_q : '0;
    if (active) begin
      for (int n = 0; n < Wanted; n++) begin
        if (served[n]) rows_o[n%4][32*(n/4)+:32] = read[at[n][BankBits-1:0]];
      end
    end
  end

  logic last;
  assign last     = (wanted & ~served) == 0;
  assign ready_o  = !busy_q;
  assign filled_o = active && last && !work.store;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= active && !last;
  end
  always_ff @(posedge clk_i) begin
    if (active) begin
      work_q   <= work;
      wanted_q <= wanted & ~served;
      rows_q   <= rows_o;
    end
  end

  `WEFT_ASSERT(TakesWhenReady, take_i |-> ready_o)

endmodule
