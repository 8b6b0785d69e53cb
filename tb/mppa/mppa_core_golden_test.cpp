// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/mppa_core against the host's arithmetic: operations, programs, figures; the closed
// form of straight code against the cycle model.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mppa_core/mppa_core_model.hpp"
#include "sim/golden/program/mppa_assembler.hpp"
#include "sim/verilated/mppa_core/mppa_core_cases.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/mppa/mppa_core_kernels.hpp"

namespace weft::mppa_core_golden_test {
namespace {

using namespace golden::mppa_core;
using sim::mppa_core_memory, sim::model_machine, sim::run_mppa_core;

/// A core that runs a text with registers set before.
struct runner {
  model_machine<model> core;
  mppa_core_memory memory;

  state& s() { return core.model().registers(); }
  sim::mppa_core_result run(const std::string& text) {
    return run_mppa_core(core, assemble(text + "\n ret ;;\n").bundles, memory);
  }
};

/// The issue cycle of each bundle but the last of a text, on the model.
std::vector<std::uint64_t> issues(const std::string& text) {
  model_machine<model> core;
  mppa_core_memory memory;
  std::vector<std::uint64_t> at;
  run_mppa_core(core, assemble(text + "\n ret ;;\n").bundles, memory, {},
                [&](unsigned, std::uint64_t cycle, const outputs& out) {
                  if (out.why == why_e::Issues) at.push_back(cycle);
                });
  at.pop_back();
  return at;
}

TEST(MppaCoreGolden, OperationsAreTheHosts) {
  using u = std::uint64_t;
  using d = std::int64_t;
  using w = std::int32_t;
  using v = std::uint32_t;
  const std::vector<std::pair<std::string, std::function<u(u, u)>>> operations{
      {"addw", [](u a, u b) { return u{v(a + b)}; }},
      {"addd", [](u a, u b) { return a + b; }},
      {"sbfw", [](u a, u b) { return u{v(b - a)}; }},
      {"sbfd", [](u a, u b) { return b - a; }},
      {"subw", [](u a, u b) { return u{v(a - b)}; }},
      {"subd", [](u a, u b) { return a - b; }},
      {"andw", [](u a, u b) { return u{v(a & b)}; }},
      {"andd", [](u a, u b) { return a & b; }},
      {"orw", [](u a, u b) { return u{v(a | b)}; }},
      {"ord", [](u a, u b) { return a | b; }},
      {"xorw", [](u a, u b) { return u{v(a ^ b)}; }},
      {"xord", [](u a, u b) { return a ^ b; }},
      {"andnw", [](u a, u b) { return u{v(~a & b)}; }},
      {"andnd", [](u a, u b) { return ~a & b; }},
      {"sllw", [](u a, u b) { return u{v(a) << (b & 31)}; }},
      {"slld", [](u a, u b) { return a << (b & 63); }},
      {"srlw", [](u a, u b) { return u{v(a) >> (b & 31)}; }},
      {"srld", [](u a, u b) { return a >> (b & 63); }},
      {"sraw", [](u a, u b) { return u{v(w(v(a)) >> (b & 31))}; }},
      {"srad", [](u a, u b) { return u(d(a) >> (b & 63)); }},
      {"compw.ne", [](u a, u b) { return u{v(a) != v(b)}; }},
      {"compd.eq", [](u a, u b) { return u{a == b}; }},
      {"compw.lt", [](u a, u b) { return u{w(v(a)) < w(v(b))}; }},
      {"compd.lt", [](u a, u b) { return u{d(a) < d(b)}; }},
      {"compd.ge", [](u a, u b) { return u{d(a) >= d(b)}; }},
      {"compw.le", [](u a, u b) { return u{w(v(a)) <= w(v(b))}; }},
      {"compd.gt", [](u a, u b) { return u{d(a) > d(b)}; }},
      {"compw.ltu", [](u a, u b) { return u{v(a) < v(b)}; }},
      {"compd.geu", [](u a, u b) { return u{a >= b}; }},
      {"compw.leu", [](u a, u b) { return u{v(a) <= v(b)}; }},
      {"compd.gtu", [](u a, u b) { return u{a > b}; }},
      {"minw", [](u a, u b) { return u{v(std::min(w(v(a)), w(v(b))))}; }},
      {"mind", [](u a, u b) { return u(std::min(d(a), d(b))); }},
      {"maxw", [](u a, u b) { return u{v(std::max(w(v(a)), w(v(b))))}; }},
      {"maxd", [](u a, u b) { return u(std::max(d(a), d(b))); }},
      {"minuw", [](u a, u b) { return u{std::min(v(a), v(b))}; }},
      {"minud", [](u a, u b) { return std::min(a, b); }},
      {"maxuw", [](u a, u b) { return u{std::max(v(a), v(b))}; }},
      {"maxud", [](u a, u b) { return std::max(a, b); }},
      {"mulw", [](u a, u b) { return u{v(a) * v(b)}; }},
      {"muld", [](u a, u b) { return a * b; }},
  };
  std::mt19937_64 rng(test_options().seed);
  for (const auto& [name, host] : operations) {
    SCOPED_TRACE(name);
    for (int i = 0; i < 40; ++i) {
      const auto any = [&] { return rng() % 3 == 0 ? rng() % 70 : rng() >> rng() % 64; };
      const u a = any(), b = rng() % 5 == 0 ? a : any();
      runner r;
      r.s().r[1] = a;
      r.s().r[2] = rng() % 2 == 0 ? ~b : b;
      const u c  = r.s().r[2];
      r.run(name + " $r0 = $r1, $r2 ;;");
      ASSERT_EQ(r.s().r[0], host(a, c)) << a << ' ' << c;
    }
    if (name[0] == 'm' && name[1] == 'u') continue;
    // Numbers of 8, 32 and 64 bits.
    for (const d n : {d{-128}, d{127}, d{128}, d{-70000}, d{0x7fffffff}, d{0x123456789abcdef}}) {
      runner r;
      r.s().r[1] = rng();
      const u a  = r.s().r[1];
      r.run(name + " $r0 = $r1, " + std::to_string(n) + " ;;");
      ASSERT_EQ(r.s().r[0], host(a, u(n))) << a << ' ' << n;
    }
  }
}

TEST(MppaCoreGolden, OneOperandAndThreeAreTheHosts) {
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 50; ++i) {
    runner r;
    const std::uint64_t a = rng() >> rng() % 64, b = rng(), c = rng();
    r.s().r[1] = a;
    r.s().r[2] = b;
    r.s().r[3] = r.s().r[4] = c;
    r.run(
        "ctzd $r10 = $r1 ; clzd $r11 = $r1 ; sxwd $r12 = $r2 ; zxwd $r13 = $r2 ;;\n"
        "cbsd $r14 = $r1 ; ctzw $r15 = $r1 ; maddw $r3 = $r1, $r2 ;;\n"
        "clzw $r16 = $r1 ; maddd $r4 = $r1, $r2 ; copyd $r17 = $r2 ;;\n"
        "cbsw $r18 = $r1 ;;");
    const auto low = static_cast<std::uint32_t>(a);
    const auto& s  = r.s().r;
    EXPECT_EQ(s[10], static_cast<unsigned>(std::countr_zero(a)));
    EXPECT_EQ(s[11], static_cast<unsigned>(std::countl_zero(a)));
    EXPECT_EQ(s[12], static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(b)}));
    EXPECT_EQ(s[13], b & 0xffffffff);
    EXPECT_EQ(s[14], static_cast<unsigned>(std::popcount(a)));
    EXPECT_EQ(s[15], static_cast<unsigned>(std::countr_zero(low)));
    EXPECT_EQ(s[16], static_cast<unsigned>(std::countl_zero(low)));
    EXPECT_EQ(s[18], static_cast<unsigned>(std::popcount(low)));
    EXPECT_EQ(s[17], b);
    EXPECT_EQ(s[3], static_cast<std::uint32_t>(a * b + c));
    EXPECT_EQ(s[4], a * b + c);
  }
}

