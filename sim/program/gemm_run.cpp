// SPDX-License-Identifier: Apache-2.0

#include "sim/program/gemm_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/program/progress.hpp"
#include "sim/program/tlm_platform.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "sim/verilated/tensor_memory.hpp"

namespace weft::sim {
namespace {

using namespace golden::tensor;

constexpr double Enough = 0.1;  ///< total seconds of an engine's runs

/// The golden cycle model alone, as a machine for run_gemm().
struct model_machine {
  model golden;

  outputs cycle(const inputs& in) {
    auto out = golden.peek(in);
    golden.step(in);
    return out;
  }
};

/// The golden engine, with the cycles that memory stalls cost.
engine stalled_golden_engine(const config& c, double stall, std::uint64_t seed) {
  return [=](const problem& p) -> outcome {
    model_machine machine{model(c)};
    const problem laid_out = p.flow == flow_e::InputStationary ? transposed_problem(p) : p;
    tensor_memory memory(c, laid_out, random_stalls(stall, seed));
    const auto timed = run_gemm(machine, memory, [](const auto&) {});
    return {gemm(c, p), timed.cycles};
  };
}

engine_report run_golden(const problem& p, const engine& golden, int runs) {
  engine_report r{"golden", 0, 0, {}};
  r.seconds = best_time_of(
      [&] {
        auto result = golden(p);
        r.cycles    = result.cycles;
        r.d         = std::move(result.d);
      },
      Enough, runs);
  return r;
}

engine_report run_tlm(const problem& p, tlm_platform& platform, int runs) {
  engine_report r{"tlm", 0, 0, {}};
  platform.load(p);
  r.seconds = best_time_of([&] { r.cycles = platform.run(); }, Enough, runs);
  r.d       = platform.result();
  return r;
}

engine_report run_verilated(const problem& p, const gemm_options& options) {
  engine_report r{"rtl", 0, 0, {}};
  rtl_options rtl;
  rtl.run = options.run;
  if (options.stall > 0) rtl.timing = random_stalls(options.stall, options.run.seed);
  std::optional<progress> bar;
  std::size_t shown = 0;
  if (options.progress) {
    bar.emplace("rtl", std::uint64_t{p.shape.m} * p.shape.n);
    rtl.progress = [&](std::size_t done, std::size_t) {
      bar->advance(done - std::exchange(shown, done));
    };
  }
  r.seconds = best_of(
      [&] {
        auto result = run_rtl(options.array, p, rtl);
        r.cycles    = result.cycles;
        r.d         = std::move(result.d);
        rtl.run.wave.clear();  // the first run has the waveform and the bar
        rtl.progress = nullptr;
        return result.seconds;
      },
      Enough, options.runs);
  return r;
}

/// The exact value of an element.
long double value(const golden::dpa::element& e, operand_t bits) {
  bits >>= e.pad;
  const bool negative       = bits >> (e.exp_bits + e.frac_bits) & 1;
  const std::uint64_t field = bits >> e.frac_bits & ((1u << e.exp_bits) - 1);
  const std::uint64_t frac  = low_bits(bits, static_cast<unsigned>(e.frac_bits));
  using enum golden::dpa::specials_e;
  const bool top  = field == (1u << e.exp_bits) - 1;
  const bool ones = frac == (std::uint64_t{1} << e.frac_bits) - 1;
  if ((e.specials == Ieee && top) || (e.specials == Fn && top && ones) ||
      (e.specials == Fnuz && negative && field == 0 && frac == 0)) {
    return e.specials == Ieee && frac == 0 ? (negative ? -HUGE_VALL : HUGE_VALL) : NAN;
  }
  const std::uint64_t sig = field == 0 ? frac : frac | std::uint64_t{1} << e.frac_bits;
  const int exp           = std::max(static_cast<int>(field), 1) - e.bias - e.frac_bits;
  const long double x     = std::ldexp(static_cast<long double>(sig), exp);
  return negative ? -x : x;
}

long double scale_value(const golden::dpa::scale& s, std::uint64_t bits) {
  using enum golden::dpa::specials_e;
  if (bits == (std::uint64_t{1} << s.width()) - 1) return NAN;
  if (s.frac_bits == 0) return std::ldexp(1.0L, static_cast<int>(bits) - s.bias());
  return value({s.exp_bits, s.frac_bits, s.bias(), Finite}, bits);
}

long double result_value(const arithmetic& t, result_t bits) {
  if (t.integer()) return static_cast<long double>(integer(bits, t.result_bits(), true));
  const auto& c = t.dot().c;
  return value({c.exp_bits, c.frac_bits, c.bias()}, bits);
}

}  // namespace

void compare(gemm_report& r) {
  const auto& first = r.engines.front();
  for (const auto& e : r.engines) {
    r.cycles_agree = r.cycles_agree && e.cycles == first.cycles;
    for (std::size_t i = 0; i < e.d.size() && !r.values_differ; ++i) {
      if (e.d[i] == first.d[i]) continue;
      r.values_differ =
          difference{first.name, e.name, i / r.shape.n, i % r.shape.n, first.d[i], e.d[i]};
    }
  }
}

std::vector<gemm_report> run_engines(const std::vector<problem>& problems,
                                     const gemm_options& options) {
  const engine golden = options.stall > 0
                            ? stalled_golden_engine(options.array, options.stall, options.run.seed)
                            : golden_engine(options.array);
  std::optional<tlm_platform> platform;
  if (std::count(options.engines.begin(), options.engines.end(), "tlm") > 0) {
    std::uint64_t bytes = 0;
    for (const auto& p : problems) {
      bytes = std::max(bytes, tlm_platform::bytes(options.array.type, p.shape));
    }
    platform.emplace(options.array, bytes, golden);
  }

  std::vector<gemm_report> reports;
  for (const auto& p : problems) {
    gemm_report r{.array         = options.array,
                  .shape         = p.shape,
                  .preload       = !p.c.empty(),
                  .stall         = options.stall,
                  .flow          = p.flow,
                  .layout        = p.layout,
                  .epilogue      = p.epilogue,
                  .limit         = limit(options.array, multiplied(p.shape, p.layout),
                                         chosen_flow(options.array, p.shape, p.flow)),
                  .engines       = {},
                  .values_differ = {},
                  .cycles_agree  = true};
    for (const auto& name : options.engines) {
      r.engines.push_back(name == "golden" ? run_golden(p, golden, options.runs)
                          : name == "tlm"  ? run_tlm(p, *platform, options.runs)
                                           : run_verilated(p, options));
    }
    compare(r);
    reports.push_back(std::move(r));
  }
  return reports;
}

exactness compare_exact(const arithmetic& type, const problem& given,
                        const std::vector<result_t>& d) {
  exactness e;
  const problem p     = with_whole_c(given);
  const std::size_t n = p.shape.n, k = multiplied(p.shape, p.layout).k;
  const auto number = [&](bool of_a, operand_t x) -> long double {
    if (!type.integer()) return value(of_a ? type.dot().a : type.dot().b, x);
    const auto [bits, is_signed] = of_a ? std::pair(type.a_bits(), type.a_signed())
                                        : std::pair(type.b_bits(), type.b_signed());
    return static_cast<long double>(integer(x, bits, is_signed));
  };
  const std::size_t blocks = scale_blocks(type, p.shape.k);
  const auto scale         = [&](const std::vector<operand_t>& scales, std::size_t at) {
    return blocks == 0 ? 1 : scale_value(type.dot().block_scale, scales[at]);
  };
  const auto block = [&](std::size_t l) { return blocks == 0 ? 0 : l / type.dot().scale_block; };

  const long double half_range = std::ldexp(1.0L, static_cast<int>(type.result_bits()) - 1);
  std::vector<long double> b(p.b.size()), row(n);
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = number(false, p.b[i]) * scale(p.scale_b, block(i / n) * n + i % n);
  }
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      row[j] = p.c.empty() ? 0 : result_value(type, p.c[i * n + j]);
    }
    for (std::size_t l = 0; l < k; ++l) {
      const std::size_t at = i * k + l, of_b = p.layout.sparse_a ? l / 2 * 4 + p.index[at] : l;
      const long double a = number(true, p.a[at]) * scale(p.scale_a, i * blocks + block(l));
      for (std::size_t j = 0; j < n; ++j) row[j] += a * b[of_b * n + j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      const long double got = result_value(type, d[i * n + j]);
      if (!std::isfinite(got) || !std::isfinite(row[j])) {
        ++e.not_finite;
        continue;
      }
      if (type.integer() && std::fabs(row[j] + 0.5L) > half_range) ++e.wrapped;
      e.largest_error = std::max(e.largest_error, static_cast<double>(std::fabs(got - row[j])));
      e.largest_value = std::max(e.largest_value, static_cast<double>(std::fabs(row[j])));
    }
  }
  return e;
}

