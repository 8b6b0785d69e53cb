// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/program/mppa_assembler.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace weft::golden::mppa_core {
namespace {

/// The fault of an operation.
struct complaint {
  std::string text;
};

[[noreturn]] void fail(const std::string& text) { throw complaint{text}; }

enum class kind_e : std::uint8_t { Bcu, Tiny, Lite, Full, Move, Mau, Lsu, Tca };

/// An operation before it has a lane.
struct operation {
  kind_e kind = kind_e::Tiny;
  word w;
  tca_word t;
  bcu_word b;
  bool has_value     = false;  ///< its second operand or offset is a number
  std::int64_t value = 0;
  std::string label;
  std::size_t line = 0;
  std::string text;
};

/// Registers as written: $r4, $r4r5, $a8a9a10a11.y, $a3.lo.
struct group {
  char file      = 'r';
  unsigned first = 0, count = 1;
  int half = -1;  ///< of one coprocessor register: 0 low, 1 high
};

struct entry {
  std::string_view name;
  kind_e kind;
  unsigned op;
};

constexpr auto op(auto x) { return static_cast<unsigned>(x); }

const std::vector<entry>& table() {
  using enum kind_e;
  using a                                 = alu_e;
  using l                                 = lsu_e;
  using t                                 = tca_e;
  static const std::vector<entry> entries = [] {
    std::vector<entry> e{{"addw", Tiny, op(a::Addw)},
                         {"addd", Tiny, op(a::Addd)},
                         {"sbfw", Tiny, op(a::Sbfw)},
                         {"sbfd", Tiny, op(a::Sbfd)},
                         {"subw", Tiny, op(a::Subw)},
                         {"subd", Tiny, op(a::Subd)},
                         {"andw", Tiny, op(a::Andw)},
                         {"andd", Tiny, op(a::Andd)},
                         {"orw", Tiny, op(a::Orw)},
                         {"ord", Tiny, op(a::Ord)},
                         {"iorw", Tiny, op(a::Orw)},
                         {"iord", Tiny, op(a::Ord)},
                         {"xorw", Tiny, op(a::Xorw)},
                         {"xord", Tiny, op(a::Xord)},
                         {"eorw", Tiny, op(a::Xorw)},
                         {"eord", Tiny, op(a::Xord)},
                         {"andnw", Tiny, op(a::Andnw)},
                         {"andnd", Tiny, op(a::Andnd)},
                         {"sllw", Tiny, op(a::Sllw)},
                         {"slld", Tiny, op(a::Slld)},
                         {"srlw", Tiny, op(a::Srlw)},
                         {"srld", Tiny, op(a::Srld)},
                         {"sraw", Tiny, op(a::Sraw)},
                         {"srad", Tiny, op(a::Srad)},
                         {"compw", Tiny, op(a::Compw)},
                         {"compd", Tiny, op(a::Compd)},
                         {"zxwd", Tiny, op(a::Zxwd)},
                         {"make", Tiny, op(a::Make)},
                         {"copyd", Tiny, op(a::Make)},
                         {"copyw", Tiny, op(a::Zxwd)},
                         {"sxwd", Tiny, op(a::Sxwd)},
                         {"cmoved", Tiny, op(a::Cmoved)},
                         {"minw", Lite, op(a::Minw)},
                         {"mind", Lite, op(a::Mind)},
                         {"maxw", Lite, op(a::Maxw)},
                         {"maxd", Lite, op(a::Maxd)},
                         {"minuw", Lite, op(a::Minuw)},
                         {"minud", Lite, op(a::Minud)},
                         {"maxuw", Lite, op(a::Maxuw)},
                         {"maxud", Lite, op(a::Maxud)},
                         {"ctzw", Lite, op(a::Ctzw)},
                         {"ctzd", Lite, op(a::Ctzd)},
                         {"clzw", Lite, op(a::Clzw)},
                         {"clzd", Lite, op(a::Clzd)},
                         {"xmovetq", Move, op(a::Xmovetq)},
                         {"cbsw", Full, op(a::Cbsw)},
                         {"cbsd", Full, op(a::Cbsd)},
                         {"mulw", Mau, op(mau_e::Mulw)},
                         {"muld", Mau, op(mau_e::Muld)},
                         {"maddw", Mau, op(mau_e::Maddw)},
                         {"maddd", Mau, op(mau_e::Maddd)},
                         {"lbz", Lsu, op(l::Lbz)},
                         {"lbs", Lsu, op(l::Lbs)},
                         {"lhz", Lsu, op(l::Lhz)},
                         {"lhs", Lsu, op(l::Lhs)},
                         {"lwz", Lsu, op(l::Lwz)},
                         {"lws", Lsu, op(l::Lws)},
                         {"ld", Lsu, op(l::Ld)},
                         {"lq", Lsu, op(l::Lq)},
                         {"lo", Lsu, op(l::Lo)},
                         {"xlo", Lsu, op(l::Xlo)},
                         {"sb", Lsu, op(l::Sb)},
                         {"sh", Lsu, op(l::Sh)},
                         {"sw", Lsu, op(l::Sw)},
                         {"sd", Lsu, op(l::Sd)},
                         {"sq", Lsu, op(l::Sq)},
                         {"so", Lsu, op(l::So)},
                         {"xso", Lsu, op(l::Xso)},
                         {"goto", Bcu, op(bcu_e::Goto)},
                         {"cb", Bcu, op(bcu_e::Cb)},
                         {"loopdo", Bcu, op(bcu_e::Loopdo)},
                         {"call", Bcu, op(bcu_e::Call)},
                         {"ret", Bcu, op(bcu_e::Ret)},
                         {"igoto", Bcu, op(bcu_e::Igoto)},
                         {"nop", Bcu, op(bcu_e::Nop)},
                         {"xmovefo", Bcu, op(bcu_e::Xmovefo)},
                         {"xcopyo", Bcu, op(bcu_e::Xcopyo)},
                         {"xmma484bw", Tca, op(t::Int8)},
                         {"xmma484subw", Tca, op(t::Int8)},
                         {"xmma484usbw", Tca, op(t::Int8)},
                         {"xmma484ubw", Tca, op(t::Int8)},
                         {"xmma444hd", Tca, op(t::Int16)},
                         {"xmma444suhd", Tca, op(t::Int16)},
                         {"xmma444ushd", Tca, op(t::Int16)},
                         {"xmma444uhd", Tca, op(t::Int16)},
                         {"fmma242hw0", Tca, op(t::Fp16Q0)},
                         {"fmma242hw1", Tca, op(t::Fp16Q1)},
                         {"fmma242hw2", Tca, op(t::Fp16Q2)},
                         {"fmma242hw3", Tca, op(t::Fp16Q3)},
                         {"xmt44d", Tca, op(t::Xmt44d)},
                         {"convwbv", Tca, op(t::Convwbv)},
                         {"convdhv", Tca, op(t::Convdhv)}};
    static constexpr std::array<std::string_view, 20> Floats{
        "faddw",  "fmulw",  "ffmaw",  "ffmsw",  "faddwp", "fmulwp", "ffmawp",
        "ffmswp", "faddwq", "fmulwq", "ffmawq", "ffmswq", "faddd",  "fmuld",
        "ffmad",  "ffmsd",  "fadddp", "fmuldp", "ffmadp", "ffmsdp"};
    for (unsigned i = 0; i < Floats.size(); ++i) {
      e.push_back({Floats[i], Mau, op(mau_e::Fadd) + i});
    }
    return e;
  }();
  return entries;
}

template <std::size_t N>
std::optional<unsigned> find(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) return {};
  return static_cast<unsigned>(at - names.begin());
}

