// SPDX-License-Identifier: Apache-2.0
//
// Quotients and square roots of one element, a bit a cycle.
//
//      Idiv     integers of 32 or 64 bits, toward zero; by zero it is zero       32, 64 cycles
//      Fdiv     a / b, rounded once                                              13, 26, 55
//      Fsqrt    the square root of a, rounded once                               12, 25, 54
//
//      a, b --> [ magnitudes | weft_fcvt to binary64, leading ones to the top ]
//                                      |
//               +---> [ remainder : digits ] <--- a bit, or two of a radicand
//               |              |
//               |        [ subtract, if it does ]--> digit
//               +--------------+
//                              |
//               [ sign | to the place of a subnormal, weft_round ] --> result, FPSR
//
// A remainder that is not zero counts as digits that are lost. An operation takes as many cycles
// for special operands: zero, infinity, NaN. The result is there in the cycle behind the last
// digit, and stays until the next operation.

module weft_sme_divide
  import weft_float_pkg::*, weft_sme_pkg::*;
(
  input  logic        clk_i,

  input  logic        takes_i,
  input  serial_e     op_i,
  input  logic [2:0]  size_i,
  input  logic        unsigned_i,    // Idiv
  input  round_e      round_i,
  input  logic        flush_i,
  input  logic        flush_half_i,
  input  logic        default_nan_i,
  input  beat_t       a_i,
  input  beat_t       b_i,

  output logic [6:0]  cycles_o,      // of this operation
  input  logic        steps_i,
  output beat_t       result_o,
  output logic [7:0]  fpsr_o
);

  // Numbers as binary64, with a leading one and an unbounded exponent.

  typedef logic signed [13:0] exp_t;
  typedef struct packed {
    logic        sign, nan, signalling, infinite, zero, denormal;
    exp_t        exp;
    logic [52:0] sig;
    beat_t       quiet;  // a NaN of the format
  } number_t;

  logic flush;
  assign flush = size_i == H ? flush_half_i : flush_i;

  number_t numbers [2];
  for (genvar i = 0; i < 2; i++) begin : gen_operand
    beat_t       x, from_half, from_single, wide;
    logic        sign, subnormal, nan, infinite, zero, quiet;
    logic [5:0]  zeros;
    logic [3:0]  unused_wires;
    logic [4:0]  unused_half, unused_single;
    logic [52:0] sig;
    assign x = i == 0 ? a_i : b_i;
    weft_fcvt #(.SrcExp(5), .SrcFrac(10), .DstExp(11), .DstFrac(52), .IntBits(0)) u_half (
      .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[0]),
      .in_op_i('0), .in_round_i('0), .in_saturate_i(1'b0), .in_data_i(x[15:0]),
      .out_valid_o(unused_wires[1]), .out_ready_i(1'b1), .out_result_o(from_half),
      .out_flags_o(unused_half)
    );
    weft_fcvt #(.SrcExp(8), .SrcFrac(23), .DstExp(11), .DstFrac(52), .IntBits(0)) u_single (
      .clk_i(1'b0), .rst_ni(1'b1), .in_valid_i(1'b1), .in_ready_o(unused_wires[2]),
      .in_op_i('0), .in_round_i('0), .in_saturate_i(1'b0), .in_data_i(x[31:0]),
      .out_valid_o(unused_wires[3]), .out_ready_i(1'b1), .out_result_o(from_single),
      .out_flags_o(unused_single)
    );
    always_comb begin
      unique case (size_i)
        H: begin
          wide      = from_half;
          sign      = x[15];
          subnormal = x[14:10] == '0 && x[9:0] != '0;
          nan       = &x[14:10] && x[9:0] != '0;
          quiet     = x[9];
          infinite  = &x[14:10] && x[9:0] == '0;
          zero      = x[14:0] == '0;
        end
        S: begin
          wide      = from_single;
          sign      = x[31];
          subnormal = x[30:23] == '0 && x[22:0] != '0;
          nan       = &x[30:23] && x[22:0] != '0;
          quiet     = x[22];
          infinite  = &x[30:23] && x[22:0] == '0;
          zero      = x[30:0] == '0;
        end
        default: begin
          wide      = x;
          sign      = x[63];
          subnormal = x[62:52] == '0 && x[51:0] != '0;
          nan       = &x[62:52] && x[51:0] != '0;
          quiet     = x[51];
          infinite  = &x[62:52] && x[51:0] == '0;
          zero      = x[62:0] == '0;
        end
      endcase
    end
    // Only a subnormal of binary64 has no leading one.
    assign sig = {wide[62:52] != '0, wide[51:0]};
    weft_lzc #(.Width(53), .Gates(1'b0)) u_zeros (.word_i(sig), .zeros_o(zeros));
    always_comb begin
      numbers[i].sign       = sign;
      numbers[i].nan        = nan;
      numbers[i].signalling = nan && !quiet;
      numbers[i].infinite   = infinite;
      numbers[i].zero       = zero || (flush && subnormal);
      numbers[i].denormal   = flush && subnormal && size_i != H;
      numbers[i].exp        = (wide[62:52] == '0 ? exp_t'(1) : exp_t'({3'd0, wide[62:52]}))
                            - exp_t'({8'd0, zeros});
      numbers[i].sig        = sig << zeros;
      numbers[i].quiet      = x | (size_i == H ? 64'h200 : size_i == S ? 64'h40_0000
                                                         : 64'h8_0000_0000_0000);
    end

    logic unused;
    assign unused = ^{unused_wires, unused_half, unused_single, wide[63]};
  end

  number_t x, y;
  assign x = numbers[0];
  assign y = numbers[1];

  // Results that need no digits.

  logic  root, special, ioc, dzc, gives_nan;
  beat_t code, inf_code, nan_code, sign_code;
  logic  sign;
  assign root = op_i == Fsqrt;
  assign sign = root ? x.sign : x.sign ^ y.sign;
  always_comb begin
    unique case (size_i)
      H: begin
        inf_code  = 64'h7c00;
        nan_code  = 64'h7e00;
        sign_code = 64'h8000;
      end
      S: begin
        inf_code  = 64'h7f80_0000;
        nan_code  = 64'h7fc0_0000;
        sign_code = 64'h8000_0000;
      end
      default: begin
        inf_code  = 64'h7ff0_0000_0000_0000;
        nan_code  = 64'h7ff8_0000_0000_0000;
        sign_code = 64'h8000_0000_0000_0000;
      end
    endcase
    gives_nan = x.nan || (!root && y.nan);
    special   = 1'b1;
    ioc       = 1'b0;
    dzc       = 1'b0;
    code      = '0;
    if (gives_nan) begin
      ioc  = x.signalling || (!root && y.signalling);
      code = default_nan_i ? nan_code
           : root || x.signalling || (x.nan && !y.signalling) ? x.quiet : y.quiet;
    end else if (root ? x.sign && !x.zero
                      : (x.zero && y.zero) || (x.infinite && y.infinite)) begin
      ioc  = 1'b1;
      code = nan_code;
    end else if (x.infinite || (!root && y.zero)) begin
      dzc  = !x.infinite;
      code = inf_code | (sign_code & {64{sign}});
    end else if (x.zero || (!root && y.infinite)) begin
      code = sign_code & {64{sign}};
    end else begin
      special = 1'b0;
    end
  end

  // Integers.
  logic  integer_op, a_sign, b_sign;
  beat_t a_size, b_size;
  assign integer_op = op_i == Idiv;
  always_comb begin
    a_sign = !unsigned_i && (size_i == S ? a_i[31] : a_i[63]);
    b_sign = !unsigned_i && (size_i == S ? b_i[31] : b_i[63]);
    a_size = (a_i ^ {64{a_sign}}) + 64'(a_sign);
    b_size = (b_i ^ {64{b_sign}}) + 64'(b_sign);
    if (size_i == S) begin
      a_size = {a_size[31:0], 32'd0};
      b_size = {32'd0, b_size[31:0]};
    end
  end

  weft_sme_digits u_digits (.op_i, .size_i, .digits_o(cycles_o));

  // Digits. A radicand is 1.f with an even exponent and 2.f or 3.f with an odd one.

  typedef struct packed {
    serial_e    op;
    logic [2:0] size;
    round_e     round;
    logic       flush, sign, special, ioc, dzc, denormal, by_zero;
    beat_t      code;
    exp_t       exp;
  } about_t;

  about_t      about_q;
  logic        even;
  exp_t        quotient_exp, root_exp;
  logic [65:0] rest_q, rest, trial, less;
  beat_t       digits_q, below_q;
  logic        digit, squares;
  assign even         = x.exp[0];  // the bias is odd
  assign quotient_exp = x.exp - y.exp;
  assign root_exp     = (x.exp - exp_t'(1023)) >>> 1;
  assign squares      = about_q.op == Fsqrt;
  // below_q is the divisor, or the root so far.
  assign rest  = squares ? {rest_q[63:0], digits_q[63:62]} : {rest_q[64:0], digits_q[63]};
  assign trial = squares ? {below_q, 2'b01} : {2'b0, below_q};
  assign less  = rest - trial;
  assign digit = rest >= trial;
  always_ff @(posedge clk_i) begin
    if (takes_i) begin
      about_q <= '{
        op: op_i, size: size_i, round: round_i, flush: flush,
        sign: integer_op ? a_sign ^ b_sign : sign, special: special, ioc: ioc, dzc: dzc,
        denormal: x.denormal || (!root && y.denormal), by_zero: b_i == '0, code: code,
        exp: root ? root_exp : quotient_exp
      };
      rest_q   <= integer_op || root ? '0 : {14'd0, x.sig[52:1]};
      digits_q <= integer_op ? a_size : root ? (even ? {1'b0, x.sig, 10'd0} : {x.sig, 11'd0})
                                             : {x.sig[0], 63'd0};
      below_q  <= integer_op ? b_size : root ? '0 : {11'd0, y.sig};
    end else if (steps_i) begin
      rest_q   <= digit ? less : rest;
      digits_q <= squares ? {digits_q[61:0], 2'b0} : {digits_q[62:0], digit};
      if (squares) below_q <= {below_q[62:0], digit};
    end
  end

  // The significand: its leading one at the top of 57 bits, or below the least normal number's.

  exp_t        exp, biased, distance;
  logic [56:0] digits, aligned, placed;
  logic        leads, lost, far;
  logic [5:0]  right;
  always_comb begin
    unique case ({squares, about_q.size})
      {1'b0, 3'(H)}: digits = {digits_q[12:0], 44'd0};
      {1'b0, 3'(S)}: digits = {digits_q[25:0], 31'd0};
      {1'b1, 3'(H)}: digits = {below_q[11:0], 45'd0};
      {1'b1, 3'(S)}: digits = {below_q[24:0], 32'd0};
      {1'b1, 3'(D)}: digits = {below_q[53:0], 3'd0};
      default:       digits = {digits_q[54:0], 2'd0};
    endcase
    leads   = digits[56];
    aligned = leads ? digits : digits << 1;
    exp     = about_q.exp - (leads ? exp_t'(0) : exp_t'(1));
    unique case (about_q.size)
      H:       biased = exp + exp_t'(15);
      S:       biased = exp + exp_t'(127);
      default: biased = exp + exp_t'(1023);
    endcase
    distance = exp_t'(1) - biased;
    far      = distance > exp_t'(57);
    right    = distance <= exp_t'(0) ? '0 : far ? 6'd57 : distance[5:0];
    placed   = aligned >> right;
    lost     = (aligned & ~({57{1'b1}} << right)) != '0 || rest_q != '0;
  end

  logic [14:0] half_out;
  logic [30:0] single_out;
  logic [62:0] double_out;
  flags_t      half_flags, single_flags, double_flags, flags;
  logic [11:0] field;
  assign field = biased < exp_t'(1) ? 12'd1 : biased[11:0];
  // An exponent beyond the format's is one too large.
  logic [6:0] half_exp;
  logic [9:0] single_exp;
  assign half_exp   = |field[11:5] ? 7'b0111111 : {2'b0, field[4:0]};
  assign single_exp = |field[11:8] ? 10'b0111111111 : {2'b0, field[7:0]};
  weft_round #(.ExpBits(5), .FracBits(10), .TinyBefore(1)) u_half (
    .round_i(about_q.round), .sign_i(about_q.sign), .inf_i(1'b0), .nan_i(1'b0), .exp_i(half_exp),
    .sig_i(placed[56:46]), .half_i(placed[45]), .quarter_i(placed[44]),
    .sticky_i(placed[44:0] != '0 || lost), .magnitude_o(half_out), .flags_o(half_flags)
  );
  weft_round #(.ExpBits(8), .FracBits(23), .TinyBefore(1)) u_single (
    .round_i(about_q.round), .sign_i(about_q.sign), .inf_i(1'b0), .nan_i(1'b0), .exp_i(single_exp),
    .sig_i(placed[56:33]), .half_i(placed[32]), .quarter_i(placed[31]),
    .sticky_i(placed[31:0] != '0 || lost), .magnitude_o(single_out), .flags_o(single_flags)
  );
  weft_round #(.ExpBits(11), .FracBits(52), .TinyBefore(1)) u_double (
    .round_i(about_q.round), .sign_i(about_q.sign), .inf_i(1'b0), .nan_i(1'b0),
    .exp_i({1'b0, field}),
    .sig_i(placed[56:4]), .half_i(placed[3]), .quarter_i(placed[2]),
    .sticky_i(placed[2:0] != '0 || lost), .magnitude_o(double_out), .flags_o(double_flags)
  );

  // A tiny result is zero where FPCR says so.
  beat_t rounded;
  logic  subnormal, to_zero;
  always_comb begin
    unique case (about_q.size)
      H: begin
        rounded   = {48'd0, about_q.sign, half_out};
        flags     = half_flags;
        subnormal = half_out[14:10] == '0;
      end
      S: begin
        rounded   = {32'd0, about_q.sign, single_out};
        flags     = single_flags;
        subnormal = single_out[30:23] == '0;
      end
      default: begin
        rounded   = {about_q.sign, double_out};
        flags     = double_flags;
        subnormal = double_out[62:52] == '0;
      end
    endcase
    to_zero = about_q.flush && (flags.underflow || subnormal);
    if (to_zero)
      rounded = about_q.size == H ? {48'd0, about_q.sign, 15'd0}
              : about_q.size == S ? {32'd0, about_q.sign, 31'd0} : {about_q.sign, 63'd0};
  end

  always_comb begin
    fpsr_o   = '0;
    result_o = rounded;
    if (about_q.op == Idiv) begin
      result_o = about_q.by_zero ? '0 : (digits_q ^ {64{about_q.sign}}) + 64'(about_q.sign);
    end else begin
      if (about_q.special) begin
        result_o    = about_q.code;
        fpsr_o[1:0] = {about_q.dzc, about_q.ioc};
      end else begin
        fpsr_o[4:2] = {flags.inexact && !to_zero, flags.underflow || to_zero, flags.overflow};
      end
      fpsr_o[7] = about_q.denormal;
    end
  end

  logic unused;
  assign unused = ^{flags.invalid, flags.divide_by_zero};

endmodule
