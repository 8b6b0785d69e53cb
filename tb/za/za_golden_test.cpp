// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/za.hpp against a matrix of bytes and Arm's definition of slices, and against MOVA of
// sim/golden/sme.hpp; the mapping to banks, slice by slice.

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "sim/golden/za.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::za_golden_test {
namespace {

using namespace golden::za;

class ZaGolden : public testing::TestWithParam<unsigned> {
 protected:
  const unsigned Svl = GetParam(), Bytes = Svl / 8;
  std::mt19937 rng_{static_cast<unsigned>(test_options().seed)};

  /// Every slice of every size, in both directions.
  static std::vector<slice> slices(unsigned bytes) {
    std::vector<slice> all;
    for (const bool vertical : {false, true}) {
      for (unsigned size = 0; size <= 4; ++size) {
        for (unsigned tile = 0; tile < 1u << size; ++tile) {
          for (unsigned m = 0; m < bytes >> size; ++m) all.push_back({vertical, size, tile, m});
        }
      }
    }
    return all;
  }

  vector_t random_vector() {
    vector_t v{};
    for (unsigned i = 0; i < Bytes; ++i) v[i] = static_cast<std::uint8_t>(rng_());
    return v;
  }
  predicate_t random_mask() {
    predicate_t mask;
    for (auto& byte : mask) byte = static_cast<std::uint8_t>(rng_() % 4 == 0 ? 0xff : rng_());
    return mask;
  }
};

/// ZA[row][column], and Arm's definition of its slices.
struct matrix {
  std::vector<std::vector<int>> za;

  explicit matrix(unsigned bytes) : za(bytes, std::vector<int>(bytes)) {}

  /// Byte b of element e.
  int& of(const slice& s, int e, int b) {
    const int size = s.size == 0 ? 1 : s.size == 1 ? 2 : s.size == 2 ? 4 : s.size == 3 ? 8 : 16;
    const int n = static_cast<int>(s.tile), m = static_cast<int>(s.index);
    const int row = s.vertical ? e * size + n : m * size + n;
    const int col = s.vertical ? m * size + b : e * size + b;
    return za.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col));
  }
  int& of(const slice& s, unsigned p) {
    const auto size = static_cast<int>(1u << s.size);
    return of(s, static_cast<int>(p) / size, static_cast<int>(p) % size);
  }
};

TEST_P(ZaGolden, SlicesAreThoseOfArmsDefinition) {
  matrix rows(Bytes), columns(Bytes);
  for (unsigned r = 0; r < Bytes; ++r) {
    for (unsigned c = 0; c < Bytes; ++c) {
      rows.za[r][c]    = static_cast<int>(r);
      columns.za[r][c] = static_cast<int>(c);
    }
  }
  const unsigned vl = config{Svl}.vl();
  for (const slice& s : slices(Bytes)) {
    for (unsigned p = 0; p < Bytes; ++p) {
      const place at = place_of(s, vl, p);
      ASSERT_EQ(static_cast<int>(at.row), rows.of(s, p)) << s << " byte " << p;
      ASSERT_EQ(static_cast<int>(at.column), columns.of(s, p)) << s << " byte " << p;
    }
  }
}

TEST_P(ZaGolden, BytesOfASliceAreInDifferentBanks) {
  const unsigned vl = config{Svl}.vl();
  for (const slice& s : slices(Bytes)) {
    std::set<unsigned> banks;
    for (unsigned p = 0; p < Bytes; ++p) {
      const place at = place_of(s, vl, p);
      ASSERT_LT(at.bank(), Bytes) << s;
      ASSERT_EQ(at.bank(), p ^ key(s, vl)) << s << " byte " << p;
      banks.insert(at.bank());
    }
    ASSERT_EQ(banks.size(), Bytes) << s;
  }
}

TEST_P(ZaGolden, EveryByteHasAPlaceOfItsOwn) {
  std::set<std::pair<unsigned, unsigned>> places;
  for (unsigned r = 0; r < Bytes; ++r) {
    for (unsigned c = 0; c < Bytes; ++c) places.emplace(place{r, c}.bank(), place{r, c}.address());
  }
  EXPECT_EQ(places.size(), Bytes * Bytes);
  EXPECT_LT(places.rbegin()->first, Bytes);
}

