// SPDX-License-Identifier: Apache-2.0
//
// Types of the tensor coprocessor. sim/golden/mppa.hpp uses the same names with the same values.

package weft_mppa_pkg;

  parameter int unsigned Registers = 48;
  parameter int unsigned Rows      = Registers / 4;  // quadruples
  parameter int unsigned AddrBits  = 32;             // bits of a byte address

  typedef logic [5:0]              reg_t;
  typedef logic [3:0]              row_t;       // a register's number without its two low bits
  typedef logic [AddrBits-1:0]     addr_t;
  typedef logic [63:0]             quarter_t;   // eight bytes of a row of a matrix
  typedef quarter_t [3:0]          register_t;  // quarter i belongs to row i
  typedef register_t [3:0]         quad_t;      // consecutive registers
  typedef logic [Registers-1:0]    mask_t;      // one bit per register

  typedef enum logic [1:0] {
    NoMem,
    Load,     // register = 32 bytes
    Scatter,  // a quarter of each register of a quadruple = 8 of 32 bytes
    Store     // 32 bytes = register
  } mem_op_e;

  // The unused code does nothing.
  typedef enum logic [1:0] {
    NoMove,
    Move,  // register = register
    Clear  // register = 0
  } move_op_e;

  typedef enum logic [1:0] {
    NoMac,
    Int8,   // 4x8 by 8x4 of 8 bits, to 4x4 of 32 bits
    Int16,  // 4x4 by 4x4 of 16 bits, to 4x4 of 64 bits
    Fp16    // 4x4 by 4x4 FP16, to 4x4 FP32
  } mac_op_e;

  // Three operations that begin together.
  typedef struct packed {
    mem_op_e    mem_op;
    reg_t       mem_reg;
    logic [1:0] mem_quarter;
    addr_t      mem_addr;
    move_op_e   move_op;
    reg_t       move_dst;
    reg_t       move_src;
    mac_op_e    mac_op;
    logic [1:0] mac_unsigned;  // bit 0: elements of a, bit 1: of b
    reg_t       mac_d;
    reg_t       mac_a;
    reg_t       mac_b;
  } bundle_t;

  // A write of some quarters of four registers.
  typedef struct packed {
    row_t            row;
    logic [3:0][3:0] enable;  // register, quarter
    quad_t           data;
  } write_t;

  function automatic mask_t one(reg_t first, logic valid);
    return mask_t'(valid) << first;
  endfunction

  function automatic mask_t pair(reg_t first, logic valid);
    return mask_t'({2{valid}}) << first;
  endfunction

  function automatic mask_t quad(reg_t first, logic valid);
    return mask_t'({4{valid}}) << first;
  endfunction

  // The registers of a product's sum.
  function automatic mask_t sums(mac_op_e op, reg_t d);
    return pair(d, op == Int8 | op == Fp16) | quad(d, op == Int16);
  endfunction

endpackage
