// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "sim/golden/engine/engine_core.hpp"
#include "sim/harness/put_words.hpp"
#include "sim/verilated/axi_ports.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_engine_core as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct engine_core_ports {
  using dut     = V;
  using model   = golden::engine_core::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  /// An array of integers has no profile.
  static constexpr golden::tensor::arithmetic Type{golden::tensor::type_e{P::Type},
                                                   P::Type == 0 ? P::Profile : 0};

  static constexpr golden::engine_core::config Config{
      {Type, P::Rows, P::Cols, P::BlockM, P::Streams != 0, false, P::Sparse != 0, P::Epilogue != 0},
      {P::AddrBits, P::BusBits / 8, P::BurstBytes, P::MaxInFlight, P::Beats},
      P::BlockM,
      P::BlockN,
      P::BlockK,
      P::Conv != 0,
      P::Copy != 0};

  static void drive(V& v, const inputs& in) {
    v.job_valid_i = in.job.has_value();
    if (in.job) put(v.job_i, *in.job);
    v.abort_i      = in.abort;
    v.hold_i       = in.hold;
    v.hang_limit_i = in.hang_limit;
    drive_axi(v, in, Config.bus.bytes);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs o;
    o.job_ready = v.job_ready_o;
    o.hung      = v.hung_o;
    o.idle      = v.idle_o;
    o.quiet     = v.quiet_o;
    sample_axi(v, o, Config.bus.bytes);
    if (v.outcome_valid_o) {
      using namespace golden::engine_core;
      const auto word = [&](unsigned i) {
        std::uint64_t x;
        std::memcpy(&x, reinterpret_cast<const unsigned char*>(&v.outcome_o) + 8 * i, sizeof x);
        return x;
      };
      const auto how = reinterpret_cast<const unsigned char*>(&v.outcome_o)[56] & 3;
      o.outcome =
          outcome{end_e(how), word(6), word(5), word(4), word(3), word(2), word(1), word(0)};
    }
    return o;
  }

 private:
  /// A job_t of weft_engine_pkg, its last field first.
  template <class Port>
  static void put(Port& port, const golden::engine_core::job& j) {
    std::size_t at   = 0;
    const auto field = [&](std::uint64_t x, unsigned bits) {
      put_words(port, {&x, 1}, bits, at);
      at += bits;
    };
    const auto& c = j.conv;
    for (const unsigned size : {c.h, c.w, c.cin, c.out_w}) field(size, 16);
    for (const unsigned size : {c.r, c.s, c.stride, c.dilation, c.pad_top, c.pad_left}) {
      field(size, 8);
    }
    field(static_cast<std::uint16_t>(c.pad), 16);
    if (!j.convolves()) at = 0, field(j.b_extra, 64), field(j.a_extra, 64);  // in the same place
    for (const std::uint32_t pitch : {j.ldd, j.ldc, j.ldb, j.lda}) field(pitch, 32);
    for (const std::uint64_t address : {j.d, j.c, j.b, j.a}) field(address, 64);
    field(j.epilogue.scale, 32);
    for (const unsigned size : {j.shape.k, j.shape.n, j.shape.m}) field(size, 16);
    field(j.overlap, 1);
    field(static_cast<unsigned>(j.epilogue.output), 2);
    field(j.epilogue.relu, 1);
    field(j.sparse_a, 1);
    field(j.transpose_b, 1);
    field(j.transpose_a, 1);
    field(static_cast<unsigned>(j.flow), 3);
    field(j.preload, 1);
    field(static_cast<unsigned>(j.op), 2);
  }
};

}  // namespace weft::sim
