#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/energy: cells, toggles and energies of a netlist counted by hand, quotients, and netlists of
a divider with faults, each of which it refuses.

    energy_test.py          the netlist counted by hand
    energy_test.py full     also a divider that scripts/synth maps, which takes a minute
"""

import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import weft_netlist  # pylint: disable=wrong-import-position,import-error

LIBERTY = pathlib.Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
LIBRARY = weft_netlist.Library(LIBERTY)

# Cells by their data sheet.
GATES = {
    "AND2X2": ("AB", {"Y": lambda a, b: a & b}),
    "AOI21X1": ("ABC", {"Y": lambda a, b, c: 1 - (a & b | c)}),
    "AOI22X1": ("ABCD", {"Y": lambda a, b, c, d: 1 - (a & b | c & d)}),
    "BUFX2": ("A", {"Y": lambda a: a}),
    "FAX1": ("ABC", {"YS": lambda a, b, c: a ^ b ^ c, "YC": lambda a, b, c: int(a + b + c > 1)}),
    "HAX1": ("AB", {"YS": lambda a, b: a ^ b, "YC": lambda a, b: a & b}),
    "INVX4": ("A", {"Y": lambda a: 1 - a}),
    "MUX2X1": ("ABS", {"Y": lambda a, b, s: 1 - (a if s else b)}),
    "NAND3X1": ("ABC", {"Y": lambda a, b, c: 1 - (a & b & c)}),
    "NOR2X1": ("AB", {"Y": lambda a, b: 1 - (a | b)}),
    "OAI21X1": ("ABC", {"Y": lambda a, b, c: 1 - ((a | b) & c)}),
    "OAI22X1": ("ABCD", {"Y": lambda a, b, c, d: 1 - ((a | b) & (c | d))}),
    "OR2X2": ("AB", {"Y": lambda a, b: a | b}),
    "XNOR2X1": ("AB", {"Y": lambda a, b: 1 - (a ^ b)}),
    "XOR2X1": ("AB", {"Y": lambda a, b: a ^ b}),
}

# q toggles in every cycle in which enable_i is high.
TOGGLE = """
module toggle (input clk_i, input enable_i, output q_o);
  wire d, q, n;
  XOR2X1 u_x (.A(enable_i), .B(q), .Y(d));
  DFFPOSX1 u_q (.CLK(clk_i), .D(d), .Q(q));
  INVX1 u_n (.A(q), .Y(n));
  INVX1 u_o (.A(n), .Y(q_o));
