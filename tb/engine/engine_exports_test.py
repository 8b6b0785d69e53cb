#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/regs/engine.rdl and engine.xml, exports of the register map, against rtl/engine/engine_regs.json.

The XML goes through Python's parser, the SystemRDL through a small one here, for the part of the language that the export
uses. Both are compared with the description field by field. Also: what scripts/gen_regs refuses.
"""
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DESCRIPTION = json.loads((ROOT / "rtl/engine/engine_regs.json").read_text())
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("gen_regs", str(ROOT / "scripts/gen_regs"))
gen_regs = importlib.util.module_from_spec(importlib.util.spec_from_loader("gen_regs", loader))
loader.exec_module(gen_regs)


def described():
    """{path of a field: (address, bits of the register, high, low, access, reset or None)}, from the description alone."""
    out = {}

    def add(item, prefix, base):
        version = [int(part) for part in DESCRIPTION["version"].split(".")]
        reset = item.get("reset")
        value = None if reset is None else version[0] << 16 | version[1] if reset == "version" else int(reset, 16)
        size = item.get("bits", 32)
        fields = item.get("fields", [{"name": "VALUE", "bits": f"{size - 1}:0"}])
        for field in fields:
            high, _, low = field["bits"].partition(":")
            high, low = int(high), int(low or high)
            part = None if value is None else value >> low & ((1 << (high - low + 1)) - 1)
            out[f"{prefix}{item['name']}.{field['name']}"] = (
                base + int(item["offset"], 16), size, high, low, field.get("access", item["access"]), part)

    for item in DESCRIPTION["registers"]:
        if "registers" not in item:
            add(item, "", 0)
            continue
        for i in range(item["count"]):
            for part in item["registers"]:
                add(part, f"{item['name']}[{i}].", int(item["offset"], 16) + i * item["stride"])
    return out


def codes():
    values = next(field["values"] for item in DESCRIPTION["registers"] for field in item.get("fields", [])
                  if "values" in field)
    out, code = {}, 0
    for value in values:
        code = value.get("code", code)
        out[value["name"]] = code
        code += 1
    return out


class Rdl:
    """A parser of addrmap, regfile, reg, field, enum, properties and instances."""

    TOKEN = re.compile(r"""\s+|//[^\n]*|("(?:[^"\\]|\\.)*"|\d+'[hd][0-9a-f]+|0x[0-9a-f]+|\w+|\+=|[{}\[\]();:=@,])""")

    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text):
            found = self.TOKEN.match(text, at)
            if not found:
                raise SyntaxError(f"SystemRDL: {text[at:at + 20]!r}")
            if found[1]:
                self.tokens.append(found[1])
            at = found.end()
        self.at, self.fields, self.enums = 0, {}, {}

    def next(self, *wanted):
        token = self.tokens[self.at]
        self.at += 1
        if wanted and token not in wanted:
            raise SyntaxError(f"SystemRDL: {token!r}, not {' or '.join(wanted)}")
        return token

    @property
    def head(self):
        return self.tokens[self.at]

    def number(self):
        token = self.next()
        if "'" in token:
            return int(token.partition("'")[2][1:], 16 if "h" in token else 10)
        return int(token, 0)

    def enum(self):
        name = self.next()
        self.next("{")
        values = {}
        while self.head != "}":
            value = self.next()
            self.next("=")
            values[value] = self.number()
            self.next("{")
            self.body()
            self.next("}", )
            self.next(";")
        self.next("}")
        self.next(";")
        self.enums[name] = values

    def body(self):
        """What is between braces: properties as a dict, components as a list."""
        properties, components = {}, []
        while self.head != "}":
            word = self.next()
            if word in ("regfile", "reg", "field"):
                self.next("{")
                inside = self.body()
                self.next("}")
                components.append((word, *inside, *self.instance()))
            elif word == "enum":
                self.enum()
            else:
                if word == "default":
                    word = self.next()
                value = True
                if self.head == "=":
                    self.next("=")
                    value = self.next()
                self.next(";")
                properties[word] = value
        return properties, components

    def instance(self):
        name, count, high, low, reset, address, stride = self.next(), None, None, None, None, None, None
        if self.head == "[":
            self.next("[")
            high = self.number()
            if self.next(":", "]") == ":":
                low = self.number()
                self.next("]")
            else:
                count = high
        while self.head != ";":
            sign = self.next("=", "@", "+=")
            value = self.number()
            if sign == "=":
                reset = value
            elif sign == "@":
                address = value
            else:
                stride = value
        self.next(";")
        return name, count, high, low, reset, address, stride

    def parse(self):
        self.next("addrmap")
        self.next("weft_engine")
        self.next("{")
        properties, components = self.body()
        self.next("}")
        self.next(";")
        if self.at != len(self.tokens):
            raise SyntaxError("SystemRDL: text after the map")
        self.collect(components, "", 0, int(properties["regwidth"]))
        return self

    def collect(self, components, prefix, base, width):
        software = {("r", None): "ro", ("w", None): "wo", ("rw", None): "rw", ("rw", "woclr"): "w1c"}
        for kind, properties, inside, name, count, high, low, reset, address, stride in components:
            if kind == "regfile":
                for i in range(count):
                    self.collect(inside, f"{prefix}{name}[{i}].", base + address + i * stride, width)
            elif kind == "reg":
                size = int(properties.get("regwidth", width))
                for _, field, _, field_name, _, field_high, field_low, field_reset, _, _ in inside:
                    access = software[field["sw"], field.get("onwrite")]
                    self.fields[f"{prefix}{name}.{field_name}"] = (
                        base + address, size, field_high, field_low, access, field_reset)
            else:
                raise SyntaxError(f"SystemRDL: a {kind} outside of a register")


