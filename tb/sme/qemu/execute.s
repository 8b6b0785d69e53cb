// SPDX-License-Identifier: Apache-2.0
//
// Executes instruction words on a given state, over and over: a static AArch64 program for QEMU's
// user mode, driven through its standard input and output. tb/sme/qemu/qemu.cpp is the other end.
//
//   once   in   SVL, NSVL, data in bytes
//          out  addresses of code and data, SVL and NSVL as they became
//   each   in   registers, Words words, data, vectors, ZA
//          out  registers, data, vectors, ZA
//
// registers  svcr, fpcr, fpsr, nzcv, signal, pc, x0 ... x30, sp, tpidr2: 8 bytes each; a signal that ended
//            the words, at pc, else 0 (out only)
// vectors    z0 ... z31, p0 ... p15, ffr at the vector length that svcr says; FFR is left alone in
//            streaming mode
// ZA         its rows, if svcr says so
//
// Behind the words is a branch to the dump. The pages before and behind the data are not there.

        .arch   armv9-a+sme+sme-f64+sme-i64

        .equ    Words, 256
        .equ    DataAddress, 0x20001000

        .equ    SysRead, 63
        .equ    SysWrite, 64
        .equ    SysExit, 93
        .equ    SysSigaltstack, 132
        .equ    SysSigaction, 134
        .equ    SysPrctl, 167
        .equ    SysMmap, 222

// Reads or writes x2 bytes at x1.
        .macro  transfer call, descriptor
1:      mov     x0, #\descriptor
        mov     x8, #\call
        svc     #0
        cmp     x0, #0
        b.le    leave
        add     x1, x1, x0
        subs    x2, x2, x0
        b.ne    1b
        .endm

        .text
        .global _start