endmodule
"""


class Netlist(unittest.TestCase):
    def load(self, text, top, runs):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "netlist.v"
            file.write_text(text, encoding="utf-8")
            return weft_netlist.Netlist(file, top, LIBRARY, runs)

    def test_cells_are_those_of_the_data_sheet(self):
        for name, (pins, outputs) in GATES.items():
            for output, function in outputs.items():
                text = weft_netlist.python_of(LIBRARY.cells[name].outputs[output])
                for bits in itertools.product((0, 1), repeat=len(pins)):
                    got = eval(text, {}, dict(zip(pins, bits))) & 1  # pylint: disable=eval-used
                    self.assertEqual(got, function(*bits), f"{name} {output} {bits}")

    def test_toggles_and_energies_are_those_counted_by_hand(self):
        netlist = self.load(TOGGLE, "toggle", 2)
        netlist.put("enable_i", [0])
        netlist.evaluate()
        netlist.clear()
        netlist.put("enable_i", [0b01])  # one of two runs
        seen = []
        for _ in range(4):
            netlist.evaluate()
            netlist.count()
            seen.append(netlist.get("q_o")[0])
            netlist.edge()
        self.assertEqual(seen, [0, 1, 0, 1])
        # Once enable_i; d with it and then against q in each of three cycles; q, n and q_o thrice.
        pins = {name: LIBRARY.cells[name].inputs for name in ("XOR2X1", "DFFPOSX1", "INVX1")}
        load = pins["XOR2X1"]["A"] + 4 * pins["DFFPOSX1"]["D"]
        load += 3 * (pins["XOR2X1"]["B"] + pins["INVX1"]["A"]) + 3 * pins["INVX1"]["A"]
        self.assertAlmostEqual(netlist.spent()[0], load * 1.8**2 / 2)

        def inside(cell, pin, load):
            return weft_netlist.at_load(LIBRARY.cells[cell].energies[pin], load)

        q_load = pins["XOR2X1"]["B"] + pins["INVX1"]["A"]
        d_load = pins["DFFPOSX1"]["D"]
        cells = 4 * (inside("XOR2X1", "Y", d_load) + inside("DFFPOSX1", "D", d_load))
        cells += 3 * inside("DFFPOSX1", "Q", q_load)
        cells += 3 * (inside("INVX1", "Y", pins["INVX1"]["A"]) + inside("INVX1", "Y", 0))
        self.assertAlmostEqual(netlist.spent()[1], cells)
        clock = pins["DFFPOSX1"]["CLK"] * 1.8**2 + 2 * inside("DFFPOSX1", "CLK", 0)
        self.assertAlmostEqual(netlist.clock_energy, clock)

    def test_what_is_not_understood_is_refused(self):
        for old, new, said in (
            ("XOR2X1", "XOR9X1", "no cell XOR9X1"),
            ("INVX1 u_n (.A(q)", "INVX1 u_n (.A(q_o)", "loop"),
            (".CLK(clk_i)", ".CLK(enable_i)", "clock"),
            (".Y(n)", ".Y(q)", "two drivers"),
        ):
            with self.assertRaisesRegex(weft_netlist.NetlistError, said):
                self.load(TOGGLE.replace(old, new), "toggle", 1)

    def test_energy_is_linear_between_loads(self):
        table = ([1.0, 2.0], [10.0, 30.0])
        self.assertEqual([weft_netlist.at_load(table, x) for x in (0, 1, 1.5, 3)], [10, 10, 20, 30])


class Quotient(unittest.TestCase):
    def test_quotients_are_those_of_fractions(self):
        names = {"__name__": "energy"}
        source = (ROOT / "scripts/energy").read_text(encoding="utf-8")
        names["__file__"] = str(ROOT / "scripts/energy")
        exec(compile(source, "energy", "exec"), names)  # pylint: disable=exec-used
        rng = random.Random(7)
        for _ in range(20000):
            a, b = (15 + rng.randint(-2, 2) << 10 | rng.getrandbits(10) for _ in range(2))
            value = [Fraction(n & 1023 | 1024, 1024) * Fraction(2) ** ((n >> 10) - 15) for n in (a, b)]
            exact = value[0] / value[1]
            exp = next(e for e in range(-8, 8) if Fraction(2) ** (e + 1) > exact)
            places = exact / Fraction(2) ** (exp - 10)
            near = round(places)  # ties to even
            code = (exp + 15 << 10) + near - 1024
            self.assertEqual(names["quotient"](a, b, 5, 10), (code, int(near != places)))


class Divider(unittest.TestCase):
    """scripts/energy itself, on netlists without and with a fault."""

    def energy(self, folder, name):
        command = [ROOT / "scripts/energy", "--operations", "40", "--netlists", folder, name]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_a_divider_with_a_fault_is_refused(self):
        # Some faults lie in what a division does not use, or its corrections make good for them.
        for name, least in (("fdiv/fp16", 5), ("fdiv_seq/fp16", 2)):
            with tempfile.TemporaryDirectory() as kept:
                synth = [ROOT / "scripts/synth", name, "--script", "fast", "--keep", kept]
                subprocess.run(synth, check=True, capture_output=True)
                good = self.energy(kept, name)
                self.assertEqual(good.returncode, 0, good.stderr)
                self.assertIn(name, good.stdout)
                file = pathlib.Path(kept) / name / "fast.v"
                text = file.read_text(encoding="utf-8")
                xors = [m.start() for m in re.finditer(r"\bXOR2X1\b", text)]
                refused = 0
                for at in random.Random(1).sample(xors, 6):
                    file.write_text(text[:at] + "XNOR2X1" + text[at + 6 :], encoding="utf-8")
                    refused += self.energy(kept, name).returncode == 1
                self.assertGreaterEqual(refused, least, name)


if __name__ == "__main__":
    full = "full" in sys.argv[1:]
    if not full:
        del Divider
    unittest.main(argv=sys.argv[:1])
