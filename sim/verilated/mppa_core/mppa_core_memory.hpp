// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/mppa_core/mppa_core_model.hpp"
#include "sim/golden/mppa_core/mppa_smem.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// Memory behind the port of the core round the tensor coprocessor: SMEM, DDR (sparse, both
/// zero at first) and I/O.
class mppa_core_memory {
 public:
  using register_t = golden::mppa::register_t;
  using request    = golden::mppa_core::request;

  static constexpr std::uint32_t IoBase = 0x40000000;

  mppa_core_memory() : smem(golden::mppa_core::SmemBytes) {}

  /// Bytes of a load; behind the next multiple of 64 they are junk. I/O gives the core's number at
  /// its first address, elsewhere the number of reads that there were.
  register_t read(const request& r, std::uint64_t core = 0) {
    register_t data{0x5555555555555555, 0x5555555555555555, 0x5555555555555555, 0x5555555555555555};
    if (golden::mppa_core::region_of(r.addr) == golden::mppa_core::region_e::Io) {
      if (r.addr == IoBase) return {core, core, core, core};
      ++io_reads;
      return {io_reads, io_reads, io_reads, io_reads};
    }
    const unsigned n = std::min<unsigned>(32, 64 - r.addr % 64);
    for (unsigned i = 0; i < n; ++i) {
      data[i / 8] &= ~(std::uint64_t{0xff} << 8 * (i % 8));
      data[i / 8] |= std::uint64_t{byte(r.addr + i)} << 8 * (i % 8);
    }
    return data;
  }

  void write(const request& r) {
    for (unsigned i = 0; i < 32; ++i) {
      if ((r.strobe >> i & 1) == 0) continue;
      const auto x = static_cast<std::uint8_t>(r.data[i / 8] >> 8 * (i % 8));
      if (golden::mppa_core::region_of(r.addr) == golden::mppa_core::region_e::Io) {
        io_written += static_cast<char>(x);
      } else {
        byte(r.addr + i) = x;
      }
    }
  }

  std::uint8_t& byte(std::uint64_t at) { return at < smem.size() ? smem[at] : ddr[at]; }

  bool operator==(const mppa_core_memory&) const = default;

  std::vector<std::uint8_t> smem;
  std::map<std::uint64_t, std::uint8_t> ddr;
  std::string io_written;
  std::uint64_t io_reads = 0;
};

/// The paces at which bundles are offered, requests taken and answers given. A load is answered
/// `latency` cycles after its request; one with .u, or of DDR or I/O, `far` cycles.
struct mppa_core_timing {
  pace offer = always(), ready = always(), answer = always();
  std::uint64_t latency = 1, far = 22;
};

/// The outcome of a run.
struct mppa_core_result {
  std::uint64_t bytes = 0;  ///< of SMEM, asked for
  std::uint64_t cycles =
      0;  ///< from the first bundle offered to the last in which the core is busy
  std::uint64_t issued = 0, products = 0;
  bool trap        = false;
  std::uint16_t pc = 0;  ///< of the trap
  std::array<std::uint64_t, golden::mppa_core::Whys> whys{};
};

/// One cycle of a run, for traces: the core, the cycle, its outputs and the bundle offered.
using mppa_core_watch =
    std::function<void(unsigned core, std::uint64_t cycle, const golden::mppa_core::outputs& out)>;

inline bool is_mppa_product(const golden::mppa_core::bundle& x) {
  const unsigned op = x.w[5] >> 26;
  return op == 1 || op == 2 || (op >= 4 && op < 8);
}

/// A core's partner: it offers bundles, and counts what happens.
class mppa_core_driver {
 public:
  mppa_core_driver(std::span<const golden::mppa_core::bundle> program, pace offer)
      : program_(program), offer_(std::move(offer)) {}

  /// The bundle of a cycle in which the core shows `out` before it has one.
  std::optional<golden::mppa_core::bundle> offer(const golden::mppa_core::outputs& out) {
    if (!out.fetch) return {};
    offered_ = offered_ || offer_();
    if (!offered_) return {};
    return out.pc < program_.size() ? program_[out.pc] : golden::mppa_core::bundle{};
  }

  void count(const golden::mppa_core::inputs& in, const golden::mppa_core::outputs& out) {
    using golden::mppa_core::why_e;
    started_ = started_ || in.in;
    if (!started_ || !out.busy) return;
    if (out.req && in.req_ready) result.bytes += 32;
    ++result.cycles;
    ++result.whys[static_cast<std::size_t>(out.why)];
    if (out.why == why_e::Issues) {
      ++result.issued;
      result.products += is_mppa_product(*in.in);
      offered_ = false;
    }
    result.trap = out.trap;
    result.pc   = out.pc;
  }

  mppa_core_result result;

 private:
  std::span<const golden::mppa_core::bundle> program_;
  pace offer_;
  bool started_ = false, offered_ = false;
};

