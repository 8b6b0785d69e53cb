// SPDX-License-Identifier: Apache-2.0
//
// The program `weft` as a user calls it: reports, files, exit codes, one line for bad input.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/program/program_test.hpp"

namespace weft::weft_test {
namespace {

namespace npy = sim::npy;

class WeftGemm : public program_test {
 protected:
  std::string path(const std::string& name) { return (folder_ / name).string(); }

  /// Small whole numbers, exact in every type.
  std::string matrix(const std::string& name, npy::dtype_e dtype, unsigned rows, unsigned cols) {
    std::mt19937 rng(rows * 1000 + cols);
    const std::vector<std::uint16_t> halves{0x0000, 0x3c00, 0xbc00, 0x4000, 0xc200};  // 0 1 -1 2 -3
    const std::vector<std::uint32_t> floats{0, 0x3f800000, 0xbf800000, 0x40000000, 0xc0400000};
    std::vector<std::uint32_t> values(std::size_t{rows} * cols);
    for (auto& x : values) {
      const auto pick = rng() % 5;
      x               = dtype == npy::dtype_e::F2   ? halves[pick]
                        : dtype == npy::dtype_e::F4 ? floats[pick]
                                                    : static_cast<std::uint32_t>(pick) - 2;
    }
    npy::write(folder_ / name, npy::pack(dtype, rows, cols, values));
    return path(name);
  }

  /// Rows for columns of a file of FP16.
  std::string transposed(const std::string& name, const std::string& from) {
    const auto x    = npy::read(from);
    const auto bits = npy::bits(x, {npy::dtype_e::F2});
    std::vector<std::uint64_t> turned;
    for (unsigned col = 0; col < x.cols; ++col) {
      for (unsigned row = 0; row < x.rows; ++row) turned.push_back(bits[row * x.cols + col]);
    }
    npy::write(folder_ / name, npy::pack(npy::dtype_e::F2, x.cols, x.rows, turned));
    return path(name);
  }

  std::vector<std::uint64_t> sums(const std::string& name) {
    return npy::bits(npy::read(path(name)), {npy::dtype_e::F4, npy::dtype_e::I4});
  }

  /// Bad input, and no new file.
  void expect_refused(const std::string& arguments, const std::string& what) {
    const auto before = folder_.names().size();
    program_test::expect_refused(arguments, what);
    EXPECT_EQ(folder_.names().size(), before) << arguments;
  }
};

TEST_F(WeftGemm, ThreeEnginesAgreeOnFp16) {
  const auto a   = matrix("a.npy", npy::dtype_e::F2, 19, 23),
             b   = matrix("b.npy", npy::dtype_e::F2, 23, 21);
  const auto out = says("gemm " + a + " " + b + " -o " + path("d.npy"));
  EXPECT_NE(out.find("all 399 results of 3 engines are equal, bit for bit"), std::string::npos);
  EXPECT_NE(out.find("cycles: equal"), std::string::npos);
  EXPECT_NE(out.find("largest error against the exact product: 0 "), std::string::npos) << out;

  // D against sums written out here.
  const auto value = [](std::uint64_t half) {
    return half == 0 ? 0 : half == 0x3c00 ? 1 : half == 0xbc00 ? -1 : half == 0x4000 ? 2 : -3;
  };
  const auto ma = npy::read(a), mb = npy::read(b), d = npy::read(path("d.npy"));
  const auto bits = npy::bits(d, {npy::dtype_e::F4});
  for (unsigned i = 0; i < 19; ++i) {
    for (unsigned j = 0; j < 21; ++j) {
      int sum = 0;
      for (unsigned k = 0; k < 23; ++k)
        sum += value(ma.bits(i * 23 + k)) * value(mb.bits(k * 21 + j));
      EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(bits[i * 21 + j])),
                static_cast<float>(sum));
    }
  }
}

