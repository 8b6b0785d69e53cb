// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/golden/mopa.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/mopa_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/za/mopa_cases.hpp"
#include "weft_mopa_configs.hpp"

/// Parts shared by the tests of weft_mopa's RTL.
namespace weft {

template <class Bench>
class mopa_rtl : public testing::Test {
 protected:
  static constexpr golden::mopa::config Config = Bench::Config;
  /// log2 of the longest vector's bytes.
  static constexpr int Longest = std::bit_width(static_cast<unsigned>(Config.svl / 8)) - 1;

  sim::lockstep<Bench> both_{test_options(), Bench::make_model()};

  /// Runs operations on both and checks ZA. Returns the cycles.
  std::uint64_t run(std::span<const golden::mopa::operation> operations, golden::mopa::file_t& za,
                    int log_bytes = Longest, sim::pace source = sim::always()) {
    golden::mopa::file_t expected = za;
    for (const golden::mopa::operation& o : operations) eval(log_bytes, o, expected);
    const auto cycles = sim::run_mopa(both_, log_bytes, operations, za, source);
    EXPECT_EQ(za, expected);
    return cycles;
  }

  /// The first element of the tile after this operation alone.
  std::uint64_t result(const golden::mopa::operation& o, std::uint64_t acc) {
    golden::mopa::file_t za{};
    golden::sme::isa::put(za[o.tile], 0, o.size(), acc);
    run(std::span(&o, 1), za);
    return golden::sme::isa::element(za[o.tile], 0, o.size());
  }

  std::vector<golden::mopa::operation> some(mopa_cases& cases, std::size_t n) {
    std::vector<golden::mopa::operation> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(cases());
    return all;
  }
};

/// All Verilated configurations.
#define WEFT_BENCH(V, P) sim::mopa_ports<V, P>
using mopa_benches = testing::Types<WEFT_MOPA_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH

}  // namespace weft
