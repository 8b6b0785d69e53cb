// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/engine/engine_map.hpp"
#include "sim/harness/engine_host.hpp"
#include "sim/picture/engine_trace.hpp"

namespace weft::sim {
namespace {

using namespace golden::engine_map;

/// Jobs that one doorbell takes, and bytes of memory that golden's model runs on.
constexpr std::size_t MostJobs    = 4096;
constexpr std::uint64_t MostBytes = std::uint64_t{1} << 28;

double share(std::uint64_t part, std::uint64_t of) {
  return static_cast<double>(part) / static_cast<double>(of);
}

}  // namespace

void engine_ring::add_to(options& o) {
  engine_of_.add_to(o);
  o.number("--bus", bus_, {64, 256}, "Bits of a word of the bus: 64, 128 or 256");
  o.text("--list", list_,
         "The jobs: a file of lines `name m n k` or `name m n k times`, or resnet50");
  o.flag("--overlap", overlap_, "In the trace, each descriptor has OVERLAP");
  o.text("--trace", trace_,
         "JSON file of loads, steps and stores over time, for Perfetto; golden's model runs")
      .output();
  o.flag("--json", json_, "Print as JSON");
}

/// Operands and D of a job lie at the same place as those of the others: what takes time is the
/// same wherever they are.
std::vector<golden::engine::job> engine_ring::jobs(const golden::engine::config& k,
                                                   bool overlap) const {
  golden::tensor::problem p;
  p.flow = engine_of_.flow(k.core);
  std::vector<golden::engine::job> all;
  for (const auto& l : read_layers(list_)) {
    p.shape     = l.shape;
    auto job    = lay_out(k.core, p, false, false, engine_memory::Base).job;
    job.overlap = overlap;
    if (all.size() + l.times > MostJobs) {
      throw input_error(fmt::format("{}: more than {} jobs", list_, MostJobs));
    }
    all.insert(all.end(), l.times, job);
  }
  return all;
}

void engine_ring::trace(const golden::engine::config& k) const {
  const auto all = jobs(k, overlap_);
  const unsigned log2 =
      static_cast<unsigned>(std::bit_width(std::max<std::size_t>(2, all.size()) - 1));
  std::uint64_t operand = 0;
  for (const auto& j : all) {
    operand = std::max(operand, j.d - engine_memory::Base + std::uint64_t{j.ldd} * j.m);
  }
  const std::uint64_t ring = (operand + 127) / 128 * 128, comp = ring + (128u << log2),
                      bytes = comp + (16u << log2) + 16;
  if (bytes > MostBytes) {
    throw input_error(
        fmt::format("{}: operands and D of a job take {} bytes, at most {} are traced", list_,
                    operand, MostBytes));
  }
  trace_events events;
  engine_trace trace(k.core, events);
  golden::engine::model model(k);
  std::uint64_t traced = 0;  // cycles since the first job is in the core
  std::vector<std::uint8_t> memory(bytes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ranges::copy(golden::engine_ring::descriptor{.job = all[i]}.bytes(),
                      memory.begin() + static_cast<std::ptrdiff_t>(ring + 128 * i));
  }
  const auto latency = engine_of_.latency;
  engine_host host(
      k.core,
      [&](const golden::engine::inputs& in) {
        const auto out = model.peek(in);
        const auto now = model.events(in);
        if (now.job || traced != 0) trace.cycle(now, traced++);
        model.step(in);
        return out;
      },
      engine_memory(k.core, std::move(memory), {.latency = latency}), latency);
  host.open();
  host.write64(RingBaseLo, engine_memory::Base + ring);
  host.write64(CompBaseLo, engine_memory::Base + comp);
  host.write(RingLog2, log2);
  host.write(RingTail, static_cast<std::uint32_t>(all.size()));
  host.write(RingCtrl, RingCtrlEnable);
  host.until_idle();
  if (host.read(Error) != 0) {
    throw input_error(
        fmt::format("{}: the engine refuses a job, error {}", list_, host.read(Error)));
  }
  write_file(trace_, events.json());
  if (!json_) fmt::print("{}", events.to_text(trace_));
}

int engine_ring::run() const {
  if (!trace_.empty()) check_writable(trace_);
  const auto k       = engine_of_.parse(bus_, false);
  const auto latency = engine_of_.latency;
  const auto plain = jobs(k, false), overlapping = jobs(k, true);
  std::uint64_t macs = 0, single = 0;
  for (const auto& j : plain) {
    macs += golden::tensor::shape{j.m, j.n, j.k}.macs();
    single += golden::engine::ring_cycles(k, {&j, 1}, latency).cycles;
  }
  const auto one = golden::engine::ring_cycles(k, plain, latency),
             two = golden::engine::ring_cycles(k, overlapping, latency);
  const std::vector<row> rows{{"a doorbell for each", single},
                              {"one doorbell", one.cycles},
                              {"one doorbell, OVERLAP", two.cycles}};
  const auto peak = std::uint64_t{k.core.array.rows} * k.core.array.cols * k.core.lanes();
  if (json_) {
    nlohmann::ordered_json j{{"list", list_},
                             {"jobs", plain.size()},
                             {"bus", bus_},
                             {"latency", latency},
                             {"macs", macs},
                             {"array", one.array},
                             {"rows", nlohmann::ordered_json::array()}};
    for (const auto& r : rows) {
      j["rows"].push_back({{"name", r.name},
                           {"cycles", r.cycles},
                           {"busy", share(one.array, r.cycles)},
                           {"utilisation", share(macs, r.cycles * peak)}});
    }
    fmt::print("{}\n", j.dump(2));
  } else {
    fmt::print("{} {}x{}, {}, blocks of {}x{}x{}, bus of {} bits, latency {}; {} jobs of {}\n\n",
               name_of(k.core.array.type), k.core.array.rows, k.core.array.cols,
               engine_of_.dataflow, k.core.block_m, k.core.block_n, k.core.block_k, bus_, latency,
               plain.size(), list_);
    fmt::print("{:<22}{:>12}{:>9}{:>9}\n", "", "cycles", "busy", "share");
    for (const auto& r : rows) {
      fmt::print("{:<22}{:>12}{:>7.2f} %{:>7.2f} %\n", r.name, r.cycles,
                 100 * share(one.array, r.cycles), 100 * share(macs, r.cycles * peak));
    }
  }
  if (!trace_.empty()) trace(k);
  return 0;
}

}  // namespace weft::sim
