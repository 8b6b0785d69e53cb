// SPDX-License-Identifier: Apache-2.0

#include "sim/program/mppa/mppa_core_run.hpp"

#include <fmt/format.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
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
#include "sim/picture/unit_view.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/mppa/mppa_core_view.hpp"
#include "sim/verilated/mppa_core/mppa_core_engine.hpp"
#include "systemc/mppa_core.hpp"
#include "systemc/payload.hpp"

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

/// The TLM model with a memory as a plain call: SMEM takes latency - 1 cycles, the rest more.
class platform : public sc_core::sc_module {
 public:
  platform(const sc_core::sc_module_name& name, const config& k, mppa_core_memory& memory,
           std::uint64_t latency)
      : sc_module(name), unit_("unit", k, Period), memory_(memory), latency_(latency) {
    program_.bind(unit_.program);
    unit_.memory.bind(bytes_);
    bytes_.register_b_transport(this, &platform::b_transport);
  }

  /// Runs a program. The result has cycles and a trap only.
  mppa_core_result run(std::vector<bundle> bundles) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, tlm::TLM_WRITE_COMMAND, 0, bundles.data(),
                  bundles.size() * sizeof(bundle));
    sc_core::sc_time now;
    program_->b_transport(trans, now);
    mppa_core_result result;
    result.cycles = static_cast<std::uint64_t>(now / Period + 0.5);
    result.trap   = !trans.is_response_ok();
    return result;
  }

 private:
  inline static const sc_core::sc_time Period{1, sc_core::SC_NS};

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const auto at   = static_cast<std::uint32_t>(trans.get_address());
    const auto size = trans.get_data_length();
    request r{.write  = trans.is_write(),
              .bypass = false,
              .addr   = at,
              .strobe = static_cast<std::uint32_t>((std::uint64_t{1} << size) - 1),
              .data   = {}};
    if (r.write) {
      std::memcpy(r.data.data(), trans.get_data_ptr(), size);
      memory_.write(r);
    } else {
      const auto data = memory_.read(r);
      std::memcpy(trans.get_data_ptr(), data.data(), size);
    }
    const bool away = region_of(at) != region_e::Smem;
    delay += static_cast<double>(latency_ - 1 + (away ? mppa_core_job::Further : 0)) * Period;
    trans.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_initiator_socket<platform> program_{"program"};
  tlm_utils::simple_target_socket<platform> bytes_{"bytes"};
  systemc::mppa_core unit_;
  mppa_core_memory& memory_;
  std::uint64_t latency_;
};

const built_mppa_core& built_unit(unsigned loads) {
  std::string there;
  for (const built_mppa_core& unit : built_mppa_core_units()) {
    if (unit.k.loads == loads) return unit;
    there += fmt::format(" {}", unit.k.loads);
  }
  throw input_error(fmt::format(
      "--loads {}: the RTL of this build has{}; --engine golden or tlm takes any", loads, there));
}

/// The banks of several cores, all of SMEM.
const built_mppa_smem& built_banks(interleave_e interleave) {
  const golden::mppa_smem::config wanted{.interleave = interleave};
  return *std::ranges::find(built_mppa_smem_units(), wanted, &built_mppa_smem::k);
}

std::vector<mppa_core_result> run_on(const std::string& engine, const mppa_core_arguments& x,
                                     mppa_core_job job) {
  if (engine == "tlm") {
    return {platform("core", {x.loads}, job.memory, x.latency)
                .run({job.program.begin(), job.program.end()})};
  }
  if (engine == "rtl") {
    std::unique_ptr<mppa_banks> banks;
    if (x.cores > 1) {
      banks     = built_banks(job.interleave).make({.seed = x.seed, .wave = {}});
      job.banks = banks.get();
    }
    return built_unit(x.loads).run({.seed = x.seed, .wave = x.wave}, job);
  }
  std::vector<model_machine<model>> cores(x.cores, model_machine<model>(model({.loads = x.loads})));
  return run_mppa_core_job(cores, job);
}

std::uint64_t cycles_of(const std::vector<mppa_core_result>& results) {
  std::uint64_t cycles = 0;
  for (const auto& r : results) cycles = std::max(cycles, r.cycles);
  return cycles;
}

}  // namespace

int run_mppa_core_program(const mppa_core_arguments& x, mppa_core_memory& memory,
                          const options& command) {
  engines on = parse_engines(x.engine);
  if (x.cores > 1) {
    if (x.engine == "tlm") throw input_error("--engine tlm: one core, not --cores");
    if (x.latency != 1) {
      throw input_error("--latency: the banks of several cores answer in the next cycle");
    }
    std::erase(on, "tlm");
  }
  check_wave(x.wave, on);
  if (on.back() == "rtl") built_unit(x.loads);
  if (!x.trace.empty()) check_writable(x.trace);
  const program p = read_program(x.program);
  tracer trace(p);

  struct answer {
    std::uint64_t cycles;
    bool trap;
    mppa_core_memory after;
  };
  std::vector<answer> answers;
  const auto run = [&](const std::string& engine, mppa_core_memory& after, bool traces) {
    mppa_core_job job{.program    = p.bundles,
                      .memory     = after,
                      .latency    = x.latency,
                      .cores      = x.cores,
                      .interleave = interleave_of(x.interleave),
                      .watch      = {}};
    if (traces && !x.trace.empty()) job.watch = std::ref(trace);
    return run_on(engine, x, job);
  };
  // The TLM model counts cycles only: golden says what they are spent on.
  std::vector<mppa_core_result> results;
  for (const auto& engine : on) {
    const bool counts      = results.empty() && engine != "tlm";
    mppa_core_memory after = memory;
    auto of                = run(engine, after, counts);
    const bool trap = std::ranges::any_of(of, [](const mppa_core_result& r) { return r.trap; });
    answers.push_back({cycles_of(of), trap, std::move(after)});
    if (counts) results = std::move(of);
  }
  if (results.empty()) {
    mppa_core_memory after = memory;
    results                = run("golden", after, true);
  }
  memory = answers.front().after;

  const std::uint64_t cycles = cycles_of(results);
  std::uint64_t issued = 0, products = 0, bytes = 0;
  std::array<std::uint64_t, Whys> whys{};
  for (const auto& r : results) {
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
  for (std::size_t i = 0; i < on.size(); ++i) {
    fmt::print("{:<8}{} cycles, array busy {:.1f} %\n", on[i], answers[i].cycles,
               100 * static_cast<double>(products) / static_cast<double>(results.size()) /
                   static_cast<double>(std::max<std::uint64_t>(1, answers[i].cycles)));
  }
  const bool same = agree(answers, [](const answer& a, const answer& b) {
    return a.cycles == b.cycles && a.trap == b.trap && a.after == b.after;
  });
  fmt::print("{}", verdict(on, same));
  if (!x.wave.empty()) fmt::print("{}", write_view(mppa_core_view(x.wave)));
  if (!same) return exit_code(same, command, x.seed);
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
