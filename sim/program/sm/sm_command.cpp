// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/file/sm_arch.hpp"
#include "sim/file/sm_program.hpp"
#include "sim/golden/sm/sm_bench.hpp"
#include "sim/picture/trace_events.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/sm/sm_arguments.hpp"
#include "sim/program/sm/sm_block_run.hpp"
#include "sim/program/sm/sm_platform.hpp"
#include "sim/verilated/sm/sm_engine.hpp"

namespace weft::sim {
namespace {

using namespace golden::sm;
using nlohmann::ordered_json;

/// "N" or "XxY", each from 1 to `most`.
std::pair<unsigned, unsigned> shape(const std::string& option, const std::string& text,
                                    unsigned most) {
  unsigned x = 0, y = 1;
  const auto* const end = text.data() + text.size();
  auto got              = std::from_chars(text.data(), end, x);
  if (got.ec == std::errc() && got.ptr < end && *got.ptr == 'x') {
    got = std::from_chars(got.ptr + 1, end, y);
  }
  if (got.ec != std::errc() || got.ptr != end || x == 0 || y == 0 || x > most || y > most ||
      std::uint64_t{x} * y > most) {
    throw input_error(fmt::format("{} {}: N or XxY, 1 to {} in all", option, text, most));
  }
  return {x, y};
}

/// Schedulers, ports, banks and warps over time, a cycle a microsecond.
class recorder {
 public:
  explicit recorder(const model& m) : m_(m), program_(m.launched().code) {
    const arch& k = m.of();
    for (unsigned b = 0; b < k.blocks; ++b) {
      const auto block = fmt::format("block {}", b);
      for (unsigned s = 0; s < k.schedulers; ++s) {
        schedulers_.push_back(events_.add_track(block, fmt::format("scheduler {}", s)));
      }
      for (const port& p : k.ports) ports_.push_back(events_.add_track(block, "port " + p.name));
      for (unsigned s = 0; s < k.schedulers; ++s) {
        for (unsigned n = 0; n < k.banks; ++n) {
          banks_.push_back(events_.add_track(block, fmt::format("bank {}.{}", s, n)));
        }
      }
    }
    shared_ = events_.add_track("memory", "shared memory");
    global_ = events_.add_track("memory", "sectors");
    for (std::size_t w = 0; w < m.count().reasons.size(); ++w) {
      warps_.push_back({events_.add_track("warps", fmt::format("warp {}", w)), 0, reason_e::Idle});
    }
  }

  void cycle(const model::outputs& out) {
    const arch& k   = m_.of();
    const auto at   = static_cast<double>(now_);
    const auto warp = [](std::uint64_t w) { return trace_events::arguments{{"warp", w}}; };
    for (const auto& i : out.issues) {
      events_.span(schedulers_[i.block * k.schedulers + i.scheduler], to_sm_text(program_, i.pc),
                   at, at + 1, warp(i.warp));
    }
    for (const auto& s : out.starts) {
      events_.span(ports_[s.block * k.ports.size() + s.port], to_sm_text(program_, s.pc), at,
                   at + s.groups, warp(s.warp));
    }
    for (const auto& r : out.reads) {
      events_.span(banks_[(r.block * k.schedulers + r.scheduler) * k.banks + r.bank],
                   fmt::format("R{}", r.reg), at, at + 1, warp(r.warp));
    }
    if (out.shared) {
      events_.span(shared_, out.shared->write ? "store" : "load", at,
                   at + out.shared->passes * k.pass_cycles, warp(out.shared->warp));
    }
    if (out.request) {
      events_.span(global_, fmt::format("{:#x}", out.request->address), at, at + 1, {});
    }
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      if (out.reasons[w] == warps_[w].reason) continue;
      end(w);
      warps_[w].since  = now_;
      warps_[w].reason = out.reasons[w];
    }
    ++now_;
  }

  std::string write(const std::string& file) {
    for (std::size_t w = 0; w < warps_.size(); ++w) end(w);
    write_file(file, events_.json());
    return events_.to_text(file);
  }

 private:
  struct lane {
    trace_events::track on;
    std::uint64_t since;
    reason_e reason;
  };

  void end(std::size_t w) {
    if (warps_[w].reason == reason_e::Idle || warps_[w].since == now_) return;
    events_.span(warps_[w].on, std::string(name_of(warps_[w].reason)),
                 static_cast<double>(warps_[w].since), static_cast<double>(now_), {});
  }

