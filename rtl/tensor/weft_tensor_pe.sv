// SPDX-License-Identifier: Apache-2.0
//
// Processing element: one multiply-add (weft_tensor_mac), for sums that stay and sums that pass.
//
//     stream_i = 0, sums stay                 stream_i = 1, sums pass
//     psum <- psum + a * b                    d <- d from above + a * weight
//
//                b_i  c_i  d_i                           b_i-----.     d_i
//                 |    |    |                             |      |      |
//               [b_q]  |    |                           [b_q] [shadow]  |
//     a_i->[a_q]--+----|----|-> a_o           a_i->[a_q]--|------|------|-> a_o
//                 |    |    |                         |   |   [weight]<-|-- w_i, from below
//           a*b + {psum | c}|                         |   |      |      |
//                 |         |                         '---|-> a*weight + d_i
//              [psum_q]-->[d_q]                           |         |
//                           |                             |       [d_q]
//                b_o       d_o                           b_o       d_o
//
//     a_q       horizontal register           b_q       vertical register
//     psum_q    partial-sum register          d_q       drain register: a sum on its way down
//     shadow_q  the weight to come            weight_q  the weight at work
//
// The control wave (weft_tensor_pkg::control_t) enters from the left with a and is registered
// beside it. No register has a reset: until the first wave arrives, the outputs of a processing
// element are unused. A missing weight (valid low) lets the sum pass unchanged. No register moves
// unless advance_i is high. An operand takes one cycle to a neighbour, a sum takes MacLatency = 1
// cycle.
//
// Gates: see weft_gates.svh. With Gates = 0, integers are multiplied as words of the sum's width, in
// a statement for each flow, so that a simulation asks for the flow once and not for each operand.

`include "weft_gates.svh"

module weft_tensor_pe
  import weft_tensor_pkg::*;
#(
  parameter type_e       Type       = Float,
  parameter int unsigned Profile    = 32'(weft_dpa_profiles_pkg::IeeeFmaFp16),  // for Float
  parameter weft_dpa_pkg::profile_t P = weft_dpa_profiles_pkg::Profiles[Profile],
  parameter bit          Streams    = 1'b1,  // flows in which sums pass are built in
  parameter bit          Sparse     = 1'b0,  // A's upper two bits select one of B's four
  parameter int unsigned ABits      = 16,    // bits of A in one step
  parameter int unsigned BBits      = 16,
  parameter int unsigned ResultBits = 32,
  parameter int unsigned Gates      = `WEFT_GATES
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  advance_i,
  input  logic                  stream_i,

  input  control_t              control_i,
  input  logic [ABits-1:0]      a_i,
  input  logic                  b_valid_i,
  input  logic [BBits-1:0]      b_i,
  input  logic                  w_valid_i,
  input  logic [BBits-1:0]      w_i,
  input  logic [ResultBits-1:0] c_i,
  input  logic [ResultBits-1:0] d_i,

  output control_t              control_o,
  output logic [ABits-1:0]      a_o,
  output logic                  b_valid_o,
  output logic [BBits-1:0]      b_o,
  output logic                  w_valid_o,
  output logic [BBits-1:0]      w_o,
  output logic [ResultBits-1:0] d_o
);

  typedef struct packed {
    logic             valid;
    logic [BBits-1:0] value;
  } weight_t;

  control_t              control_q;
  logic [ABits-1:0]      a_q;
  weight_t               b_q, weight;
  logic [ResultBits-1:0] psum_q, d_q;
  logic                  streams;
  logic [BBits-1:0]      multiplicand;
  logic [ResultBits-1:0] addend;
  assign multiplicand = streams ? weight.value : b_q.value;
  assign addend       = streams ? d_i : control_q.first ? c_i : psum_q;

  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      control_q <= control_i;
      a_q       <= a_i;
      b_q       <= '{valid: b_valid_i, value: b_i};
    end
  end

  if (Streams) begin : gen_weight
    weight_t shadow_q, weight_q;

    always_ff @(posedge clk_i) begin
      if (advance_i && stream_i) begin
        if (control_i.load) shadow_q <= '{valid: b_valid_i, value: b_i};
        if (control_i.swap) weight_q <= shadow_q;
        else if (control_i.pass) weight_q <= '{valid: w_valid_i, value: w_i};
      end
    end

    assign streams = stream_i;
    assign weight  = weight_q;
  end else begin : gen_no_weight
    logic unused;
    assign unused  = ^{stream_i, w_valid_i, w_i, b_q.valid};
    assign streams = 1'b0;
    assign weight  = '0;
  end

  if (Type == Float || Gates != 0) begin : gen_one_mac
    logic [ResultBits-1:0] sum;
    weft_tensor_mac #(
      .Type(Type), .P(P), .Sparse(Sparse), .ABits(ABits), .BBits(BBits), .ResultBits(ResultBits),
      .Gates(Gates)
    ) u_mac (
      .clk_i, .rst_ni, .a_i(a_q), .b_i(multiplicand), .c_i(addend), .d_o(sum)
    );

    always_ff @(posedge clk_i) begin
      if (advance_i) begin
        if (!streams) psum_q <= sum;
        if (streams ? weight.valid : control_q.last) d_q <= sum;
        else if (streams || control_q.shift) d_q <= d_i;
      end
    end
  end else begin : gen_words
    localparam int unsigned WordA = Sparse ? ABits - 2 : ABits;
    localparam int unsigned WordB = Sparse ? BBits / 4 : BBits;

    function automatic logic [ResultBits-1:0] product(logic [BBits-1:0] b);
      automatic logic [WordB-1:0] word = b[WordB-1:0];
      if (Sparse) word = WordB'(b >> (32'(a_q[ABits-1-:2]) * WordB));
      return (Type == Uint8 || Type == Uint8Int8 ? ResultBits'(a_q[WordA-1:0])
                                                 : ResultBits'($signed(a_q[WordA-1:0]))) *
             (Type == Uint8 || Type == Int8Uint8 ? ResultBits'(word) : ResultBits'($signed(word)));
    endfunction

    always_ff @(posedge clk_i) begin
      automatic logic [ResultBits-1:0] sum;
      if (advance_i) begin
        if (streams) begin
          d_q <= weight.valid ? d_i + product(weight.value) : d_i;
        end else begin
          sum = (control_q.first ? c_i : psum_q) + product(b_q.value);
          psum_q <= sum;
          if (control_q.last) d_q <= sum;
          else if (control_q.shift) d_q <= d_i;
        end
      end
    end

    logic unused_mac;
    assign unused_mac = ^{rst_ni, multiplicand, addend};  // the latter are for waveforms
  end

  assign control_o = control_q;
  assign a_o       = a_q;
  assign b_valid_o = b_q.valid;
  assign b_o       = b_q.value;
  assign w_valid_o = weight.valid;
  assign w_o       = weight.value;
  assign d_o       = d_q;

endmodule
