// SPDX-License-Identifier: Apache-2.0
//
// Slices as users name them, and as text and pictures.

#include "sim/sme/za_show.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "sim/file/input_error.hpp"
#include "tb/file/files.hpp"

namespace weft::za_show_test {
namespace {

using golden::za::slice;
using sim::parse_slice;

TEST(ZaShow, KnowsEveryTile) {
  EXPECT_EQ(parse_slice("za0.b", "h127", 1024), (slice{false, 0, 0, 127}));
  EXPECT_EQ(parse_slice("za1.h", "v0", 128), (slice{true, 1, 1, 0}));
  EXPECT_EQ(parse_slice("za2.s", "v5", 256), (slice{true, 2, 2, 5}));
  EXPECT_EQ(parse_slice("ZA7.D", "H3", 256), (slice{false, 3, 7, 3}));
  EXPECT_EQ(parse_slice("za15.q", "v0", 128), (slice{true, 4, 15, 0}));
}

TEST(ZaShow, RefusesTilesAndSlicesThatAreNotThere) {
  for (const char* tile : {"", "za", "za0", "za0.", "za.b", "za1.b", "za4.s", "za16.q", "za0.x",
                           "zb0.b", "za0.bb", "za-1.s", "za0s"}) {
    EXPECT_THROW(parse_slice(tile, "h0", 256), sim::input_error) << tile;
  }
  for (const char* index : {"", "h", "5", "x5", "v8", "h-1", "v1x", "v4294967296"}) {
    EXPECT_THROW(parse_slice("za2.s", index, 256), sim::input_error) << index;
  }
}

TEST(ZaShow, ShowsTheBankOfEachByteAndTheByteOfEachBank) {
  // Row 2 i + 1, columns 4 and 5; banks are row ^ column; bytes are banks ^ 5.
  const std::string is = sim::show_slice({true, 1, 1, 2}, 128, false);
  EXPECT_EQ(is.substr(0, is.find("\n\n")),
            "ZA1V.H[2], SVL 128: 16 bytes in 16 banks\n"
            "bank = row XOR column = byte XOR 5, as 2 * 2 + 1 = 5");
  EXPECT_NE(is.find("     row 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n"
                    "      00  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                    "      01  .  .  .  . 05 04  .  .  .  .  .  .  .  .  .  .\n"
                    "      02  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                    "      03  .  .  .  . 07 06  .  .  .  .  .  .  .  .  .  .\n"),
            std::string::npos)
      << is;
  EXPECT_NE(is.find(" address 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n"
                    "      00  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                    "      01  .  .  .  . 01 00  .  .  .  .  .  .  .  .  .  .\n"
                    "      02  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                    "      03  .  .  .  .  .  . 03 02  .  .  .  .  .  .  .  .\n"),
            std::string::npos)
      << is;
}

TEST(ZaShow, ColoursDoNotChangeTheText) {
  const slice s{true, 2, 3, 1};
  const std::string plain    = sim::show_slice(s, 256, false),
                    coloured = sim::show_slice(s, 256, true);
  EXPECT_NE(plain, coloured);
  EXPECT_EQ(plain, std::regex_replace(coloured, std::regex("\x1b\\[[0-9;]*m"), ""));
}

/// The titles of a picture's bytes.
TEST(ZaShow, DrawsEveryByteOnceInZaAndOnceInABankOfItsOwn) {
  for (const unsigned svl : {128u, 256u, 512u, 1024u, 2048u}) {
    for (const slice& s : {slice{true, 0, 0, 13}, slice{false, 1, 1, 2}, slice{true, 2, 2, 3},
                           slice{false, 3, 6, 1}, slice{true, 4, 9, 0}}) {
      const std::string svg = sim::draw_slice(s, svl);
      const std::regex title(
          "<title>byte (\\d+): element \\d+, row \\d+, column \\d+, bank (\\d+)<");
      std::multiset<int> bytes;
      std::set<int> banks;
      for (std::sregex_iterator i(svg.begin(), svg.end(), title), end; i != end; ++i) {
        bytes.insert(std::stoi((*i)[1]));
        banks.insert(std::stoi((*i)[2]));
      }
      EXPECT_EQ(banks.size(), svl / 8) << s << " SVL " << svl;
      EXPECT_EQ(bytes.size(), svl / 4) << s << " SVL " << svl;
      for (const int p : bytes) EXPECT_EQ(bytes.count(p), 2u) << s << " byte " << p;
    }
  }
}

TEST(ZaShow, PicturesOfTheDocumentAreCurrent) {
  const std::string docs = std::string(WEFT_SOURCE_DIR) + "/docs/";
  EXPECT_EQ(get(docs + "picture/za_horizontal.svg"), sim::draw_slice({false, 2, 1, 2}, 128));
  EXPECT_EQ(get(docs + "picture/za_vertical.svg"), sim::draw_slice({true, 2, 1, 2}, 128));
}

}  // namespace
}  // namespace weft::za_show_test
