// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

namespace weft::systemc {

/// Generic payloads that are reused once their reference count is zero.
class payload_pool : public tlm::tlm_mm_interface {
 public:
  /// A payload with one reference; release() it after use.
  tlm::tlm_generic_payload& take();
  void free(tlm::tlm_generic_payload* trans) override;

 private:
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> all_;
  std::vector<tlm::tlm_generic_payload*> idle_;
};

/// Reads and writes ranges of bytes over a TLM-2.0 bus, in bursts.
///
/// A burst has at most `burst_bytes` bytes and does not cross a multiple of that, so with a power
/// of two up to 4096 it never crosses 4 KiB. It goes through b_transport, or through a direct
/// pointer, if the target hinted at one and granted it, and then takes the latency that the target
/// states for a transaction. The time of the bursts accumulates as local time. The master waits for
/// it in sync(), and before a b_transport call that would exceed the global quantum. Bursts that
/// overlap have no local time: each starts when the one before is asked for, and the master waits
/// for none of them.
class dma_master {
 public:
  enum class bursts_e { OneByOne, Overlapping };

  /// Thrown when the bus answers a burst with an error.
  struct fault {
    std::uint64_t address;  ///< address of the burst's first byte
    tlm::tlm_command command;
  };

  /// `advance(t)` waits for t and may throw to give up; advance(0) only asks whether to give up.
  dma_master(unsigned burst_bytes, std::function<void(const sc_core::sc_time&)> advance,
             bursts_e bursts = bursts_e::OneByOne);

  /// Binds to a bus and sets local time to 0.
  void begin(tlm::tlm_fw_transport_if<>& bus);
  /// Appends the bytes read, so that a bus error occurs before memory is allocated for bytes that
  /// are never read.
  void read(std::uint64_t address, std::uint64_t length, std::vector<unsigned char>& to);
  void write(std::uint64_t address, const unsigned char* data, std::uint64_t length);
  void sync();

  /// The time that the latest burst took at the target.
  const sc_core::sc_time& latency() const { return latency_; }

  /// Forgets the direct pointers into this range of addresses.
  void invalidate(std::uint64_t first, std::uint64_t last);

  unsigned burst_bytes() const { return burst_bytes_; }

 private:
  using regions = std::vector<tlm::tlm_dmi>;

  unsigned burst_length(std::uint64_t address, std::uint64_t length) const;
  void burst(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned length);
  bool direct(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
              unsigned length);
  void transport(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                 unsigned length);
  void ask_for_pointer(tlm::tlm_generic_payload& trans, std::uint64_t address);
  regions& regions_for(tlm::tlm_command command);

  unsigned burst_bytes_;
  bursts_e bursts_;
  std::function<void(const sc_core::sc_time&)> advance_;
  tlm::tlm_fw_transport_if<>* bus_ = nullptr;
  tlm_utils::tlm_quantumkeeper keeper_;
  payload_pool pool_;
  sc_core::sc_time latency_;
  regions readable_, writable_;
};

}  // namespace weft::systemc
