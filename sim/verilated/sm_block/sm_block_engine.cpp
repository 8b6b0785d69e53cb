// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sm_block/sm_block_engine.hpp"

#include <algorithm>

#include "sim/golden/dpa.hpp"
#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"
#include "weft_sm_block_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_sm_block known() {
  built_sm_block unit = sm_block_ports<not_verilated, P>::built();
  unit.run            = [](const run_options& options, const sm_block_job& job) {
    return loaded<built_sm_block, P>().run(options, job);
  };
  return unit;
}

}  // namespace

const std::vector<built_sm_block>& built_sm_block_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_sm_block> units = {WEFT_SM_BLOCK_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

std::string sm_block_lacks(const built_sm_block& unit, const golden::sm::instruction& i) {
  using golden::sm::op_e;
  using golden::sm::unit_e;
  const auto& row = golden::sm::of(i.op);
  const std::string name(row.name);
  if (golden::sm::is_branch(i.op)) return "";
  const bool port = std::ranges::any_of(unit.k.ports, [&](const auto& p) {
    return std::ranges::find(p.units, row.unit) != p.units.end();
  });
  if (!port) return name;
  // The lanes of a format bring its conversions.
  const unsigned conversion = i.mods & 7;
  if (i.op == op_e::F2f && !(conversion == 2 || conversion == 3 ? unit.wide : unit.half)) {
    return name;
  }
  const bool flushes = (i.op == op_e::Fadd || i.op == op_e::Fmul || i.op == op_e::Ffma ||
                        i.op == op_e::Mufu || row.unit == unit_e::Fp64) &&
                       (i.mods & golden::sm::Ftz) != 0;
  if (flushes && !unit.ftz) return name + ".FTZ";
  if (row.unit == unit_e::Tensor && i.op != op_e::Imma8816) {
    // Units add as many products at once as the profile of FP32 sums.
    const auto* profile = golden::dpa::find(unit.k.tensor_names[0]);
    if (i.op == op_e::Hmma884 && profile->lanes != 4) return name;
    const unsigned sums = i.op == op_e::Hmma884 ? i.mods >> 2 & 1 : i.mods & 3;
    if (sums > 2 || unit.k.tensor_names[sums].empty()) {
      constexpr const char* Names[] = {".F32", ".F16", ".F32.BF16", ""};
      return name + Names[sums];
    }
  }
  return "";
}

}  // namespace weft::sim
