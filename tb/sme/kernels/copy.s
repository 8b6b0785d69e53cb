// SPDX-License-Identifier: Apache-2.0
//
// Copies vectors: eight are loaded, then eight stored, and so on.
//
//     x0  from, x1 to, x2 steps of eight vectors, not 0

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
