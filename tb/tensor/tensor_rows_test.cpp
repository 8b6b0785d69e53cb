// SPDX-License-Identifier: Apache-2.0
//
// rtl/tensor/weft_tensor_rows.sv against sim/golden/tensor_rows.hpp, golden against a picture with
// its edges repeated, and the cycles of an array behind the buffers.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_engine.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_tensor_rows_configs.hpp"

namespace weft::tensor_rows_test {
namespace {

using namespace golden::tensor_rows;
namespace tensor = golden::tensor;

std::vector<pixel> random_picture(const geometry& g, unsigned bits, std::mt19937& rng) {
  std::vector<pixel> all(g.pixels());
  for (pixel& x : all) x = rng() & ((1u << bits) - 1);
  return all;
}

/// A row of A by its definition: the picture is copied into a larger one whose margins repeat its
/// edges, and no place is limited.
std::vector<pixel> row_of_a(const geometry& g, const std::vector<pixel>& picture, unsigned p) {
  const unsigned wide = g.width + g.cols, high = g.height + g.rows;
  std::vector<std::vector<pixel>> larger(high, std::vector<pixel>(wide));
  for (unsigned y = 0; y < g.height; ++y) {
    auto& row = larger[y + g.rows / 2];
    for (unsigned x = 0; x < g.width; ++x) row[x + g.cols / 2] = picture[y * g.width + x];
    for (unsigned x = 0; x < g.cols / 2; ++x) row[x] = picture[y * g.width];
    for (unsigned x = g.width + g.cols / 2; x < wide; ++x)
      row[x] = picture[y * g.width + g.width - 1];
  }
  for (unsigned y = 0; y < g.rows / 2; ++y) larger[y] = larger[g.rows / 2];
  for (unsigned y = g.height + g.rows / 2; y < high; ++y)
    larger[y] = larger[g.height + g.rows / 2 - 1];
  std::vector<pixel> a;
  for (unsigned r = 0; r < g.rows; ++r) {
    for (unsigned s = 0; s < g.cols; ++s) a.push_back(larger[p / g.width + r][p % g.width + s]);
  }
  return a;
}

geometry random_geometry(const config& c, std::mt19937& rng, unsigned most) {
  return {1 + static_cast<unsigned>(rng()) % most, 1 + static_cast<unsigned>(rng()) % most,
          1 + static_cast<unsigned>(rng()) % c.window, 1 + static_cast<unsigned>(rng()) % c.window};
}

pass random_pass(const geometry& g, std::mt19937& rng) {
  const unsigned from = static_cast<unsigned>(rng()) % g.pixels();
  const unsigned rest = g.pixels() - from;
  return pass_of(g, from, 1 + static_cast<unsigned>(rng()) % rest,
                 static_cast<unsigned>(rng()) % g.taps());
}

TEST(TensorRowsGolden, WordsAreRowsOfAPictureWithRepeatedEdges) {
  std::mt19937 rng(test_options().seed);
  const config c;
  for (int i = 0; i < 300; ++i) {
    const geometry g   = random_geometry(c, rng, 12);
    const auto picture = random_picture(g, 8, rng);
    const pass s       = random_pass(g, rng);
    ASSERT_LE(s.first() + s.pixels, g.pixels());
    const std::vector<pixel> stream(picture.begin() + s.first(),
                                    picture.begin() + s.first() + s.pixels);
    const unsigned k = s.row * g.cols + s.col;
    for (unsigned row = 0; row < s.count; ++row) {
      auto expected = row_of_a(g, picture, s.y * g.width + s.x + row);
      expected.erase(expected.begin(), expected.begin() + k);
      expected.resize(c.lanes);
      ASSERT_EQ(word(c, s, row, stream), expected) << s << " row " << row;
    }
  }
}

/// A 3 x 3 window reads each pixel once, where a matrix in memory has it nine times.
TEST(TensorRowsGolden, OnePassReadsThePictureOnce) {
  const auto all = passes({}, {64, 48, 3, 3}, 16);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(pixels_read(all), 64u * 48);
  EXPECT_EQ(passes({}, {64, 48, 5, 5}, 17).size(), 12u * 2 * 2);
}

TEST(TensorRowsGolden, AnArrayBehindTheBuffersTakesTheCyclesOfTheLaw) {
  std::mt19937 rng(test_options().seed);
  const config c{.pixel_bits = 8, .lanes = 16};
  for (int i = 0; i < 60; ++i) {
    const geometry g = random_geometry(c, rng, i % 4 == 0 ? 40 : 12);
    const unsigned n = 1 + static_cast<unsigned>(rng()) % 9;
    const tensor::config array{.type         = tensor::Int8,
                               .rows         = 2 + static_cast<unsigned>(rng()) % 12,
                               .cols         = 4,
                               .partial_rows = 24 + static_cast<unsigned>(rng()) % 300};
    const auto picture = random_picture(g, 8, rng);
    tensor::problem p{.shape = {g.pixels(), n, g.taps()},
                      .a     = {},
                      .b     = {},
                      .c     = {},
                      .flow  = tensor::flow_e::WeightStationary};
    for (unsigned row = 0; row < g.pixels(); ++row) {
      const auto a = row_of_a(g, picture, row);
      p.a.insert(p.a.end(), a.begin(), a.end());
    }
    p.b.resize(std::size_t{n} * g.taps());
    for (auto& x : p.b) x = rng() & 0xff;

    sim::memory_timing timing;
    timing.rows = [&] {
      return std::make_shared<sim::conv_source>(sim::golden_rows(c), passes(array, g, n), picture);
    };
    struct {
      tensor::model model;
      tensor::outputs cycle(const tensor::inputs& in) {
        auto out = model.peek(in);
        model.step(in);
        return out;
      }
    } machine{tensor::model(array)};
    sim::tensor_memory memory(array, p, timing);
    const auto done = run_gemm(machine, memory, [](const auto&) {});
    ASSERT_EQ(done.d, tensor::gemm(array, p));
    ASSERT_EQ(done.cycles, cycles(c, array, g, n))
        << g.width << 'x' << g.height << ' ' << g.rows << 'x' << g.cols << " n " << n << " array "
        << array.rows << " partial " << array.partial_rows;
    if (passes(array, g, n).size() == 1) {
      const auto first = first_request(c, passes(array, g, n).front());
      ASSERT_EQ(done.cycles, tensor::cycles(array, p.shape, p.flow) +
                                 (first > array.rows + 1 ? first - array.rows - 1 : 0));
    }
  }
}

template <class Bench>
class TensorRowsRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::tensor_rows_ports<V, P>
using Benches = testing::Types<WEFT_TENSOR_ROWS_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(TensorRowsRtl, Benches);

/// Runs a pass in lockstep. Returns the cycles from the command to the last request.
template <class Both>
std::uint64_t run(Both& both, const pass& s, const std::vector<pixel>& picture,
                  const sim::timing& t) {
  std::uint64_t cycles = 0;
  unsigned asked = 0, at = 0;
  bool taken = false, offers = false, asks = false;
  sim::watchdog dog;
  while (asked < s.count) {
    inputs in;
    if (!taken) in.cmd = s;
    offers = offers || t.source();
    asks   = asks || t.sink();
    if (offers && taken && at < s.pixels) in.px = picture[s.first() + at];
    in.req           = asks;
    const auto out   = both.cycle(in);
    const bool given = in.req && out.req_ready, moved = in.px && out.px_ready;
    if (in.cmd && out.cmd_ready) taken = true;
    if (moved) ++at, offers = false;
    if (given) ++asked, asks = false;
    cycles += taken;
    dog.cycle(moved || given || asked == 0, [] { return "no request is taken"; });
  }
  return cycles;
}

TYPED_TEST(TensorRowsRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  std::mt19937 rng(test_options().seed);
  const config c = TypeParam::Config;
  for (const sim::timing& t : sim::timings()) {
    SCOPED_TRACE(t.name);
    sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
    for (int i = 0; i < 40; ++i) {
      const geometry g   = random_geometry(c, rng, i == 0 ? c.max_width / 8 : 14);
      const auto picture = random_picture(g, static_cast<unsigned>(c.pixel_bits), rng);
      if (i == 20) {
        both.cycle({.cmd = pass_of(g, 0, g.pixels(), 0), .px = {}, .req = true});
        for (const pixel x : picture) both.cycle({.cmd = {}, .px = x, .req = x % 2 == 0});
        both.reset();
      }
      const pass whole = pass_of(g, 0, g.pixels(), 0);
      run(both, i % 4 == 0 ? whole : random_pass(g, rng), picture, t);
    }
  }
}

TYPED_TEST(TensorRowsRtl, TakesTheCyclesOfTheClosedForm) {
  std::mt19937 rng(test_options().seed);
  const config c = TypeParam::Config;
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (const geometry g : {geometry{1, 1, 1, 1}, geometry{1, 30, 3, 3}, geometry{20, 9, 3, 3},
                           geometry{c.max_width, 4, 3, 2}}) {
    const pass s = pass_of(g, 0, g.pixels(), 0);
    EXPECT_EQ(run(both, s, random_picture(g, static_cast<unsigned>(c.pixel_bits), rng),
                  {"FullRate", sim::always(), sim::always()}),
              cycles(c, s));
  }
}

}  // namespace
}  // namespace weft::tensor_rows_test
