// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/golden/sme_core/sme_issue.hpp"

namespace weft::golden::sme_core {

/// The rule that decides a time: the one whose number is the largest, the first of equal ones.
enum class why_e : std::uint8_t {
  Host,       ///< the uop came then
  Dispatch,   ///< as many uops as a cycle takes, or the order of the uops
  Alone,      ///< it, or the uop before it, is alone
  QueueFull,  ///< no place in the queue
  WindowFull,
  Registers,  ///< no free register
  Pipe,       ///< the pipe is busy, or the queue's uop before it waits
  Loaded,     ///< a source is loaded
  Computed,   ///< a source is computed
  Distance,   ///< an older product of these rows
  Rows,       ///< another older use of these rows
  Order,      ///< stores: an older uop is not done; loads: an older store of the same bytes
  Memory,     ///< memory takes no request
  RowPort     ///< an older store has the port of rows
};
inline constexpr std::array<std::string_view, 14> WhyNames{
    "host",           "dispatch width", "serialised",       "queue full",      "window full",
    "free registers", "pipe busy",      "loaded source",    "computed source", "tile distance",
    "rows of ZA",     "memory order",   "memory not ready", "row port"};

/// The memory's part, an input of the timetable.
struct memory_times {
  /// The first cycle from `earliest` on in which the pipe's request is taken.
  std::function<std::uint64_t(pipe_e, std::uint64_t earliest)> taken;
  /// The cycles in which the vectors of the n-th uop, a load issued in `issue`, arrive.
  std::function<void(std::uint64_t n, std::uint64_t issue, std::span<std::uint64_t> arrive)> arrive;

  /// A memory that takes every request and answers after `latency` cycles, two vectors a cycle.
  static memory_times constant(std::uint64_t latency) {
    return {[](pipe_e, std::uint64_t earliest) { return earliest; },
            [latency](std::uint64_t, std::uint64_t issue, std::span<std::uint64_t> arrive) {
              for (std::size_t k = 0; k < arrive.size(); ++k) {
                arrive[k] = issue + latency + k / Answers;
              }
            }};
  }
};

/// When each uop of a program is dispatched, issued, done and committed, one after another without
/// a loop over cycles; each step is a maximum of a few numbers.
class timetable {
 public:
  /// Clock cycles. In cycle `done` the results are there, and the uop may commit.
  struct times {
    std::uint64_t dispatch, issue, done, commit;
    why_e why_dispatch, why_issue;  ///< why_issue is why_dispatch where the dispatch decides

    bool operator==(const times&) const = default;
  };

  timetable(const config& k, memory_times memory)
      : k_(k),
        memory_(std::move(memory)),
        dispatch_(places(k.dispatch)),
        commit_(places(std::max(k.window, k.commit))),
        z_taken_(places(std::max(k.window, k.commit))),
        p_taken_(places(std::max(k.window, k.commit))) {
    issue_.fill(recent(places(k.queue)));
  }

  /// The times of the next uop, which the host offers from the cycle after `host` on.
  times add(const uop& u, std::uint64_t host) {
    const auto [dispatch, why_dispatch] = dispatched(u, host);
    const auto [issue, why_issue]       = issued(u, {dispatch + 1, why_dispatch});
    const auto beats                    = static_cast<std::uint64_t>(u.beats);
    const auto done                     = finish(u, issue, beats);
    auto commit                         = std::max(committed(1), done);
    commit = std::max(commit, after(commit_, static_cast<std::size_t>(k_.commit)));

    dispatch_.add(dispatch);
    queue(u).add(issue);
    commit_.add(commit);
    z_taken_.add(taken(z_taken_) + static_cast<std::uint64_t>(u.z_writes()));
    p_taken_.add(taken(p_taken_) + static_cast<std::uint64_t>(u.p_writes()));
    ++uops_;
    free_[index(u)] = issue + beats;
    alone_          = u.alone;
    return {dispatch, issue, done, commit, why_dispatch, why_issue};
  }

  std::uint64_t uops() const { return uops_; }
  /// The cycle in which the last uop commits.
  std::uint64_t end() const { return committed(1); }

 private:
  /// A time and what decides it.
  struct decided {
    std::uint64_t at;
    why_e why;

    void wait(std::uint64_t until, why_e reason) {
      if (until > at) *this = {until, reason};
    }
  };
  /// The cycle from which on a register's value or a class's rows can be used.
  struct value {
    std::uint64_t at = 0;
    why_e why        = why_e::Computed;
  };
  using list = std::vector<std::uint64_t>;

