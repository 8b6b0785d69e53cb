// SPDX-License-Identifier: Apache-2.0
//
// Length of a string, as figure 5 of "The ARM Scalable Vector Extension" has it: bytes are read
// before it is known whether they are there.
//
//     x0  the string; its length

        .arch   armv8-a+sve
        .text
        .global strlen
        .type   strlen, %function
strlen:
        mov     x1, x0
        ptrue   p0.b
1:      setffr
        ldff1b  {z0.b}, p0/z, [x1]
        rdffr   p1.b, p0/z
        cmpeq   p2.b, p1/z, z0.b, #0
        brkbs   p2.b, p1/z, p2.b
        incp    x1, p2.b
        b.last  1b
        sub     x0, x1, x0
        ret
        .size   strlen, . - strlen
