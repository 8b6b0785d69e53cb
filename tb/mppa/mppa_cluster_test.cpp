// SPDX-License-Identifier: Apache-2.0
//
// Cores of RTL that share banks of RTL against the same of golden: every output of every core and
// of the banks in every cycle, and the memory afterwards.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/verilated/mppa_core/mppa_core_cases.hpp"
#include "sim/verilated/mppa_core/mppa_core_engine.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/mppa/mppa_core_kernels.hpp"

namespace weft::mppa_cluster_test {
namespace {

using golden::mppa_core::bundle, golden::mppa_smem::interleave_e;
using sim::mppa_core_memory, sim::mppa_core_result;

/// The outputs of a run in the order in which they came.
struct record {
  std::vector<golden::mppa_core::outputs> cores;
  std::vector<golden::mppa_smem::outputs> banks;
  std::vector<mppa_core_result> results;
  mppa_core_memory after;
};

/// Banks that are written down.
template <class Banks>
class recorded : public sim::mppa_banks {
 public:
  recorded(Banks& banks, record& to) : banks_(banks), to_(to) {}

  golden::mppa_smem::outputs cycle(const golden::mppa_smem::inputs& in) override {
    to_.banks.push_back(banks_.cycle(in));
    return to_.banks.back();
  }
  void reset() override {
    banks_.reset();
    to_.banks.clear();
  }

 private:
  Banks& banks_;
  record& to_;
};

/// Golden's banks, which keep what is written when their turns are reset.
class golden_banks : public sim::mppa_banks {
 public:
  explicit golden_banks(const golden::mppa_smem::config& k) : k_(k), model_(k) {}

  golden::mppa_smem::outputs cycle(const golden::mppa_smem::inputs& in) override {
    auto out = model_.peek(in);
    model_.step(in);
    return out;
  }
  void reset() override {
    golden::mppa_smem::model fresh(k_);
    fresh.load(model_.unload());
    model_ = fresh;
  }

 private:
  golden::mppa_smem::config k_;
  golden::mppa_smem::model model_;
};

class MppaCluster : public testing::TestWithParam<interleave_e> {
 protected:
  const sim::built_mppa_core& core_ = sim::built_mppa_core_units().front();
  const golden::mppa_smem::config k_{.interleave = GetParam()};

  /// Runs a program on RTL and on golden. Returns golden's record.
  record run(const std::vector<bundle>& program, const mppa_core_memory& before, unsigned cores) {
    const auto job = [&](record& to, sim::mppa_banks& banks) {
      to.after = before;
      return sim::mppa_core_job{
          .program = program,
          .memory  = to.after,
          .cores   = cores,
          .watch   = [&to](unsigned, std::uint64_t, const auto& out) { to.cores.push_back(out); },
          .banks   = &banks};
    };
    record golden, rtl;
    {
      golden_banks model(k_);
      recorded banks(model, golden);
      std::vector<sim::model_machine<golden::mppa_core::model>> machines(
          cores, sim::model_machine<golden::mppa_core::model>(golden::mppa_core::model(core_.k)));
      golden.results = run_mppa_core_job(machines, job(golden, banks));
    }
    for (const auto& unit : sim::built_mppa_smem_units()) {
      if (unit.k != k_) continue;
      const auto built = unit.make(test_options());
      recorded banks(*built, rtl);
      rtl.results = core_.run(test_options(), job(rtl, banks));
    }
    EXPECT_EQ(golden.cores.size(), rtl.cores.size());
    for (std::size_t i = 0; i < golden.cores.size() && i < rtl.cores.size(); ++i) {
      EXPECT_EQ(golden.cores[i], rtl.cores[i]) << "cycle " << i / cores << ", core " << i % cores;
      if (HasFailure()) break;
    }
    EXPECT_TRUE(golden.banks == rtl.banks);
    EXPECT_TRUE(golden.after == rtl.after);
    return golden;
  }

  /// Cycles in which a request was not taken.
  static std::uint64_t conflicts(const record& of) {
    std::uint64_t n = 0;
    for (const auto& r : of.results) {
      n += r.whys[static_cast<std::size_t>(golden::mppa_core::why_e::Memory)];
    }
    return n;
  }
};

INSTANTIATE_TEST_SUITE_P(, MppaCluster,
                         testing::Values(interleave_e::Lines, interleave_e::Blocks,
                                         interleave_e::Apart),
                         testing::PrintToStringParamName());

TEST_P(MppaCluster, RandomProgramsAreGoldenInEveryCycle) {
  std::uint64_t waited = 0;
  for (const unsigned cores : {2u, 5u, 16u}) {
    const std::uint64_t seed = test_options().seed + cores;
    SCOPED_TRACE(testing::Message() << cores << " cores, seed " << seed);
    waited += conflicts(
        run(sim::mppa_core_cases(seed).program(100), sim::mppa_core_cases::memory(seed), cores));
  }
  EXPECT_GT(waited, 500);
}

// The lines of the program lie in sixteen banks, in eight unevenly, or in one.
TEST_P(MppaCluster, SixteenCoresLoadAtTheRateOfTheirBanks) {
  const auto of       = run(mppa_core_program("banks").bundles, {}, 16);
  std::uint64_t bytes = 0, cycles = 0;
  for (const auto& r : of.results) {
    bytes += r.bytes;
    cycles = std::max(cycles, r.cycles);
  }
  const double share = static_cast<double>(bytes) / static_cast<double>(cycles) / 512;
  if (GetParam() != interleave_e::Lines) {
    EXPECT_NEAR(share, GetParam() == interleave_e::Blocks ? 0.27 : 1 / 16.0, 0.001);
  } else {
    EXPECT_GE(share, 0.98);
  }
}

// The same product on two cores: the sums are the host's, and both are slower than one alone.
TEST_P(MppaCluster, TwoCoresComputeAKernel) {
  auto k               = mppa_kernels(test_options().seed).front();
  const auto of        = run(k.text.bundles, k.before, 2);
  mppa_core_memory one = k.before;
  sim::model_machine<golden::mppa_core::model> core;
  const auto alone = sim::run_mppa_core(core, k.text.bundles, one);
  EXPECT_TRUE(of.after == k.after);
  for (const auto& r : of.results) EXPECT_GE(r.cycles, alone.cycles);
}

}  // namespace
}  // namespace weft::mppa_cluster_test
