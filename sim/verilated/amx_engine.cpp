// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/amx_engine.hpp"

#include <stdexcept>
#include <utility>

#include "sim/golden/amx_sme.hpp"
#include "sim/sme/sme_host.hpp"
#include "sim/verilated/sme_engine.hpp"

namespace weft::sim {

golden::amx::unit rtl_amx_unit(const run_options& options, int rows_per_cycle) {
  using namespace golden;
  std::shared_ptr<sme_coprocessor> unit =
      sme_unit_of(8 * amx::RowBytes, rows_per_cycle).make(options);
  return amx::sme_unit([unit](sme::state& s, sme::memory& m, std::uint64_t end) {
    constexpr std::uint64_t Limit = 100'000;
    sme_host host(*unit);
    const auto r = host.run(s, m, Limit, end);
    if (r.last.stop != sme::stop_e::End) {
      throw std::logic_error("RTL: a program of SME that golden executes: " + r.last.reason);
    }
    return host.cycles();
  });
}

}  // namespace weft::sim
