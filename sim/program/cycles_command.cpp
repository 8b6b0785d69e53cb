// SPDX-License-Identifier: Apache-2.0

#include "sim/program/cycles_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/program/dataflow.hpp"

namespace weft::sim {

void cycles_command::add_to(CLI::App& app) {
  app.add_option("--array", array, "Rows x columns of the array")->capture_default_str();
  app.add_option("--shapes", shapes, "MxNxK, several with commas between them")
      ->required()
      ->delimiter(',');
  app.add_option("--dataflow", dataflow, "os, ws, bi, is, auto (the fastest) or all")
      ->capture_default_str();
  app.add_flag("--json", json, "Print as JSON");
}

int cycles_command::run() const {
  namespace tensor = golden::tensor;
  tensor::config config;
  std::tie(config.rows, config.cols) = parse_array(array);

  auto text    = fmt::format("{:>6}{:>6}{:>6}{:>6}{:>16}{:>16}{:>13}\n", "m", "n", "k", "flow",
                             "cycles", "limit", "utilisation");
  auto objects = nlohmann::ordered_json::array();
  for (const std::string& shape : shapes) {
    const auto dims = parse_dims<3>(shape, tensor::MaxDim);
    if (!dims) {
      throw input_error(fmt::format("--shapes {}: MxNxK, 1 to {} each", shape, tensor::MaxDim));
    }
    const auto [m, n, k] = *dims;
    const tensor::shape s{m, n, k};
    std::vector<tensor::flow_e> flows(std::begin(Flows), std::end(Flows));
    if (dataflow != "all") flows = {choose_flow(dataflow, config, s)};
    for (const auto flow : flows) {
      const auto cycles = tensor::cycles(config, s, flow), limit = tensor::limit(config, s, flow);
      const double busy = tensor::utilisation(config, s, cycles);
      if (json) {
        objects.push_back({{"m", m},
                           {"n", n},
                           {"k", k},
                           {"flow", flow_name(flow)},
                           {"cycles", cycles},
                           {"limit", limit},
                           {"utilisation", busy}});
      } else {
        text += fmt::format("{:>6}{:>6}{:>6}{:>6}{:>16}{:>16}{:>11.2f} %\n", m, n, k,
                            flow_name(flow), cycles, limit, 100 * busy);
      }
    }
  }
  if (json) {
    text =
        nlohmann::ordered_json{{"array", {config.rows, config.cols}}, {"shapes", objects}}.dump(2);
    text += '\n';
  }
  fmt::print("{}", text);
  return 0;
}

}  // namespace weft::sim
