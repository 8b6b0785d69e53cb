// SPDX-License-Identifier: Apache-2.0

#include "sim/file/mppa_program.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <map>
#include <sstream>
#include <string_view>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"

namespace weft::sim {
namespace {

using namespace golden::mppa;

constexpr std::size_t MaxBundles = 1'000'000, MaxRounds = 1'000'000;

/// The fault of a line.
struct complaint {
  std::string text;
};

using names = std::map<std::string, std::int64_t, std::less<>>;

/// One line's words: names, numbers and signs.
class scanner {
 public:
  scanner(std::string_view text, const names& known) : rest_(text), known_(known) { skip(); }

  bool at_end() const { return rest_.empty(); }

  bool take(char sign) {
    if (rest_.empty() || rest_.front() != sign) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }
  void expect(char sign) {
    if (!take(sign)) throw complaint{fmt::format("'{}' is missing", sign)};
  }

  /// Reads letters, digits and _, beginning with a letter; empty if there are none.
  std::string word() {
    std::size_t n = 0;
    while (n < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 || rest_[n] == '_')) {
      ++n;
    }
    if (n == 0 || std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) return {};
    std::string word(rest_.substr(0, n));
    rest_.remove_prefix(n);
    skip();
    return word;
  }

  std::int64_t expression() {
    std::int64_t x = product();
    for (;;) {
      if (take('+')) {
        x = bounded(x + product());
      } else if (take('-')) {
        x = bounded(x - product());
      } else {
        return x;
      }
    }
  }

  /// Reads a register: a7, or a(EXPRESSION).
  std::uint8_t reg() {
    const auto text = word();
    std::int64_t r  = -1;
    if (text == "a" && take('(')) {
      r = expression();
      expect(')');
    } else if (text.size() > 1 && text[0] == 'a') {
      const char* end = text.data() + text.size();
      if (std::from_chars(text.data() + 1, end, r).ptr != end) r = -1;
    }
    if (r < 0 || r >= Registers) {
      throw complaint{text == "a" ? fmt::format("a({}): registers are a0 to a47", r)
                                  : fmt::format("'{}': registers are a0 to a47", text)};
    }
    return static_cast<std::uint8_t>(r);
  }

 private:
  std::int64_t product() {
    std::int64_t x = factor();
    for (;;) {
      if (take('*')) {
        x = bounded(x * factor());
      } else if (take('/')) {
        const std::int64_t y = factor();
        if (y == 0) throw complaint{"division by zero"};
        x /= y;
      } else {
        return x;
      }
    }
  }

  std::int64_t factor() {
    if (take('-')) return -factor();
    if (take('(')) {
      const std::int64_t x = expression();
      expect(')');
      return x;
    }
    if (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) return number();
    const auto name = word();
    if (name.empty()) throw complaint{"a number or a name is missing"};
    const auto found = known_.find(name);
    if (found == known_.end()) throw complaint{fmt::format("{}: no such name", name)};
    return found->second;
  }

  std::int64_t number() {
    const bool hex  = rest_.starts_with("0x");
    const auto text = rest_.substr(hex ? 2 : 0);
    std::int64_t x  = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), x, hex ? 16 : 10);
    if (error != std::errc()) throw complaint{"not a number"};
    rest_ = text.substr(static_cast<std::size_t>(end - text.data()));
    skip();
    return bounded(x);
  }

  /// Checks that a value is small enough for the sums and products of a line.
  static std::int64_t bounded(std::int64_t x) {
    constexpr std::int64_t Limit = 0x7fffffff;
    if (x > Limit || x < -Limit) throw complaint{fmt::format("{}: beyond 31 bits", x)};
    return x;
  }

  void skip() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  const names& known_;
};

class reader {
 public:
  reader(std::string file, std::uint64_t memory) : file_(std::move(file)), memory_(memory) {
    std::istringstream in(read_file(file_));
    for (std::string line; std::getline(in, line);) {
      lines_.push_back(line.substr(0, line.find('#')));
    }
  }

  std::vector<bundle> read() {
    std::size_t line = 0;
    block(line, true);
    return std::move(bundles_);
  }

 private:
  /// Executes lines from `line` to the end of the file or of the loop; `line` is then that end.
  void block(std::size_t& line, bool outermost) {
    for (; line < lines_.size(); ++line) {
      bool ends = false;
      at(line, [&](scanner& text) {
        if (text.at_end()) return;
        const auto word = text.word();
        if (word == "end") {
          if (outermost) throw complaint{"no loop is open"};
          ends = true;
        } else if (word == "loop") {
          loop(text, line);
        } else if (text.take('=')) {
          define(word, text.expression());
        } else {
          operations(word, text);
        }
      });
      if (ends) return;
    }
    if (!outermost) throw input_error(file_ + ": a loop has no end");
  }

  void loop(scanner& text, std::size_t& line) {
    const auto name  = text.word();
    const auto count = text.expression();
    done(text);
    if (name.empty()) throw complaint{"loop NAME COUNT"};
    if (count < 1) throw complaint{fmt::format("a loop of {}", count)};
    if (names_.contains(name)) throw complaint{fmt::format("{} has a value already", name)};
    const std::size_t first = line + 1;
    for (std::int64_t i = 0; i < count; ++i) {
      if (++rounds_ > MaxRounds) throw complaint{"more than 1000000 rounds of loops"};
      names_[name] = i;
      line         = first;
      block(line, false);
    }
    names_.erase(name);
  }

