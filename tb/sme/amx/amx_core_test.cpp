// SPDX-License-Identifier: Apache-2.0
//
// rtl/amx/weft_amx_core.sv against golden's cycle model in every cycle.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/port_bits.hpp"
#include "sim/harness/put_words.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_core_cases.hpp"
#include "weft_amx_core_configs.hpp"

namespace weft::amx_core_test {
namespace {

/// The ports of a Verilated weft_amx_core as the golden model's inputs and outputs.
template <class V, class P>
struct amx_core_ports {
  using dut     = V;
  using model   = amx_core_model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr int Svl = P::Svl;
  static constexpr golden::sme_core::core_config Config{.issue          = {.commit = P::Commit,
                                                                           .phys_z = P::PhysZ,
                                                                           .phys_p = P::PhysP,
                                                                           .queue  = P::Queue,
                                                                           .window = P::Window},
                                                        .rows_per_cycle = P::RowsPerCycle};

  static void drive(V& v, const inputs& in) {
    v.in_valid_i = static_cast<unsigned char>((1u << in.in.size()) - 1);
    for (std::size_t i = 0; i < 2; ++i) {
      // The junk must not matter while valid is low.
      const auto one = i < in.in.size() ? in.in[i] : instruction{op_e::Set, 1};
      sim::put_bits(v.in_op_i, static_cast<unsigned>(5 * i), 5, static_cast<unsigned>(one.op));
      sim::put_words(v.in_operand_i, std::array{one.operand}, 64, 64 * i);
    }
    v.load_ready_i   = in.load_ready;
    v.store_ready_i  = in.store_ready;
    v.answer_valid_i = in.answer.has_value();
    v.answer_tag_i   = in.answer ? static_cast<unsigned char>(in.answer->tag) : 0;
    if (in.answer) std::memcpy(&v.answer_lines_i, in.answer->data.data(), in.answer->data.size());
  }

  static outputs sample(const V& v, const inputs& in) {
    using enum golden::amx::front::model::has_e;
    outputs o;
    o.ends = v.ends_o;
    o.on   = v.on_o != 0;
    o.idle = v.idle_o != 0;
    for (std::size_t i = 0; i < 2; ++i) {
      o.in_ready[i] = (v.in_ready_o >> i & 1) != 0;
      if (!o.in_ready[i] || i >= in.in.size()) continue;
      o.has.push_back((v.in_refused_o >> i & 1) != 0 ? Refused
                      : (v.in_empty_o >> i & 1) != 0 ? Nothing
                                                     : Words);
    }
    if (v.load_valid_o) {
      o.load = golden::sme_core::core_model::load{v.load_tag_o, v.load_line_o, v.load_two_o != 0};
    }
    if (v.store_valid_o) {
      o.store = golden::sme_core::line_write{.line = v.store_line_o, .written = v.store_bytes_o};
      std::memcpy(o.store->data.data(), &v.store_data_o, o.store->data.size());
    }
    if (v.flags_valid_o) o.flags = v.flags_o;
    return o;
  }
};

template <class Bench>
class AmxCoreRtl : public testing::Test {};

#define WEFT_BENCH(V, P) amx_core_ports<V, P>
using benches = testing::Types<WEFT_AMX_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AmxCoreRtl, benches);

TYPED_TEST(AmxCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  amx_front_test::front_cases cases(test_options().seed);
  for (const auto& p : every_pace()) {
    SCOPED_TRACE(p.name);
    const auto list = program(cases, 300);
    auto memory     = random_memory(test_options().seed);
    sim::lockstep<TypeParam> both(test_options(),
                                  amx_core_model(TypeParam::Config, TypeParam::Svl, memory));
    const auto ended = run(list, memory, p, cases, [&](const auto& in) { return both.cycle(in); });
    EXPECT_EQ(ended, with_words(list));
    // Another program behind a reset in the midst of one.
    std::size_t taken = 0;
    for (int c = 0; c < 40; ++c)
      taken += both.cycle({.in = {list[taken]}, .answer = {}}).has.size();
    both.reset();
    EXPECT_TRUE(both.cycle({.in = {}, .answer = {}}).idle);
  }
}

}  // namespace
}  // namespace weft::amx_core_test
