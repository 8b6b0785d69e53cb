// SPDX-License-Identifier: Apache-2.0
//
// gemm_fp32 of gemm.s over and over, as an executable, for `weft za bench`.

        .arch   armv9-a+sme

        .equ    Times, 40
        .equ    M, 32
        .equ    N, 32
        .equ    K, 64

        .text
        .global _start
_start: adrp    x3, a                           // small numbers that differ
        add     x3, x3, #:lo12:a
        mov     x0, #K * (M + N)
        mov     w1, #0x3f800000
1:      sub     x0, x0, #1
        add     w2, w1, w0, lsl #12
        str     w2, [x3, x0, lsl #2]
        cbnz    x0, 1b

        mov     x19, #Times
2:      mov     x0, #M
        mov     x1, #N
        mov     x2, #K
        adrp    x3, a
        add     x3, x3, #:lo12:a
        add     x4, x3, #4 * K * M
        adrp    x5, c
        add     x5, x5, #:lo12:c
        bl      gemm_fp32
        subs    x19, x19, #1
        b.ne    2b

        mov     x0, #0
        mov     x8, #93                         // exit
        svc     #0

        .bss
        .balign 64
a:      .skip   4 * K * (M + N)                 // and B
c:      .skip   4 * M * N
