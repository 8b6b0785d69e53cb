# The length of the string at the address that is at 0, to 8. Single bytes up to a multiple of 32,
# then steps of 32 bytes. The loads have .s: behind the end of memory they give zero and do not trap.
# A byte of x is zero where (x - 0x01..01) & ~x has its highest bit set, from the lowest such byte on.

    make $r20 = 0x0101010101010101 ; make $r0 = 0
    ;;
    make $r21 = 0x8080808080808080 ; ld $r1 = 0[$r0]
    ;;
    addd $r2 = $r1, 0
    ;;
head:
    andd $r3 = $r2, 31 ; lbz.s $r4 = 0[$r2]
    ;;
    cb.deqz $r3? step
    ;;
    cb.deqz $r4? short
    ;;
    addd $r2 = $r2, 1 ; goto head
    ;;
short:
    subd $r2 = $r2, $r1
    ;;
    sd 8[$r0] = $r2
    ;;
    ret
    ;;
step:
    lo.s $r4r5r6r7 = 0[$r2]
    ;;
    subd $r8 = $r4, $r20 ; subd $r9 = $r5, $r20 ; subd $r10 = $r6, $r20 ; subd $r11 = $r7, $r20
    ;;
    andnd $r8 = $r4, $r8 ; andnd $r9 = $r5, $r9 ; andnd $r10 = $r6, $r10 ; andnd $r11 = $r7, $r11
    ;;
    andd $r8 = $r8, $r21 ; andd $r9 = $r9, $r21 ; andd $r10 = $r10, $r21 ; andd $r11 = $r11, $r21
    ;;
    ord $r12 = $r8, $r9 ; ord $r13 = $r10, $r11 ; addd $r2 = $r2, 32
    ;;
    ord $r14 = $r12, $r13
    ;;
    cb.deqz $r14? step
    ;;
# The first of the four doublewords that has one: its number of bytes before, and its bits.
    make $r15 = 24 ; copyd $r16 = $r11
    ;;
    cmoved.dnez $r10? $r15 = 16 ; cmoved.dnez $r10? $r16 = $r10
    ;;
    cmoved.dnez $r9? $r15 = 8 ; cmoved.dnez $r9? $r16 = $r9
    ;;
    cmoved.dnez $r8? $r15 = 0 ; cmoved.dnez $r8? $r16 = $r8
    ;;
    ctzd $r16 = $r16 ; subd $r2 = $r2, $r1
    ;;
    srld $r16 = $r16, 3 ; addd $r2 = $r2, -32
    ;;
    addd $r15 = $r15, $r16
    ;;
    addd $r2 = $r2, $r15
    ;;
    sd 8[$r0] = $r2
    ;;
    ret
    ;;
