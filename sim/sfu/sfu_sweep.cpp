// SPDX-License-Identifier: Apache-2.0

#include "sim/sfu/sfu_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/sfu/sfu_names.hpp"
#include "sim/sfu/sfu_reference.hpp"

namespace weft::sim {

using golden::sfu::op_e;
using enum golden::sfu::op_e;
using enum sfu_measure_e;

namespace {

constexpr std::uint32_t Sign = 0x8000'0000, Infinity = 0x7f80'0000, Hidden = 0x0080'0000;

constexpr double TwoTo_12 = 0x1p-12;
const double TwoTo_23_4   = std::exp2(-23.4);
const double TwoTo_23_6   = std::exp2(-23.6);

/// The relative error of an angle, from truncating 2 / pi to 40 bits: 2/pi * 2^40 = 0xa2f9836e4e +
/// 0.266, so an angle is off by |x| * 0.266 * 2^-40 quarter turns, |x| * 2^-41.259 radians.
const double AngleError = std::exp2(-41.25);

constexpr std::array<double, 6> AngleLimits{
    2 * std::numbers::pi, 100 * std::numbers::pi, 1e3, 1e5, 1e7, 1e9};
constexpr bool is_angle(op_e op) { return op == Sin || op == Cos; }

/// Whether a unit with relative bounds has one for an operand.
bool is_relative(op_e op, double x) {
  return op == Sin ? std::fabs(x) < 1 : op == Lg2 && x > .5 && x < 1.5;
}
/// The direction of a function: 1 where results rise from one code's operand to the next, -1 where
/// they fall.
constexpr int direction(op_e op, bool negative) {
  if (op == Rcp) return negative ? 1 : -1;
  if (op == Ex2 || op == Tanh) return negative ? -1 : 1;
  if (is_angle(op) || negative) return 0;
  return op == Rsqrt ? -1 : 1;
}

/// Whether the results of x - 1 and x are in order.
template <op_e Op>
bool in_order(std::uint32_t x, std::uint32_t before, std::uint32_t result) {
  const int rising = direction(Op, (x & Sign) != 0);
  if (rising == 0 || (x & ~Sign) == 0 || (x & ~Sign) > Infinity) return true;
  const auto a = std::bit_cast<float>(before), b = std::bit_cast<float>(result);
  return rising > 0 ? !(b < a) : !(a < b);
}

template <class Call>
decltype(auto) with_op(op_e op, Call call) {
  switch (op) {
    case Rcp:
      return call.template operator()<Rcp>();
    case Rsqrt:
      return call.template operator()<Rsqrt>();
    case Sqrt:
      return call.template operator()<Sqrt>();
    case Ex2:
      return call.template operator()<Ex2>();
    case Lg2:
      return call.template operator()<Lg2>();
    case Sin:
      return call.template operator()<Sin>();
    case Cos:
      return call.template operator()<Cos>();
    default:
      return call.template operator()<Tanh>();
  }
}

constexpr bool is_nan(std::uint32_t bits) { return (bits & ~Sign) > Infinity; }

}  // namespace

std::vector<sfu_class> sfu_classes(op_e op, const golden::sfu::config& k) {
  const double ulp = k.build == golden::sfu::build_e::Fine ? 0.75 : 1;
  std::vector<sfu_class> classes;
  if (op == Rcp || op == Ex2) {
    classes = {{"normal results", Ulp, ulp}, {"subnormal results", Ulp, 1}};
  } else if (op == Lg2) {
    classes = {{"x <= 0.5, x >= 2", Ulp, ulp}, {"0.5 < x < 2", Absolute, TwoTo_23_4}};
    if (k.relative) classes.push_back({"0.5 < x < 1.5", Ulp, ulp});
  } else if (is_angle(op)) {
    classes = {{"|x| <= 2 pi", Absolute, TwoTo_23_6},
               {"to 100 pi", Absolute, TwoTo_23_6},
               {"to 10^3", Angle, 1},
               {"to 10^5", Angle, 1},
               {"to 10^7", Angle, 1},
               {"to 10^9", Angle, 1},
               {"below 2^38", Angle, 1}};
    if (k.relative && op == Sin) classes.push_back({"|x| < 1", Ulp, ulp});
  } else if (op == Tanh) {
    classes = {{"all", Relative, TwoTo_12}};
  } else {
    classes = {{"all", Ulp, ulp}};
  }
  return classes;
}

sfu_statistics::sfu_statistics(op_e function, const golden::sfu::config& unit)
    : op(function), k(unit), classes(sfu_classes(function, unit).size()) {}

template <op_e Op>
std::size_t sfu_statistics::class_of(double x, double value) const {
  if (k.relative && is_relative(Op, x)) return classes.size() - 1;
  if constexpr (Op == Rcp || Op == Ex2) return std::fabs(value) < 0x1p-126 ? 1 : 0;
  if constexpr (Op == Lg2) return x > 0.5 && x < 2 ? 1 : 0;
  if constexpr (is_angle(Op)) {
    std::size_t i = 0;
    while (i < AngleLimits.size() && std::fabs(x) > AngleLimits[i]) ++i;
    return i;
  }
  return 0;
}

template <op_e Op>
void sfu_statistics::add_results(std::uint32_t from, std::span<const golden::sfu::result> results) {
  // The figures are local variables, because the compiler would write members in every iteration.
  const bool flush = k.ftz;
  std::array<class_figures, 8> figures;
  std::copy(classes.begin(), classes.end(), figures.begin());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::uint32_t x = from + static_cast<std::uint32_t>(i), y = results[i].bits;
    const std::uint32_t magnitude = y & ~Sign;
    if (is_angle(Op) && magnitude > 0x3f80'0000 && magnitude <= Infinity) beyond_one.add(x);
    if (is_angle(Op) && !known_angle(x) && (x & ~Sign) < Infinity) {
      ++unknown;
      if (is_nan(y)) wrong.add(x);
      continue;
    }
    if (i > 0 && !in_order<Op>(x, results[i - 1].bits, y)) unordered.add(x);

    const auto truth = make_sfu_reference<Op>(x, flush);
    if (truth.special) {
      ++specials;
      if (is_nan(truth.rounded) ? !is_nan(y) : y != truth.rounded) wrong.add(x);
      continue;
    }
    const double value = truth.value();
    double error       = std::fabs(truth.error(y));
    if (flush && magnitude < Hidden) {
      constexpr double LargestSubnormal = 0x1p-126 - 0x1p-149;
      if (magnitude != 0 || std::signbit(value) != ((y & Sign) != 0)) wrong.add(x);
      error = std::max(0.0, std::fabs(value) - LargestSubnormal) / truth.ulp;
    } else if (std::fabs(error - 1) < 1e-6) {
      error = std::fabs(exact_sfu_reference(Op, x, flush).error(y));
    }
    const double a      = std::bit_cast<float>(x);
    const std::size_t c = class_of<Op>(a, value);
    class_figures& f    = figures[c];
    ++f.inputs;
    if (is_nan(y)) {
      wrong.add(x);
      continue;
    }
    f.rounded += y == truth.rounded;
    f.unfaithful += error >= 1;
    const double absolute = error * truth.ulp;
    f.ulp.add(error, x);
    f.absolute.add(absolute, x);
    if constexpr (Op == Tanh) f.scaled.add(absolute / std::fabs(value), x);
    if constexpr (is_angle(Op)) {
      f.scaled.add(absolute / (std::fabs(a) * AngleError + TwoTo_23_6), x);
    }
  }
  std::copy_n(figures.begin(), classes.size(), classes.begin());
}

void sfu_statistics::add(std::uint32_t from, std::span<const golden::sfu::result> results) {
  if (results.empty()) return;
  with_op(op, [&]<op_e Op>() { add_results<Op>(from, results); });
  insert({from, static_cast<std::uint32_t>(from + results.size() - 1), results.front().bits,
          results.back().bits});
}

void sfu_statistics::insert(stretch s) {
  auto at                = std::find_if(stretches.begin(), stretches.end(),
                                        [&](const stretch& other) { return other.from > s.from; });
  const auto check_order = [&](const stretch& before, const stretch& after) {
    const bool good =
        with_op(op, [&]<op_e Op>() { return in_order<Op>(after.from, before.last, after.first); });
    if (!good) unordered.add(after.from);
  };
  if (at != stretches.end() && s.to + 1 == at->from) {
    check_order(s, *at);
    s.to   = at->to;
    s.last = at->last;
    at     = stretches.erase(at);
  }
  if (at != stretches.begin() && std::prev(at)->to + 1 == s.from) {
    check_order(*std::prev(at), s);
    std::prev(at)->to   = s.to;
    std::prev(at)->last = s.last;
  } else {
    stretches.insert(at, s);
  }
}

bool sfu_statistics::merge(const sfu_statistics& other) {
  for (const stretch& s : other.stretches) {
    std::uint64_t missing = 0;
    for (const auto& gap : gaps(s.from, s.to)) missing += gap.size();
    if (missing != s.size()) return false;
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    class_figures& f       = classes[c];
    const class_figures& g = other.classes[c];
    f.inputs += g.inputs;
    f.rounded += g.rounded;
    f.unfaithful += g.unfaithful;
    f.ulp.add(g.ulp.error, g.ulp.at);
    f.absolute.add(g.absolute.error, g.absolute.at);
    f.scaled.add(g.scaled.error, g.scaled.at);
  }
  specials += other.specials;
  unknown += other.unknown;
  wrong.add(other.wrong.first, other.wrong.count);
  unordered.add(other.unordered.first, other.unordered.count);
  beyond_one.add(other.beyond_one.first, other.beyond_one.count);
  for (const stretch& s : other.stretches) insert(s);
  return true;
}

std::vector<sfu_statistics::stretch> sfu_statistics::gaps(std::uint32_t from,
                                                          std::uint32_t to) const {
  std::vector<stretch> missing;
  std::uint64_t next = from;
  for (const stretch& s : stretches) {
    if (s.to < next) continue;
    if (s.from > to) break;
    if (s.from > next) missing.push_back({static_cast<std::uint32_t>(next), s.from - 1, 0, 0});
    next = std::uint64_t{s.to} + 1;
  }
  if (next <= to) missing.push_back({static_cast<std::uint32_t>(next), to, 0, 0});
  return missing;
}

std::uint64_t sfu_statistics::inputs() const {
  std::uint64_t n = 0;
  for (const stretch& s : stretches) n += s.size();
  return n;
}

double measured(const sfu_class& c, const class_figures& f) {
  return c.measure == Ulp ? f.ulp.error : c.measure == Absolute ? f.absolute.error : f.scaled.error;
}

bool sfu_statistics::holds() const {
  if (wrong.count + unordered.count + beyond_one.count > 0) return false;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const sfu_class judged = sfu_classes(op, k)[c];
    if (measured(judged, classes[c]) >= judged.bound) return false;
  }
  return true;
}