TEST_F(WeftGemm, ThreeEnginesAgreeOnInt8WithAddendAndStalls) {
  const auto a   = matrix("a.npy", npy::dtype_e::I1, 9, 40),
             b   = matrix("b.npy", npy::dtype_e::I1, 40, 7);
  const auto c   = matrix("c.npy", npy::dtype_e::I4, 9, 7);
  const auto out = says("gemm " + a + " " + b + " --c " + c +
                        " --type int8 --array 5x3 --stall 30 --seed 9 --json");
  EXPECT_NE(out.find("\"values_agree\": true"), std::string::npos) << out;
  EXPECT_NE(out.find("\"cycles_agree\": true"), std::string::npos) << out;
}

TEST_F(WeftGemm, EveryTypeAgreesOnThreeEnginesInEveryFlow) {
  const auto agree = [&](const std::string& arguments) {
    const auto out = says("gemm " + arguments + " --array 4x4");
    EXPECT_NE(out.find("results of 3 engines are equal, bit for bit"), std::string::npos)
        << arguments << '\n'
        << out;
    EXPECT_NE(out.find("cycles: equal"), std::string::npos) << arguments << '\n' << out;
    EXPECT_NE(out.find("largest error against the exact product: 0 "), std::string::npos)
        << arguments << '\n'
        << out;
  };
  const auto a = matrix("a.npy", npy::dtype_e::F4, 9, 13),
             b = matrix("b.npy", npy::dtype_e::F4, 13, 6);
  for (const char* type : {"--type fp16", "--type bf16", "--type tf32", "--type e4m3",
                           "--type e5m2", "--type fp16-fp16", "--type fp32", "--type fp64",
                           "--profile v100-hmma-fp16", "--profile a100-hmma-bf16"}) {
    for (const char* flow : {"os", "ws", "bi", "is", "auto"}) {
      agree(a + " " + b + " --narrow " + type + " --dataflow " + flow);
    }
  }
  const auto i8  = matrix("i8.npy", npy::dtype_e::I1, 9, 13),
             j8  = matrix("j8.npy", npy::dtype_e::I1, 13, 6);
  const auto u8  = matrix("u8.npy", npy::dtype_e::U1, 9, 13),
             v8  = matrix("v8.npy", npy::dtype_e::U1, 13, 6);
  const auto i16 = matrix("i16.npy", npy::dtype_e::I2, 9, 13),
             j16 = matrix("j16.npy", npy::dtype_e::I2, 13, 6);
  for (const char* flow : {"os", "ws", "bi"}) {
    const auto in = std::string(" --dataflow ") + flow;
    agree(i8 + " " + j8 + " --type int8" + in);
    agree(i8 + " " + j8 + " --type int4" + in);
    agree(u8 + " " + v8 + " --type uint8" + in);
    agree(i8 + " " + v8 + " --type int8-uint8" + in);
    agree(u8 + " " + j8 + " --type uint8-int8" + in);
    agree(i16 + " " + j16 + " --type int16" + in);
  }
}

TEST_F(WeftGemm, TurnsOperandsThatLieTransposed) {
  const auto a  = matrix("a.npy", npy::dtype_e::F2, 11, 18),
             b  = matrix("b.npy", npy::dtype_e::F2, 18, 13);
  const auto at = transposed("at.npy", a), bt = transposed("bt.npy", b);
  says("gemm " + a + " " + b + " --array 4x4 -o " + path("d.npy"));
  const auto wanted = sums("d.npy");
  for (const char* flow : {"os", "ws", "bi", "is", "core"}) {
    for (const auto& operands : {at + " " + b + " --transpose-a", a + " " + bt + " --transpose-b",
                                 at + " " + bt + " --transpose-a --transpose-b"}) {
      const auto out =
          says("gemm " + operands + " --array 4x4 -o " + path("t.npy") + " --dataflow " + flow);
      EXPECT_NE(out.find("results of 3 engines are equal, bit for bit"), std::string::npos) << out;
      EXPECT_NE(out.find("cycles: equal"), std::string::npos) << out;
      EXPECT_EQ(sums("t.npy"), wanted) << operands << ' ' << flow;
    }
  }
  expect_refused("gemm " + a + " " + b + " --array 4x4 --transpose-a", "a.npy");
  expect_refused("gemm " + at + " " + b + " --array 3x5 --transpose-a", "3x5+transposes");
}

