// SPDX-License-Identifier: Apache-2.0
//
// `weft sm` as a user calls it: kernels against `weft gemm`, tables against the figures that they
// reproduce.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/program/program_test.hpp"

namespace weft::sm_command_test {
namespace {

const std::string Kernels = WEFT_SOURCE_DIR "/tb/sm/";

class WeftSm : public program_test {
 protected:
  std::string matrix(const std::string& name, sim::npy::dtype_e type, unsigned rows, unsigned cols,
                     const std::vector<std::uint32_t>& values) {
    const auto path = (folder_ / name).string();
    sim::npy::write(path, sim::npy::pack(type, rows, cols, values));
    return path;
  }
  std::string path(const std::string& name) { return (folder_ / name).string(); }

  /// The numbers of the line of a table that begins with `name`.
  std::vector<double> line_of(const std::string& text, const std::string& name) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string first, word;
      words >> first;
      if (first != name) continue;
      std::vector<double> numbers;
      while (words >> word && (std::isdigit(word[0]) != 0 || word == "-")) {
        numbers.push_back(word == "-" ? -1 : std::stod(word));
      }
      return numbers;
    }
    ADD_FAILURE() << name << " in\n" << text;
    return {};
  }
};

TEST_F(WeftSm, ProductsAreThoseOfGemm) {
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> a(64 * 32), b(32 * 64), bt(64 * 32);
  for (auto& x : a) x = static_cast<std::uint32_t>(0x3f000000 + random() % 0x1000000);
  for (auto& x : b) x = static_cast<std::uint32_t>(0xbf000000 + random() % 0x1000000);
  using enum sim::npy::dtype_e;
  const auto af = matrix("a.npy", F4, 64, 32, a), bf = matrix("b.npy", F4, 32, 64, b);
  says(fmt::format("gemm {} {} --type fp32 --engine golden -o {}", af, bf, path("d.npy")));
  says(fmt::format("sm run {}sgemm.sass --block 64 --args {} {} out:f4:64x64:{} 32 64", Kernels, af,
                   bf, path("e.npy")));
  EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy"));

  for (auto& x : a) x = static_cast<std::uint32_t>(random() % 0x4400);
  for (auto& x : b) x = static_cast<std::uint32_t>(0x8000 + random() % 0x4400);
  for (unsigned k = 0; k < 32; ++k) {
    for (unsigned n = 0; n < 64; ++n) bt[n * 32 + k] = b[k * 64 + n];
  }
  const auto ah = matrix("ah.npy", F2, 64, 32, a), bh = matrix("bh.npy", F2, 32, 64, b),
             th = matrix("th.npy", F2, 64, 32, bt);
  struct product {
    const char *arch, *kernel, *profile, *grid;
  };
  for (const product& p : {product{"volta", "hgemm_884", "v100-hmma-fp16", "2x2"},
                           product{"ampere", "hgemm_16816", "a100-hmma-fp16", "1"}}) {
    says(fmt::format("gemm {} {} --profile {} --engine golden -o {}", ah, bh, p.profile,
                     path("d.npy")));
    says(fmt::format("sm run {}{}.sass --arch {} --grid {} --args {} {} out:f4:64x64:{} 32 64",
                     Kernels, p.kernel, p.arch, p.grid, ah, th, path("e.npy")));
    EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy")) << p.kernel;
  }

  for (auto& x : a) x = static_cast<std::uint32_t>(random() % 256);
  for (auto& x : b) x = static_cast<std::uint32_t>(random() % 256);
  for (unsigned k = 0; k < 32; ++k) {
    for (unsigned n = 0; n < 64; ++n) bt[n * 32 + k] = b[k * 64 + n];
  }
  const auto ai = matrix("ai.npy", I1, 64, 32, a), bi = matrix("bi.npy", I1, 32, 64, b),
             ti = matrix("ti.npy", I1, 64, 32, bt);
  says(fmt::format("gemm {} {} --type int8 --engine golden -o {}", ai, bi, path("d.npy")));
  says(fmt::format("sm run {}igemm_8816.sass --grid 8x8 --args {} {} out:i4:64x64:{} 32 64",
                   Kernels, ai, ti, path("e.npy")));
  EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy"));
}

