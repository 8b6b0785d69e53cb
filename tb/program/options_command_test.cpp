// SPDX-License-Identifier: Apache-2.0
//
// Behaviour common to all commands of `weft`: help, rejected options, names in messages, output
// that cannot be written, the command that repeats a failure, ratios to earlier figures.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::options_command_test {
namespace {

class WeftOptions : public program_test {
 protected:
  /// The example of a command in help, without the program's name.
  std::string example_of(const std::string& command) {
    const auto start = "weft " + command + " ";
    const auto text  = says("--help");
    const auto at    = text.find(start);
    EXPECT_NE(at, std::string::npos) << command;
    return text.substr(at + 5, text.find('\n', at) - at - 5);
  }
};

TEST_F(WeftOptions, HelpShowsEveryCommandInItsGroupWithAnExample) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> groups{
      {"Arithmetic", {"fma", "dot", "math", "profiles", "lanes", "flexpoint", "texture"}},
      {"GEMM", {"gemm", "conv", "chain", "compare", "cycles", "bench", "engine"}},
      {"Programs", {"mppa", "za", "amx", "sm", "vp"}},
      {"Checks", {"check", "sweep", "speed"}},
      {"Pictures", {"draw", "plot"}}};
  std::istringstream lines(says("--help"));
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == "weft") {
      EXPECT_EQ(second, found.back());
    } else if (!first.empty() && first[0] != '-') {
      found.push_back(first);
    }
  }
  std::vector<std::string> wanted{"Compute", "Usage:", "Options:"};
  std::string all;
  for (const auto& [group, commands] : groups) {
    wanted.push_back(group + ":");
    for (const auto& command : commands) {
      wanted.push_back(command);
      all += (all.empty() ? "" : command == "plot" ? " and " : ", ") + command;
      EXPECT_NE(says(command + " --help").find("weft " + command), std::string::npos);
    }
  }
  EXPECT_EQ(found, wanted);
  expect_refused("nosuch", "nosuch: no such command; the commands are " + all + "\n");
  expect_refused("''", "'': no such command");
  expect_refused("", "a command is required: fma, dot");
}

TEST_F(WeftOptions, ExamplesWithoutFilesRun) {
  for (const char* command : {"fma", "dot", "math", "profiles", "cycles", "sm"}) says(example_of(command));
  says("mppa run " + std::string(WEFT_SOURCE_DIR) + "/" +
       example_of("mppa").substr(std::string("mppa run ").size()));
}

TEST_F(WeftOptions, CyclesAreThoseOfTheEngineBehindABus) {
  const std::string cube = "cycles --shapes 512x512x512 --dataflow ws --bus 128 --type int8";
  EXPECT_NE(says(cube).find("530855        526880        2825           0      98.76 %"),
            std::string::npos);
  EXPECT_NE(says(cube + " --latency 0 --json").find("\"wait_store\": 0"), std::string::npos);
  expect_refused("cycles --shapes 4x4x4 --bus 32", "--bus 32: 64, 128 or 256");
  expect_refused("cycles --shapes 4x4x4 --bus 64 --dataflow is",
                 "--dataflow is: with --bus os, ws or bi");
  expect_refused("cycles --shapes 4x4x4 --bus 64 --dataflow bi --array 3x3",
                 "--array 3x3: with bi, 64 is a multiple of twice its rows");
}

TEST_F(WeftOptions, NumbersOutsideTheirRangeAreRefused) {
  const std::string u64 = "0 to 18446744073709551615\n";
  for (const char* seed : {"-1", "18446744073709551616", "1x", "0x", "x", "1.5"}) {
    expect_refused(fmt::format("fma --seed {} 1 2 3", seed),
                   fmt::format("--seed {}: {}", seed, u64));
  }
  expect_refused("fma --seed '' 1 2 3", "--seed '': " + u64);
  expect_refused("za run --max-insns -1 x", "--max-insns -1: " + u64);
  expect_refused("amx run --max-insns '' x", "--max-insns '': " + u64);
  expect_refused("mppa run x --latency 1001", "--latency 1001: 1 to 1000\n");
  expect_refused("mppa run x --loads 4294967297", "--loads 4294967297: 1 to 64\n");
  expect_refused("sm run x --latency 0", "--latency 0: 1 to 10000\n");
  expect_refused("sm occupancy --threads 1025", "--threads 1025: 1 to 1024\n");
  expect_refused("gemm x y --stall 90.5", "--stall 90.5: 0 to 90\n");
  expect_refused("gemm x y --stall nan", "--stall nan: 0 to 90\n");
  expect_refused("gemm x y --scale two", "--scale two: a number\n");
  expect_refused("gemm x y --wave-cycles -5", "--wave-cycles -5: " + u64);
  expect_refused("bench --sizes 16 4097", "--sizes 4097: 1 to 4096\n");
  expect_refused("sweep sfu --op rcp --jobs 0", "--jobs 0: 1 to 256\n");
  expect_refused("sweep sfu --op rcp --stages 9", "--stages 9: 0 to 8\n");
  expect_refused("fma --stages -2 1 2 3", "--stages -2: 0 to 5\n");
  expect_refused("draw dataflow -o x.svg --cycle -1", "--cycle -1: " + u64);
  expect_refused("za run x --svl 99999999999", "--svl 99999999999: -2147483648 to 2147483647\n");
  says("fma --engine golden --seed 18446744073709551615 1 2 3");
  says("fma --engine golden --seed 0x10 1 2 3");
}