_start:
        ldr     x1, =hello
        mov     x2, #24
        bl      receive
        ldr     x19, =hello
        ldr     x22, [x19, #16]
        ldr     x0, =data_bytes
        str     x22, [x0]
        mov     x0, #50                 // PR_SVE_SET_VL
        ldr     x1, [x19, #8]
        mov     x8, #SysPrctl
        svc     #0
        mov     x0, #63                 // PR_SME_SET_VL
        ldr     x1, [x19]
        mov     x8, #SysPrctl
        svc     #0
        ldr     x0, =code
        ldr     x1, =DataAddress
        stp     x0, x1, [x19]
        rdsvl   x0, #1
        rdvl    x1, #1
        stp     x0, x1, [x19, #16]

        ldr     x0, =DataAddress
        mov     x1, x22
        mov     x2, #3                  // PROT_READ | PROT_WRITE
        mov     x3, #0x32               // MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS
        mov     x4, #-1
        mov     x5, #0
        mov     x8, #SysMmap
        svc     #0
        ldr     x0, =alternate_stack
        mov     x1, #0
        mov     x8, #SysSigaltstack
        svc     #0
        .irp    signal, 4, 5, 7, 11     // SIGILL, SIGTRAP, SIGBUS, SIGSEGV
        mov     x0, #\signal
        ldr     x1, =on_signal
        mov     x2, #0
        mov     x3, #8
        mov     x8, #SysSigaction
        svc     #0
        .endr
        ldr     x1, =hello
        mov     x2, #32
        bl      send

next:
        ldr     x1, =registers
        mov     x2, #RegisterBytes
        bl      receive
        ldr     x1, =code
        mov     x2, #4*Words
        bl      receive
        ldr     x1, =DataAddress
        ldr     x2, =data_bytes
        ldr     x2, [x2]
        bl      receive
        bl      lengths
        ldr     x1, =vectors
        mov     x2, x20
        bl      receive
        cbz     x21, load
        ldr     x1, =za
        mov     x2, x21
        bl      receive

load:
        ldr     x19, =registers
        ldr     x1, [x19]
        msr     s3_3_c4_c2_2, xzr       // SVCR
        msr     s3_3_c4_c2_2, x1
        tbz     x1, #1, 2f
        ldr     x0, =za
        rdsvl   x2, #1
        mov     w12, #0
1:      ldr     za[w12, #0], [x0]
        add     x0, x0, x2
        add     w12, w12, #1
        cmp     w12, w2
        b.ne    1b
2:      ldr     x0, =vectors
        addvl   x2, x0, #31
        addvl   x2, x2, #1
        tbnz    x1, #0, 3f
        ldr     p0, [x2, #16, mul vl]
        wrffr   p0.b
3:
        .altmacro
        .macro  each_z op, r
        \op     z\r, [x0, #\r, mul vl]
        .endm
        .macro  each_p op, r
        \op     p\r, [x2, #\r, mul vl]
        .endm
        .macro  all_vectors op
        .set    i, 0
        .rept   32
        each_z  \op, %i
        .set    i, i+1
        .endr
        .set    i, 0
        .rept   16
        each_p  \op, %i
        .set    i, i+1
        .endr
        .endm
        all_vectors ldr
        ldp     x1, x2, [x19, #8]
        msr     fpcr, x1
        msr     fpsr, x2
        ldr     x1, [x19, #24]
        msr     nzcv, x1
        ldp     x1, x2, [x19, #296]
        mov     sp, x1
        msr     s3_3_c13_c0_5, x2       // TPIDR2_EL0
        mov     x0, x19
        .irp    r, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
        ldr     x\r, [x0, #48+8*\r]
        .endr
        ldr     x0, [x0, #48]
        b       code

dump:
        msr     tpidr_el0, x0
        ldr     x0, =registers
        .irp    r, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
        str     x\r, [x0, #48+8*\r]
        .endr
        mrs     x1, tpidr_el0
        str     x1, [x0, #48]
        mov     x1, sp
        mrs     x2, s3_3_c13_c0_5
        stp     x1, x2, [x0, #296]
        mrs     x1, s3_3_c4_c2_2
        mrs     x2, fpcr
        stp     x1, x2, [x0]
        mrs     x2, fpsr
        mrs     x3, nzcv
        stp     x2, x3, [x0, #16]
        ldr     x0, =vectors
        addvl   x2, x0, #31
        addvl   x2, x2, #1
        all_vectors str
        tbnz    x1, #0, 1f
        rdffr   p0.b
        str     p0, [x2, #16, mul vl]
1:      tbz     x1, #1, 3f
        ldr     x0, =za
        rdsvl   x2, #1
        mov     w12, #0
2:      str     za[w12, #0], [x0]
        add     x0, x0, x2
        add     w12, w12, #1
        cmp     w12, w2
        b.ne    2b
3:
        ldr     x1, =registers
        mov     x2, #RegisterBytes
        bl      send
        ldr     x1, =DataAddress
        ldr     x2, =data_bytes
        ldr     x2, [x2]
        bl      send
        bl      lengths
        ldr     x1, =vectors
        mov     x2, x20
        bl      send
        cbz     x21, 4f
        ldr     x1, =za
        mov     x2, x21
        bl      send
4:      ldr     x0, =registers
        str     xzr, [x0, #32]
        b       next

// x20, x21: bytes of the vectors and of ZA, as svcr in `registers` says.
lengths:
        ldr     x0, =registers
        ldr     x0, [x0]
        ldr     x1, =hello
        ldp     x2, x3, [x1, #16]
        tst     x0, #1
        csel    x3, x2, x3, ne
        lsl     x20, x3, #5
        mov     x4, #17
        lsr     x3, x3, #3
        madd    x20, x3, x4, x20
        mul     x21, x2, x2
        tst     x0, #2
        csel    x21, x21, xzr, ne
        ret

receive:
        transfer SysRead, 0
        ret
send:
        transfer SysWrite, 1
        ret
leave:
        mov     x0, #0
        mov     x8, #SysExit
        svc     #0

// Notes signal and pc, and goes on with the dump in the interrupted state.
handler:
        ldr     x3, =registers
        str     x0, [x3, #32]
        ldr     x4, [x2, #440]          // pc of ucontext_t
        str     x4, [x3, #40]
        ldr     x4, =dump
        str     x4, [x2, #440]
        ret

        .section .code, "awx", %progbits
        .balign 4096
code:
        .skip   4*Words
        b       dump
        .balign 4096

        .data
        .balign 16
alternate_stack:
        .quad   stack
        .word   0, 0
        .quad   StackBytes
on_signal:
        .quad   handler
        .quad   0x48000004              // SA_NODEFER | SA_ONSTACK | SA_SIGINFO
        .quad   0, 0

        .bss
        .balign 256
hello:  .skip   32
data_bytes:
        .skip   8
        .balign 16
registers:
        .equ    RegisterBytes, 312
        .skip   RegisterBytes
        .balign 256
vectors:
        .skip   32*256 + 17*32
        .balign 256
za:     .skip   256*256
        .equ    StackBytes, 0x40000
        .balign 16
stack:  .skip   StackBytes
