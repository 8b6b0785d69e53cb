// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/sme_core/sme_issue.hpp"
#include "sim/golden/sme_core/sme_issue_model.hpp"

namespace weft::golden::sme_core {

/// The bytes of a line of memory that a store writes.
struct line_write {
  static constexpr std::uint64_t Bytes = 64;

  std::uint64_t line    = 0;  ///< address / 64
  std::uint64_t written = 0;  ///< bit i: byte i
  std::array<std::uint8_t, Bytes> data{};

  /// Bytes that are not written do not count.
  bool operator==(const line_write& o) const {
    if (line != o.line || written != o.written) return false;
    for (std::size_t i = 0; i < data.size(); ++i) {
      if ((written >> i & 1) != 0 && data[i] != o.data[i]) return false;
    }
    return true;
  }

  friend std::ostream& operator<<(std::ostream& os, const line_write& l) {
    os << l.line << " bytes " << l.written << " =";
    for (std::size_t i = 0; i < l.data.size(); ++i) {
      if ((l.written >> i & 1) != 0) os << ' ' << unsigned{l.data[i]};
    }
    return os;
  }
};

/// A word as the host hands it to the core, and what golden::sme says that it does.
struct core_word {
  uop u{};
  std::uint32_t word = 0;
  std::uint64_t a = 0, b = 0;  ///< Xn, or Xd, Ws, Xt where that is read; Xm
  std::uint8_t slice = 0;      ///< the slice register
  std::uint32_t fpcr = 0;

  std::vector<line_write> lines{};  ///< of a store, in order
  /// The addresses of a load's elements that have their own, and the bytes of one.
  std::vector<std::optional<std::uint64_t>> elements{};
  int element_bytes = 0;
  std::uint64_t x   = 0;  ///< zero where it gives none
  std::uint8_t nzcv = 0;  ///< zero where it gives none
  std::uint8_t fpsr = 0;  ///< flags that it raises
  unsigned svcr     = 0;  ///< behind it

  friend std::ostream& operator<<(std::ostream& os, const core_word& w) {
    return os << w.word << " (" << w.u << ") a=" << w.a << " b=" << w.b
              << " slice=" << unsigned{w.slice};
  }
};

/// rtl/sme/weft_sme_core.sv cycle by cycle: every output. Values are those of the words, which
/// golden::sme has executed in program order; times are those of the scheduler's model.
class core_model {
 public:
  /// Two lines of memory, the second only if the load asked for it.
  using lines = std::array<std::uint8_t, 2 * line_write::Bytes>;

  struct load {
    int tag            = 0;
    std::uint64_t line = 0;  ///< address / 64
    bool two           = false;

    bool operator==(const load&) const = default;
    friend std::ostream& operator<<(std::ostream& os, const load& l) {
      return os << l.tag << " line " << l.line << (l.two ? " and the next" : "");
    }
  };
  struct answer {
    int tag = 0;
    lines data{};
    std::array<bool, 2> missing{};  ///< lines that memory does not have
  };
  struct result {
    int tag           = 0;
    std::uint64_t x   = 0;
    std::uint8_t nzcv = 0;
    std::uint8_t fpsr = 0;

    bool operator==(const result&) const = default;
    friend std::ostream& operator<<(std::ostream& os, const result& r) {
      return os << r.tag << " x=" << r.x << " nzcv=" << unsigned{r.nzcv}
                << " fpsr=" << unsigned{r.fpsr};
    }
  };

  struct inputs {
    std::vector<core_word> in;        ///< offered, the oldest first; at most config::dispatch
    int smcr_len = 15, zcr_len = 15;  ///< LEN of SMCR and ZCR
    bool load_ready = true, store_ready = true;
    std::optional<core_model::answer> answer;

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      os << "ready=" << i.load_ready << i.store_ready;
      for (const auto& w : i.in) os << " in=" << w;
      if (i.answer) {
        os << " answer=" << i.answer->tag;
        for (const bool missing : i.answer->missing) os << (missing ? " missing" : "");
      }
      return os;
    }
  };

