// SPDX-License-Identifier: Apache-2.0
//
// VLIW core round the tensor coprocessor, in the style of Kalray's KV3: bundles of six lanes, 64
// general registers of 64 bits, the coprocessor's 48 of 256 bits, one memory port of 32 bytes.
//
//      fetch_o, pc_o --> bundle_valid_i, bundle_i
//                              |
//            +-----------------+---------- issue: the whole bundle, or it waits ---------------+
//            |        |        |        |         |          |
//          [ BCU ] [ ALU0 ] [ ALU1 ] [ MAU ]   [ LSU ] --> [ TCA ]
//            |        |        |        |         |          |
//            |      [ 64 general registers ] <----+----> [ 48 coprocessor registers ]
//            +--- moves between both ---^         |
//                                           req, rsp: memory
//
// A bundle is eight words: one for each lane in this order, zero for none, and two immediates. The
// lanes ALU0 to LSU all add, compare, shift and choose; docs/unit/mppa_core.md draws the words and
// says what needs which resource. A bundle may ask for no more than there is; an assertion says so.
//
// The core runs from bundle 0 after reset. It shows the number of the bundle that it wants, and
// takes it in the cycle in which it issues. A bundle waits, whole, while
//     a register that it reads or writes waits for memory's answer, except another load's result;
//     a register that it reads or writes is not computed yet, as the scoreboard says;
//     its access finds the one before not taken, or its load as many as allowed under way.
// why_o says which. A branch that is taken costs a cycle; a loop's way back does not. A return to
// 0xffff ends the program. An access to an address where nothing is traps, and nothing of its bundle
// is done; a load that may be dismissed gives zero instead, and also where I/O is.
//
// Sources: B. Dupont de Dinechin, A Qualitative Approach to Many-Core Architecture, in
// Multi-Processor System-on-Chip 1, 2021, sections 2.3.2 and 2.3.3; resources and latencies:
// machine descriptions of Kalray's ports of GCC and LLVM. The binary encoding is this unit's own.

