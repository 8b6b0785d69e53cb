// SPDX-License-Identifier: Apache-2.0
//
// main() of the tests: reads --seed and --wave, and prints after a failure the command that repeats
// it with a waveform.

#include "tb/harness/test_main.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace weft {
namespace {

sim::run_options options;
std::string executable;

struct repeat_command : testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& test) override {
    if (!test.result()->Failed()) return;
    std::printf("repeat with a waveform: %s --gtest_filter='%s.%s' --seed=%llu --wave=%s.fst\n",
                executable.c_str(), test.test_suite_name(), test.name(),
                static_cast<unsigned long long>(options.seed), test.name());
  }
};

}  // namespace

const sim::run_options& test_options() { return options; }

}  // namespace weft

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  weft::executable = argv[0];
  if (const char* seed = std::getenv("WEFT_SEED")) {
    weft::options.seed = std::strtoull(seed, nullptr, 0);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg.starts_with("--seed=")) {
      weft::options.seed = std::strtoull(arg.c_str() + 7, nullptr, 0);
    } else if (arg.starts_with("--wave=")) {
      weft::options.wave = arg.substr(7);
    } else {
      std::fprintf(stderr, "%s: unknown argument %s; there are --seed=N, --wave=FILE\n", argv[0],
                   argv[i]);
      return 2;
    }
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(weft::options.seed));
  testing::UnitTest::GetInstance()->listeners().Append(new weft::repeat_command);
  return RUN_ALL_TESTS();
}
