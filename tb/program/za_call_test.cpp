// SPDX-License-Identifier: Apache-2.0
//
// `weft za run --call`: functions with arguments, buffers and files, on golden, TLM and RTL.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::za_call_test {
namespace {

class ZaCall : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return std::string(WEFT_KERNELS) + "/" + name + ".o";
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  template <class T>
  std::vector<T> read(const std::string& name) const {
    const auto bytes = get(folder_ / name);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

TEST_F(ZaCall, BuffersGoInAndOutOnEveryEngine) {
  // A 2 x 1 times 1 x 2, in FP32; what lies behind the product is not written.
  const auto a = numbers<float>("a", {2, 3}), b = numbers<float>("b", {5, 7});
  const auto said =
      says("za run " + kernel("gemm") + " --engine all --svl 128 --call gemm_fp32 2 " + "0x2 1 @" +
           a + " @" + b + " out:" + path("c") + ":20");
  EXPECT_NE(said.find("all equal\nx0 "), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("\n" + path("c") + ": 20 bytes\n")) << said;
  EXPECT_EQ(read<float>("c"), (std::vector<float>{10, 14, 15, 21, 0}));
}

TEST_F(ZaCall, ArgumentsAreInTheRegistersOfTheStandardAndOnTheStack) {
  const auto in = numbers<std::uint64_t>("in", {7});
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    SCOPED_TRACE(engine);
    const auto said =
        says("za run " + kernel("arguments") + " --svl 128 --engine " + engine +
             " --call arguments out:" + path("out") + ":0x70 -1 h:1.5 f:-2.25 d:3 d:4 d:5 d:6 " +
             "0xfedcba9876543210 d:7 d:8.5 -9223372036854775808 18446744073709551615 @" + in +
             " zero:4097 @" + in + " 8 d:9 f:0x12345678");
    EXPECT_NE(said.find("\nx0 0 = 0x0, s0 -2.25, d0 1.59"), std::string::npos) << said;
    const auto out = read<std::uint64_t>("out");
    ASSERT_EQ(out.size(), 14u);
    EXPECT_EQ(out[0], ~std::uint64_t{0});
    EXPECT_EQ(out[1], 0xfedc'ba98'7654'3210u);
    EXPECT_EQ(out[2], std::uint64_t{1} << 63);
    EXPECT_EQ(out[3], ~std::uint64_t{0});
    // Pages with one between, from the buffer of the results on.
    EXPECT_EQ(out[4] % 4096, 0u);
    EXPECT_EQ(out[5], out[4] + 2 * 4096);
    EXPECT_EQ(out[6], out[5] + 3 * 4096);
    EXPECT_EQ(out[7], 8u);
    EXPECT_EQ(out[8], std::bit_cast<std::uint64_t>(9.0));
    EXPECT_EQ(out[9], 0x1234'5678u);
    EXPECT_EQ(out[10] & 0xffff, 0x3e00u);
    EXPECT_EQ(out[11], std::bit_cast<std::uint32_t>(-2.25f));
    EXPECT_EQ(out[12], std::bit_cast<std::uint64_t>(8.5));
    EXPECT_EQ(out[13], 0u);
  }
}

TEST_F(ZaCall, RoutinesThatCompilersCallAreThere) {
  std::vector<std::uint8_t> row(16);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(i + 1);
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    SCOPED_TRACE(engine);
    const auto said = says("za run " + kernel("arguments") + " --svl 128 --engine " + engine +
                           " --call lends_za zero:320 @" + numbers("row", row) +
                           " out:" + path("restored") + ":16");
    EXPECT_NE(said.find("= 0xc000000000000000,"), std::string::npos) << said;
    EXPECT_EQ(read<std::uint8_t>("restored"), row);
  }
  const auto bytes = file("bytes", "0123456789abcdefghijklmnopqrstuv");
  says("za run " + kernel("arguments") + " --call moves inout:" + bytes + ":" + path("moved"));
  EXPECT_EQ(get(folder_ / "moved"), "001234569abcdeffAAAjklmnopqrstuv");
  EXPECT_EQ(get(bytes), "0123456789abcdefghijklmnopqrstuv");
}

TEST_F(ZaCall, AFunctionThatDoesNotReturnWritesNothing) {
  const auto call    = " --call arguments out:" + path("out") + ":112";
  const auto stopped = weft("za run " + kernel("arguments") + " --max-insns 3" + call);
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.out.find("--max-insns N allows more; 3 instructions"), std::string::npos);
  EXPECT_EQ(stopped.err, "weft: arguments did not return: no file is written\n");
  // No memory is mapped for a file without bytes.
  const auto none   = numbers<char>("none", {});
  const auto beyond = weft("za run " + kernel("arguments") + " --call arguments @" + none);
  EXPECT_EQ(beyond.code, 1);
  EXPECT_NE(beyond.out.find("fault at 0x"), std::string::npos) << beyond.out;
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"none"});
}

