#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/mutate: which mutants it finds, what it counts, what it leaves behind."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import weft_mutants  # pylint: disable=wrong-import-position

RTL = """module weft_tiny #(
  parameter int Width = 4
) (
  input logic clk_i
);
  // a + b is a comment
  assign sum = a_i - b_i;
  assign picked = pick ? a_i : b_i;
  always_ff @(posedge clk_i) begin
    if (load_i) held <= sum & 4'd3;
  end
  weft_pipe_reg u_reg (.in_valid_i(valid), .data_i(sum));
  `WEFT_ASSERT(Small, sum < 4)
endmodule
"""
CXX = """struct config {
  int width = 4;
};
std::ostream& operator<<(std::ostream& os, int x) {
  return os << x + 1;
}
constexpr int least(const std::vector<int>& v, int a) {
  if (a <= 7) return a - static_cast<int>(v.size());
  return "a + b"[0] + '+';
}
"""
TOOL = """int twice(int x) { return x + x; }
int main() { return twice(3) == 6 && 2 < 3 ? 0 : 1; }
"""


def changes(name, text):
    return {(m.kind, m.number, m.change) for m in weft_mutants.mutants(name, text)}


class Finds(unittest.TestCase):
    def test_points_of_rtl(self):
        self.assertEqual(changes("weft_tiny.sv", RTL), {
            ("operator", 7, "- -> +"), ("term", 7, "- b_i -> nothing"),
            ("operands", 7, "a_i - b_i -> b_i - a_i"),
            ("stuck", 7, "a_i - b_i -> (a_i - b_i) | $bits(sum)'(1)"),
            ("stuck", 7, "a_i - b_i -> (a_i - b_i) & ~$bits(sum)'(1)"),
            ("operands", 8, "a_i : b_i -> b_i : a_i"),
            ("stuck", 8, "pick ? a_i : b_i -> (pick ? a_i : b_i) | $bits(picked)'(1)"),
            ("stuck", 8, "pick ? a_i : b_i -> (pick ? a_i : b_i) & ~$bits(picked)'(1)"),
            ("condition", 10, "load_i -> !(load_i)"),
            ("stuck", 10, "load_i -> 1'b1"), ("stuck", 10, "load_i -> 1'b0"),
            ("operator", 10, "& -> |"), ("operator", 10, "& -> ^"),
            ("term", 10, "& 4'd3 -> nothing"),
            ("constant", 10, "4'd3 -> 4'd2"), ("constant", 10, "4'd3 -> 4'd4"),
            ("stuck", 12, "valid -> 1'b1"), ("stuck", 12, "valid -> 1'b0")})

    def test_points_of_cxx(self):
        self.assertEqual(changes("least.hpp", CXX), {
            ("condition", 8, "a <= 7 -> !(a <= 7)"),
            ("stuck", 8, "a <= 7 -> true"), ("stuck", 8, "a <= 7 -> false"),
            ("operator", 8, "<= -> <"), ("operator", 8, "<= -> >"),
            ("constant", 8, "7 -> 8"), ("constant", 8, "7 -> 6"),
            ("operator", 8, "- -> +"), ("term", 8, "- static_cast<int>(v.size()) -> nothing"),
            ("operands", 8, "a - static_cast<int>(v.size()) -> static_cast<int>(v.size()) - a"),
            ("constant", 9, "0 -> 1"), ("operator", 9, "+ -> -")})

    def test_a_mutant_is_one_change(self):
        for m in weft_mutants.mutants("weft_tiny.sv", RTL):
            changed = m.apply(RTL)
            self.assertEqual(changed[:m.start] + m.old + changed[m.start + len(m.new):], RTL)

    def test_equal_seeds_draw_equal_mutants(self):
        found = weft_mutants.mutants("weft_tiny.sv", RTL)
        first = [str(m) for m in weft_mutants.drawn(found, 8, 1)]
        self.assertEqual(first, [str(m) for m in weft_mutants.drawn(found, 8, 1)])
        self.assertNotEqual(first, [str(m) for m in weft_mutants.drawn(found, 8, 2)])
        self.assertEqual(len(first), len({(m.file, m.start)
                                          for m in weft_mutants.drawn(found, 8, 1)}))


class Counts(unittest.TestCase):
    def test_outcomes_of_a_small_program(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tool.cpp").write_text(TOOL)
            line = TOOL.splitlines()[1]
            (root / "verdicts.json").write_text(json.dumps({"equivalent": [
                {"file": "tool.cpp", "line": line, "change": "2 -> 1", "why": "1 is below 3, too"},
                {"file": "tool.cpp", "line": "gone", "change": "2 -> 1", "why": "stale"}]}))
            verdicts = weft_mutants.Verdicts(root / "verdicts.json")
            self.assertEqual([e["line"] for e in verdicts.stale(root)], ["gone"])
            score = weft_mutants.Score(verdicts)

            def run(*command):
                return subprocess.run(command, cwd=root, check=False,
                                      stderr=subprocess.DEVNULL).returncode == 0

            mutants = {m.change: m for m in weft_mutants.mutants("tool.cpp", TOOL)}
            broken = weft_mutants.Mutant("operator", "tool.cpp", TOOL, 0, 3, "no type")
            for m in (mutants["+ -> -"], mutants["2 -> 1"], mutants["< -> <="], broken):
                outcome = weft_mutants.judge(m, root, lambda: run("c++", "-O0", "tool.cpp"),
                                             lambda: run("./a.out"))
                score.add(m, outcome)
                self.assertEqual((root / "tool.cpp").read_text(), TOOL)
            self.assertEqual([m.change for m in score.caught], ["+ -> -"])
            self.assertEqual([m.change for m in score.equivalent], ["2 -> 1"])
            self.assertEqual([m.change for m in score.survived], ["< -> <="])
            self.assertEqual(score.refused, [broken])
            text = score.text("tool")
            self.assertTrue(text.startswith(
                "tool: 1 of 2 caught, 50 %; 1 equivalent, 1 do not compile\n"), text)
            self.assertIn("survived    tool.cpp:2: operator: < -> <=", text)
            self.assertIn("1 is below 3, too", text)


class Command(unittest.TestCase):
    def run_tool(self, *arguments):
        return subprocess.run([ROOT / "scripts" / "mutate", *arguments], capture_output=True,
                              text=True, check=False)

    def test_every_verdict_is_of_a_mutant(self):
        done = self.run_tool("--check")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stdout)

    def test_lists_the_files_of_a_block_and_of_no_other(self):
        for block, other in (("fma", "fma_simd"), ("sfu", "sfu_seq"), ("dpa", "dpa_multi")):
            listed = self.run_tool(block, "--list", "--number", "1000").stdout
            files = {line.split(":")[0] for line in listed.splitlines()}
            self.assertIn(f"weft_{block}.sv", {pathlib.Path(f).name for f in files})
            self.assertFalse([f for f in files if other in f])

    def test_refuses_what_there_is_not(self):
        for arguments in (["nothing"], [], ["fadd", "--number", "0"], ["dpa_multi", "--golden"]):
            done = self.run_tool(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertTrue(done.stderr)


if __name__ == "__main__":
    unittest.main()