TEST_F(WeftGemm, SparseFinishedAndBiasedProducts) {
  // Row i of A: of each four, number i mod 3 and the last; the rest zeros.
  std::vector<std::uint32_t> sparse(9 * 16), bias(7);
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  for (std::size_t i = 0; i < sparse.size(); ++i) {
    const bool there = i % 4 == 3 || i % 4 == i / 16 % 3;
    sparse[i]        = there ? static_cast<std::uint32_t>(1 + rng() % 100) : 0;
  }
  for (auto& x : bias) x = static_cast<std::uint32_t>(rng() % 2000) - 1000;
  npy::write(folder_ / "s.npy", npy::pack(npy::dtype_e::I1, 9, 16, sparse));
  npy::write(folder_ / "bias.npy", npy::pack(npy::dtype_e::I4, 1, 7, bias));
  const auto b    = matrix("b.npy", npy::dtype_e::I1, 16, 7);
  const auto both = "gemm " + path("s.npy") + " " + b + " --type int8 --array 8x8";

  const auto dense = says(both + " -o " + path("dense.npy")),
             out   = says(both + " --sparse-a -o " + path("thin.npy"));
  EXPECT_NE(out.find("results of 3 engines are equal, bit for bit"), std::string::npos) << out;
  EXPECT_NE(out.find("2:4"), std::string::npos) << out;
  EXPECT_EQ(sums("thin.npy"), sums("dense.npy"));

  says(both + " --sparse-a --relu --out int8 --scale 0.25 --bias " + path("bias.npy") + " -o " +
       path("small.npy"));
  const auto sum   = sums("dense.npy"),
             small = npy::bits(npy::read(path("small.npy")), {npy::dtype_e::I1});
  for (std::size_t i = 0; i < small.size(); ++i) {
    const double exact =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(sum[i]) + bias[i % 7]);
    const double kept = std::clamp(std::nearbyint(std::max(exact, 0.0) / 4), -128.0, 127.0);
    EXPECT_EQ(static_cast<std::int8_t>(small[i]), kept) << i;
  }

  expect_refused("gemm " + matrix("full.npy", npy::dtype_e::I1, 4, 16) + " " + b +
                     " --type int8 --array 8x8 --sparse-a",
                 "full.npy: row");
  expect_refused(both + " --sparse-a --dataflow is", "sparse");
  expect_refused(both + " --sparse-a --transpose-a", "--sparse-a");
  expect_refused(both + " --out int4", "int4");
  expect_refused(both + " --bias " + b, "b.npy");
}

TEST_F(WeftGemm, BlockScalesComeFromFilesOfTheirOwn) {
  const auto a  = matrix("a.npy", npy::dtype_e::F4, 5, 40),
             b  = matrix("b.npy", npy::dtype_e::F4, 40, 3);
  const auto ab = a + " " + b + " --narrow --profile b200-mx-e4m3 --array 2x2";
  npy::write(folder_ / "sa.npy",
             npy::pack<std::uint32_t>(npy::dtype_e::U1, 5, 2,
                                      {127, 128, 126, 127, 127, 129, 130, 127, 127, 127}));
  npy::write(folder_ / "sb.npy",
             npy::pack<std::uint32_t>(npy::dtype_e::U1, 2, 3, {127, 127, 128, 126, 127, 127}));
  const auto out =
      says("gemm " + ab + " --scale-a " + path("sa.npy") + " --scale-b " + path("sb.npy"));
  EXPECT_NE(out.find("results of 3 engines are equal, bit for bit"), std::string::npos) << out;
  EXPECT_NE(out.find("largest error against the exact product: 0 "), std::string::npos) << out;
  expect_refused("gemm " + ab, "needs block scales");
  expect_refused("gemm " + ab + " --scale-a " + path("sb.npy") + " --scale-b " + path("sb.npy"),
                 "sb.npy: 2 x 3");
  expect_refused("gemm " + a + " " + b + " --narrow --array 4x4 --scale-a " + path("sa.npy"),
                 "no block");
}

