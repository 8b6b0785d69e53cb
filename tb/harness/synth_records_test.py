#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what scripts/synth remembers: its cache of figures and its budget, alone and as it runs."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBERTY = pathlib.Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import weft_rtl  # pylint: disable=wrong-import-position
import weft_synth_records as records  # pylint: disable=wrong-import-position

FIGURES = {"cells": 3, "flip_flops": 1, "area": 144.0, "nand2": 6.0, "delay_ps": None}
MODULE = """module weft_tiny #(parameter int Width = 4) (
  input logic [Width-1:0] a_i, b_i, output logic [Width-1:0] q_o);
  assign q_o = a_i {operator} b_i;  // {comment}
endmodule
"""


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="weft_synth_test_")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)


class Cache(InFolder):
    def setUp(self):
        super().setUp()
        self.cache = records.Cache()
        self.cache.folder = self.folder / "cache"

    def test_gives_back_what_was_put(self):
        self.assertIsNone(self.cache.get("key"))
        self.cache.put("key", FIGURES)
        self.assertEqual(self.cache.get("key"), FIGURES)
        self.assertEqual([file.name for file in self.cache.folder.iterdir()], ["key.json"])

    def test_a_damaged_file_counts_as_missing_and_is_written_again(self):
        file = self.cache.folder / "key.json"
        self.cache.put("key", FIGURES)
        text = file.read_text()
        damaged = [text[:length] for length in range(len(text) - 1)]
        damaged += [text.replace("144.0", "145.0"), "[]", "{}", "null", '{"figures": 1, "check": 2}']
        for line in damaged:
            file.write_text(line)
            self.assertIsNone(self.cache.get("key"), line)
        self.cache.put("key", FIGURES)
        self.assertEqual(file.read_text(), text)

    def test_a_file_of_another_key_or_of_other_figures_counts_as_missing(self):
        self.cache.put("key", FIGURES)
        (self.cache.folder / "key.json").rename(self.cache.folder / "other.json")
        self.assertIsNone(self.cache.get("other"))
        for figures in (FIGURES | {"more": 1}, FIGURES | {"cells": "3"}, {"cells": 3}):
            self.cache.put("key", figures)
            self.assertIsNone(self.cache.get("key"), figures)

    def test_gives_back_a_text_by_its_hash(self):
        text = b"module weft_tiny; endmodule\n" * 9
        name = records.digest(text)
        self.assertIsNone(self.cache.get_text(name))
        self.cache.put_text(name, text)
        self.assertEqual(self.cache.get_text(name), text)
        [file] = self.cache.folder.iterdir()
        whole = file.read_bytes()
        for length in range(len(whole)):
            file.write_bytes(whole[:length])
            self.assertIsNone(self.cache.get_text(name), length)
        file.write_bytes(whole)
        file.rename(self.cache.folder / "other.z")
        self.assertIsNone(self.cache.get_text("other"))

    def test_a_folder_that_cannot_be_written_is_said_once(self):
        self.cache.folder.write_text("not a folder")
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.cache.put("key", FIGURES)
            self.cache.put("key", FIGURES)
        self.assertEqual(said.getvalue().count("nothing kept"), 1)
        self.assertIsNone(self.cache.get("key"))


