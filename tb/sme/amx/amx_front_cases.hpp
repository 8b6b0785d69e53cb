// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "tb/sme/amx/amx_operands.hpp"

namespace weft::amx_front_test {

using golden::amx::instruction;
using golden::amx::op_e;

/// Instructions of AMX: by field, and random.
class front_cases {
 public:
  explicit front_cases(std::uint64_t seed) : rng_(seed) {}

  std::uint64_t below(std::uint64_t n) { return rng_() % n; }
  bool maybe(unsigned of = 2) { return below(of) == 0; }

  /// An instruction whose fields are each at random and half of the time one of few values that
  /// matter: no skip, aligned, all lanes, no shift, addresses that are near an edge.
  instruction operator()(op_e op) {
    if (op > op_e::Set) return {op, of_mode(op)};
    std::uint64_t k = rng_();
    if (op == op_e::Set) return {op, below(8) == 0 ? rng_() : below(3)};
    if (op <= op_e::Stzi) {
      if (maybe(4)) {
        k |= 0xffff'ffff'ffff;
        k -= below(300);
      }
      if (!maybe(8)) k &= ~(std::uint64_t{0xff} << 48);
      if (!maybe(8)) k &= ~std::uint64_t{127};
      return {op, k};
    }
    const auto put = [&](int high, int low, std::uint64_t value) {
      k = front_cases::put(k, high, low, value);
    };
    const bool extracts = op == op_e::Extrx || op == op_e::Extry;
    if (maybe()) put(15, 10, extracts ? k >> 10 & 0x3f : 0);
    if (maybe()) put(5, 0, 0);
    if (!extracts && maybe()) put(29, 27, 0);
    if (!extracts && maybe(4)) put(29, 27, 1);
    if (!extracts && maybe(4)) put(63, 55, maybe() ? 0x80 : 0);
    if (maybe()) put(47, 41, maybe() ? 0 : below(4) << 5 | below(4));
    if (maybe()) put(38, 32, maybe() ? 0 : below(4) << 5 | below(4));
    if (extracts && maybe()) put(40, 32, below(8) << 6 | below(8));
    if (extracts) {
      constexpr std::uint64_t Codes[] = {0, 1, 8, 9, 10, 11, 13};
      if (!maybe(4)) put(14, 11, Codes[below(7)]);
      if (!maybe(4)) put(26, 26, 1);
      if (maybe(4)) put(62, 58, below(3));
      if (maybe()) put(27, 27, 0);
    }
    return {op, k};
  }

  /// Every operation; of products every skip with every mode of both enables, of extractions every
  /// width with every mode, each in vector and matrix mode, aligned and not.
  std::vector<instruction> every_field() {
    std::vector<instruction> all;
    const auto add = [&](op_e op, std::uint64_t k) { all.push_back({op, k}); };
    for (auto op = op_e::Ldx; op <= op_e::Stzi; op = next(op)) {
      for (std::uint64_t high = 0; high < 256; ++high) {
        add(op, high << 56 | (below(1 << 20) << 7 | (maybe(8) ? 64 : 0)));
      }
    }
    for (auto op = op_e::Fma64; op <= op_e::Fms16; op = next(op)) {
      for (std::uint64_t mode = 0; mode < 16; ++mode) {         // 63:60
        for (std::uint64_t skip = 0; skip < 8; ++skip) {        // 29:27
          for (std::uint64_t modes = 0; modes < 36; ++modes) {  // of enables
            auto k = rng_() & 0x0f83'ff80'c7ff'fe00 & ~(std::uint64_t{0x7f} << 41);
            k |= mode << 60 | skip << 27 | enable(modes % 6) << 41 | enable(modes / 6) << 32 |
                 below(8) << 6;
            k &= maybe() ? ~std::uint64_t{0} : ~(std::uint64_t{0x1f} << 55);
            if (maybe()) k |= below(64);
            if (maybe()) k &= ~(std::uint64_t{0x3f} << 10);
            add(op, k);
          }
        }
      }
    }
    for (const auto op : {op_e::Extrx, op_e::Extry}) {
      for (std::uint64_t code = 0; code < 32; ++code) {                 // 63, 14:11
        for (std::uint64_t form = 0; form < 64; ++form) {               // 31, 29:25
          for (std::uint64_t rounding = 0; rounding < 8; ++rounding) {  // 57:55
            auto k = rng_() & 0x7c40'0000'01f0'8000;
            k |= code >> 4 << 63 | (code & 15) << 11 | (form & 31) << 25 | form >> 5 << 31 |
                 rounding << 55 | below(2) << 10 | below(8) << 6 | below(8) << 16;
            if (maybe()) k |= below(64);
            if (maybe(8)) k &= ~(std::uint64_t{0x1f} << 58);
            k |= (k >> 26 & 1) != 0 ? below(8) << 38 | below(maybe() ? 8 : 64) << 32
                                    : enable(below(6)) << 41 | enable(below(6)) << 32;
            add(op, k);
          }
        }
      }
    }
    return all;
  }

