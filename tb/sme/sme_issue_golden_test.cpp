// SPDX-License-Identifier: Apache-2.0
//
// The timetable of the SME core's scheduler against a simulation of its rules, uop by uop and cycle
// by cycle, that shares no code with it, and against the cycle model.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mopa.hpp"
#include "sim/golden/sme_core/sme_issue.hpp"
#include "sim/golden/sme_core/sme_issue_model.hpp"
#include "sim/golden/sme_core/sme_issue_timetable.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_issue_cases.hpp"

namespace weft::sme_issue_golden_test {
namespace {

using namespace golden::sme_core;
using times = timetable::times;

// ---- the witness: what each uop waits for, said about pairs of uops ----

/// Runs a program by trying every uop in every cycle. The n-th uop's k-th vector comes `latency(n,
/// k)` cycles after its issue; memory takes requests in cycles for which `ready` is true.
class witness {
 public:
  witness(const config& k, const issue_program& p, std::function<std::uint64_t(int, int)> latency,
          std::function<bool(std::uint64_t)> ready)
      : k_(k), p_(p), latency_(std::move(latency)), ready_(std::move(ready)), at_(p.uops.size()) {}

  struct events {
    std::optional<std::uint64_t> dispatch, issue, commit;
  };

  std::vector<events> run() {
    for (now_ = 0; !at_.empty() && !at_.back().commit; ++now_) {
      commit();
      for (int n = 0; n < k_.dispatch; ++n) dispatch();
      for (const auto pipe : {pipe_e::Load, pipe_e::Store, pipe_e::Op, pipe_e::Vector}) issue(pipe);
    }
    return at_;
  }

 private:
  using when = std::optional<std::uint64_t>;
  int size() const { return static_cast<int>(at_.size()); }
  const uop& u(int i) const { return p_.uops[static_cast<std::size_t>(i)]; }
  events& e(int i) { return at_[static_cast<std::size_t>(i)]; }
  bool before(const when& t) const { return t && *t < now_; }

  /// The cycle in which the value of destination `place` (-1: the predicate) can be read.
  std::uint64_t value(int i, int place) {
    const auto issue = *e(i).issue;
    if (u(i).pipe == pipe_e::Vector)
      return issue + unsigned(u(i).beats) + unsigned(k_.vector_latency);
    int k = 0;
    for (int j = 0; j < place; ++j) k += u(i).z_dest[static_cast<std::size_t>(j)].has_value();
    return issue + latency_(i, k) + 1;
  }
  std::uint64_t done(int i) {
    const auto issue = *e(i).issue, beats = std::uint64_t(u(i).beats);
    if (u(i).pipe == pipe_e::Store) return issue + beats;
    if (u(i).pipe == pipe_e::Op) return issue + beats - 1 + unsigned(k_.op_latency);
    if (u(i).pipe == pipe_e::Vector) return value(i, 0);
    int n = 0;
    for (const auto& z : u(i).z_dest) n += z.has_value();
    std::uint64_t latest = 0;
    for (int k = 0; k < std::max(n, 1); ++k) latest = std::max(latest, issue + latency_(i, k) + 1);
    return latest;
  }
  bool is_done(int i) { return e(i).issue && *e(i).issue < now_ && done(i) <= now_; }

  void commit() {
    for (int n = 0, i = 0; i < size() && n < k_.commit; ++i) {
      if (e(i).commit) continue;
      if (!is_done(i)) return;
      e(i).commit = now_;
      ++n;
    }
  }

  void dispatch() {
    int i = 0, window = 0, queue = 0, z = 0, p = 0;
    for (; i < size() && e(i).dispatch; ++i) {
      const bool inside = !before(e(i).commit);
      window += inside;
      if (inside) {
        for (const auto& d : u(i).z_dest) z += d.has_value();
        p += u(i).p_dest.has_value();
      }
    }
    if (i == size() || p_.host[static_cast<std::size_t>(i)] >= now_) return;
    for (int j = 0; j < i; ++j) queue += u(j).pipe == u(i).pipe && !before(e(j).issue);
    for (const auto& d : u(i).z_dest) z += d.has_value();
    p += u(i).p_dest.has_value();
    const bool waits = u(i).alone || (i > 0 && u(i - 1).alone);
    if (waits && window != 0) return;
    if (window == k_.window || queue == k_.queue) return;
    const bool takes_z = std::ranges::any_of(u(i).z_dest, [](auto& d) { return d.has_value(); });
    if ((takes_z && z > k_.phys_z - 32) || (u(i).p_dest && p > k_.phys_p - 16)) return;
    e(i).dispatch = now_;
  }

