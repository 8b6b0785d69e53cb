// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/axi_write.hpp"

#include <algorithm>

namespace weft::golden::axi_write {

model::outputs model::peek(const inputs& in) const {
  outputs o;
  o.cmd_ready = !requests_.busy();
  o.in_ready  = rows_ != 0 && needs_beat() && accepts_word();
  o.aw        = requests_.offered();
  o.busy      = requests_.busy();
  o.hung      = requests_.hung(in.hang_limit);
  o.done      = requests_.ends(words_.empty() && rows_ == 0);
  if (requested_ != 0) o.w = words_.front();
  return o;
}

void model::step(const inputs& in) {
  const outputs now = peek(in);
  const bool sent = now.w && in.w_ready, failed = requests_.failed();
  std::optional<w_word> made;
  if (rows_ != 0 && accepts_word() && (in.in || !needs_beat())) made = gather(in.in);

  std::optional<answer> a;
  if (in.b) a = {*in.b, true};
  const auto request =
      requests_.step(in.hang_limit, in.aw_ready, words_.size() - requested_, a, sent);
  if (sent || (failed && !now.w && !words_.empty())) words_.pop_front();
  if (made && !failed) words_.push_back(*made);
  requested_ = requested_ + (request ? request->beats : 0) - sent;

  if (now.done) requests_.finish();
  if (in.cmd && now.cmd_ready) start(*in.cmd);
}

void model::start(const command& c) {
  requests_.start(c);
  command_ = c;
  rows_    = c.empty() ? 0 : c.rows;
  addr_    = c.addr;
  row_     = 0;
  left_    = c.bytes;
  coming_  = c.bytes;
  held_.clear();
}

w_word model::gather(const std::optional<word>& beat) {
  if (needs_beat()) {
    const unsigned taken = std::min<std::uint32_t>(coming_, config_.bytes);
    held_.insert(held_.end(), beat->begin(), beat->begin() + taken);
    coming_ -= taken;
  }
  w_word w;
  for (unsigned i = wanted(); i > 0; --i) {
    const std::uint64_t at = addr_ % config_.bytes;
    w.data[at]             = held_.front();
    w.strb |= std::uint32_t{1} << at;
    held_.pop_front();
    ++addr_;
    --left_;
  }
  w.last = left_ == 0 || addr_ % config_.burst_bytes == 0;
  if (left_ == 0) {
    --rows_;
    ++row_;
    addr_ = command_.addr + row_ * command_.stride;
    left_ = coming_ = command_.bytes;
  }
  return w;
}

}  // namespace weft::golden::axi_write
