// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/sm_arch.hpp"
#include "sim/file/sm_program.hpp"
#include "sim/golden/sm/sm_model.hpp"

namespace weft {

/// A launch with buffers in memory: arguments in the order in which they are added.
class sm_launch {
 public:
  sm_launch(const std::string& arch, const std::string& source,
            const std::vector<std::string>& settings = {})
      : k(sim::read_sm_arch(arch, settings)) {
    l.code = source.ends_with(".sass") ? sim::read_sm_program(WEFT_SOURCE_DIR "/tb/sm/" + source)
                                       : sim::assemble_sm("test", source);
    l.shared_bytes = l.code.shared_bytes;
  }

  sm_launch& word(std::uint32_t x) {
    l.arguments.push_back(x);
    return *this;
  }

  template <class T>
  sm_launch& buffer(const std::vector<T>& values) {
    if (l.arguments.size() % 2 != 0) l.arguments.push_back(0);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + (values.size() * sizeof(T) + 255) / 256 * 256);
    std::memcpy(bytes_.data() + at, values.data(), values.size() * sizeof(T));
    l.arguments.push_back(golden::sm::memory::Base + static_cast<std::uint32_t>(at));
    l.arguments.push_back(0);
    places_.push_back(at);
    return *this;
  }

  sm_launch& grid(unsigned x, unsigned y = 1) {
    l.grid_x = x;
    l.grid_y = y;
    return *this;
  }
  sm_launch& block(unsigned x, unsigned y = 1) {
    l.block_x = x;
    l.block_y = y;
    return *this;
  }

  /// Runs it. Returns the cycles.
  std::uint64_t run() {
    golden::sm::model m(k, l, policy, deps);
    golden::sm::memory memory(bytes_, latency, 32);
    const auto cycles = golden::sm::run(m, memory);
    after_            = memory.bytes();
    count             = m.count();
    return cycles;
  }

  /// Memory from golden::sm::memory::Base on, before the run and after it.
  const std::vector<std::uint8_t>& before() const { return bytes_; }
  const std::vector<std::uint8_t>& after() const { return after_; }

  /// The values of buffer `n` after the run.
  template <class T>
  std::vector<T> values(std::size_t n, std::size_t size) const {
    std::vector<T> v(size);
    std::memcpy(v.data(), after_.data() + places_[n], size * sizeof(T));
    return v;
  }

  /// Where buffer `n` lies in memory.
  std::size_t place(std::size_t n) const { return places_[n]; }

  golden::sm::arch k;
  golden::sm::launch l;
  golden::sm::policy_e policy = golden::sm::policy_e::Gto;
  golden::sm::deps_e deps     = golden::sm::deps_e::Scoreboard;
  golden::sm::model::counters count;
  unsigned latency = 100;

 private:
  std::vector<std::uint8_t> bytes_, after_;
  std::vector<std::size_t> places_;
};

}  // namespace weft
