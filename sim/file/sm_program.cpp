// SPDX-License-Identifier: Apache-2.0

#include "sim/file/sm_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/golden/fcvt.hpp"

namespace weft::sim {
namespace {

using namespace golden::sm;

constexpr std::uint64_t MostBytes = 1 << 22;
constexpr std::size_t MostCode    = 1 << 14;  // targets and constants have 14 bits

std::string_view trim(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

/// The modifiers of operands: which operations take a sign or a magnitude.
bool negates(op_e op) {
  const unit_e u = of(op).unit;
  return op != op_e::Fsel &&
         (u == unit_e::Fp32 || u == unit_e::Fp16 || u == unit_e::Fp64 || op == op_e::Iadd3);
}
bool has_magnitude(op_e op) {
  return op == op_e::Fadd || op == op_e::Fmul || op == op_e::Fmnmx || op == op_e::Dadd ||
         op == op_e::Dmul;
}

class assembler {
 public:
  assembler(std::string name, std::string_view text) : name_(std::move(name)), text_(text) {}

  program run();

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(fmt::format("{}:{}: {}", name_, line_, what));
  }

  std::string without_comments();
  void directive(std::string_view s);
  bool control_prefix(std::string_view& s);
  void instruction_line(std::string_view s);
  const operation& find(std::string_view mnemonic, instruction& i);
  void operands(const operation& row, instruction& i, std::string_view s);
  void source_operand(instruction& i, unsigned slot, std::string_view s);
  void constant(instruction& i, unsigned slot, std::uint16_t index);
  void address(instruction& i, std::string_view s);
  std::uint8_t reg(std::string_view s);
  std::uint8_t predicate(std::string_view s, bool may_negate);
  std::uint64_t integer(std::string_view s, std::int64_t least, std::int64_t most);
  std::optional<std::int64_t> try_integer(std::string_view s) const;
  std::uint16_t literal(const instruction& i, std::string_view s);
  std::uint16_t pooled(std::vector<std::uint32_t> words);
  double number(std::string_view s) const;

  std::string name_;
  std::string_view text_;
  unsigned line_ = 0;
  program p_;
  std::map<std::string, unsigned, std::less<>> labels_;
  struct target {
    std::size_t at;
    unsigned line;
    std::string label;
  };
  std::vector<target> targets_;
  bool controlled_ = false;
};

/// The text with comments blanked; lines stay.
std::string assembler::without_comments() {
  std::string s(text_);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.compare(i, 2, "//") == 0 || s[i] == '#') {
      while (i < s.size() && s[i] != '\n') s[i++] = ' ';
    } else if (s.compare(i, 2, "/*") == 0) {
      const auto end = s.find("*/", i + 2);
      for (const auto stop = end == s.npos ? s.size() : end + 2; i < stop; ++i) {
        if (s[i] != '\n') s[i] = ' ';
      }
      --i;
    }
  }
  return s;
}

