# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog to the cells of Liberty files, by Debian's Yosys and ABC, for scripts/synth."""

import dataclasses
import json
import pathlib
import re
import subprocess

import weft_synth_records as records
from weft_elaborate import UsageError, run

# ABC's scripts: restructure, map, buffer, then size for the delay {D}, in ps.
RESTRUCTURE = "strash; ifraig -C 50; dc2"
BUFFER = "topo; cleanup; buffer -c -N 16; topo"
SIZE = "cleanup; buffer -c -N 12; topo; upsize {D}; dnsize {D}; upsize {D}; dnsize {D}"
ABC = {
    "area": f"{RESTRUCTURE}; dc2; dch -f; map -a -B 0.9; {BUFFER}",
    "bal": f"{RESTRUCTURE}; dch -f; map -B 0.9; {SIZE}",
    "fast": f"{RESTRUCTURE}; if -g -K 6; strash; dch -f; map -B 0.9; {SIZE}",
    "fastest": f"{RESTRUCTURE}; if -g -K 6; strash; if -g -K 6; strash; dch -f; map -B 0.9; {SIZE}",
}
DELAY_PS = 100  # out of reach, so that sizing goes on
OUTPUT_LOAD_FF = 5.0


@dataclasses.dataclass(frozen=True)
class Library:
    """What the report needs of a Liberty file."""

    path: pathlib.Path
    area: dict  # by name of the cell
    flip_flops: set
    nand2: str  # the smallest two-input NAND
    driver: str | None  # a buffer that drives the inputs
    itself: str  # the file's hash

    @classmethod
    def read(cls, path):
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}; run scripts/setup") from None
        text = content.decode("utf-8", "replace")
        area, flip_flops = {}, set()
        parts = re.split(r"^\s*cell\s*\(\s*\"?(\w+)\"?\s*\)", text, flags=re.MULTILINE)
        for name, body in zip(parts[1::2], parts[2::2]):
            if number := re.search(r"^\s*area\s*:\s*\"?([0-9.eE+-]+)", body, re.MULTILINE):
                area[name] = float(number[1])
            if re.search(r"^\s*ff\s*\(", body, re.MULTILINE):
                flip_flops.add(name)

        def find(pattern):
            return next((name for name in area if re.fullmatch(pattern, name)), None)

        nand2 = find(r"NAND2_?X1|\w+__nand2_1")
        if not nand2:
            raise UsageError(f"{path}: no area of a cell NAND2X1, NAND2_X1 or *__nand2_1")
        return cls(path, area, flip_flops, nand2, find(r"BUF_?X2|\w+__buf_2"), records.digest(content))


def itself():
    """A hash of what maps: the versions of Debian's Yosys and its ABC, and this file."""
    said = []
    for command in (["yosys", "-V"], ["yosys-abc", "-c", "version"]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise UsageError(f"no {command[0]}: run scripts/setup") from None
        said.append(done.stdout)
    return records.digest(*said, pathlib.Path(__file__).read_bytes())


def map_cells(top, script, libraries, work, netlists):
    """elaborated.v to the cells of each library; the figures of a row of the report for each.

    Yosys optimizes once for all libraries. With `netlists` the cells are left in <script>.v, those of
    a further library in <script>_<name of its file>.v.
    """
    (work / f"{script}.abc").write_text(f"{ABC[script]}; stime -p".replace("; ", "\n") + "\n")
    commands = [
        "read_verilog -sv -icells elaborated.v",
        f"synth -flatten -top {top} -noabc",
        "opt_clean -purge",
    ]
    if len(libraries) > 1:
        commands.append("design -save optimized")
    for number, library in enumerate(libraries):
        constraints = f"set_load {OUTPUT_LOAD_FF} [all_outputs]\n"
        if library.driver:
            constraints = f"set_driving_cell {library.driver}\n" + constraints
        (work / f"constraints_{number}.sdc").write_text(constraints)
        if number:
            commands.append("design -load optimized")
        commands += [
            f"log library {number}",
            f"dfflibmap -liberty {library.path}",
            "opt_clean",
            f"abc -liberty {library.path} -script {script}.abc -constr constraints_{number}.sdc"
            f" -D {DELAY_PS}",
            "select -assert-none t:$*",  # nothing is left unmapped
            f"tee -q -o {script}_{number}.json stat -json",
        ]
        if netlists:
            name = f"{script}_{library.path.stem}" if number else script
            commands.append(f"write_verilog -noattr {name}.v")
    text = run(["yosys", "-Q", "-T", "-p", "; ".join(commands)], work, f"{script}.log")
    said = re.split(r"^library \d+$", text, flags=re.MULTILINE)[1:]
    rows = []
    for number, (library, part) in enumerate(zip(libraries, said, strict=True)):
        statistics = json.loads((work / f"{script}_{number}.json").read_text(encoding="utf-8"))
        count = statistics["modules"][f"\\{top}"]["num_cells_by_type"]
        area = sum(number * library.area[cell] for cell, number in count.items())
        delays = re.findall(r"Delay\s*=\s*([0-9.]+)\s*ps", part)
        rows.append({
            "cells": sum(count.values()),
            "flip_flops": sum(count.get(cell, 0) for cell in library.flip_flops),
            "area": round(area, 3),
            "nand2": round(area / library.area[library.nand2], 1),
            "delay_ps": float(delays[-1]) if delays else None,
        })
    return rows
