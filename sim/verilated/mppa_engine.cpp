// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/mppa_engine.hpp"

#include "sim/verilated/mppa_rtl.hpp"
#include "sim/verilated/tensor_rtl.hpp"
#include "weft_mppa_configs.hpp"

namespace weft::sim {
namespace {

template <class Bench>
built_mppa built() {
  return {Bench::Config,
          [](const run_options& options, auto program, mppa_bytes& memory, std::uint64_t latency) {
            machine<Bench> rtl(options);
            return run_mppa(rtl, program, memory, {.latency = latency});
          }};
}

}  // namespace

const std::vector<built_mppa>& built_mppa_units() {
#define WEFT_BUILT(...) built<mppa_bench<__VA_ARGS__>>()
  static const std::vector<built_mppa> units = {WEFT_MPPA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
