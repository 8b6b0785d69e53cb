// SPDX-License-Identifier: Apache-2.0
//
// rtl/mppa/weft_mppa.sv against sim/golden/mppa_model.hpp in lockstep, and against execute() and
// cycles().

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mppa_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/operands.hpp"
#include "sim/verilated/mppa/mppa_cases.hpp"
#include "sim/verilated/mppa/mppa_ports.hpp"
#include "tb/dpa/dot_vectors.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_mppa_configs.hpp"

namespace weft::mppa_test {
namespace {

using namespace golden::mppa;
using sim::mppa_bytes, sim::mppa_timing;

/// The memory after a program, executed bundle by bundle.
mppa_bytes executed(const std::vector<bundle>& program, mppa_bytes memory) {
  state s;
  for (const bundle& x : program) execute(s, x, memory);
  return memory;
}

template <class Bench>
class MppaRtl : public testing::Test {
 protected:
  sim::lockstep<Bench> both_{test_options(), Bench::make_model()};

  /// Runs a program on both and checks the memory. Returns the cycles.
  std::uint64_t run(const std::vector<bundle>& program, const mppa_bytes& memory,
                    const mppa_timing& timing = {}) {
    mppa_bytes after   = memory;
    const auto counted = sim::run_mppa(both_, program, after, timing);
    EXPECT_EQ(after.all(), executed(program, memory).all());
    return counted;
  }
};

#define WEFT_BENCH(V, P) sim::mppa_ports<V, P>
using benches = testing::Types<WEFT_MPPA_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(MppaRtl, benches);

TYPED_TEST(MppaRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  std::uint64_t seed = test_options().seed;
  for (const sim::timing& t : sim::timings()) {
    for (const auto& answer : {sim::always(), sim::bursts(1, 3), sim::randomly(0.5, 3)}) {
      for (const std::uint64_t latency : {1, 4, 20}) {
        SCOPED_TRACE(testing::Message() << t << " latency " << latency << " seed " << seed);
        this->run(sim::mppa_program(seed, 300), sim::mppa_operands(seed),
                  {t.source, t.sink, answer, latency});
        ++seed;
      }
    }
  }
}

TYPED_TEST(MppaRtl, StartsFromAnyStateAndResetsInTheMiddle) {
  const auto program = sim::mppa_program(test_options().seed, 100);
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << test_options().seed + seed);
    sim::lockstep<TypeParam> both(
        sim::run_options{.seed = test_options().seed + seed, .wave = test_options().wave},
        TypeParam::make_model());
    // Bundles enter and no load is answered; the reset then discards all of them.
    mppa_bytes memory = sim::mppa_operands(seed);
    for (std::uint64_t i = 0; i < 1 + seed; ++i) both.cycle({.in = program[i], .rsp = {}});
    both.reset();
    const auto counted = sim::run_mppa(both, program, memory);
    EXPECT_EQ(counted, cycles(TypeParam::Config, program));
    EXPECT_EQ(memory.all(), executed(program, sim::mppa_operands(seed)).all());
  }
}

TYPED_TEST(MppaRtl, TakesTheCyclesOfTheSchedule) {
  std::uint64_t seed = test_options().seed;
  for (const std::size_t length : {0, 1, 10, 300}) {
    for (const std::uint64_t latency : {1, 2, 3, 9, 40}) {
      const auto program = sim::mppa_program(++seed, length);
      EXPECT_EQ(this->run(program, sim::mppa_operands(seed), {.latency = latency}),
                cycles(TypeParam::Config, program, latency))
          << length << " bundles, latency " << latency;
    }
  }
}

TYPED_TEST(MppaRtl, ProductsFollowEachOtherWithoutAGap) {
  // A load, a move and a product in every bundle, the product on the same sums, from quadruples
  // that were loaded four bundles before.
  std::vector<bundle> program = sim::mppa_program(1, 0);
  program.resize(Registers);
  for (unsigned i = 0; i < 100; ++i) {
    const auto quadruple = [](unsigned n) { return static_cast<std::uint8_t>(16 + 4 * (n % 3)); };
    program.push_back({.mem_op      = mem_op_e::Scatter,
                       .mem_reg     = quadruple(i / 4),
                       .mem_quarter = static_cast<std::uint8_t>(i % 4),
                       .mem_addr    = 32 * (i % 32),
                       .move_op     = move_op_e::Clear,
                       .move_dst    = 30,
                       .mac_op      = mac_op_e::Int8,
                       .mac_d       = 0,
                       .mac_a       = static_cast<std::uint8_t>(quadruple(i / 4 + 1) + i % 4),
                       .mac_b       = 8});
  }
  // A cycle each, one before for the first to come in, one behind for the last product.
  EXPECT_EQ(this->run(program, sim::mppa_operands(1)), 1 + Registers + 100 + 1);
}

/// FP16 products and their sums, as programs of 16 exact dot products each.
class fp16_products {
 public:
  explicit fp16_products(std::uint64_t seed)
      : half_(golden::Binary16, seed), single_(golden::Binary32, seed), rng_(seed) {}

