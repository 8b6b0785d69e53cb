// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/amx_engine.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "sim/golden/amx_sme.hpp"
#include "sim/verilated/sme_core/sme_core_session.hpp"

namespace weft::sim {

const built_sme_core& amx_core(std::optional<int> rows_per_cycle) {
  return sme_core_of(8 * golden::amx::RowBytes, rows_per_cycle);
}

golden::amx::unit rtl_amx_unit(const built_sme_core& core, const run_options& options) {
  using namespace golden;
  constexpr std::uint64_t Latency = 20, Limit = 100'000;
  const auto session = std::make_shared<core_session>(core, options, Latency);
  return amx::sme_unit([session](sme::state& s, sme::memory& m, std::uint64_t end) {
    const auto r = session->run(s, m, Limit, end);
    if (r.run.last.stop != sme::stop_e::End) {
      throw std::logic_error("RTL: a program of SME that golden executes: " + r.run.last.reason);
    }
    return r.cycles;
  });
}

}  // namespace weft::sim
