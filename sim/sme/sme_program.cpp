// SPDX-License-Identifier: Apache-2.0
#include "sim/sme/sme_program.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "sim/file/elf_file.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/golden/amx.hpp"
#include "sim/sme/sme_support.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using bytes_t = std::vector<std::uint8_t>;

// The limits on a whole program.
constexpr std::uint64_t MostPlaced = 1 << 28, MostEntries = 1 << 20;
constexpr std::size_t MostName = 4096;

/// An object or executable for AArch64.
class sme_elf : elf_file {
 public:
  sme_elf(const std::string& path, const bytes_t& bytes)
      : elf_file(path, bytes, EM_AARCH64, "AArch64") {
    for (unsigned i = 0; i < header().e_shnum; ++i) {
      sections_.push_back(get<Elf64_Shdr>(header().e_shoff + i * sizeof(Elf64_Shdr)));
    }
  }

  sme_program load(std::uint64_t address, paged_memory& memory) {
    if (header().e_type == ET_REL) return load_object(address, memory);
    if (header().e_type != ET_EXEC) fail("neither an object nor a static executable");
    for (const auto& s : segments(MostPlaced)) {
      memory.map(s.virtual_address, s.size);
      memory.write(s.virtual_address, s.bytes);
    }
    sme_program program{.entry = header().e_entry, .symbols = {}};
    for_each_symbol([&](const std::string& name, const Elf64_Sym& s) {
      program.symbols[name] = {s.st_value, s.st_size};
    });
    return program;
  }

 private:
  void place(paged_memory& memory, std::uint64_t address, std::uint64_t size,
             std::span<const std::uint8_t> from) {
    check_placed(placed_, MostPlaced, address, size, from);
    if (size == 0) return;
    memory.map(address, size);
    memory.write(address, from);
  }

