// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_axil_apb.sv against sim/golden/engine/axil_apb.hpp in lockstep, in front of a
// slave that stalls and of golden's registers.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>

#include "sim/golden/engine/engine_regs.hpp"
#include "sim/harness/axil_master.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "sim/verilated/axil_apb_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_axil_apb_configs.hpp"

namespace weft::axil_apb_test {
namespace {

using namespace golden::axil_apb;
using golden::axil::from_slave;
using golden::axil::resp_e;
using golden::axil::write_data;

/// A slave of AXI4-Lite with memory, each channel at its own pace.
class slow_slave {
 public:
  explicit slow_slave(const sim::timing& t)
      : aw_ready_(t.sink), w_ready_(t.sink), ar_ready_(t.sink), answer_(t.source) {}

  std::uint32_t memory[16] = {};
  resp_e resp              = resp_e::Okay;

  from_slave drive() {
    from_slave s{aw_ready_() && !aw_, w_ready_() && !w_, ar_ready_() && !ar_};
    const bool now = answer_();
    if (aw_ && w_ && now) s.b = resp;
    if (ar_ && now) s.r = {memory[*ar_ / 4 % 16], resp};
    return s;
  }
  void step(const from_slave& s, const golden::axil::from_master& m) {
    if (s.b) {
      for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t lane = 0xffu << 8 * i;
        if (w_->strb >> i & 1)
          memory[*aw_ / 4 % 16] = (memory[*aw_ / 4 % 16] & ~lane) | (w_->data & lane);
      }
      aw_.reset(), w_.reset();
    }
    if (s.r) ar_.reset();
    if (m.aw && s.aw_ready) aw_ = m.aw;
    if (m.w && s.w_ready) w_ = m.w;
    if (m.ar && s.ar_ready) ar_ = m.ar;
  }

 private:
  sim::pace aw_ready_, w_ready_, ar_ready_, answer_;
  std::optional<std::uint32_t> aw_, ar_;
  std::optional<write_data> w_;
};

template <class Bench>
class AxilApbRtl : public testing::Test {
 protected:
  sim::lockstep<Bench> both_{test_options()};

  /// Runs a transfer. `slave(outputs of the bridge's AXI side)` is asked for its signals by drive
  /// and told the cycle by step.
  template <class Slave>
  std::pair<answer, unsigned> run(const transfer& t, Slave& slave) {
    sim::watchdog dog;
    for (unsigned cycles = 1;; ++cycles) {
      inputs in{t, cycles > 1, slave.drive()};
      const auto out = both_.cycle(in);
      slave.step(in.bus, out.bus);
      if (out.ready) return {*out.ready, cycles};
      dog.cycle(false, [] { return "no answer"; });
    }
  }
};

#define WEFT_BENCH(V, P) sim::axil_apb_ports<V, P>
using benches = testing::Types<WEFT_AXIL_APB_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AxilApbRtl, benches);

TYPED_TEST(AxilApbRtl, EqualsGoldenAndASlaveThatStalls) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  for (const sim::timing& t : sim::timings()) {
    slow_slave slave(t);
    std::uint32_t mirror[16] = {};
    for (int i = 0; i < 300; ++i) {
      const std::uint32_t at = 4 * (rng() % 16), data = static_cast<std::uint32_t>(rng());
      const unsigned strb = rng() % 16;
      slave.resp          = resp_e(rng() % 4 == 0 ? 2 + rng() % 2 : 0);
      if (rng() % 2) {
        EXPECT_EQ(this->run({at, write_data{data, strb}}, slave).first.error,
                  slave.resp != resp_e::Okay);
        for (unsigned byte = 0; byte < 32; byte += 8) {
          if (strb >> byte / 8 & 1) {
            mirror[at / 4] = (mirror[at / 4] & ~(0xffu << byte)) | (data & 0xffu << byte);
          }
        }
      } else {
        const auto a = this->run({at, {}}, slave).first;
        EXPECT_EQ(a.data, mirror[at / 4]);
        EXPECT_EQ(a.error, slave.resp != resp_e::Okay);
      }
      for (unsigned idle = rng() % 3; idle > 0; --idle) {
        EXPECT_FALSE(this->both_.cycle({}).ready);
      }
    }
  }
}

/// Golden's registers.
struct registers {
  golden::engine_regs::model model;
  from_slave drive() { return model.peek().bus; }
  void step(const from_slave&, const golden::axil::from_master& m) { model.step({m, false, {}}); }
};

TYPED_TEST(AxilApbRtl, ReachesTheRegistersInFiveCycles) {
  using namespace golden::engine_map;
  registers regs;
  const auto write = [&](std::uint32_t at, std::uint32_t data) {
    const auto [a, cycles] = this->run({at, write_data{data}}, regs);
    EXPECT_EQ(cycles, 5u);
    return a.error;
  };
  const auto read = [&](std::uint32_t at) {
    const auto [a, cycles] = this->run({at, {}}, regs);
    EXPECT_EQ(cycles, 5u);
    return a;
  };
  EXPECT_EQ(read(Id).data, 0x54464557u);
  EXPECT_FALSE(write(M, 1234));
  EXPECT_EQ(read(M).data, 1234u);
  EXPECT_TRUE(write(Id, 1));     // read-only
  EXPECT_TRUE(write(0xffc, 1));  // a hole
  EXPECT_TRUE(read(Ctrl).error);
  EXPECT_TRUE(read(0x01c).error);
}

/// Cycles that break one rule each, for a master with one read or one write owed.
TEST(AxilChecker, RefusesASlaveThatBreaksARule) {
  using golden::axil::from_master;
  using golden::axil::from_slave;
  using golden::axil::read_data;
  using golden::axil::resp_e;
  const from_master asks{
      .aw = 0, .w = golden::axil::write_data{0}, .b_ready = false, .ar = 0, .r_ready = false};
  const from_master waits{.b_ready = false, .r_ready = false};
  from_slave takes, answers;
  takes.aw_ready = takes.w_ready = takes.ar_ready = true;
  answers.b                                       = resp_e::Okay;
  answers.r                                       = read_data{1, resp_e::Okay};

  sim::axil_checker nothing_owed;
  EXPECT_THROW(nothing_owed.cycle(waits, answers), sim::axil_violation);
  for (const bool write : {true, false}) {
    sim::axil_checker changes;
    changes.cycle(asks, takes);
    changes.cycle(waits, answers);
    from_slave other = answers;
    if (write) other.b = resp_e::SlvErr;
    if (!write) other.r = read_data{2, resp_e::Okay};
    EXPECT_THROW(changes.cycle(waits, other), sim::axil_violation);
  }
  sim::axil_checker late;
  late.cycle(asks, takes);
  late.cycle(waits, {});
  EXPECT_THROW(late.cycle(waits, {}), sim::axil_violation);
}

}  // namespace
}  // namespace weft::axil_apb_test