TEST_F(WeftSm, TablesAreReproducedWithinOnePercent) {
  struct row {
    const char* arch;
    double numbers[4];  // INT, FP32, FP64, FP16 by units and clock; 0 is a dash
  };
  const auto text = says("sm tables --table 5-6");
  for (const row& r :
       {row{"fermi", {0, 1.4356, .7178, 0}}, row{"kepler", {0, 5.04, 1.68, 0}},
        row{"maxwell", {0, 6.844, .2139, 0}}, row{"pascal", {0, 10.609, 5.304, 21.22}},
        row{"volta", {15.667, 15.667, 7.834, 31.33}}, row{"turing", {16.312, 16.312, 0, 32.62}},
        row{"ampere", {19.492, 19.492, 9.746, 77.97}}}) {
    const auto found = line_of(text, r.arch);
    ASSERT_GE(found.size(), 12u) << text;
    for (unsigned n = 0; n < 4; ++n) {
      if (r.numbers[n] == 0) {
        EXPECT_EQ(found[3 * n + 2], -1) << r.arch;
        continue;
      }
      EXPECT_NEAR(found[3 * n + 1], r.numbers[n], .002 * r.numbers[n]) << r.arch << n;
      EXPECT_NEAR(found[3 * n + 2], r.numbers[n], .01 * r.numbers[n]) << r.arch << n;
    }
  }
  const auto tensor = text.substr(text.find("tensor"));
  EXPECT_NEAR(line_of(tensor, "volta")[2], 125.3, .2);
  EXPECT_NEAR(line_of(tensor, "ampere")[2], 311.9, .5);
}

/// Rates of a multiprocessor by its groups of lanes, measured; units of a chip and its
/// multiprocessors; distances of a chain.
TEST_F(WeftSm, UnitsRatesAndLatenciesAreThoseOfTheArchitectures) {
  struct row {
    const char* arch;
    double rates[5];  // INT, FP32, FP64, FP16, SFU; -1 is a dash
    double chip[4];   // multiprocessors, cores, FP64, SFU
    double sm[4];     // cores, blocks, schedulers, dispatch units
    std::vector<double> latency;
  };
  const row rows[] = {{"fermi",
                       {32, 32, 16, -1, 4},
                       {16, 512, 256, 64},
                       {32, 1, 2, 2},
                       {22, 22, 22, 22, -1, -1, 22, 30, 24, -1, -1}},
                      {"kepler",
                       {192, 192, 64, -1, 32},
                       {15, 2880, 960, 480},
                       {192, 1, 4, 8},
                       {9, 9, 9, 9, -1, -1, 10, 18, 22, -1, -1}},
                      {"maxwell",
                       {128, 128, 4, -1, 32},
                       {24, 3072, 96, 768},
                       {128, 4, 4, 8},
                       {6, 6, 6, 6, -1, -1, 39, 19, 23, -1, -1}},
                      {"pascal",
                       {64, 64, 32, 128, 16},
                       {56, 3584, 1792, 896},
                       {64, 2, 2, 4},
                       {6, 6, 6, 6, 6, 6, 9, 19, 23, -1, -1}},
                      {"volta",
                       {64, 64, 32, 128, 16},
                       {80, 5120, 2560, 1280},
                       {64, 4, 4, 4},
                       {4, 4, 4, 5, 6, 6, 8, 14, 17, 10, 24}},
                      {"turing",
                       {64, 64, -1, 128, 16},
                       {72, 4608, -1, 1152},
                       {64, 4, 4, 4},
                       {4, 4, 4, 5, 6, 6, -1, 14, 17, 10, 24}},
                      {"ampere",
                       {64, 64, 32, 256, 16},
                       {108, 6912, 3456, 1728},
                       {64, 4, 4, 4},
                       {4, 4, 4, 5, 6, 6, 8, 14, 17, 9, 16}}};
  const auto rates = says("sm tables --table rates"), chips = says("sm tables --table 5-5"),
             sms = says("sm tables --table 5-8"), latencies = says("sm tables --table latency");
  for (const row& r : rows) {
    SCOPED_TRACE(r.arch);
    const auto rate = line_of(rates, r.arch), chip = line_of(chips, r.arch),
               sm = line_of(sms, r.arch);
    ASSERT_EQ(rate.size(), 10u);
    ASSERT_GE(chip.size(), 9u);
    ASSERT_EQ(sm.size(), 8u);
    for (std::size_t n = 0; n < 5; ++n) {
      EXPECT_EQ(rate[2 * n], r.rates[n]) << n;
      EXPECT_NEAR(rate[2 * n + 1], r.rates[n], .01 * std::abs(r.rates[n])) << n;
    }
    for (std::size_t n = 0; n < 4; ++n) {
      EXPECT_EQ(chip[2 * n + 2], r.chip[n]) << n;
      EXPECT_EQ(sm[2 * n + 1], r.sm[n]) << n;
    }
    EXPECT_EQ(line_of(latencies, r.arch), r.latency);
  }
  const auto ratios = says("sm tables --table 5-7");
  for (const char* line : {"GF100         32:0    32:16", "GK110       192:64   192:64\n",
                           "GM200        128:4    128:4\n", "GP100        64:32    64:32\n",
                           "GV100      256:128    64:32", "TU102        256:0     64:0",
                           "GA100      256:128    64:32"}) {
    EXPECT_NE(ratios.find(line), std::string::npos) << line << ratios;
  }
}

