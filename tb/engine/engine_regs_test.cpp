// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_engine_regs.sv against sim/golden/engine/engine_regs.hpp in lockstep, and against
// its description, rtl/engine/engine_regs.json.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/harness/axil_master.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/engine_regs_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_regs_configs.hpp"

namespace weft::engine_regs_test {
namespace {

using namespace golden::engine_regs;
using golden::axil::read_data;
using golden::axil::write_data;

/// A word of the page, as the description has it.
struct word {
  std::string access, hw;
  std::optional<std::uint32_t> reset;  ///< engaged where it does not depend on the instance
  std::uint32_t reads    = 0;          ///< bits that may be 1
  std::uint32_t changes  = 0;          ///< bits that a write changes
  std::uint32_t driven   = 0;          ///< bits that the hardware drives
  std::uint32_t flags    = 0;          ///< bits that it sets and clears
  std::uint32_t pulses   = 0;          ///< bits that the hardware sees when they are written
  bool gated             = false;      ///< read-only while RING_CTRL.ENABLE is 1
  int lock               = -1;         ///< the offset of the register that locks this one
  std::uint32_t lock_bit = 0;
};

std::uint32_t mask_of(const std::string& bits) {
  const auto colon   = bits.find(':');
  const int high     = std::stoi(bits);
  const int low      = colon == std::string::npos ? high : std::stoi(bits.substr(colon + 1));
  std::uint32_t mask = 0;
  for (int i = low; i <= high; ++i) mask |= 1u << i;
  return mask;
}

/// The description by offset. Reads the file by itself: nothing here comes from the generator.
std::map<std::uint32_t, word> described() {
  std::ifstream file(std::string(WEFT_SOURCE_DIR) + "/rtl/engine/engine_regs.json");
  const auto json = nlohmann::json::parse(file);
  std::map<std::uint32_t, word> all;
  const auto version = json["version"].get<std::string>();
  const auto number  = [](const nlohmann::json& hex) {
    return static_cast<std::uint32_t>(std::stoul(hex.get<std::string>(), nullptr, 16));
  };
  const auto add = [&](const nlohmann::json& item, std::uint32_t base, int lock,
                       std::uint32_t bit) {
    word w;
    w.access   = item["access"];
    w.hw       = item["hw"];
    w.lock     = lock;
    w.lock_bit = bit;
    if (item.contains("reset")) {
      w.reset = item["reset"] == "version"
                    ? std::stoul(version) << 16 | std::stoul(version.substr(2))
                    : number(item["reset"]);
    }
    if (!item.contains("fields")) w.reads = w.changes = ~0u;
    for (const auto& field : item.value("fields", nlohmann::json::array())) {
      const std::uint32_t mask = mask_of(field["bits"]);
      const auto access        = field.value("access", w.access);
      const bool read_only     = access == "ro";
      if (w.access == "rw" && access == "wo") {
        w.pulses |= mask;
        continue;
      }
      w.reads |= mask;
      if (!read_only) w.changes |= mask;
      if (w.hw == "drives" || (read_only && w.hw != "none")) w.driven |= mask;
    }
    if (w.hw == "drives" && !item.contains("fields")) w.driven = ~0u;
    if (w.hw == "sets") w.flags = w.changes;
    if (w.access == "ro") w.changes = 0;
    w.gated                    = item.value("lock", "") == "RING_CTRL.ENABLE";
    const std::uint32_t offset = base + number(item["offset"]);
    all[offset]                = w;
    if (item.value("bits", 32) == 64) all[offset + 4] = w;
  };
  for (const auto& item : json["registers"]) {
    if (!item.contains("registers")) {
      add(item, 0, -1, 0);
      continue;
    }
    const auto lock = item["lock"].get<std::string>();
    for (int i = 0; i < item["count"]; ++i) {
      const std::uint32_t base = number(item["offset"]) + i * item["stride"].get<std::uint32_t>();
      std::uint32_t at = 0, bit = 0;
      for (const auto& part : item["registers"]) {
        for (const auto& field : part.value("fields", nlohmann::json::array())) {
          if (part["name"].get<std::string>() + "." + field["name"].get<std::string>() != lock) {
            continue;
          }
          at  = base + number(part["offset"]);
          bit = mask_of(field["bits"]);
        }
      }
      for (const auto& part : item["registers"]) add(part, base, static_cast<int>(at), bit);
    }
  }
  return all;
}

template <class Bench>
class EngineRegsRtl : public testing::Test {
 protected:
  sim::lockstep<Bench> both_{test_options()};
  std::mt19937 rng_{static_cast<unsigned>(test_options().seed)};
  from_hardware hw_;
  bool reset_ = false;
  outputs last_;
  sim::axil_port port_{[this](const golden::axil::from_master& bus) {
    last_ = both_.cycle({bus, reset_, hw_});
    for (const auto& r : Map) {
      if (last_.hw.written == r.offset) commands_.push_back(last_.hw.value[r.offset / 4]);
    }
    return last_.bus;
  }};
  std::vector<std::uint32_t> commands_;
  const std::map<std::uint32_t, word> words_ = described();

