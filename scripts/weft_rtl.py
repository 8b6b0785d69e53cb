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
