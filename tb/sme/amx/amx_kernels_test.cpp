// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/amx on golden: what they compute and how long the unit takes; and states as
// text.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/amx.hpp"
#include "sim/sme/amx_state.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::amx_kernels_test {
namespace {

using namespace golden::amx;
using golden::sme::stop_e;

constexpr std::uint64_t A = 0x20000, B = 0x40000, C = 0x60000;

class AmxKernels : public testing::Test {
 protected:
  AmxKernels() : rng_(test_options().seed) { memory_.map(A, 0x60000); }

  template <class T>
  void put(std::uint64_t address, const std::vector<T>& from) {
    std::vector<std::uint8_t> bytes(from.size() * sizeof(T));
    std::memcpy(bytes.data(), from.data(), bytes.size());
    ASSERT_TRUE(memory_.write(address, bytes));
  }
  template <class T>
  std::vector<T> get(std::uint64_t address, std::size_t n) {
    std::vector<std::uint8_t> bytes(n * sizeof(T));
    EXPECT_TRUE(memory_.read(address, bytes));
    std::vector<T> to(n);
    std::memcpy(to.data(), bytes.data(), bytes.size());
    return to;
  }
  std::vector<float> integers(std::size_t n) {
    std::vector<float> v(n);
    for (auto& x : v) x = static_cast<float>(rng_() % 17) - 8;
    return v;
  }

  run_result call(const std::string& kernel, const std::string& entry,
                  const std::vector<std::uint64_t>& arguments, unsigned rows_per_cycle) {
    state s;
    sim::launch(std::string(WEFT_AMX_KERNELS) + "/" + kernel + ".o", entry, {}, s.core, memory_);
    std::copy(arguments.begin(), arguments.end(), s.core.x.begin());
    auto r = run(s, memory_, 1'000'000, sim::ReturnTo, golden_unit({rows_per_cycle}));
    EXPECT_EQ(sim::why(r.last), "returned");
    EXPECT_FALSE(s.on);
    return r;
  }

  golden::sme::paged_memory memory_;
  std::mt19937 rng_;
};

/// For two of K, four registers of X and of Y are loaded and eight outer products added.
TEST_F(AmxKernels, MultipliesMatricesByTwoTimesTwoOuterProducts) {
  for (const std::size_t k : {2, 4, 64}) {
    for (const bool adds : {false, true}) {
      for (const unsigned rows : {1, 16}) {
        const auto a = integers(k * 32), b = integers(k * 32), c = integers(32 * 64);
        put(A, a);
        put(B, b);
        put(C, c);
        const auto r = call("gemm", "gemm_fp32", {k, A, B, C, 256, adds ? 1u : 0u}, rows);
        const std::uint64_t moves = (adds ? 2 : 1) * 32 * 2, set = 2 * 64 / rows;
        EXPECT_EQ(r.cycles, k / 2 * (8 + 8 * 16 / rows) + moves + set);
        if (k == 64 && !adds) {
          EXPECT_EQ(r.cycles, rows == 1 ? 4544u : 584u);
        }
        EXPECT_EQ(r.commands, k / 2 * 10 + (adds ? 2 : 1) * 32 + 2);
        auto expected = c;
        for (std::size_t m = 0; m < 32; ++m) {
          for (std::size_t n = 0; n < 32; ++n) {
            float sum = adds ? c[m * 64 + n] : 0;
            for (std::size_t i = 0; i < k; ++i) sum += a[i * 32 + m] * b[i * 32 + n];
            expected[m * 64 + n] = sum;
          }
        }
        ASSERT_EQ(get<float>(C, c.size()), expected) << "K " << k << ", adds " << adds;
      }
    }
  }
}

TEST_F(AmxKernels, StrategiesAndBlocksMultiplyMatrices) {
  const auto product = [](const std::vector<float>& a, const std::vector<float>& b, std::size_t m,
                          std::size_t n, std::size_t k, bool packed) {
    std::vector<float> c(m * n);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t x = 0; x < k; ++x) {
          c[i * n + j] += a[packed ? x * m + i : i * k + x] * b[x * n + j];
        }
      }
    }
    return c;
  };
  for (const std::size_t k : {2, 4, 30}) {
    for (const int strategy : {1, 3}) {
      const std::size_t m = strategy == 1 ? 16 : 32, n = strategy == 1 ? 64 : 32;
      const auto a = integers(m * k), b = integers(n * k);
      put(A, a);
      put(B, b);
      put(C, integers(m * n));
      call("strategies", "strategy_" + std::to_string(strategy), {k, A, B, C}, 16);
      ASSERT_EQ(get<float>(C, m * n), product(a, b, m, n, k, true)) << strategy << ' ' << k;
    }
  }
  for (const auto& [m, n, k] : {std::tuple<std::size_t, std::size_t, std::size_t>{32, 32, 32},
                                {64, 96, 32},
                                {32, 64, 96}}) {
    const auto a = integers(m * k), b = integers(n * k);
    put(A, a);
    put(B, b);
    put(C, integers(m * n));
    call("blocked", "matmul", {m, k, n, A, B, C, C + 0x8000}, 16);
    ASSERT_EQ(get<float>(C, m * n), product(a, b, m, n, k, false)) << m << ' ' << n << ' ' << k;
  }
}

