# A core loads 32 bytes a cycle, 1600 times, from 16 lines of 64 bytes in turn. It begins at the line of
# its number, which I/O gives: with lines in turn between banks, sixteen cores ask for sixteen banks.

    make $r1 = 0x40000000 ; make $r2 = 100
    ;;
    ld $r3 = 0[$r1]
    ;;
    slld $r3 = $r3, 6
    ;;
    loopdo $r2, end
    ;;
    xlo $a0 = 0[$r3]
    ;;
    xlo $a1 = 64[$r3]
    ;;
    xlo $a2 = 128[$r3]
    ;;
    xlo $a3 = 192[$r3]
    ;;
    xlo $a4 = 256[$r3]
    ;;
    xlo $a5 = 320[$r3]
    ;;
    xlo $a6 = 384[$r3]
    ;;
    xlo $a7 = 448[$r3]
    ;;
    xlo $a8 = 512[$r3]
    ;;
    xlo $a9 = 576[$r3]
    ;;
    xlo $a10 = 640[$r3]
    ;;
    xlo $a11 = 704[$r3]
    ;;
    xlo $a12 = 768[$r3]
    ;;
    xlo $a13 = 832[$r3]
    ;;
    xlo $a14 = 896[$r3]
    ;;
    xlo $a15 = 960[$r3]
    ;;
end:
    ret
    ;;
