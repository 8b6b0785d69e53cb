// SPDX-License-Identifier: Apache-2.0
//
// Ring of descriptors: fetches them from memory, refuses bad ones, gives their jobs out in order
// and writes a completion for each.
//
//     RING_TAIL --> fetch_* --> [ next ] --> job_* ... --> [ current ] ... ended_i --> comp_*
//                                                                                  '--> RING_HEAD
//
// The current descriptor is the one at HEAD. While it runs and has nothing more to load (quiet_i),
// the next one is fetched and its job given out: it is ahead. Nobody sees anything of it before
// HEAD has moved: nothing of a job in the core is stored while hold_o is high, between the end of
// the current job and the answer to its completion. What halts the ring, clears enable_i or takes
// the doorbell back drops the one ahead (void_o); it is fetched again when its turn comes.
//
// A descriptor has 128 bytes, little-endian; bytes that are not named, and bits, are 0.
//
//     0x00  op[7:0], 0 nothing, 1 GEMM, 2 CONV, 3 COPY; IRQ 8; OVERLAP 9; 31:16 are bits 15:0 of
//           CTRL, PRELOAD to OUTPUT
//     0x04  tag
//     0x08  m, n, k, scale                      32 bits each; 0 in a descriptor of nothing, as all
//     0x18  a, b, c, d                          64 bits each
//     0x38  lda, ldb, ldc, ldd                  32 bits each
//     0x48  a_extra, b_extra                    64 bits each
//     0x58  conv_t                              of a CONV, without TRANSPOSE_A, SPARSE_A and extras
//     0x68  stride_2 of A and of D              64 bits each, of a COPY, which has m, n, a, d, lda
//     0x78  count_2                             32 bits       and ldd of the others
//
// A completion has 16 bytes: the tag, 32 bits; the code of ERROR, 16; the lap, which is the number
// of times that the ring had been gone through, + 1, 16; TIME of the job, 64. RING_HEAD moves when
// it is written, and ring_o, for a descriptor with IRQ, is high in that cycle.
//
// Descriptors and completions lie in windows that allow to read and to write them, and within the
// addresses of the bus, or end with WINDOW; a completion that does not is not written.
//
// Fetch: a command for 128 bytes, then words from the lowest address on, then fetch_done_i for a
// cycle, with fetch_error_i if the bus refused; words may be missing then. Completion: a command
// with its data, then comp_done_i, comp_error_i. Neither comes without its command.
//
// An error ends its descriptor with a completion, and the ring halts: error_o is high for a cycle
// with its code and fault, halted_o in the same one. After resume_i it goes on with the next one.
// stop_i halts it after the current descriptor. drop_i does, and abort_o asks for an end of its job;
// a job that has not been taken yet ends with ABORTED. enable_i low: the current one ends.
// reset_i drops everything; an answer of the memory that is owed comes to nobody, and no descriptor
// is fetched before it.