  std::uint32_t any(std::uint32_t n = 0) {
    return static_cast<std::uint32_t>(n == 0 ? rng_() : rng_() % n);
  }

  /// The hardware drives these bits everywhere.
  void drive(std::uint32_t bits) {
    for (const auto& [offset, w] : words_) hw_.value[offset / 4] = bits & w.driven;
  }

  void cycle() { last_ = both_.cycle({{}, reset_, hw_}); }
};

#define WEFT_BENCH(V, P) sim::engine_regs_ports<V, P>
using benches = testing::Types<WEFT_ENGINE_REGS_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EngineRegsRtl, benches);

TYPED_TEST(EngineRegsRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  auto timings = sim::timings();
  timings.push_back(timings.back());
  for (std::size_t i = 0; i < timings.size(); ++i) {
    sim::axil_master master(timings[i], i + 1 == timings.size() ? this->any() | 1 : 0);
    const auto offset = [&] {
      // Half of the accesses go to registers, some to CTRL and STATUS, the others anywhere.
      switch (this->any(8)) {
        case 0:
          return 0x20u + 4 * this->any(2);
        case 1:
        case 2:
          return this->any(PageBytes);
        case 3:
          return 0x1c0 + this->any(128);
        default:
          return Map[this->any(Map.size())].offset + this->any(4);
      }
    };
    for (int n = 0; n < 1500; ++n) {
      if (master.waiting() < 4) {
        if (this->any(2)) {
          const bool few = this->any(4) != 0;  // locks come late
          master.write(offset(), {few ? this->any() & ~4u : this->any(), this->any(16)});
        }
        if (this->any(2)) master.read(offset());
      }
      inputs in;
      master.drive(in.bus);
      in.reset = this->any(64) == 0;
      for (const auto& [at, w] : this->words_) {
        in.hw.value[at / 4] = this->any() & w.driven;
        if (this->any(4) == 0) in.hw.sets[at / 4] = this->any() & w.flags;
        if (this->any(4) == 0) in.hw.clears[at / 4] = this->any() & w.flags;
      }
      master.step(in.bus, this->both_.cycle(in).bus);
    }
    this->both_.reset();
  }
}

TYPED_TEST(EngineRegsRtl, HasResetValuesAccessAndHolesOfItsDescription) {
  for (std::uint32_t offset = 0; offset < PageBytes; offset += 4) {
    SCOPED_TRACE(testing::Message() << std::hex << offset);
    const auto found = this->words_.find(offset);
    this->drive(0);
    if (found == this->words_.end()) {
      EXPECT_EQ(this->port_.read(offset), (read_data{0, resp_e::DecErr}));
      EXPECT_EQ(this->port_.write(offset, ~0u), resp_e::DecErr);
      continue;
    }
    const word& w = found->second;
    if (w.access == "wo") {
      EXPECT_EQ(this->port_.read(offset), (read_data{0, resp_e::SlvErr}));
    } else {
      EXPECT_EQ(this->port_.read(offset), (read_data{w.reset.value_or(0), resp_e::Okay}));
      this->drive(~0u);
      const auto all = this->port_.read(offset).data;
      EXPECT_EQ(all, w.reset.value_or(0) | w.driven);
    }
    EXPECT_EQ(this->port_.write(offset, 0, 0), w.access == "ro" ? resp_e::SlvErr : resp_e::Okay);
    if (w.access == "ro") {
      this->drive(0);
      EXPECT_EQ(this->port_.write(offset, ~0u), resp_e::SlvErr);
      EXPECT_EQ(this->port_.read(offset).data, w.reset.value_or(0));
    }
  }
  EXPECT_EQ(this->words_.size(), Map.size());
}

TYPED_TEST(EngineRegsRtl, WritesTheBytesOfItsStrobes) {
  for (const auto& [offset, w] : this->words_) {
    if (w.access == "ro" || w.access == "wo") continue;
    SCOPED_TRACE(testing::Message() << std::hex << offset);
    std::uint32_t value = *w.reset;
    if (w.access == "w1c") {  // all flags are up
      this->hw_.sets[offset / 4] = w.flags;
      this->cycle();
      this->hw_.sets[offset / 4] = 0;
      value                      = w.flags;
    }
    for (unsigned i = 0; i < 20; ++i) {
      const unsigned strobes  = i < 16 ? i : this->any(16);
      const std::uint32_t key = offset == RingCtrl ? RingCtrlEnable : w.lock_bit;
      const std::uint32_t put = this->any() & ~key;
      std::uint32_t lanes     = 0;
      for (unsigned byte = 0; byte < 4; ++byte)
        lanes |= (strobes >> byte & 1) * (0xffu << 8 * byte);
      ASSERT_EQ(this->port_.write(offset, put, strobes), resp_e::Okay);
      value = w.access == "w1c" ? value & ~(put & lanes)
                                : (value & ~(lanes & w.changes)) | (put & lanes & w.changes);
      ASSERT_EQ(this->port_.read(offset).data, value);
      ASSERT_EQ(this->last_.hw.value[offset / 4], value) << "what the hardware sees";
    }
  }
}

TYPED_TEST(EngineRegsRtl, ShowsACommandForOneCycleWithItsBits) {
  const word& w = this->words_.at(Ctrl);
  std::vector<std::uint32_t> wanted;
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    const std::uint32_t put = this->any();
    std::uint32_t lanes     = 0;
    for (unsigned byte = 0; byte < 4; ++byte) lanes |= (strobes >> byte & 1) * (0xffu << 8 * byte);
    EXPECT_EQ(this->port_.write(Ctrl, put, strobes), resp_e::Okay);
    wanted.push_back(put & lanes & w.changes);
  }
  EXPECT_EQ(this->commands_, wanted);
}