TEST(MppaCoreGolden, FloatsAreTheHosts) {
  std::mt19937_64 rng(test_options().seed);
  std::normal_distribution<double> number;
  const auto d64 = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const auto f32 = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  for (int i = 0; i < 50; ++i) {
    runner r;
    std::array<double, 6> x;
    std::array<float, 12> y;
    for (double& e : x) e = number(rng);
    for (float& e : y) e = static_cast<float>(number(rng));
    for (unsigned k = 0; k < 6; ++k) {
      r.s().r[k]      = d64(x[k]);
      r.s().r[20 + k] = f32(y[2 * k]) | f32(y[2 * k + 1]) << 32;
    }
    r.s().r[4 + 2] = r.s().r[4];
    r.s().r[4 + 3] = r.s().r[5];
    r.run(
        "faddd $r8 = $r0, $r2 ;;\n fmuld $r9 = $r0, $r2 ;;\n ffmad $r4 = $r0, $r2 ;;\n"
        "ffmsd $r5 = $r1, $r3 ;;\n ffmadp $r6r7 = $r0r1, $r2r3 ;;\n"
        "faddw $r30 = $r20, $r22 ;;\n fmulwp $r31 = $r20, $r22 ;;\n"
        "faddwq $r32r33 = $r20r21, $r22r23 ;;\n ffmawq $r24r25 = $r20r21, $r22r23 ;;");
    const auto& s = r.s().r;
    EXPECT_EQ(s[8], d64(x[0] + x[2]));
    EXPECT_EQ(s[9], d64(x[0] * x[2]));
    EXPECT_EQ(s[4], d64(std::fma(x[0], x[2], x[4])));
    EXPECT_EQ(s[5], d64(std::fma(-x[1], x[3], x[5])));
    EXPECT_EQ(s[6], d64(std::fma(x[0], x[2], x[4])));
    EXPECT_EQ(s[7], d64(std::fma(x[1], x[3], x[5])));
    EXPECT_EQ(s[30], f32(y[0] + y[4]));
    EXPECT_EQ(s[31], f32(y[0] * y[4]) | f32(y[1] * y[5]) << 32);
    for (unsigned k = 0; k < 4; ++k) {
      EXPECT_EQ(s[32 + k / 2] >> 32 * (k % 2) & 0xffffffff, f32(y[k] + y[4 + k]));
      EXPECT_EQ(s[24 + k / 2] >> 32 * (k % 2) & 0xffffffff,
                f32(std::fma(y[k], y[4 + k], y[8 + k])));
    }
  }
}

