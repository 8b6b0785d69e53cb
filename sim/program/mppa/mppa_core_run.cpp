// SPDX-License-Identifier: Apache-2.0

#include "sim/program/mppa/mppa_core_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/program/mppa_assembler.hpp"

namespace weft::sim {
namespace {

using namespace golden::mppa_core;
using golden::mppa_smem::interleave_e;

program read_program(const std::string& file) {
  try {
    return assemble(read_file(file));
  } catch (const assembly_error& e) {
    throw input_error(fmt::format("{}:{}: {}", file, e.line, e.what()));
  }
}

constexpr std::array<const char*, Whys> Reasons{"issue",
                                                "ended, requests and products under way",
                                                "after a branch",
                                                "no bundle",
                                                "wait for memory's answer",
                                                "wait for a general register",
                                                "wait for the coprocessor",
                                                "wait for a condition",
                                                "wait for memory to take a request",
                                                "wait for a place for a load",
                                                "trap"};

/// The bundles and waits of cores over time, for Perfetto: a cycle is a microsecond.
class tracer {
 public:
  explicit tracer(const program& p) : program_(p) {}

  void operator()(unsigned core, std::uint64_t cycle, const outputs& out) {
    if (!out.busy || out.why == why_e::Ended) return;
    const bool issues = out.why == why_e::Issues;
    const auto at     = std::size_t{out.pc};
    nlohmann::json e  = {{"ph", "X"},
                         {"pid", core},
                         {"tid", issues ? 0 : 1},
                         {"ts", cycle},
                         {"dur", 1},
                         {"name", issues && at < program_.texts.size()
                                      ? program_.texts[at]
                                      : Reasons[static_cast<std::size_t>(out.why)]}};
    if (at < program_.lines.size()) e["args"] = {{"line", program_.lines[at]}};
    // A wait of several cycles is one event.
    if (!issues && core < last_.size() && last_[core] != 0) {
      auto& before = events_[last_[core] - 1];
      if (before["name"] == e["name"] && before["args"] == e["args"] &&
          before["ts"].get<std::uint64_t>() + before["dur"].get<std::uint64_t>() == cycle) {
        before["dur"] = before["dur"].get<std::uint64_t>() + 1;
        return;
      }
    }
    events_.push_back(e);
    last_.resize(std::max<std::size_t>(last_.size(), core + 1));
    last_[core] = issues ? 0 : events_.size();
  }

  std::string text() const { return nlohmann::json{{"traceEvents", events_}}.dump() + "\n"; }

