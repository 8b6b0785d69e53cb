// SPDX-License-Identifier: Apache-2.0
//
// Ring of descriptors: fetches them from memory, refuses bad ones, gives their jobs out one after
// the other and writes a completion for each.
//
//     RING_TAIL --> fetch_* --> [ descriptor ] --> job_* ... ended_i --> comp_* --> RING_HEAD
//
// A descriptor has 128 bytes, little-endian; bytes that are not named, and bits, are 0.
//
//     0x00  op[7:0], 0 nothing, 1 GEMM; IRQ 8; OVERLAP 9; 31:16 are bits 15:0 of CTRL, PRELOAD to
//           OUTPUT
//     0x04  tag
//     0x08  m, n, k, scale                      32 bits each; 0 in a descriptor of nothing, as all
//     0x18  a, b, c, d                          64 bits each
//     0x38  lda, ldb, ldc, ldd                  32 bits each
//     0x48  a_extra, b_extra                    64 bits each
//
// A completion has 16 bytes: the tag, 32 bits; the code of ERROR, 16; the lap, which is the number
// of times that the ring had been gone through, + 1, 16; TIME of the job, 64. RING_HEAD moves when
// it is written, and ring_o, for a descriptor with IRQ, is high in that cycle.
//
// Descriptors and completions lie in windows that allow to read and to write them, or end with
// WINDOW; a completion that does not is not written.
//
// Fetch: a command for 128 bytes, then words from the lowest address on, then fetch_done_i for a
// cycle, with fetch_error_i if the bus refused; words may be missing then. Completion: a command
// with its data, then comp_done_i, comp_error_i. Neither comes without its command.
//
// An error ends its descriptor with a completion, and the ring halts: error_o is high for a cycle
// with its code and fault, halted_o in the same one. After resume_i it goes on with the next one.
// stop_i halts it after the current descriptor. drop_i does, and abort_o asks for an end of its job;
// a job that has not been taken yet ends with ABORTED. enable_i low: no further one is fetched.
// reset_i drops everything; an answer of the memory that is owed comes to nobody, and no descriptor
// is fetched before it.