constexpr std::array<std::string_view, 15> Conditions{"",     "dnez", "deqz", "dltz", "dgez",
                                                      "dlez", "dgtz", "odd",  "even", "wnez",
                                                      "weqz", "wltz", "wgez", "wlez", "wgtz"};
constexpr std::array<std::string_view, 10> Comparisons{"ne", "eq",  "lt",  "ge",  "le",
                                                       "gt", "ltu", "geu", "leu", "gtu"};

/// Names of constants, and their values.
using names = std::map<std::string, std::int64_t, std::less<>>;

class scanner {
 public:
  scanner(std::string_view text, const names& known) : rest_(text), known_(known) { skip(); }

  bool at_end() const { return rest_.empty(); }
  bool sees(char c) const { return !rest_.empty() && rest_.front() == c; }
  bool take(char c) {
    if (!sees(c)) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "' is missing");
  }

  /// A mnemonic or a label: letters, digits, _ and dots.
  std::string word() {
    std::size_t n = 0;
    while (n < rest_.size() && (is_name(rest_[n]) || rest_[n] == '.')) ++n;
    std::string w(rest_.substr(0, n));
    rest_.remove_prefix(n);
    skip();
    return w;
  }

  group registers() {
    if (!take('$')) fail("a register is missing");
    std::size_t n = 0;
    while (n < rest_.size() && is_name(rest_[n])) ++n;
    std::string name(rest_.substr(0, n));
    rest_.remove_prefix(n);
    std::string part;
    if (sees('.')) {
      rest_.remove_prefix(1);
      n = 0;
      while (n < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[n])) != 0) ++n;
      part = rest_.substr(0, n);
      rest_.remove_prefix(n);
    }
    skip();
    const std::string whole = "$" + name + (part.empty() ? "" : "." + part);
    if (const auto at = name.find('_'); at != std::string::npos) {
      part = name.substr(at + 1);
      name.resize(at);
    }
    static constexpr std::array<std::string_view, 4> Own{"sp", "tp", "fp", "rp"};
    if (const auto i = find(Own, name)) name = "r" + std::to_string(12 + *i);

    group g;
    if (name.empty() || (name[0] != 'r' && name[0] != 'a')) fail(whole + ": no such register");
    g.file              = name[0];
    const unsigned most = g.file == 'r' ? General : mppa::Registers;
    const char* at      = name.data();
    const char* end     = at + name.size();
    for (g.count = 0; at != end; ++g.count) {
      unsigned r = 0;
      if (*at != g.file) fail(whole + ": no such register");
      const auto number = std::from_chars(at + 1, end, r);
      if (number.ec != std::errc() || r >= most) fail(whole + ": no such register");
      if (g.count == 0) g.first = r;
      if (r != g.first + g.count) fail(whole + ": registers do not follow each other");
      at = number.ptr;
    }
    if (g.count == 3 || g.count > 4) fail(whole + ": one, two or four registers");
    if (g.first % g.count != 0) {
      fail(whole + (g.count == 2 ? ": a pair begins at an even number"
                                 : ": a quadruple begins at a multiple of four"));
    }
    if (part.empty()) return g;
    static constexpr std::array<std::string_view, 4> Quarters{"x", "y", "z", "t"};
    static constexpr std::array<std::string_view, 2> Halves{"lo", "hi"};
    if (const auto q = find(Quarters, part); q && g.count == 4) {
      g.first += *q;
      g.count = 1;
    } else if (const auto h = find(Halves, part); h && g.count > 1) {
      g.count /= 2;
      g.first += *h * g.count;
    } else if (h && g.file == 'a') {
      g.half = static_cast<int>(*h);
    } else {
      fail(whole + ": no such part");
    }
    return g;
  }

  std::int64_t expression() {
    std::int64_t x = product();
    for (;;) {
      if (take('+')) {
        x = wrap(x, product(), '+');
      } else if (take('-')) {
        x = wrap(x, product(), '-');
      } else {
        return x;
      }
    }
  }

 private:
  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }
  /// Arithmetic modulo 2^64, as that of the core.
  static std::int64_t wrap(std::int64_t x, std::int64_t y, char sign) {
    const auto a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
    return static_cast<std::int64_t>(sign == '+' ? a + b : sign == '-' ? a - b : a * b);
  }

  std::int64_t product() {
    std::int64_t x = factor(0);
    while (take('*')) x = wrap(x, factor(0), '*');
    return x;
  }

  std::int64_t factor(unsigned depth) {
    if (depth > 100) fail("too many signs");
    if (take('-')) return wrap(0, factor(depth + 1), '-');
    if (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      const bool hex  = rest_.starts_with("0x");
      const auto text = rest_.substr(hex ? 2 : 0);
      std::uint64_t x = 0;
      const auto [end, error] =
          std::from_chars(text.data(), text.data() + text.size(), x, hex ? 16 : 10);
      if (error != std::errc()) fail("not a number");
      rest_ = text.substr(static_cast<std::size_t>(end - text.data()));
      skip();
      return static_cast<std::int64_t>(x);
    }
    const auto name = word();
    if (name.empty()) fail("a number or a name is missing");
    const auto found = known_.find(name);
    if (found == known_.end()) fail(name + ": no such name");
    return found->second;
  }

  void skip() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  const names& known_;
};

