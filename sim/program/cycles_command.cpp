// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

namespace {

/// `weft cycles`: clock cycles of GEMMs from the closed forms of sim/golden/tensor.hpp. No engine
/// runs, so thousands of shapes take almost no time.
struct cycles_command {
  std::string array = "16x16", dataflow = "os";
  std::vector<std::string> shapes;
  bool json = false;

  void add_to(options& o);

  /// Prints one line per shape, or one per shape and flow: m, n, k, flow, cycles, limit, and the
  /// share of multiply-add slots that do useful work. Throws input_error for an invalid array,
  /// shape or flow.
  int run() const;
};

void cycles_command::add_to(options& o) {
  o.text("--array", array, "Rows x columns of the array");
  o.list("--shapes", shapes, "MxNxK, separated by commas").required().commas();
  o.text("--dataflow", dataflow, "os, ws, bi, is, auto (the fastest) or all");
  o.flag("--json", json, "Print as JSON");
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

}  // namespace

void add_cycles(options& o) { add<cycles_command>(o); }

}  // namespace weft::sim
