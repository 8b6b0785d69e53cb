// SPDX-License-Identifier: Apache-2.0
//
// A block of C = A B in FP32 from packed operands, by two ways to share the registers: one of M and
// four of N, four products for a K; two of M and two of N, eight products for two of K.
//
//     x0  K, an even number, not 0
//     x1  A, K x 16 or K x 32, its transpose, at a multiple of 128
//     x2  B, K x 64 or K x 32, at a multiple of 128
//     x3  C, rows of 64 or 32 one behind the other, at a multiple of 128

        .include "amx.inc"

        // The operand of a product: offsets of X and Y, row of Z.
        .macro  product to, x, y, z
        mov     \to, #\y * 64
        .if     \x + \z != 0
        add     \to, \to, #16 * \x + 256 * \z, lsl #12
        .endif
        .endm
        .macro  first to                        // replaces z
        orr     \to, \to, #1 << 27
        .endm
        .macro  others to
        and     \to, \to, #~(1 << 27)
        .endm

        .global strategy_1
        .type   strategy_1, %function
strategy_1:
        amx_set
        mov     x4, #5 << 60                    // four registers
        orr     x2, x2, x4
        // The even K has Y 0 and X 0 to 3, the odd one Y 1 and X 4 to 7.
        product x8, 1, 0, 1
        product x9, 2, 0, 2
        product x10, 3, 0, 3
        mov     x7, #0
        product x12, 4, 1, 0
        product x13, 5, 1, 1
        product x14, 6, 1, 2
        product x15, 7, 1, 3
        .irp    r, 7, 8, 9, 10
        first   x\r
        .endr
        mov     x5, #1 << 56                    // register 1
        mov     x6, #4 << 56                    // register 4
1:      ldy     x1
        ldx     x2
        .irp    r, 7, 8, 9, 10
        fma32   x\r
        others  x\r
        .endr
        add     x1, x1, #64
        add     x2, x2, #256
        orr     x16, x1, x5
        ldy     x16
        orr     x17, x2, x6
        ldx     x17
        .irp    r, 12, 13, 14, 15
        fma32   x\r
        .endr
        add     x1, x1, #64
        add     x2, x2, #256
        subs    x0, x0, #2
        b.ne    1b
        // Row m of C: rows 4 m to 4 m + 3 of Z, two at a time.
        orr     x3, x3, #1 << 62
        mov     x6, #2 << 56
        add     x6, x6, #128
        mov     x0, #32
2:      stz     x3
        add     x3, x3, x6
        subs    x0, x0, #1
        b.ne    2b
        amx_clr
        ret
        .size   strategy_1, . - strategy_1

        .global strategy_3
        .type   strategy_3, %function
strategy_3:
        amx_set
        mov     x4, #5 << 60                    // four registers
        orr     x1, x1, x4
        orr     x2, x2, x4
        mov     x7, #0
        product x8, 1, 0, 1
        product x9, 0, 1, 2
        product x10, 1, 1, 3
        product x12, 2, 2, 0
        product x13, 3, 2, 1
        product x14, 2, 3, 2
        product x15, 3, 3, 3
        .irp    r, 7, 8, 9, 10
        first   x\r
        .endr
1:      ldy     x1
        ldx     x2
        .irp    r, 7, 8, 9, 10
        fma32   x\r
        others  x\r
        .endr
        .irp    r, 12, 13, 14, 15
        fma32   x\r
        .endr
        add     x1, x1, #256
        add     x2, x2, #256
        subs    x0, x0, #2
        b.ne    1b
        // Row m of C: rows 4 m and 4 m + 1 of Z; of its lower half 4 m + 2 and 4 m + 3.
        orr     x3, x3, #1 << 62
        mov     x6, #4 << 56
        add     x6, x6, #128
        mov     x5, x3
        mov     x0, #16
2:      stz     x5
        add     x5, x5, x6
        subs    x0, x0, #1
        b.ne    2b
        mov     x6, #4 << 56
        add     x6, x6, #128
        mov     x5, #2 << 56
        add     x5, x5, #2048
        add     x5, x5, x3
        mov     x0, #16
3:      stz     x5
        add     x5, x5, x6
        subs    x0, x0, #1
        b.ne    3b
        amx_clr
        ret
        .size   strategy_3, . - strategy_3