group expect(scanner& in, char file, unsigned count) {
  const group g = in.registers();
  if (g.file != file || g.count != count || g.half >= 0) {
    static constexpr std::array<std::string_view, 5> Words{"", "one", "a pair", "", "a quadruple"};
    fail(std::string(Words[count]) + " of $" + file + "0, ... is needed");
  }
  return g;
}

std::uint8_t one(scanner& in, char file) {
  return static_cast<std::uint8_t>(expect(in, file, 1).first);
}

/// Parses one operation.
class parser {
 public:
  parser(operation& to, scanner& in) : to_(to), in_(in) {}

  void parse() {
    std::string name           = in_.word();
    const std::string mnemonic = name;
    std::vector<std::string> suffixes;
    for (std::size_t at; (at = name.rfind('.')) != std::string::npos; name.resize(at)) {
      suffixes.insert(suffixes.begin(), name.substr(at + 1));
    }
    const auto found =
        std::ranges::find_if(table(), [&](const entry& e) { return e.name == name; });
    if (found == table().end()) fail("'" + mnemonic + "' is not an operation");
    to_.kind = found->kind;
    to_.w.op = to_.t.op = to_.b.op = static_cast<std::uint8_t>(found->op);
    suffixes_                      = suffixes;
    switch (found->kind) {
      case kind_e::Bcu:
        branch();
        break;
      case kind_e::Tca:
        product(name);
        break;
      case kind_e::Lsu:
        memory();
        break;
      case kind_e::Mau:
        multiply();
        break;
      default:
        alu();
    }
    if (!suffixes_.empty()) fail("." + suffixes_.front() + ": no such form of " + name);
    if (!in_.at_end()) fail("something is left over");
  }

