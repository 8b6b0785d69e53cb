// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_bench.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace weft::golden::sm {
namespace {

using enum op_e;

/// Issue cycles of `passes` passes through the body by one warp that waits for nothing but its own
/// results: no ports, no banks.
double recurrence(const arch& k, const std::vector<instruction>& body) {
  std::array<std::uint64_t, 264> ready{};
  constexpr unsigned Passes = 64;
  std::uint64_t now = 0, half = 0;
  unsigned in_cycle = 0;
  for (unsigned pass = 0; pass < Passes; ++pass) {
    if (pass == Passes / 2) half = now;
    for (const instruction& i : body) {
      std::uint64_t at = in_cycle >= k.dispatch ? now + k.issue_interval : now;
      for (unsigned slot = 0; slot < 3; ++slot) {
        const unsigned first = source(i, slot);
        for (unsigned n = 0; first != Rz && n < source_registers(i, slot); ++n) {
          at = std::max(at, ready[first + n]);
        }
      }
      const unsigned preds = predicates_read(i);
      for (unsigned p = 0; p < Pt; ++p) {
        if ((preds >> p & 1) != 0) at = std::max(at, ready[256 + p]);
      }
      if (at % k.issue_interval != 0) at += k.issue_interval - at % k.issue_interval;
      in_cycle = at == now ? in_cycle + 1 : 1;
      now      = at;
      if (i.op == Bra || i.op == Bsync || i.op == BarSync) {
        now += 2 + k.window + (i.op == Bra ? k.fetch : 0);
        in_cycle = 0;
        continue;
      }
      if (is_branch(i.op)) continue;
      std::uint64_t distance = 1;
      if (is_memory(i.op)) {
        distance = is_shared(i.op) ? 1 + k.window + k.shared_depth : 1;
      } else {
        for (const port& p : k.ports) {
          if (std::find(p.units.begin(), p.units.end(), of(i.op).unit) != p.units.end()) {
            distance = k.groups(i, p) - 1 + k.depth_of(i);
            break;
          }
        }
      }
      for (unsigned n = 0; i.d != Rz && n < result_registers(i); ++n) {
        ready[i.d + n] = at + distance;
      }
      const unsigned written = predicates_written(i);
      for (unsigned p = 0; p < Pt; ++p) {
        if ((written >> p & 1) != 0) ready[256 + p] = at + distance;
      }
    }
  }
  return static_cast<double>(now - half) / (Passes / 2);
}

/// Adds the cycles that ports are busy with instructions, the n-th executed times[n] times. Units
/// that several ports have share them evenly.
void ports_busy(const arch& k, const std::vector<instruction>& code,
                const std::vector<double>& times, std::vector<term>& terms) {
  std::map<std::string, double> ports;
  for (std::size_t n = 0; n < code.size(); ++n) {
    const instruction& i = code[n];
    if (is_branch(i.op)) continue;
    std::vector<const port*> any;
    for (const port& p : k.ports) {
      if (std::find(p.units.begin(), p.units.end(), of(i.op).unit) != p.units.end()) {
        any.push_back(&p);
      }
    }
    double rate = 0;
    std::string name;
    for (const port* p : any) {
      rate += 1.0 / k.groups(i, *p);
      name += (name.empty() ? "port " : "+") + p->name;
    }
    if (k.both_ports(i)) rate /= static_cast<double>(any.size());
    if (rate > 0) ports[name] += times[n] / rate;
  }
  for (const auto& [name, cycles] : ports) terms.push_back({name, cycles});
}

/// The largest first.
std::vector<term> sorted(std::vector<term> terms) {
  std::stable_sort(terms.begin(), terms.end(),
                   [](const term& x, const term& y) { return x.cycles > y.cycles; });
  return terms;
}

}  // namespace

std::vector<term> bound(const arch& k, const std::vector<instruction>& body, unsigned warps) {
  const double w = warps, s = k.schedulers;
  std::vector<term> terms;
  terms.push_back({"issue", static_cast<double>(body.size()) * w * k.issue_interval /
                                (k.dispatch * std::min(w, s))});
  ports_busy(k, body, std::vector(body.size(), w), terms);
  // Banks: the reads of every warp, without those that stay in a slot and those of registers that
  // the body writes, which may come from the result bus.
  std::array<bool, 256> written{};
  for (const instruction& i : body) {
    for (unsigned n = 0; i.d != Rz && n < result_registers(i); ++n) written[i.d + n] = true;
  }
  std::vector<double> banks(k.banks);
  const unsigned scheduled = std::min(warps, k.schedulers);
  for (unsigned warp = 0; warp < (warps + scheduled - 1) / scheduled; ++warp) {
    std::array<std::vector<unsigned>, 3> kept;
    for (auto& slot : kept) slot.assign(k.banks, Rz);
    for (unsigned pass = 0; pass < 2; ++pass) {
      for (const instruction& i : body) {
        for (unsigned slot = 0; slot < 3; ++slot) {
          const unsigned first = source(i, slot);
          for (unsigned n = 0; first != Rz && n < source_registers(i, slot); ++n) {
            const unsigned bank = k.bank(first + n, warp);
            const bool hit      = k.reuse && kept[slot][bank] == first + n;
            if (k.reuse && (i.reuse >> slot & 1) != 0) {
              kept[slot][bank] = first + n;
            } else if (!hit) {
              kept[slot][bank] = Rz;
            }
            if (!hit && pass == 1 && !written[first + n]) ++banks[bank];
          }
        }
      }
    }
  }
  for (unsigned b = 0; b < k.banks; ++b) terms.push_back({"bank " + std::to_string(b), banks[b]});
  terms.push_back({"recurrence", recurrence(k, body)});
  return sorted(std::move(terms));
}

