// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/harness/dut.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"

namespace weft::sim {

/// The words of a launch that are loaded beforehand: program, c[0x0], literals.
inline std::vector<golden::sm::block_model::word> program_words(const golden::sm::machine& of) {
  std::vector<golden::sm::block_model::word> words;
  const auto add = [&](std::uint8_t space, const auto& all, auto encoded) {
    for (std::size_t n = 0; n < all.size(); ++n) {
      words.push_back({space, static_cast<std::uint16_t>(n), encoded(all[n])});
    }
  };
  const auto as_it_is = [](std::uint32_t x) { return std::uint64_t{x}; };
  add(0, of.l.code.code, [](const auto& i) { return golden::sm::encode(i); });
  add(1, of.constants, as_it_is);
  add(2, of.l.code.pool, as_it_is);
  return words;
}

/// Loads a launch's words, a cycle each, and resets: they stay, and the clock that instructions
/// read begins again.
template <class Ports>
void load_program(dut<typename Ports::dut>& to, const golden::sm::machine& of) {
  for (const auto& word : program_words(of)) {
    typename Ports::inputs in;
    in.load = word;
    Ports::drive(*to, in);
    to.settle();
    to.tick();
  }
  Ports::drive(*to, {});
  to.reset();
}

/// A Verilated processing block under run_sm_block(), its program loaded.
template <class Ports>
class sm_block_rtl {
 public:
  sm_block_rtl(const run_options& options, const sm_block_job& job) : dut_(options) {
    load_program<Ports>(dut_, *job.of);
  }

  template <class Opens>
  golden::sm::block::outputs cycle(const std::vector<golden::sm::warp_begin>& begins,
                                   const golden::sm::memory_inputs& memory, const Opens& opens) {
    typename Ports::inputs in;
    in.begins = begins;
    in.memory = memory;
    Ports::drive(*dut_, in);
    dut_.settle();
    auto out  = Ports::sample(*dut_, in);
    in.opened = opens(out);
    if (in.opened != 0) {
      Ports::drive(*dut_, in);
      dut_.settle();
      out = Ports::sample(*dut_, in);
    }
    dut_.tick();
    return out;
  }

 private:
  dut<typename Ports::dut> dut_;
};

/// The block V, built with the parameters P.
template <class V, class P>
built_sm_block sm_block_plugin() {
  using ports         = sm_block_ports<V, P>;
  built_sm_block unit = ports::built();
  unit.run            = [](const run_options& options, const sm_block_job& job) {
    sm_block_rtl<ports> block(options, job);
    return run_sm_block(block, job);
  };
  return unit;
}

}  // namespace weft::sim
