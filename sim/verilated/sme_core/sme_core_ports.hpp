// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft {

/// The ports of memory that a core for SME's words has, from a model's inputs and to its outputs.
template <class V, class I>
void drive_memory(V& v, const I& in) {
  v.load_ready_i   = in.load_ready;
  v.store_ready_i  = in.store_ready;
  v.answer_valid_i = in.answer.has_value();
  v.answer_tag_i   = 0;
  if (!in.answer) return;
  v.answer_tag_i = static_cast<std::remove_reference_t<decltype(v.answer_tag_i)>>(in.answer->tag);
  for (std::size_t i = 0; i < in.answer->data.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t b = 0; b < 4; ++b) word |= std::uint32_t{in.answer->data[i + b]} << 8 * b;
    v.answer_lines_i[i / 4] = word;
  }
}
template <class V, class O>
void sample_memory(const V& v, O& o) {
  if (v.load_valid_o) {
    o.load = golden::sme_core::core_model::load{v.load_tag_o, v.load_line_o, v.load_two_o != 0};
  }
  if (!v.store_valid_o) return;
  o.store = golden::sme_core::line_write{.line = v.store_line_o, .written = v.store_bytes_o};
  for (std::size_t i = 0; i < o.store->data.size(); ++i) {
    o.store->data[i] = static_cast<std::uint8_t>(v.store_data_o[i / 4] >> i % 4 * 8);
  }
}

/// The ports of a Verilated weft_sme_core as the golden model's inputs and outputs.
template <class V, class P>
struct sme_core_ports {
  using dut     = V;
  using model   = golden::sme_core::core_model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr int Svl = P::Svl;
  static constexpr golden::sme_core::core_config Config{.issue          = {.dispatch = P::Dispatch,
                                                                           .commit   = P::Commit,
                                                                           .phys_z   = P::PhysZ,
                                                                           .phys_p   = P::PhysP,
                                                                           .queue    = P::Queue,
                                                                           .window   = P::Window},
                                                        .rows_per_cycle = P::RowsPerCycle};

  static model make_model() { return model(Config.issue); }

  static void drive(V& v, const inputs& in) {
    v.smcr_len_i        = static_cast<unsigned char>(in.smcr_len);
    v.zcr_len_i         = static_cast<unsigned char>(in.zcr_len);
    std::uint64_t valid = 0;
    for (std::size_t d = 0; d < P::Dispatch; ++d) {
      // The junk must not matter while valid is low: an outer product.
      golden::sme_core::core_word w{.word = 0x8080'0000, .a = 3, .b = 5, .slice = 1};
      if (d < in.in.size()) {
        w = in.in[d];
        valid |= std::uint64_t{1} << d;
      }
      put(v.in_word_i, d * 32, 32, w.word);
      put(v.in_address_i, d * P::AddrBits, P::AddrBits, w.u.first);
      put(v.in_a_i, d * 64, 64, w.a);
      put(v.in_b_i, d * 64, 64, w.b);
      put(v.in_slice_i, d * 8, 8, w.slice);
      put(v.in_fpcr_i, d * 32, 32, w.fpcr);
    }
    put(v.in_valid_i, 0, P::Dispatch, valid);
    drive_memory(v, in);
    if (!in.answer) return;
    const auto& missing = in.answer->missing;
    v.answer_missing_i  = static_cast<unsigned char>(missing[0] | missing[1] << 1);
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs o;
    for (std::size_t d = 0; d < in.in.size(); ++d) o.ready.push_back((v.in_ready_o >> d & 1) != 0);
    o.tag = v.in_tag_o;
    sample_memory(v, o);
    if (v.result_valid_o) {
      o.result = model::result{v.result_tag_o, v.result_x_o, v.result_nzcv_o, v.result_fpsr_o};
    }
    o.commits = v.commits_o;
    o.svcr    = v.svcr_o;
    o.idle    = v.idle_o != 0;
    return o;
  }

 private:
  /// Writes `width` bits of a port from bit `at` on.
  template <class Port>
  static void put(Port& port, std::size_t at, std::size_t width, std::uint64_t value) {
    if constexpr (requires { port[0]; }) {
      for (std::size_t done = 0; done < width;) {
        const auto bit = (at + done) % 32, n = std::min<std::size_t>(32 - bit, width - done);
        const auto ones = ((std::uint64_t{1} << n) - 1) << bit;
        auto& word      = port[(at + done) / 32];
        word = static_cast<std::uint32_t>((word & ~ones) | ((value >> done << bit) & ones));
        done += n;
      }
    } else {
      const auto ones = (width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << at;
      port            = static_cast<Port>((std::uint64_t{port} & ~ones) | ((value << at) & ones));
    }
  }
};

}  // namespace weft
