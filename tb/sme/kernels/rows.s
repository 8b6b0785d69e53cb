// SPDX-License-Identifier: Apache-2.0
//
// FMLA of words on rows of ZA, from registers: 64 times eight instructions, each on other rows, as
// numbers because the assembler has no SME2.
//
//     fma2  two rows an instruction: FMLA ZA.S[w8, i, vgx2], {z0.s-z1.s}, z4.s, i from 0 to 7
//     fma4  four rows:               FMLA ZA.S[w8, i, vgx4], {z0.s-z3.s}, z4.s

        .arch   armv9-a+sme

        .text
        .global fma2
        .type   fma2, %function
fma2:
        smstart
        mov     w8, #0
        mov     x9, #64
1:      .inst   0xc1241800
        .inst   0xc1241801
        .inst   0xc1241802
        .inst   0xc1241803
        .inst   0xc1241804
        .inst   0xc1241805
        .inst   0xc1241806
        .inst   0xc1241807
        subs    x9, x9, #1
        b.ne    1b
        smstop
        ret
        .size   fma2, . - fma2

        .global fma4
        .type   fma4, %function
fma4:
        smstart
        mov     w8, #0
        mov     x9, #64
1:      .inst   0xc1341800
        .inst   0xc1341801
        .inst   0xc1341802
        .inst   0xc1341803
        .inst   0xc1341804
        .inst   0xc1341805
        .inst   0xc1341806
        .inst   0xc1341807
        subs    x9, x9, #1
        b.ne    1b
        smstop
        ret
        .size   fma4, . - fma4