  const model& m_;
  const program& program_;
  trace_events events_;
  std::vector<trace_events::track> schedulers_, ports_, banks_;
  trace_events::track shared_ = 0, global_ = 0;
  std::vector<lane> warps_;
  std::uint64_t now_ = 0;
};

/// The configurations of a module.
std::string names_of(const std::vector<built_sm_block>& units) {
  std::string names;
  for (const auto& unit : units) names += fmt::format(" {}", unit.name);
  return names;
}

/// Reasons of all warps.
std::array<std::uint64_t, Reasons> sum_of(const counters& c) {
  std::array<std::uint64_t, Reasons> reasons{};
  for (const auto& warp : c.reasons) {
    for (std::size_t n = 0; n < warp.size(); ++n) reasons[n] += warp[n];
  }
  return reasons;
}

/// A launch; with golden's counters, and whether engines are equal, where these are there.
void print_json(const arch& k, const program& p, const sm_outcome& r, const counters* c,
                std::optional<bool> equal) {
  ordered_json j{{"arch", k.name}, {"cycles", r.cycles}, {"instructions", r.instructions}};
  if (c != nullptr) {
    const term least = bound(k, p, *c).front();
    j["bound"]       = {{"cycles", least.cycles}, {"by", least.name}};
    j.update({{"bank_reads", c->reads},
              {"reuse_hits", c->reuse_hits},
              {"bank_conflicts", c->bank_conflicts},
              {"shared_requests", c->shared_requests},
              {"shared_passes", c->shared_passes},
              {"sectors", c->sectors}});
    const auto reasons = sum_of(*c);
    for (std::size_t n = 0; n < reasons.size(); ++n) {
      j["warp_cycles"][std::string(name_of(static_cast<reason_e>(n)))] = reasons[n];
    }
  }
  if (equal) j["equal"] = *equal;
  fmt::print("{}\n", j.dump(2));
}

void print_counters(const arch& k, const program& p, const counters& c, std::uint64_t cycles) {
  const term least = bound(k, p, c).front();
  fmt::print("bound: {:.0f} cycles by {}, {:.1f} % of those\n", least.cycles, least.name,
             100 * least.cycles / static_cast<double>(cycles));
  fmt::print("registers: {} reads, {} kept, {} put off by a bank\n", c.reads, c.reuse_hits,
             c.bank_conflicts);
  fmt::print("shared memory: {} requests, {} passes; memory: {} sectors\n", c.shared_requests,
             c.shared_passes, c.sectors);
}

void print_reasons(const counters& c, std::uint64_t cycles) {
  fmt::print("warp cycles: {} x {}\n", c.reasons.size(), cycles);
  const auto all     = static_cast<double>(cycles) * static_cast<double>(c.reasons.size());
  const auto reasons = sum_of(c);
  for (std::size_t n = 0; n < reasons.size(); ++n) {
    if (reasons[n] == 0) continue;
    fmt::print("  {:<13}{:>10}{:>8.1f} %\n", name_of(static_cast<reason_e>(n)), reasons[n],
               100 * static_cast<double>(reasons[n]) / all);
  }
}

/// `weft sm`: kernels on a streaming multiprocessor.
class sm_command {
 public:
  void add_to(options& o);

 private:
  int execute() const;
  launch launched() const;
  int execute_block(const built_sm_block& unit) const;
  int measure() const;
  int print_bound() const;
  int print_occupancy() const;
  int print_fragment() const;
  int print_list() const;
  int check() const;

