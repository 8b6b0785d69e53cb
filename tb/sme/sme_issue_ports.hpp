// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/golden/sme_core/sme_issue_model.hpp"

namespace weft {

/// The ports of a Verilated weft_sme_issue as the golden model's inputs and outputs.
template <class V, class P>
struct sme_issue_ports {
  using dut     = V;
  using model   = golden::sme_core::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::sme_core::config Config{.dispatch       = P::Dispatch,
                                                   .commit         = P::Commit,
                                                   .phys_z         = P::PhysZ,
                                                   .phys_p         = P::PhysP,
                                                   .queue          = P::Queue,
                                                   .window         = P::Window,
                                                   .vector_latency = P::VectorLatency,
                                                   .distance       = P::Distance,
                                                   .op_latency     = P::OpLatency};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    using namespace golden::sme_core;
    std::uint64_t valid = 0, alone = 0, joined = 0, z_reads = 0, z_writes = 0, p_reads = 0,
                  p_writes = 0;
    for (std::size_t d = 0; d < P::Dispatch; ++d) {
      // The junk must not matter while valid is low.
      static const uop Junk{pipe_e::Op, true, false, {reg(3)}, {reg(5)}, {reg(1)}, reg(2),
                            9,          6,    3,     1,        2,        true};
      const uop& u = d < in.in.size() ? in.in[d] : Junk;
      valid |= std::uint64_t{d < in.in.size()} << d;
      alone |= std::uint64_t{u.alone} << d;
      joined |= std::uint64_t{u.joined} << d;
      for (std::size_t k = 0; k < ZReads; ++k) {
        z_reads |= std::uint64_t{u.z_source[k].has_value()} << (d * ZReads + k);
        put(v.in_z_source_i, d * ZReads + k, 5, u.z_source[k].value_or(k));
      }
      for (std::size_t k = 0; k < ZWrites; ++k) {
        z_writes |= std::uint64_t{u.z_dest[k].has_value()} << (d * ZWrites + k);
        put(v.in_z_dest_i, d * ZWrites + k, 5, u.z_dest[k].value_or(k));
      }
      for (std::size_t k = 0; k < PReads; ++k) {
        p_reads |= std::uint64_t{u.p_source[k].has_value()} << (d * PReads + k);
        put(v.in_p_source_i, d * PReads + k, 4, u.p_source[k].value_or(k));
      }
      p_writes |= std::uint64_t{u.p_dest.has_value()} << d;
      put(v.in_p_dest_i, d, 4, u.p_dest.value_or(1));
      put(v.in_pipe_i, d, 2, static_cast<unsigned>(u.pipe));
      put(v.in_za_reads_i, d, 8, u.za_reads);
      put(v.in_za_writes_i, d, 8, u.za_writes);
      put(v.in_beats_i, d, 10, static_cast<unsigned>(u.beats));
      put(v.in_first_i, d, P::AddrBits, u.first);
      put(v.in_last_i, d, P::AddrBits, u.last);
    }
    put(v.in_valid_i, 0, P::Dispatch, valid);
    put(v.in_alone_i, 0, P::Dispatch, alone);
    put(v.in_joined_i, 0, P::Dispatch, joined);
    put(v.in_z_reads_i, 0, P::Dispatch * ZReads, z_reads);
    put(v.in_z_writes_i, 0, P::Dispatch * ZWrites, z_writes);
    put(v.in_p_reads_i, 0, P::Dispatch * PReads, p_reads);
    put(v.in_p_writes_i, 0, P::Dispatch, p_writes);
    v.load_ready_i  = in.load_ready;
    v.store_ready_i = in.store_ready;
    for (std::size_t a = 0; a < Answers; ++a) {
      const auto& answer = in.answers[a];
      const auto given   = answer.value_or(model::answer{3, true, reg(7), reg(5)});
      put(v.answer_valid_i, a, 1, answer.has_value());
      put(v.answer_tag_i, a, TagBits, static_cast<unsigned>(given.tag));
      put(v.answer_last_i, a, 1, given.last);
      put(v.answer_z_valid_i, a, 1, given.z.has_value());
      put(v.answer_z_i, a, ZBits, given.z.value_or(7));
      put(v.answer_p_valid_i, a, 1, given.p.has_value());
      put(v.answer_p_i, a, PBits, given.p.value_or(5));
    }
  }

  static outputs sample(const V& v, const inputs& in) {
    using namespace golden::sme_core;
    outputs o;
    for (std::size_t d = 0; d < in.in.size(); ++d) o.ready.push_back(get(v.in_ready_o, d, 1) != 0);
    o.tag = v.in_tag_o;
    for (std::size_t q = 0; q < Pipes; ++q) {
      if (get(v.issue_valid_o, q, 1) == 0) continue;
      model::issue i{.tag = static_cast<int>(get(v.issue_tag_o, q, TagBits))};
      for (std::size_t k = 0; k < ZReads; ++k) {
        i.z_source[k] = name(v.issue_z_reads_o, v.issue_z_source_o, q * ZReads + k, ZBits);
      }
      for (std::size_t k = 0; k < ZWrites; ++k) {
        i.z_dest[k] = name(v.issue_z_writes_o, v.issue_z_dest_o, q * ZWrites + k, ZBits);
      }
      for (std::size_t k = 0; k < PReads; ++k) {
        i.p_source[k] = name(v.issue_p_reads_o, v.issue_p_source_o, q * PReads + k, PBits);
      }
      i.p_dest    = name(v.issue_p_writes_o, v.issue_p_dest_o, q, PBits);
      o.issues[q] = i;
    }
    if (v.op_done_o) o.op_done = v.op_done_tag_o;
    if (v.vector_done_o) o.vector_done = v.vector_done_tag_o;
    o.oldest  = v.oldest_o;
    o.commits = v.commits_o;
    o.idle    = v.idle_o != 0;
    return o;
  }

 private:
  static constexpr std::size_t bits(int n) {
    std::size_t b = 0;
    while (1 << b < n) ++b;
    return b;
  }
  static constexpr std::size_t TagBits = bits(P::Window), ZBits = bits(P::PhysZ),
                               PBits = bits(P::PhysP);

  /// Field `index` of `width` bits of a packed port, in words of any size.
  template <class Port>
  static void put(Port& port, std::size_t index, std::size_t width, std::uint64_t value) {
    for (std::size_t b = 0; b < width; ++b) set(port, index * width + b, (value >> b & 1) != 0);
  }
  template <class Port>
  static std::uint64_t get(const Port& port, std::size_t index, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t b = 0; b < width; ++b) {
      value |= std::uint64_t{bit(port, index * width + b)} << b;
    }
    return value;
  }
  template <class Port>
  static void set(Port& port, std::size_t at, bool on) {
    if constexpr (requires { port[0]; }) {
      auto& word = port[at / 32];
      word       = (word & ~(1u << at % 32)) | unsigned{on} << at % 32;
    } else {
      port = static_cast<Port>((port & ~(Port{1} << at)) | static_cast<Port>(Port{on} << at));
    }
  }
  template <class Port>
  static bool bit(const Port& port, std::size_t at) {
    if constexpr (requires { port[0]; }) {
      return (port[at / 32] >> at % 32 & 1) != 0;
    } else {
      return (port >> at & 1) != 0;
    }
  }
  template <class Mask, class Port>
  static golden::sme_core::reg name(const Mask& used, const Port& port, std::size_t index,
                                    std::size_t width) {
    if (get(used, index, 1) == 0) return {};
    return static_cast<std::uint8_t>(get(port, index, width));
  }
};

}  // namespace weft
