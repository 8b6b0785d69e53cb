// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <ostream>

#include "sim/golden/engine/engine_front.hpp"
#include "sim/golden/engine/engine_core.hpp"

/// Golden model of rtl/engine/weft_engine.sv: the front and the core, every output in every cycle.
namespace weft::golden::engine {

/// The parameters of the RTL.
struct config {
  engine_core::config core;
  unsigned max_dim = 65535;
  bool closed      = false;
};

/// CAPABILITY: the bit of the array's arithmetic.
constexpr std::uint32_t capability(const tensor::arithmetic& type) {
  for (std::size_t i = 0; i < std::size(tensor::Types); ++i) {
    if (tensor::Types[i].type == type) return 1u << i;
  }
  return 1u << 31;
}

constexpr engine_front::config front_of(const config& k) {
  const auto& array = k.core.array;
  const bool turns  = k.core.block_m % (2 * array.rows) == 0 && k.core.block_k % array.rows == 0;
  return {.capability  = capability(array.type),
          .rows        = array.rows,
          .cols        = array.cols,
          .max_dim     = k.max_dim,
          .flows       = !array.streams ? 1u
                         : turns        ? 7u
                                        : 3u,
          .any_flow    = array.streams,
          .streams     = array.streams,
          .transposes  = true,
          .epilogue    = array.epilogue,
          .a_bytes     = k.core.a_bytes(),
          .b_bytes     = k.core.b_bytes(),
          .sum_bytes   = k.core.sum_bytes(),
          .addr_bits   = k.core.bus.addr_bits,
          .bus_bytes   = k.core.bus.bytes,
          .burst_bytes = k.core.bus.burst_bytes,
          .block_m     = k.core.block_m,
          .block_n     = k.core.block_n,
          .block_k     = k.core.block_k,
          .closed      = k.closed};
}

/// A job as the core has it.
constexpr engine_core::job core_job(const job& j) {
  return {.shape       = {j.m, j.n, j.k},
          .flow        = tensor::flow_e(j.flow),
          .preload     = j.preload,
          .transpose_a = j.transpose_a,
          .transpose_b = j.transpose_b,
          .epilogue    = {.output = epilogue::output_e(j.out), .relu = j.relu, .scale = j.scale},
          .overlap     = j.overlap,
          .a           = j.a,
          .b           = j.b,
          .c           = j.c,
          .d           = j.d,
          .lda         = j.lda,
          .ldb         = j.ldb,
          .ldc         = j.ldc,
          .ldd         = j.ldd};
}
constexpr outcome front_outcome(const engine_core::outcome& o) {
  return {.how          = end_e(o.how),
          .fault        = o.fault,
          .array_cycles = o.array_cycles,
          .time_cycles  = o.time_cycles,
          .read_bytes   = o.read_bytes,
          .write_bytes  = o.write_bytes,
          .wait_load    = o.wait_load,
          .wait_store   = o.wait_store};
}

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

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge. No output
/// depends on an input of the same cycle.
class model {
 public:
  using inputs  = engine::inputs;
  using outputs = engine::outputs;

  explicit model(const config& k) : front_(front_of(k)), core_(k.core) {}

  outputs peek(const inputs& in) const {
    const auto front = front_.peek();
    const auto core  = core_.peek(to_core(in, front));
    return {.regs    = front.bus,
            .ar      = core.ar,
            .r_ready = core.r_ready,
            .aw      = core.aw,
            .w       = core.w,
            .b_ready = core.b_ready,
            .attr    = front.attr,
            .irq     = front.irq,
            .idle    = front.idle && core.idle};
  }

  void step(const inputs& in) {
    const auto front   = front_.peek();
    const auto to      = to_core(in, front);
    const auto core    = core_.peek(to);
    const auto outcome = core.outcome ? std::optional(front_outcome(*core.outcome)) : std::nullopt;
    front_.step({in.regs, core.job_ready, outcome, core.hung});
    core_.step(to);
  }

 private:
  static engine_core::inputs to_core(const inputs& in, const engine_front::outputs& front) {
    return {.job        = front.job ? std::optional(core_job(*front.job)) : std::nullopt,
            .abort      = front.abort,
            .hang_limit = front.hang_limit,
            .ar_ready   = in.ar_ready,
            .r          = in.r,
            .aw_ready   = in.aw_ready,
            .w_ready    = in.w_ready,
            .b          = in.b};
  }

  engine_front::model front_;
  engine_core::model core_;
};

}  // namespace weft::golden::engine
