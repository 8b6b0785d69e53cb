// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/golden/dpa_fields.hpp"
#include "sim/golden/dpa_profiles.hpp"

/// The arithmetic types that an array multiplies and accumulates. Names and values are
/// weft_tensor_pkg's.
namespace weft::golden::tensor {

enum class type_e : std::uint8_t {
  Float,      ///< a block of the dot product that a profile describes
  Int8,       ///< INT8 x INT8 -> INT32
  Uint8,      ///< UINT8 x UINT8 -> INT32
  Int8Uint8,  ///< A signed, B unsigned -> INT32
  Uint8Int8,  ///< A unsigned, B signed -> INT32
  Int4,       ///< INT4 x INT4 -> INT32
  Int16       ///< INT16 x INT16 -> INT64
};

/// An element of A or B is in the low bits of an operand_t, a sum in the low bits of a result_t.
/// Integer sums are modulo 2^32 or 2^64.
using operand_t = std::uint64_t;
using result_t  = std::uint64_t;

/// The arithmetic of an array: integers, or with Float an index into the table of profiles, or a
/// user-defined profile.
struct arithmetic {
  type_e type             = type_e::Float;
  unsigned profile        = 0;
  const dpa::profile* own = nullptr;

  /// Whether both compute the same; a user-defined profile is compared by its fields.
  constexpr bool operator==(const arithmetic& other) const {
    if (type != other.type) return false;
    if (integer()) return true;
    const bool of_table = own == nullptr && other.own == nullptr;
    return of_table ? profile == other.profile : dpa::same_block(dot(), other.dot());
  }

  constexpr bool integer() const { return type != type_e::Float; }
  constexpr const dpa::profile& dot() const {
    return own != nullptr ? *own : dpa::Profiles[profile];
  }

  /// Products that a processing element adds up in one step.
  constexpr unsigned lanes() const { return integer() ? 1 : dot().lanes; }
  /// The number of block scales of a step, which lie beside its elements, and the entries per lane
  /// of a word, elements and scales.
  constexpr unsigned scales() const {
    return integer() || dot().scale_block == 0 ? 0 : dot().lanes / dot().scale_block;
  }
  constexpr unsigned scale_bits() const { return static_cast<unsigned>(dot().block_scale.width()); }
  constexpr unsigned entries() const { return lanes() + scales(); }

  constexpr unsigned a_bits() const {
    return integer() ? integer_bits() : static_cast<unsigned>(dot().a.width());
  }
  constexpr unsigned b_bits() const {
    return integer() ? integer_bits() : static_cast<unsigned>(dot().b.width());
  }
  constexpr unsigned result_bits() const {
    if (integer()) return type == type_e::Int16 ? 64 : 32;
    return static_cast<unsigned>(dot().c.width());
  }
  constexpr bool a_signed() const { return type != type_e::Uint8 && type != type_e::Uint8Int8; }
  constexpr bool b_signed() const { return type != type_e::Uint8 && type != type_e::Int8Uint8; }

 private:
  constexpr unsigned integer_bits() const {
    return type == type_e::Int4 ? 4 : type == type_e::Int16 ? 16 : 8;
  }
};

/// Bytes of an element in memory; one byte for INT4 and all types shorter than a byte.
constexpr unsigned bytes_of(unsigned bits) { return (bits + 7) / 8; }

/// Converts elements from and to memory, little-endian, `width` bytes each: 1, 2, 4 or 8.
void from_bytes(const unsigned char* bytes, unsigned width, std::span<std::uint64_t> to);
void to_bytes(std::span<const std::uint64_t> from, unsigned width, unsigned char* bytes);

constexpr std::uint64_t low_bits(std::uint64_t x, unsigned bits) {
  return x & ~std::uint64_t{0} >> (64 - bits);
}

/// The low bits as a two's complement or unsigned number.
constexpr std::int64_t integer(std::uint64_t x, unsigned bits, bool is_signed) {
  const auto up = static_cast<std::int64_t>(x << (64 - bits));
  return is_signed ? up >> (64 - bits) : static_cast<std::int64_t>(low_bits(x, bits));
}

/// The arithmetic of a profile.
constexpr std::optional<arithmetic> any_profile(std::string_view name) {
  for (unsigned i = 0; i < dpa::Profiles.size(); ++i) {
    if (dpa::Profiles[i].name == name) return arithmetic{type_e::Float, i};
  }
  return std::nullopt;
}

/// The arithmetic of a profile from the table or of a user-defined one, which is kept for the life
/// of the program.
arithmetic arithmetic_of(const dpa::profile& p);

/// Whether the array hardware can implement the type. A profile must take its blocks in increasing
/// k and chain each block's sum into the next. gemm() computes the other profiles too, but they
/// have no cycle count.
constexpr bool fits_an_array(const arithmetic& t) {
  if (t.integer()) return true;
  const auto& p = t.dot();
  return p.start == dpa::start_e::CFirst && p.chains == 1 && p.order == dpa::order_e::InOrder;
}

/// The arithmetic of a profile that fits an array.
constexpr std::optional<arithmetic> of_profile(std::string_view name) {
  const auto t = any_profile(name);
  return t && fits_an_array(*t) ? t : std::nullopt;
}

inline constexpr arithmetic Fp16 = *of_profile("ieee-fma-fp16");
inline constexpr arithmetic Int8{type_e::Int8};

/// The named types, as the command line spells them, in the bit order of register CAPABILITY.
/// Floating-point types use one fused multiply-add per product; sums are FP32 unless the name says
/// otherwise.
struct named_arithmetic {
  std::string_view name;
  arithmetic type;
};
inline constexpr std::array<named_arithmetic, 14> Types{{
    {"fp16", Fp16},
    {"int8", Int8},
    {"bf16", *of_profile("ieee-fma-bf16")},
    {"tf32", *of_profile("ieee-fma-tf32")},
    {"e4m3", *of_profile("ieee-fma-e4m3")},
    {"e5m2", *of_profile("ieee-fma-e5m2")},
    {"fp16-fp16", *of_profile("ieee-fma-fp16-f16acc")},
    {"fp32", *of_profile("ieee-fma-fp32")},
    {"fp64", *of_profile("ieee-fma-fp64")},
    {"uint8", {type_e::Uint8}},
    {"int8-uint8", {type_e::Int8Uint8}},
    {"uint8-int8", {type_e::Uint8Int8}},
    {"int4", {type_e::Int4}},
    {"int16", {type_e::Int16}},
}};

/// The bit of CAPABILITY, the register that names the arithmetic: its place among the named types,
/// or bit 31 for another profile.
constexpr std::uint32_t capability(const arithmetic& type) {
  for (std::size_t i = 0; i < Types.size(); ++i) {
    if (Types[i].type == type) return std::uint32_t{1} << i;
  }
  return std::uint32_t{1} << 31;
}

/// The type's name, or its profile's.
constexpr std::string_view name_of(const arithmetic& t) {
  for (const auto& named : Types) {
    if (named.type == t) return named.name;
  }
  return t.dot().name;
}

}  // namespace weft::golden::tensor
