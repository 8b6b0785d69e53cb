# SPDX-License-Identifier: Apache-2.0
"""Single-point mutants of a source file, SystemVerilog or C++, found in its text.

A mutant is a change at one place that compiles more often than not and that a good test notices:

    operator   + for -, & for |, < for <=, ...       constant   a number one up or down
    condition  if (!(c)) for if (c)                  stuck      a condition or a signal's lowest bit
    term       `a & b` becomes `a`                   operands   `a - b` becomes `b - a`; ?: swapped

Both languages are formatted: binary operators have a blank on either side, so templates, references
and unary operators are not taken for them. Left alone are comments, strings, preprocessor lines,
headers of modules, assertions, and statements that print or check parameters.
"""

import json
import os
import random
import re

SWAPS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/",
    "&": "| ^", "|": "& ^", "^": "& |", "&&": "||", "||": "&&",
    "==": "!=", "!=": "==", "<": "<= >=", "<=": "< >", ">": ">= <=", ">=": "> <",
    "<<": ">>", ">>": "<<", "<<<": ">>>", ">>>": ">>",
}
DROPPED = {"&", "|", "^", "+", "-", "&&", "||"}
BINARY = re.compile(r"(?<=\S) (<<<|>>>|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>]) (?=\S)")
NUMBER = re.compile(r"(?<![\w.'])(?:(\d*)'(s?)([bdh])([0-9a-f_]+)|0x([0-9a-f']+)|(\d+))(?![\w.'])")
OPERAND = re.compile(r"[~!-]*(?:\w|::|\.|->|(?<=\w)')+")


class Mutant:
    """A change: text[start:end] of a file becomes `new`."""

    def __init__(self, kind, file, text, start, end, new):
        self.kind, self.file, self.start, self.end, self.new = kind, file, start, end, new
        self.old = text[start:end]
        self.number = text.count("\n", 0, start) + 1
        self.line = text.split("\n")[self.number - 1].strip()

    @property
    def change(self):
        """What is written for what, in one line."""
        return " -> ".join(" ".join(x.split()) or "nothing" for x in (self.old, self.new))

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]

    def __str__(self):
        return f"{self.file}:{self.number}: {self.kind}: {self.change}"


