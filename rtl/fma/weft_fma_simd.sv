// SPDX-License-Identifier: Apache-2.0
//
// SIMD fused multiply-add: result = round(+-(a * b) +- c) in every lane of a 64-bit word, exact but
// for one rounding.
//
//      mode  0  1 x FP64      2  4 x FP16      4  8 x FP8 E4M3
//            1  2 x FP32      3  4 x BF16      5  8 x FP8 E5M2
//
//      op    0  a * b + c      2  -(a * b) + c      4  a + c      6  a * b
//            1  a * b - c      3  -(a * b) - c      5  a - c
//
// Lane 0 is in the low bits; its flags are the lowest five. Mode, operation and rounding are for
// all lanes and may change with every item. A lane's result and flags are those of weft_fma with
// its format for a, b, c and the result.
//
//           a        b                      c
//           |        |      exponents       |
//      +----+--------+----+   |    +--------+--------+
//      | Booth radix 4    |   +--->| prealign shifter |   rows    27 digits of 56 bits
//      +---------+--------+        +---+---------+---+    shift   168 bits
//                |    low part         |         |
//      +---------+---------------------+--+      |
//      | carry-save tree                  |      |        tree    28 words of 112 bits
//      +------+-------------+-------------+      | high part
//             |             |                    |
//      +------+------+  +---+--------------------+---+
//      | anticipate  |  | add, end-around carry      |    add     56 + 112 bits
//      | leading 0   |  +-------------+--------------+
//      +------+------+                |
//             |          +------------+--------------+
//             +--------->| normalise                 |    shift   112 bits
//                        +------------+--------------+
//                        | round, pack, select       |    add     64 bits
//                        +---------------------------+
//
// All blocks of the drawing exist once, cut between lanes. Exponents, special cases and rounding
// decisions exist eight times: in slot 7 for all formats, in slot 3 for FP32 and narrower, in slots
// 5 and 1 for 16 bits and narrower, in the other slots for FP8. weft_fma_simd_pkg draws slots and
// lanes.
//
// A lane of k slots is a weft_fma whose significands have 7k - 1 bits: each format's significand is
// at the top of these bits, so formats of one size differ only in exponents and in the place of
// rounding.
//
// Elastic pipeline: Pipe has one bit for each possible register, in order: at the input; behind the
// carry-save tree; behind the addition; behind normalisation; at the output. The latency in cycles
// is the number of bits set; an item may enter every cycle.
//
// Gates chooses how the multiplier, the shifters, the carries and the count of zeros are written:
// 1, the default in synthesis, as networks of gates for all lanes at once; 0, the default in
// simulation, as operators, lane by lane.
//
// Source: E. Hokenek, R. K. Montoye and P. W. Cook, Second-Generation RISC Floating Point with
// Multiply-Add Fused, JSSC 1990, for the fused structure; D. Tan, A. Danysh and M. Liebelt,
// Multiple-Precision Fixed-Point Vector Multiply-Accumulator Using Shared Segmentation, ARITH
// 2003, for an array cut into lanes.

