// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/half.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/flexpoint/tensor_flexpoint.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/flexpoint/digits.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {
namespace {

namespace manager = golden::tensor_flexpoint;

constexpr int Bias = 31;

/// A matrix: its values and, in Flexpoint, its significands and exponent, which give the values
/// exactly.
struct matrix {
  std::size_t rows = 0, cols = 0;
  std::vector<float> values{};
  std::vector<std::int32_t> sigs{};
  int exp = 0;

  float at(std::size_t i, std::size_t j) const { return values[i * cols + j]; }
};

/// Sums of A * B in order, either of them transposed: sum = add(sum, place in A, place in B).
template <class Sum, class Add>
std::vector<Sum> sums_of(const matrix& a, bool a_turned, const matrix& b, bool b_turned, Add add) {
  const std::size_t rows = a_turned ? a.cols : a.rows, depth = a_turned ? a.rows : a.cols;
  const std::size_t cols = b_turned ? b.rows : b.cols;
  std::vector<Sum> sums(rows * cols);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < depth; ++k) {
      for (std::size_t j = 0; j < cols; ++j) {
        Sum& sum = sums[i * cols + j];
        sum      = add(sum, a_turned ? k * a.cols + i : i * a.cols + k,
                  b_turned ? j * b.cols + k : k * b.cols + j);
      }
    }
  }
  return sums;
}

/// A Flexpoint tensor that is written again and again, with its exponent manager.
class flex_tensor {
 public:
  flex_tensor() {
    config_.autoflex.init = true;
    state_                = manager::initial(config_);
  }

  /// Writes numbers, as weft_flexpoint does.
  matrix quantise(std::size_t rows, std::size_t cols, const std::vector<float>& numbers) {
    const golden::flexpoint::config unit{};
    return write(rows, cols, numbers, [&](float x, int exp) {
      golden::flexpoint::state s;
      golden::flexpoint::operands o;
      o.number     = std::bit_cast<std::uint32_t>(x);
      o.exp_out    = exp;
      const auto r = eval(unit, s, o);
      state_.max   = std::max(state_.max, r.max);
      return r.sig;
    });
  }

  /// Writes A * B: integer sums of the array, as weft_tensor_flexpoint does.
  matrix product(const matrix& a, bool a_turned, const matrix& b, bool b_turned) {
    const auto sums = sums_of<std::int64_t>(a, a_turned, b, b_turned,
                                            [&](std::int64_t sum, std::size_t i, std::size_t j) {
                                              return sum + std::int64_t{a.sigs[i]} * b.sigs[j];
                                            });
    return write(a_turned ? a.cols : a.rows, b_turned ? b.rows : b.cols, sums,
                 [&](std::int64_t sum, int) {
                   manager::operands o;
                   o.last    = false;
                   o.strbs   = 1;
                   o.sums[0] = sum;
                   o.exp_a   = a.exp;
                   o.exp_b   = b.exp;
                   return manager::write(config_, state_, o).sigs[0];
                 });
  }

  std::uint64_t overflows() const { return overflows_; }

 private:
  /// Writes the elements until the exponent is found.
  template <class T, class Write>
  matrix write(std::size_t rows, std::size_t cols, const std::vector<T>& from, Write one) {
    matrix m{rows, cols};
    do {
      m.exp = state_.autoflex.exp;
      m.sigs.clear();
      for (const T& x : from) m.sigs.push_back(one(x, m.exp));
      const bool limit = state_.max >= config_.autoflex.largest();
      manager::choose(config_, state_);
      overflows_ += limit && !state_.dismissed;
    } while (state_.dismissed);
    for (const std::int32_t sig : m.sigs) {
      m.values.push_back(std::ldexp(static_cast<float>(sig), m.exp - Bias));
    }
    return m;
  }

  manager::config config_{};
  manager::state state_    = manager::initial(config_);
  std::uint64_t overflows_ = 0;
};

using curve = std::pair<std::string, std::vector<double>>;