TEST_F(WeftGemm, ComputesProfilesThatNoArrayHas) {
  const auto a   = matrix("a.npy", npy::dtype_e::F4, 5, 40),
             b   = matrix("b.npy", npy::dtype_e::F4, 40, 3);
  const auto amx = "gemm " + a + " " + b + " --narrow --profile amx-tdpbf16ps";
  const auto out = says(amx + " --engine golden");
  EXPECT_NE(out.find("no array"), std::string::npos) << out;
  EXPECT_NE(out.find("largest error against the exact product: 0 "), std::string::npos) << out;
  expect_refused(amx, "--engine golden");
}

TEST_F(WeftGemm, TakesProfilesOfOnesOwn) {
  // 1 - 2^-24, which a V100 has no place for.
  npy::write(folder_ / "a.npy", npy::pack<std::uint16_t>(npy::dtype_e::F2, 1, 2, {0x3c00, 0x8c00}));
  npy::write(folder_ / "b.npy", npy::pack<std::uint16_t>(npy::dtype_e::F2, 2, 1, {0x3c00, 0x0c00}));
  const auto ab    = "gemm " + path("a.npy") + " " + path("b.npy") + " --array 2x2 ";
  const auto error = [&](const std::string& arguments) {
    const auto out = says(ab + arguments);
    return out.find("largest error against the exact product: 0 ") == std::string::npos;
  };
  EXPECT_TRUE(error("--engine golden --profile v100-hmma-fp16"));
  EXPECT_FALSE(error("--engine golden --profile v100-hmma-fp16 --with grid=24"));
  EXPECT_FALSE(error("--engine tlm --profile v100-hmma-fp16+grid=24"));
  const auto own = (folder_ / "own.json").string();
  std::ofstream(own) << R"({"name": "mine", "a": "fp16", "algo": "Joint", "grid": 24,)"
                     << R"( "round": "TowardZero"})";
  EXPECT_FALSE(error("--engine golden --profile " + own));
  expect_refused(ab + "--engine rtl --profile " + own, "mine");
  expect_refused(ab + "--type fp16 --with grid=24", "--with grid=24: needs --profile");
}

TEST_F(WeftGemm, RefusesTypesFlowsAndProfilesThatAreNone) {
  const auto f = matrix("f.npy", npy::dtype_e::F4, 4, 4),
             u = matrix("u.npy", npy::dtype_e::U1, 4, 4);
  const auto i = matrix("i.npy", npy::dtype_e::I1, 4, 4);
  expect_refused("gemm " + f + " " + f + " --type fp32 --dataflow sw --array 4x4", "sw");
  expect_refused("gemm " + i + " " + u + " --type int8-uint8 --dataflow is --array 4x4",
                 "two types");
  expect_refused("gemm " + f + " " + f + " --narrow --profile h900 --array 4x4", "h900");
  expect_refused("gemm " + f + " " + f + " --narrow --profile h100-mma-e4m3 --array 4x4",
                 "h100-mma-e4m3");
  expect_refused("gemm " + f + " " + f + " --type bf16 --array 4x4", "f.npy");
  expect_refused("gemm " + u + " " + i + " --type int8 --array 4x4", "u.npy");
  npy::write(folder_ / "nine.npy", npy::pack<std::uint32_t>(npy::dtype_e::I1, 1, 2, {7, 9}));
  expect_refused("gemm " + path("nine.npy") + " " + i + " --type int4 --array 4x4", "column 1: 9");
  expect_refused("cycles --shapes 4x4x4 --dataflow up", "up");
}

