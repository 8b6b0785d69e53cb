// SPDX-License-Identifier: Apache-2.0
//
// Autoflex: chooses the exponent of a Flexpoint tensor's next iteration from its last Length
// maxima.
//
// The tensor was written with exponent x; Gamma is its largest |significand|. Then, with the maxima
// Gamma_i, x_i in a queue f:
//
//      overflow = Gamma >= 2^(SigBits-1) - 1     then the queue is cleared, Gamma counts twice
//      f        = Gamma_i * 2^x_i                n of them, the new one last
//      std      = sqrt(n * sum(f^2) - sum(f)^2) / n
//      chi      = 2^LogAlpha * (max(f) + Beta * std + Margin * 2^x)
//      x'       = ceil(log2(chi)) - (SigBits-1), held between 0 and 2^ExpBits - 1
//
// The paper's names are alpha = 2^LogAlpha, beta = Beta, gamma = Margin, kappa = 2^x. In integers,
// f and Margin * 2^x are counted in units that leave the largest of them SigBits + 1 bits; they and
// the root are rounded down to units. No division is needed: ceil(log2(chi)) is the least k with
//
//      n * 2^k >= 2^LogAlpha * (n * (max(f) + Margin * 2^x) + Beta * sqrt(n * sum(f^2) - sum(f)^2))
//
//      in max --> normalise --> queue of Length, turned one place a cycle
//                   |
//          +--------+-----------+        one after the other, a cycle for each bracket:
//          |  the units         |          [ 0 .. Length-1 ]
//          |  sums, maximum     |          [ 0 .. Length-1 ]
//          |  n * squares - ... |          [ ]
//          |  square root       |          [ RootBits-1 .. 0 ]    a bit of it each
//          |  predict           |          [ ]
//          +--------+-----------+
//                   |
//                   +-----------> out exponent, overflow
//
// The unit processes one maximum at a time: 2 * Length + RootBits + 4 cycles from the cycle that
// takes it to the cycle that takes the exponent, both counted. The exponent starts at InitExp.
//
// With Init, it is searched for first, in the same cycles: the tensor is written again with the new
// exponent while out_again_o is high, and nothing enters the queue.
//
//      overflow                      x' = x + (SigBits-1)/2                      goes on
//      Gamma < 2^(SigBits-2)         x' = x + ceil(log2(Gamma)) - (SigBits-2)    goes on if
//                                                          Gamma <= 2^((SigBits-1)/2 - 2)
//      else, and where x' = x        found
//
// Source: U. Koester et al., Flexpoint: An Adaptive Numerical Format for Efficient Training of Deep
// Neural Networks, NIPS 2017, algorithm 2; the search is in the manner of the first one.

`include "weft_assert.svh"
`include "weft_gates.svh"

