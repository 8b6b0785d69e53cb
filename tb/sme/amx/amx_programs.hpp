// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/amx.hpp"
#include "sim/golden/sme.hpp"
#include "sim/sme/amx_schedule.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/sme/amx/amx_operands.hpp"

/// Programs with AMX's instructions on an engine, beside golden::amx and the timetable.
namespace weft::amx_programs {

using golden::amx::op_e, golden::amx::state;
using golden::sme::paged_memory;

constexpr std::uint64_t Data = 0x10'0000, DataBytes = 0x4'0000;

struct program {
  state s;
  paged_memory memory;
  std::uint64_t end = 0;
};

inline void fill(paged_memory& memory, std::mt19937_64& rng) {
  memory.map(Data, DataBytes);
  std::vector<std::uint8_t> bytes(DataBytes);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng());
  memory.write(Data, bytes);
}

/// A function of tb/sme/amx.
inline program function(const std::string& object, const std::string& name,
                        const std::vector<std::uint64_t>& arguments, std::mt19937_64& rng) {
  program p;
  sim::launch(std::string(WEFT_AMX_KERNELS) + "/" + object + ".o", name, {}, p.s.core, p.memory);
  fill(p.memory, rng);
  std::ranges::copy(arguments, p.s.core.x.begin());
  p.end = sim::ReturnTo;
  return p;
}

/// A program that begins with `set`; instructions have operands of X1 to X28.
class writer {
 public:
  explicit writer(std::mt19937_64& rng) : rng_(rng) {
    fill(p_.memory, rng_);
    p_.memory.map(Code, 0x10000);
    add(golden::amx::word_of(op_e::Set, 0));
  }

  /// An instruction, and behind some of them a store of the host.
  void add(op_e op, std::uint64_t operand) {
    const auto reg = static_cast<unsigned>(1 + rng_() % 28);
    mov(reg, operand);
    add(golden::amx::word_of(op, reg));
    if (rng_() % 8 != 0) return;
    mov(0, Data + rng_() % 256 * 8);
    add(0xf9000000 | reg);  // str xreg, [x0]
  }

  program taken() {
    add(golden::amx::word_of(op_e::Stx, 0));  // at the last host's store, or at Data
    p_.s.core.x[0] = Data;
    p_.s.core.pc   = Code;
    p_.end         = at_;
    return std::move(p_);
  }

 private:
  static constexpr std::uint64_t Code = 0x1000;

  void add(std::uint32_t word) {
    std::array<std::uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), &word, 4);
    p_.memory.write(at_, bytes);
    at_ += 4;
  }
  void mov(unsigned d, std::uint64_t value) {
    add(0xd2800000 | static_cast<unsigned>(value & 0xffff) << 5 | d);
    for (unsigned h = 1; h < 4; ++h) {
      const auto part = static_cast<unsigned>(value >> (16 * h) & 0xffff);
      if (part != 0) add(0xf2800000 | h << 21 | part << 5 | d);
    }
  }

  std::mt19937_64& rng_;
  program p_;
  std::uint64_t at_ = Code;
};

/// `set`, then `count` random instructions.
inline program random(int count, std::mt19937_64& rng) {
  writer to(rng);
  for (int n = 0; n < count; ++n) {
    op_e op{static_cast<std::uint8_t>(rng() % 22)};
    if (op >= op_e::Set) op = static_cast<op_e>(static_cast<unsigned>(op) + 1);
    std::uint64_t operand = rng();
    if (op <= op_e::Stzi) operand = (operand & ~std::uint64_t{0} << 56) | (Data + rng() % 16 * 128);
    if (op >= op_e::Fma64) {
      if (rng() % 4 != 0) operand &= ~(std::uint64_t{7} << 27);
      if (rng() % 2 == 0) operand &= ~(std::uint64_t{0x7f} << 41 | std::uint64_t{0x7f} << 32);
    }
    if (op == op_e::Mac16 && rng() % 2 == 0) {  // sums of 32 bits, with all of an aligned X
      operand &= ~(std::uint64_t{0x1ff} << 55 | std::uint64_t{0x7f} << 41 | 7u << 27 | 0x3fu << 10);
      operand |= std::uint64_t{1} << 62;
    }
    if (op > op_e::Set && op < op_e::Genlut) {
      const auto alu = static_cast<unsigned>(rng() % 13), width = static_cast<unsigned>(rng() % 14);
      operand = amx_operands::of_lanes(op, alu, width, rng);
    }
    to.add(op, operand);
  }
  return to.taken();
}