 private:
  /// Takes a suffix that is one of `of`; its number.
  template <std::size_t N>
  std::optional<unsigned> suffix(const std::array<std::string_view, N>& of) {
    for (auto s = suffixes_.begin(); s != suffixes_.end(); ++s) {
      if (const auto n = find(of, *s)) {
        suffixes_.erase(s);
        return n;
      }
    }
    return {};
  }

  /// $r6?
  std::uint8_t tested() {
    const auto r = one(in_, 'r');
    in_.expect('?');
    return r;
  }

  /// A second operand: a register, or a number.
  void second(word& w, unsigned count = 1) {
    if (in_.sees('$')) {
      w.b = static_cast<std::uint8_t>(expect(in_, 'r', count).first);
      return;
    }
    if (count != 1) fail("a pair of $r0, ... is needed");
    to_.has_value = true;
    to_.value     = in_.expression();
  }

  void alu() {
    word& w         = to_.w;
    const auto code = static_cast<alu_e>(w.op);
    if (code == alu_e::Cmoved) {
      const auto cond = suffix(Conditions);
      if (!cond) fail("a condition is missing");
      w.cond = static_cast<std::uint8_t>(*cond);
      w.a    = tested();
    }
    if (code == alu_e::Compw || code == alu_e::Compd) {
      const auto c = suffix(Comparisons);
      if (!c) fail("a comparison is missing");
      w.cond = static_cast<std::uint8_t>(*c);
    }
    if (code == alu_e::Xmovetq) {
      const group d = in_.registers();
      if (d.file != 'a' || d.half < 0) fail("half of a coprocessor register is needed: $a0.lo");
      w.d = static_cast<std::uint8_t>(d.first);
      w.x = static_cast<std::uint8_t>(d.half);
      in_.expect('=');
      w.a = one(in_, 'r');
      in_.expect(',');
      w.b = one(in_, 'r');
      return;
    }
    w.d = one(in_, 'r');
    in_.expect('=');
    if (code == alu_e::Cmoved || code == alu_e::Make || code == alu_e::Zxwd ||
        code == alu_e::Sxwd) {
      second(w);
      return;
    }
    w.a = one(in_, 'r');
    if (code == alu_e::Ctzw || code == alu_e::Ctzd || code == alu_e::Clzw || code == alu_e::Clzd ||
        code == alu_e::Cbsw || code == alu_e::Cbsd) {
      w.b = w.a;
      return;
    }
    in_.expect(',');
    second(w);
  }

