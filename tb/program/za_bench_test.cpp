// SPDX-License-Identifier: Apache-2.0
//
// `weft za bench` and `weft za utilisation` as a user calls them. Speed is not checked.

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::za_bench_test {
namespace {

class WeftZaBench : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return std::string(WEFT_KERNELS) + "/" + name;
  }
  std::string words(const std::vector<std::uint32_t>& code) {
    return file("words", std::string(reinterpret_cast<const char*>(code.data()), 4 * code.size()));
  }
  /// Engine and instructions of each line of the table.
  static std::vector<std::string> lines(const std::string& table) {
    std::vector<std::string> found;
    std::istringstream in(table);
    for (std::string line; std::getline(in, line);) {
      const auto second = line.find(" | ", line.find(" | ") + 1);
      found.push_back(line.substr(0, second));
    }
    return found;
  }
};

TEST_F(WeftZaBench, CountsTheInstructionsOfRun) {
  const auto ran    = says("za run " + kernel("gemm_loop"));
  const auto behind = ran.find("; ") + 2;
  const auto count  = ran.substr(behind, ran.find(" instructions") - behind);
  EXPECT_EQ(lines(says("za bench --seconds 0.3 --engine qemu " + kernel("gemm_loop"))),
            (std::vector<std::string>{"| engine | instructions", "|---|---|---|---|---|---|",
                                      "| golden | " + count, "| qemu | " + count}));
}

// rdsvl x0, #1; svc #0
constexpr std::uint32_t Rdsvl = 0x04bf5820, Svc = 0xd4000001;

TEST_F(WeftZaBench, TakesTheEnginesThatThereAre) {
  const auto code = words({Rdsvl, Svc});
  const std::vector<std::string> all{"| engine | instructions", "|---|---|---|---|---|---|",
                                     "| golden | 1", "| tlm | 1", "| rtl | 1"};
  EXPECT_EQ(lines(says("za bench --seconds 0 --svl 128 " + code)), all);
  // Bare words are not for QEMU, NSVL of 384 is not for the RTL.
  EXPECT_EQ(lines(says("za bench --seconds 0 --svl 128 --nsvl 384 " + code)),
            (std::vector<std::string>(all.begin(), all.end() - 1)));
  EXPECT_EQ(lines(says("za bench --seconds 0 --svl 128 --engine rtl " + code)),
            (std::vector<std::string>{all[0], all[1], all[2], all[4]}));
}

TEST_F(WeftZaBench, RefusesWhatItCannotMeasure) {
  const auto code = words({Svc});
  expect_refused("za bench nosuch", "nosuch: no such file");
  expect_refused("za bench --seconds 0 --svl 384 " + code, "--svl 384 --nsvl 128");
  expect_refused("za bench --seconds 0 --rows-per-cycle 3 " + code,
                 "--rows-per-cycle 3: a power of two up to SVL / 32");
  expect_refused("za bench --seconds -1 " + code, "--seconds -1: 0 to 60");
  expect_refused("za bench --seconds 0 --engine verilator " + code,
                 "--engine verilator: golden, tlm, rtl or qemu");
  expect_refused("za bench --seconds 0 --engine rtl --rows-per-cycle 8 " + code,
                 "8: no SME core of this build");
  expect_refused("za bench --seconds 0 --engine qemu " + code,
                 "--engine qemu: needs an executable");
  expect_refused("za bench --seconds 0 --engine qemu --entry _start " + kernel("gemm_loop"),
                 "--engine qemu: begins as the executable says");
  expect_refused("za bench --seconds 0 --engine qemu " + kernel("start"),
                 "on QEMU it does not exit with 0");
}

TEST_F(WeftZaBench, SaysWhereAProgramStops) {
  const auto a = weft("za bench --seconds 0 --engine tlm " + words({0xd503201f, 0}));
  EXPECT_EQ(a.code, 1);
  EXPECT_EQ(a.out, "");
  EXPECT_EQ(a.err, "weft: golden: no instruction at 0x10004, word 0x00000000: not in the table\n");
}

TEST_F(WeftZaBench, PrintsAndDrawsUtilisation) {
  const auto tables = says("za utilisation " + kernel("gemm.o"));
  EXPECT_EQ(tables.substr(0, tables.find('\n')), "| cycles from a slice to the next one | H | V |");
  const auto svg = (folder_ / "utilisation.svg").string();
  EXPECT_EQ(says("za utilisation " + kernel("gemm.o") + " -o " + svg),
            svg + ": GEMMs of " + kernel("gemm.o") + "\n");
  EXPECT_EQ(get(svg).substr(0, 5), "<svg ");
  expect_refused("za utilisation nosuch", "nosuch: no such file");
  expect_refused("za utilisation " + kernel("daxpy.o"), "daxpy.o: no function gemm_fp32");
}

}  // namespace
}  // namespace weft::za_bench_test
