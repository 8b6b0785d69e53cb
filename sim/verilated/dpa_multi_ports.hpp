// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/golden/dpa_multi.hpp"
#include "sim/harness/put_words.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_dpa_multi as the golden model's inputs and outputs.
///
/// P holds the parameters of V; Gates changes neither values nor cycles.
template <class V, class P>
struct dpa_multi_ports {
  using dut     = V;
  using model   = golden::dpa_multi::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::dpa_multi::config Config{.pipe = P::Pipe};

  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::dpa_multi::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    v.in_valid_i  = in.in.has_value();
    v.out_ready_i = in.out_ready;
    if (in.in) {
      const auto& p  = golden::dpa::profiles()[in.in->profile];
      v.in_profile_i = in.in->profile;
      put(v.in_a_i, p, in.in->block.a, p.a);
      put(v.in_b_i, p, in.in->block.b, p.b);
      v.in_c_i = static_cast<std::uint32_t>(in.in->block.c);
    } else {
      v.in_profile_i = 0x55;
      for (int i = 0; i < 8; ++i) v.in_a_i[i] = v.in_b_i[i] = Junk;
      v.in_c_i = Junk;
    }
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::dpa_multi::result{v.out_d_o};
    return out;
  }

 private:
  static constexpr std::uint32_t Junk = 0x55aa7fff;  // must not affect results

  /// Drives elements into their slots, junk beside and behind them.
  template <class Port, class Words>
  static void put(Port& port, const golden::dpa::profile& p, const Words& words,
                  const golden::dpa::element& e) {
    const int slot = golden::dpa_multi::slot(p);
    std::array<std::uint64_t, 32> slots{};
    for (unsigned i = 0; i < 256u / static_cast<unsigned>(slot); ++i) {
      slots[i] = Junk & ((std::uint64_t{1} << slot) - 1);
      if (i < p.lanes) slots[i] = (slots[i] & ~e.mask()) | (words[i] & e.mask());
    }
    put_words(port, std::span(slots).first(256 / static_cast<std::size_t>(slot)), slot);
  }
};

}  // namespace weft::sim
