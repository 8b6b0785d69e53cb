// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "Vsme_word.h"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/golden/sme_scalar.hpp"

namespace weft {

/// Golden's decode table and weft_sme_decode on one word after the other: whether the word is the
/// unit's, whether its encoding is reserved, where it is legal.
class words_beside_golden {
 public:
  /// Compares one word. Returns false, with a failure of the test, if the decoders differ.
  bool agree_on(std::uint32_t word) {
    rtl_->word_i = word;
    rtl_->eval();
    const auto* line = golden::sme::decode(word);
    const bool takes = rtl_->host_o == 0 && rtl_->none_o == 0;
    if (line != nullptr && of_decoder(*line)) {
      const bool none = reserved(*line, word);
      reserved_ += none;
      ++units_;
      if (takes != none && rtl_->host_o == 0 && rtl_->legal_o == static_cast<unsigned>(line->legal))
        return true;
    } else if (!takes || (line != nullptr && moves_vectors(*line) && (word & VectorRegister) != 0 &&
                          rtl_->memory_o != 0)) {
      return true;
    }
    ADD_FAILURE() << std::hex << word << ": golden has "
                  << (line == nullptr ? "no line" : std::string(line->name)) << ", the RTL host "
                  << int(rtl_->host_o) << ", no encoding " << int(rtl_->none_o) << ", legal "
                  << int(rtl_->legal_o);
    return false;
  }

  /// Words so far that were the unit's, and those of them that were reserved encodings.
  std::uint64_t units() const { return units_; }
  std::uint64_t reserved() const { return reserved_; }

 private:
  static constexpr std::uint32_t VectorRegister = 1 << 26;

  /// Whether every word of a line is the decoder's. In place of ADD, clamps and UNPK of several
  /// vectors it decodes words of single ones.
  static bool of_decoder(const golden::sme::instruction& line) {
    if (line.group == "A64") return (line.value & 0x7e000000) == 0x1e000000;  // floating point
    if (!line.group.starts_with("SME2")) return true;
    const auto named = [&](const char* part) { return line.name.find(part) != line.name.npos; };
    return line.group != "SME2 multiple vectors" ||
           !(named("add") || named("clamp") || named("unpk"));
  }
  /// Loads and stores of A64, where bit 26 of the word says that the register is a vector's.
  static bool moves_vectors(const golden::sme::instruction& line) {
    using namespace golden::sme::isa;
    const auto is = [&](auto... functions) { return ((line.execute == functions) || ...); };
    return is(load_store_imm, load_store_near, load_store_register, load_literal, load_store_pair);
  }

  /// The word at address 0; every other byte is zero, and may be written.
  struct one_word : golden::sme::memory {
    bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
      std::fill(to.begin(), to.end(), 0);
      if (address == 0) std::memcpy(to.data(), &word, std::min<std::size_t>(4, to.size()));
      return true;
    }
    bool write(std::uint64_t, std::span<const std::uint8_t>) override { return true; }
    bool writable(std::uint64_t, std::size_t) override { return true; }
    std::uint32_t word = 0;
  };

  /// Whether golden refuses the encoding where the line is legal.
  bool reserved(const golden::sme::instruction& line, std::uint32_t word) {
    using enum golden::sme::legal_e;
    state_->pc   = 0;
    state_->fpcr = 0;
    state_->sm   = line.legal == Streaming || line.legal == StreamingZa;
    state_->za   = line.legal == Za || line.legal == StreamingZa;
    memory_.word = word;
    return golden::sme::step(*state_, memory_).stop == golden::sme::stop_e::Undefined;
  }

  std::unique_ptr<Vsme_word> rtl_            = std::make_unique<Vsme_word>();
  std::unique_ptr<golden::sme::state> state_ = std::make_unique<golden::sme::state>();
  one_word memory_;
  std::uint64_t units_ = 0, reserved_ = 0;
};

}  // namespace weft