  void multiply() {
    word& w             = to_.w;
    const unsigned type = w.op >= 40 ? (w.op - 40u) / 4 : 0;
    const unsigned n    = type == 2 || type == 4 ? 2 : 1;
    const auto some     = [&] { return static_cast<std::uint8_t>(expect(in_, 'r', n).first); };
    w.d                 = some();
    in_.expect('=');
    w.a = some();
    in_.expect(',');
    second(w, n);
  }

  void memory() {
    word& w                = to_.w;
    const bool store       = w.op >= op(lsu_e::Sb),
               coprocessor = w.op == op(lsu_e::Xlo) || w.op == op(lsu_e::Xso);
    static constexpr std::array<std::string_view, 4> Variants{"", "s", "u", "us"};
    static constexpr std::array<std::string_view, 4> Quarters{"q0", "q1", "q2", "q3"};
    if (const auto v = suffix(Variants)) w.x = static_cast<std::uint8_t>(*v);
    if (store && w.x != 0) fail("a store has no .s and no .u");
    if (w.op == op(lsu_e::Xlo)) {
      if (const auto q = suffix(Quarters)) w.op = static_cast<std::uint8_t>(w.op + 1 + *q);
    }
    const auto cond = suffix(Conditions);
    if (cond) {
      w.cond = static_cast<std::uint8_t>(*cond);
      w.b    = tested();
    }
    unsigned n = coprocessor ? 1 : w.op == op(lsu_e::Lq) || w.op == op(lsu_e::Sq) ? 2 : 1;
    if (w.op == op(lsu_e::Lo) || w.op == op(lsu_e::So)) n = 4;
    if (w.op > op(lsu_e::Xlo) && w.op <= op(lsu_e::XloQ3)) n = 4;
    const auto value = [&] {
      w.d = static_cast<std::uint8_t>(expect(in_, coprocessor ? 'a' : 'r', n).first);
    };
    const auto place = [&] {
      if (in_.sees('$')) {
        if (cond) fail("a conditional access has a number as offset");
        w.b = one(in_, 'r');
      } else {
        to_.has_value = true;
        to_.value     = in_.sees('[') ? 0 : in_.expression();
      }
      in_.expect('[');
      w.a = one(in_, 'r');
      in_.expect(']');
    };
    if (store) {
      place();
      in_.expect('=');
      value();
    } else {
      value();
      in_.expect('=');
      place();
    }
    if (cond && to_.value == 0) to_.has_value = false;
  }