/// Curves over a common axis, as SVG; a point lies `step` behind the one before.
std::string draw_curves(const std::string& title, const std::string& across, const std::string& by,
                        const std::vector<curve>& curves, double step) {
  constexpr double Left = 60, Top = 50, Wide = 560, High = 260;
  constexpr const char* Inks[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                  "#17becf", "#8c564b", "#7f7f7f", "#e377c2"};
  double low = 1e300, high = -1e300;
  std::size_t n = 2;
  for (const auto& [name, points] : curves) {
    n = std::max(n, points.size());
    for (const double y : points) {
      low  = std::min(low, y);
      high = std::max(high, y);
    }
  }
  low             = std::floor(low);
  high            = std::max(std::ceil(high), low + 1);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"370\" viewBox=\"0 0 760 "
      "370\" font-family=\"sans-serif\" font-size=\"11\">\n<!-- Drawn by `weft flexpoint {}`. -->\n"
      "<rect width=\"760\" height=\"370\" rx=\"6\" fill=\"#fff\"/>\n<text x=\"16\" y=\"26\" "
      "font-size=\"15\" font-weight=\"bold\">{}</text>\n",
      by, title);
  const auto x_of  = [&](double i) { return Left + Wide * i / static_cast<double>(n - 1); };
  const auto y_of  = [&](double y) { return Top + High * (high - y) / (high - low); };
  const auto every = std::max(1.0, std::ceil((high - low) / 8));
  for (double y = low; y <= high; y += every) {
    svg += fmt::format(
        "<path d=\"M{} {:.1f}h{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{:g}</text>\n",
        Left, y_of(y), Wide, Left - 6, y_of(y) + 4, y);
  }
  for (int i = 0; i <= 6; ++i) {
    const double at = static_cast<double>(n - 1) * i / 6;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x_of(at),
                       Top + High + 18, std::round(at * step));
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", Left + Wide / 2,
                     Top + High + 38, across);
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const auto& [name, points] = curves[c];
    svg += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" d=\"", Inks[c % 9]);
    for (std::size_t i = 0; i < points.size(); ++i) {
      svg += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x_of(static_cast<double>(i)),
                         y_of(points[i]));
    }
    svg += fmt::format("\"/>\n<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", Left + Wide + 12,
                       Top + 14 + 18 * static_cast<double>(c), Inks[c % 9], name);
  }
  return svg + "</svg>\n";
}

float rounded_to_half(float x) {
  return static_cast<float>(double_from_half(half_from_double(double{x})));
}

/// `weft flexpoint gemm`: the error of a product of Flexpoint tensors beside FP16's and FP32's.
struct flexpoint_gemm {
  unsigned k         = 256;
  std::uint64_t seed = 1;
  std::string svg;

  void add_to(options& o) {
    o.number("--k", k, {1, 4096}, "Products of a sum; the matrices are 16 x K and K x 16");
    o.number("--seed", seed, {}, "Seed of the operands");
    o.text("--svg", svg, "File for a picture of the errors").output();
  }

  int run() const {
    constexpr std::size_t Side = 16;
    std::string text           = fmt::format(
                  "16 x {0} by {0} x 16: relative errors (Frobenius) of formats, sums of FP16 in FP32\n\n"
                            "{1:>12}{2:>12}{3:>12}{4:>16}{5:>8}{6:>8}{7:>8}\n",
                  k, "spread/bits", "FP32", "FP16", "Flexpoint 16+5", "exp A", "exp B", "exp D");
    std::vector<curve> curves{{"FP32", {}}, {"FP16", {}}, {"Flexpoint 16+5", {}}};
    for (int spread = 0; spread <= 24; spread += 4) {
      std::mt19937_64 rng(seed);
      const auto uniform = [&] { return static_cast<double>(rng() >> 11) * 0x1p-53; };
      const auto numbers = [&](std::size_t rows, std::size_t cols) {
        matrix m{rows, cols};
        for (std::size_t i = 0; i < rows * cols; ++i) {
          double x = -6;  // twelve uniform numbers are nearly a normal one
          for (int n = 0; n < 12; ++n) x += uniform();
          const double turn = (uniform() - 0.5) * spread;
          m.values.push_back(static_cast<float>(std::ldexp(x, static_cast<int>(std::floor(turn)))));
        }
        return m;
      };
      const matrix a = numbers(Side, k), b = numbers(k, Side);
      flex_tensor of_a, of_b, of_d;
      const matrix fa = of_a.quantise(Side, k, a.values), fb = of_b.quantise(k, Side, b.values);
      const matrix fd  = of_d.product(fa, false, fb, false);
      const auto exact = sums_of<double>(a, false, b, false, [&](double s, auto i, auto j) {
        return s + double{a.values[i]} * b.values[j];
      });
      const auto fp32  = sums_of<float>(a, false, b, false, [&](float s, auto i, auto j) {
        return std::fma(a.values[i], b.values[j], s);
      });
      auto fp16        = sums_of<float>(a, false, b, false, [&](float s, auto i, auto j) {
        return std::fma(rounded_to_half(a.values[i]), rounded_to_half(b.values[j]), s);
      });
      for (float& x : fp16) x = rounded_to_half(x);
      std::array<double, 3> errors{};
      const std::array<const std::vector<float>*, 3> of{&fp32, &fp16, &fd.values};
      for (std::size_t e = 0; e < 3; ++e) {
        double sum = 0, size = 0;
        for (std::size_t i = 0; i < exact.size(); ++i) {
          sum += ((*of[e])[i] - exact[i]) * ((*of[e])[i] - exact[i]);
          size += exact[i] * exact[i];
        }
        errors[e] = std::sqrt(sum / size);
        // An infinite error, of FP16 beyond its range, ends the curve.
        const bool drawn = curves[e].second.size() * 4 == static_cast<std::size_t>(spread);
        if (drawn && errors[e] > 0 && std::isfinite(errors[e])) {
          curves[e].second.push_back(std::log2(errors[e]));
        }
      }
      text += fmt::format("{:>12}{:>12.1e}{:>12.1e}{:>16.1e}{:>8}{:>8}{:>8}\n", spread, errors[0],
                          errors[1], errors[2], fa.exp - Bias, fb.exp - Bias, fd.exp - Bias);
    }
    if (!svg.empty()) {
      write_file(svg, draw_curves(fmt::format("log2 of the relative error, K = {}", k),
                                  "spread of the elements' exponents, bits", "gemm", curves, 4));
    }
    fmt::print("{}", text);
    return 0;
  }
};

