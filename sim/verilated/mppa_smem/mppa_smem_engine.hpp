// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "sim/golden/mppa_core/mppa_smem.hpp"
#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// The banks of a cluster, cycle by cycle.
class mppa_banks {
 public:
  virtual ~mppa_banks() = default;

  virtual golden::mppa_smem::outputs cycle(const golden::mppa_smem::inputs& in) = 0;
  /// Puts the turns of the banks to the first port. What is written stays.
  virtual void reset() = 0;
};

/// Writes all bytes of the banks, or reads them, through 16 ports.
inline void transfer(mppa_banks& banks, std::vector<std::uint8_t>& bytes, bool write) {
  using namespace golden::mppa_smem;
  const auto part = static_cast<std::uint32_t>(bytes.size() / MaxPorts);
  std::array<std::uint32_t, MaxPorts> asked{}, done{};  // bytes of each port's part
  for (bool all = false; !all;) {
    inputs in;
    for (std::uint32_t p = 0; p < MaxPorts; ++p) {
      if (asked[p] == part) continue;
      const std::uint32_t at = p * part + asked[p];
      in.req[p] = request{.write = write, .addr = at, .strobe = ~std::uint32_t{0}, .data = {}};
      if (write) std::memcpy(in.req[p]->data.data(), &bytes[at], 32);
    }
    const auto out = banks.cycle(in);
    all            = true;
    for (std::uint32_t p = 0; p < MaxPorts; ++p) {
      if (out.rsp[p]) {
        std::memcpy(&bytes[p * part + done[p]], out.rsp[p]->data(), 32);
        done[p] += 32;
      }
      if (out.ready[p]) asked[p] += 32;
      if (write) done[p] = asked[p];
      all = all && done[p] == part;
    }
  }
}

/// Banks that are Verilated, after reset, with any contents.
struct built_mppa_smem {
  golden::mppa_smem::config k;
  std::unique_ptr<mppa_banks> (*make)(const run_options& options);
};
const std::vector<built_mppa_smem>& built_mppa_smem_units();

}  // namespace weft::sim