std::string to_text(const gemm_report& r, const exactness& e) {
  const auto turns = turned_by(r.flow, r.layout);
  auto text        = fmt::format(
             "{} x {} x {}  {}  on {} x {}  {}{}{}{}{}{}{}\n\n", r.shape.m, r.shape.n, r.shape.k,
             name_of(r.array.type), r.array.rows, r.array.cols, flow_name(r.flow),
      r.flow == flow_e::Auto ? fmt::format(" ({})", flow_name(chosen_flow(r.array, r.shape))) : "",
      turns.a ? "  A^T" : "", turns.b ? "  B^T" : "", r.layout.sparse_a ? "  2:4" : "",
      r.preload ? "  + C" : "", r.stall > 0 ? fmt::format("  stalls {:.0f} %", r.stall * 100) : "");
  text += fmt::format("{:<8}{:>12}{:>12}{:>9}{:>14}{:>14}{:>12}\n", "engine", "cycles", "limit",
                      "busy", "kcycle/s", "MMAC/s", "seconds");
  if (!fits_an_array(r.array.type)) {
    text = fmt::format("{} x {} x {}  {}, which no array computes{}\n\n{:.6f} s\n\n", r.shape.m,
                       r.shape.n, r.shape.k, name_of(r.array.type), r.preload ? "  + C" : "",
                       r.engines.front().seconds);
  }
  for (const auto& engine : r.engines) {
    if (!fits_an_array(r.array.type)) continue;
    text += fmt::format("{:<8}{:>12}{:>12}{:>7.1f} %{:>14.1f}{:>14.1f}{:>12.6f}\n", engine.name,
                        engine.cycles, r.limit,
                        100 * utilisation(r.array, multiplied(r.shape, r.layout), engine.cycles),
                        static_cast<double>(engine.cycles) / engine.seconds / 1e3,
                        static_cast<double>(r.shape.macs()) / engine.seconds / 1e6, engine.seconds);
  }
  text += '\n';
  if (r.engines.size() > 1) {
    if (!r.values_differ) {
      text += fmt::format("values: all {} results of {} engines are equal, bit for bit\n",
                          r.engines.front().d.size(), r.engines.size());
    } else {
      const auto& x = *r.values_differ;
      text += fmt::format("values: DIFFER first at row {}, column {}: {} {:#010x}, {} {:#010x}\n",
                          x.row, x.col, x.first, x.first_bits, x.second, x.second_bits);
    }
    text += r.cycles_agree ? "cycles: equal\n" : "cycles: DIFFER\n";
  }
  if (!r.epilogue.keeps()) return text;
  text += fmt::format("largest error against the exact product: {:.6g} (largest result {:.6g})\n",
                      e.largest_error, e.largest_value);
  if (e.not_finite != 0) text += fmt::format("results that are not finite: {}\n", e.not_finite);
  if (e.wrapped != 0)
    text +=
        fmt::format("sums that overflowed {} bits: {}\n", r.array.type.result_bits(), e.wrapped);
  return text;
}

