// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "sim/golden/sme_core/sme_issue.hpp"
#include "sim/golden/sme_core/sme_issue_model.hpp"
#include "sim/golden/sme_core/sme_issue_timetable.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

/// Random programs for the scheduler, and a host and a memory around its cycle model or its RTL.
namespace weft {

using golden::sme_core::config, golden::sme_core::pipe_e, golden::sme_core::reg,
    golden::sme_core::uop;

/// Uops and the cycles from whose next on the host offers them.
struct issue_program {
  std::vector<uop> uops;
  std::vector<std::uint64_t> host;
};

/// Random uops on few registers, rows and bytes, so that they wait for each other.
class issue_cases {
 public:
  explicit issue_cases(std::uint64_t seed) : rng_(static_cast<unsigned>(seed)) {}

  issue_program operator()(std::size_t n, sim::pace offers) {
    issue_program p;
    const int registers = 2 + below(30), bytes = 64 << below(4), rare = below(4);
    std::uint64_t now = 0;
    for (std::size_t i = 0; i < n; ++i) {
      p.uops.push_back(one(registers, bytes, rare));
      while (!offers()) ++now;
      p.host.push_back(now);
      now += static_cast<std::uint64_t>(below(3) == 0);
    }
    return p;
  }

  int below(int n) { return std::uniform_int_distribution(0, n - 1)(rng_); }

 private:
  uop one(int registers, int bytes, int rare) {
    uop u;
    constexpr std::array Pipe{pipe_e::Load,   pipe_e::Load, pipe_e::Op,
                              pipe_e::Vector, pipe_e::Op,   pipe_e::Store};
    u.pipe         = Pipe[static_cast<std::size_t>(below(6))];
    u.alone        = below(60) == 0;
    const auto z   = [&] { return reg(static_cast<std::uint8_t>(below(registers))); };
    const auto p   = [&] { return reg(static_cast<std::uint8_t>(below(16))); };
    const bool row = below(3) == 0;
    if (u.pipe == pipe_e::Op || (u.pipe != pipe_e::Load && !row)) {
      for (auto& s : u.z_source) {
        if (below(2) == 0) s = z();
      }
    }
    for (auto& s : u.p_source) {
      if (below(3) == 0) s = p();
    }
    if (u.pipe == pipe_e::Op) {
      u.za_writes = rows();
      u.joined    = below(4) == 0;
    } else if (row) {
      const bool reads = u.pipe == pipe_e::Store || (u.pipe == pipe_e::Vector && below(2) == 0);
      (reads ? u.za_reads : u.za_writes) = rows();
      if (u.pipe == pipe_e::Vector && below(6) == 0) u.za_writes = rows();
    }
    if (u.pipe == pipe_e::Vector || (u.pipe == pipe_e::Load && !row)) {
      if (below(5) == 0) {
        u.p_dest = p();
      } else {
        destinations(u, registers, below(3) == 0 ? 4 : 1 + below(2));
      }
    }
    u.beats = below(3) != 0 ? 1 : 1 + below(rare == 0 ? 20 : 4);
    u.first = static_cast<std::uint64_t>(below(bytes));
    u.last  = u.first + static_cast<std::uint64_t>(below(64));
    return u;
  }

  /// Some of `n` places, with registers that differ.
  void destinations(uop& u, int registers, int n) {
    const int first = below(registers);
    for (int k = 0; k < std::min(n, registers); ++k) {
      u.z_dest[static_cast<std::size_t>(k + (n < 4 ? below(2) : 0))] =
          static_cast<std::uint8_t>((first + k) % registers);
    }
    // A later place may have taken an earlier one's register.
    for (std::size_t a = 0; a < u.z_dest.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (u.z_dest[a] == u.z_dest[b]) u.z_dest[a].reset();
      }
    }
  }

  /// The classes of a tile of 64, 32 or 16 bits or of all rows.
  std::uint8_t rows() {
    const int t = below(8);
    switch (below(8)) {
      case 0:
        return 0xff;
      case 1:
        return static_cast<std::uint8_t>(0x55 << t % 2);
      case 2:
        return static_cast<std::uint8_t>(1 << t);
      default:
        return static_cast<std::uint8_t>(0x11 << t % 4);
    }
  }