  void issue(pipe_e pipe) {
    for (int i = 0; i < size(); ++i) {
      if (u(i).pipe != pipe || before(e(i).issue)) continue;
      if (before(e(i).dispatch) && may_issue(i)) e(i).issue = now_;
      return;
    }
  }

  /// Whether a younger uop may see the rows that an older one used.
  bool rows_free(int older, int younger) {
    const auto &o = u(older), &y = u(younger);
    bool meet = false;
    for (int c = 0; c < 8; ++c) {
      const int bit       = 1 << c;
      const bool o_writes = (o.za_writes & bit) != 0, y_writes = (y.za_writes & bit) != 0;
      const bool o_touches = o_writes || (o.za_reads & bit) != 0;
      const bool y_touches = y_writes || (y.za_reads & bit) != 0;
      meet                 = meet || (o_touches && y_touches && (o_writes || y_writes));
    }
    if (!meet) return true;
    if (!before(e(older).issue)) return false;
    const auto end = *e(older).issue + std::uint64_t(o.beats);
    if (o.pipe == pipe_e::Op) {
      return end - 1 + unsigned(y.pipe == pipe_e::Op ? k_.distance : k_.op_latency) <= now_;
    }
    if (o.pipe != pipe_e::Load && o.za_writes == 0) return end <= now_;
    return is_done(older);
  }

  bool may_issue(int i) {
    const auto& x = u(i);
    for (int j = 0; j < size(); ++j) {
      if (j != i && u(j).pipe == x.pipe && before(e(j).issue) &&
          *e(j).issue + std::uint64_t(u(j).beats) > now_) {
        return false;
      }
    }
    const auto there = [&](bool vector, unsigned name) {
      for (int j = i - 1; j >= 0; --j) {
        for (int place = vector ? 0 : -1; place < (vector ? 4 : 0); ++place) {
          const reg& d = vector ? u(j).z_dest[static_cast<std::size_t>(place)] : u(j).p_dest;
          if (d && *d == name) return before(e(j).issue) && value(j, place) <= now_;
        }
      }
      return true;
    };
    for (const auto& s : x.z_source) {
      if (s && !there(true, *s)) return false;
    }
    for (const auto& s : x.p_source) {
      if (s && !there(false, *s)) return false;
    }
    for (int j = 0; j < i; ++j) {
      if (!x.joined && !rows_free(j, i)) return false;
      const bool store = u(j).pipe == pipe_e::Store;
      if (x.pipe == pipe_e::Store && !store && !is_done(j)) return false;
      const bool meet = u(j).first <= x.last && x.first <= u(j).last;
      if (x.pipe == pipe_e::Load && store && meet && !is_done(j)) return false;
      // One reader of rows a cycle, the older one first.
      if (x.pipe == pipe_e::Vector && store && x.za_reads != 0 && u(j).za_reads != 0 &&
          e(j).issue == now_) {
        return false;
      }
    }
    return x.pipe == pipe_e::Op || x.pipe == pipe_e::Vector || ready_(now_);
  }