TEST_F(WeftGemm, TakesAnyArrayUpTo64x64OnGoldenAndTlm) {
  const auto a    = matrix("a.npy", npy::dtype_e::F2, 70, 9),
             b    = matrix("b.npy", npy::dtype_e::F2, 9, 70);
  const auto gemm = "gemm " + a + " " + b + " --array 64x64 --stall 10 --engine ";
  for (const char* engine : {"golden", "tlm"}) {
    const auto out = says(gemm + engine);
    EXPECT_NE(out.find("error against the exact product: 0 "), std::string::npos) << out;
  }
}

TEST_F(WeftGemm, WritesAWaveformThatGtkwaveLoads) {
  const auto a = matrix("a.npy", npy::dtype_e::F2, 9, 5),
             b = matrix("b.npy", npy::dtype_e::F2, 5, 9);
  says("gemm " + a + " " + b + " --array 4x4 --wave " + path("run.fst"));
  expect_gtkwave_loads(path("run.fst"), path("run.gtkw"));
}

TEST_F(WeftGemm, NarrowsOnlyWhenAsked) {
  const auto a = matrix("a.npy", npy::dtype_e::F4, 3, 3);
  expect_refused("gemm " + a + " " + a, "a.npy");
  says("gemm " + a + " " + a + " --narrow --array 4x4");
}

TEST_F(WeftGemm, RefusesBadInputInOneLine) {
  const auto a = matrix("a.npy", npy::dtype_e::F2, 4, 5),
             b = matrix("b.npy", npy::dtype_e::F2, 5, 6);
  const auto i = matrix("i.npy", npy::dtype_e::I1, 5, 6),
             c = matrix("c.npy", npy::dtype_e::F4, 4, 5);
  put(folder_ / "text.npy", "this is no array\n");
  put(folder_ / "cut.npy", get(folder_ / "a.npy").substr(0, 130));
  const auto ab = "gemm " + a + " " + b;
  expect_refused("gemm " + path("none.npy") + " " + b, "none.npy");
  expect_refused("gemm " + path("text.npy") + " " + b, "text.npy");
  expect_refused("gemm " + path("cut.npy") + " " + b, "cut.npy");
  expect_refused("gemm " + a + " " + i, "i.npy");
  expect_refused("gemm " + a + " " + a, "4 x 5 does not fit");
  expect_refused(ab + " --c " + c, "4 x 5, but A * B is 4 x 6");
  expect_refused(ab + " --type fp8", "fp8");
  expect_refused(ab + " --array 7x7", "7x7");
  expect_refused(ab + " --array 0x4", "0x4");
  expect_refused(ab + " --array 4x4x4", "4x4x4");
  expect_refused(ab + " --engine fpga", "fpga");
  expect_refused(ab + " --stall 95", "95");
  expect_refused(ab + " --stall much", "much");
  expect_refused(ab + " --wave " + path("no/such.fst"), "no");
  expect_refused(ab + " --engine golden --wave " + path("x.fst"), "x.fst");
  expect_refused(ab + " -o " + path("no/such.npy"), "no");
  expect_refused(ab + " --colour", "colour");
  const auto tall = matrix("tall.npy", npy::dtype_e::F2, 65535, 1);
  const auto wide = matrix("wide.npy", npy::dtype_e::F2, 1, 65535);
  expect_refused("gemm " + tall + " " + wide, "65535 x 65535 is too large");
  expect_refused("gemm " + a, "B");
  expect_refused("frobnicate", "frobnicate");
}

