# SPDX-License-Identifier: Apache-2.0
"""Mapped netlists, simulated: the cells of a Liberty file, their energies, toggles of each net.

Every net holds an integer with a bit for each of many independent runs, so that a gate of all runs is
one operation. There are no delays: a net has one value a cycle, and a glitch does not count.
"""

import collections
import dataclasses
import json
import re
import subprocess


class NetlistError(Exception):
    """A netlist or Liberty file that is not understood; the text says where."""


@dataclasses.dataclass
class Group:
    """A group of a Liberty file: its argument, its attributes, its groups by kind."""

    argument: str = ""
    values: dict = dataclasses.field(default_factory=dict)
    groups: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))


def read_liberty(path):
    """The library's group."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace("\\\n", " ")
    open_groups = [Group()]
    statement = re.compile(
        r"\s*(?:(\w+)\s*\(([^()]*)\)\s*(\{|;|(?=\n))|(\w+)\s*:\s*(\"[^\"]*\"|[^;\n}]*)\s*;?|(\}))"
    )
    at = 0
    while at < len(text.rstrip()):
        found = statement.match(text, at)
        if not found:
            raise NetlistError(f"{path}:{text[:at].count(chr(10)) + 1}: not Liberty")
        at = found.end()
        kind, argument, opens, name, value, closes = found.groups()
        if closes:
            open_groups.pop()
        elif name:
            open_groups[-1].values[name] = value.strip().strip('"')
        elif opens == "{":
            group = Group(argument.strip().strip('"'))
            open_groups[-1].groups[kind].append(group)
            open_groups.append(group)
        else:
            open_groups[-1].values[kind] = argument
    return open_groups[0].groups["library"][0]


def numbers(text):
    return [float(x) for x in re.findall(r"[-+.\deE]+", text)]


def python_of(function):
    """A Liberty function as an expression of Python; a space is an and."""
    tokens = re.findall(r"[A-Za-z_]\w*|[01]|[()!'^+*&|]", function)
    out = []
    for token in tokens:
        if out and out[-1] not in "(~^|&" and (token == "(" or token == "!" or token[0].isalnum()):
            out.append("&")
        if token == "'":
            raise NetlistError(f"function {function}: a postfix ' is not understood")
        out.append({"!": "~", "+": "|", "*": "&"}.get(token, token))
    # ^ binds as in Liberty: less than !, more than &. Python has & before ^, so operands of ^ in
    # these libraries are names or parentheses.
    if re.search(r"\w\s*&\s*\w+\s*\^|\^\s*\w+\s*&", " ".join(out)):
        raise NetlistError(f"function {function}: ^ and & without parentheses")
    return " ".join(out)


@dataclasses.dataclass
class Cell:
    """A cell: capacitances of its inputs in pF, functions of its outputs, the flip-flop if it is one,
    energies in pJ of a toggle by pin and load."""

    inputs: dict
    outputs: dict
    flip_flop: dict
    energies: dict


SLEW_NS = 0.18


def energy_table(pin):
    """Energy of a toggle of a pin, the mean of rising and falling and of its related pins, at a slew
    of SLEW_NS: a list of loads in pF and one of energies in pJ; (None, energy) without loads."""
    sums, loads, count = None, None, 0
    for power in pin.groups["internal_power"]:
        for name in ("rise_power", "fall_power"):
            for table in power.groups[name]:
                first, second = numbers(table.values["index_1"]), table.values.get("index_2")
                values = numbers(table.values["values"])
                if second is None:
                    column = [values[min(range(len(first)), key=lambda i: abs(first[i] - SLEW_NS))]]
                    here = None
                else:
                    slews = numbers(second)
                    near = min(range(len(slews)), key=lambda i: abs(slews[i] - SLEW_NS))
                    column = [values[i * len(slews) + near] for i in range(len(first))]
                    here = first
                if sums is not None and (here is None) != (loads is None):
                    raise NetlistError(f"internal_power of {pin.argument}: tables of two kinds")
                loads = here
                sums = column if sums is None else [x + y for x, y in zip(sums, column)]
                count += 1
    return None if sums is None else (loads, [x / count for x in sums])


def at_load(table, load):
    """The energy at a load, linear between the table's, its first and last beyond them."""
    if table is None:
        return 0.0
    loads, energies = table
    if loads is None or load <= loads[0]:
        return energies[0]
    for i in range(1, len(loads)):
        if load <= loads[i]:
            part = (load - loads[i - 1]) / (loads[i] - loads[i - 1])
            return energies[i - 1] + part * (energies[i] - energies[i - 1])
    return energies[-1]


