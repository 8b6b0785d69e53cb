// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/golden/tensor_rows.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/tensor_memory.hpp"

namespace weft::sim {

/// Buffers across rows, cycle by cycle: golden's or the RTL's.
class rows_machine {
 public:
  using inputs  = golden::tensor_rows::inputs;
  using outputs = golden::tensor_rows::outputs;

  virtual ~rows_machine() = default;
  /// The outputs for these inputs, before the clock edge.
  virtual outputs peek(const inputs&) = 0;
  /// The clock edge, with these inputs.
  virtual void step(const inputs&) = 0;
};

/// The golden model as a rows_machine.
std::unique_ptr<rows_machine> golden_rows(const golden::tensor_rows::config&);

/// Buffers that were Verilated into this program.
struct built_tensor_rows {
  golden::tensor_rows::config config;
  /// Makes the unit and resets it.
  std::unique_ptr<rows_machine> (*make)(const run_options&);
};
const std::vector<built_tensor_rows>& built_tensor_rows_units();

/// A convolution's A at weft_tensor's port, from a picture in memory.
class conv_source : public row_source {
 public:
  /// `picture`: width x height pixels, row by row; it must live as long as the source.
  conv_source(std::unique_ptr<rows_machine> machine, std::vector<golden::tensor_rows::pass> passes,
              const std::vector<golden::tensor_rows::pixel>& picture)
      : machine_(std::move(machine)), passes_(std::move(passes)), picture_(&picture) {}

  bool ready() override { return now(false).req_ready; }
  std::optional<std::vector<golden::tensor::operand_t>> answer() override { return now(false).rsp; }
  bool step(bool request) override {
    const auto in    = inputs(request);
    const auto out   = machine_->peek(in);
    const bool takes = in.px && out.px_ready;
    machine_->step(in);
    at_ += takes;
    read_ += takes;
    if (in.cmd && out.cmd_ready) {
      at_  = passes_[given_++].first();
      end_ = at_ + in.cmd->pixels;
    }
    return takes || request;
  }
  std::uint64_t pixels_read() const { return read_; }

 private:
  rows_machine::inputs inputs(bool request) const {
    rows_machine::inputs in;
    if (given_ < passes_.size()) in.cmd = passes_[given_];
    if (at_ < end_) in.px = (*picture_)[at_];
    in.req = request;
    return in;
  }
  rows_machine::outputs now(bool request) const { return machine_->peek(inputs(request)); }

  std::unique_ptr<rows_machine> machine_;
  std::vector<golden::tensor_rows::pass> passes_;
  const std::vector<golden::tensor_rows::pixel>* picture_;
  std::size_t given_ = 0, at_ = 0, end_ = 0;  // passes given; the next pixel of the stream, its end
  std::uint64_t read_ = 0;
};

}  // namespace weft::sim
