// SPDX-License-Identifier: Apache-2.0

#include "systemc/hart.hpp"

#include <utility>

#include "systemc/payload.hpp"

namespace weft::systemc {

using golden::rv64::access_e;
using golden::rv64::line_e;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

sc_time hart::keeper::compute_local_quantum() {
  if (!quantum) return tlm_quantumkeeper::compute_local_quantum();
  if (*quantum == SC_ZERO_TIME) return SC_ZERO_TIME;
  const auto now = sc_core::sc_time_stamp().value(), length = quantum->value();
  return sc_time::from_value(length - now % length);
}

std::uint64_t hart::keeper::periods(const sc_time& period) const {
  const sc_time now = get_current_time();
  if (m_next_sync_point <= now) return 1;
  return ((m_next_sync_point - now).value() - 1) / period.value() + 1;
}

hart::hart(const sc_core::sc_module_name& name, const hart_config& config)
    : sc_module(name), config_(config), core_(config.reset_pc, config.id) {
  if (config.clock_period == SC_ZERO_TIME) {
    SC_REPORT_ERROR("/weft/hart", "a clock period of 0");
  }
  keeper_.quantum = config.quantum;
  core_.bus = [this](access_e kind, std::uint64_t address, unsigned bytes, std::uint64_t& value) {
    return access(kind, address, bytes, value);
  };
  bus.register_invalidate_direct_mem_ptr(this, &hart::invalidate_direct_mem_ptr);
  core_.on_interrupt = [this](line_e which) {
    if (on_interrupt) on_interrupt(which, local_time());
  };
  SC_THREAD(run);
  SC_METHOD(follow_lines);
  sensitive << irq_external << irq_timer << irq_software;
  SC_METHOD(follow_rst_n);
  sensitive << rst_n;
}

void hart::set_semihost(golden::rv64::hart::semihost_t semihost) {
  core_.semihost = std::move(semihost);
}

void hart::exit(int code) {
  if (!exit_code_) exit_code_ = code;
  wake_.notify();
}

void hart::follow_lines() {
  const auto follow = [this](line_e which, line& port) {
    core_.set_line(which, port.size() != 0 && port->read());
  };
  follow(line_e::External, irq_external);
  follow(line_e::Timer, irq_timer);
  follow(line_e::Software, irq_software);
  wake_.notify();
}

void hart::follow_rst_n() {
  reset_asked_ = reset_asked_ || low();
  wake_.notify();
}

void hart::begin_anew() {
  while (low()) wait(wake_);
  reset_asked_ = false;
  core_.reset(config_.reset_pc);
  keeper_.reset();
  set_clock();
}

/// The time of the instructions that have begun becomes local time.
void hart::pay() {
  keeper_.inc(static_cast<double>(core_.begun() - paid_) * config_.clock_period);
  paid_ = core_.begun();
}

/// The time of the next instruction.
sc_time hart::local_time() const {
  return keeper_.get_current_time() +
         static_cast<double>(core_.begun() - paid_) * config_.clock_period;
}

void hart::set_clock() {
  core_.set_clock(keeper_.get_current_time().value() / config_.clock_period.value());
}

// The core leaves run() when a quantum is over, when it waits, and after an access to the bus.
void hart::run() {
  keeper_.reset();
  reset_asked_ = low();
  while (!exit_code_) {
    if (reset_asked_) begin_anew();
    core_.run(keeper_.periods(config_.clock_period));
    pay();
    keeper_.sync();
    sleep();
  }
  exited_.notify();
}

/// The wait of a WFI.
void hart::sleep() {
  const auto sleeps = [this] {
    return core_.waiting() && !core_.interrupt_pending() && !exit_code_ && !reset_asked_;
  };
  if (!sleeps()) return;
  const sc_time from = sc_core::sc_time_stamp();
  asleep_since_      = from;
  while (sleeps()) {
    wait(wake_);
    keeper_.reset();
    set_clock();
  }
  asleep_since_.reset();
  const sc_time to = sc_core::sc_time_stamp();
  slept_ += to - from;
  if (on_sleep) on_sleep(from, to);
}

sc_time hart::slept() const {
  return asleep_since_ ? slept_ + (sc_core::sc_time_stamp() - *asleep_since_) : slept_;
}

bool hart::access(access_e kind, std::uint64_t address, unsigned bytes, std::uint64_t& value) {
  pay();
  if (keeper_.get_local_time() != SC_ZERO_TIME) keeper_.sync();
  const bool write = kind == access_e::Store;
  fill(trans_, write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, &value, bytes);
  trans_.set_byte_enable_ptr(nullptr);
  trans_.set_dmi_allowed(false);
  trans_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_time delay = SC_ZERO_TIME;
  bus->b_transport(trans_, delay);
  keeper_.set(delay);
  set_clock();
  if (!trans_.is_response_ok()) return false;
  if (trans_.is_dmi_allowed()) ask_for_pointer(write, address);
  return true;
}

void hart::ask_for_pointer(bool write, std::uint64_t address) {
  tlm::tlm_dmi region;
  trans_.set_address(address);  // an interconnect may have changed it
  trans_.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  if (!bus->get_direct_mem_ptr(trans_, region)) return;
  const std::uint64_t first = region.get_start_address(), last = region.get_end_address();
  const bool granted = write ? region.is_write_allowed() : region.is_read_allowed();
  if (!granted || address < first || address > last) return;
  core_.unmap(first, last);
  core_.map({.data     = region.get_dmi_ptr(),
             .first    = first,
             .bytes    = last - first == ~std::uint64_t{0} ? last : last - first + 1,
             .readable = region.is_read_allowed(),
             .writable = region.is_write_allowed()});
}

void hart::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  core_.unmap(first, last);
}

bool hart::debug(tlm::tlm_command command, std::uint64_t address, const void* data,
                 std::size_t bytes) {
  tlm::tlm_generic_payload trans;
  fill(trans, command, address, data, bytes);
  return bus->transport_dbg(trans) == bytes;
}

semihosting_guest hart::guest() {
  return {.read =
              [this](std::uint64_t address, void* to, std::size_t bytes) {
                return debug(tlm::TLM_READ_COMMAND, address, to, bytes);
              },
          .write =
              [this](std::uint64_t address, const void* from, std::size_t bytes) {
                return debug(tlm::TLM_WRITE_COMMAND, address, from, bytes);
              },
          .exit = [this](int code) { exit(code); },
          .microseconds =
              [this] {
                pay();
                return static_cast<std::uint64_t>(keeper_.get_current_time().to_seconds() * 1e6);
              }};
}

}  // namespace weft::systemc
