// SPDX-License-Identifier: Apache-2.0
//
// systemc/engine_cci.hpp: an engine whose configuration comes from a broker. The registers say what
// was preset, and the engine multiplies. Only where CCI is found.

#include "systemc/engine_cci.hpp"

#include <cci/utils/broker.h>
#include <gtest/gtest.h>

#include <cci_configuration>
#include <cstdint>
#include <string>
#include <utility>

#include "sim/golden/engine/engine_map.hpp"
#include "systemc/memory.hpp"
#include "systemc/platforms/processor.hpp"
#include "systemc/router.hpp"

namespace weft::systemc::engine_cci_test {
namespace {

namespace regs = golden::engine_map;

class EngineCci : public testing::Test {
 protected:
  EngineCci() { cci::cci_register_broker(broker_); }

  template <class T>
  void preset(const std::string& name, const T& value) {
    cci::cci_get_global_broker(cci::cci_originator("test"))
        .set_preset_cci_value("engine." + name, cci::cci_value(value));
  }
  cci_utils::broker broker_{"global"};
};

/// Two engines side by side before one memory.
struct board : sc_core::sc_module {
  static constexpr std::uint64_t Engine = 0x1000, Plain = 0x2000, Ram = 0x8000;
  engine& unit;
  engine plain;
  memory ram{"ram", 0x1000, sc_core::sc_time(20, sc_core::SC_NS)};
  router<32> bus{"bus"};
  processor cpu{"cpu", {{"cci", Engine}, {"plain", Plain}}, Ram};
  tlm_utils::simple_initiator_socket<board> debug{"debug"};

