#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input of every command of `weft`: files, shapes, numbers, names, outputs, interrupts.

    bad_input.py WEFT [--golden] [--limit SECONDS]

A row is a shell command and a part of its message. A command runs in a folder of good and damaged
files and has SECONDS, 10 by default. The test passes if each command ends with exit code 2, prints
nothing on stdout and one line on stderr, which begins with "weft: " and has that part, and leaves
the folder as it was. Rows of INTERRUPTS end by a signal instead, and leave the folder as it was too.
Rows of GOOD have good input: they end with exit code 0 and print nothing on stderr. Rows that need a
small file system are skipped if it cannot be mounted. --golden leaves out the rows of NEED_RTL, for a
build without the RTL of the arrays.
"""

import argparse
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONG = "n" * 3000

# Files of every kind where a command reads one. {} is the file.
READS = [
    "gemm {} a.npy",
    "gemm a.npy {}",
    "gemm a.npy a.npy --c {}",
    "engine run {} a.npy --type fp16 --engine golden",
    "engine run a.npy a.npy --type fp16 --engine golden --c {}",
    "engine run a.npy a.npy --type fp16 --engine golden --bias {}",
    "engine busy --list {}",
    "engine ring --list {}",
    "conv {} --filters filters.json -o m.png",
    "conv picture.png --filters {} -o m.png",
    "compare {} a.npy --profiles v100-hmma-fp16",
    "check fma --op f32_mulAdd {}",
    "check dot --profile v100-hmma-fp16 {}",
    "check fdiv --op f32_div {}",
    "check sfu --op rcp {}",
    "mppa run {}",
    "mppa check {}",
    "sm run {}",
    "sm check {}",
    "mppa run empty --mem 0:{}",
    "za run {}",
    "za run words --state {}",
    "za run words --mem 0:{}",
    "za bench {}",
    "za utilisation {}",
    "za schedule {}",
    "za run words --call f @{}",
    "za run words --call f inout:{}:d",
    "amx run {}",
    "amx run words --state {}",
    "amx run words --mem 0:{}",
    "vp run {}",
    "speed --compare {}",
    "sweep merge {}",
    "bench --sizes 4 --array 4x4 --compare {}",
]
KINDS = {
    "missing": "missing: no such file",
    "dir": "dir: is a directory",
    "/dev/zero": "/dev/zero: is not a regular file",
    "pipe": "pipe: is not a regular file",
    "huge": "huge:",
    LONG: "File name too long",
    "'new\nline'": "new\\nline: no such file",
}

# Commands of other bad input, by what is bad.
CASES = {
    "files": """
        gemm empty a.npy | empty: is not a .npy file: it has 0 bytes
        gemm cut.npy a.npy | cut.npy
        gemm header.npy a.npy | header.npy
        gemm f8.npy a.npy | f8.npy
        gemm vector.npy a.npy | vector.npy
        gemm none.npy a.npy | none.npy
        gemm wide.npy a.npy | wide.npy
        gemm a.npy a.npy --scale-a a.npy | --scale-a
        gemm a.npy a.npy --profile b200-mx-e4m3 --engine golden | a.npy: dtype is <f2
        compare empty a.npy --profiles v100-hmma-fp16 | empty
        compare a.npy wide.npy --profiles v100-hmma-fp16 | wide.npy
        conv cut.png --filters filters.json -o m.png | cut.png
        conv flipped.png --filters filters.json -o m.png | flipped.png
        conv empty --filters filters.json -o m.png | empty
        conv picture.png --filters empty -o m.png | empty
        conv picture.png --filters picture.png -o m.png | picture.png
        conv picture.png --filters deep.json -o m.png | deep.json
        conv picture.png --filters filters.json --direct --dataflow os --engine golden | --dataflow os
        conv picture.png --filters filters.json --direct --array 17x4 --engine golden | --array 17x4
        lanes --words 0 --engine golden | --words 0
        texture cut.png --engine golden | cut.png
        flexpoint gemm --k 0 | --k 0
        flexpoint train --pictures 1 | --pictures 1
        flexpoint train --svg . --epochs 1 --pictures 128 | .
        texture picture.png --engine golden --width 16385 | --width 16385
        texture picture.png --engine golden --mode repeat | --mode repeat
        texture picture.png --engine golden --width 16384 --height 16384 | more than
        sweep high --op sin | --op sin
        chain --pes 17 --engine golden | --pes 17
        chain --pes 0 --engine golden | --pes 0
        chain --pes 7 --engine golden | 1 x 7
        gemm a.npy a.npy --profile text.json | text.json
        gemm a.npy a.npy --profile missing.json | missing.json: no such file
        gemm a.npy a.npy --profile dir.json | dir.json: is a directory
        gemm a.npy a.npy --profile pipe.json | pipe.json: is not a regular file
        gemm a.npy a.npy --profile deep.json | deep.json
        mppa run huge | huge: has 268435457 bytes, at most
        za run huge | huge: has 268435457 bytes, at most
        check fma --op f32_mulAdd text.json | text.json:1
        check fma --op f32_mulAdd short.txt | short.txt:2
        check dot --profile v100-hmma-fp16 short.txt | short.txt: line 1: 40000000: a status
        check sfu --op rcp short.txt | short.txt:1
        mppa run text.json | text.json:1
        sm run text.json | text.json:1: hello,: no such instruction
        sm run picture.png | picture.png:1
        sm run empty | empty: no instructions
        sm run huge | huge: has 268435457 bytes, at most
        sm check picture.png | picture.png:1
        sm list --arch text.json | text.json: no JSON
        sm list --arch deep.json | deep.json: no JSON
        sm run k.sass --args wide.npy | wide.npy
        mppa run picture.png | picture.png:1
        za run empty | empty: neither ELF nor whole instruction words
        za run a.npy | a.npy: neither an ELF file nor instruction words
        za run picture.png | picture.png: neither an ELF file nor
        amx run odd | odd: neither ELF nor whole instruction words
        za run cut.elf | cut.elf: the file is cut short
        za run host.elf | host.elf: not for little-endian AArch64
        za run nobits.elf | nobits.elf: more than 268435456 bytes in its segments
        amx run loads.elf | loads.elf: more than 268435456 bytes in its segments
        za run beyond.elf | beyond.elf: a segment of 4096 bytes at 0xfffffffffffff800 ends beyond
        za run longer.elf | longer.elf: a segment with more bytes in the file
        za run names.elf | names.elf: a name of more than 4096 characters
        za run nostart.elf | nostart.elf
        za bench beyond.elf | beyond.elf: a segment of
        za run words --state text.json | text.json:1
        za run words --state picture.png | picture.png:1
        amx run words --state text.json | text.json:1
        sweep merge text.json | text.json
        sweep merge empty | empty
        sweep sfu --op rcp --from 3f800000 --to 3f80000f --json text.json | text.json
        bench --sizes 4 --array 4x4 --compare text.json | text.json
        speed --compare empty | empty
    """,
    "shapes": """
        gemm a.npy a.npy --array 0x4 | --array 0x4
        gemm a.npy a.npy --array 4 | --array 4
        gemm a.npy a.npy --array 4x4x4 | --array 4x4x4
        gemm a.npy a.npy --array 65536x65536 | --array 65536x65536
        gemm a.npy a.npy --array -4x4 | --array -4x4
        gemm a.npy a.npy --array 4x99999999999999999999 | --array 4x99999999999999999999
        gemm a.npy tall.npy | tall.npy
        gemm a.npy a.npy --c tall.npy | tall.npy
        gemm a.npy a.npy --bias tall.npy | tall.npy
        cycles --shapes 0x1x1 | --shapes 0x1x1
        cycles --shapes 4x4 | --shapes 4x4
        cycles --shapes 4x4x4294967296 | --shapes 4x4x4294967296
        cycles --shapes 4x4x4,,4x4x4 | --shapes
        cycles --shapes nan | --shapes nan
        draw dataflow --array 3x3 --shape 0x1x1 -o d.svg | --shape 0x1x1
        draw dataflow --array 99x99 -o d.svg | --array 99x99
        draw dataflow --array 3x3 --shape 9999999x9x9 -o d.svg | --shape 9999999x9x9
        draw busy --array 3x -o d.svg | --array 3x
        za show --tile za4.s --slice h0 | --tile za4.s
        za show --tile za0.s --slice h99 | --slice h99
        za show --tile za0.s --slice hx | --slice hx
    """,
    "numbers": """
        fma 1 2 | 2 operands
        fma 1 2 3 4 | 4: a * b + c takes 3 operands
        fma one 2 3 | one
        fma 0x123456789 2 3 | 0x123456789
        fma '' 2 3 | ''
        fma 1 2 3 --format e99m1 | --format e99m1
        fma 1 2 3 --stages -1 | --stages -1
        fma 1 2 3 --stages 99 | --stages 99
        fma 1 2 3 --seed -1 | --seed -1
        fma 1 2 3 --seed 18446744073709551616 | --seed 18446744073709551616
        fma 1 2 3 --seed '' | --seed
        fma 1 2 3 --round up | --round up
        dot --profile v100-hmma-fp16 3c00 | 1 words: v100-hmma-fp16 takes K elements
        dot --profile v100-hmma-fp16 zz 0 0 0 0 0 0 0 0 | zz
        dot --profile v100-hmma-fp16 --with k=x 0 | k=x
        dot --profile v100-hmma-fp16 --with nosuch=1 0 | nosuch
        profiles nosuch | nosuch
        math | --op or --table is required
        math --op nosuch 1 | --op nosuch
        math --op sin one | one
        math --op sin | 0 operands: sin takes 1
        math --op pow 1 | 1 operands: pow takes 2
        math --op sin 1 --build nosuch | nosuch
        math --op sin 1 --step 3 | --step
        math --table 1 | 1: --table takes no operands
        math --table --build fine | --build
        math --table --step 0 | --step 0
        math --table --engine rtl | --table
        math --engine nosuch | nosuch
        math --engine golden --step 4095 | --step 4095
        math --engine golden --build fine | --build
        math --program memory | --program: --op is required
        math --op sin --program text | text
        math --op sin --program memory 1 | 1: --program takes no operands
        gemm a.npy a.npy --stall -1 | --stall -1
        gemm a.npy a.npy --stall 101 | --stall 101
        gemm a.npy a.npy --stall nan | --stall nan
        gemm a.npy a.npy --scale '' --out fp16 | --scale
        gemm a.npy a.npy --wave-cycles -1 --wave w.fst | --wave-cycles -1
        gemm a.npy a.npy --engine qemu | --engine qemu
        gemm a.npy a.npy --type fp17 | --type fp17
        engine run a.npy a.npy --engine qemu | --engine qemu
        engine run a.npy a.npy --type fp16 --engine tlm --stall 5 | --stall 5: the engine tlm has none
        engine run a.npy a.npy --type fp16 --engine tlm --trace t.json | --trace t.json
        engine run a.npy a.npy --type fp16 --engine tlm --wave w.fst | --wave w.fst
        engine run a.npy a.npy --type fp16 --engine tlm --bus 96 | --bus 96
        engine run a.npy a.npy --type fp16 --engine golden --dataflow bi --array 3x3 | --dataflow bi
        engine run a.npy a.npy --type fp16 --engine golden --c a.npy --bias a.npy | --bias
        engine run a.npy a.npy --type fp16 --engine golden --sparse-a --transpose-b | --sparse-a
        engine run a.npy a.npy --type fp16 --engine golden --sparse-a --array 6x4 | --sparse-a: 6 rows
        engine run a.npy a.npy --type fp16 --engine golden --bias tall.npy | tall.npy
        engine run a.npy a.npy --type fp16 --engine golden --trace '' | --trace
        engine busy --bus 96 | --bus 96
        vp demo -o no/x.png | no: no such folder
        vp run words --bus 96 | --bus 96
        vp run words --engine qemu | --engine qemu
        vp run words --wave w.fst | --wave
        engine busy --bus 512 | --bus 512
        engine ring --bus 512 | --bus 512
        engine ring --list resnet51 | resnet51: no such file
        engine ring --list empty | empty: has no layer
        engine ring --blocks 0x4x4 | --blocks 0x4x4
        engine busy --bus x | --bus x
        engine busy --array 0x4 | --array 0x4
        engine busy --type fp17 | --type fp17
        engine busy --type fp64 --list words | words:1:
        engine busy --dataflow is | --dataflow is
        engine busy --dataflow bi --blocks 48x64x64 | --dataflow bi
        engine busy --blocks 0x4x4 | --blocks 0x4x4
        engine busy --blocks 4x4x4 | --blocks 4x4x4: 256^3 has 262144 blocks
        engine busy --latency -1 | --latency -1
        engine busy --in-flight 0 | --in-flight 0
        engine busy --burst 24 | --burst 24
        engine busy --out fp32 | --out fp32
        engine busy --list '' | --list
        engine busy --list resnet51 | resnet51: no such file
        engine busy --list text.json | text.json:1: 2 words
        engine busy --list short.txt | short.txt:1: 3f800000: m, n and k are 1 to 65535
        engine busy --list empty | empty: has no layer
        engine run a.npy a.npy --engine golden | a.npy: dtype is <f2
        engine run a.npy tall.npy --type fp16 --engine golden | tall.npy
        engine run a.npy a.npy --type fp16 --engine golden --c tall.npy | tall.npy
        engine run a.npy a.npy --type fp16 --engine golden --bus 96 | --bus 96
        engine run a.npy a.npy --type fp16 --engine golden --bus 512 | --bus 512
        engine run a.npy a.npy --type fp16 --engine golden --burst 24 | --burst 24
        engine run a.npy a.npy --type fp16 --engine golden --burst 8 | --burst 8
        engine run a.npy a.npy --type fp16 --engine golden --blocks 8x8 | --blocks 8x8
        engine run a.npy a.npy --type fp16 --engine golden --blocks 0x8x8 | --blocks 0x8x8
        engine run a.npy a.npy --type fp16 --engine golden --latency -1 | --latency -1
        engine run a.npy a.npy --type fp16 --engine golden --array 0x4 | --array 0x4
        engine run a.npy a.npy --type fp16 --engine golden --dataflow is | --dataflow is
        engine run a.npy a.npy --type fp16 --array 3x3 | --array 3x3
        engine run a.npy a.npy --type fp16 --engine golden --wave w.fst | --wave w.fst
        engine run a.npy a.npy --type fp16 --engine golden -o missing/d.npy | missing: no such folder
        bench --sizes 0 | --sizes 0
        bench --sizes 4294967296 | --sizes 4294967296
        bench --sizes four | --sizes four
        mppa run empty --latency -1 | --latency -1
        sm run k.sass --latency -1 | --latency -1
        sm run k.sass --grid 0 | --grid 0
        sm run k.sass --block 2x99999999999 | --block 2x99999999999
        sm run k.sass --args x | --args x
        sm run k.sass --args '' | --args
        sm run k.sass --args 0x | --args 0x
        sm run k.sass --args 4294967296 | --args 4294967296: an integer has 32 bits
        sm run k.sass --args 99999999999999999999 | an integer has 32 bits
        sm run k.sass --args -2147483649 | --args -2147483649: an integer has 32 bits
        sm run k.sass --args a.npy=missing/o.npy | missing: no such folder
        sm run k.sass --set block.sfu.lanes=99999999999999999999 | volta.block.sfu.lanes
        sm run k.sass --rate 0 | --rate 0
        sm run k.sass --policy x | --policy x
        sm occupancy --threads 0 | --threads 0
        sm fragment nosuch | nosuch
        check fdiv --format e20m3 good.txt | --format e20m3
        check fdiv --op f32_add good.txt | --op add
        check fdiv --op f32_div --format fp64 good.txt | --format is fp64
        check fdiv --engine all good.txt | --engine all
        check fdiv --op f32_rcp good.txt | --op rcp
        check fdiv --seq --op f32_add good.txt | --op add
        vp run rv.elf | rv.elf: the entry point 0x10000 is in no segment
        vp run rv.elf --limit nan | --limit nan
        vp run rv.elf --files words | words: no such folder
        vp run rv.elf --engine tlm --stall 5 | --stall 5: the engine tlm has none
        engine run a.npy a.npy --type fp16 --engine golden --scale 2 | --scale 2: only with --out
        gemm a.npy a.npy --engine golden --scale 2 | --scale 2: only with --out
        engine run a.npy a.npy --type fp16 --engine golden --sparse-a --transpose-a | --sparse-a
        mppa run empty --interleave 3 | --interleave 3
        mppa run empty --engine golden --wave w.fst | --wave w.fst
        mppa run empty --wave words/w.fst | words: no such folder
        mppa run empty --cores 0 | --cores 0
        sm run k.sass --args out:f4:0x1:d.npy | --args out:f4:0x1:d.npy
        sm run k.sass --set banks=0 | volta.banks: 0
        sm run k.sass --arch nosuch | --arch nosuch
        sm run k.sass --engine rtl | --engine rtl: --arch volta has no RTL
        sm run k.sass --registers | --registers: for a block alone
        sm run k.sass --wave w.fst | --wave w.fst: only the engine rtl
        sm run k.sass --arch small --wave w.fst | --wave w.fst: only the engine rtl
        sm run k.sass --arch small --trace t.json | --trace: for a preset
        sm run k.sass --arch small --block 8 --policy lrr | --policy lrr: weft_sm_block small has another
        sm run k.sass --arch small --block 17 | --block 17x1: at most 16 threads
        sm run k.sass --arch small --grid 1048576 --block 2 | --grid 1048576x1: at most 1048576 threads
        sm run k.sass --arch small --block 2 --args wide.npy | wide.npy
        sm bench nosuch | nosuch: no such benchmark
        mppa run empty --loads 0 | --loads 0
        mppa run empty --cores 17 | --cores 17
        mppa run empty --why | --why
        mppa check empty | empty:1
        mppa check text.json | text.json:1
        mppa run empty --mem x:words | x
        mppa run empty --mem 0xffffffffffffffff:words | 0xffffffffffffffff
        mppa run empty --dump 0:-1:out | -1
        mppa run empty --dump 0:99999999999999999999:out | 99999999999999999999
        za run words --max-insns -1 | --max-insns -1
        za run words --max-insns '' | --max-insns
        za run words --svl 100 | --svl 100
        za run words --svl nan | --svl nan
        za run words --rows-per-cycle 0 | --rows-per-cycle 0
        za run words --mem 0xfffffffffffffffe:words | 0xfffffffffffffffe
        za run words --mem 0x | --mem 0x
        za run words --entry '' | --entry
        za run words --why | --why: the engine golden has no cycles
        za run words --engine golden --trace d | --trace d: the engine golden has no cycles
        za run words --call f | --call f: no such symbol in words
        za run words --call f nan | --call nan
        za run words --call f 1.5 | --call 1.5
        za run words --call f d:1e999 | --call d:1e999: beyond fp64
        za run words --call f out:d | --call out:d
        za run words --call f out:d:-1 | --call out:d:-1
        za run words --call f zero:0 | --call zero:0
        za run words --call f out:d:8 out:d:8 | d is written twice
        za run words --call f --entry f | --entry excludes --call
        amx run words --call f 0x | --call 0x
        za bench words --seconds -1 | --seconds -1
        za bench words --seconds nan | --seconds nan
        za bench words --seconds 1e300 | --seconds 1e300
        amx run words --rows-per-cycle 65 | --rows-per-cycle 65
        amx run words --rows-per-cycle 3 --engine rtl | --rows-per-cycle 3
        amx run words --seed x | --seed x
        check fma --op f32_mulAdd --stages 1.5 empty | --stages 1.5
        check fcvt --op f32_to_nothing empty | f32_to_nothing
        sweep sfu --op nosuch | --op nosuch
        sweep sfu --op sin --relative --build finer | --build finer
        sweep sfu --op rcp --shard '' | --shard
        sweep sfu --op rcp --shard 3/2 | --shard 3/2
        sweep sfu --op rcp --shard 0/2 | --shard 0/2
        sweep sfu --op rcp --from 2 --to 1 | --from
        sweep sfu --op rcp --from 123456789 | --from 123456789
        sweep sfu --op rcp --jobs 0 | --jobs 0
        sweep sfu --op rcp --jobs 4294967295 | --jobs 4294967295
        draw dataflow --cycle -1 -o d.svg | --cycle -1
        draw dataflow --cycle 9999 -o d.svg | --cycle 9999
        plot sfu --op rcp --build quartic -o p.svg | --build quartic
    """,
    "names": """
        {long} | no such command
        'new{newline}line' | new\\nline: no such command
        fma 1 2 3 --{long} | --nnn
        fma 1 2 3 --format {long} | --format nnn
        dot --profile {long} 0 | nnn
        dot --profile 'new{newline}line' 0 | new\\nline
        profiles {long} | nnn
        compare a.npy a.npy --profiles v100-hmma-fp16+{long}=1 | nnn
        cycles --shapes {long} | --shapes nnn
        za run words --entry {long} | --entry nnn
        za show --tile {long} --slice h0 | --tile nnn
        sweep sfu --op {long} | --op nnn
        check fma --op {long} empty | --op nnn
        nosuch | nosuch: no such command
        za nosuch | nosuch
        gemm | A is required
        sweep merge | FILES is required
        plot sfu --op rcp | --output is required
        draw busy | --output is required
    """,
    "outputs": """
        gemm a.npy a.npy --engine golden -o dir | dir: is a folder
        gemm a.npy a.npy --engine golden -o missing/d.npy | missing: no such folder
        gemm a.npy a.npy --engine golden -o empty/d.npy | empty: no such folder
        gemm a.npy a.npy --engine golden -o /proc/d.npy | /proc/d.npy: cannot be written
        gemm a.npy a.npy --engine golden -o '' | --output
        gemm a.npy a.npy --engine golden -o {long} | File name too long
        gemm a.npy a.npy --engine rtl --array 4x4 --wave /proc/w.fst | /proc/w.fst: cannot be written
        gemm a.npy a.npy --engine golden --wave w.fst | --wave w.fst
        conv picture.png --filters filters.json -o dir | dir: is a folder
        conv picture.png --filters filters.json --save-operands empty | empty
        compare a.npy a.npy --profiles v100-hmma-fp16 -o dir | dir: is a folder
        mppa run empty --dump 0:4:/proc/d | /proc/d: cannot be written
        za run words --dump missing/d | missing: no such folder
        za run words --engine tlm --trace missing/d | missing: no such folder
        amx run words --trace dir | dir: is a folder
        za run words --call f out:missing/d:8 | missing: no such folder
        amx run words --call f out:dir:8 | dir: is a folder
        za show --tile za0.s --slice h0 -o dir | dir: cannot be written: Is a directory
        amx run words --dump dir | dir: is a folder
        fma 1 2 3 --wave missing/w.fst | missing: no such folder
        sweep sfu --op rcp --json /dev/null | /dev/null: is not a regular file
        sweep sfu --op rcp --json missing/s.json | missing
        engine run a.npy a.npy --type fp16 --engine golden --trace dir | dir: is a folder
        engine run a.npy a.npy --type fp16 --engine golden --trace missing/t | missing: no such folder
        engine busy --svg dir | dir: is a folder
        engine ring --trace dir | dir: is a folder
        engine busy --svg missing/r.svg | missing: no such folder
        plot sfu --op rcp -o dir | dir: is a folder
        plot sfu --op rcp -o missing/p.svg | missing: no such folder
        draw busy --array 3x3 -o missing/p.svg | missing: no such folder
    """,
    # Standard output goes where it cannot arrive.
    "stdout": """
        fma 1 2 3 --engine golden > /dev/full | standard output: No space left
        fma 1 2 3 --engine golden >&- | standard output: Bad file descriptor
        dot --profile ieee-fma-fp32 0 0 0 > /dev/full | standard output: No space left
        profiles --json > /dev/full | standard output: No space left
        profiles >&- | standard output: Bad file descriptor
        gemm a.npy a.npy --engine golden --json > /dev/full | standard output: No space left
        compare a.npy a.npy --profiles v100-hmma-fp16 > /dev/full | standard output: No space left
        cycles --shapes 4x4x4 > /dev/full | standard output: No space left
        engine busy > /dev/full | standard output: No space left
        za list > /dev/full | standard output: No space left
        za show --tile za0.s --slice h0 >&- | standard output: Bad file descriptor
        za run words > /dev/full | standard output: No space left
        amx run words > /dev/full | standard output: No space left
        mppa run mppa.txt --engine golden > /dev/full | standard output: No space left
        check fma --op f32_mulAdd good.txt > /dev/full | standard output: No space left
        --help > /dev/full | standard output: No space left
        --version >&- | standard output: Bad file descriptor
        gemm --help > /dev/full | standard output: No space left
    """,
}

# Targets that are full, or become it, during the work; the report may have been printed before.
LATE = """
    gemm big.npy big.npy --engine golden -o full/d.npy | full/d.npy: cannot be written: No space
    gemm mid.npy mid.npy --engine rtl --array 4x4 --wave full/w.fst | full/w.fst: cannot be written
    mppa run mppa.txt --engine golden --dump 0:200000:full/d | full/d: cannot be written: No space
    za run words --mem 0x20000:big.npy --dump full/d | full/d: cannot be written: No space
    conv picture.png --filters filters.json --engine golden -o full/m.png | full/m.png: cannot be
