// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/tensor_memory.hpp"
#include "sim/verilated/tensor_problems.hpp"
#include "tb/harness/test_main.hpp"

/// Runs of weft_tensor whose cycles are recorded. The RTL's test and golden's both run them, so
/// golden's cycle model is held to the RTL where there is none.
namespace weft {

/// A run, its cycles, and the checksum of what the ports but the data of D say in every cycle.
struct recorded_run {
  const char* name;
  golden::tensor::config array;
  golden::tensor::shape shape;
  golden::tensor::flow_e flow;
  golden::tensor::layout layout;
  bool stalls;
  std::uint64_t cycles, checksum;

  friend std::ostream& operator<<(std::ostream& os, const recorded_run& r) { return os << r.name; }
};

/// The recorded values are printed by a test that fails.
inline std::vector<recorded_run> recorded_runs() {
  using namespace golden::tensor;
  using enum flow_e;
  using enum lies_e;
  const config turning{
      .type = Int8, .rows = 2, .cols = 2, .partial_rows = 24, .transposes = true, .epilogue = true};
  const config integers{.type = Int8, .rows = 5, .cols = 3, .partial_rows = 17};
  return {
      {"SumsStay", turning, {9, 10, 7}, OutputStationary, {}, true, 281, 0x51f7'e520'2db5'7196},
      {"SumsPass", turning, {30, 10, 7}, WeightStationary, {}, true, 1091, 0x41f9'e067'3945'7956},
      {"ATurned",
       turning,
       {9, 10, 7},
       OutputStationary,
       {ByRows, ByRows},
       true,
       305,
       0x4bf1'53fd'5636'fc4e},
      {"BTurned",
       turning,
       {30, 10, 7},
       Bidirectional,
       {ByRows, ByColumns},
       true,
       1091,
       0xce2c'e061'18e2'9bb6},
      {"BothTurned",
       turning,
       {30, 10, 7},
       WeightStationary,
       {ByColumns, ByColumns},
       true,
       1051,
       0xb2c1'aa43'df6d'166f},
      {"Chosen",
       turning,
       {30, 10, 7},
       Auto,
       {ByColumns, ByColumns},
       false,
       612,
       0x690b'3307'3e6e'47b3},
      {"Integers", integers, {11, 8, 13}, OutputStationary, {}, true, 201, 0xad0c'1b29'ce0a'7c34},
      {"IntegersPass",
       integers,
       {40, 8, 13},
       WeightStationary,
       {},
       true,
       697,
       0x8df7'd666'94fd'81eb},
  };
}

/// A machine whose outputs are added to a checksum.
template <class Machine>
struct summed {
  Machine& machine;
  std::uint64_t checksum = 0xcbf2'9ce4'8422'2325;  ///< FNV-1a, 64 bits a step

  golden::tensor::outputs cycle(const golden::tensor::inputs& in) {
    const auto out = machine.cycle(in);
    const auto add = [&](std::uint64_t x) { checksum = (checksum ^ x) * 0x100'0000'01b3; };
    add(out.cmd_ready);
    for (const auto& request : {out.a_req, out.b_req, out.c_req}) add(request ? *request + 1 : 0);
    add(out.d ? out.d->addr + 1 : 0);
    add(out.d ? out.d->strb : 0);
    add(out.busy);
    add(out.done);
    return out;
  }
};

/// Runs on a machine and compares D with golden's, and the cycles with the record.
template <class Machine>
void is_as_recorded(Machine& machine, const recorded_run& r) {
  auto p   = sim::make_problem(r.array.type, r.shape, true, test_options().seed);
  p.flow   = r.flow;
  p.layout = r.layout;
  sim::memory_timing timing;
  if (r.stalls) {  // ports out of step
    timing.a_ready  = sim::bursts(5, 2);
    timing.a_answer = sim::bursts(7, 3);
    timing.b_answer = sim::bursts(4, 1);
    timing.c_ready  = sim::bursts(3, 4);
    timing.d_ready  = sim::bursts(3, 5);
  }
  sim::tensor_memory memory(r.array, p, timing);
  summed<Machine> both{machine};
  const auto result = sim::run_gemm(both, memory, [](const auto&) {});
  EXPECT_EQ(result.d, golden::tensor::gemm_bitwise(r.array, p));
  EXPECT_EQ(result.cycles, r.cycles);
  EXPECT_EQ(both.checksum, r.checksum) << std::hex << std::showbase << both.checksum;
}

}  // namespace weft
