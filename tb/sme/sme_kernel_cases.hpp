// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/sme/sme_program.hpp"
#include "sim/sme/sme_schedule.hpp"
#include "sim/sme/sme_state.hpp"

namespace weft {

/// The kernels of tb/sme on an engine that knows time: golden's state and memory and the
/// timetable's cycles after each. What they compute is tb/sme/sme_kernels_test.cpp's.
class sme_kernels {
 public:
  struct timed_result {
    golden::sme::run_result run;
    std::uint64_t cycles;
  };
  using engine =
      std::function<timed_result(golden::sme::state& s, golden::sme::paged_memory& memory,
                                 std::uint64_t limit, std::uint64_t end)>;

  sme_kernels(int svl, int nsvl, std::uint64_t seed, const sim::schedule_options& o, engine other)
      : other_(std::move(other)), o_(o), rng_(seed), s_{.svl = svl, .nsvl = nsvl} {
    memory_.map(Data, Bytes);
    // Small numbers of every kind: integers, and exponents around one.
    for (std::uint64_t at = Data; at < End; at += 4)
      put<std::uint32_t>(at, 0x3f80'0000 + (rng_() & 0x00ff'0003));
  }

  /// An NSVL for SVL, longer than it if that is short.
  static int nsvl(int svl) { return std::max(128, 128 * 512 / svl); }
  static std::vector<std::string> names() {
    return {"gemm_fp32",  "gemm_bf16", "gemm_fp16", "gemm_int8", "gemm_fp64",
            "gemm_int16", "transpose", "daxpy",     "strlen",    "list_xor",
            "gather",     "context",   "lazy_za",   "copy4",     "gemv_int8"};
  }

