// SPDX-License-Identifier: Apache-2.0
//
// Routines that compilers call from functions with SME, for objects that are loaded without a C
// library. TPIDR2_EL0 has the address of a block, or zero: a pointer to a buffer for ZA, 16 bits
// with the number of its rows.
//
// All but X0, X1 and X14 to X17 is preserved; by __arm_tpidr2_save and __arm_za_disable X0 and X1
// too, by __arm_get_current_vg X1. The routines of memory copy and set a byte at a time and have
// the registers of any function of C.
//
// Source: Procedure Call Standard for the Arm 64-bit Architecture, AAPCS64, 2024Q3, "SME support
// routines".

        .arch   armv9-a+sme
        .text

        .macro  routine name
        .global \name
\name:
        .endm

// Rows of ZA to or from the buffer of the block x16.
        .macro  rows op
        cbz     x16, 2f
        ldr     x14, [x16]
        cbz     x14, 2f
        ldrh    w16, [x16, #8]
        mov     x15, #0
1:      cmp     x15, x16
        b.hs    2f
        \op     za[w15, 0], [x14]
        addsvl  x14, x14, #1
        add     x15, x15, #1
        b       1b
2:
        .endm

routine __arm_tpidr2_save
        mrs     x16, s3_3_c13_c0_5              // TPIDR2_EL0
        rows    str
        ret

routine __arm_tpidr2_restore                    // x0: the block
        mov     x16, x0
        rows    ldr
        ret

routine __arm_za_disable
        mov     x17, x30
        bl      __arm_tpidr2_save
        msr     s3_3_c13_c0_5, xzr
        smstop  za
        ret     x17

routine __arm_sme_state                         // x0: PSTATE.SM, PSTATE.ZA; bits 62 and 63
        mrs     x16, s3_3_c4_c2_2               // SVCR
        and     x0, x16, #3
        orr     x0, x0, #0xc000000000000000     // TPIDR2_EL0 and SME are there
        mrs     x1, s3_3_c13_c0_5
        ret

routine __arm_get_current_vg
        cntd    x0
        ret

routine __arm_sc_memset
routine memset                                  // x0: to, w1: the byte, x2: bytes
        mov     x14, x0
1:      cbz     x2, 2f
        strb    w1, [x14], #1
        sub     x2, x2, #1
        b       1b
2:      ret

routine __arm_sc_memcpy
routine __arm_sc_memmove
routine memcpy
routine memmove                                 // x0: to, x1: from, x2: bytes
        sub     x14, x0, x1
        cmp     x14, x2
        b.lo    3f                              // the end of what is read is overwritten first
        mov     x14, x0
1:      cbz     x2, 2f
        ldrb    w15, [x1], #1
        strb    w15, [x14], #1
        sub     x2, x2, #1
        b       1b
2:      ret
3:      cbz     x2, 2b
        sub     x2, x2, #1
        ldrb    w15, [x1, x2]
        strb    w15, [x0, x2]
        b       3b
