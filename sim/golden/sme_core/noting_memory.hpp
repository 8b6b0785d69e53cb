// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_core.hpp"

namespace weft::golden::sme_core {

/// Notes what is written.
class noting_memory : public sme::memory {
 public:
  explicit noting_memory(sme::memory& m) : m_(m) {}

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    return m_.read(address, to);
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    writes_.emplace_back(address, std::vector(from.begin(), from.end()));
    return m_.write(address, from);
  }
  bool writable(std::uint64_t address, std::size_t bytes) override {
    return m_.writable(address, bytes);
  }

  const std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>>& writes() const {
    return writes_;
  }

  /// The lines of the bytes from `first` to `last`.
  std::vector<line_write> lines(std::uint64_t first, std::uint64_t last) const {
    std::vector<line_write> all;
    for (auto l = first / line_write::Bytes; l <= last / line_write::Bytes; ++l) {
      all.push_back({.line = l});
    }
    for (const auto& [address, bytes] : writes_) {
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto at = address + i;
        if (at < first || at > last) continue;  // the other register's of STP
        auto& l = all.at(at / line_write::Bytes - first / line_write::Bytes);
        l.written |= std::uint64_t{1} << at % line_write::Bytes;
        l.data[at % line_write::Bytes] = bytes[i];
      }
    }
    return all;
  }

  /// Two lines for each element; one in which it does not lie has nothing written.
  std::vector<line_write> lines_of_elements(
      const std::vector<std::optional<std::uint64_t>>& elements) const {
    std::vector<line_write> all(2 * elements.size());
    auto next = writes_.begin();
    for (std::size_t e = 0; e < elements.size(); ++e) {
      if (!elements[e]) continue;
      const auto& [address, bytes] = *next++;
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto at = address + i;
        auto& l       = all[2 * e + (at / line_write::Bytes - address / line_write::Bytes)];
        l.line        = at / line_write::Bytes;
        l.written |= std::uint64_t{1} << at % line_write::Bytes;
        l.data[at % line_write::Bytes] = bytes[i];
      }
    }
    return all;
  }

 private:
  sme::memory& m_;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> writes_;
};

}  // namespace weft::golden::sme_core