std::string to_json(const gemm_report& r, const exactness& e) {
  nlohmann::ordered_json j;
  j["type"]        = name_of(r.array.type);
  j["array"]       = {r.array.rows, r.array.cols};
  j["m"]           = r.shape.m;
  j["n"]           = r.shape.n;
  j["k"]           = r.shape.k;
  j["flow"]        = flow_name(r.flow);
  j["preload"]     = r.preload;
  j["transpose_a"] = turned_by(r.flow, r.layout).a;
  j["transpose_b"] = turned_by(r.flow, r.layout).b;
  j["sparse_a"]    = r.layout.sparse_a;
  j["stall"]       = r.stall;
  j["limit"]       = r.limit;
  for (const auto& engine : r.engines) {
    j["engines"][engine.name] = {
        {"cycles", engine.cycles},
        {"utilisation", utilisation(r.array, multiplied(r.shape, r.layout), engine.cycles)},
        {"seconds", engine.seconds},
        {"cycles_per_second", static_cast<double>(engine.cycles) / engine.seconds},
        {"macs_per_second", static_cast<double>(r.shape.macs()) / engine.seconds}};
  }
  j["values_agree"] = !r.values_differ;
  j["cycles_agree"] = r.cycles_agree;
  if (!r.epilogue.keeps()) return j.dump(2) + "\n";
  j["largest_error"] = e.largest_error;
  j["largest_value"] = e.largest_value;
  j["not_finite"]    = e.not_finite;
  j["wrapped"]       = e.wrapped;
  return j.dump(2) + "\n";
}

}  // namespace weft::sim
