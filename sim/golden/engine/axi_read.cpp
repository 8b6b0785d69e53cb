// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/axi_read.hpp"

#include <algorithm>

namespace weft::golden::axi_read {

std::uint64_t cycles(const config& k, const command& c, std::uint64_t latency) {
  if (c.empty()) return 2;
  // Cycle 0 takes the command. arrives: the cycle of a word on R. leaves: the cycle in which a word
  // leaves the buffer. ends: the last beat of a burst on R.
  std::vector<std::uint64_t> arrives, leaves, ends;
  const std::vector<burst> all = bursts(k, c);
  std::size_t next = 0, words_left = 0;
  std::uint64_t asked = 0, used = 0, step = 0;
  std::uint32_t row      = 0;
  const auto row_address = [&] { return k.address(c.addr + row * c.stride); };
  std::vector<std::uint64_t> starts_of_steps;
  const auto leave_all = [&] {  // words that have a known arrival, in the order of their rows
    while (row < c.rows) {
      const row_steps r(k, row_address(), c.bytes);
      while (words_left < r.words && leaves.size() < arrives.size()) {
        step = std::max(step + 1, arrives[leaves.size()] + 1);
        leaves.push_back(step);
        ++words_left;
      }
      if (words_left < r.words) return;
      step += r.steps - r.words;
      words_left = 0;
      ++row;
    }
  };
  for (; next < all.size(); ++next) {
    std::uint64_t at = asked + 1;
    if (next >= k.in_flight) at = std::max(at, ends[next - k.in_flight] + 1);
    used += all[next].beats;
    if (used > k.beats) at = std::max(at, leaves[used - k.beats - 1] + 1);
    asked              = at;
    std::uint64_t beat = asked + 1 + latency + 1;  // AR is a register behind the request
    if (!arrives.empty()) beat = std::max(beat, arrives.back() + 1);
    for (unsigned i = 0; i < all[next].beats; ++i) arrives.push_back(beat + i);
    ends.push_back(arrives.back());
    leave_all();
  }
  return step + 3;  // the last step, the cycle of its beat, the cycle after it
}

model::outputs model::peek(const inputs& in) const {
  outputs o;
  o.cmd_ready = requests_.ready(next_.size() < config_.commands);
  o.ar        = requests_.offered();
  o.out       = out_;
  o.busy      = requests_.busy();
  o.hung      = requests_.hung(in.hang_limit);
  o.done      = requests_.ends(words_.empty() && rows_ == 0 && !out_);
  return o;
}

void model::step(const inputs& in) {
  const outputs now = peek(in);
  const bool gives  = !out_ || in.out_ready;
  std::optional<answer> a;
  if (in.r) a = {in.r->resp, in.r->last};
  const auto request = requests_.step(in.hang_limit, in.ar_ready, free_, a, false, in.abort);

  // The step of the join.
  if (gives) out_.reset();
  if (rows_ != 0) {
    join(gives);
  } else if (!words_.empty()) {
    pop();  // words after an error
  }

  if (in.r) words_.push_back(in.r->data);
  if (request) free_ -= request->beats;
  if (now.done) requests_.finish();
  if (in.cmd && now.cmd_ready) start(*in.cmd);
  if ((a && is_error(a->resp)) || in.abort) {
    rows_ = 0;
    next_.clear();
  }
}

void model::start(const command& c) {
  requests_.start(c);
  if (rows_ != 0)
    next_.push_back(c);
  else
    begin(c);
}

void model::begin(const command& c) {
  command_ = c;
  rows_    = c.empty() ? 0 : c.rows;
  row_     = 0;
  start_row();
}

void model::start_row() {
  offset_ = static_cast<unsigned>((command_.addr + row_ * command_.stride) % config_.bytes);
  left_   = command_.bytes;
  held_.clear();
}

void model::join(bool gives) {
  const bool ready = held_.size() >= left_ && !held_.empty();  // the last beat needs no word
  if (!ready && words_.empty()) return;
  const unsigned skip   = held_.empty() ? offset_ : 0;
  const unsigned wanted = std::min<std::uint32_t>(left_, config_.bytes);
  const bool full       = ready || held_.size() + config_.bytes - skip >= wanted;
  if (full && !gives) return;
  if (!ready) {
    held_.insert(held_.end(), words_.front().begin() + skip,
                 words_.front().begin() + config_.bytes);
    pop();
  }
  if (!full) return;
  beat b;
  b.bytes    = wanted;
  b.row_last = left_ <= config_.bytes;
  b.last     = b.row_last && rows_ == 1;
  std::copy_n(held_.begin(), wanted, b.data.begin());
  held_.erase(held_.begin(), held_.begin() + wanted);
  out_ = b;
  left_ -= wanted;
  if (!b.row_last) return;
  --rows_;
  ++row_;
  start_row();
  if (rows_ != 0 || next_.empty()) return;
  begin(next_.front());
  next_.pop_front();
}

}  // namespace weft::golden::axi_read
