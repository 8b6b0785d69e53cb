// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/harness/port_bits.hpp"
#include "sim/harness/put_words.hpp"

/// The ports of AMX's instructions, which weft_amx and weft_amx_core have.
namespace weft::amx_front_test {

template <class V>
void drive_instructions(V& v, const std::vector<golden::amx::instruction>& in) {
  v.in_valid_i = static_cast<unsigned char>((1u << in.size()) - 1);
  for (std::size_t i = 0; i < golden::amx::front::Width; ++i) {
    // The junk must not matter while valid is low.
    const auto one = i < in.size() ? in[i] : golden::amx::instruction{golden::amx::op_e::Set, 1};
    sim::put_bits(v.in_op_i, static_cast<unsigned>(5 * i), 5, static_cast<unsigned>(one.op));
    sim::put_words(v.in_operand_i, std::array{one.operand}, 64, 64 * i);
  }
}

/// Puts readiness, and the outcomes of those of `offered` instructions that are taken, in the
/// outputs of a model.
template <class V, class O>
void sample_instructions(const V& v, std::size_t offered, O& o) {
  using enum golden::amx::front::model::has_e;
  for (std::size_t i = 0; i < golden::amx::front::Width; ++i) {
    o.in_ready[i] = (v.in_ready_o >> i & 1) != 0;
    if (!o.in_ready[i] || i >= offered) continue;
    o.has.push_back((v.in_refused_o >> i & 1) != 0 ? Refused
                    : (v.in_empty_o >> i & 1) != 0 ? Nothing
                                                   : Words);
  }
}

}  // namespace weft::amx_front_test
