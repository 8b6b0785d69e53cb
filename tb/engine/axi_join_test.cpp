// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_axi_join.sv against sim/golden/engine/axi_join.hpp in lockstep: two masters at
// random, and what each of them gets against what it has asked for.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <random>
#include <utility>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "sim/verilated/axi_join_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_axi_join_configs.hpp"

namespace weft::axi_join_test {
namespace {

using namespace golden::axi_join;
using golden::axi::burst;

/// A word that names its burst and its place.
golden::axi::word word_of(std::uint64_t addr, unsigned place) {
  golden::axi::word w{};
  const std::uint64_t code = addr + place;
  std::memcpy(w.data(), &code, sizeof code);
  return w;
}

/// A master that asks for bursts at random. Words are offered no earlier than their request.
class master {
 public:
  master(unsigned id, unsigned bursts, std::uint64_t seed, double rate)
      : id_(id), left_(bursts), rng_(seed), asks_(sim::randomly(rate, seed)) {}

  bool ended() const {
    return left_ == 0 && reads_.empty() && writes_.empty() && owed_reads_.empty() &&
           words_.empty() && owed_writes_ == 0;
  }

  offers offer() {
    if (left_ != 0 && reads_.size() + writes_.size() < 3 && asks_()) {
      --left_;
      const burst b{(std::uint64_t{id_} << 32) + 256 * ++count_,
                    1 + static_cast<unsigned>(rng_() % 4), 3, 1};
      (rng_() % 2 == 0 ? reads_ : writes_).push_back(b);
    }
    offers o;
    if (!reads_.empty()) o.ar = reads_.front();
    if (!writes_.empty()) {
      o.aw = writes_.front();
      if (!offered_) words_.push_back({*o.aw, 0});
      offered_ = true;
    }
    if (!words_.empty()) {
      const auto& [b, place] = words_.front();
      o.w = golden::axi_write::w_word{word_of(b.addr, place), 255, place + 1 == b.beats};
    }
    return o;
  }

  void step(const offers& o, const outputs& out, const answers& bus, unsigned i) {
    if (out.ar_ready[i]) owed_reads_.push_back({*o.ar, 0}), reads_.pop_front();
    if (out.aw_ready[i]) writes_.pop_front(), offered_ = false, ++owed_writes_;
    if (out.w_ready[i] && ++words_.front().second == words_.front().first.beats) {
      words_.pop_front();
    }
    if (out.r[i]) {
      ASSERT_FALSE(owed_reads_.empty()) << "a beat for a master that has asked for none";
      auto& [b, place] = owed_reads_.front();
      EXPECT_EQ(bus.r->data, word_of(b.addr, place));
      EXPECT_EQ(bus.r->last, place + 1 == b.beats);
      if (++place == b.beats) owed_reads_.pop_front();
    }
    if (out.b[i]) {
      ASSERT_NE(owed_writes_, 0u) << "a response for a master that has written nothing";
      --owed_writes_;
    }
  }

 private:
  unsigned id_, left_;
  std::uint64_t count_ = 0;
  std::mt19937_64 rng_;
  sim::pace asks_;
  std::deque<burst> reads_, writes_;
  bool offered_ = false;  // the words of the first of writes_ are in words_
  std::deque<std::pair<burst, unsigned>> words_, owed_reads_;
  unsigned owed_writes_ = 0;
};

template <class Bench>
class AxiJoinRtl : public testing::Test {
 protected:
  sim::lockstep<Bench> both_{test_options(), model(Bench::Config)};
};

#define WEFT_BENCH(V, P) sim::axi_join_ports<V, P>
using benches = testing::Types<WEFT_AXI_JOIN_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AxiJoinRtl, benches);

TYPED_TEST(AxiJoinRtl, EachMasterGetsWhatItAskedForInItsOrder) {
  for (unsigned round = 0; round < 24; ++round) {
    SCOPED_TRACE(round);
    const std::uint64_t seed = test_options().seed * 1000 + 10 * round;
    const double rate        = round % 3 == 0 ? 1 : 0.3;
    std::array<master, 2> masters{master(1, 150, seed, rate), master(2, 150, seed + 1, rate)};
    const auto channel = [&](unsigned i) {
      return round % 4 == 0 ? sim::always() : sim::randomly(0.5, seed + 2 + i);
    };
    std::array<sim::pace, 5> paces{channel(0), channel(1), channel(2), channel(3), channel(4)};
    std::deque<std::pair<burst, unsigned>> reads;  // that the memory owes
    std::deque<burst> writes;                      // whose words are not all here
    std::deque<golden::axi_write::w_word> words;
    unsigned responses = 0;
    sim::watchdog dog;
    while (!masters[0].ended() || !masters[1].ended()) {
      inputs in;
      for (unsigned i = 0; i < 2; ++i) in.from[i] = masters[i].offer();
      in.bus = {.ar_ready = paces[0](), .aw_ready = paces[1](), .w_ready = paces[2]()};
      if (!reads.empty() && paces[3]()) {
        auto& [b, place] = reads.front();
        in.bus.r = {word_of(b.addr, place), golden::axi::resp_e::Okay, place + 1 == b.beats};
        if (++place == b.beats) reads.pop_front();
      }
      if (responses != 0 && paces[4]()) in.bus.b = golden::axi::resp_e::Okay, --responses;
      const auto out = this->both_.cycle(in);
      for (unsigned i = 0; i < 2; ++i) {
        masters[i].step(in.from[i], out, in.bus, i);
        if (this->HasFailure()) return;
      }
      if (out.port.ar && in.bus.ar_ready) reads.push_back({*out.port.ar, 0});
      if (out.port.aw && in.bus.aw_ready) writes.push_back(*out.port.aw);
      if (out.port.w && in.bus.w_ready) words.push_back(*out.port.w);
      // The words of the first write, in the order of the requests.
      while (!writes.empty() && words.size() >= writes.front().beats) {
        for (unsigned place = 0; place < writes.front().beats; ++place) {
          ASSERT_EQ(words.front().data, word_of(writes.front().addr, place));
          ASSERT_EQ(words.front().last, place + 1 == writes.front().beats);
          words.pop_front();
        }
        writes.pop_front();
        ++responses;
      }
      dog.cycle(out.port.ar || out.port.w || in.bus.r || in.bus.b, [] { return "two masters"; });
    }
  }
}

TYPED_TEST(AxiJoinRtl, ARequestThatWaitsStaysAndTheFirstMasterComesBeforeTheSecond) {
  const burst first{0x100, 1, 3, 1}, second{0x200, 2, 3, 1};
  inputs in;
  in.bus.ar_ready = in.bus.aw_ready = false;
  in.from[1].ar = in.from[1].aw = second;
  this->both_.cycle(in);
  in.from[0].ar = in.from[0].aw = first;
  for (int i = 0; i < 3; ++i) {
    const auto out = this->both_.cycle(in);
    EXPECT_EQ(out.port.ar, second);
    EXPECT_EQ(out.port.aw, second);
  }
  in.bus.ar_ready = in.bus.aw_ready = true;
  auto out                          = this->both_.cycle(in);
  EXPECT_EQ(out.ar_ready, (std::array{false, true}));
  EXPECT_EQ(out.aw_ready, (std::array{false, true}));
  out = this->both_.cycle(in);
  EXPECT_EQ(out.port.ar, first);
  EXPECT_EQ(out.port.aw, first);
}

}  // namespace
}  // namespace weft::axi_join_test