TEST(MppaCoreGolden, CoprocessorMovesTransposesAndConverts) {
  runner r;
  std::mt19937_64 rng(test_options().seed);
  auto& a = r.s().tca.registers;
  for (unsigned i = 0; i < 4; ++i) {
    for (auto& q : a[i]) q = rng() >> rng() % 64;
  }
  a[1][2]           = 0xffffff80ffffff7f;  // -128 and -129
  const auto before = a;
  r.s().r[1] = 11, r.s().r[2] = 22;
  r.run(
      "xmt44d $a4a5a6a7 = $a0a1a2a3 ;;\n convwbv $a8 = $a0a1a2a3 ;;\n"
      "convdhv $a9 = $a0a1a2a3 ; xcopyo $a10 = $a3 ;;\n xmovefo $r4r5r6r7 = $a2 ;;\n"
      "xmovetq $a11.lo = $r1, $r2 ; xmovetq $a12.hi = $r2, $r1 ;;");
  const auto clamp = [](std::int64_t x, std::int64_t most) {
    return x > most ? most : x < -most - 1 ? -most - 1 : x;
  };
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(r.s().r[4 + i], before[2][i]);
    for (unsigned j = 0; j < 4; ++j) {
      EXPECT_EQ(a[4 + i][j], before[j][i]);
      EXPECT_EQ(static_cast<std::int16_t>(a[9][i] >> 16 * j),
                clamp(static_cast<std::int64_t>(before[j][i]), 32767));
    }
    for (unsigned j = 0; j < 8; ++j) {
      EXPECT_EQ(static_cast<std::int8_t>(a[8][i] >> 8 * j),
                clamp(static_cast<std::int32_t>(before[j / 2][i] >> 32 * (j % 2)), 127));
    }
  }
  EXPECT_EQ(a[10], before[3]);
  EXPECT_EQ(a[11], (golden::mppa::register_t{11, 22, 0, 0}));
  EXPECT_EQ(a[12], (golden::mppa::register_t{0, 0, 22, 11}));
}

TEST(MppaCoreGolden, ConditionsTestARegister) {
  struct row {
    std::string name;
    bool (*host)(std::int64_t);
  };
  const std::vector<row> rows{
      {"dnez", [](std::int64_t x) { return x != 0; }},
      {"deqz", [](std::int64_t x) { return x == 0; }},
      {"dltz", [](std::int64_t x) { return x < 0; }},
      {"dgez", [](std::int64_t x) { return x >= 0; }},
      {"dlez", [](std::int64_t x) { return x <= 0; }},
      {"dgtz", [](std::int64_t x) { return x > 0; }},
      {"odd", [](std::int64_t x) { return x % 2 != 0; }},
      {"even", [](std::int64_t x) { return x % 2 == 0; }},
      {"wnez", [](std::int64_t x) { return static_cast<std::int32_t>(x) != 0; }},
      {"weqz", [](std::int64_t x) { return static_cast<std::int32_t>(x) == 0; }},
      {"wltz", [](std::int64_t x) { return static_cast<std::int32_t>(x) < 0; }},
      {"wgez", [](std::int64_t x) { return static_cast<std::int32_t>(x) >= 0; }},
      {"wlez", [](std::int64_t x) { return static_cast<std::int32_t>(x) <= 0; }},
      {"wgtz", [](std::int64_t x) { return static_cast<std::int32_t>(x) > 0; }},
  };
  for (const auto& [name, host] : rows) {
    for (const std::int64_t x :
         {0l, 1l, -1l, 2l, 1l << 32, -(1l << 32), 0x80000000l, 0x7fffffffl}) {
      SCOPED_TRACE(name + " " + std::to_string(x));
      runner r;
      r.s().r[1] = static_cast<std::uint64_t>(x);
      r.s().r[2] = r.s().r[3] = r.s().r[4] = 5;
      r.memory.smem[64]                    = 9;
      r.run("make $r10 = 64 ;;\n cmoved." + name + " $r1? $r2 = 7 ; lbz." + name +
            " $r1? $r3 = [$r10] ; cb." + name + " $r1? over ;;\n make $r4 = 6 ;;\n over: sb." +
            name + " $r1? 100[$r10] = $r10 ;;");
      EXPECT_EQ(r.s().r[2], host(x) ? 7 : 5);
      EXPECT_EQ(r.s().r[3], host(x) ? 9 : 5);
      EXPECT_EQ(r.s().r[4], host(x) ? 5 : 6);
      EXPECT_EQ(r.memory.smem[164], host(x) ? 64 : 0);
    }
  }
}

