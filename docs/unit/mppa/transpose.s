# B = the transpose of A, 8 x 8 doublewords, A at 0, B at 0x1000: four tiles of 4 x 4. A row of a tile
# is a register; tiles follow each other through two quadruples.

    make $r0 = 0 ; make $r1 = 0x1000
    ;;
    xlo $a0 = 0[$r0]
    ;;
    xlo $a1 = 64[$r0]
    ;;
    xlo $a2 = 128[$r0]
    ;;
    xlo $a3 = 192[$r0]
    ;;
    xmt44d $a4a5a6a7 = $a0a1a2a3
    ;;
    xso 0[$r1] = $a4
    ;;
    xso 64[$r1] = $a5
    ;;
    xso 128[$r1] = $a6
    ;;
    xso 192[$r1] = $a7
    ;;
    xlo $a8 = 32[$r0]
    ;;
    xlo $a9 = 96[$r0]
    ;;
    xlo $a10 = 160[$r0]
    ;;
    xlo $a11 = 224[$r0]
    ;;
    xmt44d $a12a13a14a15 = $a8a9a10a11
    ;;
    xso 256[$r1] = $a12
    ;;
    xso 320[$r1] = $a13
    ;;
    xso 384[$r1] = $a14
    ;;
    xso 448[$r1] = $a15
    ;;
    xlo $a0 = 256[$r0]
    ;;
    xlo $a1 = 320[$r0]
    ;;
    xlo $a2 = 384[$r0]
    ;;
    xlo $a3 = 448[$r0]
    ;;
    xmt44d $a4a5a6a7 = $a0a1a2a3
    ;;
    xso 32[$r1] = $a4
    ;;
    xso 96[$r1] = $a5
    ;;
    xso 160[$r1] = $a6
    ;;
    xso 224[$r1] = $a7
    ;;
    xlo $a8 = 288[$r0]
    ;;
    xlo $a9 = 352[$r0]
    ;;
    xlo $a10 = 416[$r0]
    ;;
    xlo $a11 = 480[$r0]
    ;;
    xmt44d $a12a13a14a15 = $a8a9a10a11
    ;;
    xso 288[$r1] = $a12
    ;;
    xso 352[$r1] = $a13
    ;;
    xso 416[$r1] = $a14
    ;;
    xso 480[$r1] = $a15
    ;;
    ret
    ;;
