// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_core.hpp"
#include "sim/harness/axi_checker.hpp"
#include "sim/harness/axi_memory.hpp"

namespace weft::sim {

/// Bytes behind both directions of an AXI4 bus, from Base on. Data are read when a request is taken
/// and written when its response is given: a job that does not wait for the response reads old
/// data.
class engine_memory {
 public:
  static constexpr std::uint64_t Base = 0x1'2340'0000;

  engine_memory(const golden::engine_core::config& k, std::vector<std::uint8_t> bytes, axi_timing t)
      : bytes_(std::move(bytes)), width_(k.bus.bytes), read_(t), write_(std::move(t)) {}

  void drive(golden::engine_core::inputs& in) {
    using namespace golden::axi;
    in.ar_ready = read_.request();
    in.aw_ready = write_.request();
    in.w_ready  = write_.write();
    in.r        = beats_.take(now_, read_.answer);
    words_read_ += in.r.has_value();
    if (in.r && is_error(in.r->resp)) load_errors_.push_back(reads_.front());
    if (in.r && in.r->last) reads_.pop_front();
    if (const auto burst = responses_.take(now_, write_.answer)) {
      in.b = burst->resp;
      if (is_error(burst->resp)) return store_errors_.push_back(burst->at.addr);
      for (unsigned i = 0; i < burst->at.beats; ++i) {
        const auto& w = burst->words[i];
        for (unsigned j = 0; j < width_; ++j) {
          if ((w.strb >> j & 1) != 0) byte(burst->at.addr + i * width_ + j) = w.data[j];
        }
      }
    }
  }

  void step(const golden::engine_core::inputs& in, const golden::engine_core::outputs& out) {
    bursts_ += (out.ar && in.ar_ready) + (out.aw && in.aw_ready);
    words_written_ += out.w && in.w_ready;
    if (out.ar && in.ar_ready) {
      reads_.push_back(out.ar->addr);
      for (unsigned i = 0; i < out.ar->beats; ++i) {
        golden::axi_read::r_beat r{{}, next_resp(read_, decodes_), i + 1 == out.ar->beats};
        for (unsigned j = 0; j < width_; ++j) {
          const auto x = byte(out.ar->addr + i * width_ + j);
          r.data[j]    = is_error(r.resp) ? static_cast<std::uint8_t>(~x) : x;
        }
        beats_.push(now_, read_.latency, r);
      }
    }
    if (out.aw && in.aw_ready) writes_.push_back({*out.aw, {}, {}});
    if (out.w && in.w_ready) words_.push_back(*out.w);
    while (!writes_.empty() && words_.size() >= writes_.front().at.beats) {
      auto burst = std::move(writes_.front());
      writes_.pop_front();
      burst.resp = next_resp(write_, decodes_);
      burst.words.assign(words_.begin(), words_.begin() + burst.at.beats);
      words_.erase(words_.begin(), words_.begin() + burst.at.beats);
      responses_.push(now_, write_.latency, std::move(burst));
    }
    ++now_;
  }

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  /// The addresses of the bursts that got an error, in the order of the answers.
  const std::vector<std::uint64_t>& load_errors() const { return load_errors_; }
  const std::vector<std::uint64_t>& store_errors() const { return store_errors_; }
  void forget_errors() {
    load_errors_.clear();
    store_errors_.clear();
  }
  /// How often a response is an error; the timing's `error` is that of beats then.
  void refuse_writes(pace error) { write_.error = std::move(error); }

  std::uint64_t bursts() const { return bursts_; }
  std::uint64_t words_read() const { return words_read_; }
  std::uint64_t words_written() const { return words_written_; }

 private:
  struct write_burst {
    golden::axi::burst at;
    golden::axi::resp_e resp;
    std::vector<golden::axi_write::w_word> words;
  };

  std::uint8_t& byte(std::uint64_t address) {
    if (address < Base || address - Base >= bytes_.size()) {
      throw std::logic_error("access outside of the memory at " + std::to_string(address));
    }
    return bytes_[address - Base];
  }

  std::vector<std::uint8_t> bytes_;
  unsigned width_;
  axi_timing read_, write_;
  axi_answers<golden::axi_read::r_beat> beats_;
  std::deque<std::uint64_t> reads_;
  std::deque<write_burst> writes_;
  std::deque<golden::axi_write::w_word> words_;
  axi_answers<write_burst> responses_;
  std::vector<std::uint64_t> load_errors_, store_errors_;
  std::uint64_t bursts_ = 0, words_read_ = 0, words_written_ = 0;
  std::uint64_t now_ = 0;
  bool decodes_      = false;
};

/// The rules of AXI on both directions.
class engine_checker {
 public:
  explicit engine_checker(const golden::engine_core::config& k)
      : read_(k.bus), write_(k.write_bus()) {}

  void cycle(const golden::engine_core::inputs& in, const golden::engine_core::outputs& out) {
    // An engine without a job is owed nothing by the bus.
    const auto done = out.idle ? std::optional(golden::axi::done{}) : std::nullopt;
    read_.cycle(
        golden::axi_read::inputs{.ar_ready = in.ar_ready, .r = in.r},
        golden::axi_read::outputs{.ar = out.ar, .r_ready = out.r_ready, .out = {}, .done = done});
    write_.cycle(
        golden::axi_write::inputs{.aw_ready = in.aw_ready, .w_ready = in.w_ready, .b = in.b},
        golden::axi_write::outputs{.aw = out.aw, .w = out.w, .b_ready = out.b_ready, .done = done});
  }

 private:
  axi_read_checker read_;
  axi_write_checker write_;
};

}  // namespace weft::sim