TEST_F(WeftOptions, EmptyWordsAreRefused) {
  expect_refused("za run --entry '' x", "--entry '': is empty");
  expect_refused("sweep sfu --op rcp --shard ''", "--shard '': is empty");
  expect_refused("gemm '' x", "A '': is empty");
  expect_refused("gemm x y -o ''", "--output '': is empty");
  expect_refused("mppa run x --mem ''", "--mem '': is empty");
  expect_refused("cycles --shapes 4x4x4 --array ''", "--array '': is empty");
  expect_refused("fma --engine '' 1 2 3", "--engine '': golden, tlm, rtl or all");
}

TEST_F(WeftOptions, NamesInMessagesAreOneShortLine) {
  expect_refused("za run 'a\nb'", "weft: a\\nb: no such file\n");
  expect_refused("za run 'a\x1b[31mb\xc2\x9b\x7f'", "a\\x1b[31mb\\xc2\\x9b\\x7f: no such file");
  expect_refused("'gem\tm'", "gem\\tm: no such command");
  const std::string name(300, 'n'), blanks = "a" + std::string(300, ' ') + "z";
  const auto brief = std::string(40, 'n') + "..." + std::string(37, 'n');
  expect_refused("za run " + name, "weft: " + brief + ": File name too long\n");
  expect_refused(name, "weft: " + brief + ": no such command");
  expect_refused("fma --round " + name + " 1 2 3", "--round " + brief + ": near_even");
  expect_refused("gemm x y --" + name, brief.substr(0, 20));
  expect_refused("za run '" + blanks + "'",
                 "weft: a" + std::string(39, ' ') + "..." + std::string(36, ' ') + "z: File name");
  // Eighty characters are not too many, whatever their bytes.
  std::string umlauts;
  for (int i = 0; i < 80; ++i) umlauts += "\xc3\xa4";
  expect_refused("za run " + umlauts, "weft: " + umlauts + ": no such file\n");
  expect_refused("za run " + umlauts + "b", "\xc3\xa4...\xc3\xa4");
}

TEST_F(WeftOptions, OutputThatDoesNotArriveIsExitCodeTwo) {
  for (const std::string arguments : {"--help", "--version", "profiles", "profiles --json",
                                      "fma --engine golden 1 2 3", "cycles --shapes 4x4x4"}) {
    const auto full = weft(arguments + " >/dev/full");
    EXPECT_EQ(full.code, 2) << arguments;
    EXPECT_EQ(full.err, "weft: standard output: No space left on device\n") << arguments;
    const auto closed = weft(arguments + " >&-");
    EXPECT_EQ(closed.code, 2) << arguments;
    EXPECT_EQ(closed.err, "weft: standard output: Bad file descriptor\n") << arguments;
  }
  // Bad input has nothing to print.
  const auto bad = weft("cycles --shapes 4 >&-");
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(std::count(bad.err.begin(), bad.err.end(), '\n'), 1) << bad.err;
  EXPECT_NE(bad.err.find("--shapes 4"), std::string::npos) << bad.err;
  // A picture does not get what is printed.
  const auto svg  = (folder_ / "rcp.svg").string();
  const auto into = weft("plot sfu --op rcp -o " + svg + " >&-");
  EXPECT_EQ(into.code, 2) << into.err;
  EXPECT_TRUE(get(svg).ends_with("</svg>\n")) << get(svg).substr(0, 80);
}

TEST_F(WeftOptions, AReaderThatHasGoneIsNoNews) {
  const auto into_nothing = [&](const char* restore_signals) {
    return run(folder_, fmt::format("python3 -c 'import os, subprocess; r, w = os.pipe(); "
                                    "os.close(r); print(subprocess.run([\"{}\", \"profiles\"], "
                                    "stdout=w, restore_signals={}).returncode)'",
                                    WEFT_PROGRAM, restore_signals));
  };
  const auto by_signal = into_nothing("True"), by_error = into_nothing("False");
  EXPECT_EQ(by_signal.out, "-13\n");  // SIGPIPE, as any program
  EXPECT_EQ(by_signal.err, "");
  EXPECT_EQ(by_error.out, "2\n");
  EXPECT_EQ(by_error.err, "");
}

