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
        self.budget.save({"a/b", "a/c"}.__contains__)
        rows = json.loads((self.folder / "budget.json").read_text())["lib"]
        self.assertEqual(set(rows), {"a/b", "a/c"})
        self.assertEqual(rows["a/c"], {"area": [7, 9]})

    def test_boxes_within_boxes_count_with_each_of_their_boxes(self):
        for name, boxes in (("a/b", {"a/c": 2, "a/d": 1}), ("a/c", {"a/d": 3, "macro": 4}), ("a/d", {})):
            self.budget.update("lib", name, "area", {"nand2": 1, "delay_ps": 1, "boxes": boxes})
        self.assertEqual(
            self.budget.parts("lib", "a/b"), {"a/b": 1, "a/c": 2, "a/d": 7, "macro": 8}
        )
        self.assertEqual(self.budget.parts("lib", "a/d"), {"a/d": 1})

    def test_another_number_of_boxes_passes_it(self):
        row = {"nand2": 1, "delay_ps": 1, "boxes": {"a/c": 2}}
        self.budget.update("lib", "a/b", "area", row)
        self.assertEqual(list(self.budget.passed("lib", "a/b", "area", row)), [])
        for boxes in ({"a/c": 3}, {"a/c": 2, "a/d": 1}, {}):
            said = list(self.budget.passed("lib", "a/b", "area", row | {"boxes": boxes}))
            self.assertRegex(said[0], "other boxes than in budget.json")

    def test_a_file_that_is_none_is_an_error(self):
        rows = ('{"area": 5}', '{"area": ["1", 2]}', '{"area": [1, 2], "boxes": {"a/c": "1"}}')
        for text in ("", "[]", *(f'{{"lib": {{"a/b": {row}}}}}' for row in rows)):
            (self.folder / "budget.json").write_text(text)
            with self.assertRaisesRegex(records.BudgetError, "budget.json: not a budget", msg=text):
                records.Budget(self.folder / "budget.json")


BOXES = """module weft_middle #(parameter int Width = 4) (
  input logic [Width-1:0] a_i, b_i, output logic [Width-1:0] q_o);
  logic [Width-1:0] x, y, unused;
  weft_tiny #(.Width(Width)) u_x (.a_i(a_i), .b_i(b_i), .q_o(x));
  weft_tiny #(.Width(Width)) u_y (.a_i(x), .b_i(b_i), .q_o(y));
  weft_tiny #(.Width(Width)) u_z (.a_i(y), .b_i(x), .q_o(q_o));
  assign unused = (a_i ^ b_i) & x;  // of no port and no box
endmodule
module weft_whole (input logic [3:0] a_i, b_i, output logic [3:0] q_o);
  logic [3:0] x;
  weft_middle u_x (.a_i(a_i), .b_i(b_i), .q_o(x));
  weft_middle u_y (.a_i(b_i), .b_i(x), .q_o(q_o));
endmodule
"""


