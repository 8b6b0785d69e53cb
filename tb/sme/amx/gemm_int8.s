// SPDX-License-Identifier: Apache-2.0
//
// C = A B in int8, 16 x 64 sums of 32 bits.
//
//     x0  K, a multiple of 4, not 0
//     x1  A, K / 4 x 16 x 4: four of K together
//     x2  B, K x 64, at a multiple of 128
//     x3  C, 16 x 64
//
// gemm_int8_packed: byte 4 i + q of 64 of B is of column 16 q + i, whose sums are in row 4 m + q.
// gemm_int8: B has its columns in order, and the shuffle brings them there.

        .include "amx.inc"

        .macro  gemm_int8_of name, shuffle
        .global \name
        .type   \name, %function
\name:
        amx_set
        mov     x9, #0x5000000000000000         // four registers
        // x and y signed, bytes to words; x0 to x3 with bytes 0 to 3 of the words of y0
        .irp    k, 0, 1, 2, 3
        operand x1\k, 1 << 63 | 1 << 26 | 8 << 47 | 10 << 42 | \shuffle << 29 | \k * 64 << 10 | \k
        .endr
1:      ldy     x1
        orr     x6, x2, x9
        ldx     x6
        .irp    k, 10, 11, 12, 13
        matint  x\k
        .endr
        add     x1, x1, #64
        add     x2, x2, #256
        subs    x0, x0, #4
        b.ne    1b
        mov     x11, #0
2:      orr     x12, x3, x11, lsl #56
        stz     x12
        add     x3, x3, #64
        add     x11, x11, #1
        cmp     x11, #64
        b.ne    2b
        amx_clr
        ret
        .size   \name, . - \name
        .endm

        gemm_int8_of gemm_int8_packed, 0
        gemm_int8_of gemm_int8, 2