  const config& k_;
  const issue_program& p_;
  std::function<std::uint64_t(int, int)> latency_;
  std::function<bool(std::uint64_t)> ready_;
  std::vector<events> at_;
  std::uint64_t now_ = 0;
};

/// Sizes at which something is always full, those of the small RTL, and the defaults.
const std::vector<config> Configs{
    {.phys_z         = 37,
     .phys_p         = 17,
     .queue          = 2,
     .window         = 4,
     .vector_latency = 1,
     .distance       = 2,
     .op_latency     = 2},
    {.dispatch = 1, .commit = 1, .phys_z = 40, .phys_p = 18, .queue = 4, .window = 16},
    {.phys_z = 44, .phys_p = 20, .queue = 4, .window = 16},
    {}};

TEST(SmeIssueTimetable, IsTheSimulationOfItsRules) {
  issue_cases cases(test_options().seed);
  for (int round = 0; round < 120; ++round) {
    const auto& k     = Configs[static_cast<std::size_t>(round) % Configs.size()];
    const auto p      = cases(60, round % 3 == 0 ? sim::bursts(1, 3) : sim::always());
    const int longest = 1 + cases.below(round % 5 == 0 ? 200 : 20);
    const auto hash   = [&](int n, int k) {
      return 1 + unsigned(n * 7919 + k * 31) % unsigned(longest);
    };
    const auto ready    = [&](std::uint64_t t) { return round % 2 == 0 || t % 7 < 3; };
    const auto expected = witness(k, p, hash, ready).run();
    timetable table(k, {[&](pipe_e, std::uint64_t t) {
                          while (!ready(t)) ++t;
                          return t;
                        },
                        [&](std::uint64_t n, std::uint64_t issue, std::span<std::uint64_t> arrive) {
                          for (std::size_t v = 0; v < arrive.size(); ++v) {
                            arrive[v] = issue + hash(static_cast<int>(n), static_cast<int>(v));
                          }
                        }});
    for (std::size_t i = 0; i < p.uops.size(); ++i) {
      const auto t = table.add(p.uops[i], p.host[i]);
      ASSERT_EQ(t.dispatch, *expected[i].dispatch)
          << "round " << round << ", " << i << ": " << p.uops[i];
      ASSERT_EQ(t.issue, *expected[i].issue) << "round " << round << ", " << i << ": " << p.uops[i];
      ASSERT_EQ(t.commit, *expected[i].commit)
          << "round " << round << ", " << i << ": " << p.uops[i];
    }
  }
}

TEST(SmeIssueTimetable, IsTheCycleModelUnderEveryTimingAndLatency) {
  issue_cases cases(test_options().seed + 1);
  for (const auto& k : Configs) {
    for (sim::timing& t : sim::timings()) {
      for (const int longest : {1, 20, 200}) {
        const auto p = cases(120, t.source);
        model m(k);
        const auto r = run_issue(k, p, {t.sink, [&] { return 1 + cases.below(longest); }},
                                 [&](const model::inputs& in) {
                                   const auto out = m.peek(in);
                                   m.step(in);
                                   return out;
                                 });
        timetable table(k, r.memory());
        for (std::size_t i = 0; i < p.uops.size(); ++i) {
          const auto at = table.add(p.uops[i], p.host[i]);
          ASSERT_EQ(at.dispatch, r.uops[i].dispatch) << t << ", " << i << ": " << p.uops[i];
          ASSERT_EQ(at.issue, r.uops[i].issue) << t << ", " << i << ": " << p.uops[i];
          ASSERT_EQ(at.commit, r.uops[i].commit) << t << ", " << i << ": " << p.uops[i];
        }
      }
    }
  }
}

// ---- each rule where it alone decides ----

uop load(std::uint8_t z, std::uint64_t first = 0x1000) {
  return {.pipe = pipe_e::Load, .z_dest = {reg(z)}, .first = first, .last = first + 63};
}
uop store(std::uint8_t z, std::uint64_t first = 0x1000) {
  return {.pipe = pipe_e::Store, .z_source = {reg(z)}, .first = first, .last = first + 63};
}
uop add(std::uint8_t to, std::uint8_t from) {
  return {.z_source = {reg(from)}, .z_dest = {reg(to)}};
}
/// A product of 32-bit elements.
uop product(int tile, std::uint8_t n, std::uint8_t m) {
  return {.pipe      = pipe_e::Op,
          .z_source  = {reg(n), reg(m)},
          .za_writes = static_cast<std::uint8_t>(0x11 << tile)};
}
uop from_row(std::uint8_t z, int tile) {
  return {.z_dest = {reg(z)}, .za_reads = static_cast<std::uint8_t>(0x11 << tile)};
}
uop to_row(std::uint8_t z, int tile) {
  return {.z_source = {reg(z)}, .za_writes = static_cast<std::uint8_t>(0x11 << tile)};
}
uop store_row(int tile, std::uint64_t first = 0x2000) {
  return {.pipe     = pipe_e::Store,
          .za_reads = static_cast<std::uint8_t>(0x11 << tile),
          .first    = first,
          .last     = first + 63};
}
uop load_row(int tile) {
  return {.pipe      = pipe_e::Load,
          .za_writes = static_cast<std::uint8_t>(0x11 << tile),
          .first     = 0x3000,
          .last      = 0x303f};
}

/// The times of uops that the host offers in cycle 1; the memory's latency is 20.
std::vector<times> times_of(const std::vector<uop>& uops, const config& k = {}) {
  timetable table(k, memory_times::constant(20));
  std::vector<times> all;
  for (const auto& u : uops) all.push_back(table.add(u, 0));
  return all;
}

TEST(SmeIssueRule, TwoAreDispatchedInACycleAndIssueInTheNext) {
  const auto t = times_of({add(0, 10), add(1, 10), product(0, 11, 12)});
  EXPECT_EQ(t[0].dispatch, 1u);
  EXPECT_EQ(t[1].dispatch, 1u);
  EXPECT_EQ(t[2].dispatch, 2u);
  EXPECT_EQ(t[2].why_dispatch, why_e::Dispatch);
  EXPECT_EQ(t[0].issue, 2u);
  EXPECT_EQ(t[2].issue, 3u);
}

TEST(SmeIssueRule, AJoinedProductWaitsForNoRowsAndIsWaitedFor) {
  uop second    = product(1, 1, 2);
  second.joined = true;
  const auto t  = times_of({product(1, 1, 2), second, product(1, 1, 2), from_row(0, 1)});
  EXPECT_EQ(t[1].issue, t[0].issue + 1);
  EXPECT_EQ(t[2].issue, t[1].issue + 4);
  EXPECT_EQ(t[2].why_issue, why_e::Distance);
  EXPECT_EQ(t[3].issue, t[2].issue + 7);
}

TEST(SmeIssueRule, ALoadIsReadOneCycleAfterItsAnswer) {
  const auto t = times_of({load(0), product(0, 0, 12)});
  EXPECT_EQ(t[0].issue, 2u);
  EXPECT_EQ(t[1].issue, 2u + 20 + 1);
  EXPECT_EQ(t[1].why_issue, why_e::Loaded);
}

TEST(SmeIssueRule, FourVectorsComeTwoACycle) {
  uop four    = load(0);
  four.z_dest = {reg(0), reg(1), reg(2), reg(3)};
  four.beats  = 2;
  for (const auto& [z, late] : {std::pair{0, 0u}, {1, 0u}, {2, 1u}, {3, 1u}}) {
    EXPECT_EQ(times_of({four, product(0, static_cast<std::uint8_t>(z), 12)})[1].issue, 23u + late);
  }
}

TEST(SmeIssueRule, AVectorResultIsReadAfterItsBeatsAndThree) {
  uop slow     = add(0, 10);
  slow.beats   = 5;
  const auto t = times_of({slow, product(0, 0, 12), add(1, 10)});
  EXPECT_EQ(t[1].issue, 2u + 5 + 3);
  EXPECT_EQ(t[1].why_issue, why_e::Computed);
  EXPECT_EQ(t[2].issue, 2u + 5);
  EXPECT_EQ(t[2].why_issue, why_e::Pipe);
}

TEST(SmeIssueRule, ProductsOfATileAreFourCyclesApartOfOthersOne) {
  const auto t = times_of({product(0, 1, 2), product(1, 1, 2), product(1, 1, 2), product(1, 1, 2)});
  EXPECT_EQ(t[0].issue, 2u);
  EXPECT_EQ(t[1].issue, 3u);
  EXPECT_EQ(t[2].issue, 7u);
  EXPECT_EQ(t[3].issue, 11u);
  EXPECT_EQ(t[3].why_issue, why_e::Distance);
}

/// The products are weft_mopa's, a whole tile a cycle.
TEST(SmeIssueRule, DistanceAndLatencyOfProductsAreThoseOfMopa) {
  const golden::mopa::config tile{.rows_per_cycle = 16};
  EXPECT_EQ(config{}.distance, tile.distance());
  golden::mopa::timetable table(tile, 6);
  const auto s = table.add({});
  // ZA holds the result in the cycle after its rows are written.
  EXPECT_EQ(static_cast<std::uint64_t>(config{}.op_latency), s.written + 1 - s.last);
}

TEST(SmeIssueRule, TilesOf64BitsShareTheirRowsWithThoseOf32) {
  uop wide       = product(0, 1, 2);
  wide.za_writes = 1 << 4;
  EXPECT_EQ(times_of({product(0, 1, 2), wide})[1].issue, 6u);
  wide.za_writes = 1 << 5;
  EXPECT_EQ(times_of({product(0, 1, 2), wide})[1].issue, 3u);
}

TEST(SmeIssueRule, ASliceIsReadWhenTheProductIsWritten) {
  const auto t = times_of({product(0, 1, 2), from_row(3, 0)});
  EXPECT_EQ(t[1].issue, 2u + 7);
  EXPECT_EQ(t[1].why_issue, why_e::Rows);
  EXPECT_EQ(times_of({product(0, 1, 2), store_row(0)})[1].issue, 9u);
}

TEST(SmeIssueRule, AProductWaitsForOlderReadersAndWritersOfItsRows) {
  uop slow        = from_row(3, 0);
  slow.beats      = 6;
  const auto read = times_of({slow, product(0, 1, 2)});
  EXPECT_EQ(read[1].issue, 2u + 6);
  EXPECT_EQ(read[1].why_issue, why_e::Rows);
  EXPECT_EQ(times_of({to_row(3, 0), product(0, 1, 2)})[1].issue, 2u + 1 + 3);
  EXPECT_EQ(times_of({load_row(0), product(0, 1, 2)})[1].issue, 23u);
  EXPECT_EQ(times_of({to_row(3, 0), product(1, 1, 2)})[1].issue, 2u);
}

TEST(SmeIssueRule, AStoreWaitsUntilAllOlderUopsAreDone) {
  const auto t = times_of({load(0), store(10, 0x5000), store(11, 0x6000)});
  EXPECT_EQ(t[1].issue, 23u);
  EXPECT_EQ(t[1].why_issue, why_e::Order);
  EXPECT_EQ(t[2].issue, 24u);
  EXPECT_EQ(t[2].done, 25u);
}

TEST(SmeIssueRule, ALoadWaitsForAnOlderStoreOfOneOfItsBytesInEveryAlignment) {
  uop slow   = store(10, 0x1000);
  slow.beats = 9;
  for (std::uint64_t first = 0x1000 - 66; first <= 0x1000 + 66; ++first) {
    const bool meet = first + 63 >= 0x1000 && first <= 0x103f;
    const auto t    = times_of({slow, load(0, first)});
    EXPECT_EQ(t[1].issue, meet ? 2u + 9 : 2u) << first;
    EXPECT_EQ(t[1].why_issue == why_e::Order, meet) << first;
  }
}

TEST(SmeIssueRule, AStoreDoesNotHoldLoadsBeforeIt) {
  const auto t = times_of({load(0), store(10), load(1, 0x8000)});
  EXPECT_EQ(t[2].issue, 3u);
}

TEST(SmeIssueRule, TheQueueHasItsPlaces) {
  // Products of one tile leave the queue every fourth cycle.
  const std::vector<uop> uops(12, product(0, 1, 2));
  const auto t = times_of(uops, {.queue = 4});
  for (std::size_t i = 6; i < uops.size(); ++i) {
    EXPECT_EQ(t[i].dispatch, t[i - 4].issue + 1);
    EXPECT_EQ(t[i].why_dispatch, why_e::QueueFull);
  }
}

TEST(SmeIssueRule, TheWindowHasItsPlaces) {
  std::vector<uop> uops{load(0)};
  for (std::uint8_t i = 0; i < 20; ++i) uops.push_back(product(i % 4, 1, 2));
  const auto t = times_of(uops, {.window = 8});
  EXPECT_EQ(t[8].dispatch, t[0].commit + 1);
  EXPECT_EQ(t[8].why_dispatch, why_e::WindowFull);
  EXPECT_EQ(t[0].commit, 23u);
}

TEST(SmeIssueRule, ARegisterIsFreeInTheCycleAfterTheCommitOfItsOverwriter) {
  std::vector<uop> uops;
  for (std::uint8_t i = 0; i < 12; ++i) uops.push_back(load(i, 0x1000 + i * 64u));
  const auto t = times_of(uops, {.phys_z = 40});
  for (std::size_t i = 8; i < 12; ++i) {
    EXPECT_EQ(t[i].dispatch, t[i - 8].commit + 1);
    EXPECT_EQ(t[i].why_dispatch, why_e::Registers);
  }
  std::vector<uop> predicates;
  for (std::uint8_t i = 0; i < 4; ++i) predicates.push_back({.p_dest = i, .beats = 9});
  const auto p = times_of(predicates, {.phys_p = 18});
  EXPECT_EQ(p[2].dispatch, p[0].commit + 1);
  EXPECT_EQ(p[2].why_dispatch, why_e::Registers);
}

TEST(SmeIssueRule, UopsCommitInOrderSoManyACycle) {
  std::vector<uop> uops{load(0)};
  for (int i = 0; i < 9; ++i) uops.push_back(add(1, 10));
  const auto t = times_of(uops);
  for (std::size_t i = 0; i < uops.size(); ++i) EXPECT_EQ(t[i].commit, 23 + i / 4) << i;
}

TEST(SmeIssueRule, AUopAloneWaitsForAllAndAllForIt) {
  uop alone    = add(20, 21);
  alone.alone  = true;
  const auto t = times_of({load(0), alone, load(1)});
  EXPECT_EQ(t[1].dispatch, 23u + 1);
  EXPECT_EQ(t[1].why_dispatch, why_e::Alone);
  EXPECT_EQ(t[2].dispatch, t[1].commit + 1);
  EXPECT_EQ(t[2].why_dispatch, why_e::Alone);
}

TEST(SmeIssueRule, TheHostOffersAUopInTheNextCycle) {
  timetable table({}, memory_times::constant(20));
  const auto t = table.add(add(0, 1), 17);
  EXPECT_EQ(t.dispatch, 18u);
  EXPECT_EQ(t.why_dispatch, why_e::Host);
}

TEST(SmeIssueRule, AnOlderStoreHasThePortOfRowsFirst) {
  // Two readers of other rows meet in cycle 10.
  uop slow     = from_row(3, 1);
  slow.beats   = 4;
  const auto t = times_of({slow, add(4, 5), store_row(0), from_row(6, 2)});
  ASSERT_EQ(t[2].issue, t[1].done);
  uop later         = from_row(6, 2);
  later.z_source[0] = reg(4);
  const auto meet   = times_of({slow, add(4, 5), store_row(0), later});
  EXPECT_EQ(meet[2].issue, meet[1].done);
  EXPECT_EQ(meet[3].issue, meet[2].issue + 1);
  EXPECT_EQ(meet[3].why_issue, why_e::RowPort);
}

TEST(SmeIssueRule, MemoryTakesARequestWhenItDoes) {
  timetable table({}, {[](pipe_e p, std::uint64_t t) {
                         return p == pipe_e::Load ? std::max<std::uint64_t>(t, 30) : t;
                       },
                       memory_times::constant(20).arrive});
  const auto t = table.add(load(0), 0);
  EXPECT_EQ(t.issue, 30u);
  EXPECT_EQ(t.why_issue, why_e::Memory);
  EXPECT_EQ(t.commit, 51u);
}

TEST(SmeIssueRule, TwoHundredLoadsWithoutAFreeRegisterGoOn) {
  std::vector<uop> uops;
  for (int i = 0; i < 200; ++i) uops.push_back(load(static_cast<std::uint8_t>(i % 32)));
  const auto t = times_of(uops, {.phys_z = 36});
  for (std::size_t i = 4; i < t.size(); ++i) EXPECT_EQ(t[i].dispatch, t[i - 4].commit + 1) << i;
}

}  // namespace
}  // namespace weft::sme_issue_golden_test
