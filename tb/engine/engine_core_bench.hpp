// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_core.hpp"
#include "sim/harness/engine_memory.hpp"
#include "sim/harness/watchdog.hpp"
#include "tb/dpa/dpa_oracle.hpp"

namespace weft {

using engine_config = golden::engine_core::config;
using sim::engine_checker;
using sim::engine_memory;
using engine_job = golden::engine_core::job;

/// Runs jobs on anything with cycle(inputs). Returns their outcomes. A job is offered when `offers`
/// says so, until it is taken; abort_i is high in cycle `abort_at`. The fault of a failed job is
/// the first error that the memory has given.
template <class Unit>
std::vector<golden::engine_core::outcome> run_jobs(Unit& unit, engine_memory& memory,
                                                   engine_checker& checker,
                                                   const std::vector<engine_job>& jobs,
                                                   sim::pace offers       = sim::always(),
                                                   std::uint64_t abort_at = ~0ull) {
  using golden::engine_core::end_e;
  std::vector<golden::engine_core::outcome> outcomes;
  sim::watchdog dog;
  bool offered      = false;
  std::size_t given = 0;
  for (std::uint64_t cycle = 0; outcomes.size() < jobs.size(); ++cycle) {
    golden::engine_core::inputs in;
    offered = offered || (given < jobs.size() && offers());
    if (offered) in.job = jobs[given];
    in.abort = cycle == abort_at;
    memory.drive(in);
    const auto out = unit.cycle(in);
    checker.cycle(in, out);
    memory.step(in, out);
    const bool takes = offered && out.job_ready;
    given += takes;
    offered = offered && !takes;
    if (out.outcome) {
      outcomes.push_back(*out.outcome);
      const end_e how = out.outcome->how;
      if (how == end_e::LoadFailed || how == end_e::StoreFailed) {
        const auto& errors =
            how == end_e::LoadFailed ? memory.load_errors() : memory.store_errors();
        EXPECT_EQ(std::vector(1, out.outcome->fault),
                  std::vector(errors.begin(), errors.begin() + !errors.empty()));
        memory.forget_errors();
      }
    }
    dog.cycle(takes || in.r || in.b || out.outcome || (out.w && in.w_ready),
              [&] { return std::to_string(outcomes.size()) + " jobs ended"; });
  }
  EXPECT_TRUE(memory.load_errors().empty() && memory.store_errors().empty())
      << "an error without a failed job";
  return outcomes;
}

/// Plain arithmetic on elements as they lie in memory: integers modulo 2^64, or the host's fused
/// multiply-add on operands whose products are exact; for a profile, a step of it on integers of
/// any length.
class plain_arithmetic {
 public:
  explicit plain_arithmetic(const golden::tensor::arithmetic& t) : name_(name_of(t)), type_(t) {
    if (of_profile()) oracle_.emplace(t.dot());
  }

  /// Whether a sum goes on in steps of a profile.
  bool of_profile() const {
    constexpr std::string_view Plain[] = {"fp16", "bf16", "tf32", "fp32", "fp64"};
    return !type_.integer() && std::ranges::find(Plain, name_) == std::end(Plain);
  }
  using words = std::vector<std::uint64_t>;
  std::uint64_t step(const words& a, const words& b, const words& scale_a, const words& scale_b,
                     std::uint64_t c) const {
    return oracle_->dot(a, b, c, scale_a, scale_b);
  }
  /// A byte with a scale: a power of two near 1, or any number; bits above it mean nothing.
  std::uint64_t scale(std::uint64_t random) const {
    if (type_.dot().block_scale.frac_bits == 0) return 120 + random % 16;
    return random % 128 == 127 ? random - 1 : random;
  }

