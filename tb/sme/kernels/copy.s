// SPDX-License-Identifier: Apache-2.0
//
// Copies vectors: eight are loaded, then eight stored, and so on. The words of four vectors are
// numbers because the assembler has no SME2.
//
//     copy        x0  from, x1 to, x2 steps of eight vectors, not 0
//     copy4       the same with words of four vectors; x3 bytes from a step to the next
//     load4       x0  from, x2 steps of sixteen vectors that are loaded alone, x3 as copy4
//     run_copy4   copy4 and load4, 512 steps on the same vectors, SVL 512 at most
//     run_load4

        .arch   armv9-a+sme

        .text
        .global copy
        .type   copy, %function
copy:
        smstart sm
1:      ldr     z0, [x0]
        ldr     z1, [x0, #1, mul vl]
        ldr     z2, [x0, #2, mul vl]
        ldr     z3, [x0, #3, mul vl]
        ldr     z4, [x0, #4, mul vl]
        ldr     z5, [x0, #5, mul vl]
        ldr     z6, [x0, #6, mul vl]
        ldr     z7, [x0, #7, mul vl]
        str     z0, [x1]
        str     z1, [x1, #1, mul vl]
        str     z2, [x1, #2, mul vl]
        str     z3, [x1, #3, mul vl]
        str     z4, [x1, #4, mul vl]
        str     z5, [x1, #5, mul vl]
        str     z6, [x1, #6, mul vl]
        str     z7, [x1, #7, mul vl]
        addvl   x0, x0, #8
        addvl   x1, x1, #8
        subs    x2, x2, #1
        b.ne    1b
        smstop  sm
        ret
        .size   copy, . - copy

        // LD1B {z\z.b-z\z+3.b}, pn8/z, [x0, #4 * \i, mul vl]
        .macro  ld1b4 z, i
        .inst   0xa0408000 | \i << 16 | \z
        .endm
        // ST1B {z\z.b-z\z+3.b}, pn8, [x1, #4 * \i, mul vl]
        .macro  st1b4 z, i
        .inst   0xa0608020 | \i << 16 | \z
        .endm
        .macro  ptrue_pn8_b
        .inst   0x25207810
        .endm

        .global copy4
        .type   copy4, %function
copy4:
        smstart sm
        ptrue_pn8_b
1:      ld1b4   0, 0
        ld1b4   4, 1
        st1b4   0, 0
        st1b4   4, 1
        add     x0, x0, x3
        add     x1, x1, x3
        subs    x2, x2, #1
        b.ne    1b
        smstop  sm
        ret
        .size   copy4, . - copy4

        .global load4
        .type   load4, %function
load4:
        smstart sm
        ptrue_pn8_b
1:      ld1b4   0, 0
        ld1b4   4, 1
        ld1b4   8, 2
        ld1b4   12, 3
        add     x0, x0, x3
        subs    x2, x2, #1
        b.ne    1b
        smstop  sm
        ret
        .size   load4, . - load4

        .macro  buffers
        adrp    x0, from
        add     x0, x0, #:lo12:from
        adrp    x1, to
        add     x1, x1, #:lo12:to
        mov     x2, #512
        mov     x3, #0
        .endm

        .global run_copy4
        .type   run_copy4, %function
run_copy4:
        buffers
        b       copy4
        .size   run_copy4, . - run_copy4

        .global run_load4
        .type   run_load4, %function
run_load4:
        buffers
        b       load4
        .size   run_load4, . - run_load4

        .bss
        .balign 64
from:   .skip   1024
to:     .skip   512
