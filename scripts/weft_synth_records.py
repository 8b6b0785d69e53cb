# SPDX-License-Identifier: Apache-2.0
"""The records of scripts/synth: a cache of figures, and the budget that figures are held against.

Figures are a dict of cells, flip_flops, area (the library's unit), nand2 (area in two-input NANDs)
and delay_ps (None where there is no path); of what is elaborated only, a dict of STRUCTURE.
"""

import hashlib
import json
import os
import pathlib
import sys
import tempfile

FIGURES = {
    "cells": int,
    "flip_flops": int,
    "area": (int, float),
    "nand2": (int, float),
    "delay_ps": (int, float, type(None)),
}
STRUCTURE = {"cells": int, "register_bits": int, "memory_bits": int}
AREA_SLACK, DELAY_SLACK = 1.05, 1.10


def write(path, text):
    """Writes a file in one step: a reader sees the former one or all of the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=".", delete=False, encoding="utf-8"
    ) as temporary:
        temporary.write(text)
    try:
        os.chmod(temporary.name, 0o644)
        os.replace(temporary.name, path)
    except OSError:
        os.unlink(temporary.name)
        raise


def digest(*parts):
    """A hash of texts and bytes; no two lists of parts have the same one."""
    total = hashlib.sha256()
    for part in parts:
        part = part.encode() if isinstance(part, str) else part
        total.update(len(part).to_bytes(8, "little") + part)
    return total.hexdigest()


class Cache:
    """Figures by the hash of all that determines them, a file each.

    The folder is WEFT_CACHE, else weft/synth in XDG_CACHE_HOME or ~/.cache. A file that is not as
    put() wrote it counts as missing.
    """

    def __init__(self):
        cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
        default = pathlib.Path(cache) / "weft/synth"
        self.folder = pathlib.Path(os.environ.get("WEFT_CACHE") or default)
        self.usable = True

    def get(self, key, kinds=None):
        """The figures of a key, whose names and types are `kinds`, by default FIGURES; else None."""
        kinds = kinds or FIGURES
        try:
            entry = json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
            figures = entry["figures"]
            if entry["check"] != digest(key, json.dumps(figures)) or set(figures) != set(kinds):
                return None
            right = all(isinstance(figures[name], kind) for name, kind in kinds.items())
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return figures if right else None

    def put(self, key, figures):
        entry = {"check": digest(key, json.dumps(figures)), "figures": figures}
        try:
            write(self.folder / f"{key}.json", json.dumps(entry) + "\n")
        except OSError as error:
            if self.usable:
                print(f"synth: {self.folder}: {error.strerror}; nothing kept", file=sys.stderr)
            self.usable = False


class NoCache:
    """Keeps nothing."""

    def get(self, _key, _kinds=None):
        return None

    def put(self, _key, _figures):
        pass


class BudgetError(Exception):
    """The budget's file is not one."""


def printed(figures):
    """NAND2 equivalents and delay as scripts/synth prints them, in whole units."""
    delay = figures["delay_ps"]
    return [round(figures["nand2"]), delay if delay is None else round(delay)]


class Budget:
    """NAND2 equivalents and delay in ps by library, configuration and script, as a JSON file:

        {"osu018_stdcells.lib": {"fma/fp32": {"area": [7000, 9000], "fast": [8000, 5000]}}}

    A row whose configuration leaves modules out also has the number of each: "boxes": {"fma/fp32": 4}.
    """

    def __init__(self, path):
        self.path = path
        try:
            self.libraries = json.loads(path.read_text(encoding="utf-8"))
            for rows in self.libraries.values():
                for row in rows.values():
                    _ = sum(row.get("boxes", {}).values())
                    for script in row.keys() - {"boxes"}:
                        area, delay = row[script]
                        _ = area + (delay or 0)
        except FileNotFoundError:
            self.libraries = {}
        except OSError as error:
            raise BudgetError(f"{path}: {error.strerror}") from None
        except (ValueError, AttributeError, TypeError) as error:
            raise BudgetError(f"{path}: not a budget: {error}") from None

    def passed(self, library, configuration, script, figures):
        """Sentences on what passes the budget by more than the slack, or is not in it."""
        where = f"{configuration}, {script}, {library}"
        try:
            area, delay = self.libraries[library][configuration][script]
        except KeyError:
            yield f"{where}: not in {self.path.name}; --budget-update puts it there"
            return
        boxes = self.libraries[library][configuration].get("boxes", {})
        if figures.get("boxes", {}) != boxes:
            yield f"{where}: other boxes than in {self.path.name}; --budget-update puts them there"
        for now, then, slack, unit in (
            (printed(figures)[0], area, AREA_SLACK, "NAND2"),
            (printed(figures)[1] or 0, delay or 0, DELAY_SLACK, "ps"),
        ):
            if now > slack * then:
                more = f"{100 * (now / then - 1):.1f} % above {then}" if then else "not 0"
                yield f"{where}: {now} {unit}, {more}"

    def update(self, library, configuration, script, figures):
        row = self.libraries.setdefault(library, {}).setdefault(configuration, {})
        row[script] = printed(figures)
        row.pop("boxes", None)
        if figures.get("boxes"):
            row["boxes"] = figures["boxes"]

    def parts(self, library, configuration):
        """How many of each configuration are in one: itself, its boxes, the boxes of these."""
        numbers = {configuration: 1}
        boxes = self.libraries.get(library, {}).get(configuration, {}).get("boxes", {})
        for box, number in boxes.items():
            for part, inside in self.parts(library, box).items():
                numbers[part] = numbers.get(part, 0) + number * inside
        return numbers

    def save(self, known):
        """Writes the file, a line a configuration, without those of which `known` is false."""
        libraries = []
        for library, rows in sorted(self.libraries.items()):
            lines = [
                f"    {json.dumps(name)}: {json.dumps(dict(sorted(row.items())))}"
                for name, row in sorted(rows.items())
                if known(name)
            ]
            libraries.append(f"  {json.dumps(library)}: {{\n" + ",\n".join(lines) + "\n  }")
        try:
            write(self.path, "{\n" + ",\n".join(libraries) + "\n}\n")
        except OSError as error:
            raise BudgetError(f"{self.path}: {error.strerror}") from None
