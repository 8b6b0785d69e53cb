// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/tensor_memory.hpp"
#include "sim/verilated/tensor_ports.hpp"
#include "sim/verilated/tensor_problems.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_recorded.hpp"
#include "weft_tensor_configs.hpp"

namespace weft {

using sim::make_problem, sim::values;

/// The cycles of a command in a chain.
struct taken_and_done {
  std::uint64_t taken, done;
};

/// One RTL array beside its golden model; runs problems on both.
class beside_golden {
 public:
  virtual ~beside_golden() = default;

  /// Runs p, checks D, and returns the cycles.
  virtual std::uint64_t run(const golden::tensor::problem& p, sim::memory_timing timing = {}) = 0;
  /// Runs problems one after the other, each command offered from the cycle after the one before is
  /// taken, with overlap. Checks D, and returns for each the cycles in which its command is taken
  /// and its last word of D.
  virtual std::vector<taken_and_done> run_chain(const std::vector<golden::tensor::problem>& all,
                                                const sim::memory_timing& timing = {}) = 0;
  /// Runs what is recorded for this array.
  virtual void run_recorded(const recorded_run& r) = 0;
  /// Runs p for some cycles, then resets both sides.
  virtual void abandon(const golden::tensor::problem& p, std::uint64_t cycles) = 0;
};

template <class Bench>
class beside_golden_of : public beside_golden {
 public:
  explicit beside_golden_of(std::uint64_t seed)
      : lockstep_(sim::run_options{.seed = seed, .wave = test_options().wave},
                  golden::tensor::model(Bench::Config)) {}

  std::uint64_t run(const golden::tensor::problem& p, sim::memory_timing timing) override {
    sim::tensor_memory memory(Bench::Config, p, std::move(timing));
    const auto result = sim::run_gemm(lockstep_, memory, [](const auto&) {});
    EXPECT_EQ(result.d, golden::tensor::gemm_bitwise(Bench::Config, p));
    return result.cycles;
  }

  std::vector<taken_and_done> run_chain(const std::vector<golden::tensor::problem>& all,
                                        const sim::memory_timing& timing) override {
    std::vector<std::unique_ptr<sim::tensor_memory>> memories;
    for (const auto& p : all) {
      memories.push_back(std::make_unique<sim::tensor_memory>(Bench::Config, p, timing));
    }
    std::vector<taken_and_done> when(all.size());
    std::size_t taken = 0, done = 0;  // commands
    for (std::uint64_t now = 0; done < all.size(); ++now) {
      // The operands are those of the newest command, D is that of the oldest one.
      auto& newest = *memories[taken == 0 ? 0 : taken - 1];
      auto in      = newest.drive();
      in.cmd.reset();
      if (taken < all.size()) {
        in.cmd          = memories[taken]->drive().cmd;
        in.cmd->overlap = true;
      }
      auto out          = lockstep_.cycle(in);
      const bool starts = in.cmd && out.cmd_ready;
      golden::tensor::outputs results;
      std::swap(results.d, out.d);
      std::swap(results.done, out.done);
      auto operands = in;
      operands.cmd.reset();
      if (taken > done) {
        auto& oldest = *memories[done];
        if (&oldest == &newest) {
          std::swap(results.d, out.d);
          std::swap(results.done, out.done);
        } else {
          golden::tensor::inputs sink;
          sink.d_ready = in.d_ready;
          oldest.observe(sink, results);
        }
        newest.observe(operands, out);
        if (oldest.done()) {
          EXPECT_EQ(oldest.outcome().d, golden::tensor::gemm_bitwise(Bench::Config, all[done]));
          when[done++].done = now;
        }
      }
      if (starts) {
        golden::tensor::outputs took;
        took.cmd_ready = true;
        golden::tensor::inputs gave;
        gave.cmd = in.cmd;
        memories[taken]->observe(gave, took);
        when[taken++].taken = now;
      }
    }
    return when;
  }

  void run_recorded(const recorded_run& r) override { is_as_recorded(lockstep_, r); }