namespace {

using nlohmann::ordered_json;

std::string hex(std::uint32_t bits) { return fmt::format("{:08x}", bits); }

std::uint32_t from_hex(const ordered_json& j) {
  const auto text = j.get<std::string>();
  const auto x    = parse_code(text);
  if (!x) throw input_error(text + ": not 32 bits in 8 hexadecimal digits");
  return *x;
}

ordered_json json_of(const largest_error& e) { return {{"error", e.error}, {"at", hex(e.at)}}; }
ordered_json json_of(const counted& c) { return {{"count", c.count}, {"first", hex(c.first)}}; }

largest_error error_of(const ordered_json& j) {
  return {j.at("error").get<double>(), from_hex(j.at("at"))};
}
counted counted_of(const ordered_json& j) {
  return {j.at("count").get<std::uint64_t>(), from_hex(j.at("first"))};
}

sfu_sweep sweep_of(const ordered_json& j) {
  sfu_sweep sweep{.op         = j.at("op"),
                  .build      = j.at("build"),
                  .engine     = j.at("engine"),
                  .relative   = j.value("relative", false),
                  .ftz        = j.at("ftz"),
                  .model      = from_hex(j.at("model")),
                  .from       = from_hex(j.at("from")),
                  .to         = from_hex(j.at("to")),
                  .statistics = {}};
  sfu_statistics s(
      parse_sfu_op(sweep.op),
      {.build = parse_sfu_build(sweep.build), .relative = sweep.relative, .ftz = sweep.ftz});
  s.specials   = j.at("specials");
  s.unknown    = j.at("unknown");
  s.wrong      = counted_of(j.at("wrong"));
  s.unordered  = counted_of(j.at("unordered"));
  s.beyond_one = counted_of(j.at("beyond_one"));
  for (std::size_t c = 0; c < s.classes.size(); ++c) {
    const ordered_json& f = j.at("classes").at(c);
    s.classes[c]          = {.inputs     = f.at("inputs"),
                             .rounded    = f.at("rounded"),
                             .unfaithful = f.at("unfaithful"),
                             .ulp        = error_of(f.at("ulp")),
                             .absolute   = error_of(f.at("absolute")),
                             .scaled     = error_of(f.at("scaled"))};
  }
  for (const ordered_json& part : j.at("stretches")) {
    const sfu_statistics::stretch t{from_hex(part.at("from")), from_hex(part.at("to")),
                                    from_hex(part.at("first")), from_hex(part.at("last"))};
    const bool follows = s.stretches.empty() || std::uint64_t{s.stretches.back().to} + 1 < t.from;
    if (!follows || t.to < t.from) throw input_error("stretches are not in order");
    s.stretches.push_back(t);
  }
  sweep.statistics = s;
  return sweep;
}

/// An error in the measure of its class.
std::string text_of(sfu_measure_e measure, double error) {
  if (measure == Ulp || measure == Angle) return fmt::format("{:.5g}", error);
  return error == 0 ? "0" : fmt::format("2^{:.2f}", std::log2(error));
}

const char* unit_of(sfu_measure_e measure) {
  switch (measure) {
    case Ulp:
      return " ulp";
    case Absolute:
      return "";
    case Relative:
      return " relative";
    default:
      return ", of |x| * 2^-41.25 + 2^-23.6";
  }
}

}  // namespace

