#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the ctests of a GoogleTest executable that holds the tests of several suites.

    discover_tests.py EXECUTABLE LIST OUTPUT

LIST has a line a suite, with tabs between its fields: the prefix of its ctests, their label, their
timeout in seconds, patterns of GoogleTest with ':' between them for the cases of the full tier, and
its source files with '|' between them. A case belongs to the suite whose file defines it. Its ctest
is <prefix>.<Suite>.<case>, with the values of its parameters in place of their numbers, as CMake's
gtest_discover_tests names it. OUTPUT is a file for ctest. A case of no file is an error.
"""

import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def cases(executable):
    """The cases that the executable lists: suite, case, pretty name, file."""
    with tempfile.TemporaryDirectory(prefix="weft_tests_") as folder:
        path = pathlib.Path(folder) / "list.json"
        subprocess.run([executable, "--gtest_list_tests", f"--gtest_output=json:{path}"],
                       stdout=subprocess.DEVNULL, timeout=60, check=True)
        for suite in json.loads(path.read_text(encoding="utf-8"))["testsuites"]:
            for case in suite["testsuite"]:
                name, pretty_suite, kind = case["name"], suite["name"], ""
                if "type_param" in case:
                    pretty_suite = re.sub(r"/.*", "", pretty_suite)
                    kind = f"<{case['type_param']}>"
                pretty = name
                if "value_param" in case:
                    pretty = re.sub(r"/[0-9]+$", lambda _: f"/{case['value_param']}", name)
                yield suite["name"], name, f"{pretty_suite}.{pretty}{kind}", case["file"]


def quoted(text):
    equals = "="
    while f"]{equals}]" in text:
        equals += "="
    return f"[{equals}[{text}]{equals}]"


def main():
    executable, listed, output = sys.argv[1:]
    owners = {}
    for line in pathlib.Path(listed).read_text(encoding="utf-8").splitlines():
        prefix, label, timeout, full, files = line.split("\t")
        patterns = [re.compile(fnmatch.translate(p.replace("[", "[[]")))
                    for p in full.split(":") if p]
        for file in files.split("|"):
            owners[os.path.realpath(file)] = prefix, label, timeout, patterns
    lines = []
    for suite, case, pretty, file in cases(executable):
        owner = owners.get(os.path.realpath(file))
        if owner is None:
            sys.exit(f"{executable}: {suite}.{case} is defined in {file}, a file of no suite")
        prefix, label, timeout, patterns = owner
        if any(p.fullmatch(f"{suite}.{case}") for p in patterns):
            label = "full"
        name = quoted(f"{prefix}.{pretty}")
        lines.append(f"add_test({name} {quoted(executable)} {quoted(f'--gtest_filter={suite}.{case}')})\n"
                     f"set_tests_properties({name} PROPERTIES LABELS {label} TIMEOUT {timeout} "
                     f'WORKING_DIRECTORY {quoted(os.path.dirname(executable))} '
                     'SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]")\n')
    if not lines:
        sys.exit(f"{executable}: no test")
    pathlib.Path(output).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