TEST_F(WeftSm, ReasonsAndTrace) {
  const auto x = matrix("x.npy", sim::npy::dtype_e::U4, 1, 32, std::vector<std::uint32_t>(32, 27));
  const auto out =
      says(fmt::format("sm run {}collatz.sass --why --trace {} --args {} out:u4:1x32:{}", Kernels,
                       path("t.json"), x, path("s.npy")));
  EXPECT_NE(out.find("branch"), std::string::npos) << out;
  EXPECT_EQ(sim::npy::read(path("s.npy")).bits(7), 111u);  // the steps from 27
  const auto trace = get(folder_ / "t.json");
  for (const char* what : {"scheduler 0", "port int", "bank 0.1", "warp 0", "BSYNC B1"}) {
    EXPECT_NE(trace.find(what), std::string::npos) << what;
  }
}

TEST_F(WeftSm, BoundsOccupancyFragmentAndChecks) {
  EXPECT_NE(says("sm bench ffma.chain,mufu --warps 1,8")
                .find("mufu              8 warps   64.000   64.000  port sfu"),
            std::string::npos);
  EXPECT_NE(says("sm bound " + Kernels + "sgemm.sass --warps 4").find("port fp32"),
            std::string::npos);
  EXPECT_EQ(says("sm occupancy --regs 64 --threads 256 --shared 16384"),
            "4 blocks of threads, 32 of 64 warps; limited by registers\n");
  EXPECT_NE(says("sm fragment hmma.16816").find("    28.1    28.1"), std::string::npos);
  // Row 6 of D of octet 0: its thread group has threads 16 to 19, its own columns are 4 to 7.
  const auto volta = says("sm fragment hmma.884");
  EXPECT_NE(volta.find("  16.0/3  16.1/3  18.0/3  18.1/3  16.0/1  16.1/1  18.0/1  18.1/1\n"),
            std::string::npos)
      << volta;
  EXPECT_NE(volta.find("  18.0/1  18.0/1  18.1/1  18.1/1  18.0/0  18.0/0  18.1/0  18.1/0\n"),
            std::string::npos)
      << volta;
  EXPECT_NE(says("sm fragment imma.8816").find("    28.0    28.1    29.0    29.1    30.0"),
            std::string::npos);
  EXPECT_NE(says("sm list").find("HMMA.16816"), std::string::npos);
  EXPECT_NE(
      says("sm check " + Kernels + "saxpy.sass --words").find("FFMA R7, R6, c[0x0][0x164], R7"),
      std::string::npos);
  const auto early = file("early.sass", "--:-:-:-:3 IADD3 R1, R1, 1, RZ\n--:-:-:-:1 MOV R2, R1\n");
  const auto found = weft("sm check " + early);
  EXPECT_EQ(found.code, 1);
  EXPECT_NE(found.out.find("early.sass:2: MOV reads R1 1 cycles too early"), std::string::npos)
      << found.out;
}

