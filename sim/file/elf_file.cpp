// SPDX-License-Identifier: Apache-2.0

#include "sim/file/elf_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/file/input_error.hpp"

namespace weft::sim {

elf_file::elf_file(std::string path, const std::vector<std::uint8_t>& bytes, unsigned machine,
                   const std::string& name)
    : path_(std::move(path)), bytes_(bytes), header_(get<Elf64_Ehdr>(0)) {
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB ||
      header_.e_machine != machine) {
    fail("not for little-endian " + name);
  }
}

void elf_file::fail(const std::string& what) const { throw input_error(path_ + ": " + what); }

std::span<const std::uint8_t> elf_file::part(std::uint64_t at, std::uint64_t size) const {
  if (at > bytes_.size() || size > bytes_.size() - at) fail("the file is cut short");
  return std::span(bytes_).subspan(at, size);
}

void elf_file::count(std::uint64_t& sum, std::uint64_t more, std::uint64_t most,
                     const char* of) const {
  if (more > most - sum) fail(fmt::format("more than {} {}", most, of));
  sum += more;
}

void elf_file::check_placed(std::uint64_t& sum, std::uint64_t most, std::uint64_t address,
                            std::uint64_t size, std::span<const std::uint8_t> bytes) const {
  if (bytes.size() > size) fail("a segment with more bytes in the file than in memory");
  if (size == 0) return;
  count(sum, size, most, "bytes in its segments");
  if (size - 1 > ~std::uint64_t{0} - address) {
    fail(
        fmt::format("a segment of {} bytes at 0x{:x} ends beyond the last address", size, address));
  }
}

std::vector<elf_file::segment> elf_file::segments(std::uint64_t most) const {
  std::vector<segment> all;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < header_.e_phnum; ++i) {
    const auto p = get<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
    if (p.p_type != PT_LOAD) continue;
    const auto bytes = part(p.p_offset, p.p_filesz);
    check_placed(sum, most, p.p_vaddr, p.p_memsz, bytes);
    if (p.p_memsz == 0) continue;
    all.push_back({p.p_vaddr, p.p_paddr, p.p_memsz, bytes});
  }
  return all;
}

}  // namespace weft::sim