  void branch() {
    bcu_word& b = to_.b;
    switch (static_cast<bcu_e>(b.op)) {
      case bcu_e::Nop:
      case bcu_e::Ret:
        break;
      case bcu_e::Cb: {
        const auto cond = suffix(Conditions);
        if (!cond) fail("a condition is missing");
        b.cond    = static_cast<std::uint8_t>(*cond);
        b.r       = tested();
        to_.label = in_.word();
        break;
      }
      case bcu_e::Loopdo:
        b.r = one(in_, 'r');
        in_.expect(',');
        to_.label = in_.word();
        break;
      case bcu_e::Igoto:
        b.r = one(in_, 'r');
        break;
      case bcu_e::Xmovefo:
        b.r = static_cast<std::uint8_t>(expect(in_, 'r', 4).first);
        in_.expect('=');
        b.target = one(in_, 'a');
        break;
      case bcu_e::Xcopyo:
        b.r = one(in_, 'a');
        in_.expect('=');
        b.target = one(in_, 'a');
        break;
      default:
        to_.label = in_.word();
    }
    const auto code = static_cast<bcu_e>(b.op);
    if ((code == bcu_e::Goto || code == bcu_e::Call || code == bcu_e::Cb ||
         code == bcu_e::Loopdo) &&
        to_.label.empty()) {
      fail("a label is missing");
    }
  }

  void product(const std::string& name) {
    tca_word& t     = to_.t;
    const auto some = [&](unsigned n) {
      return static_cast<std::uint8_t>(expect(in_, 'a', n).first);
    };
    if (t.op >= op(tca_e::Xmt44d)) {
      t.d = some(t.op == op(tca_e::Xmt44d) ? 4 : 1);
      in_.expect('=');
      t.a = some(4);
      return;
    }
    if (name.find("us") != std::string::npos) {
      t.x = 1;
    } else if (name.find("su") != std::string::npos) {
      t.x = 2;
    } else if (name.find("ub") != std::string::npos || name.find("uh") != std::string::npos) {
      t.x = 3;
    }
    const unsigned sums = t.op == op(tca_e::Int16) ? 4 : 2;
    if (t.op >= op(tca_e::Fp16Q0)) {
      const unsigned quarter = t.op - op(tca_e::Fp16Q0);
      const group d          = in_.registers();
      if (d.file != 'a' || d.half < 0 || d.first % 2 != quarter / 2 ||
          d.half != static_cast<int>(quarter % 2)) {
        static constexpr std::array<std::string_view, 4> Needed{
            "the low half of an even register", "the high half of an even register",
            "the low half of an odd register", "the high half of an odd register"};
        fail("the result is " + std::string(Needed[quarter]));
      }
      t.d = static_cast<std::uint8_t>(d.first - quarter / 2);
    } else {
      t.d = some(sums);
    }
    in_.expect('=');
    t.c = some(sums);
    in_.expect(',');
    t.a = some(1);
    in_.expect(',');
    t.b = some(1);
  }

  operation& to_;
  scanner& in_;
  std::vector<std::string> suffixes_;
};

/// Gives the operations of a bundle their lanes.
class packer {
 public:
  bundle pack(const std::vector<operation>& operations) {
    count(operations);
    // The choosy ones first.
    for (const kind_e kind : {kind_e::Bcu, kind_e::Tca, kind_e::Lsu, kind_e::Mau, kind_e::Full,
                              kind_e::Lite, kind_e::Move, kind_e::Tiny}) {
      for (const operation& o : operations) {
        if (o.kind == kind && !(kind == kind_e::Bcu && o.b.op == 0)) place(o);
      }
    }
    if (const auto what = fault(x_); !what.empty()) fail(std::string(what));
    return x_;
  }

