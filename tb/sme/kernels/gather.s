// SPDX-License-Identifier: Apache-2.0
//
// Values at a vector of addresses, up to the first that is not there, as figure 4 of "The ARM
// Scalable Vector Extension" has it.
//
//     x0  addresses; how many values were read
//     x1  how many addresses; no more than a vector has are looked at
//     x2  values

        .arch   armv8-a+sve
        .text
        .global gather
        .type   gather, %function
gather:
        whilelt p0.d, xzr, x1
        ld1d    {z3.d}, p0/z, [x0]
        setffr
        ldff1d  {z0.d}, p0/z, [z3.d]
        rdffrs  p1.b, p0/z
        st1d    {z0.d}, p1, [x2]
        cntp    x0, p0, p1.d
        ret
        .size   gather, . - gather
