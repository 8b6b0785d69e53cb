// SPDX-License-Identifier: Apache-2.0

#include "systemc/dma_master.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "systemc/payload.hpp"

namespace weft::systemc {

tlm::tlm_generic_payload& payload_pool::take() {
  if (idle_.empty()) {
    all_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
    idle_.push_back(all_.back().get());
  }
  auto* trans = idle_.back();
  idle_.pop_back();
  trans->acquire();
  return *trans;
}

void payload_pool::free(tlm::tlm_generic_payload* trans) {
  trans->reset();
  idle_.push_back(trans);
}

dma_master::dma_master(unsigned burst_bytes, std::function<void(const sc_core::sc_time&)> advance,
                       bursts_e bursts)
    : burst_bytes_(burst_bytes), bursts_(bursts), advance_(std::move(advance)) {}

void dma_master::begin(tlm::tlm_fw_transport_if<>& bus) {
  bus_ = &bus;
  keeper_.reset();
}

void dma_master::read(std::uint64_t address, std::uint64_t length, std::vector<unsigned char>& to) {
  while (length != 0) {
    const auto n = burst_length(address, length);
    to.resize(to.size() + n);
    burst(tlm::TLM_READ_COMMAND, address, &to[to.size() - n], n);
    address += n;
    length -= n;
  }
}

void dma_master::write(std::uint64_t address, const unsigned char* data, std::uint64_t length) {
  while (length != 0) {
    const auto n = burst_length(address, length);
    // A write does not change the bytes that the pointer points to, as in fill().
    burst(tlm::TLM_WRITE_COMMAND, address, const_cast<unsigned char*>(data), n);
    address += n;
    data += n;
    length -= n;
  }
}

void dma_master::sync() {
  advance_(keeper_.get_local_time());
  keeper_.reset();
}

void dma_master::invalidate(std::uint64_t first, std::uint64_t last) {
  for (auto* list : {&readable_, &writable_}) {
    std::erase_if(*list, [&](const tlm::tlm_dmi& region) {
      return region.get_start_address() <= last && first <= region.get_end_address();
    });
  }
}

unsigned dma_master::burst_length(std::uint64_t address, std::uint64_t length) const {
  return static_cast<unsigned>(std::min(length, burst_bytes_ - address % burst_bytes_));
}

void dma_master::burst(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                       unsigned length) {
  if (!direct(command, address, data, length)) transport(command, address, data, length);
}

bool dma_master::direct(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                        unsigned length) {
  for (const auto& region : regions_for(command)) {
    if (address < region.get_start_address() || region.get_end_address() < address ||
        region.get_end_address() - address < length - 1) {
      continue;
    }
    auto* at = region.get_dmi_ptr() + (address - region.get_start_address());
    if (command == tlm::TLM_READ_COMMAND) {
      std::memcpy(data, at, length);
      latency_ = region.get_read_latency();
    } else {
      std::memcpy(at, data, length);
      latency_ = region.get_write_latency();
    }
    if (bursts_ == bursts_e::OneByOne) keeper_.inc(latency_);
    return true;
  }
  return false;
}

void dma_master::transport(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                           unsigned length) {
  if (keeper_.need_sync()) sync();

  const auto release = [](tlm::tlm_generic_payload* trans) { trans->release(); };
  const std::unique_ptr<tlm::tlm_generic_payload, decltype(release)> trans(&pool_.take(), release);
  fill(*trans, command, address, data, length);
  trans->set_byte_enable_ptr(nullptr);
  trans->set_dmi_allowed(false);
  trans->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);

  const auto before = sc_core::sc_time_stamp() + keeper_.get_local_time();
  auto delay        = keeper_.get_local_time();
  (*bus_).b_transport(*trans, delay);
  latency_ = sc_core::sc_time_stamp() + delay - before;
  if (bursts_ == bursts_e::OneByOne) keeper_.set(delay);

  advance_(sc_core::SC_ZERO_TIME);
  if (!trans->is_response_ok()) {
    sync();
    throw fault{address, command};
  }
  if (trans->is_dmi_allowed()) ask_for_pointer(*trans, address);
}

void dma_master::ask_for_pointer(tlm::tlm_generic_payload& trans, std::uint64_t address) {
  tlm::tlm_dmi region;
  trans.set_address(address);  // the bus may have changed it on the way
  if (!bus_->get_direct_mem_ptr(trans, region)) return;
  const bool reads = region.is_read_allowed(), writes = region.is_write_allowed();
  const auto replaces = [&](const tlm::tlm_dmi& old) {
    return old.get_start_address() <= region.get_end_address() &&
           region.get_start_address() <= old.get_end_address();
  };
  for (auto [allowed, list] : {std::pair{reads, &readable_}, std::pair{writes, &writable_}}) {
    if (!allowed) continue;
    std::erase_if(*list, replaces);
    list->push_back(region);
  }
}

dma_master::regions& dma_master::regions_for(tlm::tlm_command command) {
  return command == tlm::TLM_READ_COMMAND ? readable_ : writable_;
}

}  // namespace weft::systemc
