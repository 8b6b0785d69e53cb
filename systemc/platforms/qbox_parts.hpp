// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>

#include <cstdint>
#include <memory>

/// An engine, a tensor core and a processor by their sockets alone. This header is C++17, as a
/// source with qbox's headers is, which C++20 does not accept; the models' headers are C++20.
class qbox_parts {
 public:
  using initiator = tlm::tlm_base_initiator_socket_b<32>;
  using target    = tlm::tlm_base_target_socket_b<32>;

  /// The registers of the engine, and of the tensor core; the memory of the operands.
  qbox_parts(std::uint64_t engine, std::uint64_t tensor, std::uint64_t memory);
  ~qbox_parts();

  initiator& cpu_bus();
  initiator& engine_dma();
  initiator& tensor_dma();
  target& engine_csr();
  target& tensor_csr();
  bool right() const;  ///< after the simulation: both products are right

 private:
  struct models;
  std::unique_ptr<models> models_;
};