TEST_F(WeftSm, RefusesWhatItCannotRun) {
  const auto k = file("k.sass", "FFMA R1, R2, R3, R4\nFROB R1\nEXIT\n");
  expect_refused("sm run " + k, "k.sass:2: FROB: no such instruction");
  const auto d = file("d.sass", "DADD R0, R2, R4\nEXIT\n");
  expect_refused("sm run " + d + " --arch turing", "turing has no unit for DADD (fp64)");
  const auto g = file("g.sass", "LDG R0, [RZ]\nEXIT\n");
  expect_refused("sm run " + g, "address 0x0 is outside of the memory");
  expect_refused("sm run " + g + " --deps control", "has no control prefixes");
  expect_refused("sm run " + g + " --args out:f9:1x1:x.npy", "f9: no element type");
  expect_refused("sm run " + g + " --engine tlm", "TLM: memory refuses address 0");
  expect_refused("sm run " + g + " --engine tlm --why", "--why: --engine tlm counts no reasons");
  expect_refused("sm run " + g + " --engine all --rate 8",
                 "--rate: --engine all has a memory of a sector a cycle");
  expect_refused("sm run " + g + " --engine tlm --arch small",
                 "--engine tlm: for a preset, not --arch small");
}

/// Divergence, a loop whose turns differ by thread, a barrier behind it. The last NOP is where a
/// warp that ended stands.
constexpr const char* Sums = R"(
    S2R R0, SR_TID.X
    S2R R1, SR_CTAID.X
    IMAD R2, R1, c[0x0][0x0], R0
    IADD3 R2, R2, c[0x0][0x160], RZ
    MOV R6, RZ
    MOV R3, R2
    BSSY B0, DONE
L:  IADD3 R6, R6, R3, RZ
    IADD3 R3, R3, -1, RZ
    ISETP.GE.AND P0, PT, R3, 1, PT
@P0 BRA L
    BSYNC B0
DONE:
    BAR.SYNC 0x0
    I2F R4, R6
    FFMA R5, R4, R4, R4
    EXIT
    NOP
)";

TEST_F(WeftSm, ABlockAloneRunsOnItsRtl) {
  const auto kernel = path("sums.sass");
  put(kernel, Sums);
  const auto run = "sm run " + kernel + " --arch small --grid 5 --block 10 --args 3 --registers";
  const auto out = says(run + " --engine all --why");
  EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
  for (const char* reason : {"issued", "scoreboard", "barrier", "branch", "idle"}) {
    EXPECT_NE(out.find(fmt::format("\n  {} ", reason)), std::string::npos) << reason << out;
  }
  for (unsigned block = 0; block < 5; ++block) {
    for (unsigned thread = 0; thread < 10; ++thread) {
      const unsigned n = 3 + 10 * block + thread, sum = n * (n + 1) / 2;
      const auto line = fmt::format(
          "block {} thread {}:{}{} R2={:#x} R4={:#x} R5={:#x} R6={:#x}\n", block, thread,
          thread == 0 ? "" : fmt::format(" R0={:#x}", thread),
          block == 0 ? "" : fmt::format(" R1={:#x}", block), n,
          std::bit_cast<std::uint32_t>(static_cast<float>(sum)),
          std::bit_cast<std::uint32_t>(
              std::fma(static_cast<float>(sum), static_cast<float>(sum), static_cast<float>(sum))),
          sum);
      EXPECT_NE(out.find(line), std::string::npos) << line << out;
    }
  }
  // Each engine alone says the same.
  const auto golden = says(run), rtl = says(run + " --engine rtl --seed 7");
  EXPECT_EQ(golden.substr(golden.find(" cycles")), rtl.substr(rtl.find(" cycles")));
}

