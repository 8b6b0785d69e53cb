// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/tensor_rows/tensor_rows_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_ports.hpp"
#include "weft_tensor_rows_params.hpp"

namespace weft::sim {
namespace {

struct golden_machine : rows_machine {
  explicit golden_machine(const golden::tensor_rows::config& c) : model(c) {}
  outputs peek(const inputs& in) override { return model.peek(in); }
  void step(const inputs& in) override { model.step(in); }

  golden::tensor_rows::model model;
};

}  // namespace

std::unique_ptr<rows_machine> golden_rows(const golden::tensor_rows::config& c) {
  return std::make_unique<golden_machine>(c);
}

#define WEFT_KNOWN(P) known<built_tensor_rows, tensor_rows_ports<not_verilated, P>, P>()
const std::vector<built_tensor_rows>& built_tensor_rows_units() {
  static const std::vector<built_tensor_rows> units = {WEFT_TENSOR_ROWS_PARAMS(WEFT_KNOWN)};
  return units;
}
#undef WEFT_KNOWN

}  // namespace weft::sim
