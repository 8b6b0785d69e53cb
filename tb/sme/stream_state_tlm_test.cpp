// SPDX-License-Identifier: Apache-2.0
//
// systemc/stream_state.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <cstdint>
#include <systemc>
#include <vector>

#include "systemc/stream_state.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::stream_state_tlm_test {
namespace {

using namespace golden::stream_state;

constexpr std::uint32_t Smstart = 0xd503477f, Smstop = 0xd503467f, ReadSvcr = 0xd53b4240,
                        Rdvl = 0x04bf5020, Rdsvl = 0x04bf5820, Addspl = 0x04605fe0;

class StreamStateTlm : public testing::TestWithParam<int> {
 protected:
  const config Config{.svl = GetParam(), .nsvl = 128};
};

TEST_P(StreamStateTlm, GivesGoldensResultsInGoldensTime) {
  std::vector<operands> items;
  for (std::uint64_t i = 0; i < 100; ++i) {
    items.insert(items.end(), {{Rdvl, 0}, {Rdsvl, 0}, {Addspl, i << 60}});
  }
  gives_goldens_results_in_goldens_time<systemc::stream_state>(Config, items);
}

TEST_P(StreamStateTlm, ExecutesWordsInOrder) {
  unit_master<systemc::stream_state, config> master("master", Config);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<operands> items{{ReadSvcr}, {Rdvl},   {Smstart}, {ReadSvcr},
                              {Rdvl},     {Smstop}, {ReadSvcr}};
  std::vector<result> results(items.size());
  ASSERT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items.data(), items.size() * sizeof(operands)),
            tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(master.call(tlm::TLM_READ_COMMAND, results.data(), results.size() * sizeof(result)),
            tlm::TLM_OK_RESPONSE);
  const auto svlb = static_cast<std::uint64_t>(GetParam() / 8);
  EXPECT_EQ(results, (std::vector<result>{{0}, {16}, {0}, {3}, {svlb}, {0}, {0}}));
}

TEST_P(StreamStateTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::stream_state>(Config, operands{.word = Rdsvl});
}

INSTANTIATE_TEST_SUITE_P(Svl, StreamStateTlm, testing::Values(128, 512, 2048));

}  // namespace
}  // namespace weft::stream_state_tlm_test
