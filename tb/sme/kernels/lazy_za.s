// SPDX-License-Identifier: Apache-2.0
//
// A caller with ZA in use calls a function that has a ZA of its own, as the procedure call standard
// has it: the caller leaves the address of a block in TPIDR2_EL0, the function saves ZA there and
// clears TPIDR2_EL0, the caller finds it cleared and restores ZA.
//
//     x0  n, a number of results     x3  FP32: scale, lower bound, upper bound; a 32-bit divisor
//     x1  a, 4 n signed bytes        x4  n bytes
//     x2  b, 16 signed bytes         x5  16 bytes for the block, behind 64 bytes SVL x SVL for ZA
//
//     x4[i] = clamp(scale * (a[4i] b[4] + ... + a[4i+3] b[7]), bounds) rounded to nearest / divisor
//
// Source: Procedure Call Standard for the Arm 64-bit Architecture, AAPCS64, 2023Q3, "SME".

        .arch   armv9-a+sme+sve2

        .macro  tpidr2 op, r
        .ifc    \op, mrs
        mrs     \r, s3_3_c13_c0_5
        .else
        msr     s3_3_c13_c0_5, \r
        .endif
        .endm

// All rows of ZA to or from x9 on; x10 and w15 change.
        .macro  each_row op
        rdsvl   x10, #1
        mov     w15, #0
1:      \op     za[w15, 0], [x9]
        addsvl  x9, x9, #1
        add     w15, w15, #1
        cmp     w15, w10
        b.lt    1b
        .endm

        .text
        .global lazy_za
        .type   lazy_za, %function
lazy_za:
        stp     x29, x30, [sp, #-32]!
        str     x5, [sp, #16]
        add     x9, x5, #64                     // the block: a buffer, its rows, zeros
        str     x9, [x5]
        rdsvl   x10, #1
        str     x10, [x5, #8]
        tpidr2  msr, x5
        bl      2f
        ldr     x5, [sp, #16]
        tpidr2  mrs, x9
        cbnz    x9, 3f
        smstart za
        ldr     x9, [x5]
        each_row ldr
3:      tpidr2  msr, xzr
        ldp     x29, x30, [sp], #32
        ret

// __arm_tpidr2_save.
4:      tpidr2  mrs, x11
        ldr     x9, [x11]
        cbz     x9, 5f
        each_row str
5:      ret

// The function with a ZA of its own.
2:      stp     x29, x30, [sp, #-16]!
        tpidr2  mrs, x9
        cbz     x9, 6f
        bl      4b
        tpidr2  msr, xzr
6:      smstart
        zero    {za}
        ptrue   p0.s
        ld1rw   {z4.s}, p0/z, [x3]              // scale, bounds, divisor
        ld1rw   {z5.s}, p0/z, [x3, #4]
        ld1rw   {z6.s}, p0/z, [x3, #8]
        ld1rw   {z7.s}, p0/z, [x3, #12]
        ptrue   p3.b
        ld1rqb  {z1.b}, p3/z, [x2]
        mov     x9, #0
        cntw    x10
        whilelt p1.s, x9, x0
        b.none  8f
7:      mov     z0.s, #0
        ldnt1w  {z2.s}, p1/z, [x1, x9, lsl #2]
        sdot    z0.s, z2.b, z1.b[1]
        mova    za0h.s[w12, 0], p1/m, z0.s      // through ZA, which is its own
        mova    z0.s, p1/m, za0h.s[w12, 0]
        scvtf   z0.s, p1/m, z0.s
        fmul    z0.s, z0.s, z4.s
        fmax    z0.s, p1/m, z0.s, z5.s
        fmin    z0.s, p1/m, z0.s, z6.s
        frintn  z0.s, p1/m, z0.s
        fcvtzs  z0.s, p1/m, z0.s
        sdiv    z0.s, p1/m, z0.s, z7.s
        st1b    {z0.s}, p1, [x4, x9]
        add     x9, x9, x10
        whilelt p1.s, x9, x0
        b.first 7b
8:      smstop
        ldp     x29, x30, [sp], #16
        ret
        .size   lazy_za, . - lazy_za

// A program: 37 results, compared with those that integers give.
        .equ    N, 37
        .global _start
_start: adrp    x1, a
        add     x1, x1, #:lo12:a
        mov     x9, #4 * N
1:      sub     x9, x9, #1
        add     w10, w9, w9, lsl #3             // 9 i + 5, as a byte
        add     w10, w10, #5
        strb    w10, [x1, x9]
        cbnz    x9, 1b
        adrp    x2, b
        add     x2, x2, #:lo12:b
        adrp    x3, parameters
        add     x3, x3, #:lo12:parameters
        adrp    x4, results
        add     x4, x4, #:lo12:results
        adrp    x5, block
        add     x5, x5, #:lo12:block
        mov     x0, #N
        mov     x12, #0
        smstart za
        bl      lazy_za
        smstop  za

        adrp    x1, a
        add     x1, x1, #:lo12:a
        adrp    x2, b
        add     x2, x2, #:lo12:b
        adrp    x4, results
        add     x4, x4, #:lo12:results
        mov     x0, #0                          // results that differ
        mov     x9, #0
2:      mov     w10, #0
        mov     x11, #0
3:      add     x13, x1, x9, lsl #2
        ldrsb   w14, [x13, x11]
        add     x13, x2, #4
        ldrsb   w15, [x13, x11]
        madd    w10, w14, w15, w10
        add     x11, x11, #1
        cmp     x11, #4
        b.ne    3b
        add     w11, w10, #2                    // a quarter of it, ties to even
        asr     w13, w11, #2
        tst     w10, #1
        b.ne    4f
        tbz     w10, #1, 4f
        and     w13, w13, #-2
4:      mov     w14, #-200
        cmp     w13, w14
        csel    w13, w14, w13, lt
        mov     w14, #220
        cmp     w13, w14
        csel    w13, w14, w13, gt
        mov     w14, #2
        sdiv    w13, w13, w14
        ldrsb   w15, [x4, x9]
        cmp     w13, w15
        cinc    x0, x0, ne
        add     x9, x9, #1
        cmp     x9, #N
        b.ne    2b
        mov     x8, #93                         // exit
        svc     #0

        .data
        .balign 16
b:      .byte   1, 2, 3, 4, 5, -6, 7, -8, 9, 10, 11, 12, 13, 14, 15, 16
parameters:
        .word   0x3e800000, 0xc3480000, 0x435c0000, 2   // 1/4, -200, 220; 2
        .bss
        .balign 64
a:      .skip   4 * N
results:
        .skip   64
        .balign 64
block:  .skip   64 + 256 * 256