`include "weft_assert.svh"

module weft_engine_ring
  import weft_engine_pkg::*;
  import weft_engine_regs_pkg::*;
#(
  parameter int unsigned BusBytes = 16,  // of a word: 8, 16 or 32
  parameter int unsigned Closed   = 0    // 1: where no window allows anything, nothing is allowed
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  reset_i,
  input  logic                  enable_i,
  input  logic                  resume_i,
  input  logic                  stop_i,
  input  logic                  drop_i,
  input  logic [63:0]           base_i,
  input  logic [3:0]            log2_i,
  input  logic [31:0]           tail_i,
  input  logic [63:0]           comp_base_i,
  input  window_t [3:0]         window_i,
  output logic [31:0]           head_o,
  output logic [1:0]            state_o,         // RING_STATE
  output logic                  ring_o,
  output logic                  halted_o,
  output logic                  error_o,
  output error_e                error_code_o,
  output logic [63:0]           error_fault_o,

  output logic                  job_valid_o,
  input  logic                  job_ready_i,
  output job_t                  job_o,
  output logic [2:0][31:0]      dims_o,          // M, N, K
  output logic                  abort_o,
  input  logic                  ended_i,
  input  error_e                ended_code_i,
  input  logic [63:0]           ended_fault_i,
  input  logic [63:0]           ended_time_i,

  output logic                  fetch_valid_o,
  input  logic                  fetch_ready_i,
  output logic [63:0]           fetch_addr_o,
  input  logic                  word_valid_i,
  input  logic [8*BusBytes-1:0] word_i,
  input  logic                  fetch_done_i,
  input  logic                  fetch_error_i,
  output logic                  comp_valid_o,
  input  logic                  comp_ready_i,
  output logic [63:0]           comp_addr_o,
  output logic [127:0]          comp_data_o,
  input  logic                  comp_done_i,
  input  logic                  comp_error_i,
  output logic                  idle_o
);

  localparam int unsigned Words    = 128 / BusBytes;
  localparam int unsigned WordBits = 8 * BusBytes;
  localparam int unsigned Named    = 'h58 * 8;  // bits with a meaning
  localparam logic [15:0] CtrlBits = 16'h3f74;

  typedef enum logic [3:0] {Idle, Aim, Ask, Receive, Judge, Offer, Run, Close, Tell, Told} state_e;

  state_e             state_q;
  logic [Named-1:0]   desc_q;
  logic               beyond_q;  // a bit behind them
  logic [4:0]         place_q;
  logic [31:0]        head_q;
  logic               halted_q, stop_q, drop_q, owed_q, far_q;
  error_e             code_q;
  logic [63:0]        fault_q, time_q, addr_q;

  // The descriptor.

  logic gemm, bad;
  assign gemm = desc_q[7:0] == 8'd1;
  assign bad  = beyond_q || desc_q[15:10] != '0
             || (gemm ? (desc_q[31:16] & ~CtrlBits) != '0
                      : desc_q[7:0] != '0 || desc_q[31:16] != '0 || desc_q[Named-1:64] != '0);

  assign dims_o = desc_q['h08*8 +: 96];
  assign job_o  = '{preload: desc_q[18], flow: desc_q[22:20], transpose_a: desc_q[24],
                    transpose_b: desc_q[25], sparse_a: desc_q[26], relu: desc_q[27],
                    out: desc_q[29:28], overlap: desc_q[9],
                    m: desc_q['h08*8 +: 16], n: desc_q['h0c*8 +: 16], k: desc_q['h10*8 +: 16],
                    scale: desc_q['h14*8 +: 32],
                    a: desc_q['h18*8 +: 64], b: desc_q['h20*8 +: 64], c: desc_q['h28*8 +: 64],
                    d: desc_q['h30*8 +: 64],
                    lda: desc_q['h38*8 +: 32], ldb: desc_q['h3c*8 +: 32],
                    ldc: desc_q['h40*8 +: 32], ldd: desc_q['h44*8 +: 32],
                    a_extra: desc_q['h48*8 +: 64], b_extra: desc_q['h50*8 +: 64]};

  // Places.

  logic [31:0] index, entries;
  logic [63:0] place;         // of the descriptor, or of the completion
  logic        far, waits;  // waits: a descriptor does
  assign entries       = log2_i == '0 || log2_i > 4'd12 ? '0 : 32'd1 << log2_i;
  assign index         = head_q & (entries - 32'd1);
  assign far           = enable_i && tail_i - head_q > entries;
  assign place         = state_q == Aim ? (base_i & ~64'h7f) + {25'b0, index, 7'b0}
                                        : (comp_base_i & ~64'hf) + {28'b0, index, 4'b0};
  assign fetch_addr_o  = addr_q;
  assign comp_addr_o   = addr_q;
  assign comp_data_o   = {time_q, 16'(head_q >> log2_i) + 16'd1, 8'b0, code_q, desc_q[63:32]};

  assign fetch_valid_o = state_q == Ask;
  assign job_valid_o   = state_q == Offer && !drop_q;
  assign comp_valid_o  = state_q == Tell;
  assign abort_o       = state_q == Run && drop_q;
  assign head_o        = head_q;
  assign waits         = enable_i && !halted_q && !far && head_q != tail_i;
  assign state_o       = halted_q ? 2'd2 : state_q == Idle && !waits ? 2'd0
                       : stop_q || drop_q ? 2'd3 : 2'd1;
  assign idle_o        = state_q == Idle && !waits && !owed_q;

  // Windows.

  localparam logic [63:0] CompMask = BusBytes > 16 ? 64'd31 : 64'd15;
  logic [63:0] span;  // the low bits of an address in what is read or written
  logic [3:0]  allows, holds;
  logic        allowed;
  assign span = state_q == Aim ? 64'h7f : CompMask;
  for (genvar i = 0; i < 4; i++) begin : gen_window
    logic unused_lock;
    assign allows[i] = window_i[i].ctrl.read || window_i[i].ctrl.write;
    assign holds[i]  = (state_q == Aim ? window_i[i].ctrl.read : window_i[i].ctrl.write)
                    && window_i[i].base <= (place & ~span) && (place | span) <= window_i[i].last;
    assign unused_lock = window_i[i].ctrl.lock;
  end
  assign allowed = holds != '0 || (allows == '0 && Closed == 0);

  // The end of a descriptor.

  logic   ends, fails, halts;
  error_e last_code;
  assign ends          = (state_q == Close && (comp_base_i == '0 || !allowed))
                      || (state_q == Told && comp_done_i);
  assign fails         = state_q == Told && comp_error_i && code_q == None;
  assign last_code     = fails ? Fetch
                       : state_q == Close && comp_base_i != '0 && code_q == None ? Window : code_q;
  assign halts         = ends && (last_code != None || stop_q || drop_q || stop_i || drop_i);
  assign ring_o        = ends && desc_q[8];
  assign halted_o      = !reset_i && !halted_q
                      && (halts || (state_q == Idle && enable_i && (stop_i || drop_i)));
  assign error_o       = (ends && last_code != None) || (far && !far_q);
  assign error_code_o  = ends && last_code != None ? last_code : Ring;
  assign error_fault_o = !(ends && last_code != None) ? '0 : fails ? addr_q : fault_q;

  logic goes;
  assign goes = waits && !halted_o && !owed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      head_q   <= '0;
      halted_q <= 1'b0;
      stop_q   <= 1'b0;
      drop_q   <= 1'b0;
      owed_q   <= 1'b0;
      far_q    <= 1'b0;
    end else if (reset_i) begin
      state_q  <= Idle;
      head_q   <= '0;
      halted_q <= 1'b0;
      stop_q   <= 1'b0;
      drop_q   <= 1'b0;
      owed_q   <= (owed_q || state_q == Receive || state_q == Told
                   || (fetch_valid_o && fetch_ready_i) || (comp_valid_o && comp_ready_i))
               && !fetch_done_i && !comp_done_i;
      far_q    <= 1'b0;
    end else begin
      far_q <= far;
      if (fetch_done_i || comp_done_i) owed_q <= 1'b0;
      if (halted_o) halted_q <= 1'b1;
      else if (resume_i) halted_q <= 1'b0;
      stop_q <= state_q != Idle && !ends && (stop_q || stop_i);
      drop_q <= state_q != Idle && !ends && (drop_q || drop_i);
      if (ends) head_q <= head_q + 32'd1;
      unique case (state_q)
        Idle:    if (goes) state_q <= Aim;
        Aim:     state_q <= allowed ? Ask : Close;
        Ask:     if (fetch_ready_i) state_q <= Receive;
        Receive: if (fetch_done_i) state_q <= fetch_error_i ? Close : Judge;
        Judge:   state_q <= bad || !gemm ? Close : Offer;
        Offer:   if (drop_q) state_q <= Close;
                 else if (job_ready_i) state_q <= Run;
        Run:     if (ended_i) state_q <= Close;
        Close:   state_q <= ends ? Idle : Tell;
        Tell:    if (comp_ready_i) state_q <= Told;
        default: if (comp_done_i) state_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Aim: begin
        addr_q   <= place;
        place_q  <= '0;
        beyond_q <= 1'b0;
        desc_q   <= '0;
        time_q   <= '0;
        code_q   <= Window;
        fault_q  <= '0;
      end
      Close: addr_q <= place;
      Receive: begin
        if (word_valid_i) begin
          place_q <= place_q + 5'd1;
          for (int i = 0; i < Words; i++) begin
            for (int j = 0; j < WordBits; j++) begin
              if (place_q == 5'(i)) begin
                if (i * WordBits + j < Named) desc_q[i*WordBits+j] <= word_i[j];
                else if (word_i[j]) beyond_q <= 1'b1;
              end
            end
          end
        end
        code_q  <= Fetch;
        fault_q <= addr_q;
        if (fetch_done_i && fetch_error_i) desc_q <= '0;
      end
      Judge: begin
        code_q  <= bad ? Descriptor : None;
        fault_q <= '0;
      end
      Offer: if (drop_q) code_q <= Aborted;
      Run: begin
        if (ended_i) begin
          code_q  <= ended_code_i;
          fault_q <= ended_fault_i;
          time_q  <= ended_time_i;
        end
      end
      default: ;
    endcase
  end

  `WEFT_ASSERT(FetchStable, fetch_valid_o && !fetch_ready_i && !reset_i
               |=> fetch_valid_o && $stable(fetch_addr_o))
  `WEFT_ASSERT(CompletionStable, comp_valid_o && !comp_ready_i && !reset_i
               |=> comp_valid_o && $stable(comp_addr_o) && $stable(comp_data_o))
  `WEFT_ASSERT(FetchIsOwed, fetch_done_i |-> state_q == Receive || owed_q)
  `WEFT_ASSERT(CompletionIsOwed, comp_done_i |-> state_q == Told || owed_q)
  `WEFT_COVER(DropsAJob, abort_o && ended_i)

endmodule
