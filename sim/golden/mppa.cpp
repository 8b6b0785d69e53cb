// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/mppa.hpp"

#include <algorithm>
#include <bit>

namespace weft::golden::mppa {
namespace {

/// An element of a row: `bits` bits, element 0 in the lowest.
std::uint64_t element(std::uint64_t row, unsigned index, unsigned bits) {
  return row >> (index * bits) & (~std::uint64_t{0} >> (64 - bits));
}

/// An element of a row, extended to 64 bits.
std::uint64_t extended(std::uint64_t row, unsigned index, unsigned bits, bool is_unsigned) {
  const std::uint64_t x = element(row, index, bits);
  return is_unsigned || x >> (bits - 1) == 0 ? x : x | ~std::uint64_t{0} << bits;
}

/// A row times a column, modulo 2^64.
std::uint64_t product(const bundle& x, unsigned bits, std::uint64_t row, std::uint64_t column) {
  std::uint64_t sum = 0;
  for (unsigned k = 0; k < 64 / bits; ++k) {
    sum += extended(row, k, bits, x.a_unsigned) * extended(column, k, bits, x.b_unsigned);
  }
  return sum;
}

std::uint32_t fp16_product(std::uint64_t row, std::uint64_t column, std::uint32_t c) {
  std::array<std::uint64_t, 4> a, b;
  for (unsigned k = 0; k < 4; ++k) {
    a[k] = element(row, k, 16);
    b[k] = element(column, k, 16);
  }
  return dot(Binary16, a, b, c);
}

void print_register(std::ostream& os, unsigned r) { os << " a" << r; }

}  // namespace

std::ostream& operator<<(std::ostream& os, const bundle& x) {
  const auto flags = os.flags();
  os << std::dec;
  const char* separator = "";
  if (x.mem_op != mem_op_e::NoMem) {
    os << (x.mem_op == mem_op_e::Load ? "load" : x.mem_op == mem_op_e::Store ? "store" : "scatter");
    if (x.mem_op == mem_op_e::Scatter) os << ' ' << unsigned{x.mem_quarter};
    print_register(os, x.mem_reg);
    os << " [" << x.mem_addr << ']';
    separator = " ; ";
  }
  if (x.move_op != move_op_e::NoMove) {
    os << separator << (x.move_op == move_op_e::Clear ? "clear" : "move");
    print_register(os, x.move_dst);
    if (x.move_op == move_op_e::Move) print_register(os, x.move_src);
    separator = " ; ";
  }
  if (x.mac_op != mac_op_e::NoMac) {
    os << separator
       << (x.mac_op == mac_op_e::Int8    ? "int8"
           : x.mac_op == mac_op_e::Int16 ? "int16"
                                         : "fp16");
    if (x.a_unsigned || x.b_unsigned) {
      os << (x.a_unsigned ? 'u' : 's') << (x.b_unsigned ? 'u' : 's');
    }
    for (const unsigned r : {x.mac_d, x.mac_a, x.mac_b}) print_register(os, r);
  }
  if (x == bundle{}) os << "nop";
  os.flags(flags);
  return os;
}

std::string_view fault(const bundle& x) {
  const bool moves = x.move_op != move_op_e::NoMove, multiplies = x.mac_op != mac_op_e::NoMac;
  const auto beyond = [](bool used, unsigned r) { return used && r >= Registers; };
  if (x.mem_op > mem_op_e::Store || x.move_op > move_op_e::Clear || x.mac_op > mac_op_e::Fp16) {
    return "no such operation";
  }
  if (beyond(x.mem_op != mem_op_e::NoMem, x.mem_reg) || beyond(moves, x.move_dst) ||
      beyond(x.move_op == move_op_e::Move, x.move_src) || beyond(multiplies, x.mac_d) ||
      beyond(multiplies, x.mac_a) || beyond(multiplies, x.mac_b)) {
    return "registers are a0 to a47";
  }
  if (x.mem_op == mem_op_e::Scatter && x.mem_reg % 4 != 0) {
    return "a quadruple begins at a multiple of four";
  }
  if (x.mem_op == mem_op_e::Scatter && x.mem_quarter >= 4) return "quarters are 0 to 3";
  if (x.mac_op == mac_op_e::Int16 && x.mac_d % 4 != 0) {
    return "sums of 64 bits begin at a multiple of four";
  }
  if (multiplies && x.mac_d % 2 != 0) return "sums of 32 bits begin at an even number";
  const mask_t mem = loaded(x), move = moved(x), sum = summed(x);
  if (((mem & move) | (mem & sum) | (move & sum)) != 0) return "a register is written twice";
  return {};
}

std::uint32_t dot(format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::uint32_t c) {
  using enum unpacked::kind_e;
  using detail::wide_t;
  const int unit   = 2 * f.min_exp();  // the exponent of the smallest product's last place
  const unpacked z = unpack(Binary32, c);
  bool nan = z.is(Nan), plus = z.is(Infinity) && !z.sign, minus = z.is(Infinity) && z.sign;
  bool all_minus = true;
  wide_t sum     = 0;  // in two's complement
  for (std::size_t i = 0; i < a.size(); ++i) {
    const unpacked x = unpack(f, a[i]), y = unpack(f, b[i]);
    const bool sign     = x.sign != y.sign;
    const bool infinite = x.is(Infinity) || y.is(Infinity);
    nan                 = nan || x.is(Nan) || y.is(Nan) || (infinite && (x.zero() || y.zero()));
    plus                = plus || (infinite && !sign);
    minus               = minus || (infinite && sign);
    all_minus           = all_minus && sign;
    const wide_t term   = wide_t{x.sig * y.sig} << (x.exp + y.exp - unit);
    sum += infinite ? 0 : sign ? -term : term;
  }
  if (nan || (plus && minus)) return static_cast<std::uint32_t>(quiet_nan(Binary32));
  if (plus || minus) return static_cast<std::uint32_t>(infinity(Binary32, minus));
  const bool negative = sum >> 127 != 0;
  return static_cast<std::uint32_t>(
      detail::round_sum(Binary32, {},
                        {sum == 0 ? all_minus : negative, negative ? -sum : sum, unit},
                        {z.sign, z.sig, z.exp})
          .bits);
}

void multiply(state& s, const bundle& x, const register_t& a, const register_t& b) {
  register_t* d = &s.registers[x.mac_d];
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned j = 0; j < 4; ++j) {
      if (x.mac_op == mac_op_e::Int16) {
        d[j][i] += product(x, 16, a[i], b[j]);
        continue;
      }
      std::uint64_t& two      = d[j / 2][i];  // columns 2r and 2r + 1
      const auto shift        = 32 * (j % 2);
      const auto c            = static_cast<std::uint32_t>(two >> shift);
      const std::uint32_t sum = x.mac_op == mac_op_e::Int8
                                    ? c + static_cast<std::uint32_t>(product(x, 8, a[i], b[j]))
                                    : fp16_product(a[i], b[j], c);
      two = (two & ~(std::uint64_t{0xffffffff} << shift)) | std::uint64_t{sum} << shift;
    }
  }
}