program assembler::run() {
  const std::string clean = without_comments();
  std::string_view rest(clean);
  while (!rest.empty()) {
    ++line_;
    const auto end        = rest.find('\n');
    std::string_view line = trim(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    while (!line.empty()) {
      const auto colon = line.find(':');
      const auto label = line.substr(0, colon);
      if (colon != line.npos && label.find_first_of(" \t@,[-") == label.npos && !label.empty() &&
          (colon + 1 == line.size() || line[colon + 1] == ' ' || line[colon + 1] == '\t')) {
        if (!labels_.emplace(label, p_.code.size()).second) {
          fail(fmt::format("{}: the label is there already", label));
        }
        line = trim(line.substr(colon + 1));
        continue;
      }
      break;
    }
    if (line.empty()) continue;
    if (line.front() == '.') {
      directive(line);
    } else {
      instruction_line(line);
    }
  }
  if (p_.code.empty()) throw input_error(name_ + ": no instructions");
  for (const target& t : targets_) {
    line_         = t.line;
    const auto to = labels_.find(t.label);
    if (to == labels_.end()) fail(fmt::format("{}: no such label", t.label));
    p_.code[t.at].wide = static_cast<std::uint16_t>(to->second);
  }
  if (!controlled_) p_.controls.clear();
  return std::move(p_);
}

void assembler::directive(std::string_view s) {
  constexpr std::string_view Shared = ".shared ";
  if (!s.starts_with(Shared)) fail(fmt::format("{}: no such directive", s));
  p_.shared_bytes = static_cast<unsigned>(integer(trim(s.substr(Shared.size())), 0, 1 << 20));
}

/// A prefix wait:read:write:yield:stall, as in 01:-:2:Y:4.
bool assembler::control_prefix(std::string_view& s) {
  const auto end   = std::min(s.find_first_of(" \t"), s.size());
  const auto first = s.substr(0, end);
  if (std::count(first.begin(), first.end(), ':') != 4) return false;
  std::vector<std::string_view> parts;
  for (std::string_view rest = first;;) {
    const auto colon = rest.find(':');
    parts.push_back(rest.substr(0, colon));
    if (colon == rest.npos) break;
    rest.remove_prefix(colon + 1);
  }
  const auto bad = [&] {
    fail(fmt::format("{}: wait:read:write:yield:stall, as in --:-:-:-:1", first));
  };
  control c;
  const auto digits = [&](std::string_view x, int base, unsigned most) {
    unsigned n      = 0;
    const auto stop = x.data() + x.size();
    const auto got  = std::from_chars(x.data(), stop, n, base);
    if (got.ptr != stop || got.ec != std::errc() || n > most) bad();
    return static_cast<std::uint8_t>(n);
  };
  if (parts[0] != "--") c.wait = digits(parts[0], 16, 63);
  // Barriers are written from 1, as in maxas.
  const auto barrier = [&](std::string_view x) {
    if (x == "-") return std::uint8_t{7};
    const auto n = digits(x, 10, 6);
    if (n == 0) bad();
    return static_cast<std::uint8_t>(n - 1);
  };
  c.read  = barrier(parts[1]);
  c.write = barrier(parts[2]);
  if (parts[3] != "-" && parts[3] != "Y") bad();
  c.yield = parts[3] == "Y";
  c.stall = digits(parts[4], 10, 15);
  p_.controls.push_back(c);
  controlled_ = true;
  s           = trim(s.substr(end));
  return true;
}

const operation& assembler::find(std::string_view mnemonic, instruction& i) {
  const operation* best = nullptr;
  for (const operation& row : golden::sm::operations()) {
    const bool fits = mnemonic == row.name ||
                      (mnemonic.starts_with(row.name) && mnemonic[row.name.size()] == '.');
    if (fits && (best == nullptr || row.name.size() > best->name.size())) best = &row;
  }
  if (best == nullptr) fail(fmt::format("{}: no such instruction", mnemonic));
  i.op                  = best->op;
  std::string_view rest = mnemonic.substr(best->name.size());
  std::uint16_t set     = 0;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const modifier* found = nullptr;
    for (const modifier& m : best->modifiers) {
      const bool fits = !m.text.empty() && rest.starts_with(m.text) &&
                        (rest.size() == m.text.size() || rest[m.text.size()] == '.');
      if (fits && (found == nullptr || m.text.size() > found->text.size())) found = &m;
    }
    if (found == nullptr) {
      fail(fmt::format("{}: {} has no modifier .{}{}", mnemonic, best->name,
                       rest.substr(0, rest.find('.')),
                       best->op == op_e::Mufu && (rest == "SIN" || rest == "COS")
                           ? "; .SIN.RAD and .COS.RAD take radians"
                           : ""));
    }
    if ((set & found->mask) != 0) fail(fmt::format("{}: two modifiers of one kind", mnemonic));
    set |= found->mask;
    i.mods = static_cast<std::uint16_t>((i.mods & ~found->mask) | found->value);
    rest.remove_prefix(found->text.size());
  }
  // A field without a default has to be there.
  for (const modifier& m : best->modifiers) {
    const bool optional =
        m.mask == 0 || (set & m.mask) != 0 ||
        std::any_of(best->modifiers.begin(), best->modifiers.end(),
                    [&](const modifier& x) { return x.mask == m.mask && x.text.empty(); });
    if (!optional) fail(fmt::format("{}: lacks a modifier such as .{}", mnemonic, m.text));
  }
  return *best;
}

