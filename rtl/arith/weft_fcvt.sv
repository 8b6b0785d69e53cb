// SPDX-License-Identifier: Apache-2.0
//
// Conversions: float to float, float to integer, integer to float; rounded once.
//
// The source's format is SrcExp, SrcFrac, the destination's DstExp, DstFrac; integers have IntBits.
// Rounding, flags and subnormals follow IEEE 754; every NaN result is the canonical quiet NaN.
//
//      op  0  float to float
//          1  float to signed      3  signed to float
//          2  float to unsigned    4  unsigned to float
//
//         data                            op, round, saturate
//          |
//      +---+------------+  +-----------+
//      | unpack float   |  | magnitude |    of an integer
//      +---+------------+  +---+-------+
//          +--------+----------+
//      +------------+----------------+
//      | count zeros, shift left     |      leading one to the top, exponent less the count
//      +------------+----------------+
//                   | Norm
//      +------------+----------------+      to an integer: last place to 2^0
//      | shift right                 |      to a subnormal: last place to the smallest number's
//      +------------+----------------+
//                   | Window               iii...i h | sticky       f.ff...f h q | sticky
//          +--------+--------+
//      +---+------+  +-------+-------+
//      | to int   |  | round, pack   |
//      +---+------+  +-------+-------+
//          +--------+--------+
//                 result, flags
//
// Hardware that a pair of formats cannot need is left out: the left shifter, if no subnormal of the
// source is normal in the destination and there are no integers; the right shifter, if no normal
// number becomes subnormal. FP32 to BF16 without integers is a rounding adder.
//
// With saturate, a result beyond the largest number becomes the largest number, and so does
// infinity; both are overflows. Without it, infinity stays infinity, or becomes OCP E4M3's NaN with
// its sign.
//
// To an integer: a value out of range after rounding gives the nearest representable integer, and
// invalid. NaN gives the largest. This is RISC-V's convention.
//
// Elastic pipeline: Pipe has one bit for each possible register, in order: at the input; behind the
// left shift; behind the right shift; at the output.
//
// Source: IEEE 754-2019, 5.4 and 5.8; OCP 8-bit Floating Point Specification 1.0.

