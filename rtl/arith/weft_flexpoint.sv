// SPDX-License-Identifier: Apache-2.0
//
// Flexpoint: computes the significands of a tensor whose elements share one exponent.
//
//      value = significand * 2^(exponent - Bias)      significand: SigBits, two's complement
//                                                     exponent: ExpBits, of the whole tensor
//
//      op  0  quantise        significand = round(float / 2^(exp_out - Bias))
//          1  multiply, add   sum += a * b,  exponents exp_a, exp_b
//                             significand = round(sum * 2^(exp_a + exp_b - exp_out - Bias))
//
// last ends a sum: the next product starts a new one. A stream of products that are all last is
// thus an elementwise product, and one with a single last is a dot product. Every item gives a
// significand; an item before the last gives the one of the sum so far.
//
//         float              a, b                 exponents
//           |                 |                       |
//      +----+-----+   +-------+--------+       +------+------+
//      | unpack   |   | a * b          |       | distance    |
//      +----+-----+   +-------+--------+       +------+------+
//           |         +-------+--------+              |
//           |         | + sum, AccBits |<--.          |
//           |         +-------+--------+   | sum_q    |
//           +--------+--------+------------'          |
//      +-------------+--------------------------------+---+
//      | weft_flexpoint_round: shift right, arithmetic;   |
//      | round to nearest even, saturate                  |--> significand, overflow
//      +-------------+------------------------------------+
//      +-------------+------------------------------------+
//      | largest |significand| since the tensor began     |--> max
//      +--------------------------------------------------+
//
// No bit of a sum is lost before its end: products have 2 * SigBits - 1 bits, so 2^(AccBits - 2 *
// SigBits + 1) products fit; beyond that the sum wraps. No exponent is aligned within a sum.
//
// A value out of range saturates, with overflow, and so do infinities; NaN counts as +infinity. max
// is the largest |significand| of all items with last, including the current one, until an item
// with end, the end of the tensor, has left. weft_flexpoint_autoflex chooses the next exponent from
// max.
//
// Elastic pipeline: Pipe has one bit for each possible register, in order: at the input; behind the
// addition; at the output.
//
// Source: U. Koester et al., Flexpoint: An Adaptive Numerical Format for Efficient Training of Deep
// Neural Networks, NIPS 2017.

module weft_flexpoint #(
  parameter int unsigned SigBits = 16,
  parameter int unsigned ExpBits = 5,
  parameter int unsigned Bias    = 31,
  parameter int unsigned AccBits = 48,
  parameter int unsigned Pipe    = 0  // bit mask, 0 to 7
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic               in_op_i,
  input  logic               in_last_i,
  input  logic               in_end_i,
  input  logic [31:0]        in_float_i,
  input  logic [SigBits-1:0] in_a_i,
  input  logic [SigBits-1:0] in_b_i,
  input  logic [ExpBits-1:0] in_exp_a_i,
  input  logic [ExpBits-1:0] in_exp_b_i,
  input  logic [ExpBits-1:0] in_exp_out_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [SigBits-1:0] out_sig_o,
  output logic               out_overflow_o,
  output logic [SigBits-1:0] out_max_o
);

  localparam int unsigned FloatExp  = 8;
  localparam int unsigned FloatFrac = 23;
  localparam int unsigned FloatBias = 127;

  localparam int unsigned Window    = SigBits - 1 + AccBits;
  localparam int unsigned ShiftW    = $clog2(Window + 1);
  localparam int unsigned ScaleBits = ExpBits + 1 > FloatExp ? ExpBits + 1 : FloatExp;
  localparam int unsigned DistanceW = (ScaleBits > ShiftW ? ScaleBits : ShiftW) + 3;  // signed

  typedef logic signed [AccBits-1:0]   acc_t;
  typedef logic signed [DistanceW-1:0] distance_t;
  typedef logic [SigBits-1:0]          sig_t;

  // Operands.

  typedef struct packed {
    logic               multiply, last, finish;
    logic [31:0]        number;
    logic [SigBits-1:0] a, b;
    logic [ExpBits-1:0] exp_a, exp_b, exp_out;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_op_i, in_last_i, in_end_i, in_float_i, in_a_i, in_b_i, in_exp_a_i, in_exp_b_i,
                in_exp_out_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  // The float as an integer; its exponent is that of its last place.

  logic                sign, zero, inf, nan, signalling;
  logic [FloatExp-1:0] float_exp;
  logic [FloatFrac:0]  float_sig;
  weft_float_unpack #(.ExpBits(FloatExp), .FracBits(FloatFrac)) u_unpack (
    .number_i(s0.number), .sign_o(sign), .exp_o(float_exp), .sig_o(float_sig), .zero_o(zero),
    .inf_o(inf), .nan_o(nan), .signalling_o(signalling)
  );

  logic unused;
  assign unused = zero ^ signalling;

  acc_t quantised;
  logic negative;
  assign negative  = sign & !nan;
  assign quantised = (acc_t'({1'b0, float_sig}) ^ {AccBits{negative}}) + acc_t'({1'b0, negative});

  // Multiply and add. The sum register is updated when the item moves on.

  logic signed [2*SigBits-1:0] product;
  acc_t                        sum, sum_q;
  logic                        s0_moves;
  assign product  = signed'(s0.a) * signed'(s0.b);
  assign sum      = sum_q + acc_t'(product);
  assign s0_moves = s0_valid & s0_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_q <= '0;
    else if (s0_moves && s0.multiply) sum_q <= sum & {AccBits{!s0.last}};
  end

  // The distance of the result's last place above the value's.

  distance_t wanted, distance;
  assign wanted   = distance_t'(s0.exp_out);
  assign distance = s0.multiply
    ? wanted + distance_t'(Bias) - distance_t'(s0.exp_a) - distance_t'(s0.exp_b)
    : wanted + distance_t'(FloatBias + FloatFrac) - distance_t'(Bias) - distance_t'(float_exp);

  typedef struct packed {
    logic      last, finish, infinite;
    distance_t distance;
    acc_t      exact;
  } exact_t;

  logic   s1_valid, s1_ready;
  exact_t s1_d, s1;
  assign s1_d = '{
    last:     s0.last,
    finish:   s0.finish,
    infinite: (inf | nan) & !s0.multiply,
    distance: distance,
    exact:    s0.multiply ? sum : quantised
  };
  weft_pipe_reg #(.data_t(exact_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  logic overflow;
  sig_t sig, size;
  weft_flexpoint_round #(
    .SigBits(SigBits), .AccBits(AccBits), .DistanceW(DistanceW)
  ) u_round (
    .exact_i(s1.exact), .distance_i(s1.distance), .infinite_i(s1.infinite), .sig_o(sig),
    .size_o(size), .overflow_o(overflow)
  );

  // The largest |significand| since the tensor began.

  sig_t max, max_q;
  logic s1_moves;
  assign max      = s1.last & size > max_q ? size : max_q;
  assign s1_moves = s1_valid & s1_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) max_q <= '0;
    else if (s1_moves) max_q <= max & {SigBits{!s1.finish}};
  end

  typedef struct packed {
    sig_t sig;
    logic overflow;
    sig_t max;
  } result_t;

  result_t s2_d;
  assign s2_d = '{sig: sig, overflow: overflow, max: max};
  weft_pipe_reg #(.data_t(result_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o, .out_ready_i, .out_data_o({out_sig_o, out_overflow_o, out_max_o})
  );

endmodule
