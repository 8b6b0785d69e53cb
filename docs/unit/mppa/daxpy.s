# y = a x + y, FP64: a at 0, the number of elements, a multiple of four, at 8, x at 0x1000, y at
# 0x9000. A step takes four elements in two pairs.

    make $r0 = 0 ; make $r1 = 0x1000 ; make $r2 = 0x9000
    ;;
    ld $r4 = 0[$r0]
    ;;
    ld $r5 = 0[$r0]
    ;;
    ld $r6 = 8[$r0]
    ;;
    srld $r6 = $r6, 2
    ;;
    loopdo $r6, done
    ;;
    lo $r8r9r10r11 = 0[$r1] ; addd $r1 = $r1, 32
    ;;
    lo $r12r13r14r15 = 0[$r2] ; addd $r2 = $r2, 32
    ;;
    ffmadp $r12r13 = $r8r9, $r4r5
    ;;
    ffmadp $r14r15 = $r10r11, $r4r5
    ;;
    so -32[$r2] = $r12r13r14r15
    ;;
done:
    ret
    ;;
