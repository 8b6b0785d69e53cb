# SPDX-License-Identifier: Apache-2.0
"""The front end of scripts/synth and scripts/formal: SystemVerilog to plain flat Verilog by slang.

To start it takes longer than to elaborate most modules: what it found is kept, and what is missing is
elaborated in one process.
"""

import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess

import weft_rtl
import weft_synth_records as records

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCK = ROOT / "scripts/npm/package-lock.json"
RUNNER = ROOT / "scripts/npm/yosys.mjs"
FRONT_END = pathlib.Path(os.environ.get("WEFT_NPM", ROOT / "build/npm"))

# Widths that differ are errors, as is what slang warns of by itself; only a shift by a word's whole
# width, which is 0, is meant where widths are parameters.
WARNINGS = (
    "-Wwidth-trunc -Wwidth-expand -Wport-width-trunc -Wport-width-expand"
    " -Wno-shift-count-overflow -Werror"
)


class UsageError(Exception):
    """The caller's request names something that does not exist."""


class SynthesisError(Exception):
    """A tool refused the design; the text is what the tool said."""


@dataclasses.dataclass(frozen=True)
class Configuration:
    block: str
    name: str
    top: str
    parameters: dict = dataclasses.field(default_factory=dict)
    default: bool = True
    boxes: dict = dataclasses.field(default_factory=dict)  # modules left out, and who maps them

    def __str__(self):
        values = (f"{name}={value}" for name, value in self.parameters.items())
        return " ".join([f"{self.block}/{self.name}", *values])


def run(command, work, log, **options):
    """Runs a tool in the work folder and returns what it said, which also goes to a log file."""
    done = subprocess.run(
        command,
        cwd=work,
        encoding="utf-8",
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        **options,
    )
    text = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    (work / log).write_text(text, encoding="utf-8")
    if done.returncode != 0:
        lines = text.rstrip().splitlines()
        said = [i for i, line in enumerate(lines) if re.search(r"\b(error|warning)\b", line, re.I)]
        raise SynthesisError("\n".join(lines[said[0] if said else 0 :][-40:]))
    return text


def front_end():
    """The command that runs the Yosys of npm."""
    node = next(FRONT_END.glob("node_modules/node-linux-*/bin/node"), None)
    bundle = FRONT_END / "node_modules/@yowasp/yosys/gen/bundle.js"
    if not node or not bundle.exists():
        raise UsageError(f"no front end in {FRONT_END}: run scripts/setup")
    # A design of usual size is through before code that is compiled better would have paid off.
    options = ["--stack-size=900000", "--max-old-space-size=12000", "--wasm-tiering-budget=100000000"]
    return [node, *options, RUNNER, bundle]


def grow_stack():
    """slang is recursive and runs on node's stack: 1 GB of it, or as much as is allowed."""
    wanted = 1_000_000 * 1024
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, most))


class Elaboration:
    """Configurations of trees of RTL, flat and checked for all that is refused.

    What an earlier run elaborated comes from the cache by a hash of the files that the configuration
    names, directly or through others, the front end's version and this file.
    """

    def __init__(self, trees, work, cache):
        self.work, self.cache = work, cache
        self.sources = weft_rtl.Sources(*trees)
        self.itself = records.digest(*(f.read_bytes() for f in (pathlib.Path(__file__), LOCK, RUNNER)))
        self.verilog = {}  # by its hash

    def files(self, configuration):
        values = " ".join(map(str, configuration.parameters.values()))
        return self.sources.needed(f"{configuration.top} {values}")

    def key(self, configuration):
        files = [part for f in self.files(configuration) for part in (f.name, self.sources.read(f))]
        about = dataclasses.replace(configuration, block="", name="", default=True)
        return records.digest("elaboration", self.itself, repr(about), *files)

    def rows(self, chosen, verilog=True):
        """A row for each configuration, and how many of them are from the cache.

        A row has the word-level cells (`cells`, by type in `types`) and bits of memory, as Yosys
        counts them, and the hash of its Verilog, "" where it was never asked for.
        """
        keys = [self.key(configuration) for configuration in chosen]
        rows = [self.cache.get(key, records.ELABORATED) for key in keys]
        new = [i for i, row in enumerate(rows) if not row or (verilog and not row["verilog"])]
        if new:
            for i, row in zip(new, self.elaborate([chosen[i] for i in new], verilog)):
                rows[i] = row
                self.cache.put(keys[i], row)
        return rows, len(chosen) - len(new)

    def text(self, configuration, row):
        """The Verilog of a row."""
        name = row["verilog"]
        text = self.verilog.get(name) or self.cache.get_text(name)
        if text is None:  # the cache has lost it
            [again] = self.elaborate([configuration], True)
            text = self.verilog[again["verilog"]]
        return text

    def elaborate(self, chosen, verilog):
        """Rows of configurations, all by one process of the front end."""
        read = self.work / "read"
        shutil.rmtree(read, ignore_errors=True)
        files = {file for configuration in chosen for file in self.files(configuration)}
        for file in files:
            copy = read / self.sources.places[file]
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(self.sources.read(file))
        folders = sorted({str(self.sources.places[file].parent) for file in files})
        found = " ".join(f"-I {folder} -y {folder}" for folder in folders)
        commands = []
        for number, configuration in enumerate(chosen):
            commands += self.commands(number, configuration, found, verilog)
        (self.work / "elaborate.ys").write_text("\n".join(commands) + "\n", encoding="utf-8")
        command = [*front_end(), read, self.work, self.work / "elaborate.ys"]
        try:
            run(command, self.work, "elaborate.log", preexec_fn=grow_stack)
        except SynthesisError as error:
            log = (self.work / "elaborate.log").read_text(encoding="utf-8")
            number = int((re.findall(r"^elaborate (\d+)$", log, re.MULTILINE) or [0])[-1])
            raise SynthesisError(f"{error}\nsynth: {chosen[number]} does not synthesize") from None
        return [self.row(number, configuration, verilog) for number, configuration in enumerate(chosen)]

    def commands(self, number, configuration, found, verilog):
        top = configuration.top
        source = self.sources.places[self.sources.files[top][0]]
        values = " ".join(f"-G {name}={value}" for name, value in configuration.parameters.items())
        # Each instance is a module of its own: a box's ports may be wider than another's.
        boxes = "--keep-hierarchy" if configuration.boxes else ""
        commands = [
            f"log elaborate {number}",
            "design -reset",
            f"read_slang --threads 1 -DSYNTHESIS {WARNINGS} {found} {values} {boxes} --top {top} {source}",
            "hierarchy -check",
            *(f"blackbox {module}$*" for module in configuration.boxes),
            "proc",
            "flatten",
            "opt_expr",
            "opt_clean",
            "check -assert",
            "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr",
            f"tee -q -o out/{number}.json stat -json -width",
        ]
        if configuration.boxes and verilog:
            commands += ["expose -evert", "opt_clean"]
        if verilog:  # Debian's Yosys does not read bwmux cells
            commands += ["bwmuxmap", f"write_verilog -noattr -noexpr out/{number}.v"]
        return commands

    def row(self, number, configuration, verilog):
        statistics = json.loads((self.work / f"{number}.json").read_text(encoding="utf-8"))
        count = statistics["modules"][f"\\{configuration.top}"]
        name = ""
        if verilog:
            file = self.work / f"{number}.v"
            text = file.read_bytes()
            file.unlink()
            name = records.digest(text)
            self.verilog[name] = text
            self.cache.put_text(name, text)
        return {
            "cells": count["num_cells"],
            "types": count["num_cells_by_type"],
            "memory_bits": count["num_memory_bits"],
            "verilog": name,
        }
