// SPDX-License-Identifier: Apache-2.0
//
// One lane: eight bytes of a tile's row, two 32-bit elements or one 64-bit element.
//
//      row, column
//        |     \________________________________
//      [ dot x 2 ]  [ sums of integers ]        |         front: Front cycles
//        |               |                 row, column    acc
//        |               |                      |          |
//      [ multiply-add: binary32 x 2, binary64; integer add ]    as many cycles as Pipe has ones
//                               |
//                             result
//
// The front takes the operands of the products; the accumulator takes the same operands again when
// their tile's row arrives. The lane never stalls.

module weft_mopa_lane
  import weft_mopa_pkg::*;
#(
  parameter  int unsigned FrontPipe = 3,
  parameter  int unsigned Pipe      = 14,
  parameter  int unsigned Gates     = 0,
  parameter  bit          Pairs     = 1'b0,  // sums of two products of 16-bit integers
  localparam int unsigned Front     = $countones(FrontPipe) + 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  operation_t  in_operation_i,
  input  narrow_t     in_row_narrow_i [4],
  input  narrow_t     in_col_narrow_i [4],
  input  logic [63:0] in_row_i,
  input  logic [63:0] in_col_i,

  input  logic        acc_valid_i,
  input  operation_t  acc_operation_i,
  input  logic [63:0] acc_row_i,
  input  logic [63:0] acc_col_i,
  input  logic [63:0] acc_i,

  input  control_t    out_control_i,
  output logic [63:0] out_result_o
);

  // Front.

  logic [31:0] dot [2];
  for (genvar h = 0; h < 2; h++) begin : gen_dot
    weft_mopa_dot #(.Pipe(FrontPipe), .Gates(Gates)) u_dot (
      .clk_i, .rst_ni,
      .in_valid_i  (in_valid_i && in_operation_i.op inside {Fmopa16, Bfmopa}),
      .in_control_i(in_operation_i.control),
      .in_a_i      (in_row_narrow_i[2*h:2*h+1]),
      .in_b_i      (in_col_narrow_i[2*h:2*h+1]),
      .out_sum_o   (dot[h])
    );
  end

  logic [63:0] products, sums;
  logic        sums_valid;
  weft_mopa_int #(.Pairs(Pairs)) u_int (
    .wide_i      (in_operation_i.wide),
    .pairs_i     (in_operation_i.pairs),
    .a_unsigned_i(in_operation_i.unsigned_n),
    .b_unsigned_i(in_operation_i.unsigned_m),
    .a_i         (in_row_i),
    .b_i         (in_col_i),
    .sum_o       (products)
  );
  weft_delay #(.data_t(logic [63:0]), .Stages(Front)) u_sums (
    .clk_i, .rst_ni,
    .in_valid_i (in_valid_i && in_operation_i.op == Imopa), .in_data_i (products),
    .out_valid_o(sums_valid),                              .out_data_o(sums)
  );

  // Floating point. A sum of two products is multiplied by one.

  op_e  op;
  logic wide, fused, widened;
  assign op      = acc_operation_i.op;
  assign wide    = acc_operation_i.wide;
  assign fused   = op == Fmopa;
  assign widened = op inside {Fmopa16, Bfmopa};

  logic [63:0] floats;
  for (genvar h = 0; h < 2; h++) begin : gen_single
    localparam logic [31:0] One = 32'h3f80_0000;
    weft_mopa_float #(.ExpBits(8), .FracBits(23), .Pipe(Pipe), .Gates(Gates)) u_float (
      .clk_i, .rst_ni,
      .in_valid_i   (acc_valid_i && !wide && (fused || widened)),
      .in_control_i (acc_operation_i.control),
      .in_a_i       ((acc_row_i[32*h+:32] & {32{fused}}) | (dot[h] & {32{widened}})),
      .in_b_i       ((acc_col_i[32*h+:32] & {32{fused}}) | (One & {32{widened}})),
      .in_c_i       (acc_i[32*h+:32]),
      .out_control_i,
      .out_result_o (floats[32*h+:32])
    );
  end

  logic [63:0] double;
  weft_mopa_float #(.ExpBits(11), .FracBits(52), .Pipe(Pipe), .Gates(Gates)) u_double (
    .clk_i, .rst_ni,
    .in_valid_i   (acc_valid_i && wide && fused),
    .in_control_i (acc_operation_i.control),
    .in_a_i       (acc_row_i),
    .in_b_i       (acc_col_i),
    .in_c_i       (acc_i),
    .out_control_i,
    .out_result_o (double)
  );

  // Integers: one adder, split in two for 32-bit elements.

  logic        subtract, carry;
  logic [63:0] addend, integer_d, integer_q;
  assign subtract = acc_operation_i.subtract;
  assign addend   = (sums & {64{sums_valid}}) | (acc_col_i & {64{op == Addha}})
                  | (acc_row_i & {64{op == Addva}});

  logic [63:0] complement;
  logic [32:0] low;
  assign complement = addend ^ {64{subtract}};
  assign low        = 33'(acc_i[31:0]) + 33'(complement[31:0]) + 33'(subtract);
  assign carry      = wide ? low[32] : subtract;
  assign integer_d  = {acc_i[63:32] + complement[63:32] + 32'(carry), low[31:0]};

  logic integer_valid;
  weft_delay #(.data_t(logic [63:0]), .Stages($countones(Pipe))) u_integer (
    .clk_i, .rst_ni,
    .in_valid_i (acc_valid_i && !fused && !widened), .in_data_i (integer_d),
    .out_valid_o(integer_valid),                   .out_data_o(integer_q)
  );

  assign out_result_o = floats | double | (integer_q & {64{integer_valid}});

  logic unused;
  assign unused = ^{in_operation_i, acc_operation_i};

endmodule
