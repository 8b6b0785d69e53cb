# SPDX-License-Identifier: Apache-2.0
"""The places of the SystemVerilog files: the rooms of rtl/, or of another tree with or without rooms."""

import re


def rooms(rtl):
    """The folders that have modules or files to include, sorted."""
    return sorted({file.parent for file in rtl.rglob("*.sv*")})


def module(rtl, name):
    """The file of a module or package; rtl/NAME.sv if no room has it."""
    return next(rtl.rglob(f"{name}.sv"), rtl / f"{name}.sv")


def packages(rtl):
    """The packages in the order of rtl/weft.f, each before those that use it."""
    listed = re.findall(r"^\S+_pkg\.sv$", (rtl / "weft.f").read_text(encoding="utf-8"), re.M)
    return [rtl / file for file in listed]


class Sources:
    """The files of trees of RTL, each read once."""

    def __init__(self, *trees):
        self.files = {}  # by stem: a module or a package and its file have one name
        self.places = {}  # from a tree's own folder on
        for tree in trees:
            for file in sorted(tree.rglob("*.sv*")):
                self.files.setdefault(file.stem, []).append(file)
                self.places[file] = file.relative_to(tree.parent)
        self.texts, self.words = {}, {}

    def read(self, file):
        if file not in self.texts:
            self.texts[file] = file.read_bytes()
        return self.texts[file]

    def names(self, file):
        """The words of a file that are files' names; all where a macro joins words to others."""
        if file not in self.words:
            text = self.read(file).decode("utf-8", "replace")
            joined = "``" in text
            self.words[file] = set(self.files) if joined else self.files.keys() & re.findall(r"\w+", text)
        return self.words[file]

    def needed(self, text):
        """The files that a text names, directly or through others, sorted by name.

        More than the compiler reads: it finds files by the names of modules, packages and headers,
        and a word may stand in a comment.
        """
        found = set()
        waits = self.files.keys() & re.findall(r"\w+", text)
        while waits:
            found |= waits
            waits = set().union(*(self.names(f) for name in waits for f in self.files[name])) - found
        return sorted((file for name in found for file in self.files[name]), key=lambda file: file.name)
