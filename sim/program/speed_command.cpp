// SPDX-License-Identifier: Apache-2.0

#include "sim/program/speed_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/fma_ports.hpp"
#include "sim/verilated/sfu_ports.hpp"
#include "weft_fma_configs.hpp"
#include "weft_sfu_configs.hpp"

namespace weft::sim {
namespace {

constexpr std::size_t Items = 1 << 16;

/// Calls `run` on all operands until half a second has passed; operations a second, in millions.
double rate(const std::function<void()>& run, std::size_t items = Items) {
  using clock = std::chrono::steady_clock;
  run();
  const auto start = clock::now();
  double seconds   = 0;
  std::size_t n    = 0;
  while (seconds < 0.5) {
    run();
    n += items;
    seconds = std::chrono::duration<double>(clock::now() - start).count();
  }
  return static_cast<double>(n) / seconds / 1e6;
}

/// A unit's Verilated class: "Vweft_fma_fp32" is fp32.
std::string config_name(const std::string& verilated, const char* block) {
  const std::string start = std::string("Vweft_") + block + "_";
  return verilated.substr(start.size());
}

const char* written_as(int gates) { return gates != 0 ? "networks" : "operators"; }

template <class Bench, int Gates>
bool measure_fma(const std::string& name) {
  using namespace golden::fma;
  constexpr config K = Bench::Config;
  std::mt19937_64 rng(1);
  std::vector<operands> items(Items);
  for (operands& o : items) {
    o = {rng() & K.multiplicand.mask(), rng() & K.multiplicand.mask(), rng() & K.addend.mask()};
  }
  std::vector<result> golden(Items), fast(Items), rtl(Items);
  unit_rtl<Bench> unit({});
  const auto each = [&](std::vector<result>& results, auto eval) {
    for (std::size_t i = 0; i < Items; ++i) results[i] = eval(K, items[i]);
  };
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.2f} |\n", config_name(name, "fma"),
             written_as(Gates), K.latency(),
             rate([&] { each(golden, [](auto&... x) { return eval(x...); }); }),
             rate([&] { each(fast, [](auto&... x) { return eval_fast(x...); }); }),
             rate([&] { unit.run(items, rtl); }));
  return golden == rtl && golden == fast;
}

template <class Bench, int Gates>
bool measure_sfu(const std::string& name) {
  using namespace golden::sfu;
  constexpr config K = Bench::Config;
  std::mt19937_64 rng(1);
  std::vector<operands> items(Items);
  for (operands& o : items) {
    o = {.op = op_e(rng() % Functions), .a = static_cast<std::uint32_t>(rng())};
  }
  std::vector<result> golden(Items), rtl(Items);
  unit_rtl<Bench> unit({});
  fmt::print("| {} | {} | {} | {:.1f} | {:.2f} |\n", config_name(name, "sfu"), written_as(Gates),
             K.latency(), rate([&] {
               for (std::size_t i = 0; i < Items; ++i) golden[i] = eval(K, items[i]);
             }),
             rate([&] { unit.run(items, rtl); }));
  return golden == rtl;
}

template <class V, int ExpA, int FracA, int InfA, int ExpC, int FracC, int InfC, int TinyBefore,
          int FlushIn, int FlushOut, unsigned Pipe, int Gates>
bool measure_built_fma(const char* name) {
  return measure_fma<fma_ports<V, ExpA, FracA, InfA, ExpC, FracC, InfC, TinyBefore, FlushIn,
                               FlushOut, Pipe, Gates>,
                     Gates>(name);
}

template <class V, int Cubic, int Ftz, unsigned Pipe, int Gates>
bool measure_built_sfu(const char* name) {
  return measure_sfu<sfu_ports<V, Cubic, Ftz, Pipe, Gates>, Gates>(name);
}

/// Dot products of an instruction's depth, of numbers near one, in golden.
bool measure_dots(const char* name) {
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
  // Blocks are counted, as they are what the RTL takes.
  const std::size_t blocks = Rows * p.depth / p.lanes;
  fmt::print("| {} | {} | {:.1f} | {:.1f} |\n", p.name, p.lanes,
             rate(
                 [&] {
                   for (std::size_t i = 0; i < Rows; ++i)
                     golden[i] = dot(p, row(a, i), row(b, i), c[i]);
                 },
                 blocks),
             rate([&] { dots<std::uint64_t>(p, p.depth, a, b, c, fast); }, blocks));
  return golden == fast;
}

}  // namespace

int speed_command() {
  bool equal = true;
  fmt::print(
      "| weft_fma, Mop/s | written as | registers | golden | golden, fast path | RTL |\n"
      "|---|---|---|---|---|---|\n");
#define WEFT_MEASURE(V, ...) equal = measure_built_fma<V, __VA_ARGS__>(#V) && equal
  (WEFT_FMA_CONFIGS(WEFT_MEASURE));
#undef WEFT_MEASURE
  fmt::print(
      "\n| weft_sfu, Mop/s | written as | registers | golden | RTL |\n"
      "|---|---|---|---|---|\n");
#define WEFT_MEASURE(V, ...) equal = measure_built_sfu<V, __VA_ARGS__>(#V) && equal
  (WEFT_SFU_CONFIGS(WEFT_MEASURE));
#undef WEFT_MEASURE
  fmt::print(
      "\n| dot products, Mblock/s | L | golden | golden, fast path |\n"
      "|---|---|---|---|\n");
  for (const char* name :
       {"v100-hmma-fp16", "a100-hmma-fp16", "h100-wgmma-fp16", "h100-wgmma-bf16", "h100-wgmma-tf32",
        "ada-qmma-e4m3", "h100-wgmma-e4m3", "b200-tcgen05-e4m3", "cdna3-mfma-fp16", "mppa-fp16",
        "rvbna-bf16-n16", "ieee-fma-bf16"}) {
    equal = measure_dots(name) && equal;
  }
  return equal ? 0 : 1;
}

}  // namespace weft::sim
