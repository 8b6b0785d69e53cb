// SPDX-License-Identifier: Apache-2.0
//
// Accesses of one instruction, one after another: of a vector's beats in order, or of its elements.
// An item without an active byte makes no request and takes the same time.
//
//      clk_i        _/~\_/~\_/~\_/~\_/~\_
//      step_i       -< 0 >< 1 >< 2 >------    items 0, 1, 2
//      req_valid_o  _/~~~~\____/~~~~\_____    nothing of item 1 is active
//      rsp_valid_i  ______/~~~~\____/~~~~\
//      item_o       -----< 0 >< 1 >< 2 >--    with unpacked_o, which inactive elements make zero
//
// A store whose bytes lie in two pages makes two passes: the first one probes. So does every
// scatter. Structures make a pass for each of their registers and, across pages, as many before, of
// which those of loads read in vain. A fault ends the instruction, unless it is one that suppresses
// it: then FFR is cleared from the element on, and what follows makes no request. LDNF1 suppresses
// every fault, LDFF1 all but that of the first active element.
//
// Memory may take a request late and answer late. A request stays as it is until it is taken; the
// next one comes with its answer, or later.

`include "weft_assert.svh"

module weft_sme_memory
  import weft_sme_pkg::*;
#(
  parameter int unsigned StepW = 7
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  uop_t             uop_i,
  input  logic [3:0]       length_i,   // log2 of bytes
  input  logic [63:0]      base_i,     // Xn or SP
  input  logic [63:0]      xm_i,
  input  logic             clear_i,
  input  logic             runs_i,
  input  logic [StepW-1:0] step_i,
  input  logic [StepW-1:0] items_i,
  output logic             advance_o,
  output logic             rewind_o,   // the next pass
  output logic             complete_o, // a register, with its last item
  output logic [1:0]       reg_o,      // of a structure

  input  bytes_t           active_i,   // of the beat of this step
  input  logic             element_active_i,
  input  beat_t            offset_i,   // element of a vector of addresses
  input  beat_t            store_i,
  input  beat_t            element_i,  // to store

  output logic             item_valid_o,
  output logic [StepW-1:0] item_o,
  output beat_t            unpacked_o,
  output logic             last_o,     // item, of the last pass
  output logic             fault_o,
  output logic             ffr_clear_o,

  output logic             req_valid_o,
  input  logic             req_ready_i,
  output logic [1:0]       req_op_o,
  output logic [63:0]      req_addr_o,
  output bytes_t           req_bytes_o,
  output beat_t            req_data_o,
  input  logic             rsp_valid_i,
  input  logic             rsp_fault_i,
  input  beat_t            rsp_data_i
);

  localparam int unsigned PageBits = 12;

  logic elements, stores, slice, copies;
  assign elements = uop_i.unit inside {LoadElements, StoreElements};
  assign stores   = uop_i.unit inside {Store, StoreElements, StoreSlice};
  assign copies   = uop_i.quad && step_i >= StepW'(2);  // LD1RQ: of the first two items
  assign slice    = uop_i.unit inside {LoadSlice, StoreSlice} && !uop_i.row;

  // Addresses: of the first item, from one to the next.

  logic [3:0]  vector_log, item_log;  // log2 of a vector's bytes in memory, of an item's
  logic [63:0] imm, start, addr, offset;
  logic [2:0]  registers;
  logic [1:0]  reg_q;
  assign registers  = {1'b0, uop_i.regs} + 3'd1;
  assign reg_o      = reg_q;
  assign imm        = {{55{uop_i.imm[8]}}, uop_i.imm};
  assign vector_log = uop_i.quad ? 4'd4 : uop_i.predicate ? length_i - 4'd3 : slice ? length_i
                    : length_i - {1'b0, uop_i.size} + {2'b0, uop_i.msize};
  assign item_log   = elements ? {2'b0, uop_i.msize}
                    : slice ? 4'd3 : 4'd3 - {1'b0, uop_i.size} + {2'b0, uop_i.msize};
  always_comb begin
    unique case (uop_i.address)
      Register: start = base_i + (xm_i << (slice ? uop_i.size : {1'b0, uop_i.msize}));
      Vectors:  start = base_i + (imm * 64'(registers) << vector_log);
      Elements: start = base_i + (imm << uop_i.msize);
      default:  start = base_i;
    endcase
    // Offsets are bytes or elements, addresses have an immediate.
    unique case (uop_i.address)
      Offsets32, Offsets64, Addresses:
        offset = element_offset(offset_i, uop_i.size, uop_i.msize, uop_i.address, uop_i.number[1],
                                uop_i.number[0])
               + (uop_i.address == Addresses ? imm << uop_i.msize : '0);
      Elements:  offset = '0;
      default:   offset = 64'(step_i) << item_log;
    endcase
    if (uop_i.regs != '0)
      offset = (64'(step_i) * 64'(registers) + 64'(reg_q)) << uop_i.msize;
    addr = (uop_i.address == Addresses ? '0 : start) + offset;
  end

  // Whether a store crosses pages: its first and last byte, active or not.
  logic        crosses, scatters;
  logic [10:0] reach;
  assign reach    = (uop_i.one ? {2'b0, uop_i.imm} : 11'(registers) << vector_log) - 11'd1;
  assign scatters = stores && own_addresses(uop_i.address);
  assign crosses  = scatters || (stores || uop_i.regs != '0)
                                && |((start[PageBits:0] + (PageBits+1)'(reach)) >> PageBits
                              ^ start[PageBits:0] >> PageBits);

  // Packing. An element stands in the low bits.

  bytes_t bytes, packed_active, element_bytes;
  beat_t  memory, unpacked, stored;
  logic   repeats;  // LD1R: one element for all
  assign repeats       = uop_i.address == Elements;
  assign packed_active = elements ? {8{element_active_i}} : active_i;
  assign element_bytes = ~(8'hfe << 3'((4'd1 << uop_i.msize) - 4'd1));
  always_comb begin
    memory = rsp_data_i;
    if (repeats && uop_i.msize == 2'(B)) memory = {8{rsp_data_i[7:0]}};
    if (repeats && uop_i.msize == 2'(H)) memory = {4{rsp_data_i[15:0]}};
    if (repeats && uop_i.msize == 2'(S)) memory = {2{rsp_data_i[31:0]}};
  end
  weft_sme_pack u_pack (
    .size_i(uop_i.size), .msize_i(uop_i.msize), .extend_i(uop_i.extend),
    .active_i(packed_active), .beat_i(store_i), .packed_o(stored), .bytes_o(bytes),
    .memory_i(memory), .unpacked_o(unpacked)
  );

  // One item in flight.

  logic             pending_q, asked_q, first_q, probed_q, stopped_q;
  logic [StepW-1:0] item_q;
  bytes_t           active_q;
  logic             probes, settled, suppressed, issues, asks, last_item, pass_ends, last_reg;
  assign probes  = crosses && !probed_q;
  assign settled = pending_q && (rsp_valid_i || !asked_q);

  logic faults;
  assign faults     = settled && asked_q && rsp_fault_i;
  assign suppressed = faults && uop_i.first_fault && !(first_q && uop_i.must_first);
  assign fault_o    = faults && !suppressed;
  assign ffr_clear_o = suppressed;

  assign req_bytes_o = elements || repeats ? element_bytes : bytes;
  assign req_op_o    = !stores ? 2'd0 : probes ? 2'd2 : 2'd1;
  assign req_addr_o  = addr;
  assign req_data_o  = elements ? element_i : stored;
  assign asks        = (elements ? element_active_i : bytes != '0) && !stopped_q && !suppressed
                     && !copies;
  assign issues      = runs_i && step_i != items_i && (!pending_q || settled) && !fault_o;
  assign req_valid_o = issues && asks;
  assign advance_o   = issues && (!asks || req_ready_i);

  assign last_item    = item_q == items_i - 1'b1;
  assign pass_ends    = settled && last_item;
  assign last_reg     = reg_q == uop_i.regs;
  assign complete_o   = pass_ends && !probes && !fault_o;
  assign last_o       = complete_o && last_reg;
  assign rewind_o     = pass_ends && !fault_o && !last_o;
  assign item_valid_o = settled && !fault_o;
  assign item_o       = item_q;

  beat_t active_bits, answer, quad_q [2];
  always_comb for (int i = 0; i < 8; i++) active_bits[8*i+:8] = {8{active_q[i]}};
  assign answer     = unpacked & active_bits & {64{asked_q && !suppressed}};
  assign unpacked_o = uop_i.quad && item_q >= StepW'(2) ? quad_q[item_q[0]] : answer;
  always_ff @(posedge clk_i)
    if (item_valid_o && item_q < StepW'(2)) quad_q[item_q[0]] <= answer;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pending_q <= 1'b0;
    else pending_q <= advance_o || (pending_q && !settled);
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      first_q   <= 1'b1;
      probed_q  <= 1'b0;
      stopped_q <= 1'b0;
      reg_q     <= '0;
    end else begin
      if (settled && asked_q) first_q <= 1'b0;
      if (rewind_o && last_reg) probed_q <= 1'b1;
      if (rewind_o) reg_q <= last_reg ? '0 : reg_q + 1'b1;
      if (suppressed) stopped_q <= 1'b1;
    end
    if (advance_o) begin
      item_q   <= step_i;
      active_q <= packed_active;
      asked_q  <= asks;
    end
  end

  `WEFT_ASSERT(RequestStable, req_valid_o && !req_ready_i |=> req_valid_o
               && $stable({req_op_o, req_addr_o, req_bytes_o, req_data_o}))
  `WEFT_ASSERT(AnswersARequest, rsp_valid_i |-> pending_q && asked_q)

endmodule