/// Products and sums of FP16 pairs and FP64 on both engines, against the host.
TEST_F(WeftSm, ABlockAloneComputesOtherFormats) {
  const auto kernel = path("formats.sass");
  put(kernel, R"(
    S2R R0, SR_TID.X
    I2F R1, R0
    F2F.F64.F32 R2, R1
    DFMA R4, R2, R2, R2
    DADD R4, R4, -R2
    DMUL R4, R4, R2
    F2F.F32.F64 R6, R4
    F2F.F16.F32 R7, R1
    IMAD R8, R7, 65537, RZ
    HFMA2 R9, R8, R8, R8
    HADD2 R10, R9, -R8
    HMUL2 R11, R10, R8
    F2F.F32.F16 R12, R11
    F2F.BF16.F32 R13, R1
    F2F.F32.BF16 R14, R13
    EXIT
)");
  const auto out =
      says("sm run " + kernel + " --arch small --block 10 --registers --engine all --why");
  EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
  for (unsigned n = 1; n < 10; ++n) {
    const auto cube = std::bit_cast<std::uint64_t>(static_cast<double>(n * n * n));
    const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(n * n * n));
    const auto line =
        (cube & 0xffffffff) == 0
            ? fmt::format(" R5={:#x} R6={:#x} ", cube >> 32, word)
            : fmt::format(" R4={:#x} R5={:#x} R6={:#x} ", cube & 0xffffffff, cube >> 32, word);
    const auto at = out.find(fmt::format("block 0 thread {}:", n));
    ASSERT_NE(at, std::string::npos) << out;
    const auto text = out.substr(at, out.find('\n', at) - at);
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
    EXPECT_NE(text.find(fmt::format(" R12={:#x} ", word)), std::string::npos) << text;
    EXPECT_NE(
        text.find(fmt::format(" R14={:#x}", std::bit_cast<std::uint32_t>(static_cast<float>(n)))),
        std::string::npos)
        << text;
  }
}

/// Threads of different warps exchange words through shared memory, on both engines.
TEST_F(WeftSm, ABlockAloneHasSharedMemory) {
  const auto kernel = path("exchange.sass");
  put(kernel, R"(
.shared 128
    S2R R0, SR_TID.X
    SHL R1, R0, 2
    IADD3 R2, R0, c[0x0][0x160], RZ
    STS [R1+0x40], R2
    BAR.SYNC 0x0
    LOP.XOR R3, R1, 60
    LDS R4, [R3+0x40]
    SHFL.BFLY PT, R6, R2, 0x1, 0x1f
    LDS.128 R8, [RZ+0x50]
    LDS R5, [R1]
    EXIT
)");
  const auto run = "sm run " + kernel + " --arch small --block 16 --args 3 --registers --engine ";
  const auto out = says(run + "all --grid 2");
  EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
  for (unsigned thread = 1; thread < 16; ++thread) {
    const auto line = fmt::format(
        " thread {}: R0={:#x} R1={:#x} R2={:#x}{} R4={:#x} R6={:#x} R8=0x7 R9=0x8 R10=0x9 "
        "R11=0xa\n",
        thread, thread, 4 * thread, thread + 3,
        thread == 15 ? "" : fmt::format(" R3={:#x}", 60 - 4 * thread), 18 - thread,
        (thread ^ 1) + 3);
    EXPECT_NE(out.find(line), std::string::npos) << line << out;
  }
  // Words beyond the block of threads' own are refused, and more than there are.
  put(kernel, ".shared 64\nMOV R0, 64\nSTS [R0], R0\nEXIT\n");
  expect_refused(run + "all", "beyond the shared memory of 64 bytes");
  put(kernel, ".shared 4096\nEXIT\n");
  expect_refused(run + "all", "4096 bytes of shared memory, at most 1024,");
}

