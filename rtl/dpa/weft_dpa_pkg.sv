// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a profile of a block fused dot-product-accumulate. Names and values match
// sim/golden/dpa.hpp, which documents them.

package weft_dpa_pkg;

  // How a block adds its L products and C.
  typedef enum logic [2:0] {
    Joint,     // aligned to the largest exponent, cut to a grid, summed, normalised once
    TwoStage,  // the products are summed first; then their sum and C are aligned and summed
    Exact,     // no bit is lost before the one rounding
    Tree,      // every product and every sum of two is rounded
    Fma        // one fused multiply-add a product
  } algo_e;

  // How bits below the grid are cut off.
  typedef enum logic [1:0] {
    Trunc,  // the magnitude is truncated
    Jam,    // likewise, and the last bit is set if a lost bit was set
    Floor   // the signed value is truncated
  } cut_e;

  // The meaning of the codes with the largest exponent.
  typedef enum logic [1:0] {
    Ieee,   // infinities and NaN
    Fn,     // numbers, but for the code of all ones, which is NaN
    Fnuz,   // numbers; the code of -0 is NaN
    Finite  // numbers
  } specials_e;

  // Where C is added: in the first block, or by a separate addition after an instruction that
  // starts from zero.
  typedef enum logic {
    CFirst,
    CLast
  } start_e;

  // The order of elements inside an instruction.
  typedef enum logic [1:0] {
    InOrder,    // 0, 1, 2, ...
    OddFirst,   // 1, 0, 3, 2, ...
    EvenPairs   // the even pairs, then the odd: 0, 1, 4, 5, ..., 2, 3, 6, 7, ...
  } order_e;

  // The format of the elements of A and B: `pad` bits below the fraction are stored and ignored.
  typedef struct packed {
    int        exp_bits, frac_bits, bias;
    specials_e specials;
    int        pad;
    int        width;  // bits of an element
  } element_t;

  // A profile, with golden's fields in golden's order.
  typedef struct packed {
    element_t           a, b;
    int                 c_exp_bits, c_frac_bits;          // format of C and the result
    int                 scale_exp_bits, scale_frac_bits;  // format of a block scale
    int                 scale_block;                      // elements that share a scale, or 0
    int                 lanes, depth;                     // elements of a block, of an instruction
    order_e             order;
    start_e             start;
    int                 chains;
    algo_e              algo;
    int                 grid;
    cut_e               cut;
    logic               c_joins;
    int                 exact_group, groups;
    cut_e               group_cut;
    int                 sum_grid, c_grid, c_drop;
    logic               zero_votes;
    int                 zero_exp, emax_floor;
    logic               ab_exp_from_format, c_exp_from_format;
    logic               product_overflow, overflow_last;
    logic               daz_ab, daz_c, daz_plus, ftz, tiny_after;
    logic [2:0]         round;                            // weft_float_pkg::round_e
    int                 out_frac;
    logic [63:0]        nan;
    logic               neg_zero_sum, neg_zero_keep;
  } profile_t;

  localparam int NoFloor = -32'sd4096;  // emax_floor: no floor, only the terms' exponents count
  localparam int NoDrop  = 32'sd4096;   // c_drop: C is never dropped

endpackage
