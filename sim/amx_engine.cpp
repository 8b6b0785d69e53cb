// SPDX-License-Identifier: Apache-2.0

#include "sim/amx_engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/golden/amx_sme.hpp"
#include "sim/input_error.hpp"
#include "sim/sme_engine.hpp"
#include "sim/sme_host.hpp"

namespace weft::sim {

golden::amx::unit rtl_amx_unit(const run_options& options) {
  using namespace golden;
  const auto& built = built_sme_units();
  const auto fits   = std::find_if(built.begin(), built.end(),
                                   [](const built_sme& b) { return b.svl >= 8 * amx::RowBytes; });
  if (fits == built.end()) throw input_error("--engine rtl: the RTL of this build has no SVL 512");
  std::shared_ptr<sme_coprocessor> unit = fits->make(options);
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
