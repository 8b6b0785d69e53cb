// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cci_configuration>
#include <string>
#include <systemc>

#include "systemc/engine.hpp"

namespace weft::systemc {

/// A loosely-timed engine whose configuration is CCI parameters of this module, so that a
/// platform's broker presets them by name, `<name>.rows` for instance. They have their values when
/// the module is made and keep them. A value that no RTL has is an SC_ERROR that names the
/// parameter and the value.
///
/// `Engine` is engine or engine64. This header alone needs Accellera's CCI library, package
/// SystemCCCI, and a broker.
template <class Engine = engine>
class cci_engine : public sc_core::sc_module {
  template <class T>
  using parameter = cci::cci_param<T, cci::CCI_IMMUTABLE_PARAM>;
  static constexpr golden::engine::config Default{};

 public:
  parameter<std::string> type{"type", "fp16",
                              "Elements, as weft gemm --type or --profile names them"};
  parameter<unsigned> rows{"rows", Default.core.array.rows, "Rows of the array"};
  parameter<unsigned> cols{"cols", Default.core.array.cols, "Columns of the array"};
  parameter<bool> streams{"streams", Default.core.array.streams,
                          "Weight-stationary and bidirectional flows"};
  parameter<bool> epilogue{"epilogue", Default.core.array.epilogue,
                           "Scale, ReLU and rounding of sums"};
  parameter<bool> conv{"conv", Default.core.conv, "Operation CONV"};
  parameter<bool> copy{"copy", Default.core.copy, "Operation COPY"};
  parameter<bool> closed{"closed", Default.closed, "Without a window, no access"};
  parameter<unsigned> block_m{"block_m", Default.core.block_m, "Rows of D in a block"};
  parameter<unsigned> block_n{"block_n", Default.core.block_n, "Columns of D in a block"};
  parameter<unsigned> block_k{"block_k", Default.core.block_k, "Products of a sum in a block"};
  parameter<unsigned> bus_bits{"bus_bits", 8 * Default.core.bus.bytes, "Bits of a word of the bus"};
  parameter<unsigned> burst_bytes{"burst_bytes", Default.core.bus.burst_bytes, "Longest burst"};
  parameter<unsigned> in_flight{"in_flight", Default.core.bus.in_flight,
                                "Bursts that the bus may owe"};
  parameter<unsigned> max_dim{"max_dim", Default.max_dim, "Largest M, N and K of a job"};
  parameter<double> clock_ns{"clock_ns", 1, "Clock period in nanoseconds"};

  explicit cci_engine(const sc_core::sc_module_name& name) : sc_module(name) {}

  Engine model{"model", config()};  ///< csr, dma, irq, rst_n

 private:
  void expect(bool right, const cci::cci_param_if& p, const std::string& wanted) const {
    if (right) return;
    const auto said = std::string(p.name()) + " = " + p.get_cci_value().to_json() + ": " + wanted;
    SC_REPORT_ERROR("/weft/engine", said.c_str());
  }

  golden::tensor::arithmetic named() const {
    std::string names;
    for (const auto& t : golden::tensor::Types) {
      if (t.name == type.get_value()) return t.type;
      names += (names.empty() ? "" : ", ") + std::string(t.name);
    }
    if (const auto profile = golden::tensor::of_profile(type.get_value())) return *profile;
    expect(false, type, "one of " + names + ", or a profile that fits an array");
    return {};
  }

  engine_config config() const {
    engine_config c;
    auto& core = c.engine.core;
    for (const auto* p : {&rows, &cols, &block_m, &block_n, &block_k}) {
      expect(*p >= 1 && *p <= 4096, *p, "1 to 4096");
    }
    expect(bus_bits == 64 || bus_bits == 128 || bus_bits == 256, bus_bits, "64, 128 or 256");
    expect(std::has_single_bit(burst_bytes.get_value()) && 8 * burst_bytes >= bus_bits &&
               burst_bytes <= 4096,
           burst_bytes, "a power of two, a word of the bus to 4096");
    expect(in_flight >= 1 && in_flight <= 256, in_flight, "1 to 256");
    expect(max_dim >= 1 && max_dim <= Default.max_dim, max_dim, "1 to 65535");
    expect(clock_ns > 0, clock_ns, "more than 0");
    const auto named_type = named();
    expect(block_k % named_type.lanes() == 0, block_k, "a multiple of the products of a step");
    expect(!conv || named_type.scales() == 0, conv, "not with block scales");
    core.array           = {.type         = named_type,
                            .rows         = rows,
                            .cols         = cols,
                            .partial_rows = block_m,
                            .streams      = streams,
                            .epilogue     = epilogue};
    core.bus.bytes       = bus_bits / 8;
    core.bus.burst_bytes = burst_bytes;
    core.bus.in_flight   = in_flight;
    core.bus.beats       = std::max(Default.core.bus.beats, burst_bytes / core.bus.bytes);
    core.block_m = block_m, core.block_n = block_n, core.block_k = block_k;
    core.conv = conv, core.copy = copy;
    c.engine.max_dim = max_dim;
    c.engine.closed  = closed;
    c.clock_period   = sc_core::sc_time(clock_ns, sc_core::SC_NS);
    return c;
  }
};

}  // namespace weft::systemc