TYPED_TEST(EngineRegsRtl, AFlagThatIsSetAsItIsClearedIsSet) {
  const word& w = this->words_.at(Status);
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((w.flags & bit) == 0) continue;
    this->hw_.sets[Status / 4] = bit;
    EXPECT_EQ(this->port_.write(Status, bit), resp_e::Okay);
    this->hw_.sets[Status / 4] = 0;
    EXPECT_EQ(this->port_.read(Status).data, bit);
    this->hw_.clears[Status / 4] = bit;
    this->hw_.sets[Status / 4]   = bit;
    this->cycle();
    this->hw_.clears[Status / 4] = this->hw_.sets[Status / 4] = 0;
    EXPECT_EQ(this->port_.read(Status).data, bit);
    this->hw_.clears[Status / 4] = bit;
    this->cycle();
    this->hw_.clears[Status / 4] = 0;
    EXPECT_EQ(this->port_.read(Status).data, 0u);
  }
}

TYPED_TEST(EngineRegsRtl, ALockedWindowStaysUntilTheResetPin) {
  std::map<std::uint32_t, std::uint32_t> locked;
  for (const auto& [offset, w] : this->words_) {
    if (w.lock < 0) continue;
    locked[offset] = this->any() & w.changes & ~w.lock_bit;
    EXPECT_EQ(this->port_.write(offset, locked[offset]), resp_e::Okay);
  }
  EXPECT_EQ(locked.size(), 20u);
  // The windows are locked one after the other; each lock is its window's alone.
  std::vector<std::uint32_t> keys;
  for (const auto& [offset, w] : this->words_) {
    if (w.lock == static_cast<int>(offset)) keys.push_back(offset);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    locked[keys[i]] |= this->words_.at(keys[i]).lock_bit;
    EXPECT_EQ(this->port_.write(keys[i], locked[keys[i]]), resp_e::Okay);
    for (const auto& [offset, value] : locked) {
      const int key    = this->words_.at(offset).lock;
      const auto place = std::find(keys.begin(), keys.end(), static_cast<std::uint32_t>(key));
      if (place - keys.begin() <= static_cast<std::ptrdiff_t>(i)) {
        EXPECT_EQ(this->port_.write(offset, ~value), resp_e::SlvErr);
      } else {
        EXPECT_EQ(this->port_.write(offset, value), resp_e::Okay);
      }
      EXPECT_EQ(this->port_.read(offset).data, value);
    }
  }
  EXPECT_EQ(this->port_.write(M, 5), resp_e::Okay);
  this->reset_ = true;
  this->cycle();
  this->reset_ = false;
  EXPECT_EQ(this->port_.read(M).data, 0u);
  for (const auto& [offset, value] : locked) EXPECT_EQ(this->port_.read(offset).data, value);
  this->both_.reset();
  for (const auto& [offset, value] : locked) {
    EXPECT_EQ(this->port_.read(offset).data, *this->words_.at(offset).reset);
  }
}

