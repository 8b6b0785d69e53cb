// SPDX-License-Identifier: Apache-2.0

#include "systemc/mppa.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "systemc/payload.hpp"

namespace weft::systemc {

using namespace golden::mppa;
using sc_core::sc_time;

namespace {

struct memory_error {};

}  // namespace

mppa::mppa(const sc_core::sc_module_name& name, const config& k, const sc_time& clock_period)
    : sc_module(name), config_(k), period_(clock_period) {
  program.register_b_transport(this, &mppa::b_transport);
  program.register_transport_dbg(this, &mppa::transport_dbg);
}

void mppa::b_transport(tlm::tlm_generic_payload& trans, sc_time& delay) {
  trans.set_response_status(access(trans, delay));
}

tlm::tlm_response_status mppa::access(const tlm::tlm_generic_payload& trans, sc_time& delay) {
  if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (trans.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (trans.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const std::size_t length = trans.get_data_length();
  if (length == 0 || length % sizeof(bundle) != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  std::vector<bundle> bundles(length / sizeof(bundle));
  std::memcpy(bundles.data(), trans.get_data_ptr(), length);
  if (std::ranges::any_of(bundles, [](const bundle& x) { return !fault(x).empty(); })) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }

  /// The memory of the bundles: transactions at the time of their issue.
  struct bus {
    mppa& unit;
    sc_time at{}, took{};

    register_t read(addr_t addr) {
      register_t data{};
      took = unit.transfer(tlm::TLM_READ_COMMAND, addr, data, at);
      return data;
    }
    void write(addr_t addr, register_t data) {
      unit.transfer(tlm::TLM_WRITE_COMMAND, addr, data, at);
    }
  };

  const sc_time start = std::max(sc_core::sc_time_stamp() + delay, free_);
  schedule timing(config_);
  bus memory{*this};
  auto response = tlm::TLM_OK_RESPONSE;
  try {
    for (const bundle& x : bundles) {
      const std::uint64_t cycle = timing.issue(x);
      memory.at                 = start + static_cast<double>(cycle) * period_;
      execute(state_, x, memory);
      if (loaded(x) == 0) continue;
      timing.answer(x, cycle + 1 + static_cast<std::uint64_t>(std::ceil(memory.took / period_)));
    }
  } catch (const memory_error&) {
    response = tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  free_ = start + static_cast<double>(timing.cycles()) * period_;
  delay = free_ - sc_core::sc_time_stamp();
  return response;
}

sc_time mppa::transfer(tlm::tlm_command command, addr_t addr, register_t& data, const sc_time& at) {
  tlm::tlm_generic_payload trans;
  fill(trans, command, addr, data.data(), sizeof data);
  const sc_time before = at - sc_core::sc_time_stamp();
  sc_time delay        = before;
  memory->b_transport(trans, delay);
  if (!trans.is_response_ok()) throw memory_error{};
  return delay - before;
}

unsigned mppa::transport_dbg(tlm::tlm_generic_payload& trans) {
  const std::uint64_t size = sizeof state_.registers, at = trans.get_address();
  if (!trans.is_read() || at >= size || lacks_data(trans)) return 0;
  const auto n = static_cast<unsigned>(std::min<std::uint64_t>(trans.get_data_length(), size - at));
  std::memcpy(trans.get_data_ptr(), reinterpret_cast<const char*>(&state_.registers) + at, n);
  return n;
}

}  // namespace weft::systemc
