# D = A B: FP16, A 64 x 32 row-major at 0, B 32 x 16 column-major at 0x8000, D FP32 at 0x10000 as
# registers lie: panels of 8 columns, groups of 4 rows, then four registers.
#
# A panel's B is in $a0 to $a15. A group takes 64 bundles, each with a quarter of a product: X, the
# first half of its rows, is in $a16a17a18a19, Y in $a20a21a22a23; the sums P are columns 0 to 3, Q
# columns 4 to 7. Y, the next group's X and the stores of sums go on in the lane of memory.

    make $r1 = 0x8000 ; make $r2 = 0x10000 ; make $r10 = 0 ; make $r7 = 2
    ;;
    xmovetq $a40.lo = $r10, $r10 ; xmovetq $a40.hi = $r10, $r10 ; make $r8 = 16
    ;;
    xmovetq $a41.lo = $r10, $r10 ; xmovetq $a41.hi = $r10, $r10
    ;;
panel:
    xlo.q0 $a0a1a2a3 = 0[$r1] ; make $r0 = 0 ; make $r9 = 0
    ;;
    xlo.q1 $a0a1a2a3 = 64[$r1]
    ;;
    xlo.q2 $a0a1a2a3 = 128[$r1]
    ;;
    xlo.q3 $a0a1a2a3 = 192[$r1]
    ;;
    xlo.q0 $a16a17a18a19 = 0[$r0]
    ;;
    xlo.q1 $a16a17a18a19 = 64[$r0]
    ;;
    xlo.q2 $a16a17a18a19 = 128[$r0]
    ;;
    xlo.q3 $a16a17a18a19 = 192[$r0]
    ;;
    xlo.q0 $a8a9a10a11 = 256[$r1]
    ;;
    xlo.q1 $a8a9a10a11 = 320[$r1]
    ;;
    xlo.q2 $a8a9a10a11 = 384[$r1]
    ;;
    xlo.q3 $a8a9a10a11 = 448[$r1]
    ;;
    xlo.q0 $a4a5a6a7 = 32[$r1]
    ;;
    xlo.q1 $a4a5a6a7 = 96[$r1]
    ;;
    xlo.q2 $a4a5a6a7 = 160[$r1]
    ;;
    xlo.q3 $a4a5a6a7 = 224[$r1]
    ;;
    xlo.q0 $a12a13a14a15 = 288[$r1]
    ;;
    xlo.q1 $a12a13a14a15 = 352[$r1]
    ;;
    xlo.q2 $a12a13a14a15 = 416[$r1]
    ;;
    xlo.q3 $a12a13a14a15 = 480[$r1] ; addd $r1 = $r1, 512 ; loopdo $r8, rows
    ;;
    fmma242hw0 $a32.lo = $a40a41, $a16, $a0 ; xlo.q0 $a20a21a22a23 = 32[$r0]
    ;;
    fmma242hw1 $a32.hi = $a40a41, $a16, $a0 ; xlo.q1 $a20a21a22a23 = 96[$r0]
    ;;
    fmma242hw2 $a33.lo = $a40a41, $a16, $a0 ; xlo.q2 $a20a21a22a23 = 160[$r0]
    ;;
    fmma242hw3 $a33.hi = $a40a41, $a16, $a0 ; xlo.q3 $a20a21a22a23 = 224[$r0]
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a17, $a1
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a17, $a1 ; xso.dnez $r9? -64[$r2] = $a34
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a17, $a1 ; xso.dnez $r9? -32[$r2] = $a35
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a17, $a1
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a18, $a2
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a18, $a2
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a18, $a2
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a18, $a2
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a19, $a3
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a19, $a3
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a19, $a3
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a19, $a3
    ;;
    fmma242hw0 $a34.lo = $a40a41, $a16, $a8
    ;;
    fmma242hw1 $a34.hi = $a40a41, $a16, $a8
    ;;
    fmma242hw2 $a35.lo = $a40a41, $a16, $a8
    ;;
    fmma242hw3 $a35.hi = $a40a41, $a16, $a8
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a17, $a9
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a17, $a9
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a17, $a9
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a17, $a9
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a18, $a10
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a18, $a10
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a18, $a10
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a18, $a10
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a19, $a11
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a19, $a11
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a19, $a11
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a19, $a11
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a20, $a4
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a20, $a4
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a20, $a4
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a20, $a4
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a21, $a5
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a21, $a5
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a21, $a5
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a21, $a5
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a22, $a6 ; xlo.q0 $a16a17a18a19 = 256[$r0]
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a22, $a6 ; xlo.q1 $a16a17a18a19 = 320[$r0]
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a22, $a6 ; xlo.q2 $a16a17a18a19 = 384[$r0]
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a22, $a6 ; xlo.q3 $a16a17a18a19 = 448[$r0]
    ;;
    fmma242hw0 $a32.lo = $a32a33, $a23, $a7
    ;;
    fmma242hw1 $a32.hi = $a32a33, $a23, $a7
    ;;
    fmma242hw2 $a33.lo = $a32a33, $a23, $a7
    ;;
    fmma242hw3 $a33.hi = $a32a33, $a23, $a7
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a20, $a12
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a20, $a12
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a20, $a12
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a20, $a12
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a21, $a13 ; xso 0[$r2] = $a32
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a21, $a13 ; xso 32[$r2] = $a33
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a21, $a13
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a21, $a13
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a22, $a14
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a22, $a14
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a22, $a14
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a22, $a14
    ;;
    fmma242hw0 $a34.lo = $a34a35, $a23, $a15
    ;;
    fmma242hw1 $a34.hi = $a34a35, $a23, $a15
    ;;
    fmma242hw2 $a35.lo = $a34a35, $a23, $a15
    ;;
    fmma242hw3 $a35.hi = $a34a35, $a23, $a15 ; addd $r0 = $r0, 256 ; addd $r2 = $r2, 128 ; make $r9 = 1
    ;;
rows:
    xso -64[$r2] = $a34 ; addd $r7 = $r7, -1
    ;;
    xso -32[$r2] = $a35 ; cb.dnez $r7? panel
    ;;
    ret
    ;;
