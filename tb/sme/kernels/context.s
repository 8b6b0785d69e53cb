// SPDX-License-Identifier: Apache-2.0
//
// A context switch of ZA: saves ZA and turns it off; turns it on and restores it.
//
//     x0  memory, SVL x SVL

        .arch   armv9-a+sme

        .macro  each_row op
        rdsvl   x9, #1
        mov     w12, #0
1:      \op     za[w12, 0], [x0]
        \op     za[w12, 1], [x0, #1, mul vl]
        addsvl  x0, x0, #2
        add     w12, w12, #2
        cmp     w12, w9
        b.lt    1b
        .endm

        .text
        .global save_za
        .type   save_za, %function
save_za:
        each_row str
        smstop  za
        ret
        .size   save_za, . - save_za

        .global restore_za
        .type   restore_za, %function
restore_za:
        smstart za
        each_row ldr
        ret
        .size   restore_za, . - restore_za