`include "weft_gates.svh"

module weft_fma_simd
  import weft_float_pkg::*;
  import weft_fma_simd_pkg::*;
#(
  parameter int unsigned Pipe  = 0,  // bit mask, 0 to 31
  parameter int unsigned Gates = `WEFT_GATES
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [2:0]  in_mode_i,
  input  logic [2:0]  in_op_i,
  input  logic [2:0]  in_round_i,
  input  logic [63:0] in_a_i,
  input  logic [63:0] in_b_i,
  input  logic [63:0] in_c_i,

  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_result_o,
  output logic [39:0] out_flags_o
);

  // The widest lane whose top slot is `slot`.
  function automatic int unsigned widest(int unsigned slot);
    return slot == 7 ? 8 : slot == 3 ? 4 : slot % 2 == 1 ? 2 : 1;
  endfunction

  // Operands.

  typedef struct packed {
    logic [2:0] mode, op;
    round_e     round;
    numbers_t   a, b, c;
  } operands_t;

  logic      s0_valid, s0_ready;
  operands_t s0;
  weft_pipe_reg #(.data_t(operands_t), .Enable(Pipe[0])) u_stage_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o,
    .in_data_i({in_mode_i, in_op_i, in_round_i, in_a_i, in_b_i, in_c_i}),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0)
  );

  modes_t s0_mode;
  shape_t s0_shape;
  assign s0_mode  = decode(s0.mode);
  assign s0_shape = shape_of(s0_mode);

  // The fields of a number, aligned to the top of 64 bits; each lane's number is at the top of its
  // lane.

  numbers_t exp_mask, frac_mask, quiet_mask, ones;
  always_comb begin
    exp_mask   = '0;
    frac_mask  = '0;
    quiet_mask = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      if (s0_mode[m]) begin
        exp_mask   |= 64'((1 << ExpBits[m]) - 1) << (63 - ExpBits[m]);
        frac_mask  |= ((64'd1 << FracBits[m]) - 64'd1) << (63 - ExpBits[m] - FracBits[m]);
        quiet_mask |= 64'd1 << (62 - ExpBits[m]);
      end
    end
  end

  // An addition is a product with one; a multiplication adds a zero.

  always_comb begin
    ones = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      for (int unsigned l = 0; l < Slots; l += LaneSlots[m]) begin
        ones |= (64'((1 << (ExpBits[m] - 1)) - 1) & {64{s0_mode[m]}}) << (FracBits[m] + 8 * l);
      end
    end
  end

  logic     multiplies, adds;
  numbers_t b, c;
  assign multiplies = s0.op[2:1] != 2'b10;
  assign adds       = s0.op[2:1] != 2'b11;
  assign b          = (s0.b & {64{multiplies}}) | (ones & {64{!multiplies}});
  assign c          = s0.c & {64{adds}};

  // Exponents, signs and special cases, one unit per slot.

  about_t [Slots-1:0] about;
  slots_t             a_normal, b_normal, c_normal, subtract, low_leads;
  shifts_t            align, normalise;
  exps_t              lead_exp;
  for (genvar s = 0; s < Slots; s++) begin : gen_front
    localparam int unsigned Lane = widest(s);
    weft_fma_simd_lane #(.Lane(Lane)) u_lane (
      .mode_i(s0_mode), .adds_i(adds), .negate_i(s0.op[1:0]),
      .exp_mask_i(exp_mask[63 -: 8*Lane]), .frac_mask_i(frac_mask[63 -: 8*Lane]),
      .quiet_mask_i(quiet_mask[63 -: 8*Lane]),
      .a_i(s0.a[8*s+7 -: 8*Lane]), .b_i(b[8*s+7 -: 8*Lane]), .c_i(c[8*s+7 -: 8*Lane]),
      .normal_o({a_normal[s], b_normal[s], c_normal[s]}),
      .about_o(about[s]), .subtract_o(subtract[s]), .low_leads_o(low_leads[s]),
      .align_o(align[s]), .normalise_o(normalise[s]), .exp_o(lead_exp[s])
    );
  end

  high_t a_sig, b_sig, c_sig;
  weft_fma_simd_sig u_sig_a (
    .mode_i(s0_mode), .numbers_i(s0.a), .normal_i(a_normal), .sig_o(a_sig)
  );
  weft_fma_simd_sig u_sig_b (
    .mode_i(s0_mode), .numbers_i(b), .normal_i(b_normal), .sig_o(b_sig)
  );
  weft_fma_simd_sig u_sig_c (
    .mode_i(s0_mode), .numbers_i(c), .normal_i(c_normal), .sig_o(c_sig)
  );

  high_t  high;
  low_t   addend_low;
  slots_t sticky;
  weft_fma_simd_align #(.Gates(Gates != 0)) u_align (
    .shape_i(s0_shape), .addend_i(c_sig), .shift_i(align), .subtract_i(subtract),
    .high_o(high), .low_o(addend_low), .lost_o(sticky)
  );

  // Multiply and add in carry-save form.

  low_t tree_sum, tree_carry;
  weft_fma_simd_tree #(.Gates(Gates != 0)) u_tree (
    .shape_i(s0_shape), .a_i(a_sig), .b_i(b_sig), .addend_i(addend_low),
    .sum_o(tree_sum), .carry_o(tree_carry)
  );

  slots_t addend_top;
  always_comb begin
    for (int s = 0; s < Slots; s++) addend_top[s] = addend_low[14*s+13];
  end

  typedef struct packed {
    logic [2:0]         mode;
    round_e             round;
    about_t [Slots-1:0] about;
    slots_t             subtract, sticky, low_leads, addend_top;
    shifts_t            shift;
    exps_t              exp;
    high_t              high;
    low_t               sum, carry;
  } multiplied_t;

  logic        s1_valid, s1_ready;
  multiplied_t s1_d, s1;
  assign s1_d = '{
    mode:       s0.mode,
    round:      s0.round,
    about:      about,
    subtract:   subtract,
    sticky:     sticky,
    low_leads:  low_leads,
    addend_top: addend_top,
    shift:      normalise,
    exp:        lead_exp,
    high:       high,
    sum:        tree_sum,
    carry:      tree_carry
  };
  weft_pipe_reg #(.data_t(multiplied_t), .Enable(Pipe[1])) u_stage_1 (
    .clk_i, .rst_ni,
    .in_valid_i(s0_valid), .in_ready_o(s0_ready), .in_data_i(s1_d),
    .out_valid_o(s1_valid), .out_ready_i(s1_ready), .out_data_o(s1)
  );

  // Add, and anticipate the leading zeros in parallel.

  shape_t s1_shape;
  assign s1_shape = shape_of(decode(s1.mode));

  slots_t addend_wins;
  high_t  magnitude_high;
  low_t   magnitude_low;
  weft_fma_simd_add #(.Gates(Gates != 0)) u_add (
    .shape_i(s1_shape), .high_i(s1.high), .addend_top_i(s1.addend_top),
    .sum_i(s1.sum), .carry_i(s1.carry), .subtract_i(s1.subtract), .sticky_i(s1.sticky),
    .addend_wins_o(addend_wins), .high_o(magnitude_high), .low_o(magnitude_low)
  );

  shifts_t zeros;
  weft_fma_simd_lza #(.Gates(Gates != 0)) u_lza (
    .shape_i(s1_shape), .a_i(s1.sum), .b_i(s1.carry), .carry_i(s1.subtract & ~s1.sticky),
    .zeros_o(zeros)
  );

  typedef struct packed {
    logic [2:0]         mode;
    round_e             round;
    about_t [Slots-1:0] about;
    slots_t             subtract, addend_wins, sticky, low_leads;
    shifts_t            shift, zeros;
    exps_t              exp;
    high_t              high;
    low_t               low;
  } added_t;

  logic   s2_valid, s2_ready;
  added_t s2_d, s2;
  assign s2_d = '{
    mode:        s1.mode,
    round:       s1.round,
    about:       s1.about,
    subtract:    s1.subtract,
    addend_wins: addend_wins,
    sticky:      s1.sticky,
    low_leads:   s1.low_leads,
    shift:       s1.shift,
    zeros:       zeros,
    exp:         s1.exp,
    high:        magnitude_high,
    low:         magnitude_low
  };
  weft_pipe_reg #(.data_t(added_t), .Enable(Pipe[2])) u_stage_2 (
    .clk_i, .rst_ni,
    .in_valid_i(s1_valid), .in_ready_o(s1_ready), .in_data_i(s2_d),
    .out_valid_o(s2_valid), .out_ready_i(s2_ready), .out_data_o(s2)
  );

  // Normalise.

  exps_t    normal_exp;
  slots_t   normal, half, quarter, below;
  numbers_t frac;
  weft_fma_simd_norm #(.Gates(Gates != 0)) u_norm (
    .mode_i(decode(s2.mode)), .high_i(s2.high), .low_i(s2.low), .sticky_i(s2.sticky),
    .low_leads_i(s2.low_leads), .shift_i(s2.shift), .zeros_i(s2.zeros), .exp_i(s2.exp),
    .exp_o(normal_exp), .normal_o(normal), .frac_o(frac), .half_o(half), .quarter_o(quarter),
    .sticky_o(below)
  );

  typedef struct packed {
    logic [2:0]         mode;
    round_e             round;
    about_t [Slots-1:0] about;
    slots_t             subtract, addend_wins, normal, half, quarter, sticky;
    exps_t              exp;
    numbers_t           frac;
  } normal_t;

  logic    s3_valid, s3_ready;
  normal_t s3_d, s3;
  assign s3_d = '{
    mode:        s2.mode,
    round:       s2.round,
    about:       s2.about,
    subtract:    s2.subtract,
    addend_wins: s2.addend_wins,
    normal:      normal,
    half:        half,
    quarter:     quarter,
    sticky:      below,
    exp:         normal_exp,
    frac:        frac
  };
  weft_pipe_reg #(.data_t(normal_t), .Enable(Pipe[3])) u_stage_3 (
    .clk_i, .rst_ni,
    .in_valid_i(s2_valid), .in_ready_o(s2_ready), .in_data_i(s3_d),
    .out_valid_o(s3_valid), .out_ready_i(s3_ready), .out_data_o(s3)
  );

  // Decide, round and select. A lane's sign bit is zero until the end, so no carry leaves a lane.

  modes_t s3_mode;
  shape_t s3_shape;
  assign s3_mode  = decode(s3.mode);
  assign s3_shape = shape_of(s3_mode);

  // Constants of each format: the last place, the codes of infinity and of the largest number, the
  // quiet bit.
  typedef logic [Modes-1:0][8*Slots-1:0] codes_t;
  function automatic codes_t every(logic [Modes-1:0][63:0] code);
    every = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      for (int unsigned l = 0; l < Slots; l += LaneSlots[m]) every[m] |= code[m] << (8 * l);
    end
  endfunction

  localparam codes_t Last      = every({6{64'd1}});
  localparam codes_t Fractions = every({
    64'h3, 64'h7, 64'h7f, 64'h3ff, 64'h7fffff, 64'hfffffffffffff
  });
  localparam codes_t Infinity  = every({
    64'h7c, 64'h7f, 64'h7f80, 64'h7c00, 64'h7f800000, 64'h7ff0000000000000
  });
  localparam codes_t Largest   = Infinity - Last;
  localparam codes_t Quiet     = every({
    64'h2, 64'h4, 64'h40, 64'h200, 64'h400000, 64'h8000000000000
  });

  numbers_t last, fractions, infinity, largest, quiet, exponents;
  always_comb begin
    last      = '0;
    fractions = '0;
    infinity  = '0;
    largest   = '0;
    quiet     = '0;
    for (int m = 0; m < Modes; m++) begin
      last      |= Last[m] & {64{s3_mode[m]}};
      fractions |= Fractions[m] & {64{s3_mode[m]}};
      infinity  |= Infinity[m] & {64{s3_mode[m]}};
      largest   |= Largest[m] & {64{s3_mode[m]}};
      quiet     |= Quiet[m] & {64{s3_mode[m]}};
    end
  end

  logic [Modes-1:0][8*Slots-1:0] placed_exp;
  for (genvar m = 0; m < Modes; m++) begin : gen_mode
    localparam int unsigned Lane = LaneSlots[m];
    for (genvar s = Lane - 1; s < Slots; s += Lane) begin : gen_lane
      assign placed_exp[m][8*(s+1)-1 -: 8*Lane] = {
        1'b0, s3.exp[s][ExpBits[m]-1:0] & {ExpBits[m]{s3.normal[s]}}, {FracBits[m]{1'b0}}
      };
    end
  end
  always_comb begin
    exponents = '0;
    for (int m = 0; m < Modes; m++) exponents |= placed_exp[m] & {64{s3_mode[m]}};
  end

  slots_t frac_any, frac_gaps, last_place;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      frac_any[s]   = |s3.frac[8*s +: 8];
      frac_gaps[s]  = |(~s3.frac[8*s +: 8] & fractions[8*s +: 8] & ~last[8*s +: 8]);
      last_place[s] = |(s3.frac[8*s +: 8] & last[8*s +: 8]);
    end
    frac_any   = any(s3_shape, frac_any);
    frac_gaps  = any(s3_shape, frac_gaps);
    last_place = any(s3_shape, last_place);
  end

  slots_t             sign, up, coded, nan, to_inf;
  flags_t [Slots-1:0] lane_flags;
  for (genvar s = 0; s < Slots; s++) begin : gen_back
    weft_fma_simd_round #(.Lane(widest(s))) u_round (
      .mode_i(s3_mode), .round_i(s3.round), .subtract_i(s3.subtract[s]),
      .addend_wins_i(s3.addend_wins[s]), .about_i(s3.about[s]), .exp_i(s3.exp[s]),
      .normal_i(s3.normal[s]), .frac_any_i(frac_any[s]), .frac_full_i(!frac_gaps[s]),
      .last_i(last_place[s]), .half_i(s3.half[s]), .quarter_i(s3.quarter[s]),
      .sticky_i(s3.sticky[s]),
      .sign_o(sign[s]), .up_o(up[s]), .coded_o(coded[s]), .nan_o(nan[s]), .to_inf_o(to_inf[s]),
      .flags_o(lane_flags[s])
    );
  end

  numbers_t magnitude, magnitude_plus_1, ups, codes, infs, nans, signs;
  assign magnitude        = exponents | s3.frac;
  assign magnitude_plus_1 = magnitude + last;
  always_comb begin
    slots_t up_slots, coded_slots, inf_slots, nan_slots, tops;
    up_slots    = spread(s3_shape, up);
    coded_slots = spread(s3_shape, coded);
    inf_slots   = spread(s3_shape, to_inf);
    nan_slots   = spread(s3_shape, nan);
    tops        = top_slots(s3_shape);
    for (int s = 0; s < Slots; s++) begin
      ups[8*s +: 8]   = {8{up_slots[s]}};
      codes[8*s +: 8] = {8{coded_slots[s]}};
      infs[8*s +: 8]  = {8{inf_slots[s]}};
      nans[8*s +: 8]  = {8{nan_slots[s]}};
      signs[8*s +: 8] = {sign[s] & tops[s], 7'b0};
    end
  end

  typedef struct packed {
    numbers_t           result;
    flags_t [Slots-1:0] flags;
  } result_t;

  result_t s4_d;
  assign s4_d.result = signs
                     | (magnitude & ~ups & ~codes)
                     | (magnitude_plus_1 & ups & ~codes)
                     | (((infinity & infs) | (largest & ~infs) | (quiet & nans)) & codes);

  // Lane l's top slot is k * l + k - 1.
  always_comb begin
    s4_d.flags = '0;
    for (int n = 0; n < Shapes; n++) begin
      for (int l = 0; l < Slots >> n; l++) begin
        s4_d.flags[l] |= lane_flags[((l + 1) << n) - 1] & {5{s3_shape[n]}};
      end
    end
  end

  weft_pipe_reg #(.data_t(result_t), .Enable(Pipe[4])) u_stage_4 (
    .clk_i, .rst_ni,
    .in_valid_i(s3_valid), .in_ready_o(s3_ready), .in_data_i(s4_d),
    .out_valid_o, .out_ready_i, .out_data_o({out_result_o, out_flags_o})
  );

endmodule
