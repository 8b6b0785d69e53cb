// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_busy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/engine/engine_core.hpp"
#include "sim/picture/roofline.hpp"
#include "sim/program/product_arguments.hpp"

namespace weft::sim {
namespace {

/// Blocks of a product that the law follows in seconds.
constexpr std::uint64_t MostBlocks = 1 << 16;

double per(std::uint64_t x, std::uint64_t of) {
  return static_cast<double>(x) / static_cast<double>(of);
}

}  // namespace

void busy_figures::add(const busy_figures& x, std::uint64_t times) {
  for (const auto figure :
       {&busy_figures::macs, &busy_figures::cycles, &busy_figures::read_bytes,
        &busy_figures::write_bytes, &busy_figures::array, &busy_figures::read_bus,
        &busy_figures::write_bus, &busy_figures::latency}) {
    this->*figure += times * (x.*figure);
  }
}

const char* busy_figures::limit() const {
  const std::array<std::pair<std::uint64_t, const char*>, 4> parts{
      {{array, "array"}, {read_bus, "read bus"}, {write_bus, "write bus"}, {latency, "latency"}}};
  return std::ranges::max(parts, {}, [](const auto& part) { return part.first; }).second;
}

busy_figures busy_of(const golden::engine_core::config& k, const golden::engine::job& job,
                     std::uint64_t latency) {
  const auto core    = golden::engine::core_job(job);
  const auto o       = golden::engine_core::cycles(k, core, latency);
  const auto at_once = golden::engine_core::cycles(k, core, 0);
  return {.macs        = core.shape.macs(),
          .cycles      = o.time_cycles,
          .read_bytes  = o.read_bytes,
          .write_bytes = o.write_bytes,
          .array       = o.array_cycles,
          .read_bus    = o.read_bytes / k.bus.bytes,
          .write_bus   = o.write_bytes / k.bus.bytes,
          .latency     = o.time_cycles - at_once.time_cycles};
}

double given_rate(const golden::axi::config& bus, std::uint64_t latency) {
  const double owed = static_cast<double>(bus.in_flight) * bus.burst_bytes;
  const double wait = static_cast<double>(latency) + 2 + per(bus.burst_bytes, bus.bytes);
  return std::min<double>(bus.bytes, owed / wait);
}

void engine_busy::add_to(options& o) {
  engine_of_.add_to(o);
  o.numbers("--bus", buses_, {64, 256}, "Bits of a word of the bus: 64, 128, 256 or some of them");
  o.choice("--out", output_, OutputNames, "D: sums, int8 or fp16");
  o.text(
      "--list", list_,
      "Layers instead of cubes: a file of lines `name m n k` or `name m n k times`, or resnet50");
  o.text("--svg", svg_, "SVG file of the products below the roofs of the array and of the bus")
      .output();
  o.flag("--json", json_, "Print as JSON");
}

golden::engine::config engine_busy::config(unsigned bus) const {
  return engine_of_.parse(bus, output_ != "sums");
}

double engine_busy::share(const busy_figures& f) const {
  const auto array = config(buses_.front()).core.array;
  return per(f.macs, f.cycles) / array.rows / array.cols / array.type.lanes();
}

std::vector<layer> engine_busy::products() const {
  if (!list_.empty()) return read_layers(list_);
  std::vector<layer> cubes;
  for (unsigned side = 64; side <= 1024; side *= 2) {
    cubes.push_back({fmt::format("{}^3", side), {side, side, side}, 1});
  }
  return cubes;
}

std::vector<engine_busy::row> engine_busy::rows() const {
  std::vector<row> all;
  const auto layers = products();
  for (const unsigned bus : buses_) {
    const auto k = config(bus).core;
    golden::tensor::problem p;
    p.flow            = engine_of_.flow(k);
    p.epilogue.output = parse_output(output_);
    row total{{"total", {}, 0}, bus, {}, true};
    for (const auto& l : layers) {
      if (const auto blocks = blocks_of(k, golden::engine_core::job{.shape = l.shape});
          blocks > MostBlocks) {
        throw input_error(fmt::format("{}: {} has {} blocks of {}x{}x{}, at most {}",
                                      list_.empty() ? "--blocks " + engine_of_.blocks : list_,
                                      l.name, blocks, k.block_m, k.block_n, k.block_k, MostBlocks));
      }
      p.shape = l.shape;
      all.push_back({l, bus, busy_of(k, lay_out(k, p, false, false, 0).job, engine_of_.latency)});
      total.product.times += l.times;
      total.figures.add(all.back().figures, l.times);
    }
    if (!list_.empty()) all.push_back(total);
  }
  return all;
}

std::string engine_busy::to_text(const std::vector<row>& rows) const {
  const auto k = config(buses_.front()).core;
  auto text    = fmt::format(
         "{} {}x{}, {}, blocks of {}x{}x{}, latency {}, {} bursts of {} bytes in flight\n\n",
         name_of(k.array.type), k.array.rows, k.array.cols, engine_of_.dataflow, k.block_m, k.block_n,
         k.block_k, engine_of_.latency, k.bus.in_flight, k.bus.burst_bytes);
  const auto longest =
      std::ranges::max(rows, {}, [](const row& r) { return r.product.name.size(); });
  const auto wide = std::max<std::size_t>(5, longest.product.name.size());
  const bool list = !list_.empty();
  text += fmt::format("{:<{}}{}{:>7}{:>6}{:>6}{:>5}{:>13}{:>9}{:>8}{:>8}{:>7}  {}\n", "", wide,
                      list ? "  times" : "", "m", "n", "k", "bus", "cycles", "share", "reads",
                      "writes", "gives", "limit");
  for (const auto& [product, bus, f, total] : rows) {
    const auto& s = product.shape;
    text += fmt::format(
        "{:<{}}{}{}{:>5}{:>13}{:>7.2f} %{:>8.2f}{:>8.2f}{:>7.2f}  {}\n", product.name, wide,
        list ? fmt::format("{:>7}", product.times) : "",
        total ? fmt::format("{:>19}", "") : fmt::format("{:>7}{:>6}{:>6}", s.m, s.n, s.k), bus,
        f.cycles, 100 * share(f), per(f.read_bytes, f.array), per(f.write_bytes, f.array),
        given_rate(config(bus).core.bus, engine_of_.latency), f.limit());
  }
  return text;
}

std::string engine_busy::to_json(const std::vector<row>& rows) const {
  const auto k = config(buses_.front()).core;
  nlohmann::ordered_json j{{"type", name_of(k.array.type)},
                           {"array", {k.array.rows, k.array.cols}},
                           {"flow", engine_of_.dataflow},
                           {"out", output_},
                           {"blocks", {k.block_m, k.block_n, k.block_k}},
                           {"burst", k.bus.burst_bytes},
                           {"in_flight", k.bus.in_flight},
                           {"latency", engine_of_.latency},
                           {"products", nlohmann::ordered_json::array()}};
  for (const auto& [product, bus, f, total] : rows) {
    nlohmann::ordered_json x{{"name", product.name}, {"times", product.times}};
    if (!total) {
      x["m"] = product.shape.m;
      x["n"] = product.shape.n;
      x["k"] = product.shape.k;
    }
    x["bus"]         = bus;
    x["macs"]        = f.macs;
    x["cycles"]      = f.cycles;
    x["utilisation"] = share(f);
    x["read_bytes"]  = f.read_bytes;
    x["write_bytes"] = f.write_bytes;
    x["gives"]       = given_rate(config(bus).core.bus, engine_of_.latency);
    x["needs"]       = {{"array", f.array},
                        {"read_bus", f.read_bus},
                        {"write_bus", f.write_bus},
                        {"latency", f.latency}};
    x["limit"]       = f.limit();
    (total ? j["totals"] : j["products"]).push_back(x);
  }
  return j.dump(2) + "\n";
}

std::string engine_busy::draw(const std::vector<row>& rows) const {
  const auto k = config(buses_.front()).core;
  roofline picture{
      .title  = fmt::format("weft_engine, {} on {} x {}", name_of(k.array.type), k.array.rows,
                            k.array.cols),
      .legend = fmt::format("blocks of {} x {} x {}, latency {}, {} bursts of {} bytes in flight",
                            k.block_m, k.block_n, k.block_k, engine_of_.latency, k.bus.in_flight,
                            k.bus.burst_bytes),
      .peak   = static_cast<double>(k.array.rows) * k.array.cols * k.lanes()};
  for (const unsigned bus : buses_) {
    const double rate = given_rate(config(bus).core.bus, engine_of_.latency);
    picture.roofs.push_back({fmt::format("{} bits", bus), rate, {}});
    for (const auto& r : rows) {
      if (r.bus != bus || r.total) continue;
      const auto& f = r.figures;
      picture.roofs.back().points.push_back({r.product.name,
                                             per(f.macs, std::max(f.read_bytes, f.write_bytes)),
                                             per(f.macs, f.cycles)});
    }
  }
  return sim::draw(picture);
}

int engine_busy::run() const {
  if (!svg_.empty()) check_writable(svg_);
  const auto all = rows();
  if (!svg_.empty()) write_file(svg_, draw(all));
  fmt::print("{}", json_ ? to_json(all) : to_text(all));
  return 0;
}

}  // namespace weft::sim