TEST_F(ZaCall, WhatACallCannotUseIsRefused) {
  const auto call = [&](const std::string& words) {
    return "za run " + kernel("arguments") + " --call " + words;
  };
  expect_refused(call("nosuch 1"), "--call nosuch: no such symbol in ");
  expect_refused(call("arguments one"), "--call one: an integer of 64 bits, h:X, f:X, d:X, @FILE");
  expect_refused(call("arguments 18446744073709551616"), "--call 18446744073709551616: an integer");
  expect_refused(call("arguments -9223372036854775809"), "--call -9223372036854775809: an integer");
  expect_refused(call("arguments h:1e6"), "--call h:1e6: beyond fp16");
  expect_refused(call("arguments out::8"), "--call out::8: out:FILE:BYTES");
  expect_refused(call("arguments out:c:268435457"), ": BYTES is 1 to 268435456");
  expect_refused(call("arguments zero:268435456 zero:1"), "zero:1: more than 268435456 bytes in");
  expect_refused(call("arguments inout:nosuch"), "--call inout:nosuch: inout:FILE:OUT");
  expect_refused(call("arguments out:" + path("c") + ":8 out:" + path("c") + ":9"),
                 "c is written twice");
  std::string many;
  for (int i = 0; i < 1100; ++i) many += " 1";
  expect_refused(call("arguments" + many), "--call arguments: 1100 arguments, at most 1032");
  expect_refused(call("arguments 1 2 3 4 5 6 7 8 9 --state " + file("state", "sp 1000\n")),
                 "--call arguments: no stack in memory at 0xff0");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c"));
}

#ifdef WEFT_BLAS
/// sgemm of tb/sme/kernels/blas.c, and its operands: the leading dimension of C is on the stack.
struct product {
  std::uint64_t m = 19, n = 37, k = 23, lda = 20, ldb = 40, ldc = 41;
  float alpha = 1.5f, beta = -0.75f;
};

TEST_F(ZaCall, AKernelOfACompilerIsQemusOnEveryEngine) {
  const product p;
  std::mt19937 rng(1);
  const auto operand = [&](std::uint64_t count) {
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (auto& x : values) x = normal(rng);
    return values;
  };
  numbers("a", operand(p.k * p.lda));
  numbers("b", operand(p.k * p.ldb));
  numbers("c", operand(p.m * p.ldc));
  const auto call = " --call sgemm 19 37 23 f:1.5 @" + path("a") + " 20 @" + path("b") +
                    " 40 f:-0.75 inout:" + path("c") + ":";
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    says("za run " + kernel("blas") + " --svl 128 --engine " + engine + call + path(engine) +
         " 41");
  }
  EXPECT_EQ(get(folder_ / "tlm"), get(folder_ / "golden"));
  EXPECT_EQ(get(folder_ / "rtl"), get(folder_ / "golden"));
  EXPECT_NE(get(folder_ / "golden"), get(folder_ / "c"));
#ifdef WEFT_QEMU
  file("in", std::string(reinterpret_cast<const char*>(&p), sizeof p) + get(folder_ / "a") +
                 get(folder_ / "b") + get(folder_ / "c"));
  const auto qemu = run(folder_, WEFT_QEMU
                                     " -cpu max,sme_fa64=off,sme-default-vector-length=16,"
                                     "sve-default-vector-length=16 " +
                                     std::string(WEFT_KERNELS) + "/blas < " + path("in"));
  EXPECT_EQ(qemu.code, 0) << qemu.err;
  EXPECT_EQ(get(folder_ / "golden"), qemu.out);
#endif
}

TEST_F(ZaCall, AFloatIsReturnedAndZaIsShared) {
  const auto a = numbers<float>("a", {1, 2, 3, 4, 5}), b = numbers<float>("b", {7, 1, 1, 1, 0.5});
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    SCOPED_TRACE(engine);
    const auto options = " --svl 128 --engine " + engine;
    const auto said =
        says("za run " + kernel("blas") + options + " --call sdot 5 @" + a + " @" + b);
    EXPECT_NE(said.find(", s0 18.5, "), std::string::npos) << said;
    says("za run " + kernel("blas") + options + " --streaming --za --dump " + path("dump") +
         " --call outer 4 @" + a + " @" + b);
    const auto dump = get(folder_ / "dump");
    EXPECT_NE(dump.find("\nsvcr 3\n"), std::string::npos);
    EXPECT_NE(dump.find("\nza 4 40000000400000004000000041600000\n"), std::string::npos) << dump;
  }
  const auto off = weft("za run " + kernel("blas") + " --call outer 4 @" + a + " @" + b);
  EXPECT_EQ(off.code, 1);
  EXPECT_NE(off.out.find("illegal at "), std::string::npos) << off.out;
}
#endif

}  // namespace
}  // namespace weft::za_call_test
