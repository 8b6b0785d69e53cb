# A tile of a convolution: INT8 pictures of 8 channels, a pixel 8 bytes, rows of 20 pixels at 0; 3 x 3
# windows; weights at 0x8000, for each tap 4 x 8 (channel out, channel in); D INT32 at 0x10000, 4 rows
# of 16 pixels, for four pixels two registers of 4 x 2 channels. Four pixels side by side are the
# rows of A, 32 bytes at any alignment.

    make $r0 = 0 ; make $r1 = 0x8000 ; make $r2 = 0x10000 ; make $r10 = 0
    ;;
    xmovetq $a18.lo = $r10, $r10 ; xmovetq $a18.hi = $r10, $r10 ; make $r7 = 4
    ;;
    xmovetq $a19.lo = $r10, $r10 ; xmovetq $a19.hi = $r10, $r10 ; make $r8 = 4
    ;;
    xlo $a0 = 0[$r1]
    ;;
    xlo $a1 = 32[$r1]
    ;;
    xlo $a2 = 64[$r1]
    ;;
    xlo $a3 = 96[$r1]
    ;;
    xlo $a4 = 128[$r1]
    ;;
    xlo $a5 = 160[$r1]
    ;;
    xlo $a6 = 192[$r1]
    ;;
    xlo $a7 = 224[$r1]
    ;;
    xlo $a8 = 256[$r1]
    ;;
row:
    loopdo $r8, line
    ;;
    xlo $a9 = 0[$r0]
    ;;
    xlo $a10 = 8[$r0]
    ;;
    xlo $a11 = 16[$r0]
    ;;
    xlo $a12 = 160[$r0]
    ;;
    xlo $a13 = 168[$r0]
    ;;
    xlo $a14 = 176[$r0]
    ;;
    xlo $a15 = 320[$r0]
    ;;
    xlo $a16 = 328[$r0]
    ;;
    xlo $a17 = 336[$r0]
    ;;
    xmma484bw $a20a21 = $a18a19, $a9, $a0 ; addd $r0 = $r0, 32
    ;;
    xmma484bw $a20a21 = $a20a21, $a10, $a1
    ;;
    xmma484bw $a20a21 = $a20a21, $a11, $a2
    ;;
    xmma484bw $a20a21 = $a20a21, $a12, $a3
    ;;
    xmma484bw $a20a21 = $a20a21, $a13, $a4
    ;;
    xmma484bw $a20a21 = $a20a21, $a14, $a5
    ;;
    xmma484bw $a20a21 = $a20a21, $a15, $a6
    ;;
    xmma484bw $a20a21 = $a20a21, $a16, $a7
    ;;
    xmma484bw $a20a21 = $a20a21, $a17, $a8
    ;;
    xso 0[$r2] = $a20
    ;;
    xso 32[$r2] = $a21 ; addd $r2 = $r2, 64
    ;;
line:
    addd $r0 = $r0, 32 ; addd $r7 = $r7, -1
    ;;
    cb.dnez $r7? row
    ;;
    ret
    ;;
