// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "sim/golden/pred.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_pred as the golden model's inputs and outputs.
///
/// `Svl` and `Pipe` are the parameters that V was built with.
template <class V, class P>
struct pred_ports {
  using dut     = V;
  using model   = golden::pred::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::pred::config Config{P::Svl, P::Pipe};
  static constexpr int Bytes = P::Svl / 8;

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // The junk must not matter while valid is low.
    const auto o = in.in.value_or(golden::pred::operands{0x2518e3e5, 1, 2, 3, {0x55}});
    v.vl_i    = static_cast<std::uint8_t>(std::bit_width(unsigned(in.vl == 0 ? Bytes : in.vl)) - 1);
    v.clear_i = in.clear;
    v.ffr_clear_i = in.ffr_from.has_value();
    v.ffr_from_i  = static_cast<std::uint8_t>(in.ffr_from.value_or(0));
    v.in_valid_i  = in.in.has_value();
    v.in_word_i   = o.word;
    v.in_a_i      = o.a;
    v.in_b_i      = o.b;
    v.in_nzcv_i   = o.nzcv;
    std::memcpy(&v.in_bits_i, o.bits.data(), Bytes / 8);
    v.out_ready_i = in.out_ready;
    v.rd_a_reg_i  = static_cast<std::uint8_t>(in.rd_a);
    v.rd_b_reg_i  = static_cast<std::uint8_t>(in.rd_b);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{{v.in_ready_o != 0, {}}, bits(v.rd_a_o), bits(v.rd_b_o), bits(v.ffr_o)};
    if (v.out_valid_o) out.out = {bits(v.out_pred_o), v.out_scalar_o, v.out_nzcv_o};
    return out;
  }

 private:
  template <class Port>
  static golden::pred::predicate_t bits(const Port& port) {
    golden::pred::predicate_t p{};
    std::memcpy(p.data(), &port, Bytes / 8);
    return p;
  }
};

}  // namespace weft::sim