/// Rates: as many commands as their loops say, at addresses that follow each other.
TEST_F(AmxKernels, RatesHaveSoManyCommands) {
  EXPECT_EQ(call("rates", "products_3", {5}, 16).commands, 2 + 5 * 12u);
  EXPECT_EQ(call("rates", "loads_2_4", {5, A, B}, 16).commands, 2 + 5 * 2u);
  EXPECT_EQ(call("rates", "loads_4_0", {5, A}, 16).commands, 2 + 5u);
  EXPECT_EQ(call("rates", "stores_2_2", {5, C}, 16).commands, 2 + 5 * 32u);
}

TEST_F(AmxKernels, TransposesByRowsInAndColumnsOut) {
  std::vector<std::uint32_t> from(16 * 24);
  for (auto& x : from) x = static_cast<std::uint32_t>(rng_());
  put(A, from);
  const auto r = call("transpose", "transpose_32", {C, 64, A, 96}, 1);
  EXPECT_EQ(r.cycles, 16u + 2 * 16u + 2 * 64u);
  const auto to = get<std::uint32_t>(C, 256);
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 16; ++j) EXPECT_EQ(to[j * 16 + i], from[i * 24 + j]);
  }
}

/// C = sigmoid(A B) of dense.s by the host's arithmetic: an int sum, a piece, a fused product.
class AmxDense : public AmxKernels {
 protected:
  void expect_layer(std::size_t k, std::uint64_t a_at, std::uint64_t b_at, std::uint64_t c_at,
                    std::uint64_t tables_at) {
    const auto a = get<std::int8_t>(a_at, 16 * k), b = get<std::int8_t>(b_at, 64 * k);
    const auto tables = get<float>(tables_at, 48), c = get<float>(c_at, 16 * 64);
    for (std::size_t m = 0; m < 16; ++m) {
      for (std::size_t n = 0; n < 64; ++n) {
        int sum = 0;
        for (std::size_t i = 0; i < k; ++i) sum += a[i / 4 * 64 + 4 * m + i % 4] * b[i * 64 + n];
        const auto x      = static_cast<float>(sum);
        std::size_t piece = 0;
        while (piece < 15 && tables[piece + 1] <= x) ++piece;
        ASSERT_EQ(c[m * 64 + n], std::fma(x, tables[16 + piece], tables[32 + piece]));
        ASSERT_NEAR(c[m * 64 + n], 1 / (1 + std::exp(-x / 8192)), 0.015);
      }
    }
  }
};

TEST_F(AmxDense, IsALayerOfANetwork) {
  // The committed example, and its tables with more of K.
  state s;
  std::ifstream in(WEFT_SOURCE_DIR "/tb/sme/amx/dense_state.txt");
  sim::read_state(in, "dense_state.txt", s, memory_);
  const auto& x = s.core.x;
  call("dense", "dense_sigmoid", {x[0], x[1], x[2], x[3], x[4]}, 1);
  expect_layer(x[0], x[1], x[2], x[3], x[4]);

  constexpr std::size_t K = 64;
  std::vector<std::int8_t> a(16 * K), b(64 * K);
  for (auto* operand : {&a, &b}) {
    for (auto& v : *operand) v = static_cast<std::int8_t>(rng_());
  }
  put(A, a);
  put(B, b);
  const auto r = call("dense", "dense_sigmoid", {K, A, B, C, x[4]}, 16);
  expect_layer(K, A, B, C, x[4]);
  const std::uint64_t products = K * 4, loads = K / 4 * 5 + 7, to_float = 4 + 4;
  EXPECT_EQ(r.cycles, products + loads + to_float + 64 * 6 + 2 * 4);
}

