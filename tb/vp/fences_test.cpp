// SPDX-License-Identifier: Apache-2.0
//
// The fences of systemc/sw/weft.c as they are compiled: a hart runs a program of systemc/sw on an
// engine that ends every job at once, and each access of the ring and of its registers is held
// against the fences that were executed. A descriptor is in memory before its doorbell, and a
// completion is read behind the HEAD that announces it (RVWMO, RISC-V manual, volume I).

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_map.hpp"
#include "sim/golden/hart/rv64.hpp"
#include "sim/program/vp/vp_platform.hpp"

namespace weft::fences_test {
namespace {

namespace regs = golden::engine_map;
namespace map  = sim::vp_map;
using golden::rv64::access_e;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

class guarded {
 public:
  explicit guarded(sim::vp_program program) : ram_(std::move(program.ram)), hart_(program.entry) {
    hart_.map({ram_.data(), map::Ram, ram_.size()});
    hart_.bus = [this](access_e kind, u64 address, unsigned bytes, u64& value) {
      return access(kind, address, bytes, value);
    };
  }

  void run() {
    for (u64 i = 0; i < 10'000'000 && !ended; ++i) {
      u32 word = 0;
      std::memcpy(&word, &ram_[hart_.pc() - map::Ram], sizeof word);
      if ((word & 0x707f) == 0x000f) fence(word >> 24 & 15, word >> 20 & 15);
      hart_.run(1);
    }
  }

  bool ended         = false;
  unsigned doorbells = 0, completions = 0;
  std::string wrong;

 private:
  // Bits of a fence's sets.
  static constexpr u32 Write = 1, Read = 2, Output = 4, Input = 8;
  static constexpr u32 DescriptorBytes = 128, CompletionBytes = 16;

  void fence(u32 before, u32 after) {
    if ((before & Write) != 0 && (after & Output) != 0) stored_ = false;
    if ((before & Input) != 0 && (after & Read) != 0) head_read_ = false;
  }

  bool access(access_e kind, u64 address, unsigned bytes, u64& value) {
    if (address >= map::Ram) return ring(kind, address, bytes, value);
    if (address >= map::Engine) return registers(kind, address - map::Engine, value);
    if (kind == access_e::Load) value = 0;
    ended = ended || (address == map::Finisher && kind == access_e::Store);
    return true;
  }

  /// The bytes of descriptors and completions, which lie in no window of the hart.
  bool ring(access_e kind, u64 address, unsigned bytes, u64& value) {
    unsigned char* at = &ram_[address - map::Ram];
    if (kind == access_e::Store) {
      stored_ = true;
      std::memcpy(at, &value, bytes);
      return true;
    }
    if (address >= completions_at_) {
      ++completions;
      if (head_read_) wrong += "a completion is read without a fence behind HEAD\n";
    }
    value = 0;
    std::memcpy(&value, at, bytes);
    return true;
  }

  bool registers(access_e kind, u64 offset, u64& value) {
    if (kind == access_e::Load) {
      head_read_ = head_read_ || offset == regs::RingHead;
      value      = offset == regs::Id           ? 0x54464557
                   : offset == regs::Capability ? u64{regs::CapabilityInt8}
                   : offset == regs::Engine     ? u64{regs::EngineRing}
                   : offset == regs::RingHead   ? tail_
                                                : 0;
      return true;
    }
    if (offset == regs::RingBaseLo) ring_at_ = value;
    if (offset == regs::CompBaseLo) completions_at_ = value;
    if (offset == regs::RingLog2) log2_ = static_cast<u32>(value);
    if (offset == regs::RingCtrl) hide_ring();
    if (offset == regs::RingTail && completions_at_ != 0) {
      if (value != 0) ++doorbells;
      if (stored_) wrong += "TAIL is written without a fence behind a descriptor\n";
      for (; tail_ != value; ++tail_) end_job(tail_);
    }
    return true;
  }
  /// From the ring's beginning on, its accesses go to the bus.
  void hide_ring() {
    const u64 end = completions_at_ + (u64{CompletionBytes} << log2_);
    hart_.unmap(map::Ram, map::Ram + ram_.size() - 1);
    hart_.map({ram_.data(), map::Ram, ring_at_ - map::Ram});
    hart_.map({&ram_[end - map::Ram], end, map::Ram + ram_.size() - end});
  }
  void end_job(u32 number) {
    const u64 at   = completions_at_ + CompletionBytes * (number & ((1u << log2_) - 1));
    const u32 code = ((number >> log2_) + 1) << 16;
    std::memcpy(&ram_[at - map::Ram], &number, sizeof number);
    std::memcpy(&ram_[at + 4 - map::Ram], &code, sizeof code);
  }

  std::vector<std::uint8_t> ram_;
  golden::rv64::hart hart_;
  u64 ring_at_ = 0, completions_at_ = 0;
  u32 log2_ = 0, tail_ = 0;
  bool stored_    = false;  // to the ring, no fence behind it
  bool head_read_ = false;  // no fence behind it
};

TEST(Fences, StandBetweenTheRingAndItsRegisters) {
  guarded all(sim::read_vp_program(WEFT_VP_PROGRAMS "/gemm.elf"));
  all.run();
  EXPECT_TRUE(all.ended);
  EXPECT_GE(all.doorbells, 3u);
  EXPECT_GE(all.completions, all.doorbells);
  EXPECT_EQ(all.wrong, "");
}

}  // namespace
}  // namespace weft::fences_test