`include "weft_assert.svh"

module weft_engine_ring
  import weft_engine_pkg::*;
  import weft_engine_regs_pkg::*;
#(
  parameter int unsigned AddrBits = 64,  // of the bus: places beyond are in no window
  parameter int unsigned BusBytes = 16,  // of a word: 8, 16 or 32
  parameter int unsigned Conv     = 0,   // 1: the operation CONV
  parameter int unsigned Copy     = 0,
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
  output logic                  abort_o,         // the current job is to end
  output logic                  void_o,          // the one ahead is dropped
  output logic                  hold_o,          // nothing of a job in the core may be stored
  output logic                  runs_o,          // the current job is taken
  output logic                  given_o,         // the job that was taken last is the one ahead
  input  logic                  quiet_i,         // the current one is in the core and loaded
  input  logic                  refused_i,       // the job that was taken last does not run
  input  error_e                refused_code_i,
  input  logic                  ended_i,         // the current one has run
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
  // Bits with a meaning.
  localparam int unsigned Named    = 8 * (Copy != 0 ? 'h7c : Conv != 0 ? 'h68 : 'h58);
  localparam logic [15:0] CtrlBits = 16'h3f74;
  localparam logic [15:0] ConvBits = 16'h3a74;  // no TRANSPOSE_A, no SPARSE_A

  typedef enum logic [2:0] {Rest, Aim, Ask, Receive, Judge, Offer, Given, Ended} fetch_e;
  typedef enum logic [2:0] {Empty, Run, Tell, Told, Close} current_e;

  fetch_e             fetch_q;                  // the next descriptor
  current_e           current_q;                // the one at HEAD, once it is given
  logic [Named-1:0]   desc_q;
  logic               beyond_q;                 // a bit behind them
  logic [4:0]         place_q;
  logic [31:0]        head_q, after_q, tag_q;   // after: HEAD + 1
  logic               irq_q, halted_q, stop_q, drop_q, far_q;
  logic               fetch_owed_q, tell_owed_q;  // an answer that nobody waits for
  error_e             next_code_q, code_q;
  logic [63:0]        next_fault_q, fault_q, time_q, fetch_addr_q, comp_addr_q;
  logic               rests, is_ahead;
  assign rests    = fetch_q == Rest && current_q == Empty;
  assign is_ahead = current_q != Empty;  // the next descriptor is

  // The descriptor.

  // Bits from a byte of the descriptor to the next one.
  function automatic logic [1023:0] span_of(int unsigned from, int unsigned to);
    span_of = '0;
    for (int unsigned i = 8 * from; i < 8 * to; i++) span_of[i] = 1'b1;
  endfunction
  localparam logic [1023:0] CopyZero = span_of('h10, 'h18) | span_of('h20, 'h30)
                                     | span_of('h3c, 'h44) | span_of('h48, 'h68);

  logic          bad, has_job;
  logic [1023:0] desc;
  op_e           op;
  assign desc    = 1024'(desc_q);
  assign op      = op_e'(desc[1:0]);
  assign has_job = desc[7:0] != '0;
  always_comb begin
    bad = beyond_q || desc[15:10] != '0 || desc[7:2] != '0;
    unique case (op)
      OpNothing: bad |= desc[31:16] != '0 || desc[1023:64] != '0;
      OpGemm:    bad |= (desc[31:16] & ~CtrlBits) != '0 || desc[1023:'h58*8] != '0;
      OpConv:    bad |= Conv == 0 || (desc[31:16] & ~ConvBits) != '0 || desc['h48*8 +: 128] != '0
                        || desc[1023:'h68*8] != '0;
      default: bad |= Copy == 0 || desc[31:16] != '0 || (desc & CopyZero) != '0;
    endcase
  end

  job_t gemm_job;
  assign gemm_job = '{op: op, preload: desc[18], flow: desc[22:20], transpose_a: desc[24],
                    transpose_b: desc[25], sparse_a: desc[26], relu: desc[27],
                    out: desc[29:28], overlap: desc[9],
                    m: desc['h08*8 +: 16], n: desc['h0c*8 +: 16], k: desc['h10*8 +: 16],
                    scale: desc['h14*8 +: 32],
                    a: desc['h18*8 +: 64], b: desc['h20*8 +: 64], c: desc['h28*8 +: 64],
                    d: desc['h30*8 +: 64],
                    lda: desc['h38*8 +: 32], ldb: desc['h3c*8 +: 32],
                    ldc: desc['h40*8 +: 32], ldd: desc['h44*8 +: 32],
                    a_extra: desc['h48*8 +: 64], b_extra: desc['h50*8 +: 64]};
  always_comb begin
    dims_o = desc['h08*8 +: 96];
    job_o  = gemm_job;
    if (Conv != 0 && op == OpConv) {job_o.a_extra, job_o.b_extra} = desc['h58*8 +: 128];
    if (Copy != 0 && op == OpCopy) begin
      dims_o[2] = desc['h78*8 +: 32];
      job_o.k   = desc['h78*8 +: 16];
      job_o.a   = desc['h68*8 +: 64];
      job_o.b   = desc['h70*8 +: 64];
      job_o.c   = desc['h18*8 +: 64];
      job_o.ldc = desc['h38*8 +: 32];
      job_o.lda = '0;
    end
  end

  // Places. Two descriptors or more: of them the second may be fetched ahead.

  logic        aims;                     // the windows are those of the fetch
  logic [31:0] last_entry, ahead, entry;
  logic [63:0] fetch_place, comp_place;  // of the descriptor, of the completion
  logic        far, waits, may;          // waits: a descriptor does; may: one may be ahead
  assign aims          = !current_q[2];  // a bit of Close alone
  assign last_entry    = log2_i == '0 || log2_i > 4'd12 ? '1 : (32'd1 << log2_i) - 32'd1;
  assign ahead         = tail_i - head_q;
  assign far           = enable_i && ahead > last_entry + 32'd1;
  assign entry         = (is_ahead ? after_q : head_q) & last_entry;
  assign fetch_place   = (base_i & ~64'h7f) + {25'b0, entry, 7'b0};
  assign comp_place    = (comp_base_i & ~64'hf) + {28'b0, head_q & last_entry, 4'b0};
  assign fetch_addr_o  = fetch_addr_q;
  assign comp_addr_o   = comp_addr_q;
  assign comp_data_o   = {time_q, 16'(head_q >> log2_i) + 16'd1, 8'b0, code_q, tag_q};

  assign fetch_valid_o = fetch_q == Ask;
  assign job_valid_o   = fetch_q == Offer && !drop_q;
  assign comp_valid_o  = current_q == Tell;
  assign abort_o       = current_q == Run && drop_q;
  assign runs_o        = current_q == Run;
  assign given_o       = fetch_q == Given;
  assign head_o        = head_q;
  assign waits         = enable_i && !halted_q && !far && ahead != '0;
  assign may           = enable_i && !far && ahead >= 32'd2 && !stop_q && !drop_q;
  assign void_o        = fetch_q != Rest
                      && (halted_q || (is_ahead && (!may || code_q != None)));
  assign hold_o        = (is_ahead && current_q != Run) || (halted_q && fetch_q != Rest);
  assign state_o       = halted_q ? 2'd2 : rests && !waits ? 2'd0
                       : stop_q || drop_q ? 2'd3 : 2'd1;
  assign idle_o        = rests && !waits && !fetch_owed_q && !tell_owed_q;

  // Windows. Places are registers: a place is added up in a cycle, and compared in the next one.

  localparam logic [63:0] CompMask = BusBytes > 16 ? 64'd31 : 64'd15;
  logic [63:0] place, span;  // span: the low bits of an address in what is read or written
  logic [3:0]  allows, holds;
  logic        fits, allowed;
  assign place = aims ? fetch_addr_q : comp_addr_q;
  assign span  = aims ? 64'h7f : CompMask;
  for (genvar i = 0; i < 4; i++) begin : gen_window
    logic unused_lock;
    assign allows[i] = window_i[i].ctrl.read || window_i[i].ctrl.write;
    assign holds[i]  = (aims ? window_i[i].ctrl.read : window_i[i].ctrl.write)
                    && window_i[i].base <= (place & ~span) && (place | span) <= window_i[i].last;
    assign unused_lock = window_i[i].ctrl.lock;
  end
  assign fits    = place >> AddrBits == '0;
  assign allowed = fits && (holds != '0 || (allows == '0 && Closed == 0));

  // The end of the current descriptor.

  logic   ends, fails, halts;
  error_e last_code;
  assign ends          = (current_q == Close && (comp_base_i == '0 || !allowed))
                      || (current_q == Told && comp_done_i);
  assign fails         = current_q == Told && comp_error_i && code_q == None;
  assign last_code     = fails ? Fetch
                       : current_q == Close && comp_base_i != '0 && code_q == None ? Window
                       : code_q;
  assign halts         = ends && (last_code != None || stop_q || drop_q || stop_i || drop_i);
  assign ring_o        = ends && irq_q;
  assign halted_o      = !reset_i && !halted_q
                      && (halts || (rests && enable_i && (stop_i || drop_i)));
  assign error_o       = (ends && last_code != None) || (far && !far_q);
  assign error_code_o  = ends && last_code != None ? last_code : Ring;
  assign error_fault_o = !(ends && last_code != None) ? '0 : fails ? comp_addr_q : fault_q;

  // The next one becomes the current one.

  logic begins, moves, fetch_owed, tell_owed;
  assign begins     = !fetch_owed_q && !tell_owed_q && !halted_o
                   && (is_ahead ? current_q == Run && quiet_i && may : waits);
  assign moves      = !void_o && !halted_o && (ends || !is_ahead)
                   && ((fetch_q == Ended && !is_ahead) || (fetch_q == Given && !refused_i));
  assign fetch_owed = fetch_owed_q || fetch_q == Receive || (fetch_valid_o && fetch_ready_i);
  assign tell_owed  = tell_owed_q || current_q == Told || (comp_valid_o && comp_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fetch_q      <= Rest;
      current_q    <= Empty;
      head_q       <= '0;
      after_q      <= 32'd1;
      halted_q     <= 1'b0;
      stop_q       <= 1'b0;
      drop_q       <= 1'b0;
      fetch_owed_q <= 1'b0;
      tell_owed_q  <= 1'b0;
      far_q        <= 1'b0;
    end else if (reset_i) begin
      fetch_q      <= Rest;
      current_q    <= Empty;
      head_q       <= '0;
      after_q      <= 32'd1;
      halted_q     <= 1'b0;
      stop_q       <= 1'b0;
      drop_q       <= 1'b0;
      fetch_owed_q <= fetch_owed && !fetch_done_i;
      tell_owed_q  <= tell_owed && !comp_done_i;
      far_q        <= 1'b0;
    end else begin
      far_q        <= far;
      fetch_owed_q <= (void_o ? fetch_owed : fetch_owed_q) && !fetch_done_i;
      tell_owed_q  <= tell_owed_q && !comp_done_i;
      if (halted_o) halted_q <= 1'b1;
      else if (resume_i) halted_q <= 1'b0;
      stop_q <= !rests && !ends && (stop_q || stop_i);
      drop_q <= !rests && !ends && (drop_q || drop_i);
      if (ends) begin
        head_q  <= after_q;
        after_q <= {head_q[31:1] + 31'd1, head_q[0]};
      end

      unique case (current_q)
        Run:     if ((refused_i && !given_o) || ended_i) current_q <= Close;
        Close:   current_q <= Tell;
        Tell:    if (comp_ready_i) current_q <= Told;
        default: ;
      endcase
      if (ends) current_q <= Empty;

      unique case (fetch_q)
        Rest:    if (begins) fetch_q <= Aim;
        Aim:     if (aims) fetch_q <= allowed ? Ask : Ended;
        Ask:     if (fetch_ready_i) fetch_q <= Receive;
        Receive: if (fetch_done_i) fetch_q <= fetch_error_i ? Ended : Judge;
        Judge:   fetch_q <= bad || !has_job ? Ended : Offer;
        Offer:   if (drop_q) fetch_q <= Ended;
                 else if (job_ready_i) fetch_q <= Given;
        Given:   if (refused_i) fetch_q <= Ended;
        default: ;
      endcase
      if (moves) begin
        current_q <= fetch_q == Given ? Run : Close;
        fetch_q   <= Rest;
      end
      if (void_o) fetch_q <= Rest;
    end
  end

  // The next descriptor.
  always_ff @(posedge clk_i) begin
    unique case (fetch_q)
      Rest: fetch_addr_q <= fetch_place;
      Aim: begin
        place_q      <= '0;
        beyond_q     <= 1'b0;
        desc_q       <= '0;
        next_code_q  <= Window;
        next_fault_q <= '0;
      end
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
        next_code_q  <= Fetch;
        next_fault_q <= fetch_addr_q;
        if (fetch_done_i && fetch_error_i) desc_q <= '0;
      end
      Judge: begin
        next_code_q  <= bad ? Descriptor : None;
        next_fault_q <= '0;
      end
      Offer: if (drop_q) next_code_q <= Aborted;
      Given: if (refused_i) next_code_q <= refused_code_i;
      default: ;
    endcase
  end

  // The current one.
  always_ff @(posedge clk_i) begin
    if (ends || !is_ahead) begin  // moves, or means nothing
      tag_q   <= desc_q[63:32];
      irq_q   <= desc_q[8];
      code_q  <= next_code_q;
      fault_q <= next_fault_q;
      time_q  <= '0;
    end else if (current_q == Run && refused_i && !given_o) begin
      code_q <= refused_code_i;
    end else if (current_q == Run && ended_i) begin
      code_q  <= ended_code_i;
      fault_q <= ended_fault_i;
      time_q  <= ended_time_i;
    end
    if (current_q == Empty || current_q == Run) comp_addr_q <= comp_place;
  end

  `WEFT_ASSERT(FetchStable, fetch_valid_o && !fetch_ready_i && !reset_i && !void_o
               |=> fetch_valid_o && $stable(fetch_addr_o))
  `WEFT_ASSERT(CompletionStable, comp_valid_o && !comp_ready_i && !reset_i
               |=> comp_valid_o && $stable(comp_addr_o) && $stable(comp_data_o))
  `WEFT_ASSERT(FetchIsOwed, fetch_done_i |-> fetch_q == Receive || fetch_owed_q)
  `WEFT_ASSERT(CompletionIsOwed, comp_done_i |-> current_q == Told || tell_owed_q)
  `WEFT_ASSERT(AfterIsOneMore, after_q == head_q + 32'd1)
  `WEFT_ASSERT(OneIsAhead, given_o && !is_ahead |=> runs_o || fetch_q != Given)
  `WEFT_COVER(DropsAJob, abort_o && ended_i)
  `WEFT_COVER(DropsTheOneAhead, void_o && given_o)
  `WEFT_COVER(OneIsAheadAtTheEnd, moves && ends)

endmodule