  std::mt19937 rng_;
};

/// A run of the scheduler: the times of its uops, and the memory's part.
struct issue_record {
  struct seen {
    std::uint64_t dispatch = 0, issue = 0, commit = 0;
  };
  std::vector<seen> uops;
  std::vector<std::vector<std::uint64_t>> arrivals;  ///< of a load's vectors
  std::array<std::vector<bool>, 2> taken;            ///< by cycle: load_ready, store_ready

  /// The same memory for the timetable.
  golden::sme_core::memory_times memory() const {
    return {[this](pipe_e pipe, std::uint64_t at) {
              const auto& ready = taken[static_cast<std::size_t>(pipe)];
              while (at < ready.size() && !ready[at]) ++at;
              return at;
            },
            [this](std::uint64_t n, std::uint64_t, std::span<std::uint64_t> arrive) {
              std::ranges::copy(arrivals.at(n), arrive.begin());
            }};
  }
};

/// A memory and a host: `ready` says when memory takes requests, `latency` draws a vector's
/// latency.
struct issue_partners {
  sim::pace ready;
  std::function<int()> latency;
};

/// Sends a program through `cycle`, a function from inputs to outputs that takes the clock edge.
template <class Cycle>
issue_record run_issue(const config& k, const issue_program& p, issue_partners with, Cycle cycle) {
  using golden::sme_core::model;
  struct request {
    std::uint64_t due;
    std::size_t uop, vector;
    int tag;
    reg z, p;
  };
  issue_record r;
  r.uops.resize(p.uops.size());
  r.arrivals.resize(p.uops.size());
  std::vector<std::size_t> of_tag(static_cast<std::size_t>(k.window)), left(p.uops.size());
  std::vector<request> pending;
  std::size_t next = 0, committed = 0;
  sim::watchdog dog;
  for (std::uint64_t now = 0; committed < p.uops.size(); ++now) {
    model::inputs in;
    for (auto i = next; i < p.uops.size() && in.in.size() < static_cast<std::size_t>(k.dispatch);
         ++i) {
      if (p.host[i] >= now) break;
      in.in.push_back(p.uops[i]);
    }
    // Stores are taken one cycle later than loads.
    in.store_ready = now > 0 && r.taken[0].back();
    in.load_ready  = with.ready();
    r.taken[0].push_back(in.load_ready);
    r.taken[1].push_back(in.store_ready);
    for (auto& a : in.answers) {
      const auto due = std::ranges::find_if(pending, [&](const auto& q) { return q.due <= now; });
      if (due == pending.end()) break;
      a = model::answer{due->tag, --left[due->uop] == 0, due->z, due->p};
      r.arrivals[due->uop][due->vector] = now;
      pending.erase(due);
    }

    const model::outputs out = cycle(in);
    for (std::size_t i = 0; i < out.ready.size() && out.ready[i]; ++i) {
      of_tag[(static_cast<std::size_t>(out.tag) + i) % of_tag.size()] = next;
      r.uops[next++].dispatch                                         = now;
    }
    bool moved = out.commits != 0;
    for (std::size_t q = 0; q < out.issues.size(); ++q) {
      if (!out.issues[q] || (q < 2 && !r.taken[q].back())) continue;
      const auto& issue = *out.issues[q];
      const auto u      = of_tag[static_cast<std::size_t>(issue.tag)];
      r.uops[u].issue   = now;
      moved             = true;
      if (q != 0) continue;
      const auto ask = [&](reg z, reg pred) {
        const auto due = now + static_cast<std::uint64_t>(with.latency());
        pending.push_back({due, u, left[u]++, issue.tag, z, pred});
      };
      for (const auto& z : issue.z_dest) {
        if (z) ask(z, {});
      }
      if (left[u] == 0) ask({}, issue.p_dest);
      r.arrivals[u].resize(left[u]);
      // Answers come in any order.
      if (with.latency() % 2 == 0) std::ranges::reverse(pending);
    }
    for (int i = 0; i < out.commits; ++i) r.uops[committed++].commit = now;
    dog.cycle(moved, [&] { return std::to_string(committed) + " uops committed"; });
  }
  return r;
}

}  // namespace weft