  board(const sc_core::sc_module_name& name, engine& with_cci, const engine_config& config)
      : sc_module(name), unit(with_cci), plain("plain", config) {
    bus.map(unit.csr, Engine, regs::PageBytes);
    bus.map(plain.csr, Plain, regs::PageBytes);
    bus.map(ram.socket, Ram, 0x1000);
    for (auto* socket : {&unit.dma, &plain.dma}) socket->bind(bus.in);
    cpu.bus.bind(bus.in);
    debug.bind(bus.in);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t word = 0;
    tlm::tlm_generic_payload trans;
    fill(trans, tlm::TLM_READ_COMMAND, address, &word, sizeof word);
    EXPECT_EQ(debug->transport_dbg(trans), sizeof word);
    return word;
  }
};

TEST_F(EngineCci, HasTheConfigurationThatIsPresetAndMultiplies) {
  preset("type", std::string("int8"));
  preset("rows", 8);
  preset("cols", 4);
  preset("block_m", 16);
  preset("block_n", 12);
  preset("block_k", 40);
  preset("bus_bits", 64);
  preset("burst_bytes", 128);
  preset("conv", true);
  preset("epilogue", true);
  preset("max_dim", 1000);
  preset("clock_ns", 2.5);
  cci_engine<> unit("engine");
  engine_config same;
  auto& core           = same.engine.core;
  core.array           = {.type         = {golden::tensor::type_e::Int8},
                          .rows         = 8,
                          .cols         = 4,
                          .partial_rows = 16,
                          .epilogue     = true};
  core.block_m         = 16;
  core.block_n         = 12;
  core.block_k         = 40;
  core.conv            = true;
  core.bus.bytes       = 8;
  core.bus.burst_bytes = 128;
  same.engine.max_dim  = 1000;
  same.clock_period    = sc_core::sc_time(2.5, sc_core::SC_NS);
  board all("board", unit.model, same);
  sc_core::sc_start();
  EXPECT_TRUE(all.cpu.right());
  // Identification, capability, limits, times and bytes of the job.
  for (std::uint32_t offset = 0; offset < regs::PageBytes; offset += 4) {
    EXPECT_EQ(all.read(board::Engine + offset), all.read(board::Plain + offset)) << offset;
  }
  EXPECT_EQ(all.read(board::Engine + regs::Capability), regs::CapabilityInt8);
  EXPECT_NE(all.read(board::Engine + regs::TimeLo), 0u);
  EXPECT_EQ(unit.model.config().engine.core.bus.beats, core.bus.beats);
}

TEST_F(EngineCci, EveryParameterReachesTheConfiguration) {
  for (const auto& [name, value] :
       {std::pair("rows", 2), std::pair("cols", 3), std::pair("block_m", 5),
        std::pair("block_n", 7), std::pair("block_k", 11), std::pair("bus_bits", 256),
        std::pair("burst_bytes", 32), std::pair("in_flight", 13), std::pair("max_dim", 17)}) {
    preset(name, value);
  }
  for (const auto* name : {"epilogue", "conv", "copy", "closed"}) preset(name, true);
  preset("streams", false);
  preset("type", std::string("int16"));
  preset("clock_ns", 3000);
  const cci_engine<engine64> unit("engine");
  const auto& config = unit.model.config();
  const auto& core   = config.engine.core;
  EXPECT_EQ(core.array, (golden::tensor::config{.type         = {golden::tensor::type_e::Int16},
                                                .rows         = 2,
                                                .cols         = 3,
                                                .partial_rows = 5,
                                                .streams      = false,
                                                .epilogue     = true}));
  EXPECT_EQ(core.block_m, 5u);
  EXPECT_EQ(core.block_n, 7u);
  EXPECT_EQ(core.block_k, 11u);
  EXPECT_EQ(core.bus.bytes, 32u);
  EXPECT_EQ(core.bus.burst_bytes, 32u);
  EXPECT_EQ(core.bus.in_flight, 13u);
  EXPECT_TRUE(core.conv && core.copy && config.engine.closed);
  EXPECT_EQ(config.engine.max_dim, 17u);
  EXPECT_EQ(config.clock_period, sc_core::sc_time(3, sc_core::SC_US));
}

TEST_F(EngineCci, ParametersHaveNamesDefaultsAndDescriptionsAndKeepTheirValues) {
  const cci_engine<> unit("engine");
  auto broker      = cci::cci_get_global_broker(cci::cci_originator("test"));
  const auto found = broker.get_param_handles();
  EXPECT_EQ(found.size(), 16u);
  for (const auto& p : found) {
    EXPECT_TRUE(std::string(p.name()).starts_with("engine.")) << p.name();
    EXPECT_NE(p.get_description(), "") << p.name();
    EXPECT_TRUE(p.is_default_value()) << p.name();
    EXPECT_FALSE(p.is_preset_value()) << p.name();
    EXPECT_EQ(p.get_mutable_type(), cci::CCI_IMMUTABLE_PARAM) << p.name();
  }
  EXPECT_EQ(unit.model.config().engine.core.array, golden::tensor::config{.partial_rows = 64});
}

struct wrong_value {
  const char* name;
  cci::cci_value value;
};
class EngineCciRefuses : public EngineCci, public testing::WithParamInterface<wrong_value> {};
INSTANTIATE_TEST_SUITE_P(, EngineCciRefuses,
                         testing::Values(wrong_value{"type", cci::cci_value(std::string("int9"))},
                                         wrong_value{"rows", cci::cci_value(0)},
                                         wrong_value{"cols", cci::cci_value(4097)},
                                         wrong_value{"block_k", cci::cci_value(0)},
                                         wrong_value{"bus_bits", cci::cci_value(100)},
                                         wrong_value{"burst_bytes", cci::cci_value(8)},
                                         wrong_value{"in_flight", cci::cci_value(257)},
                                         wrong_value{"clock_ns", cci::cci_value(-1.5)},
                                         wrong_value{"max_dim", cci::cci_value(65536)}),
                         [](const auto& info) { return info.param.name; });

TEST_P(EngineCciRefuses, AValueThatNoEngineHas) {
  const auto& [name, value] = GetParam();
  cci::cci_get_global_broker(cci::cci_originator("test"))
      .set_preset_cci_value(std::string("engine.") + name, value);
  std::string said;
  try {
    const cci_engine<> unit("engine");
  } catch (const sc_core::sc_report& report) {
    said = report.get_msg();
  }
  EXPECT_TRUE(said.starts_with(std::string("engine.") + name + " = " + value.to_json() + ": "))
      << said;
}

}  // namespace
}  // namespace weft::systemc::engine_cci_test