std::string to_json(const sfu_sweep& sweep) {
  const sfu_statistics& s = sweep.statistics;
  ordered_json j{{"op", sweep.op},
                 {"build", sweep.build},
                 {"relative", sweep.relative},
                 {"ftz", sweep.ftz},
                 {"engine", sweep.engine},
                 {"model", hex(sweep.model)},
                 {"from", hex(sweep.from)},
                 {"to", hex(sweep.to)},
                 {"finished", sweep.finished()},
                 {"holds", s.holds()},
                 {"specials", s.specials},
                 {"unknown", s.unknown},
                 {"wrong", json_of(s.wrong)},
                 {"unordered", json_of(s.unordered)},
                 {"beyond_one", json_of(s.beyond_one)}};
  for (std::size_t c = 0; c < s.classes.size(); ++c) {
    const class_figures& f = s.classes[c];
    const sfu_class k      = sfu_classes(s.op, s.k)[c];
    j["classes"].push_back({{"name", k.name},
                            {"bound", k.bound},
                            {"measured", measured(k, f)},
                            {"inputs", f.inputs},
                            {"rounded", f.rounded},
                            {"unfaithful", f.unfaithful},
                            {"ulp", json_of(f.ulp)},
                            {"absolute", json_of(f.absolute)},
                            {"scaled", json_of(f.scaled)}});
  }
  j["stretches"] = ordered_json::array();
  for (const auto& t : s.stretches) {
    j["stretches"].push_back(
        {{"from", hex(t.from)}, {"to", hex(t.to)}, {"first", hex(t.first)}, {"last", hex(t.last)}});
  }
  return j.dump(2) + "\n";
}

