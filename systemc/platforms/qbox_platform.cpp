// SPDX-License-Identifier: Apache-2.0
//
// The engine and the tensor core in a platform of qbox: its router, its memory, its broker. C++17.
// Exit code: 0, 1 if a product is wrong.

#include <cci/utils/broker.h>
#include <cciutils.h>
#include <gs_memory.h>
#include <router.h>

#include "systemc/platforms/qbox_parts.hpp"

struct platform : sc_core::sc_module {
  gs::ConfigurableBroker broker;
  qbox_parts parts{0x40000000, 0x40001000, 0x80000000};
  gs::gs_memory<32> memory{"memory", 64 * 1024};
  gs::router<32> bus{"bus"};

  explicit platform(const sc_core::sc_module_name& name) : sc_module(name) {
    bus.add_initiator(parts.cpu_bus());
    bus.add_initiator(parts.engine_dma());
    bus.add_initiator(parts.tensor_dma());
    // The router passes addresses from 0 on to each target.
    bus.add_target(parts.engine_csr(), 0x40000000, 0x1000);
    bus.add_target(parts.tensor_csr(), 0x40001000, 0x1000);
    bus.add_target(memory.socket, 0x80000000, 64 * 1024);
  }
};

int sc_main(int, char**) {
  // The memory says every access.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  cci_utils::broker global("global");
  cci::cci_register_broker(global);
  platform all("platform");
  sc_core::sc_start();
  return all.parts.right() ? 0 : 1;
}
