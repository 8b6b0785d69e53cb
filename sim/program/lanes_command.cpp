// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/options.hpp"
#include "sim/verilated/fma_simd/fma_simd_engine.hpp"

namespace weft::sim {
namespace {

using namespace golden::fma_simd;

/// `weft lanes`: multiply-adds a cycle of weft_fma_simd in each format, beside FP32's and FP64's.
struct lanes_command {
  const options* command = nullptr;
  std::string engine     = "all";
  unsigned words         = 1000;
  std::uint64_t seed     = 1;

  void add_to(options& o) {
    command = &o;
    o.number("--words", words, {1, 1'000'000}, "Words of 64 bits of each format");
    o.choice("--engine", engine, {"golden", "rtl", "all"});
    o.number("--seed", seed, {}, "Seed of the operands and of the RTL's initial state");
  }

  int run() const {
    constexpr struct {
      mode_e mode;
      const char* name;
    } Formats[]      = {{mode_e::Fp64, "FP64"}, {mode_e::Fp32, "FP32"}, {mode_e::Fp16, "FP16"},
                        {mode_e::Bf16, "BF16"}, {mode_e::E4m3, "E4M3"}, {mode_e::E5m2, "E5M2"}};
    const auto& unit = built_fma_simd_units().front();
    std::string text = fmt::format("{:<7}{:>6}{:>12}{:>9}{:>9}{:>13}{:>13}\n", "format", "lanes",
                                   "operations", "cycles", "a cycle", "to FP32's", "to FP64's");
    bool agree       = true;
    for (const auto& [mode, name] : Formats) {
      std::mt19937_64 rng(seed);
      std::vector<operands> items(words);
      for (auto& o : items) o = {rng(), rng(), rng(), mode};
      std::uint64_t taken = cycles(unit.k, words);
      if (engine != "golden") {
        std::vector<result> results(words);
        const auto measured = unit.make({.seed = seed, .wave = {}})(items, results);
        agree               = agree && measured == taken;
        for (unsigned i = 0; i < words; ++i) {
          agree = agree && results[i] == eval(unit.k, items[i]);
        }
        taken = measured;
      }
      const auto count = std::uint64_t{words} * static_cast<unsigned>(lanes(mode));
      text += fmt::format("{:<7}{:>6}{:>12}{:>9}{:>9.2f}{:>13}{:>13}\n", name, lanes(mode), count,
                          taken, static_cast<double>(count) / static_cast<double>(taken),
                          fmt::format("{:.1f}", lanes(mode) / 2.0), lanes(mode));
    }
    text += engine == "golden" ? ""
            : agree            ? "RTL: golden's results and cycles\n"
                               : "RTL: DIFFERS from golden\n";
    fmt::print("{}", text);
    return exit_code(agree, *command, seed);
  }
};

}  // namespace

void add_lanes(options& o) { add<lanes_command>(o); }

}  // namespace weft::sim
