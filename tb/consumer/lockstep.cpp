// SPDX-License-Identifier: Apache-2.0
//
// RTL against golden in every cycle, through weft::sim: the module axpy of this project, and a unit
// of Weft with parameters of this project. Exit code 1 if they differ.

#include "sim/harness/lockstep.hpp"

#include <cstdio>
#include <exception>
#include <span>
#include <vector>

#include "Vaxpy.h"
#include "Vlogic8.h"
#include "axpy_params.hpp"
#include "logic8_params.hpp"
#include "sim/golden/fma.hpp"
#include "sim/harness/operands.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/stream.hpp"
#include "sim/verilated/logic_ports.hpp"

using namespace weft;

constexpr golden::format Fp16{5, 10}, Fp32{8, 23};

/// The ports of axpy as those of golden's multiply-add, which it is in every cycle.
struct axpy_ports {
  using dut     = Vaxpy;
  using model   = golden::fma::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static model make_model() {
    return golden::fma::make_model(
        {.multiplicand = Fp16, .addend = Fp32, .pipe = params::axpy::Pipe});
  }

  static void drive(dut& v, const inputs& in) {
    const auto o   = in.in.value_or(golden::fma::operands{0x5555, 0x2aaa, 0x55555555});
    v.item_valid_i = in.in.has_value();
    v.a_i          = o.a;
    v.x_i          = o.b;
    v.y_i          = o.c;
    v.sum_ready_i  = in.out_ready;
  }

  static outputs sample(const dut& v, const inputs&) {
    outputs out{v.item_ready_o != 0, {}};
    if (v.sum_valid_o) out.out = golden::fma::result{v.sum_o, v.flags_o};
    return out;
  }
};

/// Sends the items through RTL and golden model under the four timings: full rate, a source that
/// idles, a sink that stalls, both at random.
template <class Ports, class Item>
void run(const char* name, const std::vector<Item>& items, const sim::run_options& options = {}) {
  for (const sim::timing& timing : sim::timings()) {
    sim::lockstep<Ports> both(options, Ports::make_model());
    const auto cycles = sim::stream(both, std::span(items), timing);
    std::printf("%-8s %-12s %zu items, %llu cycles, all equal\n", name, timing.name, items.size(),
                static_cast<unsigned long long>(cycles));
  }
}

int main() try {
  sim::edge_floats narrow(Fp16, 1), wide(Fp32, 2);
  std::vector<golden::fma::operands> sums;
  std::vector<golden::logic::operands> words;
  for (unsigned i = 0; i < 1000; ++i) {
    sums.push_back({narrow(), narrow(), wide()});
    words.push_back({golden::logic::op_e(i % 8), i * 5 % 256, i * 3 % 256, i % 10});
  }
  run<axpy_ports>("axpy", sums);
  run<sim::logic_ports<Vlogic8, params::logic8>>("logic8", words, {.wave = "logic8.fst"});
} catch (const std::exception& failure) {
  std::puts(failure.what());
  return 1;
}
