// SPDX-License-Identifier: Apache-2.0

#include "systemc/platforms/qbox_parts.hpp"

#include "systemc/engine.hpp"
#include "systemc/platforms/processor.hpp"
#include "systemc/tensor.hpp"

namespace {

constexpr weft::golden::tensor::config Int8{.type = weft::golden::tensor::type_e::Int8};

}  // namespace

struct qbox_parts::models {
  models(std::uint64_t engine_at, std::uint64_t tensor_at, std::uint64_t memory)
      : cpu("cpu", {{"engine", engine_at}, {"tensor core", tensor_at}}, memory) {}

  weft::systemc::engine engine{"engine",
                               weft::systemc::engine_config{.engine = {.core = {.array = Int8}}}};
  weft::systemc::tensor tensor{"tensor", weft::systemc::tensor_config{.array = Int8}};
  weft::systemc::processor cpu;
};

qbox_parts::qbox_parts(std::uint64_t engine, std::uint64_t tensor, std::uint64_t memory)
    : models_(std::make_unique<models>(engine, tensor, memory)) {}
qbox_parts::~qbox_parts() = default;

qbox_parts::initiator& qbox_parts::cpu_bus() { return models_->cpu.bus; }
qbox_parts::initiator& qbox_parts::engine_dma() { return models_->engine.dma; }
qbox_parts::initiator& qbox_parts::tensor_dma() { return models_->tensor.dma; }
qbox_parts::target& qbox_parts::engine_csr() { return models_->engine.csr; }
qbox_parts::target& qbox_parts::tensor_csr() { return models_->tensor.csr; }
bool qbox_parts::right() const { return models_->cpu.right(); }
