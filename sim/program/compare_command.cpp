// SPDX-License-Identifier: Apache-2.0

#include "sim/program/compare_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "sim/file/check_writable.hpp"
#include "sim/file/dot_element.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/output_file.hpp"
#include "sim/file/profile_argument.hpp"
#include "sim/golden/dpa.hpp"
#include "sim/picture/compare_plot.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

using namespace golden::dpa;
using nlohmann::ordered_json;

namespace {

using bits_t = std::vector<std::uint64_t>;

constexpr std::uint64_t MostResults = 1u << 24, MostElements = 1u << 26;

double real_value(const npy::array2d& x, std::size_t i) {
  switch (x.dtype) {
    case npy::dtype_e::F2:
      return number_value(golden::Binary16, x.bits(i));
    case npy::dtype_e::F4:
      return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits(i)));
    default:
      return std::bit_cast<double>(x.bits(i));
  }
}

/// A matrix's elements. Unsigned integers are bits; floating-point numbers must be exact in the
/// format, or are rounded to nearest with `narrow`.
bits_t elements(const npy::array2d& x, const element& e, bool narrow) {
  using enum npy::dtype_e;
  const auto name   = format_text(e);
  const bool bits   = x.dtype == U1 || x.dtype == U2 || x.dtype == U4;
  const bool itself = (x.dtype == F2 && name == "fp16") || (x.dtype == F8 && name == "fp64") ||
                      (x.dtype == F4 && (name == "fp32" || name == "tf32"));
  const bool real = x.dtype == F2 || x.dtype == F4 || x.dtype == F8;
  if (bits && npy::size(x.dtype) != std::bit_ceil(static_cast<unsigned>(e.width() + 7) / 8)) {
    throw input_error(fmt::format("{}: dtype is {}, but {} has {} bits", x.name,
                                  npy::descr(x.dtype), name, e.width()));
  }
  if (!bits && !itself && !(real && narrow)) {
    throw input_error(fmt::format("{}: dtype {} is not {}{}", x.name, npy::descr(x.dtype), name,
                                  real ? "; --narrow rounds to it" : ""));
  }
  bits_t out(std::size_t{x.rows} * x.cols);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = bits || itself ? x.bits(i) : nearest_element(e, real_value(x, i));
    if ((out[i] & ~e.mask()) != 0) {
      throw input_error(fmt::format("{}: {:#x} at row {}, column {}: {} has {} bits", x.name,
                                    out[i], i / x.cols, i % x.cols, name, e.width()));
    }
  }
  return out;
}

bits_t transposed(const bits_t& x, std::size_t rows, std::size_t cols) {
  bits_t out(x.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) out[j * rows + i] = x[i * cols + j];
  }
  return out;
}

/// The distance of a number's code from that of zero.
std::int64_t places(golden::format f, std::uint64_t bits) {
  const auto magnitude = static_cast<std::int64_t>(bits & (f.sign_bit() - 1));
  return (bits & f.sign_bit()) != 0 ? -magnitude : magnitude;
}

bool is_finite(golden::format f, std::uint64_t bits) {
  return std::isfinite(number_value(f, bits));
}

/// The differences of results from others in the same format.
struct difference {
  std::uint64_t count = 0, smaller = 0, larger = 0, not_finite = 0;
  std::uint64_t differ = 0;               ///< results that differ, also those not finite
  std::uint64_t median = 0, largest = 0;  ///< units of the last place

  double share(std::uint64_t n) const {
    return 100 * static_cast<double>(n) / static_cast<double>(count);
  }
};
difference compare(golden::format f, const bits_t& results, const bits_t& others,
                   ulp_histogram* histogram = nullptr) {
  difference d{.count = results.size()};
  std::vector<std::uint64_t> errors;
  for (std::size_t i = 0; i < results.size(); ++i) {
    d.differ += results[i] != others[i];
    if (!is_finite(f, results[i]) || !is_finite(f, others[i])) {
      ++d.not_finite;
      continue;
    }
    const std::int64_t at    = places(f, others[i]);
    const std::int64_t error = (places(f, results[i]) - at) * (at < 0 ? -1 : 1);
    d.smaller += error < 0;
    d.larger += error > 0;
    errors.push_back(static_cast<std::uint64_t>(std::abs(error)));
    if (histogram != nullptr) histogram->add(error);
  }
  if (errors.empty()) return d;
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  d.median  = *middle;
  d.largest = *std::max_element(errors.begin(), errors.end());
  return d;
}

/// One profile's product.
struct product {
  profile p;
  bits_t d;
  difference from_exact;
};

product multiply(const profile& p, const npy::array2d& a, const npy::array2d& b,
                 const std::optional<npy::array2d>& c, bool narrow, ulp_histogram& histogram) {
  const std::size_t m = a.rows, k = a.cols, n = b.cols;
  const bits_t x = elements(a, p.a, narrow);
  const bits_t y = transposed(elements(b, p.b, narrow), k, n);
  const element number{p.c.exp_bits, p.c.frac_bits, p.c.bias()};
  const bits_t z = c ? elements(*c, number, narrow) : bits_t(m * n, 0);
  product out{p, bits_t(m * n), {}};
  matmul<std::uint64_t>(p, k, x, y, z, out.d);
  bits_t exact(m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      exact[i * n + j] = exact_dot(p, std::span(x).subspan(i * k, k),
                                   std::span(y).subspan(j * k, k), z[i * n + j]);
    }
  }
  out.from_exact = compare(p.c, out.d, exact, &histogram);
  return out;
}