/// The tensors of the network.
enum tensor_e { Pictures, Weights1, Hidden, Weights2, Scores, Errors2, Step2, Errors1, Step1 };
constexpr std::array TensorNames{"x", "W1", "h", "W2", "z", "dz", "dW2", "dh", "dW1"};

/// A network of 256 pixels, a hidden layer with ReLU and ten scores, in FP32 or Flexpoint.
class network {
 public:
  network(bool flex, unsigned hidden, std::uint64_t seed) : flex_(flex) {
    std::mt19937_64 rng(seed);
    const auto start = [&](tensor_e t, std::size_t rows, std::size_t cols) {
      std::vector<float> w(rows * cols);
      const double limit = std::sqrt(6.0 / static_cast<double>(rows));
      for (float& x : w) {
        x = static_cast<float>((static_cast<double>(rng() >> 11) * 0x1p-52 - 1) * limit);
      }
      return store(t, rows, cols, w);
    };
    w1_ = start(Weights1, digits::Pixels, hidden);
    w2_ = start(Weights2, hidden, 10);
  }

  /// The loss and the right answers of a batch; with `rate`, a step of gradient descent.
  std::pair<double, unsigned> run(const std::vector<float>& pixels,
                                  const std::vector<unsigned>& answers, float rate) {
    const std::size_t n = answers.size();
    const matrix x      = store(Pictures, n, digits::Pixels, pixels);
    matrix h            = product(Hidden, x, false, w1_, false);
    keep(h, h);
    const matrix z = product(Scores, h, false, w2_, false);
    std::vector<float> error(n * 10);
    double loss    = 0;
    unsigned right = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const float* scores = &z.values[i * 10];
      const float most    = *std::max_element(scores, scores + 10);
      std::array<double, 10> p{};
      double sum = 0;
      for (std::size_t c = 0; c < 10; ++c) sum += p[c] = std::exp(double{scores[c]} - most);
      for (std::size_t c = 0; c < 10; ++c) {
        const double wanted = c == answers[i] ? 1 : 0;
        error[i * 10 + c]   = static_cast<float>((p[c] / sum - wanted) / static_cast<double>(n));
      }
      loss -= std::log(p[answers[i]] / sum);
      right += scores[answers[i]] == most;
    }
    if (rate > 0) {
      const matrix dz = store(Errors2, n, 10, error);
      const matrix d2 = product(Step2, h, true, dz, false);
      matrix dh       = product(Errors1, dz, false, w2_, true);
      keep(dh, h);
      const matrix d1 = product(Step1, x, true, dh, false);
      update(Weights1, w1_, d1, rate);
      update(Weights2, w2_, d2, rate);
    }
    return {loss, right};
  }

  const std::array<int, TensorNames.size()>& exponents() const { return exponents_; }
  std::uint64_t overflows() const {
    std::uint64_t sum = 0;
    for (const flex_tensor& t : tensors_) sum += t.overflows();
    return sum;
  }

 private:
  /// Zeros where the hidden layer is not positive.
  static void keep(matrix& m, const matrix& hidden) {
    for (std::size_t i = 0; i < m.values.size(); ++i) {
      if (hidden.values[i] > 0) continue;
      m.values[i] = 0;
      if (!m.sigs.empty()) m.sigs[i] = 0;
    }
  }

  matrix noted(tensor_e t, matrix m) {
    exponents_[t] = m.exp - Bias;
    return m;
  }

  matrix store(tensor_e t, std::size_t rows, std::size_t cols, const std::vector<float>& numbers) {
    return flex_ ? noted(t, tensors_[t].quantise(rows, cols, numbers))
                 : matrix{rows, cols, numbers};
  }

  matrix product(tensor_e t, const matrix& a, bool a_turned, const matrix& b, bool b_turned) {
    if (flex_) return noted(t, tensors_[t].product(a, a_turned, b, b_turned));
    return {a_turned ? a.cols : a.rows, b_turned ? b.rows : b.cols,
            sums_of<float>(a, a_turned, b, b_turned, [&](float s, auto i, auto j) {
              return std::fma(a.values[i], b.values[j], s);
            })};
  }

  void update(tensor_e t, matrix& w, const matrix& step, float rate) {
    std::vector<float> next(w.values.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i] = std::fma(-rate, step.values[i], w.values[i]);
    }
    w = store(t, w.rows, w.cols, next);
  }

  bool flex_;
  std::array<flex_tensor, TensorNames.size()> tensors_;
  std::array<int, TensorNames.size()> exponents_{};
  matrix w1_, w2_;
};

