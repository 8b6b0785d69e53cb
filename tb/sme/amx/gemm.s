// SPDX-License-Identifier: Apache-2.0
//
// A block of 32 x 32 of C = A B or C += A B in FP32 from packed operands. For each of K there are
// four outer products of 16 x 16; two of K are loaded at a time, four registers of X and of Y.
//
//     x0  K, an even number, not 0      x3  C, rows of 32 at multiples of 128 bytes
//     x1  A, K x 32, its transpose      x4  from a row of C to the next, in bytes
//     x2  B, K x 32                     x5  0: C = A B, 1: C += A B
//
//                            X   k, n 0-15   k, n 16-31   k + 1, n 0-15   k + 1, n 16-31
//     Y  k, m 0-15               Z 0         Z 1
//        k, m 16-31              Z 2         Z 3
//        k + 1, m 0-15                                    Z 0             Z 1
//        k + 1, m 16-31                                   Z 2             Z 3

        .include "amx.inc"

        // For every row r of C: its 128 bytes are two rows of Z, 4 (r % 16) + 2 (r / 16) and the
        // next.
        .macro  each_row instruction
        mov     x11, #0
1:      and     x12, x11, #15
        lsl     x12, x12, #2
        lsr     x13, x11, #4
        add     x12, x12, x13, lsl #1
        madd    x13, x11, x4, x3
        orr     x13, x13, x12, lsl #56
        orr     x13, x13, #0x4000000000000000   // a pair
        \instruction x13
        add     x11, x11, #1
        cmp     x11, #32
        b.ne    1b
        .endm

        .global gemm_fp32
        .type   gemm_fp32, %function
gemm_fp32:
        amx_set
        mov     x9, #0x5000000000000000         // four registers
        mov     x10, #1 << 27                   // the first products replace z
        cbz     x5, 2f
        mov     x10, #0
        each_row ldz

2:      orr     x6, x1, x9
        ldy     x6
        orr     x6, x2, x9
        ldx     x6
        .irp    k, 0, 1
        .irp    m, 0, 1
        .irp    n, 0, 1
        mov     w7, #(\k * 128 + \m * 64)       // y_offset, x_offset, z_row
        mov     w8, #(\k * 128 + \n * 64)
        orr     w7, w7, w8, lsl #10
        mov     w8, #(\m * 2 + \n)
        orr     w7, w7, w8, lsl #20
        orr     x7, x7, x10
        fma32   x7
        .endr
        .endr
        mov     x10, #0
        .endr
        add     x1, x1, #256
        add     x2, x2, #256
        subs    x0, x0, #2
        b.ne    2b

        each_row stz
        amx_clr
        ret
        .size   gemm_fp32, . - gemm_fp32
