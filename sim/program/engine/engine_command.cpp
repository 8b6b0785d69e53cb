// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/output_file.hpp"
#include "sim/harness/engine_host.hpp"
#include "sim/picture/engine_trace.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engine/engine_answer.hpp"
#include "sim/program/engine/engine_arguments.hpp"
#include "sim/program/engine/engine_busy.hpp"
#include "sim/program/engine/engine_jobs.hpp"
#include "sim/program/engine/engine_operands.hpp"
#include "sim/program/engine/engine_platform.hpp"
#include "sim/program/engine/engine_view.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/product_arguments.hpp"
#include "sim/program/progress.hpp"
#include "sim/program/sparse.hpp"
#include "sim/verilated/engine_engine.hpp"

namespace weft::sim {
namespace {

/// The bytes of a job's memory before it: the operands, each element as wide as its type.
std::vector<std::uint8_t> memory_of(const golden::engine_core::config& k,
                                    const golden::tensor::problem& p, const dense_job& l) {
  std::vector<std::uint8_t> memory(l.bytes);
  const auto put = [&](std::uint64_t at, const auto& elements, unsigned bytes) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      for (unsigned b = 0; b < bytes; ++b) {
        memory[at - engine_memory::Base + i * bytes + b] =
            static_cast<std::uint8_t>(elements[i] >> 8 * b);
      }
    }
  };
  put(l.job.a, p.a, k.a_bytes());
  put(l.job.b, p.b, k.b_bytes());
  put(l.job.c, p.c, k.sum_bytes());
  put(l.job.a_extra, p.scale_a, 1);
  put(l.job.b_extra, p.scale_b, 1);
  const std::size_t stored = p.shape.k / 2;
  for (std::size_t i = 0; i < p.index.size(); ++i) {
    const std::size_t col = i % stored;
    memory[l.job.a_extra - engine_memory::Base + i / stored * index_bytes(p.shape.k) + col / 4] |=
        static_cast<std::uint8_t>(p.index[i] << col % 4 * 2);
  }
  return memory;
}

/// The multiply-adds of a job, as a shape: half of K of a sparse A.
golden::tensor::shape multiplied(const golden::engine::job& j) {
  return golden::tensor::multiplied({j.m, j.n, j.k}, {.sparse_a = j.sparse_a});
}

/// D in the memory behind a job; of a copy, its bytes.
std::vector<golden::tensor::result_t> result_in(const std::vector<std::uint8_t>& memory,
                                                const golden::engine::job& j) {
  std::vector<golden::tensor::result_t> d;
  if (j.op == golden::engine::op_e::Copy) {
    for (std::uint64_t row = 0; row < std::uint64_t{j.k} * j.m; ++row) {
      const auto at = j.d - engine_memory::Base + row / j.m * j.b + row % j.m * j.ldd;
      d.insert(d.end(), memory.begin() + static_cast<std::ptrdiff_t>(at),
               memory.begin() + static_cast<std::ptrdiff_t>(at + j.n));
    }
    return d;
  }
  const unsigned bytes = j.ldd / j.n;
  for (std::size_t i = 0; i < std::size_t{j.m} * j.n; ++i) {
    d.push_back(
        golden::engine_core::element(&memory[j.d - engine_memory::Base + i * bytes], bytes));
  }
  return d;
}

/// `weft engine`: the accelerator with registers and bus.
class engine_command {
 public:
  void add_to(options& o);

 private:
  using model = golden::engine::model;

  /// The engines that run, and what the report says of those that do not, or not in full.
  struct choice {
    engines on;
    std::string note;
  };

  int execute() const;
  int convolve() const;
  int copy() const;
  void add_platform_to(options& o);
  int run_of_ring(golden::engine::config k, const options& command, dense_job l,
                  std::vector<std::uint8_t> memory,
                  std::vector<golden::tensor::result_t>* d = nullptr) const;
  choice choose(const golden::engine::config& k, const golden::engine::job& j) const;
  engine_pins pins_of(const golden::engine::config& k, const std::string& engine,
                      const built_engine* rtl, engine_trace* trace) const;
  engine_answer run_on(const golden::engine::config& k, engine_pins pins, const dense_job& l,
                       const std::vector<std::uint8_t>& memory, const std::string& engine) const;
  std::string to_text(const std::string& engine, const golden::engine_core::config& k,
                      const golden::engine::job& j, const engine_answer& x) const;
  nlohmann::ordered_json to_json(const golden::engine_core::config& k,
                                 const golden::engine::job& job, const choice& chosen,
                                 const std::vector<engine_answer>& answers, bool same) const;

