// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on golden and on QEMU, at every vector length: what they compute, and that
// the states after them are the same.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "sim/file/half.hpp"
#include "sim/golden/sme.hpp"
#include "sim/sme/sme_program.hpp"
#include "sim/sme/sme_state.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/qemu/beside_qemu.hpp"
#include "tb/sme/qemu/qemu.hpp"

namespace weft::sme_kernels_test {
namespace {

using golden::sme::paged_memory;
using golden::sme::state;

constexpr std::size_t DataBytes = 256 * 1024;

class SmeKernels : public testing::TestWithParam<int> {
 protected:
  SmeKernels() : rng_(test_options().seed), qemu_(GetParam(), nsvl(), DataBytes) {
    s_.svl  = GetParam();
    s_.nsvl = nsvl();
  }

  /// An NSVL different from SVL; for SVL 1024, not a power of two.
  static int nsvl() { return GetParam() == 1024 ? 384 : 2048 / GetParam() * 128; }

  std::uint64_t data() const { return qemu_.data(); }
  std::uint64_t end() const { return data() + DataBytes; }

  template <class T>
  void put(std::uint64_t address, const std::vector<T>& from) {
    if (!from.empty()) {
      std::memcpy(&data_[address - data()], from.data(), from.size() * sizeof(T));
    }
  }
  template <class T>
  std::vector<T> get(std::uint64_t address, std::size_t n) const {
    std::vector<T> to(n);
    if (n != 0) std::memcpy(to.data(), &data_[address - data()], n * sizeof(T));
    return to;
  }
  template <class T>
  std::vector<T> some(std::size_t n, T from, T to) {
    std::vector<T> v(n);
    for (auto& x : v)
      x = static_cast<T>(from + static_cast<long>(rng_() % static_cast<std::uint64_t>(to - from)));
    return v;
  }

  /// Calls a function of tb/sme/<file>.s on the state and data of golden and, if `as_qemu`, of
  /// QEMU, and compares them.
  void call(const std::string& file, const std::string& function,
            std::vector<std::uint64_t> arguments, bool as_qemu = true) {
    paged_memory memory;
    memory.map(data(), DataBytes);
    memory.write(data(), data_);
    // The function alone, at the address that it has in QEMU.
    paged_memory object;
    const auto program =
        sim::load_program(std::string(WEFT_KERNELS) + "/" + file + ".o", 0x10000, object);
    const auto symbol = program.symbols.at(function);
    std::vector<std::uint8_t> code(symbol.bytes);
    ASSERT_TRUE(object.read(symbol.address, code));
    memory.map(qemu_.code(), code.size());
    memory.write(qemu_.code(), code);
    std::vector<std::uint32_t> words(code.size() / 4);
    std::memcpy(words.data(), code.data(), code.size());

    std::copy(arguments.begin(), arguments.end(), s_.x.begin());
    s_.pc             = qemu_.code();
    s_.x[30]          = qemu_.code() + code.size();
    s_.x[31]          = end();
    state theirs      = s_;
    auto their_data   = data_;
    const auto result = golden::sme::run(s_, memory, 10'000'000, s_.x[30]);
    ASSERT_EQ(result.last.stop, golden::sme::stop_e::End) << result.last.reason;
    ASSERT_TRUE(memory.read(data(), data_));
    if (!as_qemu) return;
    ASSERT_EQ(qemu_.execute(theirs, their_data, words), 0);
    EXPECT_TRUE(s_ == theirs) << sim::different_lines("golden", sim::to_text(s_), "QEMU",
                                                      sim::to_text(theirs));
    EXPECT_TRUE(data_ == their_data);
  }

  std::mt19937_64 rng_;
  qemu qemu_;
  state s_;
  std::vector<std::uint8_t> data_ = std::vector<std::uint8_t>(DataBytes);
};

float bf16(std::uint16_t bits) {
  const std::uint32_t word = std::uint32_t{bits} << 16;
  float x;
  std::memcpy(&x, &word, 4);
  return x;
}
std::uint16_t bf16(float x) {
  std::uint32_t word;
  std::memcpy(&word, &x, 4);
  return static_cast<std::uint16_t>(word >> 16);
}

/// M x K times K x N of elements that are a word's `Pack` neighbours of K.
template <class T, class Sum, class Product>
std::vector<Sum> multiply(int m, int n, int k, const std::vector<T>& a, const std::vector<T>& b,
                          std::size_t pack, Product&& product) {
  std::vector<Sum> c(static_cast<std::size_t>(m * n));
  const auto at = [&](const std::vector<T>& x, int row, int col, int width) {
    const auto p = static_cast<int>(pack);
    return x[static_cast<std::size_t>((row / p * width + col) * p + row % p)];
  };
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      auto& sum = c[static_cast<std::size_t>(i * n + j)];
      for (int l = 0; l < k; ++l) sum = product(sum, at(a, l, i, m), at(b, l, j, n));
    }
  }
  return c;
}