/// Every ALU mode of VECINT, VECFP, MATINT and MATFP and every mode of GENLUT.
inline program modes(std::mt19937_64& rng) {
  writer to(rng);
  for (unsigned r = 0; r < 8; ++r) {
    for (const op_e op : {op_e::Ldx, op_e::Ldy}) {
      to.add(op, std::uint64_t{r} << 56 | (Data + rng() % 0x1000 * 64));
    }
  }
  for (const auto op : {op_e::Vecint, op_e::Vecfp, op_e::Matint, op_e::Matfp}) {
    for (unsigned alu = 0; alu < 13; ++alu) {
      const auto width = static_cast<unsigned>(rng() % 14);
      to.add(op, amx_operands::of_lanes(op, alu, width, rng));
    }
  }
  for (std::uint64_t mode = 0; mode < 16; ++mode) {
    to.add(op_e::Genlut, (rng() & ~(std::uint64_t{15} << 53)) | mode << 53);
  }
  return to.taken();
}

/// Runs a program, and says in how many cycles. Memory is what the core leaves.
using runner =
    std::function<golden::amx::run_result(state& s, paged_memory& memory, std::uint64_t end)>;

/// `run` leaves golden's registers and memory, in the cycles of the timetable.
inline void compare(const program& p, const sim::schedule_options& o, const runner& run) {
  auto golden = p, planned = p, there = p;
  const auto expected =
      golden::amx::run(golden.s, golden.memory, 1'000'000, p.end, golden::amx::golden_unit({}));
  ASSERT_EQ(sim::why(expected.last), sim::why({golden::sme::stop_e::End, p.end, 0, ""}));
  const auto plan = sim::schedule(planned.s, planned.memory, p.end, o);
  const auto r    = run(there.s, there.memory, p.end);
  EXPECT_EQ(r.last.stop, expected.last.stop) << r.last.reason;
  EXPECT_EQ(r.executed, expected.executed);
  EXPECT_EQ(r.commands, expected.commands);
  EXPECT_EQ(there.s, golden.s);
  EXPECT_EQ(there.memory.pages(), golden.memory.pages());
  EXPECT_EQ(r.cycles, plan.cycles);
}

/// The programs: random ones, all modes of lanes, GEMMs by one and by two of M, the packed GEMM,
/// the transpose, GEMMs of bytes, the layer of a network.
inline void compare_all(int randoms, int count, const sim::schedule_options& o, std::uint64_t seed,
                        const runner& run) {
  std::mt19937_64 rng(seed);
  const std::uint64_t a = Data, b = Data + 0x1'0000, c = Data + 0x2'0000;
  for (int n = 0; n < randoms; ++n) compare(random(count, rng), o, run);
  compare(modes(rng), o, run);
  compare(function("strategies", "strategy_1", {6, a, b, c}, rng), o, run);
  compare(function("strategies", "strategy_3", {6, a, b, c}, rng), o, run);
  compare(function("gemm", "gemm_fp32", {4, a, b, c, 256, 1}, rng), o, run);
  compare(function("transpose", "transpose_32", {c, 64, a, 96}, rng), o, run);
  compare(function("gemm_int8", "gemm_int8", {8, a, b, c}, rng), o, run);
  compare(function("gemm_int8", "gemm_int8_packed", {8, a, b, c}, rng), o, run);
  compare(function("dense", "dense_sigmoid", {8, a, b, c, a + 0x8000}, rng), o, run);
}

}  // namespace weft::amx_programs