"""
LIMITED = """
    gemm big.npy big.npy --engine golden -o d.npy | d.npy: cannot be written: File too large
    gemm mid.npy mid.npy --engine rtl --array 4x4 --wave w.fst | w.fst: cannot be written
    mppa run mppa.txt --engine golden --dump 0:200000:d | d: cannot be written: File too large
    za run words --mem 0x20000:big.npy --dump d | d: cannot be written: File too large
    conv picture.png --filters filters.json --engine golden -o m.png | m.png: cannot be written
    plot sfu --op rcp -o p.svg | p.svg: cannot be written: File too large
    engine run mid.npy mid.npy --type fp16 --engine golden --blocks 16x16x16 --trace t | t: cannot be written
"""
DEVICE = """
    engine busy --svg /dev/full | /dev/full: cannot be written: No space left
    engine run a.npy a.npy --type fp16 --engine golden --trace /dev/full | /dev/full: cannot be written
    sm run k.sass --trace /dev/full | /dev/full: cannot be written: No space left
    gemm a.npy a.npy --engine golden -o /dev/full | /dev/full: cannot be written: No space left
    za show --tile za0.s --slice h0 -o /dev/full | /dev/full: cannot be written: No space left
    mppa run mppa.txt --engine golden --dump 0:9:/dev/full | /dev/full: cannot be written: No space