TEST_P(ZaGolden, AnAddressHasTwoLinesABitForAllBanks) {
  const unsigned vl = config{Svl}.vl();
  for (const slice& s : slices(Bytes)) {
    const unsigned flip = key(s, vl) ^ (s.vertical ? (Bytes - 1) & ~((1u << s.size) - 1) : 0);
    for (unsigned p = 0; p < Bytes; ++p) {
      const place at = place_of(s, vl, p);
      ASSERT_EQ(at.address(), (key(s, vl) & ~at.bank()) | (flip & at.bank())) << s << ' ' << p;
    }
  }
}

TEST_P(ZaGolden, ReadsAndWritesAsAMatrixOfBytesAtEveryLength) {
  for (unsigned vl = 4; vl <= config{Svl}.vl(); ++vl) {
    const unsigned bytes = 1u << vl;
    file za(config{Svl});
    matrix is(bytes);
    const auto every = slices(bytes);
    for (int i = 0; i < 3000; ++i) {
      const slice to = every[rng_() % every.size()], from = every[rng_() % every.size()];
      const vector_t data    = random_vector();
      const predicate_t mask = random_mask();
      za.write(to, vl, data, mask);
      for (unsigned p = 0; p < bytes; ++p) {
        if (mask[p / 8] & 1 << p % 8) is.of(to, p) = data[p];
      }
      const vector_t got = za.read(from, vl);
      for (unsigned p = 0; p < MaxBytes; ++p) {
        ASSERT_EQ(got[p], p < bytes ? is.of(from, p) : 0) << from << " byte " << p;
      }
    }
  }
}

TEST_P(ZaGolden, SlicesCountModuloTheTilesHeight) {
  const unsigned vl = config{Svl}.vl();
  for (const slice& s : slices(Bytes)) {
    slice beyond = s;
    for (beyond.index += Bytes >> s.size; beyond.index < 256; beyond.index += Bytes >> s.size) {
      ASSERT_EQ(place_of(beyond, vl, 5), place_of(s, vl, 5)) << beyond;
    }
  }
}

/// The bytes that MOVA moves, as an instruction word, in both directions.
TEST_P(ZaGolden, SlicesAreThoseOfMova) {
  using namespace golden::sme;
  state s{.svl = static_cast<int>(Svl)};
  s.set_svcr(true, true);
  file za(config{Svl});
  paged_memory memory;
  const unsigned vl  = config{Svl}.vl();
  const auto every   = slices(Bytes);
  const auto execute = [&](std::uint32_t word, const slice& of, unsigned at_bit) {
    const unsigned index = of.index & (15u >> of.size), field = of.tile << (4 - of.size) | index;
    s.x[12] = of.index - index;
    memory.map(s.pc, 4);
    word |= std::min(of.size, 3u) << 22 | (of.size == 4 ? 1u << 16 : 0) | field << at_bit |
            (of.vertical ? 1u << 15 : 0);
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    memory.write(s.pc, bytes);
    ASSERT_EQ(step(s, memory).stop, stop_e::None) << of;
  };
  for (int i = 0; i < 500; ++i) {
    const slice to = every[rng_() % every.size()], from = every[rng_() % every.size()];
    s.z[3] = random_vector();
    predicate_t mask{}, governing{};
    for (unsigned e = 0; e < Bytes >> to.size; ++e) {
      if (rng_() % 3 == 0) continue;
      const unsigned first = e << to.size;
      governing[first / 8] |= static_cast<std::uint8_t>(1u << first % 8);
      for (unsigned p = first; p < first + (1u << to.size); ++p) {
        mask[p / 8] |= static_cast<std::uint8_t>(1u << p % 8);
      }
    }
    s.p[2] = governing;
    execute(0xc0000000 | 2 << 10 | 3 << 5, to, 0);
    za.write(to, vl, s.z[3], mask);
    s.p[2].fill(0xff);
    s.z[4] = {};
    execute(0xc0020000 | 2 << 10 | 4, from, 5);
    ASSERT_EQ(s.z[4], za.read(from, vl)) << from;
  }
}

