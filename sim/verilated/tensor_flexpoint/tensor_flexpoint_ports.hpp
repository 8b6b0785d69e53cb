// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/golden/flexpoint/tensor_flexpoint.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_tensor_flexpoint as the golden model's inputs and outputs.
template <class V, class P>
struct tensor_flexpoint_ports {
  using dut     = V;
  using model   = golden::tensor_flexpoint::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::tensor_flexpoint::config Config{.cols     = P::Cols,
                                                           .sum_bits = P::SumBits,
                                                           .bias     = P::Bias,
                                                           .autoflex = {.sig_bits  = P::SigBits,
                                                                        .exp_bits  = P::ExpBits,
                                                                        .length    = P::Length,
                                                                        .log_alpha = P::LogAlpha,
                                                                        .beta      = P::Beta,
                                                                        .gamma     = P::Margin,
                                                                        .init_exp  = P::InitExp,
                                                                        .init      = P::Init != 0}};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::tensor_flexpoint::operands Junk{
        .last = true, .strbs = 3, .sums = {0x12345678, -77}, .exp_a = 9, .exp_b = 3};
    const golden::tensor_flexpoint::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                                = in.in.has_value();
    v.in_last_i                                 = o.last;
    v.in_strb_i                                 = o.strbs & ((1u << P::Cols) - 1);
    for (int i = 0; i < P::Cols; ++i) {
      const auto sum         = static_cast<std::uint64_t>(o.sums[static_cast<std::size_t>(i)]);
      v.in_sums_i[2 * i]     = static_cast<std::uint32_t>(sum);
      v.in_sums_i[2 * i + 1] = static_cast<std::uint32_t>(sum >> 32);
    }
    v.in_exp_a_i  = static_cast<std::uint8_t>(o.exp_a);
    v.in_exp_b_i  = static_cast<std::uint8_t>(o.exp_b);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) {
      golden::tensor_flexpoint::result r{.last      = v.out_last_o != 0,
                                         .strbs     = v.out_strb_o,
                                         .overflow  = v.out_overflow_o != 0,
                                         .exp       = v.out_exp_o,
                                         .dismissed = v.out_dismissed_o != 0};
      for (int i = 0; i < P::Cols; ++i) {
        const auto sig = static_cast<std::uint64_t>(v.out_sigs_o) >> (P::SigBits * i);
        r.sigs[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(
            golden::flexpoint::detail::wrap(static_cast<std::int64_t>(sig), P::SigBits));
      }
      out.out = r;
    }
    return out;
  }
};

}  // namespace weft::sim
