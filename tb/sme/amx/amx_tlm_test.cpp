// SPDX-License-Identifier: Apache-2.0
//
// systemc/amx.hpp: golden's registers and memory in golden's time, and what it refuses.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <systemc>
#include <vector>

#include "systemc/amx.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::amx_tlm_test {
namespace {

using namespace golden::amx;
using systemc::amx;
using command = amx::command;

constexpr std::uint64_t Data = 0x10000, DataBytes = 4096;

/// A master and a memory around the unit, with local time ahead of the simulation's.
class platform : public sc_core::sc_module {
 public:
  const sc_core::sc_time period{2, sc_core::SC_NS};
  amx unit;
  sc_core::sc_time local, access;
  golden::sme::paged_memory memory;

  platform(const sc_core::sc_module_name& name, const config& k, std::uint64_t access_cycles)
      : sc_module(name),
        unit("unit", k, period),
        access(static_cast<double>(access_cycles) * period) {
    commands_.bind(unit.commands);
    unit.memory.bind(bytes_);
    bytes_.register_b_transport(this, &platform::b_transport);
    memory.map(Data, DataBytes);
  }

  tlm::tlm_response_status call(tlm::tlm_command direction, void* data, std::size_t bytes,
                                std::uint64_t address = 0, unsigned char* enables = nullptr) {
    auto trans = payload(direction, data, bytes, address);
    trans->set_byte_enable_ptr(enables);
    commands_->b_transport(*trans, local);
    return trans->get_response_status();
  }
  tlm::tlm_response_status execute(std::vector<command> list) {
    return call(tlm::TLM_WRITE_COMMAND, list.data(), list.size() * sizeof(command));
  }
  std::vector<std::uint8_t> registers(std::uint64_t address, std::size_t bytes) {
    std::vector<std::uint8_t> to(bytes);
    auto trans = payload(tlm::TLM_READ_COMMAND, to.data(), bytes, address);
    to.resize(commands_->transport_dbg(*trans));
    return to;
  }
  void put_registers(std::uint64_t address, std::vector<std::uint8_t> from) {
    auto trans = payload(tlm::TLM_WRITE_COMMAND, from.data(), from.size(), address);
    commands_->transport_dbg(*trans);
  }

