// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// An instruction of SME2 as LLVM 19.1 spells it and its word: llvm-mc -triple=aarch64 -mattr=+sme2
/// -show-encoding. GNU binutils 2.40 do not know SME2.
struct sme2_word {
  std::string_view text;
  std::uint32_t word;
};

// clang-format off
inline constexpr sme2_word Sme2Words[]{
    {"mov { z22.d, z23.d }, za.d[w10, 0, vgx2]", 0xc0064816},
    {"mov { z28.d, z29.d }, za.d[w8, 1, vgx2]", 0xc006083c},
    {"mov { z10.d, z11.d }, za.d[w8, 3, vgx2]", 0xc006086a},
    {"mov { z30.d, z31.d }, za.d[w10, 1, vgx2]", 0xc006483e},
    {"mov { z6.d, z7.d }, za.d[w11, 3, vgx2]", 0xc0066866},
    {"mov { z12.d, z13.d }, za.d[w8, 3, vgx2]", 0xc006086c},
    {"mov { z24.b, z25.b }, za0h.b[w13, 8:9]", 0xc0062098},
    {"mov { z28.b, z29.b }, za0h.b[w13, 2:3]", 0xc006203c},
    {"mov { z0.b, z1.b }, za0v.b[w12, 4:5]", 0xc0068040},
    {"mov { z10.b, z11.b }, za0v.b[w13, 6:7]", 0xc006a06a},
    {"mov { z12.h, z13.h }, za1h.h[w13, 4:5]", 0xc04620cc},
    {"mov { z18.h, z19.h }, za0h.h[w15, 2:3]", 0xc0466032},
    {"mov { z10.h, z11.h }, za0v.h[w15, 4:5]", 0xc046e04a},
    {"mov { z20.h, z21.h }, za0v.h[w12, 4:5]", 0xc0468054},
    {"mov { z4.s, z5.s }, za2h.s[w14, 0:1]", 0xc0864084},
    {"mov { z30.s, z31.s }, za2h.s[w14, 2:3]", 0xc08640be},
    {"mov { z30.s, z31.s }, za2v.s[w15, 0:1]", 0xc086e09e},
    {"mov { z0.s, z1.s }, za1v.s[w14, 0:1]", 0xc086c040},
    {"mov { z0.d, z1.d }, za5h.d[w15, 0:1]", 0xc0c660a0},
    {"mov { z24.d, z25.d }, za6h.d[w14, 0:1]", 0xc0c640d8},
    {"mov { z2.d, z3.d }, za0v.d[w15, 0:1]", 0xc0c6e002},
    {"mov { z6.d, z7.d }, za2v.d[w13, 0:1]", 0xc0c6a046},
    {"mov za.d[w9, 0, vgx2], { z28.d, z29.d }", 0xc0042b80},
    {"mov za.d[w10, 1, vgx2], { z22.d, z23.d }", 0xc0044ac1},
    {"mov za.d[w11, 4, vgx2], { z6.d, z7.d }", 0xc00468c4},
    {"mov za.d[w10, 5, vgx2], { z2.d, z3.d }", 0xc0044845},
    {"mov za.d[w8, 6, vgx2], { z12.d, z13.d }", 0xc0040986},
    {"mov za.d[w10, 5, vgx2], { z8.d, z9.d }", 0xc0044905},
    {"mov za0h.b[w12, 8:9], { z18.b, z19.b }", 0xc0040244},
    {"mov za0h.b[w13, 8:9], { z4.b, z5.b }", 0xc0042084},
    {"mov za0v.b[w15, 8:9], { z10.b, z11.b }", 0xc004e144},
    {"mov za0v.b[w15, 2:3], { z2.b, z3.b }", 0xc004e041},
    {"mov za0h.h[w14, 4:5], { z28.h, z29.h }", 0xc0444382},
    {"mov za1h.h[w12, 2:3], { z2.h, z3.h }", 0xc0440045},
    {"mov za1v.h[w13, 4:5], { z8.h, z9.h }", 0xc044a106},
    {"mov za0v.h[w12, 6:7], { z10.h, z11.h }", 0xc0448143},
    {"mov za3h.s[w13, 2:3], { z2.s, z3.s }", 0xc0842047},
    {"mov za3h.s[w13, 2:3], { z28.s, z29.s }", 0xc0842387},
    {"mov za1v.s[w15, 2:3], { z20.s, z21.s }", 0xc084e283},
    {"mov za3v.s[w14, 2:3], { z30.s, z31.s }", 0xc084c3c7},
    {"mov za6h.d[w13, 0:1], { z6.d, z7.d }", 0xc0c420c6},
    {"mov za6h.d[w13, 0:1], { z30.d, z31.d }", 0xc0c423c6},
    {"mov za5v.d[w13, 0:1], { z4.d, z5.d }", 0xc0c4a085},
    {"mov za7v.d[w14, 0:1], { z22.d, z23.d }", 0xc0c4c2c7},
    {"mov { z20.d - z23.d }, za.d[w8, 0, vgx4]", 0xc0060c14},
    {"mov { z16.d - z19.d }, za.d[w8, 1, vgx4]", 0xc0060c30},
    {"mov { z28.d - z31.d }, za.d[w10, 5, vgx4]", 0xc0064cbc},
    {"mov { z20.d - z23.d }, za.d[w10, 4, vgx4]", 0xc0064c94},
    {"mov { z28.d - z31.d }, za.d[w8, 2, vgx4]", 0xc0060c5c},
    {"mov { z16.d - z19.d }, za.d[w10, 4, vgx4]", 0xc0064c90},
    {"mov { z20.b - z23.b }, za0h.b[w14, 8:11]", 0xc0064454},
    {"mov { z20.b - z23.b }, za0h.b[w15, 8:11]", 0xc0066454},
    {"mov { z20.b - z23.b }, za0v.b[w14, 12:15]", 0xc006c474},
    {"mov { z20.b - z23.b }, za0v.b[w13, 4:7]", 0xc006a434},
    {"mov { z24.h - z27.h }, za1h.h[w12, 4:7]", 0xc0460478},
    {"mov { z16.h - z19.h }, za0h.h[w14, 4:7]", 0xc0464430},
    {"mov { z28.h - z31.h }, za0v.h[w13, 0:3]", 0xc046a41c},
    {"mov { z0.h - z3.h }, za0v.h[w13, 0:3]", 0xc046a400},
    {"mov { z8.s - z11.s }, za3h.s[w13, 0:3]", 0xc0862468},
    {"mov { z4.s - z7.s }, za0h.s[w13, 0:3]", 0xc0862404},
    {"mov { z28.s - z31.s }, za2v.s[w13, 0:3]", 0xc086a45c},
    {"mov { z24.s - z27.s }, za1v.s[w12, 0:3]", 0xc0868438},
    {"mov { z24.d - z27.d }, za7h.d[w14, 0:3]", 0xc0c644f8},
    {"mov { z12.d - z15.d }, za1h.d[w13, 0:3]", 0xc0c6242c},
    {"mov { z20.d - z23.d }, za5v.d[w12, 0:3]", 0xc0c684b4},
    {"mov { z24.d - z27.d }, za6v.d[w14, 0:3]", 0xc0c6c4d8},
    {"mov za.d[w8, 0, vgx4], { z20.d - z23.d }", 0xc0040e80},
    {"mov za.d[w8, 1, vgx4], { z16.d - z19.d }", 0xc0040e01},
    {"mov za.d[w10, 1, vgx4], { z20.d - z23.d }", 0xc0044e81},
    {"mov za.d[w10, 4, vgx4], { z8.d - z11.d }", 0xc0044d04},
    {"mov za.d[w11, 6, vgx4], { z20.d - z23.d }", 0xc0046e86},
    {"mov za.d[w9, 7, vgx4], { z8.d - z11.d }", 0xc0042d07},
    {"mov za0h.b[w13, 12:15], { z8.b - z11.b }", 0xc0042503},
    {"mov za0h.b[w12, 8:11], { z24.b - z27.b }", 0xc0040702},
    {"mov za0v.b[w13, 8:11], { z20.b - z23.b }", 0xc004a682},
    {"mov za0v.b[w15, 12:15], { z12.b - z15.b }", 0xc004e583},
    {"mov za1h.h[w15, 4:7], { z24.h - z27.h }", 0xc0446703},
    {"mov za1h.h[w14, 0:3], { z16.h - z19.h }", 0xc0444602},
    {"mov za1v.h[w15, 4:7], { z0.h - z3.h }", 0xc044e403},
    {"mov za1v.h[w15, 4:7], { z16.h - z19.h }", 0xc044e603},
    {"mov za1h.s[w15, 0:3], { z0.s - z3.s }", 0xc0846401},
    {"mov za0h.s[w15, 0:3], { z12.s - z15.s }", 0xc0846580},
    {"mov za2v.s[w12, 0:3], { z8.s - z11.s }", 0xc0848502},
    {"mov za3v.s[w12, 0:3], { z28.s - z31.s }", 0xc0848783},
    {"mov za4h.d[w13, 0:3], { z28.d - z31.d }", 0xc0c42784},
    {"mov za0h.d[w13, 0:3], { z28.d - z31.d }", 0xc0c42780},
    {"mov za4v.d[w13, 0:3], { z16.d - z19.d }", 0xc0c4a604},
    {"mov za4v.d[w15, 0:3], { z28.d - z31.d }", 0xc0c4e784},
};
// clang-format on

}  // namespace weft