/// Runs a program on a machine, anything with `outputs look()`, which depends on no input but gives
/// `fetch`, `pc` and `req`, and `outputs cycle(const inputs&)`.
template <class Machine>
mppa_core_result run_mppa_core(Machine& machine, std::span<const golden::mppa_core::bundle> program,
                               mppa_core_memory& memory, const mppa_core_timing& timing = {},
                               const mppa_core_watch& watch = {},
                               std::uint64_t most           = 100'000'000) {
  using namespace golden::mppa_core;
  struct answer {
    std::uint64_t from;  // the first cycle in which the answer may be given
    register_t data;
  };
  std::deque<answer> answers;
  mppa_core_driver driver(program, timing.offer);
  watchdog dog;
  for (std::uint64_t now = 0;; ++now) {
    golden::mppa_core::inputs in;
    in.in        = driver.offer(machine.look());
    in.req_ready = timing.ready();
    if (!answers.empty() && answers.front().from <= now && timing.answer()) {
      in.rsp = answers.front().data;
      answers.pop_front();
    }
    const auto out = machine.cycle(in);
    driver.count(in, out);
    if (watch) watch(0, now, out);
    if (out.req && in.req_ready) {
      if (out.req->write) {
        memory.write(*out.req);
      } else {
        const bool away = out.req->bypass || region_of(out.req->addr) != region_e::Smem;
        answers.push_back({now + (away ? timing.far : timing.latency), memory.read(*out.req)});
      }
    }
    driver.result.trap = out.trap;
    if (!out.busy) {
      driver.result.pc = out.pc;
      return driver.result;
    }
    if (now == most) throw stuck("no end after " + std::to_string(most) + " cycles");
    dog.cycle(out.why == why_e::Issues || in.rsp || (out.req && in.req_ready),
              [&] { return "the core is at bundle " + std::to_string(out.pc); });
  }
}

/// Runs a program on several cores with one memory of banks, anything with `outputs cycle(const
/// inputs&)` of golden::mppa_smem. Requests elsewhere are answered `far` cycles later, one at a
/// time and a core.
template <class Machine, class Smem>
std::vector<mppa_core_result> run_mppa_cores(std::span<Machine> machines, Smem& smem,
                                             std::span<const golden::mppa_core::bundle> program,
                                             mppa_core_memory& rest, std::uint64_t far = 22,
                                             const mppa_core_watch& watch = {},
                                             std::uint64_t most           = 100'000'000) {
  using namespace golden::mppa_core;
  struct away {
    std::uint64_t from;
    register_t data;
  };
  std::vector<std::optional<away>> aways(machines.size());
  std::vector<mppa_core_driver> drivers(machines.size(), mppa_core_driver(program, always()));
  watchdog dog;
  for (std::uint64_t now = 0;; ++now) {
    golden::mppa_smem::inputs requests;
    std::vector<golden::mppa_core::outputs> looks;
    for (std::size_t c = 0; c < machines.size(); ++c) {
      looks.push_back(machines[c].look());
      const auto& r = looks[c].req;
      if (r && region_of(r->addr) == region_e::Smem && !aways[c]) {
        requests.req[c] = {r->write, r->addr, r->strobe, r->data};
      }
    }
    const auto banks = smem.cycle(requests);
    bool busy = false, moved = false;
    for (std::size_t c = 0; c < machines.size(); ++c) {
      golden::mppa_core::inputs in;
      in.in           = drivers[c].offer(looks[c]);
      in.rsp          = banks.rsp[c];
      const auto& r   = looks[c].req;
      const bool here = requests.req[c].has_value();
      in.req_ready    = here ? banks.ready[c] : r && !aways[c] && !in.rsp;
      if (aways[c] && aways[c]->from <= now) {
        in.rsp = aways[c]->data;
        aways[c].reset();
      } else if (r && !here && in.req_ready) {
        if (r->write) {
          rest.write(*r);
        } else {
          aways[c] = away{now + far, rest.read(*r, c)};
        }
      }
      const auto out = machines[c].cycle(in);
      drivers[c].count(in, out);
      if (watch) watch(static_cast<unsigned>(c), now, out);
      busy                   = busy || out.busy;
      moved                  = moved || out.why == why_e::Issues || in.rsp || in.req_ready;
      drivers[c].result.trap = out.trap;
    }
    if (!busy) break;
    if (now == most) throw stuck("no end after " + std::to_string(most) + " cycles");
    dog.cycle(moved, [] { return std::string("no core moves"); });
  }
  std::vector<mppa_core_result> results;
  for (const auto& d : drivers) results.push_back(d.result);
  return results;
}

/// A golden model as a machine.
template <class Model>
class model_machine {
 public:
  explicit model_machine(Model m = Model()) : model_(std::move(m)) {}

  typename Model::outputs look() const { return model_.peek({}); }
  typename Model::outputs cycle(const typename Model::inputs& in) {
    auto out = model_.peek(in);
    model_.step(in);
    return out;
  }
  Model& model() { return model_; }

 private:
  Model model_;
};

}  // namespace weft::sim
