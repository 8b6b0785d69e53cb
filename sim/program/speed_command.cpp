// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/dpa.hpp"
#include "sim/golden/fma.hpp"
#include "sim/golden/sfu.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/figures.hpp"
#include "sim/program/fma_command.hpp"
#include "sim/program/sfu_arguments.hpp"
#include "sim/verilated/fma_engine.hpp"
#include "sim/verilated/sfu_engine.hpp"

namespace weft::sim {
namespace {

constexpr std::size_t Items = 1 << 16;

/// Millions of items per second of processor time: the best of the calls made in half a second.
double rate(const std::function<void()>& run, std::size_t items = Items) {
  constexpr double Enough = 0.5;
  constexpr int Runs      = 3;
  return static_cast<double>(items) / best_time_of(run, Enough, Runs) / 1e6;
}

/// A table whose rows are printed as they are measured, except with --json.
struct speed_table {
  figures now;
  bool prints;

  void head(const std::string& text) const {
    if (prints) fmt::print("{}", text);
  }

  /// Adds a row. `detail` describes the configuration and is a part of the row's name.
  void add(const std::string& name, const std::string& detail,
           const std::vector<std::pair<std::string, double>>& rates, bool built = true) {
    now.rows.push_back({name + ", " + detail, rates});
    if (!prints) return;
    fmt::print("| {} | {}", name, detail);
    for (const auto& [engine, number] : rates)
      fmt::print(" | {:.{}f}", number, engine == "RTL" ? 2 : 1);
    fmt::print("{} |\n", built ? "" : " | not built");
  }
};

/// The RTL of a unit, or nothing if it is not built.
template <class Unit>
auto rtl_of(const Unit& unit) -> decltype(unit.make({})) {
  try {
    return unit.make({});
  } catch (const input_error&) {
    return {};
  }
}

bool measure(speed_table& table, const built_fma& unit) {
  using namespace golden::fma;
  const config& k = unit.k;
  std::mt19937_64 rng(1);
  std::vector<operands> items(Items);
  for (operands& o : items) {
    o = {rng() & k.multiplicand.mask(), rng() & k.multiplicand.mask(), rng() & k.addend.mask()};
  }
  std::vector<result> golden(Items), fast(Items), rtl(Items);
  const auto run  = rtl_of(unit);
  const auto each = [&](std::vector<result>& results, auto eval) {
    for (std::size_t i = 0; i < Items; ++i) results[i] = eval(k, items[i]);
  };
  std::vector<std::pair<std::string, double>> rates{
      {"golden", rate([&] { each(golden, [](auto&... x) { return eval(x...); }); })},
      {"golden, fast path", rate([&] { each(fast, [](auto&... x) { return eval_fast(x...); }); })}};
  if (run) rates.emplace_back("RTL", rate([&] { run(items, rtl); }));
  table.add(describe(k), fmt::format("{}", k.latency()), rates, run != nullptr);
  return golden == fast && (!run || golden == rtl);
}

bool measure(speed_table& table, const built_sfu& unit) {
  using namespace golden::sfu;
  const config& k = unit.k;
  std::mt19937_64 rng(1);
  std::vector<operands> items(Items);
  for (operands& o : items) {
    o = {.op = op_e(rng() % Functions), .a = static_cast<std::uint32_t>(rng())};
  }
  std::vector<result> golden(Items), rtl(Items);
  const auto run  = rtl_of(unit);
  const auto each = [&] {
    for (std::size_t i = 0; i < Items; ++i) golden[i] = eval(k, items[i]);
  };
  std::vector<std::pair<std::string, double>> rates{{"golden", rate(each)}};
  if (run) rates.emplace_back("RTL", rate([&] { run(items, rtl); }));
  table.add(describe(k), fmt::format("{}", k.latency()), rates, run != nullptr);
  return !run || golden == rtl;
}

/// Measures golden on dot products of an instruction's depth, with numbers near one.
bool measure_dots(speed_table& table, const char* name) {
  using namespace golden::dpa;
  const profile& p           = *find(name);
  constexpr std::size_t Rows = 1 << 12;
  std::mt19937_64 rng(1);
  const auto near_one = [&](int exp_bits, int frac_bits, int bias, int pad) {
    const std::uint64_t field = static_cast<std::uint64_t>(bias) - 2 + rng() % 4;
    const std::uint64_t frac  = rng() & ((std::uint64_t{1} << frac_bits) - 1);
    return ((rng() & 1) << exp_bits | field) << (frac_bits + pad) | frac << pad;
  };
  std::vector<std::uint64_t> a(Rows * p.depth), b(Rows * p.depth), c(Rows), golden(Rows),
      fast(Rows);
  for (auto& x : a) x = near_one(p.a.exp_bits, p.a.frac_bits, p.a.bias, p.a.pad);
  for (auto& x : b) x = near_one(p.b.exp_bits, p.b.frac_bits, p.b.bias, p.b.pad);
  for (auto& x : c) x = near_one(p.c.exp_bits, p.c.frac_bits, p.c.bias(), 0);
  const auto row = [&](const auto& x, std::size_t i) {
    return std::span(x).subspan(i * p.depth, p.depth);
  };
  // The rate counts blocks, which are the items of the RTL.
  const std::size_t blocks = Rows * p.depth / p.lanes;
  const auto plain         = [&] {
    for (std::size_t i = 0; i < Rows; ++i) golden[i] = dot(p, row(a, i), row(b, i), c[i]);
  };
  table.add(std::string(p.name), fmt::format("{}", p.lanes),
            {{"golden", rate(plain, blocks)},
             {"golden, fast path",
              rate([&] { dots<std::uint64_t>(p, p.depth, a, b, c, fast); }, blocks)}});
  return golden == fast;
}

/// `weft speed`: operations per second of each engine, as Markdown tables: fused multiply-adds,
/// elementary functions and dot products of random operands, on one thread.
struct speed_command {
  figures_arguments output;

  void add_to(options& o) { output.add_to(o); }

  /// Returns 1 if an RTL differs from golden.
  int run() const;
};

int speed_command::run() const {
  speed_table table{{"speed", {}}, !output.json};
  const figures before = output.earlier(table.now.of);
  bool equal           = true;
  table.head(
      "| weft_fma, Mop/s | registers | golden | golden, fast path | RTL |\n"
      "|---|---|---|---|---|\n");
  for (const auto& unit : built_fma_units()) equal = measure(table, unit) && equal;
  table.head(
      "\n| weft_sfu, Mop/s | registers | golden | RTL |\n"
      "|---|---|---|---|\n");
  for (const auto& unit : built_sfu_units()) equal = measure(table, unit) && equal;
  table.head(
      "\n| dot products, Mblock/s | L | golden | golden, fast path |\n"
      "|---|---|---|---|\n");
  for (const char* name :
       {"v100-hmma-fp16", "a100-hmma-fp16", "h100-wgmma-fp16", "h100-wgmma-bf16", "h100-wgmma-tf32",
        "ada-qmma-e4m3", "h100-wgmma-e4m3", "b200-tcgen05-e4m3", "cdna3-mfma-fp16", "mppa-fp16",
        "rvbna-bf16-n16", "ieee-fma-bf16"}) {
    equal = measure_dots(table, name) && equal;
  }
  output.print(table.now, before);
  return equal ? 0 : 1;
}

}  // namespace

void add_speed(options& o) { add<speed_command>(o); }

}  // namespace weft::sim
