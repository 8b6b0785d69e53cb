// SPDX-License-Identifier: Apache-2.0
//
// Normalises the magnitude of every lane's sum, as weft_fma_norm does, and splits it into the bits
// that the format keeps and those that it drops.
//
//      lane of k slots          14k bits
//                           +-----------------------------------------+
//      low part leads:      | low                                     |
//      addend leads:        | 0 | high         | low, upper half      |   lower half: sticky
//                           +-----------------------------------------+
//      shifted left,          1 .  f f f ... f h q | sticky
//      0 to 16k - 1:          0    1 . f f ... f f h q | sticky            or subnormal
//
// An addend that leads is shifted by at most 7k, so bits in the lower half can only be sticky.
// Seven stages shift by 64, 32 ... 1, with an enable per lane; masks block bits from the lane
// below. Bits that the remaining stages cannot move to a kept place of any format are ORed into
// sticky. The fraction leaves at its position within a number. Combinational.

module weft_fma_simd_norm
  import weft_fma_simd_pkg::*;
#(
  parameter bit Gates = 1'b1  // 0: lane by lane, by the language's operators
) (
  input  modes_t   mode_i,
  input  high_t    high_i,
  input  low_t     low_i,
  input  slots_t   sticky_i,
  input  slots_t   low_leads_i,
  input  shifts_t  shift_i,  // the position of the addend, or the limit
  input  shifts_t  zeros_i,  // leading zeros of the low part
  input  exps_t    exp_i,    // exponent of the place below the top, unshifted
  output exps_t    exp_o,    // exponent of the leading one
  output slots_t   normal_o, // the leading one
  output numbers_t frac_o,
  output slots_t   half_o,
  output slots_t   quarter_o,
  output slots_t   sticky_o
);

  localparam int unsigned Stages = ShiftW - 1;

  shape_t shape;
  assign shape = shape_of(mode_i);

  slots_t  low_leads;
  shifts_t shift;
  always_comb begin
    low_leads = spread(shape, low_leads_i);
    for (int s = 0; s < Slots; s++) begin
      shift[s] = low_leads_i[s] & zeros_i[s] < shift_i[s] ? zeros_i[s] : shift_i[s];
    end
  end

  // The sum, and the bits that can only be sticky.

  logic [Shapes-1:0][14*Slots-1:0] upper;
  logic [Shapes-1:0][7*Slots-1:0]  lower;
  for (genvar n = 0; n < Shapes; n++) begin : gen_shape
    localparam int unsigned Half = 7 << n;
    for (genvar l = 0; l < Slots >> n; l++) begin : gen_lane
      assign {upper[n][2*Half*l +: 2*Half], lower[n][Half*l +: Half]} =
        {high_i[Half*l +: Half], low_i[2*Half*l +: 2*Half]};
    end
  end

  low_t   sum;
  slots_t rest;
  always_comb begin
    sum  = '0;
    rest = '0;
    for (int n = 0; n < Shapes; n++) begin
      sum |= upper[n] & {(14*Slots){shape[n]}};
      for (int s = 0; s < Slots; s++) rest[s] |= |lower[n][7*s +: 7] & shape[n];
    end
    rest &= ~low_leads;
    for (int s = 0; s < Slots; s++) begin
      if (low_leads[s]) sum[14*s +: 14] = low_i[14*s +: 14];
    end
  end

  typedef logic [Stages-1:0][Shapes-1:0][21*Slots-1:0] stage_words_t;

  // The mask of a shift by 2^j: bits that enter at the bottom of each lane.
  function automatic stage_words_t entering();
    for (int j = 0; j < Stages; j++) entering[j] = from_bottom(14, 0, 1 << j);
  endfunction

  // Shapes whose lanes shift by 2^j.
  function automatic shape_t wider(int j);
    return j > 3 ? 4'b1111 << (j - 3) : 4'b1111;
  endfunction

  // The bits that a remaining shift of less than 2^j can move to a kept place of some format.
  function automatic logic [Stages:0][14*Slots-1:0] reaching();
    reaching = '0;
    for (int unsigned j = 0; j <= Stages; j++) begin
      for (int unsigned n = 0; n < Shapes; n++) begin
        for (int unsigned i = 0; i < 14 * Slots; i++) begin
          if ((14 << n) - 1 - i % (14 << n) < LongestFrac[n] + 3 + (1 << j)) reaching[j][i] = 1'b1;
        end
      end
    end
  endfunction

  low_t word, dropped;

  if (Gates) begin : gen_stages
    localparam stage_words_t Entering = entering();
    localparam logic [Stages:0][14*Slots-1:0] Reaching = reaching();

    always_comb begin
      slots_t shifts;
      low_t   mask;
      word    = sum;
      dropped = '0;
      for (int j = Stages - 1; j >= 0; j--) begin
        dropped |= word & ~Reaching[j+1];
        word    &= Reaching[j+1];
        for (int s = 0; s < Slots; s++) shifts[s] = shift[s][j];
        shifts = spread(shape & wider(j), shifts);
        for (int s = 0; s < Slots; s++) mask[14*s +: 14] = {14{shifts[s]}};
        word = (word & ~mask) | ((word << (1 << j)) & mask & ~low_t'(of_shape(shape, Entering[j])));
      end
    end
  end else begin : gen_operators
    always_comb begin
      word = '0;
      case (shape)
        4'b1000: word = sum << shift[7];
        4'b0100:
          for (int s = 3; s < 8; s += 4) word[14*s-42 +: 56] = sum[14*s-42 +: 56] << shift[s];
        4'b0010:
          for (int s = 1; s < 8; s += 2) word[14*s-14 +: 28] = sum[14*s-14 +: 28] << shift[s];
        default:
          for (int s = 0; s < 8; s++) word[14*s +: 14] = sum[14*s +: 14] << shift[s];
      endcase
    end
    assign dropped = '0;
  end

  // The leading one is at a lane's top or below it.

  localparam mode_words_t Half    = below_fraction(14, 1, 1);
  localparam mode_words_t Quarter = below_fraction(14, 2, 1);
  localparam mode_words_t Third   = below_fraction(14, 3, 1);
  localparam mode_words_t Rest    = below_fraction(14, 4, 14 * Slots);

  slots_t  top, tops;
  low_t    kept, half, quarter, below;
  assign tops = spread(shape, top);
  always_comb begin
    for (int s = 0; s < Slots; s++) top[s] = word[14*s+13];
    for (int s = 0; s < Slots; s++) below[14*s +: 14] = {14{tops[s]}};
    kept    = (word & below) | ((word << 1) & ~below);
    half    = kept & low_t'(of_mode(mode_i, Half));
    quarter = kept & low_t'(of_mode(mode_i, Quarter));
    below   = (word & ((below & low_t'(of_mode(mode_i, Third))) | low_t'(of_mode(mode_i, Rest))))
            | dropped;
  end

  slots_t halves, quarters, stickies;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      normal_o[s] = kept[14*s+13];
      halves[s]   = |half[14*s +: 14];
      quarters[s] = |quarter[14*s +: 14];
      stickies[s] = |below[14*s +: 14];
      exp_o[s]    = exp_i[s] - ExpW'(shift[s]) + ExpW'(top[s]);
    end
  end
  assign half_o    = any(shape, halves);
  assign quarter_o = any(shape, quarters);
  assign sticky_o  = any(shape, stickies | rest) | quarter_o | sticky_i;

  logic [Modes-1:0][8*Slots-1:0] frac;
  for (genvar m = 0; m < Modes; m++) begin : gen_mode
    localparam int unsigned Lane = LaneSlots[m];
    localparam int unsigned Frac = FracBits[m];
    for (genvar s = Lane - 1; s < Slots; s += Lane) begin : gen_lane
      assign frac[m][8*(s+1)-1 -: 8*Lane] = (8*Lane)'(kept[14*(s+1)-2 -: Frac]);
    end
  end
  always_comb begin
    frac_o = '0;
    for (int m = 0; m < Modes; m++) frac_o |= frac[m] & {(8*Slots){mode_i[m]}};
  end

endmodule
