// SPDX-License-Identifier: Apache-2.0
//
// One predicate operation: the predicate, NZCV and scalar that it gives. Combinational.
//
// A predicate has a bit a byte of a vector, and of an element of more bytes the lowest bit counts.
// The bits before and after a bit are found on whole words, in log2 N steps:
//
//      x                 0 0 0 1 0 1 0 0     bit 0 to the right
//      upward(x)         1 1 1 1 1 1 0 0     from the first true bit on
//      downward(x)       0 0 0 1 1 1 1 1     to the last one
//      first(x)          0 0 0 0 0 1 0 0     upward(x) and not upward(x) << 1
//      last(x)           0 0 0 1 0 0 0 0     downward(x) and not downward(x) >> 1
//
//      active            g's elements, or all
//      PFIRST            m or first(active)
//      PNEXT             first(active and not downward(m))
//      BRKA, BRKB        active and not upward(n and active) << 1;  the same without << 1
//      BRKPA, BRKPB      the same of m, if last(active) is true in n
//      BRKN              m, if last(active) is true in n
//
//      N = first(active) is true    Z = nothing active is    C = last(active) is not    V = 0
//
// BRKN's flags are of all bytes; those of PTRUES of the predicate itself.

module weft_pred_alu
  import weft_pred_pkg::*;