`include "weft_gates.svh"

module weft_fcvt
  import weft_float_pkg::*;
#(
  parameter int unsigned SrcExp   = 8,
  parameter int unsigned SrcFrac  = 23,
  parameter int unsigned SrcInf   = 1,  // 0: OCP E4M3, without infinities
  parameter int unsigned DstExp   = 8,
  parameter int unsigned DstFrac  = 7,
  parameter int unsigned DstInf   = 1,
  parameter int unsigned IntBits  = 32,  // 0: float to float for every op
  parameter int unsigned Pipe     = 0,   // bit mask, 0 to 15
  parameter bit          TinyBefore = 1'b0,  // underflow is detected before rounding, as Arm does
  parameter int unsigned Gates    = `WEFT_GATES,
  localparam int unsigned SrcBits = 1 + SrcExp + SrcFrac,
  localparam int unsigned DstBits = 1 + DstExp + DstFrac,
  localparam int unsigned InBits  = SrcBits > IntBits ? SrcBits : IntBits,
  localparam int unsigned OutBits = DstBits > IntBits ? DstBits : IntBits
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [2:0]         in_op_i,
  input  logic [2:0]         in_round_i,
  input  logic               in_saturate_i,
  input  logic [InBits-1:0]  in_data_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [OutBits-1:0] out_result_o,
  output logic [4:0]         out_flags_o
);

  // Exponents carry the destination's bias. The normalised exponent of the smallest subnormal may
  // be negative.

  localparam int Rebias    = (1 << (DstExp - 1)) - (1 << (SrcExp - 1));
  localparam bit Ints      = IntBits != 0;
  localparam bit Widens    = Rebias > 0;
  localparam bit Normalise = Ints || Widens;
  localparam bit Denormal  = Ints || 1 + Rebias - (Widens ? int'(SrcFrac) : 0) < 1;

  localparam int unsigned Int    = Ints ? IntBits : 2;
  localparam int unsigned Sig    = DstFrac + 1;
  localparam int unsigned Norm   = SrcFrac + 1 > IntBits ? SrcFrac + 1 : IntBits;
  localparam int unsigned Kept   = Sig + 2 > Int + 1 ? Sig + 2 : Int + 1;
  localparam int unsigned Window = Norm > Kept ? Norm : Kept;
  localparam int unsigned CountW = $clog2(Norm + 1);
  localparam int unsigned ShiftW = $clog2(Window + 1);
  localparam int unsigned MaxExp = SrcExp > DstExp ? SrcExp : DstExp;
  localparam int unsigned Far    = (1 << (SrcExp - 1)) + Int + Norm;  // the longest right shift
  localparam int unsigned ExpW   = (MaxExp + 1 > $clog2(Far) ? MaxExp + 1 : $clog2(Far)) + 1;

  typedef logic signed [ExpW-1:0] exp_t;

  // Operands.

  typedef struct packed {
    logic [2:0]        op;
    round_e            round;
    logic              saturate;
    logic [InBits-1:0] data;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_op_i, in_round_i, in_saturate_i, in_data_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  logic from_int, from_signed, to_int, to_unsigned;
  assign from_signed = Ints & s0.op == 3'd3;
  assign from_int    = Ints & (s0.op == 3'd3 | s0.op == 3'd4);
  assign to_unsigned = Ints & s0.op == 3'd2;
  assign to_int      = Ints & (s0.op == 3'd1 | s0.op == 3'd2);

  logic               float_sign, zero, float_inf, float_nan, float_signalling;
  logic [SrcExp-1:0]  float_exp;
  logic [SrcFrac:0]   float_sig;
  weft_float_unpack #(.ExpBits(SrcExp), .FracBits(SrcFrac), .Infinities(SrcInf != 0)) u_unpack (
    .number_i(s0.data[SrcBits-1:0]), .sign_o(float_sign), .exp_o(float_exp), .sig_o(float_sig),
    .zero_o(zero), .inf_o(float_inf), .nan_o(float_nan), .signalling_o(float_signalling)
  );

  logic unused;
  assign unused = zero;

  logic           int_sign;
  logic [Int-1:0] magnitude;
  assign int_sign  = from_signed & s0.data[Int-1];
  assign magnitude = (s0.data[Int-1:0] ^ {Int{int_sign}}) + Int'(int_sign);

  // Normalise.

  logic [Norm-1:0]   significand, normal;
  logic [CountW-1:0] zeros, left;
  assign significand = (Norm'(magnitude) << (Norm - Int)) & {Norm{from_int}}
                     | (Norm'(float_sig) << (Norm - SrcFrac - 1)) & {Norm{!from_int}};
  weft_lzc #(.Width(Norm), .Gates(Gates != 0)) u_zeros (.word_i(significand), .zeros_o(zeros));
  assign left   = zeros & {CountW{Normalise}};
  assign normal = significand << left;

  exp_t exp;
  assign exp = (from_int ? exp_t'((1 << (DstExp - 1)) - 2 + int'(Int))
                         : exp_t'(float_exp) + exp_t'(Rebias)) - exp_t'(left);

  // The information that a result carries to the end of the pipeline.
  typedef struct packed {
    round_e round;
    logic   saturate, to_int, to_unsigned;
    logic   sign, inf, nan, signalling;
  } about_t;

  typedef struct packed {
    about_t          about;
    exp_t            exp;
    logic [Norm-1:0] normal;
  } normal_t;

  logic    s1_valid, s1_ready;
  normal_t s1_d, s1;
  assign s1_d = '{
    about: '{
      round:       s0.round,
      saturate:    s0.saturate,
      to_int:      to_int,
      to_unsigned: to_unsigned,
      sign:        from_int ? int_sign : float_sign & !float_nan,
      inf:         float_inf & !from_int,
      nan:         float_nan & !from_int,
      signalling:  float_signalling & !from_int
    },
    exp:    exp,
    normal: normal
  };
  weft_pipe_reg #(.data_t(normal_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Shift right, until the exponent matches the last place. A negative distance means a normal
  // number, or an integer of more than Int bits.

  exp_t              wanted, distance;
  logic              above, below;
  logic [ShiftW-1:0] right;
  assign wanted   = s1.about.to_int ? exp_t'((1 << (DstExp - 1)) - 2 + int'(Int)) : exp_t'(1);
  assign distance = wanted - s1.exp;
  assign above    = distance[ExpW-1];
  assign below    = distance >= exp_t'(Window);
  assign right    = (below ? ShiftW'(Window) : distance[ShiftW-1:0]) & {ShiftW{!above & Denormal}};

  logic [Window-1:0] window, shifted;
  logic              lost;
  assign window  = Window'(s1.normal) << (Window - Norm);
  assign shifted = window >> right;
  assign lost    = (window & ~({Window{1'b1}} << right)) != '0;

  typedef struct packed {
    about_t            about;
    logic              beyond;
    logic [DstExp+1:0] exp;
    logic [Kept-1:0]   kept;
    logic              sticky;
  } placed_t;

  // Two bits more than the format's keep an exponent that is too large.
  logic huge;
  assign huge = s1.about.inf | s1.exp >= exp_t'(1 << DstExp);

  logic    s2_valid, s2_ready;
  placed_t s2_d, s2;
  assign s2_d = '{
    about:  s1.about,
    beyond: above | s1.about.inf | s1.about.nan,
    exp:    {1'b0, huge, s1.exp[DstExp-1:0]},
    kept:   shifted[Window-1 -: Kept],
    sticky: lost | (shifted & ~({Window{1'b1}} << (Window - Kept))) != '0
  };
  weft_pipe_reg #(.data_t(placed_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Round to an integer.

  logic [Int-1:0] int_result;
  flags_t         int_flags;
  weft_fcvt_int #(.Bits(Int)) u_int (
    .round_i(s2.about.round), .unsigned_i(s2.about.to_unsigned), .sign_i(s2.about.sign),
    .beyond_i(s2.beyond), .magnitude_i(s2.kept[Kept-1 -: Int]), .half_i(s2.kept[Kept-1-Int]),
    .sticky_i(s2.sticky | (s2.kept & ~({Kept{1'b1}} << (Kept - 1 - Int))) != '0),
    .int_o(int_result), .flags_o(int_flags)
  );

  // Round to a float. An infinity that saturates counts as a number that is too large.

  logic [Sig-1:0]     sig;
  logic               half, quarter, sticky;
  logic [DstBits-2:0] rounded;
  flags_t             round_flags;
  assign {sig, half, quarter} = s2.kept[Kept-1 -: Sig+2];
  assign sticky = s2.sticky | quarter | (s2.kept & ~({Kept{1'b1}} << (Kept - 2 - Sig))) != '0;
  weft_round #(
    .ExpBits(DstExp), .FracBits(DstFrac), .Infinities(DstInf != 0), .TinyBefore(TinyBefore)
  ) u_round (
    .round_i(s2.about.round), .sign_i(s2.about.sign),
    .inf_i(s2.about.inf & !s2.about.saturate), .nan_i(s2.about.nan),
    .exp_i(s2.exp), .sig_i(sig), .half_i(half), .quarter_i(quarter), .sticky_i(sticky),
    .magnitude_o(rounded), .flags_o(round_flags)
  );

  localparam logic [DstBits-2:0] Largest =
    DstInf != 0 ? ({DstExp'(-2), {DstFrac{1'b1}}}) : {{(DstBits-2){1'b1}}, 1'b0};

  typedef struct packed {
    logic [OutBits-1:0] result;
    flags_t             flags;
  } result_t;

  logic               saturates;
  logic [DstBits-1:0] float_result;
  result_t            s3_d;
  assign saturates    = s2.about.saturate & round_flags.overflow;
  assign float_result = {s2.about.sign, saturates ? Largest : rounded};
  always_comb begin
    s3_d.result = s2.about.to_int ? OutBits'(int_result) : OutBits'(float_result);
    s3_d.flags  = s2.about.to_int ? int_flags : round_flags;
    s3_d.flags.invalid |= s2.about.signalling;
  end
  weft_pipe_reg #(.data_t(result_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