  /// The latest entries of a list that only grows, `keep` of them at least.
  class recent : public list {
   public:
    explicit recent(std::size_t keep = 0) : keep_(keep) {}
    void add(std::uint64_t x) {
      if (size() == 2 * keep_) erase(begin(), end() - static_cast<std::ptrdiff_t>(keep_));
      push_back(x);
    }

   private:
    std::size_t keep_;
  };
  static std::size_t places(int n) { return static_cast<std::size_t>(n) + 1; }

  static std::size_t index(const uop& u) { return static_cast<std::size_t>(u.pipe); }
  recent& queue(const uop& u) { return issue_[index(u)]; }

  /// The cycle after the n-th last entry.
  static std::uint64_t after(const list& l, std::size_t n) {
    return l.size() < n ? 0 : l[l.size() - n] + 1;
  }
  std::uint64_t committed(std::size_t n) const {
    return commit_.size() < n ? 0 : commit_[commit_.size() - n];
  }
  static std::uint64_t taken(const list& l) { return l.empty() ? 0 : l.back(); }

  /// The cycle in which `more` registers are free. Registers are freed in the order in which they
  /// are taken: a uop that takes n frees n. The window has waited for those older than its places.
  std::uint64_t registers(const list& taken_by, int more, int spare) const {
    const auto all = taken(taken_by) + static_cast<std::uint64_t>(more);
    if (more == 0 || all <= static_cast<std::uint64_t>(spare)) return 0;
    const auto needed = all - static_cast<std::uint64_t>(spare);
    const auto by     = std::ranges::lower_bound(taken_by, needed) - taken_by.begin();
    return commit_[static_cast<std::size_t>(by)] + 1;
  }

  decided dispatched(const uop& u, std::uint64_t host) {
    decided d{host + 1, why_e::Host};
    if (!dispatch_.empty()) d.wait(dispatch_.back(), why_e::Dispatch);
    d.wait(after(dispatch_, static_cast<std::size_t>(k_.dispatch)), why_e::Dispatch);
    if ((u.alone || alone_) && !commit_.empty()) d.wait(committed(1) + 1, why_e::Alone);
    d.wait(after(queue(u), static_cast<std::size_t>(k_.queue)), why_e::QueueFull);
    d.wait(after(commit_, static_cast<std::size_t>(k_.window)), why_e::WindowFull);
    d.wait(registers(z_taken_, u.z_writes(), k_.phys_z - ArchZ), why_e::Registers);
    d.wait(registers(p_taken_, u.p_writes(), k_.phys_p - ArchP), why_e::Registers);
    return d;
  }

  decided issued(const uop& u, decided d) {
    d.wait(free_[index(u)], why_e::Pipe);
    for (const auto& z : u.z_source) {
      if (z) d.wait(z_[*z].at, z_[*z].why);
    }
    for (const auto& p : u.p_source) {
      if (p) d.wait(p_[*p].at, p_[*p].why);
    }
    const auto seen = u.pipe == pipe_e::Op ? AsProduct : AsOther;
    for (std::size_t c = 0; c < Classes; ++c) {
      if (u.joined || ((u.za_reads | u.za_writes) >> c & 1) == 0) continue;
      d.wait(written_[seen][c].at, written_[seen][c].why);
      if ((u.za_writes >> c & 1) != 0) d.wait(read_[seen][c].at, read_[seen][c].why);
    }
    if (u.pipe == pipe_e::Store) d.wait(safe_, why_e::Order);
    if (u.pipe == pipe_e::Load) {
      // The stores' last cycles ascend; those before this dispatch are over for all that follow.
      for (auto s = stores_.rbegin(); s != stores_.rend() && s->end > d.at; ++s) {
        if (s->first <= u.last && u.first <= s->last) d.wait(s->end, why_e::Order);
      }
    }
    if (u.pipe == pipe_e::Load || u.pipe == pipe_e::Store) {
      d.wait(memory_.taken(u.pipe, d.at), why_e::Memory);
    } else if (u.uses_row_port()) {
      // A store waits for all older uops, so only older stores compete with the vector pipe.
      while (std::ranges::binary_search(row_port_, d.at)) d.wait(d.at + 1, why_e::RowPort);
    }
    return d;
  }