"""

# Good input: every command on golden and, where it has one, TLM.
GOOD = """
    profiles
    fma 1 0x40000000 -0x1.8p1 --engine golden
    fma 1 2 3 --engine tlm
    math --op pow -2 3
    math --op pow -2 3 --engine tlm
    math --op tan --engine golden --step 268435459
    math --op erf --program registers
    math --table --op log --step 1048573
    dot --profile v100-hmma-fp16 --engine golden 3c00 3c00 3c00 3c00 3c00 3c00 3c00 4000 0
    gemm a.npy a.npy --engine golden -o d.npy
    gemm mid.npy mid.npy --engine golden --profile a100-hmma-fp16 --dataflow ws
    gemm mid.npy mid.npy --engine tlm --array 4x4
    conv picture.png --filters filters.json --engine golden -o m.png
    conv picture.png --filters filters.json --direct --engine golden
    chain --engine golden
    lanes --engine golden
    texture picture.png --engine tlm --mode border -o t.png
    flexpoint gemm --k 16 --svg f.svg
    flexpoint train --epochs 1 --pictures 128 --svg f.svg
    compare mid.npy mid.npy --profiles v100-hmma-fp16,ieee-fma-fp16 -o ulps.svg
    cycles --shapes 64x64x64
    engine run a.npy a.npy --type fp16 --engine golden --trace t.json
    engine run a.npy a.npy --type fp16 --engine tlm
    engine busy --svg r.svg
    engine ring --list layers.txt --trace t.json
    check fma --op f32_mulAdd good.txt --engine golden
    mppa run mppa.txt --engine golden --dump 0:64:d
    mppa run ROOT/docs/unit/mppa/strlen.s --engine golden
    sm check ROOT/tb/sm/collatz.sass
    sm run k.sass --arch ampere
    sm bench ffma --warps 1,2
    sm run k.sass --arch small --block 16 --registers
    sm tables --table 5-5
    sm occupancy --regs 64 --threads 256
    za list
    za show --tile za0.s --slice h0 -o z.svg
    za run words --engine golden --dump d
    amx run words --engine golden --dump d
    sweep sfu --op rcp --from 3f800000 --to 3f80ffff --json s.json
    plot sfu --op rcp -o p.svg
    fma --help
