// SPDX-License-Identifier: Apache-2.0

#include "systemc/amx.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "sim/golden/sme_machine.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

using sc_core::sc_time;

namespace {

/// The memory of golden's loads and stores: transactions on a socket at a given time.
class bus : public golden::sme::memory {
 public:
  using socket = tlm_utils::simple_initiator_socket<amx>;

  bus(socket& memory, const sc_time& at) : memory_(memory), at_(at - sc_core::sc_time_stamp()) {}

  /// The time that all accesses took.
  const sc_time& took() const { return took_; }

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    return transfer(tlm::TLM_READ_COMMAND, address, to.data(), to.size());
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    return transfer(tlm::TLM_WRITE_COMMAND, address, from.data(), from.size());
  }
  bool writable(std::uint64_t, std::size_t) override { return true; }

 private:
  bool transfer(tlm::tlm_command command, std::uint64_t address, const std::uint8_t* data,
                std::size_t bytes) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, bytes);
    sc_time delay = at_;
    memory_->b_transport(trans, delay);
    took_ += delay - at_;
    return trans.is_response_ok();
  }

  socket& memory_;
  sc_time at_, took_;
};

}  // namespace

amx::amx(const sc_core::sc_module_name& name, const golden::amx::config& k, const sc_time& period)
    : sc_module(name), config_(k), period_(period) {
  commands.register_b_transport(this, &amx::b_transport);
  commands.register_transport_dbg(this, &amx::transport_dbg);
}

void amx::b_transport(tlm::tlm_generic_payload& trans, sc_time& delay) {
  trans.set_response_status(access(trans, delay));
}

tlm::tlm_response_status amx::access(const tlm::tlm_generic_payload& trans, sc_time& delay) {
  if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (trans.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (trans.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const std::size_t length = trans.get_data_length();
  if (length == 0 || length % sizeof(command) != 0) return tlm::TLM_BURST_ERROR_RESPONSE;

  auto response = tlm::TLM_OK_RESPONSE;
  free_         = std::max(sc_core::sc_time_stamp() + delay, free_);
  try {
    for (std::size_t i = 0; i < length / sizeof(command); ++i) {
      command next;
      std::memcpy(&next, trans.get_data_ptr() + i * sizeof next, sizeof next);
      bus at_now(memory, free_);
      execute(state_, at_now, next.op, next.operand);
      const auto cycles = golden::amx::cycles(config_, next.op, next.operand);
      free_ += static_cast<double>(cycles) * period_ + at_now.took();
    }
  } catch (const golden::sme::isa::stopped& why) {
    response = why.stop == golden::sme::stop_e::Fault ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                      : tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  delay = free_ - sc_core::sc_time_stamp();
  return response;
}

unsigned amx::transport_dbg(tlm::tlm_generic_payload& trans) {
  using namespace golden::amx;
  if (lacks_data(trans)) return 0;
  const auto byte = [&](std::uint64_t at) -> std::uint8_t* {
    if (at >= X && at < X + PoolBytes) return &state_.x[at - X];
    if (at >= Y && at < Y + PoolBytes) return &state_.y[at - Y];
    if (at < Z || at >= Z + Rows * RowBytes) return nullptr;
    return &state_.core.rows[(at - Z) / RowBytes][(at - Z) % RowBytes];
  };
  if (trans.get_address() == On && trans.get_data_length() == 1) {
    if (trans.is_read()) trans.get_data_ptr()[0] = state_.on ? 1 : 0;
    if (trans.is_write()) state_.on = trans.get_data_ptr()[0] != 0;
    return 1;
  }
  unsigned n = 0;
  for (; n < trans.get_data_length(); ++n) {
    std::uint8_t* const here = byte(trans.get_address() + n);
    if (here == nullptr) break;
    (trans.is_read() ? trans.get_data_ptr()[n] : *here) =
        trans.is_read() ? *here : trans.get_data_ptr()[n];
  }
  return n;
}

}  // namespace weft::systemc