  std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) const {
    if (type_.integer()) {
      const auto x = number(a, type_.a_bits(), type_.a_signed());
      const auto y = number(b, type_.b_bits(), type_.b_signed());
      const auto s = static_cast<std::uint64_t>(x * y) + c;
      return type_.result_bits() == 64 ? s : s & 0xffff'ffff;
    }
    // Every NaN is the canonical one.
    if (name_ == "fp64") {
      const double sum =
          std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c));
      return std::isnan(sum) ? 0x7ff8'0000'0000'0000 : std::bit_cast<std::uint64_t>(sum);
    }
    const float sum =
        std::fma(value(a), value(b), std::bit_cast<float>(static_cast<std::uint32_t>(c)));
    return std::isnan(sum) ? 0x7fc0'0000 : std::bit_cast<std::uint32_t>(sum);
  }

  /// A byte of memory; numbers have small exponents wherever their bytes begin.
  std::uint8_t byte(std::uint64_t random) const {
    if (type_.integer()) return static_cast<std::uint8_t>(random);
    return static_cast<std::uint8_t>((random & 0x83) | (10 + (random >> 8) % 9) << 2);
  }

  /// An element with a small exponent, so that no sum overflows.
  std::uint64_t operand(std::uint64_t random, bool of_b = false) const {
    if (type_.integer()) return random;
    if (of_profile()) {
      // Any bits, but for wide exponents those in the middle, and a NaN or an infinity seldom.
      const auto& e       = of_b ? type_.dot().b : type_.dot().a;
      const unsigned frac = static_cast<unsigned>(e.frac_bits + e.pad);
      const bool special  = (random >> 30) % 4096 == 0;
      if (e.exp_bits < 4 || special) return random;
      const std::uint64_t exp = static_cast<std::uint64_t>(e.bias) - 4 + (random >> 48) % 9;
      const std::uint64_t low = random & ((std::uint64_t{1} << frac) - 1);
      return low | exp << frac | (random >> 60 & 1) << (frac + static_cast<unsigned>(e.exp_bits));
    }
    if (name_ == "fp16") return (random & 0x83ff) | (10 + random % 9) << 10;
    if (name_ == "bf16") return (random & 0x807f) | (120 + random % 12) << 7;
    if (name_ == "fp64") return (random & 0x800f'ffff'ffff'ffff) | (1015 + random % 16) << 52;
    return (random & 0x807f'ffff) | (120 + random % 12) << 23;
  }
  std::uint64_t sum(std::uint64_t random) const {
    if (of_profile()) {
      const auto& c           = type_.dot().c;
      const auto frac         = static_cast<unsigned>(c.frac_bits);
      const std::uint64_t exp = static_cast<std::uint64_t>(c.bias()) - 4 + (random >> 48) % 12;
      const std::uint64_t low = random & ((std::uint64_t{1} << frac) - 1);
      return low | exp << frac | (random >> 60 & 1) << (frac + static_cast<unsigned>(c.exp_bits));
    }
    if (type_.integer() || name_ == "fp64") return operand(random);
    return (random & 0x807f'ffff) | (120 + random % 12) << 23;
  }

 private:
  static std::int64_t number(std::uint64_t x, unsigned bits, bool is_signed) {
    const std::uint64_t low = x & ((std::uint64_t{1} << bits) - 1);
    const bool minus        = is_signed && (low >> (bits - 1)) != 0;
    return static_cast<std::int64_t>(low) - (minus ? std::int64_t{1} << bits : 0);
  }
  float value(std::uint64_t x) const {
    if (name_ == "fp16") {
      return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(x)));
    }
    const auto bits = static_cast<std::uint32_t>(name_ == "bf16"   ? x << 16
                                                 : name_ == "tf32" ? x & 0xffff'e000
                                                                   : x);
    return std::bit_cast<float>(bits);
  }

  std::string_view name_;
  golden::tensor::arithmetic type_;
  std::optional<dpa_oracle> oracle_{};
};

/// A matrix in the memory of a test.
struct lying {
  std::uint64_t addr;
  std::uint32_t pitch;
  unsigned bytes;  ///< of an element
};

inline std::uint64_t load_element(const std::vector<std::uint8_t>& bytes, const lying& x,
                                  std::uint64_t row, std::uint64_t col) {
  std::uint64_t e = 0;
  std::memcpy(&e, &bytes.at(x.addr - engine_memory::Base + row * x.pitch + col * x.bytes), x.bytes);
  return e;
}
inline void store_element(std::vector<std::uint8_t>& bytes, const lying& x, std::uint64_t row,
                          std::uint64_t col, std::uint64_t e) {
  std::memcpy(&bytes.at(x.addr - engine_memory::Base + row * x.pitch + col * x.bytes), &e, x.bytes);
}

