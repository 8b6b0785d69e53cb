// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/sme_core/amx_core.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "tb/sme/amx/amx_front_cases.hpp"

namespace weft::amx_core_test {

using golden::amx::instruction;
using golden::amx::op_e;
using golden::sme::paged_memory;
using golden::sme_core::amx_core_model;

constexpr std::uint64_t Data = 0x10'0000, DataBytes = 0x4000;

inline paged_memory random_memory(std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  paged_memory m;
  m.map(Data, DataBytes);
  std::vector<std::uint8_t> bytes(DataBytes);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(rng());
  m.write(Data, bytes);
  return m;
}

/// `set`, random instructions with addresses of Data, some of them refused, and stores of X, Y and
/// Z.
inline std::vector<instruction> program(amx_front_test::front_cases& cases, std::size_t count) {
  auto list = amx_front_test::switched_on(cases.any(count));
  for (auto& [op, k] : list) {
    if (op <= op_e::Stzi) k = (k & ~std::uint64_t{0} << 56) | (Data + cases.below(60) * 128);
    if (op <= op_e::Stzi && (k >> 62 & 1) == 0) k += cases.below(128);
    if (op == op_e::Set && k == 1) k = 2;  // nothing turns AMX off
  }
  for (std::uint64_t r = 0; r < 64; ++r) {
    if (r < 8) list.push_back({op_e::Stx, r << 56 | (Data + 0x2000 + r * 64)});
    if (r < 8) list.push_back({op_e::Sty, r << 56 | (Data + 0x2200 + r * 64)});
    list.push_back({op_e::Stz, r << 56 | (Data + 0x3000 + r * 64)});
  }
  return list;
}

struct paces {
  const char* name;
  sim::pace source, load, store;
  int latency;  ///< of loads, at most
};
inline std::vector<paces> every_pace() {
  using sim::always, sim::bursts, sim::randomly;
  return {{"FullRate", always(), always(), always(), 1},
          {"IdleSource", bursts(1, 3), always(), always(), 20},
          {"StallingMemory", always(), bursts(1, 3), bursts(1, 3), 5},
          {"Random", randomly(0.6, 1), randomly(0.5, 2), randomly(0.5, 3), 40}};
}

/// Runs a program to its end through `cycle`, from inputs to outputs, with `memory` behind the
/// ports, which answers loads in any order. Returns the instructions that ended.
template <class F>
std::size_t run(const std::vector<instruction>& list, paged_memory& memory, paces p,
                amx_front_test::front_cases& cases, F&& cycle) {
  struct asked {
    std::uint64_t due;
    golden::sme_core::core_model::answer what;
  };
  std::vector<asked> loads;
  std::size_t taken = 0, offered = 0, ended = 0;
  sim::watchdog watchdog;
  for (std::uint64_t now = 0;; ++now) {
    amx_core_model::inputs in{
        .in = {}, .load_ready = p.load(), .store_ready = p.store(), .answer = {}};
    while (offered < 2 && taken + offered < list.size() && p.source()) ++offered;
    for (std::size_t i = 0; i < offered; ++i) in.in.push_back(list[taken + i]);
    const auto due = std::ranges::find_if(loads, [&](const asked& a) { return a.due <= now; });
    if (due != loads.end()) {
      in.answer = due->what;
      loads.erase(due);
    }
    const amx_core_model::outputs out = cycle(in);
    taken += out.has.size();
    offered -= out.has.size();
    ended += static_cast<std::size_t>(out.ends);
    if (out.store) {
      for (std::size_t i = 0; i < 64; ++i) {
        if ((out.store->written >> i & 1) != 0) {
          memory.write(out.store->line * 64 + i, {&out.store->data[i], 1});
        }
      }
    }
    if (out.load && in.load_ready) {
      golden::sme_core::core_model::answer a{.tag = out.load->tag};
      const auto bytes = std::span(a.data).first(out.load->two ? 128 : 64);
      memory.read(out.load->line * 64, bytes);
      const auto latency = 1 + cases.below(static_cast<std::uint64_t>(p.latency));
      loads.push_back({now + latency, a});
    }
    if (taken == list.size() && out.has.empty() && out.idle && !out.store) return ended;
    watchdog.cycle(!out.has.empty() || out.ends != 0 || in.answer || out.store || out.flags,
                   [&] { return std::to_string(taken) + " instructions taken"; });
  }
}

/// Instructions of a list that have words.
inline std::size_t with_words(const std::vector<instruction>& list) {
  std::size_t n = 0;
  bool on       = false;
  for (const auto& i : list) {
    if (golden::amx::front::refused(on, i)) continue;
    if (i.op == op_e::Set) on = i.operand == 0;
    n += !golden::amx::words(i.op, i.operand).empty();
  }
  return n;
}

}  // namespace weft::amx_core_test
