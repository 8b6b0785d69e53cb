// SPDX-License-Identifier: Apache-2.0
//
// `weft za run` as a user calls it.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tb/program_test.hpp"

namespace weft {
namespace {

class WeftZa : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return std::string(WEFT_KERNELS) + "/" + name + ".o";
  }
  template <class T>
  std::string numbers(const std::string& name, const std::vector<T>& values) {
    return file(
        name, std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }
  std::string words(const std::vector<std::uint32_t>& code) { return numbers("words", code); }
};

TEST_F(WeftZa, CallsAFunctionOfAnObject) {
  // A 2 x 1 times 1 x 2, in FP32.
  const auto a = numbers<float>("a", {2, 3}), b = numbers<float>("b", {5, 7});
  const auto state =
      file("state", "x0 2\nx1 2\nx2 1\nx3 20000\nx4 21000\nx5 22000\nmem 22000 00\n");
  const auto dump = folder_ / "dump";
  const auto said = says("za run " + kernel("gemm") +
                         " --entry gemm_fp32 --svl 256 --nsvl 384 --mem 0x20000:" + a +
                         " --mem 0x21000:" + b + " --state " + state + " --dump " + dump.string());
  EXPECT_EQ(said, "returned; 57 instructions, SVL 256, NSVL 384\n");
  // 10, 14, 15, 21
  EXPECT_NE(get(dump).find("mem 0000000000022000 000020410000604100007041"
                           "0000a841\n"),
            std::string::npos)
      << get(dump);
  EXPECT_EQ(get(dump).substr(0, 24), "svl 256\nnsvl 384\nsvcr 0\n");
}

TEST_F(WeftZa, ExecutesBareWordsUntilSvc) {
  const auto dump = (folder_ / "dump").string();
  // rdsvl x0, #1; svc #0
  EXPECT_EQ(says("za run --svl 2048 --dump " + dump + " " + words({0x04bf5820, 0xd4000001})),
            "ended at 0x10004; 1 instructions, SVL 2048, NSVL 128\n");
  EXPECT_NE(get(dump).find("\nx0 0000000000000100\n"), std::string::npos);
}

TEST_F(WeftZa, SaysWhereAndWhyAProgramStops) {
  const auto stops = [&](const std::vector<std::uint32_t>& code, const std::string& options = "") {
    const auto a = weft("za run " + options + " " + words(code));
    EXPECT_EQ(a.code, 1);
    return a.out.substr(0, a.out.find(';'));
  };
  EXPECT_EQ(stops({0}), "no instruction at 0x10000, word 0x00000000: not in the table");
  EXPECT_EQ(stops({0xd503201f, 0x80800000}),
            "illegal at 0x10004, word 0x80800000: needs streaming mode");
  EXPECT_EQ(stops({0xf9400000}),
            "fault at 0x10000, word 0xf9400000: read of 8 bytes at 0x0: no memory");
  EXPECT_EQ(stops({0x14000000}, "--max-insns 5"),
            "stopped at 0x10000: as many instructions as allowed");
}

TEST_F(WeftZa, RefusesWhatItCannotUse) {
  const auto code = words({0xd4000001});
  expect_refused("za run nosuch", "nosuch: cannot be read");
  expect_refused("za run --svl 384 " + code, "--svl 384 --nsvl 128");
  expect_refused("za run --engine rtl " + code, "--engine rtl: golden");
  expect_refused("za run --entry main " + code, "--entry main: no such symbol");
  expect_refused("za run --mem 12 " + code, "--mem 12: ADDR:FILE");
  expect_refused("za run --mem 0xg:" + code + " " + code, "not an address");
  expect_refused("za run --state " + file("state", "x3\n") + " " + code, "state:1: x3: no value");
  expect_refused("za run " + file("odd", "abc"), "odd: neither ELF nor whole instruction words");
  expect_refused("za run " + file("cut",
                                  "\x7f"
                                  "ELFx"),
                 "the file is cut short");
}

}  // namespace
}  // namespace weft
