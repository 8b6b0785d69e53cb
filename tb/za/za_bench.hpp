// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

#include "sim/golden/za.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/za_ports.hpp"
#include "tb/harness/test_main.hpp"

/// Parts shared by the tests of the tile file: random slices, masks and cycles.
namespace weft {

class za_random {
 public:
  explicit za_random(std::uint64_t seed) : rng_(static_cast<unsigned>(seed)) {}

  unsigned below(unsigned n) { return static_cast<unsigned>(rng_() % n); }
  bool once_in(unsigned n) { return below(n) == 0; }

  /// One in four counts beyond the tile, and half are within eight rows and columns, where slices
  /// meet.
  golden::za::slice slice(unsigned vl) {
    const unsigned size = below(5), height = 1u << vl >> size;
    unsigned index = once_in(2) ? below(height) : below(std::max(1u, 8u >> size));
    if (once_in(4)) index = (index + below(256) * height) % 256;
    return {once_in(2), size, below(1u << size), index};
  }

  /// The first of rows that are taken at once.
  golden::za::slice rows(unsigned vl, unsigned rows_per_cycle) {
    const unsigned size = 2 + below(2), blocks = (1u << vl >> size) / rows_per_cycle;
    return {false, size, below(1u << size), below(std::max(1u, blocks)) * rows_per_cycle};
  }

  golden::za::vector_t vector() {
    golden::za::vector_t v;
    for (auto& byte : v) byte = static_cast<std::uint8_t>(rng_());
    return v;
  }
  /// All, nothing, or bytes and elements at random.
  golden::za::predicate_t mask() {
    golden::za::predicate_t m;
    const unsigned kind = below(4);
    for (auto& byte : m) {
      const auto bits = static_cast<std::uint8_t>(rng_());
      byte            = static_cast<std::uint8_t>(kind == 0   ? 0xff
                                                  : kind == 1 ? bits
                                                  : bits & 16 ? 0xf0
                                                              : 0xf);
    }
    if (once_in(16)) m = {};
    return m;
  }

 private:
  std::mt19937 rng_;
};

/// Everything at random in every cycle, at every length, from ZERO of all tiles on; then all of ZA,
/// with the bytes beyond the length.
template <class Bench>
void equals_golden_in_every_cycle(sim::lockstep<Bench>& both, std::uint64_t seed, int cycles) {
  constexpr auto Config = Bench::Config;
  za_random random(seed);
  for (unsigned vl = 4; vl <= Config.vl(); ++vl) {
    const typename Bench::inputs idle{.vl = vl};
    both.reset();
    auto in = idle;
    in.zero = 0xff;
    in.vl   = Config.vl();
    both.cycle(in);
    in.zero.reset();
    while (!both.cycle(in).zero_ready) {
    }
    bool ready = true;
    for (int i = 0; i < cycles; ++i) {
      in = idle;
      if (!random.once_in(4)) in.read = random.slice(vl);
      if (ready && !random.once_in(4)) {
        in.write = golden::za::slice_write{random.slice(vl), random.vector(), random.mask()};
        if (in.read && random.once_in(4)) in.write->to = *in.read;
      }
      if (random.once_in(100)) in.zero = random.mask()[0];
      if (Config.rows_per_cycle > 1) {
        if (random.once_in(2)) in.read_rows = random.rows(vl, Config.rows_per_cycle);
        if (ready && random.once_in(2)) {
          in.write_rows = golden::za::rows_write{random.rows(vl, Config.rows_per_cycle), {}, {}};
          for (unsigned row = 0; row < Config.rows_per_cycle; ++row) {
            in.write_rows->data.push_back(random.vector());
            in.write_rows->mask.push_back(random.mask());
          }
        }
      }
      ready = both.cycle(in).zero_ready && !in.zero;
    }
    while (!both.cycle(idle).zero_ready) {
    }
    in    = idle;
    in.vl = Config.vl();
    for (unsigned row = 0; row < Config.bytes(); ++row) {
      in.read = golden::za::slice{.index = row};
      both.cycle(in);
    }
  }
}

}  // namespace weft