  options *run_ = nullptr, *conv_ = nullptr, *copy_ = nullptr;
  engine_window window_;
  engine_planes planes_;
  product_arguments product_;
  engine_arguments engine_of_;
  engine_busy busy_;
  engine_ring ring_;
  std::string engine_ = "all", wave_, trace_;
  unsigned bus_       = 128;
  std::uint64_t seed_ = 1;
  double stall_       = 0;
  bool json_          = false;
  bool sparse_a_      = false;
};

void engine_command::add_to(options& o) {
  auto& run = o.subcommand("run", "D = A * B + C by registers and DMA, from memory to memory");
  run_      = &run;
  product_.add_operands_to(run);
  product_.add_epilogue_to(run);
  run.flag("--sparse-a", sparse_a_, "A has at most two of each four of a row: half the cycles");
  product_.add_scales_to(run);
  engine_of_.add_to(run);
  add_platform_to(run);
  run.text("--trace", trace_, "JSON file of loads, steps and stores over time, for Perfetto")
      .output();
  run.runs([this] { return execute(); });

  auto& conv = o.subcommand("conv", "A convolution by the ring, the picture read where it lies");
  conv_      = &conv;
  window_.add_to(conv);
  product_.add_epilogue_to(conv);
  engine_of_.add_to(conv);
  add_platform_to(conv);
  conv.runs([this] { return convolve(); });

  auto& copies = o.subcommand("copy", "A copy of planes of rows of bytes by the ring");
  copy_        = &copies;
  planes_.add_to(copies);
  engine_of_.add_platform_to(copies);
  add_platform_to(copies);
  copies.runs([this] { return copy(); });

  auto& busy =
      o.subcommand("busy", "How busy the array is, by the law of its cycles, and what limits it");
  busy_.add_to(busy);
  busy.runs([this] { return busy_.run(); });

  auto& ring =
      o.subcommand("ring", "The layers of a network as jobs of the ring, behind one doorbell");
  ring_.add_to(ring);
  ring.runs([this] { return ring_.run(); });
}

void engine_command::add_platform_to(options& o) {
  o.number("--bus", bus_, {64, 256}, "Bits of a word of the bus: 64, 128 or 256");
  o.number("--stall", stall_, {0, 90}, "Percent of cycles in which each channel stalls");
  o.number("--seed", seed_, {}, "Seed of the RTL's initial state, of stalls and of random data");
  add_engines(o, engine_);
  o.flag("--json", json_, "Print the report as JSON");
  o.text("--wave", wave_, "FST file for the RTL's waveform; a .gtkw is written beside it");
}

engine_command::choice engine_command::choose(const golden::engine::config& k,
                                              const golden::engine::job& j) const {
  choice c{parse_engines(engine_), {}};
  const auto blocks = blocks_of(k.core, core_job(j)), timed = blocks_timed_by_tlm();
  if (engine_ == "tlm") {
    if (stall_ > 0) throw input_error(fmt::format("--stall {}: the engine tlm has none", stall_));
    if (blocks > timed) {
      c.note =
          fmt::format("tlm: of {} blocks, {} are timed, the others in proportion", blocks, timed);
    }
  } else if (engine_ == "all" && (stall_ > 0 || blocks > timed)) {
    c.note = stall_ > 0 ? "without tlm, which has no stalls"
                        : fmt::format("without tlm, which times {} of {} blocks", timed, blocks);
    std::erase(c.on, "tlm");
  }
  return c;
}