 private:
  /// Refuses too much of a resource, before lanes run out.
  static void count(const std::vector<operation>& operations) {
    std::array<unsigned, Resources> n{};
    for (const operation& o : operations) {
      bundle alone;
      alone.w[first_lane(o.kind)] = o.kind == kind_e::Bcu   ? o.b.bits()
                                    : o.kind == kind_e::Tca ? o.t.bits()
                                                            : o.w.bits();
      const auto of               = resources(alone);
      for (unsigned i = 0; i < Resources; ++i) n[i] += of[i];
    }
    for (unsigned i = 0; i < Resources; ++i) {
      if (n[i] > Limits[i]) {
        fail("asks for " + std::to_string(n[i]) + " of " +
             std::string(name_of(static_cast<resource_e>(i))) + ", a bundle has " +
             std::to_string(Limits[i]));
      }
    }
  }

  static unsigned first_lane(kind_e kind) {
    switch (kind) {
      case kind_e::Bcu:
        return 0;
      case kind_e::Mau:
        return 3;
      case kind_e::Lsu:
        return 4;
      case kind_e::Tca:
        return 5;
      default:
        return 1;
    }
  }

  void place(const operation& o) {
    const unsigned first = first_lane(o.kind);
    const unsigned last  = o.kind == kind_e::Tiny                             ? 4
                           : o.kind == kind_e::Lite || o.kind == kind_e::Move ? 2
                                                                              : first;
    for (unsigned lane = first; lane <= last; ++lane) {
      if (x_.w[lane] != 0) continue;
      word w = o.w;
      if (o.has_value) number(w, o);
      x_.w[lane] = o.kind == kind_e::Bcu   ? o.b.bits()
                   : o.kind == kind_e::Tca ? o.t.bits()
                                           : w.bits();
      return;
    }
    fail("more operations than lanes");
  }

  void number(word& w, const operation& o) {
    const bool memory     = o.kind == kind_e::Lsu;
    const int bits        = memory ? 6 : 8;
    const auto v          = static_cast<std::uint64_t>(o.value);
    const bool fits_short = o.value >= -(1 << (bits - 1)) && o.value < (1 << (bits - 1));
    if (fits_short && !(memory && w.cond != 0)) {
      w.mode = static_cast<std::uint8_t>(mode_e::Short);
      w.b    = v & 63;
      if (!memory) w.x = v >> 6 & 3;
      return;
    }
    if (o.value == static_cast<std::int32_t>(v)) {
      const auto low = static_cast<std::uint32_t>(v);
      for (unsigned i = 0; i < 2; ++i) {
        if (used_[i] && x_.w[6 + i] != low) continue;
        used_[i]    = true;
        x_.w[6 + i] = low;
        w.mode      = static_cast<std::uint8_t>(memory ? 2 + i : 2);
        if (!memory) w.x = static_cast<std::uint8_t>(i);
        return;
      }
      fail("a bundle has two words for numbers of more than " + std::to_string(bits) + " bits");
    }
    if (memory) fail(std::to_string(o.value) + ": an offset has 32 bits");
    if (used_[0] || used_[1]) fail("a number of 64 bits takes both words of a bundle");
    used_   = {true, true};
    x_.w[6] = static_cast<std::uint32_t>(v);
    x_.w[7] = static_cast<std::uint32_t>(v >> 32);
    w.mode  = static_cast<std::uint8_t>(mode_e::Both);
  }

  bundle x_;
  std::array<bool, 2> used_{};
};

class assembler {
 public:
  program run(std::string_view text) {
    std::size_t line = 0;
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      read(text.substr(0, end), ++line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!open_.empty()) throw assembly_error(line, "the last bundle has no ;;");
    if (result_.bundles.empty())
      throw assembly_error(std::max<std::size_t>(1, line), "no operations");
    const auto last = static_cast<bcu_e>(bcu_word(result_.bundles.back().w[0]).op);
    if (last != bcu_e::Goto && last != bcu_e::Ret && last != bcu_e::Igoto) {
      throw assembly_error(result_.lines.back(),
                           result_.texts.back() + ": the program runs off its end");
    }
    for (const reference& r : references_) {
      const auto at = labels_.find(r.label);
      if (at == labels_.end()) throw assembly_error(r.line, r.label + ": no such label");
      result_.bundles[r.at].w[0] |= at->second;
    }
    return std::move(result_);
  }

