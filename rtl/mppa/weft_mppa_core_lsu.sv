// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of the core. An access is in the stage in the cycle after its bundle, and makes
// its request there: 32 bytes from its address on, which end, with a load, at the next multiple of
// 64 at the latest. An access across it makes a second request, a cycle later at least. The value of
// a store may be read in the first cycle in the stage. Answers come in the order of requests; up to
// Loads loads are in flight.
//
//                issue --> [ stage ] --> req
//                  |
//                  +-----> [ Loads destinations ] <-- rsp
//                                  |
//                       first part | both parts, in place --> registers

`include "weft_assert.svh"

module weft_mppa_core_lsu
  import weft_mppa_pkg::*;
  import weft_mppa_core_pkg::*;
#(
  parameter int unsigned Loads = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // An access whose bundle issues.
  input  logic         valid_i,
  input  logic [5:0]   op_i,
  input  logic [5:0]   reg_i,
  input  logic         bypass_i,
  input  logic [31:0]  addr_i,
  input  register_t    data_i,
  input  logic [3:0]   late_i,      // these general registers are read in the next cycle
  output logic         ready_o,     // the stage is free for one
  output logic         full_o,      // no more loads

  output logic [5:0]   late_reg_o,  // the first register of the store in the stage
  input  register_t    late_data_i,
  input  register_t    late_coprocessor_i,

  output logic         req_valid_o,
  input  logic         req_ready_i,
  output logic         req_write_o,
  output logic         req_bypass_o,
  output logic [31:0]  req_addr_o,
  output logic [31:0]  req_strobe_o,
  output logic [255:0] req_data_o,

  input  logic         rsp_valid_i,
  input  logic [255:0] rsp_data_i,

  output logic         load_valid_o,  // the load that is answered
  output logic [5:0]   load_op_o,
  output logic [5:0]   load_reg_o,
  output register_t    load_data_o,
  output general_t     load_general_o,
  output halves_t      load_halves_o,

  output general_t     awaited_o,
  output halves_t      awaited_halves_o,
  output logic         busy_o
);

  // The bytes of an access before the next multiple of 64.
  function automatic logic [5:0] first_of(logic [5:0] at, logic [5:0] size);
    logic [6:0] room;
    room = 7'd64 - 7'(at);
    return room < 7'(size) ? room[5:0] : size;
  endfunction

  // The stage.

  logic        stage_q, second_q, fresh_q, bypass_q;
  logic [5:0]  op_q, reg_q, size, first, here;
  logic [31:0] addr_q;
  logic [3:0]  late_q;
  register_t   data_q, data;
  logic        split, leaves;
  assign size    = size_of(op_q);
  assign first   = first_of(addr_q[5:0], size);
  assign split   = first != size;
  assign leaves  = req_ready_i && (second_q || !split);
  assign ready_o = !stage_q || leaves;

  always_comb begin
    data = data_q;
    if (fresh_q && op_q == 6'd54) data = late_coprocessor_i;
    else if (fresh_q) begin
      for (int i = 0; i < 4; i++) if (late_q[i]) data[i] = late_data_i[i];
    end
  end

  assign late_reg_o   = reg_q;
  assign req_valid_o  = stage_q;
  assign req_write_o  = is_store(op_q);
  assign req_bypass_o = bypass_q;
  assign req_addr_o   = second_q ? {addr_q[31:6] + 1'b1, 6'b0} : addr_q;
  assign here         = second_q ? size - first : first;
  assign req_strobe_o = 32'((33'b1 << here) - 33'b1);
  assign req_data_o   = second_q ? data >> {first, 3'b0} : data;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q  <= 1'b0;
      second_q <= 1'b0;
      fresh_q  <= 1'b0;
    end else begin
      fresh_q <= valid_i;
      if (valid_i) stage_q <= 1'b1;
      else if (leaves) stage_q <= 1'b0;
      if (stage_q && req_ready_i) second_q <= split && !second_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      op_q     <= op_i;
      reg_q    <= reg_i;
      bypass_q <= bypass_i;
      addr_q   <= addr_i;
      late_q   <= late_i;
      data_q   <= data_i;
    end else begin
      data_q <= data;
    end
  end

  // Loads in flight.

  typedef logic [(Loads > 1 ? $clog2(Loads) : 1)-1:0] index_t;
  typedef struct packed {
    logic [5:0] op;
    logic [5:0] to;
    logic [5:0] first;  // bytes of the first answer
    logic       split;
  } load_t;

  function automatic index_t next(index_t index);
    return index == index_t'(Loads - 1) ? '0 : index + 1'b1;
  endfunction

  load_t    load_q [Loads];
  general_t general_q [Loads];  // the registers that wait; none of both: the entry is free
  halves_t  halves_q [Loads];
  index_t   head_q, tail_q;
  logic     push, pop, has_first_q;
  load_t    oldest, newest;
  assign newest = '{op: op_i, to: reg_i, first: first_of(addr_i[5:0], size_of(op_i)),
                    split: first_of(addr_i[5:0], size_of(op_i)) != size_of(op_i)};
  assign push   = valid_i && is_load(op_i);
  assign pop    = rsp_valid_i && (has_first_q || !oldest.split);
  assign oldest = load_q[head_q];
  assign full_o = general_q[tail_q] != '0 || halves_q[tail_q] != '0;

  always_comb begin
    awaited_o        = '0;
    awaited_halves_o = '0;
    for (int i = 0; i < Loads; i++) begin
      awaited_o |= general_q[i];
      awaited_halves_o |= halves_q[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q      <= '0;
      tail_q      <= '0;
      has_first_q <= 1'b0;
      for (int i = 0; i < Loads; i++) begin
        general_q[i] <= '0;
        halves_q[i]  <= '0;
      end
    end else begin
      if (rsp_valid_i) has_first_q <= oldest.split && !has_first_q;
      if (pop) head_q <= next(head_q);
      if (push) tail_q <= next(tail_q);
      for (int i = 0; i < Loads; i++) begin
        if (push && tail_q == index_t'(i)) begin
          general_q[i] <= to_coprocessor(op_i) ? '0 : group(reg_i, size_of(op_i));
          halves_q[i]  <= loaded_halves(op_i, reg_i);
        end else if (pop && head_q == index_t'(i)) begin
          general_q[i] <= '0;
          halves_q[i]  <= '0;
        end
      end
    end
  end

  logic [255:0] part_q, keep;
  always_ff @(posedge clk_i) begin
    if (push) load_q[tail_q] <= newest;
    if (rsp_valid_i) part_q <= rsp_data_i;
  end

  assign keep           = ~({256{1'b1}} << {oldest.first, 3'b0});
  assign load_valid_o   = pop;
  assign load_op_o      = oldest.op;
  assign load_reg_o     = oldest.to;
  assign load_general_o = general_q[head_q];
  assign load_halves_o  = halves_q[head_q];
  assign load_data_o    = oldest.split ? (part_q & keep) | (rsp_data_i << {oldest.first, 3'b0})
                                       : rsp_data_i;
  assign busy_o         = stage_q || awaited_o != '0 || awaited_halves_o != '0;

  `WEFT_ASSERT(PlaceIsFree, valid_i |-> ready_o && !(push && full_o))
  `WEFT_ASSERT(AnswerIsAwaited, rsp_valid_i |-> load_general_o != '0 || load_halves_o != '0)
  `WEFT_ASSERT(RequestStable, req_valid_o && !req_ready_i
               |=> req_valid_o && $stable(req_addr_o) && $stable(req_strobe_o))
  `WEFT_ASSERT(StoreStable, req_valid_o && req_write_o && !req_ready_i |=> $stable(req_data_o))
  `WEFT_COVER(Splits, req_valid_o && second_q)
  `WEFT_COVER(LateValue, fresh_q && late_q != '0 && req_write_o)
  `WEFT_COVER(ReusesARegister, push && (group(reg_i, size_of(op_i)) & awaited_o) != '0)

endmodule
