// SPDX-License-Identifier: Apache-2.0
//
// B = A^T of words through a tile: rows in, columns out.
//
//     x0  rows of A, not 0
//     x1  columns of A, not 0
//     x2  A, x3 B

        .arch   armv9-a+sme
        .text
        .global transpose
        .type   transpose, %function
transpose:
        smstart
        cntw    x9
        mov     x10, #0                         // row of A
1:      whilelt p0.s, x10, x0
        mov     x11, #0                         // column of A
2:      whilelt p1.s, x11, x1
        madd    x6, x10, x1, x11                // the block in A
        add     x6, x2, x6, lsl #2
        sub     x8, x0, x10                     // rows left
        mov     w12, #0
3:      ld1w    {za0h.s[w12, 0]}, p1/z, [x6]
        add     x6, x6, x1, lsl #2
        add     w12, w12, #1
        cmp     w12, w9
        ccmp    w12, w8, #0, lt                 // and rows left
        b.lt    3b

        madd    x6, x11, x0, x10                // the block in B
        add     x6, x3, x6, lsl #2
        sub     x8, x1, x11                     // columns left
        mov     w12, #0
4:      st1w    {za0v.s[w12, 0]}, p0, [x6]
        add     x6, x6, x0, lsl #2
        add     w12, w12, #1
        cmp     w12, w9
        ccmp    w12, w8, #0, lt
        b.lt    4b
        add     x11, x11, x9
        cmp     x11, x1
        b.lt    2b
        add     x10, x10, x9
        cmp     x10, x0
        b.lt    1b
        smstop
        ret
        .size   transpose, . - transpose
