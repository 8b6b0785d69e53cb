// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "sim/golden/tensor.hpp"
#include "sim/input_error.hpp"

namespace weft::sim {

inline constexpr golden::tensor::flow_e Flows[] = {
    golden::tensor::flow_e::OutputStationary, golden::tensor::flow_e::WeightStationary,
    golden::tensor::flow_e::Bidirectional, golden::tensor::flow_e::InputStationary};

/// The flow that --dataflow asks for; auto is the best one for the shape. Throws input_error.
inline golden::tensor::flow_e choose_flow(const std::string& name, const golden::tensor::config& c,
                                          const golden::tensor::shape& s) {
  for (const auto flow : Flows) {
    if (name != flow_name(flow)) continue;
    if (flow == golden::tensor::flow_e::InputStationary && !commutes(c)) {
      throw input_error(fmt::format("--dataflow is: {} has A and B of two types", name_of(c.type)));
    }
    return flow;
  }
  if (name == "auto") return best_flow(c, s);
  throw input_error(fmt::format("--dataflow {}: os, ws, bi, is or auto", name));
}

}  // namespace weft::sim