/// The elements under the window of output pixel `m`, tap by tap.
inline std::vector<std::uint64_t> window_elements(const engine_config& k, const engine_job& j,
                                                  const std::vector<std::uint8_t>& bytes,
                                                  unsigned m) {
  const auto& c = j.conv;
  const lying picture{j.a, j.lda, k.a_bytes()};
  std::vector<std::uint64_t> all;
  const unsigned out_y = m / c.out_w, out_x = m % c.out_w;
  for (unsigned r = 0; r < c.r; ++r) {
    for (unsigned s = 0; s < c.s; ++s) {
      for (unsigned channel = 0; channel < c.cin; ++channel) {
        const int y =
            static_cast<int>(out_y * c.stride + r * c.dilation) - static_cast<int>(c.pad_top);
        const int x =
            static_cast<int>(out_x * c.stride + s * c.dilation) - static_cast<int>(c.pad_left);
        const bool inside =
            y >= 0 && x >= 0 && y < static_cast<int>(c.h) && x < static_cast<int>(c.w);
        const auto pad = static_cast<std::uint64_t>(std::int64_t{c.pad});
        all.push_back(inside ? load_element(bytes, picture, y, std::uint64_t(x) * c.cin + channel)
                             : pad & (~std::uint64_t{0} >> (64 - 8 * k.a_bytes())));
      }
    }
  }
  return all;
}

/// Row `m` of a 2:4 sparse A at its full length: the k-th stored element, and the one whose place
/// two bits at a_extra give. Elements that are not stored are no products; `places` has those that
/// are, in their order.
struct sparse_row {
  std::vector<std::uint64_t> elements;
  std::vector<unsigned> places;
};
inline sparse_row elements_of_sparse_row(const engine_config& k, const engine_job& j,
                                         const std::vector<std::uint8_t>& bytes, unsigned m) {
  sparse_row row;
  const lying a{j.a, j.lda, k.a_bytes()};
  const std::size_t first =
      j.a_extra - engine_memory::Base + std::size_t{m} * ((j.shape.k + 7) / 8);
  for (unsigned i = 0; i < j.shape.k / 2; ++i) {
    row.elements.push_back(load_element(bytes, a, m, i));
    row.places.push_back(i / 2 * 4 + (bytes.at(first + i / 4) >> i % 4 * 2 & 3));
  }
  return row;
}

/// D of a profile's job, step by step: each has `lanes` products, those beyond K of zeros, and the
/// scales of its blocks.
inline std::uint64_t sum_of_steps(const engine_config& k, const engine_job& j,
                                  const plain_arithmetic& plain,
                                  const std::vector<std::uint8_t>& bytes, unsigned m, unsigned n,
                                  const std::vector<std::uint64_t>& line, std::uint64_t sum) {
  using words          = plain_arithmetic::words;
  const auto& type     = k.array.type;
  const unsigned lanes = type.lanes(), depth = j.shape.k, rows = k.array.rows;
  const unsigned steps = (depth + lanes - 1) / lanes;
  const unsigned block = type.scales() == 0 ? 0 : lanes / type.scales();
  const unsigned cols  = block == 0 ? 0 : (depth + block - 1) / block;  // of scales of A
  const bool bi        = j.flow == golden::tensor::flow_e::Bidirectional;
  const unsigned turn  = bi ? m % k.block_m / 2 % rows : 0;
  const lying a{j.a, j.lda, k.a_bytes()}, b{j.b, j.ldb, k.b_bytes()}, scales_a{j.a_extra, cols, 1},
      scales_b{j.b_extra, j.shape.n, 1};
  for (unsigned at = 0; at < (steps + rows - 1) / rows * rows; ++at) {
    const unsigned step = at / rows * rows + (at + turn) % rows;
    if (step >= steps) continue;
    words x(lanes), y(lanes), p, q;
    for (unsigned l = 0; l < lanes && step * lanes + l < depth; ++l) {
      const unsigned i = step * lanes + l;
      x[l]             = j.convolves()   ? line.at(i)
                         : j.transpose_a ? load_element(bytes, a, i, m)
                                         : load_element(bytes, a, m, i);
      y[l] = j.transpose_b ? load_element(bytes, b, n, i) : load_element(bytes, b, i, n);
      x[l] &= type.dot().a.mask(), y[l] &= type.dot().b.mask();
      if (block == 0 || l % block != 0) continue;
      const std::uint64_t low = (std::uint64_t{1} << type.scale_bits()) - 1;
      p.push_back(load_element(bytes, scales_a, m, i / block) & low);
      q.push_back(load_element(bytes, scales_b, i / block, n) & low);
    }
    if (block != 0) p.resize(lanes / block), q.resize(lanes / block);
    sum = plain.step(x, y, p, q, sum);
  }
  return sum;
}