  options* run_ = nullptr;
  sm_arch_arguments arch_;
  std::string engine_ = "golden", wave_;
  std::uint64_t seed_ = 1;
  bool registers_too_ = false;
  std::string program_, grid_ = "1", block_ = "32", policy_ = "gto", deps_ = "scoreboard", trace_;
  std::vector<std::string> arguments_, names_;
  std::vector<std::string> warps_{"1", "2", "4", "8"};
  unsigned latency_ = 100, rate_ = 32, threads_ = 256, registers_ = 32, shared_ = 0,
           loop_warps_ = 8;
  bool why_ = false, json_ = false, words_ = false;
  std::string instruction_ = "hmma.16816";
};

void sm_command::add_to(options& o) {
  auto& run = o.subcommand("run", "A kernel: its cycles and what its warps wait for");
  run_      = &run;
  run.text("PROGRAM", program_, "SASS; docs/unit/sm.md has the language").required();
  arch_.add_to(run);
  run.text("--grid", grid_, "Blocks of threads, N or XxY");
  run.text("--block", block_, "Threads of a block, N or XxY");
  run.list("--args", arguments_,
           "Numbers, FILE.npy, FILE.npy=OUT.npy or out:TYPE:ROWSxCOLS:FILE.npy");
  add_sm_policy(run, policy_);
  run.choice("--deps", deps_, {"scoreboard", "control"},
             "What holds instructions back: the scoreboard, or the control prefixes");
  run.number("--latency", latency_, {1, 10000}, "Cycles from a request to memory to its answer");
  run.number("--rate", rate_, {1, 32}, "Bytes that memory moves in a cycle");
  run.flag("--why", why_, "Print why warps did not issue; the reasons sum to the cycles");
  run.text("--trace", trace_, "JSON file of schedulers, ports, banks and warps over time").output();
  run.flag("--json", json_, "Print as JSON");
  run.choice("--engine", engine_, {"golden", "tlm", "rtl", "all"},
             fmt::format("The TLM model of a preset; RTL of a block alone: --arch{}; of a "
                         "multiprocessor: --arch{}",
                         names_of(built_sm_block_units()), names_of(built_sm_units())));
  run.flag("--registers", registers_too_, "Print the registers of threads; a block alone");
  run.number("--seed", seed_, {}, "Seed of the RTL's initial state");
  run.text("--wave", wave_, "FST file for the RTL's waveform; a .gtkw is written beside it");
  run.runs([this] { return execute(); });

  add_sm_tables(o.subcommand("tables", "The figures of seven architectures, printed and measured"));

  auto& bench = o.subcommand("bench", "Cycles of microbenchmarks on one processing block");
  bench.list("NAMES", names_, "Such as ffma or ffma.chain").required().commas();
  arch_.add_to(bench);
  bench.list("--warps", warps_, "Warps of the block, 1 to 64 each").commas();
  add_sm_policy(bench, policy_);
  bench.runs([this] { return measure(); });

  o.subcommand("speed", "Cycles a second of weft_sm_block, RTL and golden").runs([] {
    return print_sm_block_speed();
  });

  auto& least = o.subcommand("bound", "The least cycles of a program's last loop, and why");
  least.text("PROGRAM", program_, "SASS").required();
  arch_.add_to(least);
  least.number("--warps", loop_warps_, {1, 64}, "Warps of the processing block");
  least.runs([this] { return print_bound(); });

  auto& fits = o.subcommand("occupancy", "Resident blocks of threads, and what limits them");
  arch_.add_to(fits);
  fits.number("--threads", threads_, {1, 1024}, "Threads of a block");
  fits.number("--regs", registers_, {1, 255}, "Registers of a thread");
  fits.number("--shared", shared_, {0, 1 << 20}, "Bytes of shared memory of a block");
  fits.runs([this] { return print_occupancy(); });

  auto& fragment = o.subcommand("fragment", "Which thread holds which element of a tensor product");
  fragment.choice("INSTRUCTION", instruction_, {"hmma.16816", "hmma.884", "imma.8816"});
  fragment.runs([this] { return print_fragment(); });

  auto& list = o.subcommand("list", "The presets, and the instructions");
  arch_.add_to(list);
  list.runs([this] { return print_list(); });

  auto& checked = o.subcommand("check", "A program: registers, and stalls that are too short");
  checked.text("PROGRAM", program_, "SASS").required();
  arch_.add_to(checked);
  checked.flag("--words", words_, "Print the instructions and their words");
  checked.runs([this] { return check(); });
}

launch sm_command::launched() const {
  launch l;
  l.code                         = read_sm_program(program_);
  std::tie(l.grid_x, l.grid_y)   = shape("--grid", grid_, 1 << 20);
  std::tie(l.block_x, l.block_y) = shape("--block", block_, 1024);
  l.shared_bytes                 = l.code.shared_bytes;
  return l;
}

/// A launch on RTL's configuration: a processing block alone, or a multiprocessor.
int sm_command::execute_block(const built_sm_block& unit) const {
  if (engine_ == "tlm") {
    throw input_error(fmt::format("--engine tlm: for a preset, not --arch {}", unit.name));
  }
  for (const char* option : {"--set", "--deps", "--trace"}) {
    if (run_->given(option)) {
      throw input_error(fmt::format("{}: for a preset, not --arch {}", option, unit.name));
    }
  }
  if (registers_too_ && !unit.alone) {
    throw input_error(fmt::format("--registers: for a block alone, not --arch {}", unit.name));
  }
  launch l = launched();
  const sm_buffers buffers(arguments_);
  if (!buffers.bytes().empty() && !unit.memory) {
    throw input_error(fmt::format("--args: numbers only; --arch {} has no memory", unit.name));
  }
  l.arguments = buffers.words();
  try {
    return run_sm_block_program(unit,
                                {.program   = program_,
                                 .engine    = engine_,
                                 .policy    = policy_,
                                 .wave      = wave_,
                                 .seed      = seed_,
                                 .why       = why_,
                                 .registers = registers_too_,
                                 .json      = json_,
                                 .latency   = latency_,
                                 .rate      = rate_},
                                std::move(l), buffers, *run_);
  } catch (const fault& f) {
    throw input_error(fmt::format("{}: {}", program_, f.what()));
  }
}

int sm_command::execute() const {
  if (const auto* unit = find_sm_block(arch_.arch)) return execute_block(*unit);
  const engines on = engine_ == "all" ? engines{"golden", "tlm"} : engines{engine_};
  if (engine_ == "rtl") {
    throw input_error(fmt::format("--engine {}: --arch {} has no RTL; there is RTL of:{}{}",
                                  engine_, arch_.arch, names_of(built_sm_block_units()),
                                  names_of(built_sm_units())));
  }
  check_wave(wave_, on);
  if (registers_too_) {
    throw input_error(fmt::format("--registers: for a block alone, not --arch {}", arch_.arch));
  }
  const bool by_golden = on.front() == "golden", by_tlm = on.back() == "tlm";
  const auto refuse = [&](bool wrong, const char* option, const char* why) {
    if (wrong) throw input_error(fmt::format("{}: --engine {} {}", option, engine_, why));
  };
  const bool control = deps_ == "control";
  refuse(by_tlm && control, "--deps control", "has scoreboards");
  refuse(by_tlm && rate_ != 32, "--rate", "has a memory of a sector a cycle");
  refuse(!by_golden && why_, "--why", "counts no reasons");
  refuse(!by_golden && !trace_.empty(), "--trace", "writes no trace");
  const arch k = arch_.read();
  launch l     = launched();
  if (!trace_.empty()) check_writable(trace_);
  if (control && l.code.controls.empty()) {
    throw input_error(fmt::format("--deps control: {} has no control prefixes", program_));
  }
  const sm_buffers buffers(arguments_);
  l.arguments = buffers.words();
  try {
    std::vector<sm_outcome> results;
    counters c;
    std::string traced;
    if (by_golden) {
      model m(k, l, sm_policy(policy_), control ? deps_e::Control : deps_e::Scoreboard);
      memory bytes(buffers.bytes(), latency_, rate_);
      std::optional<recorder> trace;
      if (!trace_.empty()) trace.emplace(m);
      const auto cycles = golden::sm::run(m, bytes, [&](const model::outputs& out) {
        if (trace) trace->cycle(out);
      });
      if (trace) traced = trace->write(trace_);
      c = m.count();
      results.push_back({cycles, c.instructions, bytes.bytes()});
    }
    if (by_tlm) {
      sm_platform platform(k, buffers.bytes().size(), latency_);
      results.push_back(platform.run(l, sm_policy(policy_), buffers.bytes()));
    }
    const bool same =
        std::ranges::all_of(results, [&](const sm_outcome& r) { return r == results.front(); });
    const auto written = same ? buffers.write(results.front().bytes) : "";
    if (json_) {
      print_json(k, l.code, results.front(), by_golden ? &c : nullptr,
                 on.size() > 1 ? std::optional(same) : std::nullopt);
      return exit_code(same, *run_, seed_);
    }
    for (std::size_t n = 0; n < on.size(); ++n) {
      if (on.size() > 1) fmt::print("{:<8}", on[n]);
      fmt::print(
          "{} cycles, {} instructions, {:.2f} a cycle\n", results[n].cycles,
          results[n].instructions,
          static_cast<double>(results[n].instructions) / static_cast<double>(results[n].cycles));
    }
    fmt::print("{}", verdict(on, same));
    if (by_golden) print_counters(k, l.code, c, results.front().cycles);
    if (why_) print_reasons(c, results.front().cycles);
    fmt::print("{}{}", written, traced);
    return exit_code(same, *run_, seed_);
  } catch (const fault& f) {
    throw input_error(fmt::format("{}: {}", program_, f.what()));
  }
}

int sm_command::measure() const {
  const arch k             = arch_.read();
  const auto all           = microbenchmarks();
  const auto name_of_bench = [](const microbenchmark& b) {
    return fmt::format("{}{}", b.name, b.dependent ? ".chain" : "");
  };
  std::vector<microbenchmark> chosen;
  for (const auto& name : names_) {
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const auto& b) { return name_of_bench(b) == name; });
    if (at == all.end()) {
      std::string there;
      for (const auto& b : all) there += " " + name_of_bench(b);
      throw input_error(fmt::format("{}: no such benchmark; there are{}", name, there));
    }
    chosen.push_back(*at);
  }
  fmt::print("cycles a step of all warps of one block, the bound and what decides it\n");
  for (const auto& b : chosen) {
    for (const auto& text : warps_) {
      const unsigned w = shape("--warps", text, 64).first;
      const auto steps = [&](unsigned n) { return std::vector{step_of(b, n)}; };
      try {
        const double cycles = interval(k, w, steps, 48, sm_policy(policy_));
        std::vector<instruction> body;
        for (unsigned n = 0; n < 24; ++n) body.push_back(step_of(b, n));
        const auto term = bound(k, body, w).front();
        fmt::print("{:<16}{:>3} warps{:>9.3f}{:>9.3f}  {}\n", name_of_bench(b), w, cycles,
                   term.cycles / 24, term.name);
      } catch (const fault& f) {
        throw input_error(f.what());
      }
    }
  }
  return 0;
}

