// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_profiles.hpp"
#include "sim/harness/put_words.hpp"

namespace weft::sim {

/// The profile of a configuration: its own, or that of the table with the number P::Profile.
template <class P>
constexpr const golden::dpa::profile& built_profile() {
  if constexpr (requires { P::OwnProfile; }) {
    return P::OwnProfile;
  } else {
    return golden::dpa::Profiles[P::Profile];
  }
}

/// The ports of a Verilated weft_dpa as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct dpa_ports {
  using dut     = V;
  using model   = golden::dpa::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::dpa::config Config{built_profile<P>(), P::Pipe};

  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::dpa::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    static constexpr golden::dpa::operands Junk = [] {
      golden::dpa::operands o;
      for (unsigned i = 0; i < Profile.lanes; ++i) {
        o.a[i] = 0x5555555555555555 & Profile.a.mask();
        o.b[i] = 0x2aaaaaaaaaaaaaaa & Profile.b.mask();
      }
      o.c = 0x5555555555555555 & Profile.c.mask();
      return o;
    }();
    const golden::dpa::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                   = in.in.has_value();
    put_words(v.in_a_i, std::span(o.a).first(Profile.lanes), Profile.a.width());
    put_words(v.in_b_i, std::span(o.b).first(Profile.lanes), Profile.b.width());
    put_words(v.in_a_scale_i, std::span(o.scale_a).first(Scales), Profile.block_scale.width());
    put_words(v.in_b_scale_i, std::span(o.scale_b).first(Scales), Profile.block_scale.width());
    put_words(v.in_c_i, std::span(&o.c, 1), Profile.c.width());
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::dpa::result{v.out_d_o};
    return out;
  }

 private:
  static constexpr const golden::dpa::profile& Profile = Config.p;
  static constexpr unsigned Scales =
      Profile.scale_block == 0 ? 0 : Profile.lanes / Profile.scale_block;
};

}  // namespace weft::sim