TEST_F(AmxKernels, MultipliesBytesByTilesOfEveryFourthColumn) {
  constexpr std::size_t K = 32;
  std::vector<std::int8_t> a(16 * K), b(64 * K);
  for (auto* operand : {&a, &b}) {
    for (auto& v : *operand) v = static_cast<std::int8_t>(rng_());
  }
  std::vector<std::int32_t> expected(16 * 64);
  for (std::size_t m = 0; m < 16; ++m) {
    for (std::size_t n = 0; n < 64; ++n) {
      for (std::size_t i = 0; i < K; ++i) {
        expected[m * 64 + n] += a[i / 4 * 64 + 4 * m + i % 4] * b[i * 64 + n];
      }
    }
  }
  put(A, a);
  for (const bool packed : {false, true}) {
    auto of_b = b;
    for (std::size_t i = 0; packed && i < b.size(); ++i) {
      of_b[i] = b[i / 64 * 64 + i % 4 * 16 + i % 64 / 4];
    }
    put(B, of_b);
    call("gemm_int8", packed ? "gemm_int8_packed" : "gemm_int8", {K, A, B, C}, 1);
    EXPECT_EQ(get<std::int32_t>(C, 16 * 64), expected);
  }
}

TEST_F(AmxKernels, StopsAtAnInstructionThatIsNotThere) {
  state s;
  memory_.map(0x1000, 16);
  put<std::uint32_t>(0x1000,
                     {word_of(op_e::Set, 0), 0xd2800020, word_of(op_e{23}, 0)});  // mov x0, #1
  s.core.pc    = 0x1000;
  const auto r = run(s, memory_, 100, 0, golden_unit({}));
  EXPECT_EQ(sim::why(r.last),
            "no instruction at 0x1008, word 0x002012e0: no instruction of AMX here");
  EXPECT_EQ(r.executed, 2u);
  EXPECT_EQ(r.commands, 1u);
  s.core.pc = 0x1000;
  EXPECT_EQ(sim::why(run(s, memory_, 100, 0, golden_unit({})).last),
            "illegal at 0x1000, word 0x00201220: AMX is on already");
  s.core.pc = 0x1004;
  EXPECT_EQ(run(s, memory_, 1, 0, golden_unit({})).last.stop, stop_e::Limit);
}

TEST_F(AmxKernels, StatesAreTextsAndBack) {
  state s;
  execute(s, memory_, op_e::Set, 0);
  for (auto* pool : {&s.x, &s.y}) {
    for (auto& byte : *pool) byte = static_cast<std::uint8_t>(rng_());
  }
  for (auto r = 0u; r < Rows; ++r) {
    for (auto i = 0u; i < RowBytes; ++i) s.core.rows[r][i] = static_cast<std::uint8_t>(rng_());
  }
  const auto text = sim::to_text(s, memory_);
  state back;
  golden::sme::paged_memory memory;
  std::istringstream in(text);
  sim::read_state(in, "text", back, memory);
  EXPECT_EQ(back, s);
  EXPECT_EQ(sim::to_text(back, memory), text);
}

TEST_F(AmxKernels, TextsSayWhatIsWrong) {
  const auto wrong = [&](const std::string& text) -> std::string {
    state s;
    std::istringstream in(text);
    try {
      sim::read_state(in, "t", s, memory_);
    } catch (const sim::input_error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(wrong("svcr 2\namx 1\namxx 7 ab\n# nothing\n\nx3 5\n"), "");
  EXPECT_EQ(wrong("amx 2\n"), "t:1: amx: 0 or 1");
  EXPECT_EQ(wrong("x1 0\namxy 8 0\n"), "t:2: amxy 8: no such register");
  EXPECT_EQ(wrong("amxx 1\n"), "t:1: amxx: a register and its value");
  EXPECT_EQ(wrong("amxx 1 xyz\n"), "t:1: amxx 1 xyz: not a hexadecimal number that fits");
  EXPECT_EQ(wrong("amxx 1 " + std::string(129, '0') + "\n").substr(0, 9), "t:1: amxx");
  EXPECT_EQ(wrong("amxx 1 0\nx3\n"), "t:2: x3: no value");
  EXPECT_EQ(wrong("svl 256\n"), "t: AMX needs svl 512");
  EXPECT_EQ(wrong("amx 1\n"), "t: amx 1 needs PSTATE.ZA, svcr 2");
}

}  // namespace
}  // namespace weft::amx_kernels_test
