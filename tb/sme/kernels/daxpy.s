// SPDX-License-Identifier: Apache-2.0
//
// y = a x + y, as figure 2 of "The ARM Scalable Vector Extension" (IEEE Micro 2017) has it: the
// predicate is the loop's control.
//
//     x0  x, x1 y, x2 address of a, x3 address of n, 32 bits

        .arch   armv8-a+sve
        .text
        .global daxpy
        .type   daxpy, %function
daxpy:
        ldrsw   x3, [x3]
        mov     x4, #0
        whilelt p0.d, x4, x3
        ld1rd   {z0.d}, p0/z, [x2]
1:      ld1d    {z1.d}, p0/z, [x0, x4, lsl #3]
        ld1d    {z2.d}, p0/z, [x1, x4, lsl #3]
        fmla    z2.d, p0/m, z1.d, z0.d
        st1d    {z2.d}, p0, [x1, x4, lsl #3]
        incd    x4
        whilelt p0.d, x4, x3
        b.first 1b
        ret
        .size   daxpy, . - daxpy