void assembler::instruction_line(std::string_view s) {
  if (!control_prefix(s)) p_.controls.emplace_back();
  if (!s.empty() && s.back() == ';') s = trim(s.substr(0, s.size() - 1));
  if (s.find(';') != s.npos) fail("one instruction a line");
  instruction i;
  if (!s.empty() && s.front() == '@') {
    const auto end   = std::min(s.find_first_of(" \t"), s.size());
    const auto guard = predicate(s.substr(1, end - 1), true);
    i.guard          = guard & 7;
    i.guard_not      = (guard & 8) != 0;
    s                = trim(s.substr(end));
  }
  const auto end = std::min(s.find_first_of(" \t"), s.size());
  if (end == 0) fail("an instruction is missing");
  const operation& row = find(s.substr(0, end), i);
  operands(row, i, trim(s.substr(end)));
  if (p_.code.size() == MostCode) fail(fmt::format("more than {} instructions", MostCode));
  for (unsigned slot = 0; slot < 3; ++slot) {
    const unsigned n = source_registers(i, slot);
    if (n > 0 && source(i, slot) != Rz) {
      if (n > 1 && source(i, slot) % n != 0) {
        fail(fmt::format("R{}: {} registers begin at a multiple of {}", source(i, slot), n, n));
      }
      p_.registers = std::max(p_.registers, source(i, slot) + n);
    }
  }
  if (const unsigned n = result_registers(i); n > 0 && i.d != Rz) {
    if (n > 1 && i.d % n != 0) {
      fail(fmt::format("R{}: {} registers begin at a multiple of {}", i.d, n, n));
    }
    p_.registers = std::max(p_.registers, i.d + n);
  }
  if (p_.registers > 255) fail("registers beyond R254");
  p_.code.push_back(i);
  p_.lines.push_back(line_);
}

void assembler::operands(const operation& row, instruction& i, std::string_view s) {
  std::vector<std::string_view> words;
  while (!s.empty()) {
    const auto comma = s.find(',');
    words.push_back(trim(s.substr(0, comma)));
    if (comma == s.npos) break;
    s.remove_prefix(comma + 1);
    if (trim(s).empty()) words.emplace_back();
  }
  if (words.size() != row.operands.size()) {
    fail(fmt::format("{}: {} operands, not {}", row.name, row.operands.size(), words.size()));
  }
  for (std::size_t n = 0; n < words.size(); ++n) {
    const auto w = words[n];
    switch (row.operands[n]) {
      case 'd':
        i.d = reg(w);
        break;
      case 'a':
        source_operand(i, 0, w);
        break;
      case 'b':
        source_operand(i, 1, w);
        break;
      case 'c':
        source_operand(i, 2, w);
        break;
      case 's':
        source_operand(i, 2, w);
        break;
      case 'P':
        i.pred_out = static_cast<std::uint8_t>((i.pred_out & 070) | predicate(w, false));
        break;
      case 'Q':
        i.pred_out = static_cast<std::uint8_t>((i.pred_out & 7) | predicate(w, false) << 3);
        break;
      case 'p':
        i.pred_in = predicate(w, true);
        break;
      case 'm':
        address(i, w);
        break;
      case 't': {
        auto label = w;
        if (label.starts_with("`(") && label.ends_with(")")) {
          label = label.substr(2, label.size() - 3);
        }
        i.form = form_e::Other;
        targets_.push_back({p_.code.size(), line_, std::string(label)});
        break;
      }
      case 'B':
        if (w.size() < 2 || w[0] != 'B') fail(fmt::format("{}: no convergence barrier", w));
        i.d = static_cast<std::uint8_t>(integer(w.substr(1), 0, 15));
        break;
      case 'n':
        i.form = form_e::Other;
        i.wide = static_cast<std::uint16_t>(integer(w, 0, 0));
        break;
      case 'r': {
        const auto at = std::find(Specials.begin(), Specials.end(), w);
        if (at == Specials.end()) fail(fmt::format("{}: no such special register", w));
        i.form = form_e::Other;
        i.wide = static_cast<std::uint16_t>(at - Specials.begin());
        break;
      }
      default: {  // k
        const std::int64_t clamp = (i.mods & 3) == 1 ? 0 : 31;
        integer(w, clamp, clamp);
      }
    }
  }
}

