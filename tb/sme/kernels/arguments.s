// SPDX-License-Identifier: Apache-2.0
//
// Functions of C that tell what they are called with, for `weft za run --call`.

        .arch   armv9-a+sme
        .text

        .macro  function name
        .global \name
        .type   \name, %function
\name:
        .endm

// x0: 112 bytes that receive X1 to X7, three words of the stack, H0, S1, D7. Returns SP mod 16 and,
// in D0, D1.
function arguments
        stp     x1, x2, [x0]
        stp     x3, x4, [x0, #16]
        stp     x5, x6, [x0, #32]
        str     x7, [x0, #48]
        ldp     x9, x10, [sp]
        stp     x9, x10, [x0, #56]
        ldr     x9, [sp, #16]
        str     x9, [x0, #72]
        str     h0, [x0, #80]
        str     s1, [x0, #88]
        str     d7, [x0, #96]
        mov     x9, sp
        and     x0, x9, #15
        fmov    d0, d1
        ret

// Rows of ZA through the block of TPIDR2_EL0: x0 is the block, with SVL bytes squared 64 bytes
// behind it, x1 a row that becomes row 3 of ZA, x2 receives row 3 when ZA was disabled and restored.
// Returns what __arm_sme_state says in between, of TPIDR2_EL0 too.
function lends_za
        stp     x29, x30, [sp, #-48]!
        stp     x0, x2, [sp, #16]
        add     x9, x0, #64
        str     x9, [x0]
        rdsvl   x9, #1
        str     x9, [x0, #8]
        msr     s3_3_c13_c0_5, x0
        smstart za
        mov     w12, #3
        ldr     za[w12, 0], [x1]
        bl      __arm_za_disable
        bl      __arm_sme_state
        orr     x0, x0, x1
        str     x0, [sp, #32]
        smstart za
        ldr     x0, [sp, #16]
        bl      __arm_tpidr2_restore
        ldr     x2, [sp, #24]
        mov     w12, #3
        str     za[w12, 0], [x2]
        smstop  za
        ldr     x0, [sp, #32]
        ldp     x29, x30, [sp], #48
        ret

// memmove to a higher and to a lower address, memset: x0 has 32 bytes. Returns CNTD.
function moves
        stp     x29, x30, [sp, #-32]!
        str     x0, [sp, #16]
        mov     x1, x0
        add     x0, x0, #1
        mov     x2, #7
        bl      memmove
        ldr     x0, [sp, #16]
        add     x1, x0, #9
        add     x0, x0, #8
        mov     x2, #7
        bl      __arm_sc_memcpy
        ldr     x0, [sp, #16]
        add     x0, x0, #16
        mov     w1, #0x141                      // a byte of it
        mov     x2, #3
        bl      memset
        bl      __arm_get_current_vg
        ldp     x29, x30, [sp], #32
        ret