TEST_P(ZaGolden, ZeroClearsEveryEighthRowInItsCycles) {
  const config c{Svl};
  EXPECT_EQ(zero_cycles(6, 0xff), 65u);  // all of ZA, SVL 512
  predicate_t all;
  all.fill(0xff);
  for (unsigned vl = 4; vl <= c.vl(); ++vl) {
    const unsigned bytes = 1u << vl;
    for (const unsigned mask : {0x00u, 0x01u, 0x80u, 0x5au, 0xffu}) {
      model za(c);
      model::inputs in{.vl = vl};
      for (unsigned r = 0; r < bytes; ++r) {
        in.write = slice_write{{.index = r}, random_vector(), all};
        in.write->data.fill(0x77);
        za.step(in);
      }
      in.write.reset();
      in.zero              = static_cast<std::uint8_t>(mask);
      std::uint64_t cycles = 0;
      do {
        ++cycles;
        za.step(in);
        in.zero.reset();
      } while (!za.peek(in).zero_ready);
      EXPECT_EQ(cycles, zero_cycles(vl, static_cast<std::uint8_t>(mask)));
      for (unsigned r = 0; r < bytes; ++r) {
        in.read = slice{.index = r};
        za.step(in);
        const vector_t row = za.peek(in).data;
        for (unsigned p = 0; p < bytes; ++p) {
          ASSERT_EQ(row[p], mask >> r % 8 & 1 ? 0 : 0x77) << "row " << r << " byte " << p;
        }
      }
    }
  }
}

TEST_P(ZaGolden, RowsAtOnceAreTheSlicesOneByOne) {
  const config several{Svl, 4};
  for (unsigned vl = 4; vl <= several.vl(); ++vl) {
    model at_once(several), alone(config{Svl});
    for (int i = 0; i < 100; ++i) {
      const unsigned size = 2 + rng_() % 2, rows = 1u << vl >> size;
      const slice first{.size  = size,
                        .tile  = static_cast<unsigned>(rng_() % (1u << size)),
                        .index = static_cast<unsigned>(rng_() % rows) / 4 * 4};
      rows_write write{first, {}, {}};
      model::inputs in{.vl = vl};
      for (unsigned r = 0; r < 4; ++r) {
        write.data.push_back(random_vector());
        write.mask.push_back(random_mask());
        if (first.index + r >= rows) continue;  // a tile with fewer rows
        slice row = first;
        row.index += r;
        in.write = slice_write{row, write.data[r], write.mask[r]};
        alone.step(in);
      }
      at_once.step({.vl = vl, .write_rows = write});
      const auto out = at_once.peek({.vl = vl, .read_rows = first}).rows;
      ASSERT_EQ(out.size(), 4u);
      for (unsigned r = 0; r < 4; ++r) {
        slice row = first;
        row.index += r;
        alone.step({.vl = vl, .read = row});
        const vector_t expected = first.index + r < rows ? alone.peek({.vl = vl}).data : vector_t{};
        ASSERT_EQ(out[r], expected) << row << " of vectors of " << (1u << vl) << " bytes";
      }
    }
  }
}

TEST_P(ZaGolden, AReadGivesWhatWasThereBeforeTheWriteOfItsCycle) {
  model za(config{Svl});
  model::inputs in{.vl = config{Svl}.vl()};
  predicate_t all;
  all.fill(0xff);
  const vector_t first = random_vector(), second = random_vector();
  in.write = slice_write{{}, first, all};
  za.step(in);
  in.read  = slice{};
  in.write = slice_write{{}, second, all};
  EXPECT_EQ(za.peek(in).data, vector_t{});  // of no read yet
  za.step(in);
  EXPECT_EQ(za.peek(in).data, first);
  za.step(in);
  EXPECT_EQ(za.peek(in).data, second);
}

INSTANTIATE_TEST_SUITE_P(Svl, ZaGolden, testing::Values(128, 256, 512, 1024, 2048),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace weft::za_golden_test
