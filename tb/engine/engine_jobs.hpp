// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_front.hpp"

namespace weft {

/// Random jobs, most of them right but for one thing, and windows whose ends their operands touch.
class engine_jobs {
 public:
  engine_jobs(const golden::engine_front::config& k, unsigned seed) : config_(k), rng_(seed) {}

  std::uint64_t any(std::uint64_t n) { return rng_() % n; }

  golden::engine::job job() {
    golden::engine::job j;
    j.flow = any(8) == 0 ? static_cast<unsigned>(any(8)) : flow();
    for (auto* dim : {&j.m, &j.n, &j.k}) *dim = dimension();
    j.preload     = any(2) != 0;
    j.transpose_a = any(4) == 0 && (config_.transposes || any(8) == 0);
    j.transpose_b = any(4) == 0 && (config_.transposes || any(8) == 0);
    j.sparse_a    = any(4) == 0 && (config_.sparse || any(8) == 0);
    j.relu        = any(4) == 0 && (config_.epilogue || any(8) == 0);
    if (config_.epilogue || any(16) == 0) j.out = static_cast<unsigned>(any(8) == 0 ? 3 : any(3));
    if (j.sparse_a && any(8) != 0) j.k = (j.k + 3) / 4 * 4;
    if (any(32) == 0)
      j.*pick(&golden::engine::job::m, &golden::engine::job::n, &golden::engine::job::k) =
          static_cast<std::uint32_t>(rng_());
    j.scale = static_cast<std::uint32_t>(rng_());
    using golden::engine_front::output_bytes;
    const unsigned of_d = output_bytes(config_, j);
    j.lda               = stride(config_.a_bytes, (j.transpose_a ? j.m : j.k) * config_.a_bytes);
    j.ldb               = stride(config_.b_bytes, (j.transpose_b ? j.k : j.n) * config_.b_bytes);
    j.ldc               = stride(config_.sum_bytes, j.n * config_.sum_bytes);
    j.ldd               = stride(of_d, j.n * of_d);
    if (j.ldd == 0 && any(8) != 0) j.ldd = j.n * of_d;
    j.a       = address(config_.a_bytes);
    j.b       = address(config_.b_bytes);
    j.c       = address(config_.sum_bytes);
    j.d       = address(of_d);
    j.a_extra = address(1);
    j.b_extra = address(1);
    return j;
  }

  /// A job of any operation that a ring may have.
  golden::engine::job ring_job() {
    const auto op = any(4);
    if (op == 0 && config_.conv) return conv();
    if (op == 1 && config_.copy) return copy();
    return job();
  }

  golden::engine::job conv() {
    auto j        = job();
    j.op          = golden::engine::op_e::Conv;
    j.transpose_a = j.sparse_a = false;
    j.a_extra = j.b_extra = 0;
    const auto few        = [&](unsigned n) { return 1 + static_cast<std::uint32_t>(any(n)); };
    auto& c               = j.conv;
    c     = {few(40), few(40), few(9), few(20), few(4), few(4), few(3), few(3), few(4), few(4), 0};
    c.pad = static_cast<std::int16_t>(rng_());
    if (any(16) == 0) c.w = 1u << any(16), c.cin = 1u << any(16);
    j.k = c.r * c.s * c.cin;
    if (any(16) == 0) j.k += any(2) ? 1 : -1;
    std::uint32_t* const sizes[] = {&c.h, &c.w, &c.cin,    &c.out_w,
                                    &c.r, &c.s, &c.stride, &c.dilation};
    if (any(16) == 0) *sizes[any(8)] = 0;
    if (any(8) != 0) j.ldb = (j.transpose_b ? j.k : j.n) * config_.b_bytes;
    return j;
  }

  golden::engine::job copy() {
    golden::engine::job j;
    j.op = golden::engine::op_e::Copy;
    for (auto* dim : {&j.m, &j.n, &j.k}) *dim = dimension();
    if (j.m > 40) j.k = static_cast<std::uint32_t>(any(3));
    j.ldc = stride(1, j.n), j.ldd = stride(1, j.n);
    for (auto* plane : {&j.a, &j.b}) {
      *plane = any(8) == 0 ? rng_() >> any(64) : std::uint64_t{stride(1, j.n)} * j.m;
    }
    j.c = address(1), j.d = address(1);
    return j;
  }

  /// Windows with the operands of a job, whose ends may be off by one.
  std::array<golden::engine_front::window, 4> windows(const golden::engine::job& j) {
    std::array<golden::engine_front::window, 4> all{};
    if (any(8) == 0) return all;
    const std::uint64_t in_word = config_.bus_bytes - 1;
    for (auto& w : all) w = {rng_(), rng_(), any(4) == 0, any(4) == 0};
    // One window for what is read and one for what is written, or one for all.
    std::uint64_t first[2] = {~std::uint64_t{0}, ~std::uint64_t{0}}, last[2] = {0, 0};
    const bool one = any(4) == 0;
    for (const auto& o : golden::engine_front::operands(config_, j)) {
      if (o.rows == 0 || o.row_bytes == 0) continue;
      const int at = !one && o.write;
      first[at]    = std::min(first[at], o.address & ~in_word);
      last[at]     = std::max(last[at], (o.address + o.reach()) | in_word);
    }
    for (int at = 0; at < (one ? 1 : 2); ++at) {
      std::uint64_t* ends[] = {&first[at], &last[at]};
      if (any(8) == 0) *ends[any(2)] += any(2) ? 1 : -1;
      all[at + any(2) * 2] = {first[at], last[at], one || at == 0, one || at == 1};
    }
    return all;
  }

 private:
  template <class T>
  T pick(T a, T b, T c) {
    const T all[] = {a, b, c};
    return all[any(3)];
  }

  unsigned flow() {
    unsigned f = static_cast<unsigned>(any(8));
    while (f != 7 && (config_.flows >> f & 1) == 0) f = (f + 1) % 8;
    return f;
  }
  std::uint32_t dimension() {
    switch (any(16)) {
      case 0:
        return any(4) == 0 ? 0 : config_.max_dim + static_cast<std::uint32_t>(any(2));
      case 1:
        return 1u << any(17);
      default:
        return 1 + static_cast<std::uint32_t>(any(40));
    }
  }
  std::uint32_t stride(unsigned bytes, std::uint32_t row) {
    switch (any(8)) {
      case 0:
        return 0;
      case 1:
        return static_cast<std::uint32_t>(rng_()) / bytes * bytes;
      case 2:
        return row + static_cast<std::uint32_t>(any(3)) - 1;
      default:
        return row + static_cast<std::uint32_t>(any(4)) * bytes;
    }
  }
  std::uint64_t address(unsigned bytes) {
    const std::uint64_t last = ~std::uint64_t{0} >> (64 - config_.addr_bits);
    std::uint64_t at         = 0x10000 + any(0x2000);
    if (any(12) == 0) at = last - any(1024);
    if (any(64) == 0) at = rng_();
    return any(24) == 0 ? at : at / bytes * bytes;
  }

  golden::engine_front::config config_;
  std::mt19937_64 rng_;
};

}  // namespace weft
