// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/golden/engine/engine_regs.hpp"
#include "sim/verilated/axi_ports.hpp"

namespace weft::sim {

/// `bits` bits from bit `at` of a packed vector of 32-bit words; bits is at most 32.
template <class Words>
std::uint32_t bits_of(const Words& from, unsigned at, unsigned bits) {
  std::uint64_t two = from[at / 32];
  if (at % 32 + bits > 32) two |= std::uint64_t{from[at / 32 + 1]} << 32;
  return static_cast<std::uint32_t>(two >> at % 32 & ((std::uint64_t{1} << bits) - 1));
}

template <class Words>
void put_bits(Words& to, unsigned at, unsigned bits, std::uint32_t value) {
  for (unsigned i = 0; i < bits; ++i) {
    const std::uint32_t mask = 1u << (at + i) % 32;
    auto& word               = to[(at + i) / 32];
    word                     = value >> i & 1 ? word | mask : word & ~mask;
  }
}

/// The ports of a Verilated weft_engine_regs as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct engine_regs_ports {
  using dut     = V;
  using model   = golden::engine_regs::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static void drive(V& v, const inputs& in) {
    using namespace golden::engine_map;
    axil_ports<V>::drive(v, in.bus);
    v.reset_i = in.reset;
    for (const wire& w : Hw2reg) {
      const auto& from = w.kind == kind_e::Set     ? in.hw.sets
                         : w.kind == kind_e::Clear ? in.hw.clears
                                                   : in.hw.value;
      put_bits(v.hw2reg_i, w.at, w.bits, from[w.offset / 4] >> w.low);
    }
  }

  static outputs sample(const V& v, const inputs&) {
    using namespace golden::engine_map;
    outputs o{axil_ports<V>::sample(v), {}};
    for (const wire& w : Reg2hw) {
      const std::uint32_t bits = bits_of(v.reg2hw_o, w.at, w.bits);
      if (w.kind == kind_e::Written) {
        if (bits != 0) o.hw.written = w.offset;
      } else {
        o.hw.value[w.offset / 4] |= bits << w.low;
      }
    }
    return o;
  }
};

}  // namespace weft::sim
