// SPDX-License-Identifier: Apache-2.0
//
// systemc/texture/texture.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <systemc>

#include "systemc/texture/texture.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/sfu/texture_cases.hpp"

namespace weft::texture_tlm_test {
namespace {

using namespace golden::texture;

class TextureTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.pipe = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Pipe, TextureTlm, testing::Values(0, 1, 7));

TEST_P(TextureTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::texture>(Config,
                                                          texture_cases(test_options().seed, 1000));
}

TEST_P(TextureTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::texture>(Config, operands{});
}

}  // namespace
}  // namespace weft::texture_tlm_test