TEST_F(WeftSm, MathProgramsAreRoutinesOnTheRtl) {
  const auto out = says("math --engine rtl --step 268435459");
  EXPECT_NE(out.find("programs and routines are equal, bit for bit\n"), std::string::npos) << out;
  EXPECT_EQ(line_of(out, "sin")[3], 96) << out;
  EXPECT_EQ(line_of(out, "pow")[3], 192) << out;
}

TEST_F(WeftSm, MathProgramsAreRoutinesOnTheTlmModel) {
  const auto out = says("math --engine tlm --step 16777259");
  EXPECT_NE(out.find("programs and routines are equal, bit for bit\n"), std::string::npos) << out;
}

TEST_F(WeftSm, MathProgramsAreRoutinesForThousandsOfOperands) {
  const auto out = says("math --engine all");
  EXPECT_NE(out.find("programs and routines are equal, bit for bit\n"), std::string::npos) << out;
  EXPECT_EQ(line_of(out, "tan")[3], 3584) << out;
}

// A program as text is one that `weft sm run` takes.
TEST_F(WeftSm, MathProgramsAreKernels) {
  const auto kernel = path("rsqrt.sass");
  put(kernel, says("math --op rsqrt --program registers"));
  const auto out = says("sm run " + kernel +
                        " --arch small --engine all --grid 3 --block 16 --registers --args "
                        "0x40800000 0x01000000");
  EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
  EXPECT_NE(out.find("block 0 thread 1: R0=0x3e800000"), std::string::npos) << out;
  EXPECT_NE(out.find("block 2 thread 15: R0=0x27800000"), std::string::npos) << out;
}

/// saxpy on both engines, under memory of two speeds, against the host.
TEST_F(WeftSm, ABlockAloneLoadsAndStores) {
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> a(27), b(27);
  for (auto& v : a) v = static_cast<std::uint32_t>(0x3f000000 + random() % 0x1000000);
  for (auto& v : b) v = static_cast<std::uint32_t>(0xbf000000 + random() % 0x1000000);
  using enum sim::npy::dtype_e;
  const auto x = matrix("x.npy", F4, 3, 9, a), y = matrix("y.npy", F4, 3, 9, b);
  const auto out = path("out.npy");
  const auto run = fmt::format(
      "sm run {}saxpy.sass --arch small --grid 2 --block 16 --args 27 2.5 {} {}={} --engine all "
      "--why",
      Kernels, x, y, out);
  for (const char* memory : {"", " --latency 1 --rate 8"}) {
    const auto text = says(run + memory);
    EXPECT_NE(text.find("all equal\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  memory "), std::string::npos) << text;
    const auto sums = sim::npy::read(out);
    for (std::size_t n = 0; n < 27; ++n) {
      float sum = 0;
      std::memcpy(&sum, sums.bytes.data() + 4 * n, sizeof sum);
      EXPECT_EQ(sum, std::fma(2.5f, std::bit_cast<float>(a[n]), std::bit_cast<float>(b[n]))) << n;
    }
  }
  // One line names each operation's RTL.
  const auto list = says("sm list");
  EXPECT_NE(list.find("LDG        lsu     small youngest "), std::string::npos) << list;
  EXPECT_NE(list.find("BRA        branch  small paired_schedulers twin_ports youngest "),
            std::string::npos)
      << list;
  EXPECT_NE(list.find("HMMA.16816 tensor  matrix "), std::string::npos) << list;
}

