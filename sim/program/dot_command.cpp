// SPDX-License-Identifier: Apache-2.0

#include "sim/program/dot_command.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/file/dot_element.hpp"
#include "sim/file/input_error.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"

namespace weft::sim {

using namespace golden::dpa;
using nlohmann::ordered_json;

namespace {

std::string hex(std::uint64_t bits, int width) {
  return fmt::format("{:0{}x}", bits, (width + 3) / 4);
}

template <class Format>
std::string bits_text(const std::vector<std::uint64_t>& words, const Format& f) {
  std::string text;
  for (const std::uint64_t word : words) text += (text.empty() ? "" : " ") + hex(word, f.width());
  return text;
}

std::string value_text(double x) { return std::isnan(x) ? "nan" : fmt::format("{}", x); }

std::string values_text(const std::vector<std::uint64_t>& words, const element& e) {
  std::string text;
  for (const std::uint64_t word : words) {
    text += (text.empty() ? "" : " ") + value_text(element_value(e, word));
  }
  return text;
}

struct answer {
  std::string engine;
  std::uint64_t bits;
};

std::string to_text(const profile& p, const dot_operands& o, const std::vector<answer>& answers) {
  std::string text = profile_text(p) + "\n";
  const auto line  = [&](const std::string& name, const std::string& bits,
                        const std::string& values) {
    text += fmt::format("{:<8} {}  {}\n", name, bits, values);
  };
  line("a", bits_text(o.a, p.a), values_text(o.a, p.a));
  line("b", bits_text(o.b, p.b), values_text(o.b, p.b));
  if (p.scale_block != 0) {
    const auto scales = [](const std::vector<std::uint64_t>& words) {
      std::string out;
      for (const std::uint64_t word : words) out += (out.empty() ? "" : " ") + hex(word, 8);
      return out;
    };
    line("scale a", scales(o.scale_a), "");
    line("scale b", scales(o.scale_b), "");
  }
  const auto number = [&](const std::string& name, std::uint64_t bits) {
    line(name, hex(bits, p.c.width()), value_text(number_value(p.c, bits)));
  };
  number("c", o.c);
  for (const answer& a : answers) number(a.engine, a.bits);
  if (has_exact_dot(p)) number("exact", exact_dot(p, o.a, o.b, o.c, o.scales()));
  return text;
}

std::string to_json(const profile& p, const dot_operands& o, const std::vector<answer>& answers) {
  const auto list = [](const auto& words, int width) {
    auto out = ordered_json::array();
    for (const std::uint64_t word : words) out.push_back(hex(word, width));
    return out;
  };
  const auto number = [&](std::uint64_t bits) -> ordered_json {
    return {{"bits", hex(bits, p.c.width())}, {"value", value_text(number_value(p.c, bits))}};
  };
  ordered_json j{{"profile", std::string(p.name)},
                 {"a", list(o.a, p.a.width())},
                 {"b", list(o.b, p.b.width())}};
  if (p.scale_block != 0) {
    j["scale_a"] = list(o.scale_a, 8);
    j["scale_b"] = list(o.scale_b, 8);
  }
  j["c"] = number(o.c);
  for (const answer& a : answers) j["engines"][a.engine] = number(a.bits);
  if (has_exact_dot(p)) j["exact"] = number(exact_dot(p, o.a, o.b, o.c, o.scales()));
  return j.dump(2) + "\n";
}

}  // namespace

void dot_command::add_to(options& o) {
  command_ = &o;
  arguments_.add_to(o);
  add_engines(o, arguments_.engine);
  o.flag("--json", json_, "Print as JSON");
  o.list("BITS", words_,
         "A[0] .. A[K-1] B[0] .. B[K-1], the block scales of A and of B, C: hexadecimal")
      .required();
}

int dot_command::run() const {
  const profile p      = arguments_.profile();
  const dot_operands o = parse_dot(p, words_);
  const engines on     = parse_engines(arguments_.engine);
  check_wave(arguments_.wave, on);
  std::vector<answer> answers;
  for (const std::string& engine : on) {
    answers.push_back({engine, arguments_.make(engine)(o)});
  }
  fmt::print("{}", json_ ? to_json(p, o, answers) : to_text(p, o, answers));
  if (!arguments_.wave.empty()) {
    const auto text = write_view(unit_view(p, arguments_.wave));
    if (!json_) fmt::print("{}", text);
  }
  const bool same =
      agree(answers, [](const answer& x, const answer& y) { return x.bits == y.bits; });
  return exit_code(same, *command_, arguments_.seed);
}

void dot_check_command::add_to(options& o) {
  command_ = &o;
  arguments_.add_to(o);
  add_engine(o, arguments_.engine);
  o.flag("--exact-nan", exact_nan_, "NaN results have to be the same bits");
  o.list("FILE", files_, "Lines of A, B, block scales, C, D, status, category; - is standard input")
      .required();
}

int dot_check_command::run() const {
  constexpr std::uint64_t MostPrinted = 20;
  const profile p                     = arguments_.profile();
  check_wave(arguments_.wave, {arguments_.engine});
  const dot_engine dot = arguments_.make(arguments_.engine);
  const auto same      = [&](std::uint64_t x, std::uint64_t y) {
    const auto nan = [&](std::uint64_t bits) { return std::isnan(number_value(p.c, bits)); };
    return x == y || (!exact_nan_ && nan(x) && nan(y));
  };
  std::uint64_t passed = 0, failed = 0, skipped = 0;
  for (const std::string& path : files_) {
    dot_file file(path, p);
    const std::uint64_t before = passed + failed + skipped;
    while (const auto v = file.next()) {
      if (v->disputed) {
        ++skipped;
        continue;
      }
      const std::uint64_t got = dot(v->operands);
      if (same(got, v->expected)) {
        ++passed;
      } else if (++failed <= MostPrinted) {
        fmt::print("{}: line {}, {}: gives {}, expected {}\n", file.name(), v->line, v->category,
                   hex(got, p.c.width()), hex(v->expected, p.c.width()));
      }
    }
    if (passed + failed + skipped == before) throw input_error(file.name() + ": no dot products");
  }
  if (failed > MostPrinted) fmt::print("and {} more\n", failed - MostPrinted);
  if (failed > 0 && arguments_.engine == "rtl") {
    fmt::print("{}\n", command_->again(arguments_.seed));
  }
  if (!arguments_.wave.empty()) fmt::print("{}", write_view(unit_view(p, arguments_.wave)));
  fmt::print("{} passed, {} failed, {} skipped\n", passed, failed, skipped);
  return failed > 0 ? 1 : 0;
}

void add_dot(options& o) { add<dot_command>(o); }

}  // namespace weft::sim
