// SPDX-License-Identifier: Apache-2.0
//
// Rates of AMX: products of FP32 in one to four groups of Z, loads of one, two and four registers,
// stores of Z.
//
//     products_N       x0  times 12 products, in N groups in turn
//     loads_X_Y        x0  times a load of X registers of X, and one of Y registers of Y; 0 is none
//                      x1, x2  from where, one behind the other, multiples of 128
//     stores_G_W       x0  times 16 stores of W rows in each of G groups
//                      x1  to where, a multiple of 128

        .include "amx.inc"

        .macro  function name
        .global \name
        .type   \name, %function
\name:  amx_set
        .endm
        .macro  ends name
        subs    x0, x0, #1
        b.ne    1b
        amx_clr
        ret
        .size   \name, . - \name
        .endm

        .macro  products groups, list:vararg
        function products_\groups
        mov     x8, #0                          // z_row
        mov     x9, #1 << 20
        mov     x10, #2 << 20
        mov     x11, #3 << 20
1:      .irp    z, \list
        fma32   x\z
        .endr
        ends    products_\groups
        .endm
        products 1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8
        products 2, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9
        products 3, 8, 9, 10, 8, 9, 10, 8, 9, 10, 8, 9, 10
        products 4, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11

        // An address with as many registers.
        .macro  several to, from, registers
        mov     \to, \from
        .if     \registers >= 2
        orr     \to, \to, #1 << 62
        .endif
        .if     \registers == 4
        orr     \to, \to, #1 << 60
        .endif
        .endm
        .macro  loads x, y
        function loads_\x\()_\y
        several x6, x1, \x
        .if     \y != 0
        several x7, x2, \y
        .endif
1:      ldx     x6
        add     x6, x6, #64 * \x
        .if     \y != 0
        ldy     x7
        add     x7, x7, #64 * \y
        .endif
        ends    loads_\x\()_\y
        .endm
        .irp    x, 1, 2, 4
        .irp    y, 0, 1, 2, 4
        loads   \x, \y
        .endr
        .endr

        .macro  stores groups, width
        function stores_\groups\()_\width
1:      mov     x6, x1
        .if     \width == 2
        orr     x6, x6, #1 << 62
        .endif
        mov     x10, #4 << 56                   // four rows on, and the next row in memory
        add     x10, x10, #256
        mov     x11, #\width << 56
        add     x11, x11, #64 * \width
        .rept   \groups
        mov     x7, x6
        .rept   16
        stz     x7
        add     x7, x7, x10
        .endr
        add     x6, x6, x11
        .endr
        ends    stores_\groups\()_\width
        .endm
        stores  1, 1
        stores  1, 2
        stores  2, 1
        stores  2, 2
        stores  3, 1
        stores  4, 1