  /// Addends at the edges, or near to minus the products; a quarter of the operands far apart.
  mppa_bytes operator()() {
    std::array<register_t, 2> x{};
    for (auto& r : x) {
      for (auto& row : r) {
        for (unsigned k = 0; k < 4; ++k) row |= half() << (16 * k);
      }
    }
    mppa_bytes memory(256);
    memory.write(0, x[0]);
    memory.write(32, x[1]);
    state s;
    s.registers[0] = x[0];
    s.registers[1] = x[1];
    multiply(s, Product, x[0], x[1]);
    for (unsigned r = 0; r < 2; ++r) {
      register_t c{};
      for (unsigned i = 0; i < 4; ++i) {
        for (unsigned h = 0; h < 2; ++h) {
          c[i] |= std::uint64_t{addend(static_cast<std::uint32_t>(s.registers[2 + r][i] >> 32 * h))}
                  << 32 * h;
        }
      }
      memory.write(64 + 32 * r, c);
    }
    return memory;
  }

  static constexpr bundle Product{.mac_op = mac_op_e::Fp16, .mac_d = 2, .mac_a = 0, .mac_b = 1};

  static std::vector<bundle> program() {
    std::vector<bundle> p;
    for (std::uint8_t r = 0; r < 4; ++r) {
      p.push_back({.mem_op = mem_op_e::Load, .mem_reg = r, .mem_addr = 32u * r});
    }
    p.push_back(Product);
    for (std::uint8_t r = 2; r < 4; ++r) {
      p.push_back({.mem_op = mem_op_e::Store, .mem_reg = r, .mem_addr = 64 + 32u * r});
    }
    return p;
  }

 private:
  /// Seldom an infinity or NaN, which hides the others.
  std::uint64_t half() {
    std::uint64_t x = half_();
    while (golden::unpack(golden::Binary16, x).exp == 0 && rng_() % 8 != 0) x = half_();
    return x;
  }
  std::uint32_t addend(std::uint32_t products) {
    switch (rng_() % 4) {
      case 0:
        return static_cast<std::uint32_t>(single_());
      case 1:
        return static_cast<std::uint32_t>(products + rng_() % 5 - 2) ^ 0x80000000;
      case 2:  // up to 2^31 larger or smaller
        return static_cast<std::uint32_t>(products + ((rng_() % 63 - 31) << 23)) ^
               static_cast<std::uint32_t>(rng_() & 0x80000000);
      default:
        return static_cast<std::uint32_t>(rng_());
    }
  }

  sim::edge_floats half_, single_;
  std::mt19937_64 rng_;
};

TYPED_TEST(MppaRtl, Fp16IsExactAtTheEdges) {
  fp16_products next(test_options().seed);
  const auto program = fp16_products::program();
  for (int i = 0; i < 3000; ++i) this->run(program, next());
}

// The files hold dot products of 4 and 16; four of them are the diagonal of a product, those of 16
// a chain of four products.
TYPED_TEST(MppaRtl, Fp16ProductsAreThePublishedOnes) {
  const auto& profile = *golden::dpa::find("mppa-fp16");
  int count           = 0;
  for (const auto& [name, depth] :
       {std::pair<std::string, std::size_t>{"kalray_fp16_dp4_rne", 4}, {"cdna1_fp16_fp32", 16}}) {
    const auto vectors = read_dot_vectors(name, profile).undisputed;
    if (vectors.empty()) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
    for (std::size_t first = 0; first + 4 <= vectors.size(); first += 4) {
      mppa_bytes memory(4096);
      std::vector<bundle> program;
      std::array<register_t, 2> c{};
      for (unsigned i = 0; i < 4; ++i) {
        c[i / 2][i] = vectors[first + i].c << 32 * (i % 2);
      }
      const auto load = [&](std::uint8_t r, const register_t& data) {
        const auto at = static_cast<addr_t>(32 * program.size());
        memory.write(at, data);
        program.push_back({.mem_op = mem_op_e::Load, .mem_reg = r, .mem_addr = at});
      };
      load(2, c[0]);
      load(3, c[1]);
      for (std::size_t k = 0; k < depth; k += 4) {
        register_t a{}, b{};
        for (unsigned i = 0; i < 4; ++i) {
          for (unsigned l = 0; l < 4; ++l) {
            a[i] |= vectors[first + i].a[k + l] << 16 * l;
            b[i] |= vectors[first + i].b[k + l] << 16 * l;
          }
        }
        load(0, a);
        load(1, b);
        program.push_back(fp16_products::Product);
      }
      for (std::uint8_t r = 0; r < 2; ++r) {
        program.push_back({.mem_op   = mem_op_e::Store,
                           .mem_reg  = static_cast<std::uint8_t>(2 + r),
                           .mem_addr = 2048 + 32u * r});
      }
      sim::run_mppa(this->both_, program, memory);
      for (unsigned i = 0; i < 4; ++i) {
        const auto d =
            static_cast<std::uint32_t>(memory.read(2048 + 32 * (i / 2))[i] >> 32 * (i % 2));
        ASSERT_TRUE(vectors[first + i].is(profile, d))
            << std::hex << d << ": " << vectors[first + i].line;
        ++count;
      }
    }
  }
  EXPECT_EQ(count, 2000);
}

}  // namespace
}  // namespace weft::mppa_test