/// Copies rows one after the other.
inline void copy_plainly(const engine_job& j, std::vector<std::uint8_t>& bytes) {
  for (unsigned plane = 0; plane < j.shape.k; ++plane) {
    for (unsigned row = 0; row < j.shape.m; ++row) {
      const std::uint64_t from = j.c + plane * j.a + std::uint64_t{row} * j.ldc;
      const std::uint64_t to   = j.d + plane * j.b + std::uint64_t{row} * j.ldd;
      std::memmove(&bytes.at(to - engine_memory::Base), &bytes.at(from - engine_memory::Base),
                   j.shape.n);
    }
  }
}

/// Runs a job on `bytes`, element by element.
inline void run_plainly(const engine_config& k, const engine_job& j,
                        std::vector<std::uint8_t>& bytes) {
  if (j.copies()) return copy_plainly(j, bytes);
  const plain_arithmetic plain(k.array.type);
  const unsigned out = golden::tensor::output_bytes(k.array.type, j.epilogue);
  const lying a{j.a, j.lda, k.a_bytes()}, b{j.b, j.ldb, k.b_bytes()}, c{j.c, j.ldc, k.sum_bytes()},
      d{j.d, j.ldd, out};
  std::vector<std::uint64_t> results;
  for (unsigned m = 0; m < j.shape.m; ++m) {
    std::vector<std::uint64_t> line;
    if (j.convolves()) line = window_elements(k, j, bytes, m);
    std::vector<unsigned> places;
    if (j.sparse_a) {
      auto row = elements_of_sparse_row(k, j, bytes, m);
      line     = std::move(row.elements);
      places   = std::move(row.places);
    }
    const unsigned depth = j.sparse_a ? j.shape.k / 2 : j.shape.k;
    for (unsigned n = 0; n < j.shape.n; ++n) {
      std::uint64_t sum = j.preload ? load_element(bytes, c, m, n) : 0;
      const auto finish = [&] {
        results.push_back(
            j.epilogue.keeps() ? sum : golden::tensor::finish(k.array.type, j.epilogue, sum));
      };
      if (plain.of_profile()) {
        sum = sum_of_steps(k, j, plain, bytes, m, n, line, sum);
        finish();
        continue;
      }
      // Where nothing stays, the products of each `rows` steps begin with the one that moves up
      // past row m, and wrap.
      const unsigned rows = k.array.rows;
      const bool bi       = j.flow == golden::tensor::flow_e::Bidirectional;
      const unsigned turn = bi ? m % k.block_m / 2 % rows : 0;
      for (unsigned step = 0; step < (depth + rows - 1) / rows * rows; ++step) {
        const unsigned i = step / rows * rows + (step + turn) % rows;
        if (i >= depth) continue;
        const auto x          = j.convolves() || j.sparse_a ? line.at(i)
                                : j.transpose_a             ? load_element(bytes, a, i, m)
                                                            : load_element(bytes, a, m, i);
        const unsigned line_b = j.sparse_a ? places[i] : i;
        const auto y =
            j.transpose_b ? load_element(bytes, b, n, line_b) : load_element(bytes, b, line_b, n);
        sum = plain.multiply_add(x, y, sum);
      }
      finish();
    }
  }
  for (unsigned m = 0; m < j.shape.m; ++m) {
    for (unsigned n = 0; n < j.shape.n; ++n) {
      store_element(bytes, d, m, n, results[std::size_t{m} * j.shape.n + n]);
    }
  }
}