void assembler::source_operand(instruction& i, unsigned slot, std::string_view s) {
  const auto whole = s;
  // The sign and the magnitude of a literal are its own.
  const bool plain_number = s.find_first_of("Rc|") == s.npos || s.ends_with("INF");
  if (!plain_number && s.starts_with("-")) {
    if (!negates(i.op)) fail(fmt::format("{}: {} takes no sign", whole, of(i.op).name));
    i.mods |= static_cast<std::uint16_t>(1u << slot);
    s = trim(s.substr(1));
  }
  if (s.size() > 1 && s.front() == '|' && s.back() == '|') {
    if (!has_magnitude(i.op) || slot > 1) {
      fail(fmt::format("{}: {} takes no magnitude here", whole, of(i.op).name));
    }
    i.mods |= slot == 0 ? AbsA : AbsB;
    s = s.substr(1, s.size() - 2);
  }
  if (s.starts_with("R")) {
    constexpr std::string_view Reuse = ".reuse";
    if (s.ends_with(Reuse)) {
      i.reuse |= static_cast<std::uint8_t>(1u << slot);
      s.remove_suffix(Reuse.size());
    }
    const auto r                              = reg(s);
    (slot == 0 ? i.a : slot == 1 ? i.b : i.c) = r;
    return;
  }
  const bool stored = of(i.op).operands.find('s') != std::string_view::npos;
  if (slot == 0 || stored || of(i.op).unit == unit_e::Tensor) {
    fail(fmt::format("{}: a register is needed", whole));
  }
  constexpr std::string_view Bank = "c[0x0][";
  if (s.starts_with(Bank) && s.ends_with("]")) {
    const auto at =
        integer(s.substr(Bank.size(), s.size() - Bank.size() - 1), 0, 4 * (PoolBit - 2));
    if (at % 4 != 0) fail(fmt::format("{}: not a multiple of 4", whole));
    return constant(i, slot, static_cast<std::uint16_t>(at / 4));
  }
  constant(i, slot, literal(i, s));
}

void assembler::constant(instruction& i, unsigned slot, std::uint16_t index) {
  if (i.form != form_e::Register) fail("two operands are constants");
  i.form = slot == 1 ? form_e::ConstantB : form_e::ConstantC;
  i.wide = index;
}

void assembler::address(instruction& i, std::string_view s) {
  if (s.size() < 2 || s.front() != '[' || s.back() != ']') {
    fail(fmt::format("{}: an address is [R] or [R+offset]", s));
  }
  auto inside = trim(s.substr(1, s.size() - 2));
  i.form      = form_e::Other;
  i.a         = Rz;
  if (inside.starts_with("R")) {
    const auto end = std::min(inside.find_first_of("+-"), inside.size());
    auto r         = trim(inside.substr(0, end));
    if (r.ends_with(".64")) r.remove_suffix(3);
    i.a    = reg(r);
    inside = trim(inside.substr(end));
    if (inside.starts_with("+")) inside = trim(inside.substr(1));
  }
  if (!inside.empty()) i.wide = static_cast<std::uint16_t>(integer(inside, -32768, 32767));
}

std::uint8_t assembler::reg(std::string_view s) {
  if (s == "RZ") return Rz;
  unsigned n      = 0;
  const auto stop = s.data() + s.size();
  if (s.size() < 2 || s[0] != 'R') fail(fmt::format("{}: no register", s));
  const auto got = std::from_chars(s.data() + 1, stop, n);
  if (got.ptr != stop || got.ec != std::errc() || n > 254) fail(fmt::format("{}: no register", s));
  return static_cast<std::uint8_t>(n);
}

std::uint8_t assembler::predicate(std::string_view s, bool may_negate) {
  const auto whole = s;
  unsigned negated = 0;
  if (may_negate && s.starts_with("!")) {
    negated = 8;
    s.remove_prefix(1);
  }
  if (s == "PT") return static_cast<std::uint8_t>(Pt | negated);
  if (s.size() == 2 && s[0] == 'P' && s[1] >= '0' && s[1] <= '6') {
    return static_cast<std::uint8_t>(static_cast<unsigned>(s[1] - '0') | negated);
  }
  fail(fmt::format("{}: no predicate", whole));
}