void load(state& s, const bundle& x, const register_t& bytes) {
  if (x.mem_op == mem_op_e::Load) {
    s.registers[x.mem_reg] = bytes;
  } else {
    for (unsigned r = 0; r < 4; ++r) s.registers[x.mem_reg + r][x.mem_quarter] = bytes[r];
  }
}

std::uint64_t schedule::latest(mask_t registers, const times& t) {
  std::uint64_t cycle = 0;
  for (; registers != 0; registers &= registers - 1) {
    cycle = std::max(cycle, t[static_cast<std::size_t>(std::countr_zero(registers))]);
  }
  return cycle;
}

void schedule::set(mask_t registers, times& t, std::uint64_t cycle) {
  for (; registers != 0; registers &= registers - 1) {
    t[static_cast<std::size_t>(std::countr_zero(registers))] = cycle;
  }
  last_ = std::max(last_, cycle);
}

std::uint64_t schedule::issue(const bundle& x) {
  std::uint64_t t = std::max({next_, latest(read(x) | moved(x) | summed(x), awaited_) + 1,
                              latest(read(x) | moved(x) | loaded(x), computed_) + 1});
  if (x.mac_op != mac_op_e::NoMac) t = std::max(t, free_);
  if (loaded(x) != 0 && loads_.size() == config_.loads) {
    t = std::max(t, loads_.front() + 1);
    loads_.pop_front();
  }
  if (x.mac_op != mac_op_e::NoMac) {
    free_ = t + steps(x.mac_op);
    set(summed(x), computed_, free_);
  }
  next_ = t + 1;
  last_ = std::max(last_, t);
  return t;
}

void schedule::answer(const bundle& x, std::uint64_t cycle) {
  last_answer_ = std::max(cycle, last_answer_ + 1);
  loads_.push_back(last_answer_);
  set(loaded(x), awaited_, last_answer_);
}

std::uint64_t cycles(const config& k, std::span<const bundle> program, std::uint64_t latency) {
  schedule s(k);
  for (const bundle& x : program) {
    const std::uint64_t t = s.issue(x);
    if (loaded(x) != 0) s.answer(x, t + latency);
  }
  return s.cycles();
}

double utilisation(std::span<const bundle> program, std::uint64_t cycles) {
  std::uint64_t busy = 0;
  for (const bundle& x : program) busy += x.mac_op == mac_op_e::NoMac ? 0 : steps(x.mac_op);
  return static_cast<double>(busy) / static_cast<double>(cycles);
}

}  // namespace weft::golden::mppa