  void define(const std::string& name, std::int64_t value) {
    if (name.empty()) throw complaint{"a name is missing"};
    const auto [at, added] = names_.emplace(name, value);
    if (!added && at->second != value) {
      throw complaint{fmt::format("{} has a value already", name)};
    }
  }

  void operations(std::string word, scanner& text) {
    bundle x;
    for (;;) {
      operation(x, word, text);
      if (!text.take(';')) break;
      word = text.word();
    }
    done(text);
    if (const auto what = fault(x); !what.empty()) throw complaint{std::string(what)};
    check_written(x);
    if (bundles_.size() == MaxBundles) throw complaint{"more than 1000000 bundles"};
    bundles_.push_back(x);
  }

  void operation(bundle& x, const std::string& word, scanner& text) {
    if (word == "nop") return;
    if (word == "load" || word == "store" || word == "scatter") {
      once(x.mem_op == mem_op_e::NoMem);
      x.mem_op = word == "load"    ? mem_op_e::Load
                 : word == "store" ? mem_op_e::Store
                                   : mem_op_e::Scatter;
      if (word == "scatter") {
        const auto quarter = text.expression();
        if (quarter < 0 || quarter > 3) throw complaint{"quarters are 0 to 3"};
        x.mem_quarter = static_cast<std::uint8_t>(quarter);
      }
      x.mem_reg = text.reg();
      text.expect('[');
      const auto address = text.expression();
      text.expect(']');
      if (address < 0 || static_cast<std::uint64_t>(address) + sizeof(register_t) > memory_) {
        throw complaint{
            fmt::format("32 bytes at {} are outside the memory of {}", address, memory_)};
      }
      x.mem_addr = static_cast<addr_t>(address);
      return;
    }
    if (word == "move" || word == "clear") {
      once(x.move_op == move_op_e::NoMove);
      x.move_op  = word == "move" ? move_op_e::Move : move_op_e::Clear;
      x.move_dst = text.reg();
      if (word == "move") x.move_src = text.reg();
      return;
    }
    struct product {
      std::string_view name;
      mac_op_e op;
      bool a_unsigned, b_unsigned;
    };
    static constexpr std::array<product, 9> Products{{{"int8", mac_op_e::Int8, false, false},
                                                      {"int8su", mac_op_e::Int8, false, true},
                                                      {"int8us", mac_op_e::Int8, true, false},
                                                      {"int8uu", mac_op_e::Int8, true, true},
                                                      {"int16", mac_op_e::Int16, false, false},
                                                      {"int16su", mac_op_e::Int16, false, true},
                                                      {"int16us", mac_op_e::Int16, true, false},
                                                      {"int16uu", mac_op_e::Int16, true, true},
                                                      {"fp16", mac_op_e::Fp16, false, false}}};
    for (const product& p : Products) {
      if (p.name != word) continue;
      once(x.mac_op == mac_op_e::NoMac);
      x.mac_op     = p.op;
      x.a_unsigned = p.a_unsigned;
      x.b_unsigned = p.b_unsigned;
      x.mac_d      = text.reg();
      x.mac_a      = text.reg();
      x.mac_b      = text.reg();
      return;
    }
    throw complaint{fmt::format(
        "'{}' is not an operation: load, scatter, store, move, clear, int8, int16, fp16 or nop",
        word)};
  }

  static void once(bool free) {
    if (!free) throw complaint{"two operations of the same kind"};
  }

  static void done(const scanner& text) {
    if (!text.at_end()) throw complaint{"something is left over"};
  }

  void check_written(const bundle& x) {
    const mask_t needed = golden::mppa::read(x) | summed(x);
    for (unsigned r = 0; r < Registers; ++r) {
      if ((needed >> r & 1) != 0 && written_[r] != All) {
        throw complaint{fmt::format("a{} is read before it is written", r)};
      }
      if ((loaded(x) >> r & 1) != 0) {
        written_[r] |= x.mem_op == mem_op_e::Scatter ? 1u << x.mem_quarter : All;
      }
      if ((moved(x) >> r & 1) != 0) written_[r] = All;
    }
  }

  template <class Action>
  void at(std::size_t line, Action action) {
    const std::string_view text = lines_[line];
    scanner words(text, names_);
    try {
      action(words);
    } catch (const complaint& c) {
      const auto from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t\r");
      throw input_error(
          fmt::format("{}:{}: {}: {}", file_, line + 1, text.substr(from, to + 1 - from), c.text));
    }
  }

  static constexpr unsigned All = 15;

  std::string file_;
  std::uint64_t memory_;
  std::vector<std::string> lines_;
  names names_;
  std::array<unsigned, Registers> written_{};  // quarters written of each register
  std::size_t rounds_ = 0;                     // iterations of all loops
  std::vector<bundle> bundles_;
};

}  // namespace

std::vector<bundle> read_mppa_program(const std::string& file, std::uint64_t memory) {
  return reader(file, memory).read();
}

}  // namespace weft::sim
