// SPDX-License-Identifier: Apache-2.0
//
// C = A B by outer products: FP32; BF16 and FP16 with sums in FP32, INT8 in INT32; FP64; INT16 with
// sums in INT64. An outer product takes `Pack` neighbours of K at once, two of BF16 and FP16, four
// of integers; so the operands are packed as words of `Pack` neighbours of K, as wide as an element
// of C:
//
//     x0  M               C  M x N
//     x1  N               A  K/Pack x M words, the transpose of the left operand
//     x2  K/Pack, not 0   B  K/Pack x N words
//     x3  A, x4 B, x5 C
//
// All tiles are a block of C, 2 x 2 of 32-bit elements, 4 x 2 of 64-bit ones. The outer products of
// a step of K change one operand at a time:
//
//          a0  a1           a0  a1  a2  a3
//      b0  1   4        b0  1   4   5   8
//      b1  2   3        b1  2   3   6   7
//
// Each vector is loaded after the last outer product of the step before that uses its register, and
// there is one load at most between two outer products: a load goes on while one is computed. So
// the last outer product of a step stands at the beginning of the next, behind the load of a0.

        .arch   armv9-a+sme+sme-f64+sme-i64

// The rows of C that two tiles side by side have, from x6 on; x8 are left.
        .macro  rows tile, memory, log, left, right
        mov     w12, #0