TYPED_TEST(EngineRegsRtl, AnEnabledRingKeepsItsPlaceAndItsCommandsArePulses) {
  const word& control = this->words_.at(RingCtrl);
  EXPECT_EQ(control.pulses, 14u);
  EXPECT_EQ(this->port_.write(RingCtrl, 1), resp_e::Okay);
  unsigned gated = 0;
  for (const auto& [offset, w] : this->words_) {
    if (!w.gated) continue;
    EXPECT_EQ(this->port_.write(offset, ~0u), resp_e::SlvErr);
    EXPECT_EQ(this->port_.read(offset).data, *w.reset);
    ++gated;
  }
  EXPECT_EQ(gated, 5u);
  for (const std::uint32_t put : {2u, 5u, 8u, 15u}) {
    for (const unsigned strobes : {14u, 15u}) {
      unsigned seen = 0;
      sim::axil_port port([&](const golden::axil::from_master& bus) {
        const auto out = this->both_.cycle({bus, false, {}});
        if (const auto now = out.hw.value[RingCtrl / 4] & control.pulses) {
          EXPECT_EQ(now, put & control.pulses);
          ++seen;
        }
        return out.bus;
      });
      EXPECT_EQ(port.write(RingCtrl, put, strobes), resp_e::Okay);
      EXPECT_EQ(seen, strobes & 1);
      EXPECT_EQ(port.read(RingCtrl).data, strobes & 1 ? put & 1 : 1);
      EXPECT_EQ(port.write(RingCtrl, 1), resp_e::Okay);
    }
  }
  this->reset_ = true;
  this->cycle();
  this->reset_ = false;
  EXPECT_EQ(this->port_.read(RingCtrl).data, 0u) << "CTRL.RESET ends it";
  EXPECT_EQ(this->port_.write(RingLog2, 5), resp_e::Okay);
  EXPECT_EQ(this->port_.read(RingLog2).data, 5u);
}

TYPED_TEST(EngineRegsRtl, TakesAddressAndDataOfAWriteInAnyOrder) {
  for (const int lead : {-5, -1, 0, 1, 5}) {  // cycles by which the address comes earlier
    SCOPED_TRACE(lead);
    const std::uint32_t put = this->any();
    bool address = false, data = false;
    std::optional<resp_e> answer;
    for (int cycle = 0; cycle < 12; ++cycle) {
      inputs in;
      if (!address && cycle >= 5 - std::max(lead, 0)) in.bus.aw = K;
      if (!data && cycle >= 5 + std::min(lead, 0)) in.bus.w = write_data{put};
      const auto out = this->both_.cycle(in).bus;
      address        = address || (in.bus.aw && out.aw_ready);
      data           = data || (in.bus.w && out.w_ready);
      if (out.b) {
        EXPECT_FALSE(answer) << "a second answer";
        EXPECT_EQ(cycle, 7) << "two cycles after the second of both";
        answer = out.b;
      }
    }
    EXPECT_EQ(answer, resp_e::Okay);
    EXPECT_EQ(this->port_.read(K).data, put);
  }
}

}  // namespace
}  // namespace weft::engine_regs_test
