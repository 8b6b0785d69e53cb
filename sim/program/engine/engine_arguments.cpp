// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/parse_dims.hpp"

namespace weft::sim {

using golden::tensor::flow_e;

void engine_arguments::add_to(options& o) {
  add_platform_to(o);
  o.choice("--dataflow", dataflow, {"ws", "os", "bi"},
           "ws (weight-stationary), os (output-stationary), bi (bidirectional)");
}

void engine_arguments::add_platform_to(options& o) {
  o.text("--type", type, "Operands, as of weft gemm");
  o.text("--profile", profile, "The arithmetic of a matrix unit instead, as of weft gemm");
  o.text("--array", array, "Rows x columns of the array");
  o.text("--blocks", blocks, "MxNxK of a block; default: 64x64x256, or what the RTL has");
  o.number("--burst", burst, {8, 4096}, "Longest burst in bytes; default: 256, or the RTL's");
  o.number("--in-flight", in_flight, {1, 256},
           "Bursts that the bus may owe; default: 16, or the RTL's");
  o.number("--latency", latency, {0, 100'000}, "Cycles from a request to its first word");
}

golden::engine::config engine_arguments::parse(unsigned bus_bits, bool epilogue) const {
  golden::engine::config k;
  auto& core                                 = k.core;
  core.array.type                            = parse_type(type, profile);
  core.array.epilogue                        = epilogue;
  std::tie(core.array.rows, core.array.cols) = parse_array(array);
  if (!fits_an_array(core.array.type)) {
    throw input_error(
        fmt::format("--profile {}: its sums are no single chain, so no array has it", profile));
  }
  if (bus_bits != 64 && bus_bits != 128 && bus_bits != 256) {
    throw input_error(fmt::format("--bus {}: 64, 128 or 256", bus_bits));
  }
  core.bus.bytes       = bus_bits / 8;
  core.bus.burst_bytes = burst.value_or(256);
  core.bus.in_flight   = in_flight.value_or(16);
  if (!std::has_single_bit(core.bus.burst_bytes) || core.bus.burst_bytes < core.bus.bytes) {
    throw input_error(fmt::format("--burst {}: a power of two, at least the bus's {} bytes",
                                  core.bus.burst_bytes, core.bus.bytes));
  }
  core.bus.beats = std::max(128u, core.bus.burst_bytes / core.bus.bytes);
  if (!blocks.empty()) {
    const auto dims = parse_dims<3>(blocks, 4096);
    if (!dims) throw input_error(fmt::format("--blocks {}: MxNxK, 1 to 4096 each", blocks));
    std::tie(core.block_m, core.block_n, core.block_k) =
        std::tuple((*dims)[0], (*dims)[1], (*dims)[2]);
  }
  core.array.partial_rows = core.block_m;
  if (core.block_k % core.lanes() != 0) {
    throw input_error(
        fmt::format("--blocks {}: a depth of {} is no multiple of {}'s {} products a step", blocks,
                    core.block_k, name_of(core.array.type), core.lanes()));
  }
  return k;
}

const built_engine& engine_arguments::built(golden::engine::config& k) const {
  std::string there;
  for (const built_engine& unit : built_engine_units()) {
    const auto &has = unit.k.core, &wants = k.core;
    there += fmt::format("{} {} {}x{}, bus of {} bits, {} bursts of {} bytes, blocks of {}x{}x{}",
                         there.empty() ? "" : ";", name_of(has.array.type), has.array.rows,
                         has.array.cols, 8 * has.bus.bytes, has.bus.in_flight, has.bus.burst_bytes,
                         has.block_m, has.block_n, has.block_k);
    if (has.array.type != wants.array.type || has.array.rows != wants.array.rows ||
        has.array.cols != wants.array.cols || has.bus.bytes != wants.bus.bytes ||
        has.array.sparse != wants.array.sparse || (wants.conv && !has.conv) ||
        (wants.copy && !has.copy) || (wants.array.epilogue && !has.array.epilogue) ||
        (burst && has.bus.burst_bytes != *burst) ||
        (in_flight && has.bus.in_flight != *in_flight) ||
        (!blocks.empty() && std::tuple(has.block_m, has.block_n, has.block_k) !=
                                std::tuple(wants.block_m, wants.block_n, wants.block_k))) {
      continue;
    }
    k = unit.k;
    return unit;
  }
  throw input_error(
      fmt::format("--array {}: the RTL of this engine is not in this build, which has{}; --engine "
                  "golden or tlm takes any",
                  array, there));
}

flow_e engine_arguments::flow(const golden::engine_core::config& k) const {
  if (dataflow == "ws") return flow_e::WeightStationary;
  if (dataflow == "os") return flow_e::OutputStationary;
  if (!turns(k)) {
    throw input_error(
        fmt::format("--dataflow bi: blocks of {}x{}x{} are not multiples of {} rows and a depth of "
                    "{}",
                    k.block_m, k.block_n, k.block_k, 2 * k.array.rows, turn_depth(k)));
  }
  return flow_e::Bidirectional;
}

unsigned index_bytes(unsigned k) { return (k + 7) / 8; }

dense_job lay_out(const golden::engine_core::config& k, const golden::tensor::problem& p,
                  bool transpose_a, bool transpose_b, std::uint64_t base) {
  std::uint64_t end = base;
  const auto place  = [&](std::uint64_t rows, std::uint64_t pitch) {
    const std::uint64_t at = end;
    end += (rows * pitch + 63) / 64 * 64;
    return at;
  };
  const auto [m, n, depth] = p.shape;
  golden::engine::job j{.preload     = !p.c.empty(),
                        .flow        = static_cast<unsigned>(p.flow),
                        .transpose_a = transpose_a,
                        .transpose_b = transpose_b,
                        .sparse_a    = p.layout.sparse_a,
                        .relu        = p.epilogue.relu,
                        .out         = static_cast<unsigned>(p.epilogue.output),
                        .m           = m,
                        .n           = n,
                        .k           = depth,
                        .scale       = p.epilogue.scale};
  const unsigned stored = p.layout.sparse_a ? depth / 2 : depth;
  j.lda                 = (transpose_a ? m : stored) * k.a_bytes();
  j.ldb                 = (transpose_b ? depth : n) * k.b_bytes();
  j.ldc                 = p.layout.c_is_row ? 0 : n * k.sum_bytes();
  j.ldd                 = n * golden::tensor::output_bytes(k.array.type, p.epilogue);
  j.a                   = place(transpose_a ? depth : m, j.lda);
  j.b                   = place(transpose_b ? n : depth, j.ldb);
  j.c                   = place(p.c.size(), k.sum_bytes());
  j.d                   = place(m, j.ldd);
  const unsigned scales = k.scale_blocks(depth);
  if (p.layout.sparse_a) j.a_extra = place(m, index_bytes(depth));
  if (scales != 0) j.a_extra = place(m, scales), j.b_extra = place(scales, n);
  return {j, end - base};
}

}  // namespace weft::sim