/// Kernels of every preset on golden and on the TLM model, against the host.
TEST_F(WeftSm, EveryPresetRunsOnGoldenAndTlm) {
  std::vector<std::uint32_t> a(300), b(300), n(512);
  for (unsigned i = 0; i < 300; ++i) {
    a[i] = std::bit_cast<std::uint32_t>(0.25f * static_cast<float>(i) - 9);
    b[i] = std::bit_cast<std::uint32_t>(7.0f / static_cast<float>(i + 1));
  }
  for (unsigned i = 0; i < 512; ++i) n[i] = 0x9e3779b9u * i;
  using enum sim::npy::dtype_e;
  const auto x = matrix("x.npy", F4, 1, 300, a), y = matrix("y.npy", F4, 1, 300, b);
  const auto z = matrix("z.npy", U4, 1, 512, n);
  for (const char* arch : {"fermi", "kepler", "maxwell", "pascal", "volta", "turing", "ampere"}) {
    SCOPED_TRACE(arch);
    const auto out = path(std::string(arch) + ".npy"), sums = path(std::string(arch) + "_sum.npy");
    const auto run =
        says(fmt::format("sm run {}saxpy.sass --arch {} --engine all --policy lrr --latency 30 "
                         "--grid 5 --block 64 --args 300 "
                         "2.5 {} {}={}",
                         Kernels, arch, x, y, out));
    EXPECT_NE(run.find("all equal\n"), std::string::npos) << run;
    const auto found = sim::npy::read(out);
    for (unsigned i = 0; i < 300; ++i) {
      const float sum = std::fma(2.5f, std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]));
      EXPECT_EQ(found.bits(i), std::bit_cast<std::uint32_t>(sum)) << i;
    }
    says(
        fmt::format("sm run {}reduction.sass --arch {} --engine tlm --grid 2 --block 256 --args "
                    "{} out:u4:1x2:{}",
                    Kernels, arch, z, sums));
    for (unsigned block = 0; block < 2; ++block) {
      std::uint32_t sum = 0;
      for (unsigned i = 0; i < 256; ++i) sum += n[256 * block + i];
      EXPECT_EQ(sim::npy::read(sums).bits(block), sum);
    }
  }
}

/// The RTL of blocks of presets, their depths included.
TEST_F(WeftSm, ABlockOfAPresetRunsOnItsRtl) {
  std::vector<std::uint32_t> a(50), b(50);
  for (unsigned i = 0; i < 50; ++i) {
    a[i] = 0x3f800000 + (i << 16);
    b[i] = 0xc0000000 + (i << 15);
  }
  using enum sim::npy::dtype_e;
  const auto x = matrix("x.npy", F4, 5, 10, a), y = matrix("y.npy", F4, 5, 10, b);
  const auto out = path("out.npy");
  for (const char* arch : {"fermi_block", "pascal_block", "volta_block"}) {
    const auto text = says(fmt::format(
        "sm run {}saxpy.sass --arch {} --engine all --grid 7 --block 8 --args 50 2.5 {} {}={}",
        Kernels, arch, x, y, out));
    EXPECT_NE(text.find("all equal\n"), std::string::npos) << arch << text;
    const auto found = sim::npy::read(out);
    for (std::size_t i = 0; i < 50; ++i) {
      const float sum = std::fma(2.5f, std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]));
      EXPECT_EQ(found.bits(i), std::bit_cast<std::uint32_t>(sum)) << arch << i;
    }
  }
}

