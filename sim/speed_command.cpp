// SPDX-License-Identifier: Apache-2.0

#include "sim/speed_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "sim/fma_rtl.hpp"
#include "sim/unit_rtl.hpp"
#include "weft_fma_configs.hpp"

namespace weft::sim {
namespace {

using namespace golden::fma;

/// Calls `run` on all operands until half a second has passed; operations a second, in millions.
double rate(std::vector<operands>& items, const std::function<void()>& run) {
  using clock = std::chrono::steady_clock;
  run();
  const auto start = clock::now();
  double seconds   = 0;
  std::size_t n    = 0;
  while (seconds < 0.5) {
    run();
    n += items.size();
    seconds = std::chrono::duration<double>(clock::now() - start).count();
  }
  return static_cast<double>(n) / seconds / 1e6;
}

template <class Bench, int Gates>
bool measure(std::string name) {
  constexpr config K = Bench::Config;
  std::mt19937_64 rng(1);
  std::vector<operands> items(1 << 16);
  for (operands& o : items) {
    o = {rng() & K.multiplicand.mask(), rng() & K.multiplicand.mask(), rng() & K.addend.mask()};
  }
  std::vector<result> golden(items.size()), fast(items.size()), rtl(items.size());
  unit_rtl<Bench> unit({});
  const auto each = [&](std::vector<result>& results, auto eval) {
    for (std::size_t i = 0; i < items.size(); ++i) results[i] = eval(K, items[i]);
  };
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.2f} |\n", name.substr(name.find("fma_") + 4),
             Gates != 0 ? "networks" : "operators", K.latency(),
             rate(items, [&] { each(golden, [](auto&... x) { return eval(x...); }); }),
             rate(items, [&] { each(fast, [](auto&... x) { return eval_fast(x...); }); }),
             rate(items, [&] { unit.run(items, rtl); }));
  return golden == rtl && golden == fast;
}

template <class V, int ExpA, int FracA, int InfA, int ExpC, int FracC, int InfC, int TinyBefore,
          int FlushIn, int FlushOut, unsigned Pipe, int Gates>
bool measure_built(const char* name) {
  return measure<fma_bench<V, ExpA, FracA, InfA, ExpC, FracC, InfC, TinyBefore, FlushIn, FlushOut,
                           Pipe, Gates>,
                 Gates>(name);
}

}  // namespace

int speed_command() {
  fmt::print(
      "| weft_fma, Mop/s | written as | registers | golden | golden, fast path | RTL |\n"
      "|---|---|---|---|---|---|\n");
  bool equal = true;
#define WEFT_MEASURE(V, ...) equal = measure_built<V, __VA_ARGS__>(#V) && equal
  (WEFT_FMA_CONFIGS(WEFT_MEASURE));
#undef WEFT_MEASURE
  return equal ? 0 : 1;
}

}  // namespace weft::sim