#(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  input  logic [3:0]   vl_i,    // log2 of the bytes of a vector
  input  instruction_t inst_i,
  input  logic [63:0]  a_i,
  input  logic [63:0]  b_i,
  input  logic [3:0]   nzcv_i,
  input  logic [N-1:0] bits_i,
  input  logic [N-1:0] n_i,
  input  logic [N-1:0] m_i,
  input  logic [N-1:0] g_i,
  input  logic [N-1:0] ffr_i,

  output logic [N-1:0] pred_o,
  output logic [63:0]  scalar_o,
  output logic [3:0]   nzcv_o
);

  localparam int unsigned LogN = $clog2(N);

  typedef logic [N-1:0] pred_t;

  function automatic pred_t upward(pred_t x);
    for (int k = 0; k < LogN; k++) x |= x << (1 << k);
    return x;
  endfunction

  function automatic pred_t downward(pred_t x);
    for (int k = 0; k < LogN; k++) x |= x >> (1 << k);
    return x;
  endfunction

  function automatic pred_t below(logic [8:0] count);
    return ~({N{1'b1}} << count);
  endfunction

  op_e        op;
  logic [1:0] size;
  assign op   = inst_i.op;
  assign size = inst_i.size;

  logic unused;  // the register file has looked at them
  assign unused = ^{inst_i.to_p, inst_i.to_ffr, inst_i.d, inst_i.n, inst_i.m, inst_i.g};

  // The bytes of the vector, the lowest ones of elements, and the active ones of them.

  logic [7:0] lowest;
  pred_t      bytes, elements, active;
  assign lowest   = 8'h01 | (8'h10 & {8{size != 2'd3}}) | (8'h44 & {8{!size[1]}})
                  | (8'haa & {8{size == 2'd0}});
  assign bytes    = below(9'd1 << vl_i);
  assign elements = {(N/8){lowest}} & bytes;
  assign active   = elements & (g_i | {N{!inst_i.governed}});

  pred_t from_first, to_last, first_active, last_active;
  logic  last_is_true;
  assign from_first   = upward(active);
  assign to_last      = downward(active);
  assign first_active = from_first & ~(from_first << 1);
  assign last_active  = to_last & ~(to_last >> 1);
  assign last_is_true = |(n_i & last_active);

  // PNEXT looks for the first candidate, the others break at the first true element.

  pred_t sought, from_sought, broken;
  always_comb begin
    unique case (op)
      Pnext:   sought = active & ~downward(m_i & elements);
      Brkp:    sought = active & m_i;
      default: sought = active & n_i;
    endcase
  end
  assign from_sought = upward(sought);
  assign broken      = inst_i.select ? from_sought : from_sought << 1;

  // NOR and NAND invert OR and AND.

  logic [2:0] logical;
  pred_t      m_or_not, gate, chosen;
  assign logical  = inst_i.logical;
  assign m_or_not = m_i ^ {N{logical inside {3'd1, 3'd5}}};
  always_comb begin
    unique case (logical)
      3'd0, 3'd1, 3'd7: gate = n_i & m_or_not;
      3'd2:             gate = n_i ^ m_i;
      3'd3:             gate = n_i;
      default:          gate = n_i | m_or_not;
    endcase
  end
  assign chosen = ((gate ^ {N{logical[2] && logical[1]}}) & g_i)
                | (m_i & ~g_i & {N{logical == 3'd3}});

  // PUNPK puts a zero above each bit of a half; PSEL looks at one element, modulo their number.

  logic [N/2-1:0]  half;
  pred_t           spread;
  logic [7:0]      element;
  logic [LogN-1:0] bit_of;
  assign half    = (N/2)'(n_i >> ({9{inst_i.select}} & (9'd1 << (vl_i - 4'd1))));
  assign element = a_i[7:0] + {4'd0, inst_i.number};
  assign bit_of  = LogN'(element << size) & LogN'((9'd1 << vl_i) - 9'd1);
  for (genvar i = 0; i < N / 2; i++) begin : gen_spread
    assign spread[2*i+:2] = {1'b0, half[i]};
  end

  // Elements change places with all their bits. UZP takes every other one of n and, behind it, m;
  // REV turns the longest vector round and shifts it down.

  pred_t           half_m, zipped, transposed, reversed, turned;
  logic  [2*N-1:0] both;
  pred_t           alternate;
  assign half_m = (inst_i.select ? m_i >> (9'd1 << (vl_i - 4'd1)) : m_i);
  assign both   = {{N{1'b0}}, n_i & bytes} | {{N{1'b0}}, m_i & bytes} << (9'd1 << vl_i);
  pred_t half_n;
  assign half_n = (inst_i.select ? n_i >> (9'd1 << (vl_i - 4'd1)) : n_i);
  always_comb begin
    {zipped, transposed, alternate, turned} = '0;
    for (int unsigned s = 0; s < 4; s++) begin
      if (size == 2'(s)) begin
        for (int unsigned i = 0; i < N; i++) begin
          // Element i >> s of the result, bit by bit.
          if (((i >> s) & 1) == 0) begin
            zipped[i]     = half_n[(i >> (s + 1) << s) | (i & ((1 << s) - 1))];
            transposed[i] = inst_i.select ? n_i[i | (1 << s)] : n_i[i];
          end else begin
            zipped[i]     = half_m[(i >> (s + 1) << s) | (i & ((1 << s) - 1))];
            transposed[i] = inst_i.select ? m_i[i] : m_i[i & ~(1 << s)];
          end
          alternate[i] = inst_i.select ? both[(i >> s << (s + 1)) | (1 << s) | (i & ((1 << s) - 1))]
                                       : both[(i >> s << (s + 1)) | (i & ((1 << s) - 1))];
          turned[i]    = n_i[(N - 1 - i) ^ ((1 << s) - 1)];
        end
      end
    end
    reversed = turned >> ((LogN+1)'(N) - (LogN+1)'(9'd1 << vl_i));
  end

  // PTRUE and WHILE are the first elements; counts are theirs too, or a predicate's ones.

  logic [8:0]    of_pattern, of_while;
  logic [4:0]    times;
  logic [LogN:0] ones;
  logic [63:0]   count;
  weft_pred_length u_length (
    .log_n_i(vl_i - 4'(size)), .pattern_i(inst_i.pattern), .of_pattern_o(of_pattern),
    .wide_i(inst_i.wide), .unsigned_i(inst_i.is_unsigned), .or_equal_i(inst_i.select),
    .a_i, .limit_i(b_i), .of_while_o(of_while)
  );
  assign times = {1'b0, inst_i.number} + 5'd1;
  assign ones  = (LogN+1)'($countones(active & n_i));
  assign count = op == Count ? 64'(of_pattern) * 64'(times) : 64'(ones);

  always_comb begin
    unique case (op)
      Ptrue:   pred_o = elements & below(of_pattern << size);
      While:   pred_o = elements & below(of_while << size);
      Compare: pred_o = active & bits_i;
      Load:    pred_o = bytes & bits_i;
      Pfirst:  pred_o = m_i | first_active;
      Pnext:   pred_o = from_sought & ~(from_sought << 1);
      Logical: pred_o = chosen;
      Brk:     pred_o = (active & ~broken) | (m_i & ~active & {N{inst_i.merging}});
      Brkp:    pred_o = active & ~broken & {N{last_is_true}};
      Brkn:    pred_o = m_i & {N{last_is_true}};
      Wrffr:   pred_o = n_i;
      Rdffr:   pred_o = ffr_i & active;
      Punpk:   pred_o = spread & bytes;
      Zip:     pred_o = zipped & bytes;
      Uzp:     pred_o = alternate & bytes;
      Trn:     pred_o = transposed & bytes;
      Rev:     pred_o = reversed & bytes;
      Psel:    pred_o = g_i & {N{n_i[bit_of]}};
      default: pred_o = '0;
    endcase
    scalar_o = '0;
    if (op inside {Count, CountOf}) begin
      scalar_o = (a_i & {64{inst_i.onto_a}})
               + (count ^ {64{inst_i.subtract}}) + 64'(inst_i.subtract);
    end
  end

  // Flags.

  pred_t tested;
  logic  first, none, last, ends;
  assign tested = op == Ptest ? n_i : pred_o;
  assign none   = (tested & (active | {N{op == Brkn}})) == '0;
  assign first  = (tested & (op == Brkn ? N'(1) : first_active)) != '0;
  assign last   = (tested & (op == Brkn ? bytes & ~(bytes >> 1) : last_active)) != '0;

  // CTERM: N, the loop ends; V, it does not, but the vector does.
  assign ends = (a_i[31:0] == b_i[31:0] && (a_i[63:32] == b_i[63:32] || !inst_i.wide))
             != inst_i.select;

  always_comb begin
    nzcv_o = nzcv_i;
    if (op == Cterm) {nzcv_o[3], nzcv_o[0]} = {ends, !ends && !nzcv_i[1]};
    else if (inst_i.sets_flags) nzcv_o = {first, none, op == Ptrue ? none : !last, 1'b0};
  end

endmodule
