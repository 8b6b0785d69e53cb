// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/amx_front.hpp: what it refuses against golden::amx::execute(), its cycles against
// counts of words.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/golden/sme_machine.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_front_cases.hpp"

namespace weft::amx_front_test {
namespace {

using namespace golden::amx;
using front::model;
using enum front::model::has_e;

TEST(AmxFrontGolden, RefusesWhatExecutionRefusesWithoutTheMemorys) {
  /// All of memory is there.
  struct everywhere : golden::sme::memory {
    bool read(std::uint64_t, std::span<std::uint8_t>) override { return true; }
    bool write(std::uint64_t, std::span<const std::uint8_t>) override { return true; }
    bool writable(std::uint64_t, std::size_t) override { return true; }
  } memory;
  front_cases cases(test_options().seed);
  auto list = cases.any(4000);
  for (const auto& i : cases.any(500))
    list.push_back({i.op <= op_e::Stzi ? op_e::Set : i.op, i.operand % 3});
  state s;
  bool on        = false;
  std::size_t no = 0;
  for (const auto& i : list) {
    s.on       = on;
    bool stops = false;
    try {
      execute(s, memory, i.op, i.operand);
    } catch (const golden::sme::isa::stopped&) {
      stops = true;
    }
    const std::uint64_t address = i.operand & 0xff'ffff'ffff'ffff,
                        more    = (i.operand >> 62 & 1) == 0 || i.op >= op_e::Ldzi    ? 1
                                  : (i.op <= op_e::Ldy && (i.operand >> 60 & 1) != 0) ? 4
                                                                                      : 2;
    if (i.op <= op_e::Stzi && address + 64 * more > std::uint64_t{1} << 48) stops = true;
    ASSERT_EQ(front::refused(on, i), stops) << on << ' ' << i;
    no += stops;
    // Half of the time on.
    if (!stops && i.op == op_e::Set) on = i.operand == 0;
    if (cases.maybe(8)) on = cases.maybe(3) ? false : true;
  }
  EXPECT_GT(no, 500u);
  EXPECT_LT(no, 3500u);
}

/// Ports of the golden model, cycle by cycle.
class bench {
 public:
  model::outputs operator()(const model::inputs& in) {
    const auto out = model_.peek(in);
    model_.step(in);
    return out;
  }

 private:
  model model_;
};

TEST(AmxFrontGolden, GivesTheWordsOfEveryInstructionInOrder) {
  front_cases cases(test_options().seed + 1);
  for (const auto& p : every_pace()) {
    const auto list = switched_on(cases.any(500));
    EXPECT_EQ(run(list, p, bench()).words, words_of(list)) << p.name;
  }
}

/// Two words in every cycle from the second on. One by one, a word in every cycle.
TEST(AmxFrontGolden, GivesTwoWordsACycle) {
  for (const std::size_t pairs : {1, 2, 7, 100}) {
    // Instructions of one word and of two words: ldz, stx of two registers.
    std::vector<instruction> list{{op_e::Set, 0}};
    for (std::size_t i = 0; i < pairs; ++i) {
      list.push_back({op_e::Ldz, 0});
      list.push_back({op_e::Stx, std::uint64_t{1} << 62});
    }
    const std::uint64_t words = golden::amx::words(op_e::Set, 0).size() + 3 * pairs;
    EXPECT_EQ(run(list, every_pace()[0], bench()).cycles, 1 + (words + 1) / 2);
    EXPECT_EQ(front::cycles(words), 1 + (words + 1) / 2);
    EXPECT_EQ(run(list, every_pace()[3], bench()).cycles, 1 + words);
  }
}

/// By hand: a sink that takes nothing, then one word, then both.
TEST(AmxFrontGolden, HoldsFourInstructions) {
  const instruction set{op_e::Set, 0}, clr{op_e::Set, 1}, load{op_e::Ldz, 0},
      two{op_e::Stz, std::uint64_t{1} << 62}, nothing{op_e::Fma64, 6u << 27}, none{op_e{30}, 0};
  const std::array<bool, 2> closed{false, false}, first{true, false}, open{true, true};
  bench b;
  const auto word = [](const instruction& i, std::size_t n) {
    const auto list = words(i.op, i.operand);
    return model::given{list.at(n), n + 1 == list.size()};
  };
  using flags = std::array<bool, 2>;
  auto o      = b({.in = {load, set}, .out_ready = open});
  EXPECT_EQ(o.in_ready, (flags{true, true}));
  EXPECT_EQ(o.has, (std::vector{Refused, Words}));
  EXPECT_FALSE(o.out[0] || o.out[1] || o.on);
  for (std::size_t n = 0; n < words(set.op, 0).size(); n += 2) {
    o = b({.in = {}, .out_ready = open});
    EXPECT_EQ(o.out[0], word(set, n));
    EXPECT_TRUE(o.on);
  }
  o = b({.in = {load, none}, .out_ready = closed});
  EXPECT_EQ(o.has, (std::vector{Words, Refused}));
  EXPECT_FALSE(o.out[0]);
  o = b({.in = {nothing, two}, .out_ready = closed});
  EXPECT_EQ(o.has, (std::vector{Nothing, Words}));
  EXPECT_EQ(o.out[0], word(load, 0));
  EXPECT_FALSE(o.out[1]);
  o = b({.in = {set, load}, .out_ready = closed});
  EXPECT_EQ(o.in_ready, (flags{true, true}));
  EXPECT_EQ(o.has, (std::vector{Refused, Words}));
  o = b({.in = {load, load}, .out_ready = closed});  // three are there
  EXPECT_EQ(o.in_ready, (flags{true, false}));
  EXPECT_EQ(o.has, std::vector{Words});
  o = b({.in = {load}, .out_ready = {false, true}});
  EXPECT_EQ(o.in_ready, (flags{false, false}));
  EXPECT_TRUE(o.has.empty());
  EXPECT_EQ(o.out[1], word(two, 0));
  o = b({.in = {}, .out_ready = first});
  EXPECT_EQ(o.out[0], word(load, 0));  // the second word alone is not taken
  o = b({.in = {}, .out_ready = open});
  EXPECT_EQ(o.in_ready, (flags{true, false}));
  EXPECT_EQ(o.out[0], word(two, 0));
  EXPECT_EQ(o.out[1], word(two, 1));
  o = b({.in = {clr, load}, .out_ready = closed});
  EXPECT_EQ(o.in_ready, (flags{true, true}));
  EXPECT_EQ(o.has, (std::vector{Words, Refused}));
  EXPECT_TRUE(o.on);
  EXPECT_EQ(o.out[0], word(load, 0));
  EXPECT_EQ(o.out[1], word(load, 0));
  o = b({.in = {}, .out_ready = open});
  EXPECT_FALSE(o.on);
  o = b({.in = {}, .out_ready = open});
  EXPECT_EQ(o.out[0], word(clr, 0));
  EXPECT_FALSE(o.out[1]);
  EXPECT_FALSE(b({.in = {}, .out_ready = open}).out[0]);
}

}  // namespace
}  // namespace weft::amx_front_test