struct shape {
  int m, n, k;
};
/// A part of a block, a block, more than one in both directions. In the tests one operand of each
/// kind of tile ends where memory does: no lane beyond the edge may be loaded.
std::vector<shape> shapes(int svl) {
  const int words = svl / 32;
  return {{1, 1, 4},
          {words, words, 8},
          {2 * words, 2 * words, 4},
          {2 * words + 1, words + 3, 12},
          {words - 1, 3 * words + 1, 4},
          {words + 1, words / 2 + 1, 4}};
}

TEST_P(SmeKernels, GemmFp32) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    const auto a = some<int>(static_cast<std::size_t>(m * k), -1000, 1000);
    const auto b = some<int>(static_cast<std::size_t>(n * k), -1000, 1000);
    std::vector<float> fa(a.begin(), a.end()), fb(b.begin(), b.end());
    for (auto& x : fa) x /= 512;
    const std::uint64_t pa = end() - 4 * fa.size(), pb = data(), pc = pb + 4 * fb.size();
    put(pa, fa);
    put(pb, fb);
    call("gemm", "gemm_fp32", {m * 1ull, n * 1ull, k * 1ull, pa, pb, pc});
    const auto c = multiply<float, float>(
        m, n, k, fa, fb, 1, [](float s, float x, float y) { return std::fma(x, y, s); });
    EXPECT_EQ(get<float>(pc, c.size()), c);
  }
}

TEST_P(SmeKernels, GemmBf16) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    // Sums are exact: small integers.
    const auto a = some<int>(static_cast<std::size_t>(m * k), -100, 100);
    const auto b = some<int>(static_cast<std::size_t>(n * k), -100, 100);
    std::vector<std::uint16_t> ba, bb;
    for (const int x : a) ba.push_back(bf16(static_cast<float>(x)));
    for (const int x : b) bb.push_back(bf16(static_cast<float>(x)));
    const std::uint64_t pa = data(), pb = end() - 2 * bb.size(), pc = pa + 2 * ba.size();
    put(pa, ba);
    put(pb, bb);
    call("gemm", "gemm_bf16", {m * 1ull, n * 1ull, k / 2 * 1ull, pa, pb, pc});
    const auto c = multiply<std::uint16_t, float>(
        m, n, k, ba, bb, 2,
        [](float s, std::uint16_t x, std::uint16_t y) { return s + bf16(x) * bf16(y); });
    EXPECT_EQ(get<float>(pc, c.size()), c);
  }
}

TEST_P(SmeKernels, GemmFp16) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    const auto a = some<int>(static_cast<std::size_t>(m * k), -100, 100);
    const auto b = some<int>(static_cast<std::size_t>(n * k), -100, 100);
    std::vector<std::uint16_t> ha, hb;
    for (const int x : a) ha.push_back(sim::half_from_double(x));
    for (const int x : b) hb.push_back(sim::half_from_double(x));
    const std::uint64_t pa = data(), pb = data() + 2 * ha.size(), pc = pb + 2 * hb.size();
    put(pa, ha);
    put(pb, hb);
    call("gemm", "gemm_fp16", {m * 1ull, n * 1ull, k / 2 * 1ull, pa, pb, pc});
    const auto c = multiply<int, float>(
        m, n, k, a, b, 2, [](float s, int x, int y) { return s + static_cast<float>(x * y); });
    EXPECT_EQ(get<float>(pc, c.size()), c);
  }
}