/// The engine at its pins. What happens goes into the trace; with the RTL, golden runs beside it
/// for that, and a cycle in which they differ is an error.
engine_pins engine_command::pins_of(const golden::engine::config& k, const std::string& engine,
                                    const built_engine* rtl, engine_trace* trace) const {
  engine_pins pins;
  if (engine == "rtl") pins = rtl->make({.seed = seed_, .wave = wave_});
  if (pins && trace == nullptr) return pins;
  auto golden = std::make_shared<model>(k);
  return [golden, pins, trace, cycle = std::uint64_t{0}, traced = std::uint64_t{0}](
             const golden::engine::inputs& in) mutable -> golden::engine::outputs {
    const auto out = golden->peek(in);
    if (trace != nullptr) {
      const auto events = golden->events(in);
      if (events.job || traced != 0) trace->cycle(events, traced++);
    }
    golden->step(in);
    if (!pins) return out;
    const auto seen = pins(in);
    if (seen != out) {
      throw std::runtime_error(fmt::format("cycle {}: the RTL differs from golden", cycle));
    }
    ++cycle;
    return seen;
  };
}

engine_answer engine_command::run_on(const golden::engine::config& k, engine_pins pins,
                                     const dense_job& l, const std::vector<std::uint8_t>& memory,
                                     const std::string& engine) const {
  const double moves = 1 - stall_ / 100;
  const auto channel = [&](std::uint64_t i) {
    return stall_ == 0 ? always() : randomly(moves, seed_ * 8 + i);
  };
  const auto latency = engine_of_.latency;
  const axi_timing timing{
      .latency = latency, .request = channel(0), .answer = channel(1), .write = channel(2)};
  engine_host host(k.core, std::move(pins), engine_memory(k.core, memory, timing), latency);
  progress bar(engine + ": cycles", progress::Unknown);
  std::uint64_t shown = 0;
  auto x              = run_job(host, k, l.job, memory.size(), engine, [&] {
    host.until_interrupt([&](std::uint64_t cycles) {
      bar.advance(cycles - shown);
      shown = cycles;
    });
  });
  x.d                 = result_in(host.memory().bytes(), l.job);
  return x;
}

std::string engine_command::to_text(const std::string& engine, const golden::engine_core::config& k,
                                    const golden::engine::job& j, const engine_answer& x) const {
  const golden::tensor::shape s = multiplied(j);
  if (j.op == golden::engine::op_e::Copy) {
    const auto bytes = static_cast<double>(s.m) * s.n * s.k;
    return fmt::format("{:<8}{} cycles, {:.2f} bytes a cycle; {} bytes read, {} written\n", engine,
                       x.time, bytes / static_cast<double>(x.time), x.read, x.written);
  }
  return fmt::format(
      "{:<8}{} cycles, {:.1f} % of {} multiply-adds a cycle; array busy {:.1f} %\n"
      "{:<8}{} bytes read, {} written; {} cycles waited for operands, {} for sums to leave\n",
      engine, x.time, 100 * utilisation(k.array, s, x.time),
      k.array.rows * k.array.cols * k.lanes(),
      100 * static_cast<double>(x.array) / static_cast<double>(x.time), "", x.read, x.written,
      x.wait_load, x.wait_store);
}

nlohmann::ordered_json engine_command::to_json(const golden::engine_core::config& k,
                                               const golden::engine::job& job, const choice& chosen,
                                               const std::vector<engine_answer>& answers,
                                               bool same) const {
  nlohmann::ordered_json j{{"type", name_of(k.array.type)},
                           {"array", {k.array.rows, k.array.cols}},
                           {"m", job.m},
                           {"n", job.n},
                           {"k", job.k},
                           {"flow", flow_name(golden::tensor::flow_e(job.flow))},
                           {"preload", job.preload},
                           {"transpose_a", job.transpose_a},
                           {"transpose_b", job.transpose_b},
                           {"sparse_a", job.sparse_a},
                           {"blocks", {k.block_m, k.block_n, k.block_k}},
                           {"bus", 8 * k.bus.bytes},
                           {"burst", k.bus.burst_bytes},
                           {"in_flight", k.bus.in_flight},
                           {"latency", engine_of_.latency},
                           {"stall", stall_ / 100}};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& x              = answers[i];
    j["engines"][chosen.on[i]] = {
        {"cycles", x.time},
        {"array_cycles", x.array},
        {"read_bytes", x.read},
        {"write_bytes", x.written},
        {"wait_load", x.wait_load},
        {"wait_store", x.wait_store},
        {"busy", static_cast<double>(x.array) / static_cast<double>(x.time)},
        {"utilisation", utilisation(k.array, multiplied(job), x.time)}};
    if (job.op == golden::engine::op_e::Copy) j["engines"][chosen.on[i]].erase("utilisation");
  }
  if (!chosen.note.empty()) j["note"] = chosen.note;
  j["agree"] = same;
  return j;
}

