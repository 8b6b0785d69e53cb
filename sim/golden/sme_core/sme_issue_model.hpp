// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/sme_core/sme_issue.hpp"

namespace weft::golden::sme_core {

/// rtl/sme/weft_sme_issue.sv cycle by cycle: every output. peek() is combinational, step() is the
/// rising clock edge.
class model {
 public:
  /// A vector of a load, or the signal that rows of ZA are written: `last` ends its load.
  struct answer {
    int tag   = 0;
    bool last = false;
    reg z{}, p{};  ///< the physical register that receives it

    friend std::ostream& operator<<(std::ostream& os, const answer& a) {
      os << a.tag << (a.last ? " last" : "");
      if (a.z) os << " z" << unsigned{*a.z};
      if (a.p) os << " p" << unsigned{*a.p};
      return os;
    }
  };

  struct inputs {
    std::vector<uop> in;  ///< offered, the oldest first; at most config::dispatch
    bool load_ready = true, store_ready = true;
    std::array<std::optional<answer>, Answers> answers{};

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      os << "ready=" << i.load_ready << i.store_ready;
      for (const auto& u : i.in) os << " in=(" << u << ')';
      for (const auto& a : i.answers) {
        if (a) os << " answer=(" << *a << ')';
      }
      return os;
    }
  };

  /// A uop at the head of its queue that may issue, with physical registers.
  struct issue {
    int tag = 0;
    std::array<reg, ZReads> z_source{};
    std::array<reg, ZWrites> z_dest{};
    std::array<reg, PReads> p_source{};
    reg p_dest{};

    bool operator==(const issue&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const issue& i) {
      os << i.tag;
      const auto put = [&](const char* name, const auto& list) {
        for (const auto& r : list) {
          if (r) os << ' ' << name << unsigned{*r};
        }
      };
      put("z", i.z_source);
      put("p", i.p_source);
      os << " ->";
      put("z", i.z_dest);
      put("p", std::array{i.p_dest});
      return os;
    }
  };