TEST(MppaCoreGolden, LoadsAndStoresOfEverySizeAtEveryAlignment) {
  std::mt19937_64 rng(test_options().seed);
  for (unsigned at = 0; at < 64; ++at) {
    SCOPED_TRACE(at);
    runner r;
    for (unsigned i = 0; i < 256; ++i) r.memory.smem[i] = static_cast<std::uint8_t>(rng());
    const auto bytes = r.memory.smem;
    r.s().r[1]       = at;
    r.run(
        "lbz $r2 = 0[$r1] ;;\n lbs $r3 = 0[$r1] ;;\n lhz $r4 = 0[$r1] ;;\n lhs $r5 = 0[$r1] ;;\n"
        "lwz $r6 = 0[$r1] ;;\n lws $r7 = 0[$r1] ;;\n ld $r8 = 0[$r1] ;;\n lq $r10r11 = 0[$r1] ;;\n"
        "lo $r12r13r14r15 = 0[$r1] ;;\n xlo $a0 = 0[$r1] ;;\n xlo.q2 $a4a5a6a7 = 0[$r1] ;;\n"
        "sb 256[$r1] = $r12 ;;\n sh 320[$r1] = $r12 ;;\n sw 384[$r1] = $r12 ;;\n"
        "sd 448[$r1] = $r12 ;;\n sq 512[$r1] = $r12r13 ;;\n so 576[$r1] = $r12r13r14r15 ;;\n"
        "xso 672[$r1] = $a0 ;;");
    const auto number = [&](unsigned n) {
      std::uint64_t x = 0;
      for (unsigned i = 0; i < n; ++i) x |= std::uint64_t{bytes[at + i]} << 8 * i;
      return x;
    };
    const auto& s = r.s().r;
    EXPECT_EQ(s[2], number(1));
    EXPECT_EQ(s[3], static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(bytes[at])}));
    EXPECT_EQ(s[4], number(2));
    EXPECT_EQ(s[5], static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(number(2))}));
    EXPECT_EQ(s[6], number(4));
    EXPECT_EQ(s[7], static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(number(4))}));
    EXPECT_EQ(s[8], number(8));
    EXPECT_EQ(0, std::memcmp(&s[10], &bytes[at], 16));
    EXPECT_EQ(0, std::memcmp(&s[12], &bytes[at], 32));
    EXPECT_EQ(0, std::memcmp(&r.s().tca.registers[0], &bytes[at], 32));
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(0, std::memcmp(&r.s().tca.registers[4 + i][2], &bytes[at + 8 * i], 8));
    }
    auto expected        = bytes;
    const auto expect_at = [&](unsigned to, unsigned n) {
      std::copy_n(bytes.begin() + at, n, expected.begin() + to + at);
    };
    for (const auto& [to, n] : std::vector<std::pair<unsigned, unsigned>>{
             {256, 1}, {320, 2}, {384, 4}, {448, 8}, {512, 16}, {576, 32}, {672, 32}}) {
      expect_at(to, n);
    }
    EXPECT_EQ(r.memory.smem, expected);
  }
}

TEST(MppaCoreGolden, DismissibleLoadsTouchNothingAndTheOthersTrap) {
  runner io;
  io.s().r[1] = 0x40000000;
  io.s().r[2] = io.s().r[3] = 5;
  EXPECT_FALSE(io.run("ld.s $r2 = 8[$r1] ; make $r4 = 0x41 ;;\n ld $r3 = 8[$r1] ;;\n"
                      "sb 1[$r1] = $r4 ;;")
                   .trap);
  EXPECT_EQ(io.s().r[2], 0);
  EXPECT_EQ(io.s().r[3], 1);  // the first read of the device
  EXPECT_EQ(io.memory.io_reads, 1);
  EXPECT_EQ(io.memory.io_written, "A");

  for (const std::uint64_t at : {SmemBytes - 8, SmemBytes, addr_t{0x20000000}, addr_t{1} << 32}) {
    SCOPED_TRACE(at);
    runner hole;
    hole.s().r[1] = at;
    hole.s().r[8] = 7;
    EXPECT_FALSE(hole.run("lo.us $r8r9r10r11 = 0[$r1] ;;").trap);
    EXPECT_EQ(hole.s().r[8], 0);
    runner trap;
    trap.s().r[1]     = at;
    trap.s().r[8]     = 7;
    const auto result = trap.run("nop ;;\n lo $r8r9r10r11 = 0[$r1] ; make $r3 = 4 ;;");
    EXPECT_TRUE(result.trap);
    EXPECT_EQ(result.pc, 1);
    EXPECT_EQ(trap.s().r[8], 7);
    EXPECT_EQ(trap.s().r[3], 0);  // nothing of the bundle is done
  }
  runner ddr;
  ddr.s().r[1] = 0x80000010;
  EXPECT_FALSE(ddr.run("make $r2 = 77 ;;\n sd 0[$r1] = $r2 ;;\n ld.s $r3 = 0[$r1] ;;").trap);
  EXPECT_EQ(ddr.s().r[3], 77);
}

TEST(MppaCoreGolden, LoopsCallsAndBranches) {
  runner r;
  const auto result = r.run(
      "make $r1 = 5 ; make $r0 = 0 ; make $r2 = 0 ;;\n"
      "make $r9 = 12 ; make $r3 = 0 ;;\n"
      "loopdo $r1, one ;;\n addd $r2 = $r2, 1 ;;\n addd $r3 = $r3, 2 ;;\n one:\n"
      "loopdo $r0, two ;;\n addd $r2 = $r2, 100 ;;\n two:\n"
      "call f ;;\n goto after ;;\n f: addd $r2 = $r2, 1000 ;;\n ret ;;\n"
      "addd $r3 = $r3, 500 ;;\n far: addd $r3 = $r3, 50 ; goto last ;;\n"
      "after: igoto $r9 ;;\n last: make $r20 = 1 ; goto end ;;\n nop ;;\n end: call g ;;\n"
      "goto finish ;;\n g: ret ;;\n finish: make $r21 = 0xffff ;;\n igoto $r21 ;;");
  EXPECT_FALSE(result.trap);
  EXPECT_EQ(r.s().r[2], 1005);
  EXPECT_EQ(r.s().r[3], 60);
  EXPECT_EQ(r.s().r[20], 1);
}

