// SPDX-License-Identifier: Apache-2.0
//
// What a block fused dot-product-accumulate is made of: the parameters of a profile. The same names
// and values as in sim/golden/dpa.hpp, which says what they mean.

package weft_dpa_pkg;

  // How L products and C become one number.
  typedef enum logic [2:0] {
    Joint,     // aligned to the largest exponent, cut to a grid, summed, normalised once
    TwoStage,  // the products alone first; their sum and C aligned and summed again
    Exact,     // no bit is lost before the one rounding
    Tree,      // every product and every sum of two is rounded
    Fma        // one fused multiply-add a product
  } algo_e;

  // What happens to bits below the grid.
  typedef enum logic [1:0] {
    Trunc,  // the magnitude is truncated
    Jam,    // then its last bit says whether anything was lost
    Floor   // the signed value is truncated
  } cut_e;

  // What the codes of the largest exponent are.
  typedef enum logic [1:0] {
    Ieee,   // infinities and NaN
    Fn,     // numbers, but for the code of all ones, which is NaN
    Fnuz,   // numbers; the code of -0 is NaN
    Finite  // numbers
  } specials_e;

  // Where C comes in: at the first block, or by a sum of its own after an instruction from zero.
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
    int        width;  // of all of it
  } element_t;

  // A profile: golden's fields, in golden's order.
  typedef struct packed {
    element_t           a, b;
    int                 c_exp_bits, c_frac_bits;          // of C and the result
    int                 scale_exp_bits, scale_frac_bits;  // of a block scale
    int                 scale_block;                      // elements that share one, or 0
    int                 lanes, depth;                     // of a block, of an instruction
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

  localparam int NoFloor = -32'sd4096;  // of emax_floor: the largest exponent is that of the terms
  localparam int NoDrop  = 32'sd4096;   // of c_drop: C counts however small it is

endpackage