sfu_sweep read_sweep(const std::string& path) {
  const std::string text = read_file(path);
  try {
    return sweep_of(ordered_json::parse(text));
  } catch (const nlohmann::json::exception& e) {
    throw input_error(fmt::format("{}: not a sweep: {}", path, e.what()));
  } catch (const input_error& e) {
    throw input_error(fmt::format("{}: not a sweep: {}", path, e.what()));
  }
}

std::string sfu_sweep::name() const {
  return fmt::format("{}, {}{}{}, {}", op, build, relative ? ", relative" : "", ftz ? ", ftz" : "",
                     engine);
}

std::string to_text(const sfu_sweep& sweep) {
  const sfu_statistics& s = sweep.statistics;
  auto text               = fmt::format("{}: {} operands of {} to {}\n\n", sweep.name(), s.inputs(),
                                        hex(sweep.from), hex(sweep.to));
  text += fmt::format("{:<18}{:>12}{:>11}{:>12}{:>12}{:>10}{:>11}{:>10}   {}\n", "", "operands",
                      "rounded", "unfaithful", "ulp", "at", "absolute", "at", "bound");
  for (std::size_t c = 0; c < s.classes.size(); ++c) {
    const class_figures& f = s.classes[c];
    const sfu_class k      = sfu_classes(s.op, s.k)[c];
    if (f.inputs == 0) continue;
    const double error   = measured(k, f);
    const double rounded = 100 * static_cast<double>(f.rounded) / static_cast<double>(f.inputs);
    text += fmt::format("{:<18}{:>12}{:>9.2f} %{:>12}{:>12}{:>10}{:>11}{:>10}   {} {} {}{}\n",
                        k.name, f.inputs, rounded, f.unfaithful, text_of(Ulp, f.ulp.error),
                        hex(f.ulp.at), text_of(Absolute, f.absolute.error), hex(f.absolute.at),
                        text_of(k.measure, error), error < k.bound ? "<" : "NOT <",
                        text_of(k.measure, k.bound), unit_of(k.measure));
  }
  const auto line = [&](const char* what, std::uint64_t n, const char* of, const counted& c) {
    if (n == 0) return;
    text += fmt::format("{:<18}{:>12}   {} {}", what, n, c.count, of);
    if (c.count > 0) text += ", the first at " + hex(c.first);
    text += '\n';
  };
  line("special values", s.specials, "wrong", s.wrong);
  if (is_angle(s.op)) {
    line("|x| >= 2^38", s.unknown, "beyond 1, of all operands", s.beyond_one);
  } else {
    line("in order", s.inputs() - s.unordered.count, "not", s.unordered);
  }
  for (const auto& gap : s.gaps(sweep.from, sweep.to)) {
    text += fmt::format("missing: {} to {}\n", hex(gap.from), hex(gap.to));
  }
  return text + (s.holds() ? "bounds hold\n" : "BOUNDS ARE BROKEN\n");
}

}  // namespace weft::sim
