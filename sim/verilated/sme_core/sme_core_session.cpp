// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sme_core/sme_core_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/amx_words.hpp"
#include "sim/golden/sme_core/amx_host.hpp"
#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/sme/sme_core_run.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory, golden::sme::state, golden::sme::stop_e;

// Where the words that load and store a state are, and the state.
constexpr std::uint64_t Code = 0x1'0000, Vectors = 0x10'0000, Predicates = 0x11'0000,
                        Ffr = 0x11'1000, Rows = 0x12'0000;

/// The words that move a state between the core and memory, with what they need of it.
class moving {
 public:
  /// X0 to X4 have the addresses, X20 on the words of ZT0.
  moving(const state& like, bool load) : load_(load) {
    memory.map(Code, 0x4000);
    memory.map(Vectors, 0x3'0000);
    s      = {.svl = like.svl, .nsvl = like.nsvl};
    s.pc   = Code;
    s.x[1] = Vectors;
    s.x[2] = Predicates;
    s.x[3] = Ffr;
    s.x[4] = Rows;
  }

  void word(std::uint32_t bits) {
    std::array<std::uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), &bits, 4);
    memory.write(end, bytes);
    end += 4;
  }
  void vectors() {
    for (unsigned z = 0; z < 32; ++z) word(op(0xe580'4000) | 1 << 5 | multiple(z) | z);
  }
  void predicates() {
    for (unsigned p = 0; p < 16; ++p) word(op(0xe580'0000) | 2 << 5 | multiple(p) | p);
  }
  /// By way of P0.
  void ffr() {
    if (!load_) word(0x2519'f000);  // RDFFR P0.B
    word(op(0xe580'0000) | 3 << 5);
    if (load_) word(0x2528'9000);  // WRFFR P0.B
  }
  void rows() {
    const auto n = static_cast<unsigned>(s.svlb());
    for (unsigned r = 0; r < n; r += 8) {
      word(0xd280'000c | r << 5);  // MOVZ W12, #r
      for (unsigned i = 0; i < 8; ++i) word((load_ ? 0xe100'0000 : 0xe120'0000) | 4 << 5 | i);
      word(0x9100'0084 | 8 * n << 10);  // ADD X4, X4, #8 rows
    }
  }
  void zt0() {
    for (unsigned i = 0; i < 8; ++i) {
      word((load_ ? 0xc04e'03e0 : 0xc04c'03e0) | i << 12 | (20 + i));  // MOVT
    }
  }

  state s;
  paged_memory memory;
  std::uint64_t end = Code;

 private:
  std::uint32_t op(std::uint32_t str) const { return load_ ? str ^ 0x6000'0000 : str; }
  static std::uint32_t multiple(unsigned n) { return (n >> 3) << 16 | (n & 7) << 10; }

  bool load_;
};

}  // namespace

core_session::core_session(const built_sme_core& core, const run_options& options,
                           std::uint64_t latency)
    : config_(core.config), longest_(core.svl), latency_(latency), core_(core.make(options)) {}

/// Runs a program from an idle core on; vectors have the lengths of `core`.
std::uint64_t core_session::execute(golden::sme_core::word_source& host, golden::sme::memory& m,
                                    const state& core, const golden::sme::watcher& watch) {
  core_memory memory(m, [this] { return static_cast<int>(latency_); });
  std::uint64_t told = 0;
  const auto cycles  = run_core(host, memory, {}, core.svl, core.nsvl, [&](const auto& in) {
    ++cycles_;
    for (; watch && told + golden::sme::Told <= host.instructions(); told += golden::sme::Told) {
      watch();
    }
    return core_->cycle(in);
  });
  words_ += host.words();
  return cycles;
}

core_session::result core_session::execute(state& s, golden::sme::memory& m, std::uint64_t limit,
                                           std::uint64_t end, const golden::sme::watcher& watch) {
  golden::sme::overlay_memory golden(m);
  golden::sme_core::core_host host(config_, s, golden, {.end = end, .limit = limit}, next_tag());
  const auto cycles = execute(host, m, s, watch);
  return {{host.last(), host.instructions()}, cycles};
}

void core_session::load(const state& s) {
  moving to(s, true);
  to.s.x[0] = s.svcr();
  to.word(0xd51b'4240);  // MSR SVCR, X0
  const auto put = [&](std::uint64_t at, std::span<const std::uint8_t> bytes) {
    to.memory.write(at, bytes);
    return at + bytes.size();
  };
  const auto vl = static_cast<std::size_t>(s.vl());
  auto at       = Vectors;
  for (const auto& z : s.z) at = put(at, std::span(z).first(vl));
  to.vectors();
  if (!s.sm) {
    put(Ffr, std::span(s.ffr).first(vl / 8));
    to.ffr();
  }
  at = Predicates;
  for (const auto& p : s.p) at = put(at, std::span(p).first(vl / 8));
  to.predicates();
  if (s.za) {
    const auto n = static_cast<std::size_t>(s.svlb());
    at           = Rows;
    for (std::size_t r = 0; r < n; ++r) at = put(at, std::span(s.rows[r]).first(n));
    to.rows();
    for (std::size_t i = 0; i < 8; ++i) std::memcpy(&to.s.x[20 + i], &s.zt0[8 * i], 8);
    to.zt0();
  }
  const auto r = execute(to.s, to.memory, ~std::uint64_t{0}, to.end);
  if (r.run.last.stop != stop_e::End) throw std::logic_error(r.run.last.reason);
}

/// Replaces vectors, predicates and rows of `s` by those of the core.
void core_session::store(state& s) {
  moving from(s, false);
  const auto x  = from.s.x;
  const auto pc = from.s.pc;
  from.s        = s;
  from.s.x      = x;
  from.s.pc     = pc;
  from.vectors();
  from.predicates();
  if (!s.sm) from.ffr();
  if (s.za) {
    from.rows();
    from.zt0();
  }
  const auto r = execute(from.s, from.memory, ~std::uint64_t{0}, from.end);
  if (r.run.last.stop != stop_e::End) throw std::logic_error(r.run.last.reason);

  const auto get = [&](std::uint64_t at, auto& to, std::size_t bytes) {
    to = {};
    from.memory.read(at, std::span(to).first(bytes));
    return at + bytes;
  };
  const auto vl = static_cast<std::size_t>(s.vl());
  auto at       = Vectors;
  for (auto& z : s.z) at = get(at, z, vl);
  at = Predicates;
  for (auto& p : s.p) at = get(at, p, vl / 8);
  s.ffr = {};
  if (!s.sm) get(Ffr, s.ffr, vl / 8);
  const auto n = static_cast<std::size_t>(s.svlb());
  s.rows       = {};
  s.zt0        = {};
  at           = Rows;
  for (std::size_t i = 0; s.za && i < n; ++i) at = get(at, s.rows[i], n);
  for (std::size_t i = 0; s.za && i < 8; ++i) std::memcpy(&s.zt0[8 * i], &from.s.x[20 + i], 8);
}

core_session::result core_session::run(state& s, golden::sme::memory& m, std::uint64_t limit,
                                       std::uint64_t end, const golden::sme::watcher& watch) {
  if (s.svl > longest_ || s.nsvl > longest_ ||
      !std::has_single_bit(static_cast<unsigned>(s.nsvl))) {
    throw input_error(fmt::format("SVL {}, NSVL {}: the SME core has powers of two up to {}", s.svl,
                                  s.nsvl, longest_));
  }
  load(s);
  began_       = cycles_;
  const auto r = execute(s, m, limit, end, watch);
  store(s);
  return r;
}

golden::amx::run_result core_session::run(golden::amx::state& s, golden::sme::memory& m,
                                          std::uint64_t limit, std::uint64_t end,
                                          const golden::sme::watcher& watch) {
  auto core = golden::amx::sme_state_of(s);
  load(core);
  began_ = cycles_;
  golden::sme::overlay_memory golden(m);
  golden::sme_core::amx_host host(config_, s, core, golden, {.end = end, .limit = limit},
                                  next_tag());
  const auto cycles = execute(host, m, core, watch);
  store(core);
  golden::amx::take(s, core);
  return {{host.last(), host.instructions()}, host.commands(), cycles};
}

}  // namespace weft::sim
