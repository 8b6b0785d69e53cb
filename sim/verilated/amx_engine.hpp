// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sim/golden/amx.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"

namespace weft::sim {

/// AMX's instructions as programs of SME, golden::amx::as_sme(), on a Verilated weft_sme_core with
/// SVL 512. The unit throws mismatch where the core differs from golden in a cycle.
golden::amx::unit rtl_amx_unit(const built_sme_core& core, const run_options& options);
/// A core for it, with `rows_per_cycle` if that is given. Throws input_error if this build has
/// none.
const built_sme_core& amx_core(std::optional<int> rows_per_cycle = {});

}  // namespace weft::sim
