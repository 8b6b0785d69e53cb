// SPDX-License-Identifier: Apache-2.0
//
// Tensor coprocessor in the style of Kalray's MPPA3: D += A B on 4x4 matrices in registers, with a
// 32-byte memory port.
//
//     int8   4x8 by 8x4 of 8 bits, to 4x4 of 32 bits       one step,    128 multiply-adds a cycle
//     int16  4x4 by 4x4 of 16 bits, to 4x4 of 64 bits      one step,     64
//     fp16   4x4 by 4x4 FP16, to 4x4 FP32                  four steps,   16, exact dot products
//
//                      in
//                       |
//                 [ fifo of 2 ]
//                       |
//                   [ issue ]----------------- req -----> memory
//                       |                                   |
//          +------------+-------------+                     |
//          | 48 registers of 256 bits |<---[ scatter ]<--- rsp
//          +--+---+---+----------+----+         |
//             a   b   D          |      [ Loads destinations ]
//             |   |   |     move, clear
//     [ int8, int16, fp16 ]
//                 |
//                 D
//
// A bundle has up to three operations: one on memory, one move, one product. They read the results
// of all earlier bundles; no two operations write the same register.
//
// Matrices. An operand has four rows and is one, two or four consecutive registers; pairs begin at
// even numbers, quadruples at multiples of four. Bytes 8r .. 8r + 7 of row i are quarter i of its
// register r, bytes 8i .. 8i + 7 of that register:
//
//                   register 0     register 1     register 2     register 3
//      row 0      |  0 ..  7     |  0 ..  7     |  0 ..  7     |  0 ..  7     |   bytes of the
//      row 1      |  8 .. 15     |  8 .. 15     |  8 .. 15     |  8 .. 15     |   register
//      row 2      | 16 .. 23     | 16 .. 23     | 16 .. 23     | 16 .. 23     |
//      row 3      | 24 .. 31     | 24 .. 31     | 24 .. 31     | 24 .. 31     |
//
//      A int8     k = 0 .. 7
//      A int16, fp16      0 .. 3                        element (i, k) is in row i
//      B          as A, element (k, j) in row j: B is transposed where it enters the product
//      D int8, fp16       j = 0, 1       j = 2, 3
//      D int16    j = 0            1              2              3
//
// Elements are in order of their index from byte 0 of the quarter on, low byte first. A
// load-scatter with quarter q thus loads 32 consecutive bytes of row q of a row-major matrix, and
// four load-scatters fill a quadruple with 4x32 bytes.
//
// Memory. There is up to one request per cycle, for 32 bytes at any address. Loads are answered in
// the order of their requests, at least one cycle after them; up to Loads of them are in flight. A
// load after a store reads the stored data. The unit always takes an answer.
//
// Timing. Issue is in order, one bundle per cycle: the unit reads its operands, makes its request,
// and executes its move. The product is computed in the next cycle (fp16: in the next four, one row
// each) and written at the end. A bundle waits while
//     a register that it reads or writes waits for an answer, except for another load of it;
//     a register that it reads or writes is D of the product in the array, unless it is D again;
//     its product finds fp16 in one of the first three steps;
//     Loads loads are in flight and it is a load; its request is not taken.
// Products thus follow each other without a gap, and the data of an answer in cycle t is read in t
// + 1.
//
// Source: B. Dupont de Dinechin, A Qualitative Approach to Many-Core Architecture, in
// Multi-Processor System-on-Chip 1, 2021, section 2.3. The lanes of a bundle, and the layout of
// sums, which follows that of the operands, are this unit's own choices.