TEST_P(SmeKernels, GemmFp64) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    const auto a = some<long>(static_cast<std::size_t>(m * k), -1'000'000, 1'000'000);
    const auto b = some<long>(static_cast<std::size_t>(n * k), -1'000'000, 1'000'000);
    std::vector<double> fa(a.begin(), a.end()), fb(b.begin(), b.end());
    for (auto& x : fa) x /= 3;
    const std::uint64_t pa = end() - 8 * fa.size(), pb = data(), pc = pb + 8 * fb.size();
    put(pa, fa);
    put(pb, fb);
    call("gemm", "gemm_fp64", {m * 1ull, n * 1ull, k * 1ull, pa, pb, pc});
    const auto c = multiply<double, double>(
        m, n, k, fa, fb, 1, [](double s, double x, double y) { return std::fma(x, y, s); });
    EXPECT_EQ(get<double>(pc, c.size()), c);
  }
}

TEST_P(SmeKernels, GemmInt16) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    const auto a           = some<std::int16_t>(static_cast<std::size_t>(m * k), -32768, 32767);
    const auto b           = some<std::int16_t>(static_cast<std::size_t>(n * k), -32768, 32767);
    const std::uint64_t pa = data(), pb = end() - 2 * b.size(), pc = pa + 2 * a.size();
    put(pa, a);
    put(pb, b);
    call("gemm", "gemm_int16", {m * 1ull, n * 1ull, k / 4 * 1ull, pa, pb, pc});
    const auto c = multiply<std::int16_t, std::int64_t>(
        m, n, k, a, b, 4, [](std::int64_t s, std::int16_t x, std::int16_t y) { return s + x * y; });
    EXPECT_EQ(get<std::int64_t>(pc, c.size()), c);
  }
}

/// QEMU 7.2 sums 8-bit products wrongly (Q2). Blocks of 12 steps of K and more compute while others
/// are stored.
TEST_P(SmeKernels, GemmInt8) {
  for (const auto [m, n, steps] : shapes(GetParam())) {
    for (const int k : {steps, 48, 52, 13 * steps}) {
      const auto a           = some<std::int8_t>(static_cast<std::size_t>(m * k), -128, 127);
      const auto b           = some<std::int8_t>(static_cast<std::size_t>(n * k), -128, 127);
      const bool a_ends      = k == 52;
      const std::uint64_t pa = a_ends ? end() - a.size() : data(),
                          pb = a_ends ? data() : end() - b.size(),
                          pc = data() + (a_ends ? b.size() : a.size());
      put(pa, a);
      put(pb, b);
      call("gemm", "gemm_int8", {m * 1ull, n * 1ull, k / 4 * 1ull, pa, pb, pc}, false);
      const auto c = multiply<std::int8_t, std::int32_t>(
          m, n, k, a, b, 4, [](std::int32_t s, std::int8_t x, std::int8_t y) { return s + x * y; });
      EXPECT_EQ(get<std::int32_t>(pc, c.size()), c) << m << " x " << n << " x " << k;
    }
  }
}

TEST_P(SmeKernels, Transpose) {
  for (const auto [m, n, k] : shapes(GetParam())) {
    const auto a = some<std::uint32_t>(static_cast<std::size_t>(m * n), 0, 1u << 31);
    put(data(), a);
    const std::uint64_t pb = data() + 4 * a.size();
    call("transpose", "transpose", {m * 1ull, n * 1ull, data(), pb});
    const auto b = get<std::uint32_t>(pb, a.size());
    for (int r = 0; r < m; ++r) {
      for (int c = 0; c < n; ++c) {
        ASSERT_EQ(b[static_cast<std::size_t>(c * m + r)], a[static_cast<std::size_t>(r * n + c)]);
      }
    }
  }
}

TEST_P(SmeKernels, Daxpy) {
  for (const std::size_t n : {0, 1, 3, 16, 100}) {
    const auto ix = some<int>(n, -1000, 1000), iy = some<int>(n, -1000, 1000);
    std::vector<double> x(ix.begin(), ix.end()), y(iy.begin(), iy.end());
    const std::uint64_t px = data(), py = data() + 0x1000, pa = data() + 0x2000, pn = pa + 8;
    put(px, x);
    put(py, y);
    put(pa, std::vector{1.5});
    put(pn, std::vector{static_cast<std::int32_t>(n)});
    call("daxpy", "daxpy", {px, py, pa, pn});
    for (std::size_t i = 0; i < n; ++i) y[i] += 1.5 * x[i];
    EXPECT_EQ(get<double>(py, n), y);
  }
}

