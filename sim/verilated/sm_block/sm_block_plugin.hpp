// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/harness/dut.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"

namespace weft::sim {

/// A Verilated processing block under run_sm_block(), its program loaded.
template <class Ports>
class sm_block_rtl {
 public:
  sm_block_rtl(const run_options& options, const sm_block_job& job) : dut_(options) {
    const golden::sm::launch& l = job.of->l;
    std::vector<std::uint64_t> code;
    for (const auto& i : l.code.code) code.push_back(encode(i));
    load(0, code);
    load(1, job.of->constants);
    load(2, l.code.pool);
    // The program stays; the clock that instructions read begins again.
    Ports::drive(*dut_, {});
    dut_.reset();
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
  template <class Word>
  void load(std::uint8_t space, const std::vector<Word>& words) {
    for (std::size_t n = 0; n < words.size(); ++n) {
      typename Ports::inputs in;
      in.load = golden::sm::block_model::word{space, static_cast<std::uint16_t>(n), words[n]};
      Ports::drive(*dut_, in);
      dut_.settle();
      dut_.tick();
    }
  }

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
