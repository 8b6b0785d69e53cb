// SPDX-License-Identifier: Apache-2.0
//
// `weft sweep` as a user calls it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/sfu/sfu_sweep.hpp"
#include "tb/program/program_test.hpp"

namespace weft::sweep_command_test {
namespace {

class WeftSweep : public program_test {
 protected:
  /// The output without the first lines, which name the operands or the file.
  static std::string figures(const std::string& out) { return out.substr(out.find("\n\n")); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
};

TEST_F(WeftSweep, BoundsHoldWhereResultsChange) {
  // Rising and falling, round ones, round where results become subnormal, special values.
  for (const char* op : {"rcp", "rsqrt", "sqrt", "ex2", "lg2", "sin", "cos", "tanh"}) {
    for (const char* from : {"00000000", "3f7f0000", "7f7f0000", "80000000", "c3150000"}) {
      const auto to = fmt::format("{:08x}", std::stoul(from, nullptr, 16) + 0x1ffff);
      for (const char* options : {"", " --build quadratic", " --build fine --relative", " --ftz"}) {
        const auto out =
            says(fmt::format("sweep sfu --op {} --from {} --to {}{}", op, from, to, options));
        EXPECT_EQ(out.find(op), 0U);
        EXPECT_NE(out.find(fmt::format(": 131072 operands of {} to {}\n\n", from, to)),
                  std::string::npos)
            << out;
        EXPECT_TRUE(out.ends_with("bounds hold\n")) << out;
      }
    }
  }
}

TEST_F(WeftSweep, RtlHasGoldensFigures) {
  for (const char* options : {"", " --ftz", " --build quadratic"}) {
    for (const char* op : {"rcp", "ex2", "sin"}) {
      const auto command =
          fmt::format("sweep sfu --op {} --from 3f7fc000 --to 3f803fff{}", op, options);
      EXPECT_EQ(figures(says(command + " --engine rtl")), figures(says(command)));
    }
  }
}

TEST_F(WeftSweep, JobsChangeNothing) {
  const std::string command = "sweep sfu --op lg2 --from 3f000000 --to 3f8fffff --jobs ";
  EXPECT_EQ(says(command + "1"), says(command + "5"));
}

TEST_F(WeftSweep, ShardsPutTogetherAreTheWhole) {
  const std::string command = "sweep sfu --op rsqrt --build quadratic ";
  const auto whole          = says(command + "--from 3f700000 --to 3f93ffff");
  says(command + "--from 3f780000 --to 3f85ffff --json " + path("b.json"));
  says(command + "--from 3f700000 --to 3f77ffff --json " + path("a.json"));
  says(command + "--from 3f860000 --to 3f93ffff --json " + path("c.json"));
  const auto merge = [&](const std::string& files, const std::string& more = "") {
    return "sweep merge " + files + more;
  };
  const auto a = path("a.json"), b = path("b.json"), c = path("c.json"), all = path("all.json");
  EXPECT_EQ(says(merge(b + " " + c + " " + a, " --json " + all)), whole);
  EXPECT_EQ(says(merge(all)), whole);

  const auto gap = weft(merge(a + " " + c));
  EXPECT_EQ(gap.code, 1);
  EXPECT_NE(gap.out.find("\nmissing: 3f780000 to 3f85ffff\n"), std::string::npos) << gap.out;
  expect_refused(merge(a + " " + b + " " + a),
                 "a.json: its operands overlap those of another file");
  expect_refused(merge(all + " " + b), "b.json: its operands overlap those of another file");
  says("sweep sfu --op rsqrt --from 00000000 --to 00000009 --json " + path("cubic.json"));
  expect_refused(merge(a + " " + path("cubic.json")), "rsqrt, cubic, golden");
  expect_refused(merge(a + " " + path("none.json")), "none.json");
  expect_refused(merge(a + " " + file("no.json", "{}")), "no.json: not a sweep");
}

TEST_F(WeftSweep, ShardsAreAllOperands) {
  // The ends of the ranges, without sweeping them: the files say that they are of something else.
  says("sweep sfu --op rcp --from 00000000 --to 00000009 --json " + path("a.json"));
  auto text        = get(folder_ / "a.json");
  const auto begun = [&](const std::string& from, const std::string& to) {
    auto t = text;
    t.replace(t.find("\"from\": \"00000000\""), 18, "\"from\": \"" + from + "\"");
    t.replace(t.find("\"to\": \"00000009\""), 16, "\"to\": \"" + to + "\"");
    // Makes the file claim that every operand was swept.
    t.replace(t.rfind("\"from\": \"00000000\""), 18, "\"from\": \"" + from + "\"");
    t.replace(t.rfind("\"to\": \"00000009\""), 16, "\"to\": \"" + to + "\"");
    return file("s.json", t);
  };
  const auto finished = [&](const std::string& shard, const std::string& from,
                            const std::string& to) {
    const auto out = says("sweep sfu --op rcp --shard " + shard + " --json " + begun(from, to));
    EXPECT_NE(out.find("s.json is finished\n"), std::string::npos) << out;
  };
  finished("1/1", "00000000", "ffffffff");
  finished("1/3", "00000000", "55555554");
  finished("2/3", "55555555", "aaaaaaa9");
  finished("3/3", "aaaaaaaa", "ffffffff");
}

TEST_F(WeftSweep, GoesOnWhereItStopped) {
  const std::string start = "sweep sfu --op sqrt --from 40000000 ";
  const auto whole        = says(start + "--to 4017ffff");
  says(start + "--to 4007ffff --json " + path("s.json"));
  // The file as an interrupted sweep leaves it.
  auto text     = get(folder_ / "s.json");
  const auto to = text.find("\"to\": \"4007ffff\"");
  text.replace(to, 16, "\"to\": \"4017ffff\"");
  put(folder_ / "s.json", text);
  const auto again = start + "--to 4017ffff --json " + path("s.json");
  EXPECT_EQ(says(again), path("s.json") + " continues after 524288 operands\n" + whole);
  const auto finished = get(folder_ / "s.json");
  EXPECT_EQ(says(again), path("s.json") + " is finished\n" + whole);
  EXPECT_EQ(get(folder_ / "s.json"), finished);
  EXPECT_EQ(folder_.names().size(), 1U);  // no temporary files

  expect_refused(start + "--to 4017fffe --json " + path("s.json"), "covers operands 40000000 to");
  expect_refused("sweep sfu --op rsqrt --json " + path("s.json"), "a sweep of sqrt, cubic, golden");
  const auto model = finished.find("\"model\": \"") + 10;
  auto other       = finished;
  other[model]     = other[model] == '0' ? '1' : '0';
  put(folder_ / "s.json", other);
  expect_refused(again, "another golden model");
}

TEST_F(WeftSweep, AWrongResultIsAnError) {
  const std::string command = "sweep sfu --op sqrt --from 40000000 --to 400000ff --json ";
  says(command + path("s.json"));
  const auto text     = get(folder_ / "s.json");
  const auto findings = [&](const std::string& from, const std::string& to) {
    auto t = text;
    t.replace(t.find(from), from.size(), to);
    put(folder_ / "s.json", t);
    const auto a = weft(command + path("s.json"));
    EXPECT_EQ(a.code, 1) << a.out << a.err;
    EXPECT_TRUE(a.out.ends_with("BOUNDS ARE BROKEN\n")) << a.out;
    return a.out;
  };
  const std::string none = "{\n    \"count\": 0,\n    \"first\": \"00000000\"\n  }";
  const std::string some = "{\n    \"count\": 3,\n    \"first\": \"40000012\"\n  }";
  EXPECT_NE(findings("\"unordered\": " + none, "\"unordered\": " + some)
                .find("3 not, the first at 40000012\n"),
            std::string::npos);
  const auto error = text.find("\"error\": ", text.find("\"ulp\"")) + 9;
  const auto ulps  = text.substr(error, text.find(',', error) - error);
  EXPECT_NE(findings("\"error\": " + ulps, "\"error\": 1.25").find("1.25 NOT < 1 ulp\n"),
            std::string::npos);
  findings("\"wrong\": " + none, "\"wrong\": " + some);
}

TEST_F(WeftSweep, RefusesBadInputInOneLine) {
  expect_refused("sweep", "sweep: a subcommand is required: sfu, high or merge");
  expect_refused("sweep fma", "fma");
  expect_refused("sweep sfu", "--op");
  expect_refused("sweep sfu --op exp", "--op exp: rcp, rsqrt");
  expect_refused("sweep sfu --op rcp --build linear", "cubic, quadratic or fine");
  expect_refused("sweep sfu --op rcp --engine tlm", "golden or rtl");
  expect_refused("sweep sfu --op rcp --engine rtl --jobs 2", "--jobs 2");
  expect_refused("sweep sfu --op rcp --jobs 1000", "1 to 256");
  expect_refused("sweep sfu --op rcp --engine rtl --ftz --build quadratic",
                 "the RTL of quadratic, ftz is not in this build, which has cubic");
  for (const char* shard : {"0/4", "5/4", "1", "1/", "/4", "1/x", "1/4/2", "-1/4", "1/100000"}) {
    expect_refused(fmt::format("sweep sfu --op rcp --shard {}", shard), shard);
  }
  expect_refused("sweep sfu --op rcp --shard 1/2 --from 00000000", "--shard 1/2: with --from");
  expect_refused("sweep sfu --op rcp --from 0", "--from 0: 8 hexadecimal digits");
  expect_refused("sweep sfu --op rcp --to 3f80000g", "3f80000g");
  expect_refused("sweep sfu --op rcp --from 00000009 --to 00000008", "00000008");
  expect_refused("sweep sfu --op rcp --json " + path("no/s.json"), "no such folder");
  expect_refused("sweep sfu --op rcp --json " + folder_.path().string(), "folder");
  expect_refused("sweep sfu --op rcp --json " + file("no.json", "1"), "no.json: not a sweep");
  expect_refused("sweep merge", "FILES");
}

}  // namespace
}  // namespace weft::sweep_command_test