std::vector<term> bound(const arch& k, const program& p, const counters& c) {
  const double blocks = k.blocks, schedulers = blocks * k.schedulers;
  const auto issues = static_cast<double>(c.instructions) * k.issue_interval;
  std::vector<term> terms{{"issue", issues / (schedulers * k.dispatch)}};
  std::vector<double> times;
  for (const std::uint64_t n : c.issued) times.push_back(static_cast<double>(n) / blocks);
  ports_busy(k, p.code, times, terms);
  terms.push_back({"banks", static_cast<double>(c.reads) / (schedulers * k.banks)});
  terms.push_back({"shared memory",
                   std::max(static_cast<double>(c.shared_passes) * k.pass_cycles,
                            static_cast<double>(c.shared_requests) * k.request_interval / blocks)});
  terms.push_back({"memory port", static_cast<double>(c.sectors)});
  return sorted(std::move(terms));
}

std::vector<instruction> last_loop(const program& p) {
  for (std::size_t n = p.code.size(); n-- > 0;) {
    const instruction& i = p.code[n];
    if (i.op == Bra && i.wide <= n) {
      return {p.code.begin() + i.wide, p.code.begin() + static_cast<std::ptrdiff_t>(n) + 1};
    }
  }
  return p.code;
}

std::vector<microbenchmark> microbenchmarks() {
  const microbenchmark all[] = {{"ffma", unit_e::Fp32, Ffma, 3},
                                {"fmul", unit_e::Fp32, Fmul, 2},
                                {"iadd", unit_e::Int, Iadd3, 2},
                                {"imad", unit_e::Imul, Imad, 3},
                                {"hfma2", unit_e::Fp16, Hfma2, 3},
                                {"hmul2", unit_e::Fp16, Hmul2, 2},
                                {"dfma", unit_e::Fp64, Dfma, 3},
                                {"mufu", unit_e::Sfu, Mufu, 1},
                                {"shfl", unit_e::Shfl, Shfl, 1},
                                {"hmma884", unit_e::Tensor, Hmma884, 3},
                                {"hmma16816", unit_e::Tensor, Hmma16816, 3}};
  std::vector<microbenchmark> list;
  for (microbenchmark b : all) {
    list.push_back(b);
    b.dependent = true;
    list.push_back(b);
  }
  return list;
}

instruction step_of(const microbenchmark& b, unsigned n) {
  instruction i;
  i.op              = b.op;
  i.mods            = b.mods;
  const unsigned to = std::max({1u, result_registers(i)});
  // Sources go round the registers below 24, in banks as different as can be; results go round 64
  // registers from 32 on.
  unsigned next = b.dependent || of(b.op).unit == unit_e::Tensor ? 0 : n * b.sources % 24;
  std::uint8_t* sources[]{&i.a, &i.b, &i.c};
  for (unsigned slot = 0; slot < b.sources; ++slot) {
    const unsigned width = std::max(1u, source_registers(i, slot));
    next                 = (next + width - 1) / width * width;
    *sources[slot]       = static_cast<std::uint8_t>(next);
    next += width;
  }
  const unsigned result = b.dependent ? 32 : 32 + n * to % 64;
  i.d                   = static_cast<std::uint8_t>(result);
  // A sum stays in the place of c, where the operation has one.
  if (b.dependent) *sources[b.sources - 1] = i.d;
  if (b.op == Shfl) {
    i.c    = Rz;
    i.mods = 3;
    i.form = form_e::ConstantB;
    i.wide = 3;
  }
  return i;
}

program straight(std::vector<instruction> code) {
  program p;
  p.code = std::move(code);
  p.code.push_back({.op = Exit});
  p.registers = 128;
  return p;
}

std::uint64_t cycles_of(const arch& k, const program& p, unsigned warps, policy_e policy) {
  launch l;
  l.code        = p;
  l.block_x     = warps * Lanes;
  arch one      = one_block(k);
  one.warps     = std::max(one.warps, warps);
  one.registers = std::max(one.registers, warps * Lanes * p.registers);
  model m(one, l, policy);
  memory none({}, 1, 32);
  return run(m, none);
}

std::vector<std::uint64_t> issue_times(const arch& k, const program& p) {
  launch l;
  l.code = p;
  model m(one_block(k), l);
  memory none({}, 1, 32);
  std::vector<std::uint64_t> times;
  std::uint64_t now = 0;
  run(m, none, [&](const model::outputs& out) {
    for (std::size_t n = 0; n < out.issues.size(); ++n) times.push_back(now);
    ++now;
  });
  const std::uint64_t first = times.empty() ? 0 : times.front();
  for (auto& t : times) t -= first;
  return times;
}

}  // namespace weft::golden::sm