TEST(MppaCoreGolden, KernelsAreTheHostsArithmetic) {
  for (mppa_kernel& k : mppa_kernels(test_options().seed)) {
    SCOPED_TRACE(k.name);
    model_machine<model> core;
    const auto result = run_mppa_core(core, k.text.bundles, k.before);
    EXPECT_FALSE(result.trap);
    EXPECT_TRUE(k.before == k.after);
    RecordProperty(k.name, static_cast<int>(result.cycles));
    if (k.name == "int8_gemm") {
      EXPECT_EQ(result.products, 2048);
      EXPECT_LE(result.cycles, 2109 + 40);
    }
    if (k.name == "fp16_gemm") {
      EXPECT_EQ(result.products, 2048);
      EXPECT_LE(result.cycles, 2105 + 40);
    }
  }
}

TEST(MppaCoreGolden, StringsEndAtTheEndOfMemory) {
  for (const unsigned length : {0u, 1u, 31u, 32u, 33u, 100u}) {
    for (const bool at_end : {false, true}) {
      SCOPED_TRACE(testing::Message() << length << ' ' << at_end);
      auto k = strlen_kernel(at_end ? SmemBytes - length : 1000, length, test_options().seed);
      model_machine<model> core;
      EXPECT_FALSE(run_mppa_core(core, k.text.bundles, k.before).trap);
      EXPECT_TRUE(k.before == k.after);
    }
  }
  // The same without .s traps where it reads behind the end.
  auto k = strlen_kernel(SmemBytes - 100, 100, 1);
  for (bundle& x : k.text.bundles) {
    if (x.w[4] >> 26 == 40) x.w[4] &= ~3u;
  }
  model_machine<model> core;
  EXPECT_TRUE(run_mppa_core(core, k.text.bundles, k.before).trap);
}

// Latencies of the compilers' machine descriptions: the distance from a bundle to its user.
TEST(MppaCoreGolden, LatenciesAreTheTables) {
  const auto distance = [](const std::string& producer, const std::string& user) {
    const auto at = issues("make $r1 = 64 ;;\n nop ;;\n nop ;;\n nop ;;\n nop ;;\n" + producer +
                           " ;;\n" + user + " ;;");
    return at.back() - at[at.size() - 2];
  };
  EXPECT_EQ(distance("addd $r2 = $r1, 1", "addd $r3 = $r2, 1"), 1);
  EXPECT_EQ(distance("ld $r2 = 0[$r1]", "addd $r3 = $r2, 1"), 3);
  EXPECT_EQ(distance("ld.u $r2 = 0[$r1]", "addd $r3 = $r2, 1"), 24);
  EXPECT_EQ(distance("ld $r2 = 63[$r1]", "addd $r3 = $r2, 1"), 4);  // two requests
  EXPECT_EQ(distance("lo.s $r4r5r6r7 = -128[$r1]", "addd $r3 = $r5, 1"), 3);
  EXPECT_EQ(distance("mulw $r2 = $r1, $r1", "addd $r3 = $r2, 1"), 2);
  EXPECT_EQ(distance("maddw $r2 = $r1, $r1", "maddw $r2 = $r1, $r1"), 1);
  EXPECT_EQ(distance("mulw $r2 = $r1, $r1", "sd 0[$r1] = $r2"), 1);
  EXPECT_EQ(distance("ffmad $r2 = $r1, $r1", "ffmad $r2 = $r1, $r1"), 4);
  EXPECT_EQ(distance("addd $r2 = $r1, 1", "cb.deqz $r2? next ;;\n next: nop"), 1);
  EXPECT_EQ(distance("xmovefo $r4r5r6r7 = $a0", "addd $r3 = $r5, 1"), 3);
  EXPECT_EQ(distance("xmovetq $a0.lo = $r1, $r1", "xmma484bw $a0a1 = $a0a1, $a2, $a3"), 3);
  EXPECT_EQ(distance("xmovetq $a0.lo = $r1, $r1", "fmma242hw0 $a0.lo = $a0a1, $a2, $a3"), 4);
  EXPECT_EQ(distance("xmovetq $a0.hi = $r1, $r1", "fmma242hw0 $a0.lo = $a0a1, $a2, $a3"), 1);
  EXPECT_EQ(distance("xcopyo $a0 = $a5", "fmma242hw0 $a0.lo = $a0a1, $a2, $a3"), 4);
  EXPECT_EQ(distance("xmma484bw $a0a1 = $a0a1, $a2, $a3", "xmma484bw $a0a1 = $a0a1, $a2, $a3"), 1);
  EXPECT_EQ(distance("xmma484bw $a0a1 = $a0a1, $a2, $a3", "xmma484bw $a4a5 = $a4a5, $a0, $a3"), 3);
  EXPECT_EQ(distance("xmma484bw $a0a1 = $a0a1, $a2, $a3", "xso 0[$r1] = $a1"), 2);
  EXPECT_EQ(distance("fmma242hw0 $a0.lo = $a0a1, $a2, $a3", "xcopyo $a5 = $a0"), 4);
  EXPECT_EQ(distance("xmt44d $a0a1a2a3 = $a4a5a6a7", "xcopyo $a5 = $a0"), 3);
  EXPECT_EQ(distance("xlo $a0 = 0[$r1]", "xcopyo $a5 = $a0"), 3);
  // Four load-scatters to a quadruple follow each other; a half that no load writes is free.
  EXPECT_EQ(distance("xlo.q0 $a0a1a2a3 = 0[$r1]", "xlo.q1 $a0a1a2a3 = 32[$r1]"), 1);
  EXPECT_EQ(distance("xlo.q0 $a0a1a2a3 = 0[$r1]", "xmovetq $a0.hi = $r1, $r1"), 1);
  EXPECT_EQ(distance("xlo.q0 $a0a1a2a3 = 0[$r1]", "xmovetq $a0.lo = $r1, $r1"), 3);
}

