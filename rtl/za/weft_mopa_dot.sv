// SPDX-License-Identifier: Apache-2.0
//
// Two products of binary16 or bfloat16 and their sum, exact, rounded once to binary32.
//
//      a0  b0      a1  b1
//       [ x ]       [ x ]        11 x 11 bits, normalised; exponents + 512
//         +--- swap --+          -- register, Pipe[0]
//      larger      smaller
//         |        [ >> ]             1.fff...f 0 0 0 0 0 0 0 0     22 + 8 bits
//      [    +, -    ]                 0.001ff...f f f f f f f s
//            |                   -- register, Pipe[1]
//      [ >> , << ]               right where the exponent is below a subnormal's, else left
//      [ round   ]               -- register, always
//
// A difference loses more than one leading place only if the exponents differ by at most one, and
// then no bit is shifted out.
//
// With control.ranged, products have binary32's range: below its normal numbers they become zeros,
// above it infinities. The result is also flushed like an operand, because it is one of the next
// sum. Source: Arm Architecture Reference Manual, FPDot() and BFMulAdd().

module weft_mopa_dot
  import weft_float_pkg::*;
  import weft_mopa_pkg::*;
#(
  parameter int unsigned Pipe  = 3,
  parameter int unsigned Gates = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  input  control_t    in_control_i,
  input  narrow_t     in_a_i [2],
  input  narrow_t     in_b_i [2],

  output logic [31:0] out_sum_o
);

  localparam int unsigned Offset = 512;

  typedef struct packed {
    logic [9:0]  exp;  // a zero has the smallest exponent
    logic [21:0] sig;
  } magnitude_t;

  typedef struct packed {
    logic       sign, inf, nan;
    magnitude_t magnitude;
  } product_t;

  product_t [1:0] product;
  for (genvar i = 0; i < 2; i++) begin : gen_product
    logic [21:0] sig;
    logic [9:0]  exp;
    logic        some, tiny, huge, infinite;
    assign sig      = 22'(in_a_i[i].sig) * 22'(in_b_i[i].sig);
    assign exp      = 10'(in_a_i[i].exp) + 10'(in_b_i[i].exp) + 10'(Offset - 127 - 32)
                    + 10'(sig[21]);
    assign some     = in_a_i[i].sig[10] && in_b_i[i].sig[10];
    assign tiny     = in_control_i.ranged && exp < 10'(Offset + 1);
    assign huge     = in_control_i.ranged && exp > 10'(Offset + 254) && some;
    assign infinite = in_a_i[i].inf || in_b_i[i].inf;
    assign product[i] = '{
      sign: in_a_i[i].sign ^ in_b_i[i].sign,
      inf:  infinite || huge,
      nan:  in_a_i[i].nan || in_b_i[i].nan || (infinite && !some),
      magnitude: '{
        exp: exp & {10{some && !tiny}},
        sig: (sig[21] ? sig : sig << 1) & {22{!tiny}}
      }
    };
  end

  typedef struct packed {
    control_t control;
    product_t p, q;
  } products_t;

  logic      s1_valid, s1_ready;
  products_t s1_d, s1;
  assign s1_d = '{control: in_control_i, p: product[0], q: product[1]};
  logic unused_ready;
  weft_pipe_reg #(.data_t(products_t), .Enable(Pipe[0])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o(unused_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Put the larger product first, then align, and add or subtract.

  logic       swap, subtract;
  magnitude_t larger, smaller;
  assign swap     = s1.q.magnitude > s1.p.magnitude;
  assign larger   = swap ? s1.q.magnitude : s1.p.magnitude;
  assign smaller  = swap ? s1.p.magnitude : s1.q.magnitude;
  assign subtract = s1.p.sign ^ s1.q.sign;

  logic [9:0]  difference;
  logic [29:0] unaligned, aligned;
  logic        lost;
  assign difference = larger.exp - smaller.exp;
  assign unaligned  = {smaller.sig, 8'b0};
  assign lost       = (unaligned & ~({30{1'b1}} << difference)) != '0;
  assign aligned    = (unaligned >> difference) | 30'(lost);

  typedef struct packed {
    control_t    control;
    logic        sign, subtract, inf, nan;
    logic [9:0]  exp;  // exponent of the sum's top bit
    logic [30:0] sum;
  } added_t;

  logic   inf;
  logic   s2_valid, s2_ready;
  added_t s2_d, s2;
  assign inf  = s1.p.inf || s1.q.inf;
  assign s2_d = '{
    control:  s1.control,
    sign:     (inf ? !s1.p.inf : swap) ? s1.q.sign : s1.p.sign,
    subtract: subtract,
    inf:      inf,
    nan:      s1.p.nan || s1.q.nan || (s1.p.inf && s1.q.inf && subtract),
    exp:      larger.exp + 10'd1,
    sum:      {1'b0, larger.sig, 8'b0} + ({1'b0, aligned} ^ {31{subtract}}) + 31'(subtract)
  };
  weft_pipe_reg #(.data_t(added_t), .Enable(Pipe[1])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Normalise, at most down to the exponent of subnormals.

  logic        below;
  logic [9:0]  right, left;
  logic [4:0]  zeros;
  logic [30:0] shifted, normal;
  assign below   = s2.exp <= 10'(Offset);
  assign right   = (10'(Offset + 1) - s2.exp) & {10{below}};
  assign shifted = (s2.sum >> right) | 31'((s2.sum & ~({31{1'b1}} << right)) != '0);
  weft_lzc #(.Width(31), .Gates(Gates != 0)) u_count (.word_i(s2.sum), .zeros_o(zeros));
  always_comb begin
    left = s2.exp - 10'(Offset + 1);
    if (below) left = '0;
    else if (left > 10'(zeros)) left = 10'(zeros);
  end
  assign normal = shifted << left;

  logic zero, sign;
  assign zero = ~|s2.sum;
  assign sign = zero && s2.subtract && !s2.inf ? s2.control.round == Down : s2.sign;

  logic [31:0] rounded;
  weft_mopa_round u_round (
    .control_i(s2.control), .sign_i(sign), .inf_i(s2.inf && !s2.nan), .nan_i(s2.nan),
    .exp_i(s2.exp - 10'(Offset) - left), .sig_i(normal[30:7]), .half_i(normal[6]),
    .quarter_i(normal[5]), .sticky_i(|normal[5:0]), .number_o(rounded)
  );

  logic        tiny, unused_valid;
  logic [31:0] sum;
  assign tiny = s2.control.flush_in && ~|rounded[30:23];
  assign sum  = {rounded[31:23], rounded[22:0] & {23{!tiny}}};
  weft_pipe_reg #(.data_t(logic [31:0])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(sum),
    .out_valid_o(unused_valid), .out_ready_i(1'b1), .out_data_o(out_sum_o)
  );

  logic unused;
  assign unused = ^{unused_ready, unused_valid};

endmodule