/// Calls `call` with every pair of products whose results have the same format.
template <class Call>
void for_pairs(const std::vector<product>& products, Call call) {
  for (std::size_t i = 0; i < products.size(); ++i) {
    for (std::size_t j = i + 1; j < products.size(); ++j) {
      const auto &x = products[i], &y = products[j];
      if (x.p.c == y.p.c) call(x.p.name, y.p.name, compare(x.p.c, x.d, y.d));
    }
  }
}

std::string to_text(const std::vector<product>& products) {
  std::string text =
      "| against the exact sum | differ | smaller | larger | median/ulp | largest/ulp | not finite "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const auto& [p, d, e] : products) {
    text += fmt::format("| {} | {:.2f} % | {:.2f} % | {:.2f} % | {} | {} | {} |\n", p.name,
                        e.share(e.differ), e.share(e.smaller), e.share(e.larger), e.median,
                        e.largest, e.not_finite);
  }
  std::string pairs;
  for_pairs(products, [&](auto x, auto y, const difference& d) {
    pairs += fmt::format("| {} and {} | {:.2f} % | {} | {} |\n", x, y, d.share(d.differ), d.median,
                         d.largest);
  });
  if (pairs.empty()) return text;
  return text +
         "\n| against each other | differ | median/ulp | largest/ulp |\n|---|---|---|---|\n" +
         pairs;
}

std::string to_json(const std::vector<product>& products) {
  ordered_json j{{"profiles", ordered_json::array()}, {"pairs", ordered_json::array()}};
  for (const auto& [p, d, e] : products) {
    j["profiles"].push_back({{"profile", std::string(p.name)},
                             {"results", e.count},
                             {"differ", e.differ},
                             {"smaller", e.smaller},
                             {"larger", e.larger},
                             {"median_ulp", e.median},
                             {"largest_ulp", e.largest},
                             {"not_finite", e.not_finite}});
  }
  for_pairs(products, [&](auto x, auto y, const difference& d) {
    j["pairs"].push_back({{"profiles", {std::string(x), std::string(y)}},
                          {"differ", d.differ},
                          {"median_ulp", d.median},
                          {"largest_ulp", d.largest}});
  });
  return j.dump(2) + "\n";
}

}  // namespace

void compare_command::add_to(options& o) {
  o.text("A", a, "M x K matrix, .npy: <f2, <f4, <f8, or the bits of any format as |u1, <u2 or <u4")
      .required();
  o.text("B", b, "K x N matrix, likewise").required();
  o.text("--c", c, "M x N addend, likewise, in the format of the results; else 0");
  o.list("--profiles", names,
         "Matrix units, separated by commas: names, a user-defined FILE.json, "
         "either with +FIELD=VALUE behind it")
      .required()
      .commas();
  o.list("--with", with, "FIELD=VALUE, a field to change in all profiles").repeated();
  o.flag("--narrow", narrow, "Round <f2, <f4 and <f8 to the profile's format");
  o.text("-o,--output", file, "Histogram of the errors as SVG").output();
  o.flag("--json", json, "Print as JSON");
}

int compare_command::run() const {
  constexpr std::size_t MostProfiles = 8;  // one per colour
  if (names.size() > MostProfiles) {
    throw input_error(fmt::format("--profiles: {}, at most {}", names.size(), MostProfiles));
  }
  std::vector<profile> profiles;
  for (const std::string& name : names) {
    profiles.push_back(parse_profile(name, with));
    const profile& p = profiles.back();
    if (p.scale_block != 0) throw input_error(name + ": compare does not support block scales");
    if (!has_exact_dot(p)) {
      throw input_error(fmt::format("{}: no exact sums of {}", name, format_text(p.c)));
    }
  }
  if (!file.empty()) check_writable(file);

  const npy::array2d x = npy::read(a), y = npy::read(b);
  if (y.rows != x.cols) {
    throw input_error(fmt::format("{}: {} x {} does not fit {}, which is {} x {}", b, y.rows,
                                  y.cols, a, x.rows, x.cols));
  }
  const std::uint64_t results = std::uint64_t{x.rows} * y.cols;
  if (results > MostResults || std::uint64_t{x.rows} * x.cols > MostElements ||
      std::uint64_t{y.rows} * y.cols > MostElements) {
    throw input_error(fmt::format("{}, {}: at most {} elements of a matrix and {} results", a, b,
                                  MostElements, MostResults));
  }
  std::optional<npy::array2d> z;
  if (!c.empty()) {
    z = npy::read(c);
    if (z->rows != x.rows || z->cols != y.cols) {
      throw input_error(
          fmt::format("{}: {} x {}, but A * B is {} x {}", c, z->rows, z->cols, x.rows, y.cols));
    }
  }

  std::vector<product> products;
  std::vector<ulp_histogram> histograms;
  for (const profile& p : profiles) {
    auto& histogram = histograms.emplace_back();
    histogram.name  = p.name;
    products.push_back(multiply(p, x, y, z, narrow, histogram));
  }
  if (!file.empty()) write_file(file, plot_ulps(histograms));
  fmt::print("{}", json ? to_json(products) : to_text(products));
  return 0;
}

void add_compare(options& o) { add<compare_command>(o); }

}  // namespace weft::sim