  void abandon(const golden::tensor::problem& p, std::uint64_t cycles) override {
    sim::tensor_memory memory(Bench::Config, p, {});
    for (std::uint64_t i = 0; i < cycles && !memory.done(); ++i) {
      const auto in = memory.drive();
      memory.observe(in, lockstep_.cycle(in));
    }
    lockstep_.reset();
  }

 private:
  sim::lockstep<Bench> lockstep_;
};

/// A built array.
struct built_array {
  golden::tensor::config config;
  std::unique_ptr<beside_golden> (*make)(std::uint64_t seed);

  /// Its name in a test: fp16_4x4, fp16_4x4_turning_finishing.
  friend std::ostream& operator<<(std::ostream& os, const built_array& a) {
    std::string type(name_of(a.config.type));
    std::ranges::replace(type, '-', '_');
    return os << type << '_' << a.config.rows << 'x' << a.config.cols
              << (a.config.transposes ? "_turning" : "") << (a.config.sparse ? "_sparse" : "")
              << (a.config.epilogue ? "_finishing" : "");
  }
};

inline std::vector<built_array> built_arrays() {
#define WEFT_BUILT(V, P)                                                                        \
  built_array {                                                                                 \
    sim::tensor_ports<V, P>::Config, [](std::uint64_t seed) -> std::unique_ptr<beside_golden> { \
      return std::make_unique<beside_golden_of<sim::tensor_ports<V, P>>>(seed);                 \
    }                                                                                           \
  }
  return {WEFT_TENSOR_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
}

/// A flow, and the order of the operands.
struct way {
  golden::tensor::flow_e flow;
  golden::tensor::layout layout{};

  friend std::ostream& operator<<(std::ostream& os, const way& w) {
    return os << flow_name(w.flow) << (w.layout.turns_a(w.flow) ? ", A turned" : "")
              << (w.layout.b_by_columns() ? ", B turned" : "")
              << (w.layout.c_is_row ? ", a row of C" : "");
  }
};

/// A test that runs on every array.
class every_array : public testing::TestWithParam<built_array> {
 protected:
  static const golden::tensor::config& array() { return GetParam().config; }
  static std::unique_ptr<beside_golden> make_pair(std::uint64_t seed = test_options().seed) {
    return GetParam().make(seed);
  }
  /// All flows and orders that the array supports.
  static std::vector<way> ways() {
    using enum golden::tensor::flow_e;
    using enum golden::tensor::lies_e;
    std::vector<way> all;
    for (const auto flow : {OutputStationary, WeightStationary, Bidirectional, Auto}) {
      for (const auto a : {ByRows, ByColumns}) {
        for (const auto b : {ByRows, ByColumns}) {
          const way w{flow, {a, b, a != b}};
          if (has(array(), flow, w.layout)) all.push_back(w);
          if (way sparse = w; (sparse.layout.sparse_a = has(array(), flow, {a, b, false, true}))) {
            all.push_back(sparse);
          }
        }
      }
    }
    return all;
  }

  static golden::tensor::problem make(golden::tensor::shape s, bool preload,
                                      values v     = values::Finite,
                                      const way& w = {golden::tensor::flow_e::OutputStationary},
                                      std::uint64_t seed = test_options().seed) {
    if (w.layout.sparse_a) s = in_fours(s);
    auto p   = make_problem(array().type, s, preload, seed, v);
    p.flow   = w.flow;
    p.layout = w.layout;
    if (p.layout.c_is_row && preload) p.c.resize(s.n);
    if (p.layout.sparse_a) {  // any index: the array does not ask whether they rise
      std::mt19937_64 rng(seed);
      p.a.resize(p.a.size() / 2);
      for (std::size_t i = 0; i < p.a.size(); ++i) p.index.push_back(rng() % 4);
    }
    return p;
  }

  static std::uint64_t cycles_of(golden::tensor::shape s, const way& w) {
    return cycles(array(), w.layout.sparse_a ? in_fours(s) : s, w.flow, w.layout);
  }

 private:
  static golden::tensor::shape in_fours(golden::tensor::shape s) {
    return {s.m, s.n, (s.k + 3) / 4 * 4};
  }
};

}  // namespace weft
