// SPDX-License-Identifier: Apache-2.0

#include "sim/file/matrix_types.hpp"

#include <fmt/format.h>

#include "sim/file/input_error.hpp"
#include "sim/file/profile_argument.hpp"
#include "sim/golden/tensor.hpp"

namespace weft::sim {
namespace {

using namespace golden::tensor;
using npy::dtype_e;

dtype_e float_dtype(int exp_bits, int frac_bits, unsigned width) {
  if (exp_bits == 5 && frac_bits == 10) return dtype_e::F2;
  if (exp_bits == 8 && width == 32) return dtype_e::F4;
  if (exp_bits == 11 && frac_bits == 52) return dtype_e::F8;
  return width <= 8 ? dtype_e::U1 : dtype_e::U2;
}

const golden::dpa::element& element_of(const arithmetic& t, operand_e which) {
  return which == operand_e::A ? t.dot().a : t.dot().b;
}

std::vector<operand_t> narrowed(const npy::array2d& x, const golden::dpa::element& e) {
  using enum golden::dpa::specials_e;
  if (e.specials != Ieee && e.specials != Fn) {
    throw input_error(x.name + ": --narrow does not round to a format without infinities and NaN");
  }
  auto out = npy::rounded(x, {e.exp_bits, e.frac_bits, e.specials == Ieee});
  for (auto& bits : out) bits <<= e.pad;
  return out;
}

/// Checks INT4 elements stored in bytes: refuses values outside INT4.
void check_int4(const npy::array2d& x, std::vector<operand_t>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = integer(numbers[i], 8, true);
    if (value < -8 || value > 7) {
      throw input_error(fmt::format("{}: row {}, column {}: {} is not an INT4, -8 to 7", x.name,
                                    i / x.cols, i % x.cols, value));
    }
    numbers[i] = low_bits(numbers[i], 4);
  }
}

}  // namespace

arithmetic parse_type(const std::string& type, const std::string& profile,
                      const std::vector<std::string>& with) {
  if (!profile.empty()) return arithmetic_of(parse_profile(profile, with));
  if (!with.empty()) throw input_error(fmt::format("--with {}: needs --profile", with[0]));
  std::string names;
  for (const auto& named : Types) {
    if (type == named.name) return named.type;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", named.name);
  }
  throw input_error(fmt::format("--type {}: one of {}", type, names));
}

dtype_e operand_dtype(const arithmetic& t, operand_e which) {
  if (t.integer()) {
    if (t.type == type_e::Int16) return dtype_e::I2;
    return (which == operand_e::A ? t.a_signed() : t.b_signed()) ? dtype_e::I1 : dtype_e::U1;
  }
  const auto& e = element_of(t, which);
  return float_dtype(e.exp_bits, e.frac_bits, static_cast<unsigned>(e.width()));
}

dtype_e result_dtype(const arithmetic& t) {
  if (t.integer()) return t.type == type_e::Int16 ? dtype_e::I8 : dtype_e::I4;
  return float_dtype(t.dot().c.exp_bits, t.dot().c.frac_bits, t.result_bits());
}

std::vector<operand_t> operands(const npy::array2d& x, const arithmetic& t, operand_e which,
                                bool narrow) {
  const dtype_e wanted = operand_dtype(t, which);
  if (!t.integer() && x.dtype != wanted && (x.dtype == dtype_e::F4 || x.dtype == dtype_e::F8)) {
    if (narrow) return narrowed(x, element_of(t, which));
    throw input_error(fmt::format("{}: dtype is {}, expected {}; rounding to {} was not asked for",
                                  x.name, npy::descr(x.dtype), npy::descr(wanted), name_of(t)));
  }
  auto numbers = npy::bits(x, {wanted});
  if (t.type == type_e::Int4) check_int4(x, numbers);
  return numbers;
}

}  // namespace weft::sim