// A condition is read one cycle early, of every producer.
TEST(MppaCoreGolden, ABranchAddsACycle) {
  const auto branch = [](const std::string& producer) {
    const auto at = issues("make $r1 = 64 ;;\n nop ;;\n nop ;;\n" + producer +
                           " ;;\n cb.dnez $r2? next ;;\n next: nop ;;");
    return at[at.size() - 2] - at[at.size() - 3];
  };
  EXPECT_EQ(branch("addd $r2 = $r1, 1"), 2);
  EXPECT_EQ(branch("ld $r2 = 0[$r1]"), 4);
  EXPECT_EQ(branch("muld $r2 = $r1, $r1"), 3);
}

TEST(MppaCoreGolden, ProductsOnOneSumOrOnMany) {
  for (const unsigned n : {1u, 4u, 16u}) {
    const auto span = [n](const std::string& op, unsigned sums) {
      std::string text;
      for (unsigned i = 0; i < n; ++i) {
        const unsigned q = i % sums;
        text += op == "fmma242hw"
                    ? op + std::to_string(q) + " $a" + std::to_string(q / 2) +
                          (q % 2 == 0 ? ".lo" : ".hi") + " = $a0a1, $a20, $a21 ;;\n"
                    : op + " $a" + std::to_string(2 * q) + "a" + std::to_string(2 * q + 1) +
                          " = $a" + std::to_string(2 * q) + "a" + std::to_string(2 * q + 1) +
                          ", $a20, $a21 ;;\n";
      }
      const unsigned last = (n - 1) % sums;
      const std::string used =
          op == "fmma242hw" ? std::to_string(last / 2) : std::to_string(2 * last);
      const auto at = issues(text + "xcopyo $a30 = $a" + used + " ;;");
      return at.back() - at.front();
    };
    EXPECT_EQ(span("xmma484bw", 1), n + 2);
    EXPECT_EQ(span("xmma484bw", 4), n + 2);
    EXPECT_EQ(span("fmma242hw", 1), 4 * n);
    EXPECT_EQ(span("fmma242hw", 4), n + 3);
  }
}

// A step of k of a tile of a x b products loads a + b registers, one a cycle.
TEST(MppaCoreGolden, ATileIsAsBusyAsItsLoads) {
  for (const auto& [a, b] : std::vector<std::pair<unsigned, unsigned>>{{1, 1}, {1, 2}, {2, 2}}) {
    const unsigned steps = 300, sets = 3, each = std::max(a * b, a + b);
    const auto pair = [](unsigned d) {
      return "$a" + std::to_string(d) + "a" + std::to_string(d + 1);
    };
    std::string body;
    for (unsigned set = 0; set < sets; ++set) {
      const unsigned used = 8 + 8 * set, loaded = 8 + 8 * ((set + 2) % sets);
      for (unsigned i = 0; i < each; ++i) {
        std::string bundle;
        if (i < a * b) {
          bundle = "xmma484bw " + pair(2 * i) + " = " + pair(2 * i) + ", $a" +
                   std::to_string(used + i / b) + ", $a" + std::to_string(used + a + i % b);
        }
        if (i < a + b) {
          bundle += std::string(bundle.empty() ? "" : " ; ") + "xlo $a" +
                    std::to_string(loaded + i) + " = 0[$r1]";
        }
        body += bundle + " ;;\n";
      }
    }
    runner r;
    const auto result = r.run("make $r1 = 0 ; make $r2 = " + std::to_string(steps / sets) +
                              " ;;\n loopdo $r2, end ;;\n" + body + "end:");
    EXPECT_EQ(result.products, steps * a * b);
    const double busy = static_cast<double>(result.products) / static_cast<double>(result.cycles);
    const double most = std::min(1.0, static_cast<double>(a * b) / (a + b));
    EXPECT_LE(busy, most) << a << 'x' << b;
    EXPECT_GE(busy, most - 0.02) << a << 'x' << b;
    EXPECT_LE(2 * a * b + 2 * (a + b), golden::mppa::Registers);
  }
}