module weft_flexpoint_autoflex #(
  parameter int unsigned SigBits  = 16,
  parameter int unsigned ExpBits  = 5,
  parameter int unsigned Length   = 16,  // 2 or more
  parameter int unsigned LogAlpha = 1,
  parameter int unsigned Beta     = 3,
  parameter int unsigned Margin   = 100,  // at most SigBits + 1 bits
  parameter int unsigned InitExp  = 31,
  parameter int unsigned Init     = 0,   // 1: SigBits of 6 or more
  parameter int unsigned Gates    = `WEFT_GATES
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [SigBits-1:0] in_max_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [ExpBits-1:0] out_exp_o,
  output logic               out_overflow_o,
  output logic               out_again_o
);

  localparam int unsigned MaxBits  = SigBits + 1;  // bits of twice the largest
  localparam int unsigned CountW   = $clog2(Length + 1);
  localparam int unsigned SumBits  = MaxBits + CountW;
  localparam int unsigned RootBits = SumBits;
  localparam int unsigned TermBits = SumBits + $clog2(Beta + 3) + LogAlpha;
  localparam int unsigned LogW     = $clog2(TermBits + 1);
  localparam int unsigned ZerosW   = $clog2(MaxBits + 1);
  localparam int unsigned TopW     = (ExpBits > ZerosW ? ExpBits : ZerosW) + 1;

  typedef logic [ExpBits-1:0]   exp_t;
  typedef logic [MaxBits-1:0]   max_t;
  typedef logic [TopW-1:0]      top_t;
  typedef logic [2*SumBits-1:0] square_t;

  // A maximum with its leading one at the top: value = max * 2^(top - MaxBits).
  typedef struct packed {
    top_t top;
    max_t max;
  } entry_t;

  typedef enum logic [2:0] {Idle, Units, Sums, Spread, Root, Predict, Done} phase_e;

  phase_e                    phase_q;
  logic [$clog2(Length)-1:0] step_q;
  logic [Length-1:0]         valid_q;
  entry_t [Length-1:0]       queue_q;  // the newest at the top, the oldest at 0
  exp_t                      exp_q;
  top_t                      top_q;  // the unit is 2^(top_q - MaxBits)
  logic                      overflow_q;
  max_t                      most_q;
  logic [CountW-1:0]         count_q;
  logic [SumBits-1:0]        sum_q;
  square_t                   squares_q, rest_q, root_q, bit_q;

  logic last_step;
  assign last_step = step_q == '0;

  // The queue takes a maximum, then rotates; after Length steps all entries are back in place.

  logic              takes, overflow;
  max_t              counted;
  logic [ZerosW-1:0] zeros;
  entry_t            newest, head;
  assign takes    = in_valid_i & in_ready_o;
  assign overflow = in_max_i >= {1'b0, {(SigBits-1){1'b1}}};
  assign counted  = overflow ? {in_max_i, 1'b0} : {1'b0, in_max_i};
  weft_lzc #(.Width(MaxBits), .Gates(Gates != 0)) u_counted (.word_i(counted), .zeros_o(zeros));
  assign newest = '{
    top: (top_t'(exp_q) + top_t'(MaxBits) - top_t'(zeros)) & {TopW{counted != '0}},
    max: counted << zeros
  };
  assign head     = queue_q[0];

  // The search. A number has as many bits as its normalised form says, a power of two one less.

  logic searches_q;  // the exponent is not found yet
  exp_t found_q;
  logic again_q;

  if (Init != 0) begin : gen_search
    localparam int unsigned Half  = (SigBits - 1) / 2;
    localparam int unsigned StepW = (ExpBits > ZerosW ? ExpBits : ZerosW) + 3;
    typedef logic signed [StepW-1:0] step_t;
    localparam step_t Most = step_t'((1 << ExpBits) - 1);

    logic  power, goes_on_q;
    step_t bits, step, wanted;
    exp_t  found;
    assign power = newest.max[MaxBits-2:0] == '0;  // or zero
    assign bits  = in_max_i == '0 ? '0
                 : step_t'(MaxBits) - step_t'({1'b0, zeros}) - step_t'({1'b0, power});
    always_comb begin
      if (overflow) step = step_t'(Half);
      else if (in_max_i[SigBits-2]) step = '0;
      else step = bits - step_t'(SigBits - 2);
      wanted = step_t'({1'b0, exp_q}) + step;
      found  = wanted < 0 ? '0 : wanted > Most ? '1 : wanted[ExpBits-1:0];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) searches_q <= 1'b1;
      else if (phase_q == Predict && !goes_on_q) searches_q <= 1'b0;
    end
    always_ff @(posedge clk_i) begin
      if (takes) begin
        found_q   <= found;
        again_q   <= searches_q && found != exp_q;
        goes_on_q <= searches_q && found != exp_q
                     && (overflow || in_max_i <= SigBits'(1 << (Half - 2)));
      end
    end
  end else begin : gen_no_search
    assign searches_q = 1'b0;
    assign found_q    = '0;
    assign again_q    = 1'b0;
  end

  logic turns;
  assign turns = phase_q == Units || phase_q == Sums;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (searches_q) valid_q <= '0;
    else if (takes) valid_q <= {1'b1, valid_q[Length-1:1] & {(Length-1){!overflow}}};
    else if (turns) valid_q <= {valid_q[0], valid_q[Length-1:1]};
  end

  always_ff @(posedge clk_i) begin
    if (takes || turns) queue_q <= {takes ? newest : head, queue_q[Length-1:1]};
  end

  // The sums, one entry per cycle. The margin also counts for the unit. One multiplier squares the
  // entries and then their sum.

  localparam int unsigned MarginBits = $clog2(Margin + 1);
  localparam max_t        MarginMax  = max_t'(Margin) << (MaxBits - MarginBits);
  top_t margin_top;
  assign margin_top = top_t'(exp_q) + top_t'(MarginBits);

  max_t               aligned;
  logic [SumBits-1:0] factor;
  square_t            square, spread;  // spread: (n * std)^2
  assign aligned = (head.max >> (top_q - head.top)) & {MaxBits{valid_q[0]}};
  assign factor  = phase_q == Sums ? SumBits'(aligned) : sum_q;
  assign square  = square_t'(factor) * square_t'(factor);
  assign spread  = square_t'(count_q) * squares_q - square;

  // The root, one bit per cycle from the top: (root + bit)^2 - root^2 = (2 * root + bit) * bit.
  // bit_q holds bit^2, and root_q holds 2 * root * bit, which is the root after the last bit.

  square_t trial;
  logic    fits;
  assign trial = root_q | bit_q;
  assign fits  = rest_q >= trial;

  always_ff @(posedge clk_i) begin
    if (takes) begin
      overflow_q <= overflow;
      top_q      <= margin_top;
      most_q     <= '0;
      count_q    <= '0;
      sum_q      <= '0;
      squares_q  <= '0;
    end
    if (phase_q == Units && valid_q[0] && head.top > top_q) top_q <= head.top;
    if (phase_q == Sums) begin
      if (aligned > most_q) most_q <= aligned;
      count_q   <= count_q + CountW'(valid_q[0]);
      sum_q     <= sum_q + SumBits'(aligned);
      squares_q <= squares_q + square;
    end
    if (phase_q == Spread) begin
      rest_q <= spread;
      root_q <= '0;
      bit_q  <= square_t'(1) << (2 * (RootBits - 1));
    end
    if (phase_q == Root) begin
      rest_q <= fits ? rest_q - trial : rest_q;
      root_q <= (root_q >> 1) | (fits ? bit_q : '0);
      bit_q  <= bit_q >> 2;
    end
  end

  // Predict: the least k with n << k >= term, from their lengths.

  typedef logic [TermBits-1:0] term_t;

  term_t           margin, term, count;
  logic [LogW-1:0] term_zeros, count_zeros, shift, k;
  assign margin = term_t'(MarginMax) >> (top_q - margin_top);
  assign count  = term_t'(count_q);
  assign term   = (count * (term_t'(most_q) + margin) + term_t'(Beta) * term_t'(root_q))
                << LogAlpha;
  weft_lzc #(.Width(TermBits), .Gates(Gates != 0)) u_term (
    .word_i(term), .zeros_o(term_zeros)
  );
  weft_lzc #(.Width(TermBits), .Gates(Gates != 0)) u_count (
    .word_i(count), .zeros_o(count_zeros)
  );
  assign shift = count_zeros > term_zeros ? count_zeros - term_zeros : '0;
  assign k     = shift + LogW'((count << shift) < term);

  localparam int unsigned NextW = (TopW > LogW ? TopW : LogW) + 2;
  typedef logic signed [NextW-1:0] next_t;
  localparam exp_t Top = '1;

  next_t next;
  exp_t  exp_d;
  assign next = next_t'({1'b0, top_q}) + next_t'({1'b0, k}) - next_t'(MaxBits + SigBits - 1);
  always_comb begin
    exp_d = next[ExpBits-1:0];
    if (next < 0) exp_d = '0;
    else if (next > next_t'({1'b0, Top})) exp_d = Top;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Idle;
      exp_q   <= exp_t'(InitExp);
    end else begin
      unique case (phase_q)
        Idle:      if (takes) phase_q <= Units;
        Units: if (last_step) phase_q <= Sums;
        Sums:      if (last_step) phase_q <= Spread;
        Spread:    phase_q <= Root;
        Root:      if (bit_q[0]) phase_q <= Predict;
        Predict: begin
          phase_q <= Done;
          exp_q   <= searches_q ? found_q : exp_d;
        end
        default:   if (out_ready_i) phase_q <= Idle;
      endcase
    end
  end

  localparam logic [$clog2(Length)-1:0] LastStep = ($clog2(Length))'(Length - 1);
  always_ff @(posedge clk_i) begin
    if (takes || last_step) step_q <= LastStep;
    else if (turns) step_q <= step_q - 1'b1;
  end

  assign in_ready_o     = phase_q == Idle;
  assign out_valid_o    = phase_q == Done;
  assign out_exp_o      = exp_q;
  assign out_overflow_o = overflow_q;
  assign out_again_o    = again_q;

  `WEFT_ASSERT(OutStable, out_valid_o && !out_ready_i |=> out_valid_o && $stable(out_exp_o))

endmodule