  struct outputs {
    std::vector<bool> ready;  ///< of the uops offered
    int tag = 0;              ///< of the first uop offered; those behind it count up
    std::array<std::optional<issue>, Pipes> issues{};
    std::optional<int> op_done, vector_done;  ///< tags: the result is there in the next cycle
    int oldest = 0, commits = 0;  ///< the tag of the oldest uop, and how many commit in this cycle
    bool idle = true;             ///< the window is empty

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      os << "tag=" << o.tag << " ready=";
      for (const bool r : o.ready) os << r;
      for (std::size_t q = 0; q < Pipes; ++q) {
        if (o.issues[q]) os << ' ' << pipe_e(q) << "=(" << *o.issues[q] << ')';
      }
      if (o.op_done) os << " op_done=" << *o.op_done;
      if (o.vector_done) os << " vector_done=" << *o.vector_done;
      return os << " oldest=" << o.oldest << " commits=" << o.commits << " idle=" << o.idle;
    }
  };

  explicit model(const config& k = {})
      : k_(k),
        z_(ArchZ, k.phys_z),
        p_(ArchP, k.phys_p),
        window_(static_cast<std::size_t>(k.window)),
        op_line_(static_cast<std::size_t>(k.op_latency - 1)),
        vector_line_(static_cast<std::size_t>(k.vector_latency)) {}

  outputs peek(const inputs& in) const {
    outputs o;
    o.tag    = tail();
    o.oldest = head_;
    o.idle   = count_ == 0;
    o.ready.assign(in.in.size(), false);
    int z = 0, p = 0;
    std::array<int, Pipes> queued{};
    for (std::size_t i = 0; i < in.in.size(); ++i) {
      const auto& u   = in.in[i];
      const auto n    = static_cast<int>(i);
      const auto pipe = static_cast<std::size_t>(u.pipe);
      z += u.z_writes();
      p += u.p_writes();
      ++queued[pipe];
      const bool before = i == 0 || (o.ready[i - 1] && !in.in[i - 1].alone);
      const bool places = count_ + n < k_.window &&
                          static_cast<int>(queues_[pipe].size()) + queued[pipe] <= k_.queue;
      const bool turn = (!u.alone || (count_ == 0 && n == 0)) && !(alone_ && count_ != 0);
      o.ready[i]      = before && places && turn && z <= z_.spare() && p <= p_.spare();
    }

    const bool store = may_issue(pipe_e::Store);
    for (std::size_t q = 0; q < Pipes; ++q) {
      const auto pipe = static_cast<pipe_e>(q);
      if (!may_issue(pipe)) continue;
      const auto& e = queues_[q].front();
      if (pipe == pipe_e::Vector && e.u.uses_row_port() && store && in.store_ready &&
          queues_[1].front().u.uses_row_port()) {
        continue;
      }
      o.issues[q] = issue{e.tag, e.z_source, e.z_dest, e.p_source, e.p_dest};
    }
    if (op_line_.back()) o.op_done = op_line_.back()->tag;
    if (vector_line_.back()) o.vector_done = vector_line_.back()->tag;
    while (o.commits < k_.commit && o.commits < count_ && at(head_ + o.commits).done) ++o.commits;
    return o;
  }

  void step(const inputs& in) {
    const outputs o = peek(in);
    // Events of this cycle change what the next one sees; dispatch and issue see the state before.
    const auto op_acc = op_line_[static_cast<std::size_t>(k_.distance - 2)];
    const auto op_end = op_line_.back(), vector_end = vector_line_.back();
    advance(op_line_);
    advance(vector_line_);

    std::array<bool, Pipes> last_beat{};
    for (std::size_t q = 0; q < Pipes; ++q) {
      const bool ready = q == 0 ? in.load_ready : q == 1 ? in.store_ready : true;
      if (busy_[q] != 0) last_beat[q] = --busy_[q] == 0;
      if (o.issues[q] && ready) {
        current_[q] = queues_[q].front();
        queues_[q].pop_front();
        busy_[q]     = current_[q]->u.beats - 1;
        last_beat[q] = busy_[q] == 0;
      }
    }
    const auto of = [&](pipe_e p) -> const auto& { return current_[static_cast<std::size_t>(p)]; };
    const auto ends = [&](pipe_e p) { return last_beat[static_cast<std::size_t>(p)]; };
    if (ends(pipe_e::Store)) finish(of(pipe_e::Store)->tag);
    if (ends(pipe_e::Op)) op_line_.front() = of(pipe_e::Op);
    if (ends(pipe_e::Vector)) {
      vector_line_.front() = of(pipe_e::Vector);
      const auto& e        = *of(pipe_e::Vector);
      if (e.u.za_writes == 0) at(e.tag).holds = at(e.tag).holds_product = false;
    }
    if (op_acc) at(op_acc->tag).holds_product = false;
    if (op_end) finish(op_end->tag);
    if (vector_end) {
      finish(vector_end->tag);
      for (const auto& z : vector_end->z_dest) z_.set(z);
      p_.set(vector_end->p_dest);
    }
    for (const auto& a : in.answers) {
      if (!a) continue;
      z_.set(a->z);
      p_.set(a->p);
      if (a->last) finish(a->tag);
    }

    const int was = count_;
    for (std::size_t i = 0; i < in.in.size() && o.ready[i]; ++i) dispatch(in.in[i]);
    // Registers that are freed in this cycle are free in the next one.
    for (int i = 0; i < o.commits; ++i) {
      const auto& e = at(head_ + i);
      for (const auto& z : e.z_old) z_.give_back(z);
      p_.give_back(e.p_old);
    }
    alone_ = (alone_ && was != 0) || (!in.in.empty() && o.ready[0] && in.in[0].alone);
    head_  = (head_ + o.commits) % k_.window;
    count_ -= o.commits;
  }

 private:
  /// The registers of one file: where each architectural one is, which physical ones are free, and
  /// which have their value.
  class file {
   public:
    file(int arch, int phys)
        : map_(static_cast<std::size_t>(arch)),
          free_(static_cast<std::size_t>(phys)),
          ready_(static_cast<std::size_t>(phys)) {
      for (std::size_t r = 0; r < free_.size(); ++r) {
        free_[r] = r >= map_.size();
        if (r < map_.size()) map_[r] = static_cast<std::uint8_t>(r);
        ready_[r] = !free_[r];
      }
      spare_ = phys - arch;
    }

    int spare() const { return spare_; }
    bool ready(const reg& r) const { return !r || ready_[*r]; }
    reg now(const reg& r) const { return r ? reg(map_[*r]) : r; }
    /// Takes the lowest free register.
    reg take(const reg& r) {
      if (!r) return r;
      std::uint8_t lowest = 0;
      while (!free_[lowest]) ++lowest;
      free_[lowest] = ready_[lowest] = false;
      --spare_;
      map_[*r] = lowest;
      return lowest;
    }
    void set(const reg& r) {
      if (r) ready_[*r] = true;
    }
    void give_back(const reg& r) {
      if (!r) return;
      free_[*r] = true;
      ++spare_;
    }

   private:
    std::vector<std::uint8_t> map_;
    std::vector<bool> free_, ready_;
    int spare_ = 0;
  };

  struct entry {
    uop u;
    int tag = 0;
    std::array<reg, ZReads> z_source{};
    std::array<reg, ZWrites> z_dest{};
    std::array<reg, PReads> p_source{};
    reg p_dest{};
  };
  struct place {
    bool done = false, store = false;
    bool holds = false, holds_product = false;  ///< its rows, as others and as products see it
    std::uint8_t za_reads = 0, za_writes = 0;
    std::array<reg, ZWrites> z_old{};
    reg p_old{};
  };
  using line = std::vector<std::optional<entry>>;

  static void advance(line& l) {
    for (std::size_t i = l.size() - 1; i > 0; --i) l[i] = l[i - 1];
    l.front().reset();
  }

  int tail() const { return (head_ + count_) % k_.window; }
  place& at(int tag) { return window_[static_cast<std::size_t>(tag % k_.window)]; }
  const place& at(int tag) const { return window_[static_cast<std::size_t>(tag % k_.window)]; }
  int age(int tag) const { return (tag - head_ + k_.window) % k_.window; }
  void finish(int tag) {
    at(tag).done  = true;
    at(tag).holds = at(tag).holds_product = false;
  }

  void dispatch(const uop& u) {
    entry e{u, tail(), {}, {}, {}, {}};
    place& w = at(e.tag);
    w        = {false, u.pipe == pipe_e::Store, true, true, u.za_reads, u.za_writes, {}, {}};
    for (std::size_t i = 0; i < ZReads; ++i) e.z_source[i] = z_.now(u.z_source[i]);
    for (std::size_t i = 0; i < PReads; ++i) e.p_source[i] = p_.now(u.p_source[i]);
    for (std::size_t i = 0; i < ZWrites; ++i) w.z_old[i] = z_.now(u.z_dest[i]);
    w.p_old = p_.now(u.p_dest);
    for (std::size_t i = 0; i < ZWrites; ++i) e.z_dest[i] = z_.take(u.z_dest[i]);
    e.p_dest = p_.take(u.p_dest);
    queues_[static_cast<std::size_t>(u.pipe)].push_back(e);
    ++count_;
  }

  /// Whether the head of the queue may issue, but for the port of rows and the memory.
  bool may_issue(pipe_e pipe) const {
    const auto q = static_cast<std::size_t>(pipe);
    if (queues_[q].empty() || busy_[q] != 0) return false;
    const auto& e = queues_[q].front();
    for (const auto& z : e.z_source) {
      if (!z_.ready(z)) return false;
    }
    for (const auto& p : e.p_source) {
      if (!p_.ready(p)) return false;
    }
    for (int tag = head_; tag != e.tag; tag = (tag + 1) % k_.window) {
      const auto& w = at(tag);
      if (pipe == pipe_e::Store && !w.done && !w.store) return false;
      const bool same =
          (w.za_writes & (e.u.za_reads | e.u.za_writes)) != 0 || (w.za_reads & e.u.za_writes) != 0;
      if (same && !e.u.joined && (pipe == pipe_e::Op ? w.holds_product : w.holds)) return false;
    }
    if (pipe != pipe_e::Load) return true;
    for (const auto& s : queues_[1]) {
      if (age(s.tag) < age(e.tag) && s.u.overlaps(e.u)) return false;
    }
    return busy_[1] == 0 || !current_[1]->u.overlaps(e.u);
  }

  config k_;
  file z_, p_;
  std::vector<place> window_;
  int head_ = 0, count_ = 0;
  bool alone_ = false;
  std::array<std::deque<entry>, Pipes> queues_;
  std::array<std::optional<entry>, Pipes> current_;  ///< issued last
  std::array<int, Pipes> busy_{};
  line op_line_, vector_line_;
};

}  // namespace weft::golden::sme_core