class Exports(unittest.TestCase):
    def test_system_rdl_has_every_field_of_the_description(self):
        parsed = Rdl((ROOT / "docs/regs/engine.rdl").read_text()).parse()
        self.assertEqual(parsed.fields, described())
        self.assertEqual(parsed.enums, {"error_e": codes()})

    def test_the_parser_refuses_what_is_no_system_rdl(self):
        text = (ROOT / "docs/regs/engine.rdl").read_text()
        for damaged in text.replace("};", "}", 1), text.replace("@ 0x4;", "@ ;", 1), text + "}", text.replace("{", "", 1):
            with self.assertRaises((SyntaxError, IndexError, ValueError)):
                Rdl(damaged).parse()

    def test_ip_xact_has_every_field_of_the_description(self):
        space = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
        tree = ElementTree.parse(ROOT / "docs/regs/engine.xml").getroot()
        self.assertEqual(tree.tag, f"{space}component")
        number = lambda text: int(text.replace("'h", "0x"), 0)
        text = lambda node, tag: node.findtext(space + tag)
        fields, values = {}, {}

        def collect(parent, prefix, base):
            for register in parent.findall(f"{space}register"):
                address = base + number(text(register, "addressOffset"))
                for field in register.findall(f"{space}field"):
                    low, width = number(text(field, "bitOffset")), number(text(field, "bitWidth"))
                    reset = field.findtext(f"{space}resets/{space}reset/{space}value")
                    access = {"read-only": "ro", "write-only": "wo", "read-write": "rw"}[text(field, "access")]
                    if text(field, "modifiedWriteValue") == "oneToClear":
                        access = "w1c"
                    fields[f"{prefix}{text(register, 'name')}.{text(field, 'name')}"] = (
                        address, number(text(register, "size")), low + width - 1, low, access,
                        None if reset is None else number(reset))
                    for value in field.iter(f"{space}enumeratedValue"):
                        values[text(value, "name")] = number(text(value, "value"))

        block = tree.find(f"{space}memoryMaps/{space}memoryMap/{space}addressBlock")
        collect(block, "", number(text(block, "baseAddress")))
        for file in block.findall(f"{space}registerFile"):
            for i in range(number(text(file, "dim"))):
                base = number(text(file, "addressOffset")) + i * number(text(file, "range"))
                collect(file, f"{text(file, 'name')}[{i}].", base)
        self.assertEqual(fields, described())
        self.assertEqual(values, codes())


class Generator(unittest.TestCase):
    def refused(self, change, said):
        damaged = json.loads(json.dumps(DESCRIPTION))
        change({item["name"]: item for item in damaged["registers"]})
        with self.assertRaisesRegex(gen_regs.Mistake, said):
            gen_regs.Map(damaged, "engine", "Engine", (1, 4))

    def test_refuses_a_description_with_a_mistake(self):
        self.refused(lambda r: r["N"].update(offset="0x080"), "offset 0x80 is taken")
        self.refused(lambda r: r["N"].update(name="M"), "M: name or offset")
        self.refused(lambda r: r["N"].update(offset="0x081"), "N: offset 0x81 of 32 bits is no multiple of 4")
        self.refused(lambda r: r["N"].update(offset="0x1000"), "N: offset 0x1000 is no word of the page")
        self.refused(lambda r: r["A"].update(offset="0x094"), "A: offset 0x94 of 64 bits is no multiple of 8")
        self.refused(lambda r: r["N"].update(access="rx"), "N: access rx is none of")
        self.refused(lambda r: r["N"].update(hw="drives"), "N: hw drives does not go with access rw")
        self.refused(lambda r: r["N"].pop("text"), "N: no 'text'")
        self.refused(lambda r: r["ID"].pop("reset"), "ID: hw none, and no reset value")
        self.refused(lambda r: r["LIMITS"]["fields"][0].update(bits="16:0"), "LIMITS.BURST_LOG2: bits of another field")
        self.refused(lambda r: r["LIMITS"]["fields"][0].update(bits="32:0"), "LIMITS.MAX_DIM: bits 32:0 are not in 31:0")
        self.refused(lambda r: r["WINDOW"].update(lock="CTRL.KEY"), "WINDOW0_BASE: no field CTRL.KEY to lock it")
        self.refused(lambda r: r["WINDOW"].update(stride=16), "WINDOW1_BASE_LO: name or offset 0x1d0 is taken")

    def test_older_versions_have_their_registers_alone(self):
        new, old = (gen_regs.Map(DESCRIPTION, "engine", "Engine", version) for version in ((1, 4), (1, 3)))
        kept = {word.name: word for word in new.words}
        for word in old.words:
            same = kept.pop(word.name)
            self.assertEqual((word.offset, word.access), (same.offset, same.access))
            self.assertEqual(word.writable & ~same.writable, 0)
        self.assertTrue(kept)
        self.assertEqual([code for code in old.codes if code not in new.codes], [])
        self.assertEqual(next(word.reset for word in old.words if word.name == "VERSION"), 0x00010003)


if __name__ == "__main__":
    unittest.main()