int engine_command::execute() const {
  auto k              = engine_of_.parse(bus_, product_.wants_epilogue());
  k.core.array.sparse = sparse_a_;
  if (sparse_a_ && (product_.transpose_a || product_.transpose_b)) {
    throw input_error("--sparse-a: not with --transpose-a or --transpose-b");
  }
  if (sparse_a_ && k.core.lanes() != 1) {
    throw input_error(
        fmt::format("--sparse-a: {} takes several products a step", name_of(k.core.array.type)));
  }
  if (sparse_a_ && (k.core.array.rows % 4 != 0 || k.core.block_k % 8 != 0)) {
    throw input_error(fmt::format(
        "--sparse-a: {} rows of the array and a block's depth of {} are not multiples of 4 and 8",
        k.core.array.rows, k.core.block_k));
  }
  const bool has_rtl      = parse_engines(engine_).back() == "rtl";
  const built_engine* rtl = has_rtl ? &engine_of_.built(k) : nullptr;
  const auto flow         = engine_of_.flow(k.core);
  check_wave(wave_, parse_engines(engine_));
  if (!trace_.empty() && engine_ == "tlm") {
    throw input_error(fmt::format("--trace {}: the engine tlm has no cycles to trace", trace_));
  }
  for (const auto& file : {product_.d, trace_}) {
    if (!file.empty()) check_writable(file);
  }

  const auto& type          = k.core.array.type;
  golden::tensor::problem p = product_.read(type);
  p.flow                    = flow;
  product_.read_scales(p, type);
  if (sparse_a_) {
    auto sparse       = compressed(product_.a, p.shape.k, p.a);
    p.a               = std::move(sparse.values);
    p.index           = std::move(sparse.index);
    p.layout.sparse_a = true;
  }
  const dense_job l =
      lay_out(k.core, p, product_.transpose_a, product_.transpose_b, engine_memory::Base);
  const choice chosen              = choose(k, l.job);
  const auto& on                   = chosen.on;
  constexpr std::uint64_t MaxBytes = std::uint64_t{1} << 30;
  if (l.bytes > MaxBytes) {
    throw input_error(fmt::format("{}, {}: operands and D take {} bytes, at most {}", product_.a,
                                  product_.b, l.bytes, MaxBytes));
  }
  const auto memory = memory_of(k.core, p, l);

  if (!chosen.note.empty() && !json_) fmt::print("{}\n", chosen.note);
  trace_events events;
  engine_trace trace(k.core, events);
  std::vector<engine_answer> answers;
  for (const auto& engine : on) {
    if (engine == "tlm") {
      auto after = memory;
      answers.push_back(run_on_tlm(k, l.job, after, engine_of_.latency));
      answers.back().d = result_in(after, l.job);
    } else {
      auto* of_it = !trace_.empty() && engine == on.front() ? &trace : nullptr;
      answers.push_back(run_on(k, pins_of(k, engine, rtl, of_it), l, memory, engine));
    }
    if (!json_) fmt::print("{}", to_text(engine, k.core, l.job, answers.back()));
  }
  const bool same =
      agree(answers, [](const engine_answer& x, const engine_answer& y) { return x == y; });
  fmt::print("{}", json_ ? to_json(k.core, l.job, chosen, answers, same).dump(2) + "\n"
                         : verdict(on, same));
  if (!trace_.empty()) {
    write_file(trace_, events.json());
    if (!json_) fmt::print("{}", events.to_text(trace_));
  }
  if (!wave_.empty()) {
    const auto said = write_view(engine_view(wave_));
    if (!json_) fmt::print("{}", said);
  }
  if (same) product_.write(type, p.shape, answers.front().d);
  return exit_code(same, *run_, seed_);
}

