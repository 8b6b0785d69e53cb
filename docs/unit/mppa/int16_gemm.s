# D = A B: INT16, A 32 x 32 row-major at 0, B 32 x 8 column-major at 0x8000, D INT64 at 0x10000 as
# registers lie: panels of 4 columns, groups of 4 rows, then four registers. A panel's B is in $a0 to
# $a7; a group loads its rows to $a8 to $a15 and has eight products on $a16a17a18a19.

    make $r1 = 0x8000 ; make $r2 = 0x10000 ; make $r10 = 0 ; make $r7 = 2
    ;;
    xmovetq $a20.lo = $r10, $r10 ; xmovetq $a20.hi = $r10, $r10 ; make $r8 = 8
    ;;
    xcopyo $a21 = $a20
    ;;
    xcopyo $a22 = $a20
    ;;
    xcopyo $a23 = $a20
    ;;
panel:
    xlo.q0 $a0a1a2a3 = 0[$r1] ; make $r0 = 0
    ;;
    xlo.q1 $a0a1a2a3 = 64[$r1]
    ;;
    xlo.q2 $a0a1a2a3 = 128[$r1]
    ;;
    xlo.q3 $a0a1a2a3 = 192[$r1]
    ;;
    xlo.q0 $a4a5a6a7 = 32[$r1]
    ;;
    xlo.q1 $a4a5a6a7 = 96[$r1]
    ;;
    xlo.q2 $a4a5a6a7 = 160[$r1]
    ;;
    xlo.q3 $a4a5a6a7 = 224[$r1] ; loopdo $r8, rows
    ;;
    xlo.q0 $a8a9a10a11 = 0[$r0]
    ;;
    xlo.q1 $a8a9a10a11 = 64[$r0]
    ;;
    xlo.q2 $a8a9a10a11 = 128[$r0]
    ;;
    xlo.q3 $a8a9a10a11 = 192[$r0]
    ;;
    xlo.q0 $a12a13a14a15 = 32[$r0]
    ;;
    xlo.q1 $a12a13a14a15 = 96[$r0]
    ;;
    xlo.q2 $a12a13a14a15 = 160[$r0]
    ;;
    xlo.q3 $a12a13a14a15 = 224[$r0]
    ;;
    xmma444hd $a16a17a18a19 = $a20a21a22a23, $a8, $a0 ; addd $r0 = $r0, 256
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a9, $a1
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a10, $a2
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a11, $a3
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a12, $a4
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a13, $a5
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a14, $a6
    ;;
    xmma444hd $a16a17a18a19 = $a16a17a18a19, $a15, $a7
    ;;
    xso 0[$r2] = $a16
    ;;
    xso 32[$r2] = $a17
    ;;
    xso 64[$r2] = $a18
    ;;
    xso 96[$r2] = $a19 ; addd $r2 = $r2, 128
    ;;
rows:
    addd $r1 = $r1, 256 ; addd $r7 = $r7, -1
    ;;
    cb.dnez $r7? panel
    ;;
    ret
    ;;
