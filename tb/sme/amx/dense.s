// SPDX-License-Identifier: Apache-2.0
//
// A layer of a network in int8: C = sigmoid(A B), 16 x 64 numbers in FP32. The sigmoid is sixteen
// straight pieces, whose tables have the factor between a sum and its argument in them.
//
//     x0  K, a multiple of 4, not 0
//     x1  A, K / 4 x 16 x 4: four of K together
//     x2  B, K x 64, at a multiple of 128
//     x3  C, 16 x 64
//     x4  where the pieces begin, ascending, the first at -infinity; their slopes; their values at 0
//
// Every fourth byte of Y is a factor: four of K are at the offsets 0 to 3. The shuffle brings bytes
// 16 q + i of X to 4 i + q, whose sums are in row 4 m + q: four rows are a row of C.

        .include "amx.inc"

        .global dense_sigmoid
        .type   dense_sigmoid, %function
dense_sigmoid:
        amx_set
        mov     x9, #0x5000000000000000         // four registers
1:      ldy     x1
        orr     x6, x2, x9
        ldx     x6
        .irp    k, 0, 1, 2, 3
        // x and y signed, bytes to words, x shuffled
        operand x7, 1 << 63 | 1 << 26 | 8 << 47 | 10 << 42 | 2 << 29 | \k * 64 << 10 | \k
        matint  x7
        .endr
        add     x1, x1, #64
        add     x2, x2, #256
        subs    x0, x0, #4
        b.ne    1b

        // Sums below 2^22 as numbers: 1.5 * 2^23 is added to the words and subtracted in FP32.
        adr     x6, constants
        ldx     x6
        add     x7, x6, #64
        ldy     x7
        operand x7, 3 << 42                     // half words to words
        matint  x7
        add     x7, x6, #128
        ldx     x7
        add     x7, x6, #192
        ldy     x7
        .irp    r, 0, 1, 2, 3
        operand x7, 1 << 47 | 4 << 42 | \r << 20
        matfp   x7
        .endr

        // The pieces: begins in y1, slopes in y2, values in y4.
        orr     x7, x4, #1 << 56
        ldy     x7
        add     x7, x4, #64
        orr     x7, x7, #2 << 56
        ldy     x7
        add     x7, x4, #128
        orr     x7, x7, #4 << 56
        ldy     x7
        operand x14, 1 << 60 | 1 << 59 | 1 << 20                        // x1 = pieces of x0
        operand x15, 11 << 53 | 2 << 60 | 1 << 59 | 1 << 25 | 64        // y0 = slopes
        operand x16, 11 << 53 | 4 << 60 | 1 << 59 | 1 << 26 | 64        // z = values
        operand x17, 4 << 42                                            // z += x0 y0
        mov     x11, #0
2:      lsl     x12, x11, #20
        orr     x13, x12, #1 << 28              // words
        extrh   x13
        genlut  x14
        genlut  x15
        orr     x13, x16, x12
        genlut  x13
        orr     x13, x17, x12
        vecfp   x13
        orr     x13, x3, x11, lsl #56
        stz     x13
        add     x3, x3, #64
        add     x11, x11, #1
        cmp     x11, #64
        b.ne    2b
        amx_clr
        ret

        .balign 64
constants:
        .fill   32, 2, 0x9680                   // times 2^15 it is the code of 1.5 * 2^23
        .fill   32, 2, 0x8000
        .fill   16, 4, 0x4b400000               // 1.5 * 2^23
        .fill   16, 4, 0x3f800000               // 1
        .size   dense_sigmoid, . - dense_sigmoid