/// Runs a job of the ring, whose descriptor comes behind the memory. `d`: where D goes.
int engine_command::run_of_ring(golden::engine::config k, const options& command, dense_job l,
                                std::vector<std::uint8_t> memory,
                                std::vector<golden::tensor::result_t>* d) const {
  const bool has_rtl      = parse_engines(engine_).back() == "rtl";
  const built_engine* rtl = has_rtl ? &engine_of_.built(k) : nullptr;
  check_wave(wave_, parse_engines(engine_));
  const choice chosen = choose(k, l.job);
  memory.resize((memory.size() + RingBytes - 1) / RingBytes * RingBytes + RingBytes);
  const auto descriptor =
      golden::engine_ring::descriptor{
          .op = static_cast<unsigned>(l.job.op), .irq = true, .job = l.job}
          .bytes();
  std::ranges::copy(descriptor, memory.end() - static_cast<std::ptrdiff_t>(RingBytes));

  if (!chosen.note.empty() && !json_) fmt::print("{}\n", chosen.note);
  std::vector<engine_answer> answers;
  for (const auto& engine : chosen.on) {
    if (engine == "tlm") {
      auto after = memory;
      answers.push_back(run_on_tlm(k, l.job, after, engine_of_.latency));
      answers.back().d = result_in(after, l.job);
    } else {
      answers.push_back(run_on(k, pins_of(k, engine, rtl, nullptr), l, memory, engine));
    }
    if (!json_) fmt::print("{}", to_text(engine, k.core, l.job, answers.back()));
  }
  const bool same =
      agree(answers, [](const engine_answer& x, const engine_answer& y) { return x == y; });
  fmt::print("{}", json_ ? to_json(k.core, l.job, chosen, answers, same).dump(2) + "\n"
                         : verdict(chosen.on, same));
  if (!wave_.empty()) {
    const auto said = write_view(engine_view(wave_));
    if (!json_) fmt::print("{}", said);
  }
  if (d != nullptr) *d = answers.front().d;
  return exit_code(same, command, seed_);
}

int engine_command::convolve() const {
  auto k      = engine_of_.parse(bus_, product_.wants_epilogue());
  k.core.conv = true;
  if (k.core.scales() != 0) {
    throw input_error(
        fmt::format("--profile {}: a picture has no block scales", name_of(k.core.array.type)));
  }
  auto p = window_.read(k.core.array.type, product_.epilogue(), seed_);
  p.flow = engine_of_.flow(k.core);
  if (!window_.d.empty()) check_writable(window_.d);
  const auto c  = window_.shape();
  const auto& t = k.core.array.type;
  // The picture has the place of an A of H rows.
  auto laid       = p;
  laid.shape.m    = c.h;
  laid.shape.k    = c.w * c.cin;
  const auto a    = lay_out(k.core, laid, false, false, engine_memory::Base);
  dense_job l     = lay_out(k.core, p, false, false, engine_memory::Base);
  const auto move = [&](std::uint64_t at) { return at - l.job.b + a.job.b; };
  l.job.op = golden::engine::op_e::Conv, l.job.conv = c, l.job.lda = a.job.lda;
  l.job.c = move(l.job.c), l.job.d = move(l.job.d);
  l.bytes     = move(engine_memory::Base + l.bytes) - engine_memory::Base;
  l.job.b     = a.job.b;
  auto memory = memory_of(k.core, p, l);
  std::vector<golden::tensor::result_t> d;
  const int code = run_of_ring(k, *conv_, l, std::move(memory), &d);
  if (code == 0 && !window_.d.empty()) {
    auto out = product_;
    out.d    = window_.d;
    out.write(t, p.shape, d);
  }
  return code;
}

int engine_command::copy() const {
  auto k                  = engine_of_.parse(bus_, false);
  k.core.copy             = true;
  const auto [job, bytes] = planes_.lay_out(engine_memory::Base);
  std::vector<std::uint8_t> memory(bytes);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = byte_at(i + seed_);
  std::vector<golden::tensor::result_t> d, wanted;
  auto plain = job;
  plain.d = job.c, plain.ldd = job.ldc, plain.b = job.a;  // the source as it lies
  wanted         = result_in(memory, plain);
  const int code = run_of_ring(k, *copy_, {job, bytes}, std::move(memory), &d);
  if (d == wanted) return code;
  fmt::print(stderr, "copy: the bytes differ from those at the source\n");
  return 1;
}

}  // namespace

void add_engine_command(options& o) { add<engine_command>(o); }

}  // namespace weft::sim