def closing(text, start):
    """The place of the bracket that closes the one at `start`, or None."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return None


def balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def members(code):
    """The places of a C++ struct's or class's own declarations: their defaults are no behaviour."""
    inside, start = [], 0
    for i, c in enumerate(code):
        if c == "{":
            head = code[start:i]
            inside.append(re.search(r"\b(?:struct|class|union)\b", head) and "(" not in head)
        elif c == "}" and inside:
            inside.pop()
        elif c == ";" and inside and inside[-1]:
            yield start, i
        if c in "{};":
            start = i + 1


def blanked(text, verilog):
    """The text with blanks for all that is left alone, of the same length."""
    out = list(text)

    def blank(start, end):
        for i in range(start, end):
            if out[i] != "\n":
                out[i] = "\0"

    for found in re.finditer(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]'", text, re.S):
        blank(*found.span())
    rest = "".join(out)
    if verilog:
        lines = r"^[ \t]*(?:`|import|typedef|genvar|input|output|timeunit)[^\n]*"
        for found in re.finditer(r"^(?:module|package)\b.*?\);\n", rest, re.S | re.M):
            blank(*found.span())
        for found in re.finditer(r"`WEFT_(?:ASSERT|COVER)\w*|\$(?:error|fatal)", rest):
            start = rest.rfind("\n", 0, found.start()) + 1
            end = rest.find(";", found.start())
            blank(start, len(rest) if end < 0 else end)
    else:
        lines = (r"^[ \t]*(?:#|using|namespace|template|static_assert|throw|<<)[^\n]*|^.*\bos\b.*$|"
                 r"^[ \t]*(?:static_)?assert\(.*$")
        for start, end in members(rest):
            blank(start, end)
    for found in re.finditer(lines, rest, re.M):
        blank(*found.span())
    return "".join(out)


def is_assignment(text, place):
    """Whether `<=` at `place` assigns, that is, begins with the target of a statement."""
    start = max(text.rfind(word, 0, place) for word in (";", "begin", "end", "else", ":"))
    before = text[start:place]
    return before.count("(") == before.count(")") and not re.search(
        r"[^=!<>]=[^=]|\breturn\b", before)


def operand_end(text, start):
    """The end of the operand at `start`: a name with members and arguments, or brackets."""
    found = OPERAND.match(text, start)
    end = found.end() if found else start
    cast = re.compile(r"<[\w: ]+>(?=\()").match(text, end)
    end = cast.end() if cast else end
    while end < len(text) and text[end] in "([{":
        end = closing(text, end)
        if end is None:
            return None
        end += 1
        more = re.compile(r"(?:\.|->|::|')\w*").match(text, end)
        end = more.end() if more else end
    return end if end > start else None


def neighbours(literal):
    """A number one up and one down, as it is written."""
    size, signed, base, digits, hexa, plain = NUMBER.fullmatch(literal).groups()
    if plain is not None:
        return [str(int(plain) + 1)] + ([str(int(plain) - 1)] if int(plain) else [])
    if hexa is not None:
        value = int(hexa.replace("'", ""), 16)
        return [hex(value + 1)] + ([hex(value - 1)] if value else [])
    value = int(digits.replace("_", ""), {"b": 2, "d": 10, "h": 16}[base])
    most = 1 << int(size or 32)
    values = {(value + 1) % most, (value - 1) % most} - {value}
    return [f"{size}'{signed}{base}{format(x, {'b': 'b', 'd': 'd', 'h': 'x'}[base])}"
            for x in sorted(values)]


def mutants(file, text):
    """All mutants of a file, in the order of their places."""
    verilog = file.endswith((".sv", ".svh"))
    code = blanked(text, verilog)
    yes, no = ("1'b1", "1'b0") if verilog else ("true", "false")
    found = []

    def add(kind, start, end, new):
        if "\0" not in code[start:end] and text[start:end] != new:
            found.append(Mutant(kind, file, text, start, end, new))

    for at in BINARY.finditer(code):
        operator, start, end = at.group(1), at.start(1), at.end(1)
        if verilog and operator == "<=" and is_assignment(code, start):
            continue
        for other in SWAPS[operator].split():
            add("operator", start, end, other)
        right = operand_end(code, end + 1)
        if operator in DROPPED and right:
            add("term", start - 1, right, "")
        left = re.search(r"[\w.]+$", code[:start - 1])
        if operator == "-" and left and right:
            add("operands", left.start(), right,
                f"{code[end + 1:right]} - {code[left.start():start - 1]}")
    for at in NUMBER.finditer(code):
        for other in neighbours(at.group()):
            add("constant", *at.span(), other)
    for at in re.finditer(r"\bif (?:constexpr )?\(", code):
        end = closing(code, at.end() - 1)
        if end:
            condition = text[at.end():end]
            add("condition", at.end(), end, f"!({condition})")
            for value in (yes, no):
                add("stuck", at.end(), end, value)
    for at in re.finditer(r" \? ([^?:;\0]+) : ([^?:;,()\0]+)(?=[;,)])", code):
        if all(balanced(x) for x in at.groups()):
            add("operands", at.start(1), at.end(2), f"{at.group(2)} : {at.group(1)}")
    if verilog:
        for at in re.finditer(r"\bassign (\w+)\s*= ([^;\0\n]+);", code):
            one = f"$bits({at.group(1)})'(1)"
            add("stuck", *at.span(2), f"({at.group(2)}) | {one}")
            add("stuck", *at.span(2), f"({at.group(2)}) & ~{one}")
        for at in re.finditer(r"\.\w*(?:valid|ready|enable|clear|load|last|first)_i\(", code):
            end = closing(code, at.end() - 1)
            if end and end > at.end():
                add("stuck", at.end(), end, yes)
                add("stuck", at.end(), end, no)
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def drawn(all_mutants, number, seed):
    """`number` of the mutants, at different places, kinds in turn so that rare ones occur."""
    rng = random.Random(seed)
    kinds = {}
    for m in all_mutants:
        kinds.setdefault(m.kind, []).append(m)
    for of_kind in kinds.values():
        rng.shuffle(of_kind)
    queue = [kinds[k] for k in sorted(kinds)]
    chosen, places = [], set()
    while len(chosen) < number and any(queue):
        for of_kind in queue:
            while of_kind:
                m = of_kind.pop()
                if (m.file, m.start) not in places:
                    places.add((m.file, m.start))
                    chosen.append(m)
                    break
    return chosen[:number]


class Verdicts:
    """Mutants that no test can catch, with the reason, by file, text of the line and change."""

    def __init__(self, path):
        with open(path) as f:
            self.entries = json.load(f)["equivalent"]

    def why(self, mutant):
        for e in self.entries:
            if (e["file"], e["line"], e["change"]) == (mutant.file, mutant.line, mutant.change):
                return e["why"]
        return None

    def stale(self, root):
        """The entries whose mutant is no longer among those of its file."""
        for e in self.entries:
            path = os.path.join(root, e["file"])
            text = ""
            if os.path.isfile(path):
                with open(path) as f:
                    text = f.read()
            if not any((m.line, m.change) == (e["line"], e["change"])
                       for m in mutants(e["file"], text)):
                yield e


class Score:
    """The outcomes of mutants: caught, survived, equivalent, refused."""

    def __init__(self, verdicts):
        self.verdicts = verdicts
        self.caught, self.survived, self.equivalent, self.refused = [], [], [], []

    def add(self, mutant, outcome):
        if outcome == "survived" and self.verdicts.why(mutant):
            outcome = "equivalent"
        getattr(self, outcome).append(mutant)
        return outcome

    @property
    def percent(self):
        judged = len(self.caught) + len(self.survived)
        return 100 * len(self.caught) / judged if judged else 100.0

    def text(self, name):
        judged = len(self.caught) + len(self.survived)
        lines = [f"{name}: {len(self.caught)} of {judged} caught, {self.percent:.0f} %; "
                 f"{len(self.equivalent)} equivalent, {len(self.refused)} do not compile"]
        for m in self.survived:
            lines += [f"  survived    {m}", f"              in: {m.line}",
                      "              verdict: none"]
        for m in self.equivalent:
            lines += [f"  equivalent  {m}", f"              {self.verdicts.why(m)}"]
        return "\n".join(lines)


def judge(mutant, root, build, test):
    """The outcome of one mutant in the tree `root`: `build` and `test` say whether they succeed."""
    path = os.path.join(root, mutant.file)
    with open(path) as f:
        text = f.read()
    try:
        with open(path, "w") as f:
            f.write(mutant.apply(text))
        if not build():
            return "refused"
        return "survived" if test() else "caught"
    finally:
        with open(path, "w") as f:
            f.write(text)