TEST_F(WeftGemm, ConvolvesThePicture) {
  const std::string demo = std::string(WEFT_SOURCE_DIR) + "/docs/demo/";
  const auto out =
      says("conv " + demo + "picture.png --filters " + demo + "filters.json -o " +
           path("maps.png") + " --save-operands " + folder_.path().string() + " --type int8");
  EXPECT_NE(out.find("3 engines are equal"), std::string::npos);
  EXPECT_EQ(get(folder_ / "maps.png").substr(1, 3), "PNG");
  EXPECT_EQ(npy::read(path("A.npy")).cols, 25u);
  expect_refused("conv " + demo + "picture.png --filters " + demo +
                     "filters.json --save-operands " + path("A.npy") + "/sub",
                 "A.npy/sub");
  expect_refused("conv " + path("A.npy") + " --filters " + demo + "filters.json", "A.npy");
  expect_refused("conv " + demo + "picture.png --filters " + demo + "picture.png", "picture.png");
}

TEST_F(WeftGemm, ConvolvesThePictureFromBuffersAcrossRows) {
  const std::string demo = std::string(WEFT_SOURCE_DIR) + "/docs/demo/";
  put(folder_ / "f.json",
      R"({"filters": [{"name": "x", "taps": [[1, 2, -1], [0, 4, 2], [1, 1, 1]]}]})");
  const auto conv = "conv " + demo + "picture.png --direct --filters ";
  const auto out  = says(conv + path("f.json") + " --array 4x4 --stall 10");
  EXPECT_NE(out.find("3 engines are equal"), std::string::npos) << out;
  EXPECT_NE(out.find("cycles: equal"), std::string::npos) << out;
  EXPECT_NE(out.find("equal to im2col's, bit for bit"), std::string::npos) << out;
  const auto once = says(conv + path("f.json") + " --engine golden --json");
  EXPECT_NE(once.find("\"bytes\": 38400"), std::string::npos) << once;
  EXPECT_NE(once.find("\"bytes_im2col\": 345600"), std::string::npos) << once;
  expect_refused(conv + path("f.json") + " --dataflow os", "--dataflow os");
  expect_refused(conv + path("f.json") + " --array 17x4 --engine golden", "17x4");
  put(folder_ / "wide.json", R"({"filters": [{"name": "x", "taps": [[1, 2, 3, 4, 5, 6, 7]]}]})");
  expect_refused(conv + path("wide.json") + " --engine golden", "1 x 7");
  const auto chain = says("chain --pes 1 2 4 --array 4x4 --height 4");
  EXPECT_NE(chain.find("4 elements do 4.00 times"), std::string::npos) << chain;
  expect_refused("chain --pes 5 --array 4x4", "--pes 5");
}

TEST_F(WeftGemm, BenchPrintsATableRowForEachSize) {
  const auto out = says("bench --type int8 --array 8x8 --sizes 16 24 --wave " + path("b.fst"));
  EXPECT_NE(out.find("| 16^3 | 91 | 87 |"), std::string::npos) << out;
  EXPECT_NE(out.find("| 24^3 |"), std::string::npos) << out;
  EXPECT_NE(get(folder_ / "b.gtkw").find(path("b.fst")), std::string::npos);
}

TEST_F(WeftGemm, CyclesOfAnyShapeWithoutAnEngine) {
  const auto out = says("cycles --array 16x16 --shapes 64x64x64,1x64x64");
  EXPECT_NE(out.find("1075"), std::string::npos) << out;
  EXPECT_NE(out.find("307"), std::string::npos) << out;
  expect_refused("cycles --shapes 0x4x4", "0x4x4");
  expect_refused("cycles --array 4by4 --shapes 4x4x4", "4by4");
}

TEST_F(WeftGemm, TheSystemcExampleRuns) {
  const auto r = run(folder_, WEFT_EXAMPLE);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, get(WEFT_SOURCE_DIR "/systemc/tensor_example.txt"));
}

}  // namespace
}  // namespace weft::weft_test
