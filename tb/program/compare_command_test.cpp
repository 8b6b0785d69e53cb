// SPDX-License-Identifier: Apache-2.0
//
// `weft compare` as a user calls it. Python's parser says whether a picture is XML.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/program/program_test.hpp"

namespace weft::compare_command_test {
namespace {

namespace npy = sim::npy;
using npy::dtype_e;

class WeftCompare : public program_test {
 protected:
  template <class T>
  std::string matrix(const std::string& name, dtype_e dtype, unsigned rows, unsigned cols,
                     const std::vector<T>& values) {
    const auto path = folder_ / name;
    npy::write(path, npy::pack(dtype, rows, cols, values));
    return path.string();
  }

  /// [1 -2^-12] * [1 2^-12]^T = 1 - 2^-24, in FP16.
  std::string near_one() {
    const std::vector<std::uint16_t> a{0x3c00, 0x8c00}, b{0x3c00, 0x0c00};
    return matrix("a.npy", dtype_e::F2, 1, 2, a) + " " + matrix("b.npy", dtype_e::F2, 2, 1, b);
  }
};

TEST_F(WeftCompare, MeasuresAgainstTheExactSumAndEachOther) {
  EXPECT_EQ(says("compare --profiles v100-hmma-fp16,h100-wgmma-fp16,h100-wgmma-fp16-f16acc " +
                 near_one()),
            "| against the exact sum | differ | smaller | larger | median/ulp | largest/ulp | not "
            "finite |\n"
            "|---|---|---|---|---|---|---|\n"
            "| v100-hmma-fp16 | 100.00 % | 0.00 % | 100.00 % | 1 | 1 | 0 |\n"
            "| h100-wgmma-fp16 | 0.00 % | 0.00 % | 0.00 % | 0 | 0 | 0 |\n"
            "| h100-wgmma-fp16-f16acc | 0.00 % | 0.00 % | 0.00 % | 0 | 0 | 0 |\n"
            "\n"
            "| against each other | differ | median/ulp | largest/ulp |\n"
            "|---|---|---|---|\n"
            "| v100-hmma-fp16 and h100-wgmma-fp16 | 100.00 % | 1 | 1 |\n");
}

TEST_F(WeftCompare, ComparesProfilesOfOnesOwn) {
  const auto own = (folder_ / "own.json").string();
  std::ofstream(own) << R"([{"name": "mine", "a": "fp16", "algo": "Joint", "grid": 23}])";
  const auto out = says("compare --profiles v100-hmma-fp16,v100-hmma-fp16+grid=24," + own + "," +
                        own + ":mine+algo=Exact --with lanes=4 --with depth=4 " + near_one());
  for (const char* row : {"| v100-hmma-fp16 | 100.00 % |", "| v100-hmma-fp16+grid=24 | 0.00 % |",
                          "| mine | 100.00 % |", "| own.json:mine+algo=Exact | 0.00 % |"}) {
    EXPECT_NE(out.find(row), std::string::npos) << out;
  }
}

TEST_F(WeftCompare, AddsC) {
  const auto c   = matrix("c.npy", dtype_e::F4, 1, 1, std::vector<std::uint32_t>{0xbf800000});
  const auto out = says("compare --json --profiles v100-hmma-fp16 --c " + c + " " + near_one());
  // 1 - 2^-24 - 1 is nothing on a V100, which is all of the exact sum's places away.
  EXPECT_NE(out.find(fmt::format("\"largest_ulp\": {}", 0x33800000)), std::string::npos) << out;
}

// The same operands as bits, as exact numbers, and rounded.
TEST_F(WeftCompare, TakesBitsOfAnyFormat) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  constexpr unsigned M = 5, K = 40, N = 7;
  const auto bf16 = [&](std::size_t n) {
    std::vector<std::uint16_t> out(n);
    for (auto& x : out) x = static_cast<std::uint16_t>((rng() & 0x87ff) | 0x3800);
    return out;
  };
  const auto widened = [](const std::vector<std::uint16_t>& x) {
    std::vector<std::uint32_t> out;
    for (const auto word : x) out.push_back(std::uint32_t{word} << 16);
    return out;
  };
  const auto a = bf16(M * K), b = bf16(K * N);
  const std::string start = "compare --profiles h100-wgmma-bf16,a100-hmma-bf16,arm-bfdot-ebf1 ";
  const auto bits         = says(start + matrix("a.npy", dtype_e::U2, M, K, a) + " " +
                                 matrix("b.npy", dtype_e::U2, K, N, b));
  const auto narrowed = says(start + "--narrow " + matrix("c.npy", dtype_e::F4, M, K, widened(a)) +
                             " " + matrix("d.npy", dtype_e::F4, K, N, widened(b)));
  EXPECT_EQ(bits, narrowed);
  // They are not all alike.
  EXPECT_EQ(bits.find("| h100-wgmma-bf16 and arm-bfdot-ebf1 | 0.00 %"), std::string::npos) << bits;