// Multiply-adds a cycle, twice, in 80 cores at 1.2 GHz.
TEST(MppaCoreGolden, PeaksOfEightyCores) {
  const auto tera = [](const std::vector<std::string>& products, unsigned multiply_adds) {
    std::string body;
    for (const std::string& p : products) body += p + " ;;\n";
    runner r;
    const auto result = r.run("make $r2 = 1000 ;;\n loopdo $r2, end ;;\n" + body + "end:");
    EXPECT_EQ(result.products, 1000 * products.size());
    return 2.0 * multiply_adds * static_cast<double>(result.products) /
           static_cast<double>(result.cycles) * 80 * 1.2e9 / 1e12;
  };
  EXPECT_NEAR(tera({"xmma484bw $a0a1 = $a0a1, $a40, $a41"}, 4 * 4 * 8), 24.6, 0.2);
  EXPECT_NEAR(tera({"xmma444hd $a0a1a2a3 = $a0a1a2a3, $a40, $a41"}, 4 * 4 * 4), 12.3, 0.1);
  EXPECT_NEAR(
      tera({"fmma242hw0 $a0.lo = $a0a1, $a40, $a41", "fmma242hw1 $a0.hi = $a0a1, $a40, $a41",
            "fmma242hw2 $a1.lo = $a0a1, $a40, $a41", "fmma242hw3 $a1.hi = $a0a1, $a40, $a41"},
           2 * 2 * 4),
      3.07, 0.01);
}

TEST(MppaCoreGolden, ScheduleIsTheModelOfStraightCode) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::uint64_t latency = 1 + seed % 5, n = test_options().seed + seed;
    const unsigned loads = seed % 3 == 0 ? 2 : 8;
    SCOPED_TRACE(testing::Message() << "seed " << n << " latency " << latency);
    const auto program = sim::mppa_core_cases(n, {.branches = false}).program(200);
    auto memory        = sim::mppa_core_cases::memory(n);
    model_machine<model> core(model({.loads = loads}));
    std::vector<std::uint64_t> at;
    sim::run_mppa_core(core, program, memory, {.latency = latency, .far = latency},
                       [&](unsigned, std::uint64_t cycle, const outputs& out) {
                         if (out.why == why_e::Issues) at.push_back(cycle);
                       });
    // The accesses of the same program, from a state that executes it bundle by bundle.
    schedule timing(loads, latency);
    state s;
    auto bytes = sim::mppa_core_cases::memory(n);
    ASSERT_EQ(at.size(), program.size());
    for (std::size_t i = 0; i < program.size(); ++i) {
      const auto a = access_of(s, program[i]);
      ASSERT_EQ(timing.issue(program[i], a), at[i]) << i << ": " << program[i];
      step(s, program[i]);
      if (!a || a->dismissed) continue;
      sim::mppa_core_memory::request r{.write  = a->store,
                                       .bypass = false,
                                       .addr   = static_cast<std::uint32_t>(a->at),
                                       .strobe = 0,
                                       .data   = {}};
      golden::mppa::register_t data{};
      if (region_of(a->at) == region_e::Io) {
        if (!a->store) data = bytes.read(r);
      } else {
        for (unsigned b = 0; b < a->size; ++b) {
          auto& byte = bytes.byte(a->at + b);
          if (a->store) byte = static_cast<std::uint8_t>(a->data[b / 8] >> 8 * (b % 8));
          data[b / 8] |= std::uint64_t{byte} << 8 * (b % 8);
        }
      }
      if (!a->store) load(s, *a, data);
    }
  }
}

// Sixteen cores that load 32 bytes a cycle: a bank each in every cycle, or all the same bank.
TEST(MppaCoreGolden, SixteenCoresShareTheBanks) {
  const auto program = mppa_core_program("banks");
  const auto share   = [&](golden::mppa_smem::interleave_e interleave) {
    std::vector<model_machine<model>> cores(16);
    model_machine smem(golden::mppa_smem::model({.interleave = interleave}));
    mppa_core_memory rest;
    const auto results =
        sim::run_mppa_cores(std::span(cores), smem, std::span(program.bundles), rest);
    std::uint64_t bytes = 0, cycles = 0;
    for (const auto& r : results) {
      EXPECT_FALSE(r.trap);
      bytes += r.bytes;
      cycles = std::max(cycles, r.cycles);
    }
    return static_cast<double>(bytes) / static_cast<double>(cycles) / 512;
  };
  EXPECT_GE(share(golden::mppa_smem::interleave_e::Lines), 0.98);
  const double one = share(golden::mppa_smem::interleave_e::Apart);
  EXPECT_LE(one, 1 / 16.0);
  EXPECT_GE(one, 0.99 / 16);
  EXPECT_NEAR(512 * 1.2e9 / 1e9, 614, 0.5);  // GB/s
}

// A bank serves every port that asks for it in turn.
TEST(MppaCoreGolden, ABankStarvesNoPort) {
  golden::mppa_smem::model smem({.ports = 5, .rows = 4});
  std::array<unsigned, 5> served{};
  golden::mppa_smem::inputs in;
  for (unsigned p = 0; p < 5; ++p) in.req[p] = golden::mppa_smem::request{};
  for (unsigned i = 0; i < 50; ++i) {
    const auto out = smem.peek(in);
    for (unsigned p = 0; p < 5; ++p) served[p] += out.ready[p];
    smem.step(in);
  }
  EXPECT_EQ(served, (std::array<unsigned, 5>{10, 10, 10, 10, 10}));
}

