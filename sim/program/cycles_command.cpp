// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/golden/engine/engine_core.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

namespace {

/// A shape and a flow whose cycles are asked for.
struct product {
  golden::tensor::shape shape;
  golden::tensor::flow_e flow;
};

/// `weft cycles`: clock cycles of GEMMs from the closed forms of sim/golden/tensor.hpp, or of
/// weft_engine_core from sim/golden/engine/engine_core.hpp. No engine runs, so thousands of shapes take
/// almost no time.
struct cycles_command {
  std::string array = "16x16", dataflow = "os", type = "fp16", bus;
  std::uint64_t latency = 100;
  std::vector<std::string> shapes;
  bool json = false;

  void add_to(options& o);

  /// Prints one line per shape, or one per shape and flow: m, n, k, flow, cycles, limit, and the
  /// share of multiply-add slots that do useful work. Throws input_error for an invalid array,
  /// shape or flow. With --bus, operands and D lie densely in memory behind AXI4, and a line has
  /// the cycles of the job, those of the array in it and those in which it waits.
  int run() const;

 private:
  std::vector<product> products(const golden::tensor::config& c) const;
  std::string of_array(const golden::tensor::config& c) const;
  std::string of_engine(const golden::tensor::config& c) const;
};

void cycles_command::add_to(options& o) {
  o.text("--array", array, "Rows x columns of the array");
  o.list("--shapes", shapes, "MxNxK, separated by commas").required().commas();
  o.text("--dataflow", dataflow, "os, ws, bi, is, auto (the fastest) or all");
  std::vector<std::string> types;
  for (const auto& t : golden::tensor::Types) types.emplace_back(t.name);
  o.choice("--bus", bus, {"64", "128", "256"},
           "Operands and D in memory, behind AXI4 of so many bits: weft_engine_core");
  o.number("--latency", latency, {0, 1'000'000}, "With --bus, cycles to the first beat of a burst");
  o.choice("--type", type, types, "With --bus, the type of the array");
  o.flag("--json", json, "Print as JSON");
}

std::vector<product> cycles_command::products(const golden::tensor::config& c) const {
  namespace tensor = golden::tensor;
  std::vector<product> all;
  for (const std::string& shape : shapes) {
    const auto dims = parse_dims<3>(shape, tensor::MaxDim);
    if (!dims) {
      throw input_error(fmt::format("--shapes {}: MxNxK, 1 to {} each", shape, tensor::MaxDim));
    }
    const auto [m, n, k] = *dims;
    const tensor::shape s{m, n, k};
    if (dataflow != "all") {
      all.push_back({s, choose_flow(dataflow, c, s)});
      continue;
    }
    for (const auto flow : Flows) all.push_back({s, flow});
  }
  return all;
}

std::string cycles_command::of_array(const golden::tensor::config& c) const {
  auto text    = fmt::format("{:>6}{:>6}{:>6}{:>6}{:>16}{:>16}{:>13}\n", "m", "n", "k", "flow",
                             "cycles", "limit", "utilisation");
  auto objects = nlohmann::ordered_json::array();
  for (const auto& [s, flow] : products(c)) {
    const auto cycles = golden::tensor::cycles(c, s, flow),
               limit  = golden::tensor::limit(c, s, flow);
    const double busy = utilisation(c, s, cycles);
    objects.push_back({{"m", s.m},
                       {"n", s.n},
                       {"k", s.k},
                       {"flow", flow_name(flow)},
                       {"cycles", cycles},
                       {"limit", limit},
                       {"utilisation", busy}});
    text += fmt::format("{:>6}{:>6}{:>6}{:>6}{:>16}{:>16}{:>11.2f} %\n", s.m, s.n, s.k,
                        flow_name(flow), cycles, limit, 100 * busy);
  }
  if (!json) return text;
  return nlohmann::ordered_json{{"array", {c.rows, c.cols}}, {"shapes", objects}}.dump(2) + '\n';
}

std::string cycles_command::of_engine(const golden::tensor::config& c) const {
  namespace core = golden::engine_core;
  core::config k;
  k.array              = c;
  k.array.partial_rows = k.block_m;
  k.bus.bytes          = static_cast<unsigned>(std::stoul(bus)) / 8;
  for (const auto& t : golden::tensor::Types) {
    if (t.name == type) k.array.type = t.type;
  }
  auto text    = fmt::format("{:>6}{:>6}{:>6}{:>6}{:>14}{:>14}{:>12}{:>12}{:>13}\n", "m", "n", "k",
                             "flow", "cycles", "array", "wait load", "wait store", "utilisation");
  auto objects = nlohmann::ordered_json::array();
  for (const auto& [s, flow] : products(k.array)) {
    using enum golden::tensor::flow_e;
    if (flow == InputStationary || flow == Auto) {
      if (dataflow == "all") continue;
      throw input_error(fmt::format("--dataflow {}: with --bus os, ws or bi", dataflow));
    }
    if (flow == Bidirectional && k.block_m % (2 * c.rows) != 0) {
      throw input_error(
          fmt::format("--array {}: with bi, {} is a multiple of twice its rows", array, k.block_m));
    }
    const auto up = [](std::uint64_t x) { return (x + 63) / 64 * 64; };
    core::job j{.shape = s, .flow = flow};
    j.lda        = s.k * k.a_bytes();
    j.ldb        = s.n * k.b_bytes();
    j.ldd        = s.n * k.sum_bytes();
    j.b          = up(std::uint64_t{s.m} * j.lda);
    j.d          = j.b + up(std::uint64_t{s.k} * j.ldb);
    const auto o = core::cycles(k, j, latency);

    const double busy = utilisation(k.array, s, o.time_cycles);
    objects.push_back({{"m", s.m},
                       {"n", s.n},
                       {"k", s.k},
                       {"flow", flow_name(flow)},
                       {"cycles", o.time_cycles},
                       {"array_cycles", o.array_cycles},
                       {"wait_load", o.wait_load},
                       {"wait_store", o.wait_store},
                       {"read_bytes", o.read_bytes},
                       {"write_bytes", o.write_bytes},
                       {"utilisation", busy}});
    text += fmt::format("{:>6}{:>6}{:>6}{:>6}{:>14}{:>14}{:>12}{:>12}{:>11.2f} %\n", s.m, s.n, s.k,
                        flow_name(flow), o.time_cycles, o.array_cycles, o.wait_load, o.wait_store,
                        100 * busy);
  }
  if (!json) return text;
  return nlohmann::ordered_json{{"array", {c.rows, c.cols}},
                                {"type", type},
                                {"bus", k.bus.bytes * 8},
                                {"latency", latency},
                                {"shapes", objects}}
             .dump(2) +
         '\n';
}

int cycles_command::run() const {
  golden::tensor::config config;
  std::tie(config.rows, config.cols) = parse_array(array);
  fmt::print("{}", bus.empty() ? of_array(config) : of_engine(config));
  return 0;
}

}  // namespace

void add_cycles(options& o) { add<cycles_command>(o); }

}  // namespace weft::sim