std::optional<std::int64_t> assembler::try_integer(std::string_view s) const {
  const bool negative = s.starts_with("-");
  if (negative) s.remove_prefix(1);
  const bool hex = s.starts_with("0x");
  if (hex) s.remove_prefix(2);
  std::uint64_t n = 0;
  const auto stop = s.data() + s.size();
  const auto got  = std::from_chars(s.data(), stop, n, hex ? 16 : 10);
  if (got.ptr != stop || got.ec != std::errc()) return std::nullopt;
  return static_cast<std::int64_t>(negative ? -n : n);
}

std::uint64_t assembler::integer(std::string_view s, std::int64_t least, std::int64_t most) {
  const auto n = try_integer(s);
  if (!n) fail(fmt::format("{}: no number", s));
  if (*n < least || *n > most) fail(fmt::format("{}: {} to {}", s, least, most));
  return static_cast<std::uint64_t>(*n);
}

double assembler::number(std::string_view s) const {
  const auto whole = s;
  double x         = 0;
  const bool minus = s.starts_with("-");
  if (minus) s.remove_prefix(1);
  if (s.starts_with("+")) s.remove_prefix(1);
  if (s == "INF") {
    x = HUGE_VAL;
  } else {
    const auto stop = s.data() + s.size();
    const auto got  = std::from_chars(s.data(), stop, x);
    if (s.empty() || got.ptr != stop || got.ec != std::errc()) {
      fail(fmt::format("{}: neither register nor number", whole));
    }
  }
  return minus ? -x : x;
}

std::uint16_t assembler::pooled(std::vector<std::uint32_t> words) {
  const auto at = std::search(p_.pool.begin(), p_.pool.end(), words.begin(), words.end());
  const auto n  = static_cast<std::size_t>(at - p_.pool.begin());
  if (at == p_.pool.end()) p_.pool.insert(p_.pool.end(), words.begin(), words.end());
  if (p_.pool.size() > PoolBit) fail("too many literals");
  return static_cast<std::uint16_t>(PoolBit | n);
}

/// The index of a literal: of a float's bits for units of floats, else of an integer.
std::uint16_t assembler::literal(const instruction& i, std::string_view s) {
  const unit_e unit = of(i.op).unit;
  const bool raw    = s.starts_with("0x") || s.starts_with("-0x");
  if (unit == unit_e::Fp64 && !raw) {
    const auto bits = std::bit_cast<std::uint64_t>(number(s));
    return pooled({static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)});
  }
  const bool point = s.find_first_of(".eI") != s.npos;
  if (!raw && (unit == unit_e::Fp32 || unit == unit_e::Fp16 ||
               (point && (unit == unit_e::Cvt || unit == unit_e::Int)))) {
    const auto bits = std::bit_cast<std::uint64_t>(number(s));
    const auto to   = unit == unit_e::Fp16 ? golden::Binary16 : golden::Binary32;
    const auto x    = static_cast<std::uint32_t>(
        golden::fcvt::eval({.source = golden::Binary64, .destination = to}, {.data = bits}).bits);
    return pooled({unit == unit_e::Fp16 ? x | x << 16 : x});
  }
  const auto n = try_integer(s);
  if (!n) fail(fmt::format("{}: neither register nor number", s));
  const bool pair = unit == unit_e::Fp64 || i.op == op_e::ImadWide;
  if (!pair && (*n < -(std::int64_t{1} << 31) || *n >= std::int64_t{1} << 32)) {
    fail(fmt::format("{}: more than 32 bits", s));
  }
  const auto bits = static_cast<std::uint64_t>(*n);
  if (pair)
    return pooled({static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)});
  return pooled({static_cast<std::uint32_t>(bits)});
}

std::string register_text(std::uint8_t r) { return r == Rz ? "RZ" : fmt::format("R{}", r); }

std::string predicate_text(unsigned p) {
  return fmt::format("{}{}", (p & 8) != 0 ? "!" : "",
                     (p & 7) == Pt ? "PT" : fmt::format("P{}", p & 7));
}

}  // namespace

program assemble_sm(const std::string& name, const std::string& text) {
  return assembler(name, text).run();
}

program read_sm_program(const std::string& file) {
  return assemble_sm(file, read_file(file, MostBytes));
}