/// `weft flexpoint train`: a network of digits trained in Flexpoint beside FP32.
struct flexpoint_train {
  unsigned epochs = 8, pictures = 1024, hidden = 32;
  float rate         = 0.25F;
  std::uint64_t seed = 1;
  std::string svg;

  void add_to(options& o) {
    o.number("--epochs", epochs, {1, 100}, "Runs through the pictures");
    o.number("--pictures", pictures, {128, 20000},
             "Pictures to learn from; a quarter as many are judged");
    o.number("--hidden", hidden, {1, 256}, "Elements of the hidden layer");
    o.number("--rate", rate, {1e-6F, 10}, "Rate of gradient descent");
    o.number("--seed", seed, {}, "Seed of the weights");
    o.text("--svg", svg, "File for a picture of the exponents").output();
  }

  int run() const {
    constexpr std::size_t Batch = 32;
    const auto learn = digits::draw(1, pictures), judged = digits::draw(2, pictures / 4);
    network flex(true, hidden, seed), fp32(false, hidden, seed);
    std::vector<curve> curves;
    for (const char* name : TensorNames) curves.push_back({name, {}});
    std::string text = fmt::format("256-{}-10, {} pictures, batches of {}, rate {:g}\n\n", hidden,
                                   pictures, Batch, rate);
    text += fmt::format("{:>5}{:>18}{:>20}  exponents of units\n{:>5}{:>9}{:>9}{:>11}{:>9}", "",
                        "FP32", "Flexpoint 16+5", "epoch", "loss", "right", "loss", "right");
    for (const char* name : TensorNames) text += fmt::format("{:>5}", name);
    text += '\n';
    for (unsigned e = 1; e <= epochs; ++e) {
      for (std::size_t at = 0; at + Batch <= learn.answers.size(); at += Batch) {
        const auto [pixels, answers] = learn.batch(at, Batch);
        fp32.run(pixels, answers, rate);
        flex.run(pixels, answers, rate);
        for (std::size_t t = 0; t < curves.size(); ++t) {
          curves[t].second.push_back(flex.exponents()[t]);
        }
      }
      const auto exponents = flex.exponents();
      text += fmt::format("{:>5}", e);
      for (network* net : {&fp32, &flex}) {
        double loss    = 0;
        unsigned right = 0;
        for (std::size_t at = 0; at + Batch <= judged.answers.size(); at += Batch) {
          const auto [pixels, answers] = judged.batch(at, Batch);
          const auto [l, r]            = net->run(pixels, answers, 0);
          loss += l;
          right += r;
        }
        const auto n = static_cast<double>(judged.answers.size() / Batch * Batch);
        text +=
            fmt::format("{:>{}.4f}{:>7.1f} %", loss / n, net == &fp32 ? 9 : 11, 100 * right / n);
      }
      for (const int x : exponents) text += fmt::format("{:>5}", x);
      text += '\n';
    }
    text += fmt::format("\n{} of {} tensors overflowed\n", flex.overflows(),
                        curves[0].second.size() * TensorNames.size());
    if (!svg.empty()) {
      write_file(svg, draw_curves("Exponents of units that Autoflex chose", "iteration", "train",
                                  curves, 1));
    }
    fmt::print("{}", text);
    return 0;
  }
};

}  // namespace

void add_flexpoint(options& o) {
  add<flexpoint_gemm>(o.subcommand("gemm", "The error of a product beside FP16's and FP32's"));
  add<flexpoint_train>(o.subcommand("train", "A network of digits trained beside FP32"));
}

}  // namespace weft::sim
