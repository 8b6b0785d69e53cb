// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <string>
#include <vector>

#include "sim/file/matrix_types.hpp"
#include "sim/program/array_arguments.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/figures.hpp"
#include "sim/verilated/tensor_problems.hpp"

namespace weft::sim {
namespace {

/// `weft bench`: square GEMMs of random operands on every engine, as a Markdown table. Rates are
/// per second of processor time, the best of several runs.
struct bench_command {
  std::vector<unsigned> sizes{32, 64, 128};
  array_arguments arguments;
  figures_arguments output;

  void add_to(options& o) {
    o.numbers("--sizes", sizes, {1, 4096}, "M = N = K");
    arguments.add_to(o);
    output.add_to(o);
  }

  int run() const {
    gemm_options options = arguments.parse();
    options.runs         = 3;
    figures now{fmt::format("{} on {}, {}", name_of(options.array.type), arguments.array,
                            arguments.dataflow),
                {}};
    const figures before = output.earlier(now.of);
    std::vector<golden::tensor::problem> problems;
    for (const unsigned size : sizes) {
      problems.push_back(
          make_problem(options.array.type, {size, size, size}, false, arguments.seed));
      problems.back().flow = choose_flow(arguments.dataflow, options.array, problems.back().shape);
    }
    if (!output.json) {
      fmt::print(
          "| {} | cycles | limit | above it | busy | RTL kcycle/s | RTL MMAC/s | "
          "TLM MMAC/s | TLM / RTL | golden MMAC/s |\n|---|---|---|---|---|---|---|---|---|---|\n",
          now.of);
    }
    for (const auto& r : run_engines(problems, options)) {
      if (!r.agree()) {
        spdlog::error("engines disagree at {}^3; seed {}", r.shape.m, arguments.seed);
        return 1;
      }
      const auto macs = [&](const engine_report& e) {
        return static_cast<double>(r.shape.macs()) / e.seconds / 1e6;
      };
      const auto &golden = r.engines[0], &tlm = r.engines[1], &rtl = r.engines[2];
      const auto cycles = static_cast<double>(rtl.cycles);
      now.rows.push_back({fmt::format("{}^3", r.shape.m),
                          {{"cycles", cycles},
                           {"RTL kcycle/s", cycles / rtl.seconds / 1e3},
                           {"RTL MMAC/s", macs(rtl)},
                           {"TLM MMAC/s", macs(tlm)},
                           {"golden MMAC/s", macs(golden)}}});
      if (output.json) continue;
      fmt::print(
          "| {0}^3 | {1} | {2} | {3:.2f} % | {4:.1f} % | {5:.0f} | {6:.1f} | {7:.0f} | "
          "{8:.0f} | {9:.0f} |\n",
          r.shape.m, rtl.cycles, r.limit, 100.0 * (cycles / static_cast<double>(r.limit) - 1),
          100 * utilisation(r.array, r.shape, rtl.cycles), cycles / rtl.seconds / 1e3, macs(rtl),
          macs(tlm), rtl.seconds / tlm.seconds, macs(golden));
    }
    output.print(now, before);
    write_array_view(options, output.json);
    return 0;
  }
};

}  // namespace

void add_bench(options& o) { add<bench_command>(o); }

}  // namespace weft::sim
