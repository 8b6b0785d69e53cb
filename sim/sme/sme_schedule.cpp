// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_program.hpp"

namespace weft::sim {
namespace {

using namespace golden::sme_core;
using golden::sme::paged_memory, golden::sme::state, golden::sme::stop_e;

constexpr int Svl = 512;
constexpr std::array<gemm_shape, 3> Shapes{{{64, 64, 64}, {64, 64, 1024}, {256, 256, 256}}};

constexpr std::array<std::string_view, Pipes> PipeNames{"loads", "stores", "products", "vectors"};

/// An event of Chrome's trace format: a microsecond is a cycle. `args` is a member of it or empty.
void trace_event(std::string& to, std::string_view name, std::string_view process,
                 std::string_view thread, std::uint64_t from, std::uint64_t cycles,
                 std::string_view args = "") {
  if (!to.empty()) to += ",\n";
  to += fmt::format(R"({{"name":"{}","ph":"X","pid":"{}","tid":"{}","ts":{},"dur":{}{}}})", name,
                    process, thread, from, std::max<std::uint64_t>(cycles, 1), args);
}

/// The events of a uop: its time in the queue with the rule that ended it, on its pipe, and in the
/// rows of ZA that it writes; the cycles from `idle` on in which its pipe waited for it.
void trace_uop(std::string& to, std::string_view name, const uop& u, const timetable::times& t,
               std::uint64_t idle) {
  const auto pipe = PipeNames[static_cast<std::size_t>(u.pipe)];
  const auto why  = WhyNames[static_cast<std::size_t>(t.why_issue)];
  trace_event(to, name, "queues", pipe, t.dispatch, t.issue - t.dispatch,
              fmt::format(R"(,"args":{{"waits for":"{}","enters by":"{}"}})", why,
                          WhyNames[static_cast<std::size_t>(t.why_dispatch)]));
  if (t.issue > idle) trace_event(to, why, "stalls", pipe, idle, t.issue - idle);
  trace_event(to, name, "pipes", pipe, t.issue, static_cast<std::uint64_t>(u.beats));
  for (std::size_t c = 0; c < Classes; ++c) {
    if ((u.za_writes >> c & 1) != 0) {
      trace_event(to, name, "ZA", fmt::format("rows {} mod 8", c), t.issue, t.done - t.issue);
    }
  }
}

/// Counts a uop, and the cycles before it for the rule that decided its issue.
void note(pipe_schedule& p, const uop& u, const timetable::times& t) {
  if (t.issue > p.busy_until) {
    p.lost[static_cast<std::size_t>(t.why_issue)] += t.issue - p.busy_until;
  }
  p.busy_until = t.issue + static_cast<std::uint64_t>(u.beats);
  p.beats += static_cast<std::uint64_t>(u.beats);
  if ((u.pipe == pipe_e::Load || u.pipe == pipe_e::Store) && !u.apart) {
    p.bytes += u.last - u.first + 1;
  }
  ++p.uops;
}
/// Counts the cycles behind the last uop.
void close(pipe_schedule& p, std::uint64_t cycles) {
  p.tail = cycles - std::min(cycles, p.busy_until);
}

std::string percent(double share);

/// Shares of the longest GEMM behind slower memories, by what the scheduler has places for.
std::string latency_table(const std::string& object, const schedule_options& given) {
  struct sizes {
    int queue, window, phys_z;
  };
  constexpr std::array<sizes, 3> Sizes{{{32, 128, 96}, {64, 256, 128}, {128, 512, 192}}};
  constexpr std::array<std::uint64_t, 4> Latencies{1, 20, 40, 80};
  const auto& type = outer_products().front();
  const auto& g    = Shapes[1];
  std::string text =
      fmt::format("| {}, {} x {} x {}, memory of cycles |", type.name, g.m, g.n, g.k);
  std::string under = "|---|";
  for (const auto latency : Latencies) {
    text += fmt::format(" {} |", latency);
    under += "---|";
  }
  text += '\n' + under + '\n';
  for (const auto& k : Sizes) {
    text += fmt::format("| queues {}, window {}, Z registers {} |", k.queue, k.window, k.phys_z);
    for (const auto latency : Latencies) {
      auto o              = given;
      o.latency           = latency;
      o.core.issue.queue  = k.queue;
      o.core.issue.window = k.window;
      o.core.issue.phys_z = k.phys_z;
      o.core.ahead        = k.window;
      text += fmt::format(" {} |", percent(schedule_gemm(object, type, g, Svl, o).share()));
    }
    text += '\n';
  }
  return text;
}

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

/// Cycles by reason, the largest first.
std::multimap<std::uint64_t, std::string_view, std::greater<>> reasons(const pipe_schedule& p,
                                                                       std::string_view tail) {
  std::multimap<std::uint64_t, std::string_view, std::greater<>> all{{p.tail, tail}};
  for (std::size_t i = 0; i < p.lost.size(); ++i) all.emplace(p.lost[i], WhyNames[i]);
  all.erase(0);
  return all;
}

}  // namespace

void scheduler::add(std::string_view name, const translated& t) {
  ++r_.instructions;
  if (t.has_uop && !t.mapped) ++r_.alone[std::string(name)];
  clock_.execute(t, [&](const uop& u, const timetable::times& times) {
    ++r_.uops;
    auto& pipe      = r_.pipes[static_cast<std::size_t>(u.pipe)];
    const auto idle = pipe.busy_until;
    note(pipe, u, times);
    if (t.product && u.pipe == pipe_e::Op) note(r_.products, u, times);
    if (trace_ == nullptr) return;
    // Events of a uop have less than 2 KiB.
    if (trace_->size() + 2048 <= TraceBytes) {
      trace_uop(*trace_, name, u, times, idle);
    } else {
      ++r_.untraced;
    }
  });
}

sme_schedule scheduler::end(golden::sme::outcome last) {
  r_.last   = std::move(last);
  r_.cycles = clock_.cycles();
  close(r_.products, r_.cycles);
  for (auto& p : r_.pipes) close(p, r_.cycles);
  return std::move(r_);
}

sme_schedule schedule(state& s, paged_memory& memory, std::uint64_t end,
                      const schedule_options& o) {
  scheduler to(o);
  for (; to.instructions() < o.max_insns && s.pc != end;) {
    std::array<std::uint8_t, 4> bytes{};
    std::uint32_t word = 0;
    const auto* line   = static_cast<const golden::sme::instruction*>(nullptr);
    if (memory.read(s.pc, bytes)) {
      std::memcpy(&word, bytes.data(), 4);
      line = golden::sme::decode(word);
    }
    translated t;
    if (line != nullptr) t = translate(o.core, s, *line, word);
    if (t.product && !o.values) {
      s.pc += 4;
    } else if (const auto out = golden::sme::step(s, memory); out.stop != stop_e::None) {
      return to.end(out);
    }
    to.add(line->name.substr(0, line->name.find(' ')), t);
  }
  if (s.pc == end) return to.end({stop_e::End, s.pc, 0, ""});
  return to.end({stop_e::Limit, s.pc, 0, "as many instructions as allowed"});
}

sme_schedule schedule_gemm(const std::string& object, const outer_product& type,
                           const gemm_shape& g, int svl, const schedule_options& o) {
  paged_memory memory;
  state s         = gemm_state(object, type, g, svl, memory);
  auto given      = o;
  given.values    = false;
  given.max_insns = ~std::uint64_t{0};
  const auto r    = schedule(s, memory, ReturnTo, given);
  if (r.last.stop != stop_e::End) throw input_error(object + ": " + why(r.last));
  return r;
}

std::string why_idle(const sme_schedule& s) {
  const auto share = [&](std::uint64_t cycles) {
    return percent(static_cast<double>(cycles) / static_cast<double>(s.cycles));
  };
  std::string text;
  for (const auto& [cycles, name] : reasons(s.products, "behind the last product")) {
    text += fmt::format("{:>6} %  {}\n", share(cycles), name);
  }
  for (std::size_t i = 0; i < Pipes; ++i) {
    const auto& p = s.pipes[i];
    if (p.uops == 0) continue;
    text += fmt::format("{}: {} uops, {} % busy", PipeNames[i], p.uops, share(p.beats));
    if (p.bytes != 0) {
      text += fmt::format(", {:.1f} bytes a cycle",
                          static_cast<double>(p.bytes) / static_cast<double>(s.cycles));
    }
    for (const auto& [cycles, name] : reasons(p, "behind the last")) {
      text += fmt::format(", {} % {}", share(cycles), name);
    }
    text += '\n';
  }
  return text;
}

std::string schedule_tables(const std::string& object, const schedule_options& o) {
  std::string text = "| % of a product a cycle |", under = "|---|";
  for (const auto& g : Shapes) {
    text += fmt::format(" {} x {} x {} |", g.m, g.n, g.k);
    under += "---|";
  }
  text += '\n' + under + '\n';
  std::vector<sme_schedule> first;
  for (const auto& t : outer_products()) {
    text += fmt::format("| {} |", t.name);
    for (const auto& g : Shapes) {
      auto r = schedule_gemm(object, t, g, Svl, o);
      text += fmt::format(" {} |", percent(r.share()));
      if (&t == &outer_products().front()) first.push_back(std::move(r));
    }
    text += '\n';
  }
  text += fmt::format("\n| {}: % of cycles without one |", outer_products().front().name);
  for (const auto& g : Shapes) text += fmt::format(" {} x {} x {} |", g.m, g.n, g.k);
  text += '\n' + under + '\n';
  const auto row = [&](std::string_view name, auto cycles) {
    if (std::ranges::all_of(first, [&](const auto& r) { return cycles(r) == 0; })) return;
    text += fmt::format("| {} |", name);
    for (const auto& r : first) {
      text += fmt::format(" {} |",
                          percent(static_cast<double>(cycles(r)) / static_cast<double>(r.cycles)));
    }
    text += '\n';
  };
  for (std::size_t i = 0; i < WhyNames.size(); ++i) {
    row(WhyNames[i], [i](const auto& r) { return r.products.lost[i]; });
  }
  row("behind the last product", [](const auto& r) { return r.products.tail; });
  return text + '\n' + latency_table(object, o);
}

}  // namespace weft::sim