class Run(InFolder):
    """scripts/synth on a module of four gates."""

    blocks = ("tiny",)

    def setUp(self):
        super().setUp()
        (self.folder / "rtl").mkdir()
        self.module()

    def module(self, operator="&", comment="gates"):
        text = MODULE.replace("{operator}", operator).replace("{comment}", comment)
        (self.folder / "rtl/weft_tiny.sv").write_text(text)

    def synth(self, *arguments, code=0):
        """The last word (seconds or `cache`) and the words before it of a row, or what was said."""
        return self.rows(*arguments, code=code) if code else self.rows(*arguments)[-1]

    def rows(self, *arguments, code=0):
        """Of each row its last word and those before it, or what was said."""
        command = [ROOT / "scripts/synth", *self.blocks, "--script", "area", *arguments]
        done = subprocess.run(
            [*command, "--rtl", self.folder / "rtl"],
            env=os.environ | {"WEFT_CACHE": str(self.folder / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stderr)
        lines = [line.split() for line in done.stdout.splitlines() if line]
        return done.stderr if code else [(words[-1], words[:-1]) for words in lines]

    def test_a_row_comes_from_the_cache_if_nothing_changed(self):
        mapped, row = self.synth()
        self.assertNotEqual(mapped, "cache")
        self.assertEqual(self.synth(), ("cache", row))
        self.assertNotEqual(self.synth("--no-cache")[0], "cache")
        self.module(comment="other words")
        self.assertEqual(self.synth(), ("cache", row))
        [entry] = (self.folder / "cache").iterdir()
        entry.write_text(entry.read_text()[:40])
        again, same = self.synth()
        self.assertNotEqual(again, "cache")
        self.assertEqual(same, row)
        self.assertEqual(self.synth(), ("cache", row))

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

    def test_several_libraries_have_a_table_and_a_budget_each(self):
        other = self.folder / "other.lib"
        other.write_text(LIBERTY.read_text() + "/* more */\n")
        both = ["--lib", LIBERTY, "--lib", other]
        budget = ["--budget-file", self.folder / "budget.json"]
        report = self.folder / "report.json"
        self.synth("--budget-update", *budget)
        rows = self.rows(*both, "--budget", *budget, "--json", report)
        self.assertEqual([words[0] for _, words in rows if words[0] == "tiny/default"], ["tiny/default"] * 2)
        self.assertEqual(rows[-1][1][:5], "no budget of other.lib in".split())
        first, second = json.loads(report.read_text())
        self.assertEqual([first["library"], second["library"]], ["osu018_stdcells.lib", "other.lib"])
        self.assertEqual(first["results"], second["results"])
        self.rows(*both, "--budget-update", *budget)
        self.module(operator="+")
        said = self.rows(*both, "--budget", *budget, code=1)
        self.assertIn("over budget: tiny/default, area, osu018_stdcells.lib: ", said)
        self.assertIn("over budget: tiny/default, area, other.lib: ", said)

    def boxes(self, width=4):
        """A whole of two middles of three of the small modules, each mapped by itself."""
        middle, whole = BOXES.split("module weft_whole")
        (self.folder / "rtl/weft_middle.sv").write_text(middle)
        (self.folder / "rtl/weft_whole.sv").write_text("module weft_whole" + whole)
        (self.folder / "scripts").mkdir(exist_ok=True)
        tiny = {"name": "part", "top": "weft_tiny", "parameters": {"Width": width}, "about": "four gates"}
        entries = {
            "whole": [
                tiny,
                {"name": "middle", "top": "weft_middle", "boxes": {"weft_tiny": "whole/part"}},
                {"name": "all", "boxes": {"weft_middle$*.u_x": "whole/middle",
                                          "weft_middle$*.u_y": "whole/middle"}},
            ]
        }
        (self.folder / "scripts/synth.json").write_text(json.dumps(entries))
        self.blocks = ("whole",)

    def test_the_area_of_a_whole_has_its_boxes_and_theirs(self):
        self.boxes()
        budget = ["--budget-file", self.folder / "budget.json"]
        rows = self.rows("--budget-update", *budget)
        words = [words + [last] for last, words in rows]
        kept = json.loads((self.folder / "budget.json").read_text())["osu018_stdcells.lib"]
        part = kept["whole/part"]["area"][0]
        self.assertGreater(part, 0)
        self.assertEqual(kept["whole/middle"], {"area": [0, None], "boxes": {"whole/part": 3}})
        self.assertEqual(kept["whole/all"], {"area": [0, None], "boxes": {"whole/middle": 2}})
        self.assertEqual(words[-1], ["in", "all:", str(6 * part), "NAND2"])
        self.rows("--budget", *budget)
        self.blocks = ()
        table = self.rows("--table", "whole/all", *budget)
        text = [" ".join([*words, last]) for last, words in table]
        self.assertEqual(text[2], f"| `part`, four gates | 6 | {part} | 100.0 | {kept['whole/part']['area'][1]} |")
        self.assertEqual(text[-1].split("|")[3].strip(), str(6 * part))

    def test_a_box_has_the_parameters_of_who_maps_it(self):
        self.boxes(width=5)
        self.blocks = ("whole/middle",)
        self.assertIn("Width of weft_tiny is 4, of whole/part 5", self.rows(code=1))

    def test_an_update_keeps_a_block_that_is_not_listed(self):
        budget = ["--budget-file", self.folder / "budget.json"]
        self.synth("--budget-update", *budget)
        kept = json.loads((self.folder / "budget.json").read_text())
        kept["osu018_stdcells.lib"]["gone/default"] = {"area": [1, 1]}
        (self.folder / "budget.json").write_text(json.dumps(kept))
        self.boxes()
        self.blocks = ("whole/part",)
        self.synth("--budget-update", *budget)
        kept = json.loads((self.folder / "budget.json").read_text())["osu018_stdcells.lib"]
        self.assertEqual(set(kept), {"tiny/default", "whole/part"})


if __name__ == "__main__":
    unittest.main()