 private:
  const program& program_;
  std::vector<nlohmann::json> events_;
  std::vector<std::size_t> last_;  // one behind the core's last wait
};

interleave_e interleave_of(const std::string& text) {
  return text == "64"    ? interleave_e::Lines
         : text == "256" ? interleave_e::Blocks
                         : interleave_e::Apart;
}

std::vector<mppa_core_result> run_golden(const mppa_core_arguments& x, const program& p,
                                         mppa_core_memory& memory, const mppa_core_watch& watch) {
  if (x.cores == 1) {
    model_machine<model> core(model({.loads = x.loads}));
    return {run_mppa_core(core, p.bundles, memory, {.latency = x.latency}, watch)};
  }
  std::vector<model_machine<model>> cores(x.cores, model_machine<model>(model({.loads = x.loads})));
  model_machine<golden::mppa_smem::model> smem(
      golden::mppa_smem::model({.ports = x.cores, .interleave = interleave_of(x.interleave)}));
  smem.model().load(memory.smem);
  auto results = run_mppa_cores(std::span(cores), smem, std::span(p.bundles), memory, 22, watch);
  memory.smem  = smem.model().unload();
  return results;
}

}  // namespace

int run_mppa_core_program(const mppa_core_arguments& x, mppa_core_memory& memory) {
  if (x.engine != "all" && x.engine != "golden") {
    throw input_error(fmt::format("--engine {}: programs of the core run on golden", x.engine));
  }
  if (x.cores > 1 && x.latency != 1) {
    throw input_error("--latency: the banks of several cores answer in the next cycle");
  }
  if (!x.trace.empty()) check_writable(x.trace);
  const program p = read_program(x.program);
  tracer trace(p);
  const auto watch = x.trace.empty() ? mppa_core_watch() : std::ref(trace);

  const auto results   = run_golden(x, p, memory, watch);
  std::uint64_t cycles = 0, issued = 0, products = 0, bytes = 0;
  std::array<std::uint64_t, Whys> whys{};
  for (const auto& r : results) {
    cycles = std::max(cycles, r.cycles);
    issued += r.issued;
    products += r.products;
    bytes += r.bytes;
    for (std::size_t i = 0; i < whys.size(); ++i) whys[i] += r.whys[i];
  }
  const auto share = [&](std::uint64_t n) {
    return 100 * static_cast<double>(n) / static_cast<double>(std::max<std::uint64_t>(1, cycles)) /
           static_cast<double>(results.size());
  };
  fmt::print("{} bundles, {} issued, {} products\n", p.bundles.size(), issued, products);
  fmt::print("golden  {} cycles, array busy {:.1f} %\n", cycles, share(products));
  if (x.cores > 1) {
    fmt::print(
        "{} cores, {:.1f} bytes a cycle\n", x.cores,
        static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, cycles)));
  }
  if (x.why) {
    for (std::size_t i = 0; i < whys.size(); ++i) {
      if (whys[i] != 0) fmt::print("{:>10}  {:5.1f} %  {}\n", whys[i], share(whys[i]), Reasons[i]);
    }
  }
  if (!memory.io_written.empty()) fmt::print("I/O: {} bytes written\n", memory.io_written.size());
  if (!x.trace.empty()) {
    write_file(x.trace, trace.text());
    fmt::print("{}: for Perfetto\n", x.trace);
  }
  for (std::size_t c = 0; c < results.size(); ++c) {
    const auto& r = results[c];
    if (!r.trap) continue;
    const bool there = r.pc < p.bundles.size();
    fmt::print("{}:{}: trap{}: {}\n", x.program, there ? p.lines[r.pc] : 0,
               results.size() > 1 ? fmt::format(" of core {}", c) : "",
               there ? p.texts[r.pc] : "behind the program");
    return 1;
  }
  return 0;
}

int check_mppa_core_program(const std::string& file) {
  const program p = read_program(file);
  schedule timing;
  std::uint64_t next = 0;
  std::array<unsigned, Resources> most{};
  for (std::size_t i = 0; i < p.bundles.size(); ++i) {
    // An access that is made, at an address that is not split.
    bundle x = p.bundles[i];
    std::optional<access> a;
    if (const word w(x.w[4]); w.op >= 32) {
      word always = w;
      always.cond = 0;
      x.w[4]      = always.bits();
      a           = access_of({}, x);
      if (a) a->at = 0, a->dismissed = false;
      x.w[4] = w.bits();
    }
    const std::uint64_t at = timing.issue(x, a);
    std::string takes;
    const auto n = resources(x);
    for (unsigned r = 0; r < Resources; ++r) {
      most[r] = std::max(most[r], n[r]);
      if (n[r] == 0) continue;
      takes += fmt::format("{}{}{}", takes.empty() ? "" : " ", name_of(static_cast<resource_e>(r)),
                           n[r] > 1 ? fmt::format(" {}", n[r]) : "");
    }
    fmt::print("{:>5}  {:>3}  {:<40}  {}\n", p.lines[i],
               at > next ? fmt::format("+{}", at - next) : "", takes, p.texts[i]);
    next = at + 1;
  }
  fmt::print("{} bundles, {} cycles of straight code\n", p.bundles.size(), next);
  return 0;
}

}  // namespace weft::sim