/// A job of densely packed operands, one behind the other, at words of every bus. Block scales lie
/// between B and D.
inline engine_job dense_job(
    const engine_config& k, const golden::tensor::shape& s,
    golden::tensor::flow_e flow = golden::tensor::flow_e::WeightStationary) {
  const auto up = [](std::uint64_t x) { return (x + 63) / 64 * 64; };
  engine_job j;
  j.shape = s;
  j.flow  = flow;
  j.lda   = s.k * k.a_bytes();
  j.ldb   = s.n * k.b_bytes();
  j.ldd   = s.n * k.sum_bytes();
  j.a     = engine_memory::Base;
  j.b     = j.a + up(std::uint64_t{s.m} * j.lda);
  j.d     = j.b + up(std::uint64_t{s.k} * j.ldb);
  if (k.scales() == 0) return j;
  j.a_extra = j.d;
  j.b_extra = j.a_extra + up(std::uint64_t{s.m} * k.scale_blocks(s.k));
  j.d       = j.b_extra + up(std::uint64_t{s.n} * k.scale_blocks(s.k));
  return j;
}
inline std::size_t dense_size(const engine_job& j) {
  return j.d - engine_memory::Base + std::size_t{j.shape.m} * j.ldd;
}

/// Jobs at random, in a memory that they fill from Base on.
class random_jobs {
 public:
  random_jobs(const engine_config& k, unsigned seed, std::size_t size = 1 << 15)
      : config_(k), rng_(seed), bytes_(size) {
    const plain_arithmetic plain(k.array.type);
    for (auto& x : bytes_) x = plain.byte(rng_());
  }

  /// The memory before the jobs.
  std::vector<std::uint8_t> bytes() const { return bytes_; }

  /// A shape of up to a bit more than two small blocks each way.
  golden::tensor::shape shape() {
    const auto side = [&](unsigned block, unsigned most = 60) {
      return 1 + any(std::min(2 * block + 2, most));
    };
    return {side(config_.block_m), side(config_.block_n),
            side(config_.block_k, std::max(60u, 4 * config_.array.type.lanes()))};
  }

  /// A job of any operation that the engine has.
  engine_job next() {
    const unsigned op = any(4);
    if (op == 0 && config_.conv) return conv();
    if (op == 1 && config_.copy) return copy();
    return job(shape());
  }

