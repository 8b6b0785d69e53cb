// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_front.hpp"
#include "sim/harness/engine_host.hpp"
#include "sim/harness/pace.hpp"

/// The partners of weft_engine_front in its tests: a core, a memory; and what its check should say.
namespace weft::front_bench {

using namespace golden::engine_front;
using golden::axil::read_data;
using golden::axil::resp_e;
using golden::axil::write_data;

/// A memory behind the ring: descriptors that were poked, completions that were written.
class ring_memory {
 public:
  bool fail_fetch = false, fail_tell = false;
  sim::pace fails = [] { return false; };
  sim::pace ready = sim::always();  ///< takes a command
  std::vector<golden::engine_ring::completion> completions;
  unsigned told = 0;                   ///< answers to completions
  std::vector<std::uint64_t> fetched;  ///< the places of the descriptors that were read

  /// With a seed, it stalls at random; else it answers after `latency` cycles.
  explicit ring_memory(unsigned bus_bytes, unsigned long seed = 0, unsigned latency = 2)
      : bus_bytes_(bus_bytes), latency_(latency) {
    if (seed == 0) return;
    ready   = sim::randomly(0.5, static_cast<unsigned>(seed));
    answer_ = sim::randomly(0.6, static_cast<unsigned>(seed) + 1);
  }

  template <class Bytes>
  void poke(std::uint64_t address, const Bytes& bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes_[address + i] = bytes[i];
  }

  /// The answers that are owed come after this number of cycles.
  void stall(unsigned cycles) { fetch_wait_ = tell_wait_ = cycles; }

  void drive(golden::engine_ring::from_memory& m) {
    m.fetch_ready = ready();
    m.comp_ready  = ready();
    if (tell_wait_ != 0) {
      --tell_wait_;
    } else if (tells_ && answer_()) {
      m.told = {.error = fail_tell || fails()};
    }
    if (fetch_wait_ != 0) {
      --fetch_wait_;
    } else if (fetches_ && answer_()) {
      if (at_ == golden::engine_ring::DescriptorBytes || fail_fetch) {
        m.fetched = {.error = fail_fetch || fails()};
      } else {
        for (unsigned i = 0; i < bus_bytes_; ++i) m.word.push_back(bytes_[*fetches_ + at_ + i]);
      }
    }
  }
  void step(const golden::engine_ring::from_memory& m, const golden::engine_ring::to_memory& out) {
    if (!m.word.empty()) at_ += bus_bytes_;
    if (m.fetched) fetches_.reset();
    if (m.told) tells_ = false, ++told;
    if (out.fetch && m.fetch_ready) {
      EXPECT_FALSE(fetches_) << "one fetch at a time";
      fetched.push_back(*out.fetch);
      fetches_    = out.fetch;
      at_         = 0;
      fetch_wait_ = latency_;
    }
    if (out.comp && m.comp_ready) {
      EXPECT_FALSE(tells_) << "one completion at a time";
      completions.push_back(*out.comp);
      tells_     = true;
      tell_wait_ = latency_;
    }
  }

 private:
  unsigned bus_bytes_, latency_;
  sim::pace answer_ = sim::always();
  std::map<std::uint64_t, std::uint8_t> bytes_;
  std::optional<std::uint64_t> fetches_;
  bool tells_  = false;
  unsigned at_ = 0, fetch_wait_ = 0, tell_wait_ = 0;
};

/// A core that takes up to two jobs when it pleases and ends each some cycles after it has begun.
/// A job begins when the one before has ended, or with OVERLAP at once. The second half of its time
/// is without loads.
class stand_in {
 public:
  std::function<outcome(const job&)> result = [](const job&) { return outcome{}; };
  std::function<unsigned()> time            = [] { return 10u; };
  sim::pace ready                           = sim::always();
  bool hung                                 = false;
  std::vector<job> taken;
  std::vector<outcome> ends;         ///< of the jobs that were not dropped
  unsigned ahead = 0, overlaps = 0;  ///< cycles with two jobs, and with both begun

  void drive(inputs& in) {
    in.job_ready = inside_.size() < 2 && !aborts_ && ready();
    in.hung      = hung;
    in.quiet     = std::ranges::all_of(inside_, [](const auto& j) { return 2 * j.left <= j.time; });
    if (inside_.empty() || inside_.front().left != 0) return;
    const auto& first = inside_.front();
    if (first.dropped) {
      in.ended = outcome{.how = end_e::Dropped};
    } else if (!holds_ && !ended_) {
      in.ended = first.end;
    }
  }
  void step(const inputs& in, const outputs& out) {
    for (auto& j : inside_) {
      if (!out.abort || j.dropped) continue;
      j.dropped = true;
      j.left    = std::min(j.left, time() + 1);
    }
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      auto& j = inside_[i];
      if ((i == 0 || j.overlap || j.dropped) && j.left != 0) --j.left;
      overlaps += i == 1 && j.overlap;
    }
    ahead += inside_.size() == 2;
    if (in.ended) {
      if (in.ended->how != end_e::Dropped) ends.push_back(*in.ended);
      inside_.pop_front();
      if (in.ended->how != end_e::Done) {
        for (auto& j : inside_) j.dropped = true, j.left = 0;
      }
    }
    if (out.job && in.job_ready) {
      taken.push_back(*out.job);
      const unsigned t = time();
      inside_.push_back({t, t, out.job->overlap, false, result(*out.job)});
    }
    // The inputs of the next cycle are not known yet; hold may rise behind an outcome.
    holds_  = out.hold;
    aborts_ = out.abort;
    ended_  = in.ended.has_value();
  }

 private:
  struct run {
    unsigned left, time;
    bool overlap, dropped;
    outcome end;
  };
  std::deque<run> inside_;
  bool holds_ = false, aborts_ = false, ended_ = false;
};