  void run(const std::string& name) {
    const auto words = static_cast<std::uint64_t>(s_.svl) / 32;
    if (name.starts_with("gemm")) {
      call("gemm", name, {words + 1, words + 3, 3, Data, Data + 0x4000, Data + 0x8000});
    } else if (name == "transpose") {
      call(name, name, {words + 2, 2 * words + 1, Data, Data + 0x1'0000});
    } else if (name == "daxpy") {
      put<std::int32_t>(Data + 0x2008, 37);
      call(name, name, {Data, Data + 0x1000, Data + 0x2000, Data + 0x2008});
    } else if (name == "strlen") {
      // At the end of memory.
      for (std::uint64_t at = End - 100; at < End; ++at) put<std::uint8_t>(at, 'x');
      put<std::uint8_t>(End - 3, 0);
      call(name, name, {End - 80});
      EXPECT_EQ(s_.x[0], 77u);
    } else if (name == "list_xor") {
      for (std::uint64_t i = 0; i < 11; ++i) {
        put(Data + 16 * i, rng_());
        put(Data + 16 * i + 8, i < 10 ? Data + 16 * (i + 1) : 0);
      }
      call("list", name, {Data});
    } else if (name == "gather") {
      // Up to the first fault.
      const auto n = static_cast<std::uint64_t>(s_.nsvl) / 64;
      for (std::uint64_t i = 0; i < n; ++i)
        put(Data + 8 * i, i + 1 == n ? End : Data + 0x1000 + 24 * i);
      call(name, name, {Data, n, Data + 0x800});
      EXPECT_EQ(s_.x[0], n - 1);
    } else if (name == "context") {
      s_.za = true;
      for (int i = 0; i < s_.svlb(); ++i) {
        for (int j = 0; j < s_.svlb(); ++j) s_.rows[i][j] = static_cast<std::uint8_t>(rng_());
      }
      const auto rows = s_.rows;
      call(name, "save_za", {Data});
      EXPECT_FALSE(s_.za);
      call(name, "restore_za", {Data});
      EXPECT_EQ(s_.rows, rows);
    } else if (name == "lazy_za") {
      // ZA is the caller's, and is after the call what it was before.
      s_.za = true;
      for (int i = 0; i < s_.svlb(); ++i) {
        for (int j = 0; j < s_.svlb(); ++j) s_.rows[i][j] = static_cast<std::uint8_t>(rng_());
      }
      put<std::uint32_t>(Data + 0x100, 0x3e80'0000);  // 1/4, -100, 100; 3
      put<std::uint32_t>(Data + 0x104, 0xc2c8'0000);
      put<std::uint32_t>(Data + 0x108, 0x42c8'0000);
      put<std::uint32_t>(Data + 0x10c, 3);
      const auto rows = s_.rows;
      call(name, name, {words + 3, Data + 0x1000, Data, Data + 0x100, Data + 0x200, Data + 0x8000});
      EXPECT_TRUE(s_.za);
      EXPECT_EQ(s_.rows, rows);
      EXPECT_EQ(s_.tpidr2, 0u);
    } else if (name == "copy4") {
      // Two vectors an answer; at an address that no vector's bytes divide, one.
      const auto step = static_cast<std::uint64_t>(8 * s_.svlb());
      for (const std::uint64_t from : {Data, Data + 40}) {
        const auto to = Data + 0x4000;
        call("copy", name, {from, to, 7, step});
        EXPECT_EQ(bytes_at(to, 7 * step), bytes_at(from, 7 * step));
      }
    } else if (name == "gemv_int8") {
      const std::uint64_t quads = 4 * 3, vectors = 16 * quads;
      const std::uint64_t a = Data, x = Data + 0xc000, y = x + 0x1000;
      const auto rows = static_cast<std::uint64_t>(s_.svlb()) / 4;  // of a vector
      for (std::uint64_t at = a; at < x + 4 * quads; at += 4) put<std::uint32_t>(at, rng_());
      call("gemv", name, {quads / 4, a, x, y, 64 * 4 * rows});
      const auto number = [&](std::uint64_t at) {
        return static_cast<std::int8_t>(bytes_at(at, 1)[0]);
      };
      for (std::uint64_t r = 0; r < 16 * rows; ++r) {
        std::int32_t sum = 0, found = 0;
        for (std::uint64_t v = r / rows; v < vectors; v += 16) {
          for (std::uint64_t i = 0; i < 4; ++i) {
            sum += number(a + 4 * (v * rows + r % rows) + i) * number(x + v / 16 * 4 + i);
          }
        }
        std::memcpy(&found, bytes_at(y + 4 * r, 4).data(), 4);
        ASSERT_EQ(found, sum) << "row " << r;
      }
    } else {
      FAIL() << "no kernel " << name;
    }
  }

 private:
  static constexpr std::uint64_t Data = 0x10'0000, Bytes = 0x2'0000, End = Data + Bytes,
                                 ReturnTo = 0xffff'ffff'ffff'fff0;

  template <class T>
  void put(std::uint64_t at, T value) {
    std::uint8_t bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof value);
    memory_.write(at, bytes);
  }

  std::vector<std::uint8_t> bytes_at(std::uint64_t at, std::uint64_t n) {
    std::vector<std::uint8_t> bytes(n);
    EXPECT_TRUE(memory_.read(at, bytes));
    return bytes;
  }

  /// Calls a function on golden and on the other engine.
  void call(const std::string& file, const std::string& function,
            const std::vector<std::uint64_t>& arguments) {
    const auto program =
        sim::load_program(std::string(WEFT_KERNELS) + "/" + file + ".o", 0x10000, memory_);
    std::copy(arguments.begin(), arguments.end(), s_.x.begin());
    s_.pc             = program.symbols.at(function).address;
    s_.x[30]          = ReturnTo;
    s_.x[31]          = End;
    auto theirs       = s_;
    auto their_memory = memory_;
    auto o            = o_;
    o.max_insns       = 1'000'000;
    const auto golden = sim::schedule(s_, memory_, ReturnTo, o);
    const auto r      = other_(theirs, their_memory, o.max_insns, ReturnTo);
    ASSERT_EQ(golden.last.stop, golden::sme::stop_e::End) << golden.last.reason;
    EXPECT_EQ(r.run.last.stop, golden::sme::stop_e::End) << r.run.last.reason;
    EXPECT_EQ(r.run.executed, golden.instructions);
    EXPECT_EQ(r.cycles, golden.cycles);
    EXPECT_EQ(sim::different_lines("golden", sim::to_text(s_, &memory_), "other",
                                   sim::to_text(theirs, &their_memory)),
              "");
  }

  engine other_;
  sim::schedule_options o_;
  std::mt19937_64 rng_;
  golden::sme::state s_;
  golden::sme::paged_memory memory_;
};

/// A kernel at an SVL, as the name of a test.
inline std::string sme_kernel_name(
    const testing::TestParamInfo<std::tuple<std::string, int>>& info) {
  return std::get<0>(info.param) + "_svl" + std::to_string(std::get<1>(info.param));
}

}  // namespace weft