TEST(MppaCoreGolden, AssemblerRefusesInOneLine) {
  const auto said = [](const std::string& text) -> std::string {
    try {
      assemble(text);
    } catch (const assembly_error& e) {
      return std::to_string(e.line) + ": " + e.what();
    }
    return "";
  };
  EXPECT_EQ(said("nop ;;\n xso 0[$r1] = $a0 ; xcopyo $a1 = $a2 ;;\n ret ;;"),
            "2: xso 0[$r1] = $a0; xcopyo $a1 = $a2: asks for 2 of CRRP, a bundle has 1");
  EXPECT_EQ(said("addd $r0 = $r1, 1 ; addd $r2 = $r1, 1 ; addd $r3 = $r1, 1 ; addd $r4 = $r1, 1 ; "
                 "addd $r5 = $r1, 1 ;;\n ret ;;")
                .substr(0, 3),
            "1: ");
  EXPECT_NE(said("addd $r0 = $r1, 1 ; addd $r2 = $r1, 1 ; addd $r3 = $r1, 1 ; addd $r4 = $r1, 1 ; "
                 "addd $r5 = $r1, 1 ;;\n ret ;;")
                .find("5 of TINY, a bundle has 4"),
            std::string::npos);
  EXPECT_NE(
      said("mind $r0 = $r1, 1 ; mind $r2 = $r1, 1 ; mind $r3 = $r1, 1 ;; ret ;;").find("3 of LITE"),
      std::string::npos);
  EXPECT_NE(said("cbsd $r0 = $r1 ; cbsd $r2 = $r1 ;; ret ;;").find("2 of FULL"), std::string::npos);
  EXPECT_NE(said("ld $r0 = 0[$r1] ; sd 0[$r1] = $r2 ;; ret ;;").find("2 of LSU"),
            std::string::npos);
  EXPECT_NE(said("muld $r0 = $r1, $r1 ; faddd $r2 = $r1, $r1 ;; ret ;;").find("2 of MAU"),
            std::string::npos);
  EXPECT_NE(said("maddd $r0 = $r1, $r1 ; sd 0[$r1] = $r2 ;; ret ;;").find("2 of AUXR"),
            std::string::npos);
  EXPECT_NE(said("xmovefo $r4r5r6r7 = $a0 ; ld $r0 = 0[$r1] ;; ret ;;").find("2 of AUXW"),
            std::string::npos);
  EXPECT_NE(
      said("xmovetq $a0.lo = $r1, $r1 ; xmovetq $a1.lo = $r1, $r1 ;; ret ;;").find("2 of CRWL"),
      std::string::npos);
  EXPECT_NE(
      said("xmovetq $a0.hi = $r1, $r1 ; xmovetq $a1.hi = $r1, $r1 ;; ret ;;").find("2 of CRWH"),
      std::string::npos);
  EXPECT_NE(said("goto x ; goto x ;; x: ret ;;").find("2 of BCU"), std::string::npos);
  EXPECT_NE(said("xmt44d $a0a1a2a3 = $a4a5a6a7 ; xmt44d $a8a9a10a11 = $a4a5a6a7 ;; ret ;;")
                .find("2 of TCA"),
            std::string::npos);
  EXPECT_EQ(said("addd $r0 = $r1, 1 ; subd $r0 = $r1, 1 ;; ret ;;"),
            "1: addd $r0 = $r1, 1; subd $r0 = $r1, 1: a register is written twice");
  EXPECT_EQ(said("ret ;;\n frob $r1 ;;"), "2: frob $r1: 'frob' is not an operation");
  EXPECT_EQ(said("addd $r64 = $r1, 1 ;;"), "1: addd $r64 = $r1, 1: $r64: no such register");
  EXPECT_EQ(said("lq $r1r2 = 0[$r1] ;;"),
            "1: lq $r1r2 = 0[$r1]: $r1r2: a pair begins at an even number");
  EXPECT_EQ(said("goto nowhere ;;"), "1: nowhere: no such label");
  EXPECT_EQ(said("x: nop ;;\n x: ret ;;"), "2: x: ret: the label is there twice");
  EXPECT_EQ(said("nop ;;"), "1: nop: the program runs off its end");
  EXPECT_EQ(said("ret"), "1: the last bundle has no ;;");
  EXPECT_EQ(said(""), "1: no operations");
  EXPECT_EQ(said("sd.s 0[$r1] = $r2 ;;"), "1: sd.s 0[$r1] = $r2: a store has no .s and no .u");
  EXPECT_EQ(
      said("fmma242hw1 $a0.lo = $a0a1, $a2, $a3 ;;"),
      "1: fmma242hw1 $a0.lo = $a0a1, $a2, $a3: the result is the high half of an even register");
  EXPECT_EQ(said("make $r0 = 0x123456789 ; make $r1 = 0x987654321 ;; ret ;;")
                    .find("64 bits takes both words") == std::string::npos,
            false);
}

}  // namespace
}  // namespace weft::mppa_core_golden_test