 private:
  struct reference {
    std::size_t at;
    std::string label;
    std::size_t line;
  };

  void read(std::string_view text, std::size_t line) {
    text = text.substr(0, text.find('#'));
    for (;;) {
      const auto end = text.find(';');
      statement(text.substr(0, end), line);
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
      if (text.starts_with(';')) {
        text.remove_prefix(1);
        close(line);
      }
    }
  }

  void statement(std::string_view text, std::size_t line) {
    const auto from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return;
    text = text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
    try {
      for (std::size_t colon; (colon = text.find(':')) != std::string_view::npos &&
                              text.find_first_of(" \t$") >= colon;) {
        label(std::string(text.substr(0, colon)));
        text.remove_prefix(colon + 1);
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        if (text.empty()) return;
      }
      if (text.starts_with('.')) return;  // a directive
      scanner in(text, names_);
      if (const auto equals = text.find('=');
          equals != std::string_view::npos && text.find('$') == std::string_view::npos) {
        const auto name = in.word();
        in.expect('=');
        names_[name] = in.expression();
        if (!in.at_end()) fail("something is left over");
        return;
      }
      operation o;
      o.line = line;
      o.text = std::string(text);
      parser(o, in).parse();
      open_.push_back(o);
    } catch (const complaint& c) {
      throw assembly_error(line, std::string(text) + ": " + c.text);
    }
  }

  void label(const std::string& name) {
    if (name.empty()) fail("a label has no name");
    if (!open_.empty()) fail("a label inside a bundle");
    if (!labels_.emplace(name, static_cast<std::uint32_t>(result_.bundles.size())).second) {
      fail("the label is there twice");
    }
  }

  void close(std::size_t line) {
    if (open_.empty()) return;
    if (result_.bundles.size() >= EndAddress) {
      throw assembly_error(line, "more than 65535 bundles");
    }
    std::string text;
    for (const operation& o : open_) text += (text.empty() ? "" : "; ") + o.text;
    try {
      result_.bundles.push_back(packer().pack(open_));
    } catch (const complaint& c) {
      throw assembly_error(open_.front().line, text + ": " + c.text);
    }
    for (const operation& o : open_) {
      if (!o.label.empty()) references_.push_back({result_.bundles.size() - 1, o.label, o.line});
    }
    result_.lines.push_back(open_.front().line);
    result_.texts.push_back(text);
    open_.clear();
  }

  program result_;
  names names_;
  std::map<std::string, std::uint32_t, std::less<>> labels_;
  std::vector<reference> references_;
  std::vector<operation> open_;
};

}  // namespace

program assemble(std::string_view text) { return assembler().run(text); }

std::vector<std::string> mnemonics(lane_e lane) {
  std::vector<std::string> names(64);
  const auto name = [&](const entry& e) {
    if (names[e.op].empty()) names[e.op] = e.name;
  };
  for (const entry& e : table()) {
    using enum kind_e;
    const bool tiny = e.kind == Tiny, alu = tiny || e.kind == Lite || e.kind == Full;
    switch (lane) {
      case lane_e::Bcu:
        if (e.kind == Bcu) name(e);
        break;
      case lane_e::Alu0:
      case lane_e::Alu1:
        if (alu || e.kind == Move) name(e);
        break;
      case lane_e::Mau:
        if (tiny || e.kind == Mau) name(e);
        break;
      case lane_e::Lsu:
        if (tiny || e.kind == Lsu) name(e);
        break;
      case lane_e::Tca:
        if (e.kind == Tca) name(e);
        break;
    }
  }
  names[0] = "-";
  for (unsigned q = 0; lane == lane_e::Lsu && q < 4; ++q) {
    names[op(lsu_e::XloQ0) + q] = "xlo.q" + std::to_string(q);
  }
  for (unsigned i = 0; i < names.size(); ++i) {
    if (names[i].empty()) names[i] = std::to_string(i);
  }
  return names;
}

}  // namespace weft::golden::mppa_core
