// SPDX-License-Identifier: Apache-2.0
//
// rtl/amx/weft_amx.sv against golden's cycle model in every cycle, and its words against those of
// every instruction; what golden refuses against golden::amx::execute().

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/port_bits.hpp"
#include "sim/harness/put_words.hpp"
#include "sim/harness/watchdog.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_front_cases.hpp"
#include "weft_amx_configs.hpp"

namespace weft::amx_front_test {
namespace {

using namespace golden::amx;
using front::model;

/// The ports of a Verilated weft_amx as the golden model's inputs and outputs.
template <class V, class P>
struct amx_ports {
  using dut     = V;
  using model   = front::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static_assert(P::AddrBits == front::AddressBits);

  static void drive(V& v, const inputs& in) {
    v.in_valid_i  = static_cast<unsigned char>((1u << in.in.size()) - 1);
    v.out_ready_i = static_cast<unsigned char>(in.out_ready[0] | in.out_ready[1] << 1);
    for (std::size_t i = 0; i < front::Width; ++i) {
      // The junk must not matter while valid is low.
      const auto one = i < in.in.size() ? in.in[i] : instruction{op_e::Set, 1};
      sim::put_bits(v.in_op_i, static_cast<unsigned>(5 * i), 5, static_cast<unsigned>(one.op));
      sim::put_words(v.in_operand_i, std::array{one.operand}, 64, 64 * i);
    }
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs o;
    for (unsigned i = 0; i < front::Width; ++i) {
      o.in_ready[i] = (v.in_ready_o >> i & 1) != 0;
      if (o.in_ready[i] && i < in.in.size()) {
        const bool refused = (v.in_refused_o >> i & 1) != 0, empty = (v.in_empty_o >> i & 1) != 0;
        o.has.push_back(refused ? model::has_e::Refused
                        : empty ? model::has_e::Nothing
                                : model::has_e::Words);
      }
      if ((v.out_valid_o >> i & 1) == 0) continue;
      const auto of = [&](const auto& port, unsigned width) {
        return sim::get_bits(port, width * i, width);
      };
      const auto wide = [&](const auto& port) {
        return sim::get_bits(port, 64 * i, 32) | std::uint64_t{sim::get_bits(port, 64 * i + 32, 32)}
                                                     << 32;
      };
      o.out[i] =
          model::given{{of(v.out_word_o, 32), wide(v.out_a_o), wide(v.out_b_o),
                        static_cast<std::uint8_t>(of(v.out_slice_o, 8)), of(v.out_fpcr_o, 32)},
                       (v.out_last_o >> i & 1) != 0};
    }
    o.on = v.on_o != 0;
    return o;
  }
};

struct paces {
  const char* name;
  sim::pace source, second_source, sink, second_sink;
};
std::vector<paces> every_pace() {
  using sim::always, sim::bursts, sim::randomly;
  return {{"FullRate", always(), always(), always(), always()},
          {"IdleSource", bursts(1, 3), bursts(1, 1), always(), always()},
          {"StallingSink", always(), always(), bursts(1, 3), bursts(1, 1)},
          {"OneByOne", always(), bursts(0, 1), always(), bursts(0, 1)},
          {"Random", randomly(0.6, 1), randomly(0.5, 2), randomly(0.6, 3), randomly(0.5, 4)}};
}

struct result {
  std::vector<sme_word> words;
  std::uint64_t cycles = 0;  ///< from the first instruction taken to the last word
};

/// Sends instructions through RTL and golden model.
template <class Bench>
result stream(sim::lockstep<Bench>& both, const std::vector<instruction>& list, paces p) {
  result r;
  sim::watchdog watchdog;
  std::size_t taken = 0, offered = 0;
  bool waiting = true;
  while (taken < list.size() || waiting) {
    model::inputs in;
    // What is offered stays.
    if (offered == 0 && taken < list.size() && p.source()) offered = 1;
    if (offered == 1 && taken + 1 < list.size() && p.second_source()) offered = 2;
    for (std::size_t i = 0; i < offered; ++i) in.in.push_back(list[taken + i]);
    in.out_ready   = {p.sink(), p.second_sink()};
    const auto out = both.cycle(in);
    taken += out.has.size();
    offered -= out.has.size();
    std::size_t given = 0;
    while (given < out.out.size() && out.out[given] && in.out_ready[given]) {
      r.words.push_back(out.out[given++]->word);
    }
    waiting = out.out[0].has_value() || !out.has.empty();
    r.cycles += taken > 0 && waiting;
    watchdog.cycle(given != 0 || !out.has.empty() || !waiting,
                   [&] { return std::to_string(taken) + " instructions taken"; });
  }
  return r;
}

/// `list` with AMX on.
std::vector<instruction> switched_on(std::vector<instruction> list) {
  list.insert(list.begin(), {op_e::Set, 0});
  return list;
}

/// The words of a list, one instruction behind the other.
std::vector<sme_word> words_of(const std::vector<instruction>& list) {
  std::vector<sme_word> all;
  bool on = false;
  for (const auto& i : list) {
    if (front::refused(on, i)) continue;
    if (i.op == op_e::Set) on = i.operand == 0;
    const auto w = words(i.op, i.operand).value();
    all.insert(all.end(), w.begin(), w.end());
  }
  return all;
}

TEST(AmxFront, RefusesWhatExecutionRefusesWithoutTheMemorys) {
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
    if (i.op > op_e::Set) stops = true;  // has no words here
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

template <class Bench>
class AmxRtl : public testing::Test {};

#define WEFT_BENCH(V, P) amx_ports<V, P>
using benches = testing::Types<WEFT_AMX_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AmxRtl, benches);

TYPED_TEST(AmxRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  front_cases cases(test_options().seed);
  sim::lockstep<TypeParam> both(test_options());
  for (const auto& p : every_pace()) {
    SCOPED_TRACE(p.name);
    both.reset();
    const auto list = switched_on(cases.any(1500));
    EXPECT_EQ(stream(both, list, p).words, words_of(list));
  }
}

TYPED_TEST(AmxRtl, HasTheWordsOfEveryFieldOfAnOperand) {
  front_cases cases(test_options().seed + 1);
  sim::lockstep<TypeParam> both(test_options());
  const auto list = switched_on(cases.every_field());
  EXPECT_EQ(stream(both, list, every_pace()[0]).words, words_of(list));
}

TYPED_TEST(AmxRtl, TakesTheCyclesOfTheClosedForm) {
  front_cases cases(test_options().seed + 2);
  for (const std::size_t n : {1, 2, 3, 10, 300}) {
    std::vector<instruction> list{{op_e::Set, 0}};
    while (list.size() < n) {
      const auto i = cases(static_cast<op_e>(cases.below(17)));
      if (!front::refused(true, i) && !words(i.op, i.operand)->empty()) list.push_back(i);
    }
    sim::lockstep<TypeParam> both(test_options());
    const auto r = stream(both, list, every_pace()[0]);
    EXPECT_EQ(r.cycles, front::cycles(r.words.size()));
  }
}

TYPED_TEST(AmxRtl, TakesTwoInstructionsOfOneWordACycle) {
  std::vector<instruction> list{{op_e::Set, 0}};
  for (std::uint64_t i = 0; i < 100; ++i) list.push_back({i % 2 == 0 ? op_e::Ldx : op_e::Fma32, 0});
  sim::lockstep<TypeParam> both(test_options());
  EXPECT_EQ(stream(both, list, every_pace()[0]).cycles, 1 + (2 + 100) / 2);
}

TYPED_TEST(AmxRtl, ResetEmptiesItInAnyState) {
  front_cases cases(test_options().seed + 3);
  sim::lockstep<TypeParam> both(test_options());
  for (std::size_t cycles = 1; cycles < 20; ++cycles) {
    const auto list = switched_on(cases.any(2 * cycles));
    for (std::size_t c = 0, i = 0; c < cycles; ++c) {
      i += both.cycle({.in = {list[i]}, .out_ready = {cases.maybe(), cases.maybe()}}).has.size();
    }
    both.reset();
    const auto out = both.cycle({});
    EXPECT_FALSE(out.out[0]);
    EXPECT_FALSE(out.on);
  }
}

}  // namespace
}  // namespace weft::amx_front_test
