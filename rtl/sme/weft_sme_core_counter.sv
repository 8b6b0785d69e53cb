// SPDX-License-Identifier: Apache-2.0
//
// Predicates as counters: PTRUE, WHILE of a counter and of a pair of predicates, CNTP, PEXT.
// Combinational. A count down is one up of the inverted operands.
//
//      Xn, Xm --> [ weft_pred_length ] --> counter --+--> p
//                                                    v
//      counter -----------------------> [ weft_sme_core_mask ] --> p, x

module weft_sme_core_counter
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  // verilator lint_off UNUSEDSIGNAL
  input  uop_t         uop_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic [3:0]   vl_i,     // log2 of the bytes of a vector
  input  logic [1:0]   part_i,   // the number of the uop
  input  logic [63:0]  xn_i,
  input  logic [63:0]  xm_i,
  input  logic [15:0]  counter_i,
  output logic [N-1:0] p_o,
  output logic [63:0]  x_o,
  output logic [3:0]   nzcv_o
);

  counter_e   op;
  logic [1:0] size;
  logic       down, compares;
  assign op       = counter_e'(uop_i.op);
  assign size     = uop_i.size[1:0];
  assign compares = op inside {MakeWhile, MakePair};
  assign down     = compares && !uop_i.upper;

  // The count, of n elements.

  logic [3:0] log_n;
  logic [8:0] n, of_while, count, field, unused_pattern;
  logic       all, none, inverted;
  logic [15:0] made, counter;
  assign log_n = vl_i - {2'b0, size} + (uop_i.regs[1] ? 4'd2 : 4'd1);
  weft_pred_length u_length (
    .log_n_i(log_n), .pattern_i('0), .of_pattern_o(unused_pattern),
    .wide_i(1'b1), .unsigned_i(uop_i.unsigned_n), .or_equal_i(uop_i.lastb),
    .a_i(xn_i ^ {64{down}}), .limit_i(xm_i ^ {64{down}}), .of_while_o(of_while)
  );
  assign n        = 9'd1 << log_n;
  assign count    = compares ? of_while : n;
  assign all      = count == n;
  assign none     = count == '0;
  assign inverted = down || all;
  assign field    = down ? n - count : all ? '0 : count;
  assign made     = none ? '0 : {inverted, 15'(field) << size << 1} | 16'd1 << size;
  assign counter  = op inside {CountActive, Extract} ? counter_i : made;

  // Masks, of which elements of the word's size take the lowest bit.

  logic [3:0][N-1:0] mask;
  logic [7:0]        lowest;
  logic [1:0]        part;
  logic [9:0]        ones;
  for (genvar k = 0; k < 4; k++) begin : gen_mask
    logic [N-1:0] whole;
    weft_sme_core_mask #(
      .N(N)
    ) u_mask (
      .vl_i, .counter_i(counter), .part_i(2'(k)), .mask_o(whole)
    );
    assign mask[k] = whole & {(N/8){lowest}};
  end
  assign lowest = lowest_bytes(uop_i.size);
  assign part   = uop_i.imm[1:0] + part_i;
  always_comb begin
    ones = '0;
    for (int unsigned k = 0; k < 4; k++) begin
      if (2'(k) <= uop_i.regs) ones += 10'($countones(mask[k]));
    end
  end

  assign p_o    = op inside {MakePair, Extract} ? mask[part] : N'(made);
  assign x_o    = 64'(ones);
  assign nzcv_o = {down ? all : !none, none, down ? none : !all, 1'b0} & {4{compares}};

endmodule