/// A grid on golden's multiprocessor of a configuration and on its RTL: saxpy, a sum of the threads
/// of two blocks by shared memory and a barrier.
TEST_F(WeftSm, AMultiprocessorRunsAGridOnItsRtl) {
  std::vector<std::uint32_t> a(60), b(60);
  for (std::uint32_t n = 0; n < 60; ++n) {
    a[n] = 0x3f800000 + (n << 16);
    b[n] = 0xc0000000 + (n << 15);
  }
  using enum sim::npy::dtype_e;
  const auto x = matrix("x.npy", F4, 6, 10, a), y = matrix("y.npy", F4, 6, 10, b);
  const auto out = path("out.npy"), wave = path("x.fst");
  const auto text = says(fmt::format(
      "sm run {}saxpy.sass --arch two_blocks --grid 3 --block 22 --args 60 2.5 {} {}={} --engine "
      "all --rate 8",
      Kernels, x, y, out));
  EXPECT_NE(text.find("all equal\n"), std::string::npos) << text;
  const auto sums = sim::npy::read(out);
  for (std::size_t n = 0; n < 60; ++n) {
    float sum = 0;
    std::memcpy(&sum, sums.bytes.data() + 4 * n, sizeof sum);
    EXPECT_EQ(sum, std::fma(2.5f, std::bit_cast<float>(a[n]), std::bit_cast<float>(b[n]))) << n;
  }

  const auto kernel = path("sum.sass");
  put(kernel,
      ".shared 192\nS2R R0, SR_TID.X\nSHL R1, R0, 2\nSTS [R1], R0\nBAR.SYNC 0x0\n"
      "MOV R2, 0\nMOV R3, 0\nBSSY B0, done\nnext:\nLDS R4, [R2]\nIADD3 R3, R3, R4, RZ\n"
      "IADD3 R2, R2, 4, RZ\nISETP.LT.AND P0, PT, R2, 192, PT\n@P0 BRA next\nBSYNC B0\n"
      "done:\nMOV R5, 4\nIMAD.WIDE R6, R0, R5, c[0x0][0x160]\nSTG.E [R6.64], R3\nEXIT\nNOP\n");
  const auto all = path("all.npy");
  const auto run =
      says("sm run " + kernel + " --arch two_blocks --block 12x4 --engine all --wave " + wave +
           " --args out:u4:1x12:" + all);
  EXPECT_NE(run.find("all equal\n"), std::string::npos) << run;
  // Rows of 12 threads: each row stores the numbers along x, and 36 words stay zero.
  const auto words = sim::npy::read(all);
  for (std::size_t n = 0; n < 12; ++n) {
    std::uint32_t sum = 0;
    std::memcpy(&sum, words.bytes.data() + 4 * n, sizeof sum);
    EXPECT_EQ(sum, 66u) << n;
  }
  expect_gtkwave_loads(wave, path("x.gtkw"), {{"rst_ni", "1"}});
}

TEST_F(WeftSm, TensorInstructionsNeedABlockThatHasThem) {
  const auto kernel = path("steps.sass");
  put(kernel, "MOV R0, 0x40003c00\nMOV R1, R0\nHMMA.884.F32.F32.STEP0 R2, R0, R0, RZ\nEXIT\n");
  expect_refused("sm run " + kernel + " --arch small --block 4",
                 kernel + ":3: weft_sm_block small has no HMMA.884");
  const auto text = says("sm run " + kernel + " --arch matrix --block 32 --registers");
  EXPECT_NE(text.find("R2=0x41200000"), std::string::npos) << text;  // 1 + 4 + 1 + 4
  put(kernel, "HMMA.16816.F32.BF16 R4, R0, R0, RZ\nEXIT\n");
  expect_refused("sm run " + kernel + " --arch matrix --block 32",
                 kernel + ":1: weft_sm_block matrix has no HMMA.16816.F32.BF16");
}

TEST_F(WeftSm, WritesAWaveformThatGtkwaveLoads) {
  const auto kernel = path("sums.sass");
  put(kernel, Sums);
  const auto wave = path("x.fst"), view = path("x.gtkw");
  const auto text =
      says("sm run " + kernel + " --arch small --engine rtl --args 3 --block 16 --wave " + wave);
  EXPECT_NE(text.find("waveform: " + wave + ", view: gtkwave " + view + "\n"), std::string::npos)
      << text;
  expect_gtkwave_loads(wave, view, {{"rst_ni", "1"}});
}

}  // namespace
}  // namespace weft::sm_command_test