  /// The same with every other instruction there is between them.
  std::vector<instruction> any(std::size_t count) {
    std::vector<instruction> all;
    while (all.size() < count) {
      const auto op = static_cast<op_e>(maybe(8)   ? below(32)
                                        : maybe(4) ? 18 + below(5)
                                                   : below(17));
      all.push_back(op <= op_e::Genlut ? (*this)(op) : instruction{op, rng_()});
    }
    return all;
  }

  /// Every mode of the ALU with every width of lanes and with the enables that are not lanes, each
  /// with enables of X and of Y, and every mode of genlut; products that have few words.
  std::vector<instruction> every_mode() {
    constexpr std::array<unsigned, 10> Widths{0, 1, 3, 4, 7, 9, 10, 11, 12, 13};
    std::vector<instruction> all;
    for (auto op = op_e::Vecint; op <= op_e::Matfp; op = next(op)) {
      for (unsigned alu = 0; alu < 14; ++alu) {
        for (const unsigned width : Widths) {
          for (std::uint64_t field = 0; field < 12; ++field) {
            auto k = of_lanes(op, alu, width);
            if (field != 0) k = put(k, 40, 32, field / 2);
            if (field != 0) k = put(k, 25, 25, field);
            if (field != 0 && op == op_e::Matfp) k = put(k, 62, 58, below(6));
            all.push_back({op, k});
          }
        }
      }
    }
    for (std::uint64_t n = 0; n < 400; ++n) all.push_back({op_e::Genlut, of_table(n)});
    const auto whole = amx_operands::whole_products();
    for (std::size_t n = 0; n < 1500; ++n) {
      const auto& p = whole[n % 2 == 0 ? 0 : below(whole.size())];
      auto k        = amx_operands::of_products(p.op, p.alu, p.width, rng_);
      if (maybe(8)) k = put(k, 40, 32, below(6));
      all.push_back({p.op, k});
    }
    // Bytes whose rows are of 16 bits, or shifted: some enables have no lane with rows.
    for (std::uint64_t n = 0; n < 300; ++n) {
      auto k = of_lanes(op_e::Matint, 8, n % 2 == 0 ? 10 : 11);
      if (n % 3 != 0) k = put(put(k, 25, 25, 1), 40, 32, below(6) << 6 | below(64));
      all.push_back({op_e::Matint, k});
    }
    // Bytes beside halfwords, whose predicates differ.
    for (std::uint64_t n = 0; n < 300; ++n) {
      auto k = of_lanes(op_e::Vecint, static_cast<unsigned>(n % 4), n % 2 == 0 ? 12 : 13);
      k      = put(k, 40, 32, (2 + below(4)) << 6 | (maybe() ? 32 : below(64)));
      all.push_back({op_e::Vecint, put(k, 31, 31, 0)});
    }
    return all;
  }

