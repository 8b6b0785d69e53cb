// SPDX-License-Identifier: Apache-2.0
//
// C = A B in FP32, BF16 with sums in FP32, INT8 with sums in INT32: outer products into four tiles,
// a block of 2 x 2 of C at a time. BFMOPA takes two neighbours of K at once, SMOPA four; so the
// operands are packed as words of `Pack` neighbours of K:
//
//     x0  M               C  M x N
//     x1  N               A  K/Pack x M words, the transpose of the left operand
//     x2  K/Pack, not 0   B  K/Pack x N words
//     x3  A, x4 B, x5 C

        .arch   armv9-a+sme

        .macro  gemm name, mopa, element
        .global \name
        .type   \name, %function
\name:
        smstart
        cntw    x9                              // of a tile: rows, columns
        ptrue   p4.b
        mov     x10, #0                         // row of C
1:      whilelt p0.s, x10, x0                   // rows of the upper tiles, of the lower tiles
        add     x11, x10, x9
        whilelt p1.s, x11, x0
        mov     x13, #0                         // column of C
2:      whilelt p2.s, x13, x1
        add     x14, x13, x9
        whilelt p3.s, x14, x1
        zero    {za}
        add     x6, x3, x10, lsl #2
        add     x7, x4, x13, lsl #2
        mov     x8, x2
3:      ld1w    {z0.s}, p0/z, [x6]
        ld1w    {z1.s}, p1/z, [x6, #1, mul vl]
        ld1w    {z2.s}, p2/z, [x7]
        ld1w    {z3.s}, p3/z, [x7, #1, mul vl]
        \mopa   za0.s, p4/m, p4/m, z0.\element, z2.\element
        \mopa   za1.s, p4/m, p4/m, z0.\element, z3.\element
        \mopa   za2.s, p4/m, p4/m, z1.\element, z2.\element
        \mopa   za3.s, p4/m, p4/m, z1.\element, z3.\element
        add     x6, x6, x0, lsl #2
        add     x7, x7, x1, lsl #2
        subs    x8, x8, #1
        b.ne    3b

        madd    x6, x10, x1, x13                // the block in C
        add     x6, x5, x6, lsl #2
        sub     x8, x0, x10                     // rows left
        mov     w12, #0
4:      cmp     w12, w8
        b.ge    5f
        st1w    {za0h.s[w12, 0]}, p2, [x6]
        st1w    {za1h.s[w12, 0]}, p3, [x6, x9, lsl #2]
        add     x6, x6, x1, lsl #2
        add     w12, w12, #1
        cmp     w12, w9
        b.lt    4b
        sub     x8, x8, x9
        mov     w12, #0
6:      cmp     w12, w8
        b.ge    5f
        st1w    {za2h.s[w12, 0]}, p2, [x6]
        st1w    {za3h.s[w12, 0]}, p3, [x6, x9, lsl #2]
        add     x6, x6, x1, lsl #2
        add     w12, w12, #1
        cmp     w12, w9
        b.lt    6b
5:      incw    x13, all, mul #2
        cmp     x13, x1
        b.lt    2b
        incw    x10, all, mul #2
        cmp     x10, x0
        b.lt    1b
        smstop
        ret
        .size   \name, . - \name
        .endm

        .text
        gemm    gemm_fp32, fmopa, s
        gemm    gemm_bf16, bfmopa, h
        gemm    gemm_int8, smopa, b