std::string to_sm_text(const program& p, std::size_t at) {
  const instruction& i = p.code[at];
  const operation& row = of(i.op);
  std::string s;
  if (i.guard != Pt || i.guard_not) {
    s += "@" + predicate_text(i.guard | (i.guard_not ? 8u : 0)) + " ";
  }
  s += row.name;
  // The first spelling of each field that is not its default.
  std::uint16_t done = 0;
  for (const modifier& m : row.modifiers) {
    if (m.mask == 0 || (done & m.mask) != 0 || (i.mods & m.mask) != m.value) continue;
    const bool silent = std::any_of(row.modifiers.begin(), row.modifiers.end(), [&](const auto& x) {
      return x.mask == m.mask && x.value == m.value && x.text.empty();
    });
    done |= m.mask;
    if (!silent) s += fmt::format(".{}", m.text);
  }
  const auto operand = [&](unsigned slot) {
    const bool wide = i.form == (slot == 1 ? form_e::ConstantB : form_e::ConstantC) && slot > 0;
    std::string text;
    if (!wide) {
      text = register_text(source(i, slot));
    } else if ((i.wide & PoolBit) == 0) {
      text = fmt::format("c[0x0][{:#x}]", 4 * i.wide);
    } else {
      const unsigned n   = i.wide & (PoolBit - 1);
      std::uint64_t bits = n < p.pool.size() ? p.pool[n] : 0;
      if (row.unit == unit_e::Fp64 || (i.op == op_e::ImadWide && slot == 2)) {
        bits |= std::uint64_t{n + 1 < p.pool.size() ? p.pool[n + 1] : 0} << 32;
      }
      text = fmt::format("{:#x}", bits);
    }
    if (has_magnitude(i.op) && slot < 2 && (i.mods & (slot == 0 ? AbsA : AbsB)) != 0) {
      text = "|" + text + "|";
    }
    if (negates(i.op) && (i.mods >> slot & 1) != 0) text = "-" + text;
    if ((i.reuse >> slot & 1) != 0) text += ".reuse";
    return text;
  };
  const char* between = " ";
  for (const char letter : row.operands) {
    s += between;
    between = ", ";
    switch (letter) {
      case 'd':
        s += register_text(i.d);
        break;
      case 'a':
        s += operand(0);
        break;
      case 'b':
        s += operand(1);
        break;
      case 'c':
      case 's':
        s += operand(2);
        break;
      case 'P':
        s += predicate_text(i.pred_out & 7);
        break;
      case 'Q':
        s += predicate_text(i.pred_out >> 3 & 7);
        break;
      case 'p':
        s += predicate_text(i.pred_in);
        break;
      case 'm': {
        const int offset = static_cast<std::int16_t>(i.wide);
        s += "[" + register_text(i.a);
        if (offset != 0) {
          s += fmt::format("{}{:#x}", offset < 0 ? "-" : "+", offset < 0 ? -offset : offset);
        }
        s += "]";
        break;
      }
      case 't':
        s += fmt::format("L{}", i.wide);
        break;
      case 'B':
        s += fmt::format("B{}", i.d);
        break;
      case 'n':
        s += fmt::format("{:#x}", i.wide);
        break;
      case 'r':
        s += Specials[i.wide % Specials.size()];
        break;
      default:
        s += (i.mods & 3) == 1 ? "0x0" : "0x1f";
    }
  }
  return s;
}

std::string to_sm_text(const program& p) {
  std::set<unsigned> targets;
  for (const instruction& i : p.code) {
    if (of(i.op).operands.find('t') != std::string_view::npos) targets.insert(i.wide);
  }
  std::string s;
  if (p.shared_bytes != 0) s += fmt::format(".shared {}\n", p.shared_bytes);
  for (std::size_t n = 0; n < p.code.size(); ++n) {
    if (targets.contains(static_cast<unsigned>(n))) s += fmt::format("L{}:\n", n);
    if (!p.controls.empty()) {
      const control& c   = p.controls[n];
      const auto barrier = [](unsigned b) { return b < 6 ? fmt::format("{}", b + 1) : "-"; };
      s += fmt::format("{}:{}:{}:{}:{} ", c.wait == 0 ? "--" : fmt::format("{:02x}", c.wait),
                       barrier(c.read), barrier(c.write), c.yield ? "Y" : "-", c.stall);
    }
    s += to_sm_text(p, n) + "\n";
  }
  if (targets.contains(static_cast<unsigned>(p.code.size()))) {
    s += fmt::format("L{}:\n", p.code.size());
  }
  return s;
}

}  // namespace weft::sim
