// SPDX-License-Identifier: Apache-2.0
//
// Conversions of one element as Arm has them, round weft_fcvt. One register; an element may enter
// each cycle.
//
//      FloatToFloat   a number in another format
//      IntToFloat     an integer of 64 bits
//      FloatToInt     a number as an integer of `to` bytes; out of range, the nearest; NaN is 0
//      Rint           a number as an integral one
//
//            a, in the low bits
//            |
//      [ subnormals to zero, if FPCR says so ]
//            |
//      [ weft_fcvt to binary64: exact ]
//            |
//      [ weft_fcvt to 64 bits ]-- FloatToInt, Rint --+
//            |                                       |
//      ~~~~~~~~~~~~~~~~~~~~~~ register ~~~~~~~~~~~~~~~~~~~~~
//            |                                       |
//      [ weft_fcvt to binary16, bfloat16, 32, 64 ]   [ saturate ]
//            |                                       |
//            +------------------+--------------------+
//                               |
//                        result, FPSR
//
// A NaN keeps its sign and the upper bits of its payload and becomes quiet.

module weft_sme_convert
  import weft_float_pkg::*, weft_sme_pkg::*;
(
  input  logic        clk_i,

  input  logic        takes_i,
  input  serial_e     op_i,
  input  logic [2:0]  from_i,        // B is an integer of no size: none has it
  input  logic [2:0]  to_i,          // B is bfloat16
  input  logic        unsigned_i,    // the integer
  input  logic        scalar_i,      // a narrow integer is zero-extended
  input  round_e      round_i,
  input  logic        exact_i,       // Rint: a change is inexact
  input  logic        flush_i,
  input  logic        flush_half_i,
  input  logic        default_nan_i,
  input  beat_t       a_i,

  output beat_t       result_o,
  output logic [7:0]  fpsr_o
);

  // The number as binary64.

  logic        half, single, sign, subnormal, nan, signalling, infinite, zero, flush;
  logic [51:0] payload;
  assign half   = from_i == H;
  assign single = from_i == S;
  // Subnormals of binary16 are kept where it is converted to another format.
  assign flush  = half ? flush_half_i && op_i != FloatToFloat : flush_i;
  always_comb begin
    unique case (from_i)
      H: begin
        sign      = a_i[15];
        payload   = {a_i[9:0], 42'd0};
        subnormal = a_i[14:10] == '0 && a_i[9:0] != '0;
        nan       = &a_i[14:10] && a_i[9:0] != '0;
        infinite  = &a_i[14:10] && a_i[9:0] == '0;
        zero      = a_i[14:0] == '0;
      end
      S: begin
        sign      = a_i[31];
        payload   = {a_i[22:0], 29'd0};
        subnormal = a_i[30:23] == '0 && a_i[22:0] != '0;
        nan       = &a_i[30:23] && a_i[22:0] != '0;
        infinite  = &a_i[30:23] && a_i[22:0] == '0;
        zero      = a_i[30:0] == '0;
      end
      default: begin
        sign      = a_i[63];
        payload   = a_i[51:0];
        subnormal = a_i[62:52] == '0 && a_i[51:0] != '0;
        nan       = &a_i[62:52] && a_i[51:0] != '0;
        infinite  = &a_i[62:52] && a_i[51:0] == '0;
        zero      = a_i[62:0] == '0;
      end
    endcase
  end
  assign signalling = nan && !payload[51];

  beat_t      from_half, from_single, number;
  logic [4:0] unused_half, unused_single;
  logic [11:0] unused_wires;
  weft_fcvt #(.SrcExp(5), .SrcFrac(10), .DstExp(11), .DstFrac(52), .IntBits(0)) u_half (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[0]),
    .in_op_i('0), .in_round_i('0), .in_saturate_i(1'b0), .in_data_i(a_i[15:0]),
    .out_valid_o(unused_wires[1]), .out_ready_i(1'b1), .out_result_o(from_half),
    .out_flags_o(unused_half)
  );
  weft_fcvt #(.SrcExp(8), .SrcFrac(23), .DstExp(11), .DstFrac(52), .IntBits(0)) u_single (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[2]),
    .in_op_i('0), .in_round_i('0), .in_saturate_i(1'b0), .in_data_i(a_i[31:0]),
    .out_valid_o(unused_wires[3]), .out_ready_i(1'b1), .out_result_o(from_single),
    .out_flags_o(unused_single)
  );
  always_comb begin
    number = half ? from_half : single ? from_single : a_i;
    if (flush && subnormal) number = {sign, 63'd0};
  end

  beat_t  whole;
  flags_t whole_flags;
  weft_fcvt #(.SrcExp(11), .SrcFrac(52), .DstExp(11), .DstFrac(52), .IntBits(64)) u_whole (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[4]),
    .in_op_i(op_i == FloatToInt && unsigned_i ? 3'd2 : 3'd1), .in_round_i(round_i),
    .in_saturate_i(1'b0), .in_data_i(number),
    .out_valid_o(unused_wires[5]), .out_ready_i(1'b1), .out_result_o(whole),
    .out_flags_o(whole_flags)
  );

  // An integer as 64 bits.
  beat_t integer_in;
  always_comb begin
    unique case (from_i)
      H:       integer_in = {{48{a_i[15] && !unsigned_i}}, a_i[15:0]};
      S:       integer_in = {{32{a_i[31] && !unsigned_i}}, a_i[31:0]};
      default: integer_in = a_i;
    endcase
  end

  typedef struct packed {
    serial_e     op;
    logic [2:0]  to;
    logic        is_unsigned, scalar, exact, flush, default_nan;
    round_e      round;
    logic        sign, nan, signalling, denormal, keeps;
    logic [51:0] payload;
    beat_t       number, whole;
    flags_t      whole_flags;
  } middle_t;

  // Rint leaves what has no fraction: 2^52 and more, infinity.
  middle_t q;
  always_ff @(posedge clk_i) begin
    if (takes_i) begin
      q <= '{
        op: op_i, to: to_i, is_unsigned: unsigned_i, scalar: scalar_i, exact: exact_i,
        flush: flush_i, default_nan: default_nan_i, round: round_i, sign: sign, nan: nan,
        signalling: signalling, denormal: flush && subnormal && !half && op_i != IntToFloat,
        keeps: op_i == Rint && (infinite || zero || number[62:52] >= 11'd1075), payload: payload,
        number: number, whole: op_i == IntToFloat ? integer_in : whole, whole_flags: whole_flags
      };
    end
  end

  // To a format. What Rint keeps, and what is only widened, is exact.

  logic       from_whole;
  logic [2:0] op;
  beat_t      data, double;
  beat_t      half_out, single_out;
  logic [15:0] brain_out;
  flags_t     half_flags, single_flags, double_flags, brain_flags;
  assign from_whole = q.op == IntToFloat || (q.op == Rint && !q.keeps);
  assign op         = !from_whole ? 3'd0 : q.op == IntToFloat && q.is_unsigned ? 3'd4 : 3'd3;
  assign data       = from_whole ? q.whole : q.number;
  weft_fcvt #(
    .SrcExp(11), .SrcFrac(52), .DstExp(5), .DstFrac(10), .IntBits(64), .TinyBefore(1)
  ) u_to_half (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[6]),
    .in_op_i(op), .in_round_i(q.round), .in_saturate_i(1'b0), .in_data_i(data),
    .out_valid_o(unused_wires[7]), .out_ready_i(1'b1), .out_result_o(half_out),
    .out_flags_o(half_flags)
  );
  weft_fcvt #(
    .SrcExp(11), .SrcFrac(52), .DstExp(8), .DstFrac(23), .IntBits(64), .TinyBefore(1)
  ) u_to_single (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[8]),
    .in_op_i(op), .in_round_i(q.round), .in_saturate_i(1'b0), .in_data_i(data),
    .out_valid_o(unused_wires[9]), .out_ready_i(1'b1), .out_result_o(single_out),
    .out_flags_o(single_flags)
  );
  weft_fcvt #(
    .SrcExp(11), .SrcFrac(52), .DstExp(11), .DstFrac(52), .IntBits(64), .TinyBefore(1)
  ) u_to_double (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[10]),
    .in_op_i(op), .in_round_i(q.round), .in_saturate_i(1'b0), .in_data_i(data),
    .out_valid_o(unused_wires[11]), .out_ready_i(1'b1), .out_result_o(double),
    .out_flags_o(double_flags)
  );
  logic [1:0] unused_brain;
  weft_fcvt #(
    .SrcExp(11), .SrcFrac(52), .DstExp(8), .DstFrac(7), .IntBits(0), .TinyBefore(1)
  ) u_to_brain (
    .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_brain[0]),
    .in_op_i(3'd0), .in_round_i(q.round), .in_saturate_i(1'b0), .in_data_i(data),
    .out_valid_o(unused_brain[1]), .out_ready_i(1'b1), .out_result_o(brain_out),
    .out_flags_o(brain_flags)
  );

  beat_t  number_out, quiet, default_nan, top;
  flags_t flags;
  logic   subnormal_out;
  always_comb begin
    unique case (q.to)
      B: begin
        number_out    = {48'd0, brain_out};
        quiet         = {48'd0, 16'h7fc0 | {9'd0, q.payload[51:45]}};
        default_nan   = 64'h7fc0;
        top           = 64'h8000;
        flags         = brain_flags;
        subnormal_out = brain_out[14:7] == '0 && brain_out[6:0] != '0;
      end
      H: begin
        number_out    = half_out & 64'hffff;
        quiet         = {48'd0, 16'h7e00 | {6'd0, q.payload[51:42]}};
        default_nan   = 64'h7e00;
        top           = 64'h8000;
        flags         = half_flags;
        subnormal_out = 1'b0;
      end
      S: begin
        number_out    = single_out & 64'hffff_ffff;
        quiet         = {32'd0, 32'h7fc0_0000 | {9'd0, q.payload[51:29]}};
        default_nan   = 64'h7fc0_0000;
        top           = 64'h8000_0000;
        flags         = single_flags;
        subnormal_out = single_out[30:23] == '0 && single_out[22:0] != '0;
      end
      default: begin
        number_out    = double;
        quiet         = 64'h7ff8_0000_0000_0000 | {12'd0, q.payload};
        default_nan   = 64'h7ff8_0000_0000_0000;
        top           = 64'h8000_0000_0000_0000;
        flags         = double_flags;
        subnormal_out = 1'b0;
      end
    endcase
  end

  // Tiny results are zeros where FPCR says so; binary16's are kept.
  logic to_zero;
  assign to_zero = q.flush && q.op == FloatToFloat && q.to != H
                && (flags.underflow || subnormal_out);

  // To a narrower integer.
  logic  beyond, inexact;
  beat_t limit, narrow, ones;
  always_comb begin
    unique case (q.to)
      H:       ones = 64'hffff;
      S:       ones = 64'hffff_ffff;
      default: ones = '1;
    endcase
    // The largest, or the least signed one.
    limit  = q.is_unsigned ? ones : ones >> 1;
    beyond = q.is_unsigned ? (q.whole & ~ones) != '0
                           : ((q.whole ^ {64{q.whole[63]}}) & ~(ones >> 1)) != '0;
    narrow = beyond ? limit ^ {64{!q.is_unsigned && q.whole[63]}} : q.whole;
    if (q.scalar) narrow &= ones;
    if (q.nan) narrow = '0;
    inexact = q.whole_flags.inexact && !beyond;
  end

  logic ioc, ixc, ufc, ofc;
  always_comb begin
    if (q.op == FloatToInt) begin
      result_o = narrow;
      ioc      = q.nan || beyond || q.whole_flags.invalid;
      ixc      = inexact && !q.nan;
      ufc      = 1'b0;
      ofc      = 1'b0;
    end else if (q.nan && q.op != IntToFloat) begin
      result_o = q.default_nan ? default_nan : quiet | (top & {64{q.sign}});
      ioc      = q.signalling;
      ixc      = 1'b0;
      ufc      = 1'b0;
      ofc      = 1'b0;
    end else begin
      result_o = q.op == IntToFloat ? number_out
               : (to_zero ? '0 : number_out) | (top & {64{q.sign}});
      ioc      = 1'b0;
      ixc      = q.op == Rint ? q.exact && !q.keeps && q.whole_flags.inexact
                              : flags.inexact && !to_zero;
      ufc      = q.op == FloatToFloat && (flags.underflow || to_zero);
      ofc      = q.op != Rint && flags.overflow;
    end
    fpsr_o = {q.denormal, 2'b0, ixc, ufc, ofc, 1'b0, ioc};
  end

  logic unused;
  assign unused = ^{unused_half, unused_single, unused_wires, unused_brain, flags.invalid,
                    flags.divide_by_zero, q.whole_flags, half_out[63:16], single_out[63:32]};

endmodule