class Budget(InFolder):
    def setUp(self):
        super().setUp()
        rows = {"lib": {"a/b": {"area": [1000, 2000], "fast": [1000, None]}}}
        (self.folder / "budget.json").write_text(json.dumps(rows))
        self.budget = records.Budget(self.folder / "budget.json")

    def passed(self, nand2, delay, script="area", name="a/b"):
        figures = {"nand2": nand2, "delay_ps": delay}
        return list(self.budget.passed("lib", name, script, figures))

    def test_slack_is_5_percent_of_area_and_10_of_delay(self):
        self.assertEqual(self.passed(1050, 2200), [])
        self.assertEqual(self.passed(10, 20), [])
        self.assertRegex(self.passed(1051, 2200)[0], "^a/b, area, lib: 1051 NAND2, 5.1 % above 1000$")
        self.assertRegex(self.passed(1050, 2210)[0], "^a/b, area, lib: 2210 ps, 10.5 % above 2000$")
        self.assertEqual(len(self.passed(2000, 4000)), 2)

    def test_a_path_where_there_was_none_passes_it(self):
        self.assertEqual(self.passed(1000, None, "fast"), [])
        self.assertIn("1 ps", self.passed(1000, 1, "fast")[0])

    def test_what_it_lacks_passes_it(self):
        self.assertIn("not in budget.json", self.passed(1, 1, "bal")[0])
        self.assertIn("not in budget.json", self.passed(1, 1, name="a/c")[0])

    def test_is_written_without_what_does_not_exist_any_more(self):
        self.budget.update("lib", "a/c", "area", {"nand2": 7.4, "delay_ps": 8.6})
        self.budget.update("lib", "gone/x", "area", {"nand2": 1, "delay_ps": None})
        self.budget.save({"a/b", "a/c"})
        rows = json.loads((self.folder / "budget.json").read_text())["lib"]
        self.assertEqual(set(rows), {"a/b", "a/c"})
        self.assertEqual(rows["a/c"], {"area": [7, 9]})

    def test_a_file_that_is_none_is_an_error(self):
        for text in ("", "[]", '{"lib": {"a/b": {"area": 5}}}', '{"lib": {"a/b": {"area": ["1", 2]}}}'):
            (self.folder / "budget.json").write_text(text)
            with self.assertRaisesRegex(records.BudgetError, "budget.json: not a budget", msg=text):
                records.Budget(self.folder / "budget.json")


class Needed(InFolder):
    """The files that a module needs."""

    def names(self, text):
        (self.folder / "rtl").mkdir(exist_ok=True)
        for name, body in {
            "weft_top.sv": '`include "weft_macros.svh"\n  weft_part u_part();',
            "weft_part.sv": "import weft_names_pkg::*;",
            "weft_names_pkg.sv": "localparam int Top = 1;",
            "weft_macros.svh": text,
            "weft_other.sv": "weft_top u_top();",
            "weft_top_of_all.sv": "",
        }.items():
            (self.folder / "rtl" / name).write_text(body)
        sources = weft_rtl.Sources(self.folder / "rtl")
        return [file.name for file in sources.needed("weft_top")]

    def test_are_those_that_it_names_directly_or_through_others(self):
        plain = ["weft_macros.svh", "weft_names_pkg.sv", "weft_part.sv", "weft_top.sv"]
        self.assertEqual(self.names(""), plain)
        self.assertEqual(self.names("`define PART weft_other"), sorted([*plain, "weft_other.sv"]))

    def test_are_all_where_a_macro_joins_words(self):
        self.assertEqual(len(self.names("`define PART(x) weft_``x")), 6)


