// SPDX-License-Identifier: Apache-2.0
//
// `weft mppa run` as a user calls it, and the programs of docs/unit/mppa.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::mppa_command_test {
namespace {

const std::string Int8Gemm = WEFT_SOURCE_DIR "/docs/unit/mppa/int8_gemm.txt";
const std::string Fp16Gemm = WEFT_SOURCE_DIR "/docs/unit/mppa/fp16_gemm.txt";

class WeftMppa : public program_test {
 protected:
  template <class T>
  std::string file_of(const std::string& name, const std::vector<T>& numbers) {
    return file(name, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)});
  }

  template <class T>
  std::vector<T> numbers_of(const std::string& name) {
    const auto bytes = get(folder_ / name);
    std::vector<T> numbers(bytes.size() / sizeof(T));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  }

  /// Runs a program and returns the first `n` numbers from `at` on, on every engine.
  template <class T>
  std::vector<T> left_at(std::uint64_t at, std::size_t n, const std::string& text,
                         const std::string& options = "") {
    const auto program = file("p.txt", text);
    const auto out = says(fmt::format("mppa run {} --dump {}:{}:{} {}", program, at, n * sizeof(T),
                                      (folder_ / "dump").string(), options));
    EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
    return numbers_of<T>("dump");
  }

  /// A product by one of the programs, in the layout of its D: panels of eight columns, groups of
  /// four rows, registers, rows, two columns.
  template <class T, class Sum>
  void expect_gemm(const std::string& program, unsigned m, unsigned n, unsigned k, unsigned at_b,
                   unsigned at_d, const std::vector<int>& a, const std::vector<int>& b,
                   T (*number)(int)) {
    std::vector<T> a_numbers, b_numbers;
    for (const int x : a) a_numbers.push_back(number(x));
    for (const int x : b) b_numbers.push_back(number(x));
    const auto d_file = (folder_ / "d").string();
    const auto out = says(fmt::format("mppa run {} --mem 0:{} --mem {}:{} --dump {}:{}:{}", program,
                                      file_of("a", a_numbers), at_b, file_of("b", b_numbers), at_d,
                                      4 * m * n, d_file));
    EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
    const auto d = numbers_of<Sum>("d");
    ASSERT_EQ(d.size(), std::size_t{m} * n);
    for (unsigned row = 0; row < m; ++row) {
      for (unsigned col = 0; col < n; ++col) {
        std::int64_t sum = 0;
        for (unsigned i = 0; i < k; ++i) sum += std::int64_t{a[row * k + i]} * b[col * k + i];
        const std::size_t at =
            ((m / 4 * (col / 8) + row / 4) * 4 + col % 8 / 2) * 8 + row % 4 * 2 + col % 2;
        ASSERT_EQ(d[at], static_cast<Sum>(sum)) << row << ", " << col;
      }
    }
  }
};

std::vector<int> integers(std::size_t n, int limit, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_int_distribution<int> any(-limit, limit - 1);
  std::vector<int> x(n);
  for (int& number : x) number = any(rng);
  return x;
}

/// FP16 of an integer below 2^11, by repeated doubling.
std::uint16_t half(int x) {
  if (x == 0) return 0;
  unsigned magnitude = static_cast<unsigned>(x < 0 ? -x : x), exponent = 25;
  for (; magnitude < 1024; magnitude *= 2) --exponent;
  return static_cast<std::uint16_t>((x < 0 ? 0x8000 : 0) | exponent << 10 | (magnitude & 1023));
}

TEST_F(WeftMppa, Int8GemmIsThePlainProduct) {
  expect_gemm<std::int8_t, std::int32_t>(Int8Gemm, 256, 16, 64, 0x8000, 0x10000,
                                         integers(256 * 64, 128, 1), integers(16 * 64, 128, 2),
                                         [](int x) { return static_cast<std::int8_t>(x); });
}

TEST_F(WeftMppa, Fp16GemmIsThePlainProduct) {
  // Integers below 2^9: all sums are exact in FP32.
  expect_gemm<std::uint16_t, float>(Fp16Gemm, 64, 16, 32, 0x2000, 0x4000, integers(64 * 32, 512, 1),
                                    integers(16 * 32, 512, 2), half);
}

