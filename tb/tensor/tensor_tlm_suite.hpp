// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "tb/tensor/tensor_tlm.hpp"

#ifdef WEFT_WITH_RTL
#include "sim/verilated/tensor_engine.hpp"
#endif

/// Fixtures and arrays of the tests of systemc/tensor.hpp. One process a test: SystemC elaborates
/// once.
namespace weft::tlm_bench {

namespace regs = systemc::tensor_regs;
namespace gt   = golden::tensor;

inline std::vector<backend> backends() {
  std::vector<backend> all{{"Golden", gt::golden_engine}};
#ifdef WEFT_WITH_RTL
  all.push_back({"Rtl", [](const gt::config& c) { return sim::rtl_engine(c); }});
#endif
  return all;
}

/// A small array of a type; one that was Verilated, where the RTL is a backend.
inline gt::config array_of(arithmetic type) {
#ifdef WEFT_WITH_RTL
  for (const auto& c : sim::built_rtl_configs()) {
    if (c.type == type) return c;
  }
#endif
  return {type, 4, 4};
}

inline systemc::tensor_config config_of(arithmetic type) {
  systemc::tensor_config config;
  config.array        = array_of(type);
  config.clock_period = ns(2);
  return config;
}

/// The duration of a job, from the end of the access that starts it.
inline sc_time duration(const placed& job, const systemc::tensor_config& config,
                        const sc_time& latency) {
  const auto cycles = gt::cycles(config.array, job.problem().shape);
  return static_cast<double>(job.bursts(config.burst_bytes)) * latency +
         static_cast<double>(cycles) * config.clock_period;
}

/// Tests of a core that computes as golden does.
struct TensorTlm : testing::Test {
  platform<> p{config_of(Fp16)};
};

/// Tests of jobs, on every backend.
struct TensorJob : testing::TestWithParam<backend> {
  gt::engine engine(const systemc::tensor_config& config) const {
    return GetParam().make(config.array);
  }
};

template <class Platform>
void run_and_acknowledge(Platform& p, const placed& job) {
  weft_tensor_start(&p.cpu.core, &job.job);
  p.cpu.wait_for_irq();
  p.cpu.local = SC_ZERO_TIME;
  EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
  weft_tensor_acknowledge(&p.cpu.core);
  p.cpu.sync();
  EXPECT_FALSE(p.irq.read());
}

/// SystemC's reports go to the tests from the start.
inline const bool Reports = [] {
  sc_core::sc_report_handler::set_handler(expected_report::handler);
  return true;
}();

}  // namespace weft::tlm_bench