  struct outputs {
    std::vector<bool> ready;  ///< of the words offered
    int tag = 0;              ///< of the first word offered; those behind it count up
    std::optional<core_model::load> load;
    std::optional<line_write> store;
    std::optional<core_model::result> result;
    int commits   = 0;
    unsigned svcr = 0;
    bool idle     = true;

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      os << "tag=" << o.tag << " ready=";
      for (const bool r : o.ready) os << r;
      if (o.load) os << " load=(" << *o.load << ')';
      if (o.store) os << " store=(" << *o.store << ')';
      if (o.result) os << " result=(" << *o.result << ')';
      return os << " commits=" << o.commits << " svcr=" << o.svcr << " idle=" << o.idle;
    }
  };

  explicit core_model(const config& k = {})
      : scheduler_(k), words_(static_cast<std::size_t>(k.window)), loads_(words_.size()) {}

  outputs peek(const inputs& in) const { return peek(in, scheduler_.peek(issue(in))); }

  void step(const inputs& in) {
    const auto to  = issue(in);
    const auto out = scheduler_.peek(to);
    if (structure_) {
      if (written_next()) ++structure_->written;
      if (!structure_->turns_over() && (in.load_ready || !structure_->asks())) ++structure_->turn;
      if (in.answer) ++structure_->answered;
      if (structure_->written == structure_->u.z_writes()) structure_.reset();
    }
    scheduler_.step(to);
    for (std::size_t i = 0; i < in.in.size() && out.ready[i]; ++i) {
      words_[(static_cast<std::size_t>(out.tag) + i) % words_.size()] = in.in[i];
    }
    if (!stores_.empty()) stores_.pop_front();
    if (changes_) svcr_ = *changes_;
    changes_.reset();
    if (const auto& s = out.issues[1]; s && in.store_ready) {
      for (const auto& l : word(s->tag).lines) {
        stores_.emplace_back();
        if (!word(s->tag).u.apart || l.written != 0) stores_.back() = l;
      }
    }
    if (const auto& v = out.issues[3]; v && word(v->tag).u.alone) changes_ = word(v->tag).svcr;
    if (const auto& l = out.issues[0]; l && in.load_ready) {
      loads_[static_cast<std::size_t>(l->tag)] = *l;
      const auto& u                            = word(l->tag).u;
      if (u.structure) structure_ = structure_load{l->tag, u, u.apart ? 0 : 1};
    }
  }

 private:
  /// A load of several registers: its parts are asked for by the tags from its own on, each is two
  /// lines; when all have come a register is written each cycle.
  struct structure_load {
    int tag = 0;
    uop u{};
    int turn = 0, answered = 0, written = 0;

    int requests() const { return u.apart ? std::popcount(u.asked) : u.beats; }
    bool turns_over() const { return turn == (u.apart ? u.turns : u.beats); }
    /// Whether this turn asks memory.
    bool asks() const { return !turns_over() && (!u.apart || (u.asked >> turn & 1) != 0); }
  };
  /// A register of the structure is written in this cycle.
  bool written_next() const {
    return structure_ && structure_->turns_over() && structure_->answered == structure_->requests();
  }

  const core_word& word(int tag) const { return words_[static_cast<std::size_t>(tag)]; }

  model::inputs issue(const inputs& in) const {
    model::inputs to{
        .in = {}, .load_ready = in.load_ready, .store_ready = in.store_ready, .answers = {}};
    for (const auto& w : in.in) to.in.push_back(w.u);
    if (written_next()) {
      const auto& l   = loads_[static_cast<std::size_t>(structure_->tag)];
      const auto n    = static_cast<std::size_t>(structure_->written);
      const bool last = structure_->written + 1 == structure_->u.z_writes();
      to.answers[0]   = model::answer{structure_->tag, last, l.z_dest[n], {}};
    } else if (in.answer && !structure_) {
      const auto& l   = loads_[static_cast<std::size_t>(in.answer->tag)];
      const bool pair = word(in.answer->tag).u.pair();
      to.answers[0]   = model::answer{in.answer->tag, !pair, l.z_dest[0], l.p_dest};
      if (pair) to.answers[1] = model::answer{in.answer->tag, true, l.z_dest[1], {}};
    }
    return to;
  }

  outputs peek(const inputs&, const model::outputs& s) const {
    outputs o;
    o.ready        = s.ready;
    o.tag          = s.tag;
    o.commits      = s.commits;
    o.svcr         = svcr_;
    o.idle         = s.idle;
    const auto ask = [&](const uop& u, int tag, int part) {
      const auto line = u.first / line_write::Bytes + 2 * static_cast<unsigned>(part);
      const auto size = static_cast<int>(words_.size());
      o.load          = load{(tag + part) % size, line, u.last / line_write::Bytes > line};
    };
    if (s.issues[0] && !word(s.issues[0]->tag).u.apart) {
      ask(word(s.issues[0]->tag).u, s.issues[0]->tag, 0);
    }
    if (structure_ && structure_->asks()) {
      const auto& w = word(structure_->tag);
      if (w.u.apart) {
        const auto at   = *w.elements[static_cast<std::size_t>(structure_->turn)];
        const auto last = at + static_cast<unsigned>(w.element_bytes) - 1;
        const auto line = at / line_write::Bytes;
        o.load = load{(structure_->tag + structure_->turn) % static_cast<int>(words_.size()), line,
                      last / line_write::Bytes > line};
      } else {
        ask(structure_->u, structure_->tag, structure_->turn);
      }
    }
    if (!stores_.empty()) o.store = stores_.front();
    if (s.vector_done) {
      const auto& w = word(*s.vector_done);
      o.result      = result{*s.vector_done, w.x, w.nzcv, w.fpsr};
    }
    return o;
  }

  model scheduler_;
  std::vector<core_word> words_;     ///< by tag
  std::vector<model::issue> loads_;  ///< by tag, as they were issued
  std::optional<structure_load> structure_;
  /// Lines that leave, the front one in this cycle; a turn may be without one.
  std::deque<std::optional<line_write>> stores_;
  std::optional<unsigned> changes_;  ///< SVCR at the end of this cycle
  unsigned svcr_ = 0;
};

}  // namespace weft::golden::sme_core
