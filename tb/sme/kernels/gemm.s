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

        .macro  gemm name, mopa, element, tile, memory, log
        .global \name
        .type   \name, %function
\name:
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
        .size   \name, . - \name
        .endm

        .text
        gemm    gemm_fp32, fmopa, s, s, w, 2
        gemm    gemm_bf16, bfmopa, h, s, w, 2
        gemm    gemm_fp16, fmopa, h, s, w, 2
        gemm    gemm_int8, smopa, b, s, w, 2
        gemm    gemm_fp64, fmopa, d, d, d, 3
        gemm    gemm_int16, smopa, h, d, d, 3