TEST_F(WeftMppa, ThePagePrintsWhatTheProgramsSay) {
  const auto page = get(WEFT_SOURCE_DIR "/docs/unit/mppa.md");
  for (const std::string name : {"int8_gemm", "fp16_gemm"}) {
    std::string text = "    build/dev/weft mppa run docs/unit/mppa/" + name + ".txt\n\n";
    std::istringstream lines(says("mppa run " WEFT_SOURCE_DIR "/docs/unit/mppa/" + name + ".txt"));
    for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST_F(WeftMppa, RunsEveryOperation) {
  const auto bytes = file_of<std::uint8_t>("bytes", std::vector<std::uint8_t>(32, 0xff));
  // Eight times 255 * 255, 255 * -1, -1 * 255 and -1 * -1.
  const std::string load = "load a0 [0] ; clear a2\nclear a3\n", store = "store a2 [64]\n";
  const auto product = [&](const std::string& name) {
    return left_at<std::int32_t>(64, 1, load + name + " a2 a0 a0\n" + store, "--mem 0:" + bytes)[0];
  };
  EXPECT_EQ(product("int8"), 8);
  EXPECT_EQ(product("int8su"), -8 * 255);
  EXPECT_EQ(product("int8us"), -8 * 255);
  EXPECT_EQ(product("int8uu"), 8 * 255 * 255);
  EXPECT_EQ(product("fp16"), 0x7fc00000);
  const std::string clears = "load a0 [0] ; clear a4\nloop i 3\nclear a(5 + i)\nend\n";
  const auto wide          = [&](const std::string& name) {
    return left_at<std::int64_t>(64, 1, clears + name + " a4 a0 a0\nstore a4 [64]\n",
                                 "--mem 0:" + bytes)[0];
  };
  EXPECT_EQ(wide("int16"), 4);
  EXPECT_EQ(wide("int16su"), -4 * 65535);
  EXPECT_EQ(wide("int16us"), -4 * 65535);
  EXPECT_EQ(wide("int16uu"), 4ll * 65535 * 65535);
  EXPECT_EQ(left_at<std::int32_t>(64, 1, "load a0 [0]\nmove a47 a0\nnop\nstore a47 [64]\n",
                                  "--mem 0:" + bytes)[0],
            -1);
}

TEST_F(WeftMppa, LoopsCountAndExpressionsAddUp) {
  const auto bytes = file_of<std::uint32_t>("words", {10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  const auto words = left_at<std::uint32_t>(96, 16,
                                            "N = 2  # a constant\n"
                                            "At=(0x60 - 96/3)*2 - -N * 16 - 64\n"
                                            "loop i N\n"
                                            "  loop j 1\n"
                                            "    load a(2*i + 1) [4*i]\n"
                                            "    store a(1+i*2)[At + 32*(i + j)]\n"
                                            "  end\n"
                                            "end\n",
                                            "--mem 0x0:" + bytes);
  EXPECT_EQ(words, (std::vector<std::uint32_t>{10, 11, 12, 13, 14, 15, 16, 17,  //
                                               11, 12, 13, 14, 15, 16, 17, 18}));
}

TEST_F(WeftMppa, SlowMemoriesTakeLonger) {
  const auto cycles = [&](const std::string& options) {
    const auto out = says("mppa run " + Int8Gemm + " " + options);
    EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
    return std::stoi(out.substr(out.find("golden") + 6));
  };
  const int fast = cycles("--latency 1"), slow = cycles("--latency 6");
  EXPECT_GT(slow, fast);
  EXPECT_LT(slow, fast + 40);  // loads are on their way while the array computes
  EXPECT_GT(cycles("--latency 6 --loads 2"), 3 * fast / 2);
}

TEST_F(WeftMppa, RunsOneEngineAlone) {
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    const auto out = says("mppa run " + Fp16Gemm + " --engine " + engine);
    EXPECT_NE(out.find("\n" + engine + " "), std::string::npos) << out;
    EXPECT_EQ(out.find("equal"), std::string::npos) << out;
  }
}

TEST_F(WeftMppa, RefusesBadInputInOneLine) {
  expect_refused("mppa", "mppa: a subcommand is required: run");
  expect_refused("mppa run", "PROGRAM");
  expect_refused("mppa run nosuch.txt", "nosuch.txt: no such file");
  const auto refused = [&](const std::string& text, const std::string& what) {
    const auto path = file("p.txt", text);
    expect_refused("mppa run " + path + " --engine golden", what[0] == ':' ? path + what : what);
  };
  refused("# nothing\n\n", ": no operations");
  refused("nop\n  lod a1 [0]  # x\n", ":2: lod a1 [0]: 'lod' is not an operation");
  refused("load a48 [0]\n", ":1: load a48 [0]: 'a48': registers are a0 to a47");
  refused("load b1 [0]\n", ":1: load b1 [0]: 'b1': registers");
  refused("clear a(4*12)\n", ":1: clear a(4*12): a(48): registers");
  refused("load a1 0\n", "'[' is missing");
  refused("load a1 [0\n", "']' is missing");
  refused("load a1 [x]\n", "x: no such name");
  refused("load a1 [1/0]\n", "division by zero");
  refused("load a1 [0x7fffffff * 2]\n", "beyond 31 bits");
  refused("load a1 [99999999999]\n", "beyond 31 bits");
  refused("load a1 [999999999999999999999]\n", "not a number");
  refused("load a1 []\n", "a number or a name is missing");
  refused("load a1 [0] 2\n", "something is left over");
  refused("load a1 [4194273]\n", "32 bytes at 4194273 are outside the memory of 4194304");
  refused("load a1 [-1]\n", "32 bytes at -1");
  refused("load a1 [0] ; load a2 [0]\n", "two operations of the same kind");
  refused("scatter 4 a0 [0]\n", "quarters are 0 to 3");
  refused("scatter 0 a2 [0]\n", "a quadruple begins at a multiple of four");
  refused("load a1 [0] ; clear a1\n", "a register is written twice");
  refused("clear a0\nclear a1\nint8 a1 a0 a0\n", ":3: int8 a1 a0 a0: sums of 32 bits begin at");
  refused("store a1 [0]\n", ":1: store a1 [0]: a1 is read before it is written");
  refused("clear a1\nclear a2 ; int8 a0 a1 a1\n",
          ":2: clear a2 ; int8 a0 a1 a1: a0 is read before");
  refused("scatter 0 a0 [0]\nscatter 2 a0 [0]\nstore a0 [0]\n", "a0 is read before");
  refused("loop i 2\nnop\n", ": a loop has no end");
  refused("end\n", ":1: end: no loop is open");
  refused("loop i 0\nend\n", ":1: loop i 0: a loop of 0");
  refused("loop 2\nend\n", "loop NAME COUNT");
  refused("i = 1\nloop i 2\nend\n", "i has a value already");
  refused("i = 1\ni = 2\n", ":2: i = 2: i has a value already");
  refused("loop i 400000\nnop\nnop\nnop\nend\n", "nop: more than 1000000 bundles");
  refused("loop i 1001\nloop j 1000\nend\nend\n", ":2: loop j 1000: more than 1000000 rounds");

  const auto program = "mppa run " + Int8Gemm + " ";
  expect_refused(program + "--engine fpga", "fpga");
  expect_refused(program + "--latency 0", "--latency 0");
  expect_refused(program + "--loads 65", "--loads 65");
  expect_refused(program + "--loads 5", "the RTL of this build has 8 2");
  expect_refused(program + "--mem 5", "--mem 5: ADDR:FILE");
  expect_refused(program + "--mem 5x:f", "--mem 5x:f: ADDR:FILE");
  expect_refused(program + "--mem 0:nosuch", "nosuch: no such file");
  expect_refused(program + "--mem 0x3fffff:" + Int8Gemm, "beyond the memory");
  expect_refused(program + "--dump 0:32", "ADDR:LENGTH:FILE");
  expect_refused(program + "--dump 0:0x400001:f", "beyond the memory");
  expect_refused(program + "--dump 0:32:" + (folder_ / "no/f").string(), "no such folder");
  expect_refused(program + "--engine golden --wave x.fst", "x.fst");
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"p.txt"});
}

TEST_F(WeftMppa, WritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  const auto text = says("mppa run " + Fp16Gemm + " --wave " + wave);
  EXPECT_NE(text.find("waveform: " + wave + ", view: gtkwave " + view + "\n"), std::string::npos)
      << text;
  expect_gtkwave_loads(wave, view);
}

}  // namespace
}  // namespace weft::mppa_command_test
