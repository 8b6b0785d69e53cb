// SPDX-License-Identifier: Apache-2.0
//
// Calls of another section and addresses of data, for the loader: leaves 42 in X0 and "weft" in X2.

        .text
helper: add     x0, x0, #2
        ret
        .global _start
_start: adrp    x1, value
        ldr     x0, [x1, #:lo12:value]
        bl      elsewhere
        adr     x1, text
        ldr     w2, [x1]
        adrp    x3, counter
        add     x3, x3, #:lo12:counter
        str     x0, [x3]
        svc     #0

        .section .text.elsewhere, "ax"
        .global elsewhere
elsewhere:
        add     x0, x0, #1
        adrp    x4, pointer
        ldr     x4, [x4, #:lo12:pointer]
        br      x4

        .data
        .balign 8
value:  .quad   39
pointer:
        .quad   helper
text:   .ascii  "weft"

        .bss
        .balign 8
        .global counter
counter:
        .skip   8