class Library:
    """The cells of a Liberty file, in pF, V and pJ."""

    def __init__(self, path):
        library = read_liberty(path)
        unit = library.values.get("capacitive_load_unit", "")
        if numbers(unit)[:1] != [1.0] or "pf" not in unit.lower():
            raise NetlistError(f"{path}: capacitive_load_unit is not 1 pF")
        self.volts = float(library.values["nom_voltage"])
        self.cells = {}
        for cell in library.groups["cell"]:
            pins = cell.groups["pin"]
            ins = {p.argument: p for p in pins if p.values["direction"] == "input"}
            outs = {p.argument: p for p in pins if p.values["direction"] == "output"}
            flip_flop = cell.groups["ff"][0] if cell.groups["ff"] else None
            self.cells[cell.argument] = Cell(
                {name: float(pin.values["capacitance"]) for name, pin in ins.items()},
                {name: pin.values.get("function", "") for name, pin in outs.items()},
                flip_flop and {"state": flip_flop.argument.split(",")[0].strip(), **flip_flop.values},
                {name: energy_table(pin) for name, pin in (ins | outs).items()},
            )


class Netlist:
    """A flat netlist of cells with one clock, ready to run.

    `toggles` counts the changes of each net in all runs since clear().
    """

    def __init__(self, verilog, top, library, runs, clock="clk_i"):
        self.library, self.runs, self.all = library, runs, (1 << runs) - 1
        script = f"read_verilog {verilog}; write_json"
        done = subprocess.run(
            ["yosys", "-Q", "-q", "-p", script], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise NetlistError(f"{verilog}: {done.stderr.strip() or done.stdout.strip()}")
        module = json.loads(done.stdout[done.stdout.index("{") :])["modules"].get(top)
        if module is None:
            raise NetlistError(f"{verilog}: no module {top}")
        self.ports = {name: port["bits"] for name, port in module["ports"].items()}
        self.clock = self.ports[clock][0]
        # Numbers of nets; 0 and 1 are the constants.
        self.net = {"0": 0, "1": 1, "x": 0}
        self.values = [0, self.all]
        self.flip_flops, gates, driven = [], [], set()
        for port in module["ports"].values():
            for bit in port["bits"]:
                self.number(bit)
        loads = collections.Counter()
        self.cells = []
        for name, cell in module["cells"].items():
            kind = library.cells.get(cell["type"])
            if kind is None:
                raise NetlistError(f"{verilog}: {name}: no cell {cell['type']} in the library")
            pins = {pin: self.number(bits[0]) for pin, bits in cell["connections"].items() if bits}
            self.cells.append((kind, pins))
            for pin, capacitance in kind.inputs.items():
                loads[pins[pin]] += capacitance
            if kind.flip_flop:
                self.add_flip_flop(name, kind, pins)
            for pin, function in kind.outputs.items():
                if pin not in pins:
                    continue
                if pins[pin] in driven:
                    raise NetlistError(f"{verilog}: {name}: its net has two drivers")
                driven.add(pins[pin])
                if not kind.flip_flop:
                    gates.append((pins[pin], function, pins))
        self.settle = self.compile(self.sorted(gates, verilog))
        self.toggles = [0] * len(self.values)
        self.energies(loads)

    def number(self, bit):
        if bit not in self.net:
            self.net[bit] = len(self.values)
            self.values.append(0)
        return self.net[bit]

    def add_flip_flop(self, name, kind, pins):
        about = kind.flip_flop
        on = about["clocked_on"]
        if on not in kind.inputs or pins[on] != self.net[self.clock]:
            raise NetlistError(f"{name}: not on the rising edge of the clock")
        q = [pin for pin, function in kind.outputs.items() if function == about["state"]]
        if about["next_state"] not in kind.inputs or len(q) != len(kind.outputs) or not q:
            raise NetlistError(f"{name}: a flip-flop of another kind than D to Q")
        forced = []
        for what, value in (("preset", self.all), ("clear", 0)):
            if what in about:
                pin = re.fullmatch(r"\(?!(\w+)\)?", about[what])
                if not pin:
                    raise NetlistError(f"{name}: {what} is {about[what]}")
                forced.append((pins[pin[1]], value))
        self.flip_flops.append((pins[q[0]], pins[about["next_state"]], forced))

    def sorted(self, gates, verilog):
        """Gates behind those that drive them."""
        waits, users = {}, collections.defaultdict(list)
        driver = {output for output, _, _ in gates}
        for number, (_, function, pins) in enumerate(gates):
            reads = {pins[p] for p in re.findall(r"[A-Za-z_]\w*", function)} & driver
            waits[number] = len(reads)
            for net in reads:
                users[net].append(number)
        ready = [number for number, count in waits.items() if not count]
        order = []
        for number in ready:
            order.append(gates[number])
            for user in users[gates[number][0]]:
                waits[user] -= 1
                if not waits[user]:
                    ready.append(user)
        if len(order) != len(gates):
            raise NetlistError(f"{verilog}: a combinational loop")
        return order

    def compile(self, gates):
        """Functions that evaluate the gates in order, some hundred each."""
        functions = []
        for start in range(0, len(gates), 500):
            lines = ["def run(v):"]
            for output, function, pins in gates[start : start + 500]:
                text = re.sub(r"[A-Za-z_]\w*", lambda m: f"v[{pins[m[0]]}]", python_of(function))
                text = f"({text}) & {self.all:#x}" if "~" in text else text
                lines.append(f"    v[{output}] = {text}")
            names = {}
            exec("\n".join(lines), names)  # pylint: disable=exec-used
            functions.append(names["run"])
        return functions

    def energies(self, loads):
        """pJ of a toggle of each net: its load charged or discharged, and inside the cell that drives
        it and those that it drives; and of a cycle of the clock."""
        half = self.library.volts**2 / 2
        self.load_energy, self.cell_energy = [0.0] * len(self.values), [0.0] * len(self.values)
        for net, load in loads.items():
            self.load_energy[net] = load * half
        for kind, pins in self.cells:
            for pin, net in pins.items():
                self.cell_energy[net] += at_load(kind.energies[pin], loads[net])
        clock = self.net[self.clock]
        self.clock_energy = 2 * (self.load_energy[clock] + self.cell_energy[clock])

    def put(self, port, bits):
        """Sets a port: an integer of all runs for each bit."""
        for bit, value in zip(self.ports[port], bits, strict=True):
            self.values[self.net[bit]] = value

    def get(self, port):
        return [self.values[self.net[bit]] for bit in self.ports[port]]

    def evaluate(self):
        for run in self.settle:
            run(self.values)

    def clear(self):
        self.before = list(self.values)
        self.toggles = [0] * len(self.values)

    def count(self):
        """Counts what changed since the last count or clear."""
        toggles = self.toggles
        for net, (old, new) in enumerate(zip(self.before, self.values)):
            if old != new:
                toggles[net] += (old ^ new).bit_count()
        self.before = list(self.values)

    def edge(self):
        """A rising edge of the clock."""
        values = self.values
        following = []
        for q, d, forced in self.flip_flops:
            value = values[d]
            for pin, to in forced:
                value = (value & values[pin]) | (to & ~values[pin] & self.all)
            following.append((q, value))
        for q, value in following:
            values[q] = value

    def spent(self):
        """pJ of all runs since clear(): loads, cells."""
        load = sum(n * e for n, e in zip(self.toggles, self.load_energy))
        return load, sum(n * e for n, e in zip(self.toggles, self.cell_energy))