/// The end of the data is the end of memory.
TEST_P(SmeKernels, StrlenAtTheEndOfMemory) {
  for (const std::uint64_t length : {0, 1, 7, 8, 100, 300}) {
    for (const std::uint64_t behind : {0, 1, 50}) {
      data_.assign(DataBytes, 'x');
      const std::uint64_t string      = end() - behind - 1 - length;
      data_[string + length - data()] = 0;
      call("strlen", "strlen", {string});
      EXPECT_EQ(s_.x[0], length);
    }
  }
}

TEST_P(SmeKernels, ListXor) {
  for (const std::size_t nodes : {1, 2, 5, 16, 33}) {
    std::vector<std::size_t> order(nodes);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), rng_);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
      const std::uint64_t value = rng_(), next = i + 1 < nodes ? data() + 16 * order[i + 1] : 0;
      put(data() + 16 * order[i], std::vector{value, next});
      all ^= value;
    }
    call("list", "list_xor", {data() + 16 * order[0]});
    EXPECT_EQ(s_.x[0], all);
  }
}

TEST_P(SmeKernels, GatherUpToTheFirstFault) {
  const auto n = static_cast<std::size_t>(nsvl() / 64);
  for (std::size_t bad = 1; bad <= n; ++bad) {
    std::vector<std::uint64_t> addresses, values;
    for (std::size_t i = 0; i < n; ++i) {
      addresses.push_back(i == bad ? end() : data() + 0x1000 + 8 * (rng_() % 100));
      values.push_back(rng_());
      if (i != bad) put(addresses[i], std::vector{values[i]});
    }
    put(data(), addresses);
    call("gather", "gather", {data(), n, data() + 0x800});
    ASSERT_EQ(s_.x[0], std::min(bad, n));
    const auto got = get<std::uint64_t>(data() + 0x800, s_.x[0]);
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i], get<std::uint64_t>(addresses[i], 1)[0]);
    }
  }
}

TEST_P(SmeKernels, ContextSwitchKeepsZa) {
  s_.za = true;
  for (int i = 0; i < s_.svlb(); ++i) {
    for (int j = 0; j < s_.svlb(); ++j) s_.rows[i][j] = static_cast<std::uint8_t>(rng_());
  }
  const auto rows = s_.rows;
  call("context", "save_za", {data()});
  EXPECT_FALSE(s_.za);
  EXPECT_NE(s_.rows, rows);
  call("context", "restore_za", {data()});
  EXPECT_TRUE(s_.za);
  EXPECT_EQ(s_.rows, rows);
}

TEST_P(SmeKernels, LazyZaQuantisesDotProductsAndKeepsZa) {
  s_.za = true;
  for (int i = 0; i < s_.svlb(); ++i) {
    for (int j = 0; j < s_.svlb(); ++j) s_.rows[i][j] = static_cast<std::uint8_t>(rng_());
  }
  const auto rows = s_.rows;
  const int n     = s_.svl / 32 * 2 + 3;
  const auto a    = some<std::int8_t>(static_cast<std::size_t>(4 * n), -128, 127);
  const auto b    = some<std::int8_t>(16, -128, 127);
  put(data(), a);
  put(data() + 0x8000, b);
  put(data() + 0x8010, std::vector<float>{0.03125F, -120.0F, 100.0F});
  put(data() + 0x801c, std::vector<std::int32_t>{3});
  call("lazy_za", "lazy_za",
       {static_cast<std::uint64_t>(n), data(), data() + 0x8000, data() + 0x8010, data() + 0x9000,
        data() + 0x1'0000});
  EXPECT_EQ(s_.rows, rows);
  EXPECT_TRUE(s_.za);
  EXPECT_EQ(s_.tpidr2, 0u);
  const auto got = get<std::int8_t>(data() + 0x9000, static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += a[static_cast<std::size_t>(4 * i + k)] * b[4 + k];
    const auto scaled = std::clamp(static_cast<float>(sum) * 0.03125F, -120.0F, 100.0F);
    EXPECT_EQ(got[static_cast<std::size_t>(i)], static_cast<int>(std::nearbyint(scaled)) / 3) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Svl, SmeKernels, testing::Values(128, 256, 512, 1024, 2048),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace weft::sme_kernels_test