int sm_command::print_bound() const {
  const arch k    = arch_.read();
  const auto p    = read_sm_program(program_);
  const auto body = last_loop(p);
  fmt::print("{} instructions, {} warps of one block of {}: cycles of a pass\n", body.size(),
             loop_warps_, k.name);
  for (const term& t : bound(k, body, loop_warps_))
    fmt::print("  {:<16}{:>10.1f}\n", t.name, t.cycles);
  return 0;
}

int sm_command::print_occupancy() const {
  const arch k = arch_.read();
  const auto r = resident(k, threads_, registers_, shared_);
  fmt::print("{} blocks of threads, {} of {} warps; limited by {}\n", r.ctas, r.warps, k.warps,
             name_of(r.limit));
  return 0;
}

int sm_command::print_fragment() const {
  const auto print = [](const char* what, unsigned rows, unsigned columns, auto at) {
    fmt::print("{}, a row a line\n", what);
    for (unsigned m = 0; m < rows; ++m) {
      for (unsigned n = 0; n < columns; ++n) fmt::print("{:>8}", at(m, n));
      fmt::print("\n");
    }
  };
  const auto named = [](const place& p) { return fmt::format("{}.{}", p.lane, p.reg); };
  if (instruction_ == "hmma.884") {
    // Thread, register of the pair, and the step of the instruction that computes a sum.
    const auto sums = [&](bool packed) {
      return [&named, packed](unsigned m, unsigned n) {
        return fmt::format("{}/{}", named(hmma884_d(0, m, n, packed)), hmma884_step(m, n, packed));
      };
    };
    fmt::print(
        "octet 0, 8 x 8 x 4; threads of octet x have numbers 4 x higher\n"
        "thread.register of each element; two halves of a register side by side\n");
    print("A", 8, 4, [&](unsigned m, unsigned k) { return named(hmma884_ab(0, m, k)); });
    print("B", 4, 8, [&](unsigned k, unsigned n) { return named(hmma884_ab(0, n, k)); });
    print("D with FP32 sums, thread.register/step", 8, 8, sums(false));
    print("D with FP16 sums, thread.register/step", 8, 8, sums(true));
    return 0;
  }
  if (instruction_ == "imma.8816") {
    fmt::print("thread.register of each element; four bytes of a register side by side\n");
    print("A", 8, 16, [&](unsigned m, unsigned k) { return named(imma8816_a(m, k)); });
    print("B, four bytes one below the other", 16, 8,
          [&](unsigned k, unsigned n) { return named(imma8816_b(k, n)); });
    print("D", 8, 8, [&](unsigned m, unsigned n) { return named(imma8816_d(m, n)); });
    return 0;
  }
  fmt::print("thread.register of each element; two halves of a register side by side\n");
  print("A", 16, 16, [&](unsigned m, unsigned k) { return named(hmma16816_a(m, k)); });
  print("B", 16, 8, [&](unsigned k, unsigned n) { return named(hmma16816_b(k, n)); });
  print("D", 16, 8, [&](unsigned m, unsigned n) { return named(hmma16816_d(m, n)); });
  return 0;
}

