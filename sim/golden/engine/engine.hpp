// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ostream>
#include <span>

#include "sim/golden/engine/axi_join.hpp"
#include "sim/golden/engine/engine_core.hpp"
#include "sim/golden/engine/engine_front.hpp"

/// Golden model of rtl/engine/weft_engine.sv: the front and the core, every output in every cycle.
namespace weft::golden::engine {

/// The parameters of the RTL.
struct config {
  engine_core::config core;
  unsigned max_dim = 65535;
  bool closed      = false;
};

constexpr engine_front::config front_of(const config& k) {
  const auto& array = k.core.array;
  const bool turns  = engine_core::turns(k.core);
  return {.capability  = tensor::capability(array.type),
          .rows        = array.rows,
          .cols        = array.cols,
          .max_dim     = k.max_dim,
          .flows       = !array.streams ? 1u
                         : turns        ? 7u
                                        : 3u,
          .any_flow    = array.streams,
          .streams     = array.streams,
          .transposes  = !array.sparse,
          .sparse      = array.sparse,
          .epilogue    = array.epilogue,
          .a_bytes     = k.core.a_bytes(),
          .b_bytes     = k.core.b_bytes(),
          .sum_bytes   = k.core.sum_bytes(),
          .scale_block = array.type.scales() == 0 ? 0u : array.type.dot().scale_block,
          .addr_bits   = k.core.bus.addr_bits,
          .bus_bytes   = k.core.bus.bytes,
          .burst_bytes = k.core.bus.burst_bytes,
          .block_m     = k.core.block_m,
          .block_n     = k.core.block_n,
          .block_k     = k.core.block_k,
          .closed      = k.closed,
          .conv        = k.core.conv,
          .copy        = k.core.copy};
}

/// A job as the core has it.
constexpr engine_core::job core_job(const job& j) {
  return {.op          = j.op,
          .shape       = {j.m, j.n, j.k},
          .flow        = tensor::flow_e(j.flow),
          .preload     = j.preload,
          .transpose_a = j.transpose_a,
          .transpose_b = j.transpose_b,
          .sparse_a    = j.sparse_a,
          .epilogue    = {.output = epilogue::output_e(j.out), .relu = j.relu, .scale = j.scale},
          .overlap     = j.overlap,
          .a           = j.a,
          .b           = j.b,
          .c           = j.c,
          .d           = j.d,
          .lda         = j.lda,
          .ldb         = j.ldb,
          .ldc         = j.ldc,
          .ldd         = j.ldd,
          .a_extra     = j.a_extra,
          .b_extra     = j.b_extra,
          .conv        = j.conv};
}
/// Cycles from the one in which the ring asks for a descriptor, or gives a completion, to the one
/// of the memory's answer, on a memory that gives the first word `latency` cycles after a request
/// and one a cycle then.
constexpr std::uint64_t fetch_cycles(const config& k, std::uint64_t latency) {
  return latency + engine_ring::DescriptorBytes / k.core.bus.bytes + 5;
}
constexpr std::uint64_t completion_cycles(const config& k, std::uint64_t latency) {
  const unsigned words = std::max(1u, engine_ring::CompletionBytes / k.core.bus.bytes);
  return latency + 2 * words + 3;
}

/// The jobs of a ring, behind one doorbell, with completions, on such a memory.
struct ring_times {
  std::uint64_t cycles = 0;  ///< in which the engine is not idle
  std::uint64_t array  = 0;  ///< in which the array works
  std::uint64_t alone  = 0;  ///< the times of the jobs, if each ran alone
};

/// The front's steps between the answers of memory and core; the core's are those of its schedule.
ring_times ring_cycles(const config& k, std::span<const job> jobs, std::uint64_t latency);

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  axil::from_master regs{};
  bool ar_ready = true;
  std::optional<axi_read::r_beat> r{};
  bool aw_ready = true, w_ready = true;
  std::optional<axi::resp_e> b{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    os << in.regs << ' ';
    if (in.r) os << "r=" << *in.r << ' ';
    if (in.b) os << "b=" << static_cast<unsigned>(*in.b) << ' ';
    return os << "ready=" << in.ar_ready << in.aw_ready << in.w_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  axil::from_slave regs{};
  std::optional<axi::burst> ar;
  bool r_ready = true;
  std::optional<axi::burst> aw;
  std::optional<axi_write::w_word> w;
  bool b_ready  = true;
  unsigned attr = 0;  ///< AXI_ATTR's bits: CACHE 3:0, PROT 6:4, QOS 11:8
  bool irq = false, idle = true;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << o.regs << " irq=" << o.irq << " idle=" << o.idle << " attr=" << o.attr
       << " ready=" << o.r_ready << o.b_ready;
    if (o.ar) os << " ar=" << *o.ar;
    if (o.aw) os << " aw=" << *o.aw;
    if (o.w) os << " w=" << *o.w;
    return os;
  }
};

/// The core's blocks and the ring's transfers that begin and end in a cycle, for those who watch.
struct events : engine_core::events {
  bool fetch = false, fetched = false;  ///< a descriptor
  bool complete = false, told = false;  ///< a completion
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = engine::inputs;
  using outputs = engine::outputs;

  explicit model(const config& k)
      : front_(front_of(k)),
        core_(k.core),
        fetch_(fetch_bus(k.core.bus)),
        complete_(complete_bus(k.core.bus)),
        join_(k.core.bus.in_flight + 2),
        bytes_(k.core.bus.bytes) {}

  outputs peek(const inputs&) const;

  /// The events of the cycle of these inputs, before step().
  engine::events events(const inputs& in) const;

  void step(const inputs& in);

 private:
  static constexpr std::uint32_t Descriptor = engine_ring::DescriptorBytes,
                                 Completion = engine_ring::CompletionBytes;

  static axi::config fetch_bus(axi::config k);
  static axi::config complete_bus(axi::config k);

  axi::word word_of(unsigned at) const;

  /// The outputs of all parts.
  struct state {
    engine_front::outputs front;
    engine_core::outputs core;
    axi_read::outputs fetch;
    axi_write::outputs complete;
    std::array<axi_join::offers, 2> offered;
  };

  state look() const;

  static engine_core::inputs core_inputs(const engine_front::outputs& front,
                                         const axi_join::answers& bus);

  engine_front::model front_;
  engine_core::model core_;
  axi_read::model fetch_;
  axi_write::model complete_;
  axi_join::model join_;
  unsigned bytes_;                               // of a word
  std::array<std::uint8_t, Completion> tell_{};  // the completion that is written
  axi::word word_{};                             // of it, the one at the master
  unsigned next_ = 0;                            // the place of the one behind
};

}  // namespace weft::golden::engine