  const auto tf32 =
      says("compare --profiles h100-wgmma-tf32 " + matrix("e.npy", dtype_e::U4, M, K, widened(a)) +
           " " + matrix("f.npy", dtype_e::U4, K, N, widened(b)));
  EXPECT_EQ(tf32, says("compare --profiles h100-wgmma-tf32 " + (folder_ / "c.npy").string() + " " +
                       (folder_ / "d.npy").string()));
}

/// No two texts of a line overlap, at 0.6 of the font size a character, and all are in the picture.
void expect_text_apart(const std::string& svg) {
  const auto attribute = [](const std::string& element, const std::string& name) -> std::string {
    const auto at = element.find(' ' + name + "=\"");
    if (at == std::string::npos) return "";
    const auto from = at + name.size() + 3;
    return element.substr(from, element.find('"', from) - from);
  };
  const double width = std::stod(attribute(svg, "width"));
  std::map<double, std::vector<std::tuple<double, double, std::string>>> lines;
  std::istringstream in(svg);
  for (std::string element; std::getline(in, element);) {
    if (!element.starts_with("<text")) continue;
    const auto from = element.find('>') + 1;
    const auto text = element.substr(from, element.find('<', from) - from);
    const auto size = attribute(element, "font-size"), anchor = attribute(element, "text-anchor");
    const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
    const double wide =
        0.6 * (size.empty() ? 12 : std::stod(size)) * static_cast<double>(characters);
    const double x    = std::stod(attribute(element, "x"));
    const double left = x - (anchor == "end" ? wide : anchor == "middle" ? wide / 2 : 0);
    lines[std::stod(attribute(element, "y"))].emplace_back(left, left + wide, text);
  }
  EXPECT_GE(lines.size(), 4U);
  for (auto& [y, texts] : lines) {
    std::ranges::sort(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto& [left, right, text] = texts[i];
      EXPECT_LE(right, width) << text;
      EXPECT_GE(left, i == 0 ? 0 : std::get<1>(texts[i - 1])) << text;
    }
  }
}

TEST_F(WeftCompare, DrawsAHistogram) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  std::vector<std::uint16_t> x(64 * 64);
  for (auto& word : x) word = static_cast<std::uint16_t>((rng() & 0x83ff) | (13 + rng() % 4) << 10);
  const auto a    = matrix("a.npy", dtype_e::F2, 64, 64, x);
  const auto path = (folder_ / "ulps.svg").string();
  says("compare -o " + path + " --profiles v100-hmma-fp16,a100-hmma-fp16,h100-wgmma-fp16 " + a +
       " " + a);
  const auto svg = get(path);
  EXPECT_NE(svg.find(">a100-hmma-fp16<"), std::string::npos);
  const auto parsed =
      run(folder_, "python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(\"" + path +
                       "\"); print(sum(p.getAttribute(\"class\") == \"bars\" for p in "
                       "d.getElementsByTagName(\"path\")))'");
  EXPECT_EQ(parsed.out, "3\n") << parsed.err;
  expect_text_apart(svg);
  // More and longer names.
  says("compare -o " + path +
       " --profiles v100-hmma-fp16+grid=22,a100-hmma-fp16+grid=20,"
       "h100-wgmma-fp16,amx-tdpfp16ps,v100-hmma-fp16,a100-hmma-fp16,ieee-fma-fp16 " +
       a + " " + a);
  expect_text_apart(get(path));
}

TEST_F(WeftCompare, RefusesWhatItCannotCompare) {
  const std::vector<std::uint8_t> bytes(4, 0x38);
  const auto u1   = matrix("u1.npy", dtype_e::U1, 2, 2, bytes);
  const auto i1   = matrix("i1.npy", dtype_e::I1, 2, 2, bytes);
  const auto f4   = matrix("f4.npy", dtype_e::F4, 2, 2, std::vector<std::uint32_t>(4, 0x3f800000));
  const auto wide = matrix("wide.npy", dtype_e::F2, 1, 3, std::vector<std::uint16_t>(3));
  const auto refused = [&](const std::string& arguments, const std::string& what) {
    expect_refused("compare --profiles " + arguments, what);
  };
  refused("a,b,c,d,e,f,g,h,i " + u1 + " " + u1, "--profiles: 9, at most 8");
  refused("nosuch " + u1 + " " + u1, "nosuch: no such profile");
  refused("b200-nvfp4 " + u1 + " " + u1, "b200-nvfp4: compare does not support block scales");
  refused("ieee-fma-fp64 " + u1 + " " + u1, "ieee-fma-fp64: no exact sums of fp64");
  refused("v100-hmma-fp16 " + u1 + " " + u1, "dtype is |u1, but fp16 has 16 bits");
  refused("v100-hmma-fp16 " + i1 + " " + i1, "dtype |i1 is not fp16");
  refused("v100-hmma-fp16 " + f4 + " " + f4, "dtype <f4 is not fp16; --narrow rounds to it");
  refused("b200-tcgen05-e2m1 " + u1 + " " + u1, "0x38 at row 0, column 0: e2m1 has 4 bits");
  refused("v100-hmma-fp16 " + wide + " " + wide, "1 x 3 does not fit");
  refused("h100-wgmma-e4m3 --c " + wide + " " + u1 + " " + u1, "1 x 3, but A * B is 2 x 2");
}

}  // namespace
}  // namespace weft::compare_command_test