`include "weft_assert.svh"

module weft_mppa
  import weft_mppa_pkg::*;
#(
  parameter int unsigned Loads = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [1:0]   in_mem_op_i,
  input  logic [5:0]   in_mem_reg_i,
  input  logic [1:0]   in_mem_quarter_i,
  input  logic [31:0]  in_mem_addr_i,
  input  logic [1:0]   in_move_op_i,
  input  logic [5:0]   in_move_dst_i,
  input  logic [5:0]   in_move_src_i,
  input  logic [1:0]   in_mac_op_i,
  input  logic [1:0]   in_mac_unsigned_i,
  input  logic [5:0]   in_mac_d_i,
  input  logic [5:0]   in_mac_a_i,
  input  logic [5:0]   in_mac_b_i,

  output logic         req_valid_o,
  input  logic         req_ready_i,
  output logic         req_write_o,
  output logic [31:0]  req_addr_o,
  output logic [255:0] req_data_o,
  input  logic         rsp_valid_i,
  input  logic [255:0] rsp_data_i,

  output logic         busy_o
);

  typedef struct packed {
    reg_t       first;
    logic       scatter;
    logic [1:0] quarter;
  } destination_t;

  // The product in the array.
  typedef struct packed {
    mac_op_e    op;
    logic [1:0] is_unsigned;
    reg_t       d;
    register_t  a;
    register_t  b;
  } product_t;

  bundle_t taken, head;
  logic    head_valid, issue;
  assign taken = '{
    mem_op:       mem_op_e'(in_mem_op_i),
    mem_reg:      in_mem_reg_i,
    mem_quarter:  in_mem_quarter_i,
    mem_addr:     in_mem_addr_i,
    move_op:      move_op_e'(in_move_op_i),
    move_dst:     in_move_dst_i,
    move_src:     in_move_src_i,
    mac_op:       mac_op_e'(in_mac_op_i),
    mac_unsigned: in_mac_unsigned_i,
    mac_d:        in_mac_d_i,
    mac_a:        in_mac_a_i,
    mac_b:        in_mac_b_i
  };

  weft_fifo #(
    .data_t(bundle_t), .Depth(2)
  ) u_bundles (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .in_data_i  (taken),
    .out_valid_o(head_valid),
    .out_ready_i(issue),
    .out_data_o (head)
  );

  // The bundle's operations and their registers.

  logic  uses_memory, loads, scatters, stores, moves, clears, multiplies;
  mask_t loaded, reads, moved, summed;
  assign uses_memory = head.mem_op != NoMem;
  assign scatters    = head.mem_op == Scatter;
  assign loads       = head.mem_op == Load | scatters;
  assign stores      = head.mem_op == Store;
  assign clears      = head.move_op == Clear;
  assign moves       = head.move_op == Move | clears;
  assign multiplies  = head.mac_op != NoMac;

  assign loaded = one(head.mem_reg, head.mem_op == Load) | quad(head.mem_reg, scatters);
  assign reads  = one(head.mem_reg, stores) | one(head.move_src, head.move_op == Move)
                | one(head.mac_a, multiplies) | one(head.mac_b, multiplies);
  assign moved  = one(head.move_dst, moves);
  assign summed = sums(head.mac_op, head.mac_d);

  // Whether the bundle has to wait.

  logic     loads_full, array_valid_q, array_last;
  mask_t    awaited, computed;
  product_t array_q;
  logic     free;
  assign computed = sums(array_q.op, array_q.d) & {Registers{array_valid_q}};
  assign free = ((reads | moved | summed) & awaited) == '0
              & ((reads | moved | loaded) & computed) == '0
              & !(multiplies & array_valid_q & !array_last) & !(loads & loads_full);

  assign req_valid_o = head_valid & free & uses_memory;
  assign issue       = head_valid & free & (req_ready_i | !uses_memory);
  assign req_write_o = stores;
  assign req_addr_o  = head.mem_addr;

  // Registers.

  reg_t      read [4];
  register_t word [4];
  quad_t     sum_rows [1];
  quad_t     sum_row;
  write_t    load_write, move_write, mac_write;
  assign read = '{head.mac_a, head.mac_b, head.mem_reg, head.move_src};

  weft_mppa_regs #(
    .Ports(4)
  ) u_regs (
    .clk_i,
    .write_i('{load_write, move_write, mac_write}),
    .read_i (read),
    .read_o (word),
    .row_i  ('{array_q.d[5:2]}),
    .row_o  (sum_rows)
  );
  assign sum_row = sum_rows[0];

  assign req_data_o = word[2];

  // Answers are written to their registers.

  destination_t destination;
  weft_mppa_loads #(
    .Depth(Loads), .destination_t(destination_t)
  ) u_loads (
    .clk_i,
    .rst_ni,
    .push_i       (issue & loads),
    .destination_i('{first: head.mem_reg, scatter: scatters, quarter: head.mem_quarter}),
    .registers_i  (loaded),
    .full_o       (loads_full),
    .pop_i        (rsp_valid_i),
    .destination_o(destination),
    .awaited_o    (awaited)
  );

  weft_mppa_scatter u_load (
    .valid_i  (rsp_valid_i),
    .reg_i    (destination.first),
    .scatter_i(destination.scatter),
    .quarter_i(destination.quarter),
    .data_i   (rsp_data_i),
    .write_o  (load_write)
  );

  weft_mppa_scatter u_move (
    .valid_i  (issue & moves),
    .reg_i    (head.move_dst),
    .scatter_i(1'b0),
    .quarter_i('0),
    .data_i   (word[3] & {256{!clears}}),
    .write_o  (move_write)
  );

  // The array. 32-bit sums are a register pair, one on either side of the row.

  logic [1:0]     step_q;
  logic           wide, is_float, upper;
  register_t      pair_sums [2];
  quad_t          int_sums;
  quarter_t [1:0] float_sums;
  assign wide       = array_q.op == Int16;
  assign is_float   = array_q.op == Fp16;
  assign upper      = array_q.d[1];
  assign pair_sums  = '{upper ? sum_row[2] : sum_row[0], upper ? sum_row[3] : sum_row[1]};
  assign array_last = !is_float | step_q == 2'd3;

  weft_mppa_int u_int (
    .wide_i    (wide),
    .unsigned_i(array_q.is_unsigned),
    .a_i       (array_q.a),
    .b_i       (array_q.b),
    .c_i       ({sum_row[3:2], pair_sums[1], pair_sums[0]}),
    .d_o       (int_sums)
  );

  weft_mppa_fp16 u_fp16 (
    .step_i(step_q),
    .a_i   (array_q.a),
    .b_i   (array_q.b),
    .c_i   (pair_sums),
    .d_o   (float_sums)
  );

  assign mac_write.row = array_q.d[5:2];
  for (genvar r = 0; r < 4; r++) begin : gen_sum
    for (genvar i = 0; i < 4; i++) begin : gen_quarter
      assign mac_write.enable[r][i] = array_valid_q & (wide | upper == 1'(r / 2))
                                    & (!is_float | step_q == 2'(i));
      assign mac_write.data[r][i]   = is_float ? float_sums[r%2]
                                    : wide     ? int_sums[r][i]
                                    :            int_sums[r%2][i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) array_valid_q <= 1'b0;
    else if (!array_valid_q | array_last) array_valid_q <= issue & multiplies;
  end

  always_ff @(posedge clk_i) begin
    if (issue & multiplies) begin
      step_q  <= '0;
      array_q <= '{op: head.mac_op, is_unsigned: head.mac_unsigned, d: head.mac_d, a: word[0],
                   b: word[1]};
    end else begin
      step_q <= step_q + 1'b1;
    end
  end

  assign busy_o = head_valid | array_valid_q | awaited != '0;

  `WEFT_COVER(WaitsForAnswer, head_valid && ((reads | moved | summed) & awaited) != '0)
  `WEFT_COVER(WaitsForProduct, head_valid && ((reads | moved | loaded) & computed) != '0)
  `WEFT_COVER(WaitsForArray, head_valid && multiplies && array_valid_q && !array_last)
  `WEFT_COVER(WaitsForAPlace, head_valid && loads && loads_full)
  `WEFT_COVER(SumsFollow, issue && (summed & computed) != '0)
  `WEFT_ASSERT(RegistersExist, head_valid |->
               (!uses_memory || head.mem_reg < 6'(Registers))
               && (!moves || (head.move_dst < 6'(Registers) && head.move_src < 6'(Registers)))
               && (!multiplies || (head.mac_d < 6'(Registers) && head.mac_a < 6'(Registers)
                                   && head.mac_b < 6'(Registers))))
  `WEFT_ASSERT(OperandsBeginWhereTheyMay, head_valid |->
               (!scatters || head.mem_reg[1:0] == '0) && (!multiplies || !head.mac_d[0])
               && (head.mac_op != Int16 || head.mac_d[1:0] == '0))
  `WEFT_ASSERT(NoRegisterIsWrittenTwice, head_valid |->
               ((loaded & moved) | (loaded & summed) | (moved & summed)) == '0)
  `WEFT_ASSERT(MoveAndLoadApart, !(move_write.row == load_write.row
                                   && (move_write.enable & load_write.enable) != '0))
  `WEFT_ASSERT(MoveAndSumApart, !(move_write.row == mac_write.row
                                  && (move_write.enable & mac_write.enable) != '0))
  `WEFT_ASSERT(LoadAndSumApart, !(load_write.row == mac_write.row
                                  && (load_write.enable & mac_write.enable) != '0))
  `WEFT_ASSERT(RequestStable, req_valid_o && !req_ready_i |=> req_valid_o && $stable(req_addr_o))
  `WEFT_ASSERT(StoreStable, req_valid_o && req_write_o && !req_ready_i |=> $stable(req_data_o))

endmodule
