// SPDX-License-Identifier: Apache-2.0
//
// Figures of the core, each measured on golden by programs of two lengths or between two bundles.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mppa_core/mppa_core_model.hpp"
#include "sim/golden/program/mppa_assembler.hpp"
#include "sim/program/mppa/mppa_core_run.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"

namespace weft::sim {
namespace {

using namespace golden::mppa_core;
using golden::mppa_smem::interleave_e;

constexpr double Cores = 80, Hertz = 1.2e9;

std::string pair(unsigned d) { return fmt::format("$a{}a{}", d, d + 1); }

/// Product i of a chain over some sums: INT8 on a pair each, FP16 quarters on a half each.
std::string product(const std::string& op, unsigned i, unsigned sums) {
  const unsigned q = i % sums;
  if (op != "fmma242hw") return fmt::format("{} {} = {}, $a40, $a41", op, pair(2 * q), pair(2 * q));
  return fmt::format("fmma242hw{} $a{}.{} = $a0a1, $a40, $a41", q, q / 2, q % 2 == 0 ? "lo" : "hi");
}

/// The cycles in which the bundles of a text issue.
std::vector<std::uint64_t> issues(const std::string& text) {
  model_machine<model> core;
  mppa_core_memory memory;
  std::vector<std::uint64_t> at;
  run_mppa_core(core, assemble(text + "ret ;;\n").bundles, memory, {},
                [&](unsigned, std::uint64_t cycle, const outputs& out) {
                  if (out.why == why_e::Issues) at.push_back(cycle);
                });
  at.pop_back();
  return at;
}

/// A loop's work a cycle, between 100 and 200 rounds.
struct rates {
  double products, bytes;
};
rates steady(const std::string& before, const std::string& body, unsigned cores = 1,
             interleave_e interleave = interleave_e::Lines) {
  const auto run = [&](unsigned rounds) {
    const auto p = assemble(fmt::format("make $r20 = {} ;;\n{}loopdo $r20, end ;;\n{}end: ret ;;\n",
                                        rounds, before, body));
    std::vector<model_machine<model>> machines(cores);
    mppa_core_memory memory;
    mppa_core_result sum;
    const auto results =
        cores == 1 ? std::vector{run_mppa_core(machines[0], p.bundles, memory)} : [&] {
          model_machine smem(golden::mppa_smem::model({.interleave = interleave}));
          return run_mppa_cores(std::span(machines), smem, std::span(p.bundles), memory);
        }();
    for (const auto& r : results) {
      sum.cycles = std::max(sum.cycles, r.cycles);
      sum.products += r.products;
      sum.bytes += r.bytes;
    }
    return sum;
  };
  const auto a = run(100), b = run(200);
  const auto cycles = static_cast<double>(b.cycles - a.cycles);
  return {static_cast<double>(b.products - a.products) / cycles,
          static_cast<double>(b.bytes - a.bytes) / cycles};
}

void print_peaks() {
  fmt::print("{:.0f} cores at {} GHz\n", Cores, Hertz / 1e9);
  const std::vector<std::pair<std::string, unsigned>> rows{
      {"xmma484bw", 128}, {"xmma444hd", 64}, {"fmma242hw", 16}};
  for (const auto& [op, macs] : rows) {
    std::string body;
    for (unsigned i = 0; i < 4; ++i) {
      body +=
          (op == "xmma444hd" ? "xmma444hd $a0a1a2a3 = $a0a1a2a3, $a40, $a41" : product(op, i, 4)) +
          " ;;\n";
    }
    const double rate = steady("", body).products;
    fmt::print("  {:<10}{:.3f} a cycle of {:>3} multiply-adds  {:5.2f} {}\n", op, rate, macs,
               2 * rate * macs * Cores * Hertz / 1e12, op == "fmma242hw" ? "TFLOPS" : "TOPS");
  }
}

void print_chains() {
  fmt::print("from the first of n products to the use of the last\n  {:<26}", "n");
  constexpr std::array<unsigned, 4> Lengths{1, 4, 16, 64};
  for (const unsigned n : Lengths) fmt::print("{:>5}", n);
  fmt::print("\n");
  struct row {
    std::string op;
    unsigned sums;
    const char* law;
  };
  for (const row& r : {row{"xmma484bw", 1, "n + 2"}, row{"xmma484bw", 4, "n + 2"},
                       row{"fmma242hw", 1, "4 n"}, row{"fmma242hw", 4, "n + 3"}}) {
    fmt::print("  {:<26}", fmt::format("{} on {}", r.op, r.sums == 1 ? "one sum" : "four in turn"));
    for (const unsigned n : Lengths) {
      std::string text;
      for (unsigned i = 0; i < n; ++i) text += product(r.op, i, r.sums) + " ;;\n";
      const unsigned last = (n - 1) % r.sums;
      const auto at       = issues(
                text + fmt::format("xcopyo $a30 = $a{} ;;\n", r.op == "fmma242hw" ? last / 2 : 2 * last));
      fmt::print("{:>5}", at.back() - at.front());
    }
    fmt::print("   {}\n", r.law);
  }
}

void print_tiles() {
  fmt::print("tile of a x b products, a load a cycle\n");
  for (const auto& [a, b] : std::vector<std::pair<unsigned, unsigned>>{{1, 1}, {1, 2}, {2, 2}}) {
    // Three sets of operands: one is used, two are on their way.
    std::string body;
    for (unsigned set = 0; set < 3; ++set) {
      const unsigned used = 8 + 8 * set, loaded = 8 + 8 * ((set + 2) % 3);
      for (unsigned i = 0; i < std::max(a * b, a + b); ++i) {
        std::string bundle;
        if (i < a * b) {
          bundle = fmt::format("xmma484bw {} = {}, $a{}, $a{} ;", pair(2 * i), pair(2 * i),
                               used + i / b, used + a + i % b);
        }
        if (i < a + b) bundle += fmt::format("xlo $a{} = 0[$r1]", loaded + i);
        body += bundle + "\n;;\n";
      }
    }
    const double busy = steady("make $r1 = 0 ;;\n", body).products;
    fmt::print("  {} x {}  busy {:5.1f} %, a b / (a + b) {:5.1f} %, {:>2} registers of {}\n", a, b,
               100 * busy, 100.0 * a * b / (a + b), 2 * a * b + 2 * (a + b),
               golden::mppa::Registers);
  }
}

void print_bundles() {
  fmt::print("bundles\n");
  for (const std::string text :
       {"xmma484bw $a0a1 = $a0a1, $a8, $a9 ; xlo.q0 $a4a5a6a7 = [$r1] ; addd $r1 = $r1, 256 ; "
        "addd $r2 = $r2, 1000 ; goto end",
        "xso 0[$r1] = $a0 ; xcopyo $a1 = $a2"}) {
    std::string said;
    try {
      const bundle x = assemble("end: " + text + " ;;\n").bundles.front();
      const auto n   = resources(x);
      for (unsigned r = 0; r < Resources; ++r) {
        if (n[r] == 0) continue;
        said += fmt::format("{} {}, ", name_of(static_cast<resource_e>(r)), n[r]);
      }
      said += fmt::format("{} of {} words", 8 - std::ranges::count(x.w, 0u), x.w.size());
    } catch (const assembly_error& e) {
      said = std::string(e.what()).substr(std::string(e.what()).rfind(": ") + 2);
    }
    fmt::print("  {}\n    {}\n", text, said);
  }
}

void print_memory() {
  fmt::print("a load across the end of memory\n");
  for (const std::string name : {"lo.s", "lo"}) {
    model_machine<model> core;
    mppa_core_memory memory;
    const auto p = assemble(
        fmt::format("make $r1 = {} ;;\n{} $r4r5r6r7 = 0[$r1] ;;\nret ;;\n", SmemBytes - 8, name));
    fmt::print("  {:<5} {}\n", name,
               run_mppa_core(core, p.bundles, memory).trap ? "traps" : "gives zero");
  }
  fmt::print("16 cores, bytes a cycle of {}\n", 16 * 32);
  std::string body;
  for (unsigned i = 0; i < 16; ++i) body += fmt::format("xlo $a{} = {}[$r3] ;;\n", i, 64 * i);
  const std::string number = "make $r1 = 0x40000000 ;;\nld $r3 = 0[$r1] ;;\nslld $r3 = $r3, 6 ;;\n";
  for (const auto& [interleave, what] :
       {std::pair{interleave_e::Lines, "lines in turn"}, {interleave_e::Apart, "one bank"}}) {
    const double rate = steady(number, body, 16, interleave).bytes;
    fmt::print("  {:<15}{:5.1f}  {:5.1f} GB/s at {} GHz\n", what, rate, rate * Hertz / 1e9,
               Hertz / 1e9);
  }
}

}  // namespace

int print_mppa_core_figures() {
  print_peaks();
  print_chains();
  print_tiles();
  print_bundles();
  print_memory();
  return 0;
}

}  // namespace weft::sim