"""

# Rows that have arrays of this build's RTL to name or to run.
NEED_RTL = ("--engine rtl --array 4x4 --wave", "draw dataflow --cycle 9999")

# Commands that a signal ends while they write.
INTERRUPTS = [
    "gemm huge.npy huge.npy --engine rtl --array 4x4 --wave w.fst",
    "plot sfu --op tanh -o p.svg",
    "za run loop --max-insns 1000000000 --dump d",
]


def npy(shape, kind="<f2", bytes_of=2, value=b"\0\x3c", count=None):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    size = 1
    for n in shape:
        size *= n
    size = size if count is None else count
    return (b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode()
            + (value * bytes_of)[:bytes_of] * size)


def elf(kind, segments=(), sections=(), tail=b""):
    """An ELF file for AArch64. Segments: (offset, address, in file, in memory); sections: (type,
    flags, offset, size, link)."""
    at = 64
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", kind, 183, 1, 0x10000, at, at + 56 * len(segments), 0, 64, 56,
        len(segments), 64, len(sections), 0)
    for offset, address, in_file, in_memory in segments:
        header += struct.pack("<IIQQQQQQ", 1, 7, offset, address, address, in_file, in_memory, 1)
    for type_, flags, offset, size, link in sections:
        header += struct.pack("<IIQQQQIIQQ", 0, type_, flags, 0, offset, size, link, 0, 1, 24)
    return header + tail


def make_files(folder):
    """The good files and the damaged ones."""
    def put(name, data):
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())

    for name, source in (("picture.png", "picture.png"), ("filters.json", "filters.json")):
        shutil.copy(ROOT / "docs/demo" / source, folder / name)
    picture = (folder / "picture.png").read_bytes()
    (folder / "dir").mkdir()
    (folder / "dir.json").mkdir()
    os.mkfifo(folder / "pipe")
    os.mkfifo(folder / "pipe.json")
    with open(folder / "huge", "wb") as huge:
        huge.truncate(2**28 + 1)

    shutil.copy(ROOT / "docs/unit/mppa/int8_gemm.txt", folder / "mppa.txt")
    put("empty", "")
    put("k.sass", "EXIT\n")
    put("odd", "abc")
    put("words", struct.pack("<I", 0xD4000001))  # svc #0
    put("loop", struct.pack("<I", 0x14000000))  # b .
    put("text.json", "hello, world\n")
    put("short.txt", "3f800000 3f800000 3f800000 40000000 00\n3f800000 3f8\n")
    put("good.txt", "3f800000 3f800000 3f800000 40000000 00\n")
    put("layers.txt", "cube 16 16 16 2\n")
    put("deep.json", "[" * 200000)
    put("a.npy", npy((4, 4)))
    put("tall.npy", npy((9, 4)))
    put("mid.npy", npy((64, 64)))
    put("big.npy", npy((256, 256)))
    put("huge.npy", npy((600, 600)))
    put("cut.npy", npy((4, 4), count=3))
    put("header.npy", npy((4, 4))[:30])
    put("f8.npy", npy((4, 4), "<f8", 8, bytes(8)))
    put("vector.npy", npy((4,)))
    put("none.npy", npy((0, 4)))
    put("wide.npy", npy((4, 2**62), count=1))
    put("cut.png", picture[:len(picture) // 2])
    put("flipped.png", picture[:20] + b"\xff" + picture[21:])
    put("host.elf", elf(2)[:18] + struct.pack("<H", 62) + elf(2)[20:])
    put("rv.elf", elf(2)[:18] + struct.pack("<H", 243) + elf(2)[20:])
    put("cut.elf", elf(2, [(0, 0x10000, 2**20, 2**20)]))
    put("nobits.elf", elf(1, sections=[(8, 2, 0, 2**27 + 1, 0)] * 400))
    put("loads.elf", elf(2, [(0, 0x10000, 0, 2**27 + 1)] * 2000))
    put("beyond.elf", elf(2, [(0, 2**64 - 2048, 0, 4096)]))
    put("longer.elf", elf(2, [(0, 0x10000, 64, 32)]))
    put("nostart.elf", elf(1, sections=[(1, 6, 0, 4, 0)]))
    count = 20000
    table = struct.pack("<IBBHQQ", 0, 0x10, 0, 1, 0, 0) * count
    put("names.elf", elf(1, sections=[(2, 0, 192, len(table), 1),
                                      (3, 0, 192 + len(table), 400000, 0)],
                         tail=table + b"n" * 400000))


def rows(text):
    for line in text.strip().splitlines():
        command, part = line.strip().rsplit(" | ", 1)
        yield (command.replace("{long}", LONG).replace("{newline}", "\n"), part)


class Runner:
    def __init__(self, program, folder, golden, limit):
        self.folder, self.bad, self.count = folder, [], 0
        self.left_out, self.limit = NEED_RTL if golden else (), limit
        self.environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
        self.before = self.listing()

    def listing(self):
        """Name, size and time of the last change of every file."""
        found, folders = {}, [""]
        for folder in folders:
            with os.scandir(self.folder / folder) as entries:
                for entry in entries:
                    name = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(name + "/")
                    else:
                        status = entry.stat(follow_symlinks=False)
                        found[name] = (status.st_size, status.st_mtime_ns)
        return found

    def fail(self, command, what):
        self.bad.append(command)
        print(f"weft {command[:200]}\n  {what}")

    def debris(self, command):
        after = self.listing()
        if after == self.before:
            return
        changed = sorted(n for n in after | self.before if after.get(n) != self.before.get(n))
        self.fail(command, f"left or changed {', '.join(changed)}")
        for name in set(after) - set(self.before):
            (self.folder / name).unlink()

    def takes(self, command):
        """Runs a command of good input, and removes what it wrote."""
        self.count += 1
        try:
            done = subprocess.run(["sh", "-c", f"exec weft {command}"], cwd=self.folder,
                                  env=self.environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=self.limit, errors="backslashreplace")
        except subprocess.TimeoutExpired:
            self.fail(command, f"runs longer than {self.limit} s")
        else:
            if done.returncode != 0 or done.stderr or not done.stdout:
                self.fail(command, f"exit code {done.returncode}: {done.stdout}{done.stderr}")
        for name in set(self.listing()) - set(self.before):
            (self.folder / name).unlink()
        self.debris(command)

    def refuses(self, command, part, before="", late=False):
        if any(words in command for words in self.left_out):
            return
        self.count += 1
        try:
            done = subprocess.run(["sh", "-c", f"{before}exec weft {command}"], cwd=self.folder,
                                  env=self.environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=self.limit, errors="backslashreplace")
        except subprocess.TimeoutExpired:
            self.fail(command, f"runs longer than {self.limit} s")
        else:
            if done.returncode != 2:
                self.fail(command, f"exit code {done.returncode}: {done.stdout}{done.stderr}")
            elif done.stdout and not late:
                self.fail(command, f"prints {done.stdout!r}")
            elif (done.stderr.count("\n") != 1 or not done.stderr.startswith("weft: ")
                  or not done.stderr.endswith("\n")):
                self.fail(command, f"not one line: {done.stderr!r}")
            elif part not in done.stderr:
                self.fail(command, f"{part!r} is not in {done.stderr!r}")
            elif len(done.stderr) > 600:
                self.fail(command, f"a line of {len(done.stderr)} characters")
        self.debris(command)

    def interrupted(self, command, which):
        """Sends the signal as soon as a file is there, else after 0.3 s."""
        if any(words in command for words in self.left_out):
            return
        self.count += 1
        child = subprocess.Popen(["sh", "-c", f"exec weft {command}"], cwd=self.folder,
                                 env=self.environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        until = time.monotonic() + 0.3
        while time.monotonic() < until and self.listing() == self.before:
            time.sleep(0.01)
        child.send_signal(which)
        try:
            child.communicate(timeout=self.limit)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
        if child.returncode != -which:
            self.fail(command, f"{which.name}: exit code {child.returncode}")
        self.debris(command)


def main():
    # A name space of its own ends with its mounts, however the test ends.
    private = ["--mount"] if os.geteuid() == 0 else ["--map-root-user", "--mount"]
    if (sys.argv[-1] != "--private"
            and subprocess.run(["unshare", *private, "true"], capture_output=True).returncode == 0):
        os.execvp("unshare", ["unshare", *private, sys.executable, *sys.argv, "--private"])
    parser = argparse.ArgumentParser()
    parser.add_argument("weft", type=pathlib.Path)
    parser.add_argument("--golden", action="store_true")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--private", action="store_true")
    arguments = parser.parse_args()
    program = arguments.weft.resolve()
    with tempfile.TemporaryDirectory(prefix="weft-bad-") as name:
        folder = pathlib.Path(name)
        make_files(folder)
        runner = Runner(program, folder, arguments.golden, arguments.limit)
        for command in GOOD.strip().splitlines():
            runner.takes(command.strip().replace("ROOT", str(ROOT)))
        for command in READS:
            for kind, part in KINDS.items():
                runner.refuses(command.format(kind), part)
        for text in CASES.values():
            for command, part in rows(text):
                runner.refuses(command, part)
        for command, part in rows(DEVICE):
            runner.refuses(command, part, late=True)
        for command, part in rows(LIMITED):
            runner.refuses(command, part, "ulimit -f 2; ", late=True)
        for command in INTERRUPTS:
            for which in (signal.SIGINT, signal.SIGTERM):
                runner.interrupted(command, which)

        full = folder / "full"
        full.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(full)]
        if arguments.private and subprocess.run(mount, capture_output=True).returncode == 0:
            for command, part in rows(LATE):
                runner.refuses(command, part, late=True)
            subprocess.run(["umount", str(full)], check=True)
        else:
            print("left out: a small file system cannot be mounted")
    print(f"{runner.count} cases, {len(runner.bad)} bad")
    return 1 if runner.bad else 0


if __name__ == "__main__":
    sys.exit(main())
