// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_launcher.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace weft::golden::sm {

residents::residents(const machine& of) {
  const auto fits = resident(of.k, of.l.threads(), of.l.code.registers, of.l.shared_bytes);
  if (fits.ctas == 0) {
    throw fault("a block of threads does not fit: " + std::string(name_of(fits.limit)));
  }
  ctas_left_ = of.l.ctas();
  warps_     = std::min(of.k.warps, of.l.ctas() * of.cta_warps());
  ctas_.resize(fits.ctas);
  live_.resize(warps_);
  of_.resize(warps_);
}

bool residents::busy() const {
  return ctas_left_ != 0 || std::any_of(ctas_.begin(), ctas_.end(), [](auto& c) { return c.live; });
}

std::vector<warp_begin> residents::begin(const machine& of) {
  const unsigned threads = of.k.threads, warps = of.cta_warps();
  std::vector<warp_begin> begins;
  if (ctas_left_ == 0) return begins;
  const auto c = std::find_if(ctas_.begin(), ctas_.end(), [](const auto& x) { return !x.live; });
  if (c == ctas_.end()) return begins;  // a place that is free has its warps
  const auto group     = static_cast<unsigned>(c - ctas_.begin());
  const unsigned words = (of.l.shared_bytes + 3) / 4;
  for (unsigned w = 0, n = 0; n < warps; ++w) {
    if (live_[w]) continue;
    const unsigned here = std::min(threads, of.l.threads() - n * threads);
    begins.push_back({.warp         = w,
                      .id           = w,
                      .cta          = next_,
                      .number       = n,
                      .group        = group,
                      .threads      = here == Lanes ? ~0u : (1u << here) - 1,
                      .grid_x       = of.l.grid_x,
                      .block_x      = of.l.block_x,
                      .shared_first = group * words,
                      .shared_words = words});
    live_[w] = true;
    of_[w]   = group;
    ++n;
  }
  *c = {.live = true, .left = warps, .waiting = 0};
  ++next_;
  --ctas_left_;
  return begins;
}

void residents::end(unsigned warp) {
  live_[warp]  = false;
  cta_state& c = ctas_[of_[warp]];
  if (--c.left == 0) c.live = false;
}

std::vector<unsigned> residents::opened() {
  std::vector<unsigned> all;
  for (cta_state& c : ctas_) {
    if (!c.live || c.waiting == 0 || c.waiting < c.left) continue;
    c.waiting = 0;
    for (unsigned w = 0; w < warps_; ++w) {
      if (live_[w] && &ctas_[of_[w]] == &c) all.push_back(w);
    }
  }
  return all;
}

launcher::outputs launcher::advance(const inputs& in) {
  outputs out;
  out.busy    = !on_.empty();
  out.restart = fresh_;
  if (shape_ != 0) {
    --shape_;
  } else if (!on_.empty()) {
    residents& on = on_.front();
    for (unsigned w = 0; w < on.warps(); ++w) {
      if ((in.arrived >> w & 1) != 0) on.arrive(w);
    }
    for (unsigned w = 0; w < on.warps(); ++w) {
      if ((in.ended >> w & 1) != 0) on.end(w);
    }
    for (const unsigned w : on.opened()) out.opened |= std::uint64_t{1} << w;
    for (const warp_begin& b : on.begin(*of_)) {
      started x{.warp         = b.warp,
                .threads      = b.threads,
                .tid_x        = {},
                .tid_y        = {},
                .cta_x        = b.cta % b.grid_x,
                .cta_y        = b.cta / b.grid_x,
                .shared_first = b.shared_first,
                .shared_words = b.shared_words};
      for (unsigned t = 0; t < of_->k.threads; ++t) {
        const unsigned thread = b.number * of_->k.threads + t;
        x.tid_x.push_back(static_cast<std::uint16_t>(thread % b.block_x));
        x.tid_y.push_back(static_cast<std::uint16_t>(thread / b.block_x));
      }
      out.begins.push_back(std::move(x));
    }
    fresh_ = false;
    if (!on.busy()) on_.clear();
  }
  if (in.start) {
    of_ = in.start;
    on_.assign(1, residents(*of_));
    shape_ = of_->cta_warps();
    fresh_ = true;
  }
  return out;
}

void print_start(std::ostream& os, const machine* start) {
  if (start == nullptr) return;
  const launch& l = start->l;
  os << "start=" << l.grid_x << 'x' << l.grid_y << '*' << l.block_x << 'x' << l.block_y << ' ';
}

std::ostream& operator<<(std::ostream& os, const launcher::inputs& in) {
  print_start(os, in.start.get());
  return os << "arrived=" << in.arrived << " ended=" << in.ended;
}

std::ostream& operator<<(std::ostream& os, const launcher::outputs& out) {
  os << (out.busy ? "busy " : "") << (out.restart ? "restart " : "") << "opened=" << out.opened;
  for (const launcher::started& b : out.begins) {
    os << " begin=" << b.warp << ':' << b.cta_x << ',' << b.cta_y << '/' << b.threads << '@'
       << b.shared_first << '+' << b.shared_words << '[' << b.tid_x.front() << ','
       << b.tid_y.front() << ']';
  }
  return os;
}

}  // namespace weft::golden::sm
