// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace weft::sim {

/// An ELF file of 64 bits, little-endian, in memory; every access is checked. Whatever is wrong
/// with it is an input_error that names the file.
class elf_file {
 public:
  /// `machine` is e_machine, `name` the processor's in messages.
  elf_file(std::string path, const std::vector<std::uint8_t>& bytes, unsigned machine,
           const std::string& name);

  /// A segment to load.
  struct segment {
    std::uint64_t virtual_address, physical_address;
    std::uint64_t size;  ///< in memory; behind the bytes of the file lie zeros
    std::span<const std::uint8_t> bytes;
  };
  /// The segments of an executable, of at most `most` bytes in all.
  std::vector<segment> segments(std::uint64_t most) const;

  const Elf64_Ehdr& header() const { return header_; }
  std::span<const std::uint8_t> part(std::uint64_t at, std::uint64_t size) const;
  template <class T>
  T get(std::uint64_t at) const {
    T x;
    std::memcpy(&x, part(at, sizeof x).data(), sizeof x);
    return x;
  }
  [[noreturn]] void fail(const std::string& what) const;

  /// Checks bytes that are placed in memory, at most `most` in all.
  void check_placed(std::uint64_t& sum, std::uint64_t most, std::uint64_t address,
                    std::uint64_t size, std::span<const std::uint8_t> bytes) const;
  /// Adds to a total that the file asks for, so that a small file cannot ask for too much.
  void count(std::uint64_t& sum, std::uint64_t more, std::uint64_t most, const char* of) const;

 private:
  std::string path_;
  const std::vector<std::uint8_t>& bytes_;
  Elf64_Ehdr header_;
};

}  // namespace weft::sim
