// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/golden/engine/engine_front.hpp"
#include "sim/verilated/axi_ports.hpp"

namespace weft::sim {

/// A packed struct in a vector of 32-bit words, member by member from its lowest bit up.
template <class Words>
class packed {
 public:
  explicit packed(Words& words) : words_(words) {}

  template <class T>
  void take(T& to, unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i, ++at_) {
      value |= std::uint64_t{words_[at_ / 32] >> at_ % 32 & 1} << i;
    }
    to = static_cast<T>(value);
  }
  void put(std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, ++at_) {
      const std::uint32_t mask = 1u << at_ % 32;
      words_[at_ / 32] = value >> i & 1 ? words_[at_ / 32] | mask : words_[at_ / 32] & ~mask;
    }
  }

 private:
  Words& words_;
  unsigned at_ = 0;
};

/// A weft_engine_pkg::job_t.
template <class Words>
golden::engine::job job_of(const Words& words) {
  golden::engine::job j;
  packed<const Words> from(words);
  for (auto* address : {&j.b_extra, &j.a_extra}) from.take(*address, 64);
  for (auto* stride : {&j.ldd, &j.ldc, &j.ldb, &j.lda}) from.take(*stride, 32);
  for (auto* address : {&j.d, &j.c, &j.b, &j.a}) from.take(*address, 64);
  from.take(j.scale, 32);
  for (auto* dim : {&j.k, &j.n, &j.m}) from.take(*dim, 16);
  from.take(j.overlap, 1);
  from.take(j.out, 2);
  for (auto* flag : {&j.relu, &j.sparse_a, &j.transpose_b, &j.transpose_a}) from.take(*flag, 1);
  from.take(j.flow, 3);
  from.take(j.preload, 1);
  from.take(j.op, 2);
  if (j.op != golden::engine::op_e::Conv) return j;
  packed<const Words> shape(words);
  auto& c = j.conv;
  for (auto* size : {&c.h, &c.w, &c.cin, &c.out_w}) shape.take(*size, 16);
  for (auto* size : {&c.r, &c.s, &c.stride, &c.dilation, &c.pad_top, &c.pad_left}) {
    shape.take(*size, 8);
  }
  shape.take(c.pad, 16);
  j.a_extra = j.b_extra = 0;
  return j;
}

/// The ports of a Verilated weft_engine_front as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct engine_front_ports {
  using dut     = V;
  using model   = golden::engine_front::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::engine_front::config Config{
      P::Capability,  P::Rows,          P::Cols,         P::MaxDim,
      P::Flows,       P::AnyFlow,       P::Streams != 0, P::Transposes != 0,
      P::Sparse != 0, P::Epilogue != 0, P::ABytes,       P::BBytes,
      P::SumBytes,    P::ScaleBlock,    P::AddrBits,     P::BusBytes,
      P::BurstBytes,  P::BlockM,        P::BlockN,       P::BlockK,
      P::Closed != 0, P::Conv != 0,     P::Copy != 0};

  static void drive(V& v, const inputs& in) {
    axil_ports<V>::drive(v, in.bus);
    v.job_ready_i     = in.job_ready;
    v.quiet_i         = in.quiet;
    v.hung_i          = in.hung;
    v.outcome_valid_i = in.ended.has_value();
    v.fetch_ready_i   = in.memory.fetch_ready;
    v.comp_ready_i    = in.memory.comp_ready;
    v.word_valid_i    = !in.memory.word.empty();
    v.fetch_done_i    = in.memory.fetched.has_value();
    v.fetch_error_i   = !in.memory.fetched || in.memory.fetched->error;
    v.comp_done_i     = in.memory.told.has_value();
    v.comp_error_i    = !in.memory.told || in.memory.told->error;
    if (!in.memory.word.empty()) std::memcpy(&v.word_i, in.memory.word.data(), Config.bus_bytes);
    if (!in.ended) return;
    const auto& o = *in.ended;
    packed to(v.outcome_i);
    for (const auto count : {o.wait_store, o.wait_load, o.write_bytes, o.read_bytes, o.time_cycles,
                             o.array_cycles, o.fault}) {
      to.put(count, 64);
    }
    to.put(static_cast<std::uint64_t>(o.how), 2);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs o{.bus = axil_ports<V>::sample(v)};
    if (v.job_valid_o) o.job = job_of(v.job_o);
    o.abort      = v.abort_o;
    o.hold       = v.hold_o;
    o.hang_limit = v.hang_limit_o;
    o.attr       = v.axi_cache_o | v.axi_prot_o << 4 | v.axi_qos_o << 8;
    o.irq        = v.irq_o;
    o.idle       = v.idle_o;
    if (v.fetch_valid_o) o.memory.fetch = v.fetch_addr_o;
    if (v.comp_valid_o) {
      auto& c   = o.memory.comp.emplace();
      c.address = v.comp_addr_o;
      packed from(v.comp_data_o);
      from.take(c.tag, 32);
      from.take(c.code, 16);
      from.take(c.lap, 16);
      from.take(c.time, 64);
    }
    return o;
  }
};

}  // namespace weft::sim