class Run(InFolder):
    """scripts/synth on a module of four gates."""

    def setUp(self):
        super().setUp()
        (self.folder / "rtl").mkdir()
        self.module()

    def module(self, operator="&", comment="gates"):
        text = MODULE.replace("{operator}", operator).replace("{comment}", comment)
        (self.folder / "rtl/weft_tiny.sv").write_text(text)

    def lines(self, *arguments, code=0, front_end=True):
        """The lines that scripts/synth prints, on stderr if it fails. Without `front_end` it finds none."""
        command = [ROOT / "scripts/synth", "tiny", "--script", "area", *arguments]
        more = {"WEFT_CACHE": str(self.folder / "cache")}
        if not front_end:
            more["WEFT_NPM"] = str(self.folder / "nowhere")
        done = subprocess.run(
            [*command, "--rtl", self.folder / "rtl"],
            env=os.environ | more,
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stderr)
        return (done.stderr if code else done.stdout).splitlines()

    def synth(self, *arguments, code=0, front_end=True):
        """The last word (seconds or `cache`) and the words before it of a row, or what was said."""
        lines = self.lines(*arguments, code=code, front_end=front_end)
        words = lines[-1].split() if lines else []
        return "\n".join(lines) if code else (words[-1], words[:-1])

    def kept(self, word):
        """The file of the cache that has the word."""
        [file] = [file for file in (self.folder / "cache").iterdir() if word in file.read_bytes()]
        return file

    def test_a_row_comes_from_the_cache_if_nothing_changed(self):
        mapped, row = self.synth()
        self.assertNotEqual(mapped, "cache")
        self.assertEqual(self.synth(front_end=False), ("cache", row))
        self.assertNotEqual(self.synth("--no-cache")[0], "cache")
        self.module(comment="other words")
        self.assertEqual(self.synth(), ("cache", row))
        entry = self.kept(b"nand2")
        entry.write_text(entry.read_text()[:40])
        again, same = self.synth(front_end=False)
        self.assertNotEqual(again, "cache")
        self.assertEqual(same, row)
        self.assertEqual(self.synth(front_end=False), ("cache", row))

    def test_the_front_end_starts_if_a_file_changed_that_the_module_names(self):
        (self.folder / "rtl/weft_other.sv").write_text("module weft_other; endmodule\n")
        self.synth("--elaborate")
        mapped, row = self.synth(front_end=False)
        self.assertNotEqual(mapped, "cache")
        (self.folder / "rtl/weft_other.sv").write_text("module weft_other; logic x; endmodule\n")
        self.assertEqual(self.synth(front_end=False), ("cache", row))
        for arguments in (["--no-cache"], ["-G", "Width=5"]):
            self.assertIn("no front end", self.synth(*arguments, code=2, front_end=False))
        self.module(comment="weft_other")
        self.assertIn("no front end", self.synth(code=2, front_end=False))

    def test_verilog_that_the_cache_has_lost_is_elaborated_anew(self):
        row = self.synth()[1]
        for file in (self.folder / "cache").glob("*.z"):
            file.unlink()
        self.assertEqual(self.synth(front_end=False), ("cache", row))
        self.kept(b"nand2").unlink()
        again, same = self.synth()
        self.assertNotEqual(again, "cache")
        self.assertEqual(same, row)

    def test_a_second_library_gives_the_rows_that_it_gives_alone(self):
        library = self.folder / "other.lib"
        library.write_text(LIBERTY.read_text().replace("area : 32;", "area : 64;"))
        alone = [self.synth(*arguments)[1] for arguments in ([], ["--lib", library])]
        self.assertNotEqual(*alone)
        for file in (self.folder / "cache").iterdir():
            if b"nand2" in file.read_bytes():
                file.unlink()
        for cached in (False, True):
            lines = self.lines("--also", library, front_end=False)
            rows = [line.split() for line in lines if line.startswith("tiny/")]
            self.assertEqual([row[:-1] for row in rows], alone)
            self.assertEqual(["cache" in row for row in rows], [cached, cached])

    def test_structure_comes_from_the_cache_if_nothing_changed(self):
        def cached(*arguments):
            return self.synth("--structure", *arguments)[1][3]

        self.assertEqual([cached(), cached(), cached("--no-cache")], ["0", "1", "0"])
        self.module(operator="|")
        self.assertEqual([cached(), cached()], ["0", "1"])
        source = self.folder / "rtl/weft_tiny.sv"
        source.write_text(source.read_text().replace("assign", "always_latch if (a_i[0])"))
        for _ in range(2):
            self.assertIn("dlatch", self.synth("--structure", code=1))

    def test_a_row_is_mapped_anew_if_something_changed(self):
        row = self.synth()[1]
        self.module(operator="^")
        changed, other = self.synth()
        self.assertNotEqual(changed, "cache")
        self.assertNotEqual(other[-3:], row[-3:])
        self.assertNotEqual(self.synth("-G", "Width=5")[0], "cache")
        library = self.folder / "osu018_stdcells.lib"
        library.write_text(LIBERTY.read_text() + "/* more */\n")
        self.assertNotEqual(self.synth("--lib", library)[0], "cache")
        self.assertNotEqual(self.synth("--script", "fast")[0], "cache")

    def test_a_block_that_grew_passes_its_budget(self):
        budget = ["--budget-file", self.folder / "budget.json"]
        self.synth("--budget-update", *budget)
        self.synth("--budget", *budget)
        self.module(operator="+")
        said = self.synth("--budget", *budget, code=1)
        self.assertRegex(said, "over budget: tiny/default, area, osu018_stdcells.lib: .* NAND2, ")
        self.assertRegex(said, "over budget: tiny/default, area, osu018_stdcells.lib: .* ps, ")
        self.assertIn("not in", self.synth("--script", "fast", "--budget", *budget, code=1))


if __name__ == "__main__":
    unittest.main()
