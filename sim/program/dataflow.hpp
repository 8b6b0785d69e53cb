// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "sim/file/input_error.hpp"
#include "sim/golden/tensor.hpp"

namespace weft::sim {

inline constexpr golden::tensor::flow_e Flows[] = {
    golden::tensor::flow_e::OutputStationary, golden::tensor::flow_e::WeightStationary,
    golden::tensor::flow_e::Bidirectional, golden::tensor::flow_e::InputStationary};

/// The flow that --dataflow selects: auto is the fastest one for the shape, core leaves the choice
/// to the array. Throws input_error.
inline golden::tensor::flow_e choose_flow(const std::string& name, const golden::tensor::config& c,
                                          const golden::tensor::shape& s, bool sparse_a = false) {
  for (const auto flow : Flows) {
    if (name != flow_name(flow)) continue;
    if (flow == golden::tensor::flow_e::InputStationary && !commutes(c)) {
      throw input_error(fmt::format("--dataflow is: {} has A and B of two types", name_of(c.type)));
    }
    if (flow == golden::tensor::flow_e::InputStationary && sparse_a) {
      throw input_error("--dataflow is: a sparse A cannot stay; os, ws or bi");
    }
    return flow;
  }
  if (name == "core") return golden::tensor::flow_e::Auto;
  if (name == "auto") return best_flow(c, s, sparse_a);
  throw input_error(fmt::format("--dataflow {}: os, ws, bi, is, auto or core", name));
}

}  // namespace weft::sim