  /// A convolution of a small picture, with any window, stride, dilation and padding.
  engine_job conv() {
    golden::engine::conv_shape c;
    c.h = 1 + any(9), c.w = 1 + any(9), c.cin = 1 + any(any(3) == 0 ? 30 : 5);
    c.r = 1 + any(4), c.s = 1 + any(4);
    c.stride = 1 + any(3), c.dilation = any(2) == 0 ? 1 : 1 + any(3);
    c.pad_top = any(2) * any(6), c.pad_left = any(2) * any(6);
    c.out_w = 1 + any(9);
    c.pad   = static_cast<std::int16_t>(any(2) * any(0x1'0000));
    if (!config_.array.type.integer()) c.pad = 0;
    const auto s = shape();
    return job({1 + any(std::min(c.out_w * c.h, 2 * config_.block_m + 2)), s.n, c.r * c.s * c.cin},
               c);
  }

  /// Planes of rows of bytes, most of them with gaps.
  engine_job copy() {
    engine_job j;
    j.op            = golden::engine::op_e::Copy;
    j.flow          = golden::tensor::flow_e::OutputStationary;
    j.shape         = {1 + any(any(3) == 0 ? 2 * config_.block_m + 2 : 5),
                       1 + any(any(3) == 0 ? 3 * config_.block_n * config_.sum_bytes() : 40), 1 + any(4)};
    j.overlap       = any(2) == 0;
    const auto side = [&](std::uint64_t& addr, std::uint32_t& pitch, std::uint64_t& plane) {
      pitch = j.shape.n + any(2) * any(40);
      plane = std::uint64_t{pitch} * j.shape.m + any(2) * any(40);
      // Rows of the planes between each other.
      if (any(4) == 0) plane = pitch, pitch *= j.shape.k;
      addr = space(plane * (j.shape.k - 1) + std::uint64_t{pitch} * (j.shape.m - 1) + j.shape.n, 1);
    };
    side(j.c, j.ldc, j.a);
    side(j.d, j.ldd, j.b);
    return j;
  }

  /// A job with operands of its own; a convolution if `picture` has pixels.
  engine_job job(const golden::tensor::shape& s, const golden::engine::conv_shape& picture = {}) {
    const auto& array = config_.array;
    engine_job j;
    j.shape         = s;
    j.conv          = picture;
    j.op            = picture.h != 0 ? golden::engine::op_e::Conv : golden::engine::op_e::Gemm;
    const auto flow = static_cast<golden::tensor::flow_e>(any(3));
    const bool bi   = config_.block_m % (2 * array.rows) == 0 &&
                    config_.block_k % ((array.sparse ? 2 : array.type.lanes()) * array.rows) == 0;
    j.flow        = !array.streams ? golden::tensor::flow_e::OutputStationary
                    : flow == golden::tensor::flow_e::Bidirectional && !bi
                        ? golden::tensor::flow_e::WeightStationary
                        : flow;
    j.transpose_a = any(3) == 0 && !j.convolves() && !array.sparse;
    j.transpose_b = any(3) == 0 && !array.sparse;
    j.sparse_a    = array.sparse && !j.convolves() && any(3) != 0;
    if (j.sparse_a) j.shape.k = s.k / 4 * 4 + 4;
    j.preload = any(2) == 0;
    j.overlap = any(2) == 0;
    if (array.epilogue && any(2) == 0) {
      j.epilogue = {golden::epilogue::output_e{static_cast<std::uint8_t>(any(3))}, any(2) == 0,
                    0x3c00'0000};
    }
    const plain_arithmetic plain(array.type);
    const auto operand = [&](std::uint64_t random) { return plain.operand(random); };
    const auto sum     = [&](std::uint64_t random) { return plain.sum(random); };
    const lying a      = matrix(j.convolves()   ? picture.h
                                : j.transpose_a ? s.k
                                                : s.m,
                           j.convolves()   ? picture.w * picture.cin
                                : j.transpose_a ? s.m
                                : j.sparse_a    ? j.shape.k / 2
                                                : s.k,
                           config_.a_bytes(), true, operand);
    const lying b =
        matrix(j.transpose_b ? s.n : j.shape.k, j.transpose_b ? s.k : s.n, config_.b_bytes(), true,
               [&](std::uint64_t random) { return plain.operand(random, true); });
    if (array.type.scales() != 0) {
      const unsigned blocks =
          (s.k + array.type.dot().scale_block - 1) / array.type.dot().scale_block;
      const auto scales = [&](std::size_t count) {
        const auto addr = space(count, 1);
        for (std::size_t i = 0; i < count; ++i) {
          bytes_[addr - engine_memory::Base + i] = static_cast<std::uint8_t>(plain.scale(rng_()));
        }
        return addr;
      };
      j.a_extra = scales(std::size_t{s.m} * blocks);
      j.b_extra = scales(std::size_t{blocks} * s.n);
    }
    if (j.sparse_a) j.a_extra = space(std::size_t{s.m} * ((j.shape.k + 7) / 8), 1);
    const lying c       = matrix(s.m, s.n, config_.sum_bytes(), true, sum);
    const unsigned out  = golden::tensor::output_bytes(array.type, j.epilogue);
    const bool in_place = j.preload && out == c.bytes && c.pitch >= s.n * out && any(4) == 0;
    const lying d       = in_place ? c : matrix(s.m, s.n, out, false, sum);
    j.a = a.addr, j.b = b.addr, j.c = c.addr, j.d = d.addr;
    j.lda = a.pitch, j.ldb = b.pitch, j.ldc = c.pitch, j.ldd = d.pitch;
    return j;
  }

  unsigned any(unsigned n) { return static_cast<unsigned>(rng_() % n); }

 private:
  /// Places a matrix behind the one before, at any element and with any pitch; the same line again
  /// and again if `flat` allows.
  template <class Value>
  lying matrix(unsigned rows, unsigned cols, unsigned bytes, bool flat, Value value) {
    lying x{0, cols * bytes, bytes};
    x.pitch += any(2) * any(20) * bytes;
    if (flat && any(8) == 0) x.pitch = 0;
    x.addr = space(std::size_t{x.pitch} * (rows - 1) + std::size_t{cols} * bytes, bytes);
    for (unsigned r = 0; r < rows; ++r) {
      for (unsigned c = 0; c < cols; ++c) store_element(bytes_, x, r, c, value(rng_()));
    }
    return x;
  }

  /// The address of `bytes` bytes behind all that lies there, a multiple of `of`.
  std::uint64_t space(std::size_t bytes, unsigned of) {
    at_ += any(40);
    at_             = (at_ + of - 1) / of * of;
    const auto addr = engine_memory::Base + at_;
    at_ += bytes;
    while (at_ > bytes_.size()) bytes_.push_back(static_cast<std::uint8_t>(any(256)));
    return addr;
  }

  engine_config config_;
  std::mt19937_64 rng_;
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

/// The memory in the time of some jobs. What a bus reads in whole words is there behind it.
inline engine_memory memory_of(const engine_config& k, std::vector<std::uint8_t> bytes,
                               sim::axi_timing timing) {
  bytes.resize((bytes.size() + 63) / 64 * 64);
  return engine_memory(k, std::move(bytes), std::move(timing));
}

/// Whether the memory is as the outcomes say: done jobs have their D, dropped ones have written
/// nothing, and each byte of D of a failed one is the old one or that of the product. No other byte
/// has changed. With `aborted`, a dropped job is as a failed one.
inline testing::AssertionResult memory_follows(
    const engine_config& k, const std::vector<std::uint8_t>& before,
    const std::vector<std::uint8_t>& after, const std::vector<engine_job>& jobs,
    const std::vector<golden::engine_core::outcome>& outcomes, bool aborted = false) {
  using golden::engine_core::end_e;
  auto sure = before, other = before;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const end_e how = outcomes[i].how;
    if (how == end_e::Dropped && !aborted) continue;
    if (how == end_e::Done) run_plainly(k, jobs[i], sure);
    run_plainly(k, jobs[i], other);
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (after[i] == sure[i] || after[i] == other[i]) continue;
    auto text = testing::AssertionFailure();
    text << "byte " << i << " is " << int{after[i]} << ", not " << int{sure[i]} << " after";
    for (std::size_t n = 0; n < jobs.size(); ++n) text << "\n  " << jobs[n] << ": " << outcomes[n];
    return text;
  }
  return testing::AssertionSuccess();
}

/// Runs jobs on a memory without errors and compares all of it with the plain product.
template <class Unit>
std::vector<golden::engine_core::outcome> run_and_compare(Unit& unit, const engine_config& k,
                                                          const std::vector<std::uint8_t>& bytes,
                                                          const std::vector<engine_job>& jobs,
                                                          sim::axi_timing timing = {},
                                                          sim::pace offers       = sim::always()) {
  auto memory = memory_of(k, bytes, std::move(timing));
  engine_checker checker(k);
  const auto outcomes = run_jobs(unit, memory, checker, jobs, std::move(offers));
  std::uint64_t read = 0, written = 0;
  for (const auto& o : outcomes) {
    EXPECT_EQ(o.how, golden::engine_core::end_e::Done);
    read += o.read_bytes;
    written += o.write_bytes;
  }
  EXPECT_EQ(read, memory.words_read() * k.bus.bytes);
  EXPECT_EQ(written, memory.words_written() * k.bus.bytes);
  EXPECT_TRUE(memory_follows(k, bytes, memory.bytes(), jobs, outcomes));
  return outcomes;
}

/// The golden model alone.
class engine_model {
 public:
  explicit engine_model(const engine_config& k, bool values = true) : model_(k, values) {}
  golden::engine_core::outputs cycle(const golden::engine_core::inputs& in) {
    auto out = model_.peek(in);
    model_.step(in);
    return out;
  }

 private:
  golden::engine_core::model model_;
};

}  // namespace weft