/// The configurations of weft_sm_block and weft_sm that execute an operation.
std::string rtl_with(const operation& row) {
  std::string names;
  for (const auto* all : {&built_sm_block_units(), &built_sm_units()}) {
    for (const built_sm_block& unit : *all) {
      // Conversions: one of the two kinds is enough.
      instruction i{.op = row.op}, wide{.op = row.op, .mods = 2};
      const bool other = row.op == op_e::F2f && sm_block_lacks(unit, wide).empty();
      if (other || sm_block_lacks(unit, i).empty()) {
        names += fmt::format("{}{}", names.empty() ? "" : " ", unit.name);
      }
    }
  }
  return names.empty() ? "-" : names;
}

int sm_command::print_list() const {
  if (arch_.arch != "volta" || !arch_.settings.empty()) arch_.read();
  fmt::print("{:<9}{:<7}{:>5}{:>5}{:>7}{:>11}{:>9}{:>6}{:>6}\n", "preset", "chip", "MHz", "SM",
             "blocks", "schedulers", "dispatch", "banks", "warps");
  for (const auto& name : sm_presets()) {
    const arch k = read_sm_arch(name);
    fmt::print("{:<9}{:<7}{:>5}{:>5}{:>7}{:>11}{:>9}{:>6}{:>6}\n", name, k.chip, k.mhz, k.sms,
               k.blocks, k.schedulers, k.dispatch, k.banks, k.warps);
  }
  std::size_t width = 0;
  for (const operation& row : golden::sm::operations()) {
    width = std::max(width, rtl_with(row).size());
  }
  fmt::print("\n{:<11}{:<8}{:<{}}{}\n", "operation", "unit", "RTL", width, " modifiers");
  for (const operation& row : golden::sm::operations()) {
    std::string modifiers;
    for (const modifier& m : row.modifiers) {
      if (!m.text.empty()) modifiers += fmt::format(" .{}", m.text);
    }
    fmt::print("{:<11}{:<8}{:<{}}{}\n", row.name, name_of(row.unit), rtl_with(row), width,
               modifiers);
  }
  return 0;
}

