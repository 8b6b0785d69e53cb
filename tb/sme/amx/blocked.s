// SPDX-License-Identifier: Apache-2.0
//
// C = A B in FP32 by blocks of 32 x 32: for 32 rows of A, which are packed on the way to the first
// block of C, all blocks of C beside each other.
//
//     x0, x1, x2   M, K, N, multiples of 32
//     x3, x4, x5   A, M x K; B, K x N; C, M x N; at multiples of 128
//     x6           room for K x 32 numbers, at a multiple of 128

        .include "amx.inc"

        .global matmul
        .type   matmul, %function
matmul: amx_set
        stp     x19, x20, [sp, #-96]!
        stp     x21, x22, [sp, #16]
        stp     x23, x24, [sp, #32]
        stp     x25, x26, [sp, #48]
        stp     x27, x28, [sp, #64]
        lsl     x20, x1, #2                     // bytes of a row of A, of B and C
        lsl     x21, x2, #2
        mov     x24, #(1 << 20)                 // operands of the products
        add     x24, x24, #64 << 10
        mov     x25, #(2 << 20)
        add     x25, x25, #64
        add     x26, x24, x25
        mov     x22, #0                         // row of C

1:      mov     x23, #0                         // column of C
        // Packs 32 rows of A: a row of it becomes a column.
        mov     x7, #0
2:      add     x8, x22, x7
        madd    x8, x8, x20, x3
        add     x9, x6, x7, lsl #2
        mov     x10, x1
3:      ldr     w11, [x8], #4
        str     w11, [x9], #128
        subs    x10, x10, #1
        b.ne    3b
        add     x7, x7, #1
        cmp     x7, #32
        b.ne    2b

4:      mov     x10, x1
        orr     x12, x6, #1 << 62
        add     x13, x4, x23, lsl #2
        orr     x13, x13, #1 << 62
        mov     x14, #1 << 27                   // the first products replace z
        orr     x15, x24, x14
        orr     x16, x25, x14
        orr     x17, x26, x14
5:      ldy     x12
        ldx     x13
        fma32   x14
        fma32   x15
        fma32   x16
        fma32   x17
        add     x12, x12, #128
        add     x13, x13, x21
        mov     x14, #0
        mov     x15, x24
        mov     x16, x25
        mov     x17, x26
        subs    x10, x10, #1
        b.ne    5b

        // Row m of the block: rows 4 (m mod 16) + 2 (m / 16) of Z and the next.
        madd    x8, x22, x21, x5
        add     x8, x8, x23, lsl #2
        orr     x8, x8, #1 << 62
        mov     x11, #0
6:      and     x12, x11, #15
        lsl     x12, x12, #2
        lsr     x13, x11, #4
        add     x12, x12, x13, lsl #1
        orr     x12, x8, x12, lsl #56
        stz     x12
        add     x8, x8, x21
        add     x11, x11, #1
        cmp     x11, #32
        b.ne    6b

        add     x23, x23, #32
        cmp     x23, x2
        b.ne    4b
        add     x22, x22, #32
        cmp     x22, x0
        b.ne    1b
        ldp     x27, x28, [sp, #64]
        ldp     x25, x26, [sp, #48]
        ldp     x23, x24, [sp, #32]
        ldp     x21, x22, [sp, #16]
        ldp     x19, x20, [sp], #96
        amx_clr
        ret
        .size   matmul, . - matmul
