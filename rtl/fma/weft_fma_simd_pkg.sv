// SPDX-License-Identifier: Apache-2.0
//
// Modes of weft_fma_simd, and the position of each mode's lanes in the shared words.
//
//      slot          7     6     5     4     3     2     1     0
//                 +-----+-----+-----+-----+-----+-----+-----+-----+
//      1 x FP64   |                      lane 0                   |     shape 3: 8 slots a lane
//      2 x FP32   |        lane 1         |        lane 0         |           2: 4
//      4 x 16     |  lane 3   |  lane 2   |  lane 1   |  lane 0   |           1: 2
//      8 x FP8    |  7  |  6  |  5  |  4  |  3  |  2  |  1  |  0  |           0: 1
//                 +-----+-----+-----+-----+-----+-----+-----+-----+
//
// Every shared word has eight slots. Bits per slot: numbers 8, significands 7, products and the low
// part of sums 14, whole sums 21. Data of a whole lane are in its top slot. Names and codes match
// sim/golden/fma_simd.hpp.

package weft_fma_simd_pkg;

  // The two unused codes are E5m2.
  typedef enum logic [2:0] {
    Fp64 = 3'd0,
    Fp32 = 3'd1,
    Fp16 = 3'd2,
    Bf16 = 3'd3,
    E4m3 = 3'd4,
    E5m2 = 3'd5
  } mode_e;

  localparam int unsigned Modes  = 6;
  localparam int unsigned Shapes = 4;
  localparam int unsigned Slots  = 8;

  localparam int unsigned LaneSlots [Modes] = '{8, 4, 2, 2, 1, 1};
  localparam int unsigned ExpBits   [Modes] = '{11, 8, 5, 8, 4, 5};
  localparam int unsigned FracBits  [Modes] = '{52, 23, 10, 7, 3, 2};

  localparam int unsigned LongestFrac [Shapes] = '{3, 10, 23, 52};  // of each shape's formats

  localparam int unsigned ExpW   = 13;  // bits of a sum's exponent, biased
  localparam int unsigned ShiftW = 8;   // bits of a shift in a lane of 168 bits

  typedef logic [Modes-1:0]     modes_t;   // one-hot
  typedef logic [Shapes-1:0]    shape_t;   // one-hot
  typedef logic [Slots-1:0]     slots_t;   // one bit per slot
  typedef logic [8*Slots-1:0]   numbers_t;
  typedef logic [7*Slots-1:0]   high_t;
  typedef logic [14*Slots-1:0]  low_t;
  typedef logic [21*Slots-1:0]  window_t;

  typedef logic [Slots-1:0][ShiftW-1:0] shifts_t;
  typedef logic [Slots-1:0][ExpW-1:0]   exps_t;

  // Constant words, one per shape or one per mode.
  typedef logic [Shapes-1:0][21*Slots-1:0] shape_words_t;
  typedef logic [Modes-1:0][21*Slots-1:0]  mode_words_t;

  // The information that a lane's result carries to the end of the pipeline.
  typedef struct packed {
    logic product_sign, addend_sign;
    logic is_nan, is_inf, inf_sign, invalid;
  } about_t;

  function automatic modes_t decode(logic [2:0] mode);
    for (int m = 0; m < Modes; m++) decode[m] = mode == 3'(m);
    decode[E5m2] = mode >= E5m2;
  endfunction

  function automatic shape_t shape_of(modes_t mode);
    return {mode[Fp64], mode[Fp32], mode[Fp16] | mode[Bf16], mode[E4m3] | mode[E5m2]};
  endfunction

  // Copies the top slot's bit to all slots of its lane.
  function automatic slots_t spread(shape_t shape, slots_t x);
    return ({8{shape[3] & x[7]}})
         | ({{4{x[7]}}, {4{x[3]}}} & {8{shape[2]}})
         | ({{2{x[7]}}, {2{x[5]}}, {2{x[3]}}, {2{x[1]}}} & {8{shape[1]}})
         | (x & {8{shape[0]}});
  endfunction

  // ORs the bits of a lane's slots into its top slot.
  function automatic slots_t any(shape_t shape, slots_t x);
    slots_t pair, four;
    pair = x | {x[6:0], 1'b0};
    four = pair | {pair[5:0], 2'b0};
    return ((four | {four[3:0], 4'b0}) & {8{shape[3]}})
         | (four & {8{shape[2]}})
         | (pair & {8{shape[1]}})
         | (x & {8{shape[0]}});
  endfunction

  function automatic slots_t top_slots(shape_t shape);
    return (8'h80 & {8{shape[3]}}) | (8'h88 & {8{shape[2]}}) | (8'haa & {8{shape[1]}})
         | {8{shape[0]}};
  endfunction

  // Constant words for each shape, with `width` bits per slot: `count` ones in every lane from bit
  // `first` on, counted from the lane's top down.
  function automatic shape_words_t from_top(
    int unsigned width, int unsigned first, int unsigned count
  );
    int unsigned depth;
    from_top = '0;
    for (int unsigned n = 0; n < Shapes; n++) begin
      for (int unsigned i = 0; i < Slots * width; i++) begin
        depth = (width << n) - 1 - i % (width << n);
        from_top[n][i] = depth >= first && depth < first + count;
      end
    end
  endfunction

  // Constant words for each shape, with `first` counted from the lane's bottom up.
  function automatic shape_words_t from_bottom(
    int unsigned width, int unsigned first, int unsigned count
  );
    int unsigned height;
    from_bottom = '0;
    for (int unsigned n = 0; n < Shapes; n++) begin
      for (int unsigned i = 0; i < Slots * width; i++) begin
        height = i % (width << n);
        from_bottom[n][i] = height >= first && height < first + count;
      end
    end
  endfunction

  // Constant words for each mode; the fraction's length is added to `first`.
  function automatic mode_words_t below_fraction(
    int unsigned width, int unsigned first, int unsigned count
  );
    int unsigned lane, depth;
    below_fraction = '0;
    for (int unsigned m = 0; m < Modes; m++) begin
      lane = width * LaneSlots[m];
      for (int unsigned i = 0; i < Slots * width; i++) begin
        depth = lane - 1 - i % lane;
        below_fraction[m][i] = depth >= FracBits[m] + first && depth < FracBits[m] + first + count;
      end
    end
  endfunction

  // Selects the word of a shape, or of a mode.
  function automatic window_t of_shape(shape_t shape, shape_words_t words);
    of_shape = '0;
    for (int n = 0; n < Shapes; n++) of_shape |= words[n] & {(21*Slots){shape[n]}};
  endfunction

  function automatic window_t of_mode(modes_t mode, mode_words_t words);
    of_mode = '0;
    for (int m = 0; m < Modes; m++) of_mode |= words[m] & {(21*Slots){mode[m]}};
  endfunction

endpackage
