// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/golden/mppa_model.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// The memory of the tensor coprocessor: bytes from address 0 on, all zero at first.
class mppa_bytes {
 public:
  using register_t = golden::mppa::register_t;

  explicit mppa_bytes(std::size_t size) : bytes_(size) {}

  register_t read(std::uint64_t addr) const {
    register_t data;
    std::memcpy(data.data(), place(addr), sizeof data);
    return data;
  }
  void write(std::uint64_t addr, const register_t& data) {
    std::memcpy(const_cast<std::uint8_t*>(place(addr)), data.data(), sizeof data);
  }

  std::vector<std::uint8_t>& all() { return bytes_; }
  const std::vector<std::uint8_t>& all() const { return bytes_; }

 private:
  const std::uint8_t* place(std::uint64_t addr) const {
    if (bytes_.size() < sizeof(register_t) || addr > bytes_.size() - sizeof(register_t)) {
      throw std::logic_error("32 bytes at " + std::to_string(addr) + " are outside the memory");
    }
    return bytes_.data() + addr;
  }

  std::vector<std::uint8_t> bytes_;
};

/// The paces at which bundles are offered, requests taken and answers given. An answer comes at
/// least `latency` cycles after its request.
struct mppa_timing {
  pace offer = always(), ready = always(), answer = always();
  std::uint64_t latency = 1;
};

/// Runs a program on a machine: anything with `outputs cycle(const inputs&)`. Returns the clock
/// cycles from the cycle that takes the first bundle to the last in which the unit is busy, both
/// counted.
template <class Machine>
std::uint64_t run_mppa(Machine& machine, std::span<const golden::mppa::bundle> program,
                       mppa_bytes& bytes, const mppa_timing& timing = {}) {
  struct answer {
    std::uint64_t from;  // the first cycle in which the answer may be given
    golden::mppa::register_t data;
  };
  std::deque<answer> answers;
  std::size_t taken    = 0;
  bool offered         = false;
  std::uint64_t cycles = 0, now = 0;
  watchdog dog;
  for (;; ++now) {
    golden::mppa::inputs in;
    offered = offered || (taken < program.size() && timing.offer());
    if (offered) in.in = program[taken];
    in.req_ready = timing.ready();
    if (!answers.empty() && answers.front().from <= now && timing.answer()) {
      in.rsp = answers.front().data;
      answers.pop_front();
    }
    const auto out   = machine.cycle(in);
    const bool takes = offered && out.in_ready;
    offered          = offered && !takes;
    taken += takes;
    if (out.req && in.req_ready) {
      if (out.req->write) {
        bytes.write(out.req->addr, out.req->data);
      } else {
        answers.push_back({now + timing.latency, bytes.read(out.req->addr)});
      }
    }
    if (taken == program.size() && !takes && !out.busy) return cycles;
    cycles += taken > 0;
    dog.cycle(takes || in.rsp || (out.req && in.req_ready), [&] {
      return std::to_string(taken) + " of " + std::to_string(program.size()) + " bundles taken";
    });
  }
}

}  // namespace weft::sim
