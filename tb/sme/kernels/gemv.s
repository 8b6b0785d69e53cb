// SPDX-License-Identifier: Apache-2.0
//
// y = A x of int8 with sums of 32 bits, for SVL / 2 rows of A. The words of four vectors are numbers
// because the assembler has no SME2.
//
//     gemv_int8       x0  K / 16, not 0
//                     x1  A, for each four columns a vector of the bytes of SVL / 32 rows after the
//                         other, four bytes a row
//                     x2  x, K bytes
//                     x3  y, SVL / 2 words
//                     x4  bytes of A from sixteen columns to the next
//     run_gemv_int8   4096 columns, the same sixteen of A each time, SVL 512 at most
//
// A vector of four rows a word, in four groups of four vectors, which take turns in ZA.

        .arch   armv9-a+sme

        // Four vectors of A from number \i on, to z\z and the next three.
        .macro  rows_of_a z, i
        .inst   0xa0408020 | ((\i) & 15) << 16 | \z
        .endm
        // SDOT za.s[w8, \g, vgx4], {z\z.b-z\z+3.b}, z8.b[\quad]
        .macro  sdot4 g, z, quad
        .inst   0xc1589020 | \quad << 10 | (\z >> 2) << 7 | \g
        .endm
        // The sums of group \g.
        .macro  sums g
        .inst   0xc0060c00 | \g << 5           // mova {z0.d-z3.d}, za.d[w8, \g, vgx4]
        .inst   0xa060c060 | \g << 16          // st1w {z0.s-z3.s}, pn8, [x3, #4 * \g, mul vl]
        .endm

        .text
        .global gemv_int8
        .type   gemv_int8, %function
gemv_int8:
        smstart
        zero    {za}
        mov     w8, #0
        ptrue   p0.b
        .inst   0x25207810                      // ptrue pn8.b
        addvl   x1, x1, #31
        addvl   x1, x1, #1
1:      ld1rqb  {z8.b}, p0/z, [x2]
        .irp    quad, 0, 1, 2, 3
        rows_of_a 0, 4 * \quad - 8
        sdot4   0, 0, \quad
        rows_of_a 4, 4 * \quad - 7
        sdot4   1, 4, \quad
        rows_of_a 0, 4 * \quad - 6
        sdot4   2, 0, \quad
        rows_of_a 4, 4 * \quad - 5
        sdot4   3, 4, \quad
        .endr
        add     x1, x1, x4
        add     x2, x2, #16
        subs    x0, x0, #1
        b.ne    1b
        .irp    g, 0, 1, 2, 3
        sums    \g
        .endr
        smstop
        ret
        .size   gemv_int8, . - gemv_int8

        .global run_gemv_int8
        .type   run_gemv_int8, %function
run_gemv_int8:
        mov     x0, #256
        adrp    x1, a
        add     x1, x1, #:lo12:a
        adrp    x2, x
        add     x2, x2, #:lo12:x
        adrp    x3, y
        add     x3, x3, #:lo12:y
        mov     x4, #0
        b       gemv_int8
        .size   run_gemv_int8, . - run_gemv_int8

        .bss
        .balign 64
a:      .skip   4096
y:      .skip   1024
x:      .skip   4096