  static std::uint64_t put(std::uint64_t k, int high, int low, std::uint64_t value) {
    const auto mask = golden::sme::isa::ones(high - low + 1) << low;
    return (k & ~mask) | (value << low & mask);
  }

  static op_e next(op_e op) { return static_cast<op_e>(static_cast<unsigned>(op) + 1); }

 private:
  /// An enable field of 7 bits: all, odd, even, or one of the other modes with any value.
  std::uint64_t enable(std::uint64_t which) {
    return which < 3 ? which : (which - 2) << 5 | below(32);
  }

  /// An operand of an instruction that has modes.
  std::uint64_t of_mode(op_e op) {
    if (op == op_e::Genlut) return of_table(below(16));
    return of_lanes(op, static_cast<unsigned>(below(13)), static_cast<unsigned>(below(14)));
  }
  /// A sixteenth has a mode of the ALU that there is not, one the first or last 32 lanes, an eighth
  /// a shift by one.
  std::uint64_t of_lanes(op_e op, unsigned alu, unsigned width) {
    auto k = amx_operands::of_lanes(op, alu, width, rng_);
    if (maybe(16)) k = put(k, 52, 51, below(4));
    if (op != op_e::Matfp && maybe(8)) k = put(k, 62, 58, 1);
    if (maybe(16)) k = put(k & ~(std::uint64_t{1} << 31), 40, 32, (2 + below(4)) << 6 | 32);
    return k;
  }
  std::uint64_t of_table(std::uint64_t mode) {
    const auto k = put(rng_(), 56, 53, mode);
    return maybe() ? k & ~std::uint64_t{63} : k;
  }

  std::mt19937_64 rng_;
};

struct paces {
  const char* name;
  sim::pace source, second_source, sink, second_sink;
};
inline std::vector<paces> every_pace() {
  using sim::always, sim::bursts, sim::randomly;
  return {{"FullRate", always(), always(), always(), always()},
          {"IdleSource", bursts(1, 3), bursts(1, 1), always(), always()},
          {"StallingSink", always(), always(), bursts(1, 3), bursts(1, 1)},
          {"OneByOne", always(), bursts(0, 1), always(), bursts(0, 1)},
          {"Random", randomly(0.6, 1), randomly(0.5, 2), randomly(0.6, 3), randomly(0.5, 4)}};
}

struct result {
  std::vector<golden::amx::sme_word> words;
  std::uint64_t cycles = 0;  ///< from the first instruction taken to the last word
};

/// Sends instructions; `cycle` takes the inputs of one and gives its outputs.
template <class F>
result run(const std::vector<instruction>& list, paces p, F&& cycle) {
  result r;
  sim::watchdog watchdog;
  std::size_t taken = 0, offered = 0;
  bool waiting = true;
  while (taken < list.size() || waiting) {
    golden::amx::front::model::inputs in;
    // An instruction that is offered stays.
    if (offered == 0 && taken < list.size() && p.source()) offered = 1;
    if (offered == 1 && taken + 1 < list.size() && p.second_source()) offered = 2;
    for (std::size_t i = 0; i < offered; ++i) in.in.push_back(list[taken + i]);
    in.out_ready   = {p.sink(), p.second_sink()};
    const auto out = cycle(in);
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
inline std::vector<instruction> switched_on(std::vector<instruction> list) {
  list.insert(list.begin(), {op_e::Set, 0});
  return list;
}

/// The words of a list, one instruction behind the other.
inline std::vector<golden::amx::sme_word> words_of(const std::vector<instruction>& list) {
  std::vector<golden::amx::sme_word> all;
  bool on = false;
  for (const auto& i : list) {
    if (golden::amx::front::refused(on, i)) continue;
    if (i.op == op_e::Set) on = i.operand == 0;
    const auto w = golden::amx::words(i.op, i.operand);
    all.insert(all.end(), w.begin(), w.end());
  }
  return all;
}

}  // namespace weft::amx_front_test