/// Stalls of straight code that let an instruction read a register before it is there. Barriers
/// guard loads, so these are left out.
int sm_command::check() const {
  const arch k = arch_.read();
  const auto p = read_sm_program(program_);
  if (words_) {
    for (std::size_t n = 0; n < p.code.size(); ++n) {
      fmt::print("{:016x}  {}\n", encode(p.code[n]), to_sm_text(p, n));
    }
  }
  fmt::print("{} instructions, {} registers, {} literals, {} bytes of shared memory\n",
             p.code.size(), p.registers, p.pool.size(), p.shared_bytes);
  if (p.controls.empty()) return 0;
  std::array<std::uint64_t, 256> ready{};
  std::uint64_t now = 0;
  unsigned found    = 0;
  for (std::size_t n = 0; n < p.code.size(); ++n) {
    const instruction& i = p.code[n];
    for (unsigned slot = 0; slot < 3; ++slot) {
      const unsigned first = source(i, slot);
      for (unsigned x = 0; first != Rz && x < source_registers(i, slot); ++x) {
        if (ready[first + x] <= now) continue;
        fmt::print("{}:{}: {} reads R{} {} cycles too early\n", program_, p.lines[n], of(i.op).name,
                   first + x, ready[first + x] - now);
        ++found;
      }
    }
    if (!is_branch(i.op) && !is_memory(i.op) && p.controls[n].write == 7) {
      for (const port& q : k.ports) {
        if (std::find(q.units.begin(), q.units.end(), of(i.op).unit) == q.units.end()) continue;
        const auto distance = k.groups(i, q) - 1 + k.depth_of(i);
        for (unsigned x = 0; i.d != Rz && x < result_registers(i); ++x) {
          ready[i.d + x] = now + distance;
        }
        break;
      }
    }
    now += p.controls[n].stall;
    if (is_branch(i.op) && i.op != op_e::Nop) ready = {};
  }
  fmt::print("{} reads too early\n", found);
  return found == 0 ? 0 : 1;
}

}  // namespace

void add_sm(options& o) { add<sm_command>(o); }

}  // namespace weft::sim