  /// Notes when the results are there. Returns `done`.
  std::uint64_t finish(const uop& u, std::uint64_t issue, std::uint64_t beats) {
    const auto last_beat = issue + beats - 1;
    auto done            = issue + beats;
    auto release = done, release_product = done;  // of the rows
    if (u.pipe == pipe_e::Load) {
      std::array<std::uint64_t, ZWrites> arrive{};
      const auto n = static_cast<std::size_t>(std::max(1, u.z_writes()));
      if (u.structure) {
        structure(u, issue, std::span(arrive).first(n));
      } else {
        memory_.arrive(uops(), issue, std::span(arrive).first(n));
      }
      done = *std::max_element(arrive.begin(), arrive.begin() + static_cast<std::ptrdiff_t>(n)) + 1;
      std::size_t k = 0;
      for (const auto& z : u.z_dest) {
        if (z) z_[*z] = {arrive[k++] + 1, why_e::Loaded};
      }
      if (u.p_dest) p_[*u.p_dest] = {done, why_e::Loaded};
      release = release_product = done;
    } else if (u.pipe == pipe_e::Vector) {
      done = issue + beats + static_cast<std::uint64_t>(k_.vector_latency);
      for (const auto& z : u.z_dest) {
        if (z) z_[*z] = {done, why_e::Computed};
      }
      if (u.p_dest) p_[*u.p_dest] = {done, why_e::Computed};
      if (u.za_writes != 0) release = release_product = done;
    } else if (u.pipe == pipe_e::Op) {
      done = release  = last_beat + static_cast<std::uint64_t>(k_.op_latency);
      release_product = last_beat + static_cast<std::uint64_t>(k_.distance);
    } else {
      // No uop behind this one issues before the store is dispatched.
      const auto now = dispatch_.empty() ? 0 : dispatch_.back();
      forget(stores_, [&](const store& s) { return s.end <= now; });
      stores_.push_back({u.first, u.last, done});
      if (u.uses_row_port()) {
        forget(row_port_, [&](std::uint64_t at) { return at <= now; });
        row_port_.push_back(issue);
      }
    }
    if (u.pipe != pipe_e::Store) safe_ = std::max(safe_, done);
    const auto reason = u.pipe == pipe_e::Op ? why_e::Distance : why_e::Rows;
    for (std::size_t c = 0; c < Classes; ++c) {
      const bool writes = (u.za_writes >> c & 1) != 0, reads = (u.za_reads >> c & 1) != 0;
      if (!writes && !reads) continue;
      auto& use = writes ? written_ : read_;
      if (release_product > use[AsProduct][c].at) use[AsProduct][c] = {release_product, reason};
      if (release > use[AsOther][c].at) use[AsOther][c] = {release, why_e::Rows};
    }
    return done;
  }

  /// When the registers of a structure are written, from the first request on.
  void structure(const uop& u, std::uint64_t request, std::span<std::uint64_t> written) {
    std::uint64_t last = 0;
    for (int i = 0; i < u.turns; ++i) {
      ++request;
      last = std::max(last, request);
      if ((u.asked >> i & 1) == 0) continue;
      request              = memory_.taken(pipe_e::Load, request);
      std::uint64_t answer = 0;
      memory_.arrive(uops(), request, {&answer, 1});
      last = std::max({last, request, answer});
    }
    for (int i = 0; i < (u.apart ? 0 : u.beats); ++i) {
      if (i > 0) request = memory_.taken(pipe_e::Load, request + 1);
      std::uint64_t answer = 0;
      memory_.arrive(uops(), request, {&answer, 1});
      last = std::max(last, answer);
    }
    for (auto& w : written) w = ++last;
  }

  struct store {
    std::uint64_t first, last, end;
  };
  /// Erases the first half of a list if all of it is over; `over` is true of the first ones only.
  static void forget(auto& l, auto over) {
    const auto half = l.size() / 2;
    if (half >= Few && over(l[half - 1])) {
      l.erase(l.begin(), l.begin() + static_cast<std::ptrdiff_t>(half));
    }
  }
  static constexpr std::size_t Few = 32;
  /// Uses of rows as a product sees them, and as all others do.
  enum seen_e : std::size_t { AsProduct, AsOther };
  using classes = std::array<std::array<value, Classes>, 2>;

  config k_;
  memory_times memory_;
  recent dispatch_, commit_, z_taken_, p_taken_;
  std::array<recent, Pipes> issue_;
  std::array<std::uint64_t, Pipes> free_{};
  std::array<value, ArchZ> z_{};
  std::array<value, ArchP> p_{};
  classes written_{}, read_{};
  std::vector<store> stores_;
  list row_port_;
  std::uint64_t safe_ = 0, uops_ = 0;
  bool alone_ = false;
};

}  // namespace weft::golden::sme_core