TEST_F(WeftOptions, TheCommandThatRepeatsAFailureHasWhatWasGiven) {
  const auto vectors = file("it's a file.txt", "3F800000 3F800000 00000000 3F800001 00\n");
  const auto a = weft("check fma --seed 7 --round max --flush-in --op f32_mulAdd --engine tlm \"" +
                      vectors + "\"");
  EXPECT_EQ(a.code, 1);
  const std::string start = "seed 7; again with a waveform: weft ";
  const auto at           = a.out.find(start);
  ASSERT_NE(at, std::string::npos) << a.out;
  const auto again = a.out.substr(at + start.size(), a.out.find('\n', at) - at - start.size());
  EXPECT_EQ(again,
            "check fma --flush-in --round max --op f32_mulAdd --engine rtl --seed 7 --wave "
            "weft.fst '" +
                (folder_ / "it'\\''s a file.txt").string() + "'");
  const auto b = run(folder_, "cd " + folder_.path().string() + " && " + WEFT_PROGRAM + " " +
                                  again.substr(0, again.find(" --flush-in")) +
                                  again.substr(again.find(" --round")));
  EXPECT_EQ(b.code, 1) << b.err;
  EXPECT_NE(b.out.find("waveform: weft.fst"), std::string::npos) << b.out;
  EXPECT_TRUE(b.out.ends_with("0 passed, 1 failed\n")) << b.out;

  // Several operands, and an engine that is said once.
  const auto dots = file("dots.txt", "3f80 3f80 00000000 40000000 0 align\n");
  const auto c =
      weft("check dot --engine rtl --profile a100-hmma-bf16 --exact-nan " + dots + " " + dots);
  EXPECT_NE(c.out.find("seed 1; again with a waveform: weft check dot --profile a100-hmma-bf16 "
                       "--exact-nan --engine rtl --seed 1 --wave weft.fst " +
                       dots + " " + dots + "\n"),
            std::string::npos)
      << c.out << c.err;
}

TEST_F(WeftOptions, BenchSaysItsFiguresBesideEarlierOnes) {
  const std::string bench = "bench --array 4x4 --sizes 8 12";
  const auto old          = file("old.json", says(bench + " --json"));
  const auto read =
      run(folder_, "python3 -c 'import json; j = json.load(open(\"" + old +
                       "\")); print(j[\"of\"], [(r[\"name\"], r[\"cycles\"]) for r in "
                       "j[\"rows\"]], all(r[\"RTL MMAC/s\"] > 0 for r in "
                       "j[\"rows\"]))'");
  EXPECT_TRUE(read.out.starts_with("fp16 on 4x4, os [('8^3', 47.0), ('12^3', ")) << read.out;
  EXPECT_TRUE(read.out.ends_with(" True\n")) << read.out;
  const auto half = file("half.json",
                         "{\"of\": \"fp16 on 4x4, os\", \"rows\": [{\"name\": \"8^3\", "
                         "\"cycles\": 94, \"gone\": 1}, {\"name\": \"9^3\", \"cycles\": 1}]}");
  const auto out  = says(bench + " --compare " + half);
  EXPECT_NE(out.find("| 8^3 | 47 | 43 |"), std::string::npos) << out;
  EXPECT_TRUE(
      out.ends_with("\n| figure | before | now | now / before |\n|---|---|---|---|\n"
                    "| 8^3, cycles | 94 | 47 | 0.50 |\n"))
      << out;
  const auto same = says(bench + " --compare " + old);
  EXPECT_NE(same.find("| 8^3, cycles | 47 | 47 | 1.00 |\n"), std::string::npos) << same;
  EXPECT_NE(same.find("| 12^3, golden MMAC/s | "), std::string::npos) << same;

  expect_refused("bench --array 4x4 --dataflow ws --compare " + old,
                 "old.json: figures of fp16 on 4x4, os, not of fp16 on 4x4, ws");
  expect_refused("speed --compare " + old, "old.json: figures of fp16 on 4x4, os, not of speed");
  expect_refused(bench + " --compare " + file("no.json", "{}"), "no.json: no figures of --json");
  expect_refused(bench + " --compare nosuch", "nosuch: no such file");
  expect_refused(bench + " --json --compare " + old, "--json");
  expect_refused("bench --engine all", "--engine");
}

}  // namespace
}  // namespace weft::options_command_test
