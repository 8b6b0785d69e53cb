#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what scripts/budget refuses, on figures written by hand."""

import importlib.machinery
import importlib.util
import json
import pathlib
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOADER = importlib.machinery.SourceFileLoader("budget", str(ROOT / "scripts/budget"))
budget = importlib.util.module_from_spec(importlib.util.spec_from_loader("budget", LOADER))
LOADER.exec_module(budget)

STEPS = "set-up 1 1.00\nconfigure 2 4.00\nbuild 30 60.00\ntests 20 40.00\n"
NINJA = "# ninja log v5\n0\t3000\t0\tCMakeFiles/weft_golden.dir/sfu.cpp.o\taa\n" \
        "0\t1000\t0\tengines/libweft_mopa.so\tbb\n"
JUNIT = '<testsuite><testcase name="fma.a" time="1"/><testcase name="fma.b" time="2"/>' \
        '<testcase name="za.a" time="1"/></testsuite>'


class Refuses(unittest.TestCase):
    def test_a_line_without_a_budget(self):
        self.assertTrue(budget.is_over("tests: new", 0.1, None))

    def test_more_than_the_slack_of_each_kind(self):
        for name, slack in ("together", 1.2), ("build: models", 1.4), ("simulation: fp16 os", 1.5):
            self.assertFalse(budget.is_over(name, slack * 100 + 0.9, 100), name)
            self.assertTrue(budget.is_over(name, slack * 100 + 1.1, 100), name)

    def test_by_its_exit_code(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "build/dev").mkdir(parents=True)
            (root / "build/dev/.ninja_log").write_text(NINJA)
            (root / "build/tests-default.xml").write_text(JUNIT)
            (root / "figures").write_text(STEPS)
            allowed = {
                "configure": 4, "build: models": 45, "build: Verilated RTL": 15, "tests: fma": 30,
                "tests: za": 10, "together": 104,
            }
            for change, code in ({}, 0), ({"together": 80}, 1), ({"tests: fma": 20}, 1):
                budgets = {"default": allowed | change}
                (root / "budget.json").write_text(json.dumps(budgets))
                with unittest.mock.patch.multiple(
                    budget, ROOT=root, BUDGET=root / "budget.json", reference=lambda: 1.0
                ), unittest.mock.patch("sys.argv", ["budget", "default", str(root / "figures")]):
                    self.assertEqual(budget.main(), code, change)


if __name__ == "__main__":
    unittest.main()
