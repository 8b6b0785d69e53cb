// SPDX-License-Identifier: Apache-2.0
//
// rtl/mppa/weft_mppa_smem.sv against sim/golden/mppa_core/mppa_smem.hpp in lockstep, and what each
// port gets against a memory that knows no banks.

#include "sim/golden/mppa_core/mppa_smem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/mppa_smem/mppa_smem_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_mppa_smem_configs.hpp"

namespace weft::mppa_smem_test {
namespace {

using namespace golden::mppa_smem;

template <class Bench>
class MppaSmemRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;

  sim::lockstep<Bench> both_{test_options(), Bench::make_model()};

  /// Writes all of the memory through its ports, in both, and `bytes`.
  void fill(std::vector<std::uint8_t>& bytes) {
    std::mt19937_64 rng(test_options().seed);
    bytes.resize(Config.bytes());
    inputs in;
    for (std::uint32_t at = 0; at < bytes.size();) {
      for (unsigned p = 0; p < Config.ports; ++p) {
        if (in.req[p] || at == bytes.size()) continue;
        in.req[p] =
            request{.write = true, .addr = at, .strobe = ~0u, .data = {rng(), rng(), rng(), rng()}};
        std::memcpy(&bytes[at], in.req[p]->data.data(), 32);
        at += 32;
      }
      take(in);
    }
    while (std::ranges::any_of(in.req, [](const auto& r) { return r.has_value(); })) take(in);
    both_.cycle({});
  }

 private:
  void take(inputs& in) {
    const auto out = both_.cycle(in);
    for (unsigned p = 0; p < Config.ports; ++p) {
      if (out.ready[p]) in.req[p].reset();
    }
  }
};

#define WEFT_BENCH(V, P) sim::mppa_smem_ports<V, P>
using benches = testing::Types<WEFT_MPPA_SMEM_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(MppaSmemRtl, benches);

TYPED_TEST(MppaSmemRtl, EqualsGoldenAndAMemoryWithoutBanks) {
  const auto& k = TestFixture::Config;
  std::vector<std::uint8_t> bytes;
  this->fill(bytes);
  std::mt19937_64 rng(test_options().seed);
  inputs in;
  std::array<std::optional<golden::mppa::register_t>, MaxPorts> expected;
  std::uint64_t answers = 0;
  for (unsigned cycle = 0; cycle < 4000; ++cycle) {
    const unsigned crowd = cycle / 500 % 3;  // any bank, few banks, one bank
    for (unsigned p = 0; p < k.ports; ++p) {
      if (in.req[p] || rng() % 4 == 0) continue;
      const std::uint64_t range = crowd == 0 ? bytes.size() : crowd == 1 ? 256 : 64;
      in.req[p]                 = request{.write  = rng() % 3 == 0,
                                          .addr   = static_cast<std::uint32_t>(rng() % range),
                                          .strobe = static_cast<std::uint32_t>(rng()),
                                          .data   = {rng(), rng(), rng(), rng()}};
      if (rng() % 8 == 0) in.req[p]->addr += static_cast<std::uint32_t>(bytes.size());
    }
    const auto out = this->both_.cycle(in);
    std::vector<bool> taken(Banks);
    for (unsigned p = 0; p < k.ports; ++p) {
      ASSERT_EQ(out.rsp[p], expected[p]);
      answers += out.rsp[p].has_value();
      expected[p].reset();
      if (!out.ready[p]) continue;
      const request& r = *in.req[p];
      ASSERT_FALSE(taken[bank_of(k, r.addr)]);  // one a cycle
      taken[bank_of(k, r.addr)] = true;
      golden::mppa::register_t data{};
      for (unsigned i = 0; i < 32; ++i) {
        const std::uint64_t at = r.addr % bytes.size();
        auto& byte             = bytes[at - at % 64 + (at + i) % 64];
        if (!r.write) data[i / 8] |= std::uint64_t{byte} << 8 * (i % 8);
        if (r.write && (r.strobe >> i & 1) != 0) {
          byte = static_cast<std::uint8_t>(r.data[i / 8] >> 8 * (i % 8));
        }
      }
      if (!r.write) expected[p] = data;
      in.req[p].reset();
    }
  }
  EXPECT_GT(answers, 1000);
}

// All ports ask one bank without an end: each is served as often, and none waits longer than a
// round.
TYPED_TEST(MppaSmemRtl, ServesEveryPortInTurn) {
  const unsigned n = TestFixture::Config.ports;
  std::vector<std::uint8_t> bytes;
  this->fill(bytes);
  inputs in;
  for (unsigned p = 0; p < n; ++p) in.req[p] = request{.addr = 32};
  std::array<unsigned, MaxPorts> served{}, last{};
  for (unsigned cycle = 1; cycle <= 20 * n; ++cycle) {
    const auto out = this->both_.cycle(in);
    for (unsigned p = 0; p < n; ++p) {
      if (!out.ready[p]) continue;
      EXPECT_LE(cycle - last[p], n);
      last[p] = cycle;
      ++served[p];
    }
  }
  for (unsigned p = 0; p < n; ++p) EXPECT_EQ(served[p], 20) << p;
}

// Ports that begin at banks of their own and go on to the next are all served in every cycle.
TYPED_TEST(MppaSmemRtl, BanksServeTheirPortsAtOnce) {
  const auto& k = TestFixture::Config;
  std::vector<std::uint8_t> bytes;
  this->fill(bytes);
  const auto stride =
      static_cast<std::uint32_t>(k.interleave == interleave_e::Lines    ? 64
                                 : k.interleave == interleave_e::Blocks ? 256
                                                                        : k.rows * 64);
  for (std::uint32_t cycle = 0; cycle < 64; ++cycle) {
    inputs in;
    for (unsigned p = 0; p < k.ports; ++p) in.req[p] = request{.addr = stride * (p + cycle)};
    const auto out = this->both_.cycle(in);
    for (unsigned p = 0; p < k.ports; ++p) EXPECT_TRUE(out.ready[p]);
  }
}

}  // namespace
}  // namespace weft::mppa_smem_test
