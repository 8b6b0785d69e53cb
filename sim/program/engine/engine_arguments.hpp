// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/golden/engine/engine.hpp"
#include "sim/program/options.hpp"
#include "sim/verilated/engine_engine.hpp"

namespace weft::sim {

/// The options of an engine: its array, its blocks, its bus and the memory behind it. The width of
/// the bus is the command's.
struct engine_arguments {
  std::string type = "int8", profile, array = "16x16", dataflow = "ws", blocks;
  std::optional<unsigned> burst, in_flight;
  std::uint64_t latency = 100;

  void add_to(options& o);
  /// All but the dataflow, which is a job's.
  void add_platform_to(options& o);

  /// The engine with a bus of that width. Throws input_error.
  golden::engine::config parse(unsigned bus_bits, bool epilogue) const;

  /// The RTL of an engine like `k`, which then has all of its parameters. Throws input_error.
  const built_engine& built(golden::engine::config& k) const;

  /// The flow, on an engine whose blocks allow it. Throws input_error.
  golden::tensor::flow_e flow(const golden::engine_core::config& k) const;
};

/// A job whose operands and D lie densely in memory from `base` on, each at a word of the widest
/// bus, and the bytes that they take together.
struct dense_job {
  golden::engine::job job;
  std::uint64_t bytes;
};
/// With p.layout.sparse_a, A is M x K / 2, and its indexes are rows of index_bytes(K) at a_extra,
/// four in a byte. With block scales, those of A are rows of a byte for each block of K at a_extra,
/// those of B rows of N bytes at b_extra.
unsigned index_bytes(unsigned k);
dense_job lay_out(const golden::engine_core::config& k, const golden::tensor::problem& p,
                  bool transpose_a, bool transpose_b, std::uint64_t base);

}  // namespace weft::sim