8:      cmp     w12, w8
        b.ge    5f
        st1\memory {za\left\()h.\tile[w12, 0]}, p4, [x6]
        st1\memory {za\right\()h.\tile[w12, 0]}, p5, [x6, x9, lsl #\log]
        add     x6, x6, x1, lsl #\log
        add     w12, w12, #1
        cmp     w12, w9
        b.lt    8b
        sub     x8, x8, x9
        .endm

        .macro  blocks mopa, element, tile, memory, log
        smstart
        cnt\memory x9                           // of a tile: rows, columns
        ptrue   p6.b
        mov     x10, #0                         // row of C
1:      whilelt p0.\tile, x10, x0               // rows of each tile
        add     x11, x10, x9
        whilelt p1.\tile, x11, x0
        .ifc    \tile, d
        add     x11, x11, x9
        whilelt p2.d, x11, x0
        add     x11, x11, x9
        whilelt p3.d, x11, x0
        .endif
        mov     x13, #0                         // column of C
2:      whilelt p4.\tile, x13, x1
        add     x14, x13, x9
        whilelt p5.\tile, x14, x1
        zero    {za}
        add     x6, x3, x10, lsl #\log
        add     x7, x4, x13, lsl #\log
        mov     x8, x2
        ld1\memory {z0.\tile}, p0/z, [x6]
        ld1\memory {z4.\tile}, p4/z, [x7]
        b       4f
3:      ld1\memory {z0.\tile}, p0/z, [x6]
        .ifc    \tile, s
        \mopa   za2.s, p6/m, p6/m, z1.\element, z4.\element
        .else
        \mopa   za6.d, p6/m, p6/m, z3.\element, z4.\element
        .endif
        ld1\memory {z4.\tile}, p4/z, [x7]
4:      \mopa   za0.\tile, p6/m, p6/m, z0.\element, z4.\element
        ld1\memory {z5.\tile}, p5/z, [x7, #1, mul vl]
        \mopa   za1.\tile, p6/m, p6/m, z0.\element, z5.\element
        ld1\memory {z1.\tile}, p1/z, [x6, #1, mul vl]
        .ifc    \tile, s
        add     x6, x6, x0, lsl #\log
        add     x7, x7, x1, lsl #\log
        subs    x8, x8, #1
        \mopa   za3.s, p6/m, p6/m, z1.\element, z5.\element
        b.ne    3b
        \mopa   za2.s, p6/m, p6/m, z1.\element, z4.\element
        .else
        \mopa   za3.d, p6/m, p6/m, z1.\element, z5.\element
        add     x7, x7, x1, lsl #\log
        subs    x8, x8, #1
        \mopa   za2.d, p6/m, p6/m, z1.\element, z4.\element
        ld1d    {z2.d}, p2/z, [x6, #2, mul vl]
        \mopa   za4.d, p6/m, p6/m, z2.\element, z4.\element
        ld1d    {z3.d}, p3/z, [x6, #3, mul vl]
        \mopa   za5.d, p6/m, p6/m, z2.\element, z5.\element
        add     x6, x6, x0, lsl #\log
        \mopa   za7.d, p6/m, p6/m, z3.\element, z5.\element
        b.ne    3b
        \mopa   za6.d, p6/m, p6/m, z3.\element, z4.\element
        .endif

        madd    x6, x10, x1, x13                // the block in C
        add     x6, x5, x6, lsl #\log
        sub     x8, x0, x10                     // rows left
        rows    \tile, \memory, \log, 0, 1
        rows    \tile, \memory, \log, 2, 3
        .ifc    \tile, d
        rows    \tile, \memory, \log, 4, 5
        rows    \tile, \memory, \log, 6, 7
        .endif
5:      inc\memory x13, all, mul #2
        cmp     x13, x1
        b.lt    2b
        .ifc    \tile, s
        incw    x10, all, mul #2
        .else
        incd    x10, all, mul #4
        .endif
        cmp     x10, x0
        b.lt    1b
        smstop
        ret
        .endm

        .macro  gemm name, mopa, element, tile, memory, log
        .global \name
        .type   \name, %function
\name:
        blocks  \mopa, \element, \tile, \memory, \log
        .size   \name, . - \name
        .endm

        .text
        gemm    gemm_fp32, fmopa, s, s, w, 2
        gemm    gemm_bf16, bfmopa, h, s, w, 2
        gemm    gemm_fp16, fmopa, h, s, w, 2
        gemm    gemm_fp64, fmopa, d, d, d, 3
        gemm    gemm_int16, smopa, h, d, d, 3

// INT8 has a quarter of the steps of K for as many rows of C to store, and its sums do not depend
// on their order: while the rows of one tile are stored, the other three compute. Of the first
// twelve steps of K a tile has some before those that all tiles have, and the others behind them:
//
//      za0     all   stored   0-3      4-7      8-11     all
//      za1     all   8-11     stored   0-3      4-7      all
//      za2     all   8-11     4-7      stored   0-3      all
//      za3     all   8-11     4-7      0-3      stored   all
//              of one block                     of the next one
//
// A block of fewer steps is computed like one of the other types. Words of two vectors, and WHILE
// for them, are numbers because the assembler has no SME2.

        .altmacro
        .macro  product tile, a, b
        smopa   za\tile\().s, p6/m, p6/m, z\a\().b, z\b\().b
        .endm
        .macro  load to, p, from, offset=0
        ld1w    {z\to\().s}, \p/z, [\from, #\offset, mul vl]
        .endm
        // LD1W {z\to.s - z\to+1.s}, pn\pn/z, [x\from]
        .macro  load_two to, pn, from
        .inst   0xa0404000 | (\pn - 8) << 10 | \from << 5 | \to
        .endm
        // Four steps of K from `step` on, 0, 4 or 8, to z\to and the next three, or seven.
        .macro  at base, pitch, step
        .if     \step
        add     x6, \base, \pitch, lsl #(3 + \step / 4)
        .else
        mov     x6, \base
        .endif
        .endm
        .macro  four to, base, pitch, step, p, offset
        at      \base, \pitch, \step
        .irp    k, 0, 1, 2, 3
        load    %(\to + \k), \p, x6, \offset
        add     x6, x6, \pitch, lsl #2
        .endr
        .endm
        .macro  four_twos to, base, pitch, step, pn
        at      \base, \pitch, \step
        .irp    k, 0, 1, 2, 3
        load_two \to + 2 * \k, \pn, 6
        add     x6, x6, \pitch, lsl #2
        .endr
        .endm

        // The rows of a tile of the block at x16 in A, x17 in B.
        .macro  store tile, lower, right, p
        LOCAL   next, row, done
        sub     x6, x16, x3                     // four times its row in C, its column
        sub     x7, x17, x4
        .if     \lower
        add     x6, x6, x9, lsl #2
        .endif
        .if     \right
        add     x7, x7, x9, lsl #2
        .endif
        sub     x8, x0, x6, lsr #2              // rows left
        madd    x6, x6, x1, x7
        add     x6, x6, x5
        mov     w12, #0
        cmp     x8, x9
        b.lt    row
next:   .irp    i, 0, 1, 2, 3
        st1w    {za\tile\()h.s[w12, \i]}, \p, [x6]
        add     x6, x6, x1, lsl #2
        .endr
        add     w12, w12, #4
        cmp     w12, w9
        b.lt    next
        b       done
row:    cmp     w12, w8
        b.ge    done
        st1w    {za\tile\()h.s[w12, 0]}, \p, [x6]
        add     x6, x6, x1, lsl #2
        add     w12, w12, #1
        b       row
done:
        .endm

        // Macro turn stores a block and begins the next one, at row x10 and column x13; at the ends
        // of C one of them is missing. Registers, by the steps of K that they have:
        //
        //      old block   8-11    z0 to z7 of A, upper and lower tiles in turn; z8 to z15 of B,
        //                          left and right ones
        //                  4-7     z24 to z27 of A, lower; z16 to z23 of B
        //                  0-3     z28 to z31 of A, lower; z16 to z19 of B, right
        //      new block   0-3     z0 to z7 of A, z8 to z15 of B
        //                  4-7     z20 to z23 of A, upper; z24 to z27 of B, left; z28 to z31, right
        //                  8-11    z16 to z19 of A, upper; z0, z2, z9, z11 of B, left
        .macro  old line:vararg
        .if     ends
        \line
        .endif
        .endm
        .macro  new line:vararg
        .if     begins
        \line
        .endif
        .endm
        .macro  begin_step to                   // a step from 0 to 3
        load_two \to, 8, 7
        load_two 8 + \to, 9, 6
        add     x7, x7, x0, lsl #2
        add     x6, x6, x1, lsl #2
        .endm
        .macro  begin
        .inst   0x25a05410 | 0 << 16 | 10 << 5 | 0      // whilelt {p0.s, p1.s}, x10, x0: rows
        .inst   0x25a05410 | 1 << 16 | 13 << 5 | 4      // whilelt {p4.s, p5.s}, x13, x1: columns
        .inst   0x25a04410 | 0 << 16 | 10 << 5 | 0      // whilelt pn8.s, x10, x0, vlx2
        .inst   0x25a04410 | 1 << 16 | 13 << 5 | 1      // whilelt pn9.s, x13, x1, vlx2
        add     x14, x3, x10, lsl #2
        add     x15, x4, x13, lsl #2
        mov     x7, x14
        mov     x6, x15
        .endm
        .macro  end_steps
        mov     x16, x14
        mov     x17, x15
        mov     p2.b, p4.b
        mov     p3.b, p5.b
        four_twos 0, x14, x0, 8, 8
        four_twos 8, x15, x1, 8, 9
        store   0, 0, 0, p2
        four_twos 16, x15, x1, 4, 9
        four    24, x14, x0, 4, p1, 1
        four    28, x14, x0, 0, p1, 1
        .endm
        .macro  last_steps a0, b0, b1           // a step from 8 on of za0, from 4 on of za1
        load    \a0, p0, x7
        load    \b0, p4, x6
        load    \b1, p5, x11, 1
        add     x7, x7, x0, lsl #2
        add     x6, x6, x1, lsl #2
        add     x11, x11, x1, lsl #2
        .endm
        .macro  turn ends_here, begins_here
        ends    = \ends_here
        begins  = \begins_here
        old     end_steps
        new     begin
        old     product 1, 0, 9
        old     product 2, 1, 8
        old     product 3, 1, 9
        new     begin_step 0
        old     product 1, 2, 11
        old     product 2, 3, 10
        old     product 3, 3, 11
        new     begin_step 2
        old     product 1, 4, 13
        old     product 2, 5, 12
        old     product 3, 5, 13
        old     product 1, 6, 15
        old     product 2, 7, 14
        old     product 3, 7, 15
        old     store 1, 0, 1, p3
        new     add x7, x14, x0, lsl #3
        new     add x6, x15, x1, lsl #3
        new     zero {za0.s}
        new     begin_step 4
        new     begin_step 6
        old     product 2, 24, 16
        old     product 3, 24, 17
        old     product 2, 25, 18
        old     product 3, 25, 19
        old     four 16, x17, x1, 0, p3, 1
        new     product 0, 0, 8
        old     product 2, 26, 20
        old     product 3, 26, 21
        new     product 0, 2, 10
        old     product 2, 27, 22
        old     product 3, 27, 23
        new     four 20, x14, x0, 4, p0, 0
        new     four 24, x15, x1, 4, p4, 0
        old     store 2, 1, 0, p2
        new     zero {za1.s}
        new     product 0, 4, 12
        old     product 3, 28, 16
        new     product 0, 6, 14
        old     product 3, 29, 17
        new     product 0, 20, 24
        new     product 1, 0, 9
        old     product 3, 30, 18
        new     product 0, 21, 25
        new     product 1, 2, 11
        old     product 3, 31, 19
        old     store 3, 1, 1, p3
        new     add x7, x14, x0, lsl #5
        new     add x6, x15, x1, lsl #5
        new     add x11, x15, x1, lsl #4
        new     last_steps 16, 0, 28
        new     last_steps 17, 2, 29
        new     last_steps 18, 9, 30
        new     last_steps 19, 11, 31
        new     zero {za2.s}
        new     product 0, 22, 26
        new     product 1, 4, 13
        new     product 0, 23, 27
        new     product 1, 6, 15
        new     product 0, 16, 0
        new     product 1, 20, 28
        new     product 2, 1, 8
        new     product 0, 17, 2
        new     product 1, 21, 29
        new     product 2, 3, 10
        new     product 0, 18, 9
        new     product 1, 22, 30
        new     product 2, 5, 12
        new     product 0, 19, 11
        new     product 1, 23, 31
        new     product 2, 7, 14
        new     zero {za3.s}
        .endm

        .global gemm_int8
        .type   gemm_int8, %function
gemm_int8:
        cmp     x2, #12
        b.hs    many_steps
        blocks  smopa, b, s, w, 2
many_steps:
        smstart
        cntw    x9                              // of a tile: rows, columns
        ptrue   p6.b
        mov     x10, #0                         // row of C
        mov     x13, #0                         // column of C
        turn    0, 1
        b       2f
1:      turn    1, 1
2:      subs    x8, x2, #12
        b.eq    4f
        add     x7, x0, x0, lsl #1
        add     x7, x14, x7, lsl #4
        add     x6, x1, x1, lsl #1
        add     x6, x15, x6, lsl #4
3:      load_two 0, 8, 7
        load_two 2, 9, 6
        add     x7, x7, x0, lsl #2
        add     x6, x6, x1, lsl #2
        product 0, 0, 2
        product 1, 0, 3
        product 2, 1, 2
        product 3, 1, 3
        subs    x8, x8, #1
        b.ne    3b
4:      incw    x13, all, mul #2
        cmp     x13, x1
        b.lt    1b
        mov     x13, #0
        incw    x10, all, mul #2
        cmp     x10, x0
        b.lt    1b
        turn    1, 0
        smstop
        ret
        .size   gemm_int8, . - gemm_int8
