// SPDX-License-Identifier: Apache-2.0
//
// Exclusive or of the values of a linked list, as figure 6 of "The ARM Scalable Vector Extension"
// has it: pointers are chased one after another, a vector full of them is then used at once.
//
//     x0  the first node, not null; the result
//
//     node: 8 bytes of value, 8 bytes of address of the next node or null

        .arch   armv8-a+sve
        .text
        .global list_xor
        .type   list_xor, %function
list_xor:
        ptrue   p0.d
        dup     z0.d, #0
        mov     x1, x0
1:      pfalse  p1.b
2:      pnext   p1.d, p0, p1.d
        cpy     z1.d, p1/m, x1
        ldr     x1, [x1, #8]
        ctermeq x1, xzr
        b.tcont 2b
        brka    p2.b, p0/z, p1.b
        ld1d    {z2.d}, p2/z, [z1.d]
        eor     z0.d, p2/m, z0.d, z2.d
        cbnz    x1, 1b
        eorv    d0, p0, z0.d
        fmov    x0, d0
        ret
        .size   list_xor, . - list_xor
