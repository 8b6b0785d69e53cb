// SPDX-License-Identifier: Apache-2.0
//
// The transpose of 16 x 16 words: rows into Z, columns out of it through Y.
//
//     x0  to      x1  from a row there to the next, in bytes
//     x2  from    x3  from a row there to the next

        .include "amx.inc"

        .global transpose_32
        .type   transpose_32, %function
transpose_32:
        amx_set
        mov     x9, #0                          // Z row 4 i
1:      orr     x10, x2, x9, lsl #56
        ldz     x10
        add     x2, x2, x3
        add     x9, x9, #4
        cmp     x9, #64
        b.ne    1b

        mov     x9, #0                          // Z column 4 i
2:      lsl     x10, x9, #20
        orr     x10, x10, #1 << 28              // words
        extrv   x10
        sty     x0
        add     x0, x0, x1
        add     x9, x9, #4
        cmp     x9, #64
        b.ne    2b
        amx_clr
        ret
        .size   transpose_32, . - transpose_32