  const Elf64_Shdr& section(unsigned i) const {
    if (i >= sections_.size()) fail(fmt::format("no section {}", i));
    return sections_[i];
  }
  Elf64_Sym symbol(const Elf64_Shdr& table, std::uint64_t i) const {
    return get<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
  }
  std::string name(const Elf64_Shdr& table, const Elf64_Sym& s) const {
    const auto& strings = section(table.sh_link);
    const auto from     = part(strings.sh_offset, strings.sh_size);
    if (s.st_name >= from.size()) fail("a name outside the table of names");
    const auto text = from.subspan(s.st_name, std::min(from.size() - s.st_name, MostName + 1));
    const auto end  = std::ranges::find(text, std::uint8_t{0});
    if (end == text.end()) {
      fail(text.size() > MostName ? fmt::format("a name of more than {} characters", MostName)
                                  : "a name without an end");
    }
    return {text.begin(), end};
  }
  template <class F>
  void for_each_symbol(F&& f) {
    for (const auto& table : sections_) {
      if (table.sh_type != SHT_SYMTAB) continue;
      count(symbols_, table.sh_size / sizeof(Elf64_Sym), MostEntries, "symbols");
      for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto s = symbol(table, i);
        if (ELF64_ST_BIND(s.st_info) == STB_GLOBAL && s.st_shndx != SHN_UNDEF) {
          f(name(table, s), s);
        }
      }
    }
  }

  /// The address of a routine that the object does not define, `from` the end of its sections on.
  std::uint64_t support(const std::string& name, std::uint64_t from, paged_memory& memory) {
    using sme_support::Routines, sme_support::Words;
    const auto found = std::ranges::find(Routines, name, &sme_support::routine::name);
    if (found == Routines.end()) fail(name + " is not defined");
    const auto at = (from + 63) / 64 * 64;
    if (!supported_) {
      std::array<std::uint8_t, sizeof Words> bytes{};
      std::memcpy(bytes.data(), Words.data(), sizeof Words);
      place(memory, at, bytes.size(), bytes);
      supported_ = true;
    }
    return at + 4 * std::uint64_t{found->at};
  }

  sme_program load_object(std::uint64_t address, paged_memory& memory) {
    std::vector<std::uint64_t> base(sections_.size());
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const auto& s = sections_[i];
      if ((s.sh_flags & SHF_ALLOC) == 0 || s.sh_size == 0) continue;
      const auto align = s.sh_addralign == 0 ? 1 : s.sh_addralign;
      if (!std::has_single_bit(align) || align > MostPlaced)
        fail("a section with an invalid alignment");
      address = (address + align - 1) / align * align;
      base[i] = address;
      place(
          memory, address, s.sh_size,
          s.sh_type == SHT_NOBITS ? std::span<const std::uint8_t>{} : part(s.sh_offset, s.sh_size));
      address += s.sh_size;
    }
    const auto value = [&](const Elf64_Sym& s) {
      return s.st_shndx < base.size() ? base[s.st_shndx] + s.st_value : s.st_value;
    };
    sme_program program{.entry = {}, .symbols = {}};
    for_each_symbol([&](const std::string& name, const Elf64_Sym& s) {
      program.symbols[name] = {value(s), s.st_size};
    });
    if (const auto start = program.symbols.find("_start"); start != program.symbols.end()) {
      program.entry = start->second.address;
    }
    for (const auto& s : sections_) {
      if (s.sh_type != SHT_RELA || (section(s.sh_info).sh_flags & SHF_ALLOC) == 0) continue;
      count(relocations_, s.sh_size / sizeof(Elf64_Rela), MostEntries, "relocations");
      for (std::uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Rela); ++i) {
        const auto r      = get<Elf64_Rela>(s.sh_offset + i * sizeof(Elf64_Rela));
        const auto& table = section(s.sh_link);
        const auto target = symbol(table, ELF64_R_SYM(r.r_info));
        const auto to = target.st_shndx == SHN_UNDEF ? support(name(table, target), address, memory)
                                                     : value(target);
        relocate(memory, static_cast<unsigned>(ELF64_R_TYPE(r.r_info)),
                 base[s.sh_info] + r.r_offset, to + static_cast<std::uint64_t>(r.r_addend));
      }
    }
    return program;
  }

  /// Applies a relocation: writes the address `to`, in the relocation's form, at `at`.
  void relocate(paged_memory& memory, unsigned type, std::uint64_t at, std::uint64_t to) const {
    std::uint64_t old = 0;
    const bool wide   = type == R_AARCH64_ABS64;
    std::uint8_t bytes[8];
    const std::span place(bytes, wide ? 8 : 4);
    if (!memory.read(at, place)) fail("a relocation outside its section");
    if (!wide) std::memcpy(&old, bytes, 4);
    const auto put = [&](std::uint64_t value) {
      std::memcpy(bytes, &value, place.size());
      memory.write(at, place);
    };
    // Sets the field of an instruction, and checks its range.
    const auto field = [&](std::uint64_t value, int bits, int low) {
      const auto mask = ((std::uint64_t{1} << bits) - 1) << low;
      put((old & ~mask) | (value << low & mask));
    };
    const auto relative = [&](int bits, int low) {
      const auto words = static_cast<std::int64_t>(to - at) >> 2;
      if (words >> (bits - 1) != 0 && words >> (bits - 1) != -1) fail("a branch too far");
      field(static_cast<std::uint64_t>(words), bits, low);
    };
    const auto address = [&](std::uint64_t value) {
      field(value, 2, 29);
      std::memcpy(&old, bytes, 4);
      field(value >> 2, 19, 5);
    };
    switch (type) {
      case R_AARCH64_ABS64:
      case R_AARCH64_ABS32:
        return put(to);
      case R_AARCH64_PREL32:
        return put(to - at);
      case R_AARCH64_CALL26:
      case R_AARCH64_JUMP26:
        return relative(26, 0);
      case R_AARCH64_CONDBR19:
      case R_AARCH64_LD_PREL_LO19:
        return relative(19, 5);
      case R_AARCH64_TSTBR14:
        return relative(14, 5);
      case R_AARCH64_ADR_PREL_LO21:
        return address(to - at);
      case R_AARCH64_ADR_PREL_PG_HI21:
        return address((to >> 12) - (at >> 12));
      case R_AARCH64_ADD_ABS_LO12_NC:
      case R_AARCH64_LDST8_ABS_LO12_NC:
        return field(to, 12, 10);
      case R_AARCH64_LDST16_ABS_LO12_NC:
        return field((to & 0xfff) >> 1, 12, 10);
      case R_AARCH64_LDST32_ABS_LO12_NC:
        return field((to & 0xfff) >> 2, 12, 10);
      case R_AARCH64_LDST64_ABS_LO12_NC:
        return field((to & 0xfff) >> 3, 12, 10);
      case R_AARCH64_LDST128_ABS_LO12_NC:
        return field((to & 0xfff) >> 4, 12, 10);
      default:
        fail(fmt::format("relocation {} is not known", type));
    }
  }

  std::uint64_t placed_ = 0, symbols_ = 0, relocations_ = 0;
  bool supported_ = false;  ///< the routines of sme_support are in memory
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace

sme_program load_program(const std::string& path, std::uint64_t address, paged_memory& memory) {
  const std::string text = read_file(path);
  const bytes_t bytes(text.begin(), text.end());
  if (bytes.size() >= SELFMAG && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0) {
    return sme_elf(path, bytes).load(address, memory);
  }
  if (bytes.empty() || bytes.size() % 4 != 0) {
    throw input_error(path + ": neither ELF nor whole instruction words");
  }
  std::uint32_t first = 0;
  std::memcpy(&first, bytes.data(), sizeof first);
  if (golden::sme::decode(first) == nullptr && !golden::amx::is_amx(first)) {
    throw input_error(fmt::format(
        "{}: neither an ELF file nor instruction words: it begins with 0x{:08x}", path, first));
  }
  memory.map(address, bytes.size());
  memory.write(address, bytes);
  return {.entry = address, .symbols = {}};
}

}  // namespace weft::sim