`include "weft_assert.svh"

module weft_mppa_core
  import weft_mppa_pkg::*;
  import weft_mppa_core_pkg::*;
#(
  parameter int unsigned Loads = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  output logic         fetch_o,
  output logic [15:0]  pc_o,
  input  logic         bundle_valid_i,
  input  logic [255:0] bundle_i,

  output logic         req_valid_o,
  input  logic         req_ready_i,
  output logic         req_write_o,
  output logic         req_bypass_o,
  output logic [31:0]  req_addr_o,
  output logic [31:0]  req_strobe_o,
  output logic [255:0] req_data_o,
  input  logic         rsp_valid_i,
  input  logic [255:0] rsp_data_i,

  output logic [3:0]   why_o,  // weft_mppa_core_pkg::why_e
  output logic         trap_o,
  output logic         busy_o
);

  core_bundle_t x;
  word_t        lane [4];  // ALU0, ALU1, MAU, LSU
  uses_t        of;
  assign x    = bundle_i;
  assign lane = '{x.alu0, x.alu1, x.mau, x.lsu};
  assign of   = uses_of(x);

  logic issue;

  // General registers and operands.

  localparam int unsigned Reads = 22;
  logic [5:0] read_reg [Reads];
  data_t      read [Reads];
  data_t      a [4], b [4];
  for (genvar l = 0; l < 4; l++) begin : gen_operand
    data_t immediate;
    always_comb begin
      unique case (lane[l].mode)
        2'd1:    immediate = {{56{lane[l].x[1]}}, lane[l].x, lane[l].b};
        2'd2:    immediate = {{32{x.immediate[lane[l].x[0]][31]}}, x.immediate[lane[l].x[0]]};
        default: immediate = x.immediate;
      endcase
    end
    assign read_reg[l]   = lane[l].a;
    assign read_reg[4+l] = lane[l].b;
    assign a[l]          = read[l];
    assign b[l]          = lane[l].mode == '0 ? read[4+l] : immediate;
  end

  // ALUs.

  data_t      alu_y [4];
  logic [3:0] alu_write;
  for (genvar l = 0; l < 4; l++) begin : gen_alu
    weft_mppa_core_alu #(
      .Lite(l < 2)
    ) u_alu (
      .clk_i,
      .rst_ni,
      .op_i  (lane[l].op),
      .cond_i(lane[l].cond),
      .a_i   (a[l]),
      .b_i   (b[l]),
      .y_o   (alu_y[l])
    );
    assign alu_write[l] = lane[l].op != '0 && !(l >= 2 && lane[l].op[5]) && lane[l].op != Xmovetq
                        && (lane[l].op != Cmoved || holds(lane[l].cond, a[l]));
  end

  // The multiply-accumulate unit.

  general_t   any, not_read, not_late;
  data_t      mau_b [2], product, float_y [2];
  logic [5:0] mau_late_reg, product_d, float_d;
  logic       product_valid, float_valid, float_two, mau_busy;
  assign read_reg[8]  = {x.mau.a[5:1], 1'b1};
  assign read_reg[9]  = {x.mau.b[5:1], 1'b1};
  assign read_reg[10] = x.mau.d;
  assign read_reg[11] = {x.mau.d[5:1], 1'b1};
  assign read_reg[12] = mau_late_reg;
  assign mau_b        = '{b[2], x.mau.mode == '0 ? read[9] : b[2]};

  weft_mppa_core_mau u_mau (
    .clk_i,
    .rst_ni,
    .valid_i        (issue && x.mau.op[5]),
    .op_i           (x.mau.op),
    .d_i            (x.mau.d),
    .a_i            ('{a[2], read[8]}),
    .b_i            (mau_b),
    .c_i            ('{read[10], read[11]}),
    .late_i         (not_read[x.mau.d]),
    .late_reg_o     (mau_late_reg),
    .late_sum_i     (read[12]),
    .product_valid_o(product_valid),
    .product_d_o    (product_d),
    .product_o      (product),
    .float_valid_o  (float_valid),
    .float_two_o    (float_two),
    .float_d_o      (float_d),
    .float_o        (float_y),
    .busy_o         (mau_busy)
  );

  // Memory: the address, and what is there.

  logic       accesses, made, silent, hole, dismissed, traps;
  data_t      offset, addr, last;
  logic [5:0] size;
  region_e    first_region, last_region;
  assign accesses = is_access(x.lsu.op);
  assign made     = accesses && (x.lsu.cond == '0 || holds(x.lsu.cond, read[7]));
  assign size     = size_of(x.lsu.op);
  always_comb begin
    unique case (x.lsu.mode)
      2'd0:    offset = x.lsu.cond == '0 ? read[7] : '0;
      2'd1:    offset = {{58{x.lsu.b[5]}}, x.lsu.b};
      default: offset = {{32{x.immediate[x.lsu.mode[0]][31]}}, x.immediate[x.lsu.mode[0]]};
    endcase
  end

  weft_iadd #(
    .Width(64), .Pipe(0)
  ) u_addr (
    .clk_i,
    .rst_ni,
    .in_valid_i    (1'b1),
    .in_ready_o    (),
    .in_a_i        (a[3]),
    .in_b_i        (offset),
    .in_carry_i    (1'b0),
    .in_subtract_i (1'b0),
    .out_valid_o   (),
    .out_ready_i   (1'b1),
    .out_sum_o     (addr),
    .out_carry_o   (),
    .out_overflow_o(),
    .out_zero_o    (),
    .out_negative_o()
  );

  assign last         = addr + 64'(size) - 64'd1;
  assign first_region = region_of(addr);
  assign last_region  = region_of(last);
  assign hole         = first_region == Hole || last_region == Hole || first_region != last_region;
  assign silent       = x.lsu.x[0] && !is_store(x.lsu.op);
  assign dismissed    = made && silent && (hole || first_region == Io);
  assign traps        = made && hole && !silent;

  logic       lsu_ready, loads_full, lsu_busy, load_valid;
  logic [5:0] lsu_late_reg, load_op, load_reg;
  register_t  store_data, store_late, store_coprocessor, load_data;
  logic [3:0] store_late_regs;
  general_t   load_general, awaited;
  halves_t    load_halves, awaited_halves;
  for (genvar i = 0; i < 4; i++) begin : gen_store
    localparam logic [5:0] Place = 6'(i);
    logic in;
    assign in                 = i == 0 || (i == 1 ? size[5:4] != '0 : size[5]);
    assign read_reg[13+i]     = x.lsu.d | Place;
    assign read_reg[17+i]     = lsu_late_reg | Place;
    assign store_data[i]      = read[13+i] & {64{in}};
    assign store_late_regs[i] = in && not_read[x.lsu.d | Place];
    assign store_late[i]      = read[17+i];
  end

  weft_mppa_core_lsu #(
    .Loads(Loads)
  ) u_lsu (
    .clk_i,
    .rst_ni,
    .valid_i           (issue && made && !dismissed),
    .op_i              (x.lsu.op),
    .reg_i             (x.lsu.d),
    .bypass_i          (x.lsu.x[1] && !is_store(x.lsu.op)),
    .addr_i            (addr[31:0]),
    .data_i            (store_data),
    .late_i            (store_late_regs),
    .ready_o           (lsu_ready),
    .full_o            (loads_full),
    .late_reg_o        (lsu_late_reg),
    .late_data_i       (store_late),
    .late_coprocessor_i(store_coprocessor),
    .req_valid_o,
    .req_ready_i,
    .req_write_o,
    .req_bypass_o,
    .req_addr_o,
    .req_strobe_o,
    .req_data_o,
    .rsp_valid_i,
    .rsp_data_i,
    .load_valid_o      (load_valid),
    .load_op_o         (load_op),
    .load_reg_o        (load_reg),
    .load_data_o       (load_data),
    .load_general_o    (load_general),
    .load_halves_o     (load_halves),
    .awaited_o         (awaited),
    .awaited_halves_o  (awaited_halves),
    .busy_o            (lsu_busy)
  );

  // The coprocessor.

  register_t  source;
  logic       tca_busy;
  halves_t    integers;
  logic [1:0] moves, move_high;
  reg_t       move_to [2];
  data_t      move_data [2][2];
  assign moves     = {x.alu1.op == Xmovetq, x.alu0.op == Xmovetq};
  assign move_high = {x.alu1.x[0], x.alu0.x[0]};
  assign move_to   = '{x.alu0.d, x.alu1.d};
  assign move_data = '{'{a[0], read[4]}, '{a[1], read[5]}};

  weft_mppa_core_tca u_tca (
    .clk_i,
    .rst_ni,
    .issue_i    (issue),
    .tca_i      (x.tca),
    .source_i   (x.bcu.target[5:0]),
    .source_o   (source),
    .copy_i     (x.bcu.op == Xcopyo),
    .copy_to_i  (x.bcu.r),
    .move_i     (moves),
    .move_to_i  (move_to),
    .move_high_i(move_high),
    .move_data_i(move_data),
    .load_i     (load_valid && to_coprocessor(load_op)),
    .load_op_i  (load_op),
    .load_reg_i (load_reg),
    .load_data_i(load_data),
    .zero_i     (issue && dismissed && to_coprocessor(x.lsu.op)),
    .zero_op_i  (x.lsu.op),
    .zero_reg_i (x.lsu.d),
    .store_i    (lsu_late_reg),
    .store_o    (store_coprocessor),
    .integer_o  (integers),
    .busy_o     (tca_busy)
  );

  // Writes of general registers.

  data_t load_word;
  always_comb begin
    unique case (load_op)
      6'd32:   load_word = {56'b0, load_data[0][7:0]};
      6'd33:   load_word = {{56{load_data[0][7]}}, load_data[0][7:0]};
      6'd34:   load_word = {48'b0, load_data[0][15:0]};
      6'd35:   load_word = {{48{load_data[0][15]}}, load_data[0][15:0]};
      6'd36:   load_word = {32'b0, load_data[0][31:0]};
      6'd37:   load_word = {{32{load_data[0][31]}}, load_data[0][31:0]};
      default: load_word = load_data[0];
    endcase
  end

  // Groups are aligned to their size: the bits of a register's place in one are those that differ.
  data_t load_lane [4];
  for (genvar i = 0; i < 4; i++) begin : gen_load
    logic [1:0] place;
    assign place        = 2'(i) ^ load_reg[1:0];
    assign load_lane[i] = place == '0 ? load_word : load_data[place];
  end

  // Later ones of these win, but none writes a register that another does.
  localparam int unsigned Writes = 7;
  logic [Writes-1:0] write;
  logic [5:0]        write_reg [Writes];
  data_t             written [Writes];
  assign write     = {alu_write & {4{issue}}, float_valid && float_two, float_valid, product_valid};
  assign write_reg = '{product_d, float_d, {float_d[5:1], 1'b1}, x.alu0.d, x.alu1.d, x.mau.d,
                       x.lsu.d};
  assign written   = '{product, float_y[0], float_y[1], alu_y[0], alu_y[1], alu_y[2], alu_y[3]};

  weft_mppa_core_regs #(
    .Reads(Reads), .Writes(Writes)
  ) u_regs (
    .clk_i,
    .read_i      (read_reg),
    .read_o      (read),
    .load_i      (load_general & {General{load_valid}}),
    .load_data_i (load_lane),
    .zero_i      (of.silent & {General{issue && dismissed}}),
    .four_i      (of.write3 & {General{issue && x.bcu.op == Xmovefo}}),
    .four_data_i (source),
    .write_i     (write),
    .write_reg_i (write_reg),
    .write_data_i(written)
  );

  // The scoreboard.

  general_t set [5];
  halves_t  set_halves [5];
  halves_t  any_half, half_not_read, half_not_late, moved_q;
  always_comb begin
    set[0]        = '0;
    set[1]        = (of.write1 & {General{issue}}) | (load_general & {General{load_valid}});
    set[2]        = (of.write2 | of.sum) & {General{issue}};
    set[3]        = (of.write3 | (of.silent & {General{dismissed}})) & {General{issue}};
    set[4]        = of.write4 & {General{issue}};
    set_halves[0] = '0;
    set_halves[1] = load_halves & {2*Registers{load_valid}};
    set_halves[2] = '0;
    set_halves[3] = (of.c_moved | of.c_written | of.c_result
                     | (of.c_silent & {2*Registers{dismissed}})) & {2*Registers{issue}};
    set_halves[4] = of.c_float & {2*Registers{issue}};
  end

  weft_mppa_core_score #(
    .N(General)
  ) u_general (
    .clk_i,
    .rst_ni,
    .set_i (set),
    .any_o (any),
    .read_o(not_read),
    .late_o(not_late)
  );

  weft_mppa_core_score #(
    .N(2 * Registers)
  ) u_halves (
    .clk_i,
    .rst_ni,
    .set_i (set_halves),
    .any_o (any_half),
    .read_o(half_not_read),
    .late_o(half_not_late)
  );

  always_ff @(posedge clk_i) begin
    if (issue) begin
      moved_q <= (moved_q | of.c_moved) & ~(of.c_written | of.c_result | of.c_float
                                            | (of.c_silent & {2*Registers{dismissed}})
                                            | (load_halves & {2*Registers{load_valid}}));
    end else begin
      moved_q <= moved_q & ~(load_halves & {2*Registers{load_valid}});
    end
  end

  general_t fixed;
  halves_t  c_fixed;
  logic     waits, computes, coprocesses;
  assign fixed    = of.write1 | of.write2 | of.write3 | of.write4;
  assign c_fixed  = of.c_moved | of.c_written | of.c_float;
  assign waits    = ((of.read | of.late | of.early | fixed | of.sum | of.silent) & awaited) != '0
                 || ((of.c_read | of.c_late | of.c_sum | of.c_addend | c_fixed | of.c_silent)
                     & awaited_halves) != '0;
  assign computes = ((of.read | fixed | of.load | of.silent | of.early) & not_read) != '0
                 || (of.late & not_late) != '0;
  assign coprocesses = ((of.c_read | c_fixed | of.c_load | of.c_silent | of.c_addend)
                        & half_not_read) != '0
                    || (of.c_late & half_not_late) != '0
                    || (of.c_sum & half_not_read & ~integers) != '0
                    || (of.c_addend & any_half & moved_q) != '0;

  // Control.

  assign read_reg[21] = x.bcu.r;

  logic        running_q, trap_q, branch_q;
  logic [15:0] pc_q, next, target, loop_start_q, loop_end_q, link_q, pc;
  data_t       loop_count_q;
  logic        taken, loops;
  why_e        why;
  always_comb begin
    if (!running_q) why = Ended;
    else if (branch_q) why = Branch;
    else if (!bundle_valid_i) why = Fetch;
    else if (waits) why = Waits;
    else if (computes) why = Computes;
    else if (coprocesses) why = Coprocesses;
    else if ((of.early & any) != '0) why = Condition;
    else if (accesses && !lsu_ready) why = Memory;
    else if (is_load(x.lsu.op) && accesses && loads_full) why = Queue;
    else if (traps) why = Trap;
    else why = Issues;
  end
  assign issue = why == Issues;
  assign why_o = why;

  assign next = pc_q + 1'b1;
  always_comb begin
    taken  = 1'b0;
    target = x.bcu.target;
    unique case (x.bcu.op)
      Goto, Call: taken = 1'b1;
      Cb:         taken = holds(x.bcu.cond, read[21]);
      Loopdo:     taken = read[21] == '0;
      Ret: begin
        taken  = 1'b1;
        target = link_q;
      end
      Igoto: begin
        taken  = 1'b1;
        target = read[21][15:0];
      end
      default:    taken = 1'b0;
    endcase
  end
  assign loops = next == loop_end_q && loop_count_q != '0 && !taken && x.bcu.op != Loopdo;
  assign pc    = taken ? target : loops && loop_count_q != 64'd1 ? loop_start_q : next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q    <= 1'b1;
      trap_q       <= 1'b0;
      branch_q     <= 1'b0;
      pc_q         <= '0;
      link_q       <= EndAddress;
      loop_start_q <= '0;
      loop_end_q   <= '0;
      loop_count_q <= '0;
    end else begin
      branch_q <= issue && taken;
      if (why == Trap) begin
        trap_q    <= 1'b1;
        running_q <= 1'b0;
      end
      if (issue) begin
        pc_q <= pc;
        if (pc == EndAddress) running_q <= 1'b0;
        if (x.bcu.op == Call) link_q <= next;
        if (x.bcu.op == Loopdo) begin
          loop_start_q <= next;
          loop_end_q   <= x.bcu.target;
          loop_count_q <= read[21];
        end else if (loops) begin
          loop_count_q <= loop_count_q - 1'b1;
        end
      end
    end
  end

  assign fetch_o = running_q && !branch_q;
  assign pc_o    = pc_q;
  assign trap_o  = trap_q;
  assign busy_o  = running_q || lsu_busy || tca_busy || mau_busy;

  // Resources of a bundle.

  logic stores, loads_general, xso;
  assign xso           = accesses && x.lsu.op == 6'd54;
  assign stores        = accesses && is_store(x.lsu.op) && !xso;
  assign loads_general = accesses && is_load(x.lsu.op) && !to_coprocessor(x.lsu.op);

  `WEFT_ASSERT(OneAuxr, issue |-> !(stores && x.mau.op[5] && accumulates(x.mau.op)))
  `WEFT_ASSERT(OneAuxw, issue |-> !(loads_general && x.bcu.op == Xmovefo))
  `WEFT_ASSERT(OneCrrp, issue |-> !(xso && x.bcu.op inside {Xmovefo, Xcopyo}))
  `WEFT_ASSERT(OneWriteOfAHalf, issue |-> !(moves != '0 && x.bcu.op == Xcopyo)
                                          && !(moves == 2'd3 && move_high[0] == move_high[1]))
  `WEFT_ASSERT(FourOfTiny, issue |-> !(x.bcu.op == Xmovefo && x.alu0.op != '0 && x.alu1.op != '0
                                       && x.mau.op != '0 && x.lsu.op != '0))
  `WEFT_ASSERT(OneOfFull, issue |-> !(x.alu0.op >= Cbsw && x.alu1.op >= Cbsw))
  `WEFT_COVER(Dismisses, issue && dismissed)
  `WEFT_COVER(SumsFollow, issue && (of.c_sum & half_not_read) != '0)
  `WEFT_COVER(LoopsBack, issue && loops && loop_count_q != 64'd1)

endmodule
