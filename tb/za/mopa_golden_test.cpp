// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/mopa.hpp against the instructions of golden::sme, against plain arithmetic on the
// host, and its closed form against its steps. tb/sme_* hold the instructions themselves against
// QEMU.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mopa.hpp"
#include "sim/verilated/mopa_memory.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/za/mopa_cases.hpp"

namespace weft::mopa_golden_test {
namespace {

using namespace golden::mopa;
using golden::sme::isa::active, golden::sme::isa::element, golden::sme::isa::put;
using golden::sme::isa::signed_element;

constexpr std::array LogBytes{4, 5, 6, 7, 8};

std::uint64_t seed() { return test_options().seed; }

TEST(MopaGolden, AnOperationIsTheInstructionOfItsWord) {
  for (const int log_bytes : LogBytes) {
    mopa_cases cases(log_bytes, seed());
    for (int i = 0; i < 50; ++i) {
      const operation o = cases();
      golden::sme::state s;
      golden::sme::paged_memory memory;
      const std::uint32_t word = o.word();
      memory.map(0, 4);
      ASSERT_TRUE(
          memory.write(0, std::span(reinterpret_cast<const std::uint8_t*>(&word), sizeof word)));
      s.svl = 8 << log_bytes;
      s.set_svcr(true, true);
      s.fpcr = o.fpcr;
      s.z[0] = o.zn;
      s.z[1] = o.zm;
      s.p[0] = o.pn;
      s.p[1] = o.pm;
      s.rows = cases.za();

      file_t all = s.rows, groups = s.rows;
      ASSERT_EQ(golden::sme::step(s, memory).stop, golden::sme::stop_e::None) << std::hex << word;
      eval(log_bytes, o, all);
      EXPECT_EQ(all, s.rows) << std::hex << o;

      // The operation in groups of any size.
      const int n = rows(log_bytes, o.log_size), group = 1 << cases.pick(7);
      for (int first = 0; first < n; first += group) {
        std::vector<vector_t> acc(static_cast<std::size_t>(group));
        const rows_of place{o.log_size, o.tile, first};
        for (int r = 0; r < group && first + r < n; ++r) {
          acc[static_cast<std::size_t>(r)] = groups[static_cast<std::size_t>(place.row(r))];
        }
        eval_rows(log_bytes, o, first, acc);
        for (int r = 0; r < group && first + r < n; ++r) {
          groups[static_cast<std::size_t>(place.row(r))] = acc[static_cast<std::size_t>(r)];
        }
      }
      EXPECT_EQ(groups, s.rows) << std::hex << o;
    }
  }
}

TEST(MopaGolden, WordsAreTheAssemblers) {
  // z0, z1, p0/m, p1/m, as GNU as writes them.
  const auto word = [](op_e op, int log_size, unsigned tile, bool negate = false,
                       bool unsigned_n = false, bool unsigned_m = false) {
    operation o;
    o.op         = op;
    o.log_size   = log_size;
    o.tile       = tile;
    o.negate     = negate;
    o.unsigned_n = unsigned_n;
    o.unsigned_m = unsigned_m;
    return o.word();
  };
  EXPECT_EQ(word(op_e::Fmopa, 2, 3), 0x8081'2003u);                      // fmopa za3.s, z0.s, z1.s
  EXPECT_EQ(word(op_e::Fmopa, 3, 7, true), 0x80c1'2017u);                // fmops za7.d, z0.d, z1.d
  EXPECT_EQ(word(op_e::Fmopa16, 2, 1), 0x81a1'2001u);                    // fmopa za1.s, z0.h, z1.h
  EXPECT_EQ(word(op_e::Bfmopa, 2, 1, true), 0x8181'2011u);               // bfmops za1.s, z0.h, z1.h
  EXPECT_EQ(word(op_e::Imopa, 2, 0), 0xa081'2000u);                      // smopa za0.s, z0.b, z1.b
  EXPECT_EQ(word(op_e::Imopa, 3, 0, false, true, true), 0xa1e1'2000u);   // umopa za0.d
  EXPECT_EQ(word(op_e::Imopa, 2, 0, false, false, true), 0xa0a1'2000u);  // sumopa za0.s
  EXPECT_EQ(word(op_e::Imopa, 3, 0, true, true, false), 0xa1c1'2010u);   // usmops za0.d
  EXPECT_EQ(word(op_e::Addha, 2, 2), 0xc090'2002u);                      // addha za2.s, z0.s
  EXPECT_EQ(word(op_e::Addva, 3, 5), 0xc0d1'2005u);                      // addva za5.d, z0.d
}

/// Every element of the tile before and after, with its row and column.
template <class Check>
void each_element(int log_bytes, const operation& o, const file_t& before, Check&& check) {
  file_t after = before;
  eval(log_bytes, o, after);
  const int n = rows(log_bytes, o.log_size);
  for (int r = 0; r < n; ++r) {
    const auto row = static_cast<std::size_t>(rows_of{o.log_size, o.tile, r}.row(0));
    for (int c = 0; c < n; ++c) {
      ASSERT_EQ(element(after[row], c, o.size()), check(r, c, element(before[row], c, o.size())))
          << r << ' ' << c << std::hex << ' ' << o;
    }
  }
}

TEST(MopaGolden, IntegersAreSumsOfFourProducts) {
  __extension__ using wide_t = __int128;
  for (const int log_bytes : LogBytes) {
    mopa_cases cases(log_bytes, seed());
    for (int i = 0; i < 60; ++i) {
      operation o = cases();
      if (o.op != op_e::Imopa) continue;
      const int part = o.part();
      each_element(log_bytes, o, cases.za(), [&](int r, int c, std::uint64_t acc) {
        wide_t sum = 0;
        for (int k = 0; k < 4; ++k) {
          if (!active(o.pn, 4 * r + k, part) || !active(o.pm, 4 * c + k, part)) continue;
          const auto value = [&](const vector_t& z, int at, bool is_unsigned) {
            return is_unsigned ? wide_t{element(z, at, part)} : wide_t{signed_element(z, at, part)};
          };
          sum += value(o.zn, 4 * r + k, o.unsigned_n) * value(o.zm, 4 * c + k, o.unsigned_m);
        }
        const auto result = static_cast<std::uint64_t>(wide_t{acc} + (o.negate ? -sum : sum));
        return o.size() == 4 ? result & 0xffff'ffff : result;
      });
    }
  }
}

TEST(MopaGolden, FloatsAreTheHostsFusedMultiplyAdd) {
  const auto canonical = [](auto x, std::uint64_t bits, std::uint64_t nan) {
    return std::isnan(x) ? nan : bits;
  };
  for (const int log_bytes : LogBytes) {
    mopa_cases cases(log_bytes, seed());
    for (int i = 0; i < 100; ++i) {
      operation o = cases();
      if (o.op != op_e::Fmopa) continue;
      o.fpcr = 0;
      each_element(log_bytes, o, cases.za(), [&](int r, int c, std::uint64_t acc) -> std::uint64_t {
        if (!active(o.pn, r, o.size()) || !active(o.pm, c, o.size())) return acc;
        const auto a = element(o.zn, r, o.size()), b = element(o.zm, c, o.size());
        if (o.size() == 8) {
          const auto x = std::bit_cast<double>(a);
          const auto sum =
              std::fma(o.negate ? -x : x, std::bit_cast<double>(b), std::bit_cast<double>(acc));
          return canonical(sum, std::bit_cast<std::uint64_t>(sum), 0x7ff8'0000'0000'0000);
        }
        const auto f = [](std::uint64_t u) {
          return std::bit_cast<float>(static_cast<std::uint32_t>(u));
        };
        const auto sum = std::fma(o.negate ? -f(a) : f(a), f(b), f(acc));
        return canonical(sum, std::bit_cast<std::uint32_t>(sum), 0x7fc0'0000);
      });
    }
  }
}

TEST(MopaGolden, OnlyWhatIsWrittenChanges) {
  for (const int log_bytes : LogBytes) {
    mopa_cases cases(log_bytes, seed());
    for (int i = 0; i < 50; ++i) {
      const operation o   = cases();
      const file_t before = cases.za();
      file_t after        = before;
      eval(log_bytes, o, after);
      for (int r = 0; r < rows(log_bytes, o.log_size); ++r) {
        const auto row    = static_cast<std::size_t>(rows_of{o.log_size, o.tile, r}.row(0));
        const auto change = written(log_bytes, o, r);
        for (std::size_t b = 0; b < before[row].size(); ++b) {
          if ((change[b / 8] >> b % 8 & 1) == 0) {
            ASSERT_EQ(after[row][b], before[row][b]);
          }
        }
      }
    }
  }
}

/// Parameters of the unit and an effective length.
struct shape {
  config k;
  int log_bytes;

  friend std::ostream& operator<<(std::ostream& os, const shape& s) {
    return os << "svl" << s.k.svl << "_vl" << (8 << s.log_bytes) << "_rows" << s.k.rows_per_cycle
              << "_pipe" << s.k.pipe;
  }
};

class MopaTime : public testing::TestWithParam<shape> {};

/// Steps the model alone, with its own ZA. Returns its cycles.
std::uint64_t stepped(const shape& s, std::span<const operation> operations, file_t& za,
                      std::uint64_t idle = 0) {
  model m(s.k);
  sim::mopa_memory memory(za);
  std::uint64_t cycles = 0, wait = 0;
  for (bool busy = true; busy || !operations.empty(); ++cycles) {
    model::inputs in;
    in.log_bytes = s.log_bytes;
    if (!operations.empty() && wait == 0) in.in = operations.front();
    memory.drive(in);
    const auto out   = m.peek(in);
    const bool takes = in.in && out.in_ready;
    memory.cycle(out);
    m.step(in);
    if (takes) operations = operations.subspan(1);
    wait = takes ? idle : wait - (wait > 0);
    busy = out.busy != 0 || takes;
  }
  return cycles - 1;
}

TEST_P(MopaTime, StepsTakeTheCyclesOfTheTimetableAndGiveTheValues) {
  const shape& s = GetParam();
  mopa_cases cases(s.log_bytes, seed());
  for (const std::size_t n : {1, 2, 10, 40}) {
    std::vector<operation> all;
    for (std::size_t i = 0; i < n; ++i) {
      all.push_back(cases());
      if (i % 2 == 1) all.back().tile %= 2;  // hazards
    }
    file_t za = cases.za(), expected = za;
    for (const operation& o : all) eval(s.log_bytes, o, expected);
    EXPECT_EQ(stepped(s, all, za), cycles(s.k, s.log_bytes, all)) << n;
    EXPECT_EQ(za, expected);
  }
}

TEST_P(MopaTime, AnIdleSourceShiftsTheTimetable) {
  const shape& s = GetParam();
  mopa_cases cases(s.log_bytes, seed());
  for (const std::uint64_t idle : {1, 5, 30}) {
    std::vector<operation> all;
    for (int i = 0; i < 6; ++i) all.push_back(cases());
    timetable table(s.k, s.log_bytes);
    std::uint64_t offered = 0, last = 0;
    for (const operation& o : all) {
      const schedule when = table.add(o, offered);
      offered             = when.taken + 1 + idle;
      last                = when.written;
    }
    file_t za = cases.za();
    EXPECT_EQ(stepped(s, all, za, idle), last + 1) << idle;
  }
}

std::vector<shape> shapes() {
  std::vector<shape> all;
  for (const int svl : {128, 512, 2048}) {
    for (const int rows : {1, 2, svl / 32}) {
      for (const unsigned pipe : {0u, 59u, 127u}) all.push_back({{svl, rows, pipe}, 4});
    }
  }
  for (shape s : std::vector(all)) {
    s.log_bytes = std::bit_width(static_cast<unsigned>(s.k.svl / 8)) - 1;
    if (s.k.svl == 512) all.push_back(s);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, MopaTime, testing::ValuesIn(shapes()),
                         testing::PrintToStringParamName());

/// The multiply-adds per cycle of many FMOPA at SVL 512, on `tiles` tiles in turn.
double reached(int rows_per_cycle, op_e op, int log_size, unsigned tiles) {
  const config k{.svl = 512, .rows_per_cycle = rows_per_cycle};
  operation o;
  o.op       = op;
  o.log_size = log_size;
  timetable table(k, 6);
  constexpr unsigned N = 4800;
  std::uint64_t end    = 0;
  for (unsigned i = 0; i < N; ++i) {
    o.tile = i % tiles;
    end    = table.add(o).last;
  }
  const int n = rows(6, log_size), parts = o.size() / o.part();
  return N * static_cast<double>(n * n * parts) / static_cast<double>(end);
}

TEST(MopaGolden, ReachesWhatItsPageSays) {
  // docs/unit/mopa.md: of a whole tile a cycle, tiles in flight count; of a row a cycle, one is
  // enough.
  const auto rounded = [](double x) { return std::lround(x); };
  for (const unsigned tiles : {1u, 2u, 3u, 4u}) {
    const long in_flight = static_cast<long>(tiles);
    EXPECT_EQ(rounded(reached(16, op_e::Fmopa, 2, tiles)), 64 * in_flight);
    EXPECT_EQ(rounded(reached(16, op_e::Fmopa, 3, tiles)), 16 * in_flight);
    EXPECT_EQ(rounded(reached(16, op_e::Fmopa16, 2, tiles)), 128 * in_flight);
    EXPECT_EQ(rounded(reached(16, op_e::Bfmopa, 2, tiles)), 128 * in_flight);
    EXPECT_EQ(rounded(reached(16, op_e::Imopa, 2, tiles)), 256 * in_flight);
    EXPECT_EQ(rounded(reached(16, op_e::Imopa, 3, tiles)), 64 * in_flight);
    EXPECT_EQ(rounded(reached(1, op_e::Fmopa, 2, tiles)), 16);
    EXPECT_EQ(rounded(reached(1, op_e::Fmopa, 3, tiles)), 8);
    EXPECT_EQ(rounded(reached(1, op_e::Fmopa16, 2, tiles)), 32);
    EXPECT_EQ(rounded(reached(1, op_e::Imopa, 2, tiles)), 64);
    EXPECT_EQ(rounded(reached(1, op_e::Imopa, 3, tiles)), 32);
  }
}

TEST(MopaGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Fmopa);
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Fmopa16);
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Bfmopa);
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Imopa);
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Addha);
  WEFT_EXPECT_NAMED(golden::mopa::op_e, Addva);
  EXPECT_EQ(report(golden::mopa::op_e{15}), "0xf");
}

TEST(MopaGolden, ReportsOfOperationsHaveNames) {
  EXPECT_EQ(report(golden::mopa::operation{.op = golden::mopa::op_e::Bfmopa}).substr(0, 11),
            "op=Bfmopa w");
}

}  // namespace
}  // namespace weft::mopa_golden_test