using sim::start_of;

/// The registers of a job or of windows, as they are written.
inline auto registers(const job& j) { return sim::job_registers(j); }
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> registers(
    const std::array<window, 4>& all) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint32_t at = i * (Window1Ctrl - Window0Ctrl);
    const window& w        = all[i];
    out.emplace_back(Window0BaseLo + at, static_cast<std::uint32_t>(w.base));
    out.emplace_back(Window0BaseHi + at, static_cast<std::uint32_t>(w.base >> 32));
    out.emplace_back(Window0LastLo + at, static_cast<std::uint32_t>(w.last));
    out.emplace_back(Window0LastHi + at, static_cast<std::uint32_t>(w.last >> 32));
    out.emplace_back(Window0Ctrl + at,
                     (w.read ? Window0CtrlRead : 0) | (w.write ? Window0CtrlWrite : 0));
  }
  return out;
}

/// The error of a job, from the text of the register map: row by row, with numbers that do not
/// wrap.
inline error_e expected(const config& k, const job& j, const std::array<window, 4>& windows) {
  using wide           = unsigned __int128;
  const bool any_flow  = j.flow == 7;
  const bool copies    = j.op == golden::engine::op_e::Copy;
  const bool convolves = j.op == golden::engine::op_e::Conv;
  const auto& c        = j.conv;
  if (!copies && !any_flow && !((k.flows >> j.flow) & 1)) return error_e::Flow;
  if (j.m == 0 || j.n == 0 || j.k == 0) return error_e::Dimension;
  if (std::max({j.m, j.n, j.k}) > k.max_dim) return error_e::Dimension;
  if (convolves &&
      (!c.h || !c.w || !c.cin || !c.out_w || !c.r || !c.s || !c.stride || !c.dilation)) {
    return error_e::Dimension;
  }
  const bool lacks = (!k.transposes && (j.transpose_a || j.transpose_b)) ||
                     (!k.sparse && j.sparse_a) || (j.sparse_a && j.flow == 3) ||
                     (!k.epilogue && (j.relu || j.out)) || j.out == 3;
  if (lacks) return error_e::Feature;
  if (j.sparse_a && (j.k & 3)) return error_e::Dimension;

  struct matrix {
    wide address, stride, rows, cols, bytes;
    bool write, checked;
    wide planes = 1, stride_2 = 0;
  };
  const unsigned of_d  = j.out == 0 ? k.sum_bytes : j.out;
  const unsigned a_row = j.sparse_a ? j.k / 2 : j.k;
  const matrix picture{j.a, j.lda, c.h, wide{c.w} * c.cin, k.a_bytes, false, true};
  std::vector<matrix> all{
      convolves ? picture
                : matrix{j.a, j.lda, j.transpose_a ? j.k : j.m, j.transpose_a ? j.m : a_row,
                         k.a_bytes, false, true},
      {j.b, j.ldb, j.transpose_b ? j.n : j.k, j.transpose_b ? j.k : j.n, k.b_bytes, false, true},
      {j.d, j.ldd, j.m, j.n, of_d, true, true}};
  if (j.preload) all.push_back({j.c, j.ldc, j.m, j.n, k.sum_bytes, false, true});
  unsigned blocks = 0;
  while (k.scale_block != 0 && !convolves && blocks * k.scale_block < j.k) ++blocks;
  unsigned beside = blocks;
  if (j.sparse_a) beside = (j.k / 2 + 3) / 4;  // four indexes in a byte
  if (beside != 0) all.push_back({j.a_extra, beside, j.m, beside, 1, false, false});
  if (blocks != 0) all.push_back({j.b_extra, j.n, blocks, j.n, 1, false, false});

  if (copies) {
    all = {{j.d, j.ldd, j.m, j.n, 1, true, false, j.k, j.b},
           {j.c, j.ldc, j.m, j.n, 1, false, false, j.k, j.a}};
    if (std::max(j.a, j.b) >= std::uint64_t{1} << 48) return error_e::Stride;
  }
  for (const matrix& x : all) {
    if (x.checked && (x.address % x.bytes != 0 || x.stride % x.bytes != 0))
      return error_e::Alignment;
  }
  if (j.m > 1 && j.ldd < wide{j.n} * (copies ? 1 : of_d)) return error_e::Stride;
  if (convolves && c.r * c.s * c.cin != j.k) return error_e::Dimension;
  const wide end = wide{1} << k.addr_bits;
  bool open      = !k.closed;
  for (const window& w : windows) open = open && !w.read && !w.write;
  bool held = true;
  for (const matrix& x : all) {
    bool holds[std::tuple_size_v<std::remove_cvref_t<decltype(windows)>>];
    for (std::size_t i = 0; i < windows.size(); ++i) {
      holds[i] = x.write ? windows[i].write : windows[i].read;
    }
    const window* const all_windows = windows.data();
    for (wide plane = 0; plane < x.planes; ++plane) {
      for (wide row = 0; row < x.rows; ++row) {
        const wide first = x.address + plane * x.stride_2 + row * x.stride;
        const wide last  = first + x.cols * x.bytes - 1;
        if (last >= end) return error_e::Address;
        const wide first_word = first & ~wide{k.bus_bytes - 1};
        const wide last_word  = last | (k.bus_bytes - 1);
        for (std::size_t i = 0; i < std::size(holds); ++i) {
          if (first_word < all_windows[i].base || last_word > all_windows[i].last) holds[i] = false;
        }
      }
    }
    held = held && std::find(std::begin(holds), std::end(holds), true) != std::end(holds);
  }
  return open || held ? error_e::None : error_e::Window;
}

}  // namespace weft::front_bench
