// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/golden/amx.hpp"
#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// AMX's instructions as programs of SME, golden::amx::as_sme(), on a Verilated weft_sme with SVL
/// 512 or more and `rows_per_cycle`. Throws input_error if this program contains none.
golden::amx::unit rtl_amx_unit(const run_options& options, int rows_per_cycle = 1);

}  // namespace weft::sim
