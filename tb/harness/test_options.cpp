// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tb/harness/test_main.hpp"

namespace weft {
namespace {

sim::run_options options;

/// Prints after a failure the command that repeats it: one case, as SystemC elaborates only once.
class repeat_command : public testing::EmptyTestEventListener {
 public:
  repeat_command(std::string executable, bool records, void (*recorded)(const std::string&))
      : executable_(std::move(executable)), records_(records), recorded_(recorded) {}

 private:
  void OnTestEnd(const testing::TestInfo& test) override {
    if (recorded_ != nullptr && !options.wave.empty()) recorded_(options.wave);
    if (!test.result()->Failed()) return;
    std::printf("repeat%s: %s --gtest_filter='%s.%s' --seed=%llu",
                records_ ? " with a waveform" : "", executable_.c_str(), test.test_suite_name(),
                test.name(), static_cast<unsigned long long>(options.seed));
    if (records_) {
      std::string file = test.name();
      std::ranges::replace(file, '/', '_');
      std::printf(" --wave=%s.fst", file.c_str());
    }
    std::printf("\n");
  }

  std::string executable_;
  bool records_;
  void (*recorded_)(const std::string&);
};

}  // namespace

const sim::run_options& test_options() { return options; }

int run_tests(int argc, char** argv, bool records, void (*recorded)(const std::string&)) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* seed = std::getenv("WEFT_SEED")) options.seed = std::strtoull(seed, nullptr, 0);
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg.starts_with("--seed=")) {
      options.seed = std::strtoull(arg.c_str() + 7, nullptr, 0);
    } else if (records && arg.starts_with("--wave=")) {
      options.wave = arg.substr(7);
    } else {
      std::fprintf(stderr, "%s: unknown argument %s; there %s\n", argv[0], argv[i],
                   records ? "are --seed=N, --wave=FILE" : "is --seed=N");
      return 2;
    }
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  testing::UnitTest::GetInstance()->listeners().Append(
      new repeat_command(argv[0], records, recorded));
  return RUN_ALL_TESTS();
}

}  // namespace weft
