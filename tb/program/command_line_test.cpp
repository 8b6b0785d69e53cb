// SPDX-License-Identifier: Apache-2.0
//
// sim/program/options.hpp: the command that repeats a run has the options that were given, as a
// shell takes them.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/program/one_line.hpp"
#include "sim/program/options.hpp"

namespace weft::sim::command_line_test {
namespace {

struct everything {
  std::string word = "plain", written, engine = "all", wave, operand;
  std::vector<std::string> list, rest;
  std::vector<unsigned> sizes{1, 2};
  std::uint64_t seed = 1;
  std::optional<int> stages;
  bool flag = false, other = false;

  void add_to(options& o) {
    o.flag("--flag", flag, "");
    o.flag("--other", other, "");
    o.text("-w,--word", word, "");
    o.text("-o,--output", written, "").output();
    o.choice("--engine", engine, {"golden", "rtl", "all"});
    o.number("--seed", seed, {}, "");
    o.number("--stages", stages, {-1, 5}, "");
    o.list("--mem", list, "").repeated();
    o.numbers("--sizes", sizes, {1, 64}, "");
    o.text("--wave", wave, "");
  }
};

class CommandLine : public testing::Test {
 protected:
  everything x_;

  /// The command that repeats `words`, which begin with "do it".
  std::string again(std::vector<const char*> words) {
    command_line line("", "");
    auto& inner = line.add("group", "do", "", "").subcommand("it", "");
    x_.add_to(inner);
    inner.text("FILE", x_.operand, "");
    inner.runs([] { return 7; });
    words.insert(words.begin(), {"program", "do", "it"});
    EXPECT_EQ(line.read(static_cast<int>(words.size()), words.data())(), 7);
    return inner.again(x_.seed);
  }
};

TEST_F(CommandLine, LeavesOutWhatWasNotGivenAndFilesThatAreWritten) {
  EXPECT_EQ(again({}),
            "seed 1; again with a waveform: weft do it --engine rtl --seed 1 --wave weft.fst");
  EXPECT_EQ(again({"-o", "d.npy", "--seed", "5", "--engine", "all", "--wave", "x.fst", "--flag"}),
            "seed 5; again with a waveform: weft do it --flag --engine rtl --seed 5 --wave "
            "weft.fst");
  EXPECT_EQ(x_.written, "d.npy");
}

TEST_F(CommandLine, HasEveryValueOfAList) {
  EXPECT_EQ(again({"f", "--mem", "1:a", "--mem", "2:b c", "--sizes", "3", "4", "--stages", "-1"}),
            "seed 1; again with a waveform: weft do it --stages -1 --mem 1:a --mem '2:b c' "
            "--sizes 3 4 --engine rtl --seed 1 --wave weft.fst f");
  EXPECT_EQ(x_.sizes, (std::vector<unsigned>{3, 4}));
  EXPECT_EQ(x_.list, (std::vector<std::string>{"1:a", "2:b c"}));
}

TEST_F(CommandLine, AFailedSimulationIsRepeatedWithTheSeedThatItHad) {
  const auto failed = [&](std::vector<const char*> words, bool has_engine = true) {
    command_line line("", "");
    EXPECT_EQ(line.again(), "") << "nothing was read";
    auto& command = line.add("group", "do", "", "");
    if (has_engine) {
      x_.add_to(command);
    } else {
      command.number("--seed", x_.seed, {}, "");
    }
    command.runs([] { return 0; });
    words.insert(words.begin(), {"program", "do"});
    line.read(static_cast<int>(words.size()), words.data());
    return line.again();
  };
  EXPECT_EQ(failed({}),
            "seed 1; again with a waveform: weft do --engine rtl --seed 1 --wave weft.fst");
  EXPECT_EQ(failed({"--seed", "0x10", "--engine", "rtl", "-o", "d"}),
            "seed 16; again with a waveform: weft do --engine rtl --seed 16 --wave weft.fst");
  EXPECT_EQ(failed({"--engine", "golden"}), "");
  EXPECT_EQ(failed({"--seed", "2"}, false), "") << "no waveform";
}

TEST_F(CommandLine, QuotesForTheShell) {
  EXPECT_EQ(again({"-w", "it's $HOME"}),
            "seed 1; again with a waveform: weft do it --word 'it'\\''s $HOME' --engine rtl --seed "
            "1 --wave weft.fst");
  EXPECT_EQ(again({"a\n'\\b"}),
            "seed 1; again with a waveform: weft do it --engine rtl --seed 1 --wave weft.fst "
            "$'a\\n\\'\\\\b'");
}

TEST_F(CommandLine, AReportOfAFailedSimulationKeepsItsLines) {
  EXPECT_EQ(several_lines("cycle 1\n  RTL:\t2\n\x1b"), "cycle 1\n  RTL:\\t2\n\\x1b");
}

TEST_F(CommandLine, TakesWordsThatAreNoOptions) {
  command_line line("", "");
  auto& command = line.add("group", "sum", "", "");
  command.rest(x_.rest);
  command.runs([] { return 0; });
  const std::vector<const char*> words{"program", "sum", "-inf", "1", "-2"};
  line.read(static_cast<int>(words.size()), words.data());
  EXPECT_EQ(x_.rest, (std::vector<std::string>{"-inf", "1", "-2"}));
  EXPECT_TRUE(command.again(1).ends_with(" --wave weft.fst -inf 1 -2")) << command.again(1);
  command_line refusing("", "");
  auto& same = refusing.add("group", "sum", "", "");
  same.rest(x_.rest);
  const std::vector<const char*> option{"program", "sum", "--inf"};
  EXPECT_THROW(refusing.read(static_cast<int>(option.size()), option.data()), input_error);
}

}  // namespace
}  // namespace weft::sim::command_line_test
