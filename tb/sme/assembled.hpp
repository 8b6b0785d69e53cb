// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weft {

/// An instruction as the disassembler of GNU binutils spells it without aliases, and its word. The
/// test sme.decode compares both.
struct assembled_instruction {
  std::string_view text;
  std::uint32_t word;
};

inline constexpr assembled_instruction Assembled[]{
    {"clasta z14.s, p1, z14.s, z2.s", 0x05a8844e},
    {"clastb s15, p1, s15, z2.s", 0x05ab844f},
    {"clastb w0, p1, w0, z2.s", 0x05b1a440},
    {"dup z0.d, sp", 0x05e03be0},
    {"dup z0.q, z1.q[0]", 0x05302020},
    {"faddv d0, p0, z1.d", 0x65c02020},
    {"faddv h0, p0, z1.h", 0x65402020},
    {"faddv s0, p0, z1.s", 0x65802020},
    {"faddv s2, p0, z1.s", 0x65802022},
    {"fcmgt p2.s, p0/z, z0.s, z2.s", 0x65824012},
    {"fcvtzs z13.s, p0/m, z2.s", 0x659ca04d},
    {"fdiv z11.s, p0/m, z11.s, z2.s", 0x658d804b},
    {"fmax z5.s, p0/m, z5.s, z2.s", 0x65868045},
    {"fmaxnm z7.s, p0/m, z7.s, z2.s", 0x65848047},
    {"fmin z4.s, p0/m, z4.s, z2.s", 0x65878044},
    {"fminnm z6.s, p0/m, z6.s, z2.s", 0x65858046},
    {"fmla z0.s, p0/m, z2.s, z3.s", 0x65a30040},
    {"fmopa za0.s, p0/m, p0/m, z0.s, z0.s", 0x80800000},
    {"fmopa za0.s, p0/m, p0/m, z2.s, z3.s", 0x80830040},
    {"fmul z0.s, z2.s, z3.s", 0x65830840},
    {"frinta z8.s, p0/m, z2.s", 0x6584a048},
    {"frintx z16.s, p0/m, z2.s", 0x6586a050},
    {"fsqrt z12.s, p0/m, z2.s", 0x658da04c},
    {"hint #0x0", 0xd503201f},
    {"ld1w {z0.s}, p0/z, [x0]", 0xa540a000},
    {"ldff1b {z0.b}, p0/z, [x0, x1]", 0xa4016000},
    {"ldr b1, [x0]", 0x3d400001},
    {"ldr x1, [x1, #8]", 0xf9400421},
    {"ldr z0, [x0]", 0x85804000},
    {"ldr za[w12, 0], [x0]", 0xe1000000},
    {"mov z1.s, p0/m, za0h.s[w12, 0]", 0xc0820001},
    {"msr svcr, x0", 0xd51b4240},
    {"orr z1.d, z0.d, z0.d", 0x04603001},
    {"ptrue p0.b", 0x2518e3e0},
    {"ptrue p0.s", 0x2598e3e0},
    {"ptrue p0.s, vl4", 0x2598e080},
    {"rdffr p0.b", 0x2519f000},
    {"sdiv z9.s, p0/m, z9.s, z2.s", 0x04940049},
    {"setffr", 0x252c9000},
    {"smstart sm", 0xd503437f},
    {"smstart", 0xd503477f},
    {"smstop sm", 0xd503427f},
    {"st1b {z0.b}, p0, [x0]", 0xe400e000},
    {"st1h {z1.s}, p1, [x0]", 0xe4c0e401},
    {"st1w {z0.s}, p0, [x0]", 0xe540e000},
    {"st1w {z1.s}, p0, [x0]", 0xe540e001},
    {"str z0, [x0]", 0xe5804000},
    {"str z1, [x0]", 0xe5804001},
    {"svc #0x0", 0xd4000001},
    {"tbl z0.b, {z1.b}, z2.b", 0x05223020},
    {"tbl z0.d, {z1.d}, z2.d", 0x05e23020},
    {"tbl z0.h, {z1.h}, z2.h", 0x05623020},
    {"tbl z0.s, {z1.s}, z2.s", 0x05a23020},
    {"udiv z10.s, p0/m, z10.s, z2.s", 0x0495004a},
    {"zero {za}", 0xc00800ff},
};

/// The word of an instruction of the list. Throws if it is not there; at compile time, an error.
constexpr std::uint32_t a64(std::string_view text) {
  for (const auto& line : Assembled) {
    if (line.text == text) return line.word;
  }
  throw std::invalid_argument("tb/sme/assembled.hpp has no '" + std::string(text) + "'");
}

}  // namespace weft