 private:
  static std::unique_ptr<tlm::tlm_generic_payload> payload(tlm::tlm_command direction, void* data,
                                                           std::size_t bytes,
                                                           std::uint64_t address) {
    auto trans = std::make_unique<tlm::tlm_generic_payload>();
    trans->set_command(direction);
    trans->set_address(address);
    trans->set_data_ptr(static_cast<unsigned char*>(data));
    trans->set_data_length(static_cast<unsigned>(bytes));
    trans->set_streaming_width(static_cast<unsigned>(bytes));
    return trans;
  }

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const std::span bytes{trans.get_data_ptr(), trans.get_data_length()};
    const bool done = trans.is_read() ? memory.read(trans.get_address(), bytes)
                                      : memory.write(trans.get_address(), bytes);
    delay += access;
    trans.set_response_status(done ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  tlm_utils::simple_initiator_socket<platform> commands_{"commands"};
  tlm_utils::simple_target_socket<platform> bytes_{"bytes"};
};

class AmxTlm : public testing::TestWithParam<unsigned> {
 protected:
  AmxTlm() : on("on", Config, 0) { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

  const config Config{GetParam()};
  platform on;
};

/// Random instructions; loads and stores within the memory.
std::vector<command> some(std::size_t count) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<command> list;
  while (list.size() < count) {
    command c{op_e{static_cast<std::uint8_t>(rng() % Ops)}, rng()};
    if (c.op == op_e::Set) continue;
    if (c.op <= op_e::Stzi) {
      c.operand &= ~((std::uint64_t{1} << 56) - 1);
      c.operand |= Data + rng() % (DataBytes / 128 - 1) * 128;
    }
    list.push_back(c);
  }
  return list;
}

TEST_P(AmxTlm, GivesGoldensRegistersAndMemoryInGoldensTime) {
  state s;
  golden::sme::paged_memory memory;
  memory.map(Data, DataBytes);
  std::vector<std::uint8_t> random(DataBytes);
  std::mt19937 rng(static_cast<unsigned>(test_options().seed + 1));
  for (auto& byte : random) byte = static_cast<std::uint8_t>(rng());
  memory.write(Data, random);
  on.memory.write(Data, random);

  auto list = some(3000);
  list.insert(list.begin(), {op_e::Set, 0});
  std::uint64_t cycles = 0;
  for (const command& c : list) cycles += golden_unit(Config)(s, memory, c.op, c.operand);
  // A vector takes no less than its commands one by one.
  const std::size_t part = list.size() / 3;
  ASSERT_EQ(on.execute({list.begin(), list.begin() + static_cast<std::ptrdiff_t>(part)}),
            tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(on.execute({list.begin() + static_cast<std::ptrdiff_t>(part), list.end()}),
            tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(on.local, static_cast<double>(cycles) * on.period);

  EXPECT_EQ(on.registers(amx::On, 1), std::vector<std::uint8_t>{1});
  EXPECT_EQ(on.registers(amx::X, PoolBytes), std::vector(s.x.begin(), s.x.end()));
  EXPECT_EQ(on.registers(amx::Y, PoolBytes), std::vector(s.y.begin(), s.y.end()));
  for (auto r = 0u; r < Rows; ++r) {
    EXPECT_EQ(on.registers(amx::Z + r * RowBytes, RowBytes),
              std::vector(s.core.rows[r].begin(), s.core.rows[r].begin() + RowBytes));
  }
  EXPECT_EQ(on.memory.pages(), memory.pages());
}

TEST_P(AmxTlm, WaitsForItsMemory) {
  on.access = 5 * on.period;
  // set; a pair; an outer product; a store
  ASSERT_EQ(
      on.execute(
          {{op_e::Set, 0}, {op_e::Ldx, 1ull << 62 | Data}, {op_e::Fma32, 0}, {op_e::Stx, Data}}),
      tlm::TLM_OK_RESPONSE);
  const std::uint64_t cycles =
      (64 + GetParam() - 1) / GetParam() + 2 + 5 + (16 + GetParam() - 1) / GetParam() + 1 + 5;
  EXPECT_EQ(on.local, static_cast<double>(cycles) * on.period);
}

TEST_P(AmxTlm, HasRegistersThatCanBeWritten) {
  const std::vector<std::uint8_t> bytes(RowBytes, 0x5a);
  on.put_registers(amx::On, {1});
  on.put_registers(amx::Z + 63 * RowBytes, bytes);
  EXPECT_EQ(on.registers(amx::Z + 62 * RowBytes, 2 * RowBytes + 1).size(), 2 * RowBytes);
  ASSERT_EQ(on.execute({{op_e::Stz, 63ull << 56 | Data}}), tlm::TLM_OK_RESPONSE);
  std::vector<std::uint8_t> stored(RowBytes);
  on.memory.read(Data, stored);
  EXPECT_EQ(stored, bytes);
  EXPECT_TRUE(on.registers(0x3000, 1).empty());
}

TEST_P(AmxTlm, RefusesWhatIsNotAllowed) {
  command c[2]{{op_e::Set, 0}, {op_e::Fma32, 0}};
  unsigned char enable = TLM_BYTE_ENABLED;
  const auto write     = [&](std::size_t bytes, std::uint64_t address = 0) {
    return on.call(tlm::TLM_WRITE_COMMAND, c, bytes, address);
  };
  EXPECT_EQ(write(0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write(sizeof c - 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write(sizeof c, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(on.call(tlm::TLM_READ_COMMAND, c, sizeof c), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(on.call(tlm::TLM_WRITE_COMMAND, c, sizeof c, 0, &enable),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(on.call(tlm::TLM_WRITE_COMMAND, nullptr, sizeof c), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(on.execute({{op_e::Fma32, 0}}), tlm::TLM_COMMAND_ERROR_RESPONSE);  // not on
  EXPECT_EQ(on.local, sc_core::SC_ZERO_TIME);

  ASSERT_EQ(on.execute({{op_e::Set, 0}}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(on.execute({{op_e{23}, 0}}), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(on.execute({{op_e::Ldx, Data + DataBytes}}), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(on.execute({{op_e::Ldx, 1ull << 62 | (Data + 64)}}), tlm::TLM_GENERIC_ERROR_RESPONSE);
}

INSTANTIATE_TEST_SUITE_P(RowsPerCycle, AmxTlm, testing::Values(1, 16));

}  // namespace
}  // namespace weft::amx_tlm_test
